//! The worked examples of absolute priority scheduling, and what holds for every formula and every job.

use lsflint_spec::{APS_FACTORS, Grammar, aps_factor};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::ResReq;
use proptest::prelude::*;

use super::*;

fn formula(text: &str) -> Formula {
    Formula::parse(text).expect("the test is about a sound value")
}

/// Facts from `"JPRIORITY=50 PENDING=600"`; the time is in seconds.
fn facts(text: &str) -> Facts {
    let mut facts = Facts::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').expect("NAME=VALUE");
        let value = value.parse().expect("a number");
        match name {
            "PENDING" => facts.pending = Some(value),
            "SYSTEM" => facts.system = Some(value),
            _ => facts.set(aps_factor(name).expect("a factor"), value),
        }
    }
    facts
}

/// The formula with its numbers, the result, and every factor that matters: its value, and why it does not count.
fn steps(evaluation: &Evaluation) -> String {
    fn add(term: &Contribution, depth: usize, text: &mut String) {
        if !term.matters() {
            return;
        }
        let outcome = match &term.outcome {
            Outcome::Counted => String::new(),
            other => format!(" {other:?}"),
        };
        let line = format!("\n{}{} {}{outcome}", "  ".repeat(depth), term.factor.name, term.value);
        text.push_str(&line);
        for term in &term.terms {
            add(term, depth + 1, text);
        }
    }
    let mut text = format!("{evaluation} = {}", evaluation.value);
    for term in &evaluation.terms {
        add(term, 0, &mut text);
    }
    text
}

#[track_caller]
fn check(value: &str, given: &str, expected: &str) {
    assert_eq!(steps(&formula(value).evaluate(&facts(given))), expected);
}

// E1 of the worked examples
#[test]
fn a_parent_weighs_one_when_only_its_factors_have_weights() {
    check(
        "WEIGHT[[JPRIORITY, 2] [QPRIORITY, 5]]",
        "JPRIORITY=50 QPRIORITY=30",
        "1 * (2 * 50 + 5 * 30) = 250\nWORK 250\n  JPRIORITY 100\n  QPRIORITY 150",
    );
    let formula = formula("WEIGHT[[JPRIORITY, 2] [QPRIORITY, 5]]");
    let work = formula.term("WORK").expect("a factor");
    assert_eq!((work.weight, work.weight.number(), work.weight.is_default()), (Weight::OfParent, 1.0, true));
    let dead: Vec<&str> = formula.without_weight().map(|it| it.factor.name).collect();
    assert_eq!(dead, ["FS", "RSRC", "APP", "USER", "UG"]);
}

// E2 of the worked examples
#[test]
fn limits_cut_at_both_levels() {
    check(
        "WEIGHT[[WORK, 3] [JPRIORITY, 2] [QPRIORITY, 5]] LIMIT[[JPRIORITY, 80] [WORK, 600]]",
        "JPRIORITY=50 QPRIORITY=30",
        "limit(3 * (limit(2 * 50, 80) + 5 * 30), 600) = 600\nWORK 600 Cut\n  JPRIORITY 80 Cut\n  QPRIORITY 150",
    );
    check("WEIGHT[[MEM, -1]] LIMIT[[MEM, 5]]", "MEM=9", "1 * (limit(-1 * 9, 5)) = -5\nRSRC -5\n  MEM -5 Cut");
    check("WEIGHT[[MEM, 1]] LIMIT[[MEM, 9]]", "MEM=9", "1 * (limit(1 * 9, 9)) = 9\nRSRC 9\n  MEM 9");
}

// E3 of the worked examples
#[test]
fn a_negative_weight_and_a_grace_period() {
    let value = "WEIGHT[[MEM, -0.01] [PROC, 4] [JPRIORITY, 1]] GRACE_PERIOD[[PROC, 30m]]";
    let job = "PROC=8 MEM=4096 JPRIORITY=20";
    check(
        value,
        &format!("{job} PENDING=600"),
        "1 * (-0.01 * 4096) + 1 * (1 * 20) = -20.96\n\
         RSRC -40.96\n  PROC 0 Waiting\n  MEM -40.96\nWORK 20\n  JPRIORITY 20",
    );
    check(
        value,
        &format!("{job} PENDING=1860"),
        "1 * (4 * 8 + -0.01 * 4096) + 1 * (1 * 20) = 11.04\n\
         RSRC -8.96\n  PROC 32\n  MEM -40.96\nWORK 20\n  JPRIORITY 20",
    );
}

