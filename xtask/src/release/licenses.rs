//! The packages that are linked into the program, and their licenses.
//!
//! `cargo tree` lists the linked packages for the features of the program. `cargo metadata` also has packages that only
//! tests and xtask use; it provides the content of manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use spdx::{Expression, ParseMode};
use walkdir::WalkDir;

use crate::dependencies::POLICY;
use crate::process::cargo_output;

/// The maximum depth of licenses of bundled code below the folder of a package.
const DEPTH: usize = 5;

/// The license whose text each archive contains, without the name of an author.
const ALWAYS_THERE: &str = "Apache-2.0";

/// The licenses of packages that do not contain their own, from their repositories.
const TEXTS: [(&str, &str); 1] = [("cel", include_str!("texts/cel.txt"))];

/// A package of another project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(super) version: String,
    /// The SPDX expression of its manifest: `MIT OR Apache-2.0`.
    pub(super) license: String,
    pub(super) repository: Option<String>,
    pub(super) description: Option<String>,
    /// Its checksum in the lock file.
    pub(super) checksum: Option<String>,
    /// Its dependencies, `name@version`.
    pub(super) uses: Vec<String>,
    /// Whether its build runs a program of its own.
    pub(crate) has_build_script: bool,
    /// Whether its build script compiles C code.
    pub(crate) compiles_c: bool,
    /// The texts of licenses and notices in the package, with their paths.
    texts: Vec<(String, String)>,
}

impl Package {
    /// A package of which only the name is known.
    #[cfg(test)]
    pub(crate) fn of(name: &str) -> Package {
        Package { name: name.to_owned(), ..Package::default() }
    }

    /// The id of the package: `name@version`.
    pub(super) fn id(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }
}

/// The packages that are linked into the program for a target, by name; without those of tests and build scripts.
pub(crate) fn packages(root: &Path, triple: &str) -> anyhow::Result<Vec<Package>> {
    linked_into("lsflint", root, triple)
}

/// The texts of the licenses of what is linked into a package of the workspace.
pub(crate) fn texts_of(package: &str, root: &Path, triple: &str) -> anyhow::Result<String> {
    text(&linked_into(package, root, triple)?)
}

fn linked_into(package: &str, root: &Path, triple: &str) -> anyhow::Result<Vec<Package>> {
    let tree = ["tree", "--package", package, "--edges", "normal", "--prefix", "depth", "--format", "{p}", "--locked"];
    let linked = graph(&cargo_output(root, &[&tree[..], &["--target", triple]].concat())?)?;
    let checksums = checksums(&fs::read_to_string(root.join("Cargo.lock"))?)?;
    let metadata = metadata(root, triple)?;
    let manifests = metadata["packages"].as_array().context("cargo metadata describes no package")?;
    let mut packages = Vec::new();
    let mut described = 0;
    for manifest in manifests {
        let (name, version) = (text_of(manifest, "name"), text_of(manifest, "version"));
        let id = format!("{name}@{version}");
        let Some(uses) = linked.get(&id) else { continue };
        described += 1;
        // Crates of the workspace have no source.
        if manifest["source"].is_null() {
            continue;
        }
        let folder = Path::new(manifest["manifest_path"].as_str().unwrap_or_default()).parent();
        packages.push(Package {
            license: accepted(&text_of(manifest, "license")).with_context(|| format!("cannot ship {id}"))?,
            repository: manifest["repository"].as_str().map(str::to_owned),
            description: manifest["description"].as_str().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")),
            checksum: checksums.get(&id).cloned(),
            uses: uses.iter().cloned().collect(),
            has_build_script: has(manifest, "targets", |it| it["kind"][0] == "custom-build"),
            compiles_c: has(manifest, "dependencies", |it| it["kind"] == "build" && it["name"] == "cc"),
            texts: texts(&name, folder.context("a manifest lies in a folder")?)?,
            name,
            version,
        });
    }
    ensure!(described == linked.len(), "cargo metadata has {described} of {} packages", linked.len());
    packages.sort_by_key(Package::id);
    Ok(packages)
}

/// The output of `cargo metadata` for a target.
fn metadata(root: &Path, triple: &str) -> anyhow::Result<Value> {
    let text = cargo_output(root, &["metadata", "--format-version", "1", "--locked", "--filter-platform", triple])?;
    serde_json::from_str(&text).context("cargo metadata wrote no JSON")
}

