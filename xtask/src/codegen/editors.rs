//! Syntax files for editors: TextMate grammars (VS Code and everything that reads them), a Vim syntax file, and the
//! queries of the tree-sitter grammars.
//!
//! They color sections, keys, requirement strings and comments that are directives. All names are generated from the
//! data. Syntax files do not report errors.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::data::{Facts, File};

mod embedded;
mod text_mate;
mod tree_sitter;
mod vim;

/// A syntax file: its path in the repository and its text.
pub(super) struct Syntax {
    pub(super) path: Cow<'static, str>,
    pub(super) text: String,
}

/// All syntax files.
pub(super) fn all(facts: &Facts) -> Vec<Syntax> {
    let grammar = |path: &'static str, grammar: serde_json::Value| {
        let mut text = serde_json::to_string_pretty(&grammar).expect("a grammar is plain data");
        text.push('\n');
        Syntax { path: path.into(), text }
    };
    let mut syntaxes = vec![
        grammar("editors/vscode/syntaxes/lsf.tmLanguage.json", text_mate::grammar(facts)),
        grammar("editors/vscode/syntaxes/lsf-requirement.tmLanguage.json", embedded::requirement(facts)),
        grammar("editors/vscode/syntaxes/lsf-aps.tmLanguage.json", embedded::aps(facts)),
        grammar("editors/vscode/syntaxes/lsf-shell-options.tmLanguage.json", embedded::shell_options(facts)),
        grammar("editors/vscode/syntaxes/lsf-shell-strings.tmLanguage.json", embedded::shell_strings(facts)),
    ];
    syntaxes.extend(vim::all(facts));
    syntaxes.extend(tree_sitter::all(facts));
    syntaxes
}

/// Replaces the placeholders of a template.
pub(super) fn fill(template: &str, gaps: &[(&str, String)]) -> String {
    let mut text = template.to_owned();
    for (name, words) in gaps {
        text = text.replace(&format!("{{{{{name}}}}}"), words);
    }
    text
}

/// The words that the syntax files color, sorted.
struct Words {
    sections: BTreeSet<String>,
    keys: BTreeSet<String>,
    columns: BTreeSet<String>,
    flat_names: BTreeSet<String>,
    requirement_sections: Vec<String>,
    resources: BTreeSet<String>,
}

impl Words {
    fn of(facts: &Facts) -> Words {
        let sections = |file: &File| file.sections.iter().map(|it| it.head.name.clone()).collect::<Vec<_>>();
        let params = |kind: &'static str, flat: bool| {
            let sections =
                facts.files.iter().flat_map(|file| &file.sections).filter(move |it| it.head.name.is_empty() == flat);
            let params = sections.flat_map(|it| &it.params).filter(move |it| it.data.kind == kind);
            params.map(|it| it.data.name.clone()).filter(|it| is_word(it)).collect::<BTreeSet<_>>()
        };
        let names = facts.resources.resource.iter().flat_map(|it| [it.name.clone(), it.alias.clone()]);
        Words {
            sections: facts.files.iter().flat_map(sections).filter(|it| !it.is_empty()).collect(),
            keys: params("keyword", false),
            columns: params("column", false),
            flat_names: params("keyword", true),
            requirement_sections: facts.requirement.section.iter().map(|it| it.name.clone()).collect(),
            resources: names.filter(|it| !it.is_empty()).collect(),
        }
    }
}

/// The keys whose value has one of these grammars, sorted.
fn keys_of(facts: &Facts, grammars: &[&str]) -> BTreeSet<String> {
    let params = facts.files.iter().flat_map(|file| &file.sections).flat_map(|it| &it.params);
    let keys = params.filter(|it| it.data.kind == "keyword" && grammars.contains(&it.data.grammar.as_str()));
    keys.map(|it| it.data.name.clone()).filter(|it| is_word(it)).collect()
}

/// Skips names with placeholders (`LSF_DEBUG_<daemon>`).
fn is_word(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_/".contains(&byte))
}

/// `one|two|three`.
fn alternatives<'w>(words: impl IntoIterator<Item = &'w String>) -> String {
    words.into_iter().cloned().collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::data::{self, Facts};

    /// Editors read the languages of an extension before any code runs, so that package.json repeats names of the
    /// tables.
    #[test]
    fn the_extension_knows_every_file_by_name() {
        let root = crate::repository_root();
        let facts = data::load(&root.join(super::super::DATA)).expect("the facts are valid");
        let manifest =
            std::fs::read_to_string(root.join("editors/vscode/package.json")).expect("the extension is there");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("package.json is JSON");
        let language = &manifest["contributes"]["languages"][0];
        let listed = |key: &str| -> BTreeSet<String> {
            let names = language[key].as_array().expect("a list").iter();
            names.map(|it| it.as_str().expect("a name").to_owned()).collect()
        };
        assert_eq!(listed("filenames"), names(&facts));
        assert_eq!(listed("filenamePatterns"), patterns(&facts));
    }

    /// Only names that no other program uses.
    fn names(facts: &Facts) -> BTreeSet<String> {
        facts.files.iter().flat_map(|it| it.head.recognition.own_names()).cloned().collect()
    }

    fn patterns(facts: &Facts) -> BTreeSet<String> {
        let prefixes = facts.files.iter().flat_map(|it| &it.head.recognition.prefixes).map(|it| format!("{it}*"));
        // The pattern of a file with any extension covers its templates.
        let plain = facts.files.iter().filter(|it| it.head.recognition.prefixes.is_empty());
        let endings: Vec<&str> = facts.common.template_endings.iter().map(|it| it.trim_start_matches('.')).collect();
        let family = |family: &str| -> String {
            let names = plain.clone().filter_map(|it| it.head.name.strip_prefix(family));
            names.collect::<Vec<_>>().join(",")
        };
        let templates = format!("{{lsb.{{{}}},lsf.{{{}}}}}.{{{}}}", family("lsb."), family("lsf."), endings.join(","));
        prefixes.chain([templates]).collect()
    }
}
