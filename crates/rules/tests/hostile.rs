//! Inputs that no person writes: they take bounded time and memory, and get a few clear findings. And clusters that
//! grow: so does the work, and no faster.

use std::sync::Arc;

use lsflint_lint::{Kept, Registry, Settings, check_file, check_file_again};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

const SHARED: &str = "Begin HostType\nTYPENAME\nX86\nEnd HostType\nBegin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nlic Numeric 60 N (x)\nEnd Resource\n";

/// The full length of the hostile inputs takes a release build.
fn length(full: usize) -> usize {
    if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { full } else { full / 20 }
}

fn table(section: &str, header: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: Vec<String> = rows.collect();
    format!("Begin {section}\n{header}\n{}\nEnd {section}\n", rows.join("\n"))
}

fn hosts(count: usize) -> String {
    table("Host", "HOSTNAME model type server RESOURCES", (0..count).map(|it| format!("h{it} ! X86 1 ()")))
}

fn sources(files: &[(&str, String)]) -> Vec<SourceFile> {
    let source = |(name, text): &(&str, String)| {
        SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text.as_str())
    };
    files.iter().map(source).collect()
}

/// The first few messages of a file and the number of all.
fn findings(files: &[(&str, String)], name: &str) -> (Vec<String>, usize) {
    let files = sources(files);
    let cluster = Cluster::of(&files, None);
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let file = files.iter().find(|it| *it.path == *name).expect("one of the files");
    let found = check_file(file, &cluster, &settings, &registry);
    (found.iter().take(3).map(|it| format!("{} {}", it.rule.code, it.message)).collect(), found.len())
}

fn surroundings() -> Vec<(&'static str, String)> {
    vec![("lsf.shared", SHARED.to_owned()), ("lsf.cluster.c", hosts(200)), ("lsf.conf", "LSF_STRICT_RESREQ=Y\n".into())]
}

#[test]
fn groups_in_groups_without_end() {
    let mut files = surroundings();
    let rows =
        (0..10_000).map(|it| if it == 0 { "g0 (h1)".into() } else { format!("g{it} (g{} h{})", it - 1, it % 200) });
    files.push(("lsb.hosts", table("HostGroup", "GROUP_NAME GROUP_MEMBER", rows)));
    files.push(("lsb.queues", "Begin Queue\nQUEUE_NAME = a\nHOSTS = g9999\nEnd Queue\n".into()));
    let said = |it: &(Vec<String>, usize)| it.0.iter().all(|it| !it.starts_with('X'));
    assert!(said(&findings(&files, "lsb.hosts")) && said(&findings(&files, "lsb.queues")));
}

#[test]
fn groups_in_a_circle() {
    let mut files = surroundings();
    let rows = (0..10_000).map(|it| format!("g{it} (g{})", (it + 1) % 10_000));
    files.push(("lsb.hosts", table("HostGroup", "GROUP_NAME GROUP_MEMBER", rows)));
    let (first, count) = findings(&files, "lsb.hosts");
    assert_eq!(count, 1, "{first:?}");
    assert_eq!(first, ["X105 member `g0` already contains `g9999`"]);
}

/// Each path through the layers is one of 30 to the power of 8: only visiting each group once ends.
#[test]
fn groups_in_layers() {
    let mut files = surroundings();
    let members = |layer: usize| match layer.checked_sub(1) {
        Some(below) => (0..30).map(|it| format!("g{below}_{it}")).collect::<Vec<_>>().join(" "),
        None => "ann".to_owned(),
    };
    let groups = (0..240).map(|it| format!("g{}_{} ({})", it / 30, it % 30, members(it / 30)));
    let groups = groups.chain(std::iter::once("other (bob)".to_owned()));
    files.push(("lsb.users", table("UserGroup", "GROUP_NAME GROUP_MEMBER", groups)));
    files.push(("lsb.params", "Begin Parameters\nDEFAULT_USER_GROUP = other\nEnd Parameters\n".into()));
    files.push(("lsb.queues", "Begin Queue\nQUEUE_NAME = a\nFAIRSHARE = USER_SHARES[[g7_0, 1]]\nEnd Queue\n".into()));
    let (first, count) = findings(&files, "lsb.params");
    assert_eq!(count, 1, "{first:?}");
    assert_eq!(first, ["Q522 default group `other` has no share in queue `a`"]);
}

