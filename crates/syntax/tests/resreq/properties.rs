//! Whatever the string: no byte is lost, nothing panics, errors point at text. And what the grammar allows has no
//! errors and comes back from the typed tree as it was made.

use lsflint_spec::Grammar;
use lsflint_syntax::ast::resreq::ResReq;
use lsflint_syntax::parse_value;
use proptest::prelude::*;
use proptest::sample::select;

use super::{errors, parse, requirement};
use crate::render::render;

/// Visits everything the typed tree has.
fn visit(requirement: ResReq<'_>) {
    assert!(render(requirement).len() < 1 << 20);
    for simple in requirement.simples() {
        for expr in simple.selections().flat_map(|it| it.walk()) {
            assert!(expr.operands().count() <= 1 << 20);
            assert!(!expr.range().is_empty());
            assert!(expr.as_text().is_none_or(|it| it.len() <= usize::from(expr.range().len())));
        }
        assert!(simple.sections().all(|it| it.node().range().contains_range(it.content_range())));
    }
}

/// Pieces without brackets and quotes.
const FLAT: &[&str] = &[
    "&&",
    "||",
    "!",
    "-",
    "+",
    "*",
    "/",
    "==",
    "=",
    ">=",
    "<",
    "=>",
    "&",
    "|",
    ",",
    ":",
    ";",
    "#",
    " ",
    "  ",
    "mem",
    "type",
    "linux",
    "host-a",
    "a.b",
    "5",
    "0.5",
    "4GB",
    "/task",
    "@site:",
    "and ",
    "or ",
    "hosts=1",
    "duration=5",
    "decay=",
    "select",
    "order ",
    "\u{e9}",
    "mem=1:",
    "swp=2,",
];

/// Pieces of requirement strings, sound and broken, to be thrown together.
fn pieces() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "select[",
        "order[",
        "rusage[",
        "span[",
        "same[",
        "cu[",
        "affinity[",
        "Select[",
        "selct[",
        "rusage",
        "select(",
        "]",
        "[",
        "(",
        ")",
        "{",
        "}",
        "2*{",
        "} + ",
        "} || {",
        "}@5",
        "&&",
        "||",
        "!",
        "-",
        "+",
        "*",
        "/",
        "==",
        "=",
        "!=",
        ">=",
        "<",
        "=>",
        "<>",
        "&",
        "|",
        ",",
        ":",
        ";",
        "%",
        "#",
        "'",
        "\"",
        "'a b'",
        "\\",
        " ",
        "  ",
        "\t",
        "\n",
        "mem",
        "type",
        "hname",
        "linux",
        "any",
        "host-a",
        "a.b",
        "5",
        "0.5",
        "4GB",
        "10m",
        "(1 2)",
        "/task",
        "@site:",
        "defined(",
        "defined",
        "and",
        "or ",
        "not ",
        "hosts=1",
        "ptile='!'",
        "LINUX:2",
        "duration=5",
        "decay=1",
        "core(2,same=socket)",
        "exclusive=(core,injob)",
        "pack(socket=1)",
        "type=rack",
        "excl",
        "-R ",
        "{{",
        "\u{e9}",
        "\u{201c}",
        "\u{a0}",
        "\u{85}",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_pieces(input in pieces()) {
        let parsed = parse(&input);
        if let Some(requirement) = requirement(&parsed) {
            visit(requirement);
        }
        let condition = parse_value(&input, Grammar::Condition);
        prop_assert_eq!(condition.root().text(), input);
        prop_assert_eq!(condition.errors(), parsed.errors());
    }

    #[test]
    fn any_text(input in any::<String>()) {
        let parsed = parse(&input);
        if let Some(requirement) = requirement(&parsed) {
            visit(requirement);
        }
    }

    /// Every part of a sound string is a string that somebody is typing.
    #[test]
    fn any_start_of_a_sound_string(input in canonical(), cut in any::<prop::sample::Index>()) {
        let mut at = cut.index(input.len() + 1);
        while !input.is_char_boundary(at) {
            at -= 1;
        }
        let parsed = parse(&input[..at]);
        if let Some(requirement) = requirement(&parsed) {
            visit(requirement);
        }
    }

    /// A bracket without a partner is the only thing said about what is behind it.
    #[test]
    fn nothing_behind_an_unclosed_bracket(before in name(), after in prop::collection::vec(select(FLAT.to_vec()), 0..12)) {
        let input = format!("{before} rusage[{}", after.concat());
        prop_assert_eq!(errors(&input), "UnclosedBracket `[`\n", "{}", input);
    }

    #[test]
    fn sound_strings_have_no_errors(input in canonical()) {
        prop_assert_eq!(errors(&input), "", "{}", input);
    }

    #[test]
    fn valid_strings_are_unchanged(input in canonical()) {
        let parsed = parse(&input);
        prop_assert_eq!(parsed.errors(), &[]);
        let rendered = requirement(&parsed).map(render);
        prop_assert_eq!(rendered.as_deref(), Some(input.as_str()));
        // And blanks change nothing.
        let spaced = input.replace('[', " [ ").replace(']', " ]").replace(',', " , ").replace("&&", " && ").replace("==", " == ");
        let parsed = parse(&spaced);
        let rendered = requirement(&parsed).map(render);
        prop_assert_eq!(rendered.as_deref(), Some(input.as_str()), "{}", spaced);
    }
}

