//! What the index of a cluster knows, and how little of it is made again after an edit.

use std::sync::Arc;

use lsflint_model::{Cluster, HostSet, Knowledge, Lookup, SourceFile, Summary, Surroundings, Uses, View};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{AstNode, HostList, UserList};

const CLUSTER: &str = "Begin Host
HOSTNAME model type server RESOURCES
m1 ! ! 1 (mg)
a1 ! LINUX 1 (big lic=4 !gpuhost)
a2 ! LINUX 1 (big lic=4 !gpuhost)
b1.example.com ! LINUX 0 ()
End Host
";
const CONF: &str = "LSF_STRICT_RESREQ=Y\n";
const HOSTS: &str = "Begin HostGroup
GROUP_NAME GROUP_MEMBER
as (a[1-9])
no_m (all ~m1)
both (as m1)
ext (!)
round (circle)
circle (round a1)
End HostGroup
";
const USERS: &str = "Begin UserGroup
GROUP_NAME GROUP_MEMBER
staff (ann bob)
big (staff cid)
world (all)
but (all ~bob)
ext (!)
End UserGroup
";
const QUEUES: &str = "Begin Queue
QUEUE_NAME = night
PRIORITY = 30
DESCRIPTION = runs \\
at night
#if time(8:00-18:00)
NICE = 10
#else
NICE = 0
#endif
End Queue
Begin Queue
QUEUE_NAME = day
End Queue
";

fn source(name: &str, text: &str) -> SourceFile {
    SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text)
}

fn cluster() -> Cluster {
    let files = [
        ("lsf.cluster.c", CLUSTER),
        ("lsf.conf", CONF),
        ("lsb.hosts", HOSTS),
        ("lsb.users", USERS),
        ("lsb.queues", QUEUES),
    ];
    Cluster::of(&files.map(|(name, text)| source(name, text)), None)
}

/// The hosts of a list: the sure ones, then the possible ones, then whether there may be more.
#[track_caller]
fn hosts(list: &str, expected: &str) {
    let cluster = cluster();
    let view = cluster.view();
    let parse = lsflint_syntax::parse_value(list, Grammar::HostList);
    let list = parse.root().children().find_map(HostList::cast).expect("a list of hosts");
    let HostSet { surely, possibly, beyond } = view.hosts_of(list);
    let names = |it: &lsflint_model::Bits| {
        let names: Vec<&str> = it.iter().map(|it| &*view.hosts().iter().nth(it).expect("a host").1.name).collect();
        names.join(" ")
    };
    let mut text = names(&surely);
    if surely != possibly {
        text = format!("{text} | {}", names(&possibly));
    }
    assert_eq!(format!("{text}{}", if beyond { " ..." } else { "" }), expected);
}

#[test]
fn lists_of_hosts() {
    hosts("a1 b1", "a1 b1.example.com");
    // b1 is a client host, which `all` does not contain.
    hosts("all", "m1 a1 a2");
    hosts("all ~as", "m1");
    hosts("no_m+1 m1!", "m1 a1 a2");
    hosts("both ~a1", "m1 a2");
    hosts("ext", " | m1 a1 a2 b1.example.com ...");
    hosts("all ~ext", " | m1 a1 a2");
    hosts("round", " | m1 a1 a2 b1.example.com ...");
    hosts("a1 b9@far", "a1 ...");
    hosts("a1 nobody", "a1");
    hosts("a1 others", "a1 | m1 a1 a2 b1.example.com");
    hosts("h[1-999999999]", "");
}

#[test]
fn hosts_with_equal_rows_share_what_is_known() {
    let cluster = cluster();
    let hosts = cluster.view().hosts();
    let id = |name: &str| hosts.find(name).expect("a host");
    assert_eq!(hosts.get(id("a1")).facts, hosts.get(id("a2")).facts);
    assert_eq!(hosts.all_facts().len(), 3);
    let facts = hosts.facts(id("a1"));
    assert_eq!((facts.host_type.as_deref(), facts.model.as_deref(), facts.server), (Some("LINUX"), None, Some(true)));
    let words: Vec<_> = facts.resources.iter().map(|it| (&*it.name, it.value.as_deref(), it.exclusive)).collect();
    assert_eq!(words, [("big", None, false), ("lic", Some("4"), false), ("gpuhost", None, true)]);
    assert_eq!(hosts.knowledge, Knowledge::Complete);
    assert_eq!(id("B1"), id("b1.example.com"));
}

/// Who of ann, bob, cid and eve is in a list: `+` surely, `-` surely not, `?` not known.
#[track_caller]
fn users(list: &str, expected: &str) {
    use lsflint_model::Membership::*;
    let cluster = cluster();
    let groups = cluster.view().user_groups();
    let parse = lsflint_syntax::parse_value(list, Grammar::UserList);
    let set = groups.users_of(parse.root().children().find_map(UserList::cast).expect("a list of users"));
    let sign = |user| match groups.is_in(user, &set) {
        Yes => '+',
        No => '-',
        Unknown => '?',
    };
    assert_eq!(["ann", "bob", "cid", "eve"].map(sign).iter().collect::<String>(), expected);
}

