use lsflint_lint::{Applicability, Findings, Fix, SettingContext, Severity, rule, suggest};
use lsflint_spec::{Confidence, Dialect, Grammar, Loss, ParamSpec, yes_no};

use crate::parameter::wording;

rule! {
    /// Finds values that are not among the documented keywords.
    ///
    /// # Effect
    /// LSF logs an error and ignores the line, so the default applies.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// INTERACTIVE = NEVER
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME  = desk
    /// INTERACTIVE = ONYL
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// INTERACTIVE = NO
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME  = desk
    /// INTERACTIVE = ONLY
    /// End Queue
    /// ```
    ///
    /// Incomplete lists of keywords (scheduler plug-ins of a site, for example) are used only to detect misspellings.
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores. Offered if exactly one documented keyword is similar.
    pub P104 "not-in-enum" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("parameters")],
        checks: [SettingOf(has_words, check)],
    }
}

/// The help does not list more words than this.
const LISTED: usize = 8;

fn has_words(spec: &ParamSpec) -> bool {
    let single = matches!(spec.grammar, Grammar::Enum | Grammar::Name(_) | Grammar::Word);
    single && !spec.values.is_empty() && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(token)) = (setting.spec, setting.single_word()) else { return };
    let word = token.text();
    let lsf = context.file.cluster.switches().target.dialect == Dialect::Lsf;
    if context.broken || !lsf || spec.literals.contains(&&*word) || accepts(spec, &word) {
        return;
    }
    let near = suggest::near(&word, spec.values.iter().copied());
    if spec.grammar != Grammar::Enum && near.is_none() {
        return;
    }
    let name = setting.display_name();
    let message = match spec.grammar {
        Grammar::Enum => format!("invalid value `{word}` for `{name}`"),
        _ => format!("undocumented value `{word}` for `{name}`"),
    };
    let found = findings.report(token.range(), message).capped(spec.confidence);
    match spec.grammar {
        Grammar::Enum => found.consequence(wording::lost(setting)),
        _ => found.severity(Severity::Warning).effect("LSF reads it as a name that the site defines"),
    };
    match near {
        Some(near) => {
            found.help(suggest::did_you_mean(near.name));
            if near.unique {
                let title = format!("write `{}`", near.name);
                found.fix(Fix::replace(Applicability::Unsafe, title, token.range(), near.name));
            }
        }
        None if spec.values.len() <= LISTED => {
            found.help(format!("write {}", wording::one_of(spec.values.iter().copied())));
        }
        None => {
            found.help(format!("use the documented form {}", spec.form));
        }
    }
}

/// Whether the word is in the list. Where the list has yes or no, every spelling of it is accepted; LIM accepts only
/// the letter.
fn accepts(spec: &ParamSpec, word: &str) -> bool {
    let spelled_out = spec.loss == Loss::Value;
    spec.values.iter().any(|it| match spec.case_sensitive {
        true => *it == word,
        false => it.eq_ignore_ascii_case(word) || spelled_out && yes_no(it).is_some_and(|it| Some(it) == yes_no(word)),
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the words there are
        //- each Queue
        INTERACTIVE = NEVER
                      ^^^^^ P104 error invalid value `NEVER` for `INTERACTIVE`
          DISPATCH_ORDER = USER
                           ^^^^ P104 error invalid value `USER` for `DISPATCH_ORDER`
                           = effect: LSF ignores the line
                           = help: write `QUEUE`
        //- each lsf.conf
        EGO_DEFINE_NCPUS=core
                         ^^^^ P104 error invalid value `core` for `EGO_DEFINE_NCPUS`
            = fixed: EGO_DEFINE_NCPUS=cores
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! yes ()
               ^^^ P104 error invalid value `yes` for `server`
               = effect: LSF reads the value as `0`
               = help: write `0` or `1`

        //# a resource without type is lost
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        ssd Bool () () (x)
            ^^^^ P104 error invalid value `Bool` for `TYPE`
            = effect: LSF drops the row
        tok Numeric () yes (x)
                       ^^^ P104 error invalid value `yes` for `INCREASING`

        //# an open list only helps with slips
        //- PluginModule of lsb.modules
        SCH_PLUGIN RB_PLUGIN SCH_DISABLE_PHASES
        schmod_fairshar () ()
        ^^^^^^^^^^^^^^^ P104 warning undocumented value `schmod_fairshar` for `SCH_PLUGIN`
            = effect: LSF reads it as a name that the site defines
        schmod_acme () ()
        //- fixed lsb.modules
        -schmod_fairshar () ()
        +schmod_fairshare () ()

        //# is silent about spellings and templates
        //- Queue q1: INTERACTIVE = only
        //- Queue q2: INTERACTIVE = y
        //#
        //- lsf.conf
        EGO_DEFINE_NCPUS=@NCPUS@
        LSF_LOG_MASK=log_warning
    "#]];
}
