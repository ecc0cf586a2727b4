use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::ParamSpec;

use crate::names::list::items;
use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names of queues that lsb.queues does not define.
    ///
    /// # Effect
    /// LSF reports the name and goes on without it: the queue that was meant is not in the group, not in the limit, cannot be preempted, is
    /// no default queue. When no name of DEFAULT_QUEUE is left, LSF makes a queue called `default`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// PRIORITY     = 40
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
    /// QUEUE_GROUP  = shrot
    /// PREEMPTION   = PREEMPTIVE[idel]
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// PRIORITY     = 40
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
    /// QUEUE_GROUP  = short
    /// PREEMPTION   = PREEMPTIVE[idle]
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// End Queue
    /// ```
    ///
    /// Nothing is said while lsb.queues is not in view, and about queues of other clusters.
    ///
    /// # Fix safety
    /// Unsafe: LSF leaves the wrong name out today; the right one changes what happens to its jobs.
    pub X301 "unknown-queue" {
        family: Names, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "the lists name queues of this file")],
        checks: [SettingOf(has_queues, check)],
    }
}

fn has_queues(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::Queue])
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let unknown = undefined(context, &[Referent::Queue]);
    let default = context.setting.is_named("DEFAULT_QUEUE");
    let alone = default && items(&context.setting).count() == unknown.len();
    for name in unknown {
        let consequence = match alone {
            true => Item::Value.ignored().so("no default queue is left and one named `default` is created"),
            false => Item::Value.ignored().called("the name").logged(),
        };
        name.report(consequence, findings);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_cluster, check_fix};

    fn queues(list: &str) -> String {
        format!(
            "Begin Queue\nQUEUE_NAME = night\nAPS_PRIORITY = WEIGHT[[PROC, 1]]\nQUEUE_GROUP = {list}\nEnd Queue\n\n\
             Begin Queue\nQUEUE_NAME = short\nEnd Queue\n"
        )
    }

    #[track_caller]
    fn check_beside(file: &str, text: &str, expect: Expect) {
        check_cluster("X301", &[(file, text), ("lsb.queues", &queues("short"))], expect);
    }

    // covers AP126, AP-005, queue-group-unknown
    #[test]
    fn groups_name_queues() {
        check(
            "X301",
            "lsb.queues",
            &queues("shrot, nosuchqueue"),
            expect![[r#"
                4:15-4:20 error no queue is named `shrot`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `short`?
                4:22-4:33 error no queue is named `nosuchqueue`
                  effect: LSF logs an error and ignores the name
                  help: define it in lsb.queues, or correct the name
            "#]],
        );
        check("X301", "lsb.queues", &queues("short"), expect![[""]]);
    }

    // covers preemption-unknown-queue, fairshare-queues-unknown
    #[test]
    fn preemption_and_fairshare() {
        let text = "Begin Queue\nQUEUE_NAME = high\nPREEMPTION = PREEMPTIVE[lwo+2 low] PREEMPTABLE[lwo]\n\
                    FAIRSHARE_QUEUES = high nosuch\nEnd Queue\nBegin Queue\nQUEUE_NAME = low\nEnd Queue\n";
        check(
            "X301",
            "lsb.queues",
            text,
            expect![[r#"
                3:25-3:28 error no queue is named `lwo`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `low`?
                3:48-3:51 error no queue is named `lwo`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `low`?
                4:25-4:31 error no queue is named `nosuch`
                  effect: LSF logs an error and ignores the name
                  help: define it in lsb.queues, or correct the name
            "#]],
        );
    }

    // covers LSB-P001, default-queue-missing
    #[test]
    fn default_queues() {
        let params = |list: &str| format!("Begin Parameters\nDEFAULT_QUEUE = {list}\nEnd Parameters\n");
        check_beside(
            "lsb.params",
            &params("short nigth"),
            expect![[r#"
                2:23-2:28 error no queue is named `nigth`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `night`?
            "#]],
        );
        check_beside(
            "lsb.params",
            &params("nromal"),
            expect![[r#"
                2:17-2:23 error no queue is named `nromal`
                  effect: LSF ignores the value, so no default queue is left and one named `default` is created
                  help: define it in lsb.queues, or correct the name
            "#]],
        );
        check_beside("lsb.params", &params("short night"), expect![[""]]);
    }

    // covers LSB-R016, LSB-R039
    #[test]
    fn limits_and_loans() {
        let limit = "Begin Limit\nNAME = l\nPER_QUEUE = all ~shorts\nSLOTS = 5\nEnd Limit\n\
                     Begin GuaranteedResourcePool\nNAME = p\nTYPE = slots\nHOSTS = all\nDISTRIBUTION = ([s, 5])\n\
                     LOAN_POLICIES = QUEUES[shrot !night] CLOSE_ON_DEMAND DURATION[10]\nEnd GuaranteedResourcePool\n";
        check_beside(
            "lsb.resources",
            limit,
            expect![[r#"
                3:18-3:24 error no queue is named `shorts`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `short`?
                11:24-11:29 error no queue is named `shrot`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `short`?
            "#]],
        );
    }

    // covers LSB-S008
    #[test]
    fn service_classes() {
        let text = "Begin ServiceClass\nNAME = s\nGOALS = [GUARANTEE]\nACCESS_CONTROL = USERS[ann] QUEUES[nihgt short] APPS[a]\nEnd ServiceClass\n";
        check_beside(
            "lsb.serviceclasses",
            text,
            expect![[r#"
                4:36-4:41 error no queue is named `nihgt`
                  effect: LSF logs an error and ignores the name
                  help: did you mean `night`?
            "#]],
        );
    }

    #[test]
    fn what_is_not_in_view_is_not_judged() {
        check("X301", "lsb.params", "Begin Parameters\nDEFAULT_QUEUE = nosuch\nEnd Parameters\n", expect![[""]]);
        check("X301", "lsb.queues", &queues("q@other {{ more }}"), expect![[""]]);
    }

    #[test]
    fn gaps_make_it_an_information() {
        let templated = queues("shrot").replace("= short", "= {{ name }}");
        check(
            "X301",
            "lsb.queues",
            &templated,
            expect![[r#"
                4:15-4:20 info `shrot` is not defined in the files in view
                  effect: LSF may log an error and ignore the name
                  help: define it in lsb.queues, or correct the name
            "#]],
        );
    }

    #[test]
    fn writes_the_near_name() {
        check_fix("X301", "lsb.queues", &queues("shrot"), &queues("short"));
    }
}
