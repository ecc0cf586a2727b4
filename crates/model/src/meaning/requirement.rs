//! The normal form of requirement strings in a cluster, where the kinds of names are known.

use lsflint_spec::{FileKind, ResourceType};

use crate::requirement::{Amount, Body, Comparison, Decimal, Expr, OrderKey, Requirement, Simple, Units};
use crate::{Cluster, Resources};

/// The normal form of a string; `None` if it cannot be parsed.
pub(super) fn normal(text: &str, cluster: &Cluster, kind: FileKind) -> Option<String> {
    let units = Units::of(&cluster.switches);
    let mut requirement = Requirement::parse_leniently(text)?;
    let each = |simple: &mut Simple| {
        for expr in &mut simple.select {
            *expr = truth(expr, &cluster.resources);
        }
        // In application profiles and jobs, an explicit order overrides that of another level.
        let default = cluster.switches.default_order.as_ref().filter(|_| kind == FileKind::LsbQueues);
        let is_default = default.is_some_and(|default| {
            simple.order.as_ref().is_some_and(|it| !it.again && keys(&it.keys).as_deref() == Some(default))
        });
        if is_default {
            simple.order = None;
        }
    };
    match &mut requirement {
        Requirement::Simple(it) => each(it),
        Requirement::Compound(terms) => terms.iter_mut().map(|it| &mut it.body).for_each(each),
        Requirement::Alternative(branches) => {
            for branch in branches {
                match &mut branch.body {
                    Body::Simple(it) => each(it),
                    Body::Compound(terms) => terms.iter_mut().map(|it| &mut it.body).for_each(each),
                }
            }
        }
    }
    Some(format!("{:?}", requirement.normal(&units)))
}

/// The keys of an order as text; `None` for expressions.
fn keys(keys: &[OrderKey]) -> Option<String> {
    let key = |it: &OrderKey| match &it.key {
        Expr::Name(name) if it.reversed => Some(format!("-{name}")),
        Expr::Name(name) => Some(name.clone()),
        _ => None,
    };
    Some(keys.iter().map(key).collect::<Option<Vec<String>>>()?.join(":"))
}

/// An expression that is only tested for truth: double negation is removed.
fn truth(expr: &Expr, resources: &Resources) -> Expr {
    let all = |operands: &[Expr]| operands.iter().map(|it| truth(it, resources)).collect();
    match expr {
        Expr::And(operands) => Expr::And(all(operands)),
        Expr::Or(operands) => Expr::Or(all(operands)),
        Expr::Not(operand) => match &**operand {
            Expr::Not(inner) => truth(inner, resources),
            _ => value(expr, resources),
        },
        other => value(other, resources),
    }
}

/// An expression: `!number` becomes `number == 0`, and values compared with string resources become texts, with or
/// without quotes.
fn value(expr: &Expr, resources: &Resources) -> Expr {
    let of = |it: &Expr| value(it, resources);
    let kind = |it: &Expr| match it {
        Expr::Name(name) => resources.get(name)?.kind,
        _ => None,
    };
    match expr {
        Expr::Not(operand) if kind(operand) == Some(ResourceType::Numeric) => {
            let zero = Expr::Number(Amount { number: Decimal::from(0), unit: None });
            Expr::Comparison(operand.clone(), vec![(Comparison::Equal, zero)])
        }
        Expr::Not(operand) => Expr::Not(Box::new(truth(operand, resources))),
        Expr::Negative(operand) => Expr::Negative(Box::new(of(operand))),
        Expr::And(operands) => Expr::And(operands.iter().map(of).collect()),
        Expr::Or(operands) => Expr::Or(operands.iter().map(of).collect()),
        Expr::Comparison(first, rest) => {
            let is_text = kind(first) == Some(ResourceType::String);
            let side = |it: &Expr| match it {
                Expr::Name(text) if is_text => Expr::Text { text: text.clone(), quoted: true },
                other => of(other),
            };
            Expr::Comparison(Box::new(of(first)), rest.iter().map(|it| (it.0, side(&it.1))).collect())
        }
        Expr::Arithmetic(first, rest) => {
            Expr::Arithmetic(Box::new(of(first)), rest.iter().map(|it| (it.0, of(&it.1))).collect())
        }
        Expr::Name(_) | Expr::Number(_) | Expr::Text { .. } | Expr::Defined(_) => expr.clone(),
    }
}
