use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_spec::{REQUIREMENT_SECTIONS, requirement_section};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds brackets that no section keyword stands before: a misspelt one, one of another program, or none.
    ///
    /// # Effect
    /// A section is known by its keyword alone. The strict parser refuses the whole string; the older one reads over
    /// the brackets, so that what they ask for is not done: nothing is reserved, no host is selected.
    ///
    /// LSF says: `Error near "<x>" : incorrect section name, resource name, or resource function name.`
    ///
    /// # Example
    /// ```resreq
    /// rusgae[mem=4000]
    /// [mem>100]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=4000]
    /// select[mem>100]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a section that LSF does not read today becomes active.
    pub R001 "unknown-section-keyword" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "a section with a wrong keyword is no section")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    match form_error(context) {
        Some(ResReqError::UnknownSection) => misspelt(context, findings),
        Some(ResReqError::SectionWithoutKeyword) => {
            Judge::of_error(context)
                .rejects(findings, range, "these brackets have no section keyword before them")
                .help(format!("write one of {}", sections()));
        }
        _ => {}
    }
}

fn misspelt(context: &ErrorContext<'_>, findings: &mut Findings) {
    let word = context.text();
    let range = context.error.range;
    let judge = Judge::of_error(context);
    let message = format!("`{word}` is no section of a requirement string");
    let found = findings.report(range, message).consequence(judge.rejected_strictly());
    if !judge.is_strict() {
        let ignored = Item::String.ignored().called("the section").possible();
        found.consequence(judge.tolerated(ignored));
    }
    let Some(near) = near(word, REQUIREMENT_SECTIONS.iter().map(|it| it.name)) else {
        found.help(format!("the sections are {}", sections()));
        return;
    };
    found.help(did_you_mean(near.name));
    if near.unique && requirement_section(near.name).is_some() {
        let title = format!("write `{}`", near.name);
        found.fix(Fix::replace(Applicability::Unsafe, title, range, near.name));
    }
}

/// The section keywords, for a help text.
fn sections() -> String {
    let names: Vec<String> = REQUIREMENT_SECTIONS.iter().map(|it| format!("`{}`", it.name)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_lenient_string, check_string, check_string_fix};

    // covers RR102, ST16, RR-003, SE-091
    #[test]
    fn suggests_the_near_keyword() {
        check_string(
            "R001",
            "selct[mem>1] rusgae[mem=10]",
            expect![[r#"
                1:1-1:6 error `selct` is no section of a requirement string
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: did you mean `select`?
                1:14-1:20 error `rusgae` is no section of a requirement string
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: did you mean `rusage`?
            "#]],
        );
    }

    #[test]
    fn lists_the_keywords_when_none_is_near() {
        check_string(
            "R001",
            "filter[mem]",
            expect![[r#"
                1:1-1:7 error `filter` is no section of a requirement string
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: the sections are `select`, `order`, `rusage`, `span`, `same`, `cu`, `affinity`
            "#]],
        );
    }

    #[test]
    fn wants_a_keyword_before_brackets() {
        check_string(
            "R001",
            "[mem>100]",
            expect![[r#"
                1:1-1:2 error these brackets have no section keyword before them
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write one of `select`, `order`, `rusage`, `span`, `same`, `cu`, `affinity`
            "#]],
        );
    }

    #[test]
    fn the_older_parser_drops_the_section() {
        check_lenient_string(
            "R001",
            "select[linux] rusgae[mem=10]",
            expect![[r#"
                1:15-1:21 error `rusgae` is no section of a requirement string
                  effect: LSF may ignore the section, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: did you mean `rusage`?
            "#]],
        );
    }

    #[test]
    fn says_what_becomes_of_the_queue() {
        check(
            "R001",
            "lsb.queues",
            "Begin Queue\nRES_REQ = select[linux] rusgae[mem=10]\nEnd Queue\n",
            expect![[r#"
                2:25-2:31 error `rusgae` is no section of a requirement string
                  effect: LSF may reject the requirement string, so the queue may have no resource requirement
                  help: did you mean `rusage`?
            "#]],
        );
    }

    #[test]
    fn knows_all_sections() {
        check_string(
            "R001",
            "select[linux] order[ut] rusage[mem=1] span[hosts=1] same[type] cu[type=rack] affinity[core]",
            expect![[""]],
        );
    }

    #[test]
    fn writes_the_keyword() {
        check_string_fix("R001", "rusgae[mem=10]", "rusage[mem=10]");
    }
}
