//! What readings make of a cluster.

use expect_test::{Expect, expect};
use lsflint_spec::FileKind;

use super::*;

const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = day
RUNLIMIT = 36:00:00
mem = 1/4
PRIORITY = 10
End Queue
Begin Queue
QUEUE_NAME = night
PRIORITY = 20
End Queue
";

/// Reads a file with parts that LSF reads as another text, or not at all, and shows every value of its queues with its
/// line in the file as written.
#[track_caller]
fn check(parts: &[(&str, Option<&str>)], expected: Expect) {
    let file = Arc::new(SourceFile::new("lsb.queues", FileKind::LsbQueues, QUEUES));
    let written = Arc::new(Cluster::of(&[(*file).clone()], None));
    let readings = parts.iter().map(|(part, text)| {
        let start = QUEUES.find(part).expect("a part of the file");
        let range = TextRange::at((start as u32).into(), TextSize::of(*part));
        Reading { range, text: text.map(Into::into), code: "X001", effect: "".into() }
    });
    let readings = Readings::new([(file.path.clone(), readings.collect())]);
    let cluster = AsRead::of(written, [&file], readings);
    let mut shown = String::new();
    for queue in cluster.view().queues() {
        for field in queue.all_fields() {
            let place = field.place();
            let line = cluster.view().line_of(&place).expect("a line");
            let (name, value) = (field.name(), field.known().unwrap_or_default());
            let written = &QUEUES[place.range];
            shown.push_str(&format!("{} {line}: {name} = {value}", queue.name()));
            shown.push_str(&if *written == *value { "\n".to_owned() } else { format!(" (written {written})\n") });
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn nothing_is_read_differently() {
    check(
        &[],
        expect![[r#"
            day 2: QUEUE_NAME = day
            day 3: RUNLIMIT = 36:00:00
            day 4: mem = 1/4
            day 5: PRIORITY = 10
            night 8: QUEUE_NAME = night
            night 9: PRIORITY = 20
        "#]],
    );
}

#[test]
fn lines_are_ignored_and_values_replaced() {
    check(
        &[("RUNLIMIT = 36:00:00", None), ("1/4", Some("0.25/0.5"))],
        expect![[r#"
            day 2: QUEUE_NAME = day
            day 4: mem = 0.25/0.5 (written 1/4)
            day 5: PRIORITY = 10
            night 8: QUEUE_NAME = night
            night 9: PRIORITY = 20
        "#]],
    );
}

#[test]
fn sections_are_dropped() {
    let day = &QUEUES[..QUEUES.find("Begin Queue\nQUEUE_NAME = night").expect("the second queue")];
    check(
        &[(day, None), ("1/4", Some("4/1"))],
        expect![[r#"
            night 8: QUEUE_NAME = night
            night 9: PRIORITY = 20
        "#]],
    );
}

#[test]
fn sections_are_read_as_one() {
    check(
        &[("End Queue\nBegin Queue\n", None)],
        expect![[r#"
            night 2: QUEUE_NAME = day
            night 3: RUNLIMIT = 36:00:00
            night 4: mem = 1/4
            night 5: PRIORITY = 10
            night 8: QUEUE_NAME = night
            night 9: PRIORITY = 20
        "#]],
    );
}

#[test]
fn spaces_keep_lines_together() {
    assert_eq!(blank("a \\\n b\n"), "  \\\n  \n");
    assert_eq!(blank("a \\\r\nb \\"), "  \\\r\n   ");
    assert_eq!(blank("ö"), "  ");
}

#[test]
fn the_readings_around_a_place() {
    let reading = |start: u32, end: u32| Reading {
        range: TextRange::new(start.into(), end.into()),
        text: None,
        code: "X001",
        effect: "".into(),
    };
    let all = FileReadings::new(vec![reading(40, 50), reading(10, 20), reading(0, 30), reading(12, 14)]);
    let around = |start: u32, end: u32| -> Vec<(u32, u32)> {
        let found = all.around(TextRange::new(start.into(), end.into()));
        found.map(|it| (it.range.start().into(), it.range.end().into())).collect()
    };
    assert_eq!(around(13, 14), [(12, 14), (10, 20), (0, 30)]);
    assert_eq!(around(15, 25), [(0, 30)]);
    assert_eq!(around(30, 35), []);
    assert_eq!(around(45, 50), [(40, 50)]);
}

/// What a reader of the cluster can see: every value with its place.
fn seen(cluster: &AsRead) -> Vec<(String, String, TextRange)> {
    let mut seen = Vec::new();
    for queue in cluster.view().queues() {
        for field in queue.all_fields() {
            let value = field.known().unwrap_or_default().into_owned();
            seen.push((field.name().to_owned(), value, field.place().range));
        }
    }
    seen
}

#[test]
fn after_edits_the_cluster_is_read_as_from_scratch() {
    let mut kept = KeptRead::default();
    let mut number = 7_usize;
    let mut below = move |limit: usize| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % limit.max(1)
    };
    let inserts = ["", "End Queue\n", "Begin Queue\n", "NICE = 3\n", "\\\n", "# a remark\n", "ä", "x"];
    let mut text = QUEUES.to_owned();
    for step in 0..400 {
        let (from, length) = (below(text.len()), below(12));
        let to = (from + length).min(text.len());
        if text.is_char_boundary(from) && text.is_char_boundary(to) {
            text.replace_range(from..to, inserts[below(inserts.len())]);
        }
        if step % 40 == 0 {
            text = QUEUES.repeat(1 + below(4));
        }
        let file = Arc::new(SourceFile::new("lsb.queues", FileKind::LsbQueues, &*text));
        let written = Arc::new(Cluster::of(&[(*file).clone()], None));
        let mut readings = Vec::new();
        for number in 0..below(12) {
            let start = below(text.len());
            let end = (start + below(40)).min(text.len());
            if text.is_char_boundary(start) && text.is_char_boundary(end) {
                let range = TextRange::new((start as u32).into(), (end as u32).into());
                let text = (number % 3 == 0).then(|| "12".into());
                readings.push(Reading { range, text, code: "X001", effect: "".into() });
            }
        }
        let readings = Arc::new(Readings::new([(file.path.clone(), readings)]));
        let again = kept.read(&written, &[&file], &readings);
        assert_eq!(seen(&again), seen(&AsRead::of(written, [&file], readings)), "step {step}: {text:?}");
    }
}
