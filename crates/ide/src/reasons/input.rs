//! The lines of what LSF printed: records of `bjobs -l`, tables, and single lines, with wrapped lines joined.

use lsflint_spec::{COMMAND_OUTPUTS, Frame, FrameKind, command_line, frames, one_space};

use super::json::{self, Document};

/// The widths at which `bjobs -l` indents the rest of a long line: without and with the year in dates.
const INDENTS: [usize; 2] = [21, 26];
/// The headings of the reasons in a record.
const REASONS: [&str; 2] = ["PENDING REASONS:", "SUSPENDING REASONS:"];
/// The command that prints records of jobs; `bhist -l` ends them with a table.
const RECORDS: &str = "bjobs -l";

/// A job as its record describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) queue: Option<String>,
    pub(super) user: Option<String>,
    pub(super) application: Option<String>,
    /// The string of `bsub -R`.
    pub(super) requirement: Option<String>,
    /// The number of tasks, if it is not 1.
    pub(super) tasks: Option<u64>,
    /// Whether the record is complete, so that what it does not name is not set.
    pub(super) is_long: bool,
}

/// The place of a line in the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A reason of a job.
    Reason,
    /// Another line of a record, or a row of a table, which has a message only in special cases.
    Detail,
    /// A heading, a label, or the header of a table, which is not a message.
    Frame,
    /// A line outside of records and tables.
    Free,
}

/// A line, or a reason in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The number of its first line in the input, from 1.
    pub(super) number: usize,
    /// The text with one space between words.
    pub(super) text: String,
    /// The index of the job.
    pub(super) job: Option<usize>,
    pub(super) role: Role,
    /// The index of the output that it belongs to.
    pub(super) output: Option<usize>,
}

/// The lines of an output.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) jobs: Vec<Job>,
    pub(super) lines: Vec<Line>,
    /// The command of each output: `bhosts -l`.
    pub(super) outputs: Vec<String>,
    within: Within,
    /// The index of the current output.
    output: Option<usize>,
    /// The index of the current job.
    job: Option<usize>,
}

/// What the current line belongs to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Within {
    #[default]
    Nothing,
    Record,
    Reasons,
    /// A table of jobs, with reasons below the rows.
    Jobs,
    /// Another table with this number of columns; a text has none.
    Rows(usize),
}

impl Input {
    pub(super) fn of(text: &str) -> Input {
        let mut input = Input::default();
        // The start of the text that is not read yet, with the number of its first line.
        let (mut start, mut number, mut at) = (0, 1, 0);
        while at < text.len() {
            let end = text[at..].find('\n').map_or(text.len(), |it| at + it + 1);
            let opens = text[at..end].trim_start().starts_with('{');
            let Some((document, length)) = opens.then(|| json::document(&text[at..])).flatten() else {
                at = end;
                continue;
            };
            input.lines_of(&text[start..at], number);
            number += text[start..at].matches('\n').count();
            let document_text = &text[at..at + length];
            input.document(&document, document_text, number);
            number += document_text.matches('\n').count();
            at += length;
            start = at;
        }
        input.lines_of(&text[start..], number);
        input
    }

    fn lines_of(&mut self, text: &str, first: usize) {
        for (number, line) in joined(text) {
            self.line(first - 1 + number, &line);
        }
    }

    fn line(&mut self, number: usize, line: &str) {
        let text = one_space(line);
        if text.is_empty() {
            // A blank line ends the reasons and most tables.
            self.within = match self.within {
                Within::Reasons if self.job.is_some() => Within::Record,
                Within::Reasons | Within::Rows(_) => Within::Nothing,
                other => other,
            };
        } else if text.chars().all(|it| it == '-') {
            // A line of dashes ends the record.
            if self.within != Within::Jobs {
                self.begin(None, Within::Nothing);
            }
        } else if is_record(line) {
            self.begin(Some(RECORDS), Within::Record);
            self.jobs.push(Job::of_record(&text));
            self.job = Some(self.jobs.len() - 1);
            self.push(number, &text, Role::Frame);
        } else if !self.framed(number, &text) {
            self.other(number, &text);
        }
    }

    /// Reads a line that commands print around their values; false if it is another one.
    fn framed(&mut self, number: usize, text: &str) -> bool {
        if text.ends_with(';') {
            return false;
        }
        let in_record = matches!(self.within, Within::Record | Within::Reasons);
        if let Some(command) = command_line(text) {
            self.begin(Some(command), Within::Nothing);
        } else if REASONS.contains(&text) {
            if !in_record {
                self.begin(Some(RECORDS), Within::Nothing);
            }
            self.within = Within::Reasons;
        } else if in_record && text.ends_with(':') && text.chars().all(|it| !it.is_lowercase()) {
            self.within = if self.job.is_some() { Within::Record } else { Within::Nothing };
        } else if let Some(frame) = self.frame_of(text, in_record) {
            self.frame(frame, text, in_record);
        } else {
            return false;
        }
        self.push(number, text, Role::Frame);
        true
    }

