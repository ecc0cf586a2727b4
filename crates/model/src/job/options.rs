//! Parses words to options like `bsub`.

use lsflint_spec::{BsubArgument, BsubOption, bsub_option};
use lsflint_syntax::script::{Call, Word};

use super::Given;

/// The parsed options of a call.
#[derive(Default)]
pub(super) struct Read {
    pub(super) given: Vec<Given>,
    pub(super) command: Option<Word>,
    pub(super) has_gaps: bool,
}

/// The options of a call. Those of the command line take precedence over those of `#BSUB` lines.
pub(super) fn read(call: &Call) -> Read {
    let mut read = Read::default();
    read.words(&call.command, true);
    let before = read.given.len();
    for line in &call.directives {
        read.words(line, false);
    }
    let directives = read.given.split_off(before);
    let is_new = |it: &Given| !read.given.iter().any(|other| other.option == it.option);
    let new: Vec<Given> = directives.into_iter().filter(is_new).collect();
    read.given.extend(new);
    read
}

/// The kind of a word that starts with a hyphen.
enum Kind {
    /// An option, and the offset of its argument if it is in the same word.
    Option(&'static BsubOption, Option<usize>),
    Unknown,
}

impl Read {
    /// Parses the words of a command line or of one `#BSUB` line. Parsing stops at the first word that is not
    /// understood.
    fn words(&mut self, words: &[Word], may_command: bool) {
        let mut rest = words.iter().peekable();
        while let Some(word) = rest.next() {
            let Some(text) = word.text() else {
                self.has_gaps = true;
                return;
            };
            if !text.starts_with('-') || text == "-" {
                if may_command {
                    self.command = Some(word.clone());
                } else {
                    // It is undocumented how bsub handles it and the following words.
                    self.has_gaps = true;
                }
                return;
            }
            let Kind::Option(option, attached) = kind(text) else {
                self.has_gaps = true;
                return;
            };
            let argument = match (option.argument, attached) {
                (BsubArgument::None, _) => None,
                (_, Some(from)) => Some(word.tail(from)),
                (_, None) => rest.next().cloned(),
            };
            // `-M 4000 !`: kill the job immediately.
            if option.argument == BsubArgument::Size && rest.peek().is_some_and(|it| it.text() == Some("!")) {
                rest.next();
            }
            let name = attached.map_or(word.range(), |from| word.place(super::part(0, from)));
            self.given.push(Given { option, name, argument });
        }
    }
}

/// The kind of a word. An argument may be in the same word if it cannot be part of the name.
fn kind(text: &str) -> Kind {
    let name = &text[1..];
    if let Some(option) = bsub_option(name) {
        return Kind::Option(option, None);
    }
    let Some(first) = name.chars().next() else { return Kind::Unknown };
    let Some(option) = name.get(..first.len_utf8()).and_then(bsub_option) else { return Kind::Unknown };
    let rest = &name[first.len_utf8()..];
    let fits = match option.argument {
        BsubArgument::Tasks | BsubArgument::Time | BsubArgument::Size | BsubArgument::Count => {
            rest.starts_with(|it: char| it.is_ascii_digit())
        }
        BsubArgument::Requirement => rest.contains('['),
        _ => false,
    };
    if fits { Kind::Option(option, Some(1 + first.len_utf8())) } else { Kind::Unknown }
}