/// Each package of a tree with its dependencies, `name@version`. A line has depth, name and version: `2anstyle
/// v1.0.14`. The dependencies of a package are listed only at its first occurrence.
fn graph(tree: &str) -> anyhow::Result<BTreeMap<String, BTreeSet<String>>> {
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut above: Vec<String> = Vec::new();
    for line in tree.lines().filter(|it| !it.is_empty()) {
        let start = line.find(|it: char| !it.is_ascii_digit()).unwrap_or(line.len());
        let mut words = line[start..].split_whitespace();
        let package = words.next().zip(words.next().and_then(|it| it.strip_prefix('v')));
        let wrong = || format!("unexpected output of cargo tree: `{line}`");
        let (name, version) = package.with_context(wrong)?;
        let depth = line[..start].parse().with_context(wrong)?;
        let id = format!("{name}@{version}");
        above.truncate(depth);
        if let Some(user) = above.last() {
            graph.entry(user.clone()).or_default().insert(id.clone());
        }
        graph.entry(id.clone()).or_default();
        above.push(id);
    }
    Ok(graph)
}

/// The SPDX expression, if accepted licenses satisfy it.
fn accepted(license: &str) -> anyhow::Result<String> {
    ensure!(!license.is_empty(), "missing license in its manifest");
    ensure!(can_be_met(license, POLICY.licenses())?, "its license is {license}, which deny.toml does not accept");
    Ok(Expression::canonicalize(license)?.unwrap_or_else(|| license.to_owned()))
}

/// Whether the licenses satisfy an expression.
pub(crate) fn can_be_met(license: &str, licenses: &[impl AsRef<str>]) -> anyhow::Result<bool> {
    // Old manifests write `MIT/Apache-2.0`.
    let expression = Expression::parse_mode(license, ParseMode::LAX)?;
    Ok(expression
        .evaluate(|it| it.license.id().is_some_and(|it| licenses.iter().any(|accepted| accepted.as_ref() == it.name))))
}

/// Whether a list of a manifest has an element.
fn has(manifest: &Value, list: &str, is_it: impl Fn(&Value) -> bool) -> bool {
    manifest[list].as_array().is_some_and(|it| it.iter().any(is_it))
}

fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn checksums(lock: &str) -> anyhow::Result<BTreeMap<String, String>> {
    let lock: toml::Table = lock.parse().context("Cargo.lock is broken")?;
    let packages = lock.get("package").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let row = |it: &toml::Value| {
        let text = |key| it.get(key).and_then(toml::Value::as_str);
        Some((format!("{}@{}", text("name")?, text("version")?), text("checksum")?.to_owned()))
    };
    Ok(packages.iter().filter_map(row).collect())
}

/// The texts of licenses in a package, also those of bundled code; if there are none, that of its repository.
fn texts(name: &str, folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for entry in WalkDir::new(folder).max_depth(DEPTH).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && is_license(&entry.file_name().to_string_lossy()) {
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path()).display().to_string();
            texts.push((path, String::from_utf8_lossy(&fs::read(entry.path())?).into_owned()));
        }
    }
    if texts.is_empty() {
        let of_repository = TEXTS.iter().filter(|it| it.0 == name);
        texts.extend(of_repository.map(|it| ("LICENSE in its repository".to_owned(), it.1.to_owned())));
    }
    Ok(texts)
}

fn is_license(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let begin = ["license", "licence", "copying", "copyright", "notice", "unlicense"];
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let is_text = matches!(ending, "" | "txt" | "md")
        || !stem.contains('.') && !matches!(ending, "rs" | "toml" | "html" | "json");
    is_text && begin.iter().any(|it| name.starts_with(it))
}

