//! The types of comparisons and calculations.

use cel::common::ast::{Expr, IdedExpr};

use super::Checker;
use crate::expression::Fault;
use crate::types::Type;

impl Checker<'_> {
    pub(super) fn compare(
        &mut self,
        part: &IdedExpr,
        name: &str,
        one: &IdedExpr,
        other: &IdedExpr,
    ) -> Result<Type, Fault> {
        let (first, second) = (self.infer(one)?, self.infer(other)?);
        let shown = operator(name);
        let ordered = !matches!(name, "_==_" | "_!=_");
        for (side, found) in [(one, &first), (other, &second)] {
            match found {
                Type::Limit { .. } => {
                    let fault =
                        self.fault(side, format!("`{shown}` compares one number, and a limit may have several"));
                    return Err(fault.help("append `.max` or `.default`"));
                }
                Type::Object(_) => {
                    return Err(self.fault(side, format!("`{shown}` cannot compare {found}")).help("compare names"));
                }
                Type::Bool | Type::List(_) if ordered => {
                    return Err(self.fault(side, format!("`{shown}` needs an order, and {found} has none")));
                }
                _ => {}
            }
        }
        if joined(&first, &second).is_some() {
            return Ok(Type::Bool);
        }
        let fault = self.fault(part, format!("`{shown}` compares {first} with {second}"));
        Err(match (&first, &second) {
            (Type::Duration, Type::Integer | Type::Number | Type::Text)
            | (Type::Integer | Type::Number | Type::Text, Type::Duration) => {
                fault.help("write a duration with its unit: `duration('24h')`")
            }
            (Type::Memory, Type::Integer | Type::Number | Type::Text)
            | (Type::Integer | Type::Number | Type::Text, Type::Memory) => {
                fault.help("write a size with its unit: `memory('4GB')`")
            }
            (Type::List(_), _) => fault.help("write `'name' in list`"),
            _ => fault,
        })
    }

    pub(super) fn contains(&mut self, part: &IdedExpr, element: &IdedExpr, list: &IdedExpr) -> Result<Type, Fault> {
        let (element, found) = (self.infer(element)?, self.infer(list)?);
        let Type::List(of) = &found else {
            return Err(self.fault(list, format!("`in` needs a list, and this is {found}")));
        };
        if let Type::Object(_) = **of {
            let help = "write `queue.hosts.exists(h, h.name == 'a')`";
            return Err(self.fault(part, format!("`in` compares {element} with objects")).help(help));
        }
        match joined(&element, of) {
            Some(_) => Ok(Type::Bool),
            None => Err(self.fault(part, format!("`in` looks for {element} in {found}"))),
        }
    }

    pub(super) fn calculate(
        &mut self,
        part: &IdedExpr,
        name: &str,
        one: &IdedExpr,
        other: &IdedExpr,
    ) -> Result<Type, Fault> {
        let (first, second) = (self.infer(one)?, self.infer(other)?);
        let shown = operator(name);
        let is_count = |it: &Type| matches!(it, Type::Integer | Type::Number | Type::Any);
        // What `map` and `filter` append is not repeated.
        let appends = matches!(&one.expr, Expr::Ident(name) if name.starts_with('@'));
        if self.repeated > 0 && !appends && matches!(first, Type::Text | Type::List(_)) && name == "_+_" {
            let message =
                format!("`+` cannot be used with {first} in a list or in `all`, `exists`, `map` and `filter`");
            return Err(self.fault(part, message));
        }
        let found = match (name, &first, &second) {
            ("_+_", Type::Text, Type::Text) => Some(Type::Text),
            ("_+_", Type::List(one), Type::List(other)) => joined(one, other).map(|it| Type::List(Box::new(it))),
            ("_+_" | "_-_", one, other) if one.is_amount() && other.is_amount() => joined(one, other),
            ("_*_", one, other) if is_count(one) && other.is_amount() => Some(other.clone()),
            ("_*_", one, other) if one.is_amount() && is_count(other) => Some(one.clone()),
            ("_/_", one, other) if is_count(one) && is_count(other) => Some(Type::Number),
            ("_/_", one, other) if one.is_amount() && is_count(other) => Some(one.clone()),
            ("_/_", one, other) if one.is_amount() && one == other => Some(Type::Number),
            _ => None,
        };
        found.ok_or_else(|| self.fault(part, format!("`{shown}` cannot be used with {first} and {second}")))
    }
}

/// The type of which both are; `None` if there is none.
pub(super) fn joined(one: &Type, other: &Type) -> Option<Type> {
    match (one, other) {
        (Type::Any, it) | (it, Type::Any) => Some(it.clone()),
        (Type::Integer, Type::Number) | (Type::Number, Type::Integer) => Some(Type::Number),
        (Type::List(one), Type::List(other)) => joined(one, other).map(|it| Type::List(Box::new(it))),
        _ => (one == other).then(|| one.clone()),
    }
}

/// An operator as it is written: `_<=_` is `<=`.
pub(super) fn operator(name: &str) -> &str {
    match name {
        "_?_:_" => "?",
        "@in" => "in",
        "_[_]" => "[]",
        _ => name.trim_matches('_'),
    }
}
