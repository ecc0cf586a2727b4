//! Hovers: descriptions of the syntax at the cursor.
//!
//! A hover describes an item, its effect on LSF, and its effective value in this cluster. It states only certain facts:
//! if files are not loaded, or a template or an `#if` decides, the hover says so or omits the fact.

mod directive;
mod findings;
mod names;
mod over_time;
mod page;
mod parameter;
mod requirement;
mod scene;
mod section;
mod suppression;
#[cfg(test)]
mod tests;
mod values;

use lsflint_lint::Rules;
use lsflint_spec::{FileKind, ParamSpec, SectionSpec};
use lsflint_syntax::SyntaxKind::*;

pub use findings::{FindingAt, findings_at};
pub(crate) use page::Page;
pub(crate) use scene::Scene;

use crate::{Range, Snapshot, SymbolKind, script};

/// What a hover needs in addition to the files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HoverOptions {
    /// The current minute of the week at the cluster, since Sunday 00:00, to show what is open now; `None` to omit it.
    pub now: Option<u16>,
}

/// The hover for a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The range that the hover describes.
    pub range: Range,
    /// The text as Markdown.
    pub markdown: String,
}

/// The hover at a byte offset of a file.
pub fn hover(snapshot: &Snapshot, path: &str, offset: u32, options: &HoverOptions) -> Option<Hover> {
    if let Some(found) = snapshot.script(path) {
        return script::hover(snapshot, found, offset, options);
    }
    let scene = Scene::new(snapshot, path, offset, options)?;
    let token = scene.spot.token?;
    let (range, page) = match token.kind() {
        COMMENT => suppression::of_comment(&scene, token)?,
        WHITESPACE | NEWLINE | CONTINUATION | BYTE_ORDER_MARK | HIDDEN_TEXT | EQUALS => return None,
        DIRECTIVE_KW => (token.range(), directive::of_keyword(&scene, token)?),
        BEGIN_KW | END_KW | SECTION_NAME => (token.range(), section::of_section(&scene)?),
        KEY => (token.range(), parameter::of_key(&scene)?),
        COLUMN_NAME => (token.range(), parameter::of_column(&scene)?),
        _ if scene.spot.node_of(DIRECTIVE).is_some() => directive::of_part(&scene, token)?,
        _ => values::at(&scene, token)?,
    };
    let known = !page.is_empty();
    known.then(|| Hover { range: range.into(), markdown: page.finish() })
}

/// The hover for a name.
pub(crate) fn of_name(snapshot: &Snapshot, kind: SymbolKind, name: &str) -> Option<String> {
    let options = HoverOptions::default();
    let scene = Scene::new(snapshot, &snapshot.files.first()?.source.path, 0, &options)?;
    Some(names::named(&scene, kind, name)?.finish())
}

/// The hover for a parameter in a kind of file.
pub(crate) fn of_parameter(
    snapshot: &Snapshot,
    kind: FileKind,
    section: &'static SectionSpec,
    param: &'static ParamSpec,
) -> Option<String> {
    let options = HoverOptions::default();
    let file = snapshot.files.iter().find(|it| it.source.kind == kind)?;
    // An offset outside of the file, so that no value is described.
    let scene = Scene::new(snapshot, &file.source.path, u32::MAX, &options)?;
    Some(parameter::of_spec(&scene, section, param).finish())
}

/// The hover for a rule, or for a prefix of codes.
pub fn hover_of_rule(rules: Rules, code: &str) -> Option<String> {
    Some(suppression::page(rules, code)?.finish())
}