fn name() -> impl Strategy<Value = String> {
    select(vec!["mem", "swp", "linux", "lic_a", "ngpus_physical", "nano", "info", "x9", "order_lic", "A_b"])
        .prop_map(str::to_owned)
}

fn number() -> impl Strategy<Value = String> {
    select(vec!["0", "1", "24", "100", "0.5", "4096", "4GB", "512M", "1TB"]).prop_map(str::to_owned)
}

fn integer() -> impl Strategy<Value = String> {
    (1u32..999).prop_map(|it| it.to_string())
}

/// An expression, fully parenthesised as [`render`] prints it.
fn expression() -> impl Strategy<Value = String> {
    let text = select(vec!["type==any", "hname!='host-a'", "model==XeonGold", "rel=='8.6'", "status=='ok'"]);
    let leaf = prop_oneof![
        name(),
        (name(), select(vec![">", "<", ">=", "<=", "==", "!="]), number())
            .prop_map(|(a, op, b)| format!("({a}{op}{b})")),
        text.prop_map(|it| format!("({it})")),
        name().prop_map(|it| format!("defined({it})")),
        name().prop_map(|it| format!("!{it}")),
        (name(), select(vec!["+", "-", "*", "/"]), number()).prop_map(|(a, op, b)| format!("(({a}{op}{b})>0)")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        (inner.clone(), select(vec!["&&", "||"]), inner).prop_map(|(a, op, b)| format!("({a}{op}{b})"))
    })
}

fn joined(item: impl Strategy<Value = String>, separator: &'static str, most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(item, 1..=most).prop_map(move |it| it.join(separator))
}

/// Usages with so many alternatives at most.
fn usage(alternatives: usize) -> impl Strategy<Value = String> {
    let method = select(vec!["", "/job", "/task", "/host"]);
    let item = prop_oneof![
        (name(), number(), method).prop_map(|(a, b, c)| format!("{a}={b}{c}")),
        (name(), number(), number()).prop_map(|(a, b, c)| format!("{a}=({b} {c})")),
        (integer(), select(vec!["", "s", "m", "h"])).prop_map(|(a, b)| format!("duration={a}{b}")),
        select(vec![
            "decay=0",
            "decay=1",
            "duration=(5 10h)",
            "decay=(0 1)",
            "threshold=5",
            "gmodel=K80#12G",
            "gmem=8G",
            "glink=yes",
            "mig=2/1",
            "lic@wan=1"
        ])
        .prop_map(str::to_owned),
    ];
    joined(joined(joined(item, ":", 3), ",", 3), "||", alternatives)
}

