//! Whether an edit changes which files belong together.

use lsflint_model::composed;
use lsflint_syntax::{Edit, TextRange, TextSize};

use super::snapshot::FileSnapshot;
use crate::include::{has_whole_sections, mentions_include};
use crate::kind::{self, MemberKind};
use crate::paths::name_of;
use crate::script::{kind_of_buffer, kind_of_script};
use crate::source::Source;

/// Whether a file may belong to another cluster after an edit, or is reported or not: its kind or its includes changed,
/// or an included file became a part of a section.
pub(super) fn moves(file: &FileSnapshot, after: &Source, edits: &[Edit]) -> bool {
    let (before, after) = match (&file.source, after) {
        (Source::File(before), Source::File(after)) => (before, after),
        (Source::Script(before), Source::Script(after)) => {
            let name = name_of(&file.path);
            return kind_of_script(&name, before) != kind_of_script(&name, after);
        }
        (Source::File(_), Source::Script(_)) | (Source::Script(_), Source::File(_)) => return true,
    };
    if file.included && has_whole_sections(&before.text) != has_whole_sections(&after.text) {
        return true;
    }
    let name = name_of(&file.path);
    if !file.included && kind::by_name(&name).is_none() {
        let is_same =
            |it| matches!(it, MemberKind::File(it) if it.kind == before.kind && it.certain == before.kind_certain);
        if !kind_of_buffer(&name, &after.text).is_some_and(is_same) {
            return true;
        }
    }
    let (mut put_in, mut taken) = (TextSize::new(0), TextSize::new(0));
    composed(&before.text, edits).iter().any(|it| {
        let inserted = TextRange::at(it.range.start() + put_in - taken, TextSize::of(&*it.insert));
        (put_in, taken) = (put_in + inserted.len(), taken + it.range.len());
        mentions_include(lines_of(&before.text, it.range)) || mentions_include(lines_of(&after.text, inserted))
    })
}

/// The whole lines that a range touches.
fn lines_of(text: &str, range: TextRange) -> &str {
    let start = text[..usize::from(range.start())].rfind('\n').map_or(0, |it| it + 1);
    let end = usize::from(range.end());
    let end = text[end..].find('\n').map_or(text.len(), |it| end + it);
    &text[start..end]
}
