//! What the typed tree answers, getter by getter.

use lsflint_syntax::ast::resreq::{
    AffinityOptionKind, AffinitySection, CuKind, CuSection, Expr, Method, OperatorKind, OrderSection, ProcessorUnit,
    ResReq, RusageSection, Section, Shape, Simple, SpanKind, SpanSection, Tile, UsageKind,
};
use lsflint_syntax::{Parse, Token};

use super::{parse, requirement};

/// Runs a check on the only simple string of a requirement.
fn with_simple(input: &str, check: impl FnOnce(Simple<'_>)) {
    let parse = parse(input);
    check(simple(&parse));
}

fn simple(parse: &Parse) -> Simple<'_> {
    requirement(parse).and_then(|it| it.simples().next()).expect("a simple string")
}

fn whole(parse: &Parse) -> ResReq<'_> {
    requirement(parse).expect("a requirement")
}

fn texts<'t>(tokens: impl Iterator<Item = Token<'t>>) -> Vec<String> {
    tokens.map(|it| it.text().into_owned()).collect()
}

#[test]
fn shapes() {
    let parsed = parse("2*{a} + {b}");
    let Some(Shape::Compound(compound)) = whole(&parsed).shape() else { panic!("no compound") };
    let terms: Vec<_> = compound.terms().map(|it| (it.slots(), it.is_counted(), it.simple().is_some())).collect();
    assert_eq!(terms, [(Some(2), true, true), (None, false, true)]);

    let parsed = parse("{1*{a} + 2*{b}} || {c}@5 || {d}@x");
    let Some(Shape::Alternative(alternative)) = whole(&parsed).shape() else { panic!("no alternative") };
    let delays: Vec<_> = alternative.branches().map(|it| it.delay().map(|it| it.minutes())).collect();
    assert_eq!(delays, [None, Some(Some(5)), Some(None)]);
    let compounds: Vec<_> = alternative.branches().map(|it| matches!(it.body(), Some(Shape::Compound(_)))).collect();
    assert_eq!(compounds, [true, false, false]);
    assert_eq!(whole(&parsed).simples().count(), 4);

    assert!(matches!(whole(&parse("mem>1")).shape(), Some(Shape::Simple(_))));
    assert!(whole(&parse("''")).shape().is_none());
    assert_eq!(whole(&parse("'a'")).quotes().count(), 2);
}

