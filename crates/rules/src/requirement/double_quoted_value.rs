use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, shown};

rule! {
    /// Finds a text in double quotes inside of a selection: `osname == "rhel"`.
    ///
    /// # Effect
    /// Inside of a requirement only single quotes make a text; double quotes belong around the whole string. LSF
    /// refuses the value.
    ///
    /// # Example
    /// ```resreq
    /// select[osname == "rhel"]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[osname == 'rhel']
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    ///
    /// # Notes
    /// Observed in two open-source readers, which refuse double quotes.
    pub R209 "double-quoted-value" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "values of string resources stand in single quotes")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::DoubleQuotedString) {
        return;
    }
    let text = context.text();
    let range = context.error.range;
    let inner = text.trim_matches('"');
    let found = Judge::of_error(context).rejects(findings, range, format!("`{}` stands in double quotes", shown(text)));
    if inner.contains('\'') {
        found.help("write texts in single quotes");
    } else {
        let single = format!("'{inner}'");
        found.help(format!("write `{single}`"));
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{single}`"), range, single));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# strings are in single quotes
        //- resreq
        osname=="rhel"
                ^^^^^^ R209 error `"rhel"` stands in double quotes
            = fixed: osname=='rhel'
        osname=='rhel'

        //# the whole string may be in double quotes
        //- resreq
        "osname=='rhel'"

        //# writes single quotes
        //- resreq
        osname=="rhel 7"
                ^^^^^^^^ R209 error `"rhel 7"` stands in double quotes
            = fixed: osname=='rhel 7'
    "#]];
}