#[test]
fn lists_of_users() {
    users("staff", "++--");
    users("big", "+++-");
    users("big ~staff", "--+-");
    users("all", "++++");
    users("but", "+-++");
    users("but staff", "++++");
    users("all ~big", "---+");
    users("ext ann", "+???");
    users("unixgroup", "????");
}

#[test]
fn values_by_name() {
    let cluster = cluster();
    let view = cluster.view();
    let night = view.queue("night").expect("a queue");
    assert_eq!(night.integer("priority"), Some(30));
    assert_eq!(night.value("DESCRIPTION").as_deref(), Some("runs at night"));
    let nice: Vec<_> =
        night.fields("NICE").iter().map(|it| (it.known().expect("known"), it.is_conditional())).collect();
    assert_eq!(nice, [("10".into(), true), ("0".into(), true)]);
    assert!(night.is_read_with(&view.queue("day").expect("a queue")));
    assert_eq!(view.queues().map(|it| it.name()).collect::<Vec<_>>(), ["night", "day"]);
    assert!(view.queue("none").is_none());
    assert_eq!(&QUEUES[view.queue("day").expect("a queue").place().range], "day");
    assert!(view.conf("LSF_STRICT_RESREQ").is_set());
    assert!(view.conf("LSF_UNIT_FOR_LIMITS").is_absent());
    assert!(matches!(view.parameter("MAX_USER_PRIORITY"), Lookup::Unknown));
}

/// Edits lsb.queues; says how many sections were read again, and whether an answer that used a value must be given
/// again.
#[track_caller]
fn edit(change: (&str, &str), read: usize, stale: bool) {
    let before = cluster();
    let uses = Uses::default();
    let view = View::tracked(&before, &uses);
    assert_eq!(view.queue("night").expect("a queue").integer("PRIORITY"), Some(30));
    let basis = uses.basis(before.index());

    let text = QUEUES.replacen(change.0, change.1, 1);
    assert_ne!(text, QUEUES);
    let mut files = before.index().files().to_vec();
    let (old, new) = (source("lsb.queues", QUEUES), source("lsb.queues", &text));
    let (summary, was_read) = Summary::after(&new, Some((&old, &files[4])));
    files[4] = Arc::new(summary);
    let after = Cluster::from_summaries(files, None, &Surroundings::default(), Some(&before));
    assert_eq!(was_read, read);
    assert_eq!(!basis.holds(after.index()), stale);
    // The same as if everything were read for the first time.
    let fresh = Cluster::of(&[source("lsb.queues", &text)], None);
    let names = |it: &Cluster| it.view().queues().map(|it| (it.name().into_owned(), it.place())).collect::<Vec<_>>();
    assert_eq!(names(&after), names(&fresh));
    assert!(Arc::ptr_eq(&before.resources, &after.resources), "the resources were made again");
}

#[test]
fn an_edit_reads_one_section_and_leaves_other_answers_alone() {
    edit(("PRIORITY = 30", "PRIORITY = 40"), 1, true);
    edit(("NICE = 0", "NICE = 5"), 1, false);
    edit(("runs", "sleeps"), 1, false);
    edit(("Begin Queue\nQUEUE_NAME = night", "# a comment\n\nBegin Queue\nQUEUE_NAME = night"), 0, false);
    edit(("QUEUE_NAME = day", "QUEUE_NAME = noon"), 1, true);
    edit(("End Queue\n", "End Queue\nBegin Queue\nQUEUE_NAME = new\nEnd Queue\n"), 1, true);
}

#[test]
fn groups_nest_without_end() {
    let mut text = "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng0 (m1)\n".to_owned();
    for number in 1..10_000 {
        text.push_str(&format!("g{number} (g{})\n", number - 1));
    }
    text.push_str("End HostGroup\n");
    let cluster =
        Cluster::of(&[source("lsf.cluster.c", CLUSTER), source("lsf.conf", CONF), source("lsb.hosts", &text)], None);
    let set = cluster.view().host_groups().get("g9999").expect("a group");
    assert!(set.is_exact() && set.surely.len() == 1);
}

#[test]
fn a_section_without_a_name_is_not_the_same_as_no_section() {
    let with = Cluster::of(&[source("lsb.serviceclasses", "Begin ServiceClass\nEnd ServiceClass\n")], None);
    let without = Cluster::of(&[source("lsb.serviceclasses", "")], None);
    let uses = Uses::default();
    assert!(View::tracked(&with, &uses).has_section(FileKind::LsbServiceClasses, "ServiceClass"));
    assert!(!uses.basis(with.index()).holds(without.index()));
}

