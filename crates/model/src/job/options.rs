//! Parses words to options, like `bsub` and the other commands of LSF.

use lsflint_spec::{
    BsubArgument, BsubOption, ForeignOption, JobCommand, bsub_option, foreign_option, requirement_section,
};
use lsflint_syntax::script::{Call, Origin, Word};
use lsflint_syntax::{TextRange, TextSize};

use super::{Given, ValueMistake, part};

/// The options of one call of a command, or of the `#BSUB` lines of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Invocation {
    /// The command.
    pub program: &'static JobCommand,
    /// Where the options are written.
    pub origin: Origin,
    /// The place where the command is reported.
    pub anchor: TextRange,
    /// The options of `bsub` that are given. Those of the command line take precedence over those of `#BSUB` lines.
    pub given: Vec<Given>,
    /// The requirement strings.
    pub requirements: Vec<Word>,
    /// The first word of the command to run, if it is on the command line.
    pub command: Option<Word>,
    /// Whether some options are unknown, so that options that are not given may be set.
    pub has_gaps: bool,
    /// What the command does not understand, in the order of the text.
    pub mistakes: Vec<Mistake>,
}

/// Words that a command does not understand.
#[derive(Debug, Clone, PartialEq)]
pub enum Mistake {
    /// An option that it does not have.
    UnknownOption {
        /// The word.
        word: Word,
        /// The option of `bsub` that the word begins with, with the rest as its argument, if it takes one.
        begins_with: Option<&'static BsubOption>,
    },
    /// An option of another scheduler.
    ForeignOption {
        /// The word.
        word: Word,
        /// The option.
        option: &'static ForeignOption,
    },
    /// An option without its argument, or with a command in its place.
    MissingArgument {
        /// The option.
        option: &'static BsubOption,
        /// Its name in the text.
        name: TextRange,
        /// The option or the command that is read as the argument.
        taken: Option<Word>,
    },
    /// A word of a `#BSUB` line that is neither an option nor its argument, or a part of a requirement that becomes the
    /// command.
    StrayWord {
        /// The word.
        word: Word,
        /// The option before it, if that is known.
        after: Option<&'static BsubOption>,
        /// The requirement that it is a part of, if the argument of the option before it has no quotes.
        requirement: Option<TextRange>,
    },
    /// An option with a requirement string behind the command, which gets it as an argument.
    LateOption {
        /// The option.
        word: Word,
        /// The command.
        command: Word,
    },
}

impl Invocation {
    /// The options of a call.
    pub fn of(call: &Call) -> Invocation {
        let mut read = Invocation {
            program: call.program,
            origin: call.origin,
            anchor: call.anchor,
            given: Vec::new(),
            requirements: Vec::new(),
            command: None,
            has_gaps: call.reads,
            mistakes: Vec::new(),
        };
        if !call.program.takes_job_options {
            read.words_of_others(&call.command);
            return read;
        }
        read.words(&call.command, true);
        let before = read.given.len();
        for line in &call.directives {
            read.words(line, false);
        }
        let directives = read.given.split_off(before);
        let is_new = |it: &Given| !read.given.iter().any(|other| other.option.name == it.option.name);
        let new: Vec<Given> = directives.into_iter().filter(is_new).collect();
        read.given.extend(new);
        // The script that it reads may have more of them.
        read.has_gaps |= call.origin == Origin::Command && read.command.is_none() && call.directives.is_empty();
        let requirements = read.given.iter().filter(|it| it.option.name == read.program.requirement);
        read.requirements = requirements.filter_map(|it| it.argument.clone()).collect();
        read
    }

    /// Parses the words of a command line or of one `#BSUB` line. Parsing stops at the first word that is not
    /// understood.
    fn words(&mut self, words: &[Word], may_command: bool) {
        let mut rest = words.iter();
        let mut last: Option<&'static BsubOption> = None;
        while let Some(word) = rest.next() {
            let stray = || Mistake::StrayWord {
                word: word.clone(),
                after: last,
                requirement: self.given.last().and_then(|it| requirement(it, words, word)),
            };
            let Some(text) = word.text_unless_matched() else {
                self.has_gaps = true;
                return;
            };
            if !text.starts_with('-') || text == "-" {
                let stray = stray();
                let is_requirement = matches!(stray, Mistake::StrayWord { requirement: Some(_), .. });
                if may_command {
                    self.command = Some(word.clone());
                }
                if !may_command || is_requirement {
                    self.mistakes.push(stray);
                    // The following words may also be lost.
                    self.has_gaps = true;
                } else {
                    self.mistakes.extend(late_option(word, rest.as_slice(), self.program));
                }
                return;
            }
            let (option, attached) = match kind(text, self.program) {
                Kind::Option(option, attached) => (option, attached),
                Kind::Cancel => continue,
                Kind::Unknown(begins_with) => {
                    let foreign = foreign_option(text.trim_start_matches('-').split('=').next().unwrap_or_default());
                    self.mistakes.push(match foreign {
                        Some(option) => Mistake::ForeignOption { word: word.clone(), option },
                        None => Mistake::UnknownOption { word: word.clone(), begins_with },
                    });
                    self.has_gaps = true;
                    return;
                }
            };
            last = Some(option);
            let name = match attached {
                Attached::No => word.range(),
                Attached::Known(from) | Attached::Unknown(from) => word.place(part(0, from)),
            };
            let argument = match (option.argument, attached) {
                (BsubArgument::None, _) => None,
                (_, Attached::Known(from)) => Some(word.tail(from)),
                (_, Attached::Unknown(from)) => Some(word.tail(from).into_unknown()),
                (_, Attached::No) => self.next_argument(option, name, rest.next(), may_command),
            };
            // `-M 4000 !`: kill the job immediately.
            if option.argument == BsubArgument::Size && rest.as_slice().first().is_some_and(|it| it.text() == Some("!"))
            {
                rest.next();
            }
            self.given.push(Given { option, name, argument, in_directive: !may_command });
        }
    }

