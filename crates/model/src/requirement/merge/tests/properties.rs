//! What holds for all merges.

use proptest::prelude::*;

use super::*;
use crate::requirement::tests::generate::{requirement, simple};
use crate::requirement::{Simple, Units};

fn normal(merged: &Merged) -> Option<Requirement> {
    merged.result.as_ref().map(|it| it.normal(&Units::MB))
}

fn whole(simple: &Simple) -> Requirement {
    Requirement::Simple(Box::new(simple.clone()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn merging_with_nothing_changes_nothing(one in requirement()) {
        let options = Options::default();
        let expected = (!one.is_empty()).then(|| one.normal(&Units::MB));
        let job = [one.clone()];
        prop_assert_eq!(&normal(&merge(None, None, &job, &options)), &expected);
        prop_assert_eq!(&normal(&merge(None, Some(&one), &[], &options)), &expected);
        prop_assert_eq!(&normal(&merge(Some(&one), None, &[], &options)), &expected);
    }

    #[test]
    fn a_simple_level_merged_with_itself_stays(one in simple(1)) {
        let one = whole(&one);
        let expected = (!one.is_empty()).then(|| one.normal(&Units::MB));
        let merged = merge(Some(&one), Some(&one), std::slice::from_ref(&one), &Options::default());
        prop_assert_eq!(&normal(&merged), &expected, "{:?}", merged.reason);
    }

    #[test]
    fn the_job_has_precedence(job in simple(1), application in simple(1), queue in simple(1)) {
        let merged = merge(Some(&whole(&queue)), Some(&whole(&application)), &[whole(&job)], &Options::default());
        let Some(Requirement::Simple(result)) = &merged.result else {
            prop_assert!(merged.outcome == Outcome::None || merged.steps.iter().any(|it| it.rule == "S6"));
            return Ok(());
        };
        prop_assert!(result.select.ends_with(&job.select));
        prop_assert!(job.order.is_none() || result.order == job.order);
        prop_assert!(job.cu.is_none() || result.cu == job.cu);
        prop_assert!(job.affinity.is_none() || result.affinity == job.affinity);
        prop_assert!(job.span.is_empty() || result.span == job.span);
        for level in [&job, &application, &queue] {
            prop_assert!(level.same.iter().all(|it| result.same.contains(it)));
        }
        let reserved = |simple: &Simple| simple.rusage.clone().map(|it| it.alternatives[0].reservations.clone());
        let in_result = reserved(result).unwrap_or_default();
        for it in reserved(&job).unwrap_or_default() {
            let found = in_result.iter().find(|other| other.resource() == it.resource());
            prop_assert_eq!(found.map(ToString::to_string), Some(it.to_string()));
        }
        prop_assert!(merged.origins.iter().filter(|it| it.from == Level::Job).count() >= job.select.len());
    }

    #[test]
    fn pieces_are_the_result(job in requirement(), application in requirement(), queue in requirement()) {
        let (merged, pieces) = merge_in_pieces(Some(&queue), Some(&application), &[job], &Options::default());
        let text: String = pieces.iter().map(|it| it.text.as_str()).collect();
        prop_assert_eq!(text, merged.result.map(|it| it.to_string()).unwrap_or_default());
    }

    #[test]
    fn operands_of_select_have_no_order(
        operands in prop::collection::vec(crate::requirement::tests::generate::condition(), 2..4),
        other in requirement(),
    ) {
        let select = |operands: Vec<Expr>| whole(&Simple { select: vec![Expr::And(operands)], ..Simple::default() });
        let mut reversed = operands.clone();
        reversed.reverse();
        let (one, two) = (select(operands), select(reversed));
        let options = Options::default();
        let under = |queue: &Requirement| normal(&merge(Some(queue), Some(&other), &[], &options));
        prop_assert_eq!(under(&one), under(&two));
        let over = |job: Requirement| normal(&merge(Some(&other), None, &[job], &options));
        prop_assert_eq!(over(one), over(two));
    }

    #[test]
    fn what_has_a_shape_drops_the_application(job in requirement(), application in requirement()) {
        if matches!(job.shape(), Shape::Compound | Shape::Alternative) {
            let merged = merge(None, Some(&application), std::slice::from_ref(&job), &Options::default());
            prop_assert_eq!(merged.result, Some(job));
        }
    }

    #[test]
    fn every_part_has_an_origin(one in requirement(), two in requirement(), three in simple(1)) {
        let merged = merge(Some(&whole(&three)), Some(&one), &[two], &Options::default());
        if let Some(result) = &merged.result {
            let text = result.to_string();
            for origin in &merged.origins {
                // Names of `same` and parts of `rusage` have sections of their own only in the list of origins.
                let inner = origin.text.strip_prefix("same[").map_or(origin.text.as_str(), |it| it.trim_end_matches(']'));
                prop_assert!(text.contains(inner), "`{}` is not in `{}`", inner, text);
            }
            let has_sections = result.simples().iter().any(|it| !it.is_empty());
            prop_assert_eq!(merged.origins.is_empty(), !has_sections);
        }
    }
}
