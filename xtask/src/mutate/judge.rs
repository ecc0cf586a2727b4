//! What the rules say about a mutant, and whether it means anything else than the line before.

use std::sync::Arc;

use lsflint_lint::size::Unit;
use lsflint_lint::{Diagnostic, check_file};
use lsflint_model::{Meaning, SourceFile};
use lsflint_spec::{Confidence, FileKind, Grammar, Namespace, ParamKind, ParamSpec, SectionSpec, Shape, Terminal};
use lsflint_syntax::ast::{AstNode, Entry, Section, TableRow, Value};
use lsflint_syntax::{Node, TextRange, TextSize};

use super::Mutant;
use super::bases::{Base, Bases, Line, touches};
use super::change::{Change, Names, comment_start};

/// What became of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A new finding is on the line, or names it.
    Found,
    /// The only new findings are on other lines.
    Elsewhere,
    /// It is as correct as the line before; the reason.
    Equivalent(&'static str),
    /// There is no new finding.
    Silent,
}

/// Judges a mutant.
pub(super) fn judge(bases: &Bases, mutant: &Mutant) -> Verdict {
    let base = &bases.all[mutant.line.base];
    let file = &base.files[mutant.line.file];
    let range = mutant.edit.0.clone();
    let text = format!("{}{}{}", &file.text[..range.start], mutant.edit.1, &file.text[range.end..]);
    let end = mutant.line.end + mutant.edit.1.len() - range.len();
    let line = Line { end, ..mutant.line };
    let changed = SourceFile::new(&file.path, file.kind, text);
    let cluster = base.cluster.with_file(&changed);
    let check = |file: &SourceFile| check_file(file, &cluster, &bases.settings, &bases.registry);
    let found = new(file, &base.found[line.file], &changed, check(&changed));
    if found.iter().any(|it| touches(it, line)) {
        return Verdict::Found;
    }
    let mut elsewhere = !found.is_empty();
    for (index, other) in base.files.iter().enumerate().filter(|it| it.0 != line.file) {
        let found = new(other, &base.found[index], other, check(other));
        let names_it = |it: &Diagnostic| {
            it.related.iter().any(|it| {
                let (start, end) = (usize::from(it.range.start()), usize::from(it.range.end()));
                it.file.as_deref() == Some(&*file.path) && start <= line.end && end >= line.start
            })
        };
        if found.iter().any(names_it) {
            return Verdict::Found;
        }
        elsewhere |= !found.is_empty();
    }
    if elsewhere {
        return Verdict::Elsewhere;
    }
    let meaning = |cluster, file: &SourceFile| Meaning::of(cluster, [&Arc::new(file.clone())]);
    if meaning(&base.cluster, file) == meaning(&cluster, &changed) {
        return Verdict::Equivalent("the same meaning");
    }
    match equivalent(base, mutant, &changed) {
        Some(reason) => Verdict::Equivalent(reason),
        None => Verdict::Silent,
    }
}

/// The findings that the file did not have: those with another rule, message or line.
fn new(before: &SourceFile, known: &[Diagnostic], after: &SourceFile, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    new_at(&before.text, known, &after.text, found)
}

/// As [`new`], for texts.
pub(super) fn new_at(before: &str, known: &[Diagnostic], after: &str, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let key = |text: &str, it: &Diagnostic| {
        let start = usize::from(it.range.start()).min(text.len());
        let line = text.as_bytes()[..start].iter().filter(|it| **it == b'\n').count();
        (it.rule.code, it.message.clone(), line)
    };
    let mut known: Vec<_> = known.iter().map(|it| key(before, it)).collect();
    let is_new = |it: &Diagnostic| match known.iter().position(|known| *known == key(after, it)) {
        Some(at) => {
            known.swap_remove(at);
            false
        }
        None => true,
    };
    let mut is_new = is_new;
    found.into_iter().filter(|it| is_new(it)).collect()
}

