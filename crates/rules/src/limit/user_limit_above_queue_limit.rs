use lsflint_lint::{Findings, Item, RowContext, SectionContext, Setting, rule};
use lsflint_spec::Confidence;

use crate::parameter::related;

rule! {
    /// Finds limits per user or per host that exceed the limit of the whole queue or host.
    ///
    /// # Effect
    /// The lower limit is reached first, so the higher one has no effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 10
    /// UJOB_LIMIT = 50
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 100
    /// UJOB_LIMIT = 50
    /// End Queue
    /// ```
    pub L002 "user-limit-above-queue-limit" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/res_alloc_limit_conflicts", "the most restrictive one of similar limits is used"),
        ],
        checks: [Section(section), Row(row)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    check(context.entries, findings);
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    if !context.broken {
        check(context.cells, findings);
    }
}

fn check(entries: &[Setting<'_>], findings: &mut Findings) {
    for setting in entries {
        let Some(spec) = setting.spec.filter(|it| !it.not_above.is_empty()) else { continue };
        for name in spec.not_above {
            let Some(whole) = related::find(entries, name).filter(|it| related::is_slot_limit(it)) else { continue };
            let (Some(part), Some(all)) = (related::amount(setting), related::amount(whole)) else { continue };
            // A limit of 0 is another finding, and every limit is above it.
            if part <= all || all == 0.0 || !related::are_read_together(setting, whole) {
                continue;
            }
            let (name, other) = (setting.display_name(), whole.display_name());
            findings
                .report(setting.value_range(), format!("`{name}` ({part}) is above `{other}` ({all})"))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Value
                        .no_effect()
                        .called("this limit")
                        .possible()
                        .because(format!("`{other}` is reached first")),
                )
                .help(format!("lower `{name}` or raise `{other}`"))
                .related(whole.value_range(), format!("`{other}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares in queues and rows
        //- each Queue
        UJOB_LIMIT = 50
                     ^^ L002 warning `UJOB_LIMIT` (50) is above `QJOB_LIMIT` (10)
          HJOB_LIMIT = 10
          QJOB_LIMIT = 10
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ JL/U
        h1 4 8
             ^ L002 warning `JL/U` (8) is above `MXJ` (4)
        h2 ! 8
        h3 8 4

        //# is silent about branches
        //- each Queue
        #if time(8:00-18:00)
          QJOB_LIMIT = 10
          #else
          UJOB_LIMIT = 50
          #endif
    "#]];
}
