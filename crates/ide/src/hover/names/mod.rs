//! Hovers for names: the kind of object, and its definition in the cluster.

mod batch;
mod host;
mod record;
mod resource;
mod user;

use lsflint_syntax::TextRange;

use super::{Page, Scene, requirement};
use crate::symbol::{Role, SymbolAt, SymbolKind, symbol_at};
use crate::words;

/// The hover for the name at the cursor.
pub(super) fn at(scene: &Scene<'_>) -> Option<(TextRange, Page)> {
    let at = symbol_at(scene.snapshot, scene.file, scene.spot.offset)?;
    Some((at.range, page(scene, &at)?))
}

fn page(scene: &Scene<'_>, at: &SymbolAt) -> Option<Page> {
    if at.pattern.is_some() {
        return Some(host::pattern(scene, at));
    }
    let mut page = named(scene, at.symbol.kind, &at.symbol.name)?;
    if at.symbol.kind == SymbolKind::Resource {
        page.fact(requirement::operator::reversed(scene).unwrap_or_default());
    }
    if at.text != at.symbol.name && at.role == Role::Use {
        page.fact(format!("written {} here", words::code(&at.text)));
    }
    Some(page)
}

/// The hover for a name of a known kind.
pub(super) fn named(scene: &Scene<'_>, kind: SymbolKind, name: &str) -> Option<Page> {
    let mut page = match kind {
        SymbolKind::Queue => batch::queue(scene, name),
        SymbolKind::Application => batch::application(scene, name),
        SymbolKind::Host => host::host(scene, name),
        SymbolKind::HostGroup | SymbolKind::ComputeUnit => host::group(scene, name, kind),
        SymbolKind::UserGroup => user::group(scene, name),
        SymbolKind::User => user::user(scene, name),
        SymbolKind::Resource => resource::resource(scene, name),
        SymbolKind::HostModel | SymbolKind::HostType => host::class(scene, name, kind),
        SymbolKind::Rule | SymbolKind::ApsFactor => None,
        SymbolKind::ComputeUnitType => host::unit_type(scene, name),
        _ => record::page(scene, name, kind),
    };
    if page.is_none() && !matches!(kind, SymbolKind::Rule | SymbolKind::ApsFactor) {
        page = Some(unknown(scene, name, kind));
    }
    page
}

/// The hover for a name that no loaded file defines.
fn unknown(scene: &Scene<'_>, name: &str, kind: SymbolKind) -> Page {
    let mut page = Page::new(name, kind.what());
    let written = kind.section().and_then(|(file, section)| scene.snapshot.view().find(file, section, name));
    if let Some(dropped) = written.and_then(|it| scene.snapshot.as_read().dropped(&it)) {
        let code = dropped.code.map_or(String::new(), |it| format!(" ({})", words::code(it)));
        page.fact(format!("**does not exist**: {}{code}", dropped.effect));
        page.labelled("defined at", scene.place(&dropped.place).unwrap_or_default());
        return page;
    }
    let file = kind.section().map(|it| it.0);
    page.fact(match file {
        Some(file) if scene.view.has_file(file) => format!("not defined in {}", file.name()),
        Some(file) => format!("{}, which would define it, is not loaded", file.name()),
        None => "not defined in the loaded files".to_owned(),
    });
    page
}
