//! Each test is a change of a small cluster and the plan for it.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use lsflint_test_support::generate;

mod elsewhere;

use super::{Plan, What, plan};
use crate::properties::clusters;
use crate::testing::Fixture;

const BASE: &str = "\
//- lsf.conf
LSF_LOGDIR = /var/log/lsf
//- lsf.shared
Begin Cluster
ClusterName
c1
End Cluster
Begin HostType
TYPENAME
X86
End HostType
Begin Resource
RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
bigmem       Boolean ()       ()         (much memory)
lic          Numeric 60       N          (licenses)
End Resource
//- lsf.cluster.c1
Begin Host
HOSTNAME model type server RESOURCES
m1       !     X86  1      ()
h1       !     X86  1      (bigmem)
h2       !     X86  1      ()
End Host
Begin ResourceMap
RESOURCENAME LOCATION
lic          [all]
End ResourceMap
//- lsb.params
Begin Parameters
DEFAULT_QUEUE = normal
MAX_JOB_NUM = 1000
End Parameters
//- lsb.hosts
Begin HostGroup
GROUP_NAME GROUP_MEMBER
big        (h1 h2)
End HostGroup
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER
chem       (ann bob)
End UserGroup
//- lsb.queues
Begin Queue
QUEUE_NAME = normal
PRIORITY = 30
RUNLIMIT = 6:00
HOSTS = all
End Queue
Begin Queue
QUEUE_NAME = chem
PRIORITY = 40
USERS = chem
HOSTS = big
RES_REQ = select[bigmem]
MEMLIMIT = 4000
End Queue
";

/// The plan for replacing texts of [`BASE`].
fn changed(replaced: &[(&str, &str)]) -> Plan {
    let mut text = BASE.to_owned();
    for (from, to) in replaced {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    between(BASE, &text)
}

fn between(old: &str, new: &str) -> Plan {
    let (old, new) = (Fixture::new(old), Fixture::new(new));
    plan(old.snapshot.as_read(), new.snapshot.as_read())
}

fn text(plan: &Plan) -> String {
    let mut text = String::new();
    for it in &plan.changes {
        let at: Vec<String> = it.because.iter().map(|it| format!("{:?} {}:{}", it.side, it.file, it.line)).collect();
        writeln!(text, "{}: {} [{}]", it.risk.name(), it.text(), at.join(", ")).unwrap();
        for it in &it.affects {
            writeln!(text, "  {}: {} {} to {}", it.object.words(), it.parameter, it.old_words, it.new_words).unwrap();
        }
    }
    for it in &plan.hosts {
        let risk = it.risk.name();
        writeln!(
            text,
            "{risk}: hosts of {}: lost {:?}, gained {:?}, {} to {}",
            it.queue, it.lost, it.gained, it.before, it.after
        )
        .unwrap();
    }
    for it in &plan.slots {
        let (risk, unknown) = (it.risk.name(), (it.unknown_old, it.unknown_new));
        writeln!(text, "{risk}: slots of {}: {} to {}, unknown {unknown:?}", it.queues.join(" "), it.old, it.new)
            .unwrap();
    }
    for it in &plan.windows {
        let (risk, names) = (it.risk.name(), it.names.join(" "));
        writeln!(text, "{risk}: windows of {} {names}: {} +{} -{}", it.kind, it.parameter, it.opens, it.closes)
            .unwrap();
    }
    for it in &plan.requirements {
        let name = [it.queue.as_deref(), it.application.as_deref()].into_iter().flatten().collect::<Vec<_>>();
        let name = [name, it.alike.iter().filter_map(|it| it.queue.as_deref()).collect()].concat().join(" ");
        writeln!(
            text,
            "{}: requirement of {name}: {:?} ({:?}) to {:?} ({:?})",
            it.risk.name(),
            it.old,
            it.matching_old,
            it.new,
            it.matching_new
        )
        .unwrap();
    }
    for it in &plan.access {
        writeln!(text, "{}: users of {}: lost {:?}, gained {:?}", it.risk.name(), it.queue, it.lost, it.gained)
            .unwrap();
    }
    for it in &plan.elims {
        writeln!(text, "elims of {}: {} {:?}", it.host, if it.starts { "starts" } else { "stops" }, it.resources)
            .unwrap();
    }
    for it in &plan.run {
        writeln!(text, "run: {} because {}", it.command, it.because.join(", ")).unwrap();
    }
    text
}

#[track_caller]
fn check(replaced: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&text(&changed(replaced)));
}

