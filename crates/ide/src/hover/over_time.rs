//! Values that depend on the time, with the hours at which they apply.

use lsflint_model::Entity;
use lsflint_spec::ParamSpec;

use super::Scene;
use crate::answers::{OverTime, Times, ValueAt, existence, over_time};
use crate::words;

/// The values of a parameter of an object over the week: `` `5` every day 08:00-18:00, else `50` ``. `None` if they are
/// unknown, or do not depend on the time. `record` is the row that defines the object called `name`.
pub(super) fn values(scene: &Scene<'_>, record: &Entity<'_>, name: &str, param: &'static ParamSpec) -> Option<String> {
    let times = Times::new(scene.snapshot.as_read().read());
    let OverTime::Varies(values) = over_time(&times, record, name, param)? else { return None };
    let described = |ValueAt { when, value }: &ValueAt<Option<String>>| {
        let value = value.as_deref().map_or_else(|| "not set".to_owned(), words::code);
        if when == "else" { format!("else {value}") } else { format!("{value} {when}") }
    };
    Some(values.iter().map(described).collect::<Vec<String>>().join(", "))
}

/// The times at which an object exists, if they are known and it does not always exist.
pub(super) fn existing(scene: &Scene<'_>, record: &Entity<'_>) -> Option<String> {
    let times = Times::new(scene.snapshot.as_read().read());
    let OverTime::Varies(values) = existence(&times, record) else { return None };
    let when = |wanted: bool| values.iter().find(|it| it.value == wanted).map(|it| it.when.as_str());
    match when(true)? {
        "else" => Some(format!("not {}", when(false)?)),
        when => Some(when.to_owned()),
    }
}
