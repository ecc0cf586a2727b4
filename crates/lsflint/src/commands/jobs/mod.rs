//! Commands about job scripts: `show job`, `why` and `submit-check`.

mod json;
mod show;
mod submit_check;
mod why;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_ide::answers::{JobAnswer, jobs};
use lsflint_model::job::JobScript;
use lsflint_model::{AsRead, Cluster, Place, View};
use lsflint_project::{Cause, Checked, ClusterFacts, FailOn, Overrides, Plan, Problem, Request};

pub(crate) use show::run as show;
pub(crate) use submit_check::run as submit_check;
pub(crate) use why::run as why;

use crate::arguments::{At, Reading};
use crate::commands::common;
use crate::output::Failure;

/// The jobs of a script in their cluster.
struct Script {
    /// The path of the script as shown.
    path: Arc<str>,
    cluster: AsRead,
    jobs: Vec<JobAnswer>,
    fail_on: FailOn,
}

impl Script {
    fn view(&self) -> View<'_> {
        self.cluster.view()
    }

    /// The file and line of a place in the configuration.
    fn place<'p>(&self, place: &'p Place) -> (&'p str, Option<usize>) {
        (&place.file, self.view().line_of(place))
    }

    /// `lsb.queues:14`.
    fn place_in_words(&self, place: &Place) -> String {
        match self.place(place) {
            (file, Some(line)) => format!("{file}:{line}"),
            (file, None) => file.to_owned(),
        }
    }
}

/// Checks a script, and answers what it submits.
fn read(file: &Path, reading: Reading, at: At, user: Option<String>) -> Result<Script, Failure> {
    let here = common::current_folder()?;
    let config = common::config_source(&reading);
    let Reading { cluster, target, .. } = reading;
    let overrides = Overrides { user, ..Overrides::default() };
    let arguments = vec![PathBuf::from(file)];
    let environment = common::environment();
    let request =
        Request { cluster, environment, config, target, at: at.at, overrides, ..Request::new(here, arguments) };
    let judge = request.judge_of(file.parent().unwrap_or(Path::new("."))).map_err(Failure::new)?;
    let mut plan = Plan::new(request).map_err(Failure::new)?;
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
        return Err(Failure::new(problem));
    }
    let Some(checked) = checked else {
        return Err(Failure::new(Problem::at(file.to_string_lossy().into_owned(), Cause::NotAJobScript)));
    };
    let cluster = facts.map_or_else(
        || AsRead::as_written(Arc::new(Cluster::surrounded(&[], target.as_ref(), &judge.config.surroundings()))),
        |it| it.cluster,
    );
    let script = JobScript::new(&checked.path, checked.text.clone());
    let jobs = jobs(&cluster, &script, &checked.diagnostics);
    Ok(Script { path: checked.path.clone(), cluster, jobs, fail_on: checked.judge.fail_on })
}
