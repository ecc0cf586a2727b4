//! The merged requirement of queue, application profile and job.

use lsflint_model::combined::note_implied_type;
use lsflint_model::requirement::merge::{Merged, Options, Outcome, Piece, Total, merge_in_pieces};
use lsflint_model::requirement::{Level, Requirement, Shape, Units};
use lsflint_project::Request;
use lsflint_report::JsonDiagnostic;
use serde::{Deserialize, Serialize};

use super::hosts::default_application;
use super::levels::{Levels, PROFILES, QUEUES};
use super::totals::{self, InUnits, JsonTotal};
use super::{Tasks, is_name};
use crate::judged::Judged;
use crate::refused::Refused;
use crate::surroundings::surroundings_as_read;

/// The levels to merge.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct MergeQuestion {
    /// The requirement of the queue, or `@` and the name of a queue.
    pub queue: Option<String>,
    /// The requirement of the application profile, or `@` and the name of an application profile.
    pub app: Option<String>,
    /// The requirements of the job; several are combined like several `-R` options.
    pub job: Vec<String>,
    /// The number of tasks of the job.
    pub tasks: Option<Tasks>,
    /// Resources that are reserved per job instead of per task or per host.
    pub job_resource: Vec<String>,
}

/// A merge with what is shown next to it.
pub struct MergeAnswer {
    /// The merge; `None` if a string has an error.
    pub merged: Option<Merged>,
    /// The text of the result, with the level that each piece comes from.
    pub pieces: Vec<Piece>,
    /// The result in the units of the cluster.
    pub as_read: Option<InUnits>,
    /// What the reservations amount to for the number of tasks.
    pub totals: Vec<Total>,
    /// What LSF does with the levels.
    pub notes: Vec<String>,
    /// The strings given by hand that have findings.
    pub judged: Vec<Judged>,
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct Document<'m> {
    version: u32,
    outcome: &'static str,
    shape: &'static str,
    /// The merged requirement; empty if there is none.
    result: String,
    /// Why LSF rejects the job; empty if it does not.
    reason: &'m str,
    steps: Vec<JsonStep<'m>>,
    origins: Vec<JsonOrigin<'m>>,
    /// The result in pieces.
    parts: Vec<JsonPart<'m>>,
    notes: Vec<&'m str>,
    /// The result in the units of the cluster, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_read: Option<&'m str>,
    /// What the reservations amount to for the number of tasks of `-n`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reservations: Vec<JsonTotal>,
    /// The findings in the strings given by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    diagnostics: Vec<JsonDiagnostic>,
}

#[derive(Serialize)]
struct JsonStep<'m> {
    rule: &'static str,
    text: &'m str,
}

#[derive(Serialize)]
struct JsonOrigin<'m> {
    text: &'m str,
    from: &'static str,
}

#[derive(Serialize)]
struct JsonPart<'m> {
    text: &'m str,
    /// The level; null for brackets, names of sections and separators.
    from: Option<&'static str>,
}

impl MergeQuestion {
    /// Whether it names sections of a cluster.
    pub fn names_sections(&self) -> bool {
        is_name(self.queue.as_ref()) || is_name(self.app.as_ref())
    }

    /// Merges the requirements. Without a cluster, sizes are in MB.
    ///
    /// # Errors
    /// The cluster cannot be read, or a name is not known.
    pub fn answer(self, request: Request) -> Result<MergeAnswer, Refused> {
        let MergeQuestion { queue, app, job, tasks, job_resource } = self;
        let folder = request.cluster.as_ref().map(|it| it.to_string_lossy().into_owned());
        let (cluster, settings) = surroundings_as_read(request)?;
        let mut levels = Levels::new(&cluster, folder.as_deref().unwrap_or_default(), &settings);
        let queue = queue.map(|it| levels.level("--queue", &it, &QUEUES)).transpose()?.flatten();
        let without_profile = app.is_none();
        let application = app.map(|it| levels.level("--app", &it, &PROFILES)).transpose()?.flatten();
        let mut in_job: Vec<Requirement> = Vec::new();
        for text in &job {
            in_job.extend(levels.given("--job", text)?);
        }
        let diagnostics = levels.diagnostics();
        let mut notes = std::mem::take(&mut levels.notes);
        if levels.has_errors() {
            let judged = levels.judged;
            let (pieces, totals) = (Vec::new(), Vec::new());
            return Ok(MergeAnswer { merged: None, pieces, as_read: None, totals, notes, judged, diagnostics });
        }
        let view = cluster.view();
        let (in_queue, in_profile) =
            (queue.as_ref().and_then(|it| it.entity), application.as_ref().and_then(|it| it.entity));
        let mut options = Options::of(view, in_queue.as_ref(), in_profile.as_ref());
        if folder.is_none() {
            options.units = Units::MB;
        }
        options.job_resources = job_resource;
        options.tasks = tasks.map(|it| (it.least, it.most));
        let (queue, application) = (queue.map(|it| it.requirement), application.map(|it| it.requirement));
        let (mut merged, pieces) = merge_in_pieces(queue.as_ref(), application.as_ref(), &in_job, &options);
        note_implied_type(view, &mut merged);
        notes.extend(default_application(view, in_queue.is_some() && without_profile));
        let as_read = merged.result.as_ref().map(|it| InUnits::of(it, &options.units));
        let totals = totals::totals(merged.result.as_ref(), &options);
        Ok(MergeAnswer { merged: Some(merged), pieces, as_read, totals, notes, judged: levels.judged, diagnostics })
    }
}

impl MergeAnswer {
    /// Whether LSF rejects the job, or a string has an error.
    pub fn is_rejected(&self) -> bool {
        self.merged.as_ref().is_none_or(|it| it.outcome == Outcome::Rejected)
    }

    /// The document of `resreq merge`.
    pub fn document(&self) -> impl Serialize + '_ {
        let merged = self.merged.as_ref();
        let strings = |of: fn(&Merged) -> &[String]| merged.map_or(&[][..], of);
        Document {
            version: 1,
            outcome: merged.map_or(Outcome::Rejected, |it| it.outcome).name(),
            shape: merged.map_or(Shape::None, |it| it.shape).name(),
            result: merged.and_then(|it| it.result.as_ref()).map(Requirement::to_string).unwrap_or_default(),
            reason: match merged {
                Some(merged) => merged.reason.as_deref().unwrap_or_default(),
                None => "a string has an error",
            },
            steps: merged
                .into_iter()
                .flat_map(|it| &it.steps)
                .map(|it| JsonStep { rule: it.rule, text: &it.text })
                .collect(),
            origins: merged
                .into_iter()
                .flat_map(|it| &it.origins)
                .map(|it| JsonOrigin { text: &it.text, from: it.from.name() })
                .collect(),
            parts: self.pieces.iter().map(|it| JsonPart { text: &it.text, from: it.from.map(Level::name) }).collect(),
            notes: self.notes.iter().chain(strings(|it| &it.notes)).map(String::as_str).collect(),
            as_read: self.as_read.as_ref().and_then(|it| it.requirement.as_deref()),
            reservations: totals::json(&self.totals),
            diagnostics: self.diagnostics.clone(),
        }
    }
}
