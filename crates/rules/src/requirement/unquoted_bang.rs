use lsflint_lint::{Applicability, Findings, Fix, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::{SpanKind, SpanSection, Tile};

use crate::requirement::content::sections;

rule! {
    /// Finds an unquoted `!` in `ptile`: `span[ptile=!]`.
    ///
    /// # Effect
    /// The documented form is `'!'`. A shell may replace an unquoted `!` with an earlier command before LSF reads it.
    ///
    /// # Example
    /// ```resreq
    /// span[ptile=!]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[ptile='!']
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: whether LSF reads the unquoted character in the same way is not documented.
    pub R412 "unquoted-bang" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [
            ibm("lsf_admin/span_string", "`gtile=!` is shown without quotes in the release notes and is not reported"),
        ],
        checks: [RequirementPart(Part::SPAN, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for item in sections::<SpanSection<'_>>(context).filter_map(|it| it.find(SpanKind::Ptile)) {
        for tile in item.tiles() {
            let Tile::Bang(bang) = tile else { continue };
            if bang.text() == "!" {
                findings
                    .report(bang.range(), "unquoted `!` in `ptile`")
                    .effect("a shell may replace it before LSF reads it")
                    .help("write `'!'`")
                    .fix(Fix::replace(Applicability::Unsafe, "write `'!'`", bang.range(), "'!'"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a `!` is in quotes
        //- resreq
        span[ptile=!]
                   ^ R412 warning unquoted `!` in `ptile`
            = fixed: span[ptile='!']
        span[ptile='!']
        span[gtile=!]
    "#]];
}
