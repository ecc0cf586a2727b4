//! Files, and what can be done about their findings.

use expect_test::{Expect, expect};
use lsflint_lint::{Registry, check_file};

use super::*;
use crate::properties::{clusters, files};
use crate::testing::Fixture;

fn options() -> ActionOptions {
    ActionOptions { reason: "on purpose".to_owned(), ..ActionOptions::default() }
}

/// Shows the actions at the cursor.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let fixture = Fixture::new(text);
    let mut out = String::new();
    for action in code_actions(&fixture.snapshot, &fixture.path, fixture.selection().into(), &options()) {
        let mark = if action.preferred { "*" } else { "" };
        let what = match &action.change {
            Change::Edits(files) => {
                let edits = files.iter().flat_map(|it| &it.edits);
                edits.map(|it| format!(" {}..{} {:?}", it.range.start, it.range.end, it.text)).collect()
            }
            Change::FixAll(scope) => format!(" {scope:?}"),
            Change::Explain(command, code) => format!(" {} {code}", command.name()),
            Change::Assist(id, _) => format!(" {}", id.parts().0),
            Change::UseLineFeeds => " line feeds".to_owned(),
            Change::Disabled(why) => format!(" not: {why}"),
        };
        out.push_str(&format!("{:?}{mark} {} {:?}{what}\n", action.kind, action.title, action.findings));
    }
    expect.assert_eq(&out);
}

/// Suppresses the finding of a code at the cursor and shows the text.
#[track_caller]
fn check_suppressed(place: &str, code: &str, text: &str, expect: Expect) {
    let fixture = Fixture::new(text);
    let actions = code_actions(&fixture.snapshot, &fixture.path, fixture.selection().into(), &options());
    let wanted = |it: &&CodeAction| it.title.starts_with(&format!("Suppress {code} ")) && it.title.ends_with(place);
    let action = actions.iter().find(wanted).expect("an action that suppresses it");
    let shown = match &action.change {
        Change::Edits(files) => applied(&fixture.file().text, &files[0]),
        other => format!("{other:?}"),
    };
    expect.assert_eq(&shown.replace('\r', "<CR>"));
}

fn applied(text: &str, edit: &FileEdit) -> String {
    let edits: Vec<TextEdit> =
        edit.edits.iter().map(|it| TextEdit { range: it.range.into(), text: it.text.clone() }).collect();
    lsflint_lint::apply_edits(text, &edits)
}

fn queue(lines: &str) -> String {
    format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n")
}

