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
    use expect_test::{Expect, expect};

    use crate::aps::common::queue;
    use crate::testing::check_cluster;

    #[track_caller]
    fn check(factor: &str, other: (&str, &str), expect: Expect) {
        let text = queue(&format!("APS_PRIORITY = WEIGHT[[{factor}, 2]]"));
        check_cluster("A208", &[("lsb.queues", &text), other], expect);
    }

    const NO_PRIORITIES: (&str, &str) = (
        "lsb.users",
        "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\na (u1)\nEnd UserGroup\n\nBegin User\nUSER_NAME MAX_JOBS\nu1 5\nEnd User\n",
    );

    // covers AP129, LSB-U029, AP-029, AP-030, AP-031
    #[test]
    fn somebody_should_have_a_priority() {
        check(
            "APP",
            ("lsb.applications", "Begin Application\nNAME = a\nEnd Application\n"),
            expect![[r#"
                3:24-3:27 info `APP`, but section Application of lsb.applications sets no PRIORITY
                  effect: the factor has no effect because it is the same for every job
                  help: set PRIORITY in lsb.applications, or remove the pair
            "#]],
        );
        check(
            "USER",
            NO_PRIORITIES,
            expect![[r#"
                3:24-3:28 info `USER`, but section User of lsb.users sets no PRIORITY
                  effect: the factor has no effect because it is the same for every job
                  help: set PRIORITY in lsb.users, or remove the pair
            "#]],
        );
        check(
            "UG",
            NO_PRIORITIES,
            expect![[r#"
                3:24-3:26 info `UG`, but section UserGroup of lsb.users sets no PRIORITY
                  effect: the factor has no effect because it is the same for every job
                  help: set PRIORITY in lsb.users, or remove the pair
            "#]],
        );
    }

    #[test]
    fn one_priority_is_enough() {
        let users = "Begin User\nUSER_NAME PRIORITY\nu1 5\nu2 -\nEnd User\n\nBegin UserGroup\nGROUP_NAME GROUP_MEMBER PRIORITY\na (u1) 7\nEnd UserGroup\n";
        check("USER", ("lsb.users", users), expect![[""]]);
        check("UG", ("lsb.users", users), expect![""]);
        check("APP", ("lsb.users", users), expect![[""]]);
        check(
            "APP",
            ("lsb.applications", "Begin Application\nNAME = a\nPRIORITY = {{ p }}\nEnd Application\n"),
            expect![[""]],
        );
    }
}
