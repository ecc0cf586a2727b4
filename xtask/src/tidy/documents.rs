//! Documentation for contributors: the files and types that it names exist, and each crate has a README.

use std::collections::BTreeSet;

use super::{Report, Repository, SourceFile};

/// Placeholders in paths, which match any name.
const PLACEHOLDERS: [&str; 4] = ["FEATURE", "FILE", "NAME", "my_rule_name"];

/// Extensions of file names of the repository. Files of LSF (`lsf.conf`) are files of a site.
const ENDINGS: [&str; 9] = [".rs", ".md", ".toml", ".sh", ".yml", ".json", ".mjs", ".py", ".lua"];

/// Files of a build or of a site.
const ELSEWHERE: [&str; 2] = ["target/", "lsflint.toml"];

/// Each crate has a README.
pub(super) fn crate_readmes(repository: &Repository, report: &mut Report) {
    for folder in crate_folders(repository) {
        if repository.file(&format!("{folder}/README.md")).is_none() {
            report.error(folder, None, "missing README.md");
        }
    }
}

fn crate_folders(repository: &Repository) -> impl Iterator<Item = &str> {
    let folders = repository.below("crates/", "/Cargo.toml").filter_map(|it| it.path.strip_suffix("/Cargo.toml"));
    // `crates/server/fuzz` is a workspace of its own.
    folders.filter(|it| it.matches('/').count() == 1)
}

/// Paths in backticks and in shell commands exist, relative to the repository or to the document. So do the targets of
/// links. Links in `docs` are checked when the site is built.
pub(super) fn named_paths(repository: &Repository, report: &mut Report) {
    for file in documents(repository) {
        for (line, code) in code(&file.text) {
            for path in code.split_whitespace().filter(|it| is_path(repository, file, it)) {
                if !path_exists(repository, file, path) {
                    report.error(&file.path, line, format!("`{path}` does not exist"));
                }
            }
        }
    }
    let is_page = |it: &&SourceFile| it.path.ends_with(".md") && !it.path.contains('/');
    for file in repository.files.iter().filter(is_page).chain(readmes(repository)) {
        for (line, target) in links(&file.text).filter(|(_, it)| !it.starts_with('#') && !it.contains("://")) {
            let path = target.split('#').next().unwrap_or_default();
            if !exists(repository, &joined(folder(file), path)) {
                report.error(&file.path, line, format!("broken link: `{path}` does not exist"));
            }
        }
    }
}

/// Types named in the README of a crate are defined in a crate.
pub(super) fn named_types(repository: &Repository, report: &mut Report) {
    let defined: BTreeSet<&str> = repository.below("crates/", ".rs").flat_map(|it| definitions(&it.text)).collect();
    for file in readmes(repository) {
        for (line, code) in code(&file.text) {
            let name = code.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').next().unwrap_or_default();
            if is_type(name) && !defined.contains(name) {
                report.error(&file.path, line, format!("no crate defines `{name}`"));
            }
        }
    }
}

/// The page whose tables name tests.
const ATTACKS: &str = "docs/design/attacks.md";

/// The tests that the page about attacks names, as `file::test`, exist.
pub(super) fn named_tests(repository: &Repository, report: &mut Report) {
    let Some(page) = repository.file(ATTACKS) else { return };
    let sources: Vec<&SourceFile> = repository.below("crates/", ".rs").collect();
    for (line, code) in code(&page.text) {
        let Some((file, test)) = code.split_once("::") else { continue };
        let (path, function) = (format!("/{file}.rs"), format!("fn {test}("));
        if !sources.iter().any(|it| it.path.ends_with(&path) && it.text.contains(&function)) {
            report.error(ATTACKS, line, format!("no test `{code}`"));
        }
    }
}

/// Documentation for contributors.
fn documents(repository: &Repository) -> impl Iterator<Item = &SourceFile> {
    let pages = repository.below("docs/design/", ".md").chain(repository.file("CONTRIBUTING.md"));
    pages.chain(readmes(repository))
}

