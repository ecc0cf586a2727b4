//! Typed nodes over values.

use lsflint_spec::Grammar;
use lsflint_syntax::ast::{self, AstNode, List};
use lsflint_syntax::{Parse, parse_elim_line, parse_value};

fn typed<'t, N: AstNode<'t>>(parse: &'t Parse) -> N {
    parse.root().descendants().find_map(N::cast).expect("a node of the type")
}

fn text(token: Option<lsflint_syntax::Token<'_>>) -> Option<String> {
    token.map(|it| it.text().into_owned())
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn host_list() {
    let parse = parse_value("all ~old h1+2 h2! g@east r[1-2,5]n[08:10]x n*", Grammar::HostList);
    let list: ast::HostList<'_> = typed(&parse);
    assert!(!list.is_external());
    let items: Vec<_> = list.items().collect();
    let texts: Vec<_> = items.iter().map(|it| it.text().into_owned()).collect();
    assert_eq!(texts, ["all", "old", "h1", "h2", "g", "r[1-2,5]n[08:10]x", "n*"]);
    assert!(items[0].is("all") && items[1].is_excluded());
    assert_eq!(items[2].preference().and_then(ast::integer), Some(2));
    assert!(items[3].bang().is_some() && items[3].preference().is_none());
    assert_eq!(text(items[4].cluster()), some("east"));
    assert_eq!(text(items[5].name()), None);
    let pieces: Vec<String> = items[5]
        .pieces()
        .map(|it| match it {
            ast::NamePiece::Text(token) => token.text().into_owned(),
            ast::NamePiece::Range(range) => {
                let bound = |it: ast::Bound<'_>| format!("{}..{}", it.first.raw(), it.last.map_or("", |it| it.raw()));
                format!("<{}>", range.bounds().map(bound).collect::<Vec<_>>().join("|"))
            }
        })
        .collect();
    assert_eq!(pieces, ["r", "<1..2|5..>", "n", "<08..10>", "x"]);
    assert_eq!(items[5].ranges().count(), 2);
    assert!(items[5].is_pattern() && items[6].is_pattern() && !items[2].is_pattern());
    assert_eq!(&parse.root().text()[items[2].name_range()], "h1");
    assert_eq!(&parse.root().text()[items[2].range()], "h1+2");
    assert!(typed::<ast::HostList<'_>>(&parse_value("!", Grammar::HostList)).is_external());
}

#[test]
fn user_list() {
    let parse = parse_value("u1[full] staff@ ug/ ~D\\u2", Grammar::UserList);
    let items: Vec<_> = typed::<ast::UserList<'_>>(&parse).items().collect();
    assert_eq!(text(items[0].rights()), some("full"));
    assert_eq!(items[0].text(), "u1");
    assert!(items[1].at().is_some() && items[1].cluster().is_none());
    assert!(items[2].slash().is_some());
    assert_eq!(items[2].text(), "ug");
    assert_eq!(items[3].text(), "D\\u2");
}

#[test]
fn limits() {
    let parse = parse_value("1000 5G", Grammar::LimitPair);
    let pair: ast::LimitPair<'_> = typed(&parse);
    assert_eq!(pair.default().and_then(|it| it.integer()), Some(1000));
    assert_eq!(pair.maximum().and_then(|it| it.integer()), Some(5));
    assert_eq!(text(pair.maximum().and_then(|it| it.unit())), some("G"));
    assert!(typed::<ast::LimitPair<'_>>(&parse_value("5", Grammar::LimitPair)).default().is_none());

    for (value, minimum, default, maximum) in
        [("8", None, None, 8), ("1 8", Some(1), None, 8), ("1 4 8", Some(1), Some(4), 8)]
    {
        let parse = parse_value(value, Grammar::TaskLimit);
        let limit: ast::TaskLimit<'_> = typed(&parse);
        assert_eq!(limit.minimum().and_then(|it| it.integer()), minimum);
        assert_eq!(limit.default().and_then(|it| it.integer()), default);
        assert_eq!(limit.maximum().and_then(|it| it.integer()), Some(maximum));
    }
    let percent = parse_value("50%", Grammar::Percent);
    let amount = percent.root().node().and_then(ast::Amount::first_in).expect("an amount");
    assert_eq!((amount.integer(), text(amount.unit())), (Some(50), some("%")));
}

#[test]
fn thresholds() {
    for (value, schedule, stop) in [
        ("0.7/2", Some(0.7), Some(2.0)),
        ("/2", None, Some(2.0)),
        ("-/5", None, Some(5.0)),
        ("1/", Some(1.0), None),
        ("3", Some(3.0), None),
    ] {
        let parse = parse_value(value, Grammar::Threshold);
        let threshold: ast::Threshold<'_> = typed(&parse);
        assert_eq!(threshold.schedule().and_then(|it| it.value()), schedule, "{value}");
        assert_eq!(threshold.stop().and_then(|it| it.value()), stop, "{value}");
    }
}

#[test]
fn run_limit() {
    let parse = parse_value("1:30 200/PC", Grammar::RunLimit);
    let limit: ast::RunLimit<'_> = typed(&parse);
    let default = limit.default().expect("two values");
    assert_eq!(default.hour().and_then(|it| it.integer()), Some(1));
    assert_eq!(default.minutes(), Some(90));
    let maximum = limit.maximum().expect("a value");
    assert_eq!(maximum.minutes(), Some(200));
    assert_eq!(text(maximum.host()), some("PC"));
    assert_eq!(typed::<ast::RunTime<'_>>(&parse_value("2:", Grammar::HourMinute)).minutes(), None);
}

#[test]
fn policies() {
    let parse = parse_value("USER_SHARES[[g@, 10] [default, x]]", Grammar::Fairshare);
    let fairshare: ast::Fairshare<'_> = typed(&parse);
    assert!(fairshare.has_list());
    let pairs: Vec<_> = fairshare.pairs().collect();
    assert_eq!((text(pairs[0].name()), pairs[0].at().is_some(), pairs[0].number()), (some("g"), true, Some(10)));
    assert_eq!((text(pairs[1].name()), pairs[1].number()), (some("default"), None));

    let parse = parse_value("PREEMPTIVE[low+2 idle] PREEMPTABLE", Grammar::Preemption);
    let parts: Vec<_> = typed::<ast::Preemption<'_>>(&parse).parts().collect();
    assert!(parts[0].is_preemptive() && parts[0].has_list() && parts[1].is_preemptable() && !parts[1].has_list());
    let queues: Vec<_> =
        parts[0].queues().map(|it| (it.text().into_owned(), it.preference().and_then(ast::integer))).collect();
    assert_eq!(queues, [("low".to_owned(), Some(2)), ("idle".to_owned(), None)]);

    let parse = parse_value("SUSPEND[CHKPNT] RESUME[/bin/x $A]", Grammar::JobControls);
    let controls: Vec<_> = typed::<ast::JobControls<'_>>(&parse).controls().collect();
    assert_eq!((text(controls[0].action()), controls[0].is_command()), (some("CHKPNT"), false));
    assert_eq!((text(controls[1].keyword()), controls[1].is_command()), (some("RESUME"), true));

    let parse = parse_value("all ~1 EXCLUDE(20 ~3)", Grammar::ExitValues);
    let values: ast::ExitValues<'_> = typed(&parse);
    let codes: Vec<_> =
        values.codes().map(|it| (it.number(), it.is_all(), it.tilde().is_some(), it.in_exclude())).collect();
    assert_eq!(
        codes,
        [
            (None, true, false, false),
            (Some(1), false, true, false),
            (Some(20), false, false, true),
            (Some(3), false, true, true)
        ]
    );
    assert_eq!(values.excludes().count(), 1);

    let parse = parse_value("MAX_RESERVE_TIME[5] BACKFILL", Grammar::SlotReserve);
    let reserve: ast::SlotReserve<'_> = typed(&parse);
    assert_eq!(text(reserve.time()), some("5"));
    assert!(reserve.backfill().is_some() && reserve.keyword().is_some());

    let parse = parse_value("CU[rack]", Grammar::Exclusive);
    let exclusive: ast::Exclusive<'_> = typed(&parse);
    assert!(exclusive.is_compute_unit());
    assert_eq!(text(exclusive.unit_type()), some("rack"));

    let parse = parse_value("/ck init=5 30 method=m", Grammar::Checkpoint);
    let checkpoint: ast::Checkpoint<'_> = typed(&parse);
    assert_eq!((text(checkpoint.directory()), text(checkpoint.period())), (some("/ck"), some("30")));
    let options: Vec<_> = checkpoint.options().map(|(name, value)| (name.raw(), value.map(|it| it.raw()))).collect();
    assert_eq!(options, [("init", Some("5")), ("method", Some("m"))]);
}

#[test]
fn resources() {
    let parse = parse_value("5@[h1 ~h2] [others]", Grammar::Location);
    let instances: Vec<_> = typed::<ast::Location<'_>>(&parse).instances().collect();
    assert_eq!((text(instances[0].value()), instances[0].at().is_some()), (some("5"), true));
    let hosts: Vec<_> = instances[0].hosts().expect("hosts").items().map(|it| (it.text(), it.is_excluded())).collect();
    assert_eq!(hosts, [("h1".into(), false), ("h2".into(), true)]);
    assert_eq!(text(instances[1].value()), None);

    let parse = parse_value("big !only lic=4 os=rhel", Grammar::HostResources);
    let items: Vec<_> = typed::<ast::HostResources<'_>>(&parse).items().collect();
    let view: Vec<_> = items.iter().map(|it| (text(it.name()), it.bang().is_some(), text(it.value()))).collect();
    assert_eq!(
        view,
        [
            (some("big"), false, None),
            (some("only"), true, None),
            (some("lic"), false, some("4")),
            (some("os"), false, some("rhel"))
        ]
    );

    let parse = parse_value("[resourcemap 4*lic] [type X] [!b]", Grammar::LocalResources);
    let items: Vec<_> = typed::<ast::LocalResources<'_>>(&parse).items().collect();
    assert_eq!(
        (text(items[0].keyword()), text(items[0].value()), text(items[0].name())),
        (some("resourcemap"), some("4"), some("lic"))
    );
    assert_eq!(
        (text(items[1].keyword()), text(items[1].value()), text(items[1].name())),
        (some("type"), None, some("X"))
    );
    assert!(items[2].keyword().is_none() && items[2].bang().is_some());

    let parse = parse_value("[mem=10,100] [swp=5]", Grammar::ReservationLimits);
    let items: Vec<_> = typed::<ast::ReservationLimits<'_>>(&parse).items().collect();
    let value = |it: Option<ast::Amount<'_>>| it.and_then(|it| it.integer());
    assert_eq!((value(items[0].minimum()), value(items[0].maximum())), (Some(10), Some(100)));
    assert_eq!(
        (text(items[1].name()), value(items[1].minimum()), value(items[1].maximum())),
        (some("swp"), None, Some(5))
    );
}

#[test]
fn aps() {
    let parse = parse_value("weight[[FS, -1.5]] GRACE_PERIOD[[MEM, 30m]]", Grammar::ApsPriority);
    let parts: Vec<_> = typed::<ast::ApsPriority<'_>>(&parse).parts().collect();
    assert!(parts[0].is("WEIGHT") && parts[1].is("GRACE_PERIOD"));
    let pair = parts[0].pairs().next().expect("a pair");
    assert_eq!((text(pair.factor()), pair.number(), text(pair.unit())), (some("FS"), Some(-1.5), None));
    assert_eq!(text(parts[1].pairs().next().and_then(|it| it.unit())), some("m"));
}

#[test]
fn time_windows() {
    let parse = parse_value("5:18:30-1:8:05 19-8 EDT 8:x-9 25-", Grammar::TimeWindows);
    let windows: Vec<_> = typed::<ast::TimeWindows<'_>>(&parse).windows().collect();
    let clock = |point: Option<ast::TimePoint<'_>>| point.and_then(|it| it.clock());
    let at = |day, hour, minute| Some(ast::ClockTime { day, hour, minute });
    assert_eq!(clock(windows[0].opens()), at(Some(5), 18, Some(30)));
    assert_eq!(clock(windows[0].closes()), at(Some(1), 8, Some(5)));
    assert_eq!(text(windows[0].opens().and_then(|it| it.minute())), some("30"));
    assert_eq!((clock(windows[1].opens()), clock(windows[1].closes())), (at(None, 19, None), at(None, 8, None)));
    assert_eq!(text(windows[1].zone()), some("EDT"));
    assert_eq!(clock(windows[2].opens()), None);
    assert_eq!((clock(windows[3].opens()), windows[3].closes().is_none()), (at(None, 25, None), true));
}

#[test]
fn elim_lines() {
    let parse = parse_elim_line("2 lic 5 os rhel9");
    let line = parse.root().node().and_then(ast::ElimLine::cast).expect("a line");
    assert_eq!(line.promised(), Some(2));
    let pairs: Vec<_> = line.pairs().map(|it| (text(it.name()), text(it.value()))).collect();
    assert_eq!(pairs, [(some("lic"), some("5")), (some("os"), some("rhel9"))]);
}

#[test]
fn conditions() {
    let text = "#if !(time(8-9) && A) || B\n#endif\n";
    let parse = lsflint_syntax::parse(text, lsflint_spec::FileKind::LsbQueues);
    let expression: ast::TimeExpression<'_> = typed(&parse);
    let Some(ast::TimeTerm::Chain(or)) = expression.term() else { panic!("a chain") };
    assert!(!or.is_and());
    let operands: Vec<_> = or.operands().collect();
    let ast::TimeTerm::Not(not) = operands[0] else { panic!("a negation") };
    assert!(not.is_negated());
    let Some(ast::TimeTerm::Group(group)) = not.operand() else { panic!("a group") };
    let Some(ast::TimeTerm::Chain(and)) = group.inner() else { panic!("a chain") };
    assert!(and.is_and());
    assert!(matches!(and.operands().next(), Some(ast::TimeTerm::Time(time)) if time.windows().count() == 1));
    assert!(matches!(operands[1], ast::TimeTerm::Name(name) if name.is("B")));
    assert_eq!((expression.windows().count(), expression.names().count()), (1, 2));
}
