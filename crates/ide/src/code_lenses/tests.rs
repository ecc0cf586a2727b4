//! Definitions with what their lenses say.

use expect_test::{Expect, expect};

use super::*;
use crate::properties::clusters;
use crate::testing::Fixture;

const CLUSTER: &str = "\
//- lsb.queues
Begin Queue
QUEUE_NAME = night
HOSTS = work
RES_REQ = select[big]
End Queue
#if time(8:00-9:00)
Begin Queue
QUEUE_NAME = day
PREEMPTION = PREEMPTIVE[night]
HOSTS = nowhere@west
End Queue
#endif
Begin Queue
PRIORITY = 5
End Queue
//- lsb.applications
Begin Application
NAME = tool
RES_REQ = 1*{select[big]} + 4*{}
End Application
//- lsf.shared
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
big Boolean () () (Lots of memory)
End Resource
//- lsf.cluster.c
Begin Host
HOSTNAME model type server RESOURCES
h1 ! ! 1 (big)
h2 ! ! 1 ()
login ! ! 0 ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
big ([default])
End ResourceMap
//- lsf.conf
LSF_LOGDIR=/x
//- lsb.hosts
Begin HostGroup
GROUP_NAME GROUP_MEMBER
work (h[1-2])
other (!)
End HostGroup
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER
a (x y)
b (a z)
c (a unix/)
End UserGroup
Begin User
USER_NAME MAX_JOBS
a 5
End User
//- lsb.params
Begin Parameters
DEFAULT_QUEUE = night day
End Parameters
";

/// The lenses of a file with what they say.
#[track_caller]
fn check(path: &str, options: &CodeLensOptions, expected: Expect) {
    let fixture = Fixture::new(CLUSTER);
    let snapshot = &fixture.snapshot;
    let text = &snapshot.file(path).expect("a file of the fixture").source.text;
    let mut shown = String::new();
    for lens in code_lenses(snapshot, path, options) {
        let resolved = resolve_code_lens(snapshot, path, lens.range.start, lens.kind).expect("a definition");
        let name = &text[lens.range.start as usize..lens.range.end as usize];
        let about = resolved
            .queue
            .map(|it| format!(" queue={it}"))
            .or(resolved.application.map(|it| format!(" application={it}")));
        shown += &format!("{name}: {} | {}{}\n", resolved.title, resolved.command.name(), about.unwrap_or_default());
    }
    expected.assert_eq(&shown);
}