fn readmes(repository: &Repository) -> impl Iterator<Item = &SourceFile> {
    crate_folders(repository).filter_map(|it| repository.file(&format!("{it}/README.md")))
}

/// Inline code and shell commands, each with the number of its first line.
fn code(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    let mut open: Option<(usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(info) };
        } else if let Some(info) = fence {
            let command = line.split(" #").next().unwrap_or_default();
            found.extend(matches!(info, "sh" | "console").then(|| (index + 1, command.to_owned())));
        } else if line.is_empty() {
            open = None;
        } else {
            for (number, part) in line.split('`').enumerate() {
                if number > 0 {
                    match open.take() {
                        Some(closed) => found.push(closed),
                        None => open = Some((index + 1, String::new())),
                    }
                }
                if let Some((_, inside)) = &mut open {
                    inside.push_str(part);
                }
            }
            // Inline code may continue on the next line.
            if let Some((_, inside)) = &mut open {
                inside.push(' ');
            }
        }
    }
    found
}

/// The targets of links, with their lines.
fn links(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate();
    lines.flat_map(|(index, line)| {
        line.split("](").skip(1).filter_map(move |it| Some((index + 1, it.split_once(')')?.0)))
    })
}

/// Whether a word looks like a path of the repository: it has a known extension, or its first part exists.
fn is_path(repository: &Repository, file: &SourceFile, word: &str) -> bool {
    let of_path = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.' | '/' | '*');
    let is_elsewhere = ELSEWHERE.iter().any(|it| word.starts_with(it)) || word.starts_with(['-', '/', '.']);
    if is_elsewhere || !word.chars().all(of_path) {
        return false;
    }
    let begins_here = || {
        let (first, _) = word.split_once('/')?;
        Some(["", folder(file)].iter().any(|it| exists(repository, &joined(it, first))))
    };
    ENDINGS.iter().any(|it| word.ends_with(it)) || begins_here().unwrap_or(false)
}

fn path_exists(repository: &Repository, file: &SourceFile, path: &str) -> bool {
    if !path.contains('/') {
        let is_named = |it: &SourceFile| it.path.rsplit('/').next() == Some(path);
        return repository.files.iter().any(is_named);
    }
    ["", folder(file)].iter().any(|it| exists(repository, &joined(it, path)))
}

/// The folder of a document.
fn folder(file: &SourceFile) -> &str {
    file.path.rsplit_once('/').map_or("", |it| it.0)
}

/// A path relative to a folder, as a path of the repository.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|it| !it.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Whether a file or folder matches the path; `*` and placeholders match any name.
fn exists(repository: &Repository, pattern: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').filter(|it| !it.is_empty()).collect();
    repository.files.iter().any(|file| {
        let mut parts = file.path.split('/');
        pattern.iter().all(|wanted| parts.next().is_some_and(|part| matches_part(wanted, part)))
    })
}

/// Whether a part of a path matches a part of a pattern.
fn matches_part(wanted: &str, part: &str) -> bool {
    if wanted == part {
        return true;
    }
    let placeholder = PLACEHOLDERS.iter().find_map(|it| wanted.split_once(it));
    let Some((start, end)) = wanted.split_once('*').or(placeholder) else { return false };
    part.len() >= start.len() + end.len() && part.starts_with(start) && part.ends_with(end)
}

/// The names of types that a source defines.
fn definitions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let mut words = line.split_whitespace().skip_while(|it| it.starts_with("pub"));
        let is_definition = matches!(words.next()?, "struct" | "enum" | "trait" | "type");
        let name = words.next()?.split(|it: char| !it.is_ascii_alphanumeric() && it != '_').next()?;
        is_definition.then_some(name)
    })
}

