//! The generated parts of the tree-sitter grammars in `editors/tree-sitter-lsf`: a table of names for the scanner, and
//! the queries. Each editor needs its own copy of the queries, because it finds them in its own folder; some have other
//! names for captures.

use std::collections::{BTreeMap, BTreeSet};

use super::vim::always;
use super::{Syntax, Words, fill, is_word};
use crate::codegen::data::{Facts, File, Section};

/// The width of a line of words, so that diffs are readable.
const WIDTH: usize = 110;

/// The folders of the queries of the two grammars, and the names of captures that differ from those of Neovim.
struct Editor {
    lsf: &'static str,
    requirement: &'static str,
    renamed: &'static [(&'static str, &'static str)],
    /// The queries without words from the facts: folder, name and text.
    fixed: &'static [(Language, &'static str, &'static str)],
}

#[derive(Clone, Copy)]
enum Language {
    Lsf,
    Requirement,
}

const INJECTIONS: (Language, &str, &str) =
    (Language::Lsf, "injections.scm", include_str!("tree_sitter/injections.scm.in"));
const FOLDS: (Language, &str, &str) = (Language::Lsf, "folds.scm", include_str!("tree_sitter/folds.scm.in"));
const REQUIREMENT_FOLDS: (Language, &str, &str) =
    (Language::Requirement, "folds.scm", include_str!("tree_sitter/requirement-folds.scm.in"));
const INDENTS: (Language, &str, &str) = (Language::Lsf, "indents.scm", include_str!("tree_sitter/indents.scm.in"));
const TEXT_OBJECTS: (Language, &str, &str) =
    (Language::Lsf, "textobjects.scm", include_str!("tree_sitter/textobjects.scm.in"));
const BRACKETS: &str = include_str!("tree_sitter/brackets.scm.in");

/// The command line of tree-sitter uses the queries of the grammars. Emacs has its own, see [`emacs_words`].
const EDITORS: [Editor; 4] = [
    Editor {
        lsf: "editors/tree-sitter-lsf/lsf/queries",
        requirement: "editors/tree-sitter-lsf/requirement/queries",
        renamed: &[],
        fixed: &[INJECTIONS, FOLDS, REQUIREMENT_FOLDS, INDENTS],
    },
    Editor {
        lsf: "editors/nvim/queries/lsf",
        requirement: "editors/nvim/queries/lsf_requirement",
        renamed: &[],
        fixed: &[INJECTIONS, FOLDS, REQUIREMENT_FOLDS, INDENTS],
    },
    Editor {
        lsf: "editors/helix/queries/lsf",
        requirement: "editors/helix/queries/lsf_requirement",
        renamed: &[
            ("@number", "@constant.numeric"),
            ("@property", "@variable.other.member"),
            ("@constant.macro", "@constant"),
            ("@indent.begin", "@indent"),
        ],
        fixed: &[INJECTIONS, INDENTS, TEXT_OBJECTS],
    },
    Editor {
        lsf: "editors/zed/languages/lsf",
        requirement: "editors/zed/languages/lsf-requirement",
        renamed: &[
            ("@constant.macro", "@constant"),
            ("@keyword.directive", "@preproc"),
            ("@indent.begin", "@indent"),
            ("\"lsf_requirement\"", "\"LSF Requirement\""),
        ],
        fixed: &[
            INJECTIONS,
            INDENTS,
            (Language::Lsf, "brackets.scm", BRACKETS),
            (Language::Requirement, "brackets.scm", BRACKETS),
        ],
    },
];

/// The generated files.
pub(super) fn all(facts: &Facts) -> Vec<Syntax> {
    let mut files = vec![Syntax { path: "editors/tree-sitter-lsf/lsf/src/facts.h".into(), text: scanner_table(facts) }];
    files.push(Syntax { path: "editors/emacs/lsf-ts-words.el".into(), text: emacs_words(facts) });
    let definitions = Definitions::of(facts);
    for editor in &EDITORS {
        let mut add = |folder: &str, name: &str, text: String| {
            files.push(Syntax { path: format!("{folder}/{name}").into(), text: renamed(text, editor.renamed) });
        };
        add(editor.lsf, "highlights.scm", highlights(facts));
        add(editor.requirement, "highlights.scm", requirement(facts));
        if editor.lsf.contains("/zed/") {
            add(editor.lsf, "outline.scm", definitions.fill(include_str!("tree_sitter/outline.scm.in")));
        } else {
            add(editor.lsf, "locals.scm", definitions.fill(include_str!("tree_sitter/locals.scm.in")));
        }
        for (language, name, text) in editor.fixed {
            let folder = match language {
                Language::Lsf => editor.lsf,
                Language::Requirement => editor.requirement,
            };
            add(folder, name, (*text).to_owned());
        }
    }
    files
}

