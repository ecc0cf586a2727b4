//! The evaluation of conditions about the objects of a cluster.

use std::sync::{Arc, OnceLock};

use cel::{Context, Env, ExecutionError, Value};
use lsflint_model::View;
use lsflint_model::effective::in_rounded_words;
use rustc_hash::FxHashMap;

use crate::Condition;
use crate::check::GLOBALS;
use crate::columns::{self, column};
use crate::join::{self, Indices};
use crate::message::{Message, Part};
use crate::needs::Needs;
use crate::rewrite::{GO_ON, MATCHES};
use crate::scene::{Scene, Steps};
use crate::types::{Kind, Type};
use crate::value::{ClusterValue, TOO_MANY, UNKNOWN};

/// The maximum number of elements of lists that a condition looks at in a cluster, in addition to [`STEPS_OF_OBJECT`].
pub const MAX_STEPS: u32 = 1_000_000;
/// The number of elements of lists that a condition may look at for each object of its kind.
pub const STEPS_OF_OBJECT: u32 = 100;

/// What a condition says about an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is met.
    Met,
    /// It is not met, or needs a value that is not set.
    NotMet,
    /// It needs a value that is not known: an `#if`, a template, or a file that is not loaded decides.
    Unknown,
    /// It cannot be evaluated, with the reason.
    Failed(String),
}

/// A cluster whose objects are judged. Objects of a kind are numbered in the order of the files.
pub struct Judge<'a> {
    view: View<'a>,
    most_steps: u32,
}

