//! The objects of a cluster as values of CEL, read when a condition asks for them.

use std::fmt;

use cel::ExecutionError;
use cel::common::traits::{Container, Indexer, Iterable, Iterator as CelIterator, Sizer};
use cel::common::types::{CelBool, CelDouble, CelInt, CelList, CelString, Type};
use cel::common::value::{CowVal, Val};

use crate::rewrite::IS_SET;
use crate::scene::{Found, Object, Scene, Value};

/// The name of the errors about values that are not known.
pub(crate) const UNKNOWN: &str = "@unknown";

static OBJECT: Type = Type::new_unspecified_type("lsf.object");
static LIMIT: Type = Type::new_unspecified_type("lsf.limit");

/// An object.
#[derive(Clone, Copy)]
pub(crate) struct ObjectValue<'s, 'a> {
    scene: &'s Scene<'a>,
    object: Object,
}

impl<'s, 'a> ObjectValue<'s, 'a> {
    pub(crate) fn new(scene: &'s Scene<'a>, object: Object) -> ObjectValue<'s, 'a> {
        ObjectValue { scene, object }
    }
}

impl fmt::Debug for ObjectValue<'_, '_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.object.kind.name(), self.scene.name(self.object))
    }
}

impl Val for ObjectValue<'_, '_> {
    fn get_type(&self) -> &Type {
        &OBJECT
    }

    fn cel_type() -> &'static Type {
        &OBJECT
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(*self)
    }
}

impl Indexer for ObjectValue<'_, '_> {
    fn get<'b, 'v>(&'b self, index: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let name = name(index)?;
        let (scene, object) = (self.scene, self.object);
        if let Some(path) = name.strip_prefix(IS_SET) {
            let is_set = scene.is_set(object, path).ok_or_else(|| unknown(path))?;
            return Ok(CowVal::owned(CelBool::from(is_set)));
        }
        match scene.attribute(object, name) {
            Found::NotSet => Err(ExecutionError::no_such_key(name)),
            Found::Unknown => Err(unknown(name)),
            Found::Value(Value::Bool(it)) => Ok(CowVal::owned(CelBool::from(it))),
            Found::Value(Value::Number(it)) => Ok(CowVal::owned(CelDouble::from(it))),
            Found::Value(Value::Text(it)) => Ok(CowVal::owned(CelString::from(it))),
            Found::Value(Value::Texts(all)) => {
                let all = all.into_iter().map(|it| Box::new(CelString::from(it)) as Box<dyn Val + 'v>);
                Ok(CowVal::owned(CelList::from(all.collect::<Vec<_>>())))
            }
            Found::Value(Value::SomeTexts(names)) => Ok(CowVal::owned(SomeTexts { names })),
            Found::Value(Value::Limit { minimum, default, maximum }) => {
                Ok(CowVal::owned(LimitValue { minimum, default, maximum }))
            }
            Found::Value(Value::Objects(objects)) => {
                let elements = objects.into_iter().map(|it| ObjectValue::new(scene, it)).collect();
                Ok(CowVal::owned(ObjectsValue { elements }))
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

/// A list of objects.
#[derive(Debug, Clone)]
struct ObjectsValue<'s, 'a> {
    elements: Vec<ObjectValue<'s, 'a>>,
}

impl Val for ObjectsValue<'_, '_> {
    fn get_type(&self) -> &Type {
        <CelList<'static> as Val>::cel_type()
    }

    fn cel_type() -> &'static Type {
        <CelList<'static> as Val>::cel_type()
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn as_iterable<'b, 'v>(&'b self) -> Option<&'b (dyn Iterable + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn as_sizer(&self) -> Option<&dyn Sizer> {
        Some(self)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(self.clone())
    }
}

impl Iterable for ObjectsValue<'_, '_> {
    fn iter<'b, 'v>(&'b self) -> Box<dyn CelIterator<'b, 'v> + 'b>
    where
        Self: 'v,
    {
        Box::new(Elements(self.elements.iter()))
    }
}

struct Elements<'b, 's, 'a>(std::slice::Iter<'b, ObjectValue<'s, 'a>>);

impl<'b, 'v, 's: 'v, 'a: 'v> CelIterator<'b, 'v> for Elements<'b, 's, 'a> {
    fn next(&mut self) -> Option<&'b (dyn Val + 'v)> {
        self.0.next().map(|it| it as &'b (dyn Val + 'v))
    }
}

impl Sizer for ObjectsValue<'_, '_> {
    fn size(&self) -> CelInt {
        CelInt::from(self.elements.len() as i64)
    }
}

impl Indexer for ObjectsValue<'_, '_> {
    fn get<'b, 'v>(&'b self, index: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let at = index.downcast_ref::<CelInt>().and_then(|it| usize::try_from(*it.inner()).ok());
        let element = at.and_then(|it| self.elements.get(it));
        element.map(|it| CowVal::owned(*it)).ok_or_else(|| ExecutionError::no_such_key("[]"))
    }

    fn steal<'v>(self: Box<Self>, index: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(index).map(CowVal::into_owned)
    }
}

/// Some texts of a list that may have others. Only `in` has an answer, and only for these.
#[derive(Debug, Clone)]
struct SomeTexts {
    names: Vec<String>,
}

impl Val for SomeTexts {
    fn get_type(&self) -> &Type {
        <CelList<'static> as Val>::cel_type()
    }

    fn cel_type() -> &'static Type {
        <CelList<'static> as Val>::cel_type()
    }

    fn as_container(&self) -> Option<&dyn Container> {
        Some(self)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(self.clone())
    }
}

impl Container for SomeTexts {
    fn contains(&self, value: &dyn Val) -> Result<bool, ExecutionError> {
        let name = name(value)?;
        if self.names.iter().any(|it| it == name) { Ok(true) } else { Err(unknown(name)) }
    }
}

/// A limit.
#[derive(Debug, Clone, Copy)]
struct LimitValue {
    minimum: Option<f64>,
    default: Option<f64>,
    maximum: f64,
}

impl Val for LimitValue {
    fn get_type(&self) -> &Type {
        &LIMIT
    }

    fn cel_type() -> &'static Type {
        &LIMIT
    }

    fn as_indexer<'b, 'v>(&'b self) -> Option<&'b (dyn Indexer + 'v)>
    where
        Self: 'v,
    {
        Some(self)
    }

    fn clone_as_boxed<'v>(&self) -> Box<dyn Val + 'v>
    where
        Self: 'v,
    {
        Box::new(*self)
    }
}

impl Indexer for LimitValue {
    fn get<'b, 'v>(&'b self, index: &dyn Val) -> Result<CowVal<'b, 'v>, ExecutionError>
    where
        Self: 'v,
    {
        let name = name(index)?;
        let part = match name {
            "min" => self.minimum,
            "default" => self.default,
            _ => Some(self.maximum),
        };
        part.map(|it| CowVal::owned(CelDouble::from(it))).ok_or_else(|| ExecutionError::no_such_key(name))
    }

    fn steal<'v>(self: Box<Self>, index: &dyn Val) -> Result<Box<dyn Val + 'v>, ExecutionError>
    where
        Self: 'v,
    {
        self.get(index).map(CowVal::into_owned)
    }
}

fn name(index: &dyn Val) -> Result<&str, ExecutionError> {
    let text = index.downcast_ref::<CelString<'_>>();
    text.map(CelString::inner).ok_or_else(|| ExecutionError::UnexpectedType {
        got: index.get_type().name().to_owned(),
        want: "string".to_owned(),
    })
}

fn unknown(name: &str) -> ExecutionError {
    ExecutionError::function_error(UNKNOWN, name)
}
