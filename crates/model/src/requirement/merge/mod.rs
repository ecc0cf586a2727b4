//! Merges the requirements of queue, application profile and job.
//!
//! LSF merges in two stages: first the job with the application profile, then the result with the queue. The kinds of
//! the requirements (simple, compound, alternative) decide whether sections are merged, a level is ignored, or the
//! queue is merged into every term. Each step has the code of the applied rule:
//!
//! * `A1` to `A4`: job with application profile; `B1` to `B7`: their result with the queue;
//! * `S1` to `S7`: two simple requirements, section by section;
//! * `C1` to `C7`: a simple queue requirement and a compound one; `D1` to `D6`: a simple queue requirement and an
//!   alternative one.

mod ceiling;
mod join;
mod labels;
mod layer;
mod options;
mod section;
mod slots;
mod spread;
mod stage;
mod surroundings;
#[cfg(test)]
mod tests;
mod totals;

use std::collections::HashSet;
use std::fmt;

pub use labels::Piece;
pub use options::{Options, ReservationRange, TaskRange};
pub use totals::{Basis, Total, tasks_per_host};

use super::{Requirement, Shape};
use stage::Stage;

/// The level of a requirement, lowest precedence first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "named after the level")]
pub enum Level {
    Queue,
    Application,
    Job,
}

impl Level {
    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Level::Queue => "queue",
            Level::Application => "application",
            Level::Job => "job",
        }
    }
}

/// The name in a sentence.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Application => "application profile",
            Level::Queue | Level::Job => self.name(),
        })
    }
}

/// The result of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// There is a merged requirement.
    Merged,
    /// LSF rejects the job.
    Rejected,
    /// No level has a requirement.
    None,
}

impl Outcome {
    /// The name in JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Merged => "merged",
            Outcome::Rejected => "rejected",
            Outcome::None => "none",
        }
    }
}

/// Why LSF rejects a job.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Refused {
    /// Several `-R` options that cannot be combined.
    Join,
    /// A reservation outside of RESRSV_LIMIT of the queue.
    Range(String),
    /// The resource is reserved in a larger amount or for longer than in the queue.
    Ceiling(String),
    /// The queue has `||` in `rusage`, but the requirement is compound or alternative.
    Sides,
    /// The number of slots is outside of the allowed number of tasks.
    Slots,
}

/// A merge step: a rule that was applied.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    /// The code of the rule: `A1`, `S4` ...
    pub rule: &'static str,
    /// The effect, as text.
    pub text: String,
}

/// A part of the merged requirement and the level it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The part as text.
    pub text: String,
    /// The level.
    pub from: Level,
}

/// The result of a merge and its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Whether the job is accepted.
    pub outcome: Outcome,
    /// The kind of requirement, even if the job is rejected.
    pub shape: Shape,
    /// The merged requirement; `None` if the job is rejected.
    pub result: Option<Requirement>,
    /// Why the job is rejected, as text.
    pub reason: Option<String>,
    /// Why the job is rejected, as a value.
    pub refused: Option<Refused>,
    /// The rules in the order they were applied.
    pub steps: Vec<Step>,
    /// The origins of the parts of the result, in printing order, without duplicates.
    pub origins: Vec<Origin>,
    /// Notes on undocumented behavior, files that are not loaded, and what LSF adds.
    pub notes: Vec<String>,
}

/// Merges the requirements of the three levels as LSF does at job submission. `job`: the strings of its `-R` options. A
/// level with an empty requirement has none.
pub fn merge(
    queue: Option<&Requirement>,
    application: Option<&Requirement>,
    job: &[Requirement],
    options: &Options,
) -> Merged {
    merged(queue, application, job, options).0
}

/// Merges as [`merge`] does, and returns the text of the result with the level of each piece; it has no pieces if there
/// is no result.
pub fn merge_in_pieces(
    queue: Option<&Requirement>,
    application: Option<&Requirement>,
    job: &[Requirement],
    options: &Options,
) -> (Merged, Vec<Piece>) {
    let (merged, stage) = merged(queue, application, job, options);
    let pieces = stage.filter(|_| merged.result.is_some()).map(|it| labels::pieces(&it));
    (merged, pieces.unwrap_or_default())
}

fn merged(
    queue: Option<&Requirement>,
    application: Option<&Requirement>,
    job: &[Requirement],
    options: &Options,
) -> (Merged, Option<Stage>) {
    let mut merger = Merger { options, steps: Vec::new(), notes: Vec::new(), seen: HashSet::new() };
    let mut shape = Shape::None;
    match merger.run(queue, application, job, &mut shape) {
        Ok(stage) => {
            let result = stage.requirement();
            let shape = result.shape();
            let outcome = if shape == Shape::None { Outcome::None } else { Outcome::Merged };
            let merged = Merged {
                outcome,
                shape,
                result: (outcome == Outcome::Merged).then_some(result),
                reason: None,
                refused: None,
                steps: merger.steps,
                origins: stage.origins(),
                notes: merger.notes,
            };
            (merged, Some(stage))
        }
        Err(Refusal(refused, reason)) => {
            let merged = Merged {
                outcome: Outcome::Rejected,
                shape,
                result: None,
                reason: Some(reason),
                refused: Some(refused),
                steps: merger.steps,
                origins: Vec::new(),
                notes: merger.notes,
            };
            (merged, None)
        }
    }
}

/// Why a job is rejected, as a value and as text.
#[derive(Debug)]
struct Refusal(Refused, String);