#[test]
fn a_factor_applies_when_the_job_pends_longer_than_its_grace_period() {
    let value = "WEIGHT[[APP, 1]] GRACE_PERIOD[[APP, 10s]]";
    check(value, "APP=5 PENDING=10", "0 = 0\nAPP 0 Waiting");
    check(value, "APP=5 PENDING=10.5", "1 * 5 = 5\nAPP 5");
    check(value, "APP=5", "0 = 0\nAPP 0 Waiting");
    // Hours without a letter.
    let grace = |value: &str| formula(value).term("RSRC").and_then(|it| it.grace);
    assert_eq!(grace("WEIGHT[[MEM, 1]] GRACE_PERIOD[[RSRC, 10]]"), Some(36_000.0));
    assert_eq!(grace("WEIGHT[[MEM, 1]] GRACE_PERIOD[[RSRC, 1.5h]]"), Some(5_400.0));
    assert_eq!(grace("WEIGHT[[MEM, 1]] GRACE_PERIOD[[MEM, 10m]]"), None);
}

#[test]
fn the_grace_period_of_a_parent_holds_back_all_its_factors() {
    check(
        "WEIGHT[[MEM, 1] [PROC, 1]] GRACE_PERIOD[[RSRC, 1m]]",
        "MEM=5 PROC=2 PENDING=30",
        "0 = 0\nRSRC 0 Waiting\n  PROC 2\n  MEM 5",
    );
}

// E4 of the worked examples, with the amounts of `requested`
#[test]
fn memory_of_strings_that_are_not_simple() {
    let value = "WEIGHT[[MEM, 0.1]]";
    let priority = |requirement: &str, reservation| {
        let given = facts(&format!("MEM={}", memory(requirement, reservation)));
        formula(value).evaluate(&given).value
    };
    let compound = "2*{rusage[mem=1000]} + 6*{rusage[mem=500]}";
    assert_eq!(priority(compound, Reservation::PerTerm), 150.0);
    assert_eq!(priority(compound, Reservation::PerTask), 500.0);
    assert_eq!(priority("rusage[mem=300 || mem=900]", Reservation::PerTerm), 30.0);
    assert_eq!(priority("rusage[mem=(800 200):duration=(10)]", Reservation::PerTerm), 80.0);
}

// E5 of the worked examples
#[test]
fn plain_factors_and_the_administrator() {
    let value = "WEIGHT[[FS, 100] [APP, 2] [UG, 1] [QPRIORITY, 1]]";
    let job = "FS=0.75 APP=40 UG=15 QPRIORITY=20 ADMIN=-50";
    check(
        value,
        job,
        "100 * 0.75 + 1 * (1 * 20) + 2 * 40 + 1 * 15 + -50 = 140\n\
         FS 75\nWORK 20\n  QPRIORITY 20\nAPP 80\nUG 15\nADMIN -50",
    );
    let lifted = formula(value).evaluate(&facts(&format!("{job} SYSTEM=10")));
    assert_eq!((lifted.system, lifted.value), (Some(10.0), 140.0));
}

#[test]
fn factors_without_weight_add_nothing() {
    check("WEIGHT[[FS, 1]] LIMIT[[MEM, 9]]", "FS=2 MEM=3", "1 * 2 = 2\nFS 2\nRSRC 0 NoWeight\n  MEM 0 NoWeight");
    check("WEIGHT[[WORK, 5]]", "", "0 = 0\nWORK 0 Empty");
    check("WEIGHT[[MEM, 2]]", "", "1 * (0) = 0\nRSRC 0\n  MEM 0 Unknown");
    check("", "MEM=3", "0 = 0\nRSRC 0 NoWeight\n  MEM 0 NoWeight");
}

#[test]
fn a_factor_that_can_have_no_value() {
    let mut given = facts("APP=3");
    given.rule_out(aps_factor("FS").expect("a factor"), "no fairshare");
    let found = formula("WEIGHT[[FS, 9] [APP, 1]]").evaluate(&given);
    assert_eq!(steps(&found), "1 * 3 = 3\nFS 0 RuledOut(\"no fairshare\")\nAPP 3");
}

