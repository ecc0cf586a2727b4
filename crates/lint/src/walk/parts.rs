//! Checks parts of a large file at the same time.
//!
//! After a section with an `End`, nothing in the rest of the file depends on the lines before it, except that some
//! section was before.

use std::ops::Range;
use std::sync::OnceLock;

use lsflint_model::{Cluster, SourceFile, View};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Element, SyntaxError, TextRange, TextSize};

use super::walker::Walker;
use super::{Found, find_in_file, finished, has_finding_about_whitespace};
use crate::context::{FileContext, FlatContext};
use crate::diagnostic::Diagnostic;
use crate::registry::Registry;
use crate::settings::Settings;

/// Children of the root of a file, which can be checked without the others.
#[derive(Debug, Clone)]
pub struct FilePart {
    children: Range<usize>,
    range: TextRange,
}

/// As [`find_in_file`], with the sections of the file in at most so many parts. `each` returns what the function
/// returns for each part, in order; it may call it on several threads.
pub fn find_in_parts(
    file: &SourceFile,
    cluster: &Cluster,
    settings: &Settings,
    registry: &Registry,
    most: usize,
    each: impl FnOnce(Vec<FilePart>, &(dyn Fn(FilePart) -> Vec<Diagnostic> + Sync)) -> Vec<Vec<Diagnostic>>,
) -> Found {
    let parts = divided(file, most);
    if parts.len() < 2 {
        return find_in_file(file, cluster, settings, registry);
    }
    let directive_like = OnceLock::new();
    let context = FileContext::new(file, View::new(cluster), settings).with_cache(&directive_like);
    let mut whole = Walker::new(context, registry, &[], None);
    whole.file_rules();
    let whitespace_reported = has_finding_about_whitespace(&whole.found, file.parse.errors());
    let gaps = context.has_gaps();
    let in_parts = each(parts, &|part| {
        let context = FileContext::with_gaps(file, View::new(cluster), settings, gaps);
        let mut walker = Walker::new(context, registry, errors_of(file, part.range), None);
        walker.whitespace_reported = whitespace_reported;
        walker.after_section = part.children.start > 0;
        walker.part(&part);
        walker.found
    });
    whole.facts_rules();
    let mut found = whole.found;
    found.extend(in_parts.into_iter().flatten());
    // A file with sections has no settings outside of them.
    for check in &registry.flat {
        check.run(&FlatContext { file: context, entries: &[] }, &mut found);
    }
    finished(&context, registry, found, true)
}

impl<'a> Walker<'a> {
    /// Visits a part.
    fn part(&mut self, part: &FilePart) {
        for element in self.file.file.parse.root().elements_at(part.children.clone(), part.range.start()) {
            let Element::Node(node) = element else { continue };
            self.errors_until(node.start(), None, None);
            self.top_level_node(node);
            self.errors_until(node.range().end(), None, None);
        }
        // What remains is after the last node.
        self.errors_until(TextSize::of(&*self.file.file.text) + TextSize::new(1), None, None);
    }
}

/// The errors that start in a part; in the last part, also those at its end.
fn errors_of(file: &SourceFile, part: TextRange) -> &[SyntaxError] {
    let errors = file.parse.errors();
    let from = errors.partition_point(|it| it.range.start() < part.start());
    let is_last = part.end() == TextSize::of(&*file.text);
    let to = if is_last { errors.len() } else { errors.partition_point(|it| it.range.start() < part.end()) };
    &errors[from..to]
}

/// Divides a file after sections with an `End`, into parts of about the same size.
fn divided(file: &SourceFile, most: usize) -> Vec<FilePart> {
    let whole = TextSize::of(&*file.text);
    let size = u32::from(whole) / most.max(1) as u32;
    let (mut parts, mut first, mut start) = (Vec::new(), 0, TextSize::new(0));
    let mut children = 0;
    for element in file.parse.root().elements() {
        children += 1;
        let end = element.range().end();
        if u32::from(end - start) < size || end == whole {
            continue;
        }
        let section = element.into_node().and_then(ast::Section::cast);
        if section.is_some_and(|it| it.end().is_some()) {
            parts.push(FilePart { children: first..children, range: TextRange::new(start, end) });
            (first, start) = (children, end);
        }
    }
    parts.push(FilePart { children: first..children, range: TextRange::new(start, whole) });
    parts
}
