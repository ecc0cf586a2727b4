//! Documents against their schemas in `docs/reference/schemas`.

use lsflint_test_support::{MINI_CLUSTER, Schema, Scratch};
use serde_json::{Value, json};

use crate::{lsflint, stdout};

const SHOW: &str = include_str!("../../../../docs/reference/schemas/show.json");
const TABLE: &str = include_str!("../../../../docs/reference/schemas/show-table.json");
const HOSTS: &str = include_str!("../../../../docs/reference/schemas/resreq-hosts.json");
const MERGE: &str = include_str!("../../../../docs/reference/schemas/resreq-merge.json");
const SHOW_JOB: &str = include_str!("../../../../docs/reference/schemas/show-job.json");
const WHY: &str = include_str!("../../../../docs/reference/schemas/why.json");
const PLAN: &str = include_str!("../../../../docs/reference/schemas/plan.json");
const CALENDAR: &str = include_str!("../../../../docs/reference/schemas/calendar.json");
const EXPORT: &str = include_str!("../../../../docs/reference/schemas/export.json");
const COMPARE: &str = include_str!("../../../../docs/reference/schemas/compare.json");
const EXPLAIN: &str = include_str!("../../../../docs/reference/schemas/explain.json");

const TABLES: [&str; 9] =
    ["queues", "applications", "hosts", "groups", "users", "resources", "limits", "pools", "service-classes"];

/// A schema that does not allow keys that it does not name, so that all keys are documented.
fn strict(schema: &str) -> Schema {
    fn close(value: &mut Value) {
        match value {
            Value::Object(map) => {
                // A condition names only the keys that it is about.
                map.iter_mut().filter(|it| it.0 != "if").for_each(|it| close(it.1));
                if map.get("type") == Some(&"object".into()) && map.contains_key("properties") {
                    map.insert("additionalProperties".to_owned(), false.into());
                }
            }
            Value::Array(items) => items.iter_mut().for_each(close),
            _ => {}
        }
    }
    let mut schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    Schema::of(schema.clone());
    close(&mut schema);
    Schema::of(schema)
}

#[track_caller]
fn check(schema: &Schema, document: &Value) {
    let errors = schema.errors(document);
    assert!(errors.is_empty(), "{}\n{document:#}", errors.join("\n"));
}

fn clusters() -> [Scratch; 3] {
    let copy = |name| Scratch::copy_of(&lsflint_test_support::cluster(name));
    [copy("demo"), copy("clean"), Scratch::with(&MINI_CLUSTER)]
}

