use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::{KeywordPlace, ResourceType};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, with_whitespace, with_whitespace_before};
use crate::requirement::content::{in_rusage, keyword};

rule! {
    /// Finds items of `rusage` that are not of the form `name=amount`: `rusage[mem]`, `rusage[mem>=100]`,
    /// `rusage[mem=1 swp=2]`.
    ///
    /// # Effect
    /// LSF reports an error in the rusage section and rejects the entire string. The queue or application profile has
    /// no resource requirement.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem]
    /// rusage[mem >= 100]
    /// rusage[mem 100]
    /// rusage[mem=1 swp=2]
    /// rusage[mem=1 & swp=2]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=100]
    /// rusage[mem=1, swp=2]
    /// rusage[mem=1:swp=2:duration=10]
    /// ```
    ///
    /// A reservation is an amount, not a condition. Commas separate reservations; colons join reservations that share a
    /// duration.
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R306 "rusage-item-syntax" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/usage_string", "Usage string"),
            volclava("lsf/intlib/resreq.c", "parseUsage", "every item is a name; an amount begins with `=`"),
        ],
        checks: [SyntaxError(check)],
    }
}

/// The text of a finding about one error: the message, the help, and an edit.
struct Advice {
    message: String,
    help: String,
    edit: Option<(TextRange, &'static str)>,
}

impl Advice {
    fn new(message: String, help: impl Into<String>) -> Advice {
        Advice { message, help: help.into(), edit: None }
    }

    fn edit(self, range: TextRange, text: &'static str) -> Advice {
        Advice { edit: Some((range, text)), ..self }
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(advice) = advice(context) else { return };
    let range = context.error.range;
    let found = Judge::of_error(context).rejects(findings, range, advice.message).help(advice.help);
    if let Some((range, text)) = advice.edit {
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{}`", text.trim()), range, text));
    }
}

fn advice(context: &ErrorContext<'_>) -> Option<Advice> {
    let error = form_error(context).filter(|_| in_rusage(context))?;
    let (text, range, whole) = (context.text(), context.error.range, &*context.file.file.text);
    Some(match error {
        ResReqError::ItemWithoutValue => without_amount(context, text),
        ResReqError::MissingValue => Advice::new(format!("missing amount after `{text}`"), "write the amount"),
        ResReqError::MissingName => Advice::new(
            format!("missing resource name for amount `{text}`"),
            format!("add the resource name, such as `mem={text}`"),
        ),
        ResReqError::WrongAssignment => {
            let help = match text {
                ":" => "write `=` between name and amount",
                _ => "write `=` to reserve an amount, or move the condition to `select`",
            };
            Advice::new(format!("expected `=`, found `{text}`"), help).edit(range, "=")
        }
        ResReqError::MissingEquals => {
            Advice::new(format!("missing `=` before `{text}`"), "write `=` between name and amount")
                .edit(TextRange::new(with_whitespace_before(whole, range).start(), range.start()), "=")
        }
        ResReqError::MissingSeparator => {
            Advice::new(format!("missing separator before `{text}`"), "separate reservations with commas")
                .edit(TextRange::new(with_whitespace_before(whole, range).start(), range.start()), ", ")
        }
        ResReqError::NotAnOperator => Advice::new(
            format!("invalid separator `{text}` between reservations"),
            "separate reservations with commas, alternatives with `||`",
        )
        .edit(with_whitespace(whole, range), ", "),
        ResReqError::UnexpectedText => {
            Advice::new(format!("unexpected `{text}` in `rusage`"), "write reservations as `name=amount`")
        }
        ResReqError::InvalidName => Advice::new(
            format!("invalid resource name `{text}`"),
            "use letters, digits and `_`, and begin with a letter",
        ),
        _ => return None,
    })
}

fn without_amount(context: &ErrorContext<'_>, name: &str) -> Advice {
    if let Some(keyword) = keyword("rusage", KeywordPlace::Item, name) {
        return Advice::new(format!("missing value for `{name}`"), format!("write `{}`", keyword.form));
    }
    let kind = context.file.cluster.resources().get(name).and_then(|it| it.kind);
    let help = match kind {
        Some(ResourceType::Boolean) => format!("write `select[{name}]` to request a host with the resource"),
        _ => format!("add the amount: `{name}=...`"),
    };
    Advice::new(format!("missing amount for `{name}`"), help)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# every item has a name and an amount
        //- resreq
        rusage[mem]
               ^^^ R306 error missing amount for `mem`
        rusage[mem=]
                  ^ R306 error missing amount after `=`
                  = help: write the amount
        rusage[100]
               ^^^ R306 error missing resource name for amount `100`
               = help: add the resource name, such as `mem=100`
        rusage[mem=5:duration]
                     ^^^^^^^^ R306 error missing value for `duration`
                     = help: write `duration=time[s|m|h]`
        rusage[mem >= 100]
                   ^^ R306 error expected `=`, found `>=`
            = fixed: rusage[mem = 100]
        rusage[mem 100, swp:20]
                   ^^^ R306 error missing `=` before `100`
                           ^ R306 error expected `=`, found `:`
            = fixed: rusage[mem=100, swp=20]
        //#
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        //- resreq
        rusage[linux]
               ^^^^^ R306 error missing amount for `linux`
               = help: write `select[linux]` to request a host with the resource

        //# a reservation is not a condition
        //- resreq
        rusage[ngpus_physical>0]
                             ^ R306 error expected `=`, found `>`
            = fixed: rusage[ngpus_physical=0]
        rusage[mem==100]
                  ^^ R306 error expected `=`, found `==`
            = fixed: rusage[mem=100]
        rusage[mem 100]
                   ^^^ R306 error missing `=` before `100`
            = fixed: rusage[mem=100]
        rusage[mem:100]
                  ^ R306 error expected `=`, found `:`
            = fixed: rusage[mem=100]

        //# items are separated
        //- resreq
        rusage[mem=1 swp=2]
                     ^^^ R306 error missing separator before `swp`
            = fixed: rusage[mem=1, swp=2]
        rusage[mem=1 && swp=2]
                     ^^ R306 error invalid separator `&&` between reservations
            = fixed: rusage[mem=1, swp=2]
        rusage[mem=1;swp=2]
                    ^ R306 error invalid separator `;` between reservations
            = fixed: rusage[mem=1, swp=2]
        rusage[app.lic=2]
               ^^^^^^^ R306 error invalid resource name `app.lic`
               = help: use letters, digits and `_`, and begin with a letter
        rusage[mem=1 (some)]
                     ^^^^^^ R306 error unexpected `(some)` in `rusage`
                     = help: write reservations as `name=amount`

        //# all forms of items
        //- resreq
        rusage[mem=0.5:swp = 20:duration=30, lic@east=1, ngpus_physical=2:gmodel=K80#12G:gmem=8G || x=-1]
    "#]];
}
