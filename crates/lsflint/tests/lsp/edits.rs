//! Edits in a result, applied: the lines that went away and those that came.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::render::Places;

/// What the edits of a result change. Lists of edits are about the file that was asked about.
pub(crate) fn edited(result: &Value, uri: &str, places: &Places<'_>) -> String {
    let mut edits: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    collect(result, uri, &mut edits);
    let mut shown = String::new();
    for (uri, edits) in &edits {
        let Some(old) = places.texts.get(uri) else {
            shown.push_str(&format!("{uri}: not a file of this case\n"));
            continue;
        };
        let bytes = |it: &Value| {
            let offset = |end: &str| places.offset(uri, &it["range"][end]);
            Some((offset("start")?, offset("end")?, it["newText"].as_str()?.to_owned()))
        };
        let mut edits: Vec<_> = edits.iter().filter_map(bytes).collect();
        edits.sort_unstable();
        let mut new = old.clone();
        for (start, end, text) in edits.into_iter().rev() {
            new.replace_range(start..end, &text);
        }
        shown.push_str(&format!("{}\n{}", places.names.get(uri).unwrap_or(uri), difference(old, &new)));
    }
    shown
}

/// Finds the edits in whatever shape they come: a list, a workspace edit in either form, one inside a code action.
fn collect(value: &Value, uri: &str, edits: &mut BTreeMap<String, Vec<Value>>) {
    match value {
        Value::Array(items) => items.iter().for_each(|it| collect(it, uri, edits)),
        Value::Object(fields) if fields.contains_key("newText") && fields.contains_key("range") => {
            edits.entry(uri.to_owned()).or_default().push(value.clone());
        }
        Value::Object(fields) => {
            for (key, inner) in fields {
                match key.as_str() {
                    "changes" => {
                        for (uri, inner) in inner.as_object().into_iter().flatten() {
                            collect(inner, uri, edits);
                        }
                    }
                    "edits" => collect(inner, value["textDocument"]["uri"].as_str().unwrap_or(uri), edits),
                    "edit" | "documentChanges" | "textEdit" | "additionalTextEdits" => collect(inner, uri, edits),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// The lines that differ, with their numbers in the old and new text.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    // The longest common subsequence; texts of cases are short.
    let mut longest = vec![vec![0_u32; new.len() + 1]; old.len() + 1];
    for (i, before) in old.iter().enumerate().rev() {
        for (j, after) in new.iter().enumerate().rev() {
            longest[i][j] = match before == after {
                true => longest[i + 1][j + 1] + 1,
                false => longest[i + 1][j].max(longest[i][j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut shown = String::new();
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || longest[i + 1][j] >= longest[i][j + 1]) {
            shown.push_str(&format!("- {}: {}\n", i + 1, old[i]));
            i += 1;
        } else {
            shown.push_str(&format!("+ {}: {}\n", j + 1, new[j]));
            j += 1;
        }
    }
    shown
}
