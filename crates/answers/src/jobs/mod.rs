//! What job scripts submit, and what keeps their jobs from running.

mod json;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_ide::answers::{JobAnswer, jobs};
use lsflint_model::job::JobScript;
use lsflint_model::{AsRead, Cluster, Place, View};
use lsflint_project::{Cause, Checked, ClusterFacts, FailOn, Plan, Problem, Request};
use serde::Deserialize;

use crate::refused::Refused;

/// A job script.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct ScriptQuestion {
    /// Its path.
    pub file: PathBuf,
    /// The user who submits it, instead of that of lsflint.toml.
    pub user: Option<String>,
}

/// The jobs of a script in their cluster.
pub struct Script {
    /// The path of the script as shown.
    pub path: Arc<str>,
    cluster: AsRead,
    /// What it submits, in order.
    pub jobs: Vec<JobAnswer>,
    /// The lowest severity that makes the command fail.
    pub fail_on: FailOn,
}

impl Script {
    fn view(&self) -> View<'_> {
        self.cluster.view()
    }

    /// The file and line of a place in the configuration.
    pub fn place<'p>(&self, place: &'p Place) -> (&'p str, Option<usize>) {
        (&place.file, self.view().line_of(place))
    }

    /// `lsb.queues:14`.
    pub fn place_in_words(&self, place: &Place) -> String {
        match self.place(place) {
            (file, Some(line)) => format!("{file}:{line}"),
            (file, None) => file.to_owned(),
        }
    }
}

impl ScriptQuestion {
    /// Checks the script, and answers what it submits.
    ///
    /// # Errors
    /// The file cannot be read, or is not a job script.
    pub fn answer(self, mut request: Request) -> Result<Script, Refused> {
        let ScriptQuestion { file, user } = self;
        let target = request.target;
        request.overrides.user = user;
        request.arguments = vec![file.clone()];
        let judge = request.judge_of(file.parent().unwrap_or(Path::new(".")))?;
        let mut plan = Plan::new(request)?;
        let (mut checked, mut facts): (Option<Checked>, Option<ClusterFacts>) = (None, None);
        let mut sink = |it: Checked| {
            if it.kind.is_none() {
                checked = Some(it);
            }
            ControlFlow::Continue(())
        };
        let mut of_cluster = |it: ClusterFacts| {
            facts.get_or_insert(it);
        };
        let outcome = plan.check_with_facts(&|_| {}, &mut sink, Some(&mut of_cluster));
        if let Some(problem) = outcome.problems.into_iter().next() {
            return Err(Refused::new(problem));
        }
        let Some(checked) = checked else {
            return Err(Refused::new(Problem::at(file.to_string_lossy().into_owned(), Cause::NotAJobScript)));
        };
        let cluster = facts.map_or_else(
            || AsRead::as_written(Arc::new(Cluster::surrounded(&[], target.as_ref(), &judge.config.surroundings()))),
            |it| it.cluster,
        );
        let script = JobScript::new(&checked.path, checked.text.clone());
        let jobs = jobs(&cluster, &script, &checked.diagnostics);
        Ok(Script { path: checked.path.clone(), cluster, jobs, fail_on: checked.judge.fail_on })
    }
}
