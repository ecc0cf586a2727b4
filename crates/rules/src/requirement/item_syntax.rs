use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::requirement_section;
use lsflint_syntax::ast::resreq::Section;
use lsflint_syntax::{ResReqError, TextRange, Token};

use crate::requirement::common::{Judge, form_error, with_blanks_before};
use crate::requirement::content::{choice, section_around};

rule! {
    /// Finds items of `span`, `cu` and `affinity` that are no `keyword=value`: `span[hosts]`, `span[ptile>=2]`,
    /// `cu[balance=y]`.
    ///
    /// # Effect
    /// LSF refuses the string: a queue or profile then works without any requirement.
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
    /// Unsafe: a requirement that LSF refuses today becomes active.
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
    let before = with_blanks_before(&context.file.file.text, range).start();
    let (message, help, edit) = match error {
        ResReqError::ItemWithoutValue => (format!("`{text}` has no value"), form(section, text), None),
        ResReqError::MissingValue if text.starts_with('(') => {
            ("nothing in the parentheses".into(), "write a value, or remove them".into(), None)
        }
        ResReqError::MissingValue => (format!("nothing behind `{text}`"), "write a value".into(), None),
        ResReqError::WrongAssignment => {
            (format!("`{text}` in the place of `=`"), "write `=`".into(), Some((range, "=")))
        }
        ResReqError::MissingEquals => {
            let gap = TextRange::new(before, range.start());
            (format!("no `=` before `{text}`"), "write `=` between keyword and value".into(), Some((gap, "=")))
        }
        ResReqError::FlagWithValue => {
            (format!("`{text}` behind a word that takes no value"), "remove it".into(), Some((range, "")))
        }
        ResReqError::TileWithoutCount => {
            (format!("`{text}` has no number"), format!("write how many tasks such a host takes: `{text}:4`"), None)
        }
        ResReqError::TileWithoutName => (
            format!("a second number in `ptile`: `{text}`"),
            "write one number, or pairs of a host type or model and a number: `LINUX:4`".into(),
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

/// What a keyword takes, as a help.
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
             ^^^^^ R409 error `hosts` has no value
        span[ptile=]
                  ^ R409 error nothing behind `=`
                  = help: write a value
        cu[pref]
           ^^^^ R409 error `pref` has no value
            = help: write `pref=bestfit`, `pref=maxavail`, `pref=minavail` or `pref=config`
        affinity[core:cpubind=]
                             ^ R409 error nothing behind `=`
        affinity[core()]
                     ^ R409 error nothing in the parentheses
                     = help: write a value, or remove them

        //# values are assigned
        //- resreq
        span[ptile>=2]
                  ^^ R409 error `>=` in the place of `=`
            = fixed: span[ptile=2]
        span[ptile 2]
                   ^ R409 error no `=` before `2`
                   = help: write `=` between keyword and value
            = fixed: span[ptile=2]

        //# flags have none
        //- resreq
        cu[balance=y]
                  ^^ R409 error `=y` behind a word that takes no value
            = fixed: cu[balance]

        //# lists of ptile have pairs
        //- resreq
        span[ptile='!',LINUX] same[type]
                       ^^^^^ R409 error `LINUX` has no number
        span[ptile=4,8]
                     ^ R409 error a second number in `ptile`: `8`
                     = help: write one number, or pairs of a host type or model and a number: `LINUX:4`

        //# correct forms
        //- resreq
        span[stripe] cu[balance:type=rack] affinity[core(1):membind=localonly]
        span[ptile='!',A:2,B:3] same[type]

        //# writes what is missing
        //- resreq
        span[ptile >= 2]
                   ^^ R409 error `>=` in the place of `=`
            = fixed: span[ptile = 2]
        span[ptile 2] cu[balance=y:maxcus=2]
                   ^ R409 error no `=` before `2`
                                ^^ R409 error `=y` behind a word that takes no value
            = fixed: span[ptile=2] cu[balance:maxcus=2]
    "#]];
}
