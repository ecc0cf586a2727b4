//! A workspace of one cluster whose files are handed in, not found: to measure and test what a change costs.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Settings};
use lsflint_model::{Cluster as Facts, SourceFile, Surroundings};
use lsflint_spec::Target;
use lsflint_syntax::Edit;

use super::{Mode, Purpose, Work, Workspace};
use crate::group::Cluster;
use crate::judge::Judge;
use crate::load::{Content, Loaded, LoadedCluster, LoadedSet, Parsed};
use crate::read::Encoding;

impl Workspace {
    /// Checks files for the first time, in the order LSF would not mind: the order they are given in.
    pub fn new(
        files: Vec<Arc<SourceFile>>,
        target: Option<Target>,
        settings: Settings,
        surroundings: Surroundings,
    ) -> Workspace {
        let judge = Arc::new(Judge::with_settings(&Arc::default(), settings));
        let mode = Mode { purpose: Purpose::Edit, target, parallel: false };
        let (loaded, _) = loaded(files, &judge, surroundings, &[]);
        let mut workspace = Workspace::open(loaded, mode, Vec::new());
        workspace.refresh();
        workspace
    }

    /// The files in order.
    pub fn files(&self) -> impl Iterator<Item = &Arc<SourceFile>> {
        self.members.iter().filter_map(|it| Some(&it.file()?.source))
    }

    /// What is known across the files.
    pub fn cluster(&self) -> Option<&Arc<Facts>> {
        self.clusters.first()?.facts.as_ref()
    }

    /// The findings of a file; `None` when it is not here. While nothing in them changes, they stay the same ones.
    pub fn findings(&self, path: &str) -> Option<&Arc<[Diagnostic]>> {
        self.recorded(self.number(path)?)
    }

    /// Edits a file: each edit counts in the text that those before it left. `None` when it is not here.
    pub fn edit(&mut self, path: &str, edits: &[Edit]) -> Option<Work> {
        let edited = self.members[self.number(path)?].file()?.source.edited(edits);
        self.replace(Arc::new(edited))
    }

    /// Puts a file in the place of the one with its path. `None` when it is not here.
    pub fn replace(&mut self, file: Arc<SourceFile>) -> Option<Work> {
        let number = self.number(&file.path)?;
        Some(self.change(vec![(number, file)]))
    }

    /// From now on these are the files. Those that are the same ones as before cost nothing. Without effect when there
    /// was none before: it would not be known what they are judged by.
    pub fn set_all(&mut self, files: Vec<Arc<SourceFile>>) -> Work {
        let (Some(member), Some(cluster)) = (self.members.first(), self.clusters.first()) else {
            return Work::default();
        };
        let (loaded, sections_read) = loaded(files, &member.judge, cluster.surroundings.clone(), &self.members);
        Work { sections_read, ..self.replace_all(loaded) }
    }

    /// Takes a file away.
    pub fn remove(&mut self, path: &str) -> Work {
        let left = self.files().filter(|it| *it.path != *path).cloned().collect();
        self.set_all(left)
    }

    fn number(&self, path: &str) -> Option<usize> {
        self.members.iter().position(|it| **it.shown() == *path)
    }
}

/// Files as those of one cluster, and how many sections were read. A file that cannot be read is left out.
fn loaded(
    files: Vec<Arc<SourceFile>>,
    judge: &Arc<Judge>,
    surroundings: Surroundings,
    before: &[Loaded],
) -> (LoadedSet, usize) {
    let (mut members, mut sections_read) = (Vec::new(), 0);
    for source in files {
        let path = Path::new(&*source.path).into();
        let before = before.iter().find(|it| **it.shown() == *source.path).and_then(Loaded::file);
        let parsed = match before {
            Some(same) if Arc::ptr_eq(&same.source, &source) => Ok((same.clone(), 0)),
            _ => Parsed::new(source, before),
        };
        let Ok((file, read)) = parsed else { continue };
        sections_read += read;
        let (content, encoding, judge) = (Content::File(file), Encoding::Utf8, judge.clone());
        members.push(Loaded { path, content, encoding, reported: true, judge, included: false });
    }
    let all: Vec<usize> = (0..members.len()).collect();
    let grouped = Cluster { files: all.clone(), judged: all, ..Cluster::default() };
    (LoadedSet { members, clusters: vec![LoadedCluster { grouped, surroundings }] }, sections_read)
}
