use lsflint_lint::{Findings, Item, Origin, RowContext, SectionContext, Setting, rule};

use crate::limit::consumers::{is_consumer, is_resource, of_row, of_section, set};
use crate::parameter::related;

rule! {
    /// Finds limits without a resource.
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
    /// A limit needs at least one resource: JOBS, SLOTS, MEM ...
    ///
    /// # Notes
    /// A limit without a consumer (USERS, PER_HOST, QUEUES ...) applies to the whole cluster: the page "How resource
    /// allocation limits work" shows one and the pending reason of a job that exceeds it.
    pub L301 "limit-incomplete" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.resources", "Limit: a section needs at least one resource"),
        ],
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
    // An unknown name can be either.
    if entries.iter().any(|it| it.spec.is_none()) {
        return;
    }
    let (resource, consumer) = (set(entries, is_resource).next(), set(entries, is_consumer).next());
    let (None, Some(place)) = (resource, consumer) else { return };
    findings
        .report(related::place(place), "limit has no resource")
        .consequence(
            match place.origin {
                Origin::Cell => Item::Row,
                Origin::Keyed | Origin::Flat => Item::Section,
            }
            .ignored()
            .called("the limit")
            .because("a limit needs a resource")
            .possible(),
        )
        .help("set a resource: `JOBS`, `SLOTS`, `MEM` ...");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads sections and rows
        //- Limit a
        USERS = all
        ^^^^^ L301 warning limit has no resource
        //- Limit of lsb.resources
        NAME PER_HOST SLOTS
        c all 4
        d all -
          ^^^ L301 warning limit has no resource

        //# accepts limits of the whole cluster
        //- Limit b
        SLOTS = 5
        //- Limit of lsb.resources
        NAME PER_HOST SLOTS
        c all 4
        d - 4

        //# is silent about whole limits and templates
        //- Limit a
        USERS = {{ users }}
        JOBS = 4
        //- Limit b
        #INCLUDE "users"
        JOBS = 4
    "#]];
}
