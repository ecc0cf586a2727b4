//! `show job`: what a script submits, and which lines of the configuration decide.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_ide::answers::{AskedHosts, Chosen, InQueue, JobAnswer, LimitAnswer};
use lsflint_model::Membership;
use lsflint_model::requirement::Level;

use super::{Shown, why};
use crate::arguments::{At, MergeFormat, Reading};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WARNS: Style = AnsiColor::Yellow.on_default();
const WRITES: &str = "writing to a string cannot fail";
/// The width of the labels.
const LABEL: usize = 12;

pub(crate) fn run(
    file: &Path,
    reading: Reading,
    at: At,
    user: Option<String>,
    format: MergeFormat,
    terminal: &Terminal,
) -> Result<ExitCode, Failure> {
    let script = super::read(file, reading, at, user)?;
    match format {
        MergeFormat::Json => strings::document(&script.document(), terminal)?,
        MergeFormat::Full => {
            let mut out = terminal.stdout();
            out.write_all(Shown(&script).text().as_bytes())?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Shown<'_> {
    fn text(&self) -> String {
        if self.jobs.is_empty() {
            return format!("{} submits no job that lsflint can read\n", self.path);
        }
        let pages: Vec<String> = self.jobs.iter().map(|it| self.page(it)).collect();
        pages.join("\n")
    }

    fn page(&self, job: &JobAnswer) -> String {
        let name = if job.name.is_empty() { String::new() } else { format!(" {}", job.name) };
        let mut page = format!("{BOLD}job{name}{BOLD:#}  {}:{}\n", self.path, job.line);
        if let Some(elements) = job.elements {
            line(&mut page, "array", &format!("{elements} elements"));
        }
        if let Some(tasks) = job.tasks {
            let most = if tasks.most > tasks.least { format!(" to {}", tasks.most) } else { String::new() };
            line(&mut page, "tasks", &format!("{}{most}", tasks.least));
        }
        if let Some(user) = &job.user {
            line(&mut page, "user", user);
        }
        if let Some(application) = &job.application {
            line(&mut page, "application", &self.chosen_in_words(application));
        }
        for (number, asked) in job.asked_hosts.iter().enumerate() {
            line(&mut page, if number == 0 { "asks for" } else { "" }, &self.asked_in_words(asked));
        }
        for queue in &job.queues {
            self.queue_lines(&mut page, job, queue);
        }
        for reason in &job.reasons {
            page.push_str(&why::reason(self, reason));
        }
        for note in &job.notes {
            writeln!(page, "  {DIM}note: {note}{DIM:#}").expect(WRITES);
        }
        page
    }

    /// `normal  (-q)  lsb.queues:14`.
    fn chosen_in_words(&self, chosen: &Chosen) -> String {
        let place = match &chosen.place {
            Some(place) => self.place_in_words(place),
            None => format!("{WARNS}not defined{WARNS:#}"),
        };
        format!("{}  ({})  {place}", chosen.name, chosen.from)
    }

    fn queue_lines(&self, page: &mut String, job: &JobAnswer, queue: &InQueue) {
        line(page, "queue", &self.chosen_in_words(&queue.queue));
        if queue.access == Membership::No {
            line(page, "access", &format!("{WARNS}the user may not use the queue{WARNS:#}"));
        }
        if let Some((week, place)) = &queue.opens {
            let place = place.as_ref().map(|it| format!("  {}", self.place_in_words(it))).unwrap_or_default();
            line(page, "starts jobs", &format!("{week}{place}"));
        }
        if let Some(merged) = &queue.requirement {
            match (&merged.reason, &merged.result) {
                (Some(reason), _) => line(page, "requirement", &format!("{WARNS}rejected: {reason}{WARNS:#}")),
                (None, Some(result)) => line(page, "requirement", &result.to_string()),
                (None, None) => line(page, "requirement", "none"),
            }
            for origin in &merged.origins {
                let place = match origin.from {
                    Level::Job => job.requirement_line.map(|it| format!("{}:{it}", self.path)),
                    level => queue.levels.iter().find(|it| it.0 == level).map(|it| self.place_in_words(&it.1)),
                };
                let place = place.unwrap_or_default();
                line(page, "", format!("  {}  from the {}  {place}", origin.text, origin.from).trim_end());
            }
        }
        if let Some(hosts) = &queue.hosts {
            let is_outside = hosts.counts.all() == 0 && !job.asked_hosts.is_empty();
            let outside = || format!("{WARNS}none: the queue has none of those that the job asks for{WARNS:#}");
            line(page, "hosts", &if is_outside { outside() } else { hosts.summary() });
        }
        for (number, limit) in queue.limits.iter().enumerate() {
            line(page, if number == 0 { "limits" } else { "" }, &self.limit_in_words(limit));
        }
    }

    /// `big  (-m)  3 hosts, preference 2  lsb.hosts:12`.
    fn asked_in_words(&self, asked: &AskedHosts) -> String {
        let hosts = asked.hosts.map(|it| if it == 1 { "1 host".to_owned() } else { format!("{it} hosts") });
        let preference = asked.preference.as_ref().map(|it| format!("preference {it}"));
        let first = asked.is_first.then(|| "first execution host".to_owned());
        let about: Vec<String> = [hosts, preference, first].into_iter().flatten().collect();
        let about = if about.is_empty() { String::new() } else { format!("  {}", about.join(", ")) };
        let place = asked.place.as_ref().map(|it| format!("  {}", self.place_in_words(it))).unwrap_or_default();
        format!("{}  (-m){about}{place}", asked.name)
    }

    /// `RUNLIMIT 2:00 = 2 hours  (-W)  maximum 15 minutes  lsb.queues:14`.
    fn limit_in_words(&self, limit: &LimitAnswer) -> String {
        let value = limit.words.as_deref().or(limit.value.as_deref()).unwrap_or("unknown");
        let from = match limit.from {
            "job" => format!("-{}", limit.option),
            from => from.to_owned(),
        };
        let place = limit.place.as_ref().map(|it| format!("  {}", self.place_in_words(it))).unwrap_or_default();
        let maximum = limit.maximum.as_ref().filter(|it| limit.place.as_ref() != Some(&it.1) || it.0 != value);
        let maximum = maximum.map(|(most, at)| format!("  maximum {most}  {}", self.place_in_words(at)));
        format!("{} {value}  ({from}){place}{}", limit.parameter, maximum.unwrap_or_default())
    }
}

/// Adds `  label  text`.
fn line(page: &mut String, label: &str, text: &str) {
    writeln!(page, "  {label:LABEL$} {text}").expect(WRITES);
}
