//! One root cause, one finding: a stray quote, bracket or backslash, a lost `Begin` or `End` gives a handful of
//! findings at most, on the lines that caused them, however large the file is.
//!
//! A correct file is generated, one fault is put in, and what is said about it is counted. Small files are tried with
//! many faults, large ones (5,000 queues) with a few, which shows that a fault does not run on. `LSFLINT_EXHAUSTIVE=1`
//! tries ten times as many.

use std::ops::RangeInclusive;

use lsflint_lint::{Registry, Settings, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// The most that may be said about one fault.
const MOST: usize = 3;

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

fn queues(count: usize) -> String {
    let mut text = String::from("# queues of the site\n");
    for number in 0..count {
        let priority = number % 90 + 1;
        text.push_str(&format!(
            "\nBegin Queue\nQUEUE_NAME   = q{number}\nPRIORITY     = {priority}\nNICE         = 10\n\
             HOSTS        = hosta hostb+2 groupc\nUSERS        = anna ben \\\n               design\n\
             RES_REQ      = select[type==any && mem>500] order[ut:mem] \\\n               rusage[mem=200:duration=30] span[hosts=1]\n\
             RUNLIMIT     = 60 8:00\nr1m          = 1.5/3.5\nmem          = 1000/200\n\
             RUN_WINDOW   = 20:00-8:00 5:18:00-1:8:30\nJOB_CONTROLS = SUSPEND[/site/bin/hold -q] RESUME[SIGCONT]\n\
             FAIRSHARE    = USER_SHARES[[anna, 10] [default, 1]]\n"
        ));
        if number % 3 == 0 {
            text.push_str("#if time(8:00-18:00)\nUJOB_LIMIT   = 10\n#else\nUJOB_LIMIT   = 100\n#endif\n");
        }
        text.push_str("DESCRIPTION  = jobs of the (night) shift\nEnd Queue\n");
    }
    text
}

fn hosts(count: usize) -> String {
    let mut text = String::from("Begin Host\nHOST_NAME MXJ r1m     pg DISPATCH_WINDOW\ndefault   !   ()      () ()\n");
    for number in 0..count {
        text.push_str(&format!("host{number}     8   3.5/4.5 () (20:00-8:00 5:18:00-1:8:30)\n"));
    }
    text.push_str("End Host\n\nBegin HostGroup\nGROUP_NAME GROUP_MEMBER\n");
    for number in 0..count / 10 {
        text.push_str(&format!("group{number}     (host{number} host{} ~host1)\n", number + 1));
    }
    text.push_str("End HostGroup\n");
    text
}

fn shared(count: usize) -> String {
    let mut text = String::from(
        "Begin Cluster\nClusterName\nc1\nEnd Cluster\n\nBegin HostType\nTYPENAME\nX86_64\nEnd HostType\n\n\
         Begin HostModel\nMODELNAME CPUFACTOR ARCHITECTURE\nfast      20.0      (x6_5000)\nEnd HostModel\n\n\
         Begin Resource\nRESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION\n",
    );
    for number in 0..count {
        text.push_str(&format!(
            "tokens{number}      Numeric 30       N          (free tokens of \"{number}\") # counted\n"
        ));
    }
    text.push_str("End Resource\n");
    text
}

fn conf(count: usize) -> String {
    let mut text = String::from("# lsf.conf\nLSF_TOP=/opt/lsf\nLSF_SERVER_HOSTS=\"hosta hostb\"\n");
    for number in 0..count {
        text.push_str(&format!("SITE_VALUE_{number}=\"a b {number}\" # ours\n"));
    }
    text
}

/// One fault: the text with it, what it is, and the lines where findings may stand.
struct Fault {
    text: String,
    what: String,
    lines: RangeInclusive<usize>,
}

/// Puts one fault into a text. `kind` chooses among those there are.
fn fault(text: &str, kind: usize, random: &mut Random) -> Option<Fault> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = random.below(lines.len());
    let order = || (0..lines.len()).map(|it| (start + it) % lines.len());
    let is_word = |index: usize, word: &str| lines[index].starts_with(word);
    let is_content = |index: usize| !lines[index].trim().is_empty() && !lines[index].starts_with('#');
    let (at, line, what, after) = match kind {
        // Of the last section, the `Begin` line is reported.
        0 => (
            order().find(|it| is_word(*it, "End") && lines[*it..].iter().any(|it| it.starts_with("Begin")))?,
            String::new(),
            "lost End",
            3,
        ),
        1 => (order().find(|it| is_word(*it, "Begin"))?, String::new(), "lost Begin", 1),
        2 => {
            let at = order().find(|it| is_content(*it) && !lines[*it].contains(['\\', '#']))?;
            (at, format!("{} \\\n", lines[at].trim_end()), "backslash", 2)
        }
        3 => {
            let at = order().find(|it| lines[*it].contains('='))?;
            (at, lines[at].replacen('=', "", 1), "lost equals sign", 0)
        }
        4 => {
            let damaged = |line: &str| line.replacen("End ", "Edn ", 1);
            let at = order().find(|it| is_word(*it, "End"))?;
            (at, damaged(lines[at]), "damaged End", 0)
        }
        5..=7 => {
            let at = order().find(|it| is_content(*it) && lines[*it].contains(['"', '(', ')', '[', ']', '{', '}']))?;
            let places: Vec<usize> = lines[at].match_indices(['"', '(', ')', '[', ']']).map(|it| it.0).collect();
            let mut line = lines[at].to_owned();
            line.remove(places[random.below(places.len())]);
            (at, line, "lost quote or bracket", 1)
        }
        _ => {
            let at = order().find(|it| is_content(*it))?;
            let sign = ['"', '(', ')', '[', ']', '{', '}', '\''][kind % 8];
            let mut line = lines[at].to_owned();
            line.insert(random.below(lines[at].trim_end().len() + 1), sign);
            (at, line, "stray quote or bracket", 1)
        }
    };
    let what = format!("{what} in line {}: {:?} became {line:?}", at + 1, lines[at]);
    let mut changed = lines.clone();
    changed[at] = &line;
    // A continued line is one line, wherever in it the fault is.
    let first = (0..at).rev().take_while(|it| lines[*it].trim_end().ends_with('\\')).count();
    Some(Fault { text: changed.concat(), what, lines: at + 1 - first..=at + 1 + after })
}

