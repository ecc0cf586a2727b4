use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, short};

rule! {
    /// Finds parts of a compound or alternative requirement outside the braces.
    ///
    /// # Effect
    /// Each term and each alternative has its own sections inside its braces; nothing is allowed outside. LSF rejects
    /// the entire requirement.
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
    /// Unsafe: enables a requirement that LSF currently rejects.
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
                .rejects(findings, range, message(text, "is outside the braces"))
                .help("move it into the braces of each term or alternative that it applies to");
        }
        Some(ResReqError::MissingBraces) => {
            let found = judge.rejects(findings, range, message(text, "is not in braces"));
            found.help("enclose each term and each alternative in braces");
            if let Some(braced) = braced(text) {
                found.fix(Fix::replace(Applicability::Unsafe, "add braces", range, braced));
            }
        }
        Some(ResReqError::DelayOnTerm) => {
            judge
                .rejects(findings, range, format!("delay `{text}` on a term"))
                .help("remove it, or move it after the closing brace of an alternative");
        }
        _ => {}
    }
}

fn message(text: &str, what: &str) -> String {
    match short(text) {
        Some(text) => format!("`{text}` {what}"),
        None => format!("text {what}"),
    }
}

/// The part in braces, with its count outside.
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
    crate::testing::fixture![[r#"
        //# sections are inside
        //- resreq
        2*{linux} + 2*{fs} order[ut]
                           ^^^^^^^^^ R510 error `order[ut]` is outside the braces
        rusage[mem=1] 2*{linux} + 2*{fs}
        ^^^^^^^^^^^^^ R510 error `rusage[mem=1]` is outside the braces
        2*{linux}@5 + 2*{fs}
                 ^^ R510 error delay `@5` on a term
                 = help: remove it, or move it after the closing brace of an alternative

        //# branches have braces
        //- resreq
        {linux} || select[fs]
                   ^^^^^^^^^^ R510 error `select[fs]` is not in braces
            = fixed: {linux} || {select[fs]}
        2*{linux} + 2*select[fs]
                    ^^^^^^^^^^^^ R510 error `2*select[fs]` is not in braces
            = fixed: 2*{linux} + 2*{select[fs]}
    "#]];
}
