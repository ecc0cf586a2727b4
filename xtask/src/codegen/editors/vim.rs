//! Syntax and file type detection for Vim and Neovim. The templates next to this file are Vim script and Lua with
//! placeholders `{{name}}`, which this module replaces with words from the data.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Syntax, Words, fill};
use crate::codegen::data::{Facts, File, ParamData};

/// Words on one line of Vim script, so that diffs are readable.
const WORDS_PER_LINE: usize = 12;

/// The generated files of `editors/nvim`.
pub(super) fn all(facts: &Facts) -> Vec<Syntax> {
    vec![
        Syntax { path: "editors/nvim/syntax/lsf.vim".into(), text: syntax(facts) },
        Syntax { path: "editors/nvim/ftdetect/lsf.vim".into(), text: detection(facts) },
        Syntax { path: "editors/nvim/lua/lsflint/names.lua".into(), text: names(facts) },
    ]
}

fn syntax(facts: &Facts) -> String {
    let words = Words::of(facts);
    let requirement_keys = always(facts, &["res_req", "condition"]);
    let priority_keys = always(facts, &["aps_priority"]);
    let text_keys = always(facts, &["text"]);
    let special = |name: &&String| [&requirement_keys, &priority_keys, &text_keys].iter().any(|it| it.contains(*name));
    let keys: BTreeSet<String> = words.keys.union(&words.flat_names).filter(|it| !special(it)).cloned().collect();
    let parts = facts.aps.part.iter().map(|it| it.name.as_str()).collect::<Vec<_>>();
    let factors = facts.aps.factor.iter().filter(|it| it.configurable).map(|it| it.name.as_str()).collect::<Vec<_>>();
    fill(
        include_str!("syntax.vim.in"),
        &[
            ("directives", directives(facts)),
            ("sections", spaced(&words.sections)),
            ("columns", keywords("lsfColumn", &words.columns, "contained")),
            ("keys", keywords("lsfKey", &keys, "contained nextgroup=lsfValue skipwhite")),
            ("text_keys", spaced(&text_keys)),
            ("requirement_keys", spaced(&requirement_keys)),
            ("resources", spaced(&words.resources)),
            ("requirement_sections", requirement_sections(facts)),
            ("priority_keys", spaced(&priority_keys)),
            ("priority_parts", parts.join(r"\|")),
            ("priority_factors", factors.join(" ")),
            ("requirement_links", requirement_links(facts)),
        ],
    )
}

/// The keys that have one of the grammars in every file. A key that is text in one file and a requirement in another is
/// colored like other keys.
pub(super) fn always(facts: &Facts, grammars: &[&str]) -> BTreeSet<String> {
    let params = || facts.files.iter().flat_map(|file| &file.sections).flat_map(|it| &it.params).map(|it| &it.data);
    let other = |name: &str| {
        let same = |it: &&ParamData| it.kind == "keyword" && it.name.eq_ignore_ascii_case(name);
        params().filter(same).any(|it| !grammars.contains(&it.grammar.as_str()))
    };
    super::keys_of(facts, grammars).into_iter().filter(|name| !other(name)).collect()
}

/// Directives, which look like comments. In files without directives, `#if` is a comment.
fn directives(facts: &Facts) -> String {
    let words = facts.common.directive.iter().map(|it| it.name.trim_start_matches('#').to_ascii_lowercase());
    let words = words.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(r"\|");
    let has_none = |file: &&File| !file.head.directives.conditionals && file.head.directives.include == "nowhere";
    let without = facts.files.iter().filter(has_none).map(|it| it.head.name.replace('.', r"\.")).collect::<Vec<_>>();
    format!(
        "if expand('%:t') !~# '^\\%({}\\)\\%(\\.\\|$\\)'\n  \
         syntax match lsfDirective /^\\s*#\\%({words}\\)\\>.*$/ contains=lsfDirectiveWord,lsfNumber,lsfString,lsfOperator\n  \
         syntax match lsfDirectiveWord /#\\%({words}\\)\\>/ contained\nendif",
        without.join(r"\|")
    )
}