/// `FileKind`, not `RES_REQ`, `Begin Queue` or `Y`.
fn is_type(name: &str) -> bool {
    name.starts_with(|it: char| it.is_ascii_uppercase())
        && name.contains(|it: char| it.is_ascii_lowercase())
        && !name.contains('_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::assert_problems;

    const MANIFEST: (&str, &str) = ("crates/lint/Cargo.toml", "");
    const SOURCE: (&str, &str) = ("crates/lint/src/walk/visit.rs", "//! Doc\npub struct Visit<'t> {\n");
    const README: &str = "crates/lint/README.md";

    #[test]
    fn a_crate_has_a_readme() {
        let fuzz = ("crates/lint/fuzz/Cargo.toml", "");
        assert_problems(crate_readmes, &[MANIFEST, fuzz], &["crates/lint: error: missing README.md"]);
        assert_problems(crate_readmes, &[MANIFEST, (README, "# lint\n")], &[]);
    }

    #[test]
    fn paths_in_documents_exist() {
        let check = |text: &str, expected: &[&str]| {
            assert_problems(named_paths, &[MANIFEST, SOURCE, (README, text)], expected);
            assert_problems(named_paths, &[MANIFEST, SOURCE, ("docs/design/index.md", "")], &[]);
        };
        check(
            "See `src/walk/visit.rs`, `src/walk`, `crates/lint`, `visit.rs`, `src/*/visit.rs`, `src/FEATURE/visit.rs`.\n",
            &[],
        );
        check(
            "See `src/walk/visitor.rs`\nand `crates/lynt/src/walk.rs` and `walk.rs`.\n",
            &[
                "README.md:1: error: `src/walk/visitor.rs` does not exist",
                "README.md:2: error: `crates/lynt/src/walk.rs` does not exist",
                "README.md:2: error: `walk.rs` does not exist",
            ],
        );
        // A command that continues on the next line.
        check("Run `bash\nsrc/run.sh`.\n", &["README.md:1: error: `src/run.sh` does not exist"]);
        check("```sh\nbash src/run.sh # src/other.sh\n```\n", &["README.md:2: error: `src/run.sh` does not exist"]);
        check("```rust\nuse src/run.rs\n```\n", &[]);
        // Names at a site, methods, options, output.
        check(
            "`lsf.conf`, `lsflint.toml`, `JL/P`, `textDocument/hover`, `--config=a/b.toml`, `target/x.json`, `/opt/lsf/x.sh`\n",
            &[],
        );
    }

    #[test]
    fn links_in_documents_exist() {
        let files = |path, text| [MANIFEST, SOURCE, (path, text)];
        assert_problems(
            named_paths,
            &files(README, "[a](src/walk/visit.rs#L1), [b](https://example.com), [c](#d)\n"),
            &[],
        );
        assert_problems(named_paths, &files(README, "[a](../lint/src), [b](walk.rs)\n"), &["broken link: `walk.rs`"]);
        assert_problems(
            named_paths,
            &files("README.md", "\n[a](crates/lint/lib)\n"),
            &["README.md:2: error: broken link"],
        );
    }

    #[test]
    fn tests_of_the_page_about_attacks_exist() {
        let check = |text: &str, expected: &[&str]| {
            let source = ("crates/lint/tests/odd.rs", "#[test]\nfn links() {}\n");
            assert_problems(named_tests, &[MANIFEST, source, (ATTACKS, text)], expected);
        };
        check("| links | refused | `odd::links`, `odd` |\n", &[]);
        check(
            "| links |\n| | `odd::pipes`, `even::links` |\n",
            &[
                "docs/design/attacks.md:2: error: no test `odd::pipes`",
                "docs/design/attacks.md:2: error: no test `even::links`",
            ],
        );
    }

    #[test]
    fn types_in_a_readme_are_defined() {
        let check = |text: &str, expected: &[&str]| {
            assert_problems(named_types, &[MANIFEST, SOURCE, (README, text)], expected);
        };
        check("`Visit` and `Visit::new(x)`, `RES_REQ`, `Y`, `cargo test`\n", &[]);
        check("`Visitor`\n", &["README.md:1: error: no crate defines `Visitor`"]);
    }
}
