use lsflint_lint::{ErrorContext, Findings, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar};
use lsflint_syntax::ast::Amount;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds limits on memory and files that are not whole numbers.
    ///
    /// # Effect
    /// LSF ignores the line, so there is no limit.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = lots
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 4000000
    /// End Queue
    /// ```
    ///
    /// The unit is KB, or what LSF_UNIT_FOR_LIMITS of lsf.conf says. A number with a unit of its own (`5G`) is another rule.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a value.
    pub P109 "bad-size" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [ibm("lsf.conf", "LSF_UNIT_FOR_LIMITS")],
        checks: [SyntaxError(check), SettingWith(is_size, fraction)],
    }
}

fn is_size(grammar: &Grammar) -> bool {
    matches!(grammar, Grammar::Size | Grammar::LimitPair)
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Size) else { return };
    let name = broken.setting.display_name();
    let word = wording::word_around(&context.file.file.text, context.error.range);
    findings
        .report(context.error.range, format!("`{name}` is `{word}`, which is no amount"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help(wording::number_help("a whole number", broken.spec));
}

/// A fraction without a unit: the readers take whole numbers only.
fn fraction(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(spec) = setting.spec.filter(|it| it.confidence != Confidence::Low) else { return };
    let Some(node) = setting.known_value().and_then(|it| it.content()) else { return };
    for amount in Amount::all_in(node) {
        if context.broken || amount.unit().is_some() || amount.integer().is_some() || amount.value().is_none() {
            continue;
        }
        let (name, text) = (setting.display_name(), amount.number().text());
        // A whole number beyond 64 bits is no fraction.
        if !text.contains('.') {
            continue;
        }
        findings
            .report(amount.range(), format!("`{name}` is `{text}`, which is not a whole number"))
            .capped(spec.confidence)
            .consequence(wording::lost(setting))
            .help(wording::number_help("a whole number", spec));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports words and fractions
        //- each Queue
        MEMLIMIT = lots 4000
                   ^^^^ P109 error `MEMLIMIT` is `lots`, which is no amount
          SWAPLIMIT = 50%
                        ^ P109 error `SWAPLIMIT` is `50%`, which is no amount
          STACKLIMIT = 2.5
                       ^^^ P109 error `STACKLIMIT` is `2.5`, which is not a whole number

        //# is silent about numbers and units
        //- each Queue
        MEMLIMIT = 4000 8000
          SWAPLIMIT = 5G
          CORELIMIT = 0
          DATALIMIT = 99999999999999999999
    "#]];
}
