//! The evaluation of conditions about the objects of a cluster.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use cel::{Context, Env, ExecutionError, Value};
use lsflint_model::AsRead;
use regex::Regex;

use crate::Condition;
use crate::pattern;
use crate::rewrite::{GO_ON, MATCHES};
use crate::scene::{Object, Scene};
use crate::types::Kind;
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
        let mut context = Context::with_env(environment());
        if let Err(error) = self.add_functions(&mut context, &steps, condition) {
            return vec![Outcome::Failed(error); subjects.len()];
        }
        for kind in [Kind::Cluster, Kind::Params, Kind::Conf].into_iter().filter(|it| *it != condition.subject) {
            for object in self.scene.objects(kind) {
                context.add_variable_as_val(kind.name(), Box::new(ObjectValue::new(&self.scene, object)));
            }
        }
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

    /// The functions that CEL does not have.
    fn add_functions(
        &self,
        context: &mut Context<'_, '_>,
        steps: &Arc<AtomicU32>,
        condition: &Condition,
    ) -> Result<(), String> {
        let (steps, most) = (Arc::clone(steps), self.most_steps);
        let go_on = move |go_on: bool| steps.fetch_add(1, Ordering::Relaxed) < most && go_on;
        let patterns = pattern::all(&condition.patterns);
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
