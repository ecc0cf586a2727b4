use lsflint_lint::{FileContext, Findings, Item, Reads, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::{APS_FACTORS, ApsValue, FileKind, SectionSpec, aps_factor};
use lsflint_syntax::ast::ApsPair;
use rustc_hash::FxHashSet;

use crate::aps::common::{formulas, pairs, source};

rule! {
    /// Finds the factors APP, USER and UG if no application profile, user or user group sets PRIORITY.
    ///
    /// # Effect
    /// The factor has the same value for every job and does not change their order.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[APP, 2] [PROC, 1]]
    /// End Queue
    ///
    /// //- lsb.applications
    /// Begin Application
    /// NAME = solver
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[APP, 2] [PROC, 1]]
    /// End Queue
    ///
    /// //- lsb.applications
    /// Begin Application
    /// NAME     = solver
    /// PRIORITY = 50
    /// End Application
    /// ```
    pub A208 "aps-factor-without-priorities" {
        family: Aps, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/job_priority_behavior", "where the values of the factors come from")],
        checks: [PartsOfFile(Reads::SECTIONS, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    // Each of many included files may have formulas.
    let unset = context.cluster.once("APS factors without priorities", without_priorities).unwrap_or_default();
    let unset: FxHashSet<&str> = unset.iter().filter(|it| it.1 != context.kind()).map(|it| it.0).collect();
    // There may be many formulas, but they depend on only two files.
    let has_formulas = || context.cluster.mentions(FileKind::LsbQueues, "Queue", "APS_PRIORITY");
    if unset.is_empty() || !has_formulas() {
        return;
    }
    for priority in formulas(context) {
        for factor in pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor) {
            let Some(known) = aps_factor(&factor.text().to_ascii_uppercase()) else { continue };
            let Some((kind, section)) = source(known).filter(|_| unset.contains(known.name)) else {
                continue;
            };
            let (name, file) = (section.name, kind.name());
            findings
                .report(factor.range(), format!("`{}` requires `PRIORITY` in `{name}` of `{file}`", known.name))
                .consequence(Item::Value.no_effect().called("the factor").because("all jobs have the same value"))
                .help(format!("set `PRIORITY` in `{file}`, or remove the pair"));
        }
    }
}

/// The factors for which no section of their file sets PRIORITY, with the kind of the file.
fn without_priorities(view: View<'_>) -> Vec<(&'static str, FileKind)> {
    let sources = APS_FACTORS.iter().filter_map(|it| Some((it.name, source(it)?)));
    let unset = sources.filter(|(_, (kind, section))| sets_no_priority(view, *kind, section));
    unset.map(|(name, (kind, _))| (name, kind)).collect()
}

/// Whether nothing in a section sets PRIORITY. A queue has a default; the others do not.
fn sets_no_priority(view: View<'_>, kind: FileKind, section: &SectionSpec) -> bool {
    view.knowledge(kind) == Knowledge::Complete && !view.all(kind, section.name).any(|it| it.has("PRIORITY"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# somebody should have a priority
        //- Application a
        //- each Queue
        APS_PRIORITY = WEIGHT[[APP, 2]]
                               ^^^ A208 info `APP` requires `PRIORITY` in `Application` of `lsb.applications`
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        a (u1)
        //- User of lsb.users
        USER_NAME MAX_JOBS
        u1 5
        //- each Queue
        APS_PRIORITY = WEIGHT[[USER, 2]]
                               ^^^^ A208 info `USER` requires `PRIORITY` in `User` of `lsb.users`
        APS_PRIORITY = WEIGHT[[UG, 2]]
                               ^^ A208 info `UG` requires `PRIORITY` in `UserGroup` of `lsb.users`

        //# one priority is enough
        //- User of lsb.users
        USER_NAME PRIORITY
        u1 5
        u2 -
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
        a (u1) 7
        //- each Queue
        APS_PRIORITY = WEIGHT[[USER, 2]]
        APS_PRIORITY = WEIGHT[[UG, 2]]
        APS_PRIORITY = WEIGHT[[APP, 2]]
        //#
        //- Application a: PRIORITY = {{ p }}
        //- each Queue: APS_PRIORITY = WEIGHT[[APP, 2]]
    "#]];
}
