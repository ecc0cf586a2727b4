use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds a comma in a selection: `mem>100, swp>50`.
    ///
    /// # Effect
    /// No page of LSF 10.1 knows it, and the strict parser has no such operator. Readers that descend from LSF 4 take
    /// it for alternatives: hosts that meet the first condition, and only if there are none, hosts that meet the
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
    /// Unsafe: `||` keeps what the older readers make of it except the preference, but the author may have meant `&&`.
    ///
    /// # Notes
    /// Observed in two open-source readers.
    pub R207 "comma-in-select" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "table of operators")],
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
            "`,` is no operator of selections",
            Item::String.read_as("||").called("`,`").or("prefer hosts that meet the first condition"),
        )
        .help("write `&&` if both must hold, `||` if one is enough")
        .fix(Fix::replace(Applicability::Unsafe, "write `||`", range, format!("{before}||{after}")));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# conditions are joined by operators
        //- resreq
        select[linux,fs]
                    ^ R207 error `,` is no operator of selections
            = fixed: select[linux || fs]
        //#
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        mem>100, swp>50
               ^ R207 warning `,` is no operator of selections
               = effect: LSF may read `,` as `||` or prefer hosts that meet the first condition, but the requirement
               =   string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: mem>100 || swp>50

        //# other sections have commas
        //- resreq
        select[linux] rusage[mem=10, swp=5]

        //# writes or
        //- resreq
        mem>100, swp>50
               ^ R207 error `,` is no operator of selections
            = fixed: mem>100 || swp>50
    "#]];
}
