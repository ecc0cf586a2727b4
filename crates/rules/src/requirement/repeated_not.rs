use lsflint_lint::{ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, form_error, respelling, shown};

rule! {
    /// Finds repeated negations: `!!`.
    ///
    /// # Effect
    /// The strict parser rejects the string; the older one evaluates both operators.
    ///
    /// # Example
    /// ```resreq
    /// select[!!bigmem]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[bigmem]
    /// ```
    ///
    /// Where a script generates both, use parentheses, which the strict parser accepts: `!(!bigmem)`.
    ///
    /// # Fix safety
    /// Safe where the result is a condition: pairs of operators cancel each other out. In arithmetic the value would
    /// change, and no fix is available.
    pub R203 "repeated-not" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Safe,
        sources: [ibm("lsf_admin/select_string", "no repeated negation in the strict syntax")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::DoubledNot) {
        return;
    }
    let written = context.text();
    let range = context.error.range;
    let signs = written.bytes().filter(|&it| it == b'!').count();
    let left = if signs % 2 == 0 { "" } else { "!" };
    let nested = format!("{}!...{}", "!(".repeat(signs.saturating_sub(1)), ")".repeat(signs.saturating_sub(1)));
    let today = Item::String.read_as(nested).called(format!("`{}...`", shown(written))).possible();
    let found = Judge::of_error(context)
        .rejects_strictly(findings, range, "repeated negation", today)
        .help("remove a pair of `!`, which cancel each other out, or write `!(!...)`");
    if is_condition(context) && !written.contains(|it: char| it.is_alphabetic()) {
        let title = if left.is_empty() { "remove `!!`" } else { "write a single `!`" };
        found.fix(Fix::replace(respelling(context), title, range, left));
    }
}

/// Whether only the truth of the result matters: it is an operand of `&&`, `||`, or the entire selection.
fn is_condition(context: &ErrorContext<'_>) -> bool {
    let path = context.around();
    let mut outside = path.iter().rev().skip_while(|it| it.kind() != SyntaxKind::UNARY_EXPR).skip(1);
    outside.find(|it| it.kind() != SyntaxKind::PAREN_EXPR).is_some_and(|it| {
        use SyntaxKind::{AND_EXPR, IMPLICIT_SELECT, OR_EXPR, SELECT_SECTION};
        matches!(it.kind(), AND_EXPR | OR_EXPR | SELECT_SECTION | IMPLICIT_SELECT)
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one not is enough
        //- resreq
        select[!!bigdisk]
               ^^ R203 error repeated negation
            = fixed: select[bigdisk]
        !!mg && !!!fs
        ^^ R203 error repeated negation
                ^^^ R203 error repeated negation
                = fix (safe): write a single `!`
            = fixed: mg && !fs
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        ! ! !bigdisk && fs
        ^^^^^ R203 warning repeated negation
            = effect: LSF may read `! ! !...` as `!(!(!...))`, but the requirement string is rejected with
            =   LSF_STRICT_RESREQ=Y
            = fixed: !bigdisk && fs

        //# parentheses make it legal
        //- resreq: !(!mg)

        //# does not change numbers
        //- resreq
        !!mg + 1 > 1
        ^^ R203 error repeated negation
    "#]];
}
