//! Sets of minutes against a clock that is asked minute by minute, and the laws of sets.

mod branches;

use lsflint_spec::{FileKind, Grammar, Target};
use lsflint_syntax::ast::{self, AstNode, ClockTime, TimeWindows};
use lsflint_syntax::{Parse, SyntaxKind};
use proptest::prelude::*;

use super::{Activity, BranchTimes, DAY, WEEK, Week, WeekReader, branch_times, window_week};

/// The sets that the windows of a value mean, joined.
fn windows(text: &str) -> Option<Week> {
    windows_for(text, Target::default())
}

fn windows_for(text: &str, target: Target) -> Option<Week> {
    let parse = lsflint_syntax::parse_value(text, Grammar::TimeWindows);
    let list = parse.typed::<TimeWindows<'_>>()?;
    WeekReader::new(&parse, target).windows(list).map(|it| it.week)
}

#[track_caller]
fn check_words(text: &str, words: &str) {
    let week = windows(text).unwrap_or_else(|| panic!("`{text}` has no meaning"));
    assert_eq!(week.to_string(), words, "for `{text}`");
}

#[test]
fn windows_in_words() {
    check_words("8:30-18:30", "every day 08:30-18:30");
    check_words("18:30-8:30", "every day 18:30-08:30");
    check_words("19-8", "every day 19:00-08:00");
    check_words("20:00-0:00", "every day 20:00-00:00");
    check_words("8-12 13-17", "every day 08:00-12:00 and 13:00-17:00");
    check_words("5:18:30-1:8:30", "Fri 18:30 to Mon 08:30");
    check_words("5:19:00-1:8:30 20:00-8:30", "Mon-Thu 20:00-08:30, Fri 19:00 to Mon 08:30");
    check_words("7:8:00-7:18:00 0:20:00-0:21:00", "Sun 08:00-18:00 and 20:00-21:00");
    check_words("1:8:00-1:18:00 3:8:00-3:18:00 4:8:00-4:18:00", "Mon, Wed and Thu 08:00-18:00");
    check_words("6:0:00-1:0:00", "all of Sat and Sun");
    check_words("8:00-20:00 20:00-8:00", "always");
    check_words("1:8:00-2:8:00", "Mon 08:00 to Tue 08:00");
}

#[test]
fn nights_and_whole_days_in_words() {
    let nights =
        (1..6).fold(Week::never(), |all, day| all.union(&Week::from_to(day * DAY + 19 * 60, (day + 1) * DAY + 7 * 60)));
    assert_eq!(nights.to_string(), "Mon-Fri 19:00-07:00");
    let weekend = Week::from_to(6 * DAY, DAY);
    assert_eq!(nights.union(&weekend).to_string(), "Mon-Fri 19:00-07:00, all of Sat and Sun");
    assert_eq!(nights.complement().to_string(), "Tue-Fri 07:00-19:00, Sat 07:00 to Mon 19:00");
    assert_eq!(Week::never().to_string(), "never");
}

#[test]
fn a_night_continues_after_midnight() {
    let week = windows("20:00-8:30").expect("documented");
    for day in 0..7 {
        assert!(week.contains(day * DAY + 2 * 60), "open at 02:00 of day {day}");
        assert!(!week.contains(day * DAY + 12 * 60), "closed at 12:00 of day {day}");
    }
}

#[test]
fn the_next_change_of_a_set() {
    let check = |text: &str, minute: u16, expected: Option<u16>| {
        assert_eq!(windows(text).expect("documented").next_change(minute), expected, "`{text}` at {minute}");
    };
    check("8:00-18:00", 7 * 60, Some(8 * 60));
    check("8:00-18:00", 8 * 60, Some(18 * 60));
    check("8:00-18:00", 6 * DAY + 18 * 60, Some(8 * 60));
    // From Friday evening, across the end of the week.
    check("5:19:00-1:8:00", 6 * DAY, Some(DAY + 8 * 60));
    check("5:19:00-1:8:00", 60, Some(DAY + 8 * 60));
    check("5:19:00-1:8:00", DAY + 8 * 60, Some(5 * DAY + 19 * 60));
    check("6:0:00-0:0:00", 6 * DAY, Some(0));
    check("8:00-20:00 20:00-8:00", 60, None);
    assert_eq!(Week::never().next_change(60), None);
}

