//! Scripts in, jobs out.

use expect_test::{Expect, expect};

use super::{Asked, Condition, DateTime, Given, Job, JobName, JobScript, JobSize, Mistake, Profile, RunTime, Tasks};
use crate::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// The options of every job: name, argument, `?` for what is not known.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let script = JobScript::new("job.sh", text);
    let mut out = String::new();
    for job in script.submissions() {
        let option = |it: &Given| match &it.argument {
            Some(argument) => format!("-{} {}", it.option.name, argument.text().unwrap_or("?")),
            None => format!("-{}", it.option.name),
        };
        let mut parts: Vec<String> = job.given().iter().map(option).collect();
        parts.extend(job.command.as_ref().and_then(|it| it.text()).map(|it| format!("runs {it}")));
        parts.extend(job.has_gaps.then(|| "and more".to_owned()));
        out.push_str(&parts.join("  "));
        out.push('\n');
    }
    expect.assert_eq(&out);
}

#[test]
fn options_and_arguments() {
    check(
        "bsub -q \"a b\" -n4 -W1:00 -x -Is -R\"span[hosts=1]\" -M 4000 ! -J name job -q no\nbsub -q a -queue b\nbsub -K $OPTIONS -q b\n\
         bsub -h\nbsub -pack jobs\nbsub -q a < job\nbsub -u\nbsub -gpu - x\nbsub -q $Q x\nbsub -é\n",
        expect![[r#"
            -q a b  -n 4  -W 1:00  -x  -Is  -R span[hosts=1]  -M 4000  -J name  runs job
            -q a  and more
            -K  and more
            -q a  and more
            -u  and more
            -gpu -  runs x
            -q ?  runs x
            and more
        "#]],
    );
}

#[test]
fn the_command_line_has_precedence() {
    check(
        "bsub -q a -R x <<E\n#BSUB -q b -n 2\n#BSUB -R y\n#BSUB -R z\nE\n#BSUB -R y\n#BSUB -R z\n#BSUB -N done\n",
        expect![[r#"
            -q a  -R x  -n 2
            -R y  -R z  -N  and more
        "#]],
    );
}

#[test]
fn a_repeated_option_has_an_unknown_value() {
    let script = JobScript::new("job.sh", "#BSUB -q a\n#BSUB -q b -n 2\n");
    let jobs = script.submissions();
    assert_eq!(jobs[0].asked("q"), Asked::Unknown);
    assert!(matches!(jobs[0].asked("n"), Asked::Yes(_)));
    assert_eq!(jobs[0].asked("W"), Asked::No);
    assert_eq!((jobs[0].meets("EXCLUSIVE"), jobs[0].meets("TASKLIMIT")), (Some(false), Some(true)));
}

#[test]
fn values() {
    let tasks = |least, most| Some(Tasks { least, most });
    assert_eq!(Tasks::parse("4"), tasks(4, 4));
    assert_eq!(Tasks::parse("4,8"), tasks(4, 8));
    assert_eq!((Tasks::parse("8,4"), Tasks::parse("0"), Tasks::parse("4-8")), (None, None, None));
    assert_eq!(RunTime::parse("1:30/hostA"), Some(RunTime { minutes: 90, host: Some("hostA") }));
    assert_eq!(RunTime::parse("210").map(|it| it.minutes), Some(210));
    assert_eq!((RunTime::parse("1:30:00"), RunTime::parse("2h"), RunTime::parse("")), (None, None, None));
    let megabytes = |text: &str| JobSize::parse(text)?.0.megabytes(None).map(|it| it.to_string());
    assert_eq!(megabytes("4GB").as_deref(), Some("4096"));
    assert_eq!(megabytes("512m!").as_deref(), Some("512"));
    assert_eq!((megabytes("4 apples"), megabytes("much"), megabytes("5")), (None, None, None));
}

/// The place and expectation of a mistake.
fn wrong<T>(text: &str, result: Result<T, super::ValueMistake>) -> String {
    match result {
        Ok(_) => format!("{text}\n"),
        Err(it) => format!("{text}: `{}` is not {}\n", &text[it.at], it.expected),
    }
}

#[test]
fn names_of_jobs_and_arrays() {
    let texts = [
        "a",
        "my job",
        "a[1-10:2,20]%5",
        "[3]",
        "a[1-10",
        "a[]",
        "a[0-5]",
        "a[5-1]",
        "a[1-10]5",
        "a[1-10]%0",
        "a[1-x]",
    ];
    let found: String = texts.iter().map(|it| wrong(it, JobName::parse(it))).collect();
    expect![[r#"
        a
        my job
        a[1-10:2,20]%5
        [3]
        a[1-10: `[` is not a closing `]`
        a[]: `` is not `start-end:step` with indices from 1
        a[0-5]: `0-5` is not `start-end:step` with indices from 1
        a[5-1]: `5-1` is not `start-end:step` with indices from 1
        a[1-10]5: `5` is not `%` and a positive integer
        a[1-10]%0: `%0` is not `%` and a positive integer
        a[1-x]: `1-x` is not `start-end:step` with indices from 1
    "#]]
    .assert_eq(&found);
    let array = JobName::parse("a[1-10:2,20]%5").expect("an array");
    assert_eq!((array.name, array.elements(), array.at_once), ("a", Some(6), Some(5)));
    assert_eq!(JobName::parse("a").expect("a name").elements(), None);
}

#[test]
fn conditions() {
    let texts = [
        "12",
        "done(12)",
        "done( \"a b\" ) && (started(c*) || ! exit(3, > 5))",
        "numdone(7, *)",
        "ended(a[3])",
        "done(12",
        "don(12)",
        "done(12) done(13)",
        "done(1) & done(2)",
        "(done(1)",
        "done(1))",
        "done()",
        "",
        "done(1) &&",
        "exit(\"678\",!=0)",
        "external(8, \"80% (nearly)\")",
        "\"name",
        "done(\"a[*]\")",
        "file(size(a) >= 2M) && done(1)",
    ];
    let found: String = texts.iter().map(|it| wrong(it, Condition::parse(it))).collect();
    expect![[r#"
        12
        done(12)
        done( "a b" ) && (started(c*) || ! exit(3, > 5))
        numdone(7, *)
        ended(a[3])
        done(12: `(` is not a closing `)`
        don(12): `don` is not a condition such as `done`, `ended`, `exit` or `started`
        done(12) done(13): `d` is not `&&` or `||`
        done(1) & done(2): `&` is not `&&` or `||`
        (done(1): `(` is not a closing `)`
        done(1)): `)` is not `&&` or `||`
        done(): `)` is not a job ID or a job name
        : `` is not a job ID or a job name
        done(1) &&: `` is not a job ID or a job name
        exit("678",!=0)
        external(8, "80% (nearly)")
        "name: `"` is not a closing quote
        done("a[*]")
        file(size(a) >= 2M) && done(1)
    "#]]
    .assert_eq(&found);
    let tests = Condition::parse("done(12) && name").expect("a condition").tests;
    let jobs: Vec<_> = tests.iter().map(|it| (it.condition, &*it.job)).collect();
    assert_eq!(jobs, [("done", "12"), ("done", "name")]);
    assert!(Condition::parse(&"(".repeat(100_000)).is_err());
}

#[test]
fn points_in_time() {
    let texts = [
        "18:30",
        "24:00",
        "5:18:30",
        "2030:12:31:0:0",
        "13:1:18:30",
        "1:2030:12:31:0:0",
        "18",
        "tomorrow",
        "18:",
        "1:2:3x",
    ];
    let found: String = texts.iter().map(|it| wrong(it, DateTime::parse(it))).collect();
    expect![[r#"
        18:30
        24:00: `24` is not an hour from 0 to 23
        5:18:30
        2030:12:31:0:0
        13:1:18:30: `13` is not a month from 1 to 12
        1:2030:12:31:0:0: `1` is not `[[[year:]month:]day:]hour:minute`
        18: `18` is not `hour:minute`
        tomorrow: `tomorrow` is not a minute from 0 to 59
        18:: `` is not a minute from 0 to 59
        1:2:3x: `3x` is not a minute from 0 to 59
    "#]]
    .assert_eq(&found);
}

#[test]
fn what_is_not_understood() {
    let text = "bsub --time=1:00 x\nbsub -walltime 5 x\nbsub -zzz x\nbsub -hostfle f x\nbsub -foo x\nbsub -qnight -Jname -P a b\n\
                bsub -q=night -n 4 x\nbsub x -n 4 -R 'span[hosts=1]'\nbsub -q -n 4 x\nbsub -n 4 -J\nbsub -q $A -J\nbsub $A -J\nbmod -Rn -q\nbsub -sp -5 x\n\
                #BSUB -R rusage[mem=5] span[hosts=1] -q a\n#BSUB -x 4\n#BSUB -J\n";
    let script = JobScript::new("job.sh", text);
    let mut out = String::new();
    for it in script.invocations().iter().flat_map(|it| &it.mistakes) {
        let line = match it {
            Mistake::UnknownOption { word, begins_with } => {
                format!("unknown {} {:?}", &text[word.range()], begins_with.map(|it| it.name))
            }
            Mistake::ForeignOption { word, option } => format!("foreign {} {}", &text[word.range()], option.option),
            Mistake::MissingArgument { option, taken, .. } => {
                format!("missing {} {:?}", option.name, taken.as_ref().and_then(|it| it.text()))
            }
            Mistake::StrayWord { word, after, requirement } => {
                let whole = requirement.map(|it| &text[it]);
                format!("stray {} {:?} {whole:?}", &text[word.range()], after.map(|it| it.name))
            }
            Mistake::LateOption { word, command } => format!("late {} {:?}", &text[word.range()], command.text()),
        };
        out.push_str(&line);
        out.push('\n');
    }
    expect![[r#"
        foreign --time=1:00 W
        foreign -walltime W
        unknown -zzz None
        unknown -hostfle Some("h")
        unknown -foo Some("f")
        unknown -q=night Some("q")
        late -R Some("x")
        missing q Some("-n")
        missing J None
        missing J None
        missing q None
        stray span[hosts=1] Some("R") Some("rusage[mem=5] span[hosts=1]")
        stray 4 Some("x") None
        missing J None
    "#]]
    .assert_eq(&out);
}

#[test]
fn names_are_looked_up() {
    let files = [
        ("lsb.queues", "Begin Queue\nQUEUE_NAME = night\nRES_REQ = select[mem>5]\nEnd Queue\n"),
        ("lsb.applications", "Begin Application\nNAME = sim\nRES_REQ = rusage[mem=5]\nEnd Application\n"),
        ("lsb.params", "Begin Parameters\nDEFAULT_APPLICATION = sim\nEnd Parameters\n"),
    ];
    let files =
        files.map(|(name, text)| SourceFile::new(name, FileKind::from_name(name).expect("a file of LSF"), text));
    let cluster = Cluster::of(&files, None);
    let text = "bsub -q 'night  nigth a@b' -R 'select[swp>1]' -m 'a+2 b! c@d' x";
    let script = JobScript::new("job.sh", text);
    let jobs = script.submissions();
    let job = Job::of(cluster.view(), &jobs[0]);
    let queues: Vec<(&str, bool)> = job.queues.iter().map(|it| (&text[it.range], it.entity.is_some())).collect();
    assert_eq!(queues, [("night", true), ("nigth", false), ("a@b", false)]);
    assert!(matches!(job.application, Profile::Default(_)));
    let merged = job.merged(job.queues[0].entity.as_ref()).and_then(|it| it.result.clone());
    assert_eq!(merged.map(|it| it.to_string()).as_deref(), Some("select[(mem>5) && (swp>1)] rusage[mem=5]"));
    let hosts: Vec<&str> = job.named_hosts().iter().map(|it| &text[it.range]).collect();
    assert_eq!(hosts, ["a", "b"]);
    assert!(job.hosts(None).is_none());
}
