//! Who submits jobs, and the programs of the site that see a job before LSF does.

use lsflint_spec::BsubOption;
use lsflint_syntax::TextRange;
use lsflint_syntax::script::{Script, Word};

use super::{Given, Invocation, Submission};
use crate::{Lookup, View};

/// Facts about submissions that no file of LSF has, from the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Submitter {
    /// The user who submits the jobs; `None` if it is unknown.
    pub user: Option<String>,
    /// The esub programs whose effect is known.
    pub esubs: Vec<Esub>,
}

/// An esub program: `esub.NAME` in LSF_SERVERDIR. What is not listed here, it leaves as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Esub {
    /// The name, as in LSB_ESUB_METHOD of lsf.conf and in `bsub -a`.
    pub name: String,
    /// The options that it adds to a job without them, as on a command line: `-q normal -P "my project"`.
    pub adds: String,
    /// The names of the options, without hyphen, with which it rejects a job.
    pub refuses: Vec<String>,
    /// The names of the options, without hyphen, without which it rejects a job.
    pub requires: Vec<String>,
}

/// Why an esub rejects a job.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Objection<'a> {
    /// The job has this option.
    Has(&'a Esub, &'a Given),
    /// The job lacks this option.
    Lacks(&'a Esub, &'static BsubOption),
}

impl Esub {
    /// The options that it adds, in the place `at`.
    fn added(&self, at: TextRange) -> Vec<Given> {
        let script = Script::parse(&format!("bsub {}", self.adds));
        let Some(call) = script.calls.first().map(Invocation::of) else { return Vec::new() };
        let moved = |mut it: Given| {
            it.name = at;
            it.argument = it.argument.map(|word| match word.text() {
                Some(text) => Word::constant(text, at),
                None => word.into_unknown(),
            });
            it.in_directive = false;
            it
        };
        call.given.into_iter().map(moved).collect()
    }
}

/// The names of the esub programs that see a job: those of LSB_ESUB_METHOD and of `-a`; `None` if they are unknown.
fn names(view: View<'_>, given: &[Given]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut add = |text: &str| {
        // `name(argument, ...)`
        let mut depth = 0_usize;
        let outside = text.chars().map(|it| {
            depth = if it == '(' { depth + 1 } else { depth };
            let is_outside = depth == 0;
            depth = if it == ')' { depth.saturating_sub(1) } else { depth };
            if is_outside { it } else { ' ' }
        });
        let outside: String = outside.collect();
        found.extend(outside.split_ascii_whitespace().map(str::to_owned));
    };
    match view.conf("LSB_ESUB_METHOD") {
        Lookup::Absent | Lookup::Unknown => {}
        Lookup::Set(field) => add(field.known()?.trim_matches('"')),
    }
    for given in given.iter().filter(|it| it.option.name == "a") {
        add(given.text()?);
    }
    Some(found)
}

/// The esub programs that see a job with these options, if the effects of all of them are known.
pub fn esubs<'a>(view: View<'a>, given: &[Given]) -> Option<Vec<&'a Esub>> {
    let known = &view.submitter().esubs;
    names(view, given)?.iter().map(|name| known.iter().find(|it| it.name == *name)).collect()
}

impl Submission {
    /// The job with the options that esub programs add to it.
    pub fn with_esubs(mut self, view: View<'_>) -> Submission {
        if view.submitter().esubs.is_empty() || self.has_gaps {
            return self;
        }
        for esub in esubs(view, &self.given).unwrap_or_default() {
            for given in esub.added(self.anchor) {
                if !self.given.iter().any(|it| it.option.name == given.option.name) {
                    self.given.push(given);
                }
            }
        }
        self
    }

    /// Why esub programs reject the job.
    pub fn objections<'a>(&'a self, view: View<'a>) -> Vec<Objection<'a>> {
        let mut found = Vec::new();
        for esub in esubs(view, &self.given).unwrap_or_default() {
            let refused = |it: &&Given| esub.refuses.iter().any(|name| name == it.option.name);
            found.extend(self.given.iter().filter(refused).map(|it| Objection::Has(esub, it)));
            let lacks = |name: &String| !self.given.iter().any(|it| it.option.name == name);
            let missing = esub.requires.iter().filter(|it| !self.has_gaps && lacks(it));
            found.extend(missing.filter_map(|it| Some(Objection::Lacks(esub, lsflint_spec::bsub_option(it)?))));
        }
        found
    }
}
