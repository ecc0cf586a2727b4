//! Formatting with [`lsflint_fmt`]: of a whole file, some lines, or the line before a new line.

use lsflint_syntax::{Edit, TextRange, TextSize};

use crate::{Range, Replacement, Snapshot};

/// The edits that format a file.
pub fn format_document(snapshot: &Snapshot, path: &str) -> Vec<Replacement> {
    let Some(file) = snapshot.file(path).map(|it| &it.source) else { return Vec::new() };
    replacements(lsflint_fmt::format(&file.parse, &file.text, file.kind, snapshot.format))
}

/// The edits that format the lines which a range touches.
pub fn format_range(snapshot: &Snapshot, path: &str, range: Range) -> Vec<Replacement> {
    let Some(file) = snapshot.file(path).map(|it| &it.source) else { return Vec::new() };
    let end = TextSize::of(&*file.text);
    let range = TextRange::from(range);
    let range = TextRange::new(range.start().min(end), range.end().min(end));
    replacements(lsflint_fmt::format_range(&file.parse, &file.text, file.kind, range, snapshot.format))
}

/// The edits after a line end was typed, for the line before it. `offset` is the offset after the typed text.
pub fn format_on_type(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Replacement> {
    let Some(file) = snapshot.file(path).map(|it| &it.source) else { return Vec::new() };
    let before = file.text.get(..offset as usize).unwrap_or(&file.text);
    // Editors indent the new line before the request.
    let Some(line_end) = before.trim_end_matches([' ', '\t']).strip_suffix('\n') else { return Vec::new() };
    let at = line_end.trim_end_matches('\r').len() as u32;
    let edits = format_range(snapshot, path, Range { start: at, end: at });
    // The line of the cursor and empty lines are still being edited.
    edits.into_iter().filter(|it| it.range.end <= at).collect()
}

fn replacements(edits: Vec<Edit>) -> Vec<Replacement> {
    edits.into_iter().map(|it| Replacement { range: it.range.into(), text: it.insert }).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    #[track_caller]
    fn check(text: &str, edits: impl Fn(&Fixture) -> Vec<Replacement>, expect: Expect) {
        let fixture = Fixture::new(text);
        let mut text = fixture.file().text.to_string();
        for edit in edits(&fixture).iter().rev() {
            text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
        }
        // Blanks at line ends are shown as a dot.
        let shown: Vec<String> =
            text.lines().map(|it| it.strip_suffix("  ").map_or(it.to_owned(), |it| format!("{it}··"))).collect();
        expect.assert_eq(&shown.join("\n"));
    }

    const QUEUE: &str =
        "//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\nNICE=$020\nPRIORITY=40$0\nUSERS=all\nEnd Queue\n";

    #[test]
    fn a_file() {
        check(
            QUEUE,
            |it| format_document(&it.snapshot, &it.path),
            expect![[r#"
                Begin Queue
                QUEUE_NAME = night
                NICE       = 20
                PRIORITY   = 40
                USERS      = all
                End Queue"#]],
        );
    }

    #[test]
    fn a_selection() {
        check(
            QUEUE,
            |it| format_range(&it.snapshot, &it.path, it.selection().into()),
            expect![[r#"
                Begin Queue
                QUEUE_NAME = night
                NICE       = 20
                PRIORITY   = 40
                USERS=all
                End Queue"#]],
        );
    }

    #[test]
    fn the_line_before_the_cursor() {
        let typed = |it: &Fixture| format_on_type(&it.snapshot, &it.path, it.offset().into());
        check(
            "//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\nNICE=20\n  $0\nEnd Queue\n",
            typed,
            expect![[r#"
                Begin Queue
                QUEUE_NAME = night
                NICE       = 20
                ··
                End Queue"#]],
        );
        check(
            "//- lsb.queues\nBegin Queue\nNICE=20$0\n",
            typed,
            expect![[r#"
                Begin Queue
                NICE=20"#]],
        );
    }
}
