//! Completion of options and their arguments, in `#BSUB` lines and in calls.
//!
//! Only the text before the cursor is read: an incomplete line is not a part of what follows.

use lsflint_model::job::{Invocation, Mistake};
use lsflint_spec::{BSUB_OPTIONS, BsubArgument, BsubOption, Dialect, Grammar};
use lsflint_syntax::script::{Script as Commands, Word};
use lsflint_syntax::{TextRange, TextSize};

use super::excerpt::{self, Excerpt};
use crate::{Completion, CompletionKind, CompletionOptions, Completions, Range, Script, Snapshot};

/// The completions at an offset of a script.
pub(crate) fn complete(snapshot: &Snapshot, script: &Script, offset: u32, options: &CompletionOptions) -> Completions {
    let text = &*script.source.text;
    let offset = (0..=text.len().min(offset as usize)).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
    let Some(head) = Head::read(&script.source.path, text, offset) else { return Completions::default() };
    let mut found = match head.position() {
        Some(Position::Option(typed)) => options_of(snapshot, &head, &typed, offset),
        Some(Position::Argument(parameter, word)) => head.values(snapshot, parameter, &word, offset, options),
        None => Completions::default(),
    };
    // The rest of the word is replaced, too.
    let rest = &text[offset..];
    let end = offset + rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len());
    for item in &mut found.items {
        item.range.end = end as u32;
        if text[end..].starts_with([' ', '\t']) {
            item.insert.truncate(item.insert.trim_end().len());
        }
    }
    found
}

/// The text before the cursor, with the command at the cursor.
struct Head {
    /// The offset of the text in the script.
    start: usize,
    /// The text; if no word is at the cursor, with a letter for one.
    text: String,
    command: Invocation,
    /// The word at the cursor.
    word: Word,
    /// Whether the word is only there to be one.
    is_new: bool,
}

/// What can be written at the cursor.
enum Position {
    /// An option, of which this is typed.
    Option(String),
    /// The value of a parameter.
    Argument(excerpt::Parameter, Word),
}

/// What stands for a word that is not there yet.
const NEW: &str = "x";

impl Head {
    fn read(path: &str, text: &str, cursor: usize) -> Option<Head> {
        let line = text[..cursor].rfind('\n').map_or(0, |it| it + 1);
        let is_directive = Commands::has_directive(&text[line..cursor]);
        let start = if is_directive { line } else { 0 };
        let head = &text[start..cursor];
        let is_apart = head.ends_with([' ', '\t']);
        // A word in quotes goes on after a space.
        let mut written = head.to_owned();
        let mut commands = Commands::parse_named(path, &written);
        let open = commands.open_quotes.last().map(|it| &head[usize::from(it.start())..]);
        let open = open.and_then(|it| it.chars().next()).filter(|it| matches!(it, '\'' | '"'));
        match open {
            Some(quote) => written.push(quote),
            None if is_apart => written.push_str(NEW),
            None => {}
        }
        if written.len() > head.len() {
            commands = Commands::parse_named(path, &written);
        }
        let at = TextSize::of(head);
        let touches = |it: &&Word| it.range().start() <= at && at <= it.range().end();
        let found = commands.calls.iter().rev().find_map(|call| {
            let words = call.command.iter().chain(call.directives.last().into_iter().flatten());
            Some((call, words.rev().find(touches)?.clone()))
        });
        let (call, word) = found?;
        let is_new = open.is_none() && is_apart;
        Some(Head { start, command: Invocation::of(call), word, is_new, text: written })
    }

    /// What can be written at the cursor.
    fn position(&self) -> Option<Position> {
        let is_it = |it: &Word| it.range().start() == self.word.range().start();
        let mut arguments = self.command.given.iter().filter_map(|it| Some((it, it.argument.as_ref()?)));
        if let Some((given, word)) = arguments.find(|it| it.1.range().end() == self.word.range().end()) {
            return Some(Position::Argument(excerpt::parameter_of(given.option)?, word.clone()));
        }
        if !self.command.program.takes_job_options {
            let word = self.command.requirements.iter().find(|it| is_it(it))?;
            return Some(Position::Argument(excerpt::requirement()?, word.clone()));
        }
        if self.is_new {
            // The first word that is neither an option nor an argument.
            let is_stray = |it: &Mistake| matches!(it, Mistake::StrayWord { word, .. } if is_it(word));
            let is_next =
                self.command.command.as_ref().is_some_and(is_it) || self.command.mistakes.iter().any(is_stray);
            return is_next.then(|| Position::Option(String::new()));
        }
        let typed = self.word.text_unless_matched()?.strip_prefix('-')?;
        let is_name = typed.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        // Options before it are understood, so this one is read.
        let is_read = self.command.given.iter().any(|it| it.name.start() == self.word.range().start())
            || self.command.mistakes.iter().any(|it| match it {
                Mistake::UnknownOption { word, .. }
                | Mistake::ForeignOption { word, .. }
                | Mistake::StrayWord { word, .. }
                | Mistake::LateOption { word, .. } => is_it(word),
                Mistake::MissingArgument { name, .. } => name.start() == self.word.range().start(),
            })
            || typed.is_empty() && self.command.command.as_ref().is_some_and(is_it);
        (is_name && is_read).then(|| Position::Option(typed.to_owned()))
    }

