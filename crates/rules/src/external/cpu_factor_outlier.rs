use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::Confidence;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{TableRow, number};

use crate::parameter::related;

rule! {
    /// Finds CPU factors that differ by more than a hundred, and long lists of models that all have the same factor.
    ///
    /// # Effect
    /// Times and limits of jobs are scaled by the CPU factor of the host. A factor that is far off makes run limits a hundred times longer
    /// or shorter than meant on that model; equal factors say that all models are equally fast.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// Old       1.0       ()
    /// New       5000      ()
    /// End HostModel
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// Old       1.0       ()
    /// New       12.5      ()
    /// End HostModel
    /// ```
    pub E027 "cpu-factor-outlier" {
        family: External, scope: Cluster, severity: Info,
        sources: [ibm("lsf.shared", "section HostModel")],
        checks: [Section(check)],
    }
}

/// How many times the smallest factor is still believed.
const BELIEVABLE: f64 = 100.0;
/// How many models with one factor are no accident.
const MANY: usize = 8;

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.spec.is_none_or(|it| it.name != "HostModel") {
        return;
    }
    let factors = factors(context);
    let positive = factors.iter().filter(|it| it.0 > 0.0);
    let Some(&(smallest, place)) = positive.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    for &(factor, range) in factors.iter().filter(|it| it.0 > smallest * BELIEVABLE) {
        let times = (factor / smallest).round();
        findings
            .report(range, format!("a CPU factor {times} times the smallest one"))
            .capped(Confidence::Medium)
            .effect("LSF scales run limits and CPU times by the factor, so they are far off on these hosts")
            .help("give the speed of the model in the unit of the others")
            .related(place, "the smallest one");
    }
    if factors.len() >= MANY && factors.iter().all(|it| it.0 == smallest) {
        findings
            .report(context.begin_range(), format!("all {} models have the CPU factor {smallest}", factors.len()))
            .capped(Confidence::Medium)
            .effect("LSF treats all models as equally fast and scales no limit")
            .help("give each model its speed");
    }
}

/// The factors that are numbers, and where they stand.
fn factors(context: &SectionContext<'_>) -> Vec<(f64, TextRange)> {
    let Some(header) = context.section.header() else { return Vec::new() };
    let Some(column) = header.columns().position(|it| related::says(it, "CPUFACTOR")) else { return Vec::new() };
    let width = header.columns().count();
    let is_whole = |it: &TableRow<'_>| it.cells().count() == width;
    let factor = |row: TableRow<'_>| {
        let word = row.cells().nth(column).filter(|it| !it.is_unset() && !it.is_templated())?.single_word()?;
        Some((number(word)?.to_string().parse::<f64>().ok()?, word.range()))
    };
    context.section.rows().filter(is_whole).filter_map(factor).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn models(factors: &[&str], expected: Expect) {
        let rows: String = factors.iter().enumerate().map(|(number, it)| format!("m{number} {it} ()\n")).collect();
        let text = format!("Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\n{rows}End HostModel\n");
        check("E027", "lsf.shared", &text, expected);
    }

    // covers SHR035
    #[test]
    fn factors_that_are_hardly_meant() {
        models(
            &["1.0", "12.5", "5000"],
            expect![[r#"
                5:4-5:8 info a CPU factor 5000 times the smallest one
                  effect: LSF scales run limits and CPU times by the factor, so they are far off on these hosts
                  help: give the speed of the model in the unit of the others
                  3:4-3:7 the smallest one
            "#]],
        );
        models(
            &["4"; 8],
            expect![[r#"
                1:1-1:16 info all 8 models have the CPU factor 4
                  effect: LSF treats all models as equally fast and scales no limit
                  help: give each model its speed
            "#]],
        );
        models(&["4"; 7], expect![[""]]);
        models(&["1", "12.5", "100"], expect![[""]]);
        models(&["0", "fast", "{{ factor }}", "100"], expect![[""]]);
    }
}
