use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, short};

rule! {
    /// Finds parts of a compound or alternative requirement that stand outside of the braces.
    ///
    /// # Effect
    /// Each term and each branch has its own sections, inside of its braces; nothing stands beside them. LSF refuses
    /// the whole requirement.
    ///
    /// # Example
    /// ```resreq
    /// 2*{select[linux]} + 2*{select[bigmem]} order[ut]
    /// {select[linux]} || select[bigmem]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 2*{select[linux] order[ut]} + 2*{select[bigmem] order[ut]}
    /// {select[linux]} || {select[bigmem]}
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    pub R510 "text-outside-braces" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/res_req_strings_about", "compound and alternative requirements")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let text = context.text();
    let range = context.error.range;
    let judge = Judge::of_error(context);
    match form_error(context) {
        Some(ResReqError::TextOutsideBraces) => {
            judge
                .rejects(findings, range, message(text, "stands outside of the braces"))
                .help("write it into the braces of each term or branch it is for");
        }
        Some(ResReqError::MissingBraces) => {
            let found = judge.rejects(findings, range, message(text, "has no braces"));
            found.help("put each term and each branch in braces");
            if let Some(braced) = braced(text) {
                found.fix(Fix::replace(Applicability::Unsafe, "put it in braces", range, braced));
            }
        }
        Some(ResReqError::DelayOnTerm) => {
            judge
                .rejects(findings, range, format!("`{text}` behind a term: only branches wait"))
                .help("remove it, or write it behind the closing brace of a branch");
        }
        _ => {}
    }
}

fn message(text: &str, what: &str) -> String {
    match short(text) {
        Some(text) => format!("`{text}` {what}"),
        None => format!("this part {what}"),
    }
}

/// The part in braces, its count left outside.
fn braced(text: &str) -> Option<String> {
    let (count, body) = match text.split_once('*') {
        Some((count, body)) if count.trim_end().bytes().all(|it| it.is_ascii_digit()) => (format!("{count}*"), body),
        _ => (String::new(), text),
    };
    let body = body.trim();
    (!body.is_empty() && !body.contains(['{', '}'])).then(|| format!("{count}{{{body}}}"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR120
    #[test]
    fn sections_stand_inside() {
        check_string(
            "R510",
            "2*{linux} + 2*{fs} order[ut]",
            expect![[r#"
                1:20-1:29 error `order[ut]` stands outside of the braces
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it into the braces of each term or branch it is for
            "#]],
        );
        check_string(
            "R510",
            "rusage[mem=1] 2*{linux} + 2*{fs}",
            expect![[r#"
                1:1-1:14 error `rusage[mem=1]` stands outside of the braces
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it into the braces of each term or branch it is for
            "#]],
        );
        check_string(
            "R510",
            "2*{linux}@5 + 2*{fs}",
            expect![[r#"
                1:10-1:12 error `@5` behind a term: only branches wait
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove it, or write it behind the closing brace of a branch
            "#]],
        );
    }

    // covers RR116, RR127
    #[test]
    fn branches_have_braces() {
        check_string(
            "R510",
            "{linux} || select[fs]",
            expect![[r#"
                1:12-1:22 error `select[fs]` has no braces
                  effect: LSF rejects the requirement string, so the submission fails
                  help: put each term and each branch in braces
            "#]],
        );
        check_string(
            "R510",
            "2*{linux} + 2*select[fs]",
            expect![[r#"
                1:13-1:25 error `2*select[fs]` has no braces
                  effect: LSF rejects the requirement string, so the submission fails
                  help: put each term and each branch in braces
            "#]],
        );
    }

    #[test]
    fn puts_them_there() {
        check_string_fix("R510", "{linux} || select[fs]", "{linux} || {select[fs]}");
        check_string_fix("R510", "2*{linux} + 2*select[fs]", "2*{linux} + 2*{select[fs]}");
    }
}
