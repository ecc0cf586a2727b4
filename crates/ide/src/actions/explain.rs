//! The results of commands for the page of a rule and the syntax tree of a file.

use lsflint_lint::Rules;

use crate::Snapshot;

/// The page of a rule by code or name, as Markdown.
pub fn explain_rule(rules: Rules, code: &str) -> Option<String> {
    let meta = &rules.find(code.trim())?.meta;
    let mut page = format!("# {} [{}]\n\n*{}*\n", meta.name, meta.code, meta.in_words());
    for section in meta.doc().sections {
        if !section.title.is_empty() {
            page.push_str(&format!("\n## {}", section.title));
        }
        page.push_str(&format!("\n{}\n", section.markdown()));
    }
    page.truncate(page.trim_end().len());
    Some(page)
}

/// The syntax tree of a file as indented lines, with its errors, like the output of `lsflint parse`.
pub fn syntax_tree(snapshot: &Snapshot, path: &str) -> Option<String> {
    Some(snapshot.file(path)?.source.parse.dump())
}
