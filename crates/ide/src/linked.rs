//! Names that must match: `Begin Queue` and `End Queue`.

use lsflint_syntax::{SyntaxKind, TextSize};

use crate::spot::Spot;
use crate::{Range, Snapshot};

/// The ranges that change together with that at a byte offset: the names after `Begin` and `End` while they are equal;
/// empty elsewhere.
pub fn linked_ranges(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<Range> {
    let Some(file) = snapshot.file(path) else { return Vec::new() };
    let spot = Spot::at(&file.source, TextSize::new(offset));
    let on_name = spot.token.is_some_and(|it| it.kind() == SyntaxKind::SECTION_NAME);
    let names = spot.section().filter(|_| on_name).map(|it| (it.name(), it.end_name()));
    match names {
        Some((Some(begin), Some(end))) if begin.raw() == end.raw() => vec![begin.range().into(), end.range().into()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let fixture = Fixture::new(&format!("//- lsb.queues\n{text}"));
        let found = linked_ranges(&fixture.snapshot, &fixture.path, fixture.offset().into());
        let line = |it: &Range| {
            let text = &fixture.file().text;
            let start = text[..it.start as usize].rfind('\n').map_or(0, |it| it + 1);
            text[start..it.end as usize].to_owned()
        };
        assert_eq!(found.iter().map(line).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn both_names_while_they_are_the_same() {
        check("Begin Qu$0eue\nNICE = 1\nEnd Queue\n", &["Begin Queue", "End Queue"]);
        check("Begin Queue\nNICE = 1\nEnd Queue$0 # x\n", &["Begin Queue", "End Queue"]);
        check("Begin Queue\nEnd Queue\nBegin Que$0ue\nEnd Queue\n", &["Begin Queue", "End Queue"]);
    }

    #[test]
    fn nothing_elsewhere() {
        check("Be$0gin Queue\nNICE = 1\nEnd Queue\n", &[]);
        check("Begin Queue\nNI$0CE = 1\nEnd Queue\n", &[]);
        check("Begin Que$0ue\nNICE = 1\nEnd Queu\n", &[]);
        check("Begin Que$0ue\nNICE = 1\n", &[]);
        check("Begin $0\nEnd\n", &[]);
    }
}
