use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{AstNode, LimitPair, RunLimit, Value};

use crate::parameter::wording;

rule! {
    /// Finds limits whose default (the first value) is above the maximum (the second value).
    ///
    /// # Effect
    /// LSF logs an error and uses the maximum for both, so jobs that do not request a limit get the maximum.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 8000 4000
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 4000 8000
    /// End Queue
    /// ```
    pub P202 "default-above-maximum" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsb.queues", "MEMLIMIT"),
            ibm("lsb.queues", "RUNLIMIT"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseCpuAndRunLimit",
                "a default above the maximum is ignored, and the maximum is the default",
            ),
        ],
        checks: [SettingWith(is_pair, check)],
    }
}

fn is_pair(grammar: &Grammar) -> bool {
    matches!(grammar, Grammar::LimitPair | Grammar::RunLimit)
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    if context.broken {
        return;
    }
    let Some(content) = setting.known_value().and_then(Value::content) else { return };
    let reversed = match (LimitPair::cast(content), RunLimit::cast(content)) {
        (Some(pair), _) => sizes(pair),
        (_, Some(pair)) => times(pair),
        _ => None,
    };
    let (Some((default, maximum)), Some(spec)) = (reversed, setting.spec) else { return };
    let name = setting.display_name();
    let (first, second) = (context.file.text(default), context.file.text(maximum));
    findings
        .report(default, format!("the default {first} of `{name}` exceeds the maximum {second}"))
        .capped(spec.confidence)
        .consequence(Item::Value.read_as(second).called("the default").logged().possible_unless(wording::is_sure(spec)))
        .help("write the default first, then the maximum")
        .related(maximum, "maximum");
}

/// Default and maximum, if the default is larger. Values in different units are not compared.
fn sizes(pair: LimitPair<'_>) -> Option<(TextRange, TextRange)> {
    let (default, maximum) = (pair.default()?, pair.maximum()?);
    let unit = |it: lsflint_syntax::ast::Amount<'_>| it.unit().map(|it| it.text().to_ascii_uppercase());
    let larger = unit(default) == unit(maximum) && default.value()? > maximum.value()?;
    larger.then_some((default.range(), maximum.range()))
}

/// Default and maximum, if the default is larger. Times that are normalized to different hosts are not compared.
fn times(pair: RunLimit<'_>) -> Option<(TextRange, TextRange)> {
    let (default, maximum) = (pair.default()?, pair.maximum()?);
    if default.minutes()? <= maximum.minutes()? {
        return None;
    }
    let host = |it: lsflint_syntax::ast::RunTime<'_>| it.host().map(|it| it.text().into_owned());
    let same = host(default) == host(maximum) || host(default).is_none() || host(maximum).is_none();
    let range = |it: lsflint_syntax::ast::RunTime<'_>| it.node().trimmed_range();
    same.then(|| (range(default), range(maximum)))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compares sizes and times
        //- each Queue
        MEMLIMIT = 8000 4000
                   ^^^^ P202 error the default 8000 of `MEMLIMIT` exceeds the maximum 4000
          RUNLIMIT = 2:00 90
                     ^^^^ P202 error the default 2:00 of `RUNLIMIT` exceeds the maximum 90
          CPULIMIT = 30/hostA 20/hostA
                     ^^^^^^^^ P202 error the default 30/hostA of `CPULIMIT` exceeds the maximum 20/hostA

        //# is silent about good pairs and about what cannot be compared
        //- each Queue
        MEMLIMIT = 8G 4000
          RUNLIMIT = 90 2:00
          CPULIMIT = 30/hostA 20/hostB
          PROCESSLIMIT = 5 5
    "#]];
}
