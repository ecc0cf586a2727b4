//! Allowed dependencies between crates: a crate may use the crates listed for it and their dependencies.

use std::collections::BTreeSet;

use toml::Table;

use super::{Report, Repository, SourceFile};

/// Room, and the rooms it is built on.
const ROOMS: [(&str, &[&str]); 12] = [
    ("spec", &[]),
    ("syntax", &["spec"]),
    ("model", &["syntax", "spec"]),
    ("lint", &["model"]),
    ("fmt", &["syntax", "spec"]),
    ("ide", &["model", "lint", "fmt"]),
    ("rules", &["lint"]),
    ("project", &["lint", "rules", "fmt"]),
    ("report", &["lint", "ide"]),
    ("server", &["ide", "project"]),
    ("lsflint", &["project", "report", "server"]),
    ("test-support", &["project", "report", "ide"]),
];

/// Libraries that only some rooms may know, because with them comes a world: an event loop, a disk, a terminal.
const FENCED: [(&str, &[&str]); 14] = [
    ("tokio", &["server"]),
    ("tower-lsp", &["server"]),
    ("tower-lsp-server", &["server"]),
    ("tower-service", &["server"]),
    ("codespan-reporting", &["report"]),
    ("anstream", &["report", "lsflint"]),
    ("indicatif", &["lsflint"]),
    ("clap", &["lsflint", "xtask"]),
    ("anyhow", &["lsflint", "server", "xtask"]),
    ("ignore", &["project"]),
    ("walkdir", &["project", "test-support", "xtask"]),
    ("tempfile", &["project", "lsflint", "test-support", "xtask"]),
    ("rayon", &["project", "lsflint"]),
    ("spdx", &["xtask"]),
];

/// Which dependencies of a manifest are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Product,
    Tests,
}

/// What the tables of `spec` are made of.
const TABLES: [&str; 1] = ["phf"];

/// Every edge between crates is in the table; tests may add `test-support` and `rules`; `spec` uses nothing but its hash tables.
pub(super) fn rooms(repository: &Repository, report: &mut Report) {
    for (file, manifest) in manifests(repository) {
        let room = file.room();
        if room == "xtask" {
            continue;
        }
        if !ROOMS.iter().any(|(name, _)| *name == room) {
            report.error(&file.path, None, format!("crate `{room}` is not in the table in xtask/src/tidy/edges.rs"));
            continue;
        }
        let allowed = reachable(room);
        for (name, usage) in dependencies(&manifest) {
            let Some(other) = name.strip_prefix("lsflint-") else {
                if room == "spec" && usage == Use::Product && !TABLES.contains(&&*name) {
                    report.error(
                        &file.path,
                        line_of(file, &name),
                        format!("`spec` may depend only on hash tables, but its manifest lists `{name}`"),
                    );
                }
                continue;
            };
            let is_test_help = usage == Use::Tests && matches!(other, "test-support" | "rules");
            if !allowed.contains(other) && !is_test_help {
                let message = format!("`{room}` must not depend on `{other}`");
                report.error(&file.path, line_of(file, &name), message);
            }
        }
    }
}

/// Libraries with a world of their own stay in their rooms.
pub(super) fn fenced_crates(repository: &Repository, report: &mut Report) {
    for (file, manifest) in manifests(repository) {
        for (name, usage) in dependencies(&manifest) {
            let Some((_, rooms)) = FENCED.iter().find(|(fenced, _)| *fenced == name) else { continue };
            if usage == Use::Product && !rooms.contains(&file.room()) {
                let message = format!("`{name}` may be used only in {}", rooms.join(", "));
                report.error(&file.path, line_of(file, &name), message);
            }
        }
    }
}

/// `unsafe` is forbidden by a workspace lint; a crate that does not take the workspace lints would escape it.
pub(super) fn workspace_lints(repository: &Repository, report: &mut Report) {
    for (file, manifest) in manifests(repository) {
        let inherited = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
        if inherited != Some(true) {
            report.error(&file.path, None, "`[lints] workspace = true` is missing");
        }
    }
    let root = repository.file("Cargo.toml").and_then(|file| file.text.parse::<Table>().ok());
    let unsafe_code =
        root.as_ref().and_then(|root| root.get("workspace")?.get("lints")?.get("rust")?.get("unsafe_code")?.as_str());
    if root.is_some() && unsafe_code != Some("forbid") {
        report.error("Cargo.toml", None, "the workspace must forbid `unsafe_code`");
    }
}

