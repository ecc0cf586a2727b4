//! A checked condition as it is evaluated: all numbers are of one kind, units are numbers, and `has` asks the object
//! instead of failing.

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue, SelectExpr};
use cel::common::types::{CelBool, CelDouble};

use crate::check::literal_text;
use crate::join;
use crate::units;

/// The beginning of the names of attributes that say whether something is set: `?RUNLIMIT`.
pub(crate) const IS_SET: char = '?';
/// The operator `?`.
const CONDITIONAL: &str = "_?_:_";
/// The function that adds up the steps of loops, and returns whether they go on.
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
        Expr::Comprehension(it) if let Some(call) = join::exists(&it) => return rewritten(call),
        Expr::Comprehension(mut it) => {
            it.iter_range = rewritten(it.iter_range);
            it.accu_init = rewritten(it.accu_init);
            it.loop_step = rewritten(it.loop_step);
            it.result = rewritten(it.result);
            if matches!(it.loop_cond.expr, Expr::Literal(_)) {
                // The evaluation appends to lists in place only if the loop goes on unconditionally.
                it.loop_step = counted(it.loop_step, &it.accu_var);
            } else {
                it.loop_cond = called(GO_ON, vec![rewritten(it.loop_cond)]);
            }
            Expr::Comprehension(it)
        }
        other => other,
    };
    IdedExpr { id, expr }
}

/// A step of `map`, `filter` or `exists_one` that is counted: `@go_on(true) ? step : accumulated`.
fn counted(step: IdedExpr, accumulated: &str) -> IdedExpr {
    let id = step.id;
    let go_on = |condition| called(GO_ON, vec![condition]);
    match step.expr {
        Expr::Call(CallExpr { func_name, target, mut args }) if func_name == CONDITIONAL => {
            args[0] = go_on(args[0].clone());
            IdedExpr { id, expr: Expr::Call(CallExpr { func_name, target, args }) }
        }
        expr => {
            let always = IdedExpr { id, expr: Expr::Literal(LiteralValue::Boolean(CelBool::from(true))) };
            let unchanged = IdedExpr { id, expr: Expr::Ident(accumulated.to_owned()) };
            called(CONDITIONAL, vec![go_on(always), IdedExpr { id, expr }, unchanged])
        }
    }
}

pub(crate) fn called(name: &str, args: Vec<IdedExpr>) -> IdedExpr {
    let id = args.first().map_or(0, |it| it.id);
    IdedExpr { id, expr: Expr::Call(CallExpr { func_name: name.to_owned(), target: None, args }) }
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
    if let ("size", Some(call)) = (func_name.as_str(), target.as_deref().or(args.first()).and_then(join::count)) {
        return rewritten(call).expr;
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
