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
    crate::testing::fixture![[r#"
        //# sections are inside
        //- resreq
        2*{linux} + 2*{fs} order[ut]
                           ^^^^^^^^^ R510 error `order[ut]` stands outside of the braces
        rusage[mem=1] 2*{linux} + 2*{fs}
        ^^^^^^^^^^^^^ R510 error `rusage[mem=1]` stands outside of the braces
        2*{linux}@5 + 2*{fs}
                 ^^ R510 error `@5` behind a term: only branches wait
                 = help: remove it, or write it behind the closing brace of a branch

        //# branches have braces
        //- resreq
        {linux} || select[fs]
                   ^^^^^^^^^^ R510 error `select[fs]` has no braces
            = fixed: {linux} || {select[fs]}
        2*{linux} + 2*select[fs]
                    ^^^^^^^^^^^^ R510 error `2*select[fs]` has no braces
            = fixed: 2*{linux} + 2*{select[fs]}
    "#]];
}