#[test]
fn sums_have_no_dust() {
    let value = |job: &str| formula("WEIGHT[[FS, 1] [APP, 1]]").evaluate(&facts(job)).value;
    assert_eq!(value("FS=0.1 APP=0.2"), 0.3);
    assert_eq!(value("FS=100000.1 APP=-100000"), 0.1);
    assert_eq!(value("FS=1e300 APP=1e-300"), 1e300);
    assert_eq!(value("FS=5 APP=-5"), 0.0);
    assert_eq!(without_dust(-0.0001), -0.0001);
    assert_eq!(Number(-0.0).to_string(), "0");
}

#[test]
fn a_formula_on_paper() {
    let text = |value: &str| formula(value).to_string();
    assert_eq!(text("WEIGHT[[JPRIORITY, 2] [FS, -0.5]]"), "-0.5 * FS + 1 * (2 * JPRIORITY) + ADMIN");
    assert_eq!(
        text("WEIGHT[[MEM, 2]] GRACE_PERIOD[[MEM, 90s] [RSRC, 120m]]"),
        "after(2h, 1 * (after(90s, 2 * MEM))) + ADMIN"
    );
    assert_eq!(text("WEIGHT[[WORK, 2]] LIMIT[[WORK, 9]]"), "limit(2 * WORK, 9) + ADMIN");
}

#[test]
fn broken_values_have_no_formula() {
    assert!(Formula::parse("WEIGHT[[FS, 1]").is_err());
    // What can be read of a value that LSF refuses for other reasons counts.
    let odd = formula("weight[[fs, 1] [FS, 2] [NOSUCH, 4]] LIMIT[[FS, -1]] WEIGHT[[APP, 0]]");
    assert_eq!(odd.to_string(), "2 * FS + ADMIN");
}

#[track_caller]
fn memory(requirement: &str, reservation: Reservation) -> f64 {
    let parse = lsflint_syntax::parse_value(requirement, Grammar::ResReq);
    let requirement = parse.root().child(SyntaxKind::RES_REQ).and_then(ResReq::cast).expect("a requirement");
    requested(requirement, "mem", reservation, "MB")
}

#[test]
fn amounts_of_requirements() {
    let per_term = |text: &str| memory(text, Reservation::PerTerm);
    let per_task = |text: &str| memory(text, Reservation::PerTask);
    assert_eq!(per_term("2*{rusage[mem=100]} + 8*{rusage[mem=200]}"), 300.0);
    assert_eq!(per_task("2*{rusage[mem=100]} + 8*{rusage[mem=200]}"), 1800.0);
    assert_eq!(per_task("2*{rusage[mem=100]} + {rusage[mem=200]}"), 400.0);
    assert_eq!(per_term("{rusage[mem=10]} || {2*{rusage[mem=30]} + 1*{rusage[mem=5]}}@5"), 35.0);
    assert_eq!(per_term("rusage[license=1 || mem=900]"), 0.0);
    assert_eq!(per_term("select[mem>5] rusage[swp=3, mem=2GB]"), 2048.0);
    assert_eq!(per_term("rusage[mem=512KB]"), 0.5);
    assert_eq!(per_term("select[mem>5]"), 0.0);
}

#[test]
fn swap_space_is_read_like_memory() {
    let parse = lsflint_syntax::parse_value("rusage[swp=(30 10):duration=(5)]", Grammar::ResReq);
    let requirement = parse.root().child(SyntaxKind::RES_REQ).and_then(ResReq::cast).expect("a requirement");
    assert_eq!(requested(requirement, "swp", Reservation::PerTerm, "MB"), 30.0);
    assert_eq!(requested(requirement, "mem", Reservation::PerTerm, "MB"), 0.0);
}

/// The names that may have numbers.
fn names() -> Vec<&'static str> {
    APS_FACTORS.iter().filter(|it| it.configurable).map(|it| it.name).collect()
}

/// The names that have values of their own.
fn leaves() -> Vec<&'static str> {
    let is_leaf = |it: &&str| !APS_FACTORS.iter().any(|child| child.parent == *it);
    names().into_iter().filter(is_leaf).collect()
}

/// A part of a value, with a number for some of the names.
fn part(keyword: &str, numbers: &[(usize, f64)]) -> String {
    let mut seen = Vec::new();
    let mut pairs = Vec::new();
    for (index, number) in numbers {
        let name = names()[index % names().len()];
        if !seen.contains(&name) {
            seen.push(name);
            pairs.push(format!("[{name}, {number}]"));
        }
    }
    if pairs.is_empty() { String::new() } else { format!("{keyword}[{}] ", pairs.join(" ")) }
}

