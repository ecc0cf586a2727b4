//! lsflint.toml: profiles, what counts for a file, and the commands that explain it.

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{CLEAN, TWO_FINDINGS, lsflint, stdout};

const TWICE: &str = "Begin Queue\nQUEUE_NAME = a\nNICE = 1\nNICE = 2\nEnd Queue\n";

#[test]
fn the_profile_decides_when_a_run_fails() {
    let scratch = Scratch::with(&[("lsb.queues", TWICE)]);
    let code = |arguments: &[&str], expected: i32| {
        let all = [&["check", "-q", "--select=P003"], arguments].concat();
        lsflint(&scratch, &all).assert().code(expected);
    };
    code(&[], 0);
    code(&["--profile", "ci"], 1);
    code(&["--profile", "ci", "--fail-on", "error"], 0);
    scratch.write("lsflint.toml", "profile = \"ci\"\n");
    code(&[], 1);
    code(&["--no-config"], 0);
    code(&["--profile", "default"], 0);
    scratch.write("lsflint.toml", "profile = \"ci\"\nfail-on = \"never\"\n");
    code(&[], 0);
    code(&["--fail-on", "warning"], 1);
    lsflint(&scratch, &["check", "--profile", "strict"]).assert().code(2);
}

#[test]
fn the_level_is_that_of_each_file() {
    let scratch = Scratch::with(&[
        ("a/lsb.queues", TWICE),
        ("a/lsflint.toml", "fail-on = \"warning\"\n"),
        ("b/lsb.queues", TWICE),
    ]);
    lsflint(&scratch, &["check", "-q", "--select=P003", "b"]).assert().code(0);
    lsflint(&scratch, &["check", "-q", "--select=P003", "."]).assert().code(1);
}

