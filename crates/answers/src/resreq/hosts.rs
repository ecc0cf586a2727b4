//! Which configured hosts can match a requirement, which cannot, and why.

use lsflint_ide::answers::{self as ide, HostGroup, PartAnswer, Question, Times, matching_hosts_of};
use lsflint_model::combined::{default_profile, nothing};
use lsflint_model::requirement::merge::{Options, Outcome, Total, merge as merge_levels};
use lsflint_model::requirement::{Requirement, Units};
use lsflint_model::satisfy::Counts;
use lsflint_model::{AsRead, View};
use lsflint_project::Request;
use lsflint_report::JsonDiagnostic;
use lsflint_spec::FileKind;
use serde::{Deserialize, Serialize};

use super::Tasks;
use super::levels::{Levels, PROFILES, QUEUES};
use super::totals::{self, InUnits, JsonTotal};
use crate::judged::Judged;
use crate::refused::Refused;
use crate::surroundings::surroundings_as_read;

/// A requirement, in a cluster with hosts.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct HostsQuestion {
    /// The requirements of the job; several are combined like several `-R` options.
    pub job: Vec<String>,
    /// The requirement of the queue, or `@` and the name of a queue, which also restricts the hosts to its HOSTS.
    pub queue: Option<String>,
    /// The requirement of the application profile, or `@` and the name of an application profile.
    pub app: Option<String>,
    /// The number of tasks of the job.
    pub tasks: Option<Tasks>,
}

/// The matching hosts, with what is shown next to them.
pub struct HostsAnswer {
    cluster: AsRead,
    /// The hosts; `None` if LSF rejects the job, or a string has an error.
    pub hosts: Option<ide::HostsAnswer>,
    /// The requirement in the units of the cluster.
    pub as_read: Option<InUnits>,
    /// What the reservations amount to for the number of tasks.
    pub totals: Vec<Total>,
    /// The name of the queue.
    pub queue: Option<String>,
    /// What LSF does with the levels.
    pub notes: Vec<String>,
    /// Why LSF rejects the job, as a sentence.
    pub rejected: Option<String>,
    /// The strings given by hand that have findings.
    pub judged: Vec<Judged>,
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct Document {
    version: u32,
    /// The merged requirement.
    requirement: String,
    /// The requirement in the units of the cluster, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_read: Option<String>,
    counts: JsonCounts,
    hosts: Vec<HostRow>,
    /// One part per term or branch; empty for a simple requirement.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Part>,
    /// The number of hosts by type of the submission host, if that matters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    submitted: Vec<FromType>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reservations: Vec<JsonTotal>,
    notes: Vec<String>,
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize, Default)]
struct JsonCounts {
    always: usize,
    depends: usize,
    never: usize,
}

#[derive(Serialize)]
struct HostRow {
    host: String,
    verdict: &'static str,
    because: Vec<String>,
}

#[derive(Serialize)]
struct Part {
    name: String,
    requirement: String,
    counts: JsonCounts,
    hosts: Vec<HostRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    submitted: Vec<FromType>,
}

#[derive(Serialize)]
struct FromType {
    #[serde(rename = "type")]
    host_type: String,
    counts: JsonCounts,
}

impl HostsQuestion {
    /// Finds the matching hosts.
    ///
    /// # Errors
    /// The cluster cannot be read or has no hosts, or a name is not known.
    pub fn answer(self, request: Request) -> Result<HostsAnswer, Refused> {
        let HostsQuestion { job: strings, queue, app, tasks } = self;
        let folder = request.cluster.as_ref().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
        let (cluster, settings) = surroundings_as_read(request)?;
        let view = cluster.view();
        if !view.has_file(FileKind::LsfCluster) {
            return Err(Refused::new(format!("`{folder}` has no lsf.cluster file, so no hosts are known")));
        }
        let mut levels = Levels::new(&cluster, &folder, &settings);
        let queue = queue.map(|it| levels.level("--queue", &it, &QUEUES)).transpose()?.flatten();
        let without_profile = app.is_none();
        let application = app.map(|it| levels.level("--app", &it, &PROFILES)).transpose()?.flatten();
        let mut job: Vec<Requirement> = Vec::new();
        for text in &strings {
            job.extend(levels.given("STRING", text)?);
        }
        if levels.has_errors() {
            let Levels { judged, notes, .. } = &mut levels;
            let (judged, notes) = (std::mem::take(judged), std::mem::take(notes));
            drop(levels);
            return Ok(HostsAnswer::nothing(cluster, judged, notes, None));
        }

        let in_queue = queue.as_ref().and_then(|it| it.entity);
        let mut options = Options::of(view, in_queue.as_ref(), application.as_ref().and_then(|it| it.entity).as_ref());
        options.units = Units::of(view.switches());
        options.tasks = tasks.map(|it| (it.least, it.most));
        let (in_queue_requirement, application) =
            (queue.map(|it| it.requirement), application.map(|it| it.requirement));
        let merged = merge_levels(in_queue_requirement.as_ref(), application.as_ref(), &job, &options);
        let judged = std::mem::take(&mut levels.judged);
        let mut notes = std::mem::take(&mut levels.notes);
        if merged.outcome == Outcome::Rejected {
            let reason = merged.reason.map(|it| format!("LSF rejects the job: {it}"));
            drop(levels);
            return Ok(HostsAnswer::nothing(cluster, judged, notes, reason));
        }
        let requirement = merged.result.unwrap_or_else(nothing);
        let as_read = InUnits::of(&requirement, &options.units);
        let totals = totals::totals(Some(&requirement), &options);
        let times = Times::new(cluster.read());
        let question = Question {
            tasks: tasks.map(|it| it.least),
            times: Some(&times),
            ..Question::new(in_queue.as_ref(), &requirement, options)
        };
        let Some(hosts) = matching_hosts_of(view, question) else {
            return Err(Refused::new(format!("the lsf.cluster file of `{folder}` has no hosts")));
        };
        notes.extend(default_application(view, in_queue.is_some() && without_profile));
        notes.extend(hosts.notes.iter().cloned());
        let queue = in_queue.map(|it| it.name().into_owned());
        drop(times);
        let answer = HostsAnswer {
            hosts: Some(hosts),
            as_read: Some(as_read),
            totals,
            queue,
            ..HostsAnswer::nothing(AsRead::default(), judged, notes, None)
        };
        drop(levels);
        Ok(HostsAnswer { cluster, ..answer })
    }
}

