//! Policies of the site: findings like all others, and their tests.

use lsflint_test_support::Scratch;
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

const POLICIES: &str = r#"
[[policy]]
code = "SITE-DESC"
for = "queue"
require = "has(queue.DESCRIPTION)"
message = "queue `{queue.name}` has no description"
help = "describe it in DESCRIPTION"
why = "Users choose queues by their descriptions."
except = ["test"]

[[policy.test]]
files = { "lsb.queues" = "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n" }
expect = ["a"]

[[policy]]
code = "SITE-TIME"
for = "queue"
when = "!queue.name.endsWith('.long')"
require = "queue.RUNLIMIT.max <= duration('24h')"
message = "queue `{queue.name}` runs jobs for {queue.RUNLIMIT.max}"
severity = "error"
"#;

const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = night
RUNLIMIT   = 48:00
End Queue
Begin Queue
QUEUE_NAME  = day
RUNLIMIT    = 8:00
DESCRIPTION = by day
End Queue
Begin Queue
QUEUE_NAME = test
RUNLIMIT   = 8:00
End Queue
";

fn site() -> Scratch {
    Scratch::with(&[("lsflint.toml", POLICIES), ("conf/lsb.queues", QUEUES)])
}

const CONCISE: [&str; 3] = ["check", "--output-format", "concise"];
const BOTH: &str = "\
conf/lsb.queues:2:14: SITE-DESC warning queue `night` has no description
conf/lsb.queues:3:14: SITE-TIME error queue `night` runs jobs for 2 days
";

/// The concise findings of a folder, with more arguments.
#[track_caller]
fn check(scratch: &Scratch, arguments: &[&str], code: i32, expected: &str) {
    assert_eq!(stdout(scratch, &[&CONCISE[..], arguments].concat(), code), expected, "{arguments:?}");
}

