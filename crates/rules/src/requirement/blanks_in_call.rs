use lsflint_lint::{ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, respelling};

rule! {
    /// Finds blanks between the parentheses and the name in `defined( name )`.
    ///
    /// # Effect
    /// The strict parser refuses the string; the older one does not mind.
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
    /// Safe: the older parser reads the same with and without the blanks, the strict one takes no string with them.
    pub R202 "blanks-in-call" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Safe,
        sources: [ibm("lsf_admin/select_string", "no blanks around the name in a function")],
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
        .rejects_strictly(findings, range, "blanks between the parentheses and the name", today)
        .help(format!("write `({name})`"))
        .fix(Fix::replace(respelling(context), "remove the blanks", range, format!("({name})")));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_lenient_string, check_string, check_string_fix};

    // covers RR205, ST04, SE-063
    #[test]
    fn the_name_touches_its_parentheses() {
        check_string(
            "R202",
            "defined(   mg   )",
            expect![[r#"
                1:8-1:18 error blanks between the parentheses and the name
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write `(mg)`
            "#]],
        );
        check_lenient_string(
            "R202",
            "select[!defined( mg)]",
            expect![[r#"
                1:16-1:21 warning blanks between the parentheses and the name
                  effect: the whitespace has no effect, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: write `(mg)`
            "#]],
        );
    }

    #[test]
    fn other_parentheses_may_have_blanks() {
        check_string("R202", "defined(mg) && ( mem > 5 )", expect![[""]]);
    }

    #[test]
    fn removes_them() {
        check_string_fix("R202", "defined(   mg   ) && !defined(fs )", "defined(mg) && !defined(fs)");
    }
}
