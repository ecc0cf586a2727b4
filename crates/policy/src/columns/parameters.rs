//! The values of parameters.

use std::sync::Arc;

use lsflint_model::effective::{numbers, setting_in, unit_of, value_in};
use lsflint_model::{Entity, HostId, HostRow, HostRows, State, View};
use lsflint_spec::{Confidence, FileKind, ParamSpec, yes_no};

use super::{Column, Found, Record, Value, column};
use crate::types::{Kind, Type, of_parameter};

/// The row of lsb.hosts that applies to a host.
#[derive(Clone, Copy)]
enum Row {
    /// The number of the row.
    Of(u32),
    /// No row: the host runs no jobs, or lsb.hosts has no rows.
    Nothing,
    Unknown,
}

/// The row of lsb.hosts of each host.
fn rows_of_hosts(view: View<'_>) -> Arc<Vec<Row>> {
    let all = |view: View<'_>| {
        let rows = HostRows::of(view);
        let one = |host: HostId| match rows.get(host) {
            HostRow::Of(row) => Row::Of(row.number()),
            HostRow::Unlimited | HostRow::NoJobs => Row::Nothing,
            HostRow::Unknown(_) => Row::Unknown,
        };
        view.hosts().iter().map(|it| one(it.0)).collect::<Vec<Row>>()
    };
    view.once("the row of lsb.hosts of each host", all).unwrap_or_default()
}

/// Finds the records that have the parameters of objects.
pub(crate) struct Rows<'a> {
    view: View<'a>,
    /// The rows of lsb.hosts, for parameters that are columns of it.
    of_hosts: Option<Arc<Vec<Row>>>,
    pub(crate) file: FileKind,
    pub(crate) section: &'static str,
}

impl<'a> Rows<'a> {
    /// For the parameters of a section.
    pub(crate) fn new(view: View<'a>, kind: Kind, file: FileKind, section: &'static str) -> Rows<'a> {
        let is_column = kind == Kind::Host && file == FileKind::LsbHosts;
        Rows { view, of_hosts: is_column.then(|| rows_of_hosts(view)), file, section }
    }

    /// The record of an object; the inner `None` if there is none, `None` if it is not known.
    pub(crate) fn of(&self, object: &Record<'a>) -> Option<Option<Entity<'a>>> {
        match (object, &self.of_hosts) {
            (Record::Row(row), _) => Some(Some(*row)),
            (Record::Host(id), Some(rows)) => match rows.get(id.0 as usize)? {
                Row::Of(number) => Some(self.view.record(self.file, self.section, *number)),
                Row::Nothing => Some(None),
                Row::Unknown => None,
            },
            (Record::Host(id), None) => Some(self.view.record(self.file, self.section, self.view.hosts().get(*id).row)),
            (Record::File, _) => Some(None),
        }
    }
}

/// The values of a parameter.
pub(super) fn parameter<'a>(view: View<'a>, kind: Kind, records: &[Record<'a>], name: &str) -> Column {
    let Some((file, section, param)) = kind.parameter(name) else { return vec![Found::Unknown; records.len()] };
    let unit = unit_of(param, view.switches());
    let whole = |file, section| {
        let is_set = !view.setting(file, section, param.name).is_absent();
        typed(param, &unit, setting_in(view, file, section, param), is_set)
    };
    let is_local = matches!(file, FileKind::LsbQueues | FileKind::LsbApplications)
        && lsflint_spec::find_param(FileKind::LsbParams, "Parameters", param.name).is_some();
    let inherited = is_local.then(|| whole(FileKind::LsbParams, "Parameters"));
    let rows = Rows::new(view, kind, file, section);
    let one = |record: &Record<'a>| {
        if let Record::File = record {
            return whole(file, section);
        }
        let Some(row) = rows.of(record) else { return Found::Unknown };
        let Some(row) = row else { return Found::NotSet };
        let is_set = row.field(param.name).is_some_and(|it| it.state() != State::Unset);
        match &inherited {
            Some(inherited) if !is_set => inherited.clone(),
            _ => typed(param, &unit, value_in(view, Some(row), param), is_set),
        }
    };
    records.iter().map(one).collect()
}

