//! What a plan says about its clusters and about the jobs of scripts, one entry for each answer.

use std::collections::BTreeMap;

pub(super) use lsflint_ide::answers::plan::entries::{Entry, NAMED, changes, in_words, names_of, summary, to_run};
use lsflint_ide::answers::plan::{JobOrder, entries};
use lsflint_spec::Risk;

use super::Compared;

/// What follows for queues, hosts, users and jobs.
pub(super) fn consequences(compared: &Compared, most: usize) -> Vec<Entry<'_>> {
    let mut all = entries::consequences(&compared.plan, most);
    all.extend(compared.jobs().map(|(it, outcome, risk)| {
        let happens = match outcome {
            "refused" => "LSF rejects the job",
            "pending" => "the job does not start",
            _ => "LSF kills the job",
        };
        let headline = format!("{}:{}: {happens}: {}", it.file, it.line, it.message);
        Entry::new(risk, headline, Vec::new())
    }));
    all.extend(values(compared, most));
    all.extend(orders(compared, most));
    all
}

/// The values of scripts that change, those with the same change together.
fn values(compared: &Compared, most: usize) -> Vec<Entry<'_>> {
    let mut alike: BTreeMap<[&str; 4], Vec<String>> = BTreeMap::new();
    for (file, it) in &compared.values {
        let key = [it.because, &it.what, &it.old_words, &it.new_words];
        alike.entry(key).or_default().push(format!("{file}:{}", it.line));
    }
    let shown = alike.iter().take(most).map(|([because, what, old, new], places)| {
        let jobs = if places.len() == 1 { "1 job".to_owned() } else { format!("{} jobs", places.len()) };
        let headline = format!("{jobs} of scripts: {what} {old} to {new}, because of {because}");
        Entry::new(Risk::Notable, headline, vec![names_of(places, most)])
    });
    let mut all: Vec<Entry<'_>> = shown.collect();
    if alike.len() > most {
        let headline = format!("{} more values of scripts", alike.len() - most);
        all.push(Entry::new(Risk::Notable, headline, Vec::new()));
    }
    all
}

/// The order of the given jobs: the pairs whose order changes, then the number of the others.
fn orders(compared: &Compared, most: usize) -> Vec<Entry<'_>> {
    let (changed, same): (Vec<&JobOrder>, Vec<&JobOrder>) = compared.orders.iter().partition(|it| it.changes());
    let mut all: Vec<Entry<'_>> = Vec::new();
    for it in changed.iter().take(most) {
        let headline = format!("order of jobs {} and {}", it.first, it.second);
        let details = vec![format!("before {}", it.words(&it.old)), format!("after  {}", it.words(&it.new))];
        all.push(Entry::new(Risk::Notable, headline, details));
    }
    if changed.len() > most {
        let headline = format!("order of {} more pairs of jobs", changed.len() - most);
        all.push(Entry::new(Risk::Notable, headline, Vec::new()));
    }
    if !same.is_empty() {
        let pairs = if same.len() == 1 { "1 pair".to_owned() } else { format!("{} pairs", same.len()) };
        let details = same.iter().take(most).map(|it| it.words(&it.new)).collect();
        all.push(Entry::new(Risk::Harmless, format!("order of {pairs} of jobs is the same"), details));
    }
    all
}
