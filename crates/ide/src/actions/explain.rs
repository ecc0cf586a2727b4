//! Answers to commands: the page of a rule, the syntax tree of a file.

use std::fmt::Write as _;

use lsflint_lint::find_rule;

use crate::Snapshot;

/// The page of a rule by code or name, as Markdown.
pub fn explain_rule(code: &str) -> Option<String> {
    let meta = &find_rule(code.trim())?.meta;
    let mut page = format!("# {} [{}]\n\n*{}*\n", meta.name, meta.code, meta.in_words());
    let mut in_example = false;
    for line in meta.page().trim_end().lines() {
        in_example ^= line.starts_with("```");
        // In an example `#` begins a comment of LSF.
        let deeper = if line.starts_with("# ") && !in_example { "#" } else { "" };
        write!(page, "\n{deeper}{line}").expect("writing to a string cannot fail");
    }
    Some(page)
}

/// The syntax tree of a file as indented lines, with its errors: what `lsflint parse` prints.
pub fn syntax_tree(snapshot: &Snapshot, path: &str) -> Option<String> {
    Some(snapshot.file(path)?.source.parse.dump())
}