#[test]
fn a_window_that_closes_earlier_continues_into_the_next_week() {
    let week = windows("1:18:00-1:8:00").expect("documented for LSF");
    assert!(week.contains(2 * DAY), "Tuesday");
    assert!(!week.contains(DAY + 12 * 60), "Monday noon");
    assert_eq!(week.to_string(), "Mon 18:00 to Mon 08:00");
    let other: Target = "openlava-4".parse().expect("a dialect");
    assert_eq!(windows_for("1:18:00-1:8:00", other), None, "the open-source readers refuse it");
}

#[test]
fn the_documented_example_at_documented_times() {
    let week = windows("5:19:00-1:8:30 20:00-8:30").expect("documented");
    let at = |day: u16, hour: u16, minute: u16| week.contains(day * DAY + hour * 60 + minute);
    assert!(at(6, 12, 0), "Saturday noon");
    assert!(!at(3, 12, 0), "Wednesday noon");
    assert!(at(3, 23, 0), "Wednesday night");
    assert!(at(1, 8, 29), "the last minute");
    assert!(!at(1, 8, 30), "the closing minute is outside");
}

#[test]
fn what_is_not_clear_has_no_meaning() {
    for text in ["0-0", "1:8:00-1:8:00", "8-25", "8:1:00-8:2:00", "5:19:00-8:30", "8:00 - 9:00", "8-9 x", "8-9-10"] {
        assert_eq!(windows(text), None, "`{text}`");
    }
    assert_eq!(windows("8-9 EDT 10-11"), None, "two zones");
    assert!(windows("8-9 EDT 10-11 EDT").is_some(), "one zone");
    let old: Target = "9.1.3".parse().expect("a version");
    assert_eq!(windows_for("7:8:00-7:9:00", old), None, "day 7 is new");
}

/// `"never Condition"` for each branch of the blocks of a file.
fn activities(text: &str) -> Vec<String> {
    let parse: Parse = lsflint_syntax::parse(text, FileKind::LsbQueues);
    let reader = WeekReader::new(&parse, Target::default());
    let blocks = parse.root().children().filter(|it| it.kind() == SyntaxKind::CONDITIONAL);
    let times = blocks.filter_map(ast::Conditional::cast).flat_map(|it| branch_times(it, reader));
    let say = |it: BranchTimes<'_>| match it.activity {
        Activity::Never(reason) => format!("never {reason:?}"),
        Activity::Always(reason) => format!("always {reason:?}"),
        Activity::Sometimes => "sometimes".to_owned(),
    };
    times.map(say).collect()
}

#[test]
fn branches_of_a_chain() {
    let chain = "#if time(8-18)\n#elif time(9-10)\n#elif time(18-20)\n#elif time(20-8)\n#else\n#endif\n";
    assert_eq!(activities(chain), ["sometimes", "never Earlier", "sometimes", "sometimes", "never Earlier"]);
    assert_eq!(activities("#if time(8-18) && time(19-20)\n#else\n#endif\n"), ["never Condition", "sometimes"]);
    assert_eq!(activities("#if time(8-18) || !time(9-10)\n#else\n#endif\n"), ["always Condition", "never Earlier"]);
    assert_eq!(activities("#if NAME || time(8-18)\n#elif time(8-18)\n#endif\n"), ["sometimes", "sometimes"]);
}

