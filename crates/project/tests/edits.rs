//! An edited file costs little, and the findings are the same as those of a run over all files.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, readings};
use lsflint_project::{Buffers, Overrides, Paths, Plan, Request, Session, SessionOptions, Source, Work};
use lsflint_syntax::{Edit, TextRange, TextSize};
use lsflint_test_support::{Scratch, cluster};

/// A session over a folder with all of its files open.
struct Desk {
    scratch: Scratch,
    session: Session,
    overrides: Overrides,
    paths: Vec<Arc<Path>>,
    /// The texts of scripts: one without anything for LSF is no file of the session any more.
    scripts: BTreeMap<Arc<Path>, String>,
}

impl Desk {
    fn over(scratch: Scratch, overrides: Overrides) -> Desk {
        let options = SessionOptions { overrides: overrides.clone(), ..SessionOptions::default() };
        let mut session = Session::new(scratch.path(), options);
        session.set_roots(vec![scratch.path()]);
        session.refresh();
        let snapshot = session.snapshot();
        let mut paths: Vec<Arc<Path>> = snapshot.files().map(|it| it.path.clone()).collect();
        paths.sort();
        for file in snapshot.files() {
            session.open(&file.path, file.source.text().clone());
        }
        session.refresh();
        let is_script = |it: &&Arc<Path>| it.extension().is_some_and(|it| it == "sh");
        let text = |it: &Arc<Path>| snapshot.file(it).expect("a file").1.source.text().to_string();
        let scripts = paths.iter().filter(is_script).map(|it| (it.clone(), text(it))).collect();
        Desk { scratch, session, overrides, paths, scripts }
    }

    fn text(&self, path: &Path) -> Arc<str> {
        match self.scripts.get(path) {
            Some(text) => text.as_str().into(),
            None => self.session.snapshot().file(path).expect("a file").1.source.text().clone(),
        }
    }

    fn apply(&mut self, path: &Path, edits: Vec<Edit>) {
        if let Some(text) = self.scripts.get_mut(path) {
            edits.iter().for_each(|it| text.replace_range(std::ops::Range::<usize>::from(it.range), &it.insert));
        }
        self.session.edit(path, edits);
        self.session.refresh();
    }

    /// What these edits cost. They do not change which files belong together.
    #[track_caller]
    fn edit(&mut self, name: &str, from: &str, to: &str) -> Work {
        let path = self.scratch.path().join(name);
        let at = self.text(&path).find(from).unwrap_or_else(|| panic!("{from:?} is in {name}"));
        let range = TextRange::at(TextSize::new(at as u32), TextSize::of(from));
        self.session.edit(&path, vec![Edit { range, insert: to.to_owned() }]);
        let changed = self.session.refresh();
        assert!(!changed.planned, "{from:?} to {to:?} in {name}");
        changed.work
    }

    /// The findings must be those of a run from scratch.
    #[track_caller]
    fn same_as_fresh(&self, what: &str) {
        let snapshot = self.session.snapshot();
        // What LSF reads instead is determined once for each finding, and moves with it.
        let read = |path: &Path, found: &[Diagnostic]| match &snapshot.file(path).expect("a file").1.source {
            Source::File(file) => readings(file, found),
            Source::Script(_) => Vec::new(),
        };
        let of_file = |path: &Path, found: &[Diagnostic]| (shown(found), read(path, found));
        let recorded = snapshot.files().filter(|it| it.reported);
        let recorded: BTreeMap<_, _> = recorded.map(|it| (it.path.clone(), of_file(&it.path, &it.findings))).collect();
        let mut buffers = Buffers::default();
        for file in snapshot.files() {
            buffers.insert(file.path.to_path_buf(), file.source.text().clone());
        }
        for (path, text) in &self.scripts {
            buffers.insert(path.to_path_buf(), text.as_str().into());
        }
        let folder = self.scratch.path();
        let overrides = self.overrides.clone();
        let request = Request { buffers, overrides, ..Request::new(Paths::new(&folder), vec![folder]) };
        let mut plan = Plan::new(request).unwrap_or_else(|problem| panic!("{problem}"));
        let mut fresh = BTreeMap::new();
        plan.check(&|_| {}, &mut |checked| {
            let found = of_file(&checked.location, &checked.diagnostics);
            fresh.insert(checked.location, found);
            ControlFlow::Continue(())
        });
        assert_eq!(recorded, fresh, "after {what}");
    }
}

fn everything() -> Overrides {
    let all = lsflint_rules::all().selection(["ALL".to_owned()]).expect("a selection");
    Overrides { select: Some(all), ..Overrides::default() }
}

