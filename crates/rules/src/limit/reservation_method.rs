use lsflint_lint::{Findings, Item, RowContext, Setting, rule};
use lsflint_spec::{lists, yes_no};

rule! {
    /// Finds reservation methods that `mem`, `swp` and `tmp` do not take.
    ///
    /// # Effect
    /// These three are reserved in a way of their own. With `RESERVE = Y` LSF takes only `-` as the method.
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
    /// The reference page of ReservationUsage.
    pub L306 "reservation-method" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [],
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
        .report(method.range(), format!("`{index}` with `RESERVE` takes no method"))
        .consequence(
            Item::Value.rejected().called("the method").possible().because("only `-` is documented for this resource"),
        )
        .help("write `-`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads rows
        //- lsb.resources
        Begin ReservationUsage
        RESOURCE METHOD RESERVE
        mem PER_JOB Y
            ^^^^^^^ L306 error `mem` with `RESERVE` takes no method
        swp - Y
        tmp PER_JOB N
        lic PER_JOB Y
        End ReservationUsage
    "#]];
}
