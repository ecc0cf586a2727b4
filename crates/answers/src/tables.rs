//! All objects of a kind.

use lsflint_ide::answers::{Cell, Column, ObjectKind, Row, SetValue, Table, table};
use lsflint_model::{AsRead, Dropped, Instant, View};
use lsflint_project::Request;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::refused::Refused;
use crate::surroundings::surroundings_as_read;

/// A kind of objects, with the names of `show KINDS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "named after the objects")]
pub enum Kinds {
    Queues,
    Applications,
    Hosts,
    Groups,
    Users,
    Resources,
    Limits,
    Pools,
    ServiceClasses,
}

impl Kinds {
    /// The kind, and its name in documents.
    fn named(self) -> (ObjectKind, &'static str) {
        match self {
            Kinds::Queues => (ObjectKind::Queue, "queues"),
            Kinds::Applications => (ObjectKind::Application, "applications"),
            Kinds::Hosts => (ObjectKind::Host, "hosts"),
            Kinds::Groups => (ObjectKind::Group, "groups"),
            Kinds::Users => (ObjectKind::User, "users"),
            Kinds::Resources => (ObjectKind::Resource, "resources"),
            Kinds::Limits => (ObjectKind::Limit, "limits"),
            Kinds::Pools => (ObjectKind::Pool, "pools"),
            Kinds::ServiceClasses => (ObjectKind::ServiceClass, "service-classes"),
        }
    }
}

/// All objects of a kind.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct TableQuestion {
    /// The kind.
    pub kind: Kinds,
}

impl TableQuestion {
    /// Lists the objects. `now`: the time at which queues are open or closed.
    ///
    /// # Errors
    /// The cluster cannot be read.
    pub fn answer(self, request: Request, now: Instant) -> Result<TableAnswer, Refused> {
        let (kind, name) = self.kind.named();
        let (cluster, _) = surroundings_as_read(request)?;
        let table = table(&cluster, kind, now);
        Ok(TableAnswer { name, table, cluster })
    }
}

/// The objects.
pub struct TableAnswer {
    name: &'static str,
    table: Table,
    cluster: AsRead,
}

impl TableAnswer {
    /// The document of `show KINDS`.
    pub fn document(&self) -> impl Serialize + '_ {
        table_document(&self.table, self.name, self.cluster.written().view())
    }
}

/// The document of `show KINDS`. `name`: the kind as an argument; `view`: the cluster as written.
pub fn table_document<'t>(table: &'t Table, name: &'t str, view: View<'t>) -> impl Serialize + 't {
    let row = |row: &'t Row| JsonRow {
        row,
        columns: table.columns,
        dropped: row.dropped.as_ref().map(|it| JsonDropped::of(it, view)),
    };
    Document { version: 1, kind: name, rows: table.rows.iter().map(row).collect() }
}

/// Why LSF does not read an object, in a document.
#[derive(Serialize)]
pub struct JsonDropped<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    effect: &'a str,
    file: &'a str,
    line: Option<usize>,
}

impl<'a> JsonDropped<'a> {
    /// The document of a reason. `view`: the cluster as written.
    pub fn of(dropped: &'a Dropped, view: View<'_>) -> JsonDropped<'a> {
        let place = &dropped.place;
        JsonDropped { code: dropped.code, effect: &dropped.effect, file: &place.file, line: view.line_of(place) }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    kind: &'a str,
    rows: Vec<JsonRow<'a>>,
}

/// An object: its values by the keys of the columns.
struct JsonRow<'a> {
    row: &'a Row,
    columns: &'static [Column],
    dropped: Option<JsonDropped<'a>>,
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.row.name)?;
        // Unknown if an `#if` decides.
        map.serialize_entry(
            "exists",
            &(!self.row.depends || self.dropped.is_some()).then_some(self.dropped.is_none()),
        )?;
        if let Some(dropped) = &self.dropped {
            map.serialize_entry("dropped", dropped)?;
        }
        let cells = || self.columns.iter().zip(&self.row.cells);
        for (column, cell) in cells() {
            map.serialize_entry(column.key, &JsonCell(cell))?;
        }
        let unknown: Vec<&str> = cells().filter(|it| *it.1 == Cell::Unknown).map(|it| it.0.key).collect();
        if !unknown.is_empty() {
            map.serialize_entry("unknown", &unknown)?;
        }
        map.end()
    }
}

struct JsonCell<'a>(&'a Cell);

#[derive(Serialize)]
struct JsonOpen {
    now: bool,
    /// When this changes.
    until: Option<String>,
}

#[derive(Serialize)]
struct JsonMembers<'a> {
    /// The number of those that are certain.
    count: Option<usize>,
    complete: bool,
    /// The list.
    words: &'a str,
}

#[derive(Serialize)]
struct JsonSlots {
    sum: u64,
    /// The number of hosts with an unknown number of slots.
    unknown: usize,
}

#[derive(Serialize)]
struct JsonSetting<'a> {
    name: &'a str,
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'a str,
}

#[derive(Serialize)]
struct JsonRejected<'a> {
    rejected: &'a str,
}

impl<'a> Serialize for JsonCell<'a> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let setting = |it: &'a SetValue| JsonSetting { name: &it.name, value: it.value.as_deref(), unit: it.unit() };
        match self.0 {
            Cell::Nothing | Cell::Unknown => serializer.serialize_none(),
            Cell::Text(text) => text.serialize(serializer),
            Cell::Number(number) => number.serialize(serializer),
            Cell::Flag(flag) => flag.serialize(serializer),
            Cell::Names(names) => names.serialize(serializer),
            Cell::Settings(settings) => serializer.collect_seq(settings.iter().map(setting)),
            Cell::Open(it) => JsonOpen { now: it.now, until: it.until.map(|it| it.to_string()) }.serialize(serializer),
            Cell::Members { count, complete, words } => {
                JsonMembers { count: *count, complete: *complete, words }.serialize(serializer)
            }
            Cell::Slots { sum, unknown } => JsonSlots { sum: *sum, unknown: *unknown }.serialize(serializer),
            Cell::Rejected(rejected) => JsonRejected { rejected }.serialize(serializer),
        }
    }
}