#[test]
fn queues_and_profiles() {
    let all = CodeLensOptions::default();
    check(
        "lsb.queues",
        &all,
        expect![[r#"
            night: 2 references | lsflint.references queue=night
            night: merged requirement | lsflint.mergedRequirement queue=night
            night: 1 of 2 hosts can match, not counting hosts that are not loaded | lsflint.matchingHosts queue=night
            day: 1 reference | lsflint.references queue=day
            day: merged requirement | lsflint.mergedRequirement queue=day
            day: matching hosts: unknown | lsflint.matchingHosts queue=day
        "#]],
    );
    check(
        "lsb.applications",
        &all,
        expect![[r#"
            tool: 0 references | lsflint.references application=tool
            tool: merged requirement | lsflint.mergedRequirement application=tool
            tool: 2 of 2 hosts can match, not counting hosts that are not loaded | lsflint.matchingHosts application=tool
        "#]],
    );
}

#[test]
fn groups() {
    let all = CodeLensOptions::default();
    check(
        "lsb.hosts",
        &all,
        expect![[r#"
            work: 1 reference | lsflint.references
            work: at least 2 hosts | lsflint.references
            other: 0 references | lsflint.references
            other: members: unknown | lsflint.references
        "#]],
    );
    check(
        "lsb.users",
        &all,
        expect![[r#"
        a: 3 references | lsflint.references
        a: 2 users | lsflint.references
        b: 0 references | lsflint.references
        b: 3 users | lsflint.references
        c: 0 references | lsflint.references
        c: at least 2 users | lsflint.references
    "#]],
    );
}

#[test]
fn tables_that_decide_about_elims() {
    let all = CodeLensOptions::default();
    check(
        "lsf.cluster.c",
        &all,
        expect![[r#"
        Host: elim plan of 3 hosts | lsflint.elimPlan
        ResourceMap: elim plan | lsflint.elimPlan
    "#]],
    );
    check("lsf.cluster.c", &CodeLensOptions { elim_plan: false, ..all }, expect![[r#""#]]);
}

#[test]
fn each_kind_has_a_switch() {
    let none =
        CodeLensOptions { references: false, merged_requirements: false, matching_hosts: false, elim_plan: false };
    check("lsb.queues", &none, expect![[r#""#]]);
    check(
        "lsb.hosts",
        &CodeLensOptions { matching_hosts: true, ..none.clone() },
        expect![[r#"
            work: at least 2 hosts | lsflint.references
            other: members: unknown | lsflint.references
        "#]],
    );
    check(
        "lsb.queues",
        &CodeLensOptions { references: true, ..none.clone() },
        expect![[r#"
        night: 2 references | lsflint.references queue=night
        day: 1 reference | lsflint.references queue=day
    "#]],
    );
    check(
        "lsb.queues",
        &CodeLensOptions { merged_requirements: true, ..none },
        expect![[r#"
        night: merged requirement | lsflint.mergedRequirement queue=night
        day: merged requirement | lsflint.mergedRequirement queue=day
    "#]],
    );
}

/// The two lines of each section where editors show its lenses, with the text that starts there.
#[test]
fn lines_of_sections() {
    let fixture = Fixture::new(CLUSTER);
    let mut shown = String::new();
    for path in ["lsb.queues", "lsb.hosts", "lsf.cluster.c"] {
        let text = &fixture.snapshot.file(path).expect("a file of the fixture").source.text;
        let line = |it: Range| text[it.start as usize..].lines().next().unwrap_or("(end)");
        for lens in code_lenses(&fixture.snapshot, path, &CodeLensOptions::default()) {
            let lines = lens.lines.map(|it| format!("{} | {}", line(it.begin), line(it.after_name)));
            shown += &format!("{path} {}: {}\n", line(lens.range), lines.unwrap_or("none".to_owned()));
        }
    }
    expect![[r#"
        lsb.queues night: Begin Queue | HOSTS = work
        lsb.queues night: Begin Queue | HOSTS = work
        lsb.queues night: Begin Queue | HOSTS = work
        lsb.queues day: Begin Queue | PREEMPTION = PREEMPTIVE[night]
        lsb.queues day: Begin Queue | PREEMPTION = PREEMPTIVE[night]
        lsb.queues day: Begin Queue | PREEMPTION = PREEMPTIVE[night]
        lsb.hosts work (h[1-2]): none
        lsb.hosts work (h[1-2]): none
        lsb.hosts other (!): none
        lsb.hosts other (!): none
        lsf.cluster.c Host: Begin Host | HOSTNAME model type server RESOURCES
        lsf.cluster.c ResourceMap: Begin ResourceMap | RESOURCENAME LOCATION
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_name_in_the_last_line_of_a_file() {
    let fixture = Fixture::new("//- lsb.queues\nBegin Queue\nQUEUE_NAME = night");
    let lenses = code_lenses(&fixture.snapshot, "lsb.queues", &CodeLensOptions::default());
    let text = &fixture.snapshot.file("lsb.queues").expect("a file of the fixture").source.text;
    assert!(!lenses.is_empty());
    for lens in lenses {
        assert_eq!(lens.lines.map(|it| it.after_name.start as usize), Some(text.len()));
    }
}

#[test]
fn a_lens_without_its_definition_is_empty() {
    let fixture = Fixture::new(CLUSTER);
    assert_eq!(resolve_code_lens(&fixture.snapshot, "lsb.queues", 0, LensKind::References), None);
    assert_eq!(resolve_code_lens(&fixture.snapshot, "lsb.nothing", 0, LensKind::References), None);
}

#[test]
fn every_lens_of_every_file_can_be_resolved() {
    for text in clusters() {
        for cut in [text.len(), text.len() / 2] {
            let cut = (0..=cut).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
            let fixture = Fixture::new(&text[..cut]);
            for file in fixture.snapshot.files.iter() {
                let path = &file.source.path;
                for lens in code_lenses(&fixture.snapshot, path, &CodeLensOptions::default()) {
                    let resolved = resolve_code_lens(&fixture.snapshot, path, lens.range.start, lens.kind);
                    assert!(resolved.is_some_and(|it| !it.title.is_empty()), "{path} {lens:?}");
                }
            }
        }
    }
}
