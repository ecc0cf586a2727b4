//! The tables of all objects, compared with the answers about one object.

use std::collections::BTreeMap;

use lsflint_ide::{HoverOptions, LensKind, Snapshot, hover, resolve_code_lens};
use lsflint_model::Entity;
use lsflint_test_support::Scratch;
use serde_json::Value;

use super::{Answers, between, hovered, json, key, one_line, row};

/// Asks about the rows of the tables, and asks for every `each`-th host by its name.
pub(super) fn ask(scratch: &Scratch, snapshot: &Snapshot, html: &str, each: usize, answers: &mut Answers) {
    let view = snapshot.cluster.view();
    for (kind, plural, records) in [
        ("queue", "queues", view.queues().collect::<Vec<_>>()),
        ("application", "applications", view.applications().collect()),
    ] {
        let table = table(scratch, plural);
        for record in records {
            let name = record.name().into_owned();
            if name.is_empty() || view.named(record.kind(), record.section().name, &name).len() > 1 {
                continue;
            }
            let found = table.get(&name).unwrap_or(&Value::Null);
            let question = format!("does {kind} {name} exist?");
            let exists = found["exists"].as_bool();
            answers.add(question.clone(), "table", exists.map(|it| it.to_string()));
            answers.add(question, "HTML", exists.and(Some(row(html, &name).is_some().to_string())));
            if exists == Some(true) {
                of_row(kind, &record, found, snapshot, html, answers);
            }
        }
    }
    groups(scratch, answers);
    hosts(scratch, snapshot, each, answers);
}

/// The questions about a queue or an application profile.
fn of_row(kind: &str, record: &Entity<'_>, found: &Value, snapshot: &Snapshot, html: &str, answers: &mut Answers) {
    let name = record.name();
    let hover_of = |place: lsflint_model::Place| {
        let options = HoverOptions::default();
        hover(snapshot, &place.file, place.range.start().into(), &options).map_or_else(String::new, |it| it.markdown)
    };
    if !hover_of(record.place()).contains("from the default application profile") {
        let requirement = found["requirement"].as_str().map(one_line);
        answers.add(format!("what is the requirement of {kind} {name}?"), "table", requirement);
    }
    for field in record.all_fields().filter(|it| it.known().is_some() && !it.is_conditional()) {
        let Some(parameter) = field.param().map(|it| it.name).filter(|it| it.ends_with("LIMIT")) else { continue };
        if record.fields(parameter).len() > 1 {
            continue;
        }
        let question = format!("what is {parameter} of {kind} {name}?");
        let limits = found["limits"].as_array().map_or(&[][..], |it| it);
        let limit = limits.iter().find(|it| it["name"] == parameter);
        // LSF reads a value that an `#if` decides.
        if limit.is_some_and(|it| it["value"].is_null()) || unknown(found).any(|it| it == "limits") {
            continue;
        }
        let value = limit.and_then(|it| it["value"].as_str()).map(one_line);
        let of_key = hover_of(key(&field));
        // Tables do not show documented defaults.
        if value.is_none() && of_key.contains("**not in effect**") {
            continue;
        }
        answers.add(question.clone(), "hover", hovered(&field, &of_key, value.clone()));
        answers.add(question, "table", Some(value.unwrap_or_else(|| "not set".to_owned())));
    }
    if kind == "queue" {
        let hosts = &found["hosts"];
        let question = format!("how many hosts has queue {name}?");
        let count = hosts["count"].as_u64().filter(|it| hosts["complete"] == true && *it > 0);
        answers.add(question.clone(), "table", count.map(|it| it.to_string()));
        let place = record.place();
        let lens = resolve_code_lens(snapshot, &place.file, place.range.start().into(), LensKind::MatchingHosts);
        answers.add(question.clone(), "lens", lens.and_then(|it| all_of(&it.title)));
        let requirement = html.find(&format!("<h4><code class=\"name\">{name}</code></h4>")).map(|it| &html[it..]);
        let matching = requirement.and_then(|it| between(it, "</pre><p class=\"quiet\">", "</p>"));
        answers.add(question, "HTML", matching.and_then(|it| all_of(&it)));
        let priority = found["priority"].as_i64().map(|it| it.to_string());
        if record.fields("PRIORITY").len() == 1 {
            answers.add(format!("what is PRIORITY of queue {name}?"), "table", priority);
        }
    }
}

/// The number of hosts in `5 of 9 hosts can match`.
pub(super) fn all_of(text: &str) -> Option<String> {
    let count = text.split_once(" of ")?.1.split_once(" host")?.0;
    Some(count.to_owned())
}

/// The sizes of host groups.
fn groups(scratch: &Scratch, answers: &mut Answers) {
    for (name, found) in table(scratch, "groups") {
        if found["exists"] == true && found["members"]["complete"] == true {
            let count = found["members"]["count"].as_u64().map(|it| it.to_string());
            answers.add(format!("how many members has {name}?"), "table", count);
        }
    }
}

/// What hosts are.
fn hosts(scratch: &Scratch, snapshot: &Snapshot, each: usize, answers: &mut Answers) {
    let table = table(scratch, "hosts");
    let names: Vec<String> = snapshot.cluster.view().hosts().iter().map(|(_, it)| it.name.to_string()).collect();
    for name in names.iter().step_by(4 * each) {
        let Some(found) = table.get(name) else { continue };
        let shown = json(scratch, &["show", "host", name]);
        answers.add(format!("does host {name} exist?"), "table", found["exists"].as_bool().map(|it| it.to_string()));
        answers.add(format!("does host {name} exist?"), "show", shown["exists"].as_bool().map(|it| it.to_string()));
        for (column, parameter) in [("type", "type"), ("model", "model"), ("slots", "MXJ")] {
            let own = |it: &&Value| it["name"] == parameter && it["times"].is_null();
            let effective = shown["parameters"].as_array().and_then(|it| it.iter().find(own));
            let question = format!("what is {parameter} of host {name}?");
            let cell = found[column].as_str().map(one_line);
            answers.add(question.clone(), "table", cell.or_else(|| found[column].as_u64().map(|it| it.to_string())));
            answers.add(question, "show", effective.and_then(|it| it["effective"].as_str()).map(one_line));
        }
    }
}

/// The keys that are unknown in a row.
fn unknown(row: &Value) -> impl Iterator<Item = &str> {
    row["unknown"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The rows of a table, by name.
fn table(scratch: &Scratch, plural: &str) -> BTreeMap<String, Value> {
    let document = json(scratch, &["show", plural]);
    let rows = document["rows"].as_array().unwrap_or_else(|| panic!("show {plural} answers: {document}"));
    rows.iter().map(|it| (it["name"].as_str().unwrap_or_default().to_owned(), it.clone())).collect()
}
