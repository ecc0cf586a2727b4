//! Which crate may depend on which. A crate may use the crates listed for it in the table, and their dependencies.

use std::collections::BTreeSet;

use toml::Table;

use super::{Report, Repository, SourceFile};

/// Each crate with the crates it depends on.
const CRATES: [(&str, &[&str]); 15] = [
    ("spec", &[]),
    ("syntax", &["spec"]),
    ("model", &["syntax", "spec"]),
    ("lint", &["model"]),
    ("fmt", &["syntax", "spec"]),
    ("ide", &["model", "lint", "fmt"]),
    ("rules", &["lint"]),
    ("policy", &["lint"]),
    ("project", &["lint", "rules", "policy", "fmt"]),
    ("report", &["lint", "ide"]),
    ("server", &["ide", "project"]),
    ("answers", &["project", "report"]),
    ("lsflint", &["answers", "project", "report", "server"]),
    ("wasm", &["answers", "server"]),
    ("test-support", &["project", "report", "ide"]),
];

/// Libraries that only some crates may use, because they bring an event loop, disk access or a terminal.
const FENCED: [(&str, &[&str]); 17] = [
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
    ("cel", &["policy"]),
    ("walkdir", &["project", "test-support", "xtask"]),
    ("tempfile", &["project", "lsflint", "test-support", "xtask"]),
    ("rayon", &["project", "lsflint"]),
    ("object", &["xtask"]),
    ("spdx", &["xtask"]),
    ("wasm-bindgen", &["wasm"]),
];

/// The tables of a manifest that a dependency is listed in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Product,
    Tests,
}

/// Libraries that the tables of `spec` are made of.
const TABLES: [&str; 1] = ["rustc-hash"];

/// Each dependency between crates is in the table. Tests may also use `test-support` and `rules`. `spec` uses only hash
/// tables.
pub(super) fn crate_edges(repository: &Repository, report: &mut Report) {
    for (file, manifest) in manifests(repository) {
        let krate = file.krate();
        if krate == "xtask" {
            continue;
        }
        if !CRATES.iter().any(|(name, _)| *name == krate) {
            report.error(
                &file.path,
                None,
                format!("unknown crate `{krate}`: add it to `CRATES` in xtask/src/tidy/edges.rs"),
            );
            continue;
        }
        let allowed = reachable(krate);
        for (name, usage) in dependencies(&manifest) {
            let Some(other) = name.strip_prefix("lsflint-") else {
                if krate == "spec" && usage == Use::Product && !TABLES.contains(&&*name) {
                    report.error(
                        &file.path,
                        line_of(file, &name),
                        format!("`spec` may not use `{name}`: only hash tables are allowed"),
                    );
                }
                continue;
            };
            let is_test_help = usage == Use::Tests && matches!(other, "test-support" | "rules");
            if !allowed.contains(other) && !is_test_help {
                let message = format!("`{krate}` may not use `{other}`: the dependency is not part of the design");
                report.error(&file.path, line_of(file, &name), message);
            }
        }
    }
}

/// Libraries in [`FENCED`] are used only in the crates listed there.
pub(super) fn fenced_crates(repository: &Repository, report: &mut Report) {
    for (file, manifest) in manifests(repository) {
        for (name, usage) in dependencies(&manifest) {
            let Some((_, crates)) = FENCED.iter().find(|(fenced, _)| *fenced == name) else { continue };
            if usage == Use::Product && !crates.contains(&file.krate()) {
                let message = format!("`{name}` may be used only in {}", crates.join(", "));
                report.error(&file.path, line_of(file, &name), message);
            }
        }
    }
}

/// Each crate inherits the workspace lints, which forbid `unsafe`.
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

/// The crates that a crate may use, directly or through another.
fn reachable(krate: &str) -> BTreeSet<&'static str> {
    let uses = |krate: &str| CRATES.iter().find(|(name, _)| *name == krate).map_or(&[][..], |(_, uses)| *uses);
    let mut found = BTreeSet::new();
    let mut open = uses(krate).to_vec();
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
            crate_edges,
            &[(
                "crates/lint/Cargo.toml",
                "[dependencies]\nlsflint-model.workspace = true\nlsflint-spec.workspace = true\n",
            )],
            &[],
        );
        assert_problems(
            crate_edges,
            &[("crates/lint/Cargo.toml", "[dependencies]\nlsflint-rules.workspace = true\n")],
            &["`lint` may not use `rules`"],
        );
        assert_problems(
            crate_edges,
            &[("crates/model/Cargo.toml", "[dependencies]\nlsflint-lint.workspace = true\n")],
            &["crates/model/Cargo.toml:2: error: `model` may not use `lint`"],
        );
        assert_problems(
            crate_edges,
            &[("crates/report/Cargo.toml", "[dependencies]\nlsflint-project = \"0.1\"\n")],
            &["`report` may not use `project`"],
        );
    }

    #[test]
    fn only_tests_may_use_test_support() {
        assert_problems(
            crate_edges,
            &[("crates/syntax/Cargo.toml", "[dev-dependencies]\nlsflint-test-support.workspace = true\n")],
            &[],
        );
        assert_problems(
            crate_edges,
            &[("crates/syntax/Cargo.toml", "[dependencies]\nlsflint-test-support.workspace = true\n")],
            &["test-support"],
        );
    }

    #[test]
    fn spec_uses_only_hash_tables_and_new_crates_need_a_row() {
        assert_problems(
            crate_edges,
            &[("crates/spec/Cargo.toml", "[dependencies]\nserde = \"1\"\n")],
            &["`spec` may not use `serde`"],
        );
        assert_problems(crate_edges, &[("crates/attic/Cargo.toml", "")], &["unknown crate `attic`"]);
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
    fn every_crate_inherits_the_workspace_lints() {
        assert_problems(workspace_lints, &[("crates/fmt/Cargo.toml", "[lints]\nworkspace = true\n")], &[]);
        assert_problems(workspace_lints, &[("crates/fmt/Cargo.toml", "[package]\n")], &["is missing"]);
    }
}
