//! What the code of a crate may do, and text that no file may contain.

use super::{Report, Repository, SourceFile};

/// Crates whose results depend only on their arguments.
const PURE: [&str; 11] =
    ["spec", "syntax", "model", "lint", "rules", "policy", "fmt", "ide", "report", "answers", "wasm"];

/// Crates that may print to the terminal. All others return text or take a writer.
const PRINTING: [&str; 4] = ["lsflint", "server", "xtask", "test-support"];

/// What pure functions may not use. Only crates that own a process use `std::process` and threads.
const IMPURE: [&str; 10] = [
    "std::fs",
    "std::env",
    "std::time",
    "std::net",
    "std::process",
    "std::thread",
    "std::io::stdin",
    "std::io::stdout",
    "SystemTime",
    "Instant::now",
];

/// Marks of unfinished work. The strings are split so that this file does not contain them.
const UNFINISHED: [&str; 5] = [
    concat!("todo", "!("),
    concat!("unimplemented", "!("),
    concat!("dbg", "!("),
    concat!("#[ig", "nore"),
    concat!("should_", "panic"),
];

const HOME_PATHS: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/tmp/", "wt/")];

const REGISTRIES: [&str; 6] = [
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("registry.", "npmjs.org"),
    concat!("files.", "pythonhosted.org"),
    concat!("pypi.", "org"),
    concat!("art", "ifactory"),
];

const UNSAFE_CODE: [&str; 4] =
    [concat!("uns", "afe {"), concat!("uns", "afe fn"), concat!("uns", "afe impl"), concat!("uns", "afe extern")];

/// No file contains unfinished work or names of one machine.
pub(super) fn forbidden_text(repository: &Repository, report: &mut Report) {
    for file in repository.files.iter().filter(|file| !is_lock(file)) {
        for (index, line) in file.text.lines().enumerate() {
            let mut forbid = |words: &[&str], why: &str| {
                for word in words.iter().filter(|word| line.contains(**word)) {
                    report.error(&file.path, index + 1, format!("`{word}`: {why}"));
                }
            };
            if file.is_rust() {
                forbid(&UNFINISHED, "finish the code, or remove it and document the limitation");
                forbid(&UNSAFE_CODE, "unsafe code is not allowed");
            }
            forbid(&REGISTRIES, "configure registries on the machine, not in the repository");
            for path in HOME_PATHS.iter().filter(|path| starts_a_path(line, path)) {
                report.error(&file.path, index + 1, format!("`{path}`: path of one machine"));
            }
        }
    }
}

fn is_lock(file: &SourceFile) -> bool {
    file.path.ends_with(".lock") || file.path.ends_with("package-lock.json")
}

/// Whether the path occurs in the line and is not part of a longer path.
fn starts_a_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(index, _)| {
        let before = line[..index].chars().next_back();
        !before
            .is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '}' | ')' | '*' | '>'))
    })
}

/// Crates in [`PURE`] read no disk, clock or environment.
pub(super) fn analysis_is_pure(repository: &Repository, report: &mut Report) {
    for file in repository.rust().filter(|file| file.path.starts_with("crates/") && PURE.contains(&file.krate())) {
        for (line, text) in file.production_lines().filter(|(_, text)| !is_comment(text)) {
            if let Some(way) = IMPURE.iter().find(|way| text.contains(**way)).copied().or_else(|| grouped_import(text))
            {
                report.error(&file.path, line, format!("`{way}` in `{}`: pass the input as an argument", file.krate()));
            }
        }
    }
}

/// `use std::{fs, ...}`.
fn grouped_import(text: &str) -> Option<&'static str> {
    let names = text.trim_start().strip_prefix("use std::{")?;
    let uses = |name: &str| names.split([',', '{', '}', ' ', ';', ':']).any(|word| word == name);
    ["fs", "env", "time", "net", "process", "thread"].into_iter().find(|name| uses(name))
}

/// Libraries do not print.
pub(super) fn libraries_are_silent(repository: &Repository, report: &mut Report) {
    for file in repository.rust().filter(|file| file.path.starts_with("crates/") && !PRINTING.contains(&file.krate())) {
        for (line, text) in file.production_lines().filter(|(_, text)| !is_comment(text)) {
            // `eprintln!` contains `println!`, and so on.
            if ["print!(", "println!("].iter().any(|call| text.contains(call)) {
                report.error(
                    &file.path,
                    line,
                    format!("`{}` must not print: return the text or take a writer", file.krate()),
                );
            }
        }
    }
}

fn is_comment(text: &str) -> bool {
    text.trim_start().starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::assert_problems;

    #[test]
    fn unfinished_work_is_found_in_code() {
        let text = format!("//! Doc\nfn a() {{ {}) }}\n", UNFINISHED[0]);
        assert_problems(forbidden_text, &[("crates/lint/src/a.rs", &text)], &["a.rs:2: error"]);
        assert_problems(forbidden_text, &[("notes.md", &text)], &[]);
    }

    #[test]
    fn paths_of_one_machine_are_found_everywhere() {
        let here = format!("see {}shared\n", HOME_PATHS[0]);
        assert_problems(forbidden_text, &[("README.md", &here)], &["README.md:1"]);
        let inside = format!("LSB_SHAREDIR=/opt/lsf{}logdir\n", HOME_PATHS[0]);
        assert_problems(forbidden_text, &[("testdata/lsf.conf", &inside)], &[]);
    }

    #[test]
    fn analysis_reads_no_disk_outside_its_tests() {
        assert_problems(analysis_is_pure, &[("crates/lint/src/a.rs", "use std::fs;\n")], &["`std::fs` in `lint`"]);
        assert_problems(
            analysis_is_pure,
            &[("crates/model/src/a.rs", "use std::{fmt, env};\n")],
            &["`env` in `model`"],
        );
        assert_problems(
            analysis_is_pure,
            &[("crates/lint/src/a.rs", "//! Doc\n#[cfg(test)]\nmod tests {\nuse std::fs;\n}\n")],
            &[],
        );
        assert_problems(analysis_is_pure, &[("crates/project/src/a.rs", "use std::fs;\n")], &[]);
    }

    #[test]
    fn libraries_do_not_print() {
        assert_problems(
            libraries_are_silent,
            &[("crates/report/src/a.rs", "fn a() { eprintln!(\"x\") }\n")],
            &["`report` must not print"],
        );
        assert_problems(libraries_are_silent, &[("crates/lsflint/src/main.rs", "fn a() { println!(\"x\") }\n")], &[]);
    }
}
