//! Finds numbers per host type or model in `ptile` without a `same` that keeps the hosts of a job alike.
//!
//! # Effect
//! LSF refuses the string. In a queue or application profile another level may bring the `same`: there it is a warning.
//!
//! # Example
//! ```resreq
//! span[ptile='!',LINUX:2]
//! ```
//!
//! # Use instead
//! ```resreq
//! span[ptile='!',LINUX:2] same[type]
//! span[ptile='!',Xeon:16,Opteron:8] same[model]
//! ```
//!
//! # Sources
//! [Span string](https://www.ibm.com/docs/SSWRJV_10.1.0/lsf_admin/span_string.html); Platform LSF 7.3, span strings.

use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{SameSection, Simple, SpanKind, SpanSection, Tile};

use super::common::Judge;
use super::content::{sections_in, simples};
use crate::context::RequirementContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("R414", "ptile-without-same", Severity::Error), checks: &[Check::Requirement(check)] };

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for simple in simples(context) {
        let Some(name) = per_host_names(simple).into_iter().next() else { continue };
        if same_names(simple).iter().any(|it| matches!(&*it.text(), "type" | "model")) {
            continue;
        }
        let message = format!("numbers per host type or model (`{}`) without `same`", name.text());
        let found = Judge::of(context).rejects(findings, &RULE.meta, name.range(), message);
        found.help("add `same[type]` for host types, `same[model]` for host models");
        if context.setting.is_some() {
            found.severity(Severity::Warning).effect("LSF refuses the job unless another level adds the `same`");
        }
    }
}

/// The host types or models that `ptile` names.
pub(super) fn per_host_names(simple: Simple<'_>) -> Vec<Token<'_>> {
    let items = sections_in::<SpanSection<'_>>(simple).filter_map(|it| it.find(SpanKind::Ptile));
    let tiles = items.flat_map(|it| it.tiles().collect::<Vec<_>>());
    tiles
        .filter_map(|it| match it {
            Tile::Named { name, .. } => Some(name),
            Tile::Bang(_) | Tile::Number(_) => None,
        })
        .collect()
}

/// The names in `same`.
pub(super) fn same_names(simple: Simple<'_>) -> Vec<Token<'_>> {
    sections_in::<SameSection<'_>>(simple).flat_map(|it| it.names().collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_string};

    // covers RR506
    #[test]
    fn hosts_must_be_alike() {
        check_string(
            "R414",
            "span[ptile='!',LINUX:2]",
            expect![[r#"
            1:16-1:21 error numbers per host type or model (`LINUX`) without `same`
              effect: LSF rejects the string and refuses the job
              help: add `same[type]` for host types, `same[model]` for host models
        "#]],
        );
        check_string(
            "R414",
            "span[ptile='!',LINUX:2] same[rack]",
            expect![[r#"
            1:16-1:21 error numbers per host type or model (`LINUX`) without `same`
              effect: LSF rejects the string and refuses the job
              help: add `same[type]` for host types, `same[model]` for host models
        "#]],
        );
    }

    #[test]
    fn another_level_may_say_so() {
        check(
            "R414",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\nRES_REQ = span[ptile='!',LINUX:2]\nEnd Queue\n",
            expect![[r#"
                3:26-3:31 warning numbers per host type or model (`LINUX`) without `same`
                  effect: LSF refuses the job unless another level adds the `same`
                  help: add `same[type]` for host types, `same[model]` for host models
            "#]],
        );
    }

    #[test]
    fn one_number_for_all_needs_no_same() {
        check_string("R414", "span[ptile='!'] order[ut]", expect![[""]]);
        check_string("R414", "same[model] span[ptile='!',Intel_EM64T:16,Intel_a:20]", expect![[""]]);
    }
}