    /// What a line is for the current output, else for another one.
    fn frame_of(&self, text: &str, in_record: bool) -> Option<Frame> {
        let current = self.output.map(|it| self.outputs[it].as_str());
        let found = frames(text);
        let own = found.iter().find(|it| Some(it.command) == current);
        let starts = |it: &&Frame| !matches!(it.kind, FrameKind::Line | FrameKind::Text);
        own.or_else(|| found.iter().filter(|it| !it.is_vague).find(starts))
            // A record has many lines of its own; only the start of another output ends it.
            .or_else(|| found.iter().find(|it| !it.is_vague && !in_record))
            .copied()
    }

    fn frame(&mut self, frame: Frame, text: &str, in_record: bool) {
        let is_own = self.output.is_some_and(|it| self.outputs[it] == frame.command);
        if in_record && is_record_of(frame.command) {
            // The rows are details of the record.
            if let (Some(output), true) = (self.output, frame.kind == FrameKind::Line) {
                self.outputs[output] = frame.command.to_owned();
            }
            self.within = if self.job.is_some() { Within::Record } else { Within::Nothing };
            return;
        }
        let within = match frame.kind {
            FrameKind::Begin | FrameKind::Line => Within::Nothing,
            FrameKind::Table => Within::Rows(text.split(' ').count()),
            FrameKind::Text => Within::Rows(0),
            FrameKind::Jobs => Within::Jobs,
        };
        match is_own && frame.kind != FrameKind::Begin {
            true => self.within = within,
            false => self.begin(Some(frame.command), within),
        }
    }

    /// Begins an output of a command, or ends the current one.
    fn begin(&mut self, command: Option<&str>, within: Within) {
        self.within = within;
        self.job = None;
        self.output = command.map(|it| {
            self.outputs.push(it.to_owned());
            self.outputs.len() - 1
        });
    }

    fn other(&mut self, number: usize, text: &str) {
        match self.within {
            Within::Reasons => self.reasons(number, text),
            Within::Record => {
                self.job.into_iter().for_each(|it| self.jobs[it].add(text));
                self.push(number, text, Role::Detail);
            }
            Within::Jobs => match row(text) {
                Some(job) => {
                    self.jobs.push(job);
                    self.job = Some(self.jobs.len() - 1);
                    self.push(number, text, Role::Detail);
                }
                None if is_row_of_states(text) => self.push(number, text, Role::Detail),
                None => self.reasons(number, text),
            },
            Within::Rows(columns) if is_row(text, columns) => self.push(number, text, Role::Detail),
            Within::Rows(_) | Within::Nothing => {
                self.within = Within::Nothing;
                self.push(number, text, Role::Free);
            }
        }
    }

    /// The reasons in a line: each ends with `;`.
    fn reasons(&mut self, number: usize, text: &str) {
        for reason in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
            self.push(number, reason, Role::Reason);
        }
    }

    fn push(&mut self, number: usize, text: &str, role: Role) {
        let job = if role == Role::Free { None } else { self.job };
        let output = if role == Role::Free { None } else { self.output };
        self.lines.push(Line { number, text: text.to_owned(), job, role, output });
    }

    /// Reads a document that a command printed with `-json`. `first`: the number of its first line.
    fn document(&mut self, document: &Document, text: &str, first: usize) {
        let known = |it: &&str| COMMAND_OUTPUTS.iter().any(|known| known.command == *it);
        let command =
            Some(document.command.as_str()).filter(known).map_or("-json".to_owned(), |it| it.to_owned() + " -json");
        self.begin(Some(&command), Within::Nothing);
        for record in &document.records {
            self.job = (!record.job.id.is_empty()).then(|| {
                self.jobs.push(record.job.clone());
                self.jobs.len() - 1
            });
            for (line, reason) in &record.reasons {
                self.reasons(first + line, &one_space(reason));
            }
            for (line, state) in &record.states {
                self.push(first + line, &one_space(state), Role::Detail);
            }
        }
        let used: std::collections::HashSet<usize> =
            document.records.iter().flat_map(|it| it.reasons.iter().chain(&it.states)).map(|it| it.0).collect();
        for (number, line) in text.lines().enumerate() {
            if !used.contains(&number) && !line.trim().is_empty() {
                self.push(first + number, line.trim(), Role::Frame);
            }
        }
        self.begin(None, Within::Nothing);
    }
}

/// Whether a command prints records of jobs.
fn is_record_of(command: &str) -> bool {
    matches!(command, RECORDS | "bhist -l")
}

