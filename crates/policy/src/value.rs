//! The values of a cluster as values of CEL, read when a condition asks for them.

use std::fmt;
use std::sync::Arc;

use cel::ExecutionError;
use cel::common::traits::{Container, Indexer, Iterable, Iterator as CelIterator, Sizer};
use cel::common::types::{CelBool, CelDouble, CelInt, CelList, CelString, Type};
use cel::common::value::{CowVal, Val};

use crate::columns::{Found, Value};
use crate::rewrite::IS_SET;
use crate::scene::Scene;
use crate::types::Kind;

/// The name of the errors about values that are not known.
pub(crate) const UNKNOWN: &str = "@unknown";
/// The name of the errors about too many steps.
pub(crate) const TOO_MANY: &str = "@too_many";

/// The bytes of a text that are one step.
const TEXT_OF_STEP: usize = 64;

static OBJECT: Type = Type::new_unspecified_type("lsf.object");
static LIMIT: Type = Type::new_unspecified_type("lsf.limit");

/// A value that CEL does not have.
#[derive(Clone)]
pub(crate) enum ClusterValue<'s> {
    /// An object, by number.
    Object { scene: &'s Scene, kind: Kind, number: u32 },
    /// A list of objects.
    Objects(Vec<ClusterValue<'s>>),
    /// Some texts of a list that may have others. Only `in` has an answer, and only for these.
    SomeTexts(&'s [Arc<str>]),
    /// A limit.
    Limit { minimum: Option<f64>, default: Option<f64>, maximum: f64 },
}

impl fmt::Debug for ClusterValue<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterValue::Object { kind, number, .. } => write!(out, "{} {number}", kind.name()),
            ClusterValue::Objects(all) => out.debug_list().entries(all).finish(),
            ClusterValue::SomeTexts(names) => out.debug_list().entries(*names).finish(),
            ClusterValue::Limit { maximum, .. } => write!(out, "{maximum}"),
        }
    }
}

impl Val for ClusterValue<'_> {
    fn get_type(&self) -> &Type {
        match self {
            ClusterValue::Object { .. } => &OBJECT,
            ClusterValue::Objects(_) | ClusterValue::SomeTexts(_) => <CelList<'static> as Val>::cel_type(),
            ClusterValue::Limit { .. } => &LIMIT,
        }
    }

    fn cel_type() -> &'static Type {
        &OBJECT
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        (!matches!(self, ClusterValue::SomeTexts(_))).then_some(self)
    }

    fn as_iterable<'b, 'v>(&'b self) -> Option<&'b (dyn Iterable + 'v)>
    where
        Self: 'v,
    {
        matches!(self, ClusterValue::Objects(_)).then_some(self)
    }

    fn as_sizer(&self) -> Option<&dyn Sizer> {
        matches!(self, ClusterValue::Objects(_)).then_some(self)
    }

    fn as_container(&self) -> Option<&dyn Container> {
        matches!(self, ClusterValue::SomeTexts(_)).then_some(self)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(self.clone())
    }
}

impl Indexer for ClusterValue<'_> {
    fn get<'b, 'v>(&'b self, index: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        match self {
            ClusterValue::Object { scene, kind, number } => attribute(scene, *kind, *number, text(index)?),
            ClusterValue::Objects(all) => {
                let at = index.downcast_ref::<CelInt>().and_then(|it| usize::try_from(*it.inner()).ok());
                let element = at.and_then(|it| all.get(it));
                element.map(|it| CowVal::owned(it.clone())).ok_or_else(|| ExecutionError::no_such_key("[]"))
            }
            ClusterValue::SomeTexts(_) => Err(unknown("[]")),
            ClusterValue::Limit { minimum, default, maximum } => {
                let name = text(index)?;
                let part = match name {
                    "min" => *minimum,
                    "default" => *default,
                    _ => Some(*maximum),
                };
                part.map(|it| CowVal::owned(CelDouble::from(it))).ok_or_else(|| ExecutionError::no_such_key(name))
            }
        }
    }

    fn steal<'v>(self: Box<Self>, index: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(index).map(CowVal::into_owned)
    }
}