/// Replaces the names of captures, also in predicates. No name is the start of another one.
fn renamed(mut text: String, names: &[(&str, &str)]) -> String {
    for (from, to) in names {
        text = text.replace(from, to);
    }
    text
}

fn scanner_table(facts: &Facts) -> String {
    let words = Words::of(facts);
    let kinds = [
        ("VALUE_REQUIREMENT", always(facts, &["res_req", "condition"])),
        ("VALUE_TEXT", always(facts, &["text"])),
        ("VALUE_COMMAND", always(facts, &["command"])),
    ];
    let mut names: BTreeMap<String, (BTreeSet<&str>, &str)> = BTreeMap::new();
    for (place, group) in [
        ("PLACE_KEY", words.keys.union(&words.flat_names).collect::<BTreeSet<_>>()),
        ("PLACE_COLUMN", words.columns.iter().collect()),
    ] {
        for name in group {
            let entry = names.entry(name.to_ascii_uppercase()).or_insert_with(|| (BTreeSet::new(), "VALUE_PLAIN"));
            entry.0.insert(place);
            if place == "PLACE_KEY"
                && let Some((kind, _)) = kinds.iter().find(|it| it.1.contains(name))
            {
                entry.1 = kind;
            }
        }
    }
    let rows = names.iter().map(|(name, (places, value))| {
        let places = places.iter().copied().collect::<Vec<_>>().join(" | ");
        format!("  {{\"{name}\", {places}, {value}}},")
    });
    let list = |names: BTreeSet<String>| {
        names.iter().map(|it| format!("  \"{}\",", it.to_ascii_uppercase())).collect::<Vec<_>>().join("\n")
    };
    fill(
        include_str!("tree_sitter/facts.h.in"),
        &[
            ("names", rows.collect::<Vec<_>>().join("\n")),
            ("loose", list(sections_of(facts, |_, section| section.head.layout == "flat"))),
            ("protecting", list(sections_of(facts, |file, _| file.head.lexer != "batch"))),
        ],
    )
}

/// The names of the sections for which the condition holds in every file that has them.
fn sections_of(facts: &Facts, condition: impl Fn(&File, &Section) -> bool) -> BTreeSet<String> {
    let (mut all, mut others) = (BTreeSet::new(), BTreeSet::new());
    for file in &facts.files {
        for section in file.sections.iter().filter(|it| !it.head.name.is_empty()) {
            let group = if condition(file, section) { &mut all } else { &mut others };
            group.insert(section.head.name.clone());
            group.extend(section.head.aliases.iter().cloned());
        }
    }
    all.difference(&others).cloned().collect()
}

/// The words with a meaning in values, and answers in the usual cases.
fn values(facts: &Facts) -> BTreeSet<String> {
    let sections = || facts.files.iter().flat_map(|it| &it.sections);
    // The words that administrators cannot use as names. Resources have other ones.
    let named = sections().filter(|it| it.head.defines.as_ref().is_some_and(|it| it.what != "resource"));
    let reserved = named.flat_map(|it| &it.params).flat_map(|it| &it.data.reserved);
    let literals = sections().flat_map(|it| &it.params).flat_map(|it| &it.data.literals);
    let mut words: BTreeSet<String> =
        reserved.chain(literals).chain(&facts.requirement.lists.selection_words).cloned().collect();
    words
        .retain(|it| it == "-" || it.len() > 1 && is_word(it) && !it.starts_with(|first: char| first.is_ascii_digit()));
    for answer in ["y", "n", "yes", "no"] {
        let (first, rest) = answer.split_at(1);
        words.extend([answer.to_owned(), answer.to_ascii_uppercase(), format!("{}{rest}", first.to_ascii_uppercase())]);
    }
    words
}