fn shown(found: &[Diagnostic]) -> Vec<String> {
    let related = |it: &Diagnostic| format!("{:?}", it.related);
    let show =
        |it: &Diagnostic| format!("{} {:?} {} {} {}", it.rule.code, it.range, it.severity, it.message, related(it));
    found.iter().map(show).collect()
}

const QUEUES: &str = "Begin Queue\nQUEUE_NAME = a\nPRIORITY = 30\nNICE = 10\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nPRIORITY = 40\nEnd Queue\n";
const PARAMS: &str = "Begin Parameters\nDEFAULT_QUEUE = a\nEnd Parameters\n";

fn small() -> Desk {
    Desk::over(Scratch::with(&[("lsb.params", PARAMS), ("lsb.queues", QUEUES)]), Overrides::default())
}

#[test]
fn a_changed_value_touches_one_section_of_one_file() {
    let mut desk = small();
    let one = Work { sections_read: 1, files_checked: 1, sections_visited: 1 };
    assert_eq!(desk.edit("lsb.queues", "NICE = 10", "NICE = 12"), one);
    assert_eq!(desk.edit("lsb.params", "DEFAULT_QUEUE = a", "DEFAULT_QUEUE = b"), one);
}

#[test]
fn text_between_sections_touches_none() {
    let mut desk = small();
    let work = desk.edit("lsb.queues", "End Queue\nBegin", "End Queue\n# a remark\n\nBegin");
    assert_eq!(work, Work { sections_read: 0, files_checked: 1, sections_visited: 0 });
}

/// Queues that use different resources, in a complete cluster.
fn licensed() -> Desk {
    let queue = |name: &str, required: &str| format!("Begin Queue\nQUEUE_NAME = {name}\n{required}End Queue\n");
    let queues = [
        queue("other", "RES_REQ = rusage[license_b=1]\n"),
        queue("plain", "RES_REQ = rusage[license_a=1]\n"),
        queue("divided", "RES_REQ = rusage[lice\\\nnse_a=1]\n"),
        queue("upper", "RES_REQ = rusage[LICENSE_A=1]\n"),
        queue("unknown", "RES_REQ = rusage[licens_x=1]\n"),
        queue("none", "PRIORITY = 30\n"),
    ];
    let profile = "Begin Application\nNAME = p\nRES_REQ = rusage[license_a=2]\nEnd Application\n";
    let shared = "Begin Cluster\nClusterName\nc\nEnd Cluster\nBegin Resource\nRESOURCENAME TYPE INTERVAL INCREASING \
                  DESCRIPTION\nlicense_a Numeric () N (a)\nlicense_b Numeric () N (b)\nEnd Resource\n";
    let hosts = "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nEnd Host\nBegin ResourceMap\n\
                 RESOURCENAME LOCATION\nlicense_a 4@[all]\nlicense_b 4@[all]\nEnd ResourceMap\n";
    let files = [
        ("lsf.conf", "LSF_STRICT_RESREQ=Y\n"),
        ("lsf.shared", shared),
        ("lsf.cluster.c", hosts),
        ("lsb.queues", &queues.concat()),
        ("lsb.applications", profile),
    ];
    Desk::over(Scratch::with(&files), everything())
}

#[test]
fn a_renamed_resource_touches_the_sections_that_name_it() {
    let mut desk = licensed();
    // Of the queues: those that name it, whatever its case, and the one with a name that may mean it.
    let visited = desk.edit("lsf.shared", "license_a", "license_c").sections_visited;
    desk.same_as_fresh("a resource is renamed");
    let again = desk.edit("lsf.shared", "license_c", "license_a").sections_visited;
    desk.same_as_fresh("it is renamed back");
    assert_eq!((visited, again), (7, 7), "four queues, a profile, the resources and their map");
    let names = ["licens_x", "LICENSE_A", "mem", "license_b", "swp", "license", "license_a"];
    let mut before = "license_a";
    for name in names {
        desk.edit("lsf.shared", before, name);
        desk.same_as_fresh(name);
        before = name;
    }
    desk.edit("lsf.shared", "license_a Numeric () N (a)\n", "");
    desk.same_as_fresh("it is removed");
    desk.edit(
        "lsf.shared",
        "license_b Numeric () N (b)\n",
        "license_b Numeric () N (b)\nlicense_a Boolean () () (a)\n",
    );
    desk.same_as_fresh("it is defined with another type");
    let many: String = (0..20).map(|it| format!("license_{it} Numeric () N (a)\n")).collect();
    desk.edit("lsf.shared", "license_b Numeric () N (b)\n", &many);
    desk.same_as_fresh("many resources change");
}