impl Job {
    fn of_record(text: &str) -> Job {
        let id = value(text, "Job <").unwrap_or_default();
        let mut job = Job { id, is_long: true, ..Job::default() };
        // The command may contain the same words, so it is the last part.
        let before = text.find(", Command <").map_or(text, |at| &text[..at]);
        (job.queue, job.user) = (value(before, "Queue <"), value(before, "User <"));
        job.application = value(before, "Application <");
        job
    }

    /// Adds the facts of a later line of the record.
    fn add(&mut self, text: &str) {
        self.tasks = self.tasks.or_else(|| tasks(text));
        let Some(at) = text.find("Requested Resources <") else { return };
        let rest = &text[at + "Requested Resources <".len()..];
        // The string may contain `>`.
        let end = [">,", ">;"].into_iter().filter_map(|it| rest.find(it)).min().unwrap_or(rest.len());
        self.requirement = Some(rest[..end].trim().trim_end_matches('>').trim().to_owned());
    }
}

/// The number of tasks: `..., 36 Task(s), Requested Resources <...`, formerly `36 Processors Requested`.
fn tasks(text: &str) -> Option<u64> {
    let words = ["Task(s)", "Tasks", "Processors Requested"];
    let mut facts = text.split(", ").filter_map(|it| it.trim().split_once(' '));
    facts.find_map(|(number, rest)| number.parse().ok().filter(|_| words.iter().any(|it| rest.starts_with(it))))
}

/// The text in angle brackets after a key.
fn value(text: &str, key: &str) -> Option<String> {
    let rest = &text[text.find(key)? + key.len()..];
    Some(rest[..rest.find('>')?].trim().to_owned())
}

/// The first line of a record of `bjobs -l`: `Job <12>, User <u>, ...`. Messages about a job have no comma there.
fn is_record(line: &str) -> bool {
    line.strip_prefix("Job <").and_then(|it| it.split_once('>')).is_some_and(|(_, rest)| rest.starts_with(','))
}

/// A row of `bjobs`: `818 user1 PEND normal hostA ...`.
fn row(text: &str) -> Option<Job> {
    let mut cells = text.split(' ');
    let id = cells.next()?;
    let is_id = id.starts_with(|it: char| it.is_ascii_digit())
        && id.chars().all(|it| it.is_ascii_digit() || matches!(it, '[' | ']'));
    let (user, state, queue) = (cells.next()?, cells.next()?, cells.next()?);
    let is_state = state.len() > 1 && state.chars().all(|it| it.is_ascii_uppercase());
    let job =
        || Job { id: id.to_owned(), queue: Some(queue.to_owned()), user: Some(user.to_owned()), ..Job::default() };
    (is_id && is_state).then(job)
}

/// Whether a line below the header of a table is a row of it.
fn is_row(text: &str, columns: usize) -> bool {
    !text.ends_with(';') && (text.split(' ').count() >= columns || is_row_of_states(text))
}

/// A row of `bhosts`, `lsload` or `bqueues`: numbers and dashes from the third or fourth column.
fn is_row_of_states(text: &str) -> bool {
    let cells: Vec<&str> = text.split(' ').collect();
    let is_number = |it: &&&str| it.starts_with(|it: char| it.is_ascii_digit() || matches!(it, '-' | '*'));
    let numbers = cells.iter().skip(1).filter(is_number).count();
    !text.ends_with(';') && (cells.len() == 2 || numbers * 2 >= cells.len().saturating_sub(2))
}

