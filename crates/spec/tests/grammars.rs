//! Every value has a grammar that says something; the few that do not are listed here with the reason.

use lsflint_spec::{Confidence, FileKind, Grammar, ParamKind, ParamSpec, Shape, Terminal, files};

/// Parameters whose value is one word, free text or anything, and why nothing more is known or wanted.
const UNSTRUCTURED: &[(&str, &str, &str)] = &[
    ("UNIFORM_DIRECTORY_PATH", "Any", "only its name is on a page, with the advice not to set it"),
    ("UNIFORM_DIRECTORY_PATH_EGO", "Any", "only its name is on a page, with the advice not to set it"),
    ("DESCRIPTION", "Text", "shown to people, read by nobody else"),
    ("MESSAGE", "Text", "shown to people"),
    ("DEFAULT_EXTSCHED", "Text", "options of an external scheduler, passed on"),
    ("MANDATORY_EXTSCHED", "Text", "options of an external scheduler, passed on"),
    ("ELIMARGS", "Text", "arguments of programs, passed on"),
    ("EGO_RES_REQ", "Text", "the requirement language of EGO, which LSF passes on"),
    ("LSF_EAUTH_KEY", "Text", "a secret: any printable characters"),
    ("LSF_EAUTH_OLDKEY", "Text", "a secret: any printable characters"),
    ("LSF_EGO_ADMIN_PASSWD", "Text", "a secret: any printable characters"),
    ("LSB_MBD_BUSY_MSG", "Text", "shown to people"),
    ("LSB_MBD_CONNECT_FAIL_MSG", "Text", "shown to people"),
    ("LSB_MBD_QUERY_RETRY_MSG", "Text", "shown to people"),
    ("ESTIMATOR_CPUS", "Any", "low confidence: named on one page, whose See also lists it"),
    ("ESTIMATOR_MAX_JOBS_PREDICTION", "Any", "as ESTIMATOR_CPUS"),
    ("ESTIMATOR_MAX_RUNTIME_PREDICTION", "Any", "as ESTIMATOR_CPUS"),
    ("ESTIMATOR_MAX_TIME_PREDICTION", "Any", "as ESTIMATOR_CPUS"),
    ("ESTIMATOR_SIM_START_INTERVAL", "Any", "as ESTIMATOR_CPUS"),
    ("LSB_LOGON_INTERACTIVE", "Any", "low confidence: named in the contents of a Readme"),
    ("LSF_ANNOUNCE_MASTER_TCP_WAITTIME", "Any", "as LSB_LOGON_INTERACTIVE"),
    ("LSF_CALL_LIM_WITH_TCP", "Any", "as LSB_LOGON_INTERACTIVE"),
    ("LSB_MBD_DOWN_MSG", "Text", "shown to people"),
    ("LSB_HC_FAILURE_PREFIX", "Text", "shown to people"),
    ("RC_ACCOUNT", "Word", "a tag of the site"),
    ("DEFAULT_PROJECT", "Word", "project names are any word"),
    ("LSB_DEFAULTPROJECT", "Word", "project names are any word"),
    ("ENABLE_DEFAULT_EGO_SLA", "Word", "a service class or the path of an EGO consumer"),
    ("CONSUMER", "Word", "the path of an EGO consumer"),
    ("RB_PLUGIN", "Word", "the name of a library"),
    ("LSF_LIMSIM_PLUGIN", "Word", "the name of a library"),
    ("LSB_MAIL_FROM_DOMAIN", "Word", "a mail domain"),
    ("LSB_MAILSENDER", "Word", "a mail user"),
    ("LSB_MAILTO", "Word", "a mail address pattern"),
    ("LSF_AFS_CELLNAME", "Word", "a name of AFS"),
    ("LSF_EVENT_RECEIVER", "Word", "a name for the event program of the site"),
    ("LSF_LICENSE_FILE", "Word", "a path or port@host; no longer read"),
    ("LSB_MODE", "Word", "written by the installer"),
    ("MQTT_BROKER_HOST", "Word", "any host of the network"),
    ("LSB_PROFILE_MBD", "Word", "low confidence: a mask of unknown form"),
    ("LSB_PROFILE_SCH", "Word", "low confidence: a mask of unknown form"),
    ("CGROUP_CPU_LIMIT_USAGE", "Any", "low confidence: the form is not documented"),
    ("CSM_REQ", "Any", "low confidence"),
    ("WATCHDOG", "Any", "low confidence"),
    ("PROXYD_POLICIES", "Any", "low confidence: the form is not documented"),
    ("GROUP_PEND_JOBS_BY", "Any", "low confidence"),
    ("DISTRIBUTE", "Any", "low confidence"),
    ("LSF_QUERY_ES_FUNCTIONS", "Any", "low confidence: the list of words is open"),
    ("S", "Any", "low confidence: an old column that is read and dropped"),
];

