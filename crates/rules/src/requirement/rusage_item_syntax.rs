use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::{KeywordPlace, ResourceType};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, with_blanks, with_blanks_before};
use crate::requirement::content::{in_rusage, keyword};

rule! {
    /// Finds items of `rusage` that are no assignments: `rusage[mem]`, `rusage[mem>=100]`, `rusage[mem=1 swp=2]`.
    ///
    /// # Effect
    /// LSF answers with an error in the rusage section and takes nothing of the string: a queue or profile then works
    /// without any requirement.
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
    /// A reservation is an amount and not a condition. Commas separate reservations; colons join those that share a
    /// duration.
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    pub R306 "rusage-item-syntax" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/usage_string", "Usage string"),
            manual("Administering Platform LSF 7.3", "usage strings"),
        ],
        checks: [SyntaxError(check)],
    }
}

/// What is said about one error: the message, the help, and an edit.
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
        ResReqError::MissingValue => Advice::new(format!("nothing behind `{text}`"), "write the amount"),
        ResReqError::MissingName => {
            Advice::new(format!("`{text}` is an amount of nothing"), format!("name the resource: `mem={text}`"))
        }
        ResReqError::WrongAssignment => {
            let help = match text {
                ":" => "write `=` between name and amount",
                _ => "write `=`: a reservation is an amount, conditions stand in `select`",
            };
            Advice::new(format!("`{text}` in the place of `=`"), help).edit(range, "=")
        }
        ResReqError::MissingEquals => {
            Advice::new(format!("no `=` before `{text}`"), "write `=` between name and amount")
                .edit(TextRange::new(with_blanks_before(whole, range).start(), range.start()), "=")
        }
        ResReqError::MissingSeparator => {
            Advice::new(format!("no separator before `{text}`"), "separate reservations by commas")
                .edit(TextRange::new(with_blanks_before(whole, range).start(), range.start()), ", ")
        }
        ResReqError::NotAnOperator => Advice::new(
            format!("`{text}` between reservations"),
            "separate reservations by commas, alternatives by `||`",
        )
        .edit(with_blanks(whole, range), ", "),
        ResReqError::UnexpectedText => {
            Advice::new(format!("`{text}` is no part of a reservation"), "write reservations as `name=amount`")
        }
        ResReqError::InvalidName => Advice::new(
            format!("`{text}` cannot be the name of a resource"),
            "names have letters, digits and `_`, and begin with a letter",
        ),
        _ => return None,
    })
}

fn without_amount(context: &ErrorContext<'_>, name: &str) -> Advice {
    if let Some(keyword) = keyword("rusage", KeywordPlace::Item, name) {
        return Advice::new(format!("`{name}` has no value"), format!("write `{}`", keyword.form));
    }
    let kind = context.file.cluster.resources().get(name).and_then(|it| it.kind);
    let help = match kind {
        Some(ResourceType::Boolean) => format!("ask for a host that has it: `select[{name}]`"),
        _ => format!("write how much: `{name}=...`"),
    };
    Advice::new(format!("`{name}` has no amount"), help)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# every item has a name and an amount
        //- resreq
        rusage[mem]
               ^^^ R306 error `mem` has no amount
        rusage[mem=]
                  ^ R306 error nothing behind `=`
                  = help: write the amount
        rusage[100]
               ^^^ R306 error `100` is an amount of nothing
               = help: name the resource: `mem=100`
        rusage[mem=5:duration]
                     ^^^^^^^^ R306 error `duration` has no value
                     = help: write `duration=time[s|m|h]`
        //#
        //- lsf.shared
        Begin Resource
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nio           Numeric 15       Y          ()         (network load)
        nano_lic      Numeric ()       N          Y          (licences)
        End Resource
        //- resreq
        rusage[linux]
               ^^^^^ R306 error `linux` has no amount
               = help: ask for a host that has it: `select[linux]`

        //# a reservation is not a condition
        //- resreq
        rusage[ngpus_physical>0]
                             ^ R306 error `>` in the place of `=`
            = fixed: rusage[ngpus_physical=0]
        rusage[mem==100]
                  ^^ R306 error `==` in the place of `=`
            = fixed: rusage[mem=100]
        rusage[mem 100]
                   ^^^ R306 error no `=` before `100`
            = fixed: rusage[mem=100]
        rusage[mem:100]
                  ^ R306 error `:` in the place of `=`
            = fixed: rusage[mem=100]

        //# items are separated
        //- resreq
        rusage[mem=1 swp=2]
                     ^^^ R306 error no separator before `swp`
            = fixed: rusage[mem=1, swp=2]
        rusage[mem=1 && swp=2]
                     ^^ R306 error `&&` between reservations
            = fixed: rusage[mem=1, swp=2]
        rusage[mem=1;swp=2]
                    ^ R306 error `;` between reservations
            = fixed: rusage[mem=1, swp=2]
        rusage[app.lic=2]
               ^^^^^^^ R306 error `app.lic` cannot be the name of a resource
               = help: names have letters, digits and `_`, and begin with a letter
        rusage[mem=1 (some)]
                     ^^^^^^ R306 error `(some)` is no part of a reservation
                     = help: write reservations as `name=amount`

        //# all forms of items
        //- resreq
        rusage[mem=0.5:swp = 20:duration=30, lic@east=1, ngpus_physical=2:gmodel=K80#12G:gmem=8G || x=-1]

        //# writes what is missing
        //- resreq
        rusage[mem >= 100]
                   ^^ R306 error `>=` in the place of `=`
            = fixed: rusage[mem = 100]
        rusage[mem 100, swp:20]
                   ^^^ R306 error no `=` before `100`
                           ^ R306 error `:` in the place of `=`
            = fixed: rusage[mem=100, swp=20]
    "#]];
}
