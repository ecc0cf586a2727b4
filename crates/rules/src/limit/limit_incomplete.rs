use lsflint_lint::{Findings, Item, Origin, RowContext, SectionContext, Setting, rule};

use crate::limit::consumers::{is_consumer, is_resource, of_row, of_section, set};
use crate::parameter::related;

rule! {
    /// Finds limits that limit nothing, or nobody.
    ///
    /// # Effect
    /// LSF cannot apply the limit.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME  = students
    /// USERS = students
    /// End Limit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME  = students
    /// USERS = students
    /// JOBS  = 50
    /// End Limit
    /// ```
    ///
    /// A limit needs one resource at least (JOBS, SLOTS, MEM ...) and one consumer (USERS, PER_HOST, QUEUES ...).
    pub L301 "limit-incomplete" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [ibm("lsb.resources", "")],
        checks: [Section(section), Row(row)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    of_section(context, findings, check);
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    of_row(context, findings, check);
}

fn check(entries: &[Setting<'_>], findings: &mut Findings) {
    // An unknown name may be either.
    if entries.iter().any(|it| it.spec.is_none()) {
        return;
    }
    let (resource, consumer) = (set(entries, is_resource).next(), set(entries, is_consumer).next());
    let (what, help, place) = match (resource, consumer) {
        (None, Some(consumer)) => {
            ("this limit has no resource", "set what is limited: `JOBS`, `SLOTS`, `MEM` ...", consumer)
        }
        (Some(resource), None) => {
            ("this limit has no consumer", "set who is limited: `USERS`, `PER_HOST`, `QUEUES` ...", resource)
        }
        _ => return,
    };
    findings
        .report(related::place(place), what)
        .consequence(
            match place.origin {
                Origin::Cell => Item::Row,
                Origin::Keyed | Origin::Flat => Item::Section,
            }
            .ignored()
            .called("the limit")
            .because("a limit needs a resource and a consumer"),
        )
        .help(help);
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-R007
    #[test]
    fn reads_sections_and_rows() {
        check(
            "L301",
            "lsb.resources",
            "Begin Limit\nNAME = a\nUSERS = all\nEnd Limit\nBegin Limit\nNAME = b\nSLOTS = 5\nEnd Limit\nBegin Limit\nNAME PER_HOST SLOTS\nc all 4\nd - 4\nEnd Limit\n",
            expect![[r#"
                3:1-3:6 error this limit has no resource
                  effect: LSF ignores the limit because a limit needs a resource and a consumer
                  help: set what is limited: `JOBS`, `SLOTS`, `MEM` ...
                7:1-7:6 error this limit has no consumer
                  effect: LSF ignores the limit because a limit needs a resource and a consumer
                  help: set who is limited: `USERS`, `PER_HOST`, `QUEUES` ...
                12:5-12:6 error this limit has no consumer
                  effect: LSF ignores the limit because a limit needs a resource and a consumer
                  help: set who is limited: `USERS`, `PER_HOST`, `QUEUES` ...
            "#]],
        );
    }

    #[test]
    fn is_silent_about_whole_limits_and_templates() {
        check(
            "L301",
            "lsb.resources",
            "Begin Limit\nNAME = a\nUSERS = {{ users }}\nJOBS = 4\nEnd Limit\nBegin Limit\nNAME = b\n#INCLUDE \"users\"\nJOBS = 4\nEnd Limit\n",
            expect![[""]],
        );
    }
}
