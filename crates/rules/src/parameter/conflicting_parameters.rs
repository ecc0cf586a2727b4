use lsflint_lint::{FileContext, Findings, FlatContext, Item, RowContext, SectionContext, Setting, Severity, rule};
use lsflint_spec::{Confidence, Layout, ParamSpec};

use crate::parameter::elsewhere::{Elsewhere, described};
use crate::parameter::{related, wording};

rule! {
    /// Finds two parameters that exclude each other, in one section or across files.
    ///
    /// # Effect
    /// LSF uses one of the two, or none: a Limit section with both `USERS` and `PER_USER` is ignored as a whole, `SLOT_RESERVE` is ignored
    /// beside `RESOURCE_RESERVE`. Of an old and a new name of one parameter it is not certain which one counts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = night
    /// SLOT_RESERVE     = MAX_RESERVE_TIME[5]
    /// RESOURCE_RESERVE = MAX_RESERVE_TIME[5]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = night
    /// RESOURCE_RESERVE = MAX_RESERVE_TIME[5]
    /// End Queue
    /// ```
    pub P303 "conflicting-parameters" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("parameters")],
        checks: [Section(section), Flat(flat), Row(row)],
    }
}

/// A parameter whose conflicts have rules of their own (family A).
const OWN_RULES: &str = crate::aps::common::PARAMETER;

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    let limit = context.spec.filter(|it| it.layout == Layout::Either).map(|_| Item::Section);
    check(context.entries, limit, context.file, findings);
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    check(context.entries, None, context.file, findings);
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    if !context.broken && context.table.section.spec.is_some_and(|it| it.layout == Layout::Either) {
        check(context.cells, Some(Item::Row), context.table.section.file, findings);
    }
}

