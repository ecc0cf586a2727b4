//! Lines of the output of query commands that are not messages: headings, labels, headers of tables.

use std::collections::HashMap;
use std::sync::LazyLock;

pub use crate::generated::output::{COMMAND_OUTPUTS, RECORD_MEMBERS};

/// The characters at the end of a shell prompt.
const PROMPTS: [char; 4] = ['$', '%', '#', '>'];

/// The lines of the output of a command that do not depend on the cluster. Each text is the beginning of a line, with
/// `<...>` for a word; a text that ends with one is the whole line.
#[derive(Debug)]
pub struct CommandOutput {
    /// The command with the option that matters: `bqueues -l`.
    pub command: &'static str,
    /// The first line of an object.
    pub begins: &'static [&'static str],
    /// Headings and labels.
    pub lines: &'static [&'static str],
    /// Headers of tables.
    pub tables: &'static [&'static str],
    /// Headers of tables of jobs, in which a line that is not a row is a reason.
    pub jobs: &'static [&'static str],
    /// The beginnings of texts of several lines.
    pub texts: &'static [&'static str],
    /// The page, or the function of an open-source relative, that the texts come from.
    pub source: &'static str,
}

/// The names of the members of a record that `-json` prints.
#[derive(Debug)]
pub struct RecordMembers {
    /// Reasons and answers of commands.
    pub reasons: &'static [&'static str],
    /// States of jobs, hosts and queues.
    pub states: &'static [&'static str],
    /// The number of a job.
    pub job: &'static str,
    /// The queue of a job.
    pub queue: &'static str,
    /// The user of a job.
    pub user: &'static str,
    /// The application profile of a job.
    pub application: &'static str,
    /// The page that the names come from.
    pub source: &'static str,
}

/// What a line of an output is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// The first line of an object.
    Begin,
    /// A heading or a label.
    Line,
    /// The header of a table.
    Table,
    /// The header of a table of jobs.
    Jobs,
    /// The first line of a text.
    Text,
}

/// A line that a command prints around its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The command.
    pub command: &'static str,
    /// What the line is.
    pub kind: FrameKind,
    /// Whether the line belongs to the command only after other lines of it, as many outputs have such lines.
    pub is_vague: bool,
}

/// The commands that print a line, with what it is for each: those of which the most words are known first, then in the
/// order of [`COMMAND_OUTPUTS`].
pub fn frames(line: &str) -> Vec<Frame> {
    let normal = crate::one_space(line).replace(" :", ":");
    let words: Vec<&str> = normal.split(' ').collect();
    let Some(first) = words.first() else { return Vec::new() };
    let patterns = [TABLE.by_word.get(first), TABLE.by_word.get("<")].into_iter().flatten().flatten();
    let mut found: Vec<&Pattern> = patterns.filter(|it| it.matches(&words)).collect();
    found.sort_by_key(|it| (std::cmp::Reverse(it.words.len()), it.number));
    found.into_iter().map(|it| it.frame).collect()
}

/// The command of a line with a shell prompt: `[ann@login ~]$ bqueues -l night`. `None` if it is not a command whose
/// output is known.
pub fn command_line(line: &str) -> Option<&'static str> {
    let (at, _) = line.char_indices().find(|(_, it)| PROMPTS.contains(it))?;
    let mut words = line[at + 1..].split_whitespace();
    let name = words.next()?;
    let is_long = words.any(|it| it.starts_with('-') && it.contains('l'));
    let of_name = || COMMAND_OUTPUTS.iter().filter(|it| it.command.split(' ').next() == Some(name));
    let long = of_name().find(|it| it.command.contains(' ') == is_long);
    long.or_else(|| of_name().next()).map(|it| it.command)
}

struct Pattern {
    /// The place of the command in the data.
    number: usize,
    words: Vec<&'static str>,
    frame: Frame,
}

struct Table {
    /// The texts by their first word; those that begin with any word are under `<`.
    by_word: HashMap<&'static str, Vec<Pattern>>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut by_word: HashMap<&'static str, Vec<Pattern>> = HashMap::new();
    for (number, output) in COMMAND_OUTPUTS.iter().enumerate() {
        let kinds = [
            (FrameKind::Begin, output.begins),
            (FrameKind::Line, output.lines),
            (FrameKind::Table, output.tables),
            (FrameKind::Jobs, output.jobs),
            (FrameKind::Text, output.texts),
        ];
        for (kind, text) in kinds.into_iter().flat_map(|(kind, texts)| texts.iter().map(move |it| (kind, *it))) {
            let words: Vec<&'static str> = text.split(' ').collect();
            let is_vague = words[0].starts_with('<');
            let first = if is_vague { "<" } else { words[0] };
            let frame = Frame { command: output.command, kind, is_vague };
            by_word.entry(first).or_default().push(Pattern { number, words, frame });
        }
    }
    Table { by_word }
});

impl Pattern {
    fn matches(&self, line: &[&str]) -> bool {
        let is_whole = self.words.last().is_some_and(|it| it.starts_with('<'));
        let enough = line.len() >= self.words.len() && (!is_whole || line.len() == self.words.len());
        // A value may follow the colon of a label without a space.
        let label = self.words.last().filter(|it| it.ends_with(':'));
        let is_equal = |(word, it): (&&str, &&str)| {
            word.starts_with('<') || word == it || label == Some(word) && it.starts_with(*word)
        };
        enough && self.words.iter().zip(line).all(is_equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_outputs() {
        let first = |line: &str| frames(line).first().map(|it| (it.command, it.kind));
        assert_eq!(first("QUEUE: night"), Some(("bqueues -l", FrameKind::Begin)));
        assert_eq!(first(" HOSTS:  all "), Some(("bqueues -l", FrameKind::Line)));
        assert_eq!(first("RERUNNABLE :  yes"), Some(("bqueues -l", FrameKind::Line)));
        assert_eq!(first("HOST  a1"), Some(("bhosts -l", FrameKind::Begin)));
        assert_eq!(first("HOST a1 is down"), None);
        assert_eq!(first("Available resources:cs fs"), Some(("lsclusters -l", FrameKind::Line)));
        assert_eq!(first("HOST_NAME STATUS JL/U MAX"), Some(("bhosts", FrameKind::Table)));
        assert_eq!(first("HOST_NAME status r15s r1m"), Some(("lsload", FrameKind::Table)));
        assert_eq!(first("HOST_NAME MAX NJOBS"), Some(("bhosts", FrameKind::Table)));
        assert_eq!(first("JOBID USER STAT"), Some(("bjobs", FrameKind::Jobs)));
        assert_eq!(first("    MBD_SLEEP_TIME = 20 (seconds)"), Some(("bparams -l", FrameKind::Line)));
        assert_eq!(first("Something that no version prints"), None);
        assert_eq!(first(""), None);
    }

    #[test]
    fn commands_after_a_prompt() {
        assert_eq!(command_line("[ann@login ~]$ bqueues -l night"), Some("bqueues -l"));
        assert_eq!(command_line("% bhosts"), Some("bhosts"));
        assert_eq!(command_line("$ lsid"), Some("lsid"));
        assert_eq!(command_line("$ make"), None);
        assert_eq!(command_line("no prompt"), None);
    }
}
