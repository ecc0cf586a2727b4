//! Finds parameters that do nothing because another one, which must be set for them, is not.
//!
//! # Effect
//! LSF reads the value and never uses it.
//!
//! # Example
//! ```lsb.params
//! Begin Parameters
//! JOB_PRIORITY_OVER_TIME = 3/20
//! End Parameters
//! ```
//!
//! # Use instead
//! ```lsb.params
//! Begin Parameters
//! MAX_USER_PRIORITY      = 100
//! JOB_PRIORITY_OVER_TIME = 3/20
//! End Parameters
//! ```
//!
//! Only parameters of the same section or file are looked for; what another file may say is not judged here.
//!
//! # Sources
//! The reference page of each parameter.

use lsflint_spec::{Confidence, Layout, ParamSpec};
use lsflint_syntax::ast::{AstNode, Entry};

use super::{related, wording};
use crate::context::{FileContext, FlatContext, RowContext, SectionContext, Setting};
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("P302", "requires-other-parameter", Severity::Warning),
    checks: &[Check::Section(section), Check::Flat(flat), Check::Row(row)],
};

/// Parameters with a rule of their own for what they need.
const OWN_RULES: &[&str] = &["INTERRUPTIBLE_BACKFILL", "QUEUE_GROUP"];

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    for setting in context.entries {
        let Some(spec) = setting.spec.filter(|it| needs_something(it)) else { continue };
        let elsewhere = |name: &str| related::includes_more(context) || stands_elsewhere(context, name);
        check(setting, spec, context.entries, &elsewhere, context.file, findings);
    }
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    for setting in context.entries {
        let Some(spec) = setting.spec.filter(|it| needs_something(it)) else { continue };
        check(setting, spec, context.entries, &|_| false, context.file, findings);
    }
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    if context.broken || section.spec.is_none_or(|it| it.layout != Layout::Either) {
        return;
    }
    for setting in context.cells {
        let Some(spec) = setting.spec.filter(|it| needs_something(it)) else { continue };
        check(setting, spec, context.cells, &|_| false, section.file, findings);
    }
}

fn needs_something(spec: &ParamSpec) -> bool {
    !(spec.requires.is_empty() && spec.requires_any.is_empty()) && spec.confidence != Confidence::Low
}

