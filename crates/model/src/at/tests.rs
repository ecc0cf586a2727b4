//! Instants, masked files and slices of the week.

use expect_test::{Expect, expect};
use lsflint_spec::{FileKind, Target};

use super::*;
use crate::{Surroundings, View};

fn at(text: &str) -> Instant {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The masked text at each instant, with `·` for the spaces at the end of a line.
#[track_caller]
fn check(text: &str, instants: &[&str], expect: Expect) {
    let mut found = String::new();
    let parse = lsflint_syntax::parse(text, FileKind::LsbQueues);
    for instant in instants {
        let masked = masked(text, &parse, FileKind::LsbQueues, Target::default(), at(instant));
        let masked = masked.unwrap_or_else(|| text.to_owned());
        assert_eq!(masked.len(), text.len());
        let ends = |text: &str| text.match_indices('\n').map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(ends(&masked), ends(text));
        found.push_str(&format!("{instant}\n"));
        for line in masked.lines().map(str::trim_end).filter(|it| !it.is_empty()) {
            found.push_str(&format!("  {line}\n"));
        }
    }
    expect.assert_eq(&found);
}

#[test]
fn instants() {
    let same = |text: &str, minute: u16, offset: Option<i16>| assert_eq!(at(text), Instant::new(minute, offset));
    let saturday = 6 * 1440 + 180;
    same("Sat 03:00", saturday, None);
    same(" saturday   3:00 ", saturday, None);
    same("SATUR 3", saturday, None);
    same("Sat 03:00 CET", saturday, Some(60));
    same("2026-11-28T03:00:00+01:00", saturday, Some(60));
    same("2026-11-28 03:00", saturday, None);
    same("2026-11-28T03:00:59Z", saturday, Some(0));
    same("Sun 00:00", 0, None);
    assert_eq!(at("2026-11-28T03:00:00+01:00").to_string(), "Sat 03:00");
}

#[test]
fn what_is_no_instant() {
    let mut found = String::new();
    for text in
        ["", "Sat", "Sat 25:00", "Sat 3:60", "Sax 3:00", "Sat 3:00 CTS", "Sat 3:00 CST", "2026-13-01T00:00", "3:00"]
    {
        found.push_str(&format!("{}\n", text.parse::<Instant>().expect_err(text)));
    }
    expect![[r#"
        expected a day and a time such as `Sat 03:00`, or a date and a time such as `2026-11-28T03:00:00+01:00`
        expected a day and a time such as `Sat 03:00`, or a date and a time such as `2026-11-28T03:00:00+01:00`
        `25:00` is not a time such as `03:00`
        `3:60` is not a time such as `03:00`
        `Sax` is not a day of the week; expected a day and a time such as `Sat 03:00`, or a date and a time such as `2026-11-28T03:00:00+01:00`
        unknown time zone `CTS`
        `CST` stands for several time zones; use a date such as in `2026-11-28T03:00:00+01:00`
        `2026-13-01T00:00` is not a date and a time; expected a day and a time such as `Sat 03:00`, or a date and a time such as `2026-11-28T03:00:00+01:00`
        `3:00` is not a date and a time; expected a day and a time such as `Sat 03:00`, or a date and a time such as `2026-11-28T03:00:00+01:00`
    "#]].assert_eq(&found);
}

#[test]
fn branches_inside_and_around_sections() {
    check(
        "Begin Queue\r\nQUEUE_NAME = a\r\n#if time(8:00-18:00) # day\r\nPRIORITY = 1 # ä\r\n\
         #elif time(6:0:00-1:0:00)\r\nPRIORITY = 2\r\n#else\r\nPRIORITY = 3\r\n#endif\r\nEnd Queue\r\n#if !time(20:00-6:00)\r\n\
         Begin Queue\r\nQUEUE_NAME = b\r\n#if time(12-13)\r\nNICE = 5\r\n#endif\r\nEnd Queue\r\n#endif\r\n",
        &["Mon 08:00", "Sat 18:00", "Sat 20:00", "Mon 05:59", "Mon 12:30"],
        expect![[r#"
            Mon 08:00
              Begin Queue
              QUEUE_NAME = a
              PRIORITY = 1 # ä
              End Queue
              Begin Queue
              QUEUE_NAME = b
              End Queue
            Sat 18:00
              Begin Queue
              QUEUE_NAME = a
              PRIORITY = 2
              End Queue
              Begin Queue
              QUEUE_NAME = b
              End Queue
            Sat 20:00
              Begin Queue
              QUEUE_NAME = a
              PRIORITY = 2
              End Queue
            Mon 05:59
              Begin Queue
              QUEUE_NAME = a
              PRIORITY = 3
              End Queue
            Mon 12:30
              Begin Queue
              QUEUE_NAME = a
              PRIORITY = 1 # ä
              End Queue
              Begin Queue
              QUEUE_NAME = b
              NICE = 5
              End Queue
        "#]],
    );
}

#[test]
fn windows_over_midnight_and_the_week() {
    let text = "Begin Queue\n#if time(5:18:30-1:8:30 20:00-8:30)\nNICE = 1\n#else\nNICE = 2\n#endif\nEnd Queue\n";
    check(
        text,
        &["Fri 18:29", "Fri 18:30", "Sun 12:00", "Mon 08:29", "Mon 08:30", "Wed 00:00"],
        expect![[r#"
        Fri 18:29
          Begin Queue
          NICE = 2
          End Queue
        Fri 18:30
          Begin Queue
          NICE = 1
          End Queue
        Sun 12:00
          Begin Queue
          NICE = 1
          End Queue
        Mon 08:29
          Begin Queue
          NICE = 1
          End Queue
        Mon 08:30
          Begin Queue
          NICE = 2
          End Queue
        Wed 00:00
          Begin Queue
          NICE = 1
          End Queue
    "#]],
    );
}

#[test]
fn a_block_that_is_not_decided_stays() {
    let text = "Begin Queue\n#if NIGHT\nNICE = 1\n#elif time(8-18)\nNICE = 2\n#else\nNICE = 3\n#endif\nEnd Queue\n";
    check(
        text,
        &["Mon 09:00", "Mon 19:00"],
        expect![[r#"
        Mon 09:00
          Begin Queue
          #if NIGHT
          NICE = 1
          #elif time(8-18)
          NICE = 2
          #else
          #endif
          End Queue
        Mon 19:00
          Begin Queue
          #if NIGHT
          NICE = 1
          #elif time(8-18)
          #else
          NICE = 3
          #endif
          End Queue
    "#]],
    );
    check(
        "Begin Queue\n#if time(8-\nNICE = 1\n#endif\nEnd Queue\n",
        &["Mon 09:00"],
        expect![[r#"
        Mon 09:00
          Begin Queue
          #if time(8-
          NICE = 1
          #endif
          End Queue
    "#]],
    );
    // What is known decides, if the rest does not matter.
    check(
        "Begin Queue\n#if NIGHT && time(8-18)\nNICE = 1\n#endif\nEnd Queue\n",
        &["Mon 19:00"],
        expect![[r#"
        Mon 19:00
          Begin Queue
          End Queue
    "#]],
    );
}

#[test]
fn time_zones() {
    let text = "Begin Queue\n#if time(18:30-19:30 EDT)\nNICE = 1\n#else\nNICE = 2\n#endif\nEnd Queue\n";
    // 18:30 EDT is 22:30 UTC.
    check(
        text,
        &["Mon 18:45", "Mon 18:45 EDT", "2026-11-24T00:29:59+02:00", "2026-11-24T00:30:00+02:00"],
        expect![[r#"
        Mon 18:45
          Begin Queue
          #if time(18:30-19:30 EDT)
          NICE = 1
          #else
          NICE = 2
          #endif
          End Queue
        Mon 18:45 EDT
          Begin Queue
          NICE = 1
          End Queue
        2026-11-24T00:29:59+02:00
          Begin Queue
          NICE = 2
          End Queue
        2026-11-24T00:30:00+02:00
          Begin Queue
          NICE = 1
          End Queue
    "#]],
    );
    // CST is in America, Cuba or China.
    let text = "Begin Queue\n#if time(0:00-12:00 CST)\nNICE = 1\n#endif\nEnd Queue\n";
    check(
        text,
        &["Mon 16:30 GMT", "Mon 10:00 GMT", "Mon 04:30 GMT"],
        expect![[r#"
            Mon 16:30 GMT
              Begin Queue
              NICE = 1
              End Queue
            Mon 10:00 GMT
              Begin Queue
              #if time(0:00-12:00 CST)
              NICE = 1
              #endif
              End Queue
            Mon 04:30 GMT
              Begin Queue
              End Queue
        "#]],
    );
}

#[test]
fn other_files_have_no_branches() {
    let text = "#if time(8-18)\nLSF_LOGDIR=/a\n#else\nLSF_LOGDIR=/b\n#endif\n";
    let parse = lsflint_syntax::parse(text, FileKind::LsfConf);
    assert_eq!(masked(text, &parse, FileKind::LsfConf, Target::default(), at("Mon 09:00")), None);
}

const PARAMS: &str = "Begin Parameters\n#if time(8:00-18:00)\nMBD_SLEEP_TIME = 10\n#else\nMBD_SLEEP_TIME = 60\n#endif\n\
                      End Parameters\n#if time(6:0:00-1:0:00)\n#INCLUDE \"weekend\"\n#endif\n";
const WEEKEND: &str = "Begin Parameters\nMAX_JOB_NUM = 7\nEnd Parameters\n";

/// A cluster in which lsb.params includes a file on Saturdays and Sundays.
fn cluster() -> Cluster {
    let files = [
        SourceFile::new("lsb.params", FileKind::LsbParams, PARAMS),
        SourceFile::new("weekend", FileKind::LsbParams, WEEKEND),
        SourceFile::new(
            "lsb.queues",
            FileKind::LsbQueues,
            "Begin Queue\nQUEUE_NAME = a\n#if time(12:00-13:00)\nNICE = 1\n#endif\nEnd Queue\n",
        ),
    ];
    let includes = vec![Included { from: "lsb.params".into(), written: "weekend".to_owned(), to: "weekend".into() }];
    Cluster::surrounded(&files, None, &Surroundings { includes, ..Surroundings::default() })
}

fn parameter(view: View<'_>, name: &str) -> Option<String> {
    view.parameter(name).value().map(|it| it.into_owned())
}

#[test]
fn a_cluster_at_an_instant() {
    let cluster = cluster();
    let values = |instant: &str| {
        let cluster = cluster.at(at(instant));
        let view = cluster.view();
        let place = view.parameter("MBD_SLEEP_TIME").field().and_then(|it| view.line_of(&it.place()));
        (parameter(view, "MBD_SLEEP_TIME"), place, parameter(view, "MAX_JOB_NUM"))
    };
    assert!(cluster.view().parameter("MBD_SLEEP_TIME").value().is_none(), "an `#if` decides");
    assert_eq!(values("Mon 09:00"), (Some("10".to_owned()), Some(3), None));
    assert_eq!(values("Mon 19:00"), (Some("60".to_owned()), Some(5), None));
    assert_eq!(values("Sun 19:00"), (Some("60".to_owned()), Some(5), Some("7".to_owned())));
}

#[test]
fn slices_of_the_week() {
    let cluster = cluster();
    let say = |kinds: &[FileKind]| {
        let slices = Slices::of(&cluster, kinds);
        let words = slices.slices.iter().map(|it| {
            let is_else = if it.is_else { " (else)" } else { "" };
            format!("{}{is_else}: {:?}\n", it.week, parameter(it.cluster.view(), "MBD_SLEEP_TIME"))
        });
        words.collect::<String>()
    };
    assert_eq!(Slices::kinds(&cluster), [FileKind::LsbParams, FileKind::LsbQueues]);
    expect![[r#"
        Sat 00:00-08:00 and 18:00-08:00, Sun 18:00-00:00: Some("60")
        Sat and Sun 08:00-18:00: Some("10")
        Mon 00:00-08:00, Mon-Thu 18:00-08:00, Fri 18:00-00:00 (else): Some("60")
        Mon-Fri 08:00-18:00: Some("10")
    "#]]
    .assert_eq(&say(&[FileKind::LsbParams]));
    expect![[r#"
        every day 13:00-12:00 (else): None
        every day 12:00-13:00: None
    "#]]
    .assert_eq(&say(&[FileKind::LsbQueues]));
    expect![[r#"
        always (else): None
    "#]]
    .assert_eq(&say(&[FileKind::LsbHosts]));
}

#[test]
fn slices_in_the_only_time_zone() {
    let check = |condition: &str, expect: Expect| {
        let text = format!("Begin Queue\nQUEUE_NAME = a\n#if {condition}\nNICE = 1\n#endif\nEnd Queue\n");
        let cluster = Cluster::of(&[SourceFile::new("lsb.queues", FileKind::LsbQueues, text)], None);
        let slices = Slices::of(&cluster, &[FileKind::LsbQueues]);
        let weeks: Vec<String> = slices.slices.iter().map(|it| it.week.to_string()).collect();
        expect.assert_eq(&format!("{:?} {weeks:?}", slices.zone));
    };
    check("time(8:00-18:00 EDT)", expect![[r#"Some("EDT") ["every day 18:00-08:00", "every day 08:00-18:00"]"#]]);
    check(
        "time(8:00-18:00 EDT) || time(8:00-18:00 UTC)",
        expect![[r#"Some("EDT") ["every day 18:00-04:00", "every day 04:00-18:00"]"#]],
    );
    check(
        "time(8:00-18:00 EDT) || time(8:00-18:00)",
        expect![[r#"None ["every day 18:00-08:00", "every day 08:00-18:00"]"#]],
    );
    check("time(8:00-18:00 CST)", expect![[r#"None ["always"]"#]]);
}

/// The number of slices does not grow with the number of equal blocks, and many blocks are read in one pass.
#[test]
fn equal_blocks_are_one_slice() {
    let mut text = String::new();
    for queue in 0..200 {
        text.push_str(&format!(
            "Begin Queue\nQUEUE_NAME = q{queue}\n#if time(8:00-18:00)\nNICE = 1\n#endif\nEnd Queue\n"
        ));
    }
    let cluster = Cluster::of(&[SourceFile::new("lsb.queues", FileKind::LsbQueues, text)], None);
    assert_eq!(Slices::of(&cluster, &[FileKind::LsbQueues]).slices.len(), 2);
}
