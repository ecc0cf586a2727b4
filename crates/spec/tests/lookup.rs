//! Look-ups: names, aliases, sections, files.

use lsflint_spec::{
    CONTAINER_RUNTIMES, Condition, FileKind, IncludePlace, JOB_ACTIONS, Layout, LexerFamily, ParamKind, SlotScope,
    builtin_resource, column, container_runtime, directive, files, find_param, is_template, params_named,
    reserved_name, section, yes_no,
};

#[test]
fn every_name_and_alias_is_found_in_any_case() {
    for file in files() {
        for section in file.sections {
            for param in section.params {
                for name in std::iter::once(&param.name).chain(param.aliases) {
                    for spelling in [(*name).to_owned(), name.to_lowercase(), name.to_uppercase()] {
                        let found = section.param(&spelling).map(|it| it.name);
                        assert_eq!(found, Some(param.name), "{} [{}] {spelling}", file.name, section.name);
                    }
                }
            }
        }
    }
}

#[test]
fn misses_are_misses() {
    for file in files() {
        for section in file.sections {
            for name in ["", "-", "NO_SUCH_NAME", "QUEUE_NAM", "MEMLIMITS", "ü"] {
                assert!(section.param(name).is_none(), "{} [{}] {name}", file.name, section.name);
            }
        }
    }
}

#[test]
fn an_alias_leads_to_its_parameter() {
    let found = |file, section, name| find_param(file, section, name).map(|it| it.name);
    assert_eq!(found(FileKind::LsbQueues, "queue", "swap"), Some("swp"));
    assert_eq!(found(FileKind::LsfCluster, "ClusterManager", "manager"), Some("ADMINISTRATORS"));
    assert_eq!(found(FileKind::LsbQueues, "Queue", "proclimit"), Some("PROCLIMIT"));
    assert_eq!(found(FileKind::LsfConf, "", "LSF_LOGDIR"), Some("LSF_LOGDIR"));
}

#[test]
fn columns_are_distinguished_from_keywords() {
    assert!(column(FileKind::LsbHosts, "Host", "mxj").is_some());
    assert!(column(FileKind::LsbHosts, "HostPartition", "HOSTS").is_none());
    assert!(find_param(FileKind::LsbHosts, "HostPartition", "HOSTS").is_some());
}

#[test]
fn one_name_in_many_files() {
    let places: Vec<_> = params_named("res_req").map(|(kind, ..)| kind).collect();
    assert_eq!(places, [FileKind::LsbApplications, FileKind::LsbQueues]);
    assert_eq!(params_named("no_such_name").count(), 0);
}

#[test]
fn parameters_are_sorted_and_know_their_section() {
    for file in files() {
        for section in file.sections {
            let names: Vec<_> = section.params.iter().map(|it| it.name.to_ascii_uppercase()).collect();
            assert!(names.is_sorted(), "{} [{}]", file.name, section.name);
            assert!(section.params.iter().all(|it| it.section == section.name), "{} [{}]", file.name, section.name);
        }
    }
}

#[test]
fn the_files_stand_in_the_order_of_their_kinds() {
    for (kind, file) in FileKind::ALL.into_iter().zip(files()) {
        assert_eq!(kind, file.kind);
        assert_eq!(kind.spec().name, file.name);
    }
}

#[test]
fn files_by_name() {
    let check = |name: &str, expected: Option<FileKind>| assert_eq!(FileKind::from_name(name), expected, "`{name}`");
    for kind in FileKind::ALL {
        check(kind.name(), Some(kind));
    }
    check("lsf.cluster.west", Some(FileKind::LsfCluster));
    check("lsf.cluster.west.example", Some(FileKind::LsfCluster));
    check("lsf.cluster.", None);
    check("conf/lsbatch/west/configdir/lsb.queues", Some(FileKind::LsbQueues));
    check("conf\\lsb.queues", Some(FileKind::LsbQueues));
    check("lsb.queues.j2", Some(FileKind::LsbQueues));
    check("lsf.cluster.west.erb.in", Some(FileKind::LsfCluster));
    check("lsf.task.west", Some(FileKind::LsfTask));
    check(".lsftask", Some(FileKind::LsfTask));
    check("lsb.queue", None);
    check("LSB.QUEUES", None);
    check("lsb.queues.bak", None);
    check("", None);
    assert!(is_template("lsf.conf.tmpl") && !is_template("lsf.conf"));
}

#[test]
fn files_by_sections() {
    let check = |names: &[&str], expected: Option<FileKind>| {
        assert_eq!(FileKind::from_sections(names.iter().copied()), expected, "{names:?}");
    };
    check(&["queue", "Queue"], Some(FileKind::LsbQueues));
    check(&["Host", "HostGroup"], Some(FileKind::LsbHosts));
    check(&["Parameters", "ClusterAdmins", "Host", "ResourceMap"], Some(FileKind::LsfCluster));
    check(&["Host"], None);
    check(&["Parameters"], None);
    check(&["Queue", "HostGroup"], None);
    check(&[], None);
}

