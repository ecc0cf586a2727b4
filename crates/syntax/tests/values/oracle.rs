//! What the open readers say about values: the small files of the oracle, each made for one condition.
//!
//! The snapshot lists what the grammars report in each file, requirement strings and structure aside. A file that the
//! readers take without a word may only appear when its remark in `expected.tsv` asks for a finding.

use std::path::PathBuf;

use expect_test::expect;
use lsflint_spec::FileKind;
use lsflint_syntax::{ErrorKind, parse};

fn cases() -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("LSFLINT_SHARED").map_or(root.join("../shared"), PathBuf::from);
    let cases = shared.join("corpus/oracle/conf-cases");
    cases.join("expected.tsv").is_file().then_some(cases)
}

#[test]
fn value_errors_of_the_oracle_files() {
    let Some(cases) = cases() else {
        eprintln!("skipped: the oracle files are not here");
        return;
    };
    let table = std::fs::read_to_string(cases.join("expected.tsv")).expect("readable");
    let mut found = String::new();
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, kind, remark) = (fields[0], fields[1], fields[fields.len() - 1]);
        let Ok(text) = std::fs::read_to_string(cases.join(name)) else { continue };
        let kind = match kind {
            "lsb.queues" => FileKind::LsbQueues,
            "lsb.hosts" => FileKind::LsbHosts,
            "lsb.users" => FileKind::LsbUsers,
            "lsb.params" => FileKind::LsbParams,
            "lsf.shared" => FileKind::LsfShared,
            "lsf.cluster" => FileKind::LsfCluster,
            "lsf.conf" => FileKind::LsfConf,
            _ => continue,
        };
        let parse = parse(&text, kind);
        assert_eq!(parse.root().text(), text, "{name}");
        let values =
            parse.errors().iter().filter(|it| !matches!(it.kind, ErrorKind::Structure(_) | ErrorKind::ResReq(_)));
        let errors: Vec<String> =
            values.map(|it| format!("{:?} at `{}`", it.kind, &text[it.range].replace('\n', "\\n"))).collect();
        if !errors.is_empty() {
            assert!(!remark.starts_with("nothing"), "{name} is valid: {errors:?}");
            found.push_str(&format!("{name} ({remark})\n"));
            for error in errors {
                found.push_str(&format!("    {error}\n"));
            }
        }
    }
    expect![[r#"
        prio-word.lsb.queues (line 3: integer wanted)
            Value(Expected("an integer")) at `high`
        prio-float.lsb.queues (line 3: integer wanted)
            Value(Expected("an integer")) at `3.5`
        pjob-word.lsb.queues (line 3: number wanted)
            Value(Expected("a number")) at `many`
        hjob-float.lsb.queues (line 3: integer wanted)
            Value(Expected("an integer")) at `1.5`
        win-nodash.lsb.queues (line 3: no - in the window)
            Time(MissingHyphen) at `8:00`
        win-oneday.lsb.queues (line 3: weekday on one side only)
            Time(DayOnOneSide) at `9:00`
        win-blank.lsb.queues (line 3: blanks round -)
            Time(BlankAroundHyphen) at ` - `
        run-three.lsb.queues (line 3: at most two values)
            Value(TooMany) at `30`
        run-unit.lsb.queues (line 3: not h:m)
            Value(Unit) at `h`
        cpu-word.lsb.queues (line 3: not h:m)
            Value(Expected("`[hour:]minute`")) at `unlimited`
        mem-three.lsb.queues (line 3: at most two values)
            Value(TooMany) at `3`
        swap-word.lsb.queues (line 3: integer wanted)
            Value(Expected("an integer")) at `x`
        proc-four.lsb.queues (line 3: at most three)
            Value(TooMany) at `4`
        hosts-badpref.lsb.queues (line 3: preference)
            Value(Expected("an integer after `+`")) at `x`
        yn-bad.lsb.queues (line 3: Y or N)
            Value(Expected("`Y`, `N` or `CU[type]`")) at `maybe`
        rerun-bad.lsb.queues (line 3: yes or no)
            Value(Expected("`Y` or `N`")) at `1`
        delay-word.lsb.queues (line 3: integer wanted)
            Value(Expected("an integer")) at `soon`
        slot-nobr.lsb.queues (line 3: [n] missing)
            Value(Expected("`[`")) at ``
        slot-open.lsb.queues (line 3: ] missing)
            Value(Unclosed('[')) at `[`
        ctl-word.lsb.queues (line 3: SUSPEND, RESUME or TERMINATE)
            Value(Expected("`SUSPEND`, `RESUME` or `TERMINATE`")) at `PAUSE`
        ctl-nobr.lsb.queues (line 3: [action] missing)
            Value(Expected("`[` and an action")) at ``
        fs-word.lsb.queues (line 3: USER_SHARES[[..]] wanted)
            Value(Expected("`USER_SHARES`")) at `yes`
        fs-noclose.lsb.queues (line 3: ] missing)
            Value(Unclosed('[')) at `[`
        fs-nocomma.lsb.queues (line 3: , missing)
            Value(Expected("`,` and the number of shares")) at `10`
        thr-word.lsb.queues (line 3: number wanted)
            Value(Expected("a number")) at `low`
        thr-blank.lsb.queues (line 3: blanks round /)
            Value(BlankAround('/')) at ` / `
        res-interval.lsf.shared (line 17: INTERVAL)
            Value(Expected("an integer")) at `abc`
        res-interval-float.lsf.shared (line 17: INTERVAL is a whole number)
            Value(Expected("an integer")) at `1.5`
        col-twice.lsf.shared (line 16: repeated column)
            Value(TooMany) at `memory`
            Value(TooMany) at `host`
            Value(TooMany) at `name`
            Value(TooMany) at `space`
            Value(TooMany) at `licence`
        model-factor.lsf.shared (line 12: factor not a number)
            Value(Expected("a number")) at `abc`
        map-noparen.lsf.cluster (line 13: LOCATION without brackets)
            Value(Expected("`[` and a list of hosts")) at `default`
        map-nobracket.lsf.cluster (line 14: [ wanted after @)
            Value(Expected("`[` and a list of hosts")) at `a1`
        map-empty.lsf.cluster (line 14: empty host list)
            Value(Empty) at `[]`
        map-unbalanced.lsf.cluster (line 14: bracket not closed)
            Value(Unclosed('[')) at `[`
        host-r1m.lsf.cluster (line 7: number wanted)
            Value(Expected("a number")) at `abc`
        u-word.lsb.users (line 3: integer wanted)
            Value(Expected("an integer")) at `ten`
        h-mxj-word.lsb.hosts (line 3: integer or !)
            Value(Expected("an integer")) at `many`
        h-thr.lsb.hosts (line 3: number wanted)
            Value(Expected("a number")) at `abc`
        pa-word.lsb.params (line 2: integer wanted)
            Value(Expected("an integer")) at `often`
        pa-yn.lsb.params (line 2: Y or N)
            Value(Expected("`Y` or `N`")) at `maybe`
        pa-over-form.lsb.params (line 3: n/m wanted)
            Value(ExpectedText("/")) at ``
    "#]]
    .assert_eq(&found);
}
