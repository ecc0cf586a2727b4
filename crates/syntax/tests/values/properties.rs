//! Properties of all grammars: nothing is lost, nothing panics, time is linear, generated values are clean.

use std::time::{Duration, Instant};

use lsflint_spec::{FileKind, Grammar, Shape, Terminal};
use lsflint_syntax::{SyntaxKind, parse, parse_elim_line, parse_value};
use proptest::prelude::*;

static PATTERN: Shape = Shape::Choice(&[
    Shape::Sequence(&[
        Shape::Literal("KEY["),
        Shape::MaybeBlank,
        Shape::Terminal(Terminal::Unsigned),
        Shape::Repeat(&Shape::Sequence(&[Shape::Blank, Shape::Terminal(Terminal::Name(None))])),
        Shape::Literal("]"),
        Shape::Optional(&Shape::Sequence(&[
            Shape::Literal("("),
            Shape::Terminal(Terminal::Inner),
            Shape::Literal(")"),
        ])),
    ]),
    Shape::Sequence(&[
        Shape::Terminal(Terminal::Window),
        Shape::Repeat(&Shape::Sequence(&[Shape::Blank, Shape::Terminal(Terminal::Window)])),
    ]),
    Shape::Sequence(&[Shape::Terminal(Terminal::Word), Shape::Blank, Shape::Terminal(Terminal::Rest)]),
]);

/// Every grammar of this room of the house but requirement strings, which have their own tests.
const GRAMMARS: &[Grammar] = &[
    Grammar::Text,
    Grammar::Word,
    Grammar::Name(None),
    Grammar::Names(None),
    Grammar::YesNo,
    Grammar::Integer,
    Grammar::Number,
    Grammar::Percent,
    Grammar::Size,
    Grammar::Enum,
    Grammar::EnumList,
    Grammar::Path,
    Grammar::Paths,
    Grammar::Command,
    Grammar::HourMinute,
    Grammar::RunLimit,
    Grammar::LimitPair,
    Grammar::TaskLimit,
    Grammar::Threshold,
    Grammar::ApsPriority,
    Grammar::TimeWindows,
    Grammar::HostList,
    Grammar::UserList,
    Grammar::QueueList,
    Grammar::ApplicationList,
    Grammar::Fairshare,
    Grammar::UserShares,
    Grammar::Preemption,
    Grammar::JobControls,
    Grammar::ExitValues,
    Grammar::SlotReserve,
    Grammar::ReservationLimits,
    Grammar::Exclusive,
    Grammar::Checkpoint,
    Grammar::Location,
    Grammar::HostResources,
    Grammar::LocalResources,
    Grammar::Shape(&PATTERN),
    Grammar::Any,
];

/// Pieces that the grammars react to.
const PIECES: &[&str] = &[
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ":",
    ";",
    ".",
    "/",
    "+",
    "-",
    "*",
    "@",
    "~",
    "!",
    "%",
    "|",
    "&",
    "||",
    "&&",
    "=",
    "\"",
    "'",
    "$",
    "#",
    "\\",
    " ",
    "  ",
    "\t",
    "a",
    "b9",
    "1",
    "30",
    "1.5",
    "all",
    "others",
    "time(",
    "8:00-9:00",
    "EDT",
    "USER_SHARES[[",
    "[u, 1]",
    "WEIGHT[[",
    "LIMIT",
    "PREEMPTIVE[",
    "PREEMPTABLE",
    "SUSPEND[",
    "RESUME",
    "MAX_RESERVE_TIME[",
    "EXCLUDE(",
    "CU[",
    "KEY[",
    "h[1-3",
    "5@[",
    "resource",
    "resourcemap ",
    "é",
    "\u{a0}",
    "日本",
];

fn any_value() -> impl Strategy<Value = String> {
    prop_oneof![prop::collection::vec(prop::sample::select(PIECES), 0..14).prop_map(|it| it.concat()), "\\PC{0,40}",]
}

