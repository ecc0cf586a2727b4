//! A cluster at an instant: the branches of `#if` that are active then, and nothing else.
//!
//! It is made by *masking*: in each file with `#if`, spaces replace the directives and the branches that are not
//! active. Every offset stays the same, so a place in the masked file is a place in the written file; and the masked
//! file is read as any other, so the cluster at an instant is a [`Cluster`] in which nothing is conditional. A block
//! stays conditional if the files do not say when it is active: names of a `#define`, syntax errors, templates, a block
//! that crosses the border of a section, a window with a time zone if the distance of the cluster from UTC is not
//! given.
//!
//! [`Slices`] divides the week into the times at which the same branches are active.

mod branches;
mod instant;
mod slices;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use lsflint_spec::{FileKind, Target};
use lsflint_syntax::Parse;
use lsflint_syntax::ast::{AstNode, Directive};
use rustc_hash::{FxHashMap, FxHashSet};

use self::branches::Blocks;
use self::instant::Clock;
pub use self::instant::Instant;
pub use self::slices::{Slice, Slices};
use crate::{Cluster, Included, SourceFile, Summary};

/// The text of a file at an instant, with the same offsets. `None` if the file is the same at all times, or unknown.
pub fn masked(text: &str, parse: &Parse, kind: FileKind, target: Target, instant: Instant) -> Option<String> {
    if !may_have_branches(kind, text) {
        return None;
    }
    Blocks::of(parse, target, instant.clock).masked(text, instant.minute)
}

/// What was read from files without some branches, by path and text, so that the same text is read once for all times
/// of the week: most blocks decide the text of one file only.
type Masked = FxHashMap<String, FxHashMap<String, (Arc<Summary>, FxHashSet<String>)>>;

/// Whether a text may have an `#if` block.
fn may_have_branches(kind: FileKind, text: &str) -> bool {
    let is_if = |it: &[u8]| it.eq_ignore_ascii_case(b"#if");
    kind.spec().directives.conditionals && text.as_bytes().windows(3).any(is_if)
}

impl Cluster {
    /// The cluster at an instant. Files that are only included by a branch that is not active are not part of it.
    pub fn at(&self, instant: Instant) -> Cluster {
        let files = self.index().files().iter().filter(|it| may_have_branches(it.kind(), it.text()));
        let read = files.map(|it| {
            let parse = lsflint_syntax::parse(it.text(), it.kind());
            (it.path(), Blocks::of(&parse, self.switches.target, instant.clock))
        });
        self.masked(&read.collect(), |blocks, text| blocks.masked(text, instant.minute), &mut Masked::default())
    }

    /// The cluster without the `#if` blocks in the files of a kind: an answer that is the same in it does not depend on
    /// them.
    pub fn without_branches(&self, kind: FileKind) -> Cluster {
        let is_of_kind = |it: &&Arc<Summary>| it.kind() == kind && may_have_branches(kind, it.text());
        let read = self.index().files().iter().filter(is_of_kind).map(|it| {
            let parse = lsflint_syntax::parse(it.text(), it.kind());
            (it.path(), Blocks::of(&parse, self.switches.target, Clock { is_local: true, offset: None }))
        });
        self.masked(&read.collect(), Blocks::without, &mut Masked::default())
    }

    /// The cluster with other texts of some files. `blocks`: the blocks of these files, by path. `known`: the texts
    /// that were read before.
    fn masked(
        &self,
        blocks: &FxHashMap<&str, Blocks>,
        mask: impl Fn(&Blocks, &str) -> Option<String>,
        known: &mut Masked,
    ) -> Cluster {
        let mut changed: FxHashMap<&str, FxHashSet<String>> = FxHashMap::default();
        let mut files = Vec::with_capacity(self.index().files().len());
        for file in self.index().files() {
            let masked = blocks.get(file.path()).and_then(|it| mask(it, file.text()));
            let Some(text) = masked else {
                files.push(file.clone());
                continue;
            };
            let entry = known.entry(file.path().to_owned()).or_default().entry(text);
            let (summary, includes) = entry.or_insert_with_key(|text| {
                let source = SourceFile::new(file.path(), file.kind(), text.as_str());
                let source = SourceFile { template: file.is_template(), ..source };
                let mut summary = Summary::of(&source);
                // Masking changes no offset.
                summary.shifts = file.shifts.clone();
                (Arc::new(summary), included_by(&source))
            });
            changed.insert(file.path(), includes.clone());
            files.push(summary.clone());
        }
        let is_active = |it: &&Included| changed.get(&*it.from).is_none_or(|paths| paths.contains(&it.written));
        let gone = self.not_included(&self.includes.iter().filter(is_active).collect::<Vec<_>>());
        files.retain(|it| !gone.contains(it.path()));
        self.with_files(files, self)
    }

    /// The files that no active `#INCLUDE` line leads to, although another one does.
    fn not_included<'a>(&'a self, active: &[&'a Included]) -> FxHashSet<&'a str> {
        let mut gone: FxHashSet<&str> = self.includes.iter().map(|it| &*it.to).collect();
        let mut by_file: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for it in active {
            by_file.entry(&it.from).or_default().push(&it.to);
        }
        let mut reached: Vec<&str> = by_file.keys().copied().filter(|it| !gone.contains(it)).collect();
        while let Some(file) = reached.pop() {
            let next = by_file.get(file).into_iter().flatten().copied();
            reached.extend(next.filter(|it| gone.remove(it)));
        }
        gone
    }
}

/// The paths of the `#INCLUDE` lines of a file, as written.
fn included_by(file: &SourceFile) -> FxHashSet<String> {
    let directives = file.parse.root().descendants().filter_map(Directive::cast);
    directives.filter(|it| it.is("#include")).filter_map(|it| Some(it.path()?.text().into_owned())).collect()
}