/// A region for each section of a requirement, with the words that are valid in it.
fn requirement_sections(facts: &Facts) -> String {
    let mut text = String::new();
    let mut cluster = Vec::new();
    for section in &facts.requirement.section {
        let group = group(&section.name);
        let mut words: BTreeSet<&str> = section.keyword.iter().map(|it| it.name.as_str()).collect();
        words.extend(section.keyword.iter().flat_map(|it| &it.values).map(String::as_str));
        if section.name == "select" {
            let lists = &facts.requirement.lists;
            words.extend(lists.selection_words.iter().chain(&lists.functions).map(String::as_str));
        }
        words.retain(|it| it.starts_with(|letter: char| letter.is_ascii_alphabetic()));
        let names_resources = section.form.contains("resource") || section.form.contains("expression");
        let term = if names_resources { "@lsfTerm" } else { "lsfNumber,lsfLiteral,lsfOperator,@lsfAround" };
        let word = if words.is_empty() { String::new() } else { format!("{group}Word,") };
        let _ = writeln!(
            text,
            "syntax match lsf{0}Name /\\<{1}\\ze\\s*\\[/ contained nextgroup={group} skipwhite\n\
             syntax region {group} matchgroup=lsfBracket start=/\\[/ end=/\\]/ end=/\\\\\\@1<!$/ contained contains={word}{term}",
            &group[3..],
            section.name
        );
        if !words.is_empty() {
            let _ = writeln!(
                text,
                "syntax keyword {group}Word {} contained",
                words.into_iter().collect::<Vec<_>>().join(" ")
            );
        }
        cluster.push(format!("{group}Name"));
    }
    let _ = write!(text, "syntax cluster lsfSections contains={}", cluster.join(","));
    text
}

fn requirement_links(facts: &Facts) -> String {
    let sections = facts.requirement.section.iter().map(|it| group(&it.name));
    let links =
        sections.map(|it| format!("highlight default link {it}Name Function\nhighlight default link {it}Word Keyword"));
    links.collect::<Vec<_>>().join("\n")
}

/// `rusage` is the highlight group `lsfRusage`.
fn group(section: &str) -> String {
    let (first, rest) = section.split_at(1);
    format!("lsf{}{rest}", first.to_ascii_uppercase())
}

fn detection(facts: &Facts) -> String {
    let endings = facts.common.template_endings.join(",");
    let names = base_names(facts).map(|name| format!("{name}{{,{endings}}}"));
    let patterns = names.chain(prefixes(facts).map(|it| format!("{it}*")));
    let lines = patterns.map(|it| format!("  autocmd BufNewFile,BufRead {it} set filetype=lsf")).collect::<Vec<_>>();
    let sections = recognised_sections(facts).collect::<Vec<_>>();
    fill(include_str!("ftdetect.vim.in"), &[("patterns", lines.join("\n")), ("sections", sections.join(r"\|"))])
}

fn names(facts: &Facts) -> String {
    let list = |words: Vec<String>| words.iter().map(|it| format!("  '{it}',")).collect::<Vec<_>>().join("\n");
    fill(
        include_str!("names.lua.in"),
        &[
            ("names", list(base_names(facts).collect())),
            ("prefixes", list(prefixes(facts).collect())),
            ("endings", list(facts.common.template_endings.clone())),
            ("sections", list(recognised_sections(facts).map(|it| it.to_ascii_lowercase()).collect())),
        ],
    )
}

/// Base names that only LSF uses.
fn base_names(facts: &Facts) -> impl Iterator<Item = String> {
    facts.files.iter().flat_map(|it| it.head.recognition.own_names()).cloned()
}

fn prefixes(facts: &Facts) -> impl Iterator<Item = String> {
    facts.files.iter().flat_map(|it| &it.head.recognition.prefixes).cloned()
}

fn recognised_sections(facts: &Facts) -> impl Iterator<Item = String> {
    facts.files.iter().flat_map(|it| &it.head.recognition.sections).cloned()
}

fn spaced(words: &BTreeSet<String>) -> String {
    words.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// `syntax keyword` lines, split into short lines.
fn keywords(group: &str, words: &BTreeSet<String>, options: &str) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let lines = words.chunks(WORDS_PER_LINE).map(|it| format!("syntax keyword {group} {} {options}", it.join(" ")));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        crate::codegen::data::load(&crate::repository_root().join(crate::codegen::DATA)).expect("valid data")
    }

    #[test]
    fn settings_written_by_hand_name_every_file() {
        let facts = facts();
        for path in [
            "editors/emacs/lsf-mode.el",
            "editors/helix/languages.toml",
            "editors/kakoune/lsflint.kak",
            "editors/sublime/LSF.sublime-syntax",
            "editors/tree-sitter-lsf/tree-sitter.json",
            "editors/zed/languages/lsf/config.toml",
        ] {
            let text = std::fs::read_to_string(crate::repository_root().join(path)).expect("the file is there");
            let plain = text.replace("\\.", ".");
            let missing: Vec<String> = base_names(&facts).filter(|name| !plain.contains(name.as_str())).collect();
            assert_eq!(missing, Vec::<String>::new(), "{path}");
        }
    }

    #[test]
    fn no_gap_stays_open() {
        for file in all(&facts()) {
            assert!(!file.text.contains("{{"), "{}", file.path);
        }
    }
}
