//! `cargo xtask dependencies`: checks the packages of other projects in Cargo.lock.
//!
//! deny.toml says what is accepted, in the format of cargo-deny: licenses, sources, packages that are there in two
//! versions, and advisories that do not apply. The advisories are those of RustSec about packages in Cargo.lock, copied
//! to xtask/advisories, so that the check needs no network.
#![allow(clippy::print_stdout, reason = "the problems and the summary are the product")]

mod advisories;
mod security_page;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use anyhow::Context;
use serde::Deserialize;

/// Arguments of `cargo xtask dependencies`.
#[derive(Debug, Default, clap::Args)]
pub struct DependenciesArguments {
    /// Copy the advisories from this checkout of github.com/RustSec/advisory-db before the check.
    #[arg(long, value_name = "FOLDER")]
    update: Option<PathBuf>,
}

/// The registry that packages come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// What is accepted: the keys of deny.toml that are read here.
#[derive(Debug, Deserialize)]
pub(crate) struct Policy {
    advisories: Advisories,
    licenses: Licenses,
    bans: Bans,
}

#[derive(Debug, Deserialize)]
struct Advisories {
    ignore: Vec<Ignored>,
}

#[derive(Debug, Deserialize)]
struct Ignored {
    id: String,
}

#[derive(Debug, Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Bans {
    skip: Vec<Skipped>,
}

#[derive(Debug, Deserialize)]
struct Skipped {
    #[serde(rename = "crate")]
    package: String,
}

impl Policy {
    /// The accepted licenses, as SPDX ids.
    pub(crate) fn licenses(&self) -> &[String] {
        &self.licenses.allow
    }
}

/// The policy of this repository.
pub(crate) static POLICY: LazyLock<Policy> =
    LazyLock::new(|| toml::from_str(include_str!("../../deny.toml")).expect("deny.toml is correct"));

/// A package of Cargo.lock.
#[derive(Debug, Clone, Deserialize)]
struct Locked {
    name: String,
    version: String,
    /// Missing for packages of the workspace.
    source: Option<String>,
}

impl Locked {
    /// `name@version`.
    fn id(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

/// Prints the problems; fails if there is one.
pub fn run(root: &Path, arguments: &DependenciesArguments) -> anyhow::Result<ExitCode> {
    let lock: Lock = toml::from_str(&fs::read_to_string(root.join("Cargo.lock"))?).context("Cargo.lock is broken")?;
    let locked: Vec<Locked> = lock.package.into_iter().filter(|it| it.source.is_some()).collect();
    if let Some(database) = &arguments.update {
        advisories::update(root, database, &locked)?;
    }
    let mut problems = sources(&locked);
    problems.extend(versions(&locked, &POLICY));
    problems.extend(licenses(root, &POLICY)?);
    let (checked, affected) = advisories::check(root, &locked, &POLICY)?;
    problems.extend(affected);
    problems.extend(security_page::check(root)?);
    for it in &problems {
        println!("error: {it}");
    }
    println!("dependencies: {} packages, {checked} advisories about them, {} errors", locked.len(), problems.len());
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Packages that do not come from crates.io.
fn sources(locked: &[Locked]) -> Vec<String> {
    let elsewhere = locked.iter().filter(|it| it.source.as_deref() != Some(REGISTRY));
    elsewhere.map(|it| format!("{} does not come from crates.io", it.id())).collect()
}

/// Packages with several versions, all but the newest of which must be in `bans.skip`, and needless entries there.
fn versions(locked: &[Locked], policy: &Policy) -> Vec<String> {
    let mut by_name: BTreeMap<&str, Vec<semver::Version>> = BTreeMap::new();
    for it in locked {
        by_name.entry(&it.name).or_default().extend(it.version.parse::<semver::Version>());
    }
    let mut older = BTreeSet::new();
    for (name, mut versions) in by_name {
        versions.sort();
        versions.pop();
        older.extend(versions.iter().map(|it| format!("{name}@{it}")));
    }
    let skipped: BTreeSet<String> = policy.bans.skip.iter().map(|it| it.package.clone()).collect();
    let twice = older.difference(&skipped);
    let twice =
        twice.map(|it| format!("{it} is used in addition to a newer version: use one, or list it in deny.toml"));
    let needless = skipped.difference(&older).map(|it| format!("deny.toml skips {it}, which is not used twice"));
    twice.chain(needless).collect()
}

/// Packages whose license is not accepted.
fn licenses(root: &Path, policy: &Policy) -> anyhow::Result<Vec<String>> {
    let metadata = crate::process::cargo_output(root, &["metadata", "--format-version", "1", "--locked"])?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata).context("cargo metadata wrote no JSON")?;
    let packages = metadata["packages"].as_array().context("cargo metadata describes no package")?;
    let mut problems = Vec::new();
    for it in packages.iter().filter(|it| !it["source"].is_null()) {
        let license = it["license"].as_str().unwrap_or_default();
        if !crate::release::can_be_met(license, policy.licenses()).unwrap_or(false) {
            let (name, version) = (&it["name"], &it["version"]);
            problems.push(format!("{name} {version} has the license `{license}`, which deny.toml does not accept"));
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locked(name: &str, version: &str) -> Locked {
        Locked { name: name.to_owned(), version: version.to_owned(), source: Some(REGISTRY.to_owned()) }
    }

    fn policy(skip: &str) -> Policy {
        toml::from_str(&format!("advisories.ignore = []\nlicenses.allow = []\nbans.skip = [{{ crate = \"{skip}\" }}]"))
            .expect("a policy")
    }

    #[test]
    fn of_two_versions_the_older_one_is_listed() {
        let all = [locked("a", "1.9.0"), locked("a", "1.10.0"), locked("b", "1.0.0")];
        assert_eq!(versions(&all, &policy("a@1.9.0")), [""; 0]);
        let found = versions(&all, &policy("b@1.0.0"));
        assert_eq!(
            found,
            [
                "a@1.9.0 is used in addition to a newer version: use one, or list it in deny.toml",
                "deny.toml skips b@1.0.0, which is not used twice"
            ]
        );
    }

    #[test]
    fn packages_come_from_the_registry() {
        let git = Locked { source: Some("git+https://example.com/a".to_owned()), ..locked("a", "1.0.0") };
        assert_eq!(sources(&[locked("b", "1.0.0"), git]), ["a@1.0.0 does not come from crates.io"]);
    }
}
