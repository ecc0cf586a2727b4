//! `.pre-commit-hooks.yaml`: the hooks are written by hand in the template, the names of files come from the facts. So a hook wakes up
//! for the files that the tool recognises, and for no others.

use super::data::Facts;
use super::editors::{Syntax, fill};

/// The file that pre-commit looks for, at the top of the repository.
pub(super) fn pre_commit(facts: &Facts) -> Syntax {
    let text = fill(
        include_str!("pre-commit-hooks.yaml.in"),
        &[("recognised", names(facts, |_| true)), ("formatted", names(facts, |name| name.contains('.')))],
    );
    Syntax { path: ".pre-commit-hooks.yaml", text }
}

/// The base names by which files are known, as alternatives of a verbose regular expression of Python.
fn names(facts: &Facts, wanted: impl Fn(&str) -> bool) -> String {
    let recognitions = || facts.files.iter().map(|it| &it.head.recognition);
    let whole = recognitions().flat_map(|it| &it.names).filter(|name| wanted(name)).map(|name| escaped(name));
    let begun = recognitions().flat_map(|it| &it.prefixes).map(|prefix| format!("{}[^/]+", escaped(prefix)));
    let lines: Vec<String> = whole.chain(begun).map(|it| format!("        {it}")).collect();
    let endings: Vec<String> = facts.common.template_endings.iter().map(|it| escaped(it)).collect();
    format!("{}\n      )(?:{})*", lines.join(" |\n"), endings.join("|"))
}

fn escaped(name: &str) -> String {
    name.replace('.', r"\.")
}
