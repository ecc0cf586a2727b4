//! The outputs of testdata/outputs, one for each form that can be read: changed at random, and repeated.

use lsflint_spec::DISPLAYS;
use lsflint_test_support::generate::Random;
use lsflint_test_support::{files_below, repository};

use super::super::read::read;
use super::*;

/// The number of outputs that are changed at random.
const CHANGED: usize = 3000;

/// Writes an output of a size.
type Shape = Box<dyn Fn(usize) -> String>;
/// The name of an output that may take many steps, and what writes it.
type Hostile = (&'static str, fn(usize) -> String);

fn outputs() -> Vec<(String, String)> {
    let all = files_below(&repository().join("testdata/outputs"));
    all.into_iter().map(|it| (it.0, String::from_utf8(it.1).expect("a text"))).collect()
}

#[test]
fn every_display_has_an_output() {
    let outputs = outputs();
    let input = read(outputs.iter().map(|it| it.1.as_str()));
    let is_read = |display: &lsflint_spec::Display| input.objects.iter().any(|it| it.display == display);
    let missing: Vec<&str> = DISPLAYS.iter().filter(|it| !is_read(it)).map(|it| it.command).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let unknown: Vec<String> =
        input.unknown.iter().map(|it| format!("{}:{}: {}", outputs[it.source].0, it.line, it.text)).collect();
    assert!(unknown.is_empty(), "{unknown:#?}");
}

/// A text with changes: cut off, lines in another order, letters removed, added or replaced.
fn changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<Vec<char>> = text.split_inclusive('\n').map(|it| it.chars().collect()).collect();
    for _ in 0..random.between(1, 5) {
        let (one, other) = (random.between(0, lines.len()), random.between(0, lines.len()));
        match random.between(0, 8) {
            0 => lines.swap(one, other),
            1 => lines.truncate(one + 1),
            2 => lines[one] = lines[other].clone(),
            3 if lines.len() > 1 => drop(lines.remove(one)),
            change => {
                let line = &mut lines[one];
                let at = random.between(0, line.len() + 1);
                const LETTERS: &str = " \n\t[](/:=-{\"^é\0";
                let letter = LETTERS.chars().nth(random.between(0, LETTERS.chars().count())).unwrap_or(' ');
                match change {
                    4 => line.truncate(at),
                    5 if at < line.len() => line[at] = letter,
                    _ => line.insert(at, letter),
                }
            }
        }
    }
    lines.into_iter().flatten().collect()
}

#[test]
fn changed_outputs_are_read() {
    let mut random = Random::new(1818);
    let cluster = cluster(&format!("{CLUSTER}//- lsb.resources\nBegin Limit\nNAME = cap_bot\nSLOTS = 8\nEnd Limit\n"));
    let outputs = outputs();
    for number in 0..CHANGED {
        let text = changed(&outputs[number % outputs.len()].1, &mut random);
        let comparison = compare(&cluster, std::iter::once(text.as_str()), number % 2 == 0);
        let lines = text.lines().count();
        let values = comparison.values.iter().filter_map(|it| it.shown).map(|it| it.line);
        let all = values.chain(comparison.not_compared.iter().map(|it| it.shown.line));
        let mut all = all.chain(comparison.not_understood.iter().map(|it| it.line));
        assert!(all.all(|it| (1..=lines).contains(&it)), "{text}");
    }
}

#[test]
fn every_line_is_used_or_named() {
    // A line that no command displays, in place of each line in turn.
    const LINE: &str = "XYZZY unknown words";
    let mut silent = String::new();
    for (name, text) in outputs().iter().filter(|it| it.0.ends_with(".txt")) {
        let lines: Vec<&str> = text.lines().collect();
        for number in (0..lines.len()).filter(|it| !lines[*it].trim().is_empty()) {
            let all = [&lines[..number], &[LINE], &lines[number + 1..]].concat().join("\n");
            let input = read(std::iter::once(all.as_str()));
            // Of a table, the rows are named if the header is not one.
            let is_named = input.unknown.iter().any(|it| (number + 1..number + 4).contains(&it.line));
            let is_in_value = input.values.iter().any(|it| it.text.contains("XYZZY"));
            let is_object = input.objects.iter().any(|it| it.name.contains("XYZZY"));
            if !(is_named || is_in_value || is_object) {
                writeln!(silent, "{name}:{}: {}", number + 1, lines[number].trim()).expect("a string");
            }
        }
    }
    expect![[r#"
        bhosts-l.txt:25: r15s   r1m  r15m    ut    pg    io   ls    it   tmp   swp   mem  slots
        bhosts-l.txt:26: Total           0.0   0.0   0.0    2%   0.0     8    0 14324 1667G 127.2G  683G     46
        bhpart.txt:10: USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME
        bhpart.txt:11: bob             9       0.333      0        0          0.0         0
        bqueues-l.txt:61: USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME   ADJUST
        bqueues-l.txt:62: verif            70      23.3        0         0       0.0         0       0.0
        bresources.txt:11: TOTAL                         130
        bresources.txt:13: GUARANTEE CONFIGURED           25
        bresources.txt:15: GUAR       GUAR      TOTAL
        bresources.txt:16: CONSUMERS                          CONFIG       USED       USED
        bresources.txt:17: sc1 15 0 0
        bresources.txt:19: Begin ReservationUsage
        bsla.txt:7: POOL NAME                       TYPE     CONFIG       USED    USED
        bsla.txt:8: mypack                      package         74          0       0
        bsla.txt:18: POOL NAME                       TYPE     CONFIG       USED    USED
        bsla.txt:19: mypack                      package         74          0       0
    "#]]
    .assert_eq(&silent);
}

#[test]
fn reading_is_linear() {
    let steps = |text: &str| read(std::iter::once(text)).steps;
    let mut shapes: Vec<(String, Shape)> = Vec::new();
    for (name, text) in outputs() {
        shapes.push((name, Box::new(move |n| text.repeat(n))));
    }
    let hostile: [Hostile; 9] = [
        ("a label with many lines", |n| format!("QUEUE: a\nUSERS: a\n{}", "                     bob\n".repeat(n))),
        ("a description with many lines", |n| format!("QUEUE: a\n  -- a\n{}", "more words\n".repeat(n))),
        ("many columns", |n| format!("QUEUE_NAME {}\na {}\n", "MAX ".repeat(n), "1 ".repeat(n))),
        ("many cells", |n| format!("QUEUE_NAME HOSTS USERS\na {}\n", "b ".repeat(n))),
        ("many values of a parameter", |n| format!("QUEUE: a\n{}", "USERS: a\n".repeat(n))),
        ("open records", |n| "{\"a\":[\n".repeat(n)),
        ("a document without its end", |n| {
            format!("{{\"COMMAND\":\"bqueues\",\"RECORDS\":[\n{}", "{\"QUEUE_NAME\":\"a\"},\n".repeat(n))
        }),
        ("records without a document", |n| format!("{{\"a\":[\n{}", "{\"QUEUE_NAME\":\"a\"},\n".repeat(n))),
        ("many thresholds", |n| format!("QUEUE: a\n{}\n loadSched {}\n", "x ".repeat(n), "1 ".repeat(n))),
    ];
    shapes.extend(hostile.map(|it| (it.0.to_owned(), Box::new(it.1) as Shape)));
    for (name, shape) in shapes {
        let (small, large) = (shape(200), shape(800));
        let (few, many) = (steps(&small), steps(&large));
        assert!(many <= 5 * few && many > few, "{name}: {few} steps, with four times as much {many}");
    }
}