#[test]
fn a_limit() {
    check(
        &[("RUNLIMIT = 6:00", "RUNLIMIT = 8:00")],
        expect![[r#"
        notable: queue normal: RUNLIMIT 6 hours to 8 hours [Old lsb.queues:4, New lsb.queues:4]
        run: badmin ckconfig -v because lsb.queues normal RUNLIMIT
        run: badmin reconfig because lsb.queues normal RUNLIMIT
    "#]],
    );
    check(
        &[("RUNLIMIT = 6:00", "RUNLIMIT = 4:00")],
        expect![[r#"
        breaking: queue normal: RUNLIMIT 6 hours to 4 hours [Old lsb.queues:4, New lsb.queues:4]
        run: badmin ckconfig -v because lsb.queues normal RUNLIMIT
        run: badmin reconfig because lsb.queues normal RUNLIMIT
    "#]],
    );
    // A default below the old limit, and a higher maximum.
    check(
        &[("RUNLIMIT = 6:00", "RUNLIMIT = 5:00 8:00")],
        expect![[r#"
        notable: queue normal: RUNLIMIT 6 hours to 5 hours, 8 hours [Old lsb.queues:4, New lsb.queues:4]
        run: badmin ckconfig -v because lsb.queues normal RUNLIMIT
        run: badmin reconfig because lsb.queues normal RUNLIMIT
    "#]],
    );
    // The same limit.
    check(&[("RUNLIMIT = 6:00", "RUNLIMIT = 360")], expect![[""]]);
}

#[test]
fn order_layout_and_comments_do_not_count() {
    check(
        &[
            ("PRIORITY = 30\nRUNLIMIT = 6:00\n", "# first\nRUNLIMIT=6:00\nPRIORITY  = \\\n 30\n"),
            ("(h1 h2)", "(h2   h1)"),
            ("(ann bob)", "(bob ann)"),
            ("select[bigmem]", "\"select[ bigmem ]\""),
        ],
        expect![[""]],
    );
}

#[test]
fn queues_are_created_removed_and_renamed() {
    check(
        &[("End Queue\n", "End Queue\nBegin Queue\nQUEUE_NAME = night\nPRIORITY = 1\nEnd Queue\n")],
        expect![[r#"
        harmless: queue night: new [New lsb.queues:8]
        run: badmin ckconfig -v because lsb.queues night
        run: badmin reconfig because lsb.queues night
    "#]],
    );
    check(
        &[("QUEUE_NAME = chem\n", "QUEUE_NAME = chemistry\n")],
        expect![[r#"
        breaking: queue chemistry: renamed from chem [Old lsb.queues:8, New lsb.queues:8]
        run: badmin ckconfig -v because lsb.queues chemistry
        run: badmin reconfig because lsb.queues chemistry
    "#]],
    );
    let removed = &BASE[..BASE.find("Begin Queue\nQUEUE_NAME = chem").unwrap()];
    expect![[r#"
        breaking: queue chem: removed [Old lsb.queues:8]
        run: badmin ckconfig -v because lsb.queues chem
        run: badmin reconfig because lsb.queues chem
    "#]]
    .assert_eq(&text(&between(BASE, removed)));
}

#[test]
fn the_unit_of_limits_changes_values_elsewhere() {
    check(
        &[("LSF_LOGDIR = /var/log/lsf\n", "LSF_LOGDIR = /var/log/lsf\nLSF_UNIT_FOR_LIMITS = MB\n")],
        expect![[r#"
            breaking: lsf.conf: LSF_UNIT_FOR_LIMITS KB for limits (default) to MB [New lsf.conf:2]
              queue chem: MEMLIMIT 3.91 MB to 3.91 GB
            run: bjobs -u all -a because lsf.conf LSF_UNIT_FOR_LIMITS
            run: lsadmin ckconfig -v because lsf.conf LSF_UNIT_FOR_LIMITS
            run: badmin ckconfig -v because lsf.conf LSF_UNIT_FOR_LIMITS
            run: lsfshutdown because lsf.conf LSF_UNIT_FOR_LIMITS
            run: (change the files now) because lsf.conf LSF_UNIT_FOR_LIMITS
            run: lsfstartup because lsf.conf LSF_UNIT_FOR_LIMITS
        "#]],
    );
}

#[test]
fn defaults_in_lsb_params_change_queues() {
    check(
        &[("MAX_JOB_NUM = 1000\n", "MAX_JOB_NUM = 1000\nJOB_ACCEPT_INTERVAL = 0\n")],
        expect![[r#"
            notable: lsb.params: JOB_ACCEPT_INTERVAL 1 multiples of MBD_SLEEP_TIME (default) to 0 multiples of MBD_SLEEP_TIME [New lsb.params:4]
              queue chem: JOB_ACCEPT_INTERVAL 1 multiples of MBD_SLEEP_TIME (default) to 0 multiples of MBD_SLEEP_TIME
              queue normal: JOB_ACCEPT_INTERVAL 1 multiples of MBD_SLEEP_TIME (default) to 0 multiples of MBD_SLEEP_TIME
            run: badmin ckconfig -v because lsb.params JOB_ACCEPT_INTERVAL
            run: badmin reconfig because lsb.params JOB_ACCEPT_INTERVAL
        "#]],
    );
}

#[test]
fn members_of_groups() {
    check(
        &[("(h1 h2)", "(h2)")],
        expect![[r#"
        notable: host group big: GROUP_MEMBER h1 h2 to h2 [Old lsb.hosts:3, New lsb.hosts:3]
        notable: hosts of chem: lost ["h1"], gained [], 2 to 1
        run: badmin ckconfig -v because lsb.hosts big GROUP_MEMBER
        run: badmin reconfig because lsb.hosts big GROUP_MEMBER
    "#]],
    );
    check(
        &[("(ann bob)", "(ann carl)")],
        expect![[r#"
        notable: user group chem: GROUP_MEMBER ann bob to ann carl [Old lsb.users:3, New lsb.users:3]
        breaking: users of chem: lost ["bob"], gained ["carl"]
        run: badmin ckconfig -v because lsb.users chem GROUP_MEMBER
        run: badmin reconfig because lsb.users chem GROUP_MEMBER
    "#]],
    );
}

#[test]
fn a_host_is_removed() {
    check(
        &[("h1       !     X86  1      (bigmem)\n", ""), ("(h1 h2)", "(h2)")],
        expect![[r#"
        breaking: host h1: removed [Old lsf.cluster.c1:4]
        notable: host group big: GROUP_MEMBER h1 h2 to h2 [Old lsb.hosts:3, New lsb.hosts:3]
        notable: hosts of chem: lost ["h1"], gained [], 2 to 1
        notable: hosts of normal: lost ["h1"], gained [], 3 to 2
        run: lsadmin ckconfig -v because lsf.cluster h1
        run: badmin ckconfig -v because lsb.hosts big GROUP_MEMBER, lsf.cluster h1
        run: lsadmin reconfig because lsf.cluster h1
        run: badmin mbdrestart because lsb.hosts big GROUP_MEMBER, lsf.cluster h1
    "#]],
    );
}

#[test]
fn a_requirement_that_no_host_matches() {
    check(
        &[("RES_REQ = select[bigmem]", "RES_REQ = select[bigmem && maxmem > 10 && !bigmem]")],
        expect![[r#"
        notable: queue chem: RES_REQ select[bigmem] to select[bigmem && maxmem > 10 && !bigmem] [Old lsb.queues:12, New lsb.queues:12]
        breaking: requirement of chem: Some("select[bigmem]") (Some(1)) to Some("select[bigmem && maxmem>10 && !bigmem]") (Some(0))
        run: badmin ckconfig -v because lsb.queues chem RES_REQ
        run: badmin reconfig because lsb.queues chem RES_REQ
    "#]],
    );
}

#[test]
fn elims() {
    check(
        &[("[all]", "([m1 h2])")],
        expect![[r#"
            notable: resource map lic: LOCATION [all] to [m1 h2] [Old lsf.cluster.c1:9, New lsf.cluster.c1:9]
            run: lsadmin ckconfig -v because lsf.cluster lic LOCATION
            run: badmin ckconfig -v because lsf.cluster lic LOCATION
            run: lsadmin reconfig because lsf.cluster lic LOCATION
            run: badmin mbdrestart because lsf.cluster lic LOCATION
        "#]],
    );
}

#[test]
fn values_that_depend_on_the_time() {
    let limit = "#if time(8:00-18:00)\nRUNLIMIT = 60\n#else\nRUNLIMIT = 6:00\n#endif\n";
    check(
        &[("RUNLIMIT = 6:00\n", limit)],
        expect![[r#"
            breaking: queue normal: RUNLIMIT 6 hours to 1 hour every day 08:00-18:00, else 6 hours [Old lsb.queues:4, New lsb.queues:7]
            run: badmin ckconfig -v because lsb.queues normal RUNLIMIT
            run: badmin reconfig because lsb.queues normal RUNLIMIT
        "#]],
    );
    let later = limit.replace("18:00", "20:00");
    let (old, new) = (BASE.replace("RUNLIMIT = 6:00\n", limit), BASE.replace("RUNLIMIT = 6:00\n", &later));
    expect![[r#"
        notable: queue normal: RUNLIMIT 1 hour every day 08:00-18:00, else 6 hours to 1 hour every day 08:00-20:00, else 6 hours [Old lsb.queues:7, New lsb.queues:7]
        run: badmin ckconfig -v because lsb.queues normal RUNLIMIT
        run: badmin reconfig because lsb.queues normal RUNLIMIT
    "#]].assert_eq(&text(&between(&old, &new)));
    assert!(between(&old, &old).is_empty());
}

#[test]
fn unknown_parameters_and_values_that_lsf_ignores() {
    check(
        &[("PRIORITY = 40\n", "PRIORITY = 40\nNO_SUCH_PARAMETER = 1\n")],
        expect![[r#"
        notable: queue chem: NO_SUCH_PARAMETER not set to 1 [New lsb.queues:10]
        run: badmin ckconfig -v because lsb.queues chem NO_SUCH_PARAMETER
        run: badmin reconfig because lsb.queues chem NO_SUCH_PARAMETER
    "#]],
    );
    // LSF ignores the line, so the default applies.
    check(
        &[("RUNLIMIT = 6:00\n", "RUNLIMIT = 6:xx\n")],
        expect![[r#"
        notable: queue normal: RUNLIMIT 6 hours to unlimited (default) [Old lsb.queues:4]
        run: badmin ckconfig -v because lsb.queues normal RUNLIMIT
        run: badmin reconfig because lsb.queues normal RUNLIMIT
    "#]],
    );
}

#[test]
fn descriptions_are_harmless() {
    check(
        &[("PRIORITY = 40\n", "PRIORITY = 40\nDESCRIPTION = for chemistry\n")],
        expect![[r#"
            harmless: queue chem: DESCRIPTION not set to for chemistry [New lsb.queues:10]
            run: badmin ckconfig -v because lsb.queues chem DESCRIPTION
            run: badmin reconfig because lsb.queues chem DESCRIPTION
        "#]],
    );
}

#[test]
fn a_new_load_index_restarts_every_lim() {
    let row = "lic          [all]\n";
    check(
        &[
            ("lic          Numeric 60", "scratch Numeric 60 N (free space)\nlic          Numeric 60"),
            (row, &format!("{row}scratch [default]\n")),
        ],
        expect![[r#"
            harmless: resource scratch: new [New lsf.shared:12]
            harmless: resource map scratch: new [New lsf.cluster.c1:10]
            elims of m1: starts ["scratch", "lic"]
            elims of h1: starts ["scratch"]
            elims of h2: starts ["scratch"]
            run: lsadmin ckconfig -v because lsf.cluster scratch, lsf.shared scratch
            run: badmin ckconfig -v because lsf.cluster scratch, lsf.shared scratch
            run: bctrld restart lim all because elims, lsf.cluster scratch, lsf.shared scratch
            run: badmin mbdrestart because lsf.cluster scratch, lsf.shared scratch
        "#]],
    );
}

#[test]
fn secrets_are_not_shown() {
    let sudoers = |key: &str| format!("{BASE}//- lsf.sudoers\nLSF_EAUTH_KEY = {key}\n");
    let found = text(&between(&sudoers("abcdef"), &sudoers("uvwxyz")));
    assert!(!found.contains("abcdef") && !found.contains("uvwxyz"), "{found}");
    expect![[r#"
        notable: lsf.sudoers: LSF_EAUTH_KEY a secret value to a secret value [Old lsf.sudoers:1, New lsf.sudoers:1]
        run: badmin reconfig because lsf.sudoers LSF_EAUTH_KEY
    "#]]
    .assert_eq(&found);
}

/// The test clusters, with a generated one.
fn all_clusters() -> Vec<String> {
    let mut all = clusters();
    let files = generate::cluster(7, "c1", generate::Counts::for_hosts(120));
    let one = files.iter().map(|it| format!("//- {}\n{}\n", it.path.rsplit('/').next().unwrap_or(&it.path), it.text));
    all.push(one.collect());
    all
}

#[test]
fn nothing_changes_without_a_change() {
    for cluster in all_clusters() {
        let plan = between(&cluster, &cluster);
        assert!(plan.is_empty() && plan.run.is_empty(), "{}", text(&plan));
    }
}

#[test]
fn formatting_changes_nothing() {
    for cluster in all_clusters() {
        let old = Fixture::new(&cluster);
        let mut formatted = String::new();
        for file in old.snapshot.files.iter() {
            let source = &file.source;
            let edits = lsflint_fmt::format(&source.parse, &source.text, source.kind, old.snapshot.format);
            let after = lsflint_fmt::apply(&source.text, &edits);
            writeln!(formatted, "//- {}\n{after}", source.path).unwrap();
        }
        let plan = between(&cluster, &formatted);
        assert!(plan.is_empty() && plan.run.is_empty(), "{}", text(&plan));
    }
}

#[test]
fn a_section_that_loses_its_name() {
    let limit = |name: &str| format!("{BASE}//- lsb.resources\nBegin Limit\n{name}JOBS = 5\nEnd Limit\n");
    let phrases = |old: &str, new: &str| {
        let plan = between(&limit(old), &limit(new));
        plan.changes.iter().map(super::Change::text).collect::<Vec<_>>()
    };
    assert_eq!(phrases("NAME = a\n", ""), ["limit without a name: renamed from a"]);
    assert_eq!(phrases("", "NAME = a\n"), ["limit a: had no name"]);
}

/// The names of what changed, with created and removed swapped if `mirrored`.
fn names(plan: &Plan, mirrored: bool) -> Vec<String> {
    let name = |it: &super::Change| {
        let object = &it.object;
        match (&it.what, mirrored) {
            (What::Created, false) | (What::Removed, true) => format!("+ {object:?}"),
            (What::Removed, false) | (What::Created, true) => format!("- {object:?}"),
            (What::Renamed { old_name }, false) => format!("{} {old_name} {}", object.kind, object.name),
            (What::Renamed { old_name }, true) => format!("{} {} {old_name}", object.kind, object.name),
            (What::Parameter(it), false) => format!("{object:?} {} {:?} {:?}", it.name, it.old, it.new),
            (What::Parameter(it), true) => format!("{object:?} {} {:?} {:?}", it.name, it.new, it.old),
        }
    };
    let mut names: Vec<String> = plan.changes.iter().map(name).collect();
    let queues = |lost: &[String], gained: &[String], queue: &str| match mirrored {
        false => format!("{queue} -{lost:?} +{gained:?}"),
        true => format!("{queue} -{gained:?} +{lost:?}"),
    };
    // The hosts are in the order of the old side.
    let sorted = |all: &[String]| {
        let mut all = all.to_vec();
        all.sort();
        all
    };
    names.extend(plan.hosts.iter().map(|it| queues(&sorted(&it.lost), &sorted(&it.gained), &it.queue)));
    names.extend(plan.access.iter().map(|it| queues(&it.lost, &it.gained, &it.queue)));
    names.sort();
    names
}

#[test]
fn the_reverse_change_is_the_mirror() {
    for cluster in all_clusters() {
        let lines: Vec<&str> = cluster.lines().collect();
        for cut in 0..4 {
            // Every eleventh line is missing, but not those of the fixture.
            let kept = lines.iter().enumerate().filter(|it| it.0 % 11 != cut || it.1.starts_with("//- "));
            let other: String = kept.map(|it| format!("{}\n", it.1)).collect();
            let (forth, back) = (between(&cluster, &other), between(&other, &cluster));
            assert_eq!(names(&forth, false), names(&back, true));
        }
    }
}

#[test]
fn slots_in_sum() {
    let rows = "Begin Host\nHOST_NAME MXJ\nm1 0\nh1 8\nh2 16\nEnd Host\nBegin HostGroup";
    let fewer = rows.replace("h2 16", "h2 4");
    let detected = rows.replace("h2 16", "h2 !");
    let none = rows.replace("h1 8", "h1 0").replace("h2 16", "h2 0");
    let with = |rows: &str| BASE.replace("Begin HostGroup", rows);
    let check = |new: &str, expected: Expect| {
        let all = text(&between(&with(rows), &with(new)));
        let slots: String = all.lines().filter(|it| it.contains("slots of")).flat_map(|it| [it, "\n"]).collect();
        expected.assert_eq(&slots);
    };
    check(
        &fewer,
        expect![[r#"
        notable: slots of chem normal: 24 to 12, unknown (0, 0)
    "#]],
    );
    check(
        &detected,
        expect![[r#"
        harmless: slots of chem normal: 24 to 8, unknown (0, 1)
    "#]],
    );
    check(
        &none,
        expect![[r#"
        breaking: slots of chem normal: 24 to 0, unknown (0, 0)
    "#]],
    );
    check(rows, expect![[""]]);
}

#[test]
fn windows_of_queues_and_hosts() {
    check(
        &[("PRIORITY = 30\n", "PRIORITY = 30\nRUN_WINDOW = 20:00-8:00\n")],
        expect![[r#"
        notable: queue normal: RUN_WINDOW always open (default) to 20:00-8:00 [New lsb.queues:4]
        notable: windows of queue normal: RUN_WINDOW + -every day 08:00-20:00
        run: badmin ckconfig -v because lsb.queues normal RUN_WINDOW
        run: badmin reconfig because lsb.queues normal RUN_WINDOW
    "#]],
    );
    let with = |window: &str| {
        let rows = format!("Begin Host\nHOST_NAME MXJ DISPATCH_WINDOW\ndefault ! {window}\nEnd Host\nBegin HostGroup");
        BASE.replace("Begin HostGroup", &rows)
    };
    expect![[r#"
        notable: host default: DISPATCH_WINDOW 20:00-8:00 to 20:00-6:00 [Old lsb.hosts:3, New lsb.hosts:3]
          host h1: DISPATCH_WINDOW 20:00-8:00 to 20:00-6:00
          host h2: DISPATCH_WINDOW 20:00-8:00 to 20:00-6:00
          host m1: DISPATCH_WINDOW 20:00-8:00 to 20:00-6:00
        notable: windows of host m1 h1 h2: DISPATCH_WINDOW + -every day 06:00-08:00
        run: badmin ckconfig -v because lsb.hosts default DISPATCH_WINDOW
        run: badmin reconfig because lsb.hosts default DISPATCH_WINDOW
    "#]]
    .assert_eq(&text(&between(&with("(20:00-8:00)"), &with("(20:00-6:00)"))));
}

#[test]
fn pairs_of_queues_and_application_profiles() {
    let profiles = "//- lsb.applications\nBegin Application\nNAME = sim\nRES_REQ = rusage[mem=100]\nEnd Application\n\
                    Begin Application\nNAME = plain\nEnd Application\n";
    let old = format!("{BASE}{profiles}");
    let new = old.replace("select[bigmem]", "select[!bigmem]");
    expect![[r#"
        notable: queue chem: RES_REQ select[bigmem] to select[!bigmem] [Old lsb.queues:12, New lsb.queues:12]
        notable: requirement of chem: Some("select[bigmem]") (Some(1)) to Some("select[!bigmem]") (Some(1))
        notable: requirement of chem sim: Some("select[bigmem] rusage[mem=100]") (Some(1)) to Some("select[!bigmem] rusage[mem=100]") (Some(1))
        run: badmin ckconfig -v because lsb.queues chem RES_REQ
        run: badmin reconfig because lsb.queues chem RES_REQ
    "#]].assert_eq(&text(&between(&old, &new)));
    let new = old.replace("mem=100", "mem=200");
    expect![[r#"
        notable: application sim: RES_REQ rusage[mem=100] to rusage[mem=200] [Old lsb.applications:3, New lsb.applications:3]
        notable: requirement of sim: Some("rusage[mem=100]") (Some(3)) to Some("rusage[mem=200]") (Some(3))
        notable: requirement of chem sim: Some("select[bigmem] rusage[mem=100]") (Some(1)) to Some("select[bigmem] rusage[mem=200]") (Some(1))
        run: badmin ckconfig -v because lsb.applications sim RES_REQ
        run: badmin reconfig because lsb.applications sim RES_REQ
    "#]].assert_eq(&text(&between(&old, &new)));
}

#[test]
fn hosts_match_no_longer_although_no_requirement_changes() {
    check(
        &[("(bigmem)\n", "()\n")],
        expect![[r#"
        notable: host h1: RESOURCES bigmem to not set [Old lsf.cluster.c1:4]
        breaking: requirement of chem: Some("select[bigmem]") (Some(1)) to Some("select[bigmem]") (Some(0))
        run: lsadmin ckconfig -v because lsf.cluster h1 RESOURCES
        run: badmin ckconfig -v because lsf.cluster h1 RESOURCES
        run: lsadmin reconfig because lsf.cluster h1 RESOURCES
        run: bctrld restart lim h1 because lsf.cluster h1 RESOURCES
        run: badmin mbdrestart because lsf.cluster h1 RESOURCES
    "#]],
    );
}

#[test]
fn the_order_of_some_lists_matters() {
    check(
        &[("LSF_LOGDIR = /var/log/lsf\n", "LSF_LOGDIR = /var/log/lsf\nLSF_MASTER_LIST = \"m1 h1\"\n")],
        expect![[r#"
            notable: lsf.conf: LSF_MASTER_LIST not set to m1 h1 [New lsf.conf:2]
            run: lsadmin ckconfig -v because lsf.conf LSF_MASTER_LIST
            run: lsadmin reconfig because lsf.conf LSF_MASTER_LIST
            run: badmin mbdrestart because lsf.conf LSF_MASTER_LIST
        "#]],
    );
    let with = |list: &str| BASE.replace("//- lsf.shared", &format!("LSF_MASTER_LIST = \"{list}\"\n//- lsf.shared"));
    expect![[r#"
        notable: lsf.conf: LSF_MASTER_LIST m1 h1 to h1 m1 [Old lsf.conf:2, New lsf.conf:2]
        elims of m1: stops ["lic"]
        elims of h1: starts ["lic"]
        run: lsadmin ckconfig -v because lsf.conf LSF_MASTER_LIST
        run: lsadmin reconfig because lsf.conf LSF_MASTER_LIST
        run: bctrld restart lim h1 m1 because elims
        run: badmin mbdrestart because lsf.conf LSF_MASTER_LIST
    "#]]
    .assert_eq(&text(&between(&with("m1 h1"), &with("h1 m1"))));
}