/// The document: a list of packages, and each text once.
pub(super) fn text(packages: &[Package]) -> anyhow::Result<String> {
    let mut text = String::from(
        "lsflint is licensed under MIT OR Apache-2.0 (LICENSE-MIT, LICENSE-APACHE). The program contains these packages:\n\n",
    );
    for package in packages {
        let bare = match package.texts.is_empty() {
            false => String::new(),
            true if can_be_met(&package.license, &[ALWAYS_THERE])? => {
                format!(" (the package contains no text; {ALWAYS_THERE} is in LICENSE-APACHE)")
            }
            true => bail!("{} does not contain the text of its license, {}", package.id(), package.license),
        };
        writeln!(text, "  {} {}: {}{bare}", package.name, package.version, package.license)?;
    }
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        for (path, license) in &package.texts {
            let license =
                license.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned();
            owners.entry(license).or_default().push(format!("{} {}: {path}", package.name, package.version));
        }
    }
    let mut groups: Vec<(Vec<String>, String)> = owners.into_iter().map(|(license, names)| (names, license)).collect();
    groups.sort();
    for (names, license) in groups {
        writeln!(text, "\n{}\n{}\n\n{license}", "=".repeat(80), names.join("\n"))?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licenses_are_found_by_name() {
        for name in [
            "LICENSE",
            "LICENSE-MIT",
            "license.md",
            "COPYING",
            "NOTICE.txt",
            "LICENSE.Apache",
            "LICENSE-2.0.txt",
            "UNLICENSE",
        ] {
            assert!(is_license(name), "{name}");
        }
        for name in ["license.rs", "LICENSES.toml", "README.md", "notice.html", "relicense"] {
            assert!(!is_license(name), "{name}");
        }
    }

    #[test]
    fn a_text_is_written_once_for_all_its_owners() {
        let package = |name: &str, license: &str| Package {
            version: "1.0.0".to_owned(),
            license: "MIT OR Apache-2.0".to_owned(),
            texts: if license.is_empty() { Vec::new() } else { vec![("LICENSE".to_owned(), license.to_owned())] },
            ..Package::of(name)
        };
        let text =
            text(&[package("a", "free\n"), package("b", "free"), package("c", "")]).expect("a string can be written");
        assert_eq!(text.matches("\nfree\n").count(), 1);
        assert!(text.contains("a 1.0.0: LICENSE\nb 1.0.0: LICENSE\n\nfree"), "{text}");
        let bare = "  c 1.0.0: MIT OR Apache-2.0 (the package contains no text; Apache-2.0 is in LICENSE-APACHE)\n";
        assert!(text.contains(bare), "{text}");
        let package = Package { license: "MIT".to_owned(), ..package("c", "") };
        assert!(super::text(&[package]).is_err(), "the text of MIT names its author");
    }

    #[test]
    fn licenses_are_normalized_or_rejected() {
        assert_eq!(accepted("MIT/Apache-2.0").expect("both are accepted"), "MIT OR Apache-2.0");
        assert_eq!(accepted("GPL-3.0-only OR MIT").expect("one is enough"), "GPL-3.0-only OR MIT");
        for refused in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "as is"] {
            assert!(accepted(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn a_tree_is_read_as_a_graph() {
        let tree = "0lsflint v0.1.0 (a folder)\n1a v1.0.0\n2b v2.0.0 (proc-macro)\n1c v3.0.0+x\n2a v1.0.0 (*)\n";
        let graph = graph(tree).expect("it is a tree");
        let uses = |it: &str| graph[it].iter().map(String::as_str).collect::<Vec<_>>().join(" ");
        assert_eq!(uses("lsflint@0.1.0"), "a@1.0.0 c@3.0.0+x");
        assert_eq!((uses("a@1.0.0"), uses("c@3.0.0+x")), ("b@2.0.0".to_owned(), "a@1.0.0".to_owned()));
        assert!(super::graph("no tree\n").is_err());
    }

    #[test]
    fn what_is_linked_is_known_and_what_only_tests_use_is_not() {
        let root = crate::repository_root();
        let packages = packages(&root, "x86_64-unknown-linux-gnu").expect("cargo metadata works");
        let has = |name: &str| packages.iter().any(|it| it.name == name);
        assert!(has("rowan") && has("tokio") && has("libmimalloc-sys"));
        assert!(!has("proptest") && !has("snapbox") && !has("lsflint-spec") && !has("cc"));
        let mimalloc = packages.iter().find(|it| it.name == "libmimalloc-sys").expect("seen above");
        assert!(mimalloc.texts.iter().any(|(path, _)| path.starts_with("c_src")), "the C code has its own license");
        assert!(packages.iter().all(|it| it.checksum.as_ref().is_some_and(|it| it.len() == 64)));
    }
}
