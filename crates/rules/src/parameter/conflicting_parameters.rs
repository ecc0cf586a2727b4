use lsflint_lint::{FileContext, Findings, FlatContext, Item, RowContext, SectionContext, Setting, Severity, rule};
use lsflint_spec::{Confidence, Layout, ParamSpec};

use crate::parameter::elsewhere::{Elsewhere, described};
use crate::parameter::{related, wording};

rule! {
    /// Finds two parameters that conflict with each other, in one section or across files.
    ///
    /// # Effect
    /// LSF uses one of the two, or neither: it ignores a Limit section with both `USERS` and `PER_USER`, and it ignores
    /// `SLOT_RESERVE` if `RESOURCE_RESERVE` is set. If the old and the new name of a parameter are both set, which one
    /// takes effect is undocumented.
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

/// Parameters whose conflicts are reported by other rules (family A).
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

/// Reports conflicts. LSF ignores a limit with such a pair as a whole: its section or row.
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
            // If two parameters exclude each other, the later one reports the conflict.
            let reported_there = mutual && setting.name.range().start() < other.name.range().start();
            if !reported_there && related::is_on(other) && related::are_read_together(setting, other) {
                report(setting, spec, other, mutual, limit, findings);
            }
        }
        check_other_files(setting, spec, file, findings);
    }
}

/// Reports settings that have no effect because of a setting in another file.
fn check_other_files(setting: &Setting<'_>, spec: &'static ParamSpec, file: FileContext<'_>, findings: &mut Findings) {
    for fact in spec.conflicts {
        let Some(other) = Elsewhere::of(fact).and_then(|it| it.switched_on(file.cluster)) else { continue };
        let name = setting.display_name();
        findings
            .report(related::place(setting), format!("`{name}` conflicts with {}", described(fact)))
            .severity(Severity::Warning)
            .capped(spec.confidence)
            .consequence(related::item(setting).no_effect().called("the value").possible_unless(wording::is_sure(spec)))
            .help("remove one of them")
            .related_at(other.place(), "enabled here");
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
        let message = format!("`{name}` is an old name of `{rival}`, which is also set");
        findings
            .report(related::place(setting), message)
            .consequence(
                related::item(setting).ignored().possible().because(format!("`{rival}` sets the same parameter")),
            )
            .help(format!("keep only `{rival}`"))
    } else {
        let message = format!("`{name}` conflicts with `{rival}`");
        let certain = mutual && wording::is_sure(spec) && related::is_read_with(setting, other);
        let consequence = match limit {
            Some(item) => item.ignored().called("the limit").possible_unless(certain),
            None => related::item(setting).ignored().possible().because("it uses only one of the two"),
        };
        findings.report(related::place(setting), message).consequence(consequence).help("keep one of them")
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
        ^^^^^^^^^ P303 error `PROCLIMIT` is an old name of `TASKLIMIT`, which is also set
            = effect: LSF may ignore the line because `TASKLIMIT` sets the same parameter
            = help: keep only `TASKLIMIT`
          TASKLIMIT = 4
          SLOT_RESERVE = MAX_RESERVE_TIME[5]
          RESOURCE_RESERVE = MAX_RESERVE_TIME[5]
          ^^^^^^^^^^^^^^^^ P303 error `RESOURCE_RESERVE` conflicts with `SLOT_RESERVE`
          JOB_SIZE_LIST = 4 8
          ^^^^^^^^^^^^^ P303 warning `JOB_SIZE_LIST` conflicts with `TASKLIMIT`
        SLOT_POOL = p
        ^^^^^^^^^ P303 warning `SLOT_POOL` conflicts with `PREEMPTION`
          SLOT_SHARE = 5
          PREEMPTION = PREEMPTIVE

        //# reads limits in both layouts
        //- Limit l1
        SLOTS = 10
        USERS = user1
        PER_USER = all
        ^^^^^^^^ P303 error `PER_USER` conflicts with `USERS`
            = effect: LSF ignores the limit
        //- Limit of lsb.resources
        NAME QUEUES PER_QUEUE SLOTS
        l2 (night) - 5
        l3 (night) (all) 5
                    ^^^ P303 error `PER_QUEUE` conflicts with `QUEUES`
        //#
        //- HostExport of lsb.resources
        PER_HOST = hostA
        RES_SELECT = type==LINUX
        ^^^^^^^^^^ P303 error `RES_SELECT` conflicts with `PER_HOST`
        DISTRIBUTION = ([c2, 1])

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