fn check_invariants(text: &str, grammar: Grammar) {
    let parse = parse_value(text, grammar);
    assert_eq!(parse.root().text(), text, "{grammar:?}");
    let mut last = 0;
    for error in parse.errors() {
        let (start, end) = (usize::from(error.range.start()), usize::from(error.range.end()));
        assert!(text.is_char_boundary(start) && text.is_char_boundary(end), "{grammar:?} {text:?} {error:?}");
        assert!(start >= last, "sorted");
        assert!(start < end || start >= text.trim_end().len(), "{grammar:?} {text:?} {error:?} is empty in mid text");
        last = start;
    }
    let lost = parse.root().all_tokens().any(|it| it.kind() == SyntaxKind::ERROR_TEXT);
    assert!(!lost || !parse.errors().is_empty(), "{grammar:?} loses a part of {text:?} without a word");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_survives(text in any_value(), index in 0..GRAMMARS.len()) {
        check_invariants(&text, GRAMMARS[index]);
    }

    #[test]
    fn any_elim_line_survives(text in any_value()) {
        let parse = parse_elim_line(&text);
        prop_assert_eq!(parse.root().text(), text);
        prop_assert!(parse.errors().len() <= 1);
    }

    #[test]
    fn any_condition_survives(text in any_value()) {
        let text = format!("#if {text}\n#endif\n");
        let parse = parse(&text, FileKind::LsbQueues);
        prop_assert_eq!(parse.root().text(), text);
    }

    /// A value over several lines has the tokens and errors of the same value on one line.
    #[test]
    fn continuations_change_nothing(text in any_value(), cut in 0_usize..40, key in prop::sample::select(KEYS)) {
        let text: String = text.chars().filter(|it| !matches!(it, '#' | '\\' | '\n' | '\r' | '{' | '$')).collect();
        let text = format!("x{}x", text.trim());
        let cut = text.char_indices().map(|it| it.0).nth(cut).unwrap_or(text.len() - 1).max(1);
        let joined = format!("Begin Queue\n{key} = {text}\nEnd Queue\n");
        let split = format!("Begin Queue\n{key} = {}\\\n{}\nEnd Queue\n", &text[..cut], &text[cut..]);
        let (one, two) = (parse(&joined, FileKind::LsbQueues), parse(&split, FileKind::LsbQueues));
        prop_assert_eq!(two.root().text(), split.clone());
        let kinds = |parse: &lsflint_syntax::Parse| parse.errors().iter().map(|it| it.kind).collect::<Vec<_>>();
        let swallowed = lsflint_syntax::ErrorKind::Structure(lsflint_syntax::StructureError::ContinuationSwallowsLine);
        prop_assume!(!kinds(&two).contains(&swallowed));
        prop_assert_eq!(kinds(&one), kinds(&two), "{}", split);
    }
}

const KEYS: &[&str] = &[
    "HOSTS",
    "USERS",
    "RUN_WINDOW",
    "FAIRSHARE",
    "PREEMPTION",
    "JOB_CONTROLS",
    "REQUEUE_EXIT_VALUES",
    "RUNLIMIT",
    "MEMLIMIT",
    "APS_PRIORITY",
    "RESRSV_LIMIT",
    "EXCLUSIVE",
    "CHKPNT",
    "r1m",
    "PRIORITY",
    "SNDJOBS_TO",
    "SLOT_RESERVE",
];

