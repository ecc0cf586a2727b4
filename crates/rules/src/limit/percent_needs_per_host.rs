use lsflint_lint::{Findings, RowContext, SectionContext, Setting, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::SyntaxKind;

use crate::limit::consumers::{item, of_row, of_section};
use crate::parameter::related;

rule! {
    /// Finds percentage limits on memory, swap space or temporary space without PER_HOST.
    ///
    /// # Effect
    /// A percentage refers to the capacity of a host. Without PER_HOST there is no capacity to refer to, and LSF does
    /// not apply the limit.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME  = half
    /// MEM   = 50%
    /// USERS = students
    /// End Limit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = half
    /// MEM      = 50%
    /// USERS    = students
    /// PER_HOST = all
    /// End Limit
    /// ```
    pub L302 "percent-needs-per-host" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "topic=limit-mem",
                "the Limit section is ignored if MEM is a percentage without PER_HOST, or with HOSTS",
            ),
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
    if related::find(entries, "PER_HOST").is_some_and(related::is_on) {
        return;
    }
    for setting in entries.iter().filter(|it| it.spec.is_some_and(|it| it.grammar == Grammar::Percent)) {
        let Some(value) = setting.known_value() else { continue };
        if value.node().token(SyntaxKind::PERCENT).is_none() {
            continue;
        }
        findings
            .report(
                setting.value_range(),
                format!("`{}` is a percentage, but `PER_HOST` is not set", setting.display_name()),
            )
            .consequence(
                item(setting).ignored().called("the limit").because("a percentage refers to the capacity of each host"),
            )
            .help("set `PER_HOST`, or write an amount");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# asks for per host
        //- Limit a
        MEM = 50%
              ^^^ L302 error `MEM` is a percentage, but `PER_HOST` is not set
        USERS = u1
        //- Limit of lsb.resources
        NAME PER_HOST SWP USERS
        b all 50% u1
        c - 50% u1
            ^^^ L302 error `SWP` is a percentage, but `PER_HOST` is not set
        d - 50 u1

        //# is silent with per host
        //- each Limit
        MEM = 50%
          PER_HOST = all
    "#]];
}
