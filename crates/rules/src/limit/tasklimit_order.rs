use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{Amount, TaskLimit};

use crate::parameter::wording;

rule! {
    /// Finds task limits whose minimum, default and maximum are not in increasing order.
    ///
    /// # Effect
    /// LSF reports the line and ignores it, so jobs of any size are accepted.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 4 2 8
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 2 4 8
    /// End Queue
    /// ```
    ///
    /// Three values are minimum, default and maximum; two are minimum and maximum; one is the maximum.
    pub L003 "tasklimit-order" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/processors_allocated_limiting", "minimum, default and maximum"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseProcLimit",
                "values that are not in ascending order: the line is ignored",
            ),
        ],
        checks: [SettingWith(|it| *it == Grammar::TaskLimit, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(limit)) = (setting.spec, setting.typed::<TaskLimit<'_>>()) else { return };
    if context.broken {
        return;
    }
    let roles = [("minimum", limit.minimum()), ("default", limit.default()), ("maximum", limit.maximum())];
    let mut before: Option<(&str, Amount<'_>)> = None;
    for (role, amount) in roles.into_iter().filter_map(|(role, amount)| Some((role, amount?))) {
        if let Some((smaller, first)) = before
            && first.integer() > amount.integer()
            && amount.integer().is_some()
        {
            let (name, a, b) = (setting.display_name(), first.number().text(), amount.number().text());
            findings
                .report(first.range(), format!("{smaller} {a} of `{name}` is above the {role} {b}"))
                .capped(spec.confidence)
                .consequence(
                    Item::Line
                        .ignored()
                        .logged()
                        .possible_unless(wording::is_sure(spec))
                        .so("jobs of any size are accepted"),
                )
                .help("write minimum, default and maximum in increasing order")
                .related(amount.range(), format!("the {role}"));
            return;
        }
        before = Some((role, amount));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the two that are reversed
        //- Queue q1
        TASKLIMIT = 4 2 8
                    ^ L003 error minimum 4 of `TASKLIMIT` is above the default 2
        //- Queue q2
        TASKLIMIT = 16 8
                    ^^ L003 error minimum 16 of `TASKLIMIT` is above the maximum 8
                    = related 1:16 the maximum
        //- Queue q3
        PROCLIMIT = 1 8 4
                      ^ L003 error default 8 of `PROCLIMIT` is above the maximum 4

        //# is silent about growing values
        //- Queue q1: TASKLIMIT = 1 8 16
        //- Queue q2: TASKLIMIT = 4 4
    "#]];
}
