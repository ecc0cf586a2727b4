//! The statement of provenance: which files were made from which commit, with which tools. Its form is that of in-toto
//! 1 with the predicate SLSA Provenance 1. It has no signature of its own: its checksum is in SHA256SUMS, which is
//! signed if a key is given.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use serde_json::{Value, json};

use super::target::Target;
use crate::process::run as run_command;

/// The variable with the name of a key of GnuPG.
const KEY: &str = "LSFLINT_SIGNING_KEY";

/// Tools that can take part in a build, and how they tell their versions.
const TOOLS: [(&str, &[&str]); 6] = [
    ("rustc", &["--version"]),
    ("cargo-zigbuild", &["--version"]),
    ("python-zig", &["version"]),
    ("maturin", &["--version"]),
    ("cargo-deb", &["--version"]),
    ("cargo-generate-rpm", &["--version"]),
];

/// Writes the statement on the files and returns its path.
pub(super) fn write(
    root: &Path,
    out: &Path,
    target: &Target,
    version: &str,
    date: u64,
    files: &[PathBuf],
) -> anyhow::Result<PathBuf> {
    let mut subjects = Vec::new();
    for file in files {
        let name = file.file_name().context("a file has a name")?.to_string_lossy().into_owned();
        subjects.push((name, super::checksum(file)?));
    }
    let tools = TOOLS.iter().filter_map(|(name, arguments)| Some((*name, version_of(name, arguments)?)));
    let repository = super::workspace(root)?.get("repository").and_then(|it| it.as_str()).map(str::to_owned);
    let source = Source {
        repository: repository.context("the workspace has no address")?,
        commit: super::commit(root),
        is_changed: super::git(root, &["status", "--porcelain"]).is_none_or(|it| !it.is_empty()),
        lock: super::checksum(&root.join("Cargo.lock"))?,
    };
    let statement = statement(&source, &target.triple, date, subjects, tools.collect());
    let path = out.join(format!("lsflint-{version}-{}.intoto.json", target.triple));
    fs::write(&path, serde_json::to_string_pretty(&statement)? + "\n")
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// Where the files come from.
struct Source {
    /// `https://github.com/OWNER/NAME`
    repository: String,
    /// Empty outside of a repository.
    commit: String,
    /// Whether files differ from the commit.
    is_changed: bool,
    /// The SHA-256 of Cargo.lock.
    lock: String,
}

fn statement(
    source: &Source,
    triple: &str,
    date: u64,
    mut subjects: Vec<(String, String)>,
    tools: Vec<(&str, String)>,
) -> Value {
    subjects.sort();
    let subjects: Vec<Value> =
        subjects.into_iter().map(|(name, hash)| json!({ "name": name, "digest": { "sha256": hash } })).collect();
    let repository = &source.repository;
    let mut commit = json!({ "uri": format!("git+{repository}"), "annotations": { "changed": source.is_changed } });
    if !source.commit.is_empty() {
        commit["digest"] = json!({ "gitCommit": source.commit });
    }
    json!({
        "_type": "https://in-toto.io/Statement/v1",
        "subject": subjects,
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": format!("{repository}/blob/main/docs/design/release.md"),
                "externalParameters": { "command": "cargo xtask dist", "target": triple },
                "internalParameters": {
                    "SOURCE_DATE_EPOCH": date.to_string(),
                    "tools": tools.into_iter().map(|(name, it)| (name.to_owned(), Value::from(it))).collect::<serde_json::Map<_, _>>(),
                },
                "resolvedDependencies": [
                    commit,
                    { "name": "Cargo.lock", "digest": { "sha256": source.lock } },
                ],
            },
            "runDetails": { "builder": { "id": builder(repository) } },
        },
    })
}

/// Who builds: the workflow of GitHub that runs, or `cargo xtask dist` on any machine.
fn builder(repository: &str) -> String {
    let workflow = std::env::var("GITHUB_SERVER_URL").ok().zip(std::env::var("GITHUB_WORKFLOW_REF").ok());
    workflow
        .map_or_else(|| format!("{repository}/blob/main/xtask"), |(server, workflow)| format!("{server}/{workflow}"))
}

fn version_of(tool: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(tool).args(arguments).output().ok().filter(|it| it.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next()?.trim().to_owned())
}

/// Signs a file if LSFLINT_SIGNING_KEY names a key of GnuPG: writes `FILE.asc`, which `gpg --verify` reads.
#[allow(clippy::print_stdout, reason = "the result is part of the output")]
pub(super) fn sign(file: &Path) -> anyhow::Result<()> {
    let signature = PathBuf::from(format!("{}.asc", file.display()));
    let Ok(key) = std::env::var(KEY) else {
        // Of an earlier run: it does not fit.
        let _ = fs::remove_file(signature);
        println!("not signed: {KEY} names no key of GnuPG");
        return Ok(());
    };
    let mut command = Command::new("gpg");
    command.args(["--batch", "--yes", "--quiet", "--armor", "--local-user", &key, "--output"]).arg(&signature);
    run_command(command.arg("--detach-sign").arg(file))?;
    println!("signed: {}", signature.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_names_files_commit_and_tools() {
        let source = Source {
            repository: "https://example.com/a/b".to_owned(),
            commit: "0123".to_owned(),
            is_changed: false,
            lock: "4567".to_owned(),
        };
        let subjects = [("b.whl", "2"), ("a.deb", "1")].map(|it| (it.0.to_owned(), it.1.to_owned()));
        let tools = vec![("rustc", "rustc 1.90.0".to_owned())];
        let statement = statement(&source, "x86_64-unknown-linux-musl", 7, subjects.into(), tools);
        assert_eq!(statement["subject"][0], json!({ "name": "a.deb", "digest": { "sha256": "1" } }));
        let definition = &statement["predicate"]["buildDefinition"];
        assert_eq!(definition["resolvedDependencies"][0]["digest"], json!({ "gitCommit": "0123" }));
        assert_eq!(definition["internalParameters"]["SOURCE_DATE_EPOCH"], "7");
        assert_eq!(definition["internalParameters"]["tools"]["rustc"], "rustc 1.90.0");
    }
}