/// A limit with such a pair is lost as a whole: its section or row.
fn check(entries: &[Setting<'_>], limit: Option<Item>, file: FileContext<'_>, findings: &mut Findings) {
    for setting in entries {
        let Some(spec) = setting.spec.filter(|it| !it.conflicts.is_empty() && it.confidence != Confidence::Low) else {
            continue;
        };
        if spec.name == OWN_RULES || !related::is_on(setting) {
            continue;
        }
        for name in spec.conflicts.iter().copied().filter_map(related::in_this_file).filter(|it| *it != OWN_RULES) {
            let Some(other) = related::find(entries, name) else { continue };
            let mutual = other.spec.is_some_and(|it| it.conflicts.contains(&spec.name));
            // The later of two that exclude each other speaks for both.
            let spoken_for = mutual && setting.name.range().start() < other.name.range().start();
            if !spoken_for && related::is_on(other) && related::are_read_together(setting, other) {
                report(setting, spec, other, mutual, limit, findings);
            }
        }
        check_other_files(setting, spec, file, findings);
    }
}

/// Settings of other files beside which this one does nothing.
fn check_other_files(setting: &Setting<'_>, spec: &'static ParamSpec, file: FileContext<'_>, findings: &mut Findings) {
    for fact in spec.conflicts {
        let Some(other) = Elsewhere::of(fact).and_then(|it| it.switched_on(file.cluster)) else { continue };
        let name = setting.display_name();
        findings
            .report(related::place(setting), format!("`{name}` has no effect beside {}", described(fact)))
            .severity(Severity::Warning)
            .capped(spec.confidence)
            .consequence(
                related::item(setting)
                    .no_effect()
                    .called("the value")
                    .because("LSF never uses it")
                    .possible_unless(wording::is_sure(spec)),
            )
            .help("remove one of the two")
            .related_at(other.place(), "switched on here");
    }
}

fn report(
    setting: &Setting<'_>,
    spec: &'static ParamSpec,
    other: &Setting<'_>,
    mutual: bool,
    limit: Option<Item>,
    findings: &mut Findings,
) {
    let (name, rival) = (setting.display_name(), other.display_name());
    let renamed = other.spec.is_some_and(|it| it.name == spec.replaced_by);
    let found = if renamed {
        let message = format!("`{name}` is the old name of `{rival}`, and both are set");
        findings
            .report(related::place(setting), message)
            .consequence(
                related::item(setting).ignored().possible().because(format!("`{rival}` sets the same parameter")),
            )
            .help(format!("keep `{rival}`"))
    } else {
        let message = format!("`{name}` and `{rival}` exclude each other");
        let certain = mutual && wording::is_sure(spec) && related::is_read_with(setting, other);
        let consequence = match limit {
            Some(item) => item.ignored().called("the limit").possible_unless(certain),
            None => related::item(setting).ignored().possible().because("it uses only one of the two"),
        };
        findings.report(related::place(setting), message).consequence(consequence).help("keep one of the two")
    };
    if !mutual && !renamed {
        found.severity(Severity::Warning);
    }
    found.capped(spec.confidence).related(related::place(other), format!("`{rival}` is set here"));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers keyword-alias-conflict, reserve-both, tasklimit-job-size-list, slot-pool-preemption, slot-pool-reserve,
    // slot-pool-cross-queue, LSB-P019
    #[test]
    fn reports_a_pair_once() {
        check(
            "P303",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nPROCLIMIT = 8\nTASKLIMIT = 4\nSLOT_RESERVE = MAX_RESERVE_TIME[5]\nRESOURCE_RESERVE = MAX_RESERVE_TIME[5]\nJOB_SIZE_LIST = 4 8\nEnd Queue\n",
            expect![[r#"
                3:1-3:10 error `PROCLIMIT` is the old name of `TASKLIMIT`, and both are set
                  effect: LSF may ignore the line because `TASKLIMIT` sets the same parameter
                  help: keep `TASKLIMIT`
                  4:1-4:10 `TASKLIMIT` is set here
                6:1-6:17 error `RESOURCE_RESERVE` and `SLOT_RESERVE` exclude each other
                  effect: LSF may ignore the line because it uses only one of the two
                  help: keep one of the two
                  5:1-5:13 `SLOT_RESERVE` is set here
                7:1-7:14 warning `JOB_SIZE_LIST` and `TASKLIMIT` exclude each other
                  effect: LSF may ignore the line because it uses only one of the two
                  help: keep one of the two
                  4:1-4:10 `TASKLIMIT` is set here
            "#]],
        );
        check(
            "P303",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nSLOT_POOL = p\nSLOT_SHARE = 5\nPREEMPTION = PREEMPTIVE\nEnd Queue\n",
            expect![[r#"
                3:1-3:10 warning `SLOT_POOL` and `PREEMPTION` exclude each other
                  effect: LSF may ignore the line because it uses only one of the two
                  help: keep one of the two
                  5:1-5:11 `PREEMPTION` is set here
            "#]],
        );
    }

    // covers LSB-R001, LSB-R002, LSB-R003, LSB-R004, LSB-R005, LSB-R006, LSB-R009, LSB-R010, LSB-R025, LSB-R043
    #[test]
    fn reads_limits_in_both_layouts() {
        check(
            "P303",
            "lsb.resources",
            "Begin Limit\nNAME = l1\nSLOTS = 10\nUSERS = user1\nPER_USER = all\nEnd Limit\nBegin Limit\nNAME QUEUES PER_QUEUE SLOTS\nl2 (night) - 5\nl3 (night) (all) 5\nEnd Limit\n",
            expect![[r#"
                5:1-5:9 error `PER_USER` and `USERS` exclude each other
                  effect: LSF ignores the limit
                  help: keep one of the two
                  4:1-4:6 `USERS` is set here
                10:13-10:16 error `PER_QUEUE` and `QUEUES` exclude each other
                  effect: LSF ignores the limit
                  help: keep one of the two
                  10:5-10:10 `QUEUES` is set here
            "#]],
        );
        check(
            "P303",
            "lsb.resources",
            "Begin HostExport\nPER_HOST = hostA\nRES_SELECT = type==LINUX\nDISTRIBUTION = ([c2, 1])\nEnd HostExport\n",
            expect![[r#"
                3:1-3:11 error `RES_SELECT` and `PER_HOST` exclude each other
                  effect: LSF may ignore the line because it uses only one of the two
                  help: keep one of the two
                  2:1-2:9 `PER_HOST` is set here
            "#]],
        );
    }

    #[test]
    fn is_silent_about_branches_and_what_is_off() {
        check(
            "P303",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\n#if time(8-9)\nSLOT_RESERVE = MAX_RESERVE_TIME[5]\n#else\nRESOURCE_RESERVE = MAX_RESERVE_TIME[5]\n#endif\nPROCLIMIT = -\nTASKLIMIT = 4\nEnd Queue\n",
            expect![[""]],
        );
        check("P303", "lsf.conf", "LSF_INTELLIGENT_CPU_BIND=N\nLSF_DAEMONS_CPUS=\"1:2\"\n", expect![[""]]);
    }
}
