//! `plan`: shows what a change of the configuration does, and what must be run.

mod concise;
mod entries;
mod full;
mod github;
mod html;
mod json;
mod load;
mod markdown;
mod order;

use std::process::ExitCode;

use lsflint_ide::answers::calendar::{Row, differences, windows_between};
use lsflint_ide::answers::plan::{self, JobOrder, JobValue, Plan, Side, values_of_script};
use lsflint_lint::Severity;
use lsflint_model::{AsRead, Instant};
use lsflint_spec::Risk;

use crate::arguments::{self, ChangeFormat};
use crate::output::{Failure, Terminal};
use load::{Finding, Sides};

/// The plan of one cluster.
struct Compared {
    /// Its name; empty if it is the only one.
    cluster: String,
    plan: Plan,
    /// The findings that only exist after the change.
    new: Vec<Finding>,
    /// The findings that only existed before the change.
    fixed: Vec<Finding>,
    /// What scripts ask for that means something else: the path of the script, and the value.
    values: Vec<(String, JobValue)>,
    /// The order of the given jobs, by pair.
    orders: Vec<JobOrder>,
    /// The rows of the calendar that only one side has; only for pages.
    week: [Vec<Row>; 2],
}

impl Compared {
    fn is_empty(&self) -> bool {
        self.plan.is_empty() && self.new.is_empty() && self.fixed.is_empty() && self.orders.is_empty()
    }

    /// The highest risk; a new error breaks something.
    fn risk(&self) -> Option<Risk> {
        let error = self.new.iter().any(|it| it.severity == Severity::Error).then_some(Risk::Breaking);
        let jobs = self.jobs().map(|it| it.2).max();
        let orders = self.orders.iter().any(JobOrder::changes).then_some(Risk::Notable);
        self.plan.risk().max(error).max(jobs).max(orders)
    }

    /// The jobs of scripts that LSF now refuses, does not start or kills: the finding, what LSF does, and the risk.
    fn jobs(&self) -> impl Iterator<Item = (&Finding, &'static str, Risk)> {
        self.new.iter().filter_map(|it| Some((it, it.job?, Risk::Breaking)))
    }
}

pub(crate) fn run(arguments: arguments::Plan, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let (format, fail_on) = (arguments.output_format, arguments.fail_on);
    let given = arguments.aps_jobs.as_deref().map(order::read).transpose()?.unwrap_or_default();
    // LSF evaluates windows and `#if` by itself.
    let between = <[Instant; 2]>::try_from(arguments.between.clone()).ok();
    let Sides { bases, clusters, old, new, scripts } = load::sides(arguments)?;
    let several = clusters.len() > 1;
    let mut compared: Vec<Compared> = Vec::new();
    let nothing = AsRead::default();
    for pair in clusters {
        let mut plan = plan::plan(pair.old.as_ref().unwrap_or(&nothing), pair.new.as_ref().unwrap_or(&nothing));
        relative_places(&mut plan, &bases);
        if let Some(times) = between {
            plan.run.clear();
            plan.windows = pair.old.as_ref().map(|it| windows_between(it, times)).unwrap_or_default();
        }
        // With several clusters, a script may belong to each.
        let mut values = Vec::new();
        if let (Some(old), Some(new), false) = (&pair.old, &pair.new, several || plan.changes.is_empty()) {
            for script in &scripts {
                let of_script = values_of_script(old, new, script).into_iter();
                values.extend(of_script.map(|it| (script.path.to_string(), it)));
            }
        }
        let orders = match (&pair.old, &pair.new) {
            (Some(old), Some(new)) => plan::orders(old, new, &given),
            _ => Vec::new(),
        };
        let week = match (format, &pair.old, &pair.new) {
            (ChangeFormat::Html, Some(old), Some(new)) if between.is_none() => differences(old, new),
            _ => Default::default(),
        };
        let cluster = if several { pair.name } else { String::new() };
        compared.push(Compared { cluster, plan, values, orders, week, new: Vec::new(), fixed: Vec::new() });
    }
    let (introduced, fixed) = load::findings(old, new);
    // Findings belong to files, and files may belong to several clusters.
    match compared.as_mut_slice() {
        [only] => (only.new, only.fixed) = (introduced, fixed),
        _ if introduced.is_empty() && fixed.is_empty() => {}
        _ => compared.push(Compared {
            cluster: String::new(),
            plan: Plan::default(),
            values: Vec::new(),
            orders: Vec::new(),
            week: Default::default(),
            new: introduced,
            fixed,
        }),
    }
    let risk = compared.iter().filter_map(Compared::risk).max();
    match format {
        ChangeFormat::Full => full::write(&compared, terminal)?,
        ChangeFormat::Concise => concise::write(&compared, terminal)?,
        ChangeFormat::Github => github::write(&compared, &bases[1], terminal)?,
        ChangeFormat::Html => html::write(&compared, terminal)?,
        ChangeFormat::Json => json::write(&compared, terminal)?,
        ChangeFormat::Markdown => markdown::write(&compared, terminal)?,
    }
    Ok(ExitCode::from(u8::from(fail_on.fails(risk))))
}

/// Makes the paths relative to the directory of their side.
fn relative_places(plan: &mut Plan, bases: &[String; 2]) {
    for place in plan.changes.iter_mut().flat_map(|it| &mut it.because) {
        let base = match place.side {
            Side::Old => &bases[0],
            Side::New => &bases[1],
        };
        place.file = load::relative(&place.file, base);
    }
}
