use lsflint_lint::{Findings, Item, Origin, RowContext, SectionContext, Setting, rule};

use crate::limit::consumers::{is_consumer, is_resource, of_row, of_section, set};
use crate::parameter::related;

rule! {
    /// Finds limits without a resource or without a consumer.
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
    /// A limit needs at least one resource (JOBS, SLOTS, MEM ...) and one consumer (USERS, PER_HOST, QUEUES ...).
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
    // An unknown name can be either.
    if entries.iter().any(|it| it.spec.is_none()) {
        return;
    }
    let (resource, consumer) = (set(entries, is_resource).next(), set(entries, is_consumer).next());
    let (what, help, place) = match (resource, consumer) {
        (None, Some(consumer)) => ("limit has no resource", "set a resource: `JOBS`, `SLOTS`, `MEM` ...", consumer),
        (Some(resource), None) => {
            ("limit has no consumer", "set a consumer: `USERS`, `PER_HOST`, `QUEUES` ...", resource)
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
            .because("a limit needs a resource and a consumer")
            // LSF reports that limits without a consumer have been reached.
            .possible(),
        )
        .help(help);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads sections and rows
        //- Limit a
        USERS = all
        ^^^^^ L301 error limit has no resource
        //- Limit b
        SLOTS = 5
        ^^^^^ L301 error limit has no consumer
            = help: set a consumer: `USERS`, `PER_HOST`, `QUEUES` ...
        //- Limit of lsb.resources
        NAME PER_HOST SLOTS
        c all 4
        d - 4
            ^ L301 error limit has no consumer

        //# is silent about whole limits and templates
        //- Limit a
        USERS = {{ users }}
        JOBS = 4
        //- Limit b
        #INCLUDE "users"
        JOBS = 4
    "#]];
}
