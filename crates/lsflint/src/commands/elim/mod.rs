//! `elim plan` and `elim check-output`: elim placement and elim output.

mod output;
mod plan;

use lsflint_model::Cluster;
use lsflint_model::elim::PlanInput;

pub(crate) use self::output::check_output;
pub(crate) use self::plan::plan;
use crate::arguments::Reading;
use crate::commands::common;
use crate::output::Failure;

/// The arguments with the cluster of `--cluster`, else of the current directory.
fn with_cluster(mut reading: Reading) -> Result<Reading, Failure> {
    if reading.cluster.is_none() {
        reading.cluster = Some(common::current_folder()?.current().to_owned());
    }
    Ok(reading)
}

/// The input of the elim plan; an error if no hosts are known.
fn plan_input(cluster: &Cluster) -> Result<PlanInput, Failure> {
    let input = PlanInput::of(cluster.view());
    if input.hosts.is_empty() {
        return Err(Failure::new("no hosts are known: no lsf.cluster file with a `Host` section is loaded"));
    }
    Ok(input)
}

/// The name of a host as written in the cluster; an error if unknown.
fn host_named(input: &PlanInput, given: &str) -> Result<String, Failure> {
    let same = |name: &&String| name.as_str() == given || name.eq_ignore_ascii_case(given);
    let short = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let names = || input.hosts.iter().map(|it| &it.name);
    names()
        .find(same)
        .or_else(|| names().find(|it| short(it) == short(given)))
        .cloned()
        .ok_or_else(|| Failure::new(format!("unknown host `{given}`")))
}