#[test]
fn no_edit_changes_line_ends() {
    check(
        "//- lsb.queues\nBegin Queue$0\r\nQUEUE_NAME = q\r\nEnd Queue\r\n",
        expect![[r##"
        QuickFix* Convert the line endings to LF [0] line feeds
        Suppress Suppress F004 (crlf-line-endings) on this line [0] 0..0 "# lsflint: ignore[F004] on purpose\r\n"
        Suppress Suppress F004 (crlf-line-endings) in this file [0] 0..0 "# lsflint: ignore-file[F004] on purpose\r\n"
        Explain Explain F004 (crlf-line-endings) [0] lsflint.explainRule F004
    "##]],
    );
}

#[test]
fn repairs_and_what_else_there_is() {
    check(
        &queue("mem = 1000/$04000"),
        expect![[r##"
            QuickFix* Write `4000/1000` [0] 33..37 "4000" 38..42 "1000"
            Suppress Suppress L201 (threshold-reversed) on this line [0] 27..27 "# lsflint: ignore[L201] on purpose\n"
            Suppress Suppress L201 (threshold-reversed) in this file [0] 0..0 "# lsflint: ignore-file[L201] on purpose\n"
            Explain Explain L201 (threshold-reversed) [0] lsflint.explainRule L201
            FixAll Apply all safe fixes [0] Safe
        "##]],
    );
    check(
        &queue("RUN_LIMIT = 1\nRUNLIMT$0 = 4"),
        expect![[r##"
            QuickFix Write `RUNLIMIT` (currently: LSF logs an error and ignores the line) [1] 41..48 "RUNLIMIT"
            QuickFix Fix all 2 findings of P001 (unknown-parameter) in this file; changes what LSF does [1] Rule { code: "P001", applicability: Unsafe }
            Suppress Suppress P001 (unknown-parameter) on this line [1] 41..41 "# lsflint: ignore[P001] on purpose\n"
            Suppress Suppress P001 (unknown-parameter) in this file [1] 0..0 "# lsflint: ignore-file[P001] on purpose\n"
            Explain Explain P001 (unknown-parameter) [1] lsflint.explainRule P001
        "##]],
    );
    check(
        &queue("mem = 1000/$04000\nswp = 1000/4000"),
        expect![[r##"
            QuickFix* Write `4000/1000` [0] 33..37 "4000" 38..42 "1000"
            QuickFix Fix all 2 findings of L201 (threshold-reversed) in this file [0] Rule { code: "L201", applicability: Safe }
            Suppress Suppress L201 (threshold-reversed) on this line [0] 27..27 "# lsflint: ignore[L201] on purpose\n"
            Suppress Suppress L201 (threshold-reversed) in this file [0] 0..0 "# lsflint: ignore-file[L201] on purpose\n"
            Explain Explain L201 (threshold-reversed) [0] lsflint.explainRule L201
            FixAll Apply all safe fixes [0, 1] Safe
        "##]],
    );
    check(&queue("$0"), expect![[""]]);
}

#[test]
fn a_comment_above_with_the_same_indentation() {
    check_suppressed(
        "on this line",
        "L201",
        &queue("  mem = 1000/$04000"),
        expect![[r#"
        Begin Queue
        QUEUE_NAME = q
          # lsflint: ignore[L201] on purpose
          mem = 1000/4000
        End Queue
    "#]],
    );
    check_suppressed(
        "on this line",
        "L201",
        "//- lsb.queues\nBegin Queue\r\nmem = 1000/$04000\r\nEnd Queue\r\n",
        expect![[r#"
            Begin Queue<CR>
            # lsflint: ignore[L201] on purpose<CR>
            mem = 1000/4000<CR>
            End Queue<CR>
        "#]],
    );
}

#[test]
fn an_existing_comment_gets_the_code() {
    check_suppressed(
        "on this line",
        "L201",
        &queue("# lsflint: ignore[X101] why\nmem = 1000/$04000"),
        expect![[r#"
        Begin Queue
        QUEUE_NAME = q
        # lsflint: ignore[X101, L201] why
        mem = 1000/4000
        End Queue
    "#]],
    );
    check_suppressed(
        "on this line",
        "L201",
        &queue("mem = 1000/$04000 # lsflint: ignore[X101] why"),
        expect![[r#"
        Begin Queue
        QUEUE_NAME = q
        mem = 1000/4000 # lsflint: ignore[X101, L201] why
        End Queue
    "#]],
    );
    check_suppressed(
        "in this file",
        "L201",
        &queue("# lsflint: ignore-file[X101]\nmem = 1000/$04000"),
        expect![[r#"
        Begin Queue
        QUEUE_NAME = q
        # lsflint: ignore-file[X101, L201] on purpose
        mem = 1000/4000
        End Queue
    "#]],
    );
}

#[test]
fn no_comment_inside_a_continued_line() {
    check_suppressed(
        "on this line",
        "R001",
        &queue("RES_REQ = select[a] \\\n  rus$0gae[mem=1]"),
        expect![[r#"
        Begin Queue
        QUEUE_NAME = q
        # lsflint: ignore[R001] on purpose
        RES_REQ = select[a] \
          rusgae[mem=1]
        End Queue
    "#]],
    );
    check_suppressed(
        "on this line",
        "R001",
        &queue("RES_REQ = select[a] \\\n  rus$0gae[mem=1] # lsflint: ignore[X101] why"),
        expect![[r#"
            Begin Queue
            QUEUE_NAME = q
            RES_REQ = select[a] \
              rusgae[mem=1] # lsflint: ignore[X101, R001] why
            End Queue
        "#]],
    );
}

#[test]
fn rows_of_tables() {
    check_suppressed(
        "on this line",
        "F204",
        "//- lsb.hosts\nBegin Host\nHOST_NAME MXJ\na 1 $02\nEnd Host\n",
        expect![[r#"
        Begin Host
        HOST_NAME MXJ
        # lsflint: ignore[F204] on purpose
        a 1 2
        End Host
    "#]],
    );
}

#[test]
fn whole_files() {
    check_suppressed(
        "in this file",
        "L201",
        &queue("mem = 1000/$04000"),
        expect![[r#"
        # lsflint: ignore-file[L201] on purpose
        Begin Queue
        QUEUE_NAME = q
        mem = 1000/4000
        End Queue
    "#]],
    );
    check_suppressed(
        "in this file",
        "L201",
        "//- lsb.queues\n# our queues\n# since 2019\n\nBegin Queue\nmem = 1000/$04000\nEnd Queue\n",
        expect![[r#"
            # our queues
            # since 2019
            # lsflint: ignore-file[L201] on purpose

            Begin Queue
            mem = 1000/4000
            End Queue
        "#]],
    );
}

#[test]
fn a_byte_order_mark_keeps_its_place() {
    let text = "//- lsb.queues\n\u{feff}$0Begin Queue\nmem = 1000/4000\nEnd Queue\n";
    check_suppressed(
        "on this line",
        "F005",
        text,
        expect![[r#"Disabled("a comment above this line would change what LSF reads")"#]],
    );
    check_suppressed(
        "in this file",
        "F005",
        text,
        expect![[r#"
        ﻿Begin Queue
        # lsflint: ignore-file[F005] on purpose
        mem = 1000/4000
        End Queue
    "#]],
    );
}

#[test]
fn the_page_of_a_rule() {
    let page = explain_rule(lsflint_rules::all(), "aps-form")
        .or_else(|| explain_rule(lsflint_rules::all(), "A001"))
        .expect("a page");
    expect![[r#"
        # aps-syntax [A001]

        *error, fix that changes what LSF does*

        Finds syntax errors in APS_PRIORITY. The syntax is `WEIGHT[[factor, value] ...]`, and the same for LIMIT and
        GRACE_PERIOD.

        ## Effect
        LSF may ignore the line; then the queue does not use absolute priority scheduling.

        ## Example
        ```lsb.queues
        Begin Queue
        QUEUE_NAME   = night
        APS_PRIORITY = WEIGHT[JPRIORITY, 1]
        End Queue
        ```

        ## Use instead
        ```lsb.queues
        Begin Queue
        QUEUE_NAME   = night
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]] LIMIT[[JPRIORITY, 50]]
        End Queue
        ```

        Each part is enclosed in square brackets, and so is each pair in it. A comma separates the factor from the
        value.

        ## Fix safety
        Unsafe: enables a line that LSF currently ignores.

        ## Sources
        - [job_priority_aps](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/job_priority_aps.html): the syntax: WEIGHT, LIMIT and GRACE_PERIOD, each with pairs of factor and value in brackets"#]]
    .assert_eq(&page);
    assert_eq!(explain_rule(lsflint_rules::all(), "nothing"), None);
}

#[test]
fn the_syntax_tree() {
    let fixture = Fixture::new("//- lsf.conf\nA=1\n");
    let tree = syntax_tree(&fixture.snapshot, &fixture.path).expect("a tree");
    assert!(tree.starts_with("FILE@0..4\n"), "{tree}");
}

#[test]
fn everything_safe_is_repaired_in_one_go() {
    let fixture = Fixture::new(&queue("mem = 1000/4000\nRES_REQ = select[mem>5]order[ut]rusage[mem=1]\nRUNLIMT = 4"));
    let edit = fix_all_edits(&fixture.snapshot, &fixture.path, FixScope::Safe).expect("something to repair");
    expect![[r#"
        Begin Queue
        QUEUE_NAME = q
        mem = 4000/1000
        RES_REQ = select[mem>5] order[ut] rusage[mem=1]
        RUNLIMT = 4
        End Queue
    "#]]
    .assert_eq(&applied(&fixture.file().text, &edit));
}

/// What is found in a file after it was changed, by code, with a print of the texts that say it.
fn found_after(snapshot: &Snapshot, file: &File, text: &str) -> Vec<&'static str> {
    let changed = fix_all::changed(&file.source, text);
    let registry = Registry::new(lsflint_rules::all(), &snapshot.settings);
    let found = check_file(&changed, &snapshot.cluster.with_file(&changed), &snapshot.settings, &registry);
    let mut codes: Vec<&str> = found.iter().map(|it| it.rule.code).collect();
    codes.sort_unstable();
    codes
}

fn codes(file: &File) -> Vec<&'static str> {
    let mut codes: Vec<&str> = file.findings.iter().map(|it| it.rule.code).collect();
    codes.sort_unstable();
    codes
}

/// Takes one of each of `less` out of `all`.
fn without<'c>(mut all: Vec<&'c str>, less: &[&str]) -> Vec<&'c str> {
    for code in less {
        if let Some(at) = all.iter().position(|it| it == code) {
            all.remove(at);
        }
    }
    all
}

#[test]
fn a_repair_removes_its_finding_and_adds_none() {
    let mut repaired = 0;
    for cluster in clusters() {
        let fixture = Fixture::new(&cluster);
        for file in fixture.snapshot.files.iter() {
            for finding in file.findings.iter().filter(|it| it.fix.is_some()) {
                let path = &file.source.path;
                let actions = code_actions(&fixture.snapshot, path, finding.range.into(), &options());
                let about =
                    |it: &&CodeAction| it.findings.iter().any(|index| std::ptr::eq(&file.findings[*index], finding));
                let action = actions.iter().find(about).expect("the repair comes first");
                let Change::Edits(files) = &action.change else { panic!("{action:?}") };
                let left = found_after(&fixture.snapshot, file, &applied(&file.source.text, &files[0]));
                let added = without(left, &without(codes(file), &[finding.rule.code]));
                assert!(added.is_empty(), "{path}: {} adds {added:?}", action.title);
                repaired += 1;
            }
        }
    }
    assert!(repaired > 10, "{repaired}");
}

#[test]
fn everything_safe_is_a_fixed_point() {
    let mut repaired = 0;
    for fixture in files().iter().step_by(5) {
        for file in fixture.snapshot.files.iter() {
            let Some(edit) = fix_all_edits(&fixture.snapshot, &file.source.path, FixScope::Safe) else { continue };
            let source = fix_all::changed(&file.source, &applied(&file.source.text, &edit));
            let cluster = fixture.snapshot.cluster.with_file(&source);
            let settings = fixture.snapshot.settings.clone();
            let findings = check_file(&source, &cluster, &settings, &Registry::new(lsflint_rules::all(), &settings));
            let left: Vec<&str> = findings.iter().map(|it| it.rule.code).collect();
            assert!(without(left.clone(), &codes(file)).is_empty(), "{}: {left:?}", file.source.path);
            assert!(left.len() < file.findings.len());
            let path = source.path.clone();
            let files = [File { source: source.into(), findings: findings.into(), suppressed: Arc::default() }].into();
            let snapshot = Snapshot { files, cluster: cluster.into(), settings, ..fixture.snapshot.clone() };
            assert_eq!(fix_all_edits(&snapshot, &path, FixScope::Safe), None, "{path}");
            repaired += 1;
        }
    }
    assert!(repaired > 10, "{repaired}");
}

/// Suppresses every finding of a cluster, one after the other, and counts them.
fn suppress_each(fixture: &Fixture) -> usize {
    let mut suppressed = 0;
    for file in fixture.snapshot.files.iter() {
        let path = &file.source.path;
        for finding in file.findings.iter().filter(|it| it.can_be_suppressed()) {
            let code = finding.rule.code;
            let actions = code_actions(&fixture.snapshot, path, finding.range.into(), &options());
            for place in ["on this line", "in this file"] {
                let title = format!("Suppress {code} ({}) {place}", finding.rule.name);
                let action = actions.iter().find(|it| it.title == title).expect("it can be suppressed");
                let Change::Edits(files) = &action.change else { continue };
                let changed = applied(&file.source.text, &files[0]);
                let left = found_after(&fixture.snapshot, file, &changed);
                let gone = without(codes(file), &left);
                assert!(gone.contains(&code) && gone.iter().all(|it| *it == code), "{title}: {gone:?}\n{changed}");
                let added = without(left, &codes(file));
                assert!(added.is_empty(), "{title}: {added:?}\n{changed}");
                suppressed += 1;
            }
        }
    }
    suppressed
}

#[test]
fn a_suppression_silences_its_finding_and_nothing_else() {
    let suppressed: usize = clusters().iter().map(|it| suppress_each(&Fixture::new(it))).sum();
    assert!(suppressed > 20, "{suppressed}");
}

#[test]
fn also_in_broken_files() {
    let suppressed: usize = files().iter().step_by(17).map(suppress_each).sum();
    assert!(suppressed > 50, "{suppressed}");
}

#[test]
fn actions_at_every_place() {
    for fixture in files() {
        let text = &fixture.file().text;
        for offset in (0..=text.len() as u32 + 1).step_by(5) {
            let range = Range { start: offset, end: offset };
            for action in code_actions(&fixture.snapshot, &fixture.path, range, &options()) {
                assert!(action.findings.iter().all(|it| *it < fixture.snapshot.files[0].findings.len()));
                let Change::Edits(files) = action.change else { continue };
                for edit in files.iter().flat_map(|it| &it.edits) {
                    assert!(text.get(edit.range.start as usize..edit.range.end as usize).is_some(), "{edit:?}");
                }
                let edits = files.iter().flat_map(|it| it.edits.windows(2));
                assert!(edits.into_iter().all(|it| it[0].range.end <= it[1].range.start));
            }
        }
    }
}
