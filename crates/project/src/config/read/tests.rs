//! What is read, what is refused with its place, and what extended files add.

use std::path::Path;

use expect_test::{Expect, expect};
use lsflint_lint::Severity;
use lsflint_test_support::Scratch;

use super::*;
use crate::config::FailOn;
use crate::disk::read_file;
use crate::testing::parse_config;

#[track_caller]
fn check(text: &str, expect: Expect) {
    let found = match parse_config(text, Path::new("/site"), "lsflint.toml") {
        Ok(config) => format!("{config:#?}"),
        Err(error) => error.to_string(),
    };
    expect.assert_eq(&found);
}

fn parse(text: &str) -> Config {
    parse_config(text, Path::new("/site"), "lsflint.toml").unwrap_or_else(|error| panic!("{error}"))
}

/// Reads `conf/lsflint.toml` of a folder with these files.
fn read(files: &[(&str, &str)]) -> Result<(Scratch, Config), ConfigError> {
    let scratch = Scratch::with(files);
    let paths = Paths::new(scratch.path());
    let file = scratch.path().join("conf/lsflint.toml");
    let mut base = |base: &Path| {
        let shown = paths.shown(base);
        Ok((read_file(base, &shown)?.text, shown))
    };
    match read_config(&file, &paths, &mut base) {
        Ok(config) => Ok((scratch, config)),
        Err(Problem::Config(error)) => Err(error),
        Err(problem) => panic!("{problem}"),
    }
}

/// What counts in the end, and where it was said.
#[track_caller]
fn check_messages(files: &[(&str, &str)], expect: Expect) {
    let text = match read(files) {
        Ok((_, config)) => {
            let said = |it: &Said| format!("{} = {} ({}:{})\n", it.key, it.value, it.file, it.line);
            config.said.iter().map(said).collect()
        }
        Err(error) => error.to_string(),
    };
    expect.assert_eq(&text);
}

#[test]
fn every_key_is_read() {
    let config = parse(
        r#"
required-version = ">=0.1"
profile = "pedantic"
target = "9.1.3..10.1"
select = ["F", "P003"]
extend-select = ["unused-suppression"]
ignore = ["F104"]
extend-ignore = ["F105"]
fail-on = "never"
exclude = ["old/", "*.tmpl"]
extend-exclude = ["/draft"]
allow-parameters = ["SITE_QUEUE_TAG"]
known-hosts = ["h1"]
known-users = ["ann"]
known-groups = ["chip"]
known-resources = ["lic"]
severity = { F104 = "info", duplicate-parameter = "error" }

user = "bob"

[[clusters]]
name = "north"
files = ["north/**", "shared/lsf.shared"]

[[esub]]
name = "site"
adds = "-P default"
refuses = ["-x", "m"]
requires = ["W"]

[per-file-ignores]
"lsb.queues" = ["P"]

[extend-per-file-ignores]
"lsb.hosts" = ["F1"]

[fmt]
align = false
indent = 2
"#,
    );
    assert_eq!(config.target.map(|it| it.to_string()).as_deref(), Some("9.1.3..10.1.0.16"));
    assert_eq!(config.profile.map(|it| it.name), Some("pedantic"));
    assert_eq!(config.fail_on, Some(FailOn::Never));
    assert_eq!(config.ignore.entries().collect::<Vec<_>>(), ["F104", "F105"]);
    assert_eq!(config.severity, [("F104", Severity::Info), ("P003", Severity::Error)]);
    assert_eq!(config.clusters[0].name, "north");
    assert_eq!(config.groupings_of(Path::new("/site/north/conf/lsf.conf")).count(), 1);
    assert_eq!(config.groupings_of(Path::new("/site/south/conf/lsf.conf")).count(), 0);
    assert!(config.excludes(Path::new("/site/a/old/lsb.queues")));
    assert!(config.excludes(Path::new("/site/lsb.queues.tmpl")));
    assert!(config.excludes(Path::new("/site/draft/lsb.queues")));
    assert!(!config.excludes(Path::new("/site/a/new/lsb.queues")));
    assert!(config.silences(Path::new("/site/x/lsb.queues"), "P003"));
    assert!(!config.silences(Path::new("/site/x/lsb.queues"), "F104"));
    assert!(!config.silences(Path::new("/site/x/lsb.hosts"), "P003"));
    assert!(config.silences(Path::new("/site/x/lsb.hosts"), "F104"));
    assert_eq!((config.format.align, config.format.indent), (false, 2));
    assert_eq!(config.known_hosts, ["h1"]);
    assert_eq!(config.user.as_deref(), Some("bob"));
    let esub = &config.esubs[0];
    assert_eq!((&*esub.name, &*esub.adds), ("site", "-P default"));
    assert_eq!((esub.refuses.join(" "), esub.requires.join(" ")), ("x m".to_owned(), "W".to_owned()));
}

