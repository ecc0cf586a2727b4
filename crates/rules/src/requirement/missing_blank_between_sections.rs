use lsflint_lint::{ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, respelling};

rule! {
    /// Finds two sections without a blank between them: `select[linux]order[ut]`.
    ///
    /// # Effect
    /// The strict parser refuses the whole string. The older one looks for keywords anywhere and finds the section all
    /// the same, so such strings live long in configurations that came from an older cluster, and die on the day
    /// LSF_STRICT_RESREQ=Y is set.
    ///
    /// # Example
    /// ```resreq
    /// select[linux]order[ut]
    /// type==any rusage[mem=1000]span[hosts=1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux] order[ut]
    /// type==any rusage[mem=1000] span[hosts=1]
    /// ```
    ///
    /// # Fix safety
    /// Safe: the older parser reads the same sections with and without the blank, the strict one takes no string
    /// without it.
    ///
    /// # Notes
    /// Observed in two open-source readers: sections are found without it.
    pub R004 "missing-blank-between-sections" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Safe,
        sources: [ibm("lsf_admin/select_string", "at least one blank between two sections")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::MissingSpaceBetweenSections) {
        return;
    }
    let keyword = context.text();
    let range = context.error.range;
    // A blank inside of a broken section before is none between the two, but what is wrong is the other section.
    if context.file.file.text[..usize::from(range.start())].ends_with(char::is_whitespace) {
        return;
    }
    let message = format!("no blank before the section `{keyword}`");
    let place = TextRange::empty(range.start());
    let today = Item::String.no_effect().called("the missing space");
    Judge::of_error(context)
        .rejects_strictly(findings, range, message, today)
        .help(format!("put a blank before `{keyword}`"))
        .fix(Fix::replace(respelling(context), "insert a blank", place, " "));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_lenient_string, check_string, check_string_fix};

    // covers RR104, ST06, RR-022, SE-066
    #[test]
    fn points_at_the_section_that_is_glued() {
        check_string(
            "R004",
            "select[linux]order[ut]",
            expect![[r#"
                1:14-1:19 error no blank before the section `order`
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: put a blank before `order`
            "#]],
        );
    }

    #[test]
    fn is_a_warning_where_the_older_parser_reads() {
        check_lenient_string(
            "R004",
            "select[linux]order[ut]",
            expect![[r#"
                1:14-1:19 warning no blank before the section `order`
                  effect: the missing space has no effect, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: put a blank before `order`
            "#]],
        );
    }

    // covers SE-069
    #[test]
    fn finds_the_keyword_in_a_glued_value() {
        check_string(
            "R004",
            "type==anyrusage[mem=1024]",
            expect![[r#"
                1:10-1:16 error no blank before the section `rusage`
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: put a blank before `rusage`
            "#]],
        );
    }

    // covers SE-067, SE-068
    #[test]
    fn one_blank_is_enough() {
        check_string("R004", "type==any rusage[mem=1024]", expect![[""]]);
        check_string("R004", "select[type==any] rusage[mem=1024]", expect![[""]]);
    }

    #[test]
    fn inserts_the_blank() {
        check_string_fix(
            "R004",
            "select[linux]order[ut]rusage[mem=1] span[hosts=1]same[type]",
            "select[linux] order[ut] rusage[mem=1] span[hosts=1] same[type]",
        );
    }
}
