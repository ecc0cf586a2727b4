use lsflint_lint::{Applicability, Findings, Fix, Item, Part, RequirementContext, TextEdit, rule};
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::{TextRange, Token};

use crate::requirement::common::short;

rule! {
    /// Finds `&&` and `||` mixed without parentheses: `linux || bigmem && mem>100`.
    ///
    /// # Effect
    /// `&&` has precedence over `||` in LSF, as in most languages, so this means `linux || (bigmem && mem>100)`. It is
    /// easily misread.
    ///
    /// # Example
    /// ```resreq
    /// select[linux || bigmem && mem>100]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux || (bigmem && mem>100)]
    /// ```
    ///
    /// # Fix safety
    /// Safe: the parentheses are added where LSF applies them.
    pub R110 "mixed-and-or-without-parentheses" {
        family: Requirement, scope: Cluster, severity: Info, fix: Safe,
        sources: [ibm("lsf_admin/select_string", "the precedence of the operators")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for chain in context.expressions().filter(|it| matches!(it, Expr::Or(_))) {
        let inner: Vec<TextRange> = chain.operands().filter(|it| matches!(it, Expr::And(_))).map(Expr::range).collect();
        let Some(&first) = inner.first() else { continue };
        let text = context.source.get(std::ops::Range::<usize>::from(first)).and_then(short);
        let found = findings.report(first, "`&&` and `||` mixed without parentheses").consequence(
            Item::String
                .read_as(format!("({})", text.unwrap_or("... && ...")))
                .called("the conditions")
                .because("`&&` has precedence over `||`"),
        );
        match text {
            Some(text) => found.help(format!("write `({text})`")),
            None => found.help("enclose it in parentheses"),
        };
        // A string with other spellings of the operators has its own findings, whose fixes come first.
        let other = |it: &Token<'_>| ["&", "|", "and", "or"].iter().any(|word| it.raw().eq_ignore_ascii_case(word));
        if context.node.all_tokens().any(|it| chain.range().contains_range(it.range()) && other(&it)) {
            continue;
        }
        let insert = |at, text: &str| TextEdit { range: TextRange::empty(at), text: text.to_owned() };
        let edits = inner.iter().flat_map(|it| [insert(it.start(), "("), insert(it.end(), ")")]).collect();
        found.fix(Fix { applicability: Applicability::Safe, title: "add parentheses".to_owned(), edits });
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# and binds first
        //- resreq
        r15s < 1.0 || model ==local && swp <= 10
                      ^^^^^^^^^^^^^^^^^^^^^^^^^^ R110 info `&&` and `||` mixed without parentheses
            = fixed: r15s < 1.0 || (model ==local && swp <= 10)
        (r15s * 2 + r15m) < 3.0 && !(type == IBMAIX4) || fs
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ R110 info `&&` and `||` mixed without parentheses
            = fixed: ((r15s * 2 + r15m) < 3.0 && !(type == IBMAIX4)) || fs
        a && b || c || d && e
        ^^^^^^ R110 info `&&` and `||` mixed without parentheses
            = fixed: (a && b) || c || (d && e)
        select[x && (a || b && c)]
                          ^^^^^^ R110 info `&&` and `||` mixed without parentheses
            = fixed: select[x && (a || (b && c))]

        //# parentheses make it plain
        //- resreq
        (r15s < 1.0 || model == local) && swp <= 10
        (linux && fs) || bigmem || mem>5
    "#]];
}