#[test]
fn findings_stay_right_through_random_edits() {
    for name in ["demo", "clean", "flat"] {
        random_edits(name, Scratch::copy_of(&cluster(name)), 1, &WORDS);
    }
}

/// Directives and the ends of sections decide what lines far away mean.
#[test]
fn directives_stay_right_through_random_edits() {
    for (name, seed) in [("clean", 3), ("flat", 4), ("two-in-one", 5)] {
        random_edits(name, Scratch::copy_of(&cluster(name)), seed, &STRUCTURE);
    }
}

/// Edits after which a directive has another partner, although its section is the same text.
#[test]
fn directives_lose_and_find_their_partners() {
    // From one text to another one: what comes instead.
    let steps: [&[(&str, &str, &str)]; 3] = [
        &[
            ("RESOURCE    METHOD", "RESOURCE    METHOD", "#endif\n"),
            ("#endif\n", "\nBegin Limit\nNAME      = host_", "x"),
        ],
        &[
            ("NAME      = host_memory", "NAME      = host_memory", "#endif\n"),
            ("nr_lic     PER_JOB", "nr_lic     PER_JOB", "#if time(8:00-9:00)\n"),
            ("Begin Limit\n#endif", "Begin Limit\n#endif", "#if time(8:00-9:00)\n"),
        ],
        &[
            ("#endif\n", "\nBegin Limit\nNAME      = host_", "x"),
            ("scratch     PER_HOST", "mem   ", "#endif\n"),
            ("#if time(8:00-18:00)\n", "Begin GuaranteedResourcePool", "x\n"),
        ],
    ];
    for steps in steps {
        let mut desk = Desk::over(Scratch::copy_of(&cluster("clean")), everything());
        let path = desk.paths.iter().find(|it| it.ends_with("lsb.resources")).expect("a file").clone();
        for (from, to, insert) in steps {
            let text = desk.text(&path);
            let at = text.find(from).unwrap_or_else(|| panic!("{from:?} is in {text}"));
            let end = at + text[at..].find(to).unwrap_or_else(|| panic!("{to:?} is behind {from:?} in {text}"));
            let range = TextRange::new(TextSize::new(at as u32), TextSize::new(end as u32));
            desk.session.edit(&path, vec![Edit { range, insert: (*insert).to_owned() }]);
            desk.session.refresh();
            desk.same_as_fresh(&format!("{from:?} to {to:?}"));
        }
    }
}

#[test]
fn rows_of_large_tables_stay_right_through_random_edits() {
    random_edits("tables", tables(), 2, &WORDS);
}

/// A cluster whose tables have many rows.
fn tables() -> Scratch {
    let rows = |count: usize, row: &dyn Fn(usize) -> String| (0..count).map(row).collect::<String>();
    let hosts = rows(150, &|it| format!("h{it} ! ! {} (r{} r{}=a)\n", it % 2, it % 70, (it + 1) % 70));
    let kinds = rows(70, &|it| format!("r{it} {} () () (resource {it})\n", ["Boolean", "String"][it % 2]));
    let maps = rows(60, &|it| format!("r{it} ({it}@[h{it} h{}])\n", it + 1));
    let groups = rows(60, &|it| format!("g{it} (h{it} h{} g{})\n", it + 1, it / 2));
    let slots = rows(60, &|it| format!("h{it} {} () () 0.7/2\n", it % 9));
    let users = rows(60, &|it| format!("ug{it} (ann{it} ug{}) () (g{it})\n", it / 2));
    let queue = |it: usize| {
        format!(
            "Begin Queue\nQUEUE_NAME = q{it}\nHOSTS = g{it} h{it}\nRES_REQ = select[r{it}] rusage[mem={it}]\nEnd Queue\n\n"
        )
    };
    let shared = format!("Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\n{kinds}End Resource\n");
    let locations = format!("Begin ResourceMap\nRESOURCENAME LOCATION\n# a remark\n{maps}End ResourceMap\n");
    let hosts = format!("Begin Host\nHOSTNAME model type server RESOURCES\n{hosts}End Host\n{locations}");
    let groups = format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n{groups}End HostGroup\n");
    let slots = format!("Begin Host\nHOST_NAME MXJ JL/U DISPATCH_WINDOW r1m\n{slots}End Host\n\n{groups}");
    let users = format!("Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES GROUP_ADMIN\n{users}End UserGroup\n");
    Scratch::with(&[
        ("lsf.shared", &shared),
        ("lsf.cluster.c", &hosts),
        ("lsb.hosts", &slots),
        ("lsb.users", &users),
        ("lsb.queues", &rows(12, &queue)),
    ])
}

