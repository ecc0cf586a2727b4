//! Completion and hovers in `lsflint.toml`, from the table of its keys.

mod place;
#[cfg(test)]
mod tests;

use std::ops::Range;

use lsflint_lint::{Family, Rule, Rules};
use lsflint_spec::{BSUB_OPTIONS, KNOWN_TARGETS};

use self::place::{Part, Place, Quotes, joined, place_at};
use super::option::{BSUB, CODES, ConfigOption, Shape};
use super::options::{config_options, find_config_option, keys_below};

/// A proposal in an `lsflint.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigCompletion {
    /// The byte range that it replaces.
    pub range: Range<usize>,
    /// What the list shows.
    pub label: String,
    /// What is written.
    pub insert: String,
    /// What the typed text is compared with.
    pub filter: String,
    /// A few words beside the label; may be empty.
    pub detail: String,
    /// The description, as Markdown; may be empty.
    pub documentation: String,
    /// What kind of thing it is.
    pub kind: ConfigCompletionKind,
}

/// What a proposal in an `lsflint.toml` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConfigCompletionKind {
    /// The header of a table.
    Table,
    /// A key.
    Key,
    /// A value.
    Value,
    /// A rule, or a group of rules.
    Rule,
}

/// What a place in an `lsflint.toml` is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigHover {
    /// The byte range of the word.
    pub range: Range<usize>,
    /// What it is about.
    pub about: ConfigSubject,
}

/// What a word in an `lsflint.toml` is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConfigSubject {
    /// A key: its description, as Markdown.
    Key(String),
    /// A rule: its code or name, or a prefix of codes.
    Rule(String),
}

/// The proposals at a byte offset. `rules` are all rules, with those of the site.
pub fn complete_config(text: &str, offset: usize, rules: Rules) -> Vec<ConfigCompletion> {
    let Some(place) = place_at(text, offset) else { return Vec::new() };
    let mut found = Vec::new();
    match &place.part {
        Part::Header { above, list } => headers(text, &place, above, *list, &mut found),
        Part::Key => {
            keys(text, &place, rules, &mut found);
            let line = text[..place.word.start].rfind('\n').map_or(0, |at| at + 1);
            if text[line..place.word.start].trim().is_empty() {
                found.extend(tables().map(|it| of_table(it, place.word.clone(), header(it))));
            }
        }
        Part::Value { key, in_list } => {
            let name = joined(&place.table, key);
            if let Some((option, shape)) = shape_of(&name) {
                values(text, &place, (option, shape), *in_list, rules, &mut found);
            }
        }
    }
    found
}

/// What the word at a byte offset is about.
pub fn hover_config(text: &str, offset: usize) -> Option<ConfigHover> {
    let place = place_at(text, offset)?;
    let word = &text[place.word.clone()];
    if word.is_empty() {
        return None;
    }
    let about = match &place.part {
        Part::Header { above, .. } => ConfigSubject::Key(page(find_config_option(&joined(above, word))?)),
        Part::Key => match find_config_option(&joined(&place.table, word)) {
            Some(option) => ConfigSubject::Key(page(option)),
            None if has_rules_as_keys(&place.table) => ConfigSubject::Rule(word.to_owned()),
            None => return None,
        },
        Part::Value { key, .. } => match shape_of(&joined(&place.table, key))? {
            (_, CODES) => ConfigSubject::Rule(word.to_owned()),
            (option, _) => ConfigSubject::Key(page(option)),
        },
    };
    Some(ConfigHover { range: place.word, about })
}

/// The option of a name, and the type of its value. An entry of a table with arbitrary keys has the type of its values.
fn shape_of(name: &str) -> Option<(&'static ConfigOption, Shape)> {
    if let Some(option) = find_config_option(name) {
        return Some((option, option.shape));
    }
    config_options().iter().find_map(|it| match it.shape {
        Shape::TableOf(_, values) if name.strip_prefix(it.name)?.starts_with('.') => Some((it, *values)),
        _ => None,
    })
}

/// Whether the keys of a table are codes of rules.
fn has_rules_as_keys(table: &str) -> bool {
    table == "severity"
}

fn tables() -> impl Iterator<Item = &'static ConfigOption> {
    let is_table = |it: &&ConfigOption| matches!(it.shape, Shape::Table | Shape::TableOf(..) | Shape::ListOfTables(_));
    config_options().iter().filter(is_table)
}

/// The header of a table: `[fmt]`, `[[clusters]]`.
fn header(option: &ConfigOption) -> String {
    match option.shape {
        Shape::ListOfTables(_) => format!("[[{}]]", option.name),
        _ => format!("[{}]", option.name),
    }
}

fn of_table(option: &ConfigOption, range: Range<usize>, insert: String) -> ConfigCompletion {
    ConfigCompletion {
        range,
        label: header(option),
        insert,
        filter: option.name.to_owned(),
        detail: String::new(),
        documentation: page(option),
        kind: ConfigCompletionKind::Table,
    }
}

