//! The argument of an option as the value of a parameter in a file of its own.

use std::sync::Arc;

use lsflint_model::SourceFile;
use lsflint_spec::{BsubArgument, BsubOption, FileKind, Grammar, ParamKind, ParamSpec, bsub_option, find_param};
use lsflint_syntax::script::Word;
use lsflint_syntax::{TextRange, TextSize};

use crate::{File, Range, Snapshot};

/// The path of the file in the snapshot of an excerpt.
pub(super) const PATH: &str = "<argument>";

/// A parameter whose value has the grammar of an argument.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter {
    pub(super) kind: FileKind,
    pub(super) section: &'static str,
    pub(super) spec: &'static ParamSpec,
}

/// The sections in which parameters of options are looked up.
const SECTIONS: [(FileKind, &str); 2] = [(FileKind::LsbQueues, "Queue"), (FileKind::LsbParams, "Parameters")];

/// The parameter of an option: the first one that limits it or gives its default, or one that has such names.
pub(super) fn parameter_of(option: &BsubOption) -> Option<Parameter> {
    match option.argument {
        BsubArgument::None | BsubArgument::Text | BsubArgument::Path | BsubArgument::Command => None,
        BsubArgument::JobName | BsubArgument::Dependency | BsubArgument::DateTime | BsubArgument::Signal => None,
        BsubArgument::Value(grammar @ Grammar::Name(_)) => {
            let named = option.limits.iter().filter_map(|it| parameter(it)).find(|it| it.spec.grammar == grammar);
            named.or_else(|| with_grammar(grammar))
        }
        _ => option.limits.iter().find_map(|it| parameter(it)),
    }
}

/// The parameter of a requirement string.
pub(super) fn requirement() -> Option<Parameter> {
    parameter_of(bsub_option("R")?)
}

/// `lsb.queues:RUNLIMIT`.
fn parameter(name: &str) -> Option<Parameter> {
    let (file, name) = name.split_once(':')?;
    let (kind, section) = *SECTIONS.iter().find(|it| it.0.name() == file)?;
    Some(Parameter { kind, section, spec: find_param(kind, section, name)? })
}

/// A parameter with a grammar, in a section that is not a table.
fn with_grammar(grammar: Grammar) -> Option<Parameter> {
    FileKind::ALL.into_iter().find_map(|kind| {
        let sections = kind.spec().sections.iter().filter(|it| !it.name.is_empty());
        sections.into_iter().find_map(|section| {
            let mut params = section.params.iter();
            let spec = params.find(|it| it.kind == ParamKind::Keyword && it.grammar == grammar)?;
            Some(Parameter { kind, section: section.name, spec })
        })
    })
}

/// An argument as the value of a parameter.
pub(super) struct Excerpt {
    /// The cluster, with the excerpt as one more file.
    pub(super) snapshot: Snapshot,
    /// The word, with a number in the place of each unknown part.
    word: Word,
    /// The start of the value in the excerpt, and its length.
    start: usize,
    length: usize,
}

impl Parameter {
    /// Whether it names its section: its value refers to nothing.
    pub(super) fn is_definition(&self) -> bool {
        let section = lsflint_spec::section(self.kind, self.section);
        section.and_then(|it| it.defines).is_some_and(|it| it.key == self.spec.name)
    }
}

impl Excerpt {
    /// The excerpt of a word; `None` if parts of it are unknown that are not within quotes.
    pub(super) fn of(snapshot: &Snapshot, parameter: Parameter, word: &Word) -> Option<Excerpt> {
        let word = match word.text_unless_matched() {
            Some(_) => word.clone(),
            None => word.filled("1")?.0,
        };
        let text = word.text_unless_matched()?;
        // Lines of a quoted text would be lines of the file.
        let text = text.replace(['\n', '\r'], " ");
        let (length, before) = (text.len(), format!("Begin {}\n{} = ", parameter.section, parameter.spec.name));
        let start = before.len();
        let text = format!("{before}{text}\nEnd {}\n", parameter.section);
        let source = Arc::new(SourceFile::new(PATH, parameter.kind, text));
        // The cluster as read does not include the excerpt.
        snapshot.as_read();
        let file = File { source, findings: Arc::default(), suppressed: Arc::default() };
        let files = snapshot.files.iter().cloned().chain([file]).collect();
        let snapshot = Snapshot { files, script: None, scripts: Default::default(), ..snapshot.clone() };
        Some(Excerpt { snapshot, word, start, length })
    }

    /// The text of the excerpt.
    pub(super) fn text(&self) -> &str {
        self.snapshot.text(PATH).map_or("", |it| it)
    }

    /// The range of the value in the excerpt.
    pub(super) fn value(&self) -> Range {
        Range { start: self.start as u32, end: (self.start + self.length) as u32 }
    }

    /// An offset of the script in the excerpt.
    pub(super) fn to_excerpt(&self, offset: u32) -> Option<u32> {
        let inside = self.word.offset_in_text(TextSize::new(offset))?;
        Some((self.start + inside) as u32)
    }

    /// A range of the excerpt in the script.
    pub(super) fn to_script(&self, range: Range) -> Option<Range> {
        let value = self.value();
        let inside = value.start <= range.start && range.end <= value.end;
        let part = |it: u32| TextSize::new(it - value.start);
        inside.then(|| self.word.place(TextRange::new(part(range.start), part(range.end))).into())
    }
}