#[test]
fn identifying_sections_belong_to_one_kind() {
    for file in files() {
        for name in file.recognition.sections {
            assert_eq!(FileKind::from_sections([*name]), Some(file.kind), "{} [{name}]", file.name);
        }
    }
}

#[test]
fn readers_layouts_and_directives() {
    let queues = FileKind::LsbQueues.spec();
    assert_eq!(queues.lexer, LexerFamily::Batch);
    assert!(queues.directives.conditionals && queues.directives.include == IncludePlace::Anywhere);
    let shared = FileKind::LsfShared.spec();
    assert_eq!((shared.lexer, shared.directives.include), (LexerFamily::Base, IncludePlace::Top));
    assert!(!shared.directives.conditionals);
    let conf = FileKind::LsfConf.spec();
    assert!(conf.case_sensitive_names && !conf.names_complete && conf.empty_values.is_empty());
    assert!(!FileKind::LsbParams.spec().names_complete && queues.names_complete);
    let layout = |kind, name| section(kind, name).map(|it| it.layout);
    assert_eq!(layout(FileKind::LsbQueues, "Queue"), Some(Layout::Keyed));
    assert_eq!(layout(FileKind::LsbHosts, "Host"), Some(Layout::Tabular));
    assert_eq!(layout(FileKind::LsbHosts, "HostPartition"), Some(Layout::Keyed));
    assert_eq!(layout(FileKind::LsbResources, "Limit"), Some(Layout::Either));
    assert_eq!(layout(FileKind::LsfConf, ""), Some(Layout::Flat));
}

#[test]
fn load_indices_name_columns_and_keys_in_three_sections() {
    let named: Vec<_> = files()
        .flat_map(|file| file.sections.iter().filter(|it| it.load_index_names).map(|it| (file.name, it.name)))
        .collect();
    assert_eq!(named, [("lsb.hosts", "Host"), ("lsb.queues", "Queue"), ("lsf.cluster", "Host")]);
}

#[test]
fn directives() {
    for name in ["#if", "#elif", "#else", "#endif", "#define", "#include", "#INCLUDE"] {
        assert_eq!(directive(name).map(|it| it.kind), Some(ParamKind::Directive), "{name}");
    }
    assert!(directive("#ifdef").is_none() && directive("if").is_none());
}

#[test]
fn built_in_resources() {
    let name = |text: &str| builtin_resource(text).map(|it| it.name);
    assert_eq!(name("mem"), Some("mem"));
    assert_eq!(name("login"), Some("ls"));
    assert_eq!(name("gpu_mode0"), Some("gpu_mode"));
    assert_eq!(name("gpu_mode"), None);
    assert_eq!(name("MEM"), None);
    assert_eq!(name("logins"), None);
    assert!(reserved_name("logins") && reserved_name("jobvm") && !reserved_name("verilog"));
}

#[track_caller]
fn check_message(line: &str, expected: Option<&str>) {
    assert_eq!(lsflint_spec::message_in(line).map(|it| it.text), expected, "{line}");
}

#[test]
fn messages_are_found_in_lines_of_logs() {
    let log = "Nov 20 10:00:01 2026 4711 3 10.1 do_Queues: File /opt/lsf/conf/lsb.queues at line 40: ";
    check_message(
        &format!("{log}Bad time expression 20:00-8 in queue window night;  ignored"),
        Some("Bad time expression <window> in queue window <queue>; ignored"),
    );
    check_message(
        &format!("{log}No valid hosts or host group specified in HOSTS for <night>; ignoring the queue"),
        Some("No valid hosts or host group specified in HOSTS for <queue>; ignoring the queue"),
    );
    check_message(
        "queue night: SECTION ENDED without section name, ignored",
        Some("Section ended without section name, ignored"),
    );
    check_message("Job <12>: TERM_MEMLIMIT: job killed after reaching LSF memory usage limit.", Some("TERM_MEMLIMIT"));
    check_message("Reading the files of the site ...", None);
    check_message("", None);
}

#[test]
fn specific_messages_are_preferred() {
    let groups = "One of the user's groups has reached its job slot limit";
    check_message(&format!(" {groups};"), Some(groups));
    check_message(" Job slot limit reached: 4 hosts;", Some("Job slot limit reached"));
    check_message(
        " Queue's per-host job slot limit reached: 4 hosts;",
        Some("Queue's per-host job slot limit reached"),
    );
    let rejected = "RUNLIMIT: Cannot exceed queue's hard limit(s)";
    check_message(&format!("{rejected}. Job not submitted."), Some(rejected));
    check_message(
        "Cannot exceed queue's hard limit(s). Job not submitted.",
        Some("Cannot exceed queue's hard limit(s)"),
    );
}