fn section(alternatives: usize) -> impl Strategy<Value = String> {
    let tile = (select(vec!["LINUX", "X86_64", "Model-1"]), integer()).prop_map(|(a, b)| format!("{a}:{b}"));
    let span = prop_oneof![
        select(vec!["hosts=1", "hosts=-1", "ptile='!'", "stripe", "gtile=!"]).prop_map(str::to_owned),
        (select(vec!["ptile", "block", "stripe", "gtile"]), integer()).prop_map(|(a, b)| format!("{a}={b}")),
        joined(tile, ",", 3).prop_map(|it| format!("ptile='!',{it}")),
    ];
    let cu = prop_oneof![
        select(vec!["type=rack", "pref=maxavail", "usablecuslots=0", "pref=bestfit"]).prop_map(str::to_owned),
        integer().prop_map(|it| format!("maxcus={it}")),
    ];
    let unit_option =
        select(vec!["same=socket", "exclusive=(core,injob|alljobs)", "exclusive=(numa)"]).prop_map(str::to_owned);
    let option = select(vec!["cpubind=core", "membind=localonly", "distribute=pack(socket=1)", "distribute=any"])
        .prop_map(str::to_owned);
    let unit = (
        select(vec!["core", "thread", "socket", "numa", "cpu"]),
        integer(),
        prop::option::of(joined(unit_option, ",", 2)),
        prop::option::of(integer()),
    )
        .prop_map(|(unit, count, options, times)| {
            let options = options.map(|it| format!(",{it}")).unwrap_or_default();
            let times = times.map(|it| format!("*{it}")).unwrap_or_default();
            format!("{unit}({count}{options}){times}")
        });
    let key = (select(vec!["", "-"]), name()).prop_map(|(a, b)| format!("{a}{b}"));
    prop_oneof![
        expression().prop_map(|it| format!("select[{it}]")),
        (select(vec!["", "!"]), joined(key, ":", 3)).prop_map(|(a, b)| format!("order[{a}{b}]")),
        usage(alternatives).prop_map(|it| format!("rusage[{it}]")),
        span.prop_map(|it| format!("span[{it}]")),
        joined(name(), ":", 3).prop_map(|it| format!("same[{it}]")),
        joined(cu, ":", 3).prop_map(|it| format!("cu[{it}]")),
        (unit, prop::collection::vec(option, 0..3)).prop_map(|(unit, options)| {
            let options: String = options.iter().map(|it| format!(":{it}")).collect();
            format!("affinity[{unit}{options}]")
        }),
    ]
}

/// Sections, the select at most once, and first when it has no brackets.
fn simple(alternatives: usize) -> impl Strategy<Value = String> {
    (prop::option::of(expression()), prop::collection::vec(section(alternatives), 1..4)).prop_map(
        |(implicit, sections)| {
            let mut selected = implicit.is_some();
            let mut parts: Vec<String> = implicit.into_iter().collect();
            for section in sections {
                let select = section.starts_with("select");
                if !(select && selected) {
                    parts.push(section);
                }
                selected |= select;
            }
            parts.join(" ")
        },
    )
}

/// A requirement of any shape, as [`render`] prints it.
fn canonical() -> impl Strategy<Value = String> {
    let term = (integer(), simple(1)).prop_map(|(a, b)| format!("{a}*{{{b}}}"));
    let compound = joined(term, " + ", 3).boxed();
    let branch = prop_oneof![simple(3), compound.clone()];
    prop_oneof![
        3 => simple(3),
        1 => compound,
        1 => (prop::collection::vec(branch, 1..4), 1u32..99).prop_map(|(branches, delay)| {
            let last = branches.len() - 1;
            let branch = |(index, it): (usize, String)| {
                let delay = if index == last && index > 0 { format!("@{delay}") } else { String::new() };
                format!("{{{it}}}{delay}")
            };
            branches.into_iter().enumerate().map(branch).collect::<Vec<_>>().join(" || ")
        }),
    ]
}
