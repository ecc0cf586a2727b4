//! Job scripts in an editor: those that call LSF are checked like files, and the findings are those of a run from
//! scratch.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use lsflint_lint::Diagnostic;
use lsflint_project::{Buffers, Changed, Paths, Plan, Request, Session, SessionOptions};
use lsflint_syntax::{Edit, TextRange, TextSize};
use lsflint_test_support::Scratch;

const QUEUES: &str = "Begin Queue\nQUEUE_NAME = night\nRUNLIMIT = 600\nEnd Queue\n";
const CONF: &str = "LSF_UNIT_FOR_LIMITS=MB\n";
const SCRIPT: &str = "#!/bin/sh\n#BSUB -q nigth\n#BSUB -R \"select[mem>\"\n./run\n";

/// A session over a folder, and the buffers that are open in it.
struct Desk {
    scratch: Scratch,
    session: Session,
    buffers: Buffers,
}

impl Desk {
    fn new(files: &[(&str, &str)]) -> Desk {
        let scratch = Scratch::with(files);
        let mut session = Session::new(scratch.path(), SessionOptions::default());
        session.set_roots(vec![scratch.path()]);
        session.refresh();
        Desk { scratch, session, buffers: Buffers::default() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn open(&mut self, name: &str, text: &str) -> Changed {
        self.buffers.insert(self.path(name), text.into());
        self.session.open(&self.path(name), text);
        self.session.refresh()
    }

    fn close(&mut self, name: &str) {
        self.buffers.remove(&self.path(name));
        self.session.close(&self.path(name));
        self.session.refresh();
    }

    fn text(&self, name: &str) -> String {
        self.buffers.get(&self.path(name)).expect("an open buffer").to_string()
    }

    fn edit(&mut self, name: &str, edit: Edit) -> Changed {
        let text = edit.apply(&self.text(name));
        self.buffers.insert(self.path(name), text.into());
        self.session.edit(&self.path(name), vec![edit]);
        self.session.refresh()
    }

    /// Replaces the first place of a text.
    fn replace(&mut self, name: &str, from: &str, to: &str) -> Changed {
        let at = self.text(name).find(from).unwrap_or_else(|| panic!("{from:?} is in {name}"));
        let range = TextRange::at(TextSize::new(at as u32), TextSize::of(from));
        self.edit(name, Edit { range, insert: to.to_owned() })
    }

    /// The codes of the findings; `None` if the file is not one that is checked.
    fn codes(&self, name: &str) -> Option<Vec<&'static str>> {
        let snapshot = self.session.snapshot();
        let file = snapshot.file(&self.path(name))?.1;
        Some(file.findings.iter().map(|it| it.rule.code).collect())
    }

    /// The findings must be those of a run from scratch with the same buffers.
    #[track_caller]
    fn same_as_fresh(&self, what: &str) {
        let folder = self.scratch.path();
        let request = Request { buffers: self.buffers.clone(), ..Request::new(Paths::new(&folder), vec![folder]) };
        let mut fresh = BTreeMap::new();
        Plan::new(request).unwrap_or_else(|problem| panic!("{problem}")).check(&|_| {}, &mut |checked| {
            fresh.insert(checked.path.to_string(), (checked.text.to_string(), shown(&checked.diagnostics)));
            ControlFlow::Continue(())
        });
        let snapshot = self.session.snapshot();
        let reported = snapshot.files().filter(|it| it.reported);
        let reported = reported.map(|it| (&it.source, shown(&it.findings)));
        let recorded = reported.map(|(it, found)| (it.path().to_string(), (it.text().to_string(), found)));
        assert_eq!(recorded.collect::<BTreeMap<_, _>>(), fresh, "after {what}");
    }
}

fn shown(found: &[Diagnostic]) -> Vec<String> {
    let show = |it: &Diagnostic| {
        format!("{} {:?} {} {} {:?} {:?}", it.rule.code, it.range, it.severity, it.message, it.related, it.fix)
    };
    found.iter().map(show).collect()
}

fn small() -> Desk {
    Desk::new(&[("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUES), ("lsf.shared", "")])
}

#[test]
fn an_open_script_is_checked_in_the_cluster_around_it() {
    let mut desk = Desk::new(&[("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUES)]);
    desk.open("jobs/run.sh", SCRIPT);
    assert_eq!(desk.codes("jobs/run.sh"), Some(vec!["J101", "R002"]));
    desk.same_as_fresh("opening a script");
    let changed = desk.replace("jobs/run.sh", "nigth", "night");
    assert!(!changed.planned);
    assert_eq!(desk.codes("jobs/run.sh"), Some(vec!["R002"]));
    desk.same_as_fresh("a known queue");
    desk.close("jobs/run.sh");
    assert_eq!(desk.codes("jobs/run.sh"), None);
}

#[test]
fn the_cluster_decides_again_when_it_changes() {
    let mut desk = Desk::new(&[("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUES)]);
    desk.open("run.sh", "#!/bin/sh\n#BSUB -q night -W 900\n");
    desk.open("conf/lsb.queues", QUEUES);
    assert_eq!(desk.codes("run.sh"), Some(vec!["J201"]));
    desk.replace("conf/lsb.queues", "600", "6000");
    assert_eq!(desk.codes("run.sh"), Some(vec![]));
    desk.same_as_fresh("a higher limit");
    desk.replace("conf/lsb.queues", "night", "day");
    assert_eq!(desk.codes("run.sh"), Some(vec!["J101"]));
    desk.same_as_fresh("a renamed queue");
    // What a script does not use does not concern it.
    let changed = desk.replace("conf/lsb.queues", "RUNLIMIT", "# a remark\nRUNLIMIT");
    assert_eq!(changed.work.files_checked, 1, "{changed:?}");
    desk.same_as_fresh("a remark in the cluster");
}

#[test]
fn an_edit_touches_one_job() {
    let mut desk = small();
    let jobs: String = (0..20).map(|it| format!("bsub -q nosuch -W {it}:00 -J a{it} ./run\n")).collect();
    desk.open("run.sh", &format!("#!/bin/sh\n{jobs}"));
    for (from, to, jobs) in [("-J a9", "-J b9", 1), ("#!/bin/sh\n", "#!/bin/sh\n\n# a remark\n", 0), ("-W 3:00", "", 1)]
    {
        let work = desk.replace("run.sh", from, to).work;
        assert_eq!((work.files_checked, work.sections_visited), (1, jobs), "{from:?} to {to:?}");
        desk.same_as_fresh(to);
    }
    // A job comes, another one goes.
    assert_eq!(desk.replace("run.sh", "bsub", "bsub -q night ./new\nbsub").work.sections_visited, 1);
    desk.same_as_fresh("a new job");
    assert_eq!(desk.replace("run.sh", "bsub -q night ./new\n", "").work.sections_visited, 0);
    desk.same_as_fresh("a job less");
}

#[test]
fn a_quote_that_is_closed_again_costs_nothing() {
    let mut desk = small();
    let jobs: String = (0..20).map(|it| format!("bsub -q nosuch -W {it}:00 -J \"a{it}\" ./run\n")).collect();
    desk.open("run.sh", &format!("#!/bin/sh\n{jobs}"));
    desk.replace("run.sh", "-J \"a3\"", "-J \"a3");
    desk.same_as_fresh("an open quote");
    desk.replace("run.sh", "-J \"a3", "-J \"ab3");
    desk.same_as_fresh("a letter in the open quote");
    let work = desk.replace("run.sh", "-J \"ab3", "-J \"ab3\"").work;
    assert!(work.sections_visited <= 1, "{work:?}");
    desk.same_as_fresh("a closed quote");
}

#[test]
fn scripts_without_anything_for_lsf_are_left_alone() {
    let mut desk = small();
    for (name, text) in [
        ("plain.sh", "#!/bin/sh\necho \"unclosed\n"),
        ("notes.md", "bsub -q nosuch ./run\n"),
        ("mention.sh", "#!/bin/sh\n# bsub -q nosuch\necho bsub\n"),
        ("sections.sh", "#!/bin/sh\ncat <<E\nBegin Queue\nEnd Queu\nE\n"),
    ] {
        desk.open(name, text);
        assert_eq!(desk.codes(name), None, "{name}");
    }
    desk.open("call.py", "import os\nos.system(\"bsub -q nosuch ./run\")\n");
    assert_eq!(desk.codes("call.py").map(|it| it.len()), Some(1));
}

#[test]
fn a_script_becomes_one_and_stops_being_one() {
    let mut desk = small();
    desk.open("run.sh", "#!/bin/sh\n./run\n");
    assert_eq!(desk.codes("run.sh"), None);
    desk.replace("run.sh", "./run", "#BSUB -q nosuch\n./run");
    assert_eq!(desk.codes("run.sh").map(|it| it.len()), Some(1));
    desk.same_as_fresh("a directive");
    desk.replace("run.sh", "#BSUB", "# BSUB");
    assert_eq!(desk.codes("run.sh"), None);
    desk.same_as_fresh("no directive");
}

#[test]
fn scripts_with_directives_are_checked_without_being_open() {
    let mut desk = Desk::new(&[("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUES), ("jobs/run.sh", SCRIPT)]);
    assert_eq!(desk.codes("jobs/run.sh"), Some(vec!["J101", "R002"]));
    for name in ["jobs/new.sh", "jobs/new"] {
        let path = desk.scratch.write(name, SCRIPT);
        desk.session.files_changed([&*path]);
        desk.session.refresh();
        assert_eq!(desk.codes(name), Some(vec!["J101", "R002"]));
        desk.same_as_fresh("a new script");
    }
    desk.open("jobs/run.sh", "#!/bin/sh\n");
    assert_eq!(desk.codes("jobs/run.sh"), None);
    desk.same_as_fresh("a script that is not one in the editor");
    let path = desk.scratch.write("lsflint.toml", "job-scripts = []\n");
    desk.session.files_changed([&*path]);
    desk.session.refresh();
    assert_eq!(desk.codes("jobs/new.sh"), None);
    desk.same_as_fresh("job-scripts = []");
}

#[test]
fn scripts_of_lsflint_toml_are_checked_without_being_open() {
    let files =
        [("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUES), ("lsflint.toml", "job-scripts = [\"jobs/*\"]\n")];
    let mut desk = Desk::new(&files);
    let path = desk.scratch.write("jobs/run.sh", SCRIPT);
    desk.session.files_changed([&*path]);
    desk.session.refresh();
    assert_eq!(desk.codes("jobs/run.sh"), Some(vec!["J101", "R002"]));
    desk.same_as_fresh("a new script");
    // A script that is open stays one without any directive, as on the command line.
    desk.open("jobs/run.sh", "#!/bin/sh\n");
    assert_eq!(desk.codes("jobs/run.sh"), Some(vec![]));
    desk.same_as_fresh("a script without directives");
    let path = desk.scratch.write("jobs/start", "#!/bin/sh\n#BSUB -q nosuch\n");
    desk.open("jobs/start", "#!/bin/sh\n#BSUB -q night\n");
    desk.session.files_changed([&*path]);
    desk.session.refresh();
    assert_eq!(desk.codes("jobs/start"), Some(vec![]));
    desk.same_as_fresh("a buffer without the ending of a script");
    desk.replace("jobs/start", "#!", "# ");
    desk.same_as_fresh("a buffer that is not named like a script");
}

#[test]
fn scripts_without_a_cluster_are_checked_in_that_of_the_environment() {
    let cluster = Scratch::with(&[("lsf.conf", CONF), ("lsf.shared", ""), ("lsb.queues", QUEUES)]);
    let scratch = Scratch::new();
    let options = SessionOptions { environment: Some(cluster.path()), ..SessionOptions::default() };
    let mut session = Session::new(scratch.path(), options);
    let path = scratch.path().join("run.sh");
    session.open(&path, SCRIPT);
    session.refresh();
    let snapshot = session.snapshot();
    let found = &snapshot.file(&path).expect("a script").1.findings;
    assert_eq!(found.iter().map(|it| it.rule.code).collect::<Vec<_>>(), ["J101", "R002"]);
}

/// Words that change what a script asks for, or whether it is one.
const WORDS: [&str; 24] = [
    "\"",
    "'",
    "\\\n",
    "\n",
    "#BSUB ",
    "#BSUB -q night\n",
    "# ",
    "bsub ",
    "-q",
    " ",
    "-W 10:00",
    "$X",
    "X=night\n",
    "<<E\n",
    "E\n",
    "(",
    ")",
    "[",
    "]",
    "Begin Queue\n",
    "#!/bin/sh\n",
    "# lsflint: ignore[J101] why\n",
    "-R \"select[mem>1]\"",
    "\r",
];

#[test]
fn findings_stay_right_through_random_edits() {
    let script = "#!/bin/bash\nQ=night\n#BSUB -q night -W 9:00\n#BSUB -R \"rusage[mem=4G]\"\nbsub -q \"$Q\" -W 900 \\\n  -M 4 ./a\nbsub <<EOF\n#BSUB -q nosuch\n./b\nEOF\n";
    let toml = "job-scripts = [\"jobs/*\"]\n";
    let files =
        [("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUES), ("lsflint.toml", toml), ("jobs/on_disk.sh", script)];
    let mut desk = Desk::new(&files);
    let names = ["jobs/a.sh", "b.sh", "jobs/c", "conf/lsb.queues"];
    let first = |name: &str| if name.starts_with("conf") { QUEUES } else { script };
    names.iter().for_each(|it| drop(desk.open(it, first(it))));
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % below.max(1)
    };
    let steps = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 3000 } else { 200 };
    for step in 0..steps {
        let name = names[next(names.len())];
        let text = desk.text(name);
        let start = next(text.len() + 1);
        let length = if next(2) == 0 { 0 } else { next(6).min(text.len() - start) };
        let range = TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32));
        let edit = Edit { range, insert: WORDS[next(WORDS.len())].to_owned() };
        let what = format!("step {step}: {edit:?} in {name}");
        desk.edit(name, edit);
        desk.same_as_fresh(&what);
        if step % 25 == 24 {
            names.iter().for_each(|it| drop(desk.open(it, first(it))));
            desk.same_as_fresh("everything is as it was");
        }
    }
}