/// Files of which only the names are known; none of their values is judged.
const NAMES_ONLY: [FileKind; 2] = [FileKind::LsfDataManager, FileKind::LsfLicenseScheduler];

fn every_param() -> impl Iterator<Item = (FileKind, &'static ParamSpec)> {
    files().flat_map(|file| file.sections.iter().flat_map(|it| it.params).map(|it| (file.kind, it)))
}

#[test]
fn unstructured_values_are_listed_with_a_reason() {
    let mut unlisted = Vec::new();
    for (kind, param) in every_param().filter(|(kind, _)| !NAMES_ONLY.contains(kind)) {
        let grammar = format!("{:?}", param.grammar);
        let unstructured = matches!(param.grammar, Grammar::Text | Grammar::Word | Grammar::Any);
        if unstructured && !UNSTRUCTURED.iter().any(|row| row.0 == param.name && row.1 == grammar) {
            unlisted.push(format!("{} {}: {grammar}", kind.name(), param.name));
        }
    }
    assert_eq!(unlisted, Vec::<String>::new());
}

#[test]
fn every_listed_grammar_exists() {
    for (name, grammar, reason) in UNSTRUCTURED {
        let found = every_param().any(|(_, it)| it.name == *name && format!("{:?}", it.grammar) == *grammar);
        assert!(found, "no `{name}` is {grammar} any more ({reason})");
        if reason.starts_with("low confidence") {
            let low = every_param().filter(|(_, it)| it.name == *name).all(|(_, it)| it.confidence == Confidence::Low);
            assert!(low, "`{name}` is not of low confidence");
        }
    }
}

/// What is known about these files is names. A value is checked only if a page with its form is named.
#[test]
fn names_only_files_accept_any_value_without_a_page() {
    for (kind, param) in every_param().filter(|(kind, _)| NAMES_ONLY.contains(kind)) {
        let place = format!("{} {}", kind.name(), param.name);
        assert!(param.grammar == Grammar::Any || !param.source.is_empty(), "{place} is checked without a page");
    }
}

#[test]
fn value_facts_fit_the_grammar() {
    for (kind, param) in every_param() {
        let place = format!("{} {}", kind.name(), param.name);
        let listed = matches!(param.grammar, Grammar::Enum | Grammar::EnumList);
        assert!(!listed || !param.values.is_empty(), "{place}: an enumeration without words");
        assert!(param.kind != ParamKind::Directive, "{place}: directives belong to no section");
        if let Grammar::Shape(shape) = param.grammar
            && (param.min.is_some() || param.max.is_some())
        {
            assert!(has_number(shape), "{place}: bounds, but no number in the shape");
        }
    }
}

fn has_number(shape: &Shape) -> bool {
    match shape {
        Shape::Terminal(it) => {
            matches!(it, Terminal::Unsigned | Terminal::Integer | Terminal::Number | Terminal::CpuList)
        }
        Shape::Sequence(items) | Shape::Choice(items) => items.iter().any(has_number),
        Shape::Optional(inner) | Shape::Repeat(inner) => has_number(inner),
        Shape::Literal(_) | Shape::Blank | Shape::MaybeBlank => false,
    }
}
