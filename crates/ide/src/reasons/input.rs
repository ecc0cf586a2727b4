//! The lines of what LSF printed: records of `bjobs -l`, tables, and single lines, with wrapped lines joined.

/// The widths at which `bjobs -l` indents the rest of a long line: without and with the year in dates.
const INDENTS: [usize; 2] = [21, 26];
/// The headings of the reasons in a record.
const REASONS: [&str; 2] = ["PENDING REASONS:", "SUSPENDING REASONS:"];
/// The first words of the headings of tables.
const TABLES: [&str; 3] = ["JOBID", "HOST_NAME", "QUEUE_NAME"];

/// A job as its record describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) queue: Option<String>,
    pub(super) user: Option<String>,
    pub(super) application: Option<String>,
    /// The string of `bsub -R`.
    pub(super) requirement: Option<String>,
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
}

/// The lines of an output.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) jobs: Vec<Job>,
    pub(super) lines: Vec<Line>,
}

/// What the current line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    Record,
    Reasons,
    Table,
}

impl Input {
    pub(super) fn of(text: &str) -> Input {
        let mut input = Input::default();
        let mut within = Within::Nothing;
        for (number, line) in joined(text) {
            within = input.line(within, number, &line);
        }
        input
    }

    fn line(&mut self, within: Within, number: usize, line: &str) -> Within {
        let text = lsflint_spec::one_space(line);
        if text.is_empty() || text.chars().all(|it| it == '-') {
            // A blank line ends the reasons; a line of dashes ends the record.
            return match within {
                Within::Reasons if text.is_empty() => Within::Record,
                Within::Record if text.is_empty() => Within::Record,
                Within::Table => Within::Table,
                _ => Within::Nothing,
            };
        }
        if is_record(line) {
            self.jobs.push(Job::of_record(&text));
            return Within::Record;
        }
        if TABLES.iter().any(|it| text.starts_with(it)) {
            return Within::Table;
        }
        let in_record = matches!(within, Within::Record | Within::Reasons);
        if in_record && REASONS.contains(&text.as_str()) {
            return Within::Reasons;
        }
        if in_record && text.ends_with(':') && text.chars().all(|it| !it.is_lowercase()) {
            return Within::Record;
        }
        match within {
            Within::Reasons => self.reasons(number, &text),
            Within::Record => {
                self.jobs.last_mut().into_iter().for_each(|it| it.add(&text));
                self.push(number, &text, Role::Detail);
            }
            Within::Table => match row(&text) {
                Some(job) => {
                    self.jobs.push(job);
                    self.push(number, &text, Role::Detail);
                }
                None if is_row_of_states(&text) => self.push(number, &text, Role::Detail),
                None => self.reasons(number, &text),
            },
            Within::Nothing => self.push(number, &text, Role::Free),
        }
        within
    }

    /// The reasons in a line: each ends with `;`.
    fn reasons(&mut self, number: usize, text: &str) {
        for reason in text.split(';').map(str::trim).filter(|it| !it.is_empty()) {
            self.push(number, reason, Role::Reason);
        }
    }

    fn push(&mut self, number: usize, text: &str, role: Role) {
        let job = if role == Role::Free { None } else { self.jobs.len().checked_sub(1) };
        self.lines.push(Line { number, text: text.to_owned(), job, role });
    }
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
        let Some(at) = text.find("Requested Resources <") else { return };
        let rest = &text[at + "Requested Resources <".len()..];
        // The string may contain `>`.
        let end = [">,", ">;"].into_iter().filter_map(|it| rest.find(it)).min().unwrap_or(rest.len());
        self.requirement = Some(rest[..end].trim().trim_end_matches('>').trim().to_owned());
    }
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
        assert_eq!(job.requirement.as_deref(), Some("select[mem>35] span[ptile=36]"));
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
    }

    #[test]
    fn tables_are_read() {
        let input = Input::of(
            "JOBID   USER    STAT  QUEUE      FROM_HOST      JOB_NAME           SUBMIT_TIME\n\
             818     user1   PEND  normal     hostA          sleep 1000         Jan 22 16:34\n\
             The user has reached his/her job slot limit;\n",
        );
        assert_eq!((input.jobs[0].queue.as_deref(), input.jobs[0].user.as_deref()), (Some("normal"), Some("user1")));
        assert_eq!(input.lines[1].role, Role::Reason);
        assert_eq!(input.lines[1].job, Some(0));
        let hosts = Input::of("HOST_NAME STATUS JL/U MAX NJOBS\nhostA ok - 4 0\nhostB unavail\n");
        assert!(hosts.lines.iter().all(|it| it.role == Role::Detail), "{:?}", hosts.lines);
    }
}
