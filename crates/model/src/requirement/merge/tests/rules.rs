//! Single rules.

use std::sync::Arc;

use expect_test::{Expect, expect};

use super::*;
use crate::requirement::Method;

/// Everything a merge says.
fn report(merged: &Merged) -> String {
    let mut text = String::new();
    match (&merged.result, &merged.reason) {
        (Some(result), _) => text += &format!("{result}\n"),
        (None, Some(reason)) => text += &format!("rejected ({}): {reason}\n", merged.shape.name()),
        (None, None) => text += "none\n",
    }
    merged.steps.iter().for_each(|it| text += &format!("  {} {}\n", it.rule, it.text));
    merged.origins.iter().for_each(|it| text += &format!("  {}: {}\n", it.from, it.text));
    merged.notes.iter().for_each(|it| text += &format!("  note: {it}\n"));
    text
}

/// Merges and compares everything that is said.
#[track_caller]
fn check(input: Input<'_>, expected: Expect) {
    expected.assert_eq(&report(&merged(&input)));
}

/// Merges and compares the result, or the reason.
#[track_caller]
fn check_result(input: Input<'_>, expected: &str) {
    let merged = merged(&input);
    let found = merged.result.map(|it| it.to_string()).or(merged.reason).unwrap_or_default();
    assert_eq!(found, expected);
}