/// The document that a command prints, whatever its exit code is.
fn document(scratch: &Scratch, arguments: &[&str]) -> Value {
    let all = [arguments, &["--output-format=json"]].concat();
    let output = lsflint(scratch, &all).output().expect("it runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn jobs_of_scripts() {
    let (show, why) = (strict(SHOW_JOB), strict(WHY));
    let scripts = [("demo", "jobs/synth.sh"), ("clean", "jobs/regress.sh"), ("clean", "jobs/submit.sh")];
    for (cluster, script) in scripts {
        let scratch = Scratch::copy_of(&lsflint_test_support::cluster(cluster));
        for user in ["--user=ann", "--verbose"] {
            check(&show, &document(&scratch, &["show", "job", script, user]));
            check(&why, &document(&scratch, &["why", script, user]));
        }
        let shown = document(&scratch, &["show", "job", script]);
        assert!(shown["jobs"][0]["application"]["name"].is_string(), "{script}: {shown:#}");
    }
}

#[test]
fn tables_and_their_objects() {
    let (table, one) = (strict(TABLE), strict(SHOW));
    for scratch in clusters() {
        for kind in TABLES {
            let listed = document(&scratch, &["show", kind, "--cluster=."]);
            check(&table, &listed);
            assert_eq!(listed["kind"], kind);
            let singular = match kind {
                "service-classes" => "service-class",
                kind => &kind[..kind.len() - 1],
            };
            for row in listed["rows"].as_array().into_iter().flatten().take(2) {
                let name = row["name"].as_str().expect("a name");
                let shown = document(&scratch, &["show", singular, name, "--cluster=."]);
                check(&one, &shown);
                assert_eq!(shown["exists"], !row["dropped"].is_object(), "{singular} {name}");
            }
        }
        check(&one, &document(&scratch, &["show", "parameter", "LSF_LIM_PORT", "--cluster=."]));
    }
}

#[test]
fn exports() {
    let schema = strict(EXPORT);
    for scratch in clusters() {
        for arguments in [&["export"][..], &["export", "--at=Sat 03:00"]] {
            check(&schema, &document(&scratch, arguments));
        }
    }
}

#[test]
fn a_row_with_an_unknown_key_is_not_valid() {
    let row = json!({"name": "normal", "exists": true, "settings": null});
    let of = |row: Value| json!({"version": 1, "kind": "limits", "rows": [row]});
    let schema = strict(TABLE);
    assert!(schema.accepts(&of(row.clone())));
    for (key, value) in [("exists", json!("yes")), ("settings", json!("x")), ("other", json!(1))] {
        let mut wrong = row.clone();
        wrong[key] = value;
        assert!(!schema.accepts(&of(wrong)), "{key}");
    }
    assert!(!schema.accepts(&of(json!({"name": "normal", "exists": false}))), "it says why");
}

#[test]
fn hosts_of_requirements() {
    let schema = strict(HOSTS);
    for scratch in clusters() {
        for text in [
            "",
            "select[mem>100] rusage[mem=500MB:lic=1] order[ut]",
            "1*{select[type==X86_64]} + 2*{rusage[mem=1]}",
            "{select[type==any]} || {select[type==X86_64]}",
            "select[",
        ] {
            check(&schema, &document(&scratch, &["resreq", "hosts", text, "-n=4", "--cluster=."]));
        }
        check(&schema, &document(&scratch, &["resreq", "hosts", "--queue=@normal", "--cluster=."]));
    }
}

#[test]
fn merged_requirements() {
    let schema = strict(MERGE);
    for scratch in clusters() {
        for arguments in [
            &["--queue=@normal", "--job=select[mem>100] rusage[mem=500MB]", "-n=4"][..],
            &["--queue=@normal"],
            &["--queue=1*{select[type==any]} + 2*{rusage[mem=1]}", "--job=select[mem>100]"],
            &["--queue=rusage[mem=1]", "--job={select[type==any]} || {select[type==X86_64]}"],
            &["--job=select["],
        ] {
            let all = [&["resreq", "merge", "--cluster=."], arguments].concat();
            check(&schema, &document(&scratch, &all));
        }
    }
}

#[test]
fn explained_output_of_lsf() {
    const OUTPUT: &str = "\
Job <7>, User <u1>, Project <default>, Status <PEND>, Queue <normal>, Command <sleep 1>
Sat Nov 28 03:00:00: Submitted from host <h1>, CWD <$HOME>;
 PENDING REASONS:
 Job slot limit reached: 3 hosts;
 Host load exceeded threshold: h1;
 The queue is inactivated by its time windows;
 nothing that is known
";
    let schema = strict(EXPLAIN);
    for scratch in clusters() {
        for arguments in [&["explain", "-"][..], &["explain", "-", "--cluster=."]] {
            let all = [arguments, &["--output-format=json"]].concat();
            let output = lsflint(&scratch, &all).stdin(OUTPUT).output().expect("it runs");
            let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
            check(&schema, &document);
            assert!(document["answers"].as_array().is_some_and(|it| it.len() >= 3), "{document:#}");
        }
    }
}

/// The text has the same rows as the document, in the same order.
#[test]
fn tables_as_text_have_the_same_rows() {
    let schema = strict(TABLE);
    for scratch in clusters() {
        for kind in TABLES {
            let arguments = ["show", kind, "--cluster=.", "--at=Sat 03:00"];
            let listed = document(&scratch, &arguments);
            check(&schema, &listed);
            let names: Vec<&str> =
                listed["rows"].as_array().into_iter().flatten().filter_map(|it| it["name"].as_str()).collect();
            let text = stdout(&scratch, &arguments, 0);
            let shown: Vec<&str> = text.lines().skip(1).filter_map(|it| it.split_whitespace().next()).collect();
            assert_eq!(shown, names, "{kind}");
        }
    }
}

#[test]
fn calendars() {
    let schema = strict(CALENDAR);
    for scratch in clusters() {
        for days in ["--week", "--days=2"] {
            check(&schema, &document(&scratch, &["calendar", days]));
        }
    }
}

#[test]
fn plans() {
    let schema = strict(PLAN);
    let scratch = Scratch::with(&[]);
    for side in ["old", "new"] {
        for (path, text) in MINI_CLUSTER {
            // Without some lines, so that all kinds of changes appear.
            let kept = |it: &(usize, &str)| side == "old" || it.0 % 5 != 3;
            let lines = text.lines().enumerate().filter(kept).map(|it| format!("{}\n", it.1));
            scratch.write(&format!("{side}/{path}"), lines.collect::<String>());
        }
    }
    for sides in [["old", "new"], ["new", "old"], ["old", "old"]] {
        let found = document(&scratch, &["plan", sides[0], sides[1]]);
        check(&schema, &found);
        assert_eq!(found["empty"], json!(sides[0] == sides[1]));
        assert_eq!(found["run"].as_array().map(Vec::is_empty), Some(sides[0] == sides[1]));
    }
}

#[test]
fn compare() {
    let schema = strict(COMPARE);
    let table = "QUEUE_NAME PRIO\nnormal 1\nnight 90\nnobody 4\n\nSomething else\n";
    for scratch in clusters() {
        scratch.write("bqueues.txt", table);
        check(&schema, &document(&scratch, &["compare", "bqueues.txt", "--cluster=."]));
    }
}
