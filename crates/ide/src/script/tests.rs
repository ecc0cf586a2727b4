//! Features in job scripts, against a small cluster.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use lsflint_lint::{Registry, check_script};
use lsflint_model::job::JobScript;

use crate::testing::Fixture;
use crate::{
    ActionOptions, Change, CompletionOptions, FixScope, HoverOptions, InlayHintOptions, Range, Script, Scripts,
    Snapshot,
};

const CLUSTER: &str = "\
//- lsf.conf
LSF_UNIT_FOR_LIMITS=MB
//- lsf.shared
Begin Resource
RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
scratch Numeric 30 N (local disk)
End Resource
//- lsf.cluster.west
Begin Host
HOSTNAME model type server RESOURCES
h1 ! X86_64 1 ()
End Host
//- lsb.hosts
Begin HostGroup
GROUP_NAME GROUP_MEMBER
fast (h1)
End HostGroup
//- lsb.users
Begin UserGroup
GROUP_NAME GROUP_MEMBER
chip (ann)
End UserGroup
//- lsb.applications
Begin Application
NAME = solver
DESCRIPTION = the solver
End Application
//- lsb.serviceclasses
Begin ServiceClass
NAME = gold
GOALS = [throughput 6]
End ServiceClass
//- lsb.queues
Begin Queue
QUEUE_NAME = night
RUNLIMIT = 10:00
MEMLIMIT = 8000
DESCRIPTION = long jobs
End Queue
Begin Queue
QUEUE_NAME = day
End Queue
//- lsb.params
Begin Parameters
DEFAULT_QUEUE = day
End Parameters
";

/// The cluster with a script; `$0` is the cursor.
fn script(text: &str) -> (Snapshot, u32) {
    let offset = text.find("$0").unwrap_or(0);
    let mut snapshot = Fixture::new(CLUSTER).snapshot;
    let source = JobScript::new("job.sh", text.replacen("$0", "", 1));
    let registry = Registry::new(snapshot.rules, &snapshot.settings);
    let findings = check_script(&source, &snapshot.cluster, &snapshot.settings, &registry).into();
    let scripts = vec![source.clone()];
    snapshot.scripts = Scripts::collected_by(move || scripts);
    snapshot.script = Some(Script { source, findings });
    (snapshot, offset as u32)
}

fn slice(snapshot: &Snapshot, range: Range) -> &str {
    &snapshot.text("job.sh").expect("the script")[range.start as usize..range.end as usize]
}

#[track_caller]
fn check_hover(text: &str, expected: Expect) {
    let (snapshot, offset) = script(text);
    let found = crate::hover(&snapshot, "job.sh", offset, &HoverOptions::default());
    let shown = found.map_or("none".to_owned(), |it| format!("<{}>\n{}", slice(&snapshot, it.range), it.markdown));
    expected.assert_eq(&shown);
}

