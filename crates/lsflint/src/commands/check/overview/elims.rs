//! The overview of elim placement while all hosts are up.

use lsflint_model::View;
use lsflint_model::elim::{Plan, PlanInput, Value};
use lsflint_report::overview::{ElimRows, ElimStart, ElimValue, HostList, Reporter};

use super::listed;

/// The rows on elims; `None` if no hosts are known.
pub(super) fn elims(view: View<'_>) -> Option<ElimRows> {
    let input = PlanInput::of(view);
    if input.hosts.is_empty() {
        return None;
    }
    let plan = Plan::of(&input);
    let owned = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
    let starts = plan.alike().into_iter().map(|it| ElimStart {
        hosts: listed(it.hosts.iter().copied()),
        resources: owned(it.resources),
        management_host: it.management_host,
    });
    let value = |it: Value<'_, '_>| match it {
        Value::Shared(it) => ElimValue {
            resource: it.resource.to_owned(),
            hosts: listed(it.hosts.iter().copied()),
            reported_by: it.reported_by.map_or(Reporter::Nobody, |it| Reporter::Host(it.to_owned())),
            successors: owned(&it.successors),
        },
        Value::Own { resource, hosts } => ElimValue {
            resource: resource.to_owned(),
            hosts: HostList { count: hosts, possibly: hosts, ..HostList::default() },
            reported_by: Reporter::Each,
            successors: Vec::new(),
        },
    };
    Some(ElimRows {
        management_hosts: owned(&plan.management_hosts),
        starts: starts.collect(),
        idle: listed(plan.idle()),
        values: plan.values().into_iter().map(value).collect(),
        unmapped: owned(&plan.unmapped),
    })
}