/// A text as a value of its type. A default counts if its documentation is certain.
fn typed(param: &'static ParamSpec, unit: &str, text: Option<Option<String>>, is_set: bool) -> Found {
    let Some(text) = text else { return Found::Unknown };
    let is_undefined = |it: &String| it.split(' ').next() == Some("undefined");
    let certain = is_set || param.confidence == Confidence::High;
    let Some(text) = text.filter(|it| certain && (is_set || !is_undefined(it))) else { return Found::NotSet };
    let words: Vec<&str> = text.split_whitespace().filter(|it| *it != "\\").collect();
    let plain = words.join(" ");
    let one = || numbers(&plain, unit).filter(|it| it.len() == 1).map(|it| Value::Number(it[0]));
    let value = match of_parameter(param) {
        Type::Bool => yes_no(&plain).map(Value::Bool),
        Type::Integer | Type::Number | Type::Duration | Type::Memory => one(),
        Type::Limit { has_minimum, .. } => limit(&plain, unit, has_minimum),
        Type::List(_) => Some(Value::Texts(words.iter().map(|it| Arc::from(*it)).collect())),
        _ => Some(Value::Text(plain.clone())),
    };
    match value {
        Some(value) => Found::Value(value),
        // A default in words, such as `the fastest host`.
        None if !is_set => Found::NotSet,
        None => Found::Unknown,
    }
}

/// Whether something sets a parameter, or a part of a limit: `RUNLIMIT`, `RUNLIMIT.default`.
pub(super) fn is_set<'a>(view: View<'a>, kind: Kind, records: &[Record<'a>], path: &str) -> Column {
    let (name, part) = path.split_once('.').map_or((path, None), |it| (it.0, Some(it.1)));
    let column = column(view, kind, name);
    let said = |it: Option<bool>| it.map_or(Found::Unknown, |it| Found::Value(Value::Bool(it)));
    let Some((file, section, param)) = kind.parameter(name) else {
        return column.iter().map(|it| said(Some(*it != Found::NotSet))).collect();
    };
    let local = matches!(file, FileKind::LsbQueues | FileKind::LsbApplications);
    let inherited = local && view.parameter(param.name).is_set();
    let rows = Rows::new(view, kind, file, section);
    let one = |(record, value): (&Record<'a>, &Found)| {
        let is_set = match record {
            Record::File => {
                let found = view.setting(file, section, param.name);
                (found.is_set() || found.is_absent()).then(|| found.is_set())?
            }
            _ => {
                let row = rows.of(record)?;
                let own = row.and_then(|it| it.field(param.name)).filter(|it| it.state() != State::Unset);
                match own {
                    Some(field) if field.is_conditional() => return None,
                    Some(_) => true,
                    None => inherited,
                }
            }
        };
        match (part, value) {
            _ if !is_set => Some(false),
            (None, _) => Some(true),
            (Some("default"), Found::Value(Value::Limit { default, .. })) => Some(default.is_some()),
            (Some("min"), Found::Value(Value::Limit { minimum, .. })) => Some(minimum.is_some()),
            (Some(_), Found::Value(_)) => Some(true),
            (Some(_), _) => None,
        }
    };
    records.iter().zip(&*column).map(|it| said(one(it))).collect()
}

/// The numbers of a limit. No limit is the highest number.
fn limit(text: &str, unit: &str, has_minimum: bool) -> Option<Value> {
    if text == "unlimited" {
        return Some(Value::Limit { minimum: None, default: None, maximum: f64::INFINITY });
    }
    let numbers = numbers(text, unit)?;
    match (numbers.as_slice(), has_minimum) {
        ([maximum], _) => Some(Value::Limit { minimum: None, default: None, maximum: *maximum }),
        ([default, maximum], false) => Some(Value::Limit { minimum: None, default: Some(*default), maximum: *maximum }),
        ([minimum, maximum], true) => Some(Value::Limit { minimum: Some(*minimum), default: None, maximum: *maximum }),
        ([minimum, default, maximum], true) => {
            Some(Value::Limit { minimum: Some(*minimum), default: Some(*default), maximum: *maximum })
        }
        _ => None,
    }
}
