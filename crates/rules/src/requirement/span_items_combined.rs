use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{SpanItem, SpanKind, SpanSection};

use crate::requirement::content::sections;

rule! {
    /// Finds `span` sections with more than one item: `span[hosts=1:ptile=4]`.
    ///
    /// # Effect
    /// No page documents a combination. LSF may ignore one of the items or reject the string.
    ///
    /// # Example
    /// ```resreq
    /// span[hosts=1:ptile=4]
    /// span[ptile=4,block=8]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[ptile=4]
    /// span[ptile=4:gtile=1]
    /// ```
    ///
    /// `gtile` applies to GPUs and can be combined with one of the others.
    pub R413 "span-items-combined" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/span_string", "each form has only one item")],
        checks: [RequirementPart(Part::SPAN, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for section in sections::<SpanSection<'_>>(context) {
        let placing = |it: &SpanItem<'_>| it.kind().is_some_and(|it| it != SpanKind::Gtile);
        let mut items = section.items().filter(placing);
        let Some(first) = items.next() else { continue };
        // A duplicate keyword is another finding.
        let Some(second) = items.find(|it| it.kind() != first.kind()) else { continue };
        let names = [first, second].map(|it| it.keyword().map(|it| it.text().into_owned()).unwrap_or_default());
        findings
            .report(second.node().trimmed_range(), format!("`{}` cannot be combined with `{}`", names[1], names[0]))
            .consequence(Item::String.ignored().called("one of the two items").or("reject the requirement string"))
            .help("remove one of the items")
            .related(first.node().trimmed_range(), "the conflicting item");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one item is documented
        //- resreq
        span[hosts=1:ptile=4]
                     ^^^^^^^ R413 warning `ptile` cannot be combined with `hosts`
        span[ptile=4,block=8]
                     ^^^^^^^ R413 warning `block` cannot be combined with `ptile`

        //# gpus are another matter
        //- resreq
        span[ptile=4:gtile=1]
        span[ptile='!',A:4,B:2] same[type]
    "#]];
}