#[test]
fn a_compound_of_very_many_terms() {
    let mut files = surroundings();
    let terms: Vec<String> =
        (0..length(100_000)).map(|it| format!("1*{{select[mem>{it}] rusage[mem={}]}}", it + 1000)).collect();
    let terms = terms.join(" + ");
    files.push(("lsb.queues", format!("Begin Queue\nQUEUE_NAME = a\nTASKLIMIT = 5\nRES_REQ = {terms}\nEnd Queue\n")));
    let (first, count) = findings(&files, "lsb.queues");
    assert!(count <= 3 && first.iter().any(|it| it.starts_with("R501 counts add up")), "{count} {first:?}");
}

#[test]
fn a_selection_of_very_many_choices() {
    let mut files = surroundings();
    let choices: Vec<String> = (0..length(100_000)).map(|it| format!("(mem>{it} || swp>{it})")).collect();
    let choices = choices.join(" && ");
    files.push(("lsb.queues", format!("Begin Queue\nQUEUE_NAME = a\nRES_REQ = select[{choices}]\nEnd Queue\n")));
    let (first, count) = findings(&files, "lsb.queues");
    assert_eq!(count, 0, "{first:?}");
}

#[test]
fn a_location_of_many_megabytes() {
    let mut files = surroundings();
    let instances: Vec<String> = (0..length(700_000)).map(|it| format!("{}@[h{}]", it % 9, it % 200)).collect();
    let map = table("ResourceMap", "RESOURCENAME LOCATION", std::iter::once(format!("lic ({})", instances.join(" "))));
    files[1].1.push_str(&map);
    let (first, count) = findings(&files, "lsf.cluster.c");
    assert!(count > 0 && first[0].starts_with('E'), "{count} {first:?}");
}

#[test]
fn ranges_of_a_thousand_million_hosts() {
    let mut files = surroundings();
    files.push((
        "lsb.hosts",
        "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\ng (h[1-999999999])\nk (h[1-999999999]x[1-999999999])\nEnd HostGroup\n".into(),
    ));
    let (first, _) = findings(&files, "lsb.hosts");
    assert_eq!(first, ["X101 `h[1-999999999]x[1-999999999]` matches no host"]);
}

#[test]
fn a_hundred_thousand_negations() {
    let mut files = surroundings();
    let text = format!("select[{}(mem > 5)]", "!".repeat(100_000));
    files.push(("lsb.queues", format!("Begin Queue\nQUEUE_NAME = q\nRES_REQ = {text}\nEnd Queue\n")));
    let (_, count) = findings(&files, "lsb.queues");
    assert!(count < 100, "{count}");
}

