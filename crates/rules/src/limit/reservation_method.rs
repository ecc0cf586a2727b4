use lsflint_lint::{Findings, Item, RowContext, Setting, rule};
use lsflint_spec::{lists, yes_no};

rule! {
    /// Finds reservation methods that are not allowed for `mem`, `swp` and `tmp`.
    ///
    /// # Effect
    /// LSF reserves these resources in its own way. With `RESERVE = Y`, only `-` is documented as the method; LSF may
    /// reject another one.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin ReservationUsage
    /// RESOURCE METHOD  RESERVE
    /// mem      PER_JOB Y
    /// End ReservationUsage
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin ReservationUsage
    /// RESOURCE METHOD  RESERVE
    /// mem      -       Y
    /// End ReservationUsage
    /// ```
    ///
    /// # Notes
    /// The page does not say what LSF does otherwise.
    pub L306 "reservation-method" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("topic=reservationusage-method", "no method (`-`) for `mem`, `swp` and `tmp` with `RESERVE=Y`"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.broken || context.table.section.spec.is_none_or(|it| it.name != "ReservationUsage") {
        return;
    }
    let word = |column: &str| context.cell(column).filter(Setting::has_value).and_then(|it| it.single_word());
    let (Some(resource), Some(method), Some(reserve)) = (word("RESOURCE"), word("METHOD"), word("RESERVE")) else {
        return;
    };
    let yes = yes_no(&reserve.text()) == Some(true);
    let Some(index) = lists::METHOD_FREE_INDICES.iter().find(|it| **it == resource.text()).filter(|_| yes) else {
        return;
    };
    findings
        .report(method.range(), format!("`METHOD` cannot be set for `{index}` with `RESERVE`"))
        .consequence(
            Item::Value.rejected().called("the method").possible().because("only `-` is documented for this resource"),
        )
        .help("write `-`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads rows
        //- ReservationUsage of lsb.resources
        RESOURCE METHOD RESERVE
        mem PER_JOB Y
            ^^^^^^^ L306 warning `METHOD` cannot be set for `mem` with `RESERVE`
        swp - Y
        tmp PER_JOB N
        lic PER_JOB Y
    "#]];
}
