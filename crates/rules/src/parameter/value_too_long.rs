use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_spec::{Grammar, Loss, ParamSpec};

use crate::parameter::wording;

rule! {
    /// Finds texts and names that exceed the maximum length.
    ///
    /// # Effect
    /// LSF truncates a description or ignores the line. If a name is too long, LSF drops what it names.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME                                TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch_space_of_the_second_file_server_gb  Numeric 60       N          (scratch)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME  TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch2_gb   Numeric 60       N          (free space of the second scratch file server)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// The maximum length of a queue name depends on the version: LSF 10.1 allows 59 characters.
    pub P114 "value-too-long" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [facts("parameters")],
        checks: [SettingOf(has_length, check)],
    }
}

fn has_length(spec: &ParamSpec) -> bool {
    // In a pattern, the length is that of a part.
    spec.max_length.is_some() && !matches!(spec.grammar, Grammar::Shape(_))
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(value)) = (setting.spec, setting.known_value()) else { return };
    let Some(max) = spec.max_length else { return };
    let name_like = matches!(spec.grammar, Grammar::Name(_));
    let range = value.range();
    // Checked first because it is fast: there are never fewer bytes than characters.
    if u32::from(range.len()) <= max {
        return;
    }
    let length: usize = value.words().map(|it| it.text().chars().count()).sum();
    if length <= usize::try_from(max).unwrap_or(usize::MAX) {
        return;
    }
    let name = setting.display_name();
    let mut found = findings.report(range, format!("`{name}` has {length} characters, but the maximum is {max}"));
    if name_like && spec.loss == Loss::Row {
        found = found.severity(Severity::Error);
    }
    found.capped(spec.confidence);
    if name_like {
        found.consequence(wording::lost(setting)).help("choose a shorter name");
    } else {
        found
            .consequence(Item::Line.ignored().possible().called("the end of the text or the whole line"))
            .help("shorten the text");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    crate::testing::fixture![[r#"
        //# counts the characters of names
        //- Queue of lsb.queues
        QUEUE_NAME = qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P114 warning
                     = `QUEUE_NAME` has 60 characters, but the maximum is 59
                     = effect: LSF drops the `Queue` section
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr Boolean () () (x)
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P114 error `RESOURCENAME` has 40 characters, but the maximum is 39

        //# is silent at the limit
        //- Queue qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
    "#]];

    #[test]
    fn counts_characters_of_texts_without_continuations() {
        let line = format!("{}\\\n", "ä".repeat(100));
        let text = format!("Begin Queue\nQUEUE_NAME = q\nDESCRIPTION = {}tail\nEnd Queue\n", line.repeat(6));
        check(
            "P114",
            "lsb.queues",
            &text,
            expect![[r#"
                3:15-9:5 warning `DESCRIPTION` has 604 characters, but the maximum is 512
                  effect: LSF may ignore the end of the text or the whole line
                  help: shorten the text
            "#]],
        );
        let text = format!("Begin Queue\nQUEUE_NAME = q\nDESCRIPTION = {}tail\nEnd Queue\n", line.repeat(5));
        check("P114", "lsb.queues", &text, expect![[""]]);
    }
}
