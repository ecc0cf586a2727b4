//! The evaluation of conditions about the objects of a cluster.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use cel::{Context, Env, ExecutionError, Value};
use lsflint_model::AsRead;
use lsflint_model::effective::in_rounded_words;
use regex::Regex;

use crate::Condition;
use crate::check::GLOBALS;
use crate::message::{Message, Part};
use crate::pattern;
use crate::rewrite::{GO_ON, MATCHES};
use crate::scene::{Object, Scene};
use crate::types::{Kind, Type};
use crate::value::{ObjectValue, UNKNOWN};

/// The maximum number of elements of lists that a condition looks at for one object.
pub const MAX_STEPS: u32 = 1_000_000;

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

/// An object that a condition is about.
#[derive(Clone, Copy)]
pub struct Subject {
    object: Object,
}

/// A cluster whose objects are judged.
pub struct Judge<'a> {
    scene: Scene<'a>,
    most_steps: u32,
}

impl<'a> Judge<'a> {
    /// Judges objects of a cluster as LSF reads it.
    pub fn new(cluster: &'a AsRead) -> Judge<'a> {
        Judge { scene: Scene::new(cluster), most_steps: MAX_STEPS }
    }

    /// With another limit than [`MAX_STEPS`].
    #[cfg(test)]
    pub(crate) fn with_steps(cluster: &'a AsRead, most_steps: u32) -> Judge<'a> {
        Judge { most_steps, ..Judge::new(cluster) }
    }

    /// All objects of a kind that certainly exist, in the order of the files.
    pub fn subjects(&self, kind: Kind) -> Vec<Subject> {
        self.scene.objects(kind).into_iter().map(|object| Subject { object }).collect()
    }

    /// The name of an object.
    pub fn name(&self, subject: Subject) -> String {
        self.scene.name(subject.object)
    }

    /// The outcome of a condition for objects of its kind, in the same order.
    pub fn outcomes(&self, condition: &Condition, subjects: &[Subject]) -> Vec<Outcome> {
        let steps = Arc::new(AtomicU32::new(0));
        let context = match self.context(&steps, condition.subject, &condition.patterns) {
            Ok(context) => context,
            Err(error) => return vec![Outcome::Failed(error); subjects.len()],
        };
        let one = |subject: &Subject| {
            steps.store(0, Ordering::Relaxed);
            let mut context = context.new_inner_scope();
            let value = ObjectValue::new(&self.scene, subject.object);
            context.add_variable_as_val(condition.subject.name(), Box::new(value));
            let outcome = outcome(Value::resolve(&condition.rewritten, &context));
            match steps.load(Ordering::Relaxed) {
                taken if taken > self.most_steps => Outcome::Failed(format!(
                    "it looks at more than {} elements of lists for one {}",
                    self.most_steps,
                    condition.subject.name().replace('_', " ")
                )),
                _ => outcome,
            }
        };
        subjects.iter().map(one).collect()
    }

    /// The text of a message about an object.
    pub fn text(&self, message: &Message, subject: Subject) -> String {
        let steps = Arc::new(AtomicU32::new(0));
        let mut text = String::new();
        let Ok(context) = self.context(&steps, message.subject, &message.patterns) else { return text };
        let mut context = context.new_inner_scope();
        let value = ObjectValue::new(&self.scene, subject.object);
        context.add_variable_as_val(message.subject.name(), Box::new(value));
        for part in &message.parts {
            match part {
                Part::Text(it) => text.push_str(it),
                Part::Value(value, of) => text.push_str(&match Value::resolve(value, &context) {
                    Ok(value) => shown(&value, of),
                    Err(ExecutionError::NoSuchKey(_) | ExecutionError::IndexOutOfBounds(_)) => "not set".to_owned(),
                    Err(_) => "unknown".to_owned(),
                }),
            }
        }
        text
    }

    /// What conditions about all objects of a kind have in common: functions, and the objects that all may name.
    fn context<'s>(
        &'s self,
        steps: &Arc<AtomicU32>,
        subject: Kind,
        patterns: &[String],
    ) -> Result<Context<'s, 's>, String> {
        let mut context = Context::with_env(environment());
        self.add_functions(&mut context, steps, patterns)?;
        for kind in GLOBALS.into_iter().filter(|it| *it != subject) {
            for object in self.scene.objects(kind) {
                context.add_variable_as_val(kind.name(), Box::new(ObjectValue::new(&self.scene, object)));
            }
        }
        Ok(context)
    }

    /// The functions that CEL does not have.
    fn add_functions(
        &self,
        context: &mut Context<'_, '_>,
        steps: &Arc<AtomicU32>,
        patterns: &[String],
    ) -> Result<(), String> {
        let (steps, most) = (Arc::clone(steps), self.most_steps);
        let go_on = move |go_on: bool| steps.fetch_add(1, Ordering::Relaxed) < most && go_on;
        let patterns = pattern::all(patterns);
        let matches = move |text: Arc<String>, pattern: Arc<String>| {
            patterns.get(&*pattern).is_some_and(|it: &Regex| it.is_match(&text))
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
