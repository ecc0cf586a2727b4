//! What rooms may do and what texts may say.

use super::{Report, Repository, SourceFile};

/// Rooms whose answers depend on their arguments alone.
const PURE: [&str; 8] = ["spec", "syntax", "model", "lint", "rules", "fmt", "ide", "report"];

/// Crates that may write to the terminal; all others return text or use a writer.
const LOUD: [&str; 4] = ["lsflint", "server", "xtask", "test-support"];

/// Ways out of a pure function. `std::process` and threads belong to the rooms that own a process.
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

/// Marks of unfinished work and machine-specific text. Split so that this file does not contain them.
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

/// Nothing unfinished, nothing tied to one machine.
pub(super) fn forbidden_text(repository: &Repository, report: &mut Report) {
    for file in repository.files.iter().filter(|file| !is_lock(file)) {
        for (index, line) in file.text.lines().enumerate() {
            let mut forbid = |words: &[&str], why: &str| {
                for word in words.iter().filter(|word| line.contains(**word)) {
                    report.error(&file.path, index + 1, format!("`{word}`: {why}"));
                }
            };
            if file.is_rust() {
                forbid(&UNFINISHED, "finish it, or remove it and document the limitation");
                forbid(&UNSAFE_CODE, "not needed here");
            }
            forbid(&REGISTRIES, "registries are configured on the machine, not in the repository");
            for path in HOME_PATHS.iter().filter(|path| starts_a_path(line, path)) {
                report.error(&file.path, index + 1, format!("`{path}`: a path that exists only on one machine"));
            }
        }
    }
}

fn is_lock(file: &SourceFile) -> bool {
    file.path.ends_with(".lock") || file.path.ends_with("package-lock.json")
}

/// Whether the path begins here, and is not the middle of a longer one.
fn starts_a_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(index, _)| {
        let before = line[..index].chars().next_back();
        !before
            .is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '}' | ')' | '*' | '>'))
    })
}

/// LSF's names of the two layouts mean the opposite of what readers expect, so users read "table" and "key = value".
pub(super) fn layout_words(repository: &Repository, report: &mut Report) {
    for file in &repository.files {
        let user_visible = ["crates/lint/", "crates/rules/", "crates/report/", "crates/lsflint/", "crates/spec/data/"];
        // In a style sheet the words are names of properties.
        let is_style = file.path.ends_with(".css");
        if !user_visible.iter().any(|folder| file.path.starts_with(folder)) || file.is_fixture() || is_style {
            continue;
        }
        for (index, line) in file.text.lines().enumerate() {
            let lower = line.to_ascii_lowercase();
            // `form` is a code in the data files that is never printed, messages are the wording of LSF.
            let messages = file.path.ends_with("/messages.toml");
            let quoted = line.trim_start().starts_with("form") || messages && line.starts_with("text =");
            if (lower.contains("vertical") || lower.contains("horizontal")) && !quoted {
                report.error(
                    &file.path,
                    index + 1,
                    "write `table` or `key = value`; LSF uses these words the other way round",
                );
            }
        }
    }
}

/// Same input, same output: analysis reads no disk, no clock, no environment.
pub(super) fn analysis_is_pure(repository: &Repository, report: &mut Report) {
    for file in repository.rust().filter(|file| file.path.starts_with("crates/") && PURE.contains(&file.room())) {
        for (line, text) in file.production_lines().filter(|(_, text)| !is_comment(text)) {
            if let Some(way) = IMPURE.iter().find(|way| text.contains(**way)).copied().or_else(|| grouped_import(text))
            {
                report.error(&file.path, line, format!("`{way}` in `{}`: pass inputs as arguments", file.room()));
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

/// Libraries return; the binary prints.
pub(super) fn libraries_are_silent(repository: &Repository, report: &mut Report) {
    for file in repository.rust().filter(|file| file.path.starts_with("crates/") && !LOUD.contains(&file.room())) {
        for (line, text) in file.production_lines().filter(|(_, text)| !is_comment(text)) {
            // `eprintln!` contains `println!`, and so on.
            if ["print!(", "println!("].iter().any(|call| text.contains(call)) {
                report.error(&file.path, line, format!("`{}` prints; return the text or use a writer", file.room()));
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
    fn layout_words_are_kept_from_users() {
        let text = format!("a {} section\n", concat!("verti", "cal"));
        assert_problems(layout_words, &[("crates/lint/src/a.rs", &text)], &["a.rs:1"]);
        assert_problems(layout_words, &[("crates/syntax/src/a.rs", &text)], &[]);
        assert_problems(layout_words, &[("crates/spec/data/a.toml", concat!("form = \"verti", "cal\"\n"))], &[]);
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
            &["`report` prints"],
        );
        assert_problems(libraries_are_silent, &[("crates/lsflint/src/main.rs", "fn a() { println!(\"x\") }\n")], &[]);
    }
}