#[test]
fn branches_in_branches() {
    let nested = "#if time(8-18)\n#if time(19-20)\n#else\n#endif\n#if time(7-19)\n#endif\n#endif\n";
    assert_eq!(activities(nested), ["sometimes", "never Outer", "sometimes", "always Outer"]);
    let in_section = "#if time(8-18)\nBegin Queue\n#if time(19-20)\nQUEUE_NAME = q\n#endif\nEnd Queue\n#endif\n";
    assert_eq!(activities(in_section), ["sometimes", "never Outer"]);
    let inactive = "#if time(8-18) && time(19-20)\n#if time(1-2) && time(3-4)\n#endif\n#endif\n";
    assert_eq!(activities(inactive), ["never Condition"], "what is in it is not looked at");
}

#[test]
fn zones_are_not_compared() {
    assert_eq!(activities("#if time(8-18 EDT)\n#elif time(9-10)\n#endif\n"), ["sometimes", "sometimes"]);
    assert_eq!(activities("#if time(8-18 EDT)\n#elif time(9-10 EDT)\n#endif\n"), ["sometimes", "never Earlier"]);
    assert_eq!(
        activities("#if time(8-18 EDT)\n#elif time(9-10) && time(11-12)\n#endif\n"),
        ["sometimes", "never Condition"]
    );
}

/// A set as one flag per minute.
fn naive(week: &Week) -> Vec<bool> {
    let mut all = vec![false; usize::from(WEEK)];
    for &(from, to) in week.spans() {
        all[usize::from(from)..usize::from(to)].fill(true);
    }
    all
}

/// Whether a clock that shows this minute stands in the window: what the documentation says, asked minute by minute.
fn is_inside(opens: ClockTime, closes: ClockTime, now: u16) -> bool {
    let clock = |it: ClockTime| (it.hour * 60 + it.minute.unwrap_or(0)) as u16;
    let (now, from, to) = match (opens.day, closes.day) {
        (Some(first), Some(last)) => {
            (now, (first % 7) as u16 * DAY + clock(opens), (last % 7) as u16 * DAY + clock(closes))
        }
        _ => (now % DAY, clock(opens), clock(closes)),
    };
    if from < to { from <= now && now < to } else { now >= from || now < to }
}

/// What [`Week`]'s words mean.
fn read_words(words: &str) -> Week {
    let day = |word: &str| {
        ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].iter().position(|it| *it == word).expect(word) as u16
    };
    let minute = |word: &str| {
        let (hour, minute) = word.split_once(':').expect(word);
        hour.parse::<u16>().expect(word) * 60 + minute.parse::<u16>().expect(word)
    };
    let days = |text: &str| -> Vec<u16> {
        let mut found = Vec::new();
        for word in text.replace(" and ", ", ").split(", ") {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            let mut at = day(first);
            found.push(at);
            while at != day(last) {
                at = (at + 1) % 7;
                found.push(at);
            }
        }
        found
    };
    if words == "always" {
        return Week::always();
    }
    let mut week = Week::never();
    if words == "never" {
        return week;
    }
    let is_whole = |it: &&str| it.starts_with("all of ") || it.contains(|it: char| it.is_ascii_digit());
    let parts: Vec<&str> = match words.split(", ").all(|it| is_whole(&it)) && !words.contains("; ") {
        true => words.split(", ").collect(),
        false => words.split("; ").collect(),
    };
    for part in parts {
        if let Some(whole) = part.strip_prefix("all of ") {
            for day in days(whole) {
                week = week.union(&Week::from_to(day * DAY, (day + 1) * DAY));
            }
        } else if let Some((from, to)) = part.split_once(" to ") {
            let at =
                |text: &str| text.split_once(' ').map(|(name, clock)| day(name) * DAY + minute(clock)).expect(text);
            week = week.union(&Week::from_to(at(from), at(to)));
        } else {
            let split = part.find(|it: char| it.is_ascii_digit()).expect(part);
            let on = match part[..split].trim_end() {
                "every day" => (0..7).collect(),
                names => days(names),
            };
            for range in part[split..].split(" and ") {
                let (from, to) = range.split_once('-').map(|(from, to)| (minute(from), minute(to))).expect(range);
                let end = if from < to { to } else { to + DAY };
                for day in &on {
                    week = week.union(&Week::from_to(day * DAY + from, day * DAY + end));
                }
            }
        }
    }
    week
}

