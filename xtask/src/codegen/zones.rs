//! `zones.toml`: the abbreviations of time zones.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::Deserialize;

use super::{HEAD, Output};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Zones {
    zone: Vec<Zone>,
    /// The page that says which abbreviations LSF reads.
    source: String,
    /// The page with their meaning.
    offsets_source: String,
    confidence: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Zone {
    name: String,
    /// The differences from UTC: `+05:30`; several if the abbreviation has several meanings.
    offsets: Vec<String>,
}

/// The problems of the data, each with its place.
pub(super) fn problems(data: &Zones) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut names = HashSet::new();
    for zone in &data.zone {
        let place = format!("zones.toml: `{}`", zone.name);
        if !names.insert(&zone.name) || !zone.name.bytes().all(|it| it.is_ascii_uppercase()) {
            problems.push((place.clone(), "duplicate name, or not in uppercase letters".to_owned()));
        }
        if zone.offsets.is_empty() {
            problems.push((place.clone(), "no offsets".to_owned()));
        }
        for offset in zone.offsets.iter().filter(|it| minutes(it).is_none()) {
            problems.push((place.clone(), format!("`{offset}` is not an offset such as `+05:30`")));
        }
    }
    if !["low", "medium", "high"].contains(&data.confidence.as_str()) {
        problems.push(("zones.toml".to_owned(), format!("unknown confidence `{}`", data.confidence)));
    }
    problems
}

/// The minutes of an offset.
fn minutes(offset: &str) -> Option<i16> {
    let sign = match offset.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hours, minutes) = offset.get(1..)?.split_once(':')?;
    let (hours, minutes): (i16, i16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours <= 14 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// `generated/zones.rs`.
pub(super) fn table(data: &Zones) -> Output {
    let mut zones: Vec<(&str, Vec<i16>)> = data
        .zone
        .iter()
        .map(|it| (it.name.as_str(), it.offsets.iter().filter_map(|it| minutes(it)).collect()))
        .collect();
    zones.sort_unstable();
    let mut text = HEAD.to_owned();
    let _ = writeln!(text, "/// The abbreviations of time zones, ordered, with their differences from UTC in minutes.");
    let _ = writeln!(
        text,
        "///\n/// Sources: <{}>, <{}>; confidence {}.",
        data.source, data.offsets_source, data.confidence
    );
    let _ = writeln!(text, "pub static TIME_ZONES: &[(&str, &[i16])] = &[");
    for (name, offsets) in zones {
        let _ = writeln!(text, "    ({name:?}, &{offsets:?}),");
    }
    text.push_str("];\n");
    Output { name: "zones.rs".to_owned(), text }
}