/// Why a silent mutant is as correct as the line before; `None` if the value is wrong, or may be.
fn equivalent(base: &Base, mutant: &Mutant, changed: &SourceFile) -> Option<&'static str> {
    let file = &base.files[mutant.line.file];
    let line = &file.text[mutant.line.start..mutant.line.end];
    let offset = mutant.edit.0.start;
    if offset - mutant.line.start > comment_start(line) {
        return Some("a comment");
    }
    let start = &line[..offset - mutant.line.start];
    // Readers compare the words of directives without case (`ls_getconf` of volclava).
    if mutant.change == Change::WrongCase && line.trim_start().starts_with('#') {
        return Some("LSF ignores the letter case");
    }
    // `g++/cpu`: the sign is a part of the name.
    let in_name = mutant.change.keeps_words() || mutant.change == Change::SeparatorDoubled;
    if in_name && is_task_or_alias(file.kind, start) {
        return Some("a new name");
    }
    // More digits of a fraction.
    if mutant.change == Change::NumberTooLarge && start.ends_with('.') {
        return Some("another correct value");
    }
    // Without its slash, a task has no requirement.
    if mutant.change == Change::SeparatorLost && file.kind == FileKind::LsfTask && line[start.len()..].starts_with('/')
    {
        return Some("a new name");
    }
    if let Some(reason) = equivalent_word(file.kind, mutant.change, start) {
        return Some(reason);
    }
    let before = place(file, offset.min(mutant.line.end.saturating_sub(1)))?;
    let after = place(changed, before.value_start)?;
    let (section, param) = (before.section?, before.param?);
    if after.param.is_none_or(|it| !std::ptr::eq(it, param)) || !before.in_value {
        return None;
    }
    let text = after.value.trim();
    if mutant.change == Change::WrongCase && ignores_case(param) {
        return Some("LSF ignores the letter case");
    }
    if param.confidence == Confidence::Low {
        return Some("no page gives the form of the parameter");
    }
    if mutant.change == Change::ValueEmptied && file.kind.spec().installer_only {
        return Some("an empty value of the installer is the default");
    }
    if mutant.change == Change::WrongCase && matches!(param.grammar, Grammar::HostList) {
        return Some("LSF ignores the letter case");
    }
    if file.kind == FileKind::LsbGlobalPolicies && param.grammar == Grammar::QueueList && mutant.change.keeps_words() {
        return Some("a queue of another cluster");
    }
    // A factor, a load or a static value of a host may be any number that the readers can hold.
    if mutant.change == Change::NumberTooLarge
        && matches!(param.grammar, Grammar::Number | Grammar::Threshold | Grammar::HostResources)
        && Unit::of(param.unit).is_none()
    {
        return Some("any number is a value");
    }
    if mutant.change == Change::ValueEmptied || text.is_empty() {
        return matches!(param.grammar, Grammar::Text).then_some("free text");
    }
    let plain = || !text.contains(char::is_whitespace);
    if section.defines.is_some_and(|it| it.key.eq_ignore_ascii_case(param.name)) {
        let may_have_spaces = param.name_characters.is_some_and(|it| it.contains(' '));
        return (plain() || may_have_spaces).then_some("a new name");
    }
    match param.grammar {
        Grammar::Text => Some("free text"),
        Grammar::Command if !matches!(mutant.change, Change::QuoteLost | Change::BracketLost) => {
            Some("any command may exist")
        }
        // The folders of the file system do not depend on how often a slash is written.
        Grammar::Shape(_) if mutant.change == Change::SeparatorDoubled && after.value.contains("//") => {
            Some("the same meaning")
        }
        Grammar::Path | Grammar::Paths if mutant.change == Change::SeparatorDoubled && after.value.contains("//") => {
            Some("the same meaning")
        }
        Grammar::Path | Grammar::Paths if text.trim_start_matches('"').starts_with(['/', '$', '%', '~']) && plain() => {
            Some("any path may exist")
        }
        // The name of a program in a folder that LSF knows.
        Grammar::Path if !param.absolute && plain() && mutant.change.keeps_words() => Some("any path may exist"),
        Grammar::Word | Grammar::Name(None | Some(Namespace::Project | Namespace::License | Namespace::Cluster))
            if plain() =>
        {
            Some("a name that no file defines")
        }
        Grammar::Names(None | Some(Namespace::Project | Namespace::License)) if mutant.change.keeps_words() => {
            Some("a name that no file defines")
        }
        Grammar::UserList
        | Grammar::Fairshare
        | Grammar::UserShares
        | Grammar::Name(Some(Namespace::User))
        | Grammar::Names(Some(Namespace::User))
            if mutant.change.keeps_words() && !mutant.known =>
        {
            Some("any user may exist")
        }
        Grammar::HourMinute
        | Grammar::RunLimit
        | Grammar::LimitPair
        | Grammar::TaskLimit
        | Grammar::TimeWindows
        | Grammar::Threshold
            if matches!(mutant.change, Change::SeparatorLost | Change::SeparatorDoubled) =>
        {
            Some("another correct value")
        }
        Grammar::Number | Grammar::Integer if mutant.change == Change::SeparatorLost => Some("another correct value"),
        Grammar::Shape(shape) if mutant.change.keeps_words() && is_free(shape) => Some("a name that no file defines"),
        _ => None,
    }
}

/// Why a change of a word in a file without keys and columns is harmless. The rules judge the form of these words, and
/// no file says which names there are.
fn equivalent_word(kind: FileKind, change: Change, before: &str) -> Option<&'static str> {
    let names = change.keeps_words() && change != Change::WordAppended || change == Change::SeparatorLost;
    match kind {
        FileKind::LsfUserMapping if names => Some("any user may exist"),
        FileKind::Hosts if names || change == Change::OtherNamespace => {
            before.trim_start().contains(char::is_whitespace).then_some("a new name")
        }
        _ => None,
    }
}

