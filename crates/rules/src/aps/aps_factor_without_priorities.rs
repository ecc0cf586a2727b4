use lsflint_lint::{FileContext, Findings, Item, Reads, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::{APS_FACTORS, ApsValue, FileKind, SectionSpec, aps_factor};
use lsflint_syntax::ast::ApsPair;
use rustc_hash::FxHashMap;

use crate::aps::common::{formulas, pairs, source};

rule! {
    /// Notes the factors APP, USER and UG where no profile, user or group has a PRIORITY.
    ///
    /// # Effect
    /// The value is the same for every job: the factor changes no order.
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
    let mut silent: FxHashMap<&str, bool> = FxHashMap::default();
    for factor in APS_FACTORS {
        if let Some((kind, section)) = source(factor).filter(|it| it.0 != context.kind()) {
            silent.insert(factor.name, sets_no_priority(context.cluster, kind, section));
        }
    }
    // Formulas are many, the files that they look at are two.
    let has_formulas = || context.cluster.mentions(FileKind::LsbQueues, "Queue", "APS_PRIORITY");
    if !silent.values().any(|it| *it) || !has_formulas() {
        return;
    }
    for priority in formulas(context) {
        for factor in pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor) {
            let Some(known) = aps_factor(&factor.text().to_ascii_uppercase()) else { continue };
            let Some((kind, section)) = source(known).filter(|_| silent.get(known.name) == Some(&true)) else {
                continue;
            };
            let (name, file) = (section.name, kind.name());
            findings
                .report(factor.range(), format!("`{}`, but section {name} of {file} sets no PRIORITY", known.name))
                .consequence(Item::Value.no_effect().called("the factor").because("it is the same for every job"))
                .help(format!("set PRIORITY in {file}, or remove the pair"));
        }
    }
}

/// Whether nothing in a section surely has a PRIORITY. A queue without one has a default; the others have none.
fn sets_no_priority(view: View<'_>, kind: FileKind, section: &SectionSpec) -> bool {
    view.knowledge(kind) == Knowledge::Complete && !view.all(kind, section.name).any(|it| it.has("PRIORITY"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# somebody should have a priority
        //- lsb.applications
        Begin Application
        NAME = a
        End Application
        //- each Queue
        APS_PRIORITY = WEIGHT[[APP, 2]]
                               ^^^ A208 info `APP`, but section Application of lsb.applications sets no PRIORITY
        //#
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER
        a (u1)
        End UserGroup

        Begin User
        USER_NAME MAX_JOBS
        u1 5
        End User
        //- each Queue
        APS_PRIORITY = WEIGHT[[USER, 2]]
                               ^^^^ A208 info `USER`, but section User of lsb.users sets no PRIORITY
        APS_PRIORITY = WEIGHT[[UG, 2]]
                               ^^ A208 info `UG`, but section UserGroup of lsb.users sets no PRIORITY

        //# one priority is enough
        //- lsb.users
        Begin User
        USER_NAME PRIORITY
        u1 5
        u2 -
        End User

        Begin UserGroup
        GROUP_NAME GROUP_MEMBER PRIORITY
        a (u1) 7
        End UserGroup
        //- each Queue
        APS_PRIORITY = WEIGHT[[USER, 2]]
        APS_PRIORITY = WEIGHT[[UG, 2]]
        APS_PRIORITY = WEIGHT[[APP, 2]]
        //#
        //- lsb.applications
        Begin Application
        NAME = a
        PRIORITY = {{ p }}
        End Application
        //- each Queue
        APS_PRIORITY = WEIGHT[[APP, 2]]
    "#]];
}