/// The state of a merge.
struct Merger<'o> {
    options: &'o Options,
    steps: Vec<Step>,
    notes: Vec<String>,
    /// The steps and notes so far, to avoid duplicates: a compound may have many terms.
    seen: HashSet<(&'static str, String)>,
}

impl Merger<'_> {
    /// Runs both stages. `shape`: the kind of requirement when the job is rejected.
    fn run(
        &mut self,
        queue: Option<&Requirement>,
        application: Option<&Requirement>,
        job: &[Requirement],
        shape: &mut Shape,
    ) -> Result<Stage, Refusal> {
        *shape = job.iter().map(Requirement::shape).find(|it| *it != Shape::None).unwrap_or(Shape::None);
        let job = self.join(job)?;
        let application = Stage::of(application, Level::Application);
        let queue = self.within_its_range(Stage::of(queue, Level::Queue));
        let upper = self.job_with_application(job, application);
        *shape = upper.shape();
        self.within_range(&upper)?;
        let merged = self.with_queue(upper, queue)?;
        *shape = merged.shape();
        self.count_slots(&merged)?;
        self.defaults(&merged);
        Ok(merged)
    }

    /// Stage 1: merges the job with the application profile.
    fn job_with_application(&mut self, job: Stage, application: Stage) -> Stage {
        match (job.shape(), application.shape()) {
            (Shape::None, Shape::None) => {
                self.step("A1", "neither the job nor the application profile has a requirement");
            }
            (Shape::None, _) => {
                self.step("A1", "the requirement of the application profile is used because the job has none");
            }
            (_, Shape::None) => {
                self.step("A2", "the requirement of the job is used because the application profile has none");
            }
            (Shape::Simple, Shape::Simple) => {
                let text =
                    "both are simple and merged by section; the job takes precedence over the application profile";
                self.step("A4", text);
                return Stage::simple(self.sections(job.into_leaf(), application.into_leaf(), Level::Application));
            }
            (Shape::Simple, other) => {
                let other = other.name();
                let text = format!(
                    "the job replaces the {other} requirement of the application profile, which is never merged"
                );
                self.step("A3", text);
            }
            (other, _) => {
                let other = other.name();
                let text =
                    format!("the {other} requirement of the job replaces the requirement of the application profile");
                self.step("A3", text);
            }
        }
        if job.shape() == Shape::None { application } else { job }
    }

    /// Stage 2: merges the result with the queue.
    fn with_queue(&mut self, upper: Stage, queue: Stage) -> Result<Stage, Refusal> {
        match (upper.shape(), queue.shape()) {
            (Shape::None, Shape::None) => self.step("B1", "the queue has no requirement either"),
            (Shape::None, _) => {
                self.step("B1", "only the queue has a requirement, so it is used unchanged");
                return Ok(queue);
            }
            (_, Shape::None) => self.step("B2", "the queue has no requirement"),
            (_, Shape::Alternative) => {
                self.step("B4", "the alternative requirement of the queue has no effect: another level sets one");
            }
            (_, Shape::Compound) => {
                self.step("B5", "the compound requirement of the queue has no effect: another level sets one");
            }
            (Shape::Simple, Shape::Simple) => {
                self.step("B3", "both are simple: the queue is merged by section; the other levels take precedence");
                let (upper, queue) = (upper.into_leaf(), queue.into_leaf());
                self.below_queue(&upper, &queue)?;
                return Ok(Stage::simple(self.sections(upper, queue, Level::Queue)));
            }
            (Shape::Compound, Shape::Simple) => {
                self.step("B6", "the simple requirement of the queue is merged into the terms of the compound");
                return self.spread_over(upper, &queue.into_leaf(), &spread::COMPOUND);
            }
            (Shape::Alternative, Shape::Simple) => {
                self.step("B7", "the simple requirement of the queue is merged into every branch");
                return self.spread_over(upper, &queue.into_leaf(), &spread::ALTERNATIVE);
            }
        }
        Ok(upper)
    }

    /// Notes what LSF adds by default, and how it places jobs with this kind of requirement.
    fn defaults(&mut self, merged: &Stage) {
        if merged.leaves().any(|it| it.select.is_empty()) {
            let place = match merged.shape() {
                Shape::None | Shape::Simple => "",
                Shape::Compound | Shape::Alternative => "in a part ",
            };
            self.note(format!(
                "{place}without `select`, only hosts of the same type as the submission host match, as with \
                 `select[{}]`",
                lsflint_spec::DEFAULT_SELECT
            ));
        }
        match merged.shape() {
            Shape::Compound => self.note(
                "LSF places the terms in order, the first on the first host of the job; hosts that do not match one \
                 term are not tried for later ones",
            ),
            Shape::Alternative => {
                self.note("while the job is pending, LSF shows only the reasons for the first branch");
            }
            Shape::None | Shape::Simple => {}
        }
        if merged.leaves().any(|it| it.order.is_none()) {
            let order = self.options.default_order.as_deref().unwrap_or(lsflint_spec::DEFAULT_ORDER);
            self.note(format!("without `order`, hosts are sorted as with `order[{order}]`"));
        }
    }

    /// Records that a rule was applied, without duplicates.
    fn step(&mut self, rule: &'static str, text: impl Into<String>) {
        let text = text.into();
        if self.seen.insert((rule, text.clone())) {
            self.steps.push(Step { rule, text });
        }
    }

    fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        if self.seen.insert(("", text.clone())) {
            self.notes.push(text);
        }
    }
}
