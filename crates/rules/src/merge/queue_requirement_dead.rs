use lsflint_lint::{FactFindings, FactsContext, Findings, Item, Part, SectionContext, rule};
use lsflint_model::requirement::{Requirement, Simple};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::resreq::{ResReq, Section};

use crate::merge::defaults::{Defaults, fields};
use crate::merge::wanted::has_braces;
use crate::requirement::content::requirement;
use crate::requirement::servers::Level;

rule! {
    /// Finds parts of the resource requirement of a queue that have no effect together with an application profile: the
    /// entire requirement if it is compound or alternative, `same` and `cu` if that of the application profile is.
    ///
    /// # Effect
    /// LSF merges the levels section by section only when both are simple. A compound or alternative requirement of a
    /// queue applies to jobs without a requirement of their own, and is ignored as a whole for all others. If only the
    /// application profile has such a requirement, LSF merges that of the queue into each part without its `same` and
    /// `cu`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = 2*{select[bigmem]} + 4*{select[linux]}
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = select[bigmem]
    /// End Application
    /// ```
    ///
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[linux] same[model]
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = 1*{select[bigmem]} + 2*{select[linux]}
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[linux] same[model]
    /// End Queue
    /// //- lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = select[bigmem]
    /// End Application
    /// ```
    ///
    /// Ignore this finding if the requirement is meant as a default for jobs without one. `same` and `cu` are reported
    /// only where jobs certainly use both: in the only queue, in the queues of DEFAULT_QUEUE, and with the application
    /// profile of DEFAULT_APPLICATION.
    ///
    /// # Notes
    /// The rules for merging requirements at several levels.
    pub M004 "queue-requirement-dead" {
        family: Merge, scope: Cluster, severity: Info,
        sources: [ibm("topic=requirements-queue-level-resource", "Resource requirements of queues")],
        checks: [Section(braces), Facts(dropped)],
    }
}

/// A compound or alternative requirement applies alone or not at all.
fn braces(context: &SectionContext<'_>, findings: &mut Findings) {
    if Level::of(context) != Some(Level::Queue) || !context.requires(Part::TERMS) {
        return;
    }
    let Some((setting, tree)) = requirement(context) else { return };
    let shape = Requirement::of(tree).filter(has_braces).map(|it| it.shape().name());
    let profile = shape.and_then(|_| context.file.cluster.applications_with(&["RES_REQ"]).find(|it| it.has("RES_REQ")));
    let (Some(shape), Some(profile)) = (shape, profile) else { return };
    findings
        .report(setting.value_range(), format!("{shape} requirement applies only to jobs without one of their own"))
        .consequence(
            Item::String
                .ignored()
                .called("the entire requirement string")
                .because("a job or its application profile can have its own")
                .possible(),
        )
        .help("write a simple requirement, which LSF merges, if it should apply to all jobs")
        .related_at(profile.place(), format!("application profile `{}` has its own requirement", profile.name()));
}

/// `same` and `cu` of a queue with compound or alternative application profiles.
fn dropped(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbQueues {
        return;
    }
    let view = context.cluster;
    // Most clusters have application profiles; a file that is checked alone has none.
    if view.applications().next().is_none() {
        return;
    }
    let groups = view.requirements();
    let mut braced = groups.profiles.iter().filter(|it| it.required.known().is_some_and(has_braces)).peekable();
    let Some(first) = braced.peek().copied() else { return };
    let defaults = Defaults::of(view);
    let default = braced.find(|it| defaults.has_profile_of(it));
    for queue in &groups.queues {
        // Any application profile can be used with a default queue.
        let Some(met) = default.or_else(|| defaults.has_queue_of(queue).then_some(first)) else { continue };
        let Some(Requirement::Simple(simple)) = queue.required.known() else { continue };
        let Simple { same, cu, .. } = &**simple;
        if same.is_empty() && cu.is_none() {
            continue;
        }
        let Some(profile) = fields(view, FileKind::LsbApplications, met).first().map(|it| it.entity()) else {
            continue;
        };
        let shape = met.required.known().map_or("", |it| it.shape().name());
        for field in fields(view, FileKind::LsbQueues, queue) {
            let Some(parse) = field.parse() else { continue };
            let Some(tree) = parse.typed::<ResReq<'_>>() else { continue };
            let sections = tree.simples().flat_map(|it| it.sections());
            for section in sections.filter(|it| matches!(it, Section::Same(_) | Section::Cu(_))) {
                let place = field.place_of(section.node().trimmed_range());
                let name = if matches!(section, Section::Same(_)) { "same" } else { "cu" };
                findings
                    .report(place, format!("`{name}` of the queue does not apply to jobs with {shape} requirements"))
                    .consequence(
                        Item::String
                            .ignored()
                            .called("the section")
                            .because("it merges only the rest of the queue's requirement into such requirements")
                            .possible(),
                    )
                    .help(format!("add `{name}` to each part of the {shape} requirement"))
                    .related_at(
                        profile.place(),
                        format!("the requirement of application profile `{}` is {shape}", profile.name()),
                    );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# queues with braces
        //- Application p: RES_REQ = mem>5
        //- each Queue
        RES_REQ = 2*{a} + 2*{b}
                  ^^^^^^^^^^^^^ M004 info compound requirement applies only to jobs without one of their own
        RES_REQ = {a} || {b}@5
                  ^^^^^^^^^^^^ M004 info alternative requirement applies only to jobs without one of their own

        //# a default for jobs that bring nothing
        //- each Queue: RES_REQ = 2*{a} + 2*{b}
        //#
        //- Application p: RES_REQ = ()
        //- each Queue: RES_REQ = 2*{a} + 2*{b}
        //#
        //- Application p: RES_REQ = 1*{a} + 2*{b}
        //- each Queue: RES_REQ = mem>5

        //# sections that are dropped
        //- Application p: RES_REQ = 1*{x} + 2*{y}
        //- each Queue
        RES_REQ = select[a] same[type] cu[type=rack]
                            ^^^^^^^^^^ M004 info `same` of the queue does not apply to jobs with compound requirements
                                       ^^^^^^^^^^^^^ M004 info
                                       = `cu` of the queue does not apply to jobs with compound requirements
        RES_REQ = select[a] span[hosts=1]
        //#
        //- Application p: RES_REQ = {x} || {y}
        //- each Queue
        RES_REQ = select[a] same[type]
                            ^^^^^^^^^^ M004 info
                            = `same` of the queue does not apply to jobs with alternative requirements
                            = help: add `same` to each part of the alternative requirement
                            = related Application p the requirement of application profile `p` is alternative
        //#
        //- Application p: RES_REQ = select[x]
        //- each Queue: RES_REQ = select[a] same[type]
    "#]];
}