#[test]
fn objects_that_do_not_meet_a_policy_are_reported() {
    lsflint(&site(), &["check"]).assert().code(1).stdout_eq(str![[r#"
warning site-desc [SITE-DESC]: queue `night` has no description
  ┌─ conf/lsb.queues:2:14
  │
2 │ QUEUE_NAME = night
  │              ^^^^^
  │
  = help: describe it in DESCRIPTION

error site-time [SITE-TIME]: queue `night` runs jobs for 2 days
  ┌─ conf/lsb.queues:3:14
  │
3 │ RUNLIMIT   = 48:00
  │              ^^^^^

Found 1 error and 1 warning in 1 file.

"#]]);
}

#[test]
fn policies_are_selected_like_rules() {
    let scratch = site();
    let (description, time) = BOTH.split_at(BOTH.find('\n').expect("two lines") + 1);
    check(&scratch, &[], 1, BOTH);
    check(&scratch, &["--select", "SITE"], 1, BOTH);
    check(&scratch, &["--select", "site-desc"], 0, description);
    check(&scratch, &["--ignore", "SITE-DESC"], 1, time);
    check(&scratch, &["--select", "F"], 0, "");
    check(&scratch, &["--no-config"], 0, "");
    lsflint(&scratch, &["check", "--select", "SITE-TIM"]).assert().code(2).stderr_eq(str![[r#"
error: --select: unknown rule `SITE-TIM`; run `lsflint rules` to list all rules

"#]]);
    lsflint(&scratch, &["check", "--no-config", "--ignore", "SITE-TIME"]).assert().code(2);
    let with = |more: &str| {
        let text = format!("{more}\n{POLICIES}");
        std::fs::write(scratch.path().join("lsflint.toml"), text).expect("a file of ours");
    };
    with("ignore = [\"SITE-TIME\"]");
    check(&scratch, &[], 0, description);
    with("severity = { SITE-DESC = \"info\", site-time = \"info\" }");
    check(&scratch, &[], 0, &BOTH.replace("error", "info").replace("warning", "info"));
    with("per-file-ignores = { \"lsb.queues\" = [\"SITE-DESC\"] }");
    check(&scratch, &[], 1, time);
    with("select = [\"SITE-D\"]");
    lsflint(&scratch, &["check"]).assert().code(2);
}

#[test]
fn comments_and_baselines_know_policies() {
    let scratch = site();
    let read = |name: &str| std::fs::read_to_string(scratch.path().join(name)).expect("a file of ours");
    let write = |text: &str| std::fs::write(scratch.path().join("conf/lsb.queues"), text).expect("a file of ours");
    lsflint(&scratch, &["check", "--write-baseline", "known.toml"]).assert().success();
    assert!(read("known.toml").contains("code = \"SITE-TIME\""));
    check(&scratch, &["--baseline", "known.toml"], 0, "");
    write(&QUEUES.replace("RUNLIMIT   = 48:00", "# lsflint: ignore[SITE-TIME] until May\nRUNLIMIT   = 48:00"));
    check(&scratch, &["--ignore", "SITE-DESC"], 0, "");
    write(&format!("# lsflint: ignore-file[SITE] another site\n{QUEUES}"));
    check(&scratch, &[], 0, "");
    write(&QUEUES.replace("by day\n", "by day\n# lsflint: ignore[SITE-DSC] nothing\n"));
    let found = stdout(&scratch, &CONCISE, 1);
    assert!(found.contains("unknown rule `SITE-DSC`; did you mean `SITE-DESC`?"), "{found}");
}

#[test]
fn policies_have_pages_and_are_listed() {
    let scratch = site();
    lsflint(&scratch, &["explain", "site-desc"]).assert().success().stdout_eq(str![[r#"
site-desc [SITE-DESC]: warning, no fix

Policy of the site about queues: queue `{queue.name}` has no description.

Why
Users choose queues by their descriptions.

Condition
    has(queue.DESCRIPTION)

Except
- `test`

Use instead
describe it in DESCRIPTION

"#]]);
    let last = |text: &str| text.lines().rev().take(2).map(|it| it[..9].to_owned()).collect::<Vec<_>>();
    assert_eq!(last(&stdout(&scratch, &["rules"], 0)), ["SITE-TIME", "SITE-DESC"]);
    let rules: Value = serde_json::from_str(&stdout(&scratch, &["rules", "--output-format", "json"], 0)).expect("JSON");
    let of_site = rules["rules"].as_array().expect("a list").iter().filter(|it| it["code"] == "SITE-TIME");
    assert_eq!(of_site.map(|it| &it["severity"]).collect::<Vec<_>>(), ["error"]);
    let settings = stdout(&scratch, &["check", "--show-settings"], 0);
    assert!(settings.contains("policy.SITE-TIME.require"), "{settings}");
}

#[test]
fn reports_describe_policies() {
    let scratch = site();
    let report = |format: &str| stdout(&scratch, &["check", "--output-format", format], 1);
    let sarif: Value = serde_json::from_str(&report("sarif")).expect("JSON");
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("a list");
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "SITE-DESC");
    let rule = &rules[result["ruleIndex"].as_u64().expect("a number") as usize];
    assert_eq!((rule["id"].as_str(), rule["helpUri"].as_str()), (Some("SITE-DESC"), None));
    assert_eq!(rule["properties"]["tags"][0], "site");
    let json: Value = serde_json::from_str(&report("json")).expect("JSON");
    assert_eq!(json["diagnostics"][1]["code"], "SITE-TIME");
    for format in ["html", "gitlab", "github", "junit", "checkstyle"] {
        let report = report(format);
        assert!(report.contains("runs jobs for 2 days"), "{format}: {report}");
    }
}

#[test]
fn mistakes_stop_every_command() {
    let scratch = site();
    std::fs::write(scratch.path().join("lsflint.toml"), POLICIES.replace("RUNLIMIT.max <=", "RUNLIMT.max <="))
        .expect("a file of ours");
    for arguments in [&["check"][..], &["rules"], &["policy", "test"]] {
        lsflint(&scratch, arguments).assert().code(2).stderr_eq(str![[r#"
error: lsflint.toml:19:18: unknown parameter `RUNLIMT` of queues; write `RUNLIMIT`
   |
19 | require = "queue.RUNLIMT.max <= duration('24h')"
   |                  ^^^^^^^

"#]]);
    }
}

/// A condition that looks at too much ends, and says so once.
#[test]
fn a_policy_that_takes_too_long_is_cut() {
    let rows: String = (0..300).map(|it| format!("h{it} ! ! 1 ()\n")).collect();
    let hosts = format!("Begin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n");
    let policy = "[[policy]]\ncode = \"SITE-SLOW\"\nfor = \"host\"\nmessage = \"no\"\nrequire = \"cluster.hosts.all(a, \
                  cluster.hosts.all(b, cluster.hosts.all(c, c.name != host.name || true)))\"\n";
    let scratch = Scratch::with(&[("lsflint.toml", policy), ("lsf.cluster.x", &hosts)]);
    check(
        &scratch,
        &["--select", "SITE"],
        0,
        "lsf.cluster.x:3:1: SITE-SLOW warning policy `SITE-SLOW` cannot be evaluated: it looks at more than 1030000 \
         elements of lists\n",
    );
}

#[test]
fn tests_of_policies() {
    let scratch = site();
    lsflint(&scratch, &["policy", "test"]).assert().success().stdout_eq(str![[r#"
SITE-DESC  passed (1 test)
SITE-TIME  no tests
1 test passed, 0 failed, 1 policy without tests

"#]]);
    let more = "[[policy.test]]\ndirectory = \"conf\"\nexpect = [\"day\"]\n[[policy.test]]\ndirectory = \"conf\"\n\
                expect = [\"night\"]\n";
    let write = |text: &str| std::fs::write(scratch.path().join("lsflint.toml"), text).expect("a file of ours");
    write(&format!("{POLICIES}{more}"));
    lsflint(&scratch, &["policy", "test", "SITE-TIME"]).assert().code(1).stdout_eq(str![[r#"
SITE-TIME  failed (1 of 2 tests)
  lsflint.toml:22: `day` is not reported
  lsflint.toml:22: `night` is reported: queue `night` runs jobs for 2 days
1 test passed, 1 failed

"#]]);
    write(&format!("{POLICIES}{}", more.replace("\"conf\"", "\"missing\"")));
    let output = stdout(&scratch, &["policy", "test"], 2);
    assert!(output.contains("  lsflint.toml:22: `missing` does not exist\n"), "{output}");
    for (text, arguments, expected) in [
        ("", &["policy", "test"][..], "error: `lsflint.toml` has no policies; `lsflint config policy` explains them\n"),
        (POLICIES, &["policy", "test", "SITE-DEC"], "error: unknown policy `SITE-DEC`; did you mean `SITE-DESC`?\n"),
        ("", &["policy", "test", "--no-config"], "error: no lsflint.toml applies to the current directory\n"),
    ] {
        write(text);
        lsflint(&scratch, arguments).assert().code(2).stderr_eq(expected);
    }
}
