use lsflint_lint::select::text_of;
use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_spec::STATUS_VALUES;
use lsflint_syntax::ast::resreq::OperatorKind;

use crate::requirement::common::{Judge, always_met};

rule! {
    /// Finds comparisons of `status` with a word that is not a host status of `bhosts`.
    ///
    /// # Effect
    /// In a requirement, `status` has the values that `bhosts` shows. `lsload` shows different ones: `busy`, `lockU`,
    /// `-ok`. A comparison with those never holds.
    ///
    /// # Example
    /// ```resreq
    /// select[status == lockU]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[status == closed_Adm]
    /// ```
    pub R106 "status-not-a-bhosts-status" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "to select by status, use the values of bhosts")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

/// The resource with these values.
const STATUS: &str = "status";

/// The prefix of all detailed forms of a closed host; newer versions may have more of them.
const DETAILED: &str = "closed_";

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in context.against().filter(|it| it.name.is(STATUS)) {
        let Some((token, word)) = text_of(against.value) else { continue };
        if word.starts_with(DETAILED) || STATUS_VALUES.iter().any(|it| it.batch && it.name == word) {
            continue;
        }
        let of_lsload = STATUS_VALUES.iter().any(|it| !it.batch && it.name == word);
        let message = match of_lsload {
            true => format!("`{word}` is a host status of `lsload`, not of `bhosts`"),
            false => format!("unknown host status `{word}`"),
        };
        let always = against.operator == OperatorKind::NotEqual;
        let words = || STATUS_VALUES.iter().filter(|it| it.batch).map(|it| it.name);
        let help = match near(word, words()) {
            Some(near) if !of_lsload => did_you_mean(near.name),
            _ => {
                let plain: Vec<String> =
                    words().filter(|it| !it.starts_with(DETAILED)).map(|it| format!("`{it}`")).collect();
                format!("use a status of `bhosts`: {} or `{DETAILED}...`", plain.join(", "))
            }
        };
        findings
            .report(token.range(), message)
            .consequence(if always { always_met() } else { Judge::of(context).unmet("no host has this status") })
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# lsload has other words
        //- resreq
        select[status==lockU && status != 'busy']
                       ^^^^^ R106 warning `lockU` is a host status of `lsload`, not of `bhosts`
                                          ^^^^^^ R106 warning `busy` is a host status of `lsload`, not of `bhosts`
                                        = effect: the condition has no effect because every host meets it
        status == unvail
                  ^^^^^^ R106 warning unknown host status `unvail`
                  = help: did you mean `unavail`?
        status == bogus
                  ^^^^^ R106 warning unknown host status `bogus`

        //# bhosts has these
        //- resreq: status==ok || status == 'closed_Excl' || status != unavail || status==closed_New
    "#]];
}
