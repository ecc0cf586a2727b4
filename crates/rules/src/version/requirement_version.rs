use lsflint_lint::{Findings, Item, RequirementContext, rule};
use lsflint_spec::{Confidence, Dialect, Reading, Switch, Target, builtin_resource};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, Section, Shape};

use crate::version::named::not_read;

rule! {
    /// Finds requirement strings with constructs that the target does not read: compound and alternative requirements, `same`, `cu` and
    /// `affinity` sections, the resources `slots` and `maxslots`.
    ///
    /// # Effect
    /// The target answers with an error in the string: it ignores the RES_REQ line of a queue or profile, and refuses a job with it.
    ///
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
    /// Units of sizes, methods of reservation and words about GPUs have rules of their own.
    ///
    /// # Notes
    /// The parsers of OpenLava 4 and volclava 2, which answer to each of these with an error.
    pub V102 "requirement-needs-newer-version" {
        family: Version, scope: OwnFile, severity: Error,
        sources: [
            manual("documents of LSF 7 Update 5", "about compute units"),
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
                "a compound requirement",
                "write one requirement for all hosts of the job",
            ),
            Some(Shape::Alternative(it)) => say(
                Switch::AlternativeRequirements,
                it.node().trimmed_range(),
                "a list of alternative requirements",
                "write one requirement, with `||` inside of select",
            ),
            _ => {}
        }
    }
    for section in &context.parts.sections {
        let (switch, what) = match section {
            Section::Same(_) => (Switch::SameSection, "the section `same`"),
            Section::Cu(_) => (Switch::ComputeUnits, "the section `cu`"),
            Section::Affinity(_) => (Switch::AffinitySection, "the section `affinity`"),
            _ => continue,
        };
        let Some(keyword) = section.keyword() else { continue };
        say(switch, keyword.range(), what, "take the section out");
    }
    for it in context.names() {
        let name = it.name.text();
        if builtin_resource(&name).is_some_and(|it| it.reading == Reading::Scheduler) {
            let what = format!("the resource `{name}`");
            say(Switch::SchedulerSlots, it.name.range(), &what, "take the condition out");
        }
    }
}

fn report(target: Target, switch: Switch, range: TextRange, what: &str, help: &'static str, findings: &mut Findings) {
    let spec = switch.spec();
    // What the relatives read was tried; since when LSF does is what pages say.
    let (message, confidence) = match target.dialect {
        Dialect::Lsf => {
            (format!("{what} is too new: LSF reads it since {}, the target is {target}", spec.since), spec.confidence)
        }
        _ => (format!("{target} does not read {what}"), Confidence::High),
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
        //- lsf.conf
        LSF_VERSION=openlava-4

        //# relatives read simple requirements only
        //- resreq
        2*{select[cs]} + 1*{linux}
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ V102 error openlava-4 does not read a compound requirement
            = effect: openlava-4 rejects the requirement string
            = help: write one requirement for all hosts of the job
        {mem>100} || {swp>100}@10
        ^^^^^^^^^^^^^^^^^^^^^^^^^ V102 error openlava-4 does not read a list of alternative requirements
            = help: write one requirement, with `||` inside of select
        same[model] cu[type=rack] affinity[core(2)]
        ^^^^ V102 error openlava-4 does not read the section `same`
                    ^^ V102 error openlava-4 does not read the section `cu`
                                  ^^^^^^^^ V102 error openlava-4 does not read the section `affinity`
        select[slots>2 || mem>5] order[mem]
               ^^^^^ V102 error openlava-4 does not read the resource `slots`
               = help: take the condition out

        //# every version has its constructs
        //- lsf.conf
        LSF_VERSION=7.0.4
        //- resreq
        select[mem>1] cu[type=rack]
                      ^^ V102 error the section `cu` is too new: LSF reads it since 7.0.5, the target is 7.0.4
        2*{linux} + 1*{cs}
        ^^^^^^^^^^^^^^^^^^ V102 info a compound requirement is too new: LSF reads it since 7.0.6, the target is 7.0.4
            = effect: LSF may reject the requirement string
        //#
        //- lsf.conf
        LSF_VERSION=7.0.6
        //- resreq
        select[maxslots>1] cu[type=rack] same[type]
               ^^^^^^^^ V102 warning the resource `maxslots` is too new: LSF reads it since 9.1, the target is 7.0.6
        //#
        //- lsf.conf
        LSF_VERSION=8.0
        //- resreq
        {linux} || {cs}
        ^^^^^^^^^^^^^^^ V102 info
            = a list of alternative requirements is too new: LSF reads it since 9.1, the target is 8.0

        //# is silent where all is read
        //- resreq
        select[mem>100 && linux] order[ut] rusage[mem=5] span[hosts=1]
        //#
        //- lsf.conf
        LSF_VERSION=10.1
        //- resreq
        {same[model] cu[type=rack]} || {select[slots>1] affinity[core(2)]}
    "#]];
}