fn check(
    setting: &Setting<'_>,
    spec: &'static ParamSpec,
    entries: &[Setting<'_>],
    elsewhere: &dyn Fn(&str) -> bool,
    file: FileContext<'_>,
    findings: &mut Findings,
) {
    if !related::is_on(setting) || OWN_RULES.contains(&spec.name) {
        return;
    }
    let is_set = |name: &str| related::find(entries, name).is_some_and(related::is_on) || elsewhere(name);
    let missing = spec.requires.iter().copied().filter_map(related::in_this_file).find(|it| !is_set(it));
    // Alternatives of other files are not in view.
    let all_here = spec.requires_any.iter().all(|it| related::in_this_file(it).is_some());
    let none = !spec.requires_any.is_empty() && all_here && !spec.requires_any.iter().any(|it| is_set(it));
    let (needed, switched_off) = match missing {
        Some(missing) => (format!("`{missing}`"), related::find(entries, missing).filter(|it| related::is_no(it))),
        None if none => (wording::one_of(spec.requires_any.iter().copied()), None),
        None => return,
    };
    // What excludes this parameter is the nearer cause.
    let excluded = spec.conflicts.iter().copied().filter_map(related::in_this_file);
    if file.file.template || excluded.filter_map(|it| related::find(entries, it)).any(related::is_on) {
        return;
    }
    let name = setting.display_name();
    let message = match switched_off {
        Some(_) => format!("`{name}` has no effect while {needed} is off"),
        None => format!("`{name}` has no effect without {needed}"),
    };
    let found = findings
        .report(&RULE.meta, related::place(setting), message)
        .capped(spec.confidence)
        .effect("LSF reads the value and never uses it")
        .help(format!("set {needed} too, or remove the line"));
    if let Some(other) = switched_off {
        found.related(other.value_range(), "switched off here");
    }
}

/// Sections without a name of their own may be split over a file: what one of them sets, all have.
fn stands_elsewhere(context: &SectionContext<'_>, name: &str) -> bool {
    if !context.spec.is_some_and(|it| it.required.is_empty() && it.layout == Layout::Keyed) {
        return false;
    }
    let nodes = || context.file.file.parse.root().descendants();
    // What an include sets is not in view.
    if nodes().any(related::is_include) {
        return true;
    }
    nodes().filter_map(Entry::cast).filter(|it| it.equals().is_some()).any(|it| {
        let off = it.value().and_then(|it| it.single_word()).is_some_and(|it| it.text().eq_ignore_ascii_case("n"));
        !off && it.key().is_some_and(|it| it.text().eq_ignore_ascii_case(name))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-P006, LSB-P037, LSB-P046
    #[test]
    fn names_the_parameter_that_is_needed() {
        check(
            "P302",
            "lsb.params",
            "Begin Parameters\nJOB_PRIORITY_OVER_TIME = 3/20\nENABLE_EVENT_STREAM = N\nEVENT_STREAM_FILE = /shared/lsb.stream\nEnd Parameters\n",
            expect![[r#"
                2:1-2:23 warning `JOB_PRIORITY_OVER_TIME` has no effect without `MAX_USER_PRIORITY`
                  effect: LSF reads the value and never uses it
                  help: set `MAX_USER_PRIORITY` too, or remove the line
                4:1-4:18 warning `EVENT_STREAM_FILE` has no effect while `ENABLE_EVENT_STREAM` is off
                  effect: LSF reads the value and never uses it
                  help: set `ENABLE_EVENT_STREAM` too, or remove the line
                  3:23-3:24 switched off here
            "#]],
        );
    }

    // covers fairshare-queues-no-policy, slot-pool-share-pair, warning-pair, fwd-users-not-send, impt-not-receive, rc-without-hosts
    #[test]
    fn looks_into_the_same_queue() {
        check(
            "P302",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = a\nFAIRSHARE = USER_SHARES[[default,1]]\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nFAIRSHARE_QUEUES = a\nJOB_WARNING_ACTION = URG\nEnd Queue\nBegin Queue\nQUEUE_NAME = c\nSLOT_POOL = p1\nEnd Queue\n",
            expect![[r#"
                7:1-7:17 warning `FAIRSHARE_QUEUES` has no effect without `FAIRSHARE`
                  effect: LSF reads the value and never uses it
                  help: set `FAIRSHARE` too, or remove the line
                8:1-8:19 warning `JOB_WARNING_ACTION` has no effect without `JOB_ACTION_WARNING_TIME`
                  effect: LSF reads the value and never uses it
                  help: set `JOB_ACTION_WARNING_TIME` too, or remove the line
                12:1-12:10 warning `SLOT_POOL` has no effect without `SLOT_SHARE`
                  effect: LSF reads the value and never uses it
                  help: set `SLOT_SHARE` too, or remove the line
            "#]],
        );
    }

    // covers LSB-R044
    #[test]
    fn an_export_by_selection_needs_a_number_of_hosts() {
        check(
            "P302",
            "lsb.resources",
            "Begin HostExport\nRES_SELECT = type==LINUX\nDISTRIBUTION = ([c2, 1])\nEnd HostExport\n",
            expect![[r#"
                2:1-2:11 warning `RES_SELECT` has no effect without `NHOSTS`
                  effect: LSF reads the value and never uses it
                  help: set `NHOSTS` too, or remove the line
            "#]],
        );
    }

    // covers app-chkpnt-dir, LSB-R008, CLU036, CNF011, LSF-S001, LSF-S003
    #[test]
    fn reads_other_files() {
        check(
            "P302",
            "lsb.applications",
            "Begin Application\nNAME = a\nCHKPNT_PERIOD = 30\nEnd Application\n",
            expect![[r#"
                3:1-3:14 warning `CHKPNT_PERIOD` has no effect without `CHKPNT_DIR`
                  effect: LSF reads the value and never uses it
                  help: set `CHKPNT_DIR` too, or remove the line
            "#]],
        );
        check(
            "P302",
            "lsb.resources",
            "Begin Limit\nNAME USERS SLOTS_PER_PROCESSOR PER_HOST\nl1 all 2 -\nl2 all 2 (all)\nEnd Limit\n",
            expect![[r#"
                3:8-3:9 warning `SLOTS_PER_PROCESSOR` has no effect without `PER_HOST`
                  effect: LSF reads the value and never uses it
                  help: set `PER_HOST` too, or remove the line
            "#]],
        );
        check(
            "P302",
            "lsf.cluster.c1",
            "Begin Parameters\nLSF_ELIM_RESTARTS = 5\nEnd Parameters\n",
            expect![[r#"
            2:1-2:18 warning `LSF_ELIM_RESTARTS` has no effect without `LSF_ELIM_BLOCKTIME` or `LSF_ELIM_DEBUG`
              effect: LSF reads the value and never uses it
              help: set `LSF_ELIM_BLOCKTIME` or `LSF_ELIM_DEBUG` too, or remove the line
        "#]],
        );
        check(
            "P302",
            "lsf.conf",
            "LSF_PROXYD_PORT=7700\n",
            expect![[r#"
            1:1-1:16 warning `LSF_PROXYD_PORT` has no effect without `LSF_PROXYD_HOSTS`
              effect: LSF reads the value and never uses it
              help: set `LSF_PROXYD_HOSTS` too, or remove the line
        "#]],
        );
        check(
            "P302",
            "lsf.sudoers",
            "LSF_STARTUP_USERS=\"lsfadmin\"\n",
            expect![[r#"
            1:1-1:18 warning `LSF_STARTUP_USERS` has no effect without `LSF_STARTUP_PATH`
              effect: LSF reads the value and never uses it
              help: set `LSF_STARTUP_PATH` too, or remove the line
        "#]],
        );
    }

    #[test]
    fn is_silent_when_it_is_set_somewhere() {
        check(
            "P302",
            "lsb.params",
            "Begin Parameters\nMAX_USER_PRIORITY = 100\nEnd Parameters\nBegin Parameters\nJOB_PRIORITY_OVER_TIME = 3/20\nEnd Parameters\n",
            expect![[""]],
        );
        check(
            "P302",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = b\nCPU_TIME_FACTOR = 0.5\nUSE_PRIORITY_IN_POOL = N\nEnd Queue\n",
            expect![[""]],
        );
    }
}
