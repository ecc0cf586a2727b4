//! What must be run after a change: the class of every parameter, and the merging of steps.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::{Expect, expect};
use lsflint_spec::{
    Basis, CHANGE_RULES, ChangeCase, Confidence, FileKind, JOB_EFFECTS, ObjectChange, ParamKind, Risk, STEPS, StepKind,
    after_change, after_change_in, effect_of_object, effect_of_param, files, in_order, step,
};

/// For each file: of how many parameters the class is known from their own rule, that of the section or of the file, and
/// of how many it is unknown.
#[test]
fn every_parameter_has_a_class() {
    let mut table = String::new();
    let mut all = [0; 4];
    for file in files() {
        let mut counts: BTreeMap<Basis, usize> = BTreeMap::new();
        for section in file.sections {
            for param in section.params.iter().filter(|it| it.kind != ParamKind::Directive) {
                let found = after_change(file.kind, section.name, Some(param.name));
                *counts.entry(found.basis).or_default() += 1;
                let has_advice = !found.rules.is_empty();
                assert!(has_advice || found.basis == Basis::Unknown, "{}: {}", file.name, param.name);
            }
        }
        let of = |basis| counts.get(&basis).copied().unwrap_or_default();
        let row = [of(Basis::Parameter), of(Basis::Section), of(Basis::File), of(Basis::Unknown)];
        all.iter_mut().zip(row).for_each(|(all, it)| *all += it);
        let [own, section, whole, unknown] = row;
        writeln!(table, "{:22} own {own:3}  section {section:2}  file {whole:3}  unknown {unknown:3}", file.name)
            .unwrap();
    }
    let [own, section, whole, unknown] = all;
    writeln!(table, "{:22} own {own:3}  section {section:2}  file {whole:3}  unknown {unknown:3}", "all").unwrap();
    expect![[r#"
        ego.conf               own   0  section  0  file  37  unknown   0
        hosts                  own   0  section  0  file   3  unknown   0
        install.config         own   0  section  0  file  25  unknown   0
        lsb.applications       own   0  section  0  file  85  unknown   0
        lsb.globalpolicies     own   0  section  0  file  40  unknown   0
        lsb.hosts              own   0  section  0  file  33  unknown   0
        lsb.modules            own   0  section  0  file   3  unknown   0
        lsb.params             own  12  section  0  file 202  unknown   0
        lsb.queues             own   0  section  0  file 148  unknown   0
        lsb.reasons            own   0  section  0  file   4  unknown   0
        lsb.resources          own   0  section  0  file  59  unknown   0
        lsb.serviceclasses     own   0  section  0  file  12  unknown   0
        lsb.threshold          own   0  section  0  file   3  unknown   0
        lsb.users              own   0  section  0  file  15  unknown   0
        lsf.cluster            own   1  section  1  file  44  unknown   0
        lsf.conf               own 130  section  0  file   0  unknown 302
        lsf.datamanager        own   0  section  0  file  13  unknown   0
        lsf.licensescheduler   own   0  section  0  file  96  unknown   0
        lsf.shared             own   0  section  3  file  15  unknown   0
        lsf.sudoers            own   0  section  0  file  11  unknown   0
        lsf.task               own   0  section  0  file   2  unknown   0
        lsf.usermapping        own   0  section  0  file   0  unknown   2
        server.config          own   0  section  0  file  14  unknown   0
        all                    own 143  section  4  file 864  unknown 304
    "#]]
    .assert_eq(&table);
}

#[test]
fn every_fact_has_a_source() {
    assert!(CHANGE_RULES.iter().all(|it| !it.sources.is_empty()));
    assert!(STEPS.iter().all(|it| !it.sources.is_empty()));
    assert!(JOB_EFFECTS.iter().all(|it| !it.sources.is_empty()));
    // A key of the table of sources would have been replaced by its text.
    let texts = CHANGE_RULES.iter().flat_map(|it| it.sources).chain(JOB_EFFECTS.iter().flat_map(|it| it.sources));
    assert!(texts.into_iter().all(|it| it.contains(' ') || it.starts_with("http")));
}

#[test]
fn the_steps_are_in_their_order() {
    assert!(STEPS.windows(2).all(|pair| pair[0].order < pair[1].order));
    let used = |id: &str| CHANGE_RULES.iter().any(|it| it.steps.contains(&id));
    let unused: Vec<&str> = STEPS.iter().map(|it| it.id).filter(|it| !used(it)).collect();
    assert_eq!(unused, Vec::<&str>::new(), "a rule uses every step");
}

#[track_caller]
fn check(changes: &[(FileKind, &str, Option<&str>)], expected: Expect) {
    let steps = changes.iter().flat_map(|(file, section, param)| after_change(*file, section, *param).steps());
    let commands: Vec<&str> = in_order(steps).iter().map(|it| it.command).collect();
    expected.assert_eq(&commands.join("\n"));
}

#[test]
fn a_parameter_of_a_queue() {
    check(
        &[(FileKind::LsbQueues, "Queue", Some("PRIORITY"))],
        expect![[r#"
            badmin ckconfig -v
            badmin reconfig"#]],
    );
}

#[test]
fn a_restart_makes_reading_the_files_again_unnecessary() {
    check(
        &[
            (FileKind::LsbQueues, "Queue", Some("PRIORITY")),
            (FileKind::LsfShared, "Resource", None),
            (FileKind::LsbUsers, "UserGroup", None),
        ],
        expect![[r#"
            lsadmin ckconfig -v
            badmin ckconfig -v
            lsadmin reconfig
            badmin mbdrestart"#]],
    );
}

#[test]
fn the_unit_of_limits_needs_an_empty_and_stopped_cluster() {
    check(
        &[(FileKind::LsfConf, "", Some("LSF_UNIT_FOR_LIMITS")), (FileKind::LsbQueues, "Queue", None)],
        expect![[r#"
            bjobs -u all -a
            lsadmin ckconfig -v
            badmin ckconfig -v
            lsfshutdown
            (change the files now)
            lsfstartup"#]],
    );
}

#[test]
fn the_rule_of_a_parameter_may_replace_that_of_its_file() {
    check(&[(FileKind::LsfConf, "", Some("lsb_job_cpulimit"))], expect!["bctrld restart sbd all"]);
    // Each command reads it when it starts.
    check(&[(FileKind::LsfConf, "", Some("LSB_BJOBS_FORMAT"))], expect![""]);
    // Nothing says which daemon reads it.
    let unknown = after_change(FileKind::LsfConf, "", Some("LSF_STRIP_DOMAIN"));
    assert_eq!(unknown.basis, Basis::Unknown);
    assert_eq!(unknown.commands(), ["lsadmin reconfig", "badmin mbdrestart"]);
}

#[test]
fn the_rule_of_a_section_replaces_that_of_its_file() {
    check(
        &[(FileKind::LsfCluster, "ClusterAdmins", Some("ADMINISTRATORS"))],
        expect![[r#"
            lsadmin ckconfig -v
            bctrld restart lim all
            badmin mbdrestart"#]],
    );
}

#[test]
fn cases_have_rules_of_their_own() {
    for case in [ChangeCase::HostChanged, ChangeCase::ElimMoved, ChangeCase::LoadIndex] {
        assert!(after_change_in(case).all(|it| !it.steps.is_empty()));
        assert_eq!(after_change_in(case).count(), 1, "{case:?}");
    }
    // They are no part of the general rules.
    assert_eq!(after_change(FileKind::LsfShared, "Resource", None).basis, Basis::File);
    assert_eq!(step("mbd-restart").map(|it| it.kind), Some(StepKind::Restart));
}

#[test]
fn effects_on_jobs() {
    let removed = effect_of_object(FileKind::LsbQueues, "Queue", ObjectChange::Removed).unwrap();
    assert_eq!((removed.id, removed.risk, removed.confidence), ("queue-removed", Risk::Breaking, Confidence::High));
    let added = effect_of_object(FileKind::LsbQueues, "Queue", ObjectChange::Created).unwrap();
    assert_eq!(added.risk, Risk::Harmless);
    let limit = effect_of_param(FileKind::LsbQueues, "Queue", "RUNLIMIT").unwrap();
    assert_eq!((limit.risk, limit.risk_lower), (Risk::Notable, Some(Risk::Breaking)));
    assert_eq!(effect_of_param(FileKind::LsbApplications, "Application", "NICE").unwrap().id, "application-changed");
    assert_eq!(effect_of_param(FileKind::LsbQueues, "Queue", "DESCRIPTION"), None);
}
