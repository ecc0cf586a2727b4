//! `check` of scripts that submit jobs.

use std::path::Path;

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{lsflint, stdout};

const QUEUES: &str = "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nDESCRIPTION = x\nRUNLIMIT = 8:00\nEnd Queue\n";
const CONF: &str = "LSF_STRICT_RESREQ=Y\n";
const SCRIPT: &str = "#!/bin/sh\n#BSUB -q nigth\n./job\n";
const CONCISE: &[&str] = &["--output-format", "concise"];

/// What is found in the files of these arguments.
fn found(scratch: &Scratch, arguments: &[&str], code: i32) -> String {
    stdout(scratch, &[&["check"], arguments, CONCISE].concat(), code)
}

/// A folder with the configuration in `conf` and a script in `jobs`.
fn site(script: &str) -> Scratch {
    Scratch::with(&[("conf/lsf.conf", CONF), ("conf/lsb.queues", QUEUES), ("jobs/sub/run.sh", script)])
}

fn clusters() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/clusters")
}

#[test]
fn the_demo_script() {
    let demo = Scratch::copy_of(&clusters().join("demo"));
    let found = found(&demo, &["jobs/synth.sh"], 1);
    snapbox::assert_data_eq!(
        found,
        str![[r#"
jobs/synth.sh:4:10: J101 error unknown queue `nromal`
jobs/synth.sh:5:10: J001 error invalid value `36:00:00` for `-W`
jobs/synth.sh:7:23: R004 error missing space before section `rusage`
jobs/synth.sh:13:18: J201 error `-W 2:00` exceeds `RUNLIMIT` of queue `short`: 15 minutes
jobs/synth.sh:14:21: J303 warning no host of queue `firmware` meets the resource requirement
jobs/synth.sh:15:6: J203 error exclusive jobs are not allowed in queue `normal`

"#]]
    );
}

#[test]
fn scripts_without_mistakes() {
    let clean = Scratch::copy_of(&clusters().join("clean"));
    for script in ["jobs/regress.sh", "jobs/submit.sh"] {
        assert_eq!(found(&clean, &[script, "--select", "ALL"], 0), "", "{script}");
    }
}

#[test]
fn the_cluster_is_the_nearest_one_or_the_one_that_is_named() {
    let scratch = site(SCRIPT);
    let expected = "jobs/sub/run.sh:2:10: J101 error unknown queue `nigth`\n";
    assert_eq!(found(&scratch, &["jobs/sub/run.sh"], 1), expected);
    let elsewhere = Scratch::with(&[("run.sh", SCRIPT), ("site/lsf.conf", CONF), ("site/lsb.queues", QUEUES)]);
    assert_eq!(found(&elsewhere, &["run.sh"], 0), "");
    assert_eq!(
        found(&elsewhere, &["run.sh", "--cluster", "site"], 1),
        "run.sh:2:10: J101 error unknown queue `nigth`\n"
    );
}

#[test]
fn without_a_cluster_only_the_script_is_checked() {
    let scratch = Scratch::with(&[("run.sh", "#BSUB -q nigth -n 4-8\n#BSUB -R 'span[hosts=1'\n")]);
    assert_eq!(
        found(&scratch, &["run.sh"], 1),
        "run.sh:1:19: J001 error invalid value `4-8` for `-n`\nrun.sh:2:15: R002 error unclosed `[`\n"
    );
    let json = stdout(&scratch, &["check", "run.sh", "--output-format", "json"], 1);
    assert!(json.contains("\"names of queues\""), "{json}");
    assert!(json.contains("lsb.queues is not loaded"), "{json}");
}

#[test]
fn files_are_scripts_by_their_text_or_name() {
    let scratch = Scratch::with(&[
        ("conf/lsf.conf", CONF),
        ("conf/lsb.queues", QUEUES),
        ("run", "cd x\n#BSUB -q nigth\n"),
        ("submit.py", "#!/usr/bin/env python3\n#BSUB -q nigth\nprint(\"it's\")\n"),
        ("empty.sh", ""),
        ("writes.sh", "#!/bin/sh\ncat > lsb.queues <<E\nBegin Queue\nQUEUE_NAME = x\nEnd Queue\nE\n"),
        ("notes.txt", "nothing\n"),
    ]);
    assert_eq!(found(&scratch, &["run"], 1), "run:2:10: J101 error unknown queue `nigth`\n");
    assert_eq!(found(&scratch, &["submit.py"], 1), "submit.py:2:10: J101 error unknown queue `nigth`\n");
    assert_eq!(found(&scratch, &["empty.sh", "writes.sh"], 0), "");
    lsflint(&scratch, &["check", "notes.txt"]).assert().code(2);
}

#[test]
fn folders_have_the_scripts_with_directives_or_those_that_are_set() {
    let scratch = site(SCRIPT);
    let finding = "jobs/sub/run.sh:2:10: J101 error unknown queue `nigth`\n";
    assert_eq!(found(&scratch, &["."], 1), finding);
    assert_eq!(found(&scratch, &["conf"], 0), "");
    std::fs::write(scratch.path().join("lsflint.toml"), "job-scripts = []\n").expect("written");
    assert_eq!(found(&scratch, &["."], 0), "");
    std::fs::write(scratch.path().join("lsflint.toml"), "job-scripts = [\"jobs/**/*.sh\"]\n").expect("written");
    assert_eq!(found(&scratch, &["."], 1), finding);
    assert_eq!(found(&scratch, &[], 1), finding);
    assert_eq!(found(&scratch, &["conf"], 0), "");
    for setting in ["", "job-scripts = [\"jobs/**/*.sh\"]\n"] {
        let excluded = format!("{setting}exclude = [\"jobs/sub\"]\n");
        std::fs::write(scratch.path().join("lsflint.toml"), excluded).expect("written");
        assert_eq!(found(&scratch, &["."], 0), "");
    }
}

#[test]
fn directives_are_looked_for_at_the_start_of_scripts() {
    let scratch = Scratch::with(&[
        ("conf/lsf.conf", CONF),
        ("conf/lsb.queues", QUEUES),
        ("notes.md", SCRIPT),
        ("profile.lsf", SCRIPT),
        ("plain.sh", "#!/bin/sh\nbsub -q nigth ./run\n"),
        ("late.sh", &format!("{}{SCRIPT}", "# a remark\n".repeat(400))),
        ("binary.job", &format!("\0{SCRIPT}")),
        ("README", "As in\n#BSUB -q nigth\n"),
        ("part.sh", "#BSUB -q nigth\n"),
        ("submit", SCRIPT),
    ]);
    let finding = "part.sh:1:10: J101 error unknown queue `nigth`\nsubmit:2:10: J101 error unknown queue `nigth`\n";
    assert_eq!(found(&scratch, &["."], 1), finding);
}

#[test]
fn scripts_that_are_not_checked_are_counted() {
    let scratch = site(SCRIPT);
    std::fs::write(scratch.path().join("jobs/plain.sh"), "#!/bin/sh\necho 1\n").expect("written");
    std::fs::write(scratch.path().join("jobs/more.bsub"), "#BSUB -n 4\n").expect("written");
    let note = "; add to `job-scripts` or `exclude` in lsflint.toml\n";
    let check = |setting: &str, note: &str| {
        std::fs::write(scratch.path().join("lsflint.toml"), setting).expect("written");
        let command = lsflint(&scratch, &["check", ".", "--output-format", "concise"]);
        command.assert().stderr_eq(note.to_owned());
    };
    check("job-scripts = [\"*.bsub\"]\n", &format!("1 job script with `#BSUB` lines was not checked{note}"));
    check("job-scripts = [\"*.csh\"]\n", &format!("2 job scripts with `#BSUB` lines were not checked{note}"));
    check("job-scripts = [\"*.csh\"]\nexclude = [\"jobs\"]\n", "");
    check("job-scripts = []\n", "");
    check("", "");
}

#[test]
fn programs_are_read_in_part_or_refused() {
    let scratch = Scratch::with(&[
        ("submit.py", "#BSUB -n four\nprint(1)\n"),
        ("Snakefile", "rule a:\n    shell: \"echo\"\n"),
        ("run.py", "run([\"bsub\", \"-W\", \"1:30:00\", job])\n"),
        (
            "part.py",
            "if which('bsub'):\n    run(['bsub', '-n', n])\n    os.system('bsub -q %s x' % q)\n    x = 'bsub ' + y\n",
        ),
    ]);
    lsflint(&scratch, &["check", "submit.py", "--output-format", "concise"])
        .assert()
        .code(1)
        .stdout_eq("submit.py:1:10: J001 error invalid value `four` for `-n`\n")
        .stderr_eq("only `#BSUB` lines were read in submit.py\n");
    lsflint(&scratch, &["check", "part.py"]).assert().code(0).stderr_eq(
        "only `#BSUB` lines and literal calls of `bsub` were read in part.py; \
         2 other calls of `bsub` were not read\n",
    );
    lsflint(&scratch, &["check", "Snakefile"]).assert().code(2).stderr_eq(
        "error: `Snakefile` is not a job script: it has no `#BSUB` line and no `bsub` call that lsflint can read\n",
    );
    lsflint(&scratch, &["check", "run.py"]).assert().code(1).stderr_eq("");
    assert_eq!(found(&scratch, &["run.py"], 1), "run.py:1:20: J001 error invalid value `1:30:00` for `-W`\n");
}

/// Own small examples in the manner of Snakemake, Nextflow, Cromwell, submitters in Python and Perl, csh, and make.
#[test]
fn files_of_workflow_systems_are_read_or_refused() {
    let line = "bsub -W 1:30:00 ./run";
    let files = [
        // What is judged: the literal part of a command line.
        ("Makefile", format!("run: a\n\t@{line} $(N)\n"), Some(2)),
        ("rules.mk", "run:\n\tbsub -n 4 \\\n\t  -W 1:30:00 $(FLAGS)\n".to_owned(), Some(3)),
        ("run.csh", format!("#!/bin/csh\n{line} >& log\n"), Some(2)),
        ("run.pl", format!("#!/usr/bin/perl\nmy $id = `{line}`;\n"), Some(2)),
        ("run.py", format!("cmd = \"{line}\"\nos.system(cmd)\n"), Some(1)),
        ("one.smk", format!("rule a:\n    shell: \"{line}\"\n"), Some(2)),
        ("template.py", "TEXT = \"\"\"\n#BSUB -q {queue}\n#BSUB -W 1:30:00\n\"\"\"\n".to_owned(), Some(3)),
        ("process.nf", "'''\n#BSUB -W 1:30:00\n'''\n".to_owned(), Some(2)),
        // What is refused: the command line is put together by another program.
        ("Snakefile", "rule a:\n    shell: \"bsub -W 1:30:00 {input}\"\n".to_owned(), None),
        ("config.yaml", "cluster: \"bsub -W 1:30:00 -n {threads}\"\n".to_owned(), None),
        ("nextflow.config", "process.executor = 'lsf'\nprocess.clusterOptions = '-W 1:30:00'\n".to_owned(), None),
        ("main.nf", "process a {\n  clusterOptions '-W 1:30:00'\n}\n".to_owned(), None),
        ("cromwell.conf", "submit = \"\"\"\n  bsub -J ${job_name} -W 1:30:00 ${script}\n\"\"\"\n".to_owned(), None),
        ("submit.py", "from pythonlsf import lsf\nbsub('job', W='1:30:00')\n".to_owned(), None),
    ];
    let scratch = Scratch::new();
    for (name, text, line) in files {
        scratch.write(name, text);
        match line {
            Some(line) => {
                let found = lsflint(&scratch, &["check", name, "--output-format", "concise"]);
                let found = String::from_utf8_lossy(&{ found }.output().expect("the command runs").stdout).into_owned();
                assert!(found.starts_with(&format!("{name}:{line}:")), "{name}: {found}");
                assert!(found.ends_with(": J001 error invalid value `1:30:00` for `-W`\n"), "{name}: {found}");
            }
            None => {
                lsflint(&scratch, &["check", name]).assert().code(2).stderr_eq(format!(
                    "error: `{name}` is not a job script: it has no `#BSUB` line and no `bsub` call that lsflint can \
                     read\n"
                ));
            }
        }
    }
}

#[test]
fn stdin_suppressions_and_ignores() {
    let scratch = site("");
    lsflint(&scratch, &["check", "-", "--stdin-filename", "jobs/new.sh", "--output-format", "concise"])
        .stdin(SCRIPT)
        .assert()
        .code(1)
        .stdout_eq("jobs/new.sh:2:10: J101 error unknown queue `nigth`\n");
    let suppressed = "#!/bin/sh\n# lsflint: ignore[J101] to come\n#BSUB -q nigth\n# lsflint: ignore[J001]\n";
    lsflint(&scratch, &["check", "-", "--stdin-filename", "jobs/new.sh", "--output-format", "concise"])
        .stdin(suppressed)
        .assert()
        .code(0)
        .stdout_eq("jobs/new.sh:4:19: F090 warning unused suppression of `J001`\n");
    assert_eq!(found(&site(SCRIPT), &["jobs/sub/run.sh", "--ignore", "J"], 0), "");
}

#[test]
fn requirements_point_into_their_quotes() {
    let scratch = Scratch::with(&[("run.sh", "bsub -R \"select[mem>5] \"'rusgae[mem=5]' x\n")]);
    lsflint(&scratch, &["check", "run.sh"]).assert().code(1).stdout_eq(str![[r#"
error unknown-section-keyword [R001]: unknown section `rusgae` in a requirement string
  ┌─ run.sh:1:26
  │
1 │ bsub -R "select[mem>5] "'rusgae[mem=5]' x
  │                          ^^^^^^
  │
[..]
  = help: did you mean `rusage`?
[..]

Found 1 error in 1 file.
1 fixable with `--fix --unsafe-fixes`.

"#]]);
}

#[test]
fn the_formatter_leaves_scripts_alone() {
    let scratch = site(SCRIPT);
    lsflint(&scratch, &["fmt", "jobs/sub/run.sh"]).assert().code(0);
    let after = std::fs::read_to_string(scratch.path().join("jobs/sub/run.sh")).expect("readable");
    assert_eq!(after, SCRIPT);
}

#[test]
fn fixes_stay_inside_of_quotes() {
    let script = "#!/bin/sh\n#BSUB -R \"select[mem>5]rusage[mem=5]\" # lsflint: ignore[J001]\n\
                  bsub -R select\\[mem\\>5\\]rusage\\[mem=5\\] 'x'\n";
    let scratch = Scratch::with(&[("conf/lsf.conf", CONF), ("jobs/run.sh", script)]);
    let diff = stdout(&scratch, &["check", "jobs/run.sh", "--diff"], 1);
    assert!(diff.contains("+#BSUB -R \"select[mem>5] rusage[mem=5]\"\n"), "{diff}");
    lsflint(&scratch, &["check", "jobs/run.sh", "--fix", "--output-format", "concise"])
        .assert()
        .code(1)
        .stdout_eq("jobs/run.sh:3:25: R004 error missing space before section `rusage`\n");
    let after = std::fs::read_to_string(scratch.path().join("jobs/run.sh")).expect("readable");
    let line = "bsub -R select\\[mem\\>5\\]rusage\\[mem=5\\] 'x'\n";
    assert_eq!(after, format!("#!/bin/sh\n#BSUB -R \"select[mem>5] rusage[mem=5]\"\n{line}"));
    lsflint(&scratch, &["check", "-", "--stdin-filename", "jobs/new.sh", "--fix"])
        .stdin("#BSUB -R 'mem>5 rusage[mem=5]order[mem]'\n")
        .assert()
        .stdout_eq("#BSUB -R 'mem>5 rusage[mem=5] order[mem]'\n");
}
