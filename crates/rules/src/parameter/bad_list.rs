use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, Severity, rule, suggest};
use lsflint_spec::{Confidence, Dialect, Grammar, Loss, ParamSpec};
use lsflint_syntax::{SyntaxKind, Token};

use crate::parameter::wording;

rule! {
    /// Finds words of a list that are none of the documented words, or that stand in it twice.
    ///
    /// # Effect
    /// LSF reports the word and ignores it; in `TERMINATE_WHEN` one wrong word costs the whole queue. A word that stands twice counts once.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = night
    /// RUN_WINDOW     = 20:00-8:00
    /// TERMINATE_WHEN = RUNLIMIT LAOD
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME     = night
    /// RUN_WINDOW     = 20:00-8:00
    /// TERMINATE_WHEN = LOAD WINDOW
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a word that LSF ignores today becomes active. Attached when exactly one documented word is near.
    pub P105 "bad-list" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("parameters")],
        checks: [SettingOf(has_words, check)],
    }
}

fn has_words(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::EnumList && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    if context.broken || context.file.cluster.switches().target.dialect != Dialect::Lsf {
        return;
    }
    let words = || value.words().filter(|it| it.kind() != SyntaxKind::COMMA);
    for (index, token) in words().enumerate() {
        let word = token.text();
        let same = |it: &str| if spec.case_sensitive { it == word } else { it.eq_ignore_ascii_case(&word) };
        if !spec.values.iter().chain(spec.literals).any(|it| same(it)) {
            unknown(context, spec, token, findings);
        } else if let Some(first) = words().take(index).find(|it| same(&it.text())) {
            let name = context.setting.display_name();
            findings
                .report(token.range(), format!("`{word}` stands in `{name}` twice"))
                .severity(Severity::Warning)
                .capped(spec.confidence)
                .consequence(Item::Value.no_effect().called("the second one").possible_unless(wording::is_sure(spec)))
                .help("remove one of the two")
                .related(first.range(), "the first one");
        }
    }
}

fn unknown(context: &SettingContext<'_>, spec: &'static ParamSpec, token: Token<'_>, findings: &mut Findings) {
    let (name, word) = (context.setting.display_name(), token.text());
    let found = findings
        .report(token.range(), format!("`{name}` knows no word `{word}`"))
        .capped(spec.confidence)
        .consequence(match spec.loss {
            Loss::Value => Item::Value.ignored().called("the word").logged().possible_unless(wording::is_sure(spec)),
            _ => wording::lost(&context.setting),
        });
    match suggest::near(&word, spec.values.iter().copied()) {
        Some(near) if near.unique => {
            let title = format!("write `{}`", near.name);
            let fix = Fix::replace(Applicability::Unsafe, title, token.range(), near.name);
            found.help(suggest::did_you_mean(near.name)).fix(fix)
        }
        Some(near) => found.help(suggest::did_you_mean(near.name)),
        None => found.help(format!("the words are {}", wording::all_of(spec.values.iter().copied()))),
    };
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers terminate-when-word, memlimit-type-values, LSB-P024, LSB-P025, app-rtask
    #[test]
    fn reports_each_unknown_word() {
        check(
            "P105",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nTERMINATE_WHEN = RUNLIMIT LOAD\nEnd Queue\n",
            expect![[r#"
                3:18-3:26 error `TERMINATE_WHEN` knows no word `RUNLIMIT`
                  effect: LSF drops the `Queue` section
                  help: the words are `LOAD`, `PREEMPT` and `WINDOW`
            "#]],
        );
        check(
            "P105",
            "lsb.params",
            "Begin Parameters\nPREEMPT_FOR = LESS_RUN_TIME MINI_JOB\nPREEMPT_JOBTYPE = EXCLUSIV\nEnd Parameters\n",
            expect![[r#"
                2:15-2:28 error `PREEMPT_FOR` knows no word `LESS_RUN_TIME`
                  effect: LSF logs an error and ignores the word
                  help: did you mean `LEAST_RUN_TIME`?
                3:19-3:27 warning `PREEMPT_JOBTYPE` knows no word `EXCLUSIV`
                  effect: LSF may log an error and ignore the word
                  help: did you mean `EXCLUSIVE`?
            "#]],
        );
        check(
            "P105",
            "lsb.applications",
            "Begin Application\nNAME = a\nMEMLIMIT_TYPE = JOB HOST JOB\nEnd Application\n",
            expect![[r#"
                3:21-3:25 error `MEMLIMIT_TYPE` knows no word `HOST`
                  effect: LSF logs an error and ignores the word
                  help: the words are `JOB`, `PROCESS` and `TASK`
                3:26-3:29 warning `JOB` stands in `MEMLIMIT_TYPE` twice
                  effect: the second one has no effect
                  help: remove one of the two
                  3:17-3:20 the first one
            "#]],
        );
    }

    #[test]
    fn is_silent_about_known_words() {
        check(
            "P105",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nTERMINATE_WHEN = LOAD PREEMPT WINDOW\nEnd Queue\n",
            expect![""],
        );
        check("P105", "lsf.conf", "LSB_RESOURCE_ENFORCE=\"memory cpu\"\n", expect![[""]]);
    }

    #[test]
    fn writes_the_word_that_is_near() {
        check_fix(
            "P105",
            "lsb.params",
            "Begin Parameters\nPREEMPT_JOBTYPE = EXCLUSIV BACKFILL\nEnd Parameters\n",
            "Begin Parameters\nPREEMPT_JOBTYPE = EXCLUSIVE BACKFILL\nEnd Parameters\n",
        );
    }
}