/// What an object has under a name.
fn attribute<'s, 'b, 'v>(
    scene: &'s Scene,
    kind: Kind,
    number: u32,
    name: &str,
) -> Result<CowVal<'b, 'v>, ExecutionError>
where
    's: 'v,
{
    let value = match scene.find(kind, number, name) {
        Found::NotSet => return Err(ExecutionError::no_such_key(name)),
        Found::Unknown => return Err(unknown(name.trim_start_matches(IS_SET))),
        Found::Value(value) => value,
    };
    Ok(match value {
        Value::Bool(it) => CowVal::owned(CelBool::from(*it)),
        Value::Number(it) => CowVal::owned(CelDouble::from(*it)),
        Value::Text(it) => {
            visit(scene, it.len() / TEXT_OF_STEP)?;
            CowVal::owned(CelString::from(it.as_str()))
        }
        Value::Texts(all) => {
            visit(scene, all.len())?;
            let all = all.iter().map(|it| Box::new(CelString::from(&**it)) as Box<dyn Val + 'v>);
            CowVal::owned(CelList::from(all.collect::<Vec<_>>()))
        }
        Value::SomeTexts(names) => CowVal::owned(ClusterValue::SomeTexts(names)),
        Value::Limit { minimum, default, maximum } => {
            CowVal::owned(ClusterValue::Limit { minimum: *minimum, default: *default, maximum: *maximum })
        }
        Value::Objects(kind, numbers) => {
            visit(scene, numbers.len())?;
            let object = |number: &u32| ClusterValue::Object { scene, kind: *kind, number: *number };
            CowVal::owned(ClusterValue::Objects(numbers.iter().map(object).collect()))
        }
    })
}

fn visit(scene: &Scene, elements: usize) -> Result<(), ExecutionError> {
    if scene.visit(elements) { Ok(()) } else { Err(ExecutionError::function_error(TOO_MANY, "lists")) }
}

impl Iterable for ClusterValue<'_> {
    fn iter<'b, 'v>(&'b self) -> Box<dyn CelIterator<'b, 'v> + 'b>
    where
        Self: 'v,
    {
        let all: &[ClusterValue<'_>] = if let ClusterValue::Objects(all) = self { all } else { &[] };
        Box::new(Elements(all.iter()))
    }
}

struct Elements<'b, 's>(std::slice::Iter<'b, ClusterValue<'s>>);

impl<'b, 'v, 's: 'v> CelIterator<'b, 'v> for Elements<'b, 's> {
    fn next(&mut self) -> Option<&'b (dyn Val + 'v)> {
        self.0.next().map(|it| it as &'b (dyn Val + 'v))
    }
}

impl Sizer for ClusterValue<'_> {
    fn size(&self) -> CelInt {
        let length = if let ClusterValue::Objects(all) = self { all.len() } else { 0 };
        CelInt::from(length as i64)
    }
}

impl Container for ClusterValue<'_> {
    fn contains(&self, value: &dyn Val) -> Result<bool, ExecutionError> {
        let name = text(value)?;
        match self {
            ClusterValue::SomeTexts(names) if names.iter().any(|it| **it == *name) => Ok(true),
            _ => Err(unknown(name)),
        }
    }
}

fn text(index: &dyn Val) -> Result<&str, ExecutionError> {
    let text = index.downcast_ref::<CelString<'_>>();
    text.map(CelString::inner).ok_or_else(|| ExecutionError::UnexpectedType {
        got: index.get_type().name().to_owned(),
        want: "string".to_owned(),
    })
}

fn unknown(name: &str) -> ExecutionError {
    ExecutionError::function_error(UNKNOWN, name)
}