fn numbers(range: std::ops::Range<f64>) -> impl Strategy<Value = Vec<(usize, f64)>> {
    let number = range.prop_map(|it| (it * 100.0).round() / 100.0).prop_filter("not zero", |it| *it != 0.0);
    proptest::collection::vec((0..20_usize, number), 0..8)
}

fn job() -> impl Strategy<Value = Facts> {
    let value = proptest::option::of((0..100_000_u32).prop_map(|it| f64::from(it) / 8.0));
    (proptest::collection::vec(value, 20), 0..10_000_u32).prop_map(|(values, pending)| {
        let mut facts = facts(&format!("PENDING={pending}"));
        for (name, value) in leaves().into_iter().zip(values) {
            if let (Some(factor), Some(value)) = (aps_factor(name), value) {
                facts.set(factor, value);
            }
        }
        facts
    })
}

/// Every contribution, those of parents first.
fn all(evaluation: &Evaluation) -> Vec<&Contribution> {
    evaluation.terms.iter().flat_map(|it| std::iter::once(it).chain(&it.terms)).collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 + 1e-9 * a.abs()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_exceeds_its_limit(weights in numbers(-50.0..50.0), limits in numbers(0.1..5000.0), job in job()) {
        let formula = formula(&format!("{}{}", part("WEIGHT", &weights), part("LIMIT", &limits)));
        for it in all(&formula.evaluate(&job)) {
            prop_assert!(it.limit.is_none_or(|limit| it.value.abs() <= limit));
        }
    }

    #[test]
    fn without_a_weight_a_value_changes_nothing(weights in numbers(-50.0..50.0), job in job(), value in 0..9999_i32) {
        let formula = formula(&part("WEIGHT", &weights));
        let before = formula.evaluate(&job).value;
        for name in leaves() {
            let factor = aps_factor(name).expect("a factor");
            if formula.term(name).is_some_and(|it| it.weight == Weight::Unset) {
                let mut other = job.clone();
                other.set(factor, f64::from(value));
                prop_assert_eq!(formula.evaluate(&other).value, before);
            }
        }
    }

    #[test]
    fn waiting_longer_for_what_raises_never_raises(
        weights in numbers(0.1..50.0), first in numbers(0.1..3.0), second in numbers(0.1..3.0), job in job()
    ) {
        let weights = part("WEIGHT", &weights);
        let value = |graces: &[(usize, f64)]| {
            formula(&format!("{weights}{}", part("GRACE_PERIOD", graces))).evaluate(&job).value
        };
        let longer: Vec<(usize, f64)> = first.iter().map(|&(index, number)| (index, number * 2.0)).collect();
        let more: Vec<(usize, f64)> = first.iter().chain(&second).copied().collect();
        prop_assert!(value(&longer) <= value(&first));
        prop_assert!(value(&more) <= value(&first));
    }

    #[test]
    fn the_value_is_the_sum_of_its_terms(weights in numbers(-50.0..50.0), limits in numbers(0.1..500.0), job in job()) {
        let formula = formula(&format!("{}{}", part("WEIGHT", &weights), part("LIMIT", &limits)));
        let found = formula.evaluate(&job);
        let sum: f64 = found.terms.iter().filter(|it| it.is_counted()).map(|it| it.value).sum();
        prop_assert!(close(found.value, sum));
        for it in found.terms.iter().filter(|it| !it.terms.is_empty() && it.is_counted()) {
            let inner: f64 = it.terms.iter().map(|it| it.value).sum();
            prop_assert!(close(it.weighted, it.weight.number() * inner));
        }
    }

    #[test]
    fn any_text_is_survived(text in "[A-Z0-9\\[\\], .-]{0,60}") {
        let parse = lsflint_syntax::parse_value(&text, Grammar::ApsPriority);
        if let Some(priority) = parse.root().child(SyntaxKind::APS_PRIORITY).and_then(lsflint_syntax::ast::ApsPriority::cast) {
            let value = Formula::of(priority).evaluate(&facts("MEM=3 PENDING=9")).value;
            prop_assert!(!value.is_nan());
        }
    }
}
