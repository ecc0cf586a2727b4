//! Formats the files of a plan.

use lsflint_spec::FileKind;
use lsflint_syntax::{TextRange, TextSize};

use crate::caught::catch;
use crate::disk::Disk;
use crate::error::Problem;
use crate::plan::{Member, Plan};
use crate::threads::{each, in_pool};
use crate::write::Rewritten;

/// A range of lines of a file, 1-based, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lines {
    /// The first line.
    pub first: usize,
    /// The last line; it may be beyond the end of the file.
    pub last: usize,
}

/// Size of a batch in bytes: files are processed together up to this size, so that small files use all threads and few
/// texts are in memory.
const BATCH: u64 = 4 << 20;

impl Plan {
    /// Formats the files that are reported on, or only the given lines of them, ordered by path and in batches. Nothing
    /// is written.
    pub fn format(&self, lines: Option<Lines>) -> impl Iterator<Item = Result<Rewritten, Problem>> + '_ {
        let reported = self.members().filter(|it| it.reported);
        let mut files: Vec<_> = reported.filter_map(|it| Some((it, it.kind.file()?))).collect();
        files.sort_by(|a, b| a.0.shown.cmp(&b.0.shown));
        let pool = self.pool();
        let mut rest = files.into_iter().peekable();
        std::iter::from_fn(move || {
            let mut batch = Vec::new();
            let mut bytes = 0;
            while let Some(file) = rest.next_if(|it| batch.is_empty() || bytes + it.0.bytes <= BATCH) {
                bytes += file.0.bytes;
                batch.push(file);
            }
            let work = |(file, kind): (&Member, FileKind)| format(file, kind, lines, self.request.buffers.disk());
            (!batch.is_empty()).then(|| in_pool(pool.as_ref(), || each(batch, work)))
        })
        .flatten()
    }
}

fn format(file: &Member, kind: FileKind, lines: Option<Lines>, disk: &Disk) -> Result<Rewritten, Problem> {
    let before = match &file.text {
        Some(text) => text.clone(),
        None => disk.read(&file.path, &file.shown)?,
    };
    let (text, options) = (&*before.text, file.judge.config.format);
    let after = catch(|| {
        let range = lines.map(|it| range_of(text, it));
        let after = match range {
            // Lines after the end of the text.
            Some(None) => None,
            _ => lsflint_fmt::formatted(text, kind, range.flatten(), options),
        };
        after.map_or_else(|| before.text.clone(), Into::into)
    });
    let after = after.map_err(|it| Problem::internal(&file.shown, it))?;
    Ok(Rewritten { path: file.path.clone(), shown: file.shown.clone(), before, after })
}

/// The byte range from the start of the first line to the end of the last one; `None` if it is after the end of the
/// text.
fn range_of(text: &str, lines: Lines) -> Option<TextRange> {
    let mut starts = std::iter::once(0).chain(text.match_indices('\n').map(|it| it.0 + 1));
    let start = starts.nth(lines.first.checked_sub(1)?).filter(|it| *it < text.len())?;
    let behind = starts.nth(lines.last.checked_sub(lines.first)?).unwrap_or(text.len());
    // The line end belongs to the line; what follows belongs to the next one.
    let end = text[start..behind].trim_end_matches(['\n', '\r']).len() + start;
    let size = |it: usize| TextSize::new(u32::try_from(it).unwrap_or(u32::MAX));
    Some(TextRange::new(size(start), size(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(first: usize, last: usize, expected: Option<&str>) {
        let text = "one\r\ntwo\nthree\n";
        assert_eq!(range_of(text, Lines { first, last }).map(|it| &text[it]), expected);
    }

    #[test]
    fn lines_are_counted_from_one() {
        check(1, 1, Some("one"));
        check(1, 2, Some("one\r\ntwo"));
        check(2, 9, Some("two\nthree"));
        check(3, 3, Some("three"));
        check(4, 4, None);
        check(0, 1, None);
        check(2, 1, None);
    }
}