fn headers(text: &str, place: &Place, above: &str, list: bool, found: &mut Vec<ConfigCompletion>) {
    let is_closed = text[place.word.end..].starts_with(']');
    for option in tables() {
        let is_list = matches!(option.shape, Shape::ListOfTables(_));
        let Some(name) = (if above.is_empty() {
            Some(option.name)
        } else {
            option.name.strip_prefix(above).and_then(|it| it.strip_prefix('.'))
        }) else {
            continue;
        };
        let insert = match (is_list, list, is_closed) {
            (false, true, _) => continue,
            (_, _, true) if is_list == list => name.to_owned(),
            (true, false, true) => continue,
            (true, false, false) => format!("[{name}]]"),
            (true, true, _) => format!("{name}]]"),
            (false, false, _) => format!("{name}]"),
        };
        found.push(of_table(option, place.word.clone(), insert));
    }
}

fn keys(text: &str, place: &Place, rules: Rules, found: &mut Vec<ConfigCompletion>) {
    let has_value = text[place.word.end..].trim_start_matches([' ', '\t', '"', '\'']).starts_with('=');
    let insert = |key: &str| if has_value { key.to_owned() } else { format!("{key} = ") };
    if has_rules_as_keys(&place.table) {
        let single = rules.iter().map(|it| of_rule(it, &place.word, insert(it.meta.code)));
        found.extend(single.filter(|it| !place.set.contains(&it.label)));
        return;
    }
    for key in keys_below(&place.table) {
        let Some(option) = find_config_option(&joined(&place.table, key)) else { continue };
        let is_table = match option.shape {
            Shape::Table | Shape::ListOfTables(_) => true,
            // At the top of the file, the header of such a table is clearer than a table on one line.
            Shape::TableOf(..) => place.table.is_empty(),
            _ => false,
        };
        if place.set.contains(key) || is_table {
            continue;
        }
        found.push(ConfigCompletion {
            range: place.word.clone(),
            label: key.to_owned(),
            insert: insert(key),
            filter: key.to_owned(),
            detail: if option.default.len() > 20 { String::new() } else { option.default.to_owned() },
            documentation: page(option),
            kind: ConfigCompletionKind::Key,
        });
    }
}

fn values(
    text: &str,
    place: &Place,
    (option, shape): (&'static ConfigOption, Shape),
    in_list: bool,
    rules: Rules,
    found: &mut Vec<ConfigCompletion>,
) {
    let is_list = matches!(shape, Shape::List(_) | Shape::TextOrList(_));
    let quoted = |word: &str| {
        let word = match place.quotes {
            Quotes::None => format!("\"{word}\""),
            Quotes::Open(quote) => format!("{word}{quote}"),
            Quotes::Closed => word.to_owned(),
        };
        // A list without its brackets.
        let needs_brackets = matches!(shape, Shape::List(_)) && !in_list && place.quotes == Quotes::None;
        if needs_brackets { format!("[{word}]") } else { word }
    };
    if in_list && !is_list {
        return;
    }
    let value = |word: &str, insert: String, about: &str| ConfigCompletion {
        range: place.word.clone(),
        label: word.to_owned(),
        insert,
        filter: word.to_owned(),
        detail: String::new(),
        documentation: about.to_owned(),
        kind: ConfigCompletionKind::Value,
    };
    match shape {
        Shape::OneOf(words) => found.extend(words.iter().map(|it| value(it, quoted(it), ""))),
        Shape::Flag if place.quotes == Quotes::None => {
            found.extend(["true", "false"].map(|it| value(it, it.to_owned(), "")));
        }
        Shape::Number(..) if text[place.word.clone()].is_empty() && !option.default.is_empty() => {
            found.push(value(option.default, option.default.to_owned(), "the default"));
        }
        Shape::Text(_) if option.name == "target" => {
            found.extend(KNOWN_TARGETS.iter().map(|it| value(it.name, quoted(it.name), it.summary)));
        }
        CODES => {
            found.push(value("ALL", quoted("ALL"), "all rules"));
            found.extend(Family::ALL.iter().map(|it| {
                let letter = it.letter().to_string();
                let group = value(&letter, quoted(&letter), &format!("{}: {}", it.title(), it.about()));
                ConfigCompletion { kind: ConfigCompletionKind::Rule, detail: it.title().to_owned(), ..group }
            }));
            found.extend(rules.iter().map(|it| of_rule(it, &place.word, quoted(it.meta.code))));
        }
        BSUB => {
            found.extend(BSUB_OPTIONS.iter().map(|it| value(it.name, quoted(it.name), it.summary)));
        }
        _ => {}
    }
}

fn of_rule(rule: &Rule, range: &Range<usize>, insert: String) -> ConfigCompletion {
    let meta = &rule.meta;
    ConfigCompletion {
        range: range.clone(),
        label: meta.code.to_owned(),
        insert,
        // A rule can be found by its name.
        filter: format!("{} {}", meta.code, meta.name),
        detail: meta.name.to_owned(),
        documentation: format!("`{}`, {}\n\n{}", meta.name, meta.in_words(), meta.doc().summary),
        kind: ConfigCompletionKind::Rule,
    }
}

/// The description of a key, as Markdown.
fn page(option: &ConfigOption) -> String {
    let mut page = format!("**{}**: {}\n\n{}\n", option.name, option.shape, option.doc);
    if !option.default.is_empty() {
        page.push_str(&format!("\n- default: `{}`", option.default));
    }
    page.push_str(&format!("\n- applies {}", option.scope.as_str()));
    page.push_str(&format!("\n- with `extend`: {}\n", option.joining.as_str()));
    page.push_str(&format!("\n```toml\n{}\n```", option.example));
    page
}