/// The crates that a crate may use, directly or indirectly.
fn reachable(room: &str) -> BTreeSet<&'static str> {
    let uses = |room: &str| ROOMS.iter().find(|(name, _)| *name == room).map_or(&[][..], |(_, uses)| *uses);
    let mut found = BTreeSet::new();
    let mut open = uses(room).to_vec();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(uses(next));
        }
    }
    found
}

fn manifests(repository: &Repository) -> impl Iterator<Item = (&SourceFile, Table)> {
    let is_member =
        |path: &str| path == "xtask/Cargo.toml" || (path.starts_with("crates/") && path.split('/').count() == 3);
    repository
        .files
        .iter()
        .filter(move |file| file.path.ends_with("/Cargo.toml") && is_member(&file.path))
        .filter_map(|file| Some((file, file.text.parse().ok()?)))
}

fn dependencies(manifest: &Table) -> Vec<(String, Use)> {
    let mut found = Vec::new();
    let mut add = |table: &Table| {
        for (key, usage) in
            [("dependencies", Use::Product), ("build-dependencies", Use::Product), ("dev-dependencies", Use::Tests)]
        {
            let Some(dependencies) = table.get(key).and_then(toml::Value::as_table) else { continue };
            for (name, value) in dependencies {
                let package = value.get("package").and_then(toml::Value::as_str).unwrap_or(name);
                found.push((package.to_owned(), usage));
            }
        }
    };
    add(manifest);
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    targets.into_iter().flat_map(Table::values).filter_map(toml::Value::as_table).for_each(add);
    found
}

fn line_of(file: &SourceFile, name: &str) -> Option<usize> {
    file.text.lines().position(|line| line.trim_start().starts_with(name)).map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::assert_problems;

    #[test]
    fn edges_follow_the_table_and_what_it_implies() {
        assert_problems(
            rooms,
            &[(
                "crates/lint/Cargo.toml",
                "[dependencies]\nlsflint-model.workspace = true\nlsflint-spec.workspace = true\n",
            )],
            &[],
        );
        assert_problems(
            rooms,
            &[("crates/lint/Cargo.toml", "[dependencies]\nlsflint-rules.workspace = true\n")],
            &["`lint` must not depend on `rules`"],
        );
        assert_problems(
            rooms,
            &[("crates/model/Cargo.toml", "[dependencies]\nlsflint-lint.workspace = true\n")],
            &["crates/model/Cargo.toml:2: error: `model` must not depend on `lint`"],
        );
        assert_problems(
            rooms,
            &[("crates/report/Cargo.toml", "[dependencies]\nlsflint-project = \"0.1\"\n")],
            &["`report` must not depend on `project`"],
        );
    }

    #[test]
    fn only_tests_may_use_test_support() {
        assert_problems(
            rooms,
            &[("crates/syntax/Cargo.toml", "[dev-dependencies]\nlsflint-test-support.workspace = true\n")],
            &[],
        );
        assert_problems(
            rooms,
            &[("crates/syntax/Cargo.toml", "[dependencies]\nlsflint-test-support.workspace = true\n")],
            &["test-support"],
        );
    }

    #[test]
    fn spec_uses_nothing_and_new_rooms_are_entered_in_the_table() {
        assert_problems(
            rooms,
            &[("crates/spec/Cargo.toml", "[dependencies]\nserde = \"1\"\n")],
            &["`spec` may depend only on hash tables"],
        );
        assert_problems(rooms, &[("crates/attic/Cargo.toml", "")], &["crate `attic`"]);
    }

    #[test]
    fn event_loops_stay_in_the_server() {
        assert_problems(fenced_crates, &[("crates/server/Cargo.toml", "[dependencies]\ntokio = \"1\"\n")], &[]);
        assert_problems(
            fenced_crates,
            &[(
                "crates/ide/Cargo.toml",
                "[dependencies]\nx = { package = \"tower-lsp-server\", version = \"0.23\" }\n",
            )],
            &["`tower-lsp-server` may be used only in server"],
        );
    }

    #[test]
    fn every_crate_takes_the_workspace_lints() {
        assert_problems(workspace_lints, &[("crates/fmt/Cargo.toml", "[lints]\nworkspace = true\n")], &[]);
        assert_problems(workspace_lints, &[("crates/fmt/Cargo.toml", "[package]\n")], &["is missing"]);
    }
}
