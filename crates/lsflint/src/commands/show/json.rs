//! The document of `show --output-format json`.

use lsflint_answers::JsonDropped;
use lsflint_ide::answers::Setting;
use lsflint_model::View;
use lsflint_model::effective::{Link, LinkState};
use serde::Serialize;

use super::Shown;
use crate::commands::strings;
use crate::output::{Failure, Terminal};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    kind: &'a str,
    name: &'a str,
    /// Whether LSF reads the object.
    exists: bool,
    /// Why LSF does not read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<JsonDropped<'a>>,
    parameters: Vec<Row<'a>>,
    /// The members of a group that are certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    members: Option<Members<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'static str,
    file: &'static str,
    section: &'static str,
    /// The effective value; absent if it is not set or unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    effective: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    unit: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// The values at different times of the week, if an `#if` decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    times: Vec<At<'a>>,
    chain: Vec<JsonLink<'a>>,
}

#[derive(Serialize)]
struct At<'a> {
    /// `Mon-Fri 08:00-18:00`, `else`.
    when: &'a str,
    effective: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonLink<'a> {
    from: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    value: Option<&'a str>,
    /// The value as written, if LSF reads it as another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<&'a str>,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

#[derive(Serialize)]
struct Members<'a> {
    names: &'a [String],
    /// Whether the list is complete.
    complete: bool,
}

pub(super) fn write(shown: &Shown<'_>, terminal: &Terminal) -> Result<(), Failure> {
    let view = shown.cluster.written().view();
    let object = shown.object.as_ref();
    let dropped = object.and_then(|it| it.dropped.as_ref());
    let document = Document {
        version: 1,
        kind: shown.kind,
        name: shown.name,
        exists: dropped.is_none(),
        dropped: dropped.map(|it| JsonDropped::of(it, view)),
        parameters: shown.settings.iter().map(|it| row(view, it)).collect(),
        members: object
            .and_then(|it| it.members.as_ref())
            .map(|it| Members { names: &it.names, complete: it.complete }),
    };
    strings::document(&document, terminal)
}

fn row<'a>(view: View<'_>, setting: &'a Setting) -> Row<'a> {
    let effective = &setting.effective;
    Row {
        name: effective.param.name,
        file: setting.file.name(),
        section: effective.param.section,
        effective: setting.value(),
        unit: setting.unit(),
        words: setting.words(),
        times: setting.varying().iter().map(|it| At { when: &it.when, effective: it.value.as_deref() }).collect(),
        chain: effective.chain.iter().map(|it| link(view, it)).collect(),
    }
}

fn link<'a>(view: View<'_>, link: &'a Link) -> JsonLink<'a> {
    let (state, written, code) = match &link.state {
        LinkState::Counts => ("counts", None, None),
        LinkState::ReadAs { written, code } => ("read-as", Some(&**written), Some(*code)),
        LinkState::Overridden => ("overridden", None, None),
        LinkState::Ignored { code, .. } => ("ignored", None, Some(*code)),
        LinkState::Unset => ("unset", None, None),
        LinkState::Unknown => ("unknown", None, None),
    };
    let place = link.place.as_ref();
    JsonLink {
        from: &link.from,
        file: place.map(|it| &*it.file),
        line: place.and_then(|it| view.line_of(it)),
        value: link.value.as_deref(),
        written,
        state,
        code,
    }
}
