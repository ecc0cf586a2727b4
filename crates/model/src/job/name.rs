//! Names of jobs and job arrays.

use super::ValueMistake;

/// The argument of `-J`: `name`, or `name[1-10:2,20]%5` for a job array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobName<'t> {
    /// The name, without indices.
    pub name: &'t str,
    /// The elements of a job array; empty for a single job.
    pub indices: Vec<Indices>,
    /// How many elements of the array may run at the same time.
    pub at_once: Option<u64>,
}

/// Elements of a job array: `start[-end[:step]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Indices {
    /// The first index, from 1.
    pub start: u64,
    /// The last index.
    pub end: u64,
    /// The distance between two.
    pub step: u64,
}

impl Indices {
    /// The number of elements.
    pub fn count(&self) -> u64 {
        (self.end - self.start) / self.step + 1
    }
}

impl<'t> JobName<'t> {
    /// Parses the argument. The syntax is that of the page on job arrays; the page of `-J` has the limit `%n`.
    pub fn parse(text: &'t str) -> Result<JobName<'t>, ValueMistake> {
        let Some((name, rest)) = text.split_once('[') else {
            return Ok(JobName { name: text, indices: Vec::new(), at_once: None });
        };
        let open = name.len();
        let Some((list, after)) = rest.split_once(']') else {
            return Err(ValueMistake::new(open, open + 1, "a closing `]`"));
        };
        let mut indices = Vec::new();
        let mut start = open + 1;
        for item in list.split(',') {
            let end = start + item.len();
            indices.push(
                Self::indices(item)
                    .ok_or_else(|| ValueMistake::new(start, end, "`start-end:step` with indices from 1"))?,
            );
            start = end + 1;
        }
        let from = text.len() - after.len();
        let at_once = match after.trim() {
            "" => None,
            limit => {
                let number = limit.strip_prefix('%').and_then(|it| it.trim().parse::<u64>().ok()).filter(|it| *it > 0);
                Some(number.ok_or_else(|| ValueMistake::new(from, text.len(), "`%` and a positive integer"))?)
            }
        };
        Ok(JobName { name, indices, at_once })
    }

    /// The number of elements of a job array; `None` for a single job.
    pub fn elements(&self) -> Option<u64> {
        let total = |it: &[Indices]| it.iter().fold(0_u64, |sum, it| sum.saturating_add(it.count()));
        (!self.indices.is_empty()).then(|| total(&self.indices))
    }

    fn indices(item: &str) -> Option<Indices> {
        let number = |it: &str| it.trim().parse::<u64>().ok().filter(|it| *it > 0);
        let (range, step) = match item.split_once(':') {
            Some((range, step)) => (range, number(step)?),
            None => (item, 1),
        };
        let (start, end) = match range.split_once('-') {
            Some((start, end)) => (number(start)?, number(end)?),
            None => (number(range)?, number(range)?),
        };
        (start <= end).then_some(Indices { start, end, step })
    }
}