impl<'a> Judge<'a> {
    /// Judges objects of a cluster. What the conditions look up is recorded in the view.
    pub fn new(view: View<'a>) -> Judge<'a> {
        Judge { view, most_steps: MAX_STEPS }
    }

    /// With another limit than [`MAX_STEPS`], and none for each object.
    #[cfg(test)]
    pub(crate) fn with_steps(view: View<'a>, most_steps: u32) -> Judge<'a> {
        Judge { view, most_steps }
    }

    /// The names of all objects of a kind that certainly exist. The parameters of a file have the name of the file.
    pub fn names(&self, kind: Kind) -> Vec<String> {
        let name = |it: &columns::Found| match it {
            columns::Found::Value(columns::Value::Text(name)) => name.clone(),
            _ => String::new(),
        };
        column(self.view, kind, "name").iter().map(name).collect()
    }

    /// The outcome of a condition for objects of its kind, in the same order. If it fails for one, it fails for all
    /// that follow.
    pub fn outcomes(&self, condition: &Condition, objects: &[u32]) -> Vec<Outcome> {
        let steps = self.steps(objects.len());
        let scene = Scene::new(self.view, &condition.needs.attributes, Arc::clone(&steps));
        let indices = join::indices(self.view, &condition.needs.indices);
        let context = match context(&scene, &steps, condition.subject, &condition.needs, indices) {
            Ok(context) => context,
            Err(error) => return vec![Outcome::Failed(error); objects.len()],
        };
        let groups = condition.reads.groups(self.view, condition.subject, objects);
        let mut known: FxHashMap<u32, Outcome> = FxHashMap::default();
        let mut failed: Option<Outcome> = None;
        let one = |(object, group): (&u32, u32)| {
            if let Some(failed) = &failed {
                return failed.clone();
            }
            let found = known.entry(group).or_insert_with(|| {
                let mut context = context.new_inner_scope();
                let value = ClusterValue::Object { scene: &scene, kind: condition.subject, number: *object };
                context.add_variable_as_val(condition.subject.name(), Box::new(value));
                let found = Value::resolve(&condition.rewritten, &context);
                if steps.are_too_many() { Outcome::Failed(steps.fault()) } else { outcome(found) }
            });
            if let Outcome::Failed(_) = found {
                failed = Some(found.clone());
            }
            found.clone()
        };
        objects.iter().zip(groups).map(one).collect()
    }

    /// The texts of a message about objects, in the same order.
    pub fn texts(&self, message: &Message, objects: &[u32]) -> Vec<String> {
        let steps = self.steps(objects.len());
        let scene = Scene::new(self.view, &message.needs.attributes, Arc::clone(&steps));
        let indices = join::indices(self.view, &message.needs.indices);
        let Ok(context) = context(&scene, &steps, message.subject, &message.needs, indices) else {
            return vec![String::new(); objects.len()];
        };
        let text = |object: &u32| {
            let mut context = context.new_inner_scope();
            let value = ClusterValue::Object { scene: &scene, kind: message.subject, number: *object };
            context.add_variable_as_val(message.subject.name(), Box::new(value));
            message.parts.iter().map(|it| part(it, &context)).collect()
        };
        objects.iter().map(text).collect()
    }

    fn steps(&self, objects: usize) -> Arc<Steps> {
        let objects = u32::try_from(objects).unwrap_or(u32::MAX);
        let more = if self.most_steps == MAX_STEPS { objects.saturating_mul(STEPS_OF_OBJECT) } else { 0 };
        Arc::new(Steps::new(self.most_steps.saturating_add(more)))
    }
}

fn part(part: &Part, context: &Context<'_, '_>) -> String {
    match part {
        Part::Text(it) => it.clone(),
        Part::Value(value, of) => match Value::resolve(value, context) {
            Ok(value) => shown(&value, of),
            Err(ExecutionError::NoSuchKey(_) | ExecutionError::IndexOutOfBounds(_)) => "not set".to_owned(),
            Err(_) => "unknown".to_owned(),
        },
    }
}

/// What conditions about all objects of a kind have in common: functions, and the objects that all may name.
fn context<'s>(
    scene: &'s Scene,
    steps: &Arc<Steps>,
    subject: Kind,
    needs: &Needs,
    indices: Indices,
) -> Result<Context<'s, 's>, String> {
    let mut context = Context::with_env(environment());
    join::add_functions(&mut context, indices).map_err(|error| error.to_string())?;
    add_functions(&mut context, steps, needs)?;
    for kind in GLOBALS.into_iter().filter(|it| *it != subject) {
        let value = ClusterValue::Object { scene, kind, number: 0 };
        context.add_variable_as_val(kind.name(), Box::new(value));
    }
    Ok(context)
}

/// The functions that CEL does not have.
fn add_functions(context: &mut Context<'_, '_>, steps: &Arc<Steps>, needs: &Needs) -> Result<(), String> {
    let counted = Arc::clone(steps);
    let go_on = move |go_on: bool| -> Result<bool, ExecutionError> {
        if counted.take(1) { Ok(go_on) } else { Err(ExecutionError::function_error(TOO_MANY, "lists")) }
    };
    let (counted, patterns) = (Arc::clone(steps), Arc::clone(&needs.patterns));
    // The time of a search grows with the text.
    let matches = move |text: Arc<String>, pattern: Arc<String>| {
        counted.take(text.len()) && patterns.get(&*pattern).is_some_and(|it| it.is_match(&text))
    };
    let sum = |list: Arc<Vec<Value>>| -> Result<Value, ExecutionError> {
        let mut sum = 0.0;
        for it in list.iter() {
            match it {
                Value::Float(it) => sum += it,
                _ => return Err(ExecutionError::function_error("sum", "not a number")),
            }
        }
        Ok(Value::Float(sum))
    };
    let added = context.add_function(GO_ON, go_on);
    let added = added.and_then(|()| context.add_function(MATCHES, matches));
    added.and_then(|()| context.add_function("sum", sum)).map_err(|error| error.to_string())
}

/// The functions of CEL.
fn environment() -> Arc<Env> {
    static ENVIRONMENT: OnceLock<Arc<Env>> = OnceLock::new();
    Arc::clone(ENVIRONMENT.get_or_init(|| Arc::new(Env::stdlib())))
}

fn outcome(found: Result<Value, ExecutionError>) -> Outcome {
    match found {
        Ok(Value::Bool(true)) => Outcome::Met,
        Ok(Value::Bool(false)) => Outcome::NotMet,
        Ok(_) => Outcome::Failed("its result is not true or false".to_owned()),
        Err(ExecutionError::NoSuchKey(_) | ExecutionError::IndexOutOfBounds(_)) => Outcome::NotMet,
        Err(ExecutionError::FunctionError { function, .. }) if function == UNKNOWN => Outcome::Unknown,
        // The types were checked, so that only a list that is not complete lacks an operation.
        Err(
            ExecutionError::NoSuchOverload(_)
            | ExecutionError::UnexpectedType { .. }
            | ExecutionError::UnsupportedTargetType { .. },
        ) => Outcome::Unknown,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

/// The maximum number of elements of a list in a message.
const MOST_SHOWN: usize = 5;

/// A value for people.
fn shown(value: &Value, of: &Type) -> String {
    match (value, of) {
        (Value::Bool(it), _) => if *it { "true" } else { "false" }.to_owned(),
        (Value::String(it), _) => it.to_string(),
        (Value::Float(it), Type::Duration) => amount(*it, "seconds"),
        (Value::Float(it), Type::Memory) => amount(*it, "MB"),
        (Value::Float(it), _) => number(*it),
        (Value::List(all), Type::List(of)) if all.is_empty() && **of != Type::Any => "none".to_owned(),
        (Value::List(all), Type::List(of)) => {
            let names: Vec<String> = all.iter().take(MOST_SHOWN).map(|it| shown(it, of)).collect();
            let more = all.len() - names.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{more}", names.join(", "))
        }
        _ => "unknown".to_owned(),
    }
}

/// A number in a unit, in larger units if it is large: `6 hours`.
fn amount(value: f64, unit: &str) -> String {
    if value.is_infinite() {
        return "unlimited".to_owned();
    }
    let text = number(value);
    match in_rounded_words(&text, unit) {
        Some(words) => words.split_once(" = ").map_or(words.as_str(), |it| it.1).to_owned(),
        None => format!("{text} {unit}"),
    }
}

fn number(value: f64) -> String {
    if value.is_infinite() { "unlimited".to_owned() } else { format!("{value}") }
}
