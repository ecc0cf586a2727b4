//! What changes in a week without a change of the files.

use lsflint_ide::answers::calendar::{Calendar, Event, Row, calendar};
use lsflint_model::Instant;
use lsflint_model::week::{DAY, WEEK};
use lsflint_project::Request;
use serde::{Deserialize, Serialize};

use crate::refused::Refused;
use crate::surroundings::surroundings_as_read;

/// The names of the days from Monday.
pub const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The part of a calendar.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct CalendarQuestion {
    /// The number of days, 1 to 7; a week from Monday without it.
    pub days: Option<u16>,
    /// The queue; all objects without it.
    pub queue: Option<String>,
}

/// The changes in some days.
pub struct CalendarAnswer {
    /// The values of a week.
    pub calendar: Calendar,
    /// The first minute, from Monday.
    start: u16,
    /// The number of minutes.
    length: u16,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    /// The first minute: `Mon 00:00`.
    from: String,
    /// The end, exclusive; the same as `from` after a whole week.
    to: String,
    /// The time zone of what `#if` decides; null if it is the local time of the cluster.
    zone: Option<&'a str>,
    events: Vec<JsonEvent<'a>>,
    /// The number of windows without an answer.
    uncertain: usize,
}

#[derive(Serialize)]
struct JsonEvent<'a> {
    at: String,
    object: Object<'a>,
    /// All objects that change alike; the first is `object`.
    names: &'a [String],
    parameter: Option<&'a str>,
    old: &'a str,
    new: &'a str,
}

#[derive(Serialize)]
struct Object<'a> {
    kind: &'a str,
    name: &'a str,
}

impl CalendarQuestion {
    /// Finds the changes from an instant on; without one, from Monday.
    ///
    /// # Errors
    /// The cluster cannot be read, or the queue is not known.
    pub fn answer(self, request: Request, from: Option<Instant>) -> Result<CalendarAnswer, Refused> {
        let (cluster, _) = surroundings_as_read(request)?;
        let mut calendar = calendar(&cluster);
        if let Some(queue) = &self.queue {
            if cluster.view().queue(queue).is_none() && !calendar.rows.iter().any(|it| is_queue(it, queue)) {
                return Err(Refused::new(format!("unknown queue `{queue}`")));
            }
            calendar.rows.retain_mut(|it| {
                let found = is_queue(it, queue);
                it.names.retain(|it| it == queue);
                it.object.name.clone_from(queue);
                found
            });
        }
        let start = from.map_or(0, from_monday);
        let length = self.days.map_or(WEEK, |it| it.clamp(1, 7) * DAY);
        Ok(CalendarAnswer { calendar, start, length })
    }
}

impl CalendarAnswer {
    /// The changes, in order.
    pub fn events(&self) -> Vec<Event<'_>> {
        let mut events = self.calendar.events();
        events.retain(|it| since(it, self.start) < self.length);
        events.sort_by_key(|it| since(it, self.start));
        events
    }

    /// The document of `calendar`.
    pub fn document(&self) -> impl Serialize + '_ {
        Document {
            version: 1,
            from: moment(self.start),
            to: moment((self.start + self.length) % WEEK),
            zone: self.calendar.zone.as_deref(),
            events: self.events().iter().map(json).collect(),
            uncertain: self.calendar.uncertain,
        }
    }
}

fn is_queue(row: &Row, queue: &str) -> bool {
    row.object.kind == "queue" && row.names.iter().any(|it| it == queue)
}

fn from_monday(at: Instant) -> u16 {
    (at.minute() + WEEK - DAY) % WEEK
}

/// The minutes from the start to an event.
fn since(event: &Event<'_>, start: u16) -> u16 {
    (event.minute + WEEK - start) % WEEK
}

/// A minute of the week from Monday: `Mon 08:00`.
fn moment(minute: u16) -> String {
    format!("{} {:02}:{:02}", DAYS[usize::from(minute / DAY)], minute % DAY / 60, minute % 60)
}

fn json<'a>(it: &Event<'a>) -> JsonEvent<'a> {
    let Row { object, names, parameter, .. } = it.row;
    JsonEvent {
        at: moment(it.minute),
        object: Object { kind: &object.kind, name: &object.name },
        names,
        parameter: parameter.as_deref(),
        old: it.old,
        new: it.new,
    }
}
