use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, Severity, rule, suggest};
use lsflint_spec::{Confidence, Dialect, Grammar, Loss, ParamSpec};
use lsflint_syntax::{SyntaxKind, Token};

use crate::parameter::wording;
use crate::repeated::repeated;

rule! {
    /// Finds invalid or duplicate words in a list of keywords.
    ///
    /// # Effect
    /// LSF reports an invalid word and ignores it: a warning. In `TERMINATE_WHEN`, one invalid word invalidates the
    /// whole queue. A duplicate word has no effect.
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
    /// Unsafe: enables a word that LSF currently ignores. Offered if exactly one documented word is similar.
    pub P105 "bad-list" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            facts("parameters"),
            volclava("lsbatch/lib/lsb.conf.c", "terminateWhen", "a word other than USER, LOAD and WINDOW is refused"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "the queue is ignored if TERMINATE_WHEN is refused"),
        ],
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
    let is_documented = |token: &Token<'_>| {
        let word = token.text();
        let same = |it: &&&str| if spec.case_sensitive { **it == word } else { it.eq_ignore_ascii_case(&word) };
        spec.values.iter().chain(spec.literals).find(same).is_some()
    };
    let words = value.words().filter(|it| it.kind() != SyntaxKind::COMMA);
    let (documented, others): (Vec<_>, Vec<_>) = words.partition(is_documented);
    for token in others {
        unknown(context, spec, token, findings);
    }
    let meaning = |it: Token<'_>| match spec.case_sensitive {
        true => it.text().into_owned(),
        false => it.text().to_ascii_lowercase(),
    };
    for (first, token) in repeated(documented, meaning) {
        findings
            .report(
                token.range(),
                format!("duplicate value `{}` in `{}`", token.text(), context.setting.display_name()),
            )
            .severity(Severity::Warning)
            .capped(spec.confidence)
            .consequence(Item::Value.no_effect().called("the duplicate").possible_unless(wording::is_sure(spec)))
            .help("remove the duplicate")
            .related(first.range(), "first occurrence");
    }
}

fn unknown(context: &SettingContext<'_>, spec: &'static ParamSpec, token: Token<'_>, findings: &mut Findings) {
    let (name, word) = (context.setting.display_name(), token.text());
    let found = findings
        .report(token.range(), format!("invalid value `{word}` for `{name}`"))
        .severity(if spec.loss == Loss::Value { Severity::Warning } else { Severity::Error })
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
        None => found.help(format!("choose from {}", wording::all_of(spec.values.iter().copied()))),
    };
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports each unknown word
        //- each Queue
        TERMINATE_WHEN = RUNLIMIT LOAD
                         ^^^^^^^^ P105 error invalid value `RUNLIMIT` for `TERMINATE_WHEN`
        //- each Parameters
        PREEMPT_FOR = LESS_RUN_TIME MINI_JOB
                      ^^^^^^^^^^^^^ P105 warning invalid value `LESS_RUN_TIME` for `PREEMPT_FOR`
                      = effect: LSF logs an error and ignores the word
          PREEMPT_JOBTYPE = EXCLUSIV
                            ^^^^^^^^ P105 warning invalid value `EXCLUSIV` for `PREEMPT_JOBTYPE`
                            = effect: LSF may log an error and ignore the word
            = fixed: PREEMPT_FOR = LEAST_RUN_TIME MINI_JOB
            = fixed: PREEMPT_JOBTYPE = EXCLUSIVE
        //- each Application
        MEMLIMIT_TYPE = JOB HOST JOB
                            ^^^^ P105 warning invalid value `HOST` for `MEMLIMIT_TYPE`
                                 ^^^ P105 warning duplicate value `JOB` in `MEMLIMIT_TYPE`
                                 = effect: the duplicate has no effect
                                 = help: remove the duplicate
                                 = related 1:17 first occurrence

        //# is silent about known words
        //- each Queue: TERMINATE_WHEN = LOAD PREEMPT WINDOW
        //- each lsf.conf: LSB_RESOURCE_ENFORCE="memory cpu"
    "#]];
}
