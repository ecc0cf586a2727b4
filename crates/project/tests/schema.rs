//! The JSON Schema of lsflint.toml: it is a schema, it is the published one, and it agrees with the reader about every
//! key and type.

use expect_test::expect_file;
use lsflint_project::{FoundTree, Paths, Request, config_options, config_schema, initial_config};
use lsflint_test_support::{Schema, Scratch};
use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(&config_schema()).expect("the schema is JSON")
}

/// Whether the reader takes a text, and what the schema says about it.
#[track_caller]
fn check(text: &str, accepted: bool) {
    let scratch = Scratch::with(&[("lsflint.toml", text)]);
    let folder = scratch.path();
    let read = Request::new(Paths::new(&folder), Vec::new()).judge_of(&folder);
    assert_eq!(read.is_ok(), accepted, "reader: {text}\n{}", read.err().map(|it| it.to_string()).unwrap_or_default());
    let table: toml::Table = text.parse().expect("TOML");
    let document = serde_json::to_value(table).expect("TOML without dates is JSON");
    let errors = Schema::of(schema()).errors(&document);
    assert_eq!(errors.is_empty(), accepted, "schema: {text}\n{errors:?}");
}

#[test]
fn the_published_file_is_what_the_code_says() {
    expect_file!["../lsflint.schema.json"].assert_eq(&config_schema());
}

#[test]
fn it_is_a_schema() {
    Schema::of(schema());
    assert_eq!(schema()["$schema"], "http://json-schema.org/draft-07/schema#");
}

/// Adds the keys of a table, and those of tables in it.
fn collect_keys(table: &Value, above: &str, keys: &mut Vec<String>) {
    let table = if table.get("items").is_some() { &table["items"] } else { table };
    for (key, property) in table["properties"].as_object().into_iter().flatten() {
        keys.push(format!("{above}{key}"));
        collect_keys(property, &format!("{above}{key}."), keys);
    }
}

#[test]
fn it_has_the_keys_of_the_reader() {
    let schema = schema();
    let mut keys = Vec::new();
    collect_keys(&schema, "", &mut keys);
    keys.sort();
    let mut known: Vec<&str> = config_options().iter().map(|it| it.name).collect();
    known.sort_unstable();
    assert_eq!(keys, known);
}

#[test]
fn what_is_right_is_valid() {
    check("", true);
    let found = FoundTree {
        findings: "Found 1 error in 1 file".to_owned(),
        backups: vec!["conf.old/".to_owned()],
        baseline: Some(("known.toml".to_owned(), true)),
        ..FoundTree::default()
    };
    check(&initial_config(&FoundTree::default()), true);
    check(&initial_config(&found), true);
    for text in [
        "target = \"9.1.3..10.1\"\nprofile = \"migration\"\nfail-on = \"never\"\nrequired-version = \">=0.1\"\n",
        "select = [\"F\", \"P003\"]\nextend-select = [\"W1\"]\nignore = []\nextend-ignore = [\"end-name-mismatch\"]\n",
        "severity = { F104 = \"info\", duplicate-parameter = \"hint\" }\n",
        "[per-file-ignores]\n\"lsb.queues\" = [\"P\"]\n[extend-per-file-ignores]\n\"a/*\" = []\n",
        "exclude = [\"old/\", \"*.tmpl\"]\nextend-exclude = []\nallow-parameters = [\"X\"]\n",
        "known-hosts = [\"h\"]\nknown-users = []\nknown-groups = [\"g\"]\nknown-resources = [\"r\"]\n",
        "[[clusters]]\nname = \"n\"\nfiles = [\"n/**\"]\n[[clusters]]\nfiles = []\n",
        "user = \"ann\"\n[[esub]]\nname = \"site\"\nadds = \"-P a\"\nrefuses = [\"x\"]\nrequires = []\n",
        "[fmt]\nalign = false\nindent = 16\n",
        "extend = []\n",
    ] {
        check(text, true);
    }
    for option in config_options().iter().filter(|it| !["extend", "ignore"].contains(&it.name)) {
        check(option.example, true);
    }
}

#[test]
fn wrong_keys_and_types_are_not() {
    for text in [
        "slect = []\n",
        "target = 10\n",
        "profile = \"strict\"\n",
        "profile = true\n",
        "select = \"F\"\n",
        "ignore = [3]\n",
        "extend = 1\n",
        "extend = [1]\n",
        "severity = [\"F104\"]\n",
        "severity = { F104 = \"off\" }\n",
        "fail-on = \"hint\"\n",
        "per-file-ignores = { \"a\" = \"P\" }\n",
        "exclude = \"old\"\n",
        "known-hosts = { h = 1 }\n",
        "clusters = { name = \"n\" }\n",
        "[[clusters]]\nname = \"n\"\n",
        "[[clusters]]\nfiles = []\nhosts = []\n",
        "esub = \"site\"\n",
        "[[esub]]\nadds = \"-P a\"\n",
        "fmt = true\n",
        "[fmt]\nalign = \"yes\"\n",
        "[fmt]\nindent = 17\n",
        "[fmt]\nindent = -1\n",
        "[fmt]\nindent = 1.5\n",
        "[fmt]\nwidth = 80\n",
        "required-version = 1\n",
    ] {
        check(text, false);
    }
}
