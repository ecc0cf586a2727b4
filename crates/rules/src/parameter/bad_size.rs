use lsflint_lint::{ErrorContext, Findings, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar};
use lsflint_syntax::ast::Amount;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds memory and file size limits that are not integers.
    ///
    /// # Effect
    /// LSF ignores the line, so no limit applies.
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
    /// The unit is KB, or the unit that LSF_UNIT_FOR_LIMITS sets in lsf.conf. A number with its own unit (`5G`) is
    /// reported by another rule.
    pub P109 "bad-size" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf.conf", "LSF_UNIT_FOR_LIMITS"),
            volclava("lsbatch/lib/lsb.conf.c", "parseDefAndMaxLimits", "a size that is not a number is ignored"),
        ],
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
        .report(context.error.range, format!("`{name}` must be an integer, not `{word}`"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help(wording::number_help("a whole number", broken.spec));
}

/// Reports a fraction without a unit: LSF accepts only integers.
fn fraction(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(spec) = setting.spec.filter(|it| it.confidence != Confidence::Low) else { return };
    let Some(node) = setting.known_value().and_then(|it| it.content()) else { return };
    for amount in Amount::all_in(node) {
        if context.broken || amount.unit().is_some() || amount.integer().is_some() || amount.value().is_none() {
            continue;
        }
        let (name, text) = (setting.display_name(), amount.number().text());
        // An integer that does not fit into 64 bits is not a fraction.
        if !text.contains('.') {
            continue;
        }
        findings
            .report(amount.range(), format!("`{name}` must be an integer, not `{text}`"))
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
                   ^^^^ P109 error `MEMLIMIT` must be an integer, not `lots`
          SWAPLIMIT = 50%
                        ^ P109 error `SWAPLIMIT` must be an integer, not `50%`
          STACKLIMIT = 2.5
                       ^^^ P109 error `STACKLIMIT` must be an integer, not `2.5`

        //# is silent about numbers and units
        //- each Queue
        MEMLIMIT = 4000 8000
          SWAPLIMIT = 5G
          CORELIMIT = 0
          DATALIMIT = 99999999999999999999
    "#]];
}