/// A character that looks like a space is an error of its line, and of no line in a section that LSF does not read.
#[test]
fn a_value_has_its_errors_in_every_section() {
    for queue in ["PRIORITY\nRES_REQ = mem\u{feff}", "QUEUE_NAME = a\nRES_REQ x\u{a0} = mem\u{200b}"] {
        let cluster = Cluster::of(&[source("lsb.queues", &format!("Begin Queue\n{queue}\nEnd Queue\n"))], None);
        let found = cluster.view().queues().next().and_then(|it| it.fields("RES_REQ").pop()).expect("a value");
        let parse = found.parse().expect("a value that is known");
        let value = found.known().expect("a value that is known");
        assert_eq!(parse, lsflint_syntax::parse_value(&value, Grammar::ResReq), "{queue}");
        assert_eq!(parse.errors().len(), 1, "{queue}");
    }
}

#[test]
fn records_that_may_set_a_parameter() {
    let cluster = cluster();
    let names = |params: &[&str]| -> Vec<String> {
        View::new(&cluster).queues_with(params).map(|it| it.name().into_owned()).collect()
    };
    assert_eq!(names(&["NICE"]), ["night"]);
    assert_eq!(names(&["nice", "HOSTS"]), ["night"]);
    assert_eq!(names(&["QUEUE_NAME"]), ["night", "day"]);
    assert!(names(&["HOSTS", "NO_SUCH_PARAMETER"]).is_empty());
    let uses = Uses::default();
    let found: Vec<_> = View::tracked(&cluster, &uses).queues_with(&["NICE"]).collect();
    assert_eq!((found.len(), uses.steps()), (1, 1), "only one queue is read");
    let before = uses.basis(cluster.index());
    let set = cluster.with_file(&source("lsb.queues", &QUEUES.replace("= day", "= day\nNICE = 5")));
    assert!(!before.holds(set.index()), "another queue sets it");
}

#[test]
fn whether_a_parameter_is_set_does_not_depend_on_its_values() {
    let cluster = cluster();
    let uses = Uses::default();
    assert!(View::tracked(&cluster, &uses).mentions(FileKind::LsbQueues, "Queue", "NICE"));
    let basis = uses.basis(cluster.index());
    let with = |text: &str| cluster.with_file(&source("lsb.queues", text));
    assert!(basis.holds(with(&QUEUES.replace("NICE = 10", "NICE = 5")).index()));
    assert!(!basis.holds(with(&QUEUES.replace("NICE", "HOSTS")).index()));
}

#[track_caller]
fn doubtful(text: &str, expected: &[usize]) {
    let cluster = Cluster::of(&[source("lsb.queues", text), source("more/lsb.queues", QUEUES)], None);
    let starts = View::new(&cluster).starts_of_doubtful(FileKind::LsbQueues, "Queue", "lsb.queues");
    assert_eq!(starts.into_iter().map(usize::from).collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn names_that_may_be_defined_more_than_once() {
    let queue = |lines: &str| format!("Begin Queue\n{lines}\nEnd Queue\n");
    let (one, two) = (queue("QUEUE_NAME = one"), queue("QUEUE_NAME = two"));
    doubtful(&format!("{one}{two}"), &[]);
    doubtful(&format!("{one}{two}{one}"), &[0, one.len() + two.len()]);
    doubtful(&format!("{one}{}", queue("QUEUE_NAME = night")), &[one.len()]);
    doubtful(&queue("QUEUE_NAME = one\nQUEUE_NAME = two"), &[0]);
    doubtful(&queue("#if time(8-9)\nQUEUE_NAME = one\n#endif"), &[0]);
    doubtful(&queue("QUEUE_NAME = one two"), &[0]);
    doubtful(&queue("PRIORITY = 30"), &[0]);
    let renamed = Cluster::of(&[source("lsb.queues", &format!("{one}{two}"))], None);
    let renamed = renamed.with_file(&source("lsb.queues", &format!("{one}{one}")));
    let starts = View::new(&renamed).starts_of_doubtful(FileKind::LsbQueues, "Queue", "lsb.queues");
    assert_eq!(starts.len(), 2);
    let twice =
        renamed.with_file(&source("lsb.queues", &format!("{one}{}", queue("QUEUE_NAME = a\nQUEUE_NAME = two"))));
    assert_eq!(View::new(&twice).starts_of_doubtful(FileKind::LsbQueues, "Queue", "lsb.queues").len(), 1);
}

#[test]
fn settings_of_two_large_sections_with_the_same_parameter() {
    let section = |name: &str, mode: &str| {
        let lines: String = (0..300).map(|it| format!("CLUSTER_MODE = {mode}{it}\n")).collect();
        format!("Begin {name}\n{lines}End {name}\n")
    };
    let text = format!("{}{}", section("Parameters", "p"), section("Feature", "f"));
    let cluster = Cluster::of(&[source("lsf.licensescheduler", &text)], None);
    let view = cluster.view();
    let value = |section: &str| view.setting(FileKind::LsfLicenseScheduler, section, "CLUSTER_MODE").value();
    assert_eq!((value("Parameters").as_deref(), value("feature").as_deref()), (Some("p299"), Some("f299")));
}