/// A cluster in which everything refers to everything, `size` times.
fn grown(size: usize) -> Vec<(&'static str, String)> {
    let queues: String = (0..size)
        .map(|it| {
            format!(
                "Begin Queue\nQUEUE_NAME = q{it}\nPRIORITY = {}\nHOSTS = g{it} others\nUSERS = u{it}\nRES_REQ = select[mem>{it}] rusage[lic=1]\n\
                 FAIRSHARE = USER_SHARES[[u{it}, 5] [default, 1]]\nPREEMPTION = PREEMPTABLE[q{}]\nRUNLIMIT = 8:00\nEnd Queue\n",
                it + 1,
                (it + 1) % size,
            )
        })
        .collect();
    let profiles: String = (0..size)
        .map(|it| format!("Begin Application\nNAME = a{it}\nRES_REQ = select[swp>{it}] rusage[mem=1000]\nRUNLIMIT = 4:00\nEnd Application\n"))
        .collect();
    let limits: String = (0..size)
        .map(|it| format!("Begin Limit\nNAME = l{it}\nUSERS = u{it}\nQUEUES = q{it}\nSLOTS = 5\nEnd Limit\n"))
        .collect();
    vec![
        ("lsf.shared", SHARED.to_owned()),
        (
            "lsf.cluster.c",
            hosts(size) + &table("ResourceMap", "RESOURCENAME LOCATION", std::iter::once("lic [all]".to_owned())),
        ),
        ("lsf.conf", "LSF_STRICT_RESREQ=Y\n".into()),
        ("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = q0\nEnd Parameters\n".into()),
        (
            "lsb.hosts",
            table("Host", "HOST_NAME MXJ", (0..size).map(|it| format!("h{it} 8")))
                + &table("HostGroup", "GROUP_NAME GROUP_MEMBER", (0..size).map(|it| format!("g{it} (h{it})"))),
        ),
        (
            "lsb.users",
            table("UserGroup", "GROUP_NAME GROUP_MEMBER", (0..size).map(|it| format!("u{it} (ann{it} bob{it})")))
                + &table("User", "USER_NAME MAX_JOBS", (0..size).map(|it| format!("ann{it} 5"))),
        ),
        ("lsb.queues", queues),
        ("lsb.applications", profiles),
        ("lsb.resources", limits),
    ]
}

/// How many records and values the rules looked at, by file.
fn steps(size: usize) -> Vec<(String, usize)> {
    let files = sources(&grown(size));
    let cluster = Cluster::of(&files, None);
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let steps = |file: &SourceFile| {
        let mut kept = Kept::default();
        check_file_again(&Arc::new(file.clone()), &cluster, &settings, &registry, &mut kept, None);
        (file.path.to_string(), kept.steps)
    };
    files.iter().map(steps).collect()
}

/// How many records and values the rules look at in a cluster whose queues and groups are in `count` included files
/// each.
fn steps_of_included_files(count: usize) -> usize {
    let (mut files, mut queues, mut groups) = (grown(4), String::new(), String::new());
    files.retain(|it| !matches!(it.0, "lsb.queues" | "lsb.users"));
    let mut files = sources(&files);
    for it in 0..count {
        queues += &format!("#INCLUDE \"queues{it}\"\n");
        groups += &format!("#INCLUDE \"users{it}\"\n");
        let queue = format!(
            "Begin Queue\nQUEUE_NAME = q{it}\nPRIORITY = {}\nHOSTS = h0\nUSERS = g{it}\nBACKFILL = Y\n\
             FAIRSHARE = USER_SHARES[[ua, 5]]\nPREEMPTION = PREEMPTIVE\nTERMINATE_WHEN = PREEMPT\nEnd Queue\n",
            it + 1
        );
        files.push(SourceFile::new(&format!("queues{it}"), FileKind::LsbQueues, queue));
        let users = table("UserGroup", "GROUP_NAME GROUP_MEMBER", std::iter::once(format!("g{it} (ua ub)")));
        files.push(SourceFile::new(&format!("users{it}"), FileKind::LsbUsers, users));
    }
    files.push(SourceFile::new("lsb.queues", FileKind::LsbQueues, queues));
    files.push(SourceFile::new("lsb.users", FileKind::LsbUsers, groups));
    let cluster = Cluster::of(&files, None);
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let steps = |file: SourceFile| {
        let mut kept = Kept::default();
        check_file_again(&Arc::new(file), &cluster, &settings, &registry, &mut kept, None);
        kept.steps
    };
    files.into_iter().map(steps).sum()
}

#[test]
fn twice_the_included_files_is_twice_the_work() {
    let (small, large) = (steps_of_included_files(50), steps_of_included_files(100));
    assert!(small > 1000 && large <= 2 * small + small / 5, "{small} steps grow to {large}");
}

#[test]
fn twice_the_cluster_is_twice_the_work() {
    for ((file, small), (_, large)) in steps(100).into_iter().zip(steps(200)) {
        // What does not grow at all is bought back by the constant.
        assert!(large <= 2 * small + small / 5 + 100, "{file}: {small} steps grow to {large}");
    }
}