    /// The values of an argument.
    fn values(
        &self,
        snapshot: &Snapshot,
        parameter: excerpt::Parameter,
        word: &Word,
        cursor: usize,
        options: &CompletionOptions,
    ) -> Completions {
        let empty;
        let word = if self.is_new {
            // An empty word in the place of the one that stands for it.
            empty = word.tail(NEW.len());
            &empty
        } else {
            word
        };
        if parameter.is_definition() {
            return defined(snapshot, parameter, self.typed(cursor), cursor);
        }
        let Some(excerpt) = Excerpt::of(snapshot, parameter, word) else { return Completions::default() };
        // The text ends at the cursor.
        let at = excerpt.value().end;
        let quote = self.open_quote();
        let found = crate::complete(&excerpt.snapshot, excerpt::PATH, at, options);
        let typed = |it: &Completion| excerpt.text().get(it.range.start as usize..at as usize).map(str::to_owned);
        // `none` and `allremote` are words of queues.
        let is_word = |it: &Completion| parameter.spec.grammar == Grammar::HostList && it.kind == CompletionKind::Word;
        let items = found.items.into_iter().filter(|it| !is_word(it)).filter_map(|mut it| {
            let typed = typed(&it)?;
            let is_typed = self.text[..cursor - self.start].ends_with(&typed);
            if !is_typed || quote.is_some_and(|quote| it.insert.contains(quote)) {
                return None;
            }
            let is_whole = it.range.start == excerpt.value().start;
            if quote.is_none() && is_whole && needs_quotes(&it.insert) {
                it.insert = format!("\"{}\"", it.insert);
            }
            it.range = Range { start: (cursor - typed.len()) as u32, end: cursor as u32 };
            Some(it)
        });
        Completions { items: items.collect(), is_incomplete: found.is_incomplete }
    }

    /// The end of the word before the cursor that may be a part of a name.
    fn typed(&self, cursor: usize) -> &str {
        let head = &self.text[..cursor - self.start];
        let start = head.rfind(|it: char| it.is_whitespace() || matches!(it, '\'' | '"')).map_or(0, |it| it + 1);
        head.get(start..).unwrap_or_default()
    }

    /// The quote that the word at the cursor begins with.
    fn open_quote(&self) -> Option<char> {
        let at = usize::from(self.word.range().start());
        self.text[at..].chars().next().filter(|it| !self.is_new && matches!(it, '\'' | '"'))
    }
}

/// The names that the sections of a parameter define.
fn defined(snapshot: &Snapshot, parameter: excerpt::Parameter, typed: &str, cursor: usize) -> Completions {
    let view = snapshot.view();
    let mut names: Vec<&str> = view.names(parameter.kind, parameter.section).filter(|it| !it.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    let range = Range { start: (cursor - typed.len()) as u32, end: cursor as u32 };
    let items = names.into_iter().map(|name| Completion {
        label: name.to_owned(),
        kind: CompletionKind::Name,
        detail: format!("section {} of {}", parameter.section, parameter.kind.name()),
        insert: name.to_owned(),
        is_snippet: false,
        range,
        filter: name.to_owned(),
        sort: name.to_owned(),
        is_deprecated: false,
        commit: &[],
        goes_on: false,
        data: String::new(),
    });
    Completions { items: items.collect(), is_incomplete: false }
}

/// Whether the shell would not read a text as one word.
fn needs_quotes(text: &str) -> bool {
    text.contains([' ', '[', '(', '&', '|', '<', '>', '*', ';'])
}

/// The options that can be added to a command.
fn options_of(snapshot: &Snapshot, head: &Head, typed: &str, cursor: usize) -> Completions {
    let target = snapshot.view().switches().target;
    let is_known =
        |it: &&BsubOption| it.since.is_none_or(|since| target.dialect == Dialect::Lsf && target.from >= since);
    let is_given = |it: &&BsubOption| {
        let here = |range: TextRange| !head.is_new && range.start() == head.word.range().start();
        head.command.given.iter().any(|given| given.option.name == it.name && !here(given.name))
    };
    let start = cursor - typed.len() - usize::from(!head.is_new);
    let range = Range { start: start as u32, end: cursor as u32 };
    let offered = BSUB_OPTIONS.iter().filter(is_known).filter(|it| it.repeats || !is_given(it));
    let items = offered.map(|it| {
        let label = format!("-{}", it.name);
        let takes_value = it.argument != BsubArgument::None;
        Completion {
            insert: if takes_value { format!("{label} ") } else { label.clone() },
            filter: label.clone(),
            sort: label.to_lowercase(),
            label,
            kind: CompletionKind::Key,
            detail: it.summary.to_owned(),
            is_snippet: false,
            range,
            is_deprecated: false,
            commit: &[],
            goes_on: takes_value && excerpt::parameter_of(it).is_some(),
            data: format!("option/{}", it.name),
        }
    });
    Completions { items: items.collect(), is_incomplete: false }
}
