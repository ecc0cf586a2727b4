//! Parsed files, and those that several requests share.

use std::sync::{Arc, Mutex, PoisonError};

use lsflint_model::{SourceFile, Summary};
use rustc_hash::FxHashMap;

use crate::caught::{Panic, catch};
use crate::kind::Recognised;

/// A parsed LSF file and its summary.
#[derive(Debug, Clone)]
pub(crate) struct Parsed {
    pub(crate) source: Arc<SourceFile>,
    pub(crate) summary: Arc<Summary>,
}

impl Parsed {
    /// Parses the summary of a file, reusing unchanged parts of `before`. Also returns the number of sections read.
    pub(crate) fn new(source: Arc<SourceFile>, before: Option<&Parsed>) -> Result<(Parsed, usize), Panic> {
        let before = before.map(|it| (&*it.source, &*it.summary));
        let (summary, read) = catch(|| Summary::after(&source, before))?;
        Ok((Parsed { source, summary: Arc::new(summary) }, read))
    }
}

/// The files that requests have parsed. A file with the same text is not parsed again, wherever it is: two states of a
/// cluster have most files in common. Clones share the files.
#[derive(Debug, Clone, Default)]
pub struct ParsedFiles(Arc<Mutex<FxHashMap<Key, Parsed>>>);

type Key = (Recognised, Arc<str>);

impl ParsedFiles {
    /// The file with this text as one with the path `shown`.
    pub(crate) fn get(&self, shown: &Arc<str>, recognised: Recognised, text: &Arc<str>) -> Option<Parsed> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = files.get(&(recognised, text.clone()))?;
        if known.source.path == *shown {
            return Some(known.clone());
        }
        let source = Arc::new(SourceFile { path: shown.clone(), ..(*known.source).clone() });
        Some(Parsed { source, summary: Arc::new(known.summary.at(shown)) })
    }

    pub(crate) fn add(&self, recognised: Recognised, parsed: &Parsed) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert((recognised, parsed.source.text.clone()), parsed.clone());
    }
}

#[cfg(test)]
mod tests {
    use lsflint_spec::FileKind;

    use super::*;

    #[test]
    fn a_file_with_the_same_text_has_its_own_path() {
        let recognised = Recognised { kind: FileKind::LsbQueues, certain: true, template: false };
        let text: Arc<str> = "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n".into();
        let source = Arc::new(SourceFile::new("old/lsb.queues", FileKind::LsbQueues, text.clone()));
        let parsed = Parsed::new(source, None).unwrap_or_else(|_| panic!("it is read")).0;
        let files = ParsedFiles::default();
        files.add(recognised, &parsed);
        let same = files.get(&"new/lsb.queues".into(), recognised, &text).expect("the same text");
        assert_eq!((&*same.source.path, same.summary.path()), ("new/lsb.queues", "new/lsb.queues"));
        assert_eq!(same.source.parse, parsed.source.parse);
        assert!(files.get(&"new/lsb.queues".into(), Recognised { template: true, ..recognised }, &text).is_none());
        assert!(files.get(&"new/lsb.queues".into(), recognised, &"Begin Queue\n".into()).is_none());
    }
}
