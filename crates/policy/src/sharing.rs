//! Objects for which a condition has the same outcome, because it reads the same values of them.

use cel::common::ast::{CallExpr, Expr, IdedExpr};
use lsflint_model::View;
use regex::Regex;
use rustc_hash::FxHashMap;

use crate::check::literal_text;
use crate::columns::{Found, Value, classes, column};
use crate::needs::Needs;
use crate::rewrite::MATCHES;
use crate::types::Kind;

/// What a condition reads of its object.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    /// The attributes whose whole value matters.
    attributes: Vec<String>,
    /// The tests of its name, which have few outcomes, while each object has a name of its own.
    tests: Vec<Test>,
}

/// A test of a name against texts of the condition.
#[derive(Debug)]
enum Test {
    Is(Vec<String>),
    StartsWith(String),
    EndsWith(String),
    Contains(String),
    Matches(Regex),
}

const NAME: &str = "name";

impl Reads {
    /// What a condition about objects of a kind reads of them.
    pub(crate) fn of(root: &IdedExpr, subject: Kind, needs: &Needs) -> Reads {
        let mut reads = Reads::default();
        reads.add(root, subject.name(), needs);
        reads.attributes.sort();
        reads.attributes.dedup();
        reads
    }

    fn add(&mut self, part: &IdedExpr, subject: &str, needs: &Needs) {
        match &part.expr {
            Expr::Select(it) if is_variable(&it.operand, subject) => self.attributes.push(it.field.clone()),
            Expr::Select(it) => self.add(&it.operand, subject, needs),
            Expr::Call(call) => match test(call, subject, needs) {
                Some(test) => self.tests.push(test),
                None => {
                    call.target.as_deref().into_iter().chain(&call.args).for_each(|it| self.add(it, subject, needs))
                }
            },
            Expr::List(it) => it.elements.iter().for_each(|it| self.add(it, subject, needs)),
            Expr::Comprehension(it) => {
                for part in [&it.iter_range, &it.accu_init, &it.loop_cond, &it.loop_step, &it.result] {
                    self.add(part, subject, needs);
                }
            }
            _ => {}
        }
    }

    /// Numbers for the objects of a kind: of those with equal numbers, the condition reads equal values.
    pub(crate) fn groups(&self, view: View<'_>, kind: Kind, objects: &[u32]) -> Vec<u32> {
        let mut groups = vec![0; objects.len()];
        for attribute in &self.attributes {
            let classes = classes(view, kind, attribute);
            refine(&mut groups, objects.iter().map(|it| classes.get(*it as usize).copied().unwrap_or(u32::MAX)));
        }
        if !self.tests.is_empty() {
            let names = column(view, kind, NAME);
            let name = |it: &u32| match names.get(*it as usize) {
                Some(Found::Value(Value::Text(name))) => name.as_str(),
                _ => "",
            };
            for test in &self.tests {
                refine(&mut groups, objects.iter().map(|it| u32::from(test.holds(name(it)))));
            }
        }
        groups
    }
}

/// Splits groups by another number of each object.
fn refine(groups: &mut [u32], numbers: impl Iterator<Item = u32>) {
    let mut known: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (group, number) in groups.iter_mut().zip(numbers) {
        let next = known.len() as u32;
        *group = *known.entry((*group, number)).or_insert(next);
    }
}

fn is_variable(part: &IdedExpr, name: &str) -> bool {
    matches!(&part.expr, Expr::Ident(it) if it == name)
}

/// The test of a name that a call is.
fn test(call: &CallExpr, subject: &str, needs: &Needs) -> Option<Test> {
    let is_name = |it: &IdedExpr| matches!(&it.expr, Expr::Select(it) if it.field == NAME && !it.test && is_variable(&it.operand, subject));
    let text = |it: &IdedExpr| literal_text(it).map(str::to_owned);
    match (call.func_name.as_str(), call.target.as_deref(), call.args.as_slice()) {
        ("startsWith", Some(of), [it]) if is_name(of) => text(it).map(Test::StartsWith),
        ("endsWith", Some(of), [it]) if is_name(of) => text(it).map(Test::EndsWith),
        ("contains", Some(of), [it]) if is_name(of) => text(it).map(Test::Contains),
        (MATCHES, None, [of, it]) if is_name(of) => {
            needs.patterns.get(literal_text(it)?).map(|it| Test::Matches(Regex::clone(it)))
        }
        ("_==_" | "_!=_", None, [of, it] | [it, of]) if is_name(of) => text(it).map(|it| Test::Is(vec![it])),
        ("@in", None, [of, list]) if is_name(of) => match &list.expr {
            Expr::List(it) => it.elements.iter().map(text).collect::<Option<Vec<_>>>().map(Test::Is),
            _ => None,
        },
        _ => None,
    }
}

impl Test {
    fn holds(&self, name: &str) -> bool {
        match self {
            Test::Is(texts) => texts.iter().any(|it| it == name),
            Test::StartsWith(it) => name.starts_with(it),
            Test::EndsWith(it) => name.ends_with(it),
            Test::Contains(it) => name.contains(it),
            Test::Matches(it) => it.is_match(name),
        }
    }
}
