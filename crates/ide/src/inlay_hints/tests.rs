//! Lines with their hints, and what holds for every file.

use expect_test::{Expect, expect};

use super::*;
use crate::properties::clusters;
use crate::testing::Fixture;

/// The lines with hints, each hint in `«»`.
fn shown(text: &str, hints: &[InlayHint]) -> String {
    let mut shown = text.to_owned();
    for hint in hints.iter().rev() {
        shown.insert_str(hint.offset as usize, &format!("«{}»", hint.label));
    }
    shown.lines().filter(|it| it.contains('«')).map(|it| format!("{it}\n")).collect()
}

#[track_caller]
fn check_with(options: &InlayHintOptions, text: &str, expected: Expect) {
    let fixture = Fixture::new(text);
    let range = fixture.selection();
    let hints = inlay_hints(&fixture.snapshot, &fixture.path, range.into(), options);
    expected.assert_eq(&shown(&fixture.file().text, &hints));
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    check_with(&InlayHintOptions::default(), text, expected);
}

const SURROUNDINGS: &str = "\
//- lsf.conf
LSF_UNIT_FOR_LIMITS=MB
//- lsf.cluster.c
Begin Host
HOSTNAME model type server RESOURCES
h1 ! ! 1 ()
h2 ! ! 1 ()
h3 ! ! 1 ()
End Host
//- lsb.params
Begin Parameters
DEFAULT_APPLICATION = tool
End Parameters
//- lsb.applications
Begin Application
NAME = tool
RES_REQ = rusage[mem=4GB]
End Application
";

