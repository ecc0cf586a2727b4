//! Formats: what machines may rely on, and what people see of too much.

use std::collections::BTreeSet;

use lsflint_test_support::{Schema, Scratch};
use serde_json::Value;
use snapbox::str;

use crate::{CLEAN, SELECT, TWO_FINDINGS, lsflint, stdout};

fn json(scratch: &Scratch, arguments: &[&str], code: i32) -> Value {
    let text = stdout(scratch, arguments, code);
    serde_json::from_str(&text).expect("one JSON document")
}

/// Every key of the contract is there with the right type, and no other.
fn assert_shape(document: &Value) {
    assert_keys(document, &["version", "tool", "diagnostics", "skipped", "summary"], &[]);
    assert_eq!(document["version"], 1);
    assert_eq!(document["tool"]["name"], "lsflint");
    assert_eq!(document["tool"]["version"], env!("CARGO_PKG_VERSION"));
    assert_keys(&document["summary"], &["files", "errors", "warnings", "infos"], &[]);
    for it in document["diagnostics"].as_array().expect("a list") {
        let always = ["code", "rule", "severity", "file", "range", "message"];
        assert_keys(it, &always, &["effect", "consequence", "help", "related", "fix", "url"]);
        assert!(["error", "warning", "info", "hint"].contains(&it["severity"].as_str().expect("a word")));
        assert_range(&it["range"]);
        if let Some(consequence) = it.get("consequence") {
            assert_keys(consequence, &["item", "outcome"], &["value"]);
            let items = ["file", "section", "row", "line", "value", "string", "job"];
            assert!(items.contains(&consequence["item"].as_str().expect("a word")), "{consequence}");
            let outcomes =
                ["ignored", "rejected", "dropped", "default", "read-as", "no-effect", "refused", "pending", "killed"];
            assert!(outcomes.contains(&consequence["outcome"].as_str().expect("a word")), "{consequence}");
            assert!(it.get("effect").is_some(), "a consequence without words: {it}");
        }
        for related in it["related"].as_array().into_iter().flatten() {
            assert_keys(related, &["file", "range", "message"], &[]);
            assert_range(&related["range"]);
        }
        if let Some(fix) = it.get("fix") {
            assert_keys(fix, &["applicability", "title", "edits"], &[]);
            assert!(["safe", "unsafe"].contains(&fix["applicability"].as_str().expect("a word")));
            for edit in fix["edits"].as_array().expect("a list") {
                assert_keys(edit, &["file", "range", "text"], &[]);
                assert_range(&edit["range"]);
            }
        }
    }
    for it in document["skipped"].as_array().expect("a list") {
        assert_keys(it, &["check", "because"], &[]);
    }
}

fn assert_range(range: &Value) {
    assert_keys(range, &["start", "end"], &[]);
    for place in [&range["start"], &range["end"]] {
        assert_keys(place, &["line", "column", "offset"], &[]);
        assert!(place["line"].as_u64() >= Some(1) && place["column"].as_u64() >= Some(1), "{place}");
    }
}

fn assert_keys(value: &Value, always: &[&str], maybe: &[&str]) {
    let object = value.as_object().expect("an object");
    for key in always {
        assert!(object.contains_key(*key), "`{key}` is missing in {value}");
    }
    for key in object.keys() {
        assert!(always.contains(&key.as_str()) || maybe.contains(&key.as_str()), "`{key}` is new in {value}");
    }
}

