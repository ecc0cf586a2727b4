use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, ParamSpec};
use lsflint_syntax::{Node, SyntaxKind, Token};

use crate::parameter::wording;

rule! {
    /// Finds words of one list that cannot stand together.
    ///
    /// # Effect
    /// LSF reports the line and ignores it, or uses only one of the words.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// EXIT_RATE_TYPE = JOBEXIT JOBEXIT_NONLSF
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// EXIT_RATE_TYPE = JOBEXIT_NONLSF JOBINIT
    /// End Parameters
    /// ```
    pub P304 "words-exclude-each-other" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("parameters")],
        checks: [SettingOf(has_exclusive_words, check)],
    }
}

fn has_exclusive_words(spec: &ParamSpec) -> bool {
    !(spec.alone.is_empty() && spec.rivals.is_empty()) && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(value)) = (setting.spec, setting.known_value()) else { return };
    if context.broken {
        return;
    }
    let words = words(value.node());
    let listed = |list: &[&str], token: &Token<'_>| list.iter().any(|it| token.text().eq_ignore_ascii_case(it));
    let name = setting.display_name();
    let alone = words.iter().find(|it| listed(spec.alone, it)).filter(|_| words.len() > 1);
    let rival = words.iter().filter(|it| listed(spec.rivals, it)).nth(1);
    let (token, message, help) = match (alone, rival) {
        (Some(token), _) => (
            token,
            format!("`{}` stands alone in `{name}` or not at all", token.text()),
            "keep it alone, or remove it".to_owned(),
        ),
        (None, Some(token)) => {
            let both = wording::all_of(spec.rivals.iter().copied());
            (token, format!("{both} exclude each other in `{name}`"), format!("keep one of {both}"))
        }
        (None, None) => return,
    };
    findings
        .report(token.range(), message)
        .capped(spec.confidence)
        .consequence(Item::Line.ignored().possible().called("the line or all but one of the words"))
        .help(help);
}

fn words(node: Node<'_>) -> Vec<Token<'_>> {
    node.all_tokens().filter(|it| matches!(it.kind(), SyntaxKind::WORD | SyntaxKind::NAME)).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-P039, LSB-P041, LSB-P043, app-rtask
    #[test]
    fn reports_rivals_and_words_that_stand_alone() {
        check(
            "P304",
            "lsb.params",
            "Begin Parameters\nEXIT_RATE_TYPE = JOBEXIT JOBINIT JOBEXIT_NONLSF\nMC_PLUGIN_SCHEDULE_ENHANCE = RESOURCE_ONLY HIGH_QUEUE_PRIORITY\nATTR_CREATE_USERS = none user1\nEnd Parameters\n",
            expect![[r#"
                2:34-2:48 warning `JOBEXIT` and `JOBEXIT_NONLSF` exclude each other in `EXIT_RATE_TYPE`
                  effect: LSF may ignore the line or all but one of the words
                  help: keep one of `JOBEXIT` and `JOBEXIT_NONLSF`
                3:30-3:43 warning `RESOURCE_ONLY` stands alone in `MC_PLUGIN_SCHEDULE_ENHANCE` or not at all
                  effect: LSF may ignore the line or all but one of the words
                  help: keep it alone, or remove it
                4:21-4:25 error `none` stands alone in `ATTR_CREATE_USERS` or not at all
                  effect: LSF may ignore the line or all but one of the words
                  help: keep it alone, or remove it
            "#]],
        );
        check(
            "P304",
            "lsb.applications",
            "Begin Application\nNAME = a\nRTASK_GONE_ACTION = \"KILLJOB_TASKDONE KILLJOB_TASKEXIT\"\nEnd Application\n",
            expect![[r#"
                3:39-3:55 error `KILLJOB_TASKDONE` and `KILLJOB_TASKEXIT` exclude each other in `RTASK_GONE_ACTION`
                  effect: LSF may ignore the line or all but one of the words
                  help: keep one of `KILLJOB_TASKDONE` and `KILLJOB_TASKEXIT`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_words_that_go_together() {
        check(
            "P304",
            "lsb.params",
            "Begin Parameters\nEXIT_RATE_TYPE = JOBEXIT_NONLSF JOBINIT\nATTR_CREATE_USERS = all\nEnd Parameters\n",
            expect![[""]],
        );
    }
}
