use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, SettingContext, TextEdit, rule};
use lsflint_spec::{Grammar, builtin_resource};
use lsflint_syntax::ast::{Amount, Threshold};
use lsflint_syntax::{ErrorKind, TextRange, ValueError};

use crate::parameter::wording;

rule! {
    /// Finds thresholds for `ut` that are percentages instead of fractions between 0 and 1.
    ///
    /// # Effect
    /// LSF treats a number above 1 as a percentage and logs a message.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// ut         = 50/90
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// ut         = 0.5/0.9
    /// End Queue
    /// ```
    ///
    /// In a requirement string nothing is converted: `select[ut<50]` is always true.
    ///
    /// # Fix safety
    /// Safe: the fix writes what LSF reads.
    pub L203 "ut-as-percent" {
        family: Limit, scope: Cluster, severity: Warning, fix: Safe,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "getThresh", "`ut`: a number above 1 is divided by 100, with a message"),
            ibm("lsb.queues", "load thresholds: `ut` is a fraction"),
        ],
        checks: [SettingNamed(&[INDEX], check), SyntaxError(percent_sign)],
    }
}

/// The only index that is a fraction.
pub(crate) const INDEX: &str = "ut";

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let is_threshold = context.setting.spec.is_some_and(|it| it.grammar == Grammar::Threshold);
    let Some(threshold) = context.setting.typed::<Threshold<'_>>().filter(|_| is_threshold && !context.broken) else {
        return;
    };
    let largest = builtin_resource(INDEX).and_then(|it| it.range.1);
    let too_large = |it: &Amount<'_>| it.value().is_some_and(|it| largest.is_some_and(|max| it > max));
    let amounts = || [threshold.schedule(), threshold.stop()].into_iter().flatten().filter(too_large);
    let Some(first) = amounts().next() else { return };
    let edits = amounts().filter_map(|it| Some(TextEdit { range: it.range(), text: fraction(it.value()?) })).collect();
    report(first.range(), &first.number().text(), edits, findings);
}

/// `70%`: LSF also accepts the percent sign.
fn percent_sign(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(setting) = context.setting.filter(|it| it.is_named(INDEX)) else { return };
    if !is_percent_sign(context) || setting.spec.is_none() {
        return;
    }
    let word = wording::word_around(&context.file.file.text, context.error.range);
    let Some(number) = word.strip_suffix('%').and_then(|it| it.parse::<f64>().ok()) else { return };
    let end = context.error.range.end();
    let length = lsflint_syntax::TextSize::of(word);
    let range = TextRange::new(end - length, end);
    report(range, word, vec![TextEdit { range, text: fraction(number) }], findings);
}

/// Whether the error is a `%` after a number of this index. The rule about invalid thresholds leaves it to this rule.
pub(crate) fn is_percent_sign(context: &ErrorContext<'_>) -> bool {
    context.error.kind == ErrorKind::Value(ValueError::Unit)
        && context.text() == "%"
        && context.setting.is_some_and(|it| it.is_named(INDEX))
}

/// A percentage as a fraction.
fn fraction(percentage: f64) -> String {
    format!("{}", (percentage * 1000.0).round() / 100_000.0)
}

/// One finding per value, even if several of its numbers are too large.
fn report(range: TextRange, written: &str, edits: Vec<TextEdit>, findings: &mut Findings) {
    let fractions: Vec<String> = edits.iter().map(|it| format!("`{}`", it.text)).collect();
    let title = format!("write {}", fractions.join(" and "));
    let read = edits.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join("/");
    let read_range = edits.iter().map(|it| it.range).reduce(TextRange::cover).unwrap_or(range);
    findings
        .report(range, format!("`ut` is a fraction between 0 and 1, not `{written}`"))
        .consequence(Item::Value.read_as(read).logged())
        .about(read_range)
        .help(title.clone())
        .fix(Fix { applicability: Applicability::Safe, title, edits });
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports each number
        //- each Queue
        ut = 50/90
             ^^ L203 warning `ut` is a fraction between 0 and 1, not `50`
            = fixed: ut = 0.5/0.9
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server ut RESOURCES
        m1 ! ! 1 90 ()
                 ^^ L203 warning `ut` is a fraction between 0 and 1, not `90`
                 = help: write `0.9`
                 = fix (safe): write `0.9`
        m2 ! ! 1 70% ()
                 ^^^ L203 warning `ut` is a fraction between 0 and 1, not `70%`
        m3 ! ! 1 0.7 ()
        //- fixed lsf.cluster.c1
        -m1 ! ! 1 90 ()
        -m2 ! ! 1 70% ()
        +m1 ! ! 1 0.9 ()
        +m2 ! ! 1 0.7 ()

        //# is silent about fractions
        //- each Queue
        ut = 0.5/1
          r1m = 5/9

        //# divides by a hundred
        //- each Queue
        ut = 7/12.5
             ^ L203 warning `ut` is a fraction between 0 and 1, not `7`
            = fixed: ut = 0.07/0.125
    "#]];
}
