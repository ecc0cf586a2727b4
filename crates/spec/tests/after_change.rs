//! What must be run after a change: the class of every parameter, and the merging of steps.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use lsflint_spec::{
    Basis, CHANGE_RULES, ChangeCase, Confidence, FileKind, JOB_EFFECTS, ObjectChange, ParamKind, Risk, STEPS, StepKind,
    after_change, after_change_in, effect_of_object, effect_of_param, files, in_order, step,
};

/// The class of a parameter is that of its own rule, of its section or of its file. This is for how many it is unknown,
/// by file; a new parameter of other files has the class of its file.
#[test]
fn every_parameter_has_a_class() {
    let mut table = String::new();
    for file in files() {
        let mut unknown = 0;
        for section in file.sections {
            for param in section.params.iter().filter(|it| it.kind != ParamKind::Directive) {
                let found = after_change(file.kind, section.name, Some(param.name));
                let is_unknown = found.basis == Basis::Unknown;
                assert!(!found.rules.is_empty() || is_unknown, "{}: {}", file.name, param.name);
                unknown += usize::from(is_unknown);
            }
        }
        if unknown > 0 {
            writeln!(table, "{} {unknown}", file.name).unwrap();
        }
    }
    expect![[r#"
        lsf.conf 297
        lsf.usermapping 2
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