#[test]
fn profiles_add_rules_and_severities() {
    let scratch = Scratch::with(&[("lsb.queues", "Begin Queue\nqueue_name = a\nPROCLIMIT = 4\nEnd Queue\n")]);
    let run = |arguments: &[&str]| {
        let fixed = ["check", "-q", "--output-format", "concise", "--fail-on=never"];
        stdout(&scratch, &[&fixed, arguments].concat(), 0)
    };
    snapbox::assert_data_eq!(run(&[]), str![[""]]);
    snapbox::assert_data_eq!(
        run(&["--profile", "pedantic"]),
        str![[r#"
lsb.queues:2:1: P006 info `queue_name` is documented as `QUEUE_NAME`

"#]]
    );
    snapbox::assert_data_eq!(
        run(&["--profile", "migration"]),
        str![[r#"
lsb.queues:3:1: V001 warning `PROCLIMIT` is the old name of `TASKLIMIT`

"#]]
    );
    snapbox::assert_data_eq!(run(&["--profile", "migration", "--select", "F104"]), str![[""]]);
}

#[test]
fn keys_are_explained() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["config", "fail-on"]).assert().success().stdout_eq(str![[r#"
fail-on

The mildest finding that makes the exit code 1. The default is that of the profile: `warning` in
`ci`, else `error`. `--fail-on` wins over it.

type:     "error", "warning", "info", "never"
default:  "error"
counts:   for each file, from the lsflint.toml nearest to it
extend:   replaces what an extended file says

Example

    fail-on = "warning"

"#]]);
    lsflint(&scratch, &["config"]).assert().success().stdout_eq(str![[r#"
extend                   Other files of this form that this one builds on
required-version         The versions of lsflint that the file is for
profile                  What checking is for: a preset of rules, severities and fail level
target                   The version the configuration is for
clusters                 Files that LSF reads together, where the folders do not say so
clusters.name            The name of the cluster
clusters.files           The files of the cluster
select                   Only these rules, instead of the default set: codes, beginnings of codes, names, or ALL
extend-select            These rules besides the selected ones or the default set: for rules that are off by default
ignore                   Rules that do not run: codes, beginnings of codes, or names
extend-ignore            More rules that do not run, besides `ignore` of this file or of one it extends
severity                 The severity of everything that a rule finds
fail-on                  The mildest finding that makes the exit code 1
per-file-ignores         Rules that say nothing about some files
extend-per-file-ignores  More of them, besides `per-file-ignores` of this file or of one it extends
exclude                  Files that are neither reported on nor formatted
extend-exclude           More files to exclude, besides `exclude` of this file or of one it extends
job-scripts              Shell scripts that are checked in folders, for the jobs they submit
allow-parameters         Names of parameters that the site knows and lsflint does not
known-hosts              Hosts that exist although no file in view defines them
known-users              Login names that exist
known-groups             Groups of users or hosts that exist although no file in view defines them
known-resources          Resources that exist although no file in view defines them
fmt                      How `lsflint fmt` writes files
fmt.align                Whether equals signs and the columns of tables are lined up
fmt.indent               Blanks before the lines of a section

"#]]);
    lsflint(&scratch, &["config", "algin"]).assert().code(2).stderr_eq(str![[r#"
error: lsflint.toml has no key `algin`; did you mean `fmt.align`?

"#]]);
    lsflint(&scratch, &["config", "colour"]).assert().code(2).stderr_eq(str![[r#"
error: lsflint.toml has no key `colour`; `lsflint config` lists them

"#]]);
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&scratch, &["config", "--output-format", "json"], 0)).expect("JSON");
    let options = json["options"].as_array().expect("a list");
    assert!(options.iter().any(|it| it["name"] == "fmt.align" && it["type"] == "true or false"), "{options:?}");
}

#[test]
fn the_schema_is_the_published_one() {
    let published = include_str!("../../../project/lsflint.schema.json");
    assert_eq!(stdout(&Scratch::new(), &["config", "--schema"], 0), published);
}

#[test]
fn a_first_file() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    lsflint(&scratch, &["init"]).assert().success().stderr_eq(str![[r#"
wrote lsflint.toml

"#]]);
    lsflint(&scratch, &["check"]).assert().success();
    lsflint(&scratch, &["init"]).assert().code(2).stderr_eq(str![[r#"
error: `lsflint.toml` is there already; `lsflint init --stdout` prints a new one

"#]]);
    let text = std::fs::read_to_string(scratch.path().join("lsflint.toml")).expect("the new file");
    assert_eq!(stdout(&scratch, &["init", "--stdout"], 0), text);
    lsflint(&scratch, &["init", "nowhere"]).assert().code(2);
}

#[test]
fn files_are_listed() {
    let scratch = Scratch::with(&[
        ("conf/lsf.conf", ""),
        ("conf/lsf.cluster.a", ""),
        ("conf/lsbatch/a/configdir/lsb.queues", TWO_FINDINGS),
        ("conf/lsbatch/a/configdir/lsb.users", ""),
        ("lsflint.toml", "exclude = [\"lsb.users\"]\n"),
    ]);
    lsflint(&scratch, &["check", "--show-files"]).assert().success().stdout_eq(str![[r#"
conf/lsbatch/a/configdir/lsb.queues
conf/lsf.cluster.a
conf/lsf.conf

"#]]);
    lsflint(&scratch, &["check", "--show-files", "-v", "conf/lsbatch"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
conf/lsbatch/a/configdir/lsb.queues  lsb.queues              a

"#]])
        .stderr_eq(str![[r#"
left out: conf/lsbatch/a/configdir/lsb.users: excluded in lsflint.toml

"#]]);
    lsflint(&scratch, &["check", "--show-files", "--output-format", "json", "conf/lsf.conf"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"version":1,
"files":[
{"file":"conf/lsf.conf","kind":"lsf.conf","clusters":["a"]}]}

"#]]);
    lsflint(&scratch, &["check", "--show-files", "--output-format", "json-lines"]).assert().code(2);
    lsflint(&scratch, &["check", "--show-files", "nowhere"]).assert().code(2);
}

#[test]
fn settings_are_shown_with_their_origin() {
    let scratch = Scratch::with(&[
        (
            "site.toml",
            "ignore = [\"F\"]\nextend-ignore = [\"R6\"]\nknown-users = [\"ann\"]\n[severity]\nP003 = \"info\"\n",
        ),
        (
            "conf/lsflint.toml",
            "extend = \"../site.toml\"\nprofile = \"ci\"\nignore = [\"X1\"]\n[severity]\nP003 = \"error\"\n[fmt]\nindent = 2\n",
        ),
        ("conf/lsf.conf", "LSF_VERSION=10.1.0.9\n"),
    ]);
    lsflint(&scratch, &["check", "--show-settings", "conf/lsf.conf", "--select=F,P"]).assert().success().stdout_eq(
        str![[r#"
conf/lsf.conf
  extend                  = "../site.toml"  conf/lsflint.toml:1
  profile                 = "ci"            conf/lsflint.toml:2
  target                  = "10.1.0.9"      LSF_VERSION of lsf.conf
  clusters                = []              default
  select                  = ["F", "P"]      --select
  extend-select           = []              default
  ignore                  = []              default
  extend-ignore           = []              default
  severity.P003           = "error"         conf/lsflint.toml:5
  fail-on                 = "warning"       profile ci
  per-file-ignores        = {}              default
  extend-per-file-ignores = {}              default
  exclude                 = []              default
  extend-exclude          = []              default
  job-scripts             = []              default
  allow-parameters        = []              default
  known-hosts             = []              default
  known-users             = ["ann"]         site.toml:3
  known-groups            = []              default
  known-resources         = []              default
  fmt.align               = true            default
  fmt.indent              = 2               conf/lsflint.toml:7
  [..] of [..] rules run

"#]],
    );
    lsflint(&scratch, &["check", "--show-settings", "--target", "9.1.3", "--ignore=X", "--fail-on=info", "conf"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
conf
  extend                  = "../site.toml"  conf/lsflint.toml:1
  profile                 = "ci"            conf/lsflint.toml:2
  target                  = "9.1.3"         --target
  clusters                = []              default
  select                  = []              default
  extend-select           = []              default
  ignore                  = ["X1"]          conf/lsflint.toml:3
  ignore                  = ["X"]           --ignore
  extend-ignore           = ["R6"]          site.toml:2
  severity.P003           = "error"         conf/lsflint.toml:5
  fail-on                 = "info"          --fail-on
  per-file-ignores        = {}              default
  extend-per-file-ignores = {}              default
  exclude                 = []              default
  extend-exclude          = []              default
  job-scripts             = []              default
  allow-parameters        = []              default
  known-hosts             = []              default
  known-users             = ["ann"]         site.toml:3
  known-groups            = []              default
  known-resources         = []              default
  fmt.align               = true            default
  fmt.indent              = 2               conf/lsflint.toml:7
  [..] of [..] rules run

"#]]);
    let json = stdout(&scratch, &["check", "--show-settings", "--output-format", "json", "--profile=portable"], 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let target = json["paths"][0]["settings"].as_array().expect("a list").iter().find(|it| it["key"] == "target");
    assert_eq!(target.expect("a target")["from"], "profile portable");
    lsflint(&scratch, &["check", "--show-settings", "nowhere"]).assert().code(2);
}
