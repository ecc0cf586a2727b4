use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, shown};
use crate::requirement::inner_quotes::quotes_section;

rule! {
    /// Finds double-quoted strings in a `select` section: `osname == "rhel"`.
    ///
    /// # Effect
    /// Inside a requirement, only single quotes delimit strings; double quotes can only enclose the whole requirement.
    /// LSF rejects the value.
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
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R209 "double-quoted-value" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "values of string resources are in single quotes"),
            volclava("lsf/intlib/resreq.c", "resToClassNew", "a double quote is refused"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::DoubleQuotedString) {
        return;
    }
    let text = context.text();
    let range = context.error.range;
    // Quotes around a section are another finding.
    if quotes_section(text) {
        return;
    }
    let inner = text.trim_matches('"');
    let found = Judge::of_error(context).rejects(findings, range, format!("string `{}` in double quotes", shown(text)));
    if inner.contains('\'') {
        found.help("use single quotes");
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
                ^^^^^^ R209 error string `"rhel"` in double quotes
            = fixed: osname=='rhel'
        osname=='rhel'
        osname=="rhel 7"
                ^^^^^^^^ R209 error string `"rhel 7"` in double quotes
            = fixed: osname=='rhel 7'

        //# the whole string may be in double quotes
        //- resreq: "osname=='rhel'"
    "#]];
}
