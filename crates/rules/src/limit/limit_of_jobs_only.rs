use lsflint_lint::{Findings, RowContext, SectionContext, Setting, rule};
use lsflint_spec::{FileKind, ParamSpec};

use crate::limit::consumers::{is_consumer, is_resource, item, of_row, of_section, set};
use crate::parameter::{related, wording};

rule! {
    /// Finds parameters of a limit that work with some resources and consumers only: INELIGIBLE and JOBS_PER_SCHED_CYCLE.
    ///
    /// # Effect
    /// INELIGIBLE counts for limits on JOBS, of users, queues and projects. JOBS_PER_SCHED_CYCLE counts for users and queues.
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
        family: Limit, scope: Cluster, severity: Error,
        sources: [ibm("lsb.resources", ""), ibm("lsb.globalpolicies", "INELIGIBLE")],
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
    let picky = |it: &'static ParamSpec| Some(it).filter(|it| !it.only_with.is_empty());
    for (setting, spec) in entries.iter().filter_map(|it| Some((it, picky(it.spec?)?))) {
        // Of several lines the one that counts.
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
            .report(related::place(setting), format!("`{name}` does not work with `{rival}`"))
            .capped(spec.confidence)
            .consequence(
                item(setting)
                    .ignored()
                    .called(format!("`{name}` in this limit"))
                    .possible_unless(wording::is_sure(spec)),
            )
            .help(match other_resource {
                Some(_) => {
                    format!("limit {}, or take `{name}` out", wording::one_of(resources.iter().copied()))
                }
                None => format!("limit {}, or take `{name}` out", wording::one_of(consumers.iter().copied())),
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
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-R021, LSB-R024
    #[test]
    fn names_the_other_parameter() {
        check(
            "L303",
            "lsb.resources",
            "Begin Limit\nNAME = a\nSLOTS = 5\nUSERS = all\nINELIGIBLE = Y\nEnd Limit\nBegin Limit\nNAME = b\nJOBS = 5\nPER_HOST = all\nINELIGIBLE = Y\nEnd Limit\nBegin Limit\nNAME = c\nJOBS_PER_SCHED_CYCLE = 10\nHOSTS = all\nEnd Limit\n",
            expect![[r#"
                5:1-5:11 error `INELIGIBLE` does not work with `SLOTS`
                  effect: LSF ignores `INELIGIBLE` in this limit
                  help: limit `JOBS`, or take `INELIGIBLE` out
                  3:1-3:6 `SLOTS`
                11:1-11:11 error `INELIGIBLE` does not work with `PER_HOST`
                  effect: LSF ignores `INELIGIBLE` in this limit
                  help: limit `USERS`, `QUEUES`, `PROJECTS` or `LIC_PROJECTS`, or take `INELIGIBLE` out
                  10:1-10:9 `PER_HOST`
                15:1-15:21 warning `JOBS_PER_SCHED_CYCLE` does not work with `HOSTS`
                  effect: LSF may ignore `JOBS_PER_SCHED_CYCLE` in this limit
                  help: limit `USERS` or `QUEUES`, or take `JOBS_PER_SCHED_CYCLE` out
                  16:1-16:6 `HOSTS`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_documented_forms() {
        check(
            "L303",
            "lsb.resources",
            "Begin Limit\nNAME = a\nJOBS = 5\nPER_USER = all\nLIC_PROJECTS = p\nINELIGIBLE = Y\nEnd Limit\nBegin Limit\nNAME = b\nSLOTS = 5\nHOSTS = all\nINELIGIBLE = N\nEnd Limit\nBegin Limit\nNAME = c\nJOBS_PER_SCHED_CYCLE = 10\nPER_QUEUE = all\nEnd Limit\n",
            expect![[""]],
        );
    }
}
