//! Declarations of rules, read as text for tasks that must work when the rules do not compile.

use std::path::Path;

use anyhow::Context;

/// The folder of the rules.
pub(crate) const FOLDER: &str = "crates/rules/src";

/// One `rule! { ... }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declared {
    /// The folder of the family.
    pub(crate) folder: String,
    /// The name of the file without `.rs`.
    pub(crate) module: String,
    /// The code.
    pub(crate) code: String,
    /// The name.
    pub(crate) name: String,
    /// Whether the rule is an error.
    pub(crate) is_error: bool,
    /// The sources, each a call of a constructor as it is written.
    pub(crate) sources: Vec<String>,
}

/// How exactly a source says where the behavior of LSF is documented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exactness {
    /// Advice of the project.
    Judgement,
    /// A page or manual, but not what it says.
    PageOnly,
    /// What the page, chapter or function says, or facts that name their own page.
    Exact,
}

/// How exact a source is, from its text in the declaration.
pub(crate) fn exactness(source: &str) -> Exactness {
    if source.starts_with("judgement(") {
        Exactness::Judgement
    } else if source.contains("\"\"") {
        Exactness::PageOnly
    } else {
        Exactness::Exact
    }
}

/// The calls in a list of sources, up to the bracket that closes the list.
fn calls(list: &str) -> Vec<String> {
    let (mut depth, mut start, mut in_string, mut escaped) = (0_usize, 0, false, false);
    let mut found = Vec::new();
    for (index, letter) in list.char_indices() {
        match letter {
            '"' if !escaped => in_string = !in_string,
            _ if in_string => {}
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push(list[start..=index].trim_start_matches([',', ' ', '\n']).to_owned());
                    start = index + 1;
                }
            }
            ']' if depth == 0 => break,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
    }
    found
}

/// The rule that a file declares, from its path below the repository and its text.
pub(crate) fn declared(path: &str, text: &str) -> Option<Declared> {
    let (folder, file) = path.strip_prefix(FOLDER)?.trim_start_matches('/').split_once('/')?;
    let (_, declaration) = text.split_once("\nrule! {\n").or_else(|| text.split_once("rule! {\n"))?;
    let head = declaration.lines().find_map(|it| it.strip_prefix("    pub "))?;
    let mut words = head.split('"');
    let (code, name) = (words.next()?.trim(), words.next()?);
    let sources = declaration.split_once("sources: [")?.1;
    Some(Declared {
        folder: folder.to_owned(),
        module: file.strip_suffix(".rs")?.to_owned(),
        code: code.to_owned(),
        name: name.to_owned(),
        is_error: declaration.contains("severity: Error,"),
        sources: calls(sources),
    })
}

/// All rules, by file.
pub(crate) fn read(root: &Path) -> anyhow::Result<Vec<Declared>> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(root.join(FOLDER)).sort_by_file_name() {
        let entry = entry?;
        let path = entry.path();
        if path.extension().is_some_and(|it| it == "rs") {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let path = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
            found.extend(declared(&path, &text));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_says_what_the_page_says() {
        assert_eq!(exactness("ibm(\"lsb.queues\", \"PRIORITY\")"), Exactness::Exact);
        assert_eq!(exactness("ibm(\"lsb.queues\", \"\")"), Exactness::PageOnly);
        assert_eq!(exactness("judgement(\"easier to read\")"), Exactness::Judgement);
    }

    #[test]
    fn a_declaration_is_read() {
        let text = "use x;\n\nrule! {\n    /// Page.\n    pub A003 \"aps-unknown-factor\" {\n        family: Aps, severity: Error,\n        sources: [ibm(\"a\", \"b (c]\"), judgement(\n\"d\")],\n";
        let rule = declared("crates/rules/src/aps/aps_unknown_factor.rs", text).expect("a rule");
        let Declared { folder, module, code, name, is_error, sources } = rule;
        assert_eq!([&*folder, &module, &code, &name], ["aps", "aps_unknown_factor", "A003", "aps-unknown-factor"]);
        assert!(is_error);
        assert_eq!(sources, ["ibm(\"a\", \"b (c]\")", "judgement(\n\"d\")"]);
        assert_eq!(declared("crates/rules/src/aps/common.rs", "fn a() {}\n"), None);
    }
}
