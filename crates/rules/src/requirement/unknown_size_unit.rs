use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_spec::SIZE_UNITS;
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error, with_blanks_before};

rule! {
    /// Finds letters behind a number that are no size unit, and units that a blank separates from their number.
    ///
    /// # Effect
    /// LSF rejects the string. The units are K, M, G, T, P, E and Z, each with or without a B behind it; there are no
    /// exponents.
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
    /// Unsafe: a requirement that LSF refuses today becomes active.
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
            let found = judge.rejects(findings, range, format!("`{unit}` is no size unit"));
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
                    found.help(format!("the units are {}", SIZE_UNITS.join(", ")));
                }
            }
        }
        Some(ResReqError::BlankBeforeUnit) => {
            judge
                .rejects(findings, range, format!("a blank between the number and its unit `{unit}`"))
                .help("write them together")
                .fix(Fix::replace(
                    Applicability::Unsafe,
                    "remove the blank",
                    with_blanks_before(&context.file.file.text, range),
                    unit,
                ));
        }
        _ => {}
    }
}

/// `GiB` and the like, and units in full.
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
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR228, RR-029
    #[test]
    fn units_are_few() {
        check_string(
            "R604",
            "select[mem > 4XB]",
            expect![[r#"
                1:15-1:17 error `XB` is no size unit
                  effect: LSF rejects the requirement string, so the submission fails
                  help: the units are K, KB, M, MB, G, GB, T, TB, P, PB, E, EB, Z, ZB
            "#]],
        );
        check_string(
            "R604",
            "mem>1e3",
            expect![[r#"
                1:6-1:8 error `e3` is no size unit
                  effect: LSF rejects the requirement string, so the submission fails
                  help: the units are K, KB, M, MB, G, GB, T, TB, P, PB, E, EB, Z, ZB
            "#]],
        );
        check_string(
            "R604",
            "select[mem > 4GiB] rusage[mem=4 GB]",
            expect![[r#"
                1:15-1:18 error `GiB` is no size unit
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `GB`
                1:33-1:35 error a blank between the number and its unit `GB`
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write them together
            "#]],
        );
        for unit in lsflint_spec::SIZE_UNITS {
            check_string("R604", &format!("mem>4{unit} rusage[swp=1{unit}]"), expect![[""]]);
        }
    }

    #[test]
    fn writes_the_unit() {
        check_string_fix("R604", "mem > 4GiB && swp > 2 GB", "mem > 4GB && swp > 2GB");
    }
}