/// Regular expressions of valid values; `N` stands for a name, `D` for a number.
const VALID: &[(Grammar, &str)] = &[
    (
        Grammar::HostList,
        r"(all|N|~N|N!|N\+D|N@N|N\[[0-9]{1,2}-[0-9]{2}(,[0-9]{2})?\](N)?)( (N|~N|N!|N\+D|N@N\+D|N\[D:D\])){0,4}",
    ),
    (Grammar::UserList, r"(all|N|~N|N@|N/|N@N|N\[full\])( (N|~N|N@|N/|N@N|N\[usershares\])){0,4}"),
    (Grammar::QueueList, r"(N|~N|N@N\+D)((, ?| )(N|~N)){0,4}"),
    (Grammar::Names(None), r"(N|~N|N!)( (N|~N|N!)){0,4}"),
    (
        Grammar::TimeWindows,
        r"[0-7]:1?[0-9]:[0-5][0-9]-[0-7]:2[0-3]:[0-5][0-9]( EDT)?( 1?[0-9](:[0-5][0-9])?-2[0-3](:[0-5][0-9])?){0,3}",
    ),
    (Grammar::UserShares, r"\[N@? ?, ?D\]( ?\[N,D\]){0,3}"),
    (Grammar::Fairshare, r"USER_SHARES\[\[N@? ?, ?D\]( ?\[N,D\]){0,3}\]"),
    (Grammar::RunLimit, r"(D:)?D(/N)?( (D:)?D(/N)?)?"),
    (Grammar::HourMinute, r"(D:)?D(/N)?"),
    (Grammar::Threshold, r"(-?D(\.5)?)?/-?D(\.5)?|D(\.5)?/?"),
    (Grammar::LimitPair, r"D( D[GM]?)?"),
    (Grammar::TaskLimit, r"D( D){0,2}"),
    (Grammar::Size, r"D([KMGTPEZ]B?)?"),
    (Grammar::Percent, r"D%?"),
    (
        Grammar::ApsPriority,
        r"WEIGHT ?\[\[N, ?-?D\]( ?\[N,D\.5\]){0,2}\] ?(LIMIT\[\[N, D\]\])? ?(GRACE_PERIOD\[\[N ?, ?D[smh]?\]\])?",
    ),
    (Grammar::Location, r"(D@)?\[N( ~?N){0,3}\]( N@\[N( ~?N){0,2}\]){0,2}"),
    (Grammar::HostResources, r"!?N( N=D| N=N| !N){0,4}"),
    (Grammar::LocalResources, r"\[resource !?N\] \[resourcemap D\*N\]( \[type N\])?( \[!N\])?"),
    (Grammar::ReservationLimits, r"\[N=D(, ?D)?\]( ?\[ ?N ?= ?D ?\]){0,2}"),
    (Grammar::Preemption, r"PREEMPTIVE(\[N(\+D)?( N){0,2}\])?( PREEMPTABLE(\[N\])?)?"),
    (Grammar::JobControls, r"(SUSPEND\[[A-Z]{3,8}\] )?RESUME\[[a-z /-]{1,10}x\]( ?TERMINATE\[CHKPNT\])?"),
    (Grammar::ExitValues, r"(all ~D|D( D)?)( EXCLUDE\(D( ~D)?\))?"),
    (Grammar::SlotReserve, r"MAX_RESERVE_TIME ?\[D\]( BACKFILL)?"),
    (Grammar::Checkpoint, r"/N( init=D)?( D)?( method=N)?"),
    (Grammar::Exclusive, r"Y|no|CU|CU\[N?\]"),
];

fn valid() -> impl Strategy<Value = (Grammar, String)> {
    prop::sample::select(VALID).prop_flat_map(|(grammar, pattern)| {
        let mut regex = String::new();
        let mut word = false;
        for (at, letter) in pattern.char_indices() {
            let next = pattern[at + 1..].starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
            match letter {
                'N' if !word && !next => regex.push_str("[a-z][a-z0-9_]{0,6}"),
                'D' if !word && !next => regex.push_str("[0-9]{1,4}"),
                _ => regex.push(letter),
            }
            word = letter.is_ascii_alphabetic() || letter == '_';
        }
        prop::string::string_regex(&regex).expect("a valid pattern").prop_map(move |text| (grammar, text))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_values_are_clean((grammar, text) in valid()) {
        check_invariants(&text, grammar);
        let parse = parse_value(&text, grammar);
        prop_assert!(parse.errors().is_empty(), "{:?} `{}`: {:?}", grammar, text, parse.errors());
    }

    #[test]
    fn generated_conditions_are_clean(terms in prop::collection::vec((any::<bool>(), any::<bool>(), 0..24, 0..24), 1..6)) {
        let mut condition = String::new();
        for (at, (and, not, from, to)) in terms.iter().enumerate() {
            if at > 0 {
                condition.push_str(if *and { " && " } else { "||" });
            }
            condition.push_str(&format!("{}time({from}:00-{to}:30 EDT)", if *not { "!" } else { "" }));
        }
        let text = format!("#if {condition}\n#endif\n");
        let parse = parse(&text, FileKind::LsbQueues);
        prop_assert!(parse.errors().is_empty(), "{}: {:?}", text, parse.errors());
    }
}

/// Repetitions of everything a grammar reacts to: quadratic time would need minutes here.
#[test]
fn time_is_linear() {
    let mut slowest = (Duration::ZERO, String::new());
    for &grammar in GRAMMARS {
        for piece in PIECES.iter().chain(&["a[", "a@b~", "a=", "[a ", "a+1 ", "x]y", "[1", "a a[", "(a ", "~!", "a@["])
        {
            let text = piece.repeat(20_000 / piece.len());
            let start = Instant::now();
            let parse = parse_value(&text, grammar);
            let time = start.elapsed();
            assert!(parse.root().range().len() == lsflint_syntax::TextSize::of(text.as_str()));
            if time > slowest.0 {
                slowest = (time, format!("{grammar:?} on {piece:?}"));
            }
        }
    }
    eprintln!("slowest: {slowest:?}");
    assert!(slowest.0 < Duration::from_secs(2), "{slowest:?}");
}
