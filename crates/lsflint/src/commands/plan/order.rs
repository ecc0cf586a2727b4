//! The jobs of `plan --aps-jobs`, one per line: `a queue=normal user=ann JPRIORITY=50 PENDING=30m`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use lsflint_answers::GivenFact;
use lsflint_ide::answers::plan::GivenJob;

use crate::output::Failure;

/// The maximum number of jobs, because each pair is compared.
const MOST_JOBS: usize = 100;

/// Reads the jobs of a file. Lines that are empty or start with `#` are left out.
pub(super) fn read(path: &Path) -> Result<Vec<GivenJob>, Failure> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|it| Failure::new(format!("{shown}: {it}")))?;
    let (mut jobs, mut names) = (Vec::new(), BTreeSet::new());
    for (number, line) in text.lines().enumerate().filter(|it| is_job(it.1)) {
        let fail = |it: String| Failure::new(format!("{shown}:{}: {it}", number + 1));
        let job = job(line).map_err(fail)?;
        if !names.insert(job.name.clone()) {
            return Err(fail(format!("two jobs `{}`", job.name)));
        }
        jobs.push(job);
    }
    match jobs.len() {
        0 | 1 => Err(Failure::new(format!("{shown}: an order needs two jobs"))),
        count if count > MOST_JOBS => Err(Failure::new(format!("{shown}: {count} jobs; at most {MOST_JOBS}"))),
        _ => Ok(jobs),
    }
}

fn is_job(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with('#')
}

fn job(line: &str) -> Result<GivenJob, String> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    if name.contains('=') {
        return Err(format!("expected the name of a job before `{name}`"));
    }
    let mut job = GivenJob { name: name.to_owned(), ..GivenJob::default() };
    for word in words {
        let (key, value) = word.split_once('=').ok_or_else(|| format!("expected NAME=VALUE instead of `{word}`"))?;
        let value = || value.to_owned();
        match key {
            "queue" => job.queue = value(),
            "app" => job.application = Some(value()),
            "user" => job.user = Some(value()),
            "group" => job.group = Some(value()),
            _ => match word.parse::<GivenFact>()? {
                GivenFact::Factor(factor, value) => job.facts.push((factor, value)),
                GivenFact::Pending(seconds) => job.pending = Some(seconds),
                GivenFact::System(value) => job.system = Some(value),
            },
        }
    }
    if job.queue.is_empty() { Err(format!("job `{name}` has no queue=NAME")) } else { Ok(job) }
}