/// Whether the text after `before` is a name in `hosts`, or of a task without its requirement.
fn is_task_or_alias(kind: FileKind, before: &str) -> bool {
    match kind {
        FileKind::Hosts => before.trim_start().contains(char::is_whitespace),
        FileKind::LsfTask => !before.contains('/'),
        _ => false,
    }
}

/// Whether LSF ignores the case of the words of a value.
fn ignores_case(param: &ParamSpec) -> bool {
    match param.grammar {
        Grammar::YesNo => true,
        Grammar::Enum | Grammar::EnumList => !param.case_sensitive,
        _ => false,
    }
}

/// Whether a shape takes any word: paths, texts, words.
pub(super) fn is_free(shape: &Shape) -> bool {
    match shape {
        Shape::Terminal(it) => {
            matches!(
                it,
                Terminal::Path
                    | Terminal::Word
                    | Terminal::Rest
                    | Terminal::Inner
                    | Terminal::Name(None | Some(Namespace::User | Namespace::Project))
            )
        }
        Shape::Sequence(parts) | Shape::Choice(parts) => parts.iter().any(is_free),
        Shape::Optional(part) | Shape::Repeat(part) => is_free(part),
        _ => false,
    }
}

/// The parameter at an offset.
pub(super) struct Place {
    section: Option<&'static SectionSpec>,
    pub(super) param: Option<&'static ParamSpec>,
    /// Whether the offset is in the value.
    in_value: bool,
    /// The start of the value or, without one, of the line.
    value_start: usize,
    value: String,
}

/// The parameter whose line or cell contains the offset.
pub(super) fn place(file: &SourceFile, offset: usize) -> Option<Place> {
    let at = TextSize::new(u32::try_from(offset).ok()?);
    let mut path: Vec<Node<'_>> = Vec::new();
    loop {
        let parent = path.last().map_or(file.parse.root(), |it| (*it).into());
        let inner = |touches: fn(TextRange, TextSize) -> bool| parent.children().find(|it| touches(it.range(), at));
        let Some(node) = inner(TextRange::contains).or_else(|| inner(TextRange::contains_inclusive)) else { break };
        path.push(node);
    }
    let section = path.iter().find_map(|it| Section::cast(*it));
    let spec = match section {
        Some(section) => lsflint_spec::section(file.kind, &section.name()?.text()),
        None => file.kind.spec().sections.first().filter(|it| it.name.is_empty()),
    };
    let named = |name: &str| spec.and_then(|it| it.param(name));
    let text = |value: Value<'_>| file.text[std::ops::Range::<usize>::from(value.node().range())].to_owned();
    if let Some(entry) = path.iter().find_map(|it| Entry::cast(*it)) {
        let value = entry.value();
        let start = value.map_or(usize::from(entry.node().range().start()), |it| it.node().range().start().into());
        return Some(Place {
            section: spec,
            param: named(&entry.key()?.text()),
            in_value: offset >= start && value.is_some(),
            value_start: start,
            value: value.map(text).unwrap_or_default(),
        });
    }
    let row = path.iter().find_map(|it| TableRow::cast(*it));
    if let (Some(row), Some(section)) = (row, section) {
        let column = row.cells().position(|it| it.node().range().contains_inclusive(at))?;
        let cell = row.cells().nth(column)?;
        let param = named(&section.header()?.columns().nth(column)?.text());
        let value_start = cell.node().range().start().into();
        return Some(Place { section: spec, param, in_value: true, value_start, value: text(cell) });
    }
    // A line of a list without keys and columns, such as lsf.task.
    let params = spec?.params;
    let only = params.first().filter(|it| it.kind == ParamKind::Keyword && params.len() == 1);
    Some(Place { section: spec, param: only, in_value: true, value_start: offset, value: String::new() })
}

/// The names that a cluster defines.
pub(super) fn names(base: &Base) -> Names {
    let mut names = Names::default();
    for file in &base.files {
        for section in file.parse.root().children().filter_map(Section::cast) {
            let spec = section.name().and_then(|it| lsflint_spec::section(file.kind, &it.text()));
            let Some(defines) = spec.and_then(|it| it.defines) else { continue };
            let is_key = |it: &str| it.eq_ignore_ascii_case(defines.key);
            for entry in section.entries().filter(|it| it.key().is_some_and(|it| is_key(&it.text()))) {
                if let Some(word) = entry.value().and_then(Value::single_word) {
                    names.add(&word.text(), defines.what);
                }
            }
            let Some(column) = section.header().and_then(|it| it.columns().position(|it| is_key(&it.text()))) else {
                continue;
            };
            for row in section.rows() {
                if let Some(word) = row.cells().nth(column).and_then(Value::single_word) {
                    names.add(&word.text(), defines.what);
                }
            }
        }
    }
    names
}
