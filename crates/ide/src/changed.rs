//! Lenses and hovers on what changed since the last commit.

use lsflint_spec::Layout;
use lsflint_syntax::TextSize;
use lsflint_syntax::ast::{AstNode as _, Entry, TableRow};

use crate::answers::plan::What;
use crate::spot::Spot;
use crate::{FileChange, Range, Snapshot, words};

/// The maximum number of changes that a lens names.
const NAMED: usize = 3;
/// The maximum number of characters of a value in a lens.
const LONGEST: usize = 60;

/// A lens above a changed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeLens {
    /// The line.
    pub range: Range,
    /// What changed: `changed against HEAD: 6 hours to 8 hours`.
    pub title: String,
}

/// The lenses of the changes of a file, one for each line.
pub fn change_lenses(changes: &[FileChange]) -> Vec<ChangeLens> {
    let of_lines = changes.chunk_by(|a, b| a.range == b.range);
    of_lines.map(|it| ChangeLens { range: it[0].range, title: title(it) }).collect()
}

/// The title of a lens for the changes of a line.
fn title(changes: &[FileChange]) -> String {
    let alone = changes.len() == 1;
    let named: Vec<String> = changes.iter().take(NAMED).map(|it| said(it, alone)).collect();
    let more = changes.len() - named.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("changed against HEAD: {}{more}", named.join(", "))
}

fn said(it: &FileChange, alone: bool) -> String {
    match &it.change.what {
        What::Created => "new".to_owned(),
        What::Removed => format!("{} removed", it.change.object.words()),
        What::Renamed { old_name } => format!("renamed from {}", short(old_name)),
        What::Parameter(change) => {
            let values = format!("{} to {}", short(&change.old_words), short(&change.new_words));
            let is_row = lsflint_spec::section(it.change.object.file, it.change.object.section)
                .is_some_and(|it| it.layout == Layout::Tabular);
            // The line itself has the name.
            if alone && it.is_own_line && !is_row { values } else { format!("{} {values}", change.name) }
        }
    }
}

/// A value, cut if it is long.
fn short(value: &str) -> String {
    match value.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &value[..end]),
        None => value.to_owned(),
    }
}

