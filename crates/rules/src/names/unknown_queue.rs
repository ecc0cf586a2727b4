use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::ParamSpec;

use crate::names::list::items;
use crate::names::undefined::{may_hold, undefined};

rule! {
    /// Finds names of queues that are not defined in lsb.queues.
    ///
    /// # Effect
    /// LSF reports the name and ignores it: the intended queue is not in the group or limit, cannot be preempted, or is
    /// not a default queue. If DEFAULT_QUEUE has no valid name left, LSF creates a queue named `default`.
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
    /// Nothing is reported unless lsb.queues is loaded, nor for queues of other clusters.
    ///
    /// # Fix safety
    /// Unsafe: enables a name that LSF currently ignores, which affects the jobs of that queue.
    pub X301 "unknown-queue" {
        family: Names, scope: Names, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "lists contain queues of this file")],
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
            true => Item::Value.ignored().so("no default queue is left and LSF creates a queue named `default`"),
            false => Item::Value.ignored().called("the name").logged(),
        };
        let about = context.file.word_around(name.reference.range());
        name.report(consequence, findings).about(about);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue night
        APS_PRIORITY = WEIGHT[[PROC, 1]]
        QUEUE_GROUP = short
        //- Queue short

        //# groups name queues
        //- Queue night
        APS_PRIORITY = WEIGHT[[PROC, 1]]
        QUEUE_GROUP = shrot, nosuchqueue
                      ^^^^^ X301 error unknown queue `shrot`
                             ^^^^^^^^^^^ X301 error unknown queue `nosuchqueue`
                             = help: define it in lsb.queues, or correct the name
        //- fixed lsb.queues
        -QUEUE_GROUP = shrot, nosuchqueue
        +QUEUE_GROUP = short, nosuchqueue
        //#
        //- Queue short

        //# preemption and fairshare
        //- without lsb.queues
        //- Queue high
        PREEMPTION = PREEMPTIVE[lwo+2 low] PREEMPTABLE[lwo]
                                ^^^ X301 error unknown queue `lwo`
                                                       ^^^ X301 error unknown queue `lwo`
        FAIRSHARE_QUEUES = high nosuch
                                ^^^^^^ X301 error unknown queue `nosuch`
        //- Queue low
        //- fixed lsb.queues
        -PREEMPTION = PREEMPTIVE[lwo+2 low] PREEMPTABLE[lwo]
        +PREEMPTION = PREEMPTIVE[low+2 low] PREEMPTABLE[low]

        //# default queues
        //- each Parameters
        DEFAULT_QUEUE = short nigth
                              ^^^^^ X301 error unknown queue `nigth`
            = fixed: DEFAULT_QUEUE = short night
        DEFAULT_QUEUE = nromal
                        ^^^^^^ X301 error unknown queue `nromal`
                        = effect: LSF ignores the value, so no default queue is left and LSF creates a queue named
                        =   `default`
        DEFAULT_QUEUE = short night

        //# limits and loans
        //- Limit l
        PER_QUEUE = all ~shorts
                         ^^^^^^ X301 error unknown queue `shorts`
        SLOTS = 5
        //- GuaranteedResourcePool p
        TYPE = slots
        HOSTS = all
        DISTRIBUTION = ([s, 5])
        LOAN_POLICIES = QUEUES[shrot !night] CLOSE_ON_DEMAND DURATION[10]
                               ^^^^^ X301 error unknown queue `shrot`
        //- fixed lsb.resources
        -PER_QUEUE = all ~shorts
        +PER_QUEUE = all ~short
        -LOAN_POLICIES = QUEUES[shrot !night] CLOSE_ON_DEMAND DURATION[10]
        +LOAN_POLICIES = QUEUES[short !night] CLOSE_ON_DEMAND DURATION[10]

        //# service classes
        //- each ServiceClass
        GOALS = [GUARANTEE]
          ACCESS_CONTROL = USERS[ann] QUEUES[nihgt short] APPS[a]
                                             ^^^^^ X301 error unknown queue `nihgt`
            = fixed: ACCESS_CONTROL = USERS[ann] QUEUES[night short] APPS[a]

        //# what is not in view is not judged
        //- without lsb.queues
        //- each Parameters: DEFAULT_QUEUE = nosuch
        //#
        //- Queue night
        APS_PRIORITY = WEIGHT[[PROC, 1]]
        QUEUE_GROUP = q@other {{ more }}

        //# gaps make it an information
        //- without lsb.queues
        //- Queue night
        APS_PRIORITY = WEIGHT[[PROC, 1]]
        QUEUE_GROUP = shrot
                      ^^^^^ X301 info `shrot` is not defined in the loaded files
                      = effect: LSF may log an error and ignore the name
        //- Queue of lsb.queues: QUEUE_NAME = {{ name }}
    "#]];
}