/// The words of requirements, by placeholder of the templates. No word is in two of the lists of identifiers.
fn requirement_words(facts: &Facts) -> [(&'static str, BTreeSet<String>); 5] {
    let lists = &facts.requirement.lists;
    let sections = &facts.requirement.section;
    let resources = Words::of(facts).resources;
    let mut keywords: BTreeSet<String> = sections.iter().flat_map(|it| &it.keyword).map(|it| it.name.clone()).collect();
    keywords.retain(|it| !resources.contains(it));
    let values = sections.iter().flat_map(|it| &it.keyword).flat_map(|it| &it.values);
    let mut constants: BTreeSet<String> = values.chain(&lists.selection_words).chain(&lists.methods).cloned().collect();
    constants.retain(|it| {
        it.starts_with(|first: char| first.is_ascii_alphabetic()) && !keywords.contains(it) && !resources.contains(it)
    });
    [
        ("sections", sections.iter().map(|it| it.name.clone()).collect()),
        ("functions", lists.functions.iter().cloned().collect()),
        ("keywords", keywords),
        ("constants", constants),
        ("resources", resources),
    ]
}

fn highlights(facts: &Facts) -> String {
    fill(include_str!("tree_sitter/highlights.scm.in"), &[("constants", quoted(&values(facts)))])
}

fn requirement(facts: &Facts) -> String {
    let words = requirement_words(facts).map(|(name, words)| (name, quoted(&words)));
    fill(include_str!("tree_sitter/requirement.scm.in"), &words)
}

/// Emacs 29 has no `#any-of?`, and its captures are names of faces, so the mode has its own queries with these words.
fn emacs_words(facts: &Facts) -> String {
    let mut words = vec![("values", values(facts))];
    words.extend(requirement_words(facts));
    let words: Vec<_> = words.into_iter().map(|(name, words)| (name, quoted(&words).trim_start().to_owned())).collect();
    fill(include_str!("tree_sitter/lsf-ts-words.el.in"), &words)
}

/// What defines a name: keys, and the sections with a table whose rows do.
struct Definitions {
    keys: BTreeSet<String>,
    tables: BTreeSet<String>,
}

impl Definitions {
    fn of(facts: &Facts) -> Definitions {
        let (mut keys, mut tables) = (BTreeSet::new(), BTreeSet::new());
        for section in facts.files.iter().flat_map(|it| &it.sections) {
            let Some(defines) = &section.head.defines else { continue };
            if section.head.layout != "tabular" {
                keys.insert(defines.key.clone());
            }
            if section.head.layout != "keyed" {
                tables.insert(section.head.name.clone());
            }
        }
        Definitions { keys, tables }
    }

    fn fill(&self, template: &str) -> String {
        fill(template, &[("keys", quoted(&self.keys)), ("tables", quoted(&self.tables))])
    }
}

/// The words in quotes, on lines of limited width.
fn quoted(words: &BTreeSet<String>) -> String {
    let mut lines = vec![String::from("   ")];
    for word in words {
        let word = format!(" \"{word}\"");
        if lines.last().is_some_and(|it| it.len() + word.len() > WIDTH) {
            lines.push(String::from("   "));
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&word);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        crate::codegen::data::load(&crate::repository_root().join(crate::codegen::DATA)).expect("valid data")
    }

    fn text(path: &str) -> String {
        let files = all(&facts());
        files.into_iter().find(|it| it.path == path).expect("the file is generated").text
    }

    #[test]
    fn the_table_of_the_scanner_is_sorted() {
        let table = text("editors/tree-sitter-lsf/lsf/src/facts.h");
        let names: Vec<&str> = table.lines().filter_map(|it| it.strip_prefix("  {\"")?.split('"').next()).collect();
        let sorted = names.windows(2).all(|it| it[0] < it[1]);
        assert!(sorted && names.len() > 500, "{} names", names.len());
        assert!(table.contains("{\"RES_REQ\", PLACE_KEY, VALUE_REQUIREMENT}"), "{table}");
        assert!(table.contains("\"REMOTETASKS\""), "{table}");
    }

    #[test]
    fn no_word_of_a_requirement_is_in_two_patterns() {
        let query = text("editors/tree-sitter-lsf/requirement/queries/highlights.scm");
        let words: Vec<&str> = query
            .split("(identifier) @")
            .skip(2)
            .flat_map(|it| it.split(')').next().unwrap_or_default().split('"').skip(1).step_by(2))
            .collect();
        let unique: BTreeSet<&str> = words.iter().copied().collect();
        assert!(words.len() > 50, "{words:?}");
        assert_eq!(words.len(), unique.len(), "{words:?}");
    }

    #[test]
    fn helix_has_its_own_names_for_captures() {
        let query = text("editors/helix/queries/lsf/highlights.scm");
        assert!(query.contains("(key) @variable.other.member"), "{query}");
        assert!(!query.contains("@property"), "{query}");
    }
}