/// Words that break things where they are put in.
const WORDS: [&str; 24] = [
    "\"",
    "(",
    ")",
    "#",
    "\n",
    "x",
    "\\",
    "\\\n",
    "=",
    "[",
    "]",
    "-",
    " ",
    "\r",
    "End",
    "End Host\n",
    "Begin Host\n",
    "Begin Queue\n",
    "#if time(8:00-9:00)\n",
    "#endif\n",
    "#else\n",
    "{% x %}\n",
    "# lsflint: ignore[X] why\n",
    "#INCLUDE \"a\"\n",
];

/// Words that change which lines belong together.
const STRUCTURE: [&str; 12] = [
    "\n",
    "x",
    "#if time(8:00-9:00)\n",
    "#if (\n",
    "#ifx\n",
    "#elif time(9:00-10:00)\n",
    "#else\n",
    "#endif\n",
    "Begin Limit\n",
    "End Limit\n",
    "\\\n",
    "#INCLUDE \"a\"\n",
];

/// Edits files here and there; after each step the findings must be those of a run from scratch.
fn random_edits(name: &str, scratch: Scratch, seed: u64, words: &[&str]) {
    let mut desk = Desk::over(scratch, everything());
    desk.same_as_fresh("nothing");
    let mut random = 0x2545_f491_4f6c_dd1d_u64.wrapping_mul(seed);
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as usize % below.max(1)
    };
    // More of them where somebody has time.
    let steps = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { 1500 } else { 60 };
    let paths = desk.paths.clone();
    let first: Vec<Arc<str>> = paths.iter().map(|it| desk.text(it)).collect();
    for step in 0..steps {
        let path = &paths[next(paths.len())];
        let mut text = desk.text(path).to_string();
        let mut edits = Vec::new();
        // Now and then several in one go.
        for _ in 0..[1, 1, 1, 3][next(4)] {
            let edit = random_edit(&text, words, &mut next);
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
            edits.push(edit);
        }
        let what = format!("step {step} of {name}: {} {edits:?}", path.display());
        desk.apply(path, edits);
        desk.same_as_fresh(&what);
        // Broken text breaks more and more: begin again.
        if step % 20 == 19 {
            for (path, text) in paths.iter().zip(&first) {
                let range = TextRange::up_to(TextSize::of(&*desk.text(path)));
                desk.apply(path, vec![Edit { range, insert: text.to_string() }]);
            }
            desk.same_as_fresh(&format!("step {step} of {name}: everything is as it was"));
        }
    }
    fs::remove_file(&paths[0]).expect("a file of ours");
    desk.session.close(&paths[0]);
    desk.session.refresh();
    desk.same_as_fresh("a file went");
}

fn random_edit(text: &str, words: &[&str], next: &mut impl FnMut(usize) -> usize) -> Edit {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = next(lines.len());
    let start: usize = lines[..line].iter().map(|it| it.len()).sum();
    let length = lines.get(line).map_or(0, |it| it.len());
    let inside = (0..=length).map(|it| start + (it + next(length + 1)) % (length + 1));
    let inside = inside.into_iter().find(|it| text.is_char_boundary(*it)).unwrap_or(start);
    let edit = |start: usize, length: usize, insert: String| Edit {
        range: TextRange::at(TextSize::new(start as u32), TextSize::new(length as u32)),
        insert,
    };
    let letter = text[inside..].chars().next().map_or(0, char::len_utf8);
    match next(11) {
        // A line goes, comes twice, loses a character, gets a remark before it; a word comes, a character goes or
        // becomes a word.
        0 => edit(start, length, String::new()),
        1 => edit(start, length, text[start..start + length].repeat(2)),
        2 => edit(start, length, text[start..start + length].chars().skip(1).collect()),
        3 => edit(start, 0, "# remark\n".to_owned()),
        4 | 5 => edit(inside, 0, words[next(words.len())].to_owned()),
        6 => edit(inside, letter, String::new()),
        7 => edit(inside, 0, "x".to_owned()),
        // Many lines become a word, or come again.
        8 => edit(
            start,
            lines.iter().skip(line).take(next(25)).map(|it| it.len()).sum(),
            words[next(words.len())].to_owned(),
        ),
        9 => edit(start, 0, lines[next(line + 1)..=line.min(lines.len().saturating_sub(1))].concat()),
        _ => edit(inside, letter, words[next(words.len())].to_owned()),
    }
}
