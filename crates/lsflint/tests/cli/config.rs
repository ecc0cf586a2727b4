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
lsb.queues:2:1: P006 info `queue_name` is not in the documented letter case

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

The lowest severity that sets exit code 1. The default depends on the profile: `warning` in `ci`,
else `error`. `--fail-on` overrides this setting.

type:     "error", "warning", "info", "never"
default:  "error"
applies:  for each file, from the lsflint.toml nearest to it
extend:   replaces the value from an extended file

Example

    fail-on = "warning"

"#]]);
    lsflint(&scratch, &["config"]).assert().success().stdout_eq(str![[r#"
extend                   Other lsflint.toml files that this file extends
required-version         Versions of lsflint that can use this file
profile                  A preset of rules, severities and fail level, which all other settings override
target                   The LSF version of the configuration
clusters                 Clusters whose files are not in the usual directories
clusters.name            The name of the cluster
clusters.files           The files of the cluster
select                   Run only these rules instead of the default set: codes, code prefixes, names, or ALL
extend-select            Run these rules in addition to the selected rules or the default set
ignore                   Rules to disable: codes, code prefixes, or names
extend-ignore            Rules to disable in addition to `ignore` in this file or in a file it extends
severity                 The severity of the findings of a rule
fail-on                  The lowest severity that sets exit code 1
per-file-ignores         Rules to disable in some files
extend-per-file-ignores  Rules to disable in some files in addition to `per-file-ignores` in this file or in a file it extends
exclude                  Files that are neither checked nor formatted
extend-exclude           Files to exclude in addition to `exclude` in this file or in a file it extends
baseline                 A file with findings that are not reported, neither on the command line nor in editors
job-scripts              Job scripts to check when a directory is checked
allow-parameters         Site-specific parameters, which are not reported as unknown in any section
known-hosts              Hosts that exist although no loaded file defines them, such as dynamic hosts and hosts of other clusters
known-users              Existing user names
known-groups             User groups and host groups that exist although no loaded file defines them
known-resources          Resources that exist although no loaded file defines them
user                     The user who submits the jobs of scripts
esub                     What an esub program of LSF_SERVERDIR does with jobs
esub.name                The name of the program without `esub.`, as in LSB_ESUB_METHOD and `bsub -a`
esub.adds                The options that the program adds to jobs without them, as on a command line
esub.refuses             The options with which the program rejects a job
esub.requires            The options without which the program rejects a job
policy                   Policies of the site: conditions that objects of the cluster should meet
policy.code              The code of the rule: letters, digits, hyphens and underscores
policy.for               The objects that the policy is about
policy.when              The condition for objects that the policy applies to
policy.require           The condition that the objects should meet
policy.except            The names of objects that the policy does not apply to
policy.severity          The severity of the findings
policy.message           What is wrong with an object that does not meet the condition
policy.help              What to write instead
policy.why               Why the site has the policy
policy.test              Tests of the policy, which `lsflint policy test` runs
policy.test.files        The files of the cluster: names, such as lsb.queues, and their texts
policy.test.directory    The configuration directory of a cluster, relative to the directory of lsflint.toml
policy.test.expect       The names of the objects that the policy reports
fmt                      Settings of `lsflint fmt`
fmt.align                Whether to align equals signs and table columns
fmt.indent               Number of spaces before the lines of a section

"#]]);
    lsflint(&scratch, &["config", "algin"]).assert().code(2).stderr_eq(str![[r#"
error: unknown setting `algin`; did you mean `fmt.align`?

"#]]);
    lsflint(&scratch, &["config", "colour"]).assert().code(2).stderr_eq(str![[r#"
error: unknown setting `colour`; `lsflint config` lists all settings

"#]]);
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&scratch, &["config", "--output-format", "json"], 0)).expect("JSON");
    let options = json["options"].as_array().expect("a list");
    assert!(options.iter().any(|it| it["name"] == "fmt.align" && it["type"] == "true or false"), "{options:?}");
}

#[test]
fn a_table_lists_its_keys() {
    lsflint(&Scratch::new(), &["config", "fmt"]).assert().success().stdout_eq(str![[r#"
fmt

Settings of `lsflint fmt`.

type:     table
applies:  for each file, from the lsflint.toml nearest to it
extend:   is added to the entries from an extended file; replaces entries with the same key

Keys

    fmt.align   Whether to align equals signs and table columns (default: true)
    fmt.indent  Number of spaces before the lines of a section (default: 0)

Example

    [fmt]
    align = true
    indent = 0

"#]]);
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
1 cluster found
  [..] in . (no LSF_VERSION)
No findings in 1 file
wrote lsflint.toml

"#]]);
    lsflint(&scratch, &["check"]).assert().success();
    lsflint(&scratch, &["init"]).assert().code(2).stderr_eq(str![[r#"
error: `lsflint.toml` already exists; `lsflint init --stdout` prints a new one

"#]]);
    let text = std::fs::read_to_string(scratch.path().join("lsflint.toml")).expect("the new file");
    assert_eq!(stdout(&scratch, &["init", "--stdout"], 0), text);
    lsflint(&scratch, &["init", "nowhere"]).assert().code(2).stderr_eq(str![[r#"
error: `nowhere` is not a directory

"#]]);
}

#[test]
fn a_first_file_for_a_tree_with_findings_and_backups() {
    let scratch = Scratch::with(&[
        ("conf/lsf.conf", "LSF_VERSION=10.1\n"),
        ("conf/lsf.cluster.a", ""),
        ("conf/lsbatch/a/configdir/lsb.queues", TWO_FINDINGS),
        ("conf/lsbatch/a/configdir.old/lsb.queues", TWO_FINDINGS),
    ]);
    // Not on a terminal, nothing is asked and nothing recorded.
    lsflint(&scratch, &["init"]).assert().success();
    let read = |name: &str| std::fs::read_to_string(scratch.path().join(name)).expect("the new file");
    snapbox::assert_data_eq!(
        read("lsflint.toml"),
        str![[r##"
# Settings of lsflint for the LSF configuration below this directory. `lsflint config` lists all settings.
#
# Cluster a in conf/lsbatch/a/configdir, LSF_VERSION 10.1
# Found [..] in 3 files

# The LSF version, if it is not LSF_VERSION in lsf.conf
# target = "10.1.0.14"

# Backups, which LSF does not read
exclude = [
  "conf/lsbatch/a/configdir.old/",
]

# To report only new findings, run `lsflint check --write-baseline lsflint-baseline.toml`, and remove the `#`
# baseline = "lsflint-baseline.toml"

# For CI: warnings fail as well, and suppression comments require a reason
# profile = "ci"

"##]]
    );
    lsflint(&scratch, &["check", "--quiet"]).assert().code(1);
    std::fs::remove_file(scratch.path().join("lsflint.toml")).expect("the new file");
    lsflint(&scratch, &["init", "--yes"]).assert().success();
    assert!(read("lsflint.toml").contains("\nbaseline = \"lsflint-baseline.toml\"\n"));
    lsflint(&scratch, &["check", "--quiet"]).assert().success().stdout_eq(str![""]);
    lsflint(&scratch, &["init", "--yes"]).assert().code(2);
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
excluded: conf/lsbatch/a/configdir/lsb.users: excluded in lsflint.toml

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
  baseline                =                 default
  job-scripts             =                 default
  allow-parameters        = []              default
  known-hosts             = []              default
  known-users             = ["ann"]         site.toml:3
  known-groups            = []              default
  known-resources         = []              default
  user                    =                 default
  esub                    = []              default
  policy                  = []              default
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
  baseline                =                 default
  job-scripts             =                 default
  allow-parameters        = []              default
  known-hosts             = []              default
  known-users             = ["ann"]         site.toml:3
  known-groups            = []              default
  known-resources         = []              default
  user                    =                 default
  esub                    = []              default
  policy                  = []              default
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