/// The lines with the number of their first line; the rest of a wrapped line is joined to it. LSF wraps in the middle
/// of a word, so the text continues after the indentation without a space.
fn joined(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut in_record = false;
    for (number, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if is_record(line) {
            in_record = true;
        }
        let width = INDENTS.into_iter().rev().find(|it| indent >= *it);
        match (width, lines.last_mut()) {
            (Some(width), Some((_, last))) if in_record && !last.trim().is_empty() && !line.trim().is_empty() => {
                last.push_str(line[width..].trim_end_matches(['\r', '\n']));
            }
            _ => lines.push((number + 1, line.trim_end_matches(['\r', '\n']).to_owned())),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRAPPED: &str = "
Job <9352294>, Job Name <wide run>, User <ann>, Project <default>, Application
                      <tool>, Status <PEND>, Queue <night>, Command <bsub -q x
                     Queue <other>>
Sat May 23 18:18:44: Submitted from host <login>, CWD <$HOME/runs/a>, 36
                      Tasks, Requested Resources <select[mem>35] span[pti
                     le=36]>;
 PENDING REASONS:
 Job slot limit reached: hostA, hostB, ho
                     stC;
 Closed by LSF administrator: 2 hosts; Load information unavailable: 1 host;

 SCHEDULING PARAMETERS:
           r15s   r1m  r15m
 loadSched   -     -     -
------------------------------------------------------------------------------
all is well
";

    #[test]
    fn records_are_joined() {
        let input = Input::of(WRAPPED);
        let job = &input.jobs[0];
        assert_eq!(job.id, "9352294");
        assert_eq!((job.queue.as_deref(), job.user.as_deref()), (Some("night"), Some("ann")));
        assert_eq!(job.application.as_deref(), Some("tool"));
        assert_eq!((job.requirement.as_deref(), job.tasks), (Some("select[mem>35] span[ptile=36]"), Some(36)));
        let of = |role: Role| input.lines.iter().filter(move |it| it.role == role).map(|it| (it.number, &*it.text));
        assert_eq!(
            of(Role::Reason).collect::<Vec<_>>(),
            [
                (9, "Job slot limit reached: hostA, hostB, hostC"),
                (11, "Closed by LSF administrator: 2 hosts"),
                (11, "Load information unavailable: 1 host")
            ]
        );
        assert_eq!(of(Role::Free).collect::<Vec<_>>(), [(17, "all is well")]);
        let frames = of(Role::Frame).map(|it| it.0).collect::<Vec<_>>();
        assert_eq!((frames, input.outputs), (vec![2, 8, 13, 14], vec!["bjobs -l".to_owned()]));
    }

    #[test]
    fn tables_are_read() {
        let input = Input::of(
            "JOBID   USER    STAT  QUEUE      FROM_HOST      JOB_NAME           SUBMIT_TIME\n\
             818     user1   PEND  normal     hostA          sleep 1000         Jan 22 16:34\n\
             The user has reached his/her job slot limit;\n",
        );
        assert_eq!((input.jobs[0].queue.as_deref(), input.jobs[0].user.as_deref()), (Some("normal"), Some("user1")));
        assert_eq!((input.lines[2].role, input.lines[2].job), (Role::Reason, Some(0)));
        let hosts = Input::of("HOST_NAME STATUS JL/U MAX NJOBS\nhostA ok - 4 0\nhostB unavail\n");
        assert!(hosts.lines[1..].iter().all(|it| it.role == Role::Detail), "{:?}", hosts.lines);
    }

    #[test]
    fn a_record_ends_where_another_output_begins() {
        let input = Input::of(
            "Job <7>, User <ann>, Status <PEND>, Queue <day>\n PENDING REASONS:\n Job slot limit reached: hostA;\n\
             HOST  hostA\nSTATUS CPUF JL/U MAX\nclosed_Adm 1.0 - 4\n\n CURRENT LOAD USED FOR SCHEDULING:\n\
             \x20     r15s r1m\n Total 0.0 0.0\n\nnot a row\n[ann@login ~]$ lsid\nMy cluster name is c\n",
        );
        assert_eq!(input.outputs, ["bjobs -l", "bhosts -l", "lsid"]);
        let of = |role: Role| input.lines.iter().filter(move |it| it.role == role).map(|it| it.number);
        assert_eq!(of(Role::Free).collect::<Vec<_>>(), [12]);
        assert_eq!(of(Role::Detail).collect::<Vec<_>>(), [6, 10]);
    }

    #[test]
    fn documents_are_read() {
        let input = Input::of(
            "$ bjobs -p -o \"jobid pend_reason\" -json\n{\n  \"COMMAND\":\"bjobs\",\n  \"RECORDS\":[\n    {\n\
             \"JOBID\":\"7\",\n\"PEND_REASON\":\"Not enough job slot(s): 9 hosts; Job slot limit reached: 1 host;\"\n    },\n\
             {\"JOBID\":\"8\",\"QUEUE\":\"day\",\"PEND_REASON\":\"-\",\"STAT\":\"RUN\"}\n  ]\n}\n{ not JSON\n",
        );
        let of = |role: Role| input.lines.iter().filter(move |it| it.role == role).map(|it| (it.number, &*it.text));
        assert_eq!(
            of(Role::Reason).collect::<Vec<_>>(),
            [(7, "Not enough job slot(s): 9 hosts"), (7, "Job slot limit reached: 1 host")]
        );
        assert_eq!(of(Role::Detail).collect::<Vec<_>>(), [(9, "RUN")]);
        assert_eq!(of(Role::Free).collect::<Vec<_>>(), [(12, "{ not JSON")]);
        let jobs: Vec<(&str, Option<&str>)> = input.jobs.iter().map(|it| (&*it.id, it.queue.as_deref())).collect();
        assert_eq!(jobs, [("7", None), ("8", Some("day"))]);
        assert_eq!(input.outputs, ["bjobs", "bjobs -json"]);
    }
}