/// The findings of a text as lines, and what they say.
fn said(kind: FileKind, text: &str, registry: &Registry, settings: &Settings) -> Vec<(usize, String)> {
    let files = [SourceFile::new(kind.name(), kind, text)];
    let cluster = Cluster::of(&files, None);
    let found = check_file(&files[0], &cluster, settings, registry);
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    found.iter().map(|it| (line(it.range.start().into()), format!("{} {}", it.rule.code, it.message))).collect()
}

fn check(kind: FileKind, text: &str, faults: usize, seed: u64) {
    let faults = if std::env::var_os("LSFLINT_EXHAUSTIVE").is_some() { faults * 10 } else { faults };
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let found = said(kind, text, &registry, &settings);
    assert!(found.is_empty(), "the text is not correct before the fault: {:?}", &found[..found.len().min(5)]);
    let mut random = Random(seed);
    let mut wrong = Vec::new();
    for number in 0..faults {
        let Some(fault) = fault(text, number * 5 % 24, &mut random) else { continue };
        let found = said(kind, &fault.text, &registry, &settings);
        if found.len() > MOST || found.iter().any(|(line, _)| !fault.lines.contains(line)) {
            let first = &found[..found.len().min(6)];
            wrong.push(format!("{}\n  {} findings, wanted in {:?}: {first:#?}", fault.what, found.len(), fault.lines));
        }
    }
    assert!(wrong.is_empty(), "{} of {faults} faults run on in {}:\n{}", wrong.len(), kind.name(), wrong.join("\n"));
}

#[test]
fn faults_in_small_files() {
    check(FileKind::LsbQueues, &queues(12), 72, 1);
    check(FileKind::LsbHosts, &hosts(30), 120, 2);
    check(FileKind::LsfShared, &shared(30), 120, 3);
    check(FileKind::LsfConf, &conf(30), 72, 4);
}

#[test]
fn faults_in_large_files() {
    check(FileKind::LsbQueues, &queues(5_000), 3, 5);
    check(FileKind::LsbHosts, &hosts(5_000), 2, 6);
    check(FileKind::LsfShared, &shared(900), 2, 7);
}
