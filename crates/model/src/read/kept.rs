//! The cluster as LSF reads it, after each edit.

use std::sync::Arc;

use lsflint_syntax::Edit;
use rustc_hash::FxHashMap;

use super::{AsRead, FileReadings, Readings, applied, edits, read};
use crate::{Cluster, SourceFile, Summary};

/// The last [`AsRead`] of a cluster. The next one reuses what did not change.
#[derive(Debug, Default)]
pub struct KeptRead {
    last: Option<AsRead>,
    /// The files that LSF reads differently from what is written, by path.
    files: FxHashMap<Arc<str>, KeptFile>,
}

/// A file that LSF reads differently from what is written.
#[derive(Debug)]
struct KeptFile {
    written: Arc<SourceFile>,
    readings: Arc<FileReadings>,
    read: SourceFile,
    summary: Arc<Summary>,
}

impl KeptRead {
    /// The cluster of the last call; `None` before the first one.
    pub fn last(&self) -> Option<&AsRead> {
        self.last.as_ref()
    }

    /// Like [`AsRead::of`]. The cluster must have the same surroundings in each call.
    pub fn read(&mut self, written: &Arc<Cluster>, files: &[&Arc<SourceFile>], readings: &Arc<Readings>) -> AsRead {
        let mut before = std::mem::take(&mut self.files);
        for file in files {
            let Some(of_file) = readings.0.get(&file.path) else { continue };
            if let Some(summary) = written.index().file(&file.path) {
                let kept = KeptFile::new(file, summary, of_file, before.remove(&file.path));
                self.files.insert(file.path.clone(), kept);
            }
        }
        let summary = |it: &str| Some(self.files.get(it)?.summary.clone());
        let last = self.last.as_ref().map(|it| &**it.read());
        let now = AsRead::with(written.clone(), readings.clone(), last, summary);
        self.last = Some(now.clone());
        now
    }
}

impl KeptFile {
    fn new(
        file: &Arc<SourceFile>,
        summary: &Summary,
        readings: &Arc<FileReadings>,
        before: Option<KeptFile>,
    ) -> KeptFile {
        let (written, kept) = (file.clone(), readings.clone());
        let Some(before) = before.filter(|it| it.written.kind == file.kind) else {
            let (read, shares, shifts) = read(file, &readings.readings);
            let before = Some((&**file, summary)).filter(|_| shares);
            let summary = Arc::new(Summary::after(&read, before).0.shifted(shifts));
            return KeptFile { written, readings: kept, read, summary };
        };
        if Arc::ptr_eq(&before.written, file) && before.readings == *readings {
            return before;
        }
        let (edits, shifts) = edits(&file.text, &readings.readings);
        let text: Arc<str> = applied(&file.text, &edits).into();
        let edit = Edit::between(&before.read.text, &text);
        let flags = SourceFile { parse: before.read.parse.clone(), text: before.read.text.clone(), ..(**file).clone() };
        let read = flags.edited_to(&[edit], Some(text));
        let summary = Summary::after(&read, Some((&before.read, &before.summary))).0.shifted(shifts);
        KeptFile { written, readings: kept, read, summary: Arc::new(summary) }
    }
}
