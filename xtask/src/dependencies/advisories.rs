//! The advisories of RustSec about packages in Cargo.lock.
//!
//! They are copied, because CI needs no network beyond the package registry. `names.txt` lists all packages with
//! advisories at the time of the copy: a new dependency that is among them needs a new copy.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use semver::{Version, VersionReq};
use serde::Deserialize;
use walkdir::WalkDir;

use super::{Locked, Policy};

/// The folder with the copies.
const FOLDER: &str = "xtask/advisories";

/// The packages with advisories, one per line.
const NAMES: &str = "names.txt";

/// The data of an advisory. In the database, it is a TOML block at the beginning of a page; only that is copied.
#[derive(Debug, Deserialize)]
struct Advisory {
    advisory: Head,
    versions: Versions,
}

#[derive(Debug, Deserialize)]
struct Head {
    id: String,
    package: String,
    withdrawn: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Versions {
    #[serde(default)]
    patched: Vec<VersionReq>,
    #[serde(default)]
    unaffected: Vec<VersionReq>,
}

impl Advisory {
    fn is_about(&self, package: &Locked) -> bool {
        let Ok(version) = package.version.parse::<Version>() else { return true };
        let good = self.versions.patched.iter().chain(&self.versions.unaffected);
        self.advisory.withdrawn.is_none()
            && self.advisory.package == package.name
            && !good.into_iter().any(|it| it.matches(&version))
    }
}

/// The number of advisories about locked packages, and a problem for each that applies.
pub(super) fn check(root: &Path, locked: &[Locked], policy: &Policy) -> anyhow::Result<(usize, Vec<String>)> {
    let folder = root.join(FOLDER);
    let mut advisories = Vec::new();
    for path in files(&folder, "toml")? {
        let advisory = toml::from_str::<Advisory>(&fs::read_to_string(&path)?);
        advisories.push(advisory.with_context(|| format!("cannot read {}", path.display()))?);
    }
    let copied: BTreeSet<&str> = advisories.iter().map(|it| it.advisory.package.as_str()).collect();
    let names = fs::read_to_string(folder.join(NAMES))?;
    let mut problems: Vec<String> = Vec::new();
    let missing: BTreeSet<&str> = names.lines().filter(|it| !copied.contains(it)).collect();
    for it in locked.iter().filter(|it| missing.contains(it.name.as_str())) {
        problems.push(format!("the advisories about {} are not in {FOLDER}: run with `--update`", it.name));
    }
    problems.extend(found(&advisories, locked, policy));
    Ok((advisories.len(), problems))
}

fn found(advisories: &[Advisory], locked: &[Locked], policy: &Policy) -> Vec<String> {
    let ignored: BTreeSet<&str> = policy.advisories.ignore.iter().map(|it| it.id.as_str()).collect();
    let wanted = advisories.iter().filter(|it| !ignored.contains(it.advisory.id.as_str()));
    let pairs =
        wanted.flat_map(|it| locked.iter().filter(|package| it.is_about(package)).map(move |package| (it, package)));
    pairs
        .map(|(it, package)| {
            let Head { id, .. } = &it.advisory;
            format!("{id} is about {}: see https://rustsec.org/advisories/{id}", package.id())
        })
        .collect()
}

/// Copies the advisories about locked packages from a checkout of the database.
pub(super) fn update(root: &Path, database: &Path, locked: &[Locked]) -> anyhow::Result<()> {
    let names: BTreeSet<&str> = locked.iter().map(|it| it.name.as_str()).collect();
    let folder = root.join(FOLDER);
    for old in files(&folder, "toml")? {
        fs::remove_file(old)?;
    }
    let mut known = BTreeSet::new();
    for path in files(&database.join("crates"), "md")? {
        let package = path.parent().and_then(Path::file_name).context("a package is a folder")?.to_string_lossy();
        if names.contains(&*package) {
            let text = fs::read_to_string(&path)?;
            let data = block(&text).with_context(|| format!("{} has no data", path.display()))?;
            let name = path.with_extension("toml");
            fs::write(folder.join(name.file_name().context("a file has a name")?), format!("{}\n", data.trim_end()))?;
        }
        known.insert(package.into_owned());
    }
    anyhow::ensure!(!known.is_empty(), "{} contains no advisories", database.display());
    let known: String = known.iter().map(|it| format!("{it}\n")).collect();
    fs::write(folder.join(NAMES), known)?;
    Ok(())
}

/// The TOML block of a page.
fn block(page: &str) -> Option<&str> {
    Some(page.split_once("```toml\n")?.1.split_once("\n```")?.0)
}

/// The advisories below a folder: files with this extension.
fn files(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let path = entry?.into_path();
        let is_advisory = path.file_name().is_some_and(|it| it.to_string_lossy().starts_with("RUSTSEC-"));
        if is_advisory && path.extension().is_some_and(|it| it == extension) {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "```toml\n[advisory]\nid = \"RUSTSEC-2021-0072\"\npackage = \"tokio\"\ndate = \"2021-07-07\"\n\n\
                        [versions]\npatched = [\">= 1.5.1, < 1.6.0\", \">= 1.8.1\"]\nunaffected = [\"< 0.3.0\"]\n```\n\n# Task\n";

    #[track_caller]
    fn check(text: &str, version: &str, ignore: &str, expected: &[&str]) {
        let advisory = toml::from_str(block(text).expect("a block")).expect("an advisory");
        let tokio = Locked { name: "tokio".to_owned(), version: version.to_owned(), source: None };
        let policy = format!("advisories.ignore = [{ignore}]\nlicenses.allow = []\nbans.skip = []");
        let policy = toml::from_str(&policy).expect("a policy");
        assert_eq!(found(&[advisory], &[tokio], &policy), expected);
    }

    #[test]
    fn an_advisory_is_about_the_versions_that_are_not_patched() {
        let about = "RUSTSEC-2021-0072 is about tokio@1.8.0: see https://rustsec.org/advisories/RUSTSEC-2021-0072";
        check(TEXT, "1.8.0", "", &[about]);
        check(TEXT, "1.8.0", "{ id = \"RUSTSEC-2021-0072\", reason = \"x\" }", &[]);
        for good in ["0.2.9", "1.5.3", "1.8.1", "2.0.0"] {
            check(TEXT, good, "", &[]);
        }
        check(&TEXT.replace("package = \"tokio\"", "package = \"other\""), "1.8.0", "", &[]);
        check(&TEXT.replace("\ndate", "\nwithdrawn = \"2022-01-01\"\ndate"), "1.8.0", "", &[]);
    }

    #[test]
    fn a_page_without_data_has_none() {
        assert_eq!(block("# Task\n"), None);
    }
}
