//! `.pre-commit-hooks.yaml`: the template contains the hooks, and the data the names of files. So each hook runs
//! for exactly the files that lsflint recognizes.

use super::data::Facts;
use super::editors::{Syntax, fill};

/// The file that pre-commit reads from the root of the repository.
pub(super) fn pre_commit(facts: &Facts) -> Syntax {
    let text = fill(
        include_str!("pre-commit-hooks.yaml.in"),
        &[("recognised", names(facts, |_| true)), ("formatted", names(facts, |name| name.contains('.')))],
    );
    Syntax { path: ".pre-commit-hooks.yaml".into(), text }
}

/// The base names of known files, as alternatives of a verbose Python regular expression.
fn names(facts: &Facts, wanted: impl Fn(&str) -> bool) -> String {
    let recognitions = || facts.files.iter().map(|it| &it.head.recognition);
    let whole = recognitions()
        .filter(|it| it.line_start.is_empty())
        .flat_map(|it| &it.names)
        .filter(|name| wanted(name))
        .map(|name| escaped(name));
    let begun = recognitions().flat_map(|it| &it.prefixes).map(|prefix| format!("{}[^/]+", escaped(prefix)));
    let lines: Vec<String> = whole.chain(begun).map(|it| format!("        {it}")).collect();
    let endings: Vec<String> = facts.common.template_endings.iter().map(|it| escaped(it)).collect();
    format!("{}\n      )(?:{})*", lines.join(" |\n"), endings.join("|"))
}

fn escaped(name: &str) -> String {
    name.replace('.', r"\.")
}
