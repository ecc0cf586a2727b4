//! The overview of queues, application profiles, and their merged requirements.

use std::cmp::Reverse;

use lsflint_ide::answers::{Question, matching_hosts_of};
use lsflint_model::combined::{self, default_profile};
use lsflint_model::effective::{Effective, LinkState};
use lsflint_model::requirement::Required;
use lsflint_model::requirement::merge::{Merged, Options};
use lsflint_model::{Entity, View};
use lsflint_report::overview::{CombinedRow, JobsRow, RequirementRow, Setting};
use lsflint_spec::{ParamKind, ParamSpec};

use super::Scene;

/// The parameters that have their own columns.
const COLUMNS: [&str; 4] = ["DESCRIPTION", "PRIORITY", "USERS", "HOSTS"];

/// The queues that LSF loads, highest priority first.
pub(super) fn queues(view: View<'_>) -> Vec<Entity<'_>> {
    let first = |it: &Entity<'_>| view.queue(&it.name()).is_some_and(|first| first.number() == it.number());
    let mut queues: Vec<Entity<'_>> = view.queues().filter(|it| !it.name().is_empty() && first(it)).collect();
    queues.sort_by_cached_key(|it| (Reverse(it.integer("PRIORITY").unwrap_or(i64::MIN)), it.name().into_owned()));
    queues
}

/// The row of a queue.
pub(super) fn queue(scene: &Scene<'_>, queue: &Entity<'_>) -> JobsRow {
    let word = |name: &str| queue.value(name).map(|it| it.into_owned());
    let hosts = combined::hosts_of_queue(scene.view, queue).filter(|_| !scene.view.hosts().is_empty());
    JobsRow {
        priority: word("PRIORITY"),
        users: word("USERS").filter(|it| it.trim() != "all"),
        hosts: hosts.map(|it| scene.host_list(&it)),
        ..row(scene, queue)
    }
}

/// The rows of the application profiles that LSF loads, by name.
pub(super) fn profiles(scene: &Scene<'_>) -> Vec<JobsRow> {
    let view = scene.view;
    let default = default_profile(view).map(|it| it.number());
    let first = |it: &Entity<'_>| view.application(&it.name()).is_some_and(|first| first.number() == it.number());
    let profiles = view.applications().filter(|it| !it.name().is_empty() && first(it));
    let mut rows: Vec<JobsRow> =
        profiles.map(|it| JobsRow { by_default: default == Some(it.number()), ..row(scene, &it) }).collect();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    rows
}

/// The part of a row that queues and application profiles share.
fn row(scene: &Scene<'_>, entity: &Entity<'_>) -> JobsRow {
    let mut row = JobsRow {
        name: entity.name().into_owned(),
        description: entity.value("DESCRIPTION").unwrap_or_default().into_owned(),
        ..JobsRow::default()
    };
    let named = entity.section().defines.map_or("", |it| it.key);
    let params = entity.section().params.iter();
    for param in params.filter(|it| it.kind != ParamKind::Directive && it.name != named && !COLUMNS.contains(&it.name))
    {
        let is_limit = param.name.ends_with("LIMIT");
        // Settings of the whole cluster would be repeated in every row, so of them only limits are shown.
        if !is_limit && !entity.has(param.name) {
            continue;
        }
        if let Some(setting) = setting(scene, entity, param) {
            if is_limit { row.limits.push(setting) } else { row.settings.push(setting) }
        }
    }
    row
}

/// The effective value of a parameter; `None` if only its default applies.
fn setting(scene: &Scene<'_>, entity: &Entity<'_>, param: &'static ParamSpec) -> Option<Setting> {
    let effective = Effective::of(scene.cluster, &scene.cluster.written_of(entity)?, param);
    effective.chain.iter().find(|it| it.place.is_some() && !matches!(it.state, LinkState::Ignored { .. }))?;
    let Some(link) = effective.deciding() else {
        return Some(Setting { name: param.name, ..Setting::default() });
    };
    let (value, place) = (link.value.clone()?, link.place.as_ref()?);
    let own = *place.file == *entity.place().file;
    let words = effective.in_words().map(|it| amounts(&value, &it)).unwrap_or_default();
    let from = if own { String::new() } else { scene.place(place) };
    Some(Setting { name: param.name, value: Some(value), words, from })
}

/// The part of `words` that `value` does not already say: `16 MB` of `16384 KB = 16 MB`, `minutes` of `15 minutes`.
fn amounts(value: &str, words: &str) -> String {
    let amounts = words.split(", ").map(|it| match it.split_once(" = ") {
        Some((_, amount)) => amount,
        None => it.strip_prefix(value).map_or(it, str::trim_start),
    });
    amounts.collect::<Vec<&str>>().join(", ")
}

/// The rows of merged requirements, and the queues without one.
pub(super) fn requirements(scene: &Scene<'_>, queues: &[Entity<'_>]) -> (Vec<RequirementRow>, Vec<String>) {
    let view = scene.view;
    let profile = default_profile(view);
    let asks = |it: &Entity<'_>| !matches!(Required::of(it), Required::Nothing);
    let profile = profile.filter(asks);
    let (mut rows, mut nothing) = (Vec::new(), Vec::new());
    for queue in queues {
        let name = queue.name().into_owned();
        if profile.is_none() && !asks(queue) {
            nothing.push(name);
            continue;
        }
        let both = profile.map(|it| {
            let merged = combined::combined(view, Some(queue), Some(&it));
            (it.name().into_owned(), combined_row(scene, queue, Some(&it), merged))
        });
        let alone = combined_row(scene, queue, None, combined::combined(view, Some(queue), None));
        rows.push(RequirementRow { queue: name, alone, with_profile: both });
    }
    (rows, nothing)
}

fn combined_row(
    scene: &Scene<'_>,
    queue: &Entity<'_>,
    profile: Option<&Entity<'_>>,
    merged: Option<Merged>,
) -> CombinedRow {
    let Some(merged) = merged else {
        let because = "unknown: it depends on a template or an `#if`, or lsflint cannot parse a string".to_owned();
        return CombinedRow { because: Some(because), ..CombinedRow::default() };
    };
    let matching = merged.result.as_ref().and_then(|result| {
        let options = Options::of(scene.view, Some(queue), profile);
        let times = Some(&scene.times);
        let question = Question { times, ..Question::new(Some(queue), result, options) };
        let answer = matching_hosts_of(scene.view, question)?;
        (!answer.hosts_unknown).then(|| answer.summary())
    });
    CombinedRow {
        text: merged.result.as_ref().map(ToString::to_string).unwrap_or_default(),
        because: merged.reason.map(|it| format!("LSF rejects jobs that do not specify a requirement: {it}")),
        parts: merged.origins.iter().map(|it| (it.text.clone(), it.from.name())).collect(),
        steps: merged.steps.into_iter().map(|it| it.text).collect(),
        notes: merged.notes,
        matching: matching.unwrap_or_default(),
    }
}
