use lsflint_lint::{Findings, Item, RequirementContext, rule};
use lsflint_spec::{Confidence, Dialect, Reading, Switch, Target, builtin_resource};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, Section, Shape};

use crate::version::named::not_read;

rule! {
    /// Finds requirement strings with syntax that the target version does not support: compound and alternative
    /// requirements, `same`, `cu` and `affinity` sections, and the resources `slots` and `maxslots`.
    ///
    /// # Effect
    /// The target reports an error in the requirement string. It ignores the RES_REQ line of a queue or application
    /// profile, and rejects a job that requests it.
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[linux] cu[type=rack:maxcus=2]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=7.0.4
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[linux] span[ptile=4]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=7.0.4
    /// ```
    ///
    /// Units of sizes, reservation methods and GPU keywords have their own rules.
    ///
    /// # Notes
    /// Based on the parsers of OpenLava 4 and volclava 2, which report an error for each of these.
    pub V102 "requirement-needs-newer-version" {
        family: Version, scope: OwnFile, severity: Error,
        sources: [
            volclava("lsf/intlib/resreq.c", "parseSection", "the sections are select, order, rusage, filter and span"),
            ibm("lsf_admin/res_req_strings_about", "of LSF 10.1"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let target = context.cluster.switches().target;
    let mut say = |switch: Switch, range: TextRange, what: &str, help: &'static str| {
        if !target.reads(switch) {
            report(target, switch, range, what, help, findings);
        }
    };
    if let Some(requirement) = ResReq::cast(context.node) {
        match requirement.shape() {
            Some(Shape::Compound(it)) => say(
                Switch::CompoundRequirements,
                it.node().trimmed_range(),
                "compound syntax",
                "write one requirement for all hosts of the job",
            ),
            Some(Shape::Alternative(it)) => say(
                Switch::AlternativeRequirements,
                it.node().trimmed_range(),
                "alternative syntax",
                "write one requirement, with `||` inside `select`",
            ),
            _ => {}
        }
    }
    for section in &context.parts.sections {
        let (switch, what) = match section {
            Section::Same(_) => (Switch::SameSection, "the `same` section"),
            Section::Cu(_) => (Switch::ComputeUnits, "the `cu` section"),
            Section::Affinity(_) => (Switch::AffinitySection, "the `affinity` section"),
            _ => continue,
        };
        let Some(keyword) = section.keyword() else { continue };
        say(switch, keyword.range(), what, "remove the section");
    }
    for it in context.names() {
        let name = it.name.text();
        if builtin_resource(&name).is_some_and(|it| it.reading == Reading::Scheduler) {
            let what = format!("the resource `{name}`");
            say(Switch::SchedulerSlots, it.name.range(), &what, "remove the condition");
        }
    }
}

fn report(target: Target, switch: Switch, range: TextRange, what: &str, help: &'static str, findings: &mut Findings) {
    let spec = switch.spec();
    // The dialects were tested; for LSF the first version is taken from the documentation.
    let (message, confidence) = match target.dialect {
        Dialect::Lsf => (format!("{what} requires LSF {}, but the target is {target}", spec.since), spec.confidence),
        _ => (format!("{target} does not support {what}"), Confidence::High),
    };
    findings
        .report(range, message)
        .capped(confidence)
        .consequence(not_read(Item::String.rejected(), switch, target))
        .help(help);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_VERSION=openlava-4

        //# relatives read simple requirements only
        //- resreq
        2*{select[cs]} + 1*{linux}
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ V102 error openlava-4 does not support compound syntax
            = effect: openlava-4 rejects the requirement string
            = help: write one requirement for all hosts of the job
        {mem>100} || {swp>100}@10
        ^^^^^^^^^^^^^^^^^^^^^^^^^ V102 error openlava-4 does not support alternative syntax
            = help: write one requirement, with `||` inside `select`
        same[model] cu[type=rack] affinity[core(2)]
        ^^^^ V102 error openlava-4 does not support the `same` section
                    ^^ V102 error openlava-4 does not support the `cu` section
                                  ^^^^^^^^ V102 error openlava-4 does not support the `affinity` section
        select[slots>2 || mem>5] order[mem]
               ^^^^^ V102 error openlava-4 does not support the resource `slots`
               = help: remove the condition

        //# every version has its constructs
        //- lsf.conf: LSF_VERSION=7.0.4
        //- resreq
        select[mem>1] cu[type=rack]
                      ^^ V102 error the `cu` section requires LSF 7.0.5, but the target is 7.0.4
        2*{linux} + 1*{cs}
        ^^^^^^^^^^^^^^^^^^ V102 info compound syntax requires LSF 7.0.6, but the target is 7.0.4
            = effect: LSF may reject the requirement string
        //#
        //- lsf.conf: LSF_VERSION=7.0.6
        //- resreq
        select[maxslots>1] cu[type=rack] same[type]
               ^^^^^^^^ V102 warning the resource `maxslots` requires LSF 9.1, but the target is 7.0.6
        //#
        //- lsf.conf: LSF_VERSION=8.0
        //- resreq
        {linux} || {cs}
        ^^^^^^^^^^^^^^^ V102 info alternative syntax requires LSF 9.1, but the target is 8.0.1

        //# is silent where all is read
        //- resreq: select[mem>100 && linux] order[ut] rusage[mem=5] span[hosts=1]
        //#
        //- lsf.conf: LSF_VERSION=10.1
        //- resreq: {same[model] cu[type=rack]} || {select[slots>1] affinity[core(2)]}
    "#]];
}
