use lsflint_lint::{Applicability, Findings, Fix, Item, WindowContext, rule};
use lsflint_syntax::ast::{AstNode, TimePoint};

rule! {
    /// Finds time windows whose two times are written in different forms.
    ///
    /// # Effect
    /// The documentation asks for the same form on both sides. The open-source readers take `8-17:30` as 08:00 to 17:30; whether every version of LSF does is not documented.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 8-17:30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUN_WINDOW = 8:00-17:30
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Safe: the full hour means the same with and without its minutes.
    pub T007 "window-mixed-form" {
        family: Time, scope: OwnFile, severity: Warning, fix: Safe,
        sources: [ibm("lsf_admin/time_windows_lsf", "")],
        checks: [TimeWindow(check)],
    }
}

fn check(context: &WindowContext<'_>, findings: &mut Findings) {
    let window = context.window;
    let (Some(opens), Some(closes)) = (window.opens(), window.closes()) else { return };
    let hour: TimePoint<'_> = match (opens.fields(), closes.fields()) {
        (1, 2) => opens,
        (2, 1) => closes,
        _ => return,
    };
    let Some(token) = hour.hour() else { return };
    let full = format!("{}:00", token.text());
    findings
        .report(window.node().trimmed_range(), "one side of this window has minutes, the other has none")
        .consequence(
            Item::Value
                .rejected()
                .called("the window")
                .possible()
                .because("the documentation requires the same form on both sides"),
        )
        .help(format!("write `{full}`"))
        .fix(Fix::replace(Applicability::Safe, format!("write `{full}`"), token.range(), full));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers window-mixed-form
    #[test]
    fn reports_an_hour_beside_a_minute() {
        check(
            "T007",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 8-17:30\nEnd Queue\n",
            expect![[r#"
                3:14-3:21 warning one side of this window has minutes, the other has none
                  effect: LSF may reject the window because the documentation requires the same form on both sides
                  help: write `8:00`
            "#]],
        );
    }

    #[test]
    fn accepts_equal_forms() {
        check(
            "T007",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 8-17 8:00-17:30\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn writes_the_minutes() {
        check_fix(
            "T007",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 8-17:30\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 8:00-17:30\nEnd Queue\n",
        );
    }
}
