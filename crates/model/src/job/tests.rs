//! Scripts in, jobs out.

use expect_test::{Expect, expect};

use super::{Asked, Given, Job, JobScript, JobSize, Profile, RunTime, Tasks};
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
    let merged = job.merged(job.queues[0].entity.as_ref()).and_then(|it| it.result);
    assert_eq!(merged.map(|it| it.to_string()).as_deref(), Some("select[(mem>5) && (swp>1)] rusage[mem=5]"));
    let hosts: Vec<&str> = job.named_hosts().iter().map(|it| &text[it.range]).collect();
    assert_eq!(hosts, ["a", "b"]);
    assert!(job.hosts(None).is_none());
}
