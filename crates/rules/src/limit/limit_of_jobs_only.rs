use lsflint_lint::{Findings, RowContext, SectionContext, Setting, rule};
use lsflint_spec::{FileKind, ParamSpec};

use crate::limit::consumers::{is_consumer, is_resource, item, of_row, of_section, set};
use crate::parameter::{related, wording};

rule! {
    /// Finds INELIGIBLE and JOBS_PER_SCHED_CYCLE in limits with resources or consumers that do not support them.
    ///
    /// # Effect
    /// INELIGIBLE applies to limits on JOBS for users, queues and projects. JOBS_PER_SCHED_CYCLE applies to users and
    /// queues.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME       = students
    /// USERS      = students
    /// SLOTS      = 5
    /// INELIGIBLE = Y
    /// End Limit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME       = students
    /// USERS      = students
    /// JOBS       = 5
    /// INELIGIBLE = Y
    /// End Limit
    /// ```
    pub L303 "limit-of-jobs-only" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "topic=limit-ineligible",
                "INELIGIBLE is compatible with JOBS, and with users, queues, projects and license projects",
            ),
            facts("parameters and what they can be combined with"),
        ],
        checks: [Section(section), Row(row)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    of_section(context, findings, check);
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    of_row(context, findings, check);
}

fn check(entries: &[Setting<'_>], findings: &mut Findings) {
    let restricted = |it: &'static ParamSpec| Some(it).filter(|it| !it.only_with.is_empty());
    for (setting, spec) in entries.iter().filter_map(|it| Some((it, restricted(it.spec?)?))) {
        // Of several lines, only the one that takes effect.
        if !related::is_on(setting) || !related::find(entries, spec.name).is_some_and(|it| std::ptr::eq(it, setting)) {
            continue;
        }
        let column = |it: &str| lsflint_spec::find_param(FileKind::LsbResources, "Limit", it);
        let (resources, consumers): (Vec<&str>, Vec<&str>) =
            spec.only_with.iter().partition(|it| column(it).is_some_and(is_resource));
        let other_resource = set(entries, is_resource).find(|it| !resources.is_empty() && !is_one_of(it, &resources));
        let other_consumer = set(entries, is_consumer).find(|it| !is_one_of(it, &consumers));
        let Some(other) = other_resource.or(other_consumer) else { continue };
        let (name, rival) = (setting.display_name(), other.display_name());
        findings
            .report(related::place(setting), format!("`{name}` cannot be combined with `{rival}`"))
            .capped(spec.confidence)
            .consequence(item(setting).ignored().called(format!("`{name}` in this limit")).possible())
            .help(match other_resource {
                Some(_) => {
                    format!("limit {}, or remove `{name}`", wording::one_of(resources.iter().copied()))
                }
                None => format!("limit {}, or remove `{name}`", wording::one_of(consumers.iter().copied())),
            })
            .related(related::place(other), format!("`{rival}`"));
    }
}

fn is_one_of(setting: &Setting<'_>, names: &[&str]) -> bool {
    let name = setting.spec.map_or("", |it| it.name);
    names.contains(&name)
        || name.strip_prefix("PER_").is_some_and(|it| names.iter().any(|name| name.trim_end_matches('S') == it))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the other parameter
        //- Limit a
        SLOTS = 5
        USERS = all
        INELIGIBLE = Y
        ^^^^^^^^^^ L303 warning `INELIGIBLE` cannot be combined with `SLOTS`
        //- Limit b
        JOBS = 5
        PER_HOST = all
        INELIGIBLE = Y
        ^^^^^^^^^^ L303 warning `INELIGIBLE` cannot be combined with `PER_HOST`
            = help: limit `USERS`, `QUEUES`, `PROJECTS` or `LIC_PROJECTS`, or remove `INELIGIBLE`
        //- Limit c
        JOBS_PER_SCHED_CYCLE = 10
        ^^^^^^^^^^^^^^^^^^^^ L303 warning `JOBS_PER_SCHED_CYCLE` cannot be combined with `HOSTS`
            = help: limit `USERS` or `QUEUES`, or remove `JOBS_PER_SCHED_CYCLE`
        HOSTS = all

        //# is silent about documented forms
        //- Limit a
        JOBS = 5
        PER_USER = all
        LIC_PROJECTS = p
        INELIGIBLE = Y
        //- Limit b
        SLOTS = 5
        HOSTS = all
        INELIGIBLE = N
        //- Limit c
        JOBS_PER_SCHED_CYCLE = 10
        PER_QUEUE = all
    "#]];
}