#[test]
fn hovers_of_options_have_units_and_the_limit_of_the_queue() {
    check_hover(
        "#BSUB -q night -$0W 90\n",
        expect![[r#"
        <-W>
        **-W \[hour:]minute\[/host_name \| /host_model]** · option of `bsub`

        Run time of the job.

        The run limit in minutes, or `hour:minute`; LSF kills the job when it is exceeded. It is normalized to a host if one follows the slash.

        - unit: minutes
        - here: 90 minutes = 1 hour 30 minutes
        - queue `night`: at most 10:00 = 10 hours (RUNLIMIT)

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_command_ref/bsub.__w.1.html)"#]],
    );
    check_hover(
        "bsub -q night -M 400$00 ./a\n",
        expect![[r#"
        <4000>
        **-M mem_limit \[!]** · option of `bsub`

        Memory of the job; a final ! makes the limit hard.

        The memory of all processes of the job, or of each process without LSB_JOB_MEMLIMIT. In KB, or in the unit of LSF_UNIT_FOR_LIMITS; a unit may follow the number.

        - unit: MB
        - here: 4000 MB
        - queue `night`: at most 8000 MB (MEMLIMIT)

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_command_ref/bsub.__m.1.html)"#]],
    );
    check_hover(
        "#BSUB -$0x\n",
        expect![[r#"
        <-x>
        **-x** · option of `bsub`

        Alone on its hosts.

        The job runs on hosts without other jobs. The queue must have EXCLUSIVE.

        [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_command_ref/bsub.x.1.html)"#]],
    );
}

/// The places in the script that refer to the name at `place` of a file.
fn references(text: &str, path: &str, place: &str) -> Vec<String> {
    let (snapshot, offset) = script(text);
    let file = snapshot.text(path).expect("a file").find(place).map_or(offset, |it| it as u32);
    let found = crate::references(&snapshot, path, if path == "job.sh" { offset } else { file }, true);
    let at = |it: &crate::FileRange| format!("{}:{}", it.path, it.range.start);
    found.iter().map(at).collect()
}

#[test]
fn references_and_renames_reach_scripts() {
    const SCRIPT: &str = "#BSUB -q 'ni$0ght day' -G chip\nbsub -q night -m fast+2 ./night\n# night\n";
    assert_eq!(references(SCRIPT, "lsb.queues", "night"), ["lsb.queues:25", "job.sh:10", "job.sh:37"]);
    assert_eq!(references(SCRIPT, "job.sh", ""), ["lsb.queues:25", "job.sh:10", "job.sh:37"]);
    assert_eq!(references(SCRIPT, "lsb.hosts", "fast"), ["lsb.hosts:40", "job.sh:46"]);
    let (snapshot, _) = script(SCRIPT);
    let offset = snapshot.text("lsb.queues").expect("a file").find("night").expect("a queue") as u32;
    let files = crate::rename(&snapshot, "lsb.queues", offset, "dusk").expect("edits");
    let text: &str = snapshot.text("job.sh").expect("the script");
    let mut after = text.to_owned();
    let edits = &files.iter().find(|it| &*it.path == "job.sh").expect("edits of the script").edits;
    for edit in edits.iter().rev() {
        after.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
    }
    assert_eq!(after, "#BSUB -q 'dusk day' -G chip\nbsub -q dusk -m fast+2 ./night\n# night\n");
}

#[test]
fn a_rename_starts_in_a_script() {
    let (snapshot, offset) = script("#BSUB -q 'ni$0ght day'\nbsub -q night -R 'select[mem>4]' ./a\n");
    let (range, name) = crate::prepare_rename(&snapshot, "job.sh", offset).expect("a name");
    assert_eq!((range.start, &*name), (10, "night"));
    let in_script = crate::rename(&snapshot, "job.sh", offset, "dusk").expect("edits");
    let offset = snapshot.text("lsb.queues").expect("a file").find("night").expect("a queue") as u32;
    assert_eq!(Ok(in_script), crate::rename(&snapshot, "lsb.queues", offset, "dusk"));
    let refused = |text: &str| {
        let (snapshot, offset) = script(text);
        crate::prepare_rename(&snapshot, "job.sh", offset).expect_err("a reason").0
    };
    assert_eq!(refused("Q=night\nbsub -q $$0Q ./a\n"), "there is no renamable name at this position");
    assert_ne!(refused("X=ht\nbsub -q ni$0g$X ./a\n"), "");
    assert_eq!(refused("bsub -q no$0 ./a\n"), "no loaded file defines the queue `no`");
    assert_eq!(refused("bsub -R 'me$0m>4' ./a\n"), "the resource `mem` is built into LSF");
    assert_eq!(refused("bsub -q night ./$0a\n"), "there is no renamable name at this position");
}

#[test]
fn a_name_in_a_variable_is_not_renamed() {
    let (snapshot, _) = script("Q=night\nbsub -q $Q ./a\n");
    let offset = snapshot.text("lsb.queues").expect("a file").find("night").expect("a queue") as u32;
    let refused = crate::rename(&snapshot, "lsb.queues", offset, "dusk").expect_err("a reason").0;
    assert_eq!(refused, "line 2 of job.sh contains a template that may refer to `night`");
}

#[test]
fn the_mark_has_a_hover() {
    check_hover(
        "#!/bin/sh\n#BS$0UB -q night\n",
        expect![[r#"
            <#BSUB>
            **#BSUB** · options of `bsub`

            `bsub < script` reads the rest of the line as options, and `bsub script` does so with LSB_BSUB_PARSE_SCRIPT=Y in lsf.conf. Options on the command line take precedence. The mark is in uppercase and at the beginning of the line.

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_command_ref/bsub.zz1argument.job_script.1.html)"#]],
    );
    check_hover("#!/bin/sh\n# BS$0UB -q night\n", expect!["none"]);
}

#[test]
fn hovers_of_names_and_requirements_are_those_of_files() {
    check_hover(
        "#BSUB -q ni$0ght\n",
        expect![[r#"
        <night>
        **night** · queue of lsb.queues

        long jobs

        - runs on: 1 host: `h1`
        - `RUNLIMIT` `10:00`, `MEMLIMIT` `8000`"#]],
    );
    check_hover(
        "bsub -R \"select[scr$0atch>4]\" ./a\n",
        expect![[r#"
        <scratch>
        **scratch** · numeric resource of lsf.shared

        local disk

        - reported by an elim every 30 seconds
        - larger values mean less load: `order` prefers large values
        - can be reserved in `rusage`
        - no host in lsf.cluster lists it"#]],
    );
    check_hover(
        "bsub -R \"rusage[scratch=$N] sp$0an[hosts=1]\" ./a\n",
        expect![[r#"
            <span>
            **span** · section of a requirement string

            How the tasks of a parallel job are spread over hosts.

            - form: `span[hosts=1 | ptile=value | block=n | stripe[=n] | gtile=n]`
            - `hosts=1|-1`: 1: all tasks on one host; -1: take back the span of queue and application
            - `ptile=n | '!' | ['!',]name:n[,name:n]...`: tasks on each host; '!' takes MXJ of lsb.hosts, names are host types or models
            - `block=n`: tasks come in blocks of this size
            - `stripe[=n]`: spread over as many hosts as possible, at most n tasks on each
            - `gtile=n | '!'`: GPUs on each socket; '!' spreads them evenly

            [Documentation](https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/span_string.html)"#]],
    );
    check_hover("X=1; echo $0hello\n", expect!["none"]);
}

#[track_caller]
fn check_completion(text: &str, expected: Expect) {
    let (snapshot, offset) = script(text);
    let found = crate::complete(&snapshot, "job.sh", offset, &CompletionOptions::default());
    let mut shown = String::new();
    let count = found.items.len();
    for it in found.items.iter().take(6) {
        let resolved = crate::resolve(&snapshot, &it.data).map_or("", |_| " +");
        writeln!(shown, "<{}> {} -> {:?}: {}{resolved}", slice(&snapshot, it.range), it.label, it.insert, it.detail)
            .expect("writing to a string cannot fail");
        assert!(it.range.start <= offset && offset <= it.range.end, "{it:?}");
    }
    expected.assert_eq(&format!("{count}\n{shown}"));
}

#[test]
fn options_complete() {
    check_completion(
        "#BSUB -$0\n",
        expect![[r#"
        108
        <-> -a -> "-a ": esub and epsub programs that see the job +
        <-> -alloc_flags -> "-alloc_flags ": CSM: prologs and epilogs of the allocation +
        <-> -app -> "-app ": the application profile +
        <-> -ar -> "-ar": the job may be resized by LSF +
        <-> -B -> "-B": mail when the job starts +
        <-> -b -> "-b ": not before this time +
    "#]],
    );
    check_completion(
        "bsub -q night -$0W 10 ./a\n",
        expect![[r#"
        107
        <-W> -a -> "-a": esub and epsub programs that see the job +
        <-W> -alloc_flags -> "-alloc_flags": CSM: prologs and epilogs of the allocation +
        <-W> -app -> "-app": the application profile +
        <-W> -ar -> "-ar": the job may be resized by LSF +
        <-W> -B -> "-B": mail when the job starts +
        <-W> -b -> "-b": not before this time +
    "#]],
    );
    check_completion(
        "bsub -q night $0",
        expect![[r#"
        107
        <> -a -> "-a ": esub and epsub programs that see the job +
        <> -alloc_flags -> "-alloc_flags ": CSM: prologs and epilogs of the allocation +
        <> -app -> "-app ": the application profile +
        <> -ar -> "-ar": the job may be resized by LSF +
        <> -B -> "-B": mail when the job starts +
        <> -b -> "-b ": not before this time +
    "#]],
    );
    check_completion("bsub -q night ./a -$0", expect!["0\n"]);
    check_completion("echo -$0", expect!["0\n"]);
}

#[test]
fn arguments_complete() {
    check_completion(
        "#BSUB -q $0\n",
        expect![[r#"
        2
        <> day -> "day": queue +
        <> night -> "night": queue: long jobs +
    "#]],
    );
    check_completion(
        "#BSUB -q ni$0\n./run\n",
        expect![[r#"
        2
        <ni> day -> "day": queue +
        <ni> night -> "night": queue: long jobs +
    "#]],
    );
    check_completion(
        "bsub -app $0",
        expect![[r#"
        1
        <> solver -> "solver": application profile: the solver +
    "#]],
    );
    check_completion(
        "bsub -sla $0",
        expect![[r#"
        1
        <> gold -> "gold": section ServiceClass of lsb.serviceclasses
    "#]],
    );
    check_completion(
        "bsub -G $0",
        expect![[r#"
        1
        <> chip -> "chip": user group +
    "#]],
    );
    check_completion(
        "bsub -W 10 \\\n  -m fa$0",
        expect![[r#"
        2
        <fa> fast -> "fast": host group +
        <fa> h1 -> "h1": host, X86_64 +
    "#]],
    );
    check_completion(
        "cat <<E\n#BSUB -q $0\nE\n",
        expect![[r#"
        2
        <> day -> "day": queue +
        <> night -> "night": queue: long jobs +
    "#]],
    );
}

#[test]
fn requirements_complete() {
    check_completion(
        "#BSUB -R $0\n",
        expect![[r#"
        62
        <> select -> "\"select[$1]\"": which hosts may run the job: an expression that must hold +
        <> order -> "\"order[$1]\"": which of the hosts are preferred: names of numeric resources, the first counts most +
        <> rusage -> "\"rusage[${1:mem}=$2]\"": what the job reserves on its hosts +
        <> span -> "\"span[$1]\"": how the tasks of a parallel job are spread over hosts +
        <> same -> "\"same[$1]\"": resources whose value must be the same on all hosts of the job +
        <> cu -> "\"cu[$1]\"": how the job is placed in compute units; hosts outside of every unit are not considered +
    "#]],
    );
    check_completion(
        "#BSUB -R \"select[scr$0\n./run\n",
        expect![[r#"
        40
        <scr> tmp -> "tmp": free space in /tmp or in LSF_TMPDIR (in MB) +
        <scr> swp -> "swp": free swap space (in MB) +
        <scr> mem -> "mem": free memory (in MB) +
        <scr> type -> "type": host type; `any` and `local` are special values +
        <scr> model -> "model": host model; `any` and `local` are special values +
        <scr> hname -> "hname": name of the host +
    "#]],
    );
    check_completion(
        "#BSUB -R \"select[scr$0]\"\n",
        expect![[r#"
        40
        <scr> tmp -> "tmp": free space in /tmp or in LSF_TMPDIR (in MB) +
        <scr> swp -> "swp": free swap space (in MB) +
        <scr> mem -> "mem": free memory (in MB) +
        <scr> type -> "type": host type; `any` and `local` are special values +
        <scr> model -> "model": host model; `any` and `local` are special values +
        <scr> hname -> "hname": name of the host +
    "#]],
    );
    check_completion(
        "bsub -R 'rusage[mem=4] sp$0'",
        expect![[r#"
        21
        <sp> select -> "select[$1]": which hosts may run the job: an expression that must hold +
        <sp> order -> "order[$1]": which of the hosts are preferred: names of numeric resources, the first counts most +
        <sp> span -> "span[$1]": how the tasks of a parallel job are spread over hosts +
        <sp> same -> "same[$1]": resources whose value must be the same on all hosts of the job +
        <sp> cu -> "cu[$1]": how the job is placed in compute units; hosts outside of every unit are not considered +
        <sp> affinity -> "affinity[$1]": processor units that each task is bound to +
    "#]],
    );
    check_completion(
        "lsrun -R \"select[scr$0\"",
        expect![[r#"
        40
        <scr> tmp -> "tmp": free space in /tmp or in LSF_TMPDIR (in MB) +
        <scr> swp -> "swp": free swap space (in MB) +
        <scr> mem -> "mem": free memory (in MB) +
        <scr> type -> "type": host type; `any` and `local` are special values +
        <scr> model -> "model": host model; `any` and `local` are special values +
        <scr> hname -> "hname": name of the host +
    "#]],
    );
}

#[test]
fn names_lead_to_their_definitions() {
    let definition = |text: &str| {
        let (snapshot, offset) = script(text);
        let found = crate::definition(&snapshot, "job.sh", offset)?;
        let target = &found.targets[0];
        let text = &snapshot.file(&target.path)?.source.text[target.focus.start as usize..target.focus.end as usize];
        Some(format!("{} -> {}: {text}", slice(&snapshot, found.origin), target.path))
    };
    assert_eq!(definition("#BSUB -q \"day ni$0ght\"\n").as_deref(), Some("night -> lsb.queues: night"));
    assert_eq!(definition("bsub -app sol$0ver ./a").as_deref(), Some("solver -> lsb.applications: solver"));
    assert_eq!(definition("bsub -m 'h1 fa$0st' ./a").as_deref(), Some("fast -> lsb.hosts: fast"));
    assert_eq!(definition("bsub -sla g$0old ./a").as_deref(), Some("gold -> lsb.serviceclasses: gold"));
    let requirement = "bsub -R \"rusage[scr$0atch=4]\" ./a";
    assert_eq!(definition(requirement).as_deref(), Some("scratch -> lsf.shared: scratch"));
    assert_eq!(definition("bsub -J ni$0ght ./a"), None);
    // The value of a constant is at its use.
    assert_eq!(definition("Q=night\nbsub -q $Q$0 ./a"), None);
}

#[test]
fn numbers_have_their_units_as_hints() {
    let (snapshot, _) = script("#BSUB -W 90 -M 4000 -n 4\nbsub -W 1:30 -R \"rusage[mem=2048]\" -M $X ./a\n");
    let text = snapshot.text("job.sh").expect("the script").clone();
    let all = Range { start: 0, end: text.len() as u32 };
    let found = crate::inlay_hints(&snapshot, "job.sh", all, &InlayHintOptions::default());
    let mut shown = text.to_string();
    found.iter().rev().for_each(|it| shown.insert_str(it.offset as usize, &format!("<{}>", it.label)));
    expect![[r##"
        #BSUB -W 90< ≙ 1 hour 30 minutes> -M 4000< ≈ 3.9 GB> -n 4
        bsub -W 1:30 -R "rusage[mem=2048< ≙ 2 GB>]" -M $X ./a
    "##]]
    .assert_eq(&shown);
}

#[test]
fn requirements_have_tokens() {
    let (snapshot, _) = script("#BSUB -R \"select[scratch>4] span[hosts=1]\"\nbsub -q night ./a\n");
    let found = crate::semantic_tokens(&snapshot, "job.sh", None);
    let shown: Vec<String> =
        found.iter().map(|it| format!("{} {}", slice(&snapshot, it.range), it.kind.name())).collect();
    expect![[r#"
        select requirementSection
        scratch resource
        > operator
        4 number
        span requirementSection
        hosts requirementKeyword
        = operator
        1 number
        night queue"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn jobs_are_in_the_outline() {
    let (snapshot, _) = script("#BSUB -q night\n#BSUB -W 90\nbsub -J \"a[1-4]\" -q day ./a\n");
    let found = crate::document_symbols(&snapshot, "job.sh");
    let shown: Vec<String> =
        found.iter().map(|it| format!("{} ({}) {:?}", it.name, it.detail, slice(&snapshot, it.range))).collect();
    expect![[r##"
        job (-q night -W 90) "#BSUB -q night\n#BSUB -W 90"
        job a[1-4] (-q day) "bsub -J \"a[1-4]\" -q day""##]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn findings_can_be_fixed_and_suppressed() {
    let (snapshot, _) =
        script("#!/bin/sh\n#BSUB -q nihgt\n  bsub -q day \\\n    -R \"select[mem>4]rusage[mem=1]\" ./a\n");
    let text = snapshot.text("job.sh").expect("the script").clone();
    let all = Range { start: 0, end: text.len() as u32 };
    let found = crate::code_actions(&snapshot, "job.sh", all, &ActionOptions::default());
    let mut shown = String::new();
    for action in &found {
        let edits = match &action.change {
            Change::Edits(edits) => edits.clone(),
            Change::FixAll(scope) => crate::fix_all_edits(&snapshot, "job.sh", *scope).into_iter().collect(),
            other => {
                writeln!(shown, "{}: {other:?}", action.title).expect("writing to a string cannot fail");
                continue;
            }
        };
        let mut changed = text.to_string();
        for edit in edits.iter().flat_map(|it| it.edits.iter().rev()) {
            changed.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
        }
        writeln!(shown, "{}\n{changed}", action.title).expect("writing to a string cannot fail");
    }
    expect![[r#"
        Insert a space
        #!/bin/sh
        #BSUB -q nihgt
          bsub -q day \
            -R "select[mem>4] rusage[mem=1]" ./a

        Suppress J101 (job-unknown-queue) on this line
        #!/bin/sh
        # lsflint: ignore[J101] intended
        #BSUB -q nihgt
          bsub -q day \
            -R "select[mem>4]rusage[mem=1]" ./a

        Suppress R004 (missing-blank-between-sections) on this line
        #!/bin/sh
        #BSUB -q nihgt
          # lsflint: ignore[R004] intended
          bsub -q day \
            -R "select[mem>4]rusage[mem=1]" ./a

        Explain J101 (job-unknown-queue): Explain(ExplainRule, "J101")
        Explain R004 (missing-blank-between-sections): Explain(ExplainRule, "R004")
        Apply all safe fixes
        #!/bin/sh
        #BSUB -q nihgt
          bsub -q day \
            -R "select[mem>4] rusage[mem=1]" ./a

    "#]]
    .assert_eq(&shown);
    assert!(crate::fix_all_edits(&snapshot, "job.sh", FixScope::Safe).is_some());
}

/// Every feature answers at every place, whatever the text.
#[test]
fn every_place_answers() {
    let text = "#!/bin/bash\nN=4; Q='night'\n#BSUB -q night -W 9:00 -R \"rusage[scratch=$N] span[ptile='!']\"\n\
                bsub -q \"$Q\" -n$N -m \"h1+2 fast\" -R 'select[mem>4 && (type==any' \\\n -w \"done(ä)\" ./a <<E\n\
                #BSUB -gpu num=1:mode=shared -J \"x[1-4]%2\nE\nlsrun -R \"selct[mem\" date";
    for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
        let (snapshot, _) = script(&text[..end]);
        let length = end as u32;
        let all = Range { start: 0, end: length };
        for offset in [length.saturating_sub(9), length.saturating_sub(1), length, length + 1] {
            crate::hover(&snapshot, "job.sh", offset, &HoverOptions::default());
            crate::complete(&snapshot, "job.sh", offset, &CompletionOptions::default());
            crate::definition(&snapshot, "job.sh", offset);
        }
        let hints = crate::inlay_hints(&snapshot, "job.sh", all, &InlayHintOptions::default());
        assert!(hints.iter().all(|it| it.offset <= length));
        for token in crate::semantic_tokens(&snapshot, "job.sh", None) {
            assert!(token.range.start < token.range.end && !slice(&snapshot, token.range).contains('\n'));
        }
        crate::document_symbols(&snapshot, "job.sh");
        crate::code_actions(&snapshot, "job.sh", all, &ActionOptions::default());
    }
}