#[test]
fn units() {
    let text = "//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nRUNLIMIT = 480\nCPULIMIT = 8:00 24:00\nMEMLIMIT = 16384 16000\n\
                CORELIMIT = 0\nNEW_JOB_SCHED_DELAY = 90\nPRIORITY = 40\nMEMLIMIT_TYPE = JOB\n\
                RES_REQ = select[mem>4096 && maxmem>500 && swp>4GB] rusage[mem=16384:duration=30, lic=1:duration=2h, swp=5]\nEnd Queue\n//- lsf.conf\nLSF_UNIT_FOR_LIMITS=MB\n";
    check(
        text,
        expect![[r#"
            RUNLIMIT = 480« ≙ 8 hours»
            MEMLIMIT = 16384« ≙ 16 GB» 16000« ≈ 15.6 GB»
            NEW_JOB_SCHED_DELAY = 90« ≙ 1 minute 30 seconds»
            RES_REQ = select[mem>4096« ≙ 4 GB» && maxmem>500« ≙ 500 MB» && swp>4GB] rusage[mem=16384« ≙ 16 GB»:duration=30« ≙ 30 minutes», lic=1:duration=2h, swp=5« ≙ 5 MB»]
        "#]],
    );
    // Which unit the limits have is not known without lsf.conf.
    check(
        &text.replace("//- lsf.conf\nLSF_UNIT_FOR_LIMITS=MB\n", ""),
        expect![[r#"
            RUNLIMIT = 480« ≙ 8 hours»
            NEW_JOB_SCHED_DELAY = 90« ≙ 1 minute 30 seconds»
            RES_REQ = select[mem>4096 && maxmem>500« ≙ 500 MB» && swp>4GB] rusage[mem=16384:duration=30« ≙ 30 minutes», lic=1:duration=2h, swp=5]
        "#]],
    );
    check(
        "//- lsf.conf\nLSF_API_CONNTIMEOUT=300\nLSF_LIM_PORT=7869\n",
        expect![[r#"
            LSF_API_CONNTIMEOUT=300« ≙ 5 minutes»
        "#]],
    );
}

#[test]
fn sizes_of_lists() {
    let queue = |line: &str| {
        format!(
            "//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\n{line}\nEnd Queue\n//- lsf.cluster.c\nBegin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\nh3 ! ! 1 ()\nEnd Host\n//- lsf.conf\nLSF_LOGDIR=/x\n//- lsb.hosts\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER\nwork (h[1-2])\nEnd HostGroup\n"
        )
    };
    check(
        &queue("HOSTS = all ~h1"),
        expect![[r#"
            HOSTS = all ~h1« ≙ 2 hosts in all»
        "#]],
    );
    check(
        &queue("HOSTS = work"),
        expect![[r#"
            HOSTS = work« ≙ 2 hosts in all»
        "#]],
    );
    check(&queue("HOSTS = h1 h2"), expect![[r#""#]]);
    check(
        &queue("HOSTS = nowhere"),
        expect![[r#"
            HOSTS = nowhere« ≙ 0 hosts in all»
        "#]],
    );
    check(&queue("HOSTS = all@west"), expect![[r#""#]]);
    check(
        "//- lsb.users\nBegin UserGroup\nGROUP_NAME GROUP_MEMBER\na (x y z)\nb (a w)\nc (all)\nd (!)\nEnd UserGroup\n",
        expect![[r#"
            b (a w« ≙ 4 users in all»)
        "#]],
    );
}

#[test]
fn merged_requirements() {
    let queue =
        |lines: &str| format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\n{lines}\nEnd Queue\n{SURROUNDINGS}");
    check(
        &queue("RES_REQ = select[mem>4096]"),
        expect![[r#"
            RES_REQ = select[mem>4096« ≙ 4 GB»]« → select[mem>4096] rusage[mem=4GB]»
        "#]],
    );
    check(
        &queue("PRIORITY = 3"),
        expect![[r#"
        QUEUE_NAME = a« → rusage[mem=4GB]»
    "#]],
    );
    check(
        &queue("#if time(8:00-9:00)\nRES_REQ = mem>5\n#endif"),
        expect![[r#"
            RES_REQ = mem>5« ≙ 5 MB»
        "#]],
    );
    check(&queue("RES_REQ = {{ x }}"), expect![[r#""#]]);
}

#[test]
fn each_kind_has_a_switch() {
    let none = InlayHintOptions { units: false, merged_requirements: false, group_sizes: false };
    let text =
        format!("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nHOSTS = all\nRUNLIMIT = 480\nEnd Queue\n{SURROUNDINGS}");
    check_with(&none, &text, expect![[r#""#]]);
    check_with(
        &InlayHintOptions { units: true, ..none.clone() },
        &text,
        expect![[r#"
            RUNLIMIT = 480« ≙ 8 hours»
        "#]],
    );
    check_with(
        &InlayHintOptions { group_sizes: true, ..none.clone() },
        &text,
        expect![[r#"
            HOSTS = all« ≙ 3 hosts in all»
        "#]],
    );
    check_with(
        &InlayHintOptions { merged_requirements: true, ..none },
        &text,
        expect![[r#"
        QUEUE_NAME = a« → rusage[mem=4GB]»
    "#]],
    );
}

#[test]
fn only_what_is_visible() {
    check(
        "//- lsb.queues\nBegin Queue\nRUNLIMIT = 480\nEnd Queue\n$0Begin Queue\nRUNLIMIT = 90\n$0End Queue\n",
        expect![[r#"
            RUNLIMIT = 90« ≙ 1 hour 30 minutes»
        "#]],
    );
}

#[test]
fn hints_of_every_file_lie_in_order_in_the_text() {
    for text in clusters() {
        for cut in [text.len(), text.len() / 2] {
            let cut = (0..=cut).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
            let fixture = Fixture::new(&text[..cut]);
            for file in fixture.snapshot.files.iter() {
                let whole = Range { start: 0, end: file.source.text.len() as u32 };
                let hints = inlay_hints(&fixture.snapshot, &file.source.path, whole, &InlayHintOptions::default());
                assert!(hints.windows(2).all(|it| it[0].offset <= it[1].offset));
                assert!(
                    hints
                        .iter()
                        .all(|it| file.source.text.is_char_boundary(it.offset as usize) && !it.label.is_empty())
                );
            }
        }
    }
}
