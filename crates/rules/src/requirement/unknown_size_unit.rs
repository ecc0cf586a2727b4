use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::SIZE_UNITS;
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, with_whitespace_before};

rule! {
    /// Finds unknown size units after a number, and whitespace between a number and its unit.
    ///
    /// # Effect
    /// LSF rejects the string. The units are K, M, G, T, P, E and Z, each optionally followed by a B; exponents are not
    /// supported.
    ///
    /// # Example
    /// ```resreq
    /// select[mem > 4XB]
    /// select[mem > 4 GB]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem > 4GB]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R604 "unknown-size-unit" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/res_req_strings_about", "the units of sizes")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let unit = context.text();
    let range = context.error.range;
    let judge = Judge::of_error(context);
    match form_error(context) {
        Some(ResReqError::UnknownSizeUnit) => {
            let found = judge.rejects(findings, range, format!("unknown size unit `{unit}`"));
            match meant(unit) {
                Some(meant) => {
                    found.help(format!("write `{meant}`")).fix(Fix::replace(
                        Applicability::Unsafe,
                        format!("write `{meant}`"),
                        range,
                        meant,
                    ));
                }
                None => {
                    found.help(format!("use one of {}", SIZE_UNITS.join(", ")));
                }
            }
        }
        Some(ResReqError::BlankBeforeUnit) => {
            judge
                .rejects(findings, range, format!("whitespace between the number and its unit `{unit}`"))
                .help("write the number and the unit without a space")
                .fix(Fix::replace(
                    Applicability::Unsafe,
                    "remove the whitespace",
                    with_whitespace_before(&context.file.file.text, range),
                    unit,
                ));
        }
        _ => {}
    }
}

/// The size unit for `GiB` and similar spellings, and for units spelled out.
fn meant(unit: &str) -> Option<&'static str> {
    let rest = unit.get(1..)?.to_ascii_lowercase();
    if !matches!(rest.as_str(), "i" | "ib" | "bytes" | "byte" | "bs") {
        return None;
    }
    let first = unit.chars().next()?.to_ascii_uppercase();
    SIZE_UNITS.iter().copied().find(|it| it.len() == 2 && it.starts_with(first))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# units are few
        //- resreq
        select[mem > 4XB]
                      ^^ R604 error unknown size unit `XB`
        mem>1e3
             ^^ R604 error unknown size unit `e3`
        select[mem > 4GiB] rusage[mem=4 GB]
                      ^^^ R604 error unknown size unit `GiB`
                      = help: write `GB`
                      = fix (unsafe): write `GB`
                                        ^^ R604 error whitespace between the number and its unit `GB`
            = fixed: select[mem > 4GB] rusage[mem=4GB]
        mem>4K rusage[swp=1K]
        mem>4KB rusage[swp=1KB]
        mem>4M rusage[swp=1M]
        mem>4MB rusage[swp=1MB]
        mem>4G rusage[swp=1G]
        mem>4GB rusage[swp=1GB]
        mem>4T rusage[swp=1T]
        mem>4TB rusage[swp=1TB]
        mem>4P rusage[swp=1P]
        mem>4PB rusage[swp=1PB]
        mem>4E rusage[swp=1E]
        mem>4EB rusage[swp=1EB]
        mem>4Z rusage[swp=1Z]
        mem>4ZB rusage[swp=1ZB]
    "#]];
}
