use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, rule};
use lsflint_spec::{APS_FACTORS, APS_PARTS};
use lsflint_syntax::ast::ApsPair;

use crate::aps::common::{is_priority, priority};

rule! {
    /// Finds keywords and factors in APS_PRIORITY that are not in uppercase.
    ///
    /// # Effect
    /// The documentation shows them only in uppercase. LSF may ignore the line if they are in lowercase.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = weight[[jpriority, 1]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF may currently ignore.
    pub A006 "aps-letter-case" {
        family: Aps, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsb.queues", "APS_PRIORITY")],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    for part in priority.parts() {
        let words = part.keyword().into_iter().chain(part.pairs().filter_map(ApsPair::factor));
        for word in words {
            let text = word.text();
            let names = APS_PARTS.iter().map(|it| it.name).chain(APS_FACTORS.iter().map(|it| it.name));
            let Some(right) = names.into_iter().find(|it| *it != text && it.eq_ignore_ascii_case(&text)) else {
                continue;
            };
            findings
                .report(word.range(), format!("`{text}` is not in uppercase"))
                .consequence(Item::Line.ignored().possible().because("only the uppercase form is documented"))
                .help(format!("write `{right}`"))
                .fix(Fix::replace(Applicability::Unsafe, format!("write `{right}`"), word.range(), right));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# words are in capitals
        //- each Queue
        APS_PRIORITY = weight[[Fs, 1] [MEM, 2]]
                       ^^^^^^ A006 warning `weight` is not in uppercase
                               ^^ A006 warning `Fs` is not in uppercase
            = fixed: APS_PRIORITY = WEIGHT[[FS, 1] [MEM, 2]]
        APS_PRIORITY = WEIGHT[[FS, 1]]
        APS_PRIORITY = weight[[fs, 1]] Limit[[fs, 2]]
                       ^^^^^^ A006 warning `weight` is not in uppercase
                               ^^ A006 warning `fs` is not in uppercase
                                       ^^^^^ A006 warning `Limit` is not in uppercase
                                              ^^ A006 warning `fs` is not in uppercase
            = fixed: APS_PRIORITY = WEIGHT[[FS, 1]] LIMIT[[FS, 2]]
    "#]];
}
