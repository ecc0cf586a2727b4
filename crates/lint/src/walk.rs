//! The walk over a file.

mod bases;
mod cause;
mod memo;
mod params;
mod parts;
mod quiet;
mod reuse;
mod reuse_rows;
mod rows;
mod time;
mod visit;
mod walker;

use std::sync::{Arc, OnceLock};

use lsflint_model::{Cluster, SourceFile, Uses, View};
use lsflint_syntax::{ErrorKind, StructureError, SyntaxError, TextSize};
use rustc_hash::FxHashSet;

pub use self::memo::Kept;
use self::memo::Memo;
pub use self::parts::{FilePart, find_in_parts};
use self::walker::Walker;
use crate::context::{FileContext, FlatContext};
use crate::diagnostic::{self, Diagnostic};
use crate::registry::Registry;
use crate::settings::Settings;
use crate::suppress;

/// The findings of a file.
#[derive(Debug, Default)]
pub struct Found {
    /// Those that are reported, sorted by position, then code.
    pub reported: Vec<Diagnostic>,
    /// Those that are not reported although what they say about LSF holds: a comment suppresses them, or a limit leaves
    /// them out.
    pub suppressed: Vec<Diagnostic>,
}

/// Runs the rules of the registry over one file. The findings are sorted by position, then code; suppressed ones are
/// omitted.
pub fn check_file(file: &SourceFile, cluster: &Cluster, settings: &Settings, registry: &Registry) -> Vec<Diagnostic> {
    find_in_file(file, cluster, settings, registry).reported
}

/// As [`check_file`], with the findings that are not reported.
pub fn find_in_file(file: &SourceFile, cluster: &Cluster, settings: &Settings, registry: &Registry) -> Found {
    check_in(file, View::new(cluster), settings, registry, None, None)
}

/// As [`check_file`], but reuses the findings of the previous check for unchanged parts. In the first check, `early` is
/// called with the findings that are known before the rules about facts run, which read the whole cluster.
pub fn check_file_again(
    file: &Arc<SourceFile>,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
    kept: &mut Kept,
    early: Option<Early<'_>>,
) -> Found {
    let uses = Uses::default();
    check_in(file, View::tracked(cluster, &uses), settings, registry, Some((kept, file)), early)
}

/// Is called with some of the findings of a file.
pub type Early<'e> = &'e dyn Fn(Vec<Diagnostic>);

fn check_in(
    file: &SourceFile,
    cluster: View<'_>,
    settings: &Settings,
    registry: &Registry,
    mut kept: Option<(&mut Kept, &Arc<SourceFile>)>,
    early: Option<Early<'_>>,
) -> Found {
    let memo = kept.as_mut().map(|it| it.0.begin(file, cluster.index()));
    let context = match &memo {
        Some(memo) => FileContext::with_gaps(file, cluster, settings, memo.has_gaps()),
        None => FileContext::new(file, cluster, settings),
    };
    let directive_like = OnceLock::new();
    let context = context.with_cache(&directive_like);
    let mut walker = Walker::new(context, registry, file.parse.errors(), memo);
    walker.file_rules();
    walker.whitespace_reported = has_finding_about_whitespace(&walker.found, file.parse.errors());
    walker.units(file.parse.root());
    walker.errors_until(TextSize::of(&*file.text) + TextSize::new(1), None, None);
    let may_suppress = walker.memo.as_ref().is_none_or(Memo::may_suppress);
    // Whether a suppression comment is needed is known when all findings are.
    let is_first = !may_suppress && walker.memo.as_ref().is_some_and(|it| it.before.is_none());
    if let Some(early) = early.filter(|_| is_first) {
        early(finished(&context, registry, walker.found.clone(), false).reported);
    }
    walker.facts_rules();
    for check in &registry.flat {
        check.run(&FlatContext { file: context, entries: &walker.flat }, &mut walker.found);
    }
    let found = finished(&context, registry, walker.found, may_suppress);
    if let (Some((kept, file)), Some(memo), Some(uses)) = (kept, walker.memo, cluster.uses()) {
        kept.steps = uses.steps();
        kept.end(memo, file, walker.whitespace_reported, uses.take().basis(cluster.index()));
    }
    found
}

/// The findings of the checks as they are reported.
fn finished(context: &FileContext<'_>, registry: &Registry, mut found: Vec<Diagnostic>, may_suppress: bool) -> Found {
    let mut suppressed = Vec::new();
    if may_suppress {
        suppressed = suppress::in_file(context, registry, &mut found);
    }
    suppressed.extend(found.extract_if(.., |it| it.left_out));
    context.settings.apply_severities(&mut found);
    diagnostic::sort(&mut found);
    Found { reported: found, suppressed }
}

/// Whether a finding reports whitespace after a backslash.
fn has_finding_about_whitespace(found: &[Diagnostic], errors: &[SyntaxError]) -> bool {
    let kind = ErrorKind::Structure(StructureError::BlankAfterContinuation);
    let places: FxHashSet<TextSize> = errors.iter().filter(|it| it.kind == kind).map(|it| it.range.start()).collect();
    !places.is_empty() && found.iter().any(|it| places.contains(&it.range.start()))
}
