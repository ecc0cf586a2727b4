use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::requirement_section;
use lsflint_syntax::ast::resreq::Section;
use lsflint_syntax::{ResReqError, TextRange, Token};

use crate::requirement::common::{Judge, form_error, with_whitespace_before};
use crate::requirement::content::{choice, section_around};

rule! {
    /// Finds items of `span`, `cu` and `affinity` that are not of the form `keyword=value`: `span[hosts]`,
    /// `span[ptile>=2]`, `cu[balance=y]`.
    ///
    /// # Effect
    /// LSF rejects the string, and the queue or application profile has no resource requirement.
    ///
    /// # Example
    /// ```resreq
    /// span[hosts]
    /// span[ptile>=2]
    /// span[ptile='!',LINUX] same[type]
    /// cu[balance=y]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[hosts=1]
    /// span[ptile=2]
    /// span[ptile='!',LINUX:4] same[type]
    /// cu[balance]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R409 "item-syntax" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/span_string", "span"),
            ibm("lsf_admin/compute_unit_string", "cu"),
            ibm("lsf_admin/affinity_res_req_string", "affinity"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(error) = form_error(context) else { return };
    let Some(section @ (Section::Span(_) | Section::Cu(_) | Section::Affinity(_))) = section_around(context) else {
        return;
    };
    let (text, range) = (context.text(), context.error.range);
    let before = with_whitespace_before(&context.file.file.text, range).start();
    let (message, help, edit) = match error {
        ResReqError::ItemWithoutValue => (format!("missing value for `{text}`"), form(section, text), None),
        ResReqError::MissingValue if text.starts_with('(') => {
            ("empty parentheses".into(), "write a value, or remove the parentheses".into(), None)
        }
        ResReqError::MissingValue => (format!("missing value after `{text}`"), "write a value".into(), None),
        ResReqError::WrongAssignment => {
            (format!("expected `=`, found `{text}`"), "write `=`".into(), Some((range, "=")))
        }
        ResReqError::MissingEquals => {
            let gap = TextRange::new(before, range.start());
            (format!("missing `=` before `{text}`"), "write `=` between keyword and value".into(), Some((gap, "=")))
        }
        ResReqError::FlagWithValue => {
            (format!("unexpected value `{text}` after a keyword"), "remove the value".into(), Some((range, "")))
        }
        ResReqError::TileWithoutCount => (
            format!("missing number for `{text}`"),
            format!("add the number of tasks per host, such as `{text}:4`"),
            None,
        ),
        ResReqError::TileWithoutName => (
            format!("unexpected second number `{text}` in `ptile`"),
            "write one number, or pairs of a host type or model and a number, such as `LINUX:4`".into(),
            None,
        ),
        _ => return,
    };
    let found = Judge::of_error(context).rejects(findings, range, message).help(help);
    if let Some((range, new)) = edit {
        let title = if new.is_empty() { format!("remove `{text}`") } else { format!("write `{new}`") };
        found.fix(Fix::replace(Applicability::Unsafe, title, range, new));
    }
}

/// The form of a keyword, as help.
fn form(section: Section<'_>, name: &str) -> String {
    let facts = section.keyword().map(Token::text).and_then(|it| requirement_section(&it));
    match facts.and_then(|it| it.keywords.iter().find(|it| it.name == name)) {
        Some(keyword) if keyword.values.is_empty() => format!("write `{}`", keyword.form),
        Some(keyword) => {
            let forms: Vec<String> = keyword.values.iter().map(|it| format!("{name}={it}")).collect();
            format!("write {}", choice(forms.iter().map(String::as_str)))
        }
        None => "write `=` and a value".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keywords have values
        //- resreq
        span[hosts]
             ^^^^^ R409 error missing value for `hosts`
        span[ptile=]
                  ^ R409 error missing value after `=`
                  = help: write a value
        cu[pref]
           ^^^^ R409 error missing value for `pref`
            = help: write `pref=bestfit`, `pref=maxavail`, `pref=minavail` or `pref=config`
        affinity[core:cpubind=]
                             ^ R409 error missing value after `=`
        affinity[core()]
                     ^ R409 error empty parentheses
                     = help: write a value, or remove the parentheses
        span[ptile >= 2]
                   ^^ R409 error expected `=`, found `>=`
            = fixed: span[ptile = 2]
        span[ptile 2] cu[balance=y:maxcus=2]
                   ^ R409 error missing `=` before `2`
                   = help: write `=` between keyword and value
                                ^^ R409 error unexpected value `=y` after a keyword
            = fixed: span[ptile=2] cu[balance:maxcus=2]

        //# values are assigned
        //- resreq
        span[ptile>=2]
                  ^^ R409 error expected `=`, found `>=`
            = fixed: span[ptile=2]
        span[ptile 2]
                   ^ R409 error missing `=` before `2`
            = fixed: span[ptile=2]

        //# flags have none
        //- resreq
        cu[balance=y]
                  ^^ R409 error unexpected value `=y` after a keyword
            = fixed: cu[balance]

        //# lists of ptile have pairs
        //- resreq
        span[ptile='!',LINUX] same[type]
                       ^^^^^ R409 error missing number for `LINUX`
        span[ptile=4,8]
                     ^ R409 error unexpected second number `8` in `ptile`
                     = help: write one number, or pairs of a host type or model and a number, such as `LINUX:4`

        //# correct forms
        //- resreq
        span[stripe] cu[balance:type=rack] affinity[core(1):membind=localonly]
        span[ptile='!',A:2,B:3] same[type]
    "#]];
}