#[test]
fn states_are_words_of_tables() {
    check_message("UNKWN", Some("UNKWN"));
    check_message("605   user1    SSUSP idle       hostQ        hostC      Test4      Oct 17 18:07", Some("SSUSP"));
    check_message("hostA  closed_Adm  -  4  0  0  0  0  0", Some("closed_Adm"));
    check_message("hostv unavail", Some("unavail"));
    check_message("the host is busy and closed for now", None);
    check_message("unkwn", None);
}

#[test]
fn parts_of_messages() {
    let line = "Job requirements for reserving resource (licA) not satisfied: 3 hosts;";
    let found = lsflint_spec::find_message(line).expect("a message");
    assert_eq!((found.name("resource"), found.rest), (Some("licA"), ": 3 hosts;"));
    let by = |text: &str| -> Vec<(FileKind, &str, &str)> {
        let message = lsflint_spec::message_in(text).expect("a message");
        message.decided_by().map(|(kind, section, param)| (kind, section.name, param.name)).collect()
    };
    assert_eq!(by("Queue's per-host job slot limit reached"), [(FileKind::LsbQueues, "Queue", "HJOB_LIMIT")]);
    assert_eq!(
        by("Dispatch windows closed"),
        [(FileKind::LsbQueues, "Queue", "DISPATCH_WINDOW"), (FileKind::LsbHosts, "Host", "DISPATCH_WINDOW")]
    );
    let texts: Vec<&str> = lsflint_spec::pending_reason(1305).map(|it| it.text).collect();
    assert_eq!(texts, ["Job slot limit reached"]);
}

#[test]
fn every_parameter_that_decides_is_found() {
    for message in lsflint_spec::LOG_MESSAGES {
        assert_eq!(message.decided_by().count(), message.by.len(), "{}", message.text);
    }
}

/// Messages that LSF prints, from manuals, issues and tools, each with its source.
const REAL: &str = include_str!("../../../testdata/messages/real.tsv");

#[test]
fn real_messages_are_known() {
    let lines = || REAL.lines().map(|it| it.split_once('\t').expect("a message and its source"));
    assert!(lines().all(|(_, source)| !source.is_empty()));
    let unknown: Vec<&str> = lines().map(|it| it.0).filter(|it| lsflint_spec::message_in(it).is_none()).collect();
    let (all, known) = (lines().count(), lines().count() - unknown.len());
    assert_eq!((known, all), (269, 269), "{unknown:#?}");
}

#[test]
fn every_message_is_found_in_itself() {
    for message in lsflint_spec::LOG_MESSAGES {
        check_message(message.text, Some(message.text));
    }
}

#[test]
fn older_names_stand_behind_the_new_one() {
    let names = |kind, name| section(kind, name).expect("a section").names_of("TASKLIMIT").collect::<Vec<_>>();
    assert_eq!(names(FileKind::LsbQueues, "Queue"), ["TASKLIMIT", "PROCLIMIT"]);
    assert_eq!(names(FileKind::LsbApplications, "Application"), ["TASKLIMIT", "PROCLIMIT"]);
}

#[test]
fn conditions_are_taken_apart() {
    let conditions = |kind, section, name| {
        let param = find_param(kind, section, name).expect("a parameter");
        param.void_conditions().collect::<Vec<_>>()
    };
    assert_eq!(
        conditions(FileKind::LsfConf, "", "LSB_JOB_MEMLIMIT"),
        [Condition { param: "LSB_RESOURCE_ENFORCE", word: "memory", has: true }]
    );
    assert_eq!(
        conditions(FileKind::LsfSudoers, "", "LSF_EAUTH_KEY"),
        [Condition { param: "lsf.conf:LSF_AUTH", word: "eauth", has: false }]
    );
}

#[test]
fn limits_on_slots_say_whose() {
    let of = |kind, section, name| find_param(kind, section, name).expect("a parameter").slots_of;
    assert_eq!(of(FileKind::LsbQueues, "Queue", "HJOB_LIMIT"), Some(SlotScope::Host));
    assert_eq!(of(FileKind::LsbUsers, "User", "JL/P"), Some(SlotScope::Processor));
    assert_eq!(of(FileKind::LsbQueues, "Queue", "RUNLIMIT"), None);
}

#[test]
fn containers_and_actions() {
    let driven = CONTAINER_RUNTIMES.iter().filter(|it| it.driver).map(|it| it.name);
    assert_eq!(driven.collect::<Vec<_>>(), ["docker", "nvidia-docker", "podman"]);
    assert!(container_runtime("shifter").is_some_and(|it| !it.skips_pre_post) && container_runtime("Docker").is_none());
    for action in JOB_ACTIONS {
        assert_eq!(action.parameter, format!("{}_CONTROL", action.name));
    }
}

#[test]
fn yes_and_no_in_any_case() {
    assert_eq!(["Y", "yes", "YES"].map(yes_no), [Some(true); 3]);
    assert_eq!(["n", "No", "NO"].map(yes_no), [Some(false); 3]);
    assert_eq!(["", "ye", "true", "1"].map(yes_no), [None; 4]);
}
