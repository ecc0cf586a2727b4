//! Questions about all objects of a kind that an index answers: `cluster.hosts.exists(h, h.name == X)` and
//! `cluster.queues.filter(q, q.PRIORITY == X).size()`. Asked for each of many objects, loops would take quadratic time.

use std::collections::HashMap;
use std::sync::Arc;

use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue};
use cel::common::types::CelString;
use cel::{ExecutionError, Value};
use lsflint_model::View;
use rustc_hash::FxHashMap;

use crate::check::literal_text;
use crate::columns::{self, Found, column, shared_key};
use crate::rewrite::called;
use crate::types::{Kind, Type};
use crate::value::UNKNOWN;

/// The function that says how many objects have a value: the attribute as in [`Question::key`], and the value.
const COUNT: &str = "@count";
/// The function that says whether an object has a value, with the same arguments.
const ANY: &str = "@any";

/// How many objects of a kind have each value under a name.
#[derive(Debug, Default)]
pub(crate) struct Index {
    counts: FxHashMap<Key, u32>,
    /// Whether an object has no value.
    unset: bool,
    /// Whether the value of an object is not known.
    unknown: bool,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Bool(bool),
    Number(u64),
    Text(String),
}

/// The indices that a condition needs, by the attribute: `host.name`.
pub(crate) type Indices = HashMap<String, Arc<Index>>;

/// The loop as a call, if it asks whether an object of the cluster has a value. The value is not rewritten yet.
pub(crate) fn exists(it: &ComprehensionExpr) -> Option<IdedExpr> {
    let Expr::Call(step) = &it.loop_step.expr else { return None };
    match (step.func_name.as_str(), step.args.as_slice()) {
        ("_||_", [accumulated, condition]) if is_ident(accumulated, &it.accu_var) => question(it, condition, ANY),
        _ => None,
    }
}

/// The size of a loop as a call, if it asks how many objects of the cluster have a value.
pub(crate) fn count(of: &IdedExpr) -> Option<IdedExpr> {
    let Expr::Comprehension(it) = &of.expr else { return None };
    let Expr::Call(step) = &it.loop_step.expr else { return None };
    let ("_?_:_", [condition, append, unchanged]) = (step.func_name.as_str(), step.args.as_slice()) else {
        return None;
    };
    let Expr::Call(append) = &append.expr else { return None };
    let [_, element] = append.args.as_slice() else { return None };
    let Expr::List(element) = &element.expr else { return None };
    let appends = matches!(element.elements.as_slice(), [it_self] if is_ident(it_self, &it.iter_var));
    let is_filter = appends && is_ident(unchanged, &it.accu_var) && is_ident(&it.result, &it.accu_var);
    if is_filter { question(it, condition, COUNT) } else { None }
}

fn question(it: &ComprehensionExpr, condition: &IdedExpr, function: &str) -> Option<IdedExpr> {
    let Expr::Select(list) = &it.iter_range.expr else { return None };
    let kind = Kind::ALL.into_iter().find(|it| it.list_name() == Some(list.field.as_str()))?;
    if !is_ident(&list.operand, Kind::Cluster.name()) || list.test {
        return None;
    }
    let Expr::Call(CallExpr { func_name, target: None, args }) = &condition.expr else { return None };
    let ("_==_", [one, other]) = (func_name.as_str(), args.as_slice()) else { return None };
    let attribute = |part: &IdedExpr| match &part.expr {
        Expr::Select(select) if !select.test && is_ident(&select.operand, &it.iter_var) => Some(select.field.clone()),
        _ => None,
    };
    let (attribute, value) = match (attribute(one), attribute(other)) {
        (Some(attribute), None) => (attribute, other),
        (None, Some(attribute)) => (attribute, one),
        _ => return None,
    };
    let is_plain = matches!(
        kind.attribute(&attribute)?,
        Type::Bool | Type::Integer | Type::Number | Type::Text | Type::Duration | Type::Memory
    );
    if !is_plain || mentions(value, &it.iter_var) {
        return None;
    }
    let key = CelString::from(format!("{}.{attribute}", kind.name()));
    let key = IdedExpr { id: value.id, expr: Expr::Literal(LiteralValue::String(key)) };
    Some(called(function, vec![key, value.clone()]))
}

fn is_ident(part: &IdedExpr, name: &str) -> bool {
    matches!(&part.expr, Expr::Ident(it) if it == name)
}

fn mentions(part: &IdedExpr, name: &str) -> bool {
    let any = |parts: &[IdedExpr]| parts.iter().any(|it| mentions(it, name));
    match &part.expr {
        Expr::Ident(it) => it == name,
        Expr::Select(it) => mentions(&it.operand, name),
        Expr::Call(it) => it.target.as_ref().is_some_and(|it| mentions(it, name)) || any(&it.args),
        Expr::List(it) => any(&it.elements),
        // A loop may have a variable of the same name.
        Expr::Literal(_) => false,
        _ => true,
    }
}