#[test]
fn sections() {
    with_simple("mem>1 rusage[mem=1] Order[ut] foo[x] [y] select[z && cu[excl]]", |it| {
        let keywords: Vec<_> =
            it.sections().map(|it| it.keyword().map(|it| it.text().into_owned()).unwrap_or_default()).collect();
        assert_eq!(keywords, ["rusage", "Order", "foo", "", "select"]);
        assert!(it.implicit_select().is_some());
        assert_eq!(it.selections().count(), 2);
        assert!(matches!(it.selection(), Some(Expr::Comparison(_))));
        assert!(it.section::<OrderSection<'_>>().is_some());
        assert!(it.section::<SpanSection<'_>>().is_none());
        let unknown: Vec<_> = it.sections().filter(|it| matches!(it, Section::Unknown(_))).collect();
        assert_eq!(unknown.len(), 2);
        assert_eq!(unknown[0].content_range(), lsflint_syntax::TextRange::new(34.into(), 35.into()));
    });
}

#[test]
fn comparisons() {
    with_simple("select[mem > 4GB]", |it| {
        let Some(Expr::Comparison(comparison)) = it.selection() else { panic!("no comparison") };
        assert_eq!(comparison.lhs().and_then(Expr::as_name).map(|it| it.raw()), Some("mem"));
        assert_eq!(comparison.operator().map(|it| it.kind), Some(OperatorKind::Greater));
        let Some(Expr::Number(number)) = comparison.rhs() else { panic!("no number") };
        assert_eq!((number.as_f64(), number.unit.map(|it| it.raw())), (Some(4.0), Some("GB")));
        assert!(!comparison.is_chained());
    });
    with_simple("1 < mem <= 9", |it| {
        let Some(Expr::Comparison(comparison)) = it.selection() else { panic!("no comparison") };
        assert!(comparison.is_chained());
        let kinds: Vec<_> = comparison.operators().map(|it| it.kind).collect();
        assert_eq!(kinds, [OperatorKind::Less, OperatorKind::LessOrEqual]);
        assert_eq!(comparison.operands().count(), 3);
    });
    with_simple("mem >", |it| {
        let Some(Expr::Comparison(comparison)) = it.selection() else { panic!("no comparison") };
        assert!(comparison.lhs().is_some() && comparison.rhs().is_none());
    });
    with_simple("== any", |it| {
        let Some(Expr::Comparison(comparison)) = it.selection() else { panic!("no comparison") };
        assert!(comparison.lhs().is_none() && comparison.rhs().is_some());
    });
}

#[test]
fn expressions() {
    with_simple("!(a || defined(b)) && type == 'x y' && -c < d + 2", |it| {
        let Some(Expr::And(and)) = it.selection() else { panic!("no conjunction") };
        let operands: Vec<_> = and.operands().collect();
        let [Expr::Unary(not), Expr::Comparison(text), Expr::Comparison(sum)] = operands[..] else {
            panic!("{operands:?}")
        };
        assert!(not.is_not() && !not.is_minus());
        let Some(inner) = not.operand().map(Expr::without_parentheses) else { panic!("no operand") };
        assert!(matches!(inner, Expr::Or(_)));
        let calls: Vec<_> = inner.walk().filter(|it| matches!(it, Expr::Call(it) if it.is_defined())).collect();
        assert_eq!(calls.len(), 1);
        assert_eq!(text.rhs().and_then(Expr::as_text).as_deref(), Some("x y"));
        assert!(matches!(sum.lhs(), Some(Expr::Unary(it)) if it.is_minus()));
        assert!(matches!(sum.rhs(), Some(Expr::Arithmetic(it)) if it.operators().count() == 1));
        let names: Vec<_> = Expr::And(and).walk().filter_map(Expr::as_name).map(|it| it.raw()).collect();
        assert_eq!(names, ["a", "b", "type", "c", "d"]);
    });
    with_simple("linux:swp=20:-cs", |it| {
        let Some(Expr::ColonList(list)) = it.selection() else { panic!("no list") };
        assert_eq!((list.items().count(), list.separators().count()), (3, 2));
    });
    with_simple("hname==a-b || x & y", |it| {
        let Some(Expr::Or(or)) = it.selection() else { panic!("no disjunction") };
        let bare = or.operands().next().and_then(|it| it.operands().nth(1)).and_then(Expr::as_text);
        assert_eq!(bare.as_deref(), Some("a-b"));
        let Some(Expr::And(and)) = or.operands().nth(1) else { panic!("no conjunction") };
        assert_eq!(and.operators().next().map(|it| (it.kind, it.token.raw())), Some((OperatorKind::And, "&")));
    });
}

#[test]
fn order() {
    with_simple("order[!-mem:ut:2*r1m]", |it| {
        let order: OrderSection<'_> = it.section().expect("an order");
        assert!(order.bang().is_some());
        let keys: Vec<_> = order.keys().collect();
        assert_eq!(keys.iter().map(|it| it.minus().is_some()).collect::<Vec<_>>(), [true, false, false]);
        assert_eq!(texts(keys.iter().filter_map(|it| it.name())), ["mem", "ut"]);
        assert!(keys[2].expression().is_some() && keys[0].expression().is_none());
    });
}

#[test]
fn rusage() {
    with_simple("rusage[mem=(4GB 2):duration=(5 1h), lic@site=-1/job || gmodel=K80#12G]", |it| {
        let rusage: RusageSection<'_> = it.section().expect("an rusage");
        assert!(rusage.has_alternatives());
        let alternatives: Vec<_> = rusage.alternatives().collect();
        assert_eq!(alternatives.iter().map(|it| it.groups().count()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(rusage.items().count(), 4);

        let group = alternatives[0].groups().next().expect("a group");
        let mem = group.resources().next().expect("a resource");
        assert!(mem.is_list() && mem.amount().is_none());
        let amounts: Vec<_> = mem.amounts().map(|it| (it.as_f64(), it.unit_text().into_owned())).collect();
        assert_eq!(amounts, [(Some(4.0), "GB".to_owned()), (Some(2.0), String::new())]);
        let duration = group.find(UsageKind::Duration).expect("a duration");
        assert_eq!(duration.amounts().map(|it| it.unit_text().into_owned()).collect::<Vec<_>>(), ["", "h"]);

        let lic = alternatives[0].groups().nth(1).and_then(|it| it.items().next()).expect("a licence");
        assert_eq!(lic.locality().map(|it| it.raw()), Some("site"));
        assert_eq!(lic.amount().and_then(|it| it.as_i64()), Some(-1));
        assert_eq!(lic.method(), Some(Method::Job));

        let model = alternatives[1].items().next().expect("a model");
        assert_eq!((model.kind(), model.word().map(|it| it.raw())), (Some(UsageKind::Gpu), Some("K80#12G")));
    });
    with_simple("rusage[mem=1]", |it| {
        let rusage: RusageSection<'_> = it.section().expect("an rusage");
        assert!(!rusage.has_alternatives());
        let groups: Vec<_> = rusage.alternatives().flat_map(|it| it.groups()).collect();
        assert_eq!((groups.len(), groups[0].items().count()), (1, 1));
    });
    with_simple("rusage[mem>=5:a.b=1:2]", |it| {
        let rusage: RusageSection<'_> = it.section().expect("an rusage");
        let kinds: Vec<_> = rusage.items().map(|it| it.kind()).collect();
        assert_eq!(kinds, [Some(UsageKind::Resource), None, None]);
        assert_eq!(rusage.items().next().and_then(|it| it.amount()).and_then(|it| it.as_i64()), Some(5));
    });
}

#[test]
fn span() {
    with_simple("span[ptile='!',LINUX:2,X-1:3:hosts=-1:stripe]", |it| {
        let span: SpanSection<'_> = it.section().expect("a span");
        let kinds: Vec<_> = span.items().filter_map(|it| it.kind()).collect();
        assert_eq!(kinds, [SpanKind::Ptile, SpanKind::Hosts, SpanKind::Stripe]);
        let tiles: Vec<_> = span.items().next().expect("a ptile").tiles().collect();
        assert!(matches!(tiles[0], Tile::Bang(it) if it.raw() == "'!'"));
        assert!(
            matches!(tiles[2], Tile::Named { name, count: Some(count) } if name.raw() == "X-1" && count.as_i64() == Some(3))
        );
        assert_eq!(span.find(SpanKind::Hosts).and_then(|it| it.value()).and_then(|it| it.as_i64()), Some(-1));
        assert!(span.find(SpanKind::Stripe).is_some_and(|it| it.value().is_none()));
    });
}

#[test]
fn compute_units() {
    with_simple("cu[type=rack:maxcus=2:excl:foo=1]", |it| {
        let cu: CuSection<'_> = it.section().expect("a cu");
        assert_eq!(cu.find(CuKind::Type).and_then(|it| it.word()).map(|it| it.raw()), Some("rack"));
        assert_eq!(cu.find(CuKind::MaxCus).and_then(|it| it.value()).and_then(|it| it.as_i64()), Some(2));
        assert!(cu.find(CuKind::Excl).is_some());
        assert_eq!(cu.items().filter(|it| it.kind().is_none()).count(), 1);
    });
}

#[test]
fn affinity() {
    with_simple(
        "affinity[cpu(2,same=socket,exclusive=(core,injob|alljobs))*3:cpubind=numa:distribute=pack(socket=1)]",
        |it| {
            let affinity: AffinitySection<'_> = it.section().expect("an affinity");
            let unit = affinity.unit().expect("a unit");
            assert_eq!((unit.unit(), unit.keyword().map(|it| it.raw())), (Some(ProcessorUnit::Thread), Some("cpu")));
            assert_eq!(unit.count().and_then(|it| it.as_i64()), Some(2));
            assert_eq!(unit.multiplier().and_then(|it| it.as_i64()), Some(3));
            let options: Vec<_> = unit.options().collect();
            assert_eq!(options[0].value().and_then(|it| ProcessorUnit::of(it.raw())), Some(ProcessorUnit::Socket));
            assert_eq!(texts(options[1].arguments()), ["core", "injob", "alljobs"]);
            let outer: Vec<_> = affinity.options().filter_map(|it| it.kind()).collect();
            assert_eq!(outer, [AffinityOptionKind::CpuBind, AffinityOptionKind::Distribute]);
            let distribute = affinity.options().nth(1).expect("a distribution");
            assert_eq!(distribute.value().map(|it| it.raw()), Some("pack"));
            assert_eq!(distribute.number().and_then(|it| it.as_i64()), Some(1));
            assert!(ProcessorUnit::Numa > ProcessorUnit::Socket && ProcessorUnit::Core > ProcessorUnit::Thread);
        },
    );
    with_simple("affinity[thread*24]", |it| {
        let unit = it.section::<AffinitySection<'_>>().and_then(|it| it.unit()).expect("a unit");
        assert!(unit.count().is_none());
        assert_eq!(unit.multiplier().and_then(|it| it.as_i64()), Some(24));
    });
}
