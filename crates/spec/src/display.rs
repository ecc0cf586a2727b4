//! How query commands display the values of the files: which heading, label or column stands for which parameter.

pub use crate::generated::displays::{DISPLAYS, NOISE, NOT_SET, REMARKS};
use crate::{Confidence, FileKind};

/// The output of a command.
#[derive(Debug, PartialEq)]
pub struct Display {
    /// The command with the option that matters: `bqueues -l`.
    pub command: &'static str,
    /// The command as `-json` names it; empty if it has no such output.
    pub json: &'static str,
    /// Whether `bconf` can change the values without the file.
    pub bconf: bool,
    /// The file with the values.
    pub file: FileKind,
    /// Its section; empty in files without sections.
    pub section: &'static str,
    /// How the values are arranged.
    pub layout: DisplayLayout,
    /// What begins it: the first line of an object with `<name>`, the column with the names, or the beginning of a
    /// heading.
    pub begins: &'static [&'static str],
    /// The record of objects without their own; empty if there is none.
    pub fallback: &'static str,
    /// The number of characters to which names are cut; 0 if they are not.
    pub cut: usize,
    /// The first words of the rows in tables of thresholds, whose columns are load indices.
    pub rows: &'static [&'static str],
    /// The heading of a table with one threshold for each load index; empty if there is none.
    pub thresholds: &'static str,
    /// Whether it may display some of the objects only.
    pub partial: bool,
    /// The heading of default limits; empty if there is none.
    pub default_limits: &'static str,
    /// The heading of the limits that users cannot exceed; empty if there is none.
    pub maximum_limits: &'static str,
    /// The label of the words for scheduling policies; empty if there is none.
    pub policies: &'static str,
    /// Objects that LSF makes without a file.
    pub made_by_lsf: &'static [&'static str],
    /// Columns, labels and headings that are not configuration.
    pub state: &'static [&'static str],
    /// The first lines of texts that are not configuration, up to a blank line.
    pub skipped: &'static [&'static str],
    /// The first lines after which an object has no more configuration.
    pub closing: &'static [&'static str],
    /// The commands that display the values of this file between those of another one.
    pub within: &'static [&'static str],
    /// The begin of the names that LSF gives to objects without one; empty if it gives none.
    pub unnamed: &'static str,
    /// The heading above a table whose other columns are resources; empty if there is none.
    pub resources: &'static str,
    /// The values.
    pub parts: &'static [DisplayPart],
    /// The page, or the function of an open-source relative, that the layout comes from.
    pub source: &'static str,
}

/// How the values of a [`Display`] are arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayLayout {
    /// Several lines for each object.
    Blocks,
    /// A table with one row for each object.
    Rows,
    /// `NAME = value`, where the name is that of the parameter.
    Assignments,
    /// Sections as in the file: `Begin Limit`, `NAME = value`, `End Limit`.
    Sections,
    /// Lines about the whole cluster.
    Lines,
}

/// A value in the output of a command.
#[derive(Debug, PartialEq)]
pub struct DisplayPart {
    /// Where it is.
    pub at: DisplayPlace,
    /// The heading, the label without its colon, the sentence with `<value>`, or the word.
    pub text: &'static str,
    /// The parameters that it displays: the first one that a file sets.
    pub params: &'static [&'static str],
    /// How the value is written.
    pub form: DisplayForm,
    /// The unit of the number, if the value does not name it.
    pub unit: &'static str,
    /// Which limit of a pair it is.
    pub limit: DisplayLimit,
    /// For a word: the word of the parameter that it stands for; else what is displayed if the parameter is not set.
    pub value: &'static str,
    /// Whether it is displayed even if the parameter is not set.
    pub always: bool,
    /// How sure it is. That a value is missing says something only with a high confidence.
    pub confidence: Confidence,
}

/// Where a value is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayPlace {
    /// In the column of a table.
    Column,
    /// After a label.
    Label,
    /// In a sentence.
    Sentence,
    /// As a word after the label of scheduling policies.
    Policy,
    /// As a text of several lines.
    Text,
}

/// Which of the limits of a parameter is displayed: the minimum (of tasks only), the default or the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayLimit {
    /// Both, or the heading above it decides.
    Any,
    /// The minimum.
    Minimum,
    /// The default.
    Default,
    /// The maximum.
    Maximum,
}

/// How a value is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DisplayForm {
    /// As in the file.
    Plain,
    /// A text, to which LSF may add that the queue is the default one.
    Description,
    /// A number.
    Number,
    /// A time, also `20 min of hostA`.
    Time,
    /// A size with a unit: `5000 K`, `15.4G`.
    Size,
    /// Seconds; the file has multiples of MBD_SLEEP_TIME.
    Intervals,
    /// Seconds; the file has `MAX_RESERVE_TIME[n]` in multiples of MBD_SLEEP_TIME.
    Reservation,
    /// The maximum, or the minimum and the maximum, or the minimum, the default and the maximum.
    Tasks,
    /// Names in any order; those of groups end with `/`.
    List,
    /// The members of a group; those of groups inside it may be expanded.
    Members,
    /// `[user, 1] [group, 2]`.
    Shares,
    /// A resource requirement.
    Requirement,
    /// Yes or no.
    Yes,
    /// A dispatch threshold and a suspension threshold in two rows.
    Threshold,
    /// Words that stand for values of the parameter.
    Words,
    /// `Inc` or `Dec` for a resource whose larger values mean more or less load.
    Order,
    /// Job slots; the file may ask for the number of processors.
    Slots,
    /// Whether a host is a server: yes, no, or Dyn for a dynamic host.
    Server,
    /// The number of processors, which is not a parameter, but decides others.
    Processors,
    /// The name of the cluster.
    Cluster,
    /// The current management host, one of several candidates.
    Candidate,
    /// The version of LSF in the line of the product.
    Level,
    /// What suspends, resumes or terminates a job, in brackets after a label.
    Controls,
    /// The checkpoint directory, or the checkpoint period.
    Checkpoint,
    /// A goal of a service class, or its time window.
    Goals,
    /// `used/limit`; what is not used may be displayed as what is not limited.
    Usage,
    /// The shares of a user or user group, whose name is in the first column. Users that share as `default` or `others`
    /// have rows of their own.
    Accounts,
}

impl Display {
    /// Whether a word is a column or the start of a line that is not configuration.
    pub fn is_state(&self, word: &str) -> bool {
        self.state.contains(&word)
    }

    /// Whether LSF made the name of an object because it has none.
    pub fn is_unnamed(&self, name: &str) -> bool {
        !self.unnamed.is_empty()
            && name.strip_prefix(self.unnamed).is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
    }

    /// The part of a column.
    pub fn column(&self, heading: &str) -> Option<&'static DisplayPart> {
        self.parts.iter().find(|it| it.at == DisplayPlace::Column && it.text == heading)
    }
}
