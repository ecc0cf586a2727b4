//! The limits of a job: those that it asks for, else those of its application profile and its queue.

use lsflint_model::effective::{in_words, unit_of};
use lsflint_model::job::{Asked, Job};
use lsflint_model::{Entity, Place, State};
use lsflint_spec::{BSUB_OPTIONS, BsubOption, FileKind, ParamSpec, find_param};
use lsflint_syntax::ast::{LimitPair, RunLimit};

/// A limit of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitAnswer {
    /// The parameter of the queue: `RUNLIMIT`.
    pub parameter: &'static str,
    /// The option without its hyphen: `W`.
    pub option: &'static str,
    /// The value that applies to the job; `None` if there is only a maximum, or if it is unknown.
    pub value: Option<String>,
    /// The value in readable units, if they differ: `16384 KB = 16 MB`.
    pub words: Option<String>,
    /// What sets it: `-W`, `application profile`, `queue`.
    pub from: &'static str,
    /// Where a file sets it.
    pub place: Option<Place>,
    /// The maximum of the queue, in readable units, and where it is set.
    pub maximum: Option<(String, Place)>,
}

/// The limits that the job, its application profile or its queue sets, in the order of the options.
pub(super) fn of(job: &Job<'_>, queue: &Entity<'_>, profile: Option<&Entity<'_>>) -> Vec<LimitAnswer> {
    let is_limit = |it: &&BsubOption| it.parameter.ends_with("LIMIT");
    BSUB_OPTIONS.iter().filter(is_limit).filter_map(|option| limit(job, queue, profile, option)).collect()
}

/// A limit that the job, its application profile or a queue sets; `None` if none of them does.
pub(super) fn limit(
    job: &Job<'_>,
    queue: &Entity<'_>,
    profile: Option<&Entity<'_>>,
    option: &'static BsubOption,
) -> Option<LimitAnswer> {
    let param = find_param(FileKind::LsbQueues, "Queue", option.parameter)?;
    let unit = unit_of(param, job.view.switches());
    let readable = |it: &str| in_words(it, &unit);
    let of_queue = Values::of(queue, param);
    let maximum = of_queue.as_ref().and_then(|it| {
        let most = it.most.clone()?;
        Some((readable(&most).unwrap_or(most), it.place.clone()))
    });
    let answer = |value: Option<String>, from, place| LimitAnswer {
        parameter: param.name,
        option: option.name,
        words: value.as_deref().and_then(readable),
        value,
        from,
        place,
        maximum: maximum.clone(),
    };
    let name = option.name;
    match job.submission.asked(name) {
        Asked::Yes(given) => return Some(answer(given.text().map(str::to_owned), "job", None)),
        Asked::Unknown if job.submission.given().iter().any(|it| it.option.name == name) => {
            return Some(answer(None, "job", None));
        }
        Asked::No | Asked::Unknown => {}
    }
    if let Some(values) = profile.and_then(|it| Values::of(it, param)) {
        return Some(answer(values.applies(), "application profile", Some(values.place)));
    }
    let values = of_queue.clone()?;
    Some(answer(values.applies(), "queue", Some(values.place)))
}

/// The values of a limit in a queue or application profile.
#[derive(Clone)]
struct Values {
    /// The default, if there are two values.
    default: Option<String>,
    /// The maximum, or the only value; `None` if it is unknown.
    most: Option<String>,
    place: Place,
}

impl Values {
    fn of(record: &Entity<'_>, param: &'static ParamSpec) -> Option<Values> {
        let field = record.section().names_of(param.name).find_map(|it| record.field(it))?;
        if field.state() == State::Unset {
            return None;
        }
        let unknown = Values { default: None, most: None, place: field.place() };
        if field.is_conditional() || field.state() != State::Known {
            return Some(unknown);
        }
        let text = field.known()?.into_owned();
        let parse = field.parse();
        let is_pair = parse
            .as_ref()
            .is_some_and(|it| it.typed::<RunLimit<'_>>().is_some() || it.typed::<LimitPair<'_>>().is_some());
        let mut words = text.split_whitespace().map(str::to_owned);
        Some(match (words.next(), words.next()) {
            (default, Some(most)) if is_pair => Values { default, most: Some(most), ..unknown },
            _ => Values { most: Some(text), ..unknown },
        })
    }

    /// The value for a job that does not ask for one.
    fn applies(&self) -> Option<String> {
        self.default.clone().or_else(|| self.most.clone())
    }
}