#[test]
fn mistakes_are_shown_with_their_place() {
    check(
        "slect = [\"F\"]\nignore = [\"F999\", 3]\ntarget = \"11\"\nzzz = 1\n[severity]\nF104 = \"off\"\nF1 = \"info\"\n[fmt]\nindent = -1\nwidth = 1\n[[clusters]]\nname = \"x\"\n",
        expect![[r#"
            lsflint.toml:1:1: unknown key `slect`; did you mean `select`?
              |
            1 | slect = ["F"]
              | ^^^^^
            lsflint.toml:2:11: unknown rule `F999`; did you mean `F009`?
              |
            2 | ignore = ["F999", 3]
              |           ^^^^^^
            lsflint.toml:2:19: expected a quoted string, found a number
              |
            2 | ignore = ["F999", 3]
              |                   ^
            lsflint.toml:3:10: version `11` is not known, expected for example `10.1.0.14`, `10.1`, `9.1.3..10.1` or `openlava-4`
              |
            3 | target = "11"
              |          ^^^^
            lsflint.toml:4:1: unknown key `zzz`; `lsflint config` lists all keys
              |
            4 | zzz = 1
              | ^^^
            lsflint.toml:6:8: unknown severity `off`; expected `error`, `warning`, `info` or `hint`; to disable a rule, add it to `ignore`
              |
            6 | F104 = "off"
              |        ^^^^^
            lsflint.toml:7:1: `F1` is a prefix; `severity` requires the code or name of one rule
              |
            7 | F1 = "info"
              | ^^
            lsflint.toml:9:10: expected a number of spaces from 0 to 16, found a number
              |
            9 | indent = -1
              |          ^^
            lsflint.toml:10:1: unknown key `width`; expected one of `align` and `indent`
               |
            10 | width = 1
               | ^^^^^
            lsflint.toml:11:1: missing `files`, the file patterns of the cluster
               |
            11 | [[clusters]]
               | ^^^^^^^^^^^^"#]],
    );
    check(
        "profile = \"strict\"\nfail-on = \"off\"\n",
        expect![[r#"
            lsflint.toml:1:11: unknown profile `strict`; choose from default, ci, pedantic, portable, migration
              |
            1 | profile = "strict"
              |           ^^^^^^^^
            lsflint.toml:2:11: unknown level `off`; expected `error`, `warning`, `info` or `never`
              |
            2 | fail-on = "off"
              |           ^^^^^"#]],
    );
}

#[test]
fn other_versions() {
    // What only they know is no mistake of the file.
    check(
        "required-version = \">=99\"\nbrand-new = 1\n",
        expect![[r#"
            lsflint.toml:1:20: this file requires lsflint >=99, but this is lsflint 0.1.0
              |
            1 | required-version = ">=99"
              |                    ^^^^^^"#]],
    );
    check(
        "required-version = \"newest\"\n",
        expect![[r#"
            lsflint.toml:1:20: invalid version `newest`; expected for example `>=0.1`, `0.1.0` or `>=0.1, <0.3`
              |
            1 | required-version = "newest"
              |                    ^^^^^^^^"#]],
    );
    assert_eq!(parse("required-version = \">=0.1, <99\"\n").said.len(), 1);
}

#[test]
fn broken_toml() {
    check(
        "select = [\"F\"\nx",
        expect![[r#"
        lsflint.toml:2:1: missing comma between array elements, expected `,`
          |
        2 | x
          | ^"#]],
    );
    check(
        "a = 1\na = 2\n",
        expect![[r#"
        lsflint.toml:2:1: duplicate key
          |
        2 | a = 2
          | ^"#]],
    );
}

#[test]
fn own_keys_go_on_top() {
    check_messages(
        &[
            (
                "site.toml",
                "target = \"9.1.3\"\nselect = [\"F\"]\nextend-select = [\"W1\"]\nextend-ignore = [\"F2\"]\n\
                 known-hosts = [\"a\"]\nfail-on = \"info\"\n[severity]\nF104 = \"info\"\nF103 = \"info\"\n",
            ),
            (
                "conf/lsflint.toml",
                "extend = \"../site.toml\"\nselect = [\n    # everything\n    \"ALL\",\n]\nextend-select = [\"P006\"]\n\
                 ignore = [\"F1\"]\nknown-hosts = [\"b\"]\n[severity]\nF104 = \"error\"\n",
            ),
        ],
        expect![[r#"
            extend-ignore = ["F2"] (site.toml:4)
            extend-select = ["W1"] (site.toml:3)
            fail-on = "info" (site.toml:6)
            known-hosts = ["a"] (site.toml:5)
            severity.F103 = "info" (site.toml:9)
            target = "9.1.3" (site.toml:1)
            extend = "../site.toml" (conf/lsflint.toml:1)
            extend-select = ["P006"] (conf/lsflint.toml:6)
            ignore = ["F1"] (conf/lsflint.toml:7)
            known-hosts = ["b"] (conf/lsflint.toml:8)
            select = [ "ALL", ] (conf/lsflint.toml:2)
            severity.F104 = "error" (conf/lsflint.toml:10)
        "#]],
    );
}

#[test]
fn lists_that_extend_stay_when_the_list_is_replaced() {
    let files = [
        ("site.toml", "ignore = [\"F1\"]\nextend-ignore = [\"F2\"]\nexclude = [\"a\"]\nextend-exclude = [\"b\"]\n"),
        ("conf/lsflint.toml", "extend = [\"../site.toml\"]\nignore = [\"F3\"]\nexclude = []\n"),
    ];
    let (scratch, config) = read(&files).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(config.ignore.entries().collect::<Vec<_>>(), ["F3", "F2"]);
    assert!(!config.excludes(&scratch.path().join("a/lsb.queues")));
    assert!(config.excludes(&scratch.path().join("b/lsb.queues")));
}

#[test]
fn patterns_count_from_the_file_they_stand_in() {
    let files = [
        ("site.toml", "exclude = [\"conf/old\"]\n[per-file-ignores]\n\"conf/lsb.users\" = [\"F\"]\n"),
        ("conf/lsflint.toml", "extend = \"../site.toml\"\nextend-exclude = [\"conf/new\"]\n"),
    ];
    let (scratch, config) = read(&files).unwrap_or_else(|error| panic!("{error}"));
    let at = |path: &str| scratch.path().join(path);
    assert!(config.excludes(&at("conf/old/lsb.queues")));
    assert!(!config.excludes(&at("conf/conf/old/lsb.queues")));
    assert!(config.excludes(&at("conf/conf/new/lsb.queues")));
    assert!(!config.excludes(&at("conf/new/lsb.queues")));
    assert!(config.silences(&at("conf/lsb.users"), "F104"));
}

#[test]
fn later_files_go_on_top_of_earlier_ones() {
    check_messages(
        &[
            ("a.toml", "extend = \"c.toml\"\ntarget = \"9.1\"\n"),
            ("b.toml", "target = \"10.1\"\n"),
            ("c.toml", "profile = \"ci\"\ntarget = \"8.0\"\n"),
            ("conf/lsflint.toml", "extend = [\"../a.toml\", \"../b.toml\"]\n"),
        ],
        expect![[r#"
            profile = "ci" (c.toml:1)
            extend = "c.toml" (a.toml:1)
            target = "10.1" (b.toml:1)
            extend = ["../a.toml", "../b.toml"] (conf/lsflint.toml:1)
        "#]],
    );
}

/// A configuration from elsewhere may name any file.
#[test]
fn files_outside_the_current_directory_are_not_quoted() {
    let elsewhere = Scratch::with(&[("secret", "token: abc\n")]);
    let path = elsewhere.path().join("secret");
    let extend = format!("extend = \"{}\"\n", path.display());
    let error = read(&[("conf/lsflint.toml", &extend)]).expect_err("no TOML").to_string();
    assert!(!error.contains("token") && !error.contains("abc"), "{error}");
    assert!(error.contains("has an error in line 1; run lsflint in its directory to see the error"), "{error}");
}

#[test]
fn files_that_cannot_be_extended() {
    check_messages(
        &[("conf/lsflint.toml", "extend = \"../gone.toml\"\n")],
        expect![[r#"
            conf/lsflint.toml:1:10: `../gone.toml` does not exist
              |
            1 | extend = "../gone.toml"
              |          ^^^^^^^^^^^^^^"#]],
    );
    check_messages(
        &[("conf/lsflint.toml", "extend = [\"x.toml\", \"..\"]\n"), ("conf/x.toml", "")],
        expect![[r#"
            conf/lsflint.toml:1:21: `..` is a directory; specify the file in it
              |
            1 | extend = ["x.toml", ".."]
              |                     ^^^^"#]],
    );
    check_messages(
        &[("conf/lsflint.toml", "extend = \"lsflint.toml\"\n")],
        expect![[r#"
        conf/lsflint.toml:1:10: the file extends itself
          |
        1 | extend = "lsflint.toml"
          |          ^^^^^^^^^^^^^^"#]],
    );
    check_messages(
        &[
            ("conf/lsflint.toml", "target = \"10.1\"\nextend = \"../a.toml\"\n"),
            ("a.toml", "extend = \"b.toml\"\n"),
            ("b.toml", "extend = [\"conf/lsflint.toml\"]\n"),
        ],
        expect![[r#"
            b.toml:1:11: the files extend each other: `conf/lsflint.toml`, `a.toml`, `b.toml`, then `conf/lsflint.toml` again
              |
            1 | extend = ["conf/lsflint.toml"]
              |           ^^^^^^^^^^^^^^^^^^^"#]],
    );
    check_messages(
        &[("conf/lsflint.toml", "extend = \"a.toml\"\n"), ("conf/a.toml", "taget = 1\n")],
        expect![[r#"
        conf/a.toml:1:1: unknown key `taget`; did you mean `target`?
          |
        1 | taget = 1
          | ^^^^^"#]],
    );
    check_messages(
        &[("conf/lsflint.toml", "extend = 3\n")],
        expect![[r#"
        conf/lsflint.toml:1:10: expected a file or a list of files, found a number
          |
        1 | extend = 3
          |          ^"#]],
    );
}

#[test]
fn a_tangle_of_files_ends() {
    let mut files: Vec<(String, String)> = (0..12)
        .map(|it| (format!("conf/{it}.toml"), format!("extend = [\"{0}.toml\", \"{0}.toml\"]\n", it + 1)))
        .collect();
    files.push(("conf/12.toml".to_owned(), String::new()));
    files.push(("conf/lsflint.toml".to_owned(), "extend = \"0.toml\"\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|it| (&*it.0, &*it.1)).collect();
    let error = read(&files).map(|it| it.1.said.len()).expect_err("too many");
    assert!(error.to_string().contains("too many files extend each other"), "{error}");
}
