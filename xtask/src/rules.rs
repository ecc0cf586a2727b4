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
    /// Whether the list of sources is not empty.
    pub(crate) has_source: bool,
}

/// The rule that a file declares, from its path below the repository and its text.
pub(crate) fn declared(path: &str, text: &str) -> Option<Declared> {
    let (folder, file) = path.strip_prefix(FOLDER)?.trim_start_matches('/').split_once('/')?;
    let (_, declaration) = text.split_once("\nrule! {\n").or_else(|| text.split_once("rule! {\n"))?;
    let head = declaration.lines().find_map(|it| it.strip_prefix("    pub "))?;
    let mut words = head.split('"');
    let (code, name) = (words.next()?.trim(), words.next()?);
    let sources = declaration.split_once("sources: [")?.1.trim_start();
    Some(Declared {
        folder: folder.to_owned(),
        module: file.strip_suffix(".rs")?.to_owned(),
        code: code.to_owned(),
        name: name.to_owned(),
        has_source: !sources.starts_with(']'),
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
    fn a_declaration_is_read() {
        let text = "use x;\n\nrule! {\n    /// Page.\n    pub A003 \"aps-unknown-factor\" {\n        family: Aps,\n        sources: [],\n";
        let rule = declared("crates/rules/src/aps/aps_unknown_factor.rs", text).expect("a rule");
        let Declared { folder, module, code, name, has_source } = rule;
        assert_eq!([&*folder, &module, &code, &name], ["aps", "aps_unknown_factor", "A003", "aps-unknown-factor"]);
        assert!(!has_source);
        assert_eq!(declared("crates/rules/src/aps/common.rs", "fn a() {}\n"), None);
    }
}
