use lsflint_lint::{ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, respelling};

rule! {
    /// Finds whitespace between the parentheses and the name in `defined( name )`.
    ///
    /// # Effect
    /// The strict parser rejects the string; the older one accepts it.
    ///
    /// # Example
    /// ```resreq
    /// select[defined( scratch ) && scratch>10]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[defined(scratch) && scratch>10]
    /// ```
    ///
    /// # Fix safety
    /// Safe: the older parser reads both forms the same, and the strict one rejects strings with the whitespace.
    pub R202 "blanks-in-call" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Safe,
        sources: [ibm("lsf_admin/select_string", "no whitespace around the name in a function")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::BlankInCall) {
        return;
    }
    let range = context.error.range;
    let name = context.text().trim_matches(['(', ')']).trim();
    let today = Item::String.no_effect().called("the whitespace");
    Judge::of_error(context)
        .rejects_strictly(findings, range, "whitespace inside the parentheses of `defined()`", today)
        .help(format!("write `({name})`"))
        .fix(Fix::replace(respelling(context), "remove the whitespace", range, format!("({name})")));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the name touches its parentheses
        //- resreq
        defined(   mg   )
               ^^^^^^^^^^ R202 error whitespace inside the parentheses of `defined()`
            = fixed: defined(mg)
        defined(   mg   ) && !defined(fs )
               ^^^^^^^^^^ R202 error whitespace inside the parentheses of `defined()`
                                     ^^^^^ R202 error whitespace inside the parentheses of `defined()`
            = fixed: defined(mg) && !defined(fs)
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select[!defined( mg)]
                       ^^^^^ R202 warning whitespace inside the parentheses of `defined()`
                       = effect: the whitespace has no effect, but the requirement string is rejected with
                       =   LSF_STRICT_RESREQ=Y
            = fixed: select[!defined(mg)]

        //# other parentheses may contain spaces
        //- resreq: defined(mg) && ( mem > 5 )
    "#]];
}
