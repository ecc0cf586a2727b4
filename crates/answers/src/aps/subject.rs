//! The inputs of a question about APS: a formula and facts about the job.

use lsflint_lint::Settings;
use lsflint_model::aps::{ApsJob, Fact, Facts, QueueFormula};
use lsflint_model::combined::default_profile;
use lsflint_model::{AsRead, Cluster, Entity, Knowledge, View};
use lsflint_project::Request;
use lsflint_spec::FileKind;

use super::{ApsQuestion, GivenFact};
use crate::refused::{Refused, did_you_mean};
use crate::surroundings::surroundings_as_read;

/// A formula and the facts about a job.
pub(super) struct Subject {
    /// The value of APS_PRIORITY.
    pub(super) weights: String,
    /// The origin of the value, as the path in findings.
    pub(super) place: String,
    /// The queue of the job, and the queue that defines the formula.
    pub(super) queues: Option<(String, String)>,
    pub(super) facts: Facts,
    pub(super) cluster: Cluster,
    pub(super) settings: Settings,
}

impl Subject {
    pub(super) fn new(question: &ApsQuestion, request: Request) -> Result<Subject, Refused> {
        let (cluster, settings) = surroundings_as_read(request)?;
        let (weights, place, queues, facts) = match (&question.queue, &question.weights) {
            (Some(name), _) => {
                let (weights, owner, facts) = of_queue(name, question, &cluster)?;
                (weights, format!("APS_PRIORITY of {owner}"), Some((name.clone(), owner)), facts)
            }
            (None, weights) => (weights.clone().unwrap_or_default(), "<arg>".to_owned(), None, Facts::default()),
        };
        let cluster = Cluster::clone(cluster.read());
        let mut subject = Subject { weights, place, queues, facts, cluster, settings };
        for fact in &question.facts {
            subject.add(fact);
        }
        Ok(subject)
    }

    /// Adds a fact from the command line. It overrides earlier ones, except for factors that LSF ignores.
    fn add(&mut self, fact: &GivenFact) {
        match *fact {
            GivenFact::Factor(factor, value) => {
                if !matches!(self.facts.get(factor.name), Some(Fact::Nothing(_))) {
                    self.facts.set(factor, value);
                }
            }
            GivenFact::Pending(seconds) => self.facts.pending = Some(seconds),
            GivenFact::System(value) => self.facts.system = Some(value),
        }
    }
}

/// The formula of a queue, the queue that defines it, and the known facts about a job. If LSF ignores the formula, it
/// is returned as written, so that the mistake in it is reported.
fn of_queue(name: &str, options: &ApsQuestion, cluster: &AsRead) -> Result<(String, String, Facts), Refused> {
    let written = cluster.written().view();
    let as_written = written.queue(name).ok_or_else(|| unknown(&QUEUE, name, written))?;
    let Some(queue) = cluster.view().queue(name) else {
        let dropped = cluster.dropped(&as_written).map_or(String::new(), |it| format!(": {}", it.words()));
        return Err(Refused::new(format!("queue `{name}` does not exist{dropped}")));
    };
    let (queue, formula) = match QueueFormula::of(queue, cluster.view()) {
        Some(formula) => (queue, formula),
        None => (as_written, QueueFormula::of(as_written, written).ok_or_else(|| without(queue))?),
    };
    let owner = formula.owner.name();
    if formula.value.is_conditional() || formula.owner.is_conditional() || queue.is_conditional() {
        return Err(Refused::new(format!(
            "APS_PRIORITY of `{owner}` depends on an `#if`; set the time with `--at` or the value with `--weights`"
        )));
    }
    let value = formula.value.known().unwrap_or_default().into_owned();
    let view = cluster.view();
    let application = match &options.app {
        Some(name) => Some(view.application(name).ok_or_else(|| unknown(&PROFILE, name, view))?),
        None => default_profile(view),
    };
    let (user, group) = (options.user.as_deref(), options.group.as_deref());
    if let Some(name) = group
        && view.knowledge(FileKind::LsbUsers) == Knowledge::Complete
        && view.find(GROUP.file, GROUP.section, name).is_none()
    {
        return Err(unknown(&GROUP, name, view));
    }
    let facts = Facts::of_job(ApsJob { queue, application, user, group }, formula, queue.view());
    Ok((value, owner.into_owned(), facts))
}

/// A kind of object that options name.
struct Kind {
    file: FileKind,
    section: &'static str,
    /// What it is called.
    word: &'static str,
}

const QUEUE: Kind = Kind { file: FileKind::LsbQueues, section: "Queue", word: "queue" };
const PROFILE: Kind = Kind { file: FileKind::LsbApplications, section: "Application", word: "application profile" };
const GROUP: Kind = Kind { file: FileKind::LsbUsers, section: "UserGroup", word: "user group" };

fn unknown(kind: &Kind, name: &str, view: View<'_>) -> Refused {
    let hint = did_you_mean(name, view.names(kind.file, kind.section));
    Refused::new(format!("unknown {} `{name}`{hint}", kind.word))
}

fn without(queue: Entity<'_>) -> Refused {
    let name = queue.name();
    Refused::new(match queue.field("APS_PRIORITY") {
        None => format!("queue `{name}` has no APS_PRIORITY and is not in the QUEUE_GROUP of a queue with one"),
        Some(_) => format!("APS_PRIORITY of `{name}` is unknown; set it with `--weights`"),
    })
}
