//! Requirements of every shape, for properties.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use crate::requirement::*;

fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(words).prop_map(str::to_owned)
}

fn amount() -> impl Strategy<Value = Amount> {
    let number = select(vec!["0", "1", "2.50", "100", "4096"]);
    (number, of(select(vec!["KB", "M", "GB"]))).prop_map(|(number, unit)| Amount {
        number: Decimal::parse(number).expect("a number"),
        unit: unit.and_then(SizeUnit::of),
    })
}

fn number(amount: Amount) -> Expr {
    Expr::Number(Amount { unit: None, ..amount })
}

/// An expression that is a number.
fn arithmetic() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![word(&["mem", "swap", "ut", "lic"]).prop_map(Expr::Name), amount().prop_map(number),];
    leaf.prop_recursive(2, 6, 3, |inner| {
        let operators = |from: &'static [Arithmetic]| select(from);
        let rest = |from| vec((operators(from), inner.clone()), 1..3);
        prop_oneof![
            (inner.clone(), rest(&[Arithmetic::Add, Arithmetic::Subtract]))
                .prop_map(|(first, rest)| Expr::Arithmetic(Box::new(first), rest)),
            (inner.clone(), rest(&[Arithmetic::Multiply, Arithmetic::Divide]))
                .prop_map(|(first, rest)| Expr::Arithmetic(Box::new(first), rest)),
            inner.prop_map(|it| Expr::Negative(Box::new(it))),
        ]
    })
}

/// An expression that is a truth.
pub(crate) fn condition() -> impl Strategy<Value = Expr> {
    let operator = select(vec![
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
        Comparison::Equal,
        Comparison::NotEqual,
    ]);
    let compared = (arithmetic(), operator, arithmetic())
        .prop_map(|(left, operator, right)| Expr::Comparison(Box::new(left), vec![(operator, right)]));
    let sized = amount().prop_map(|it| {
        Expr::Comparison(Box::new(Expr::Name("mem".into())), vec![(Comparison::GreaterOrEqual, Expr::Number(it))])
    });
    let text = (word(&["any", "LINUX64", "a-b"]), any::<bool>()).prop_map(|(text, quoted)| {
        let quoted = quoted || text.contains('-');
        Expr::Comparison(Box::new(Expr::Name("type".into())), vec![(Comparison::Equal, Expr::Text { text, quoted })])
    });
    let leaf = prop_oneof![
        word(&["linux", "fs", "bigmem"]).prop_map(Expr::Name),
        word(&["scratch", "lic"]).prop_map(Expr::Defined),
        compared,
        sized,
        text,
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 2..4).prop_map(Expr::And),
            vec(inner.clone(), 2..4).prop_map(Expr::Or),
            inner.prop_map(|it| Expr::Not(Box::new(it))),
        ]
    })
}

fn timing() -> impl Strategy<Value = Timing> {
    let unit = select(vec![None, Some(TimeUnit::Seconds), Some(TimeUnit::Minutes), Some(TimeUnit::Hours)]);
    let time = (1_u64..100, unit).prop_map(|(number, unit)| Time { number, unit });
    (vec(time, 0..2), vec(any::<bool>(), 0..2), of(1_u64..9)).prop_map(|(durations, decays, threshold)| Timing {
        durations,
        decays,
        threshold: threshold.map(Decimal::from),
    })
}

fn reservation(name: &'static str) -> impl Strategy<Value = Reservation> {
    let method = select(vec![None, Some(Method::Job), Some(Method::Task), Some(Method::Host)]);
    (amount(), method, timing(), 0_u64..3).prop_map(move |(amount, method, timing, phases)| {
        let amount = if name == "lic" { Amount { unit: None, ..amount } } else { amount };
        let amounts = if name == "mem" && phases > 1 { vec![amount; 2] } else { vec![amount] };
        Reservation { name: name.to_owned(), amounts, method, timing, gpu: Vec::new() }
    })
}

fn usage() -> impl Strategy<Value = Usage> {
    (of(reservation("mem")), of(reservation("swap")), of(reservation("lic")), reservation("tok")).prop_map(
        |(mem, swap, lic, mut tok)| {
            tok.amounts[0].unit = None;
            let reservations = [mem, swap, lic, Some(tok)].into_iter().flatten().collect();
            Usage { reservations }
        },
    )
}

/// A list of sections. `alternatives`: how many sides of `||` its `rusage` has at most.
pub(crate) fn simple(alternatives: usize) -> impl Strategy<Value = Simple> {
    let key = (any::<bool>(), word(&["ut", "mem", "slots"]).prop_map(Expr::Name));
    let keys = vec(key.prop_map(|(reversed, key)| OrderKey { reversed, key }), 1..3);
    let order = (any::<bool>(), keys).prop_map(|(again, keys)| Order { again, keys });
    let span = prop_oneof![
        select(vec![1, -1]).prop_map(SpanItem::Hosts),
        (1_u64..9).prop_map(|it| SpanItem::Ptile(vec![Tile::Configured, Tile::Named("LINUX".into(), it)])),
        (1_u64..9).prop_map(SpanItem::Block),
        of(1_u64..9).prop_map(SpanItem::Stripe),
    ];
    let cu = (word(&["rack", "enclosure"]), of(1_u64..5), any::<bool>())
        .prop_map(|(kind, most, balance)| ComputeUnits { kind: Some(kind), most, balance, ..ComputeUnits::default() });
    let affinity = (1_u64..4, of(Just(ProcessorUnit::Socket)), 1_u64..3).prop_map(|(count, same, times)| Affinity {
        unit: ProcessorUnit::Core,
        count,
        same,
        exclusive: None,
        times,
        cpubind: None,
        membind: None,
        distribute: None,
    });
    (
        vec(condition(), 0..2),
        of(order),
        of(vec(usage(), 1..=alternatives).prop_map(|alternatives| Rusage { alternatives })),
        vec(span, 0..2),
        vec(word(&["type", "model", "rack"]), 0..3),
        of(cu),
        of(affinity),
    )
        .prop_map(|(select, order, rusage, span, same, cu, affinity)| Simple {
            select,
            order,
            rusage,
            span,
            same,
            cu,
            affinity,
        })
}

/// What may stand in braces.
fn in_braces() -> impl Strategy<Value = Simple> {
    simple(1).prop_map(|mut it| {
        if let Some(cu) = &mut it.cu {
            cu.balance = false;
        }
        it
    })
}

fn terms() -> impl Strategy<Value = Vec<Term>> {
    (vec((1_u64..5, in_braces()), 1..4), any::<bool>()).prop_map(|(terms, open)| {
        let several = terms.len() > 1;
        let mut terms: Vec<Term> = terms.into_iter().map(|(count, body)| Term { count: Some(count), body }).collect();
        if let Some(last) = terms.last_mut().filter(|_| open && several) {
            last.count = None;
        }
        terms
    })
}

/// A requirement of any shape.
pub(crate) fn requirement() -> impl Strategy<Value = Requirement> {
    let body = prop_oneof![in_braces().prop_map(|it| Body::Simple(Box::new(it))), terms().prop_map(Body::Compound)];
    let branches = vec((body, of(1_u64..9)), 1..4).prop_map(|branches| {
        let branch = |(index, (body, delay))| Branch { body, delay: if index == 0 { None } else { delay } };
        Requirement::Alternative(branches.into_iter().enumerate().map(branch).collect())
    });
    prop_oneof![
        simple(2).prop_map(|it| Requirement::Simple(Box::new(it))),
        terms().prop_map(Requirement::Compound),
        branches,
    ]
}