/// The attributes of the calls in a rewritten condition.
pub(crate) fn keys(part: &IdedExpr, found: &mut Vec<(Kind, String)>) {
    match &part.expr {
        Expr::Select(it) => keys(&it.operand, found),
        Expr::Call(it) => {
            if let (ANY | COUNT, [key, _]) = (it.func_name.as_str(), it.args.as_slice())
                && let Some((kind, attribute)) = literal_text(key).and_then(|it| it.split_once('.'))
            {
                found.extend(Kind::of(kind).map(|it| (it, attribute.to_owned())));
            }
            it.target.as_deref().into_iter().chain(&it.args).for_each(|it| keys(it, found));
        }
        Expr::List(it) => it.elements.iter().for_each(|it| keys(it, found)),
        Expr::Comprehension(it) => {
            for part in [&it.iter_range, &it.accu_init, &it.loop_cond, &it.loop_step, &it.result] {
                keys(part, found);
            }
        }
        _ => {}
    }
}

/// The indices of attributes, each an answer about the cluster. No list is known if the one of the cluster is not.
pub(crate) fn indices(view: View<'_>, attributes: &[(Kind, String)]) -> Indices {
    let one = |(kind, attribute): &(Kind, String)| {
        let index = |view: View<'_>| Index::of(view, *kind, attribute);
        let index = view.once(shared_key("#", *kind, attribute), index).unwrap_or_default();
        (format!("{}.{attribute}", kind.name()), index)
    };
    attributes.iter().map(one).collect()
}

impl Index {
    fn of(view: View<'_>, kind: Kind, attribute: &str) -> Index {
        let mut index = Index::default();
        let list = kind.list_name().map(|it| column(view, Kind::Cluster, it));
        index.unknown = !list.is_some_and(|it| matches!(it.first(), Some(Found::Value(_))));
        for found in column(view, kind, attribute).iter() {
            let key = match found {
                Found::Value(columns::Value::Bool(it)) => Key::Bool(*it),
                Found::Value(columns::Value::Number(it)) => Key::number(*it),
                Found::Value(columns::Value::Text(it)) => Key::Text(it.clone()),
                Found::NotSet => {
                    index.unset = true;
                    continue;
                }
                _ => {
                    index.unknown = true;
                    continue;
                }
            };
            *index.counts.entry(key).or_default() += 1;
        }
        index
    }

    fn count(&self, value: &Value) -> Option<u32> {
        let key = match value {
            Value::Bool(it) => Key::Bool(*it),
            Value::Float(it) => Key::number(*it),
            Value::String(it) => Key::Text(it.to_string()),
            _ => return None,
        };
        Some(self.counts.get(&key).copied().unwrap_or(0))
    }

    /// What an object without the value leaves open.
    fn open(&self, attribute: &str) -> Result<(), ExecutionError> {
        match (self.unknown, self.unset) {
            (true, _) => Err(ExecutionError::function_error(UNKNOWN, attribute)),
            (false, true) => Err(ExecutionError::no_such_key(attribute)),
            (false, false) => Ok(()),
        }
    }

    /// Whether an object has a value.
    fn any(&self, attribute: &str, value: &Value) -> Result<bool, ExecutionError> {
        match self.count(value) {
            Some(0) => self.open(attribute).map(|()| false),
            Some(_) => Ok(true),
            None => Err(ExecutionError::function_error(UNKNOWN, attribute)),
        }
    }
}

impl Key {
    fn number(number: f64) -> Key {
        // Of the two zeros, only one is a key.
        Key::Number((number + 0.0).to_bits())
    }
}

/// Adds the functions that ask the indices.
pub(crate) fn add_functions(context: &mut cel::Context<'_, '_>, indices: Indices) -> Result<(), cel::DeclarationError> {
    let indices = Arc::new(indices);
    let of_any = Arc::clone(&indices);
    let unknown = |key: &str| ExecutionError::function_error(UNKNOWN, key);
    let any = move |key: Arc<String>, value: Value| -> Result<bool, ExecutionError> {
        of_any.get(&*key).ok_or_else(|| unknown(&key))?.any(&key, &value)
    };
    let count = move |key: Arc<String>, value: Value| -> Result<f64, ExecutionError> {
        let index = indices.get(&*key).ok_or_else(|| unknown(&key))?;
        index.open(&key)?;
        index.count(&value).map(f64::from).ok_or_else(|| unknown(&key))
    };
    context.add_function(ANY, any)?;
    context.add_function(COUNT, count)
}
