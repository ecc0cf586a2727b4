use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::Confidence;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{TableRow, number};

use crate::parameter::related;

rule! {
    /// Finds CPU factors that differ by a factor of more than 100, and long lists of host models with the same CPU
    /// factor.
    ///
    /// # Effect
    /// LSF scales the times and limits of jobs by the CPU factor of the host. A wrong factor makes run limits a hundred
    /// times longer or shorter than intended on that model. With equal factors, LSF treats all models as equally fast.
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

/// The largest plausible ratio to the smallest factor.
const MAX_RATIO: f64 = 100.0;
/// So many models with one factor are not a coincidence.
const MANY: usize = 8;

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.spec.is_none_or(|it| it.name != "HostModel") {
        return;
    }
    let factors = factors(context);
    let positive = factors.iter().filter(|it| it.0 > 0.0);
    let Some(&(smallest, place)) = positive.min_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    for &(factor, range) in factors.iter().filter(|it| it.0 > smallest * MAX_RATIO) {
        let times = (factor / smallest).round();
        findings
            .report(range, format!("CPU factor is {times} times the smallest one"))
            .capped(Confidence::Medium)
            .effect("LSF scales run limits and CPU times by the factor, so they are far off on these hosts")
            .help("use the same scale as for the other models")
            .related(place, "the smallest factor");
    }
    if factors.len() >= MANY && factors.iter().all(|it| it.0 == smallest) {
        findings
            .report(context.begin_range(), format!("all {} host models have CPU factor {smallest}", factors.len()))
            .capped(Confidence::Medium)
            .effect("LSF treats all models as equally fast and does not scale limits")
            .help("set the CPU factor of each model");
    }
}

/// The numeric factors and their ranges.
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
    crate::testing::fixture![[r#"
        //# factors that are hardly meant
        //- each HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
          m0 1.0 ()
          m1 12.5 ()
          m2 5000 ()
             ^^^^ E027 info CPU factor is 5000 times the smallest one
        MODELNAME CPUFACTOR ARCHITECTURE
          m0 4 ()
          m1 4 ()
          m2 4 ()
          m3 4 ()
          m4 4 ()
          m5 4 ()
          m6 4 ()
        MODELNAME CPUFACTOR ARCHITECTURE
          m0 1 ()
          m1 12.5 ()
          m2 100 ()
        MODELNAME CPUFACTOR ARCHITECTURE
          m0 0 ()
          m1 fast ()
          m2 {{ factor }} ()
          m3 100 ()
        //#
        //- lsf.shared
        Begin HostModel
        ^^^^^^^^^^^^^^^ E027 info all 8 host models have CPU factor 4
            = effect: LSF treats all models as equally fast and does not scale limits
            = help: set the CPU factor of each model
        MODELNAME CPUFACTOR ARCHITECTURE
        m0 4 ()
        m1 4 ()
        m2 4 ()
        m3 4 ()
        m4 4 ()
        m5 4 ()
        m6 4 ()
        m7 4 ()
        End HostModel
    "#]];
}
