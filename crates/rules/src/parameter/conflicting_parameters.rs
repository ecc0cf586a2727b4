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
    crate::testing::fixture![[r#"
        //# reports a pair once
        //- each Queue
        PROCLIMIT = 8
        ^^^^^^^^^ P303 error `PROCLIMIT` is the old name of `TASKLIMIT`, and both are set
            = effect: LSF may ignore the line because `TASKLIMIT` sets the same parameter
            = help: keep `TASKLIMIT`
          TASKLIMIT = 4
          SLOT_RESERVE = MAX_RESERVE_TIME[5]
          RESOURCE_RESERVE = MAX_RESERVE_TIME[5]
          ^^^^^^^^^^^^^^^^ P303 error `RESOURCE_RESERVE` and `SLOT_RESERVE` exclude each other
          JOB_SIZE_LIST = 4 8
          ^^^^^^^^^^^^^ P303 warning `JOB_SIZE_LIST` and `TASKLIMIT` exclude each other
        SLOT_POOL = p
        ^^^^^^^^^ P303 warning `SLOT_POOL` and `PREEMPTION` exclude each other
          SLOT_SHARE = 5
          PREEMPTION = PREEMPTIVE

        //# reads limits in both layouts
        //- lsb.resources
        Begin Limit
        NAME = l1
        SLOTS = 10
        USERS = user1
        PER_USER = all
        ^^^^^^^^ P303 error `PER_USER` and `USERS` exclude each other
            = effect: LSF ignores the limit
        End Limit
        Begin Limit
        NAME QUEUES PER_QUEUE SLOTS
        l2 (night) - 5
        l3 (night) (all) 5
                    ^^^ P303 error `PER_QUEUE` and `QUEUES` exclude each other
        End Limit
        //#
        //- lsb.resources
        Begin HostExport
        PER_HOST = hostA
        RES_SELECT = type==LINUX
        ^^^^^^^^^^ P303 error `RES_SELECT` and `PER_HOST` exclude each other
        DISTRIBUTION = ([c2, 1])
        End HostExport

        //# is silent about branches and what is off
        //- each Queue
        #if time(8-9)
          SLOT_RESERVE = MAX_RESERVE_TIME[5]
          #else
          RESOURCE_RESERVE = MAX_RESERVE_TIME[5]
          #endif
          PROCLIMIT = -
          TASKLIMIT = 4
        //#
        //- lsf.conf
        LSF_INTELLIGENT_CPU_BIND=N
        LSF_DAEMONS_CPUS="1:2"
    "#]];
}
