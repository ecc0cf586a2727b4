//! Finds comparisons of `type` and `model` with a name that lsf.shared does not define.
//!
//! # Effect
//! No host has such a type or model: with `==` no host is selected and jobs stay pending, with `!=` the condition is of no use.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! RES_REQ    = select[type == LINXU]
//! End Queue
//! //- lsf.shared
//! Begin HostType
//! TYPENAME
//! LINUX
//! End HostType
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! RES_REQ    = select[type == LINUX]
//! End Queue
//! //- lsf.shared
//! Begin HostType
//! TYPENAME
//! LINUX
//! End HostType
//! ```
//!
//! Nothing is said unless lsf.shared is loaded with its list of types or models.
//!
//! # Fix safety
//! Unsafe: the condition begins to select hosts, and the near name may be another type.
//!
//! # Sources
//! [lsf.shared](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_config_ref/lsf.shared.5.html): the sections HostType and HostModel.

use lsflint_model::{Knowledge, Names};
use lsflint_spec::{PREDEFINED_TYPES, SELECTION_WORDS};
use lsflint_syntax::ast::resreq::OperatorKind;

use crate::context::RequirementContext;
use crate::diagnostic::{Applicability, Findings, Fix};
use crate::rule::{Check, FixSafety, Rule, RuleMeta, Severity};
use crate::select::{Against, Constant, text_of};
use crate::suggest::{did_you_mean, near};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("X002", "unknown-host-type", Severity::Warning).fix(FixSafety::Unsafe),
    checks: &[Check::Requirement(check)],
};

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in &context.parts.against {
        if against.name.is("type") {
            judge(against, "type", context.cluster.host_types(), findings);
        } else if against.name.is("model") {
            judge(against, "model", context.cluster.host_models(), findings);
        }
    }
}

fn judge(against: &Against<'_>, what: &str, known: &Names, findings: &mut Findings) {
    let severity = match known.knowledge {
        Knowledge::Unknown => return,
        Knowledge::Partial => Severity::Info,
        Knowledge::Complete => Severity::Warning,
    };
    let Some((token, name)) = text_of(against.value) else { return };
    let equality = matches!(against.operator, OperatorKind::Equal | OperatorKind::Assign | OperatorKind::NotEqual);
    if !equality || SELECTION_WORDS.contains(&name) || PREDEFINED_TYPES.contains(&name) || known.contains(name) {
        return;
    }
    let message = match severity {
        Severity::Info => format!("`{name}` is no host {what} of the loaded files"),
        _ => format!("lsf.shared defines no host {what} `{name}`"),
    };
    let never = against.operator != OperatorKind::NotEqual;
    let found = findings.report(&RULE.meta, token.range(), message).severity(severity).effect(if never {
        "the condition holds on no host"
    } else {
        "the condition holds on every host"
    });
    let Some(near) = near(name, known.iter()) else {
        found.help(format!("define it in the section Host{} of lsf.shared, or correct the name", capital(what)));
        return;
    };
    found.help(did_you_mean(near.name));
    if near.unique && severity == Severity::Warning {
        let new = if matches!(against.value, Constant::Quoted(_)) {
            format!("'{}'", near.name)
        } else {
            near.name.to_owned()
        };
        found.fix(Fix::replace(Applicability::Unsafe, format!("write `{}`", near.name), token.range(), new));
    }
}

fn capital(what: &str) -> &'static str {
    if what == "type" { "Type" } else { "Model" }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_with};

    const NAMES: (&str, &str) = (
        "lsf.shared",
        "Begin HostType\nTYPENAME\nLINUX\nX86_64\nEnd HostType\n\
         Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nXeonGold 60 ()\nEnd HostModel\n",
    );

    // covers RR220, RR221
    #[test]
    fn types_and_models_are_defined() {
        check_string_with(
            "X002",
            "type == LINXU || type != SPARC",
            &[NAMES],
            expect![[r#"
            1:9-1:14 warning lsf.shared defines no host type `LINXU`
              effect: the condition holds on no host
              help: did you mean `LINUX`?
            1:26-1:31 warning lsf.shared defines no host type `SPARC`
              effect: the condition holds on every host
              help: define it in the section HostType of lsf.shared, or correct the name
        "#]],
        );
        check_string_with(
            "X002",
            "model == 'XeonGodl' && model = NoSuch",
            &[NAMES],
            expect![[r#"
            1:10-1:20 warning lsf.shared defines no host model `XeonGodl`
              effect: the condition holds on no host
              help: did you mean `XeonGold`?
            1:32-1:38 warning lsf.shared defines no host model `NoSuch`
              effect: the condition holds on no host
              help: define it in the section HostModel of lsf.shared, or correct the name
        "#]],
        );
    }

    #[test]
    fn special_words_and_defined_names_are_known() {
        check_string_with(
            "X002",
            "type==any && model!=local && type==X86_64 && model==DEFAULT",
            &[NAMES],
            expect![[""]],
        );
        check_string_with("X002", "type > A && hname == LINXU", &[NAMES], expect![[""]]);
    }

    #[test]
    fn what_is_not_in_view_is_not_judged() {
        check_string("X002", "type == LINXU", expect![[""]]);
        check_string_with(
            "X002",
            "model == NoSuch",
            &[("lsf.shared", "Begin HostType\nTYPENAME\nA\nEnd HostType\n")],
            expect![[""]],
        );
    }
}