#[test]
fn json_is_what_the_contract_says() {
    let scratch = Scratch::with(&[("sub/lsb.queues", TWO_FINDINGS)]);
    let document = json(&scratch, &["check", SELECT, "--output-format=json"], 1);
    assert_shape(&document);
    assert_eq!(document["summary"].to_string(), r#"{"errors":1,"files":1,"infos":0,"warnings":1}"#);
    let second = &document["diagnostics"][1];
    assert_eq!((second["code"].as_str(), second["rule"].as_str()), (Some("F104"), Some("end-name-mismatch")));
    assert_eq!(second["file"], "sub/lsb.queues");
    assert_eq!(second["range"]["start"].to_string(), r#"{"column":5,"line":6,"offset":79}"#);
    assert_eq!(second["range"]["end"].to_string(), r#"{"column":11,"line":6,"offset":85}"#);
    assert_eq!(second["fix"]["edits"][0]["text"], "Queue");
    let queue = "Begin Queue\nQUEUE_NAME = q\nmem = 1000/4000\nEnd Queue\n";
    let swapped =
        json(&Scratch::with(&[("lsb.queues", queue)]), &["check", "--select=L201", "--output-format=json"], 0);
    assert_shape(&swapped);
    let consequence = &swapped["diagnostics"][0]["consequence"];
    assert_eq!(consequence.to_string(), r#"{"item":"value","outcome":"read-as","value":"4000/1000"}"#);
    let empty = json(&Scratch::new(), &["check", "--output-format=json"], 2);
    assert_shape(&empty);
}

#[test]
fn json_lines_are_the_findings_of_the_document() {
    let scratch = Scratch::with(&[("a/lsb.queues", TWO_FINDINGS), ("b/lsb.queues", TWO_FINDINGS)]);
    let document = json(&scratch, &["check", SELECT, "--output-format=json"], 1);
    let lines = stdout(&scratch, &["check", SELECT, "--output-format=json-lines"], 1);
    let lines: Vec<Value> = lines.lines().map(|it| serde_json::from_str(it).expect("a document")).collect();
    assert_eq!(Some(&lines), document["diagnostics"].as_array());
    assert_eq!(lines.len(), 4);
}

#[test]
fn places_are_characters_and_bytes_of_the_disk() {
    let text = "Begin Queue\nDESCRIPTION = Gr\u{F6}\u{DF}e \\\n \u{1F600}\nEnd Queue\u{F6}\n";
    let utf8 = Scratch::with(&[("lsb.queues", text)]);
    let place = |scratch: &Scratch| {
        let document = json(scratch, &["check", "--select=F104", "--output-format=json"], 1);
        let range = &document["diagnostics"][0]["range"];
        format!("{} {}", range["start"], range["end"])
    };
    assert_eq!(place(&utf8), r#"{"column":5,"line":4,"offset":46} {"column":11,"line":4,"offset":53}"#);
    let latin1 = Scratch::new();
    latin1.write("lsb.queues", b"Begin Queue\nDESCRIPTION = Gr\xF6\xDFe \\\n x\nEnd Queue\xF6\n");
    assert_eq!(place(&latin1), r#"{"column":5,"line":4,"offset":41} {"column":11,"line":4,"offset":47}"#);
}

#[test]
fn people_see_the_first_and_the_worst() {
    let mut text = "Begin Queue\nQUEUE_NAME = a\n".to_owned();
    text.push_str(&"NICE = 1\n".repeat(300));
    text.push_str("End Queues\n");
    let scratch = Scratch::with(&[("lsb.queues", &text), ("x/lsb.queues", &text)]);
    let full = stdout(&scratch, &["check", SELECT], 1);
    assert_eq!(full.matches("duplicate-parameter [P003]").count(), 98, "49 of each file");
    assert_eq!(full.matches("end-name-mismatch [F104]").count(), 2, "errors are never crowded out");
    assert!(full.contains("... and 250 more in lsb.queues\n"));
    assert!(full.ends_with(
        "500 more findings are not shown; use `--max-findings 0` to show all, or `--output-format json`\n\
         Found 2 errors and 598 warnings in 2 files.\n\
         2 fixable with `--fix`.\n"
    ));
    let lines = |more: &str| stdout(&scratch, &["check", SELECT, "--output-format=concise", more], 1).lines().count();
    assert_eq!(lines("--max-findings=7"), 7);
    assert_eq!(lines("--max-findings=0"), 600);
    lsflint(&scratch, &["check", SELECT, "--output-format=concise"]).assert().code(1).stderr_eq(str![[r#"
500 more findings are not shown; use `--max-findings 0` to show all, or `--output-format json`

"#]]);
    let document = json(&scratch, &["check", SELECT, "--output-format=json"], 1);
    assert_eq!(document["diagnostics"].as_array().map(Vec::len), Some(600), "machines get everything");
}

#[test]
fn long_lines_are_cut_to_a_window() {
    let blanks = " ".repeat(300_000);
    let scratch =
        Scratch::with(&[("lsb.queues", &format!("Begin Queue\nQUEUE_NAME = a\nEnd {blanks}Queues{blanks}\n"))]);
    let full = stdout(&scratch, &["check", "--select=F104"], 1);
    assert!(full.contains("lsb.queues:3:300005"), "{full}");
    assert!(full.lines().all(|it| it.chars().count() < 250));
    assert!(full.contains("Queues"));
}

#[test]
fn text_of_strangers_does_not_reach_the_terminal() {
    let scratch = Scratch::with(&[("lsb.queues", "Begin Queue\nQUEUE_NAME = a\nEnd \u{1B}[31mx\u{202E}\n")]);
    let full = stdout(&scratch, &["check", "--select=F104", "--color=always"], 1);
    assert!(full.contains("\u{241B}[31mx\u{FFFD}"), "{full:?}");
    let log = stdout(&scratch, &["check", "--select=F104", "--output-format=github"], 1);
    assert!(!log.contains('\u{1B}') && log.contains('\u{241B}'), "{log:?}");

    let queue = "Begin Queue\nQUEUE_NAME = a\nDESCRIPTION = \u{1B}]0;title\u{7} \u{1B}[8mhidden\nEnd Queue\n";
    let scratch = Scratch::with(&[("lsb.queues", queue)]);
    let shown = stdout(&scratch, &["show", "queue", "a", "--cluster=.", "--color=always"], 0);
    assert!(shown.contains("\u{241B}]0;title\u{2407} \u{241B}[8mhidden"), "{shown:?}");
    // A patch has the bytes of the file.
    let patch = stdout(&scratch, &["fmt", "--diff"], 1);
    assert!(patch.contains("\u{1B}]0;title"), "{patch:?}");
}

/// GitHub reads a line that begins with `::` as a command.
#[test]
fn a_path_is_no_command() {
    let scratch = Scratch::with(&[("::error::x/lsb.queues", TWO_FINDINGS)]);
    let concise = stdout(&scratch, &["check", SELECT, "--output-format=concise"], 1);
    assert!(concise.lines().all(|it| it.starts_with("./::error::x/lsb.queues:")), "{concise}");
    // It skips whitespace before it.
    let scratch = Scratch::with(&[("\u{A0} ::error::x/lsb.queues", TWO_FINDINGS)]);
    let concise = stdout(&scratch, &["check", SELECT, "--output-format=concise"], 1);
    assert!(concise.lines().all(|it| it.starts_with("./\u{A0} ::error::x/lsb.queues:")), "{concise}");
}

#[cfg(unix)]
#[test]
fn a_line_break_in_a_path_begins_no_line() {
    let scratch = Scratch::with(&[("a\n::error::b\u{1B}]0;x/lsb.queues", TWO_FINDINGS)]);
    std::os::unix::fs::symlink("/nonexistent/place", scratch.path().join("a\n::error::b\u{1B}]0;x/lsb.users"))
        .expect("a link");
    for format in ["concise", "full", "github", "junit", "gitlab", "checkstyle", "json", "sarif"] {
        let output = lsflint(&scratch, &["check", SELECT, "-v", &format!("--output-format={format}")]).output();
        let output = output.unwrap_or_else(|it| panic!("{format}: {it}"));
        assert_eq!(output.status.code(), Some(2), "{format}");
        let shown = [output.stdout, output.stderr].concat();
        let shown = String::from_utf8_lossy(&shown);
        assert!(
            !shown.lines().any(|it| it.starts_with("::error::b")) && !shown.contains('\u{1B}'),
            "{format}: {shown}"
        );
    }
}

#[test]
fn colours_are_for_those_who_want_them() {
    let scratch = Scratch::with(&[("lsb.queues", TWO_FINDINGS)]);
    let has_colour = |more: &[&str], variable: Option<&str>| {
        let mut command = lsflint(&scratch, &["check", SELECT]).args(more);
        if let Some(name) = variable {
            command = command.env(name, "1");
        }
        let output = command.assert().code(1).get_output().clone();
        output.stdout.contains(&0x1B)
    };
    assert!(!has_colour(&[], None), "a pipe is no terminal");
    assert!(has_colour(&[], Some("CLICOLOR_FORCE")));
    assert!(has_colour(&["--color=always"], Some("NO_COLOR")), "who says always means it");
    assert!(!has_colour(&["--color=never"], Some("CLICOLOR_FORCE")));
    assert!(!has_colour(&["--color=always", "--output-format=json"], None));
}

/// What a format writes about a cluster with findings and about one without, and how many findings there are.
fn check_everywhere(format: &str, check: impl Fn(&str, usize)) {
    for (cluster, code) in [("demo", 1), ("clean", 0)] {
        let scratch = Scratch::copy_of(&lsflint_test_support::cluster(cluster));
        let document = json(&scratch, &["check", "--output-format=json"], code);
        let severities = document["diagnostics"].as_array().into_iter().flatten().map(|it| &it["severity"]);
        let count = severities.filter(|it| *it != "hint").count();
        assert_eq!(count > 0, code == 1);
        check(&stdout(&scratch, &["check", "--output-format", format], code), count);
    }
}

#[test]
fn sarif_is_what_its_schema_says() {
    let schema = include_str!("../../../../testdata/schemas/sarif-2.1.0.json");
    let schema = Schema::new(schema);
    check_everywhere("sarif", |text, count| {
        let document: Value = serde_json::from_str(text).expect("one JSON document");
        assert!(schema.accepts(&document), "{document:#}");
        let results = document["runs"][0]["results"].as_array().expect("a list");
        assert_eq!(results.len(), count);
        let known: BTreeSet<String> =
            results.iter().map(|it| it["partialFingerprints"]["lsflint/v1"].to_string()).collect();
        assert_eq!(known.len(), count, "every result is known by something of its own");
    });
}

#[test]
fn gitlab_knows_every_finding() {
    let schema = include_str!("../../../../testdata/schemas/gitlab-code-quality.json");
    let schema = Schema::new(schema);
    check_everywhere("gitlab", |text, count| {
        let document: Value = serde_json::from_str(text).expect("one JSON document");
        assert!(schema.accepts(&document), "{document:#}");
        let entries = document.as_array().expect("a list");
        let known: BTreeSet<String> = entries.iter().map(|it| it["fingerprint"].to_string()).collect();
        assert_eq!((entries.len(), known.len()), (count, count));
    });
}

#[test]
fn findings_that_look_alike_on_one_line_stay_apart_when_lines_move() {
    let window = "RUN_WINDOW = 25:00-26:00 25:00-26:00\n";
    let known = |head: &str| {
        let scratch =
            Scratch::with(&[("lsb.queues", &format!("{head}{}{window}End Queue\n", CLEAN.replace("End Queue\n", "")))]);
        let sarif = json(&scratch, &["check", "--select=T003", "--output-format=sarif"], 1);
        let gitlab = json(&scratch, &["check", "--select=T003", "--output-format=gitlab"], 1);
        let of = |list: &Value, key: &str| -> Vec<String> {
            list.as_array()
                .into_iter()
                .flatten()
                .map(|it| it.pointer(key).map(Value::to_string).unwrap_or_default())
                .collect()
        };
        (of(&sarif["runs"][0]["results"], "/partialFingerprints/lsflint~1v1"), of(&gitlab, "/fingerprint"))
    };
    let (sarif, gitlab) = known("");
    for list in [&sarif, &gitlab] {
        assert_eq!((list.len(), list.iter().collect::<BTreeSet<_>>().len()), (4, 4), "{list:?}");
    }
    assert_eq!(known("# a new head\n\n"), (sarif, gitlab));
}

#[test]
fn github_gets_a_command_per_finding() {
    check_everywhere("github", |text, count| {
        assert_eq!(text.lines().count(), count);
        assert!(
            text.lines().all(|it| ["::error ", "::warning ", "::notice "].iter().any(|level| it.starts_with(level)))
        );
    });
}

#[test]
fn xml_is_xml() {
    check_everywhere("junit", |text, count| {
        let document = roxmltree::Document::parse(text).expect("XML");
        let number = |name: &str| document.descendants().filter(|it| it.has_tag_name(name)).count();
        assert_eq!(number("failure") + number("system-out"), count);
        assert!(number("testcase") > count, "files without findings have passed");
    });
    check_everywhere("checkstyle", |text, count| {
        let document = roxmltree::Document::parse(text).expect("XML");
        assert_eq!(document.descendants().filter(|it| it.has_tag_name("error")).count(), count);
    });
}

#[test]
fn forges_get_paths_from_the_top_of_the_repository() {
    let scratch = Scratch::with(&[("site/conf/lsb.queues", TWO_FINDINGS)]);
    let report = |format: &str, variable: &str| {
        let command =
            lsflint(&scratch, &["check", SELECT, "--output-format", format]).current_dir(scratch.path().join("site"));
        let output = command.env(variable, scratch.path()).assert().code(1).get_output().clone();
        String::from_utf8(output.stdout).expect("our output is UTF-8")
    };
    assert!(report("github", "GITHUB_WORKSPACE").contains("file=site/conf/lsb.queues,"));
    assert!(report("sarif", "GITHUB_WORKSPACE").contains(r#""uri":"site/conf/lsb.queues""#));
    assert!(report("gitlab", "CI_PROJECT_DIR").contains(r#""path":"site/conf/lsb.queues""#));
    assert!(report("checkstyle", "CI_PROJECT_DIR").contains(r#"name="site/conf/lsb.queues""#));
    assert!(report("gitlab", "HOME").contains(r#""path":"conf/lsb.queues""#));
    assert!(report("json", "GITHUB_WORKSPACE").contains(r#""file":"conf/lsb.queues""#), "JSON is for everybody");
}

#[test]
fn what_could_not_be_read_is_in_the_report() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    scratch.write("lsb.users", b"Begin\0End\xFF");
    let document = json(&scratch, &["check", "--output-format=sarif"], 2);
    let invocation = &document["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let text = invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().expect("a text");
    assert!(text.starts_with("`lsb.users` is not a text file"), "{text}");
    let junit = stdout(&scratch, &["check", "--output-format=junit"], 2);
    assert!(junit.contains(r#"<error type="problem" message="`lsb.users` is not a text file"#), "{junit}");
    let github = stdout(&scratch, &["check", "--output-format=github"], 2);
    assert!(github.starts_with("::error title=lsflint::`lsb.users` is not a text file"), "{github}");
}

#[test]
fn statistics() {
    let scratch =
        Scratch::with(&[("lsb.queues", TWO_FINDINGS), ("a/lsb.queues", TWO_FINDINGS), ("b/lsb.queues", CLEAN)]);
    lsflint(&scratch, &["check", SELECT, "--statistics"]).assert().code(1).stdout_eq(str![[r#"
2  F104  error    end-name-mismatch
2  P003  warning  duplicate-parameter

"#]]);
    lsflint(&scratch, &["check", "--statistics", "--output-format=json"]).assert().code(2);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_a_failure() {
    use std::process::{Command, Stdio};

    let scratch = Scratch::new();
    for number in 0..300 {
        scratch.write(&format!("c{number}/lsb.queues"), TWO_FINDINGS);
    }
    let mut child = Command::new(snapbox::cmd::cargo_bin!("lsflint"))
        .args(["check", "--output-format=concise", "--max-findings=0", SELECT])
        .current_dir(scratch.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("our own program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("our own program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_ne!(output.status.code(), Some(2));
    assert!(output.status.code().is_some(), "not killed");
}