    /// The argument of an option in the next word. Notes that it is missing, or that it is another option.
    fn next_argument(
        &mut self,
        option: &'static BsubOption,
        name: TextRange,
        next: Option<&Word>,
        may_command: bool,
    ) -> Option<Word> {
        // Names of queues and application profiles are letters, digits, `_` and `-`.
        let is_name = matches!(option.argument, BsubArgument::Queues | BsubArgument::Application);
        let is_command = |it: &str| is_name && it.starts_with(['.', '/']) && it.contains('/');
        let taken = next.filter(|it| it.text().is_some_and(|it| is_option(it) && !is_number(it) || is_command(it)));
        // The rest of a command line may be in words that are unknown; a `#BSUB` line is complete.
        if next.is_none() && !(may_command && self.has_gaps) || taken.is_some() {
            self.mistakes.push(Mistake::MissingArgument { option, name, taken: taken.cloned() });
        }
        next.cloned()
    }

    /// Parses the words of a command with options of its own, of which only the requirement is of interest.
    fn words_of_others(&mut self, words: &[Word]) {
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            let Some(name) = word.text().and_then(|it| it.strip_prefix('-')) else { return };
            if self.program.flags.contains(&name) {
                continue;
            }
            if !self.program.arguments.contains(&name) {
                self.has_gaps = true;
                return;
            }
            let argument = rest.next();
            if name == self.program.requirement {
                self.requirements.extend(argument.cloned());
            }
        }
    }
}

/// The range of a requirement without quotes that a word goes on with: `-R rusage[mem=4] span[hosts=1]`.
fn requirement(given: &Given, words: &[Word], word: &Word) -> Option<TextRange> {
    let argument = given.argument.as_ref().filter(|_| given.option.argument == BsubArgument::Requirement)?;
    let is_bare = |it: &Word| it.text_unless_matched().is_some_and(|text| TextSize::of(text) == it.range().len());
    let at = words.iter().position(|it| it.range() == word.range())?;
    if !is_bare(argument) || at == 0 || words[at - 1].range() != argument.range() || !begins_section(word) {
        return None;
    }
    let end = words[at..].iter().take_while(|it| is_bare(it) && begins_section(it)).last()?;
    Some(TextRange::new(argument.range().start(), end.range().end()))
}

/// Whether a word begins with a section of a requirement: `span[hosts=1]`.
fn begins_section(word: &Word) -> bool {
    let name = word.text_unless_matched().and_then(|it| it.split_once('['));
    name.is_some_and(|(name, _)| requirement_section(name).is_some())
}

/// An option with a requirement string among the arguments of a command, unless that may submit jobs itself.
fn late_option(command: &Word, arguments: &[Word], program: &JobCommand) -> Option<Mistake> {
    let submits = |it: &Word| it.text().is_none_or(|it| it.contains("bsub") || it.contains("submit"));
    if std::iter::once(command).chain(arguments).any(submits) {
        return None;
    }
    let name = |it: &Word| it.text().and_then(|it| it.strip_prefix('-')) == Some(program.requirement);
    let pair = arguments.windows(2).find(|it| name(&it[0]) && begins_section(&it[1]))?;
    Some(Mistake::LateOption { word: pair[0].clone(), command: command.clone() })
}

/// The kind of a word that starts with a hyphen.
enum Kind {
    /// An option.
    Option(&'static BsubOption, Attached),
    /// It cancels an option.
    Cancel,
    /// Not an option. It may begin with one that takes the rest as its argument.
    Unknown(Option<&'static BsubOption>),
}

/// Where the argument of an option is.
#[derive(Clone, Copy)]
enum Attached {
    /// In the next word.
    No,
    /// In the same word, from this offset on.
    Known(usize),
    /// Perhaps in the same word: it is not documented, but known readers do so.
    Unknown(usize),
}

/// The kind of a word.
fn kind(text: &str, program: &JobCommand) -> Kind {
    let name = &text[1..];
    if let Some(option) = bsub_option(name) {
        return Kind::Option(option, Attached::No);
    }
    if program.cancels && name.strip_suffix('n').is_some_and(|it| bsub_option(it).is_some()) {
        return Kind::Cancel;
    }
    if name.starts_with('-') || foreign_option(name).is_some() {
        return Kind::Unknown(None);
    }
    let starts = (1..name.len()).rev().filter(|it| name.is_char_boundary(*it));
    let Some(option) = starts.filter_map(|it| bsub_option(&name[..it])).next() else { return Kind::Unknown(None) };
    let rest = &name[option.name.len()..];
    let from = 1 + option.name.len();
    let fits = match option.argument {
        _ if rest.starts_with('=') => return Kind::Unknown(Some(option)),
        BsubArgument::None => return Kind::Unknown(Some(option)),
        BsubArgument::Tasks | BsubArgument::Time | BsubArgument::Size | BsubArgument::Count => {
            rest.starts_with(|it: char| it.is_ascii_digit())
        }
        BsubArgument::Requirement => rest.contains('['),
        _ => false,
    };
    match fits {
        true => Kind::Option(option, Attached::Known(from)),
        false if ValueMistake::of(option.argument, rest).is_some() => Kind::Unknown(Some(option)),
        false => Kind::Option(option, Attached::Unknown(from)),
    }
}

/// Whether a word is an option of `bsub`.
fn is_option(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|it| bsub_option(it).is_some())
}

fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}