/// A note about the default application profile if its requirement is not included. `wanted`: a queue of the cluster is
/// given without an application profile.
pub(super) fn default_application(view: View<'_>, wanted: bool) -> Option<String> {
    let profile = default_profile(view).filter(|it| wanted && it.has("RES_REQ"))?;
    let name = profile.name();
    Some(format!(
        "jobs without `bsub -app` also get the requirement of the default application profile `{name}`; add `--app @{name}`"
    ))
}

impl HostsAnswer {
    /// The answer for strings with errors, or for a job that LSF rejects for this reason: no hosts.
    fn nothing(cluster: AsRead, judged: Vec<Judged>, notes: Vec<String>, rejected: Option<String>) -> HostsAnswer {
        let diagnostics = judged.iter().flat_map(|it| lsflint_report::json_diagnostics(&it.found)).collect();
        HostsAnswer {
            cluster,
            hosts: None,
            as_read: None,
            totals: Vec::new(),
            queue: None,
            notes,
            rejected,
            judged,
            diagnostics,
        }
    }

    /// The cluster as LSF reads it.
    pub fn view(&self) -> View<'_> {
        self.cluster.view()
    }

    /// Whether some host can match.
    pub fn is_possible(&self) -> bool {
        self.hosts.as_ref().is_some_and(|it| it.is_possible)
    }

    /// The document of `resreq hosts`.
    pub fn document(&self) -> impl Serialize + '_ {
        let view = self.view();
        let Some(answer) = &self.hosts else {
            return Document {
                version: 1,
                requirement: String::new(),
                as_read: None,
                counts: JsonCounts::default(),
                hosts: Vec::new(),
                parts: Vec::new(),
                submitted: Vec::new(),
                reservations: Vec::new(),
                notes: self.rejected.iter().chain(&self.notes).cloned().collect(),
                diagnostics: self.diagnostics.clone(),
            };
        };
        let one = answer.parts.len() == 1;
        let submitted = |it: &PartAnswer| -> Vec<FromType> {
            let types = it.submitted.iter();
            types.map(|it| FromType { host_type: it.host_type.clone(), counts: counts(it.counts) }).collect()
        };
        let part = |it: &PartAnswer| Part {
            name: it.name.clone(),
            requirement: it.requirement.clone(),
            counts: counts(it.counts),
            hosts: rows(view, &it.groups),
            submitted: submitted(it),
        };
        Document {
            version: 1,
            requirement: answer.requirement.clone(),
            as_read: self.as_read.as_ref().and_then(|it| it.requirement.clone()),
            counts: counts(answer.counts),
            hosts: rows(view, &answer.groups),
            parts: if one { Vec::new() } else { answer.parts.iter().map(part).collect() },
            submitted: answer.parts.iter().filter(|_| one).flat_map(submitted).collect(),
            reservations: totals::json(&self.totals),
            notes: self.notes.clone(),
            diagnostics: self.diagnostics.clone(),
        }
    }
}

fn counts(it: Counts) -> JsonCounts {
    JsonCounts { always: it.always, depends: it.depends, never: it.never }
}

/// The hosts in the order of lsf.cluster.
fn rows(view: View<'_>, groups: &[HostGroup]) -> Vec<HostRow> {
    let mut rows: Vec<_> = groups.iter().flat_map(|group| group.hosts.iter().map(move |it| (*it, group))).collect();
    rows.sort_unstable_by_key(|it| it.0);
    let row = |(id, group): (_, &HostGroup)| HostRow {
        host: view.hosts().get(id).name.to_string(),
        verdict: group.verdict,
        because: group.because.clone(),
    };
    rows.into_iter().map(row).collect()
}
