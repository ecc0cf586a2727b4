//! A session says what a run of the command line over the same files says, whatever happened before.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use lsflint_lint::{Baseline, BaselineEntry, Diagnostic};
use lsflint_project::{
    Buffers, Changed, Checked, ConfigSource, Paths, Plan, Request, Session, SessionOptions, SessionSnapshot,
};
use lsflint_syntax::{Edit, TextRange, TextSize};
use lsflint_test_support::{Scratch, cluster, files_below};

const QUEUES: &str = "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nEnd Queue\n";
const PARAMS: &str = "Begin Parameters\nDEFAULT_QUEUE = night\nEnd Parameters\n";

/// A session over a scratch folder, and what a client of it would know.
struct Desk {
    scratch: Scratch,
    session: Session,
    buffers: Buffers,
}

impl Desk {
    fn new(files: &[(&str, &str)]) -> Desk {
        Desk::over(Scratch::with(files))
    }

    fn over(scratch: Scratch) -> Desk {
        let mut session = Session::new(scratch.path(), SessionOptions::default());
        session.set_roots(vec![scratch.path()]);
        session.refresh();
        Desk { scratch, session, buffers: Buffers::default() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn open(&mut self, name: &str, text: &str) -> Changed {
        let path = self.path(name);
        self.buffers.insert(path.clone(), text.into());
        self.session.open(&path, text);
        self.session.refresh()
    }

    /// Replaces the only place of a text in a buffer.
    #[track_caller]
    fn replace(&mut self, name: &str, from: &str, to: &str) -> Changed {
        let path = self.path(name);
        let text = self.buffers.get(&path).expect("an open buffer").to_string();
        let at = text.find(from).unwrap_or_else(|| panic!("{from:?} stands in {name}"));
        self.buffers.insert(path.clone(), text.replacen(from, to, 1).into());
        let range = TextRange::at(TextSize::new(at as u32), TextSize::of(from));
        self.session.edit(&path, vec![Edit { range, insert: to.to_owned() }]);
        self.session.refresh()
    }

    fn close(&mut self, name: &str) -> Changed {
        let path = self.path(name);
        self.buffers.remove(&path);
        self.session.close(&path);
        self.session.refresh()
    }

    fn write(&mut self, name: &str, text: &str) -> Changed {
        let path = self.scratch.write(name, text);
        self.session.files_changed([&*path]);
        self.session.refresh()
    }

    fn delete(&mut self, name: &str) -> Changed {
        let path = self.path(name);
        fs::remove_file(&path).expect("a file of ours");
        self.session.files_changed([&*path]);
        self.session.refresh()
    }

    fn names(&self, changed: &Changed) -> Vec<String> {
        let below = |it: &Path| it.strip_prefix(self.scratch.path()).unwrap_or(it).to_string_lossy().into_owned();
        let gone = changed.gone.iter().map(|it| format!("-{}", below(it)));
        changed.files.iter().map(|it| below(it)).chain(gone).collect()
    }

    fn codes(&self, name: &str) -> Vec<&'static str> {
        let snapshot = self.session.snapshot();
        let found = snapshot.file(&self.path(name)).map(|it| it.1.findings.clone()).unwrap_or_default();
        found.iter().map(|it| it.rule.code).collect()
    }

    /// The findings of the session must be those of the command line.
    #[track_caller]
    fn same_as_command_line(&self, what: &str) {
        let fresh = from_scratch(&self.scratch.path(), &self.buffers);
        assert_eq!(of_snapshot(&self.session.snapshot()), fresh, "after {what}");
    }
}

fn shown(found: &[Diagnostic]) -> Vec<String> {
    let show = |it: &Diagnostic| {
        format!("{} {:?} {} {} {:?} {:?}", it.rule.code, it.range, it.severity, it.message, it.related, it.fix)
    };
    found.iter().map(show).collect()
}

type Findings = BTreeMap<String, (String, Vec<String>)>;

fn of_snapshot(snapshot: &SessionSnapshot) -> Findings {
    let reported = snapshot.files().filter(|it| it.reported);
    reported.map(|it| (it.source.path().to_string(), (it.source.text().to_string(), shown(&it.findings)))).collect()
}

/// What `lsflint check` finds, with the buffers in the place of files.
fn from_scratch(folder: &Path, buffers: &Buffers) -> Findings {
    let request = |config| Request {
        buffers: buffers.clone(),
        config,
        ..Request::new(Paths::new(folder), vec![folder.to_owned()])
    };
    let plan = Plan::new(request(ConfigSource::Nearest)).or_else(|_| Plan::new(request(ConfigSource::Nothing)));
    let mut found = Findings::new();
    plan.unwrap_or_else(|problem| panic!("{problem}")).check(&|_| {}, &mut |checked| {
        found.insert(checked.path.to_string(), (checked.text.to_string(), shown(&checked.diagnostics)));
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn an_edit_changes_the_findings_of_every_file_it_concerns_and_no_other() {
    let hosts = "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n";
    let mut desk = Desk::new(&[("lsb.queues", QUEUES), ("lsb.params", PARAMS), ("lsb.hosts", hosts)]);
    let changed = desk.open("lsb.queues", QUEUES);
    assert!(desk.names(&changed).is_empty(), "the text is that of the file");
    let changed = desk.replace("lsb.queues", "night", "day");
    assert_eq!(desk.names(&changed), ["lsb.params", "lsb.queues"]);
    assert!(!changed.planned);
    assert_eq!(desk.codes("lsb.params"), ["X301"]);
    let changed = desk.replace("lsb.queues", "30", "31");
    assert_eq!(desk.names(&changed), ["lsb.queues"]);
    let changed = desk.close("lsb.queues");
    assert_eq!(desk.names(&changed), ["lsb.params", "lsb.queues"]);
    assert!(desk.codes("lsb.params").is_empty());
    desk.same_as_command_line("closing");
}

#[test]
fn buffers_without_a_file() {
    let mut desk = Desk::new(&[("lsb.params", PARAMS)]);
    let changed = desk.open("lsb.queues", &QUEUES.replace("night", "day"));
    assert_eq!(desk.names(&changed), ["lsb.params", "lsb.queues"]);
    assert_eq!(desk.codes("lsb.params"), ["X301"]);
    desk.same_as_command_line("a new buffer");
    let changed = desk.close("lsb.queues");
    assert_eq!(desk.names(&changed), ["lsb.params", "-lsb.queues"]);
}

#[test]
fn a_buffer_becomes_configuration_while_it_is_typed() {
    let mut desk = Desk::new(&[]);
    desk.open("notes", "to do: queues\n");
    assert_eq!(desk.session.snapshot().files().count(), 0);
    assert_eq!(desk.session.snapshot().problems().len(), 0, "other people's files are no problem");
    let changed = desk.replace("notes", "to do: queues\n", QUEUES);
    assert_eq!(desk.names(&changed), ["notes"]);
    let changed = desk.replace("notes", "Begin Queue", "# lsflint: file=lsb.hosts\nBegin Queue");
    assert_eq!(desk.names(&changed), ["notes"]);
    let kind = |it: &lsflint_project::FileSnapshot| it.source.file().map(|it| it.kind.name());
    assert_eq!(desk.session.snapshot().files().next().and_then(kind), Some("lsb.hosts"));
    desk.same_as_command_line("a mode line");
}

#[test]
fn a_buffer_that_is_not_configuration_hides_its_file() {
    let mut desk = Desk::new(&[("site.lsb.queues", QUEUES)]);
    assert_eq!(desk.session.snapshot().files().count(), 1);
    let changed = desk.open("site.lsb.queues", "Begin Host\nHOST_NAME\nEnd Host\n");
    assert_eq!(desk.names(&changed), ["-site.lsb.queues"]);
    let changed = desk.close("site.lsb.queues");
    assert_eq!(desk.names(&changed), ["site.lsb.queues"]);
}

#[test]
fn includes_are_added_and_removed() {
    let mut desk = Desk::new(&[("lsb.queues", "#INCLUDE \"more\"\n"), ("more", QUEUES), ("lsb.params", PARAMS)]);
    assert!(desk.codes("lsb.params").is_empty());
    desk.open("lsb.queues", "#INCLUDE \"more\"\n");
    let changed = desk.replace("lsb.queues", "more", "mere");
    assert!(changed.planned);
    desk.same_as_command_line("a broken include");
    desk.replace("lsb.queues", "mere", "more");
    desk.open("more", QUEUES);
    let changed = desk.replace("more", "night", "day");
    assert!(!changed.planned, "an edit in an included file is an edit");
    assert_eq!(desk.codes("lsb.params"), ["X301"]);
    desk.same_as_command_line("an edited include");
}

/// The kind of an open file that another one includes is that of the other one, whether it was opened before or after.
#[test]
fn an_open_included_file_stays_what_it_is() {
    let groups = "Begin UserGroup\nGROUP_N GROUP_MEMBER\na (b)\nEnd UserGroup\n";
    let users = "#INCLUDE \"include/usergroups\"\n";
    let mut desk = Desk::new(&[("lsb.users", users), ("include/usergroups", groups), ("lsb.params", PARAMS)]);
    desk.open("lsb.users", users);
    desk.open("include/usergroups", groups);
    let before = of_snapshot(&desk.session.snapshot());
    assert!(before["include/usergroups"].1[0].contains("error"), "{before:?}");
    desk.same_as_command_line("opening both");
    let changed = desk.replace("lsb.users", "#INCLUDE", "\n#INCLUDE");
    assert!(changed.planned);
    assert_eq!(of_snapshot(&desk.session.snapshot())["include/usergroups"], before["include/usergroups"]);
    desk.same_as_command_line("a line before the include");
    desk.replace("lsb.users", "\n#INCLUDE", "# no");
    desk.same_as_command_line("without the include");
    desk.replace("lsb.users", "# no", "#INCLUDE");
    desk.same_as_command_line("with the include again");
    desk.write("lsb.users", users);
    desk.same_as_command_line("the including file written to the disk");
    assert_eq!(of_snapshot(&desk.session.snapshot())["include/usergroups"], before["include/usergroups"]);

    // The command line, when it is named.
    let folder = desk.scratch.path();
    let request = Request::new(Paths::new(&folder), vec![folder.clone(), desk.path("include/usergroups")]);
    let mut found = Findings::new();
    Plan::new(request).expect("a plan").check(&|_| {}, &mut |checked| {
        found.insert(checked.path.to_string(), (checked.text.to_string(), shown(&checked.diagnostics)));
        ControlFlow::Continue(())
    });
    assert_eq!(found, before);
}

#[test]
fn files_on_the_disk() {
    let mut desk = Desk::new(&[("conf/lsb.queues", QUEUES), ("conf/lsb.params", PARAMS)]);
    let changed = desk.write("conf/lsb.queues", &QUEUES.replace("night", "day"));
    assert_eq!(desk.names(&changed), ["conf/lsb.params", "conf/lsb.queues"]);
    let changed = desk.delete("conf/lsb.queues");
    assert_eq!(desk.names(&changed), ["conf/lsb.params", "-conf/lsb.queues"]);
    let changed = desk.write("conf/lsb.users", "");
    assert_eq!(desk.names(&changed), ["conf/lsb.users"]);
    let changed = desk.write("README", "nothing");
    assert!(!changed.planned, "not ours");
}

#[test]
fn saving_a_buffer_changes_nothing() {
    let mut desk = Desk::new(&[("lsb.queues", QUEUES)]);
    desk.open("lsb.queues", QUEUES);
    desk.replace("lsb.queues", "30", "31");
    assert!(!desk.write("lsb.queues", &QUEUES.replace("30", "31")).planned);
    desk.open("lsb.params", PARAMS);
    assert!(desk.write("lsb.params", PARAMS).planned, "now it is a file");
    assert!(desk.delete("lsb.params").planned, "and now it is none");
    desk.same_as_command_line("saving");
}

#[test]
fn clusters_are_compared_while_one_is_edited() {
    let shared = "Begin Cluster\nClusterName Servers\neast (e1)\nwest (w1)\nEnd Cluster\n";
    let mut desk = Desk::new(&[
        ("east/lsf.conf", "LSF_UNIT_FOR_LIMITS=GB\n"),
        ("east/lsf.shared", shared),
        ("east/lsf.cluster.east", ""),
        ("west/lsf.conf", "LSF_UNIT_FOR_LIMITS=GB\n"),
        ("west/lsf.shared", shared),
        ("west/lsf.cluster.west", ""),
    ]);
    assert!(!desk.codes("east/lsf.conf").contains(&"P407"));
    desk.open("west/lsf.conf", "LSF_UNIT_FOR_LIMITS=GB\n");
    desk.replace("west/lsf.conf", "GB", "MB");
    assert!(desk.codes("east/lsf.conf").contains(&"P407"));
    assert!(desk.codes("west/lsf.conf").contains(&"P407"));
    desk.same_as_command_line("an edit of the unit");
}

#[test]
fn settings_of_the_site() {
    let mut desk = Desk::new(&[("lsb.queues", &QUEUES.replace("30", "x")), ("lsflint.toml", "")]);
    assert_eq!(desk.codes("lsb.queues"), ["P101"]);
    desk.write("lsflint.toml", "ignore = [\"P101\"]\n");
    assert!(desk.codes("lsb.queues").is_empty());
    desk.same_as_command_line("an ignored rule");
    desk.write("lsflint.toml", "ignore = [\n");
    assert_eq!(desk.session.snapshot().problems().len(), 1);
    assert_eq!(desk.codes("lsb.queues"), ["P101"], "as without it");
    desk.open("lsflint.toml", "per-file-ignores = { \"lsb.queues\" = [\"P101\"] }\n");
    assert!(desk.codes("lsb.queues").is_empty());
    assert_eq!(desk.session.snapshot().problems().len(), 0);
    desk.replace("lsflint.toml", "lsb.queues", "lsb.hosts");
    assert_eq!(desk.codes("lsb.queues"), ["P101"]);
}

/// Policies are evaluated again when what they read changes, in whichever file, and their findings move with the text.
#[test]
fn policies_follow_edits() {
    let policy = |code: &str, kind: &str, require: &str| {
        format!("[[policy]]\ncode = \"{code}\"\nfor = \"{kind}\"\nrequire = \"{require}\"\nmessage = \"no\"\n")
    };
    let policies = policy("SITE-TIME", "queue", "queue.RUNLIMIT.max <= duration('8h')")
        + &policy("SITE-USED", "host", "size(host.queues) > 0")
        + &policy("SITE-MXJ", "host", "host.MXJ >= 8")
        + &policy("SITE-QUEUES", "cluster", "cluster.queues.size() >= 2");
    let queues = "Begin Queue\nQUEUE_NAME = night\nRUNLIMIT = 4:00\nHOSTS = a b\nEnd Queue\n";
    let hosts = "Begin Host\nHOST_NAME MXJ\na 8\nb 8\nEnd Host\n";
    let cluster = "Begin Host\nHOSTNAME model type server RESOURCES\na ! ! 1 ()\nb ! ! 1 ()\nEnd Host\n";
    let mut desk = Desk::new(&[
        ("lsflint.toml", &policies),
        ("lsb.queues", queues),
        ("lsb.hosts", hosts),
        ("lsf.cluster.x", cluster),
    ]);
    for (name, text) in [("lsb.queues", queues), ("lsb.hosts", hosts), ("lsflint.toml", &policies)] {
        desk.open(name, text);
    }
    let of_site = |desk: &Desk| {
        let files = ["lsb.queues", "lsb.hosts", "lsf.cluster.x"].into_iter().flat_map(|it| desk.codes(it));
        files.filter(|it| it.starts_with("SITE")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of_site(&desk), "SITE-QUEUES");
    for (name, from, to, expected) in [
        ("lsb.queues", "4:00", "9:00", "SITE-TIME SITE-QUEUES"),
        ("lsb.queues", "Begin", "# above\nBegin", "SITE-TIME SITE-QUEUES"),
        ("lsb.queues", "9:00", "19:00", "SITE-TIME SITE-QUEUES"),
        ("lsb.queues", "a b", "a", "SITE-TIME SITE-QUEUES SITE-USED"),
        ("lsb.hosts", "b 8", "b 4", "SITE-TIME SITE-MXJ SITE-QUEUES SITE-USED"),
        ("lsb.hosts", "b 4", "b   4", "SITE-TIME SITE-MXJ SITE-QUEUES SITE-USED"),
        (
            "lsb.queues",
            "RUNLIMIT = 19:00",
            "# lsflint: ignore[SITE-TIME] May\nRUNLIMIT = 19:00",
            "SITE-MXJ SITE-QUEUES SITE-USED",
        ),
        ("lsflint.toml", "MXJ >= 8", "MXJ >= 2", "SITE-QUEUES SITE-USED"),
        ("lsflint.toml", "\"SITE-USED\"", "\"SITE-IDLE\"", "SITE-QUEUES SITE-IDLE"),
        ("lsb.queues", "End Queue\n", "End Queue\nBegin Queue\nQUEUE_NAME = day\nRUNLIMIT = 8:00\nEnd Queue\n", ""),
    ] {
        desk.replace(name, from, to);
        assert_eq!(of_site(&desk), expected, "{name}: {from:?} is {to:?}");
        desk.same_as_command_line(to);
    }
    desk.replace("lsflint.toml", "size(host.queues)", "size(host.queue)");
    let problems: Vec<String> = desk.session.snapshot().problems().iter().map(|it| it.to_string()).collect();
    assert!(
        problems.len() == 1 && problems[0].contains("unknown attribute `queue` of hosts; write `queues`"),
        "{problems:?}"
    );
}

#[test]
fn settings_of_a_folder_inside_a_cluster() {
    let queues = "lsbatch/a/configdir/lsb.queues";
    let nested = "lsbatch/a/configdir/lsflint.toml";
    let mut desk = Desk::new(&[("lsf.conf", "LSF_LIM_PORT=x\n"), (queues, &QUEUES.replace("30", "x"))]);
    assert_eq!((desk.codes("lsf.conf").len(), desk.codes(queues).len()), (1, 1));
    desk.write(nested, "extend = \"base.toml\"\n");
    assert_eq!(desk.session.snapshot().problems().len(), 1);
    desk.write("lsbatch/a/configdir/base.toml", "ignore = [\"P101\"]\n");
    assert_eq!(desk.session.snapshot().problems().len(), 0);
    assert_eq!((desk.codes("lsf.conf").len(), desk.codes(queues).len()), (1, 0));
    desk.same_as_command_line("a nested file");
    desk.open(queues, &QUEUES.replace("30", "y"));
    assert_eq!(desk.codes(queues).len(), 0);
    desk.write("lsbatch/a/configdir/base.toml", "");
    assert_eq!(desk.codes(queues), ["P101"]);
    desk.open("lsbatch/a/configdir/base.toml", "ignore = [\"P\"]\n");
    assert_eq!(desk.codes(queues).len(), 0);
    desk.replace("lsbatch/a/configdir/base.toml", "P", "R");
    assert_eq!(desk.codes(queues), ["P101"]);
    desk.write("lsflint.toml", "ignore = [\"P101\"]\n");
    assert_eq!((desk.codes("lsf.conf").len(), desk.codes(queues).len()), (0, 1));
    desk.same_as_command_line("another one above");
}

#[test]
fn a_lone_buffer_brings_its_cluster_along() {
    let scratch = Scratch::with(&[("lsb.queues", &*QUEUES.replace("night", "day")), ("lsb.params", PARAMS)]);
    let mut session = Session::new(scratch.path(), SessionOptions::default());
    session.open(&scratch.path().join("lsb.params"), PARAMS);
    let changed = session.refresh();
    assert_eq!(changed.files.len(), 2);
    let state = session.snapshot();
    let reported: Vec<_> = state.files().filter(|it| it.reported).collect();
    assert_eq!(reported.iter().map(|it| &**it.source.path()).collect::<Vec<_>>(), ["lsb.params"]);
    assert_eq!(reported[0].findings.len(), 1, "the queue is not there");
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit.max(1)
    }

    /// A piece of a text between characters.
    fn range(&mut self, text: &str) -> std::ops::Range<usize> {
        let boundary = |at: usize| (0..=at).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
        let start = boundary(self.below(text.len() + 1));
        let length = if self.below(8) == 0 { self.below(400) } else { self.below(4) };
        let end = boundary((start + length).min(text.len()));
        start..end.max(start)
    }
}

const INSERTS: [&str; 16] = [
    "x",
    "\"",
    "\n",
    " ",
    "]",
    "#",
    "End Queue\n",
    "Begin Queue\n",
    "é",
    "\r\n",
    "#INCLUDE \"lsb.more\"\n",
    "#INCLUDE \"include/usergroups\"\n",
    "#if time(8:00-9:00)\n",
    "#else\n",
    "#endif\n",
    "\\\n",
];

#[test]
fn whatever_happens_it_is_as_from_scratch() {
    let steps = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 4000 } else { 150 };
    for (name, seed, has_policies) in [
        ("demo", 0x9e37_79b9_7f4a_7c15, false),
        ("two-in-one", 0x2545_f491_4f6c_dd1d, false),
        ("clean", 0x9e37_79b9, false),
        ("clean", 0x51f1_5e17, true),
        ("demo", 0x51f1_5e17, true),
    ] {
        let scratch = Scratch::copy_of(&cluster(name));
        if has_policies {
            scratch.write("lsflint.toml", policies_of_guide());
        }
        let mut desk = Desk::over(scratch);
        desk.same_as_command_line("opening");
        let mut random = Random(seed);
        for step in 0..steps {
            let what = happen(&mut desk, &mut random, name);
            if step % 3 == 0 {
                desk.session.refresh();
                desk.same_as_command_line(&format!("step {step} of {name}: {what}"));
            }
        }
    }
}

/// The policies of the guide.
fn policies_of_guide() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guides/policy.md");
    let page = fs::read_to_string(page).expect("the guide");
    let blocks = page.split("```toml title=\"policies/").skip(1);
    let blocks = blocks.filter_map(|it| it.split_once('\n')?.1.split("\n```").next());
    blocks.collect::<Vec<_>>().join("\n")
}

fn files_on_disk(desk: &Desk) -> Vec<PathBuf> {
    files_below(&desk.scratch.path()).into_iter().map(|it| desk.path(&it.0)).collect()
}

/// One thing that may happen to a desk.
fn happen(desk: &mut Desk, random: &mut Random, name: &str) -> String {
    let files = files_on_disk(desk);
    let buffers: Vec<PathBuf> = desk.buffers.iter().map(|it| it.0.to_owned()).collect();
    let path = files[random.below(files.len())].clone();
    match random.below(20) {
        0 | 1 => {
            let text = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
            desk.buffers.insert(path.clone(), text.as_str().into());
            desk.session.open(&path, text);
            format!("open {}", path.display())
        }
        2 if !buffers.is_empty() => {
            let path = &buffers[random.below(buffers.len())];
            desk.buffers.remove(path);
            desk.session.close(path);
            format!("close {}", path.display())
        }
        3 => {
            let mut text = fs::read(&path).expect("a file");
            text.extend_from_slice(b"\n# more\n");
            fs::write(&path, text).expect("a file");
            desk.session.files_changed([&*path]);
            format!("write {}", path.display())
        }
        4 if files.len() > 3 => {
            fs::remove_file(&path).expect("a file");
            desk.session.files_changed([&*path]);
            format!("delete {}", path.display())
        }
        5 if random.below(2) == 0 => {
            desk.scratch.copy(&cluster(name));
            desk.session.files_changed(files_on_disk(desk).iter().map(|it| &**it));
            "restore".to_owned()
        }
        5 => {
            let path = path.with_file_name(["lsb.more", "lsb.users", "lsb.queues.new"][random.below(3)]);
            fs::write(&path, QUEUES).expect("a file");
            desk.session.files_changed([&*path]);
            format!("create {}", path.display())
        }
        _ if !buffers.is_empty() => {
            let path = &buffers[random.below(buffers.len())];
            let mut text = desk.buffers.get(path).expect("open").to_string();
            let mut edits = Vec::new();
            for _ in 0..=random.below(3) {
                let range = random.range(&text);
                let insert = INSERTS[random.below(INSERTS.len())].repeat(random.below(2));
                text.replace_range(range.clone(), &insert);
                let range = TextRange::new(TextSize::new(range.start as u32), TextSize::new(range.end as u32));
                edits.push(Edit { range, insert });
            }
            let what = format!("edit {}: {edits:?}", path.display());
            desk.session.edit(path, edits);
            desk.buffers.insert(path.clone(), text.into());
            what
        }
        _ => "nothing".to_owned(),
    }
}

#[test]
fn places_far_apart_change_at_once() {
    let queue = |number: usize| format!("Begin Queue\nQUEUE_NAME = q{number}\nPRIORITY = 30\nEnd Queue\n");
    let text: String = (0..1000).map(queue).collect();
    let mut desk = Desk::new(&[("lsb.queues", &text), ("lsb.params", PARAMS)]);
    desk.open("lsb.queues", &text);
    let path = desk.path("lsb.queues");
    for numbers in [&[1, 400, 999][..], &[5, 6, 990], &(0..1000).step_by(30).collect::<Vec<_>>()] {
        let before = desk.buffers.get(&path).expect("an open buffer").to_string();
        let (mut after, mut edits) = (before.clone(), Vec::new());
        for number in numbers {
            let place = after.find(&format!("= q{number}\nPRIORITY")).expect("the queue is there");
            let at = TextSize::new((place + format!("= q{number}\nPRI").len()) as u32);
            edits.push(Edit { range: TextRange::empty(at), insert: "x".to_owned() });
            after.insert(usize::from(at), 'x');
        }
        // Something that is taken back again is no place.
        edits.push(Edit { range: TextRange::empty(0.into()), insert: "#".to_owned() });
        edits.push(Edit { range: TextRange::new(0.into(), 1.into()), insert: String::new() });
        desk.buffers.insert(path.clone(), after.into());
        desk.session.edit(&path, edits);
        let changed = desk.session.refresh();
        assert_eq!(desk.names(&changed), ["lsb.queues"]);
        assert!(!changed.planned);
        desk.same_as_command_line("edits far apart");
        assert_eq!(desk.codes("lsb.queues").iter().filter(|it| **it == "P001").count(), numbers.len());
        // And back.
        let end = TextSize::of(&**desk.buffers.get(&path).expect("an open buffer"));
        desk.buffers.insert(path.clone(), before.clone().into());
        desk.session.edit(&path, vec![Edit { range: TextRange::up_to(end), insert: before }]);
        desk.session.refresh();
        desk.same_as_command_line("the old text");
    }
}

#[test]
fn files_are_ready_when_they_are_checked() {
    let queues = "Begin Queue\nQUEUE_NAME = a\nmem = 1/100\nEnd Queue\n";
    let params = "Begin Parameters\nMBD_SLEP_TIME = 10\nEnd Parameters\n";
    let mut desk = Desk::new(&[]);
    desk.scratch.write("lsb.queues", queues);
    desk.scratch.write("lsb.params", params);
    let refresh = |desk: &mut Desk| {
        let ready = Mutex::new(Vec::new());
        desk.session.refresh_with(&|file| {
            let codes: Vec<&str> = file.findings.iter().map(|it| it.rule.code).collect();
            ready.lock().expect("one thread").push((file.path.to_path_buf(), codes));
        });
        ready.into_inner().expect("one thread")
    };
    desk.session.files_changed([&*desk.path("lsb.queues"), &*desk.path("lsb.params")]);
    let ready = refresh(&mut desk);
    // The smaller file is the first one.
    let (queues_path, params_path) = (desk.path("lsb.queues"), desk.path("lsb.params"));
    let paths: Vec<_> = ready.iter().map(|it| &it.0).collect();
    assert_eq!(paths, [&queues_path, &queues_path, &params_path, &params_path]);
    for [own, all] in ready.as_chunks::<2>().0 {
        let snapshot = desk.session.snapshot();
        let found = &snapshot.file(&own.0).expect("a known file").1.findings;
        assert_eq!(all.1, found.iter().map(|it| it.rule.code).collect::<Vec<_>>(), "{}", own.0.display());
        assert!(!own.1.is_empty() && own.1.iter().all(|it| all.1.contains(it)), "{own:?} {all:?}");
    }

    // An edit loads nothing.
    desk.session.open(&desk.path("lsb.queues"), queues);
    refresh(&mut desk);
    let range = TextRange::empty(TextSize::of("Begin Queue\n"));
    desk.session.edit(&desk.path("lsb.queues"), vec![Edit { range, insert: "swp = 1/100\n".to_owned() }]);
    assert_eq!(refresh(&mut desk), []);

    // A baseline may hide some of them.
    desk.scratch.write("lsflint.toml", "baseline = \"known.toml\"\n");
    desk.session.files_changed([&*desk.path("lsflint.toml")]);
    assert_eq!(refresh(&mut desk), []);
}

#[test]
fn a_baseline_hides_its_findings() {
    let text = "Begin Queue\nQUEUE_NAME = a\nmem = 1/100\nEnd Queue\n";
    let mut desk = Desk::new(&[("lsb.queues", text)]);
    let found = |desk: &Desk| {
        let snapshot = desk.session.snapshot();
        let (_, file) = snapshot.file(&desk.path("lsb.queues")).expect("a known file");
        file.findings.iter().map(|it| it.rule.code).collect::<Vec<_>>()
    };
    let count = found(&desk).len();
    assert!(found(&desk).contains(&"L201"));
    desk.write("lsflint.toml", "baseline = \"known.toml\"\n");
    assert_eq!(found(&desk).len(), count, "nothing is hidden while the baseline is missing");
    let problems = desk.session.snapshot().problems().to_vec();
    assert!(problems.iter().any(|it| it.to_string().contains("`known.toml` does not exist")), "{problems:?}");
    let request = Request { fingerprints: true, ..Request::new(Paths::new(desk.scratch.path()), vec![desk.path("")]) };
    let mut entries = Vec::new();
    let mut sink = |checked: Checked| {
        for (it, print) in checked.diagnostics.iter().zip(&checked.fingerprints) {
            let (code, message) = (it.rule.code.to_owned(), it.message.clone());
            entries.push(BaselineEntry { file: "lsb.queues".to_owned(), code, message, fingerprint: *print });
        }
        ControlFlow::Continue(())
    };
    Plan::new(request).expect("a plan").check(&|_| {}, &mut sink);
    assert_eq!(entries.len(), count);
    desk.write("known.toml", &Baseline { entries }.text());
    assert_eq!(found(&desk), Vec::<&str>::new());
    assert!(desk.session.snapshot().problems().is_empty());
    // Lines move, and a new finding is shown.
    desk.open("lsb.queues", text);
    desk.replace("lsb.queues", "mem", "# a comment\nswp = 1/100\nmem");
    assert_eq!(found(&desk).iter().filter(|it| **it == "L201").count(), 1);
    desk.delete("known.toml");
    assert!(found(&desk).iter().filter(|it| **it == "L201").count() == 2);
}
