use lsflint_lint::{DirectiveContext, Findings, Item, WindowContext, rule};
use lsflint_spec::{Dialect, Switch, Target};

use crate::version::named::not_read;

rule! {
    /// Finds `#INCLUDE` lines and time zones that the target version does not support.
    ///
    /// # Effect
    /// A version that does not support `#INCLUDE` reads the line as a comment and silently ignores the included file. A
    /// condition with a time zone is invalid, and the lines of its branch are never active.
    ///
    /// # Example
    /// ```lsb.queues
    /// #INCLUDE "queues.night"
    /// Begin Queue
    /// QUEUE_NAME = day
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=9.1.3
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = day
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=9.1.3
    /// ```
    ///
    /// # Notes
    /// Based on the parsers of OpenLava 4 and volclava 2, which read such a line as a comment.
    pub V103 "directive-needs-newer-version" {
        family: Version, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf_multicluster/cluster_group_config_mc_lsf", "Shared configuration"),
            ibm("topic=configuration-automatic-time-based", "of LSF 10.1"),
        ],
        checks: [Directive(include), TimeWindow(zone)],
    }
}

fn include(context: &DirectiveContext<'_>, findings: &mut Findings) {
    let target = context.file.cluster.switches().target;
    if target.reads(Switch::Include) || !context.directive.is("#INCLUDE") {
        return;
    }
    let Some(keyword) = context.directive.keyword() else { return };
    findings
        .report(keyword.range(), too_new("`#INCLUDE`", Switch::Include, target))
        .capped(Switch::Include.spec().confidence)
        .consequence(not_read(Item::Line.ignored().so("the file is not included"), Switch::Include, target))
        .help("replace the line with the contents of the file");
}

fn zone(context: &WindowContext<'_>, findings: &mut Findings) {
    let target = context.file.cluster.switches().target;
    let Some(zone) = context.window.zone().filter(|_| context.in_condition && !target.reads(Switch::TimeZones)) else {
        return;
    };
    findings
        .report(zone.range(), too_new("the time zone", Switch::TimeZones, target))
        .capped(Switch::TimeZones.spec().confidence)
        .consequence(not_read(
            Item::Value.rejected().called("the condition").so("the lines of the branch are never active"),
            Switch::TimeZones,
            target,
        ))
        .help("write the time window in the local time of the management host");
}

fn too_new(what: &str, switch: Switch, target: Target) -> String {
    match target.dialect {
        Dialect::Lsf => {
            format!("{what} requires LSF {}, but the target is {target}", switch.spec().since)
        }
        _ => format!("{target} does not support {what}"),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# what older versions take for a comment
        //- lsb.queues
        #INCLUDE "more"
        ^^^^^^^^ V103 warning `#INCLUDE` requires LSF 10.1, but the target is 9.1.3
        Begin Queue
        QUEUE_NAME = a
        #if time(8:00-17:00 EDT)
                            ^^^ V103 warning the time zone requires LSF 10.1, but the target is 9.1.3
                            = effect: LSF may reject the condition, so the lines of the branch are never active
                            = help: write the time window in the local time of the management host
        PRIORITY = 1
        #endif
        End Queue
        //- lsf.conf: LSF_VERSION=9.1.3
        //#
        //- lsb.queues
        #INCLUDE "more"
        ^^^^^^^^ V103 warning volclava-2 does not support `#INCLUDE`
            = effect: volclava-2 ignores the line, so the file is not included
        Begin Queue
        QUEUE_NAME = a
        #if time(8:00-17:00 EDT)
                            ^^^ V103 warning volclava-2 does not support the time zone
                            = effect: volclava-2 rejects the condition, so the lines of the branch are never active
        PRIORITY = 1
        #endif
        End Queue
        //- lsf.conf: LSF_VERSION=volclava-2

        //# is silent where all is read
        //- lsb.queues
        #INCLUDE "more"
        Begin Queue
        QUEUE_NAME = a
        #if time(8:00-17:00 EDT)
        PRIORITY = 1
        #endif
        End Queue
        //#
        //- lsb.queues
        # INCLUDE "more"
        Begin Queue
        QUEUE_NAME = a
        #if time(8:00-17:00)
        PRIORITY = 1
        #endif
        End Queue
        //- lsf.conf: LSF_VERSION=9.1.3
    "#]];
}
