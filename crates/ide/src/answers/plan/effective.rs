//! Effective values: of the record, of lsb.params, or the default.

use lsflint_model::effective::{numbers, setting_in, unit_of};
use lsflint_model::requirement::Units;
use lsflint_model::{AsRead, Place, View};
use lsflint_spec::{Confidence, FileKind, ParamSpec, SectionSpec, find_param};

use super::Side;
use super::places::Places;
use super::records::{Own, Record, is_cluster_wide};
use super::value::{self, Meaning};
use crate::answers::objects::over_time;
use crate::answers::times::{OverTime, Times};
use crate::words;

/// One side of the comparison.
pub(in crate::answers) struct SideOf<'c> {
    pub(in crate::answers) cluster: &'c AsRead,
    pub(in crate::answers) times: Times<'c>,
    pub(in crate::answers) units: Units,
    pub(in crate::answers) places: Places<'c>,
}

impl<'c> SideOf<'c> {
    pub(in crate::answers) fn new(side: Side, cluster: &'c AsRead) -> SideOf<'c> {
        let units = Units::of(cluster.view().switches());
        SideOf { cluster, times: Times::new(cluster.read()), units, places: Places::new(side, cluster) }
    }

    pub(in crate::answers) fn view(&self) -> View<'c> {
        self.cluster.view()
    }

    pub(in crate::answers) fn unit(&self, param: Option<&ParamSpec>) -> String {
        param.map_or_else(String::new, |it| unit_of(it, self.view().switches()))
    }
}

/// An effective value and its origin.
#[derive(Clone, PartialEq)]
pub(in crate::answers) struct Value {
    /// The text; `None` if nothing is set and there is no documented default.
    pub(in crate::answers) text: Option<String>,
    pub(in crate::answers) origin: Origin,
    pub(in crate::answers) place: Option<Place>,
    /// The values at all times, if an `#if` decides; `None` is a time without a value.
    pub(in crate::answers) at_times: Vec<Option<String>>,
}

impl Value {
    fn new(text: Option<String>, origin: Origin, place: Option<Place>) -> Value {
        Value { text, origin, place, at_times: Vec::new() }
    }

    /// The value as a text that is equal for values with the same meaning; `None` if there is none.
    pub(in crate::answers) fn normal(
        &self,
        side: &SideOf<'_>,
        param: Option<&ParamSpec>,
        file: FileKind,
    ) -> Option<String> {
        let unit = side.unit(param);
        self.text.as_deref().map(|text| match self.origin {
            Origin::OverTime => text.to_owned(),
            _ => value::canonical(param, Meaning { text, unit: &unit, units: &side.units, file }),
        })
    }

    /// The limits that apply at some time, in the smallest unit: the default and the maximum of each. A time without a
    /// limit has none.
    pub(in crate::answers) fn limits(&self, unit: &str) -> Vec<Vec<f64>> {
        let of = |text: &str| numbers(text, unit).filter(|it| !it.is_empty());
        match self.origin {
            Origin::OverTime => self.at_times.iter().flatten().filter_map(|it| of(it)).collect(),
            _ => self.text.as_deref().and_then(of).into_iter().collect(),
        }
    }
}

/// Whether the limits after a change are lower: at all times, or at some if an `#if` decides. No limit is the highest.
pub(in crate::answers) fn is_lower(old: &[Vec<f64>], new: &[Vec<f64>]) -> bool {
    match (old, new) {
        (_, []) => false,
        ([], _) => true,
        ([old], [new]) if old.len() == new.len() => old.iter().zip(new).any(|(old, new)| new < old),
        _ => {
            let lowest =
                |all: &[Vec<f64>]| all.iter().filter_map(|it| it.last().copied()).fold(f64::INFINITY, f64::min);
            lowest(new) < lowest(old)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::answers) enum Origin {
    /// The record itself.
    Own,
    /// lsb.params.
    ClusterWide,
    /// The documented default.
    Default,
    /// An `#if` decides: the text has a value for each time.
    OverTime,
}

/// The default of a parameter without a default value.
const NOT_SET: &str = "undefined";

/// The effective value of a parameter of a record, which may not set it, or not exist.
#[allow(clippy::too_many_arguments, reason = "an object, a parameter, and what the record says about it")]
pub(in crate::answers) fn effective(
    side: &SideOf<'_>,
    file: FileKind,
    section: &'static SectionSpec,
    name: &str,
    record: Option<&Record<'_>>,
    param: Option<&'static ParamSpec>,
    own: Option<&Own<'_>>,
    conditional: bool,
) -> Value {
    let place = own.map(|it| it.field.place());
    if let (true, Some(param)) = (conditional, param) {
        let over = match record {
            Some(_) if is_cluster_wide(section) => {
                side.times.of(|view| setting_in(view, file, section.name, param)).known()
            }
            Some(record) => over_time(&side.times, &record.entity, name, param),
            None => None,
        };
        // The same value at all times is compared like a value without an `#if`.
        if let Some(OverTime::Always(Some(value))) = &over {
            return Value::new(Some(words::one_line(value).into_owned()), Origin::Own, place);
        }
        if let Some(over) = over {
            let unit = side.unit(Some(param));
            let shown = |it: &Option<String>| value::shown(Some(param), it.as_deref().map(|it| (it, unit.as_str())));
            let text = Some(over.to_text(shown));
            let at_times = match over {
                OverTime::Always(value) => vec![value],
                OverTime::Varies(values) => values.into_iter().map(|it| it.value).collect(),
            };
            return Value { text, origin: Origin::OverTime, place, at_times };
        }
    }
    if let Some(own) = own {
        // Without a time, such as a name of `#define`, all values are compared as they are written.
        let fields = if conditional { own.field.entity().fields(own.field.name()) } else { vec![own.field] };
        let texts =
            fields.iter().map(|it| it.known().map_or("a template".into(), |it| words::one_line(&it).into_owned()));
        let text = texts.collect::<Vec<String>>().join(" or ");
        return Value::new(Some(text), Origin::Own, place);
    }
    let Some(param) = param else { return Value::new(None, Origin::Default, place) };
    let local = matches!(file, FileKind::LsbQueues | FileKind::LsbApplications);
    if local
        && let Some(wide) = find_param(FileKind::LsbParams, "Parameters", param.name)
        && let Some(field) = side.view().parameter(wide.name).field()
    {
        let text = field.known().map(|it| words::one_line(&it).into_owned());
        return Value::new(text, Origin::ClusterWide, Some(field.place()));
    }
    // Some defaults have a remark: `undefined (always open)`.
    let says =
        |it: &&str| !it.is_empty() && it.split(' ').next() != Some(NOT_SET) && param.confidence == Confidence::High;
    let default = Some(param.default).filter(says);
    Value::new(default.map(str::to_owned), Origin::Default, place)
}

impl<T> OverTime<T> {
    /// The values with their times as text: `150 Mon-Fri 08:00-18:00, else 400`.
    pub(in crate::answers) fn to_text(&self, shown: impl Fn(&T) -> String) -> String {
        match self {
            OverTime::Always(value) => shown(value),
            OverTime::Varies(values) => {
                let one = |it: &crate::answers::ValueAt<T>| match it.when.as_str() {
                    "else" => format!("else {}", shown(&it.value)),
                    when => format!("{} {when}", shown(&it.value)),
                };
                values.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }
}