/// What changed in the setting at an offset, as a paragraph of Markdown: `Changed against HEAD: 6 hours to 8 hours.`
pub fn changed_at(snapshot: &Snapshot, path: &str, offset: u32, changes: &[FileChange]) -> Option<String> {
    let file = &snapshot.file(path)?.source;
    let spot = Spot::at(file, TextSize::new(offset));
    let setting = spot.setting()?;
    let entry = spot.node::<Entry<'_>>().map(|it| it.node().range());
    let line = entry.or_else(|| Some(spot.node::<TableRow<'_>>()?.node().range()))?;
    let name = setting.name.text();
    let is_named = |it: &str| it.eq_ignore_ascii_case(&name) || setting.spec.is_some_and(|spec| spec.name == it);
    let defines = spot.section_spec().and_then(|it| it.defines).is_some_and(|it| is_named(it.key));
    let here = changes.iter().filter(|it| it.is_own_line && line.contains(TextSize::new(it.range.start)));
    let found = here.filter_map(|it| {
        let text = match &it.change.what {
            What::Parameter(change) if is_named(&change.name) => {
                format!("{} to {}", words::escaped(&change.old_words), words::escaped(&change.new_words))
            }
            What::Parameter(_) => return None,
            _ if !defines => return None,
            _ => said(it, true),
        };
        let also = match it.change.affects.len() {
            0 => String::new(),
            count => format!("; {} of other objects change with it", words::counted(count, "value")),
        };
        Some(format!("Changed against HEAD: {text}{also}."))
    });
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| found.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::changes_of_file;
    use crate::testing::Fixture;

    const PARAMS: &str = "//- lsb.params\nBegin Parameters\nJOB_ACCEPT_INTERVAL = 3\nEnd Parameters\n";

    /// The lenses of the first file, and the hover text at each of them.
    #[track_caller]
    fn check(old: &str, new: &str, expected: Expect) {
        let fixture = Fixture::new(&format!("{new}{PARAMS}"));
        let (_, old) = old.split_once('\n').expect("a file");
        let found = changes_of_file(&fixture.snapshot, &fixture.path, old);
        let mut shown = String::new();
        for lens in change_lenses(&found) {
            let line = &fixture.file().text[lens.range.start as usize..lens.range.end as usize];
            shown.push_str(&format!("{line} | {}\n", lens.title));
            for at in [lens.range.start, lens.range.end] {
                if let Some(hover) = changed_at(&fixture.snapshot, &fixture.path, at, &found) {
                    shown.push_str(&format!("  {hover}\n"));
                }
            }
        }
        expected.assert_eq(&shown);
    }

    fn queue(lines: &str) -> String {
        format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = night\n{lines}End Queue\n")
    }

    #[test]
    fn a_line_with_another_value() {
        check(
            &queue("RUNLIMIT = 6:00\n"),
            &queue("PRIORITY = 30\nRUNLIMIT = 480\n"),
            expect![[r#"
            PRIORITY = 30 | changed against HEAD: 1 (default) to 30
              Changed against HEAD: 1 (default) to 30.
              Changed against HEAD: 1 (default) to 30.
            RUNLIMIT = 480 | changed against HEAD: 6 hours to 8 hours
              Changed against HEAD: 6 hours to 8 hours.
              Changed against HEAD: 6 hours to 8 hours.
        "#]],
        );
    }

    #[test]
    fn the_same_meaning_is_no_change() {
        check(&queue("RUNLIMIT = 6:00\nPRIORITY=3\n"), &queue("# x\nPRIORITY = 3\nRUNLIMIT = 360\n"), expect![[""]]);
    }

    #[test]
    fn a_removed_line_has_the_value_of_lsb_params() {
        check(
            &queue("JOB_ACCEPT_INTERVAL = 5\n"),
            &queue(""),
            expect![[r#"
            QUEUE_NAME = night | changed against HEAD: JOB_ACCEPT_INTERVAL 5 multiples of MBD_SLEEP_TIME to 3 multiples of MBD_SLEEP_TIME
        "#]],
        );
    }

    #[test]
    fn objects() {
        let two = "//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nPRIORITY = 4\nEnd Queue\n\
            Begin Queue\nQUEUE_NAME = b\nEnd Queue\n";
        let other = two.replace("= b", "= c").replace("End Queue\nBegin", "End Queue\n\nBegin");
        check(
            two,
            &other,
            expect![[r#"
             | changed against HEAD: queue b removed
            QUEUE_NAME = c | changed against HEAD: new
              Changed against HEAD: new.
              Changed against HEAD: new.
        "#]],
        );
        check(
            two,
            &two.replace("= a", "= z"),
            expect![[r#"
            QUEUE_NAME = z | changed against HEAD: renamed from a
              Changed against HEAD: renamed from a.
              Changed against HEAD: renamed from a.
        "#]],
        );
    }

    #[test]
    fn rows_name_the_columns() {
        let hosts =
            |row: &str| format!("//- lsb.hosts\nBegin Host\nHOST_NAME MXJ r1m DISPATCH_WINDOW\n{row}End Host\n");
        check(
            &hosts("h1 4 () ()\nh2 1 () ()\n"),
            &hosts("h1 8 3.5/4 ()\n"),
            expect![[r#"
             | changed against HEAD: host h2 removed
            h1 8 3.5/4 () | changed against HEAD: MXJ 4 to 8, r1m not set to 3.5 processes, 4 processes
        "#]],
        );
    }

    #[test]
    fn lsf_conf() {
        check(
            "//- lsf.conf\nLSB_JOB_CPULIMIT=y\n",
            "//- lsf.conf\nLSB_JOB_CPULIMIT=n\n",
            expect![[r#"
            LSB_JOB_CPULIMIT=n | changed against HEAD: y to n
              Changed against HEAD: y to n.
              Changed against HEAD: y to n.
        "#]],
        );
    }
}
