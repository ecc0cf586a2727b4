use lsflint_lint::size::{Unit, megabytes};
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Part, RequirementContext, Severity, rule};
use lsflint_spec::PHASED_RESOURCES;
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Amount, RusageSection, UsageGroup, UsageItem, UsageKind};

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{choice, in_rusage, sections, written};

rule! {
    /// Finds multi-phase memory reservations, `mem=(400 200):duration=(10 15)`, whose lists do not match.
    ///
    /// # Effect
    /// LSF rejects the string. It ignores surplus values of `decay`.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=(90 50 10):duration=(3)]
    /// rusage[mem=(50 90):duration=(5)]
    /// rusage[swp=(90 50):duration=(3)]
    /// rusage[mem=(90,50):duration=(3)]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=(90 50 10):duration=(3 3)]
    /// rusage[mem=(90 50):duration=(5)]
    /// rusage[mem=(90 50):duration=(3):decay=(1)]
    /// ```
    ///
    /// A phase cannot reserve more than the phase before it. Every phase needs a duration; it is optional for the
    /// last one, which then lasts until the job ends. Phases without a `decay` value do not decay.
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R304 "multi-phase-lengths" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/usage_string", "multi-phase memory reservation")],
        checks: [SyntaxError(check_form), RequirementPart(Part::USAGE_LIST, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let (text, range) = (context.text(), context.error.range);
    let judge = Judge::of_error(context);
    match form_error(context) {
        Some(ResReqError::EmptyPhases) if in_rusage(context) => {
            judge.rejects(findings, range, "empty list of phases").help("write the amounts");
        }
        Some(ResReqError::PhaseSeparator) if in_rusage(context) => {
            judge
                .rejects(findings, range, format!("invalid separator `{text}` between phases"))
                .help("separate phases with spaces: `(90 50)`")
                .fix(Fix::replace(Applicability::Unsafe, "write a space", range, " "));
        }
        _ => {}
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let judge = Judge::of(context);
    let groups = sections::<RusageSection<'_>>(context)
        .flat_map(RusageSection::alternatives)
        .flat_map(|it| it.groups().collect::<Vec<_>>());
    for group in groups {
        for item in group.resources().filter(|it| it.is_list()) {
            other_resource(judge, item, findings);
            rising(context, item, findings);
        }
        match group.resources().find(|it| it.is_list()) {
            Some(phases) => lengths(judge, group, phases, findings),
            None => list_for_one(group, findings),
        }
    }
}

fn other_resource(judge: Judge, item: UsageItem<'_>, findings: &mut Findings) {
    let Some(name) = item.name().filter(|it| !PHASED_RESOURCES.contains(&&*it.text())) else { return };
    judge
        .rejects(findings, name.range(), format!("`{}` cannot be reserved in phases", name.text()))
        .help(format!("write one amount; only {} supports phases", choice(PHASED_RESOURCES.iter().copied())));
}

/// A phase that reserves more than the one before it.
fn rising(context: &RequirementContext<'_>, item: UsageItem<'_>, findings: &mut Findings) {
    let Some(name) = item.name() else { return };
    let amounts: Vec<Amount<'_>> = item.amounts().collect();
    // Numbers without units can be compared whatever the unit is.
    let bare = amounts.iter().all(|it| it.unit.is_none());
    let default = if bare { Some(Unit::MB) } else { Unit::of_requirements(&name.text(), context.cluster.switches()) };
    for pair in amounts.windows(2) {
        let (Some(before), Some(after)) = (megabytes(pair[0], default), megabytes(pair[1], default)) else { continue };
        if after > before {
            let message = format!(
                "phase reserves `{}`, more than `{}` in the phase before it",
                written(pair[1]),
                written(pair[0])
            );
            Judge::of(context)
                .rejects(findings, pair[1].range(), message)
                .help("order the amounts from largest to smallest");
            return;
        }
    }
}

/// Checks durations and decays against the number of phases.
fn lengths(judge: Judge, group: UsageGroup<'_>, phases: UsageItem<'_>, findings: &mut Findings) {
    let count = phases.amounts().count();
    // Another rule reports a list without a readable amount.
    if count == 0 {
        return;
    }
    let duration = group.find(UsageKind::Duration);
    let durations = duration.map_or(0, |it| it.amounts().count());
    if count > 1 && durations == 0 {
        judge
            .rejects(findings, phases.node().trimmed_range(), format!("{count} phases without `duration`"))
            .help(format!("add `duration=(...)` with {} or {count} values", count - 1));
    } else if let Some(item) = duration.filter(|_| durations > count || durations + 1 < count) {
        let wanted = if count == 1 { "one".to_owned() } else { format!("{} or {count}", count - 1) };
        judge
            .rejects(findings, item.node().trimmed_range(), format!("{} for {}", times(durations), phases_of(count)))
            .help(format!("write {wanted}; without a duration, the last phase lasts until the job ends"))
            .related(phases.node().trimmed_range(), "the phases");
        return;
    }
    let Some(decay) = group.find(UsageKind::Decay) else { return };
    if let Some(surplus) = decay.amounts().nth(durations.max(1)) {
        findings
            .report(surplus.range(), format!("more values in `decay` than durations ({durations})"))
            .severity(Severity::Warning)
            .consequence(Item::String.ignored().called("the surplus values"))
            .help("remove the surplus values");
    }
}

/// Lists of times for a single amount.
fn list_for_one(group: UsageGroup<'_>, findings: &mut Findings) {
    if group.resources().next().is_none() {
        return;
    }
    for item in
        group.items().filter(|it| matches!(it.kind(), Some(UsageKind::Duration | UsageKind::Decay)) && it.is_list())
    {
        let (Some(name), Some(first)) = (item.name(), item.amounts().next()) else { continue };
        let name = name.text();
        findings
            .report(item.node().trimmed_range(), format!("list of values in `{name}` for a single amount"))
            .severity(Severity::Warning)
            .consequence(
                Item::String
                    .ignored()
                    .called("all values but the first")
                    .because("a single amount has one phase")
                    .possible(),
            )
            .help(format!("write `{name}={}`, or one amount per phase", written(first)));
    }
}

fn times(count: usize) -> String {
    if count == 1 { "1 duration".to_owned() } else { format!("{count} durations") }
}

fn phases_of(count: usize) -> String {
    if count == 1 { "1 phase".to_owned() } else { format!("{count} phases") }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only memory has phases
        //- resreq
        rusage[swp=(9 5):duration=(3)]
               ^^^ R304 error `swp` cannot be reserved in phases

        //# phases shrink
        //- resreq
        rusage[mem=(50 90):duration=(5)]
                       ^^ R304 error phase reserves `90`, more than `50` in the phase before it
        rusage[mem=(1GB 2000MB):duration=(5)]
                        ^^^^^^ R304 error phase reserves `2000MB`, more than `1GB` in the phase before it
        rusage[mem=(1GB 2000):duration=(5)]
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=MB
        //- resreq
        rusage[mem=(1GB 2000):duration=(5)]
                        ^^^^ R304 error phase reserves `2000`, more than `1GB` in the phase before it

        //# every phase but the last has a duration
        //- resreq
        rusage[mem=(9 5 1):duration=(3)]
                           ^^^^^^^^^^^^ R304 error 1 duration for 3 phases
        rusage[mem=(9 5):duration=(3 4 5)]
                         ^^^^^^^^^^^^^^^^ R304 error 3 durations for 2 phases
        rusage[mem=(9 5)]
               ^^^^^^^^^ R304 error 2 phases without `duration`
               = help: add `duration=(...)` with 1 or 2 values
        rusage[mem=()]
                   ^^ R304 error empty list of phases
                   = help: write the amounts

        //# surplus decays are ignored
        //- resreq
        rusage[mem=(9 5):duration=(3):decay=(1 0 1)]
                                               ^ R304 warning more values in `decay` than durations (1)
                                        = effect: LSF ignores the surplus values
                                        = help: remove the surplus values

        //# one amount has one phase
        //- resreq
        rusage[mem=9:duration=(3 4)]
                     ^^^^^^^^^^^^^^ R304 warning list of values in `duration` for a single amount
                     = effect: LSF may ignore all values but the first because a single amount has one phase
                     = help: write `duration=3`, or one amount per phase

        //# fitting lists are fine
        //- resreq
        rusage[mem=(400 350):duration=(10 15):decay=(0 1)]
        rusage[mem=(50 10):duration=(10):decay=(0)]
        rusage[mem=(9)]
        rusage[mem=9:duration=3:decay=1]

        //# separates with spaces
        //- resreq
        rusage[mem=(9,5):duration=(3)]
                     ^ R304 error invalid separator `,` between phases
            = fixed: rusage[mem=(9 5):duration=(3)]

        //# amounts that cannot be read are not counted
        //- resreq
        rusage[mem=%:duration=2h]
        rusage[mem=():duration=(1 2)]
                   ^^ R304 error empty list of phases
    "#]];
}
