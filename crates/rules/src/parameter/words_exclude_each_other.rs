use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, ParamSpec};
use lsflint_syntax::{Node, SyntaxKind, Token};

use crate::parameter::wording;

rule! {
    /// Finds words in a list that cannot be combined.
    ///
    /// # Effect
    /// LSF logs an error and ignores the line, or uses only one of the words.
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
            format!("`{}` cannot be combined with other values in `{name}`", token.text()),
            "use it alone, or remove it".to_owned(),
        ),
        (None, Some(token)) => {
            let both = wording::all_of(spec.rivals.iter().copied());
            (token, format!("{both} cannot be combined in `{name}`"), "keep only one of them".to_owned())
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
    crate::testing::fixture![[r#"
        //# reports rivals and words that must be alone
        //- each Parameters
        EXIT_RATE_TYPE = JOBEXIT JOBINIT JOBEXIT_NONLSF
                                         ^^^^^^^^^^^^^^ P304 warning
                                        = `JOBEXIT` and `JOBEXIT_NONLSF` cannot be combined in `EXIT_RATE_TYPE`
          MC_PLUGIN_SCHEDULE_ENHANCE = RESOURCE_ONLY HIGH_QUEUE_PRIORITY
                                       ^^^^^^^^^^^^^ P304 warning
                                       = `RESOURCE_ONLY` cannot be combined with other values in
                                       =   `MC_PLUGIN_SCHEDULE_ENHANCE`
                                       = help: use it alone, or remove it
          ATTR_CREATE_USERS = none user1
                              ^^^^ P304 error `none` cannot be combined with other values in `ATTR_CREATE_USERS`
        //- each Application
        RTASK_GONE_ACTION = "KILLJOB_TASKDONE KILLJOB_TASKEXIT"
                                              ^^^^^^^^^^^^^^^^ P304 error
                                        = `KILLJOB_TASKDONE` and `KILLJOB_TASKEXIT` cannot be combined in
                                        =   `RTASK_GONE_ACTION`

        //# is silent about words that go together
        //- each Parameters
        EXIT_RATE_TYPE = JOBEXIT_NONLSF JOBINIT
          ATTR_CREATE_USERS = all
    "#]];
}