fn input<'s>(job: &'s [&'s str], application: &'s str, queue: &'s str) -> Input<'s> {
    Input { job, application, queue, ..Input::default() }
}

#[test]
fn every_section_of_three_levels() {
    check(
        input(
            &["select[big] rusage[mem=10] same[model] cu[type=rack]"],
            "select[fast] order[mem] rusage[mem=20:lic=1] affinity[core]",
            "select[linux] order[ut] rusage[mem=30:duration=5:decay=1, tmp=1] span[hosts=1] same[type] cu[maxcus=2]",
        ),
        expect![[r#"
            select[(linux) && (fast) && (big)] order[mem] rusage[mem=10:duration=5:decay=1, lic=1:tmp=1] span[hosts=1] same[type:model] cu[type=rack] affinity[core]
              A4 both are simple and merged by section; the job takes precedence over the application profile
              S1 `select` of the application profile must also be true
              S2 `order` comes from the application profile
              S2 `affinity` comes from the application profile
              S4 `mem=10` of the job overrides `mem=20` of the application profile
              S4 `lic=1` of the application profile is added
              B3 both are simple: the queue is merged by section; the other levels take precedence
              S6 `mem=10` of the job does not exceed `mem=30` of the queue
              S1 `select` of the queue must also be true
              S2 `order[mem]` of the application profile replaces `order[ut]` of the queue
              S2 `span` comes from the queue
              S2 `cu[type=rack]` of the job replaces `cu[maxcus=2]` of the queue
              S3 `same` also includes the names of the queue
              S4 `mem=10` of the job overrides `mem=30` of the queue
              S5 `mem` inherits `duration=5:decay=1` from the queue
              S4 `tmp=1` of the queue is added
              queue: linux
              application profile: fast
              job: big
              application profile: order[mem]
              job: mem=10
              queue: duration=5
              queue: decay=1
              application profile: lic=1
              queue: tmp=1
              queue: span[hosts=1]
              queue: same[type]
              job: same[model]
              job: cu[type=rack]
              application profile: affinity[core]
              note: `order` of the application profile is used because no level with precedence has one; the manuals of LSF 6 and 7 use the default order instead
        "#]],
    );
}

#[test]
fn what_lsf_adds_by_itself() {
    check(
        input(&["rusage[mem=1]"], "", ""),
        expect![[r#"
            rusage[mem=1]
              A2 the requirement of the job is used because the application profile has none
              B2 the queue has no requirement
              job: mem=1
              note: without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    check(
        input(&["1*{linux order[mem]} + 2*{fs order[mem]}"], "", ""),
        expect![[r#"
            1*{select[linux] order[mem]} + 2*{select[fs] order[mem]}
              A2 the requirement of the job is used because the application profile has none
              B2 the queue has no requirement
              job: linux
              job: order[mem]
              job: fs
              note: LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones
        "#]],
    );
    let options = Options { default_order: Some("-slots".to_owned()), ..Options::default() };
    check(
        Input { options, ..input(&["{linux order[mem]} || {fs}"], "", "") },
        expect![[r#"
            {select[linux] order[mem]} || {select[fs]}
              A2 the requirement of the job is used because the application profile has none
              B2 the queue has no requirement
              job: linux
              job: order[mem]
              job: fs
              note: while the job is pending, LSF shows only the reasons for the first branch
              note: without `order`, hosts are sorted as with `order[-slots]`
        "#]],
    );
    check(
        input(&[""], "", ""),
        expect![[r#"
            none
              A1 neither the job nor the application profile has a requirement
              B1 the queue has no requirement either
              note: without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
}

#[test]
fn several_strings_of_a_job() {
    check(
        input(
            &["select[swp > 15]", "select[hpux] order[ut]", "order[-mem] rusage[mem=1]", "rusage[lic=1]", "same[type]"],
            "",
            "select[linux]",
        ),
        expect![[r#"
            select[(linux) && (swp>15) && (hpux)] order[ut:-mem] rusage[mem=1:lic=1] same[type]
              A2 the requirement of the job is used because the application profile has none
              B3 both are simple: the queue is merged by section; the other levels take precedence
              S1 `select` of the queue must also be true
              queue: linux
              job: swp>15
              job: hpux
              job: order[ut:-mem]
              job: mem=1
              job: lic=1
              job: same[type]
              note: the 5 strings of the job are combined: `select[(swp>15) && (hpux)] order[ut:-mem] rusage[mem=1:lic=1] same[type]`
        "#]],
    );
    check_result(
        input(&["rusage[mem=1]", "rusage[a=1 || b=1]", "span[hosts=1]"], "", ""),
        "rusage[mem=1:a=1 || mem=1:b=1] span[hosts=1]",
    );
    check(
        input(&["rusage[mem=1]", "rusage[mem=2]"], "", ""),
        expect![[r#"
            rusage[mem=1]
              A2 the requirement of the job is used because the application profile has none
              B2 the queue has no requirement
              job: mem=1
              note: the job has `mem=1` and `mem=2`; which one LSF uses is undocumented, so the first is shown
              note: the 2 strings of the job are combined: `rusage[mem=1]`
              note: without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    check_result(input(&["linux", "", ""], "", ""), "select[linux]");
}

#[test]
fn several_strings_that_cannot_be_one() {
    check(
        input(&["2*{a} + 1*{b}", "select[c]"], "", ""),
        expect![[r#"
            rejected (compound): several `-R` options cannot be combined if one of them is compound
        "#]],
    );
    check_result(
        input(&["select[c]", "{a} || {b}"], "", ""),
        "several `-R` options cannot be combined if one of them is alternative",
    );
    check_result(
        input(&["span[hosts=1]", "span[ptile=2]"], "", ""),
        "only one `-R` option of a job can have a `span` section",
    );
}

#[test]
fn reservations_are_merged_by_resource() {
    check_result(input(&["rusage[mem=100]"], "", "rusage[mem=200:lic=1]"), "rusage[mem=100:lic=1]");
    check_result(input(&["rusage[swap=5]"], "", "rusage[swp=9]"), "rusage[swap=5]");
    check_result(
        input(&["rusage[mem=1:duration=9]"], "", "rusage[mem=2:duration=10:decay=1:threshold=5, lic=1:duration=1h]"),
        "rusage[mem=1:duration=9:decay=1:threshold=5, lic=1:duration=1h]",
    );
    check(
        input(&["rusage[lic=1]"], "rusage[lic=2/host]", ""),
        expect![[r#"
            rusage[lic=1]
              A4 both are simple and merged by section; the job takes precedence over the application profile
              S4 `lic=1` of the job overrides `lic=2/host` of the application profile
              B2 the queue has no requirement
              job: lic=1
              note: `lic=1` of the job has no method; whether it inherits the method of `lic=2/host` of the application profile is undocumented
              note: without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
}

#[test]
fn phases_are_replaced_as_a_whole() {
    let phases = "rusage[mem=(9 5):duration=(10 20):decay=(1 0)]";
    check_result(input(&["rusage[mem=3]"], "", phases), "rusage[mem=3]");
    check_result(input(&[phases], "", "rusage[mem=20:decay=1]"), phases);
    check_result(
        input(&["rusage[mem=(9 5):duration=(10 20)]"], "", "rusage[mem=8]"),
        "`mem=(9 5)` of the job exceeds `mem=8` of the queue",
    );
}

#[test]
fn the_queue_is_a_ceiling() {
    check_result(
        input(&["rusage[mem=1GB]"], "", "rusage[mem=1000]"),
        "`mem=1GB` of the job exceeds `mem=1000` of the queue",
    );
    check_result(input(&["rusage[mem=1GB]"], "", "rusage[mem=1024]"), "rusage[mem=1GB]");
    check_result(
        input(&[""], "rusage[lic=1:duration=61]", "rusage[lic=9:duration=1h]"),
        "`duration=61` of the application profile for `lic` exceeds `duration=1h` of the queue for `lic`",
    );
    check(
        input(&["rusage[lic=9]"], "rusage[mem=5]", "rusage[lic=2:mem=5]"),
        expect![[r#"
            rusage[lic=9:mem=5]
              A4 both are simple and merged by section; the job takes precedence over the application profile
              S4 `mem=5` of the application profile is added
              B3 both are simple: the queue is merged by section; the other levels take precedence
              S6 `mem=5` of the application profile does not exceed `mem=5` of the queue
              S4 `lic=9` of the job overrides `lic=2` of the queue
              S4 `mem=5` of the application profile overrides `mem=5` of the queue
              job: lic=9
              application profile: mem=5
              note: `lic=9` of the job exceeds `lic=2` of the queue, which is allowed: the queue limits only load indices
              note: without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    check(
        input(&["rusage[mem=9]"], "rusage[mem=5]", ""),
        expect![[r#"
            rusage[mem=9]
              A4 both are simple and merged by section; the job takes precedence over the application profile
              S4 `mem=9` of the job overrides `mem=5` of the application profile
              B2 the queue has no requirement
              job: mem=9
              note: `mem=9` of the job exceeds `mem=5` of the application profile, which is allowed: only the queue limits it
              note: without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    check_result(
        input(&["{rusage[mem=9]} || {linux}"], "", "rusage[mem=5]"),
        "`mem=9` of the job exceeds `mem=5` of the queue",
    );
    check_result(input(&["rusage[mem=9]"], "", "rusage[mem=5 || mem=10]"), "rusage[mem=9]");
    check_result(
        input(&["rusage[mem=9 || mem=11]"], "", "rusage[mem=5 || mem=10]"),
        "`mem=11` of the job exceeds `mem=5` of the queue",
    );
}

#[test]
fn amounts_of_unknown_units_are_not_compared() {
    let options = Options { units: Units::UNKNOWN, ..Options::default() };
    check_result(Input { options, ..input(&["rusage[mem=1GB]"], "", "rusage[mem=10]") }, "rusage[mem=1GB]");
}

#[test]
fn a_range_replaces_the_queue() {
    let ranged = |job, queue| {
        let reservation_ranges = ReservationRange::all_of("[mem=10,500]");
        let options = Options { reservation_ranges, ..Options::default() };
        Input { options, ..input(job, "", queue) }
    };
    check(
        ranged(&["rusage[mem=200]"], "rusage[mem=100]"),
        expect![[r#"
            rusage[mem=200]
              A2 the requirement of the job is used because the application profile has none
              B3 both are simple: the queue is merged by section; the other levels take precedence
              S4 `mem=200` of the job overrides `mem=100` of the queue
              job: mem=200
              note: `mem=200` of the job exceeds `mem=100` of the queue, which is allowed: RESRSV_LIMIT applies instead
              note: without `select`, only hosts of the same type as the submission host match, as with `select[type==local]`
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    check(
        ranged(&["rusage[mem=501]"], "rusage[mem=100]"),
        expect![[r#"
            rejected (simple): `mem=501` of the job is above the maximum of 500 in RESRSV_LIMIT of the queue
              A2 the requirement of the job is used because the application profile has none
              S6 `mem=501` of the job is above the maximum of 500 in RESRSV_LIMIT of the queue
        "#]],
    );
    check_result(
        ranged(&["2*{linux} + 1*{rusage[mem=5]}"], ""),
        "`mem=5` of the job is below the minimum of 10 in RESRSV_LIMIT of the queue",
    );
    check(
        ranged(&["linux"], "select[fs] rusage[mem=900]"),
        expect![[r#"
            select[linux]
              S6 `mem=900` of the queue is above the maximum of 500 in RESRSV_LIMIT, so LSF ignores the whole RES_REQ of the queue
              A2 the requirement of the job is used because the application profile has none
              B2 the queue has no requirement
              job: linux
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
}

#[test]
fn the_queue_is_merged_into_terms() {
    check(
        input(
            &[""],
            "1*{select[head] order[ut] affinity[core(2)]} + 3*{rusage[mem=1]}",
            "select[linux] order[mem] rusage[mem=2:lic=1] same[type] cu[type=rack] affinity[core]",
        ),
        expect![[r#"
            1*{select[(linux) && (head)] order[ut] rusage[mem=2:lic=1] affinity[core(2)]} + 3*{select[linux] order[mem] rusage[mem=1:lic=1] affinity[core]}
              A1 the requirement of the application profile is used because the job has none
              B6 the simple requirement of the queue is merged into the terms of the compound
              S6 `mem=1` of the application profile does not exceed `mem=2` of the queue
              C1 `select` of the queue must be true in every term
              C2 `order[ut]` of the application profile replaces `order[mem]` of the queue
              C2 `order` of the queue is added to each term without one
              C3 `same` of the queue is ignored because the requirement is compound
              C3 `cu` of the queue is ignored because the requirement is compound
              C4 `mem=2` of the queue is added to every term
              C4 `lic=1` of the queue is added to every term
              C5 `mem=1` of the application profile overrides `mem=2` of the queue
              C7 `affinity[core(2)]` of the application profile replaces `affinity[core]` of the queue
              C7 `affinity` of the queue is added to each term without one
              queue: linux
              application profile: head
              application profile: order[ut]
              queue: mem=2
              queue: lic=1
              application profile: affinity[core(2)]
              queue: order[mem]
              application profile: mem=1
              queue: affinity[core]
              note: how LSF merges `cu` of a queue into a compound is undocumented; lsflint ignores it as in an alternative
              note: `lic=1` of the queue is assumed not to be job-based: this is unknown without lsb.resources, lsb.params, lsf.shared and lsf.cluster
              note: how LSF merges `affinity` of a queue into braces is undocumented; lsflint treats it like `span`
              note: LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones
        "#]],
    );
}

#[test]
fn the_queue_is_merged_into_branches() {
    check(
        input(
            &["{select[a] order[ut] span[hosts=1]} || {2*{b} + 1*{c}}@5"],
            "select[never]",
            "select[linux || fs] order[mem] rusage[mem=2] span[ptile=1] same[type] cu[type=rack]",
        ),
        expect![[r#"
            {select[(linux || fs) && (a)] order[ut] rusage[mem=2] span[hosts=1]} || {2*{select[(linux || fs) && (b)] order[mem] rusage[mem=2] span[ptile=1]} + 1*{select[(linux || fs) && (c)] order[mem] rusage[mem=2] span[ptile=1]}}@5
              A3 the alternative requirement of the job replaces the requirement of the application profile
              B7 the simple requirement of the queue is merged into every branch
              D1 `select` of the queue must be true in every branch
              D2 `order[ut]` of the job replaces `order[mem]` of the queue
              D2 `span[hosts=1]` of the job replaces `span[ptile=1]` of the queue
              D2 `order` of the queue is added to each branch without one
              D2 `span` of the queue is added to each branch without one
              D3 `mem=2` of the queue is added to every term
              D4 `same` of the queue is ignored because the requirement is alternative
              D4 `cu` of the queue is ignored because the requirement is alternative
              D5 the delays of the branches are unchanged
              queue: linux || fs
              job: a
              job: order[ut]
              queue: mem=2
              job: span[hosts=1]
              job: b
              queue: order[mem]
              queue: span[ptile=1]
              job: c
              note: while the job is pending, LSF shows only the reasons for the first branch
        "#]],
    );
}

#[test]
fn four_ways_to_be_job_based() {
    let terms: &[&str] = &["1*{a} + 1*{b}"];
    check_result(input(terms, "", "rusage[lic=1/job]"), "1*{select[a] rusage[lic=1/job]} + 1*{select[b]}");
    check_result(
        input(&["{2*{a} + 1*{b}} || {c}"], "", "rusage[lic=1/job]"),
        "{2*{select[a] rusage[lic=1/job]} + 1*{select[b]}} || {select[c] rusage[lic=1/job]}",
    );
    check(
        Input { job_resources: &["lic"], ..input(terms, "", "rusage[lic=1/task]") },
        expect![[r#"
            1*{select[a] rusage[lic=1/task]} + 1*{select[b]}
              A2 the requirement of the job is used because the application profile has none
              B6 the simple requirement of the queue is merged into the terms of the compound
              C4 `lic=1/task` of the queue is added only to the first term of each compound because it is job-based (as declared)
              job: a
              queue: lic=1/task
              job: b
              note: LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    let swap = Input { job_resources: &["swap"], ..input(terms, "", "rusage[swp=1]") };
    check_result(swap, "1*{select[a] rusage[swp=1]} + 1*{select[b]}");
    let usage = |method| Some(Arc::new([("lic".to_owned(), method)].into()));
    let options = Options { reservation_usage: usage(Method::Job), ..Options::default() };
    check(
        Input { options, ..input(terms, "", "rusage[lic=1:mem=1]") },
        expect![[r#"
            1*{select[a] rusage[lic=1:mem=1]} + 1*{select[b] rusage[mem=1]}
              A2 the requirement of the job is used because the application profile has none
              B6 the simple requirement of the queue is merged into the terms of the compound
              C4 `lic=1` of the queue is added only to the first term of each compound because it is job-based (METHOD PER_JOB in lsb.resources)
              C4 `mem=1` of the queue is added to every term
              job: a
              queue: lic=1
              queue: mem=1
              job: b
              note: LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    let everywhere = "1*{select[a] rusage[lic=1]} + 1*{select[b] rusage[lic=1]}";
    let options = Options { reservation_usage: usage(Method::Host), ..Options::default() };
    check_result(Input { options, ..input(terms, "", "rusage[lic=1]") }, everywhere);
    let shared = Options {
        reservation_usage: Some(Arc::default()),
        shared_resources: Some(Arc::new(["lic".to_owned()].into())),
        reserve_per_task: Some(false),
        ..Options::default()
    };
    check(
        Input { options: shared.clone(), ..input(terms, "", "rusage[lic=1:own=1]") },
        expect![[r#"
            1*{select[a] rusage[lic=1:own=1]} + 1*{select[b] rusage[own=1]}
              A2 the requirement of the job is used because the application profile has none
              B6 the simple requirement of the queue is merged into the terms of the compound
              C4 `lic=1` of the queue is added only to the first term of each compound because it is job-based (shared resource without METHOD in lsb.resources)
              C4 `own=1` of the queue is added to every term
              job: a
              queue: lic=1
              queue: own=1
              job: b
              note: LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    let per_task = Options { reserve_per_task: Some(true), ..shared.clone() };
    check_result(Input { options: per_task, ..input(terms, "", "rusage[lic=1]") }, everywhere);
    let unknown = Options { reservation_usage: None, ..shared };
    check(
        Input { options: unknown, ..input(terms, "", "rusage[lic=1]") },
        expect![[r#"
            1*{select[a] rusage[lic=1]} + 1*{select[b] rusage[lic=1]}
              A2 the requirement of the job is used because the application profile has none
              B6 the simple requirement of the queue is merged into the terms of the compound
              C4 `lic=1` of the queue is added to every term
              job: a
              queue: lic=1
              job: b
              note: `lic=1` of the queue is assumed not to be job-based: this is unknown without lsb.resources, lsb.params, lsf.shared and lsf.cluster
              note: LSF places the terms in order, the first on the first host of the job; hosts that do not match one term are not tried for later ones
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
}

#[test]
fn sides_of_a_queue_meet_no_shape() {
    check(
        input(&[""], "1*{x} + 2*{y}", "rusage[a=1 || b=1]"),
        expect![[r#"
            rejected (compound): `||` in `rusage` of the queue cannot be merged with a requirement that is compound
              A1 the requirement of the application profile is used because the job has none
              B6 the simple requirement of the queue is merged into the terms of the compound
              C6 `||` in `rusage` of the queue cannot be merged with a requirement that is compound
        "#]],
    );
    check(
        input(&[""], "{x} || {y}", "rusage[a=1 || b=1]"),
        expect![[r#"
            rejected (alternative): `||` in `rusage` of the queue cannot be merged with a requirement that is alternative
              A1 the requirement of the application profile is used because the job has none
              B7 the simple requirement of the queue is merged into every branch
              D6 `||` in `rusage` of the queue cannot be merged with a requirement that is alternative
        "#]],
    );
}

#[test]
fn levels_that_count_for_nothing() {
    check(
        input(&["mem>1"], "1*{a} + 2*{b}", "{c} || {d}"),
        expect![[r#"
            select[mem>1]
              A3 the job replaces the compound requirement of the application profile, which is never merged
              B4 the alternative requirement of the queue has no effect: another level sets one
              job: mem>1
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
    check(
        input(&[""], "linux", "2*{a} + 2*{b}"),
        expect![[r#"
            select[linux]
              A1 the requirement of the application profile is used because the job has none
              B5 the compound requirement of the queue has no effect: another level sets one
              application profile: linux
              note: without `order`, hosts are sorted as with `order[r15s:pg]`
        "#]],
    );
}

/// `2*{a} + 6*{b}` or another string, TASKLIMIT of application and queue, and `-n`.
#[track_caller]
fn check_slots(string: &str, limits: [&str; 2], tasks: Option<(u64, u64)>, expected: &str) {
    let [application_tasks, queue_tasks] = limits.map(TaskRange::parse);
    let options = Options { application_tasks, queue_tasks, tasks, ..Options::default() };
    let merged = merged(&Input { options, ..input(&[], string, "") });
    let about_slots = merged.notes.iter().find(|it| it.contains("slots") || it.contains("tasks"));
    assert_eq!(merged.reason.as_ref().or(about_slots).map_or("", String::as_str), expected);
}

#[test]
fn counts_against_tasks() {
    let open = "2*{a} + {b}";
    check_slots(
        open,
        ["", "1 8 16"],
        None,
        "without `-n`, the last term gets 6 slots: the default in TASKLIMIT of the queue is 8",
    );
    check_slots(
        open,
        ["1 4 9", "1 8 16"],
        None,
        "without `-n`, the last term gets 2 slots: the default in TASKLIMIT of the application profile is 4",
    );
    check_slots(
        open,
        ["", "8"],
        None,
        "without `-n`, the last term gets 0 slots: the default in TASKLIMIT of the queue is 1",
    );
    check_slots(open, ["", ""], Some((10, 10)), "the last term gets the remaining slots of `-n 10`: 8");
    check_slots(open, ["", ""], Some((1, 1)), "the terms request 2 slots, but the job requests `-n 1`");
    let fixed = "2*{a} + 6*{b}";
    check_slots(fixed, ["", "4"], None, "the terms request 8 slots, but TASKLIMIT of the queue allows at most 4");
    check_slots(
        fixed,
        ["9 10", ""],
        None,
        "the terms request 8 slots, but TASKLIMIT of the application profile allows at least 9",
    );
    check_slots(fixed, ["", ""], Some((9, 9)), "the terms request 8 slots, but the job requests `-n 9`");
    check_slots(fixed, ["", ""], Some((4, 9)), "");
    check_slots(fixed, ["", "8 8"], None, "");
    check_slots(fixed, ["", ""], None, "");
    check_slots(
        fixed,
        ["", "16"],
        None,
        "jobs require `-n 8`: the default in TASKLIMIT of the queue is 1, but the terms request 8 slots",
    );
    check_slots(
        "{2*{a} + 2*{b}} || {4*{a} + 6*{b}}",
        ["", "4 4 8"],
        None,
        "the terms request 10 slots, but TASKLIMIT of the queue allows at most 8",
    );
}

#[test]
fn many_terms_are_merged_in_one_go() {
    let terms: Vec<String> = (0..5_000).map(|it| format!("1*{{rusage[mem={}]}}", it % 7)).collect();
    let found = merged(&input(&[&terms.join(" + ")], "", "select[linux] rusage[mem=9:lic=1]"));
    assert_eq!(found.shape, Shape::Compound);
    assert!(found.steps.len() < 40, "{}", found.steps.len());
    assert!(found.origins.len() < 20, "{}", found.origins.len());
}

/// Merges and compares the pieces of the result: `select[q(linux)]`.
#[track_caller]
fn check_pieces(input: Input<'_>, expected: &str) {
    let read = |text: &str| Requirement::parse(text).expect("a requirement");
    let job: Vec<Requirement> = input.job.iter().map(|it| read(it)).collect();
    let (_, pieces) = merge_in_pieces(Some(&read(input.queue)), Some(&read(input.application)), &job, &input.options);
    let text = pieces.iter().map(|it| match it.from {
        Some(level) => format!("{}<{}>", &level.name()[..1], it.text),
        None => it.text.clone(),
    });
    assert_eq!(text.collect::<String>(), expected);
}

#[test]
fn each_piece_has_a_level() {
    check_pieces(
        input(
            &["select[big] rusage[mem=10] span[hosts=1]"],
            "select[big] rusage[mem=20:swp=5:duration=2h] same[model]",
            "select[linux] order[ut] rusage[mem=30:lic=1] same[type]",
        ),
        "select[(q<linux>) && (a<big>) && (j<big>)] q<order[ut]> \
         rusage[j<mem=10>:a<swp=5>:a<duration=2h>, q<lic=1>] j<span[hosts=1]> same[q<type>:a<model>]",
    );
    check_pieces(
        input(&["1*{select[big]} + 4*{span[ptile=2]}"], "", "select[linux] rusage[lic=1]"),
        "j<1*{>select[(q<linux>) && (j<big>)] rusage[q<lic=1>]j<} + 4*{>select[q<linux>] rusage[q<lic=1>] \
         j<span[ptile=2]}>",
    );
    check_pieces(
        input(&[], "", "{rusage[a=1 || b=1]} || {select[big]}@5"),
        "q<{>rusage[q<a=1> || q<b=1>]q<} || {>select[q<big>]q<}@5>",
    );
    // There is no result.
    check_pieces(input(&["rusage[mem=99]"], "", "rusage[mem=10]"), "");
}