fn clock() -> impl Strategy<Value = (u32, Option<u32>)> {
    (0..24u32, prop_oneof![Just(None), Just(Some(0)), Just(Some(30)), (0..60u32).prop_map(Some)])
}

fn window() -> impl Strategy<Value = (ClockTime, ClockTime)> {
    (clock(), clock(), prop::option::of((0..8u32, 0..8u32))).prop_map(|((hour, minute), (to_hour, to_minute), days)| {
        let opens = ClockTime { day: days.map(|it| it.0), hour, minute };
        let closes = ClockTime { day: days.map(|it| it.1), hour: to_hour, minute: to_minute };
        (opens, closes)
    })
}

fn week() -> impl Strategy<Value = Week> {
    let whole_day = (0..7u16).prop_map(|day| Week::from_to(day * DAY, (day + 1) * DAY));
    let one = window().prop_map(|(opens, closes)| window_week(opens, closes, Target::default()).unwrap_or_default());
    let stretch = (0..WEEK, 0..WEEK).prop_map(|(from, to)| Week::from_to(from, to));
    prop::collection::vec((prop_oneof![whole_day, one, stretch], any::<bool>()), 0..6).prop_map(|parts| {
        let join = |all: Week, (part, add): (Week, bool)| if add { all.union(&part) } else { all.minus(&part) };
        parts.into_iter().fold(Week::never(), join)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_window_is_open_when_the_time_is_inside_it((opens, closes) in window()) {
        if let Some(week) = window_week(opens, closes, Target::default()) {
            for now in 0..WEEK {
                prop_assert_eq!(week.contains(now), is_inside(opens, closes, now), "minute {}", now);
            }
        }
    }

    #[test]
    fn operations_agree_with_flags(a in week(), b in week()) {
        let flags = |keep: fn(bool, bool) -> bool| -> Vec<bool> {
            naive(&a).into_iter().zip(naive(&b)).map(|(a, b)| keep(a, b)).collect()
        };
        prop_assert_eq!(naive(&a.union(&b)), flags(|a, b| a || b));
        prop_assert_eq!(naive(&a.intersection(&b)), flags(|a, b| a && b));
        prop_assert_eq!(naive(&a.minus(&b)), flags(|a, b| a && !b));
        prop_assert_eq!(a.meets(&b), flags(|a, b| a && b).contains(&true));
        prop_assert_eq!(a.is_within(&b), !flags(|a, b| a && !b).contains(&true));
        prop_assert_eq!(usize::from(a.minutes()), naive(&a).iter().filter(|it| **it).count());
        let twice = [naive(&a), naive(&a)].concat();
        let runs = twice.split(|it| !it).map(<[bool]>::len).max().unwrap_or(0).min(usize::from(WEEK));
        prop_assert_eq!(usize::from(a.longest()), runs);
        prop_assert_eq!(naive(&a) == naive(&b), a == b, "equal sets are equal values");
    }

    #[test]
    fn laws_of_sets(a in week(), b in week(), c in week()) {
        prop_assert_eq!(a.complement().complement(), a.clone());
        prop_assert_eq!(a.union(&a.complement()), Week::always());
        prop_assert_eq!(a.intersection(&a.complement()), Week::never());
        prop_assert_eq!(a.union(&b), b.union(&a));
        prop_assert_eq!(a.intersection(&b), b.intersection(&a));
        prop_assert_eq!(a.union(&b).complement(), a.complement().intersection(&b.complement()));
        prop_assert_eq!(a.intersection(&b.union(&c)), a.intersection(&b).union(&a.intersection(&c)));
        prop_assert_eq!(a.union(&a.intersection(&b)), a.clone());
        prop_assert!(a.intersection(&b).is_within(&a) && a.is_within(&a.union(&b)));
    }

    #[test]
    fn words_say_exactly_the_set(week in week()) {
        let words = week.to_string();
        prop_assert_eq!(read_words(&words), week, "{}", words);
    }
}
