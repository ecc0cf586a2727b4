use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds a comma in a `select` section: `mem>100, swp>50`.
    ///
    /// # Effect
    /// LSF 10.1 does not document a comma, and the strict parser has no such operator. Parsers that descend from LSF 4
    /// read it as alternatives: hosts that meet the first condition, and only if there are none, hosts that meet the
    /// second.
    ///
    /// # Example
    /// ```resreq
    /// select[mem>100, swp>50]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem>100 || swp>50]
    /// select[mem>100 && swp>50]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: `||` keeps what the older parsers read, except for the preference, but the author may have meant `&&`.
    pub R207 "comma-in-select" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "table of operators"),
            volclava("lsf/intlib/resreq.c", "parseSelect", "conditions that are separated by commas are alternatives"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::CommaInSelect) {
        return;
    }
    let range = context.error.range;
    let text = &*context.file.file.text;
    let glued = text[..usize::from(range.start())].ends_with(|it: char| !it.is_whitespace());
    let before = if glued { " " } else { "" };
    let after = if text[usize::from(range.end())..].starts_with(char::is_whitespace) { "" } else { " " };
    Judge::of_error(context)
        .rejects_strictly(
            findings,
            range,
            "invalid operator `,` in `select`",
            Item::String.read_as("||").called("`,`").or("prefer hosts that meet the first condition"),
        )
        .help("write `&&` if both conditions must hold, `||` if one is enough")
        .fix(Fix::replace(Applicability::Unsafe, "write `||`", range, format!("{before}||{after}")));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# conditions are joined by operators
        //- resreq
        select[linux,fs]
                    ^ R207 error invalid operator `,` in `select`
            = fixed: select[linux || fs]
        mem>100, swp>50
               ^ R207 error invalid operator `,` in `select`
            = fixed: mem>100 || swp>50
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        mem>100, swp>50
               ^ R207 warning invalid operator `,` in `select`
               = effect: LSF may read `,` as `||` or prefer hosts that meet the first condition, but the requirement
               =   string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: mem>100 || swp>50

        //# other sections have commas
        //- resreq: select[linux] rusage[mem=10, swp=5]
    "#]];
}
