//! Policies that are read, and mistakes with their places.

use std::path::Path;

use expect_test::{Expect, expect};
use lsflint_lint::SiteCheck;
use lsflint_test_support::Scratch;

use crate::testing::parse_config;

#[track_caller]
fn check(text: &str, expect: Expect) {
    let found = match parse_config(text, Path::new("/site"), "lsflint.toml") {
        Ok(config) => config.policies.iter().map(|it| format!("{}\n", it.policy.rule().meta.page())).collect(),
        Err(error) => error.to_string(),
    };
    expect.assert_eq(&found);
}

/// The first line of each error.
fn errors(text: &str) -> Vec<String> {
    let error = parse_config(text, Path::new("/site"), "lsflint.toml").expect_err(text);
    error.problems.iter().map(|it| format!("{}:{}-{} {}", it.line, it.column, it.width, it.message)).collect()
}

fn policy(code: &str, require: &str) -> String {
    format!("[[policy]]\ncode = \"{code}\"\nfor = \"queue\"\nrequire = {require}\nmessage = \"no\"\n")
}

#[test]
fn a_policy_is_a_rule() {
    check(
        r#"
ignore = ["SITE-GPU"]
severity = { SITE-GPU-1 = "info" }
per-file-ignores = { "old/" = ["SITE"] }

[[policy]]
code = "SITE-GPU-1"
for = "queue"
when = "queue.name.startsWith('gpu')"
require = """
queue.hosts.all(h, 'gpu' in h.resources)
"""
except = ["gpu_debug"]
severity = "error"
message = "queue `{queue.name}` has hosts without GPU"
help = "remove them from HOSTS"
why = "Jobs would wait forever."

[[policy.test]]
files = { "lsb.queues" = "" }
expect = []
"#,
        expect![[r#"
            Policy of the site about queues: queue `{queue.name}` has hosts without GPU.

            # Why
            Jobs would wait forever.

            # Applies when
            ```cel
            queue.name.startsWith('gpu')
            ```

            # Condition
            ```cel
            queue.hosts.all(h, 'gpu' in h.resources)
            ```

            # Except
            - `gpu_debug`

            # Use instead
            remove them from HOSTS

        "#]],
    );
}

#[test]
fn mistakes_have_a_place() {
    check(
        r#"
[[policy]]
code = "F104"
for = "que"
require = "true"
message = "no"

[[policy]]
code = "SITE 1"
for = "queues"
requires = "true"
severity = "off"

[[policy]]
code = "SITE-2"
for = "queue"
when = "queue.RUNLIMT.max > duration('1h')"
require = '''
has(queue.DESCRIPTION)
  && queue.PRIORITY < 'a'
'''
message = "queue {queue.nam}"

[[policy]]
code = "site-2"
for = 5
require = ""
message = "no"
except = [1]

[[policy.test]]
files = { "queues" = "", "lsb.queues" = 5 }
directory = "x"

[[policy.test]]
expect = "a"
"#,
        expect![[r#"
            lsflint.toml:3:8: code `F104` clashes with the built-in rule F104; begin it with a word such as `SITE`
              |
            3 | code = "F104"
              |        ^^^^^^
            lsflint.toml:4:7: unknown kind of object `que`; expected `queue`, `application`, `host`, `host_group`, `user_group`, `user`, `resource`, `limit`, `pool`, `service_class`, `params`, `conf` or `cluster`
              |
            4 | for = "que"
              |       ^^^^^
            lsflint.toml:8:1: missing `require`
              |
            8 | [[policy]]
              | ^^^^^^^^^^
            lsflint.toml:8:1: missing `message`
              |
            8 | [[policy]]
              | ^^^^^^^^^^
            lsflint.toml:9:8: invalid code `SITE 1`; expected letters, digits, hyphens and underscores, such as `SITE-1`
              |
            9 | code = "SITE 1"
              |        ^^^^^^^^
            lsflint.toml:10:7: unknown kind of object `queues`; did you mean `queue`?
               |
            10 | for = "queues"
               |       ^^^^^^^^
            lsflint.toml:11:1: unknown key `requires`; did you mean `require`?
               |
            11 | requires = "true"
               | ^^^^^^^^
            lsflint.toml:12:12: unknown severity `off`; expected `error`, `warning`, `info` or `hint`; to disable a policy, add it to `ignore`
               |
            12 | severity = "off"
               |            ^^^^^
            lsflint.toml:17:15: unknown parameter `RUNLIMT` of queues; write `RUNLIMIT`
               |
            17 | when = "queue.RUNLIMT.max > duration('1h')"
               |               ^^^^^^^
            lsflint.toml:20:21: `<` compares a whole number with a text
               |
            20 |   && queue.PRIORITY < 'a'
               |                     ^
            lsflint.toml:22:25: unknown attribute `nam` of queues; write `name`
               |
            22 | message = "queue {queue.nam}"
               |                         ^^^
            lsflint.toml:25:8: duplicate code `site-2`; another policy in this file has it
               |
            25 | code = "site-2"
               |        ^^^^^^^^
            lsflint.toml:26:7: expected a quoted string, found a number
               |
            26 | for = 5
               |       ^
            lsflint.toml:27:11: the text is empty
               |
            27 | require = ""
               |           ^^
            lsflint.toml:29:11: expected a quoted string, found a number
               |
            29 | except = [1]
               |           ^
            lsflint.toml:31:1: missing `expect`
               |
            31 | [[policy.test]]
               | ^^^^^^^^^^^^^^^
            lsflint.toml:31:1: either `files` or `directory` is the cluster of the test
               |
            31 | [[policy.test]]
               | ^^^^^^^^^^^^^^^
            lsflint.toml:32:11: `queues` is not the name of an LSF file
               |
            32 | files = { "queues" = "", "lsb.queues" = 5 }
               |           ^^^^^^^^
            lsflint.toml:32:41: expected a quoted string, found a number
               |
            32 | files = { "queues" = "", "lsb.queues" = 5 }
               |                                         ^
            lsflint.toml:35:1: missing `files` or `directory`, the cluster of the test
               |
            35 | [[policy.test]]
               | ^^^^^^^^^^^^^^^
            lsflint.toml:36:10: expected a list of names of objects, found a string
               |
            36 | expect = "a"
               |          ^^^"#]],
    );
}

#[test]
fn codes_do_not_clash() {
    for code in ["F104", "f1-x", "F-1", "P1011", "all-1", "duplicate-parameter", "1-SITE", "SITE-", "S I", "", "\u{e4}"]
    {
        let found = errors(&policy(code, "\"true\""));
        assert_eq!(found.len(), 1, "{code}: {found:?}");
        assert!(found[0].starts_with("2:8-"), "{code}: {found:?}");
    }
    for code in ["SITE-1", "S1", "policy_2", "HPC-GPU-a"] {
        assert!(parse_config(&policy(code, "\"true\""), Path::new("/site"), "").is_ok(), "{code}");
    }
    let twice = policy("SITE-1", "\"true\"") + &policy("site-1", "\"false\"");
    assert_eq!(errors(&twice), ["7:8-8 duplicate code `site-1`; another policy in this file has it"]);
}

/// What an enemy could write, and what is refused only because it is too much.
#[test]
fn hostile_conditions_are_refused() {
    for (condition, expected) in [
        (
            format!("{}true{}", "(".repeat(5_000), ")".repeat(5_000)),
            "the condition has 10004 bytes; at most 2000 are allowed",
        ),
        (format!("{}true{}", "(".repeat(500), ")".repeat(500)), "brackets are nested deeper than 16"),
        (format!("{}true", "!".repeat(1_500)), "the condition has more than 200 operators"),
        (format!("true{}", " || true".repeat(240)), "the condition has more than 200 operators"),
        (format!("queue.name.matches('{}')", "(a{1000}){1000}"), "this is not a regular expression: "),
        (format!("queue.name.matches('{}')", "(".repeat(900)), "this is not a regular expression: "),
        ("[1].map(x, [x, x]).map(x, [x, x]).size() > 0".to_owned(), "a list of lists is not supported"),
        ("['a'].map(x, x + x + x).map(x, x + x).size() > 0".to_owned(), "`+` cannot be used with a text in a list"),
        ("[queue.name + queue.name].size() > 0".to_owned(), "`+` cannot be used with a text in a list"),
        ("!!(!!!!!!(!!!!(((((!!(!!(!!!!((".repeat(3), "brackets are nested deeper than 16"),
        ("[".repeat(16) + "!!!!", "the condition ends where a value is expected"),
    ] {
        let found = errors(&policy("SITE-1", &format!("'''{condition}'''")));
        assert!(found.len() == 1 && found[0].contains(expected), "{condition}: {found:?}");
    }
}

/// An extending file adds policies, and replaces those with the same code.
#[test]
fn policies_of_extended_files() {
    let base = policy("SITE-1", "\"true\"") + &policy("SITE-2", "\"true\"");
    let own = policy("site-2", "\"has(queue.USERS)\"") + &policy("SITE-3", "\"true\"");
    let own = format!("extend = \"base.toml\"\nignore = [\"SITE-1\", \"SITE-3\"]\n{own}");
    let folder = Scratch::with(&[("base.toml", &base)]);
    let config = parse_config(&own, &folder.path(), "lsflint.toml").unwrap_or_else(|error| panic!("{error}"));
    let codes: Vec<&str> = config.policies.iter().map(|it| it.policy.rule().meta.code).collect();
    assert_eq!(codes, ["SITE-1", "site-2", "SITE-3"]);
    assert!(config.policies[1].policy.rule().meta.page().contains("USERS"));
    assert!(config.ignore.contains(&config.policies[0].policy.rule().meta));
}

/// A text with line breaks cannot begin a line of a report.
#[test]
fn messages_are_one_line() {
    let text = policy("SITE-1", "\"true\"").replace("\"no\"", "\"\"\"\nno\r\n::error::x {queue.nam}\"\"\"");
    assert_eq!(errors(&text), ["7:19-3 unknown attribute `nam` of queues; write `name`"]);
    let text = policy("SITE-2", "\"true\"").replace("\"no\"", "\"no\\r\\n::error::x\"\nwhy = \"a\\n# b\"");
    let config = parse_config(&text, Path::new("/site"), "").unwrap_or_else(|error| panic!("{error}"));
    let page = config.policies[0].policy.rule().meta.page();
    assert!(page.contains("queues: no  ::error::x.\n") && page.contains("# Why\na # b\n"), "{page}");
}

/// The same text is the same rule, so that reading a file again needs no memory.
#[test]
fn a_policy_that_is_read_again_is_the_same_rule() {
    let rule = |text: &str| {
        let config = parse_config(text, Path::new("/site"), "").unwrap_or_else(|error| panic!("{error}"));
        config.policies[0].policy.rule()
    };
    let text = policy("SITE-1", "\"has(queue.USERS)\"");
    assert!(std::ptr::eq(rule(&text), rule(&text)));
    assert!(!std::ptr::eq(rule(&text), rule(&policy("SITE-1", "\"has(queue.HOSTS)\""))));
}
