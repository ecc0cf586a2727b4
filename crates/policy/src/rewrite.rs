//! A checked condition as it is evaluated: all numbers are of one kind, units are numbers, and `has` asks the object
//! instead of failing.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, SelectExpr};
use cel::common::types::CelDouble;

use crate::check::literal_text;
use crate::units;

/// The beginning of the names of attributes that say whether something is set: `?RUNLIMIT`.
pub(crate) const IS_SET: char = '?';
/// The function that decides whether a loop goes on.
pub(crate) const GO_ON: &str = "@go_on";
/// The function for regular expressions: a text and a pattern.
pub(crate) const MATCHES: &str = "@matches";

/// The condition for the evaluation.
pub(crate) fn rewritten(part: IdedExpr) -> IdedExpr {
    let IdedExpr { id, expr } = part;
    let expr = match expr {
        Expr::Literal(LiteralValue::Int(it)) => number(*it.inner() as f64),
        Expr::Select(it) => select(it),
        Expr::Call(it) => call(it),
        Expr::List(mut it) => {
            it.elements = it.elements.into_iter().map(rewritten).collect();
            Expr::List(it)
        }
        Expr::Comprehension(mut it) => {
            it.iter_range = rewritten(it.iter_range);
            it.accu_init = rewritten(it.accu_init);
            let condition = rewritten(it.loop_cond);
            let id = condition.id;
            let go_on = CallExpr { func_name: GO_ON.to_owned(), target: None, args: vec![condition] };
            it.loop_cond = IdedExpr { id, expr: Expr::Call(go_on) };
            it.loop_step = rewritten(it.loop_step);
            it.result = rewritten(it.result);
            Expr::Comprehension(it)
        }
        other => other,
    };
    IdedExpr { id, expr }
}

fn number(value: f64) -> Expr {
    Expr::Literal(LiteralValue::Double(CelDouble::from(value)))
}

fn select(it: SelectExpr) -> Expr {
    let SelectExpr { operand, field, test } = it;
    if !test {
        return Expr::Select(SelectExpr { operand: Box::new(rewritten(*operand)), field, test });
    }
    // Only limits have parts: `has(queue.RUNLIMIT.max)` asks the queue.
    let (of, path) = match operand.expr {
        Expr::Select(limit) => (*limit.operand, format!("{}.{field}", limit.field)),
        expr => (IdedExpr { id: operand.id, expr }, field),
    };
    let field = format!("{IS_SET}{path}");
    Expr::Select(SelectExpr { operand: Box::new(rewritten(of)), field, test: false })
}

fn call(it: CallExpr) -> Expr {
    let CallExpr { func_name, target, args } = it;
    let read: Option<fn(&str) -> Option<f64>> = match func_name.as_str() {
        "duration" => Some(units::seconds),
        "memory" => Some(units::megabytes),
        _ => None,
    };
    if let (Some(read), [text]) = (read, args.as_slice())
        && let Some(value) = literal_text(text).and_then(read)
    {
        return number(value);
    }
    if let ("_[_]", [of, index]) = (func_name.as_str(), args.as_slice()) {
        let of = Box::new(rewritten(of.clone()));
        return match literal_text(index) {
            Some(name) => Expr::Select(SelectExpr { operand: of, field: name.to_owned(), test: false }),
            None => Expr::Call(CallExpr { func_name, target: None, args: vec![*of, index.clone()] }),
        };
    }
    let target = target.map(|it| Box::new(rewritten(*it)));
    let mut args: Vec<IdedExpr> = args.into_iter().map(rewritten).collect();
    match (func_name.as_str(), target) {
        // Sizes are numbers like all others.
        ("size", target) => {
            let id = target.as_deref().or(args.first()).map_or(0, |it| it.id);
            let size = Expr::Call(CallExpr { func_name, target, args });
            let args = vec![IdedExpr { id, expr: size }];
            Expr::Call(CallExpr { func_name: "double".to_owned(), target: None, args })
        }
        ("matches", Some(text)) => {
            args.insert(0, *text);
            Expr::Call(CallExpr { func_name: MATCHES.to_owned(), target: None, args })
        }
        (_, target) => Expr::Call(CallExpr { func_name, target, args }),
    }
}
