//! Places are marked with `|`.

use expect_test::{Expect, expect};

use super::*;

fn marked(text: &str) -> (String, usize) {
    let at = text.find('|').expect("a mark");
    (text.replacen('|', "", 1), at)
}

/// The proposals at the mark, each as the line that it makes; those of rules only as far as `most`.
#[track_caller]
fn completes(text: &str, most: usize, expected: Expect) {
    let (text, offset) = marked(text);
    let found = complete_config(&text, offset, lsflint_rules::all());
    let line = |it: &ConfigCompletion| {
        let changed = format!("{}{}{}", &text[..it.range.start], it.insert, &text[it.range.end..]);
        let start =
            it.range.start - text[..it.range.start].rfind('\n').map_or(it.range.start, |at| it.range.start - at - 1);
        format!("{}: {}\n", it.label, changed[start..].lines().next().unwrap_or_default().trim_end())
    };
    expected.assert_eq(&found.iter().take(most).map(line).collect::<String>());
}

/// What the word at the mark is about: the first line of a page, or a rule.
#[track_caller]
fn hovers(text: &str, expected: Expect) {
    let (text, offset) = marked(text);
    let found = hover_config(&text, offset).map(|it| {
        let about = match it.about {
            ConfigSubject::Key(page) => page.lines().next().unwrap_or_default().to_owned(),
            ConfigSubject::Rule(code) => format!("rule {code}"),
        };
        format!("{} -> {about}", &text[it.range])
    });
    expected.assert_eq(&found.unwrap_or_default());
}

#[test]
fn keys_at_the_top() {
    completes(
        "|",
        4,
        expect![[r#"
            extend: extend =
            required-version: required-version =
            profile: profile =
            target: target =
        "#]],
    );
    completes(
        "target = \"10.1\"\nsel|",
        60,
        expect![[r#"
            extend: extend =
            required-version: required-version =
            profile: profile =
            select: select =
            extend-select: extend-select =
            ignore: ignore =
            extend-ignore: extend-ignore =
            fail-on: fail-on =
            exclude: exclude =
            extend-exclude: extend-exclude =
            baseline: baseline =
            job-scripts: job-scripts =
            allow-parameters: allow-parameters =
            known-hosts: known-hosts =
            known-users: known-users =
            known-groups: known-groups =
            known-resources: known-resources =
            user: user =
            [[clusters]]: [[clusters]]
            [severity]: [severity]
            [per-file-ignores]: [per-file-ignores]
            [extend-per-file-ignores]: [extend-per-file-ignores]
            [[esub]]: [[esub]]
            [[policy]]: [[policy]]
            [[policy.test]]: [[policy.test]]
            [policy.test.files]: [policy.test.files]
            [fmt]: [fmt]
        "#]],
    );
    completes(
        "extend-s| = [\"R6\"]",
        3,
        expect![[r#"
        extend: extend = ["R6"]
        required-version: required-version = ["R6"]
        profile: profile = ["R6"]
    "#]],
    );
}

#[test]
fn keys_of_tables() {
    completes(
        "[fmt]\nalign = true\n|\n[[clusters]]\nname = \"a\"\n",
        2,
        expect![[r#"
            indent: indent =
            [[clusters]]: [[clusters]]
        "#]],
    );
    completes(
        "[[clusters]]\nname = \"a\"\n[[clusters]]\n|",
        3,
        expect![[r#"
            name: name =
            files: files =
            [[clusters]]: [[clusters]]
        "#]],
    );
    completes(
        "fmt = { | }",
        9,
        expect![[r#"
        align: fmt = { align =  }
        indent: fmt = { indent =  }
    "#]],
    );
    completes(
        "[severity]\n|",
        2,
        expect![[r#"
            A001: A001 =
            A002: A002 =
        "#]],
    );
}

#[test]
fn headers_of_tables() {
    completes(
        "[|",
        99,
        expect![[r#"
        [[clusters]]: [[clusters]]
        [severity]: [severity]
        [per-file-ignores]: [per-file-ignores]
        [extend-per-file-ignores]: [extend-per-file-ignores]
        [[esub]]: [[esub]]
        [[policy]]: [[policy]]
        [[policy.test]]: [[policy.test]]
        [policy.test.files]: [policy.test.files]
        [fmt]: [fmt]
    "#]],
    );
    completes(
        "[f|]",
        99,
        expect![[r#"
        [severity]: [severity]
        [per-file-ignores]: [per-file-ignores]
        [extend-per-file-ignores]: [extend-per-file-ignores]
        [policy.test.files]: [policy.test.files]
        [fmt]: [fmt]
    "#]],
    );
    completes(
        "[[|]]",
        99,
        expect![[r#"
        [[clusters]]: [[clusters]]
        [[esub]]: [[esub]]
        [[policy]]: [[policy]]
        [[policy.test]]: [[policy.test]]
    "#]],
    );
    completes(
        "[[policy]]\n[[policy.|]]",
        99,
        expect![[r#"
        [[policy.test]]: [[policy.test]]
    "#]],
    );
}

#[test]
fn values_of_keys() {
    completes(
        "profile = |",
        9,
        expect![[r#"
        default: profile = "default"
        ci: profile = "ci"
        pedantic: profile = "pedantic"
        portable: profile = "portable"
        migration: profile = "migration"
    "#]],
    );
    completes(
        "profile = \"p|\"",
        9,
        expect![[r#"
        default: profile = "default"
        ci: profile = "ci"
        pedantic: profile = "pedantic"
        portable: profile = "portable"
        migration: profile = "migration"
    "#]],
    );
    completes(
        "profile = \"p|",
        9,
        expect![[r#"
        default: profile = "default"
        ci: profile = "ci"
        pedantic: profile = "pedantic"
        portable: profile = "portable"
        migration: profile = "migration"
    "#]],
    );
    completes(
        "target = |\nuser = \"ann\"",
        3,
        expect![[r#"
        10.1.0.16: target = "10.1.0.16"
        10.1.0.15: target = "10.1.0.15"
        10.1.0.14: target = "10.1.0.14"
    "#]],
    );
    completes(
        "[fmt]\nalign = |",
        9,
        expect![[r#"
        true: align = true
        false: align = false
    "#]],
    );
    completes(
        "[fmt]\nindent = |",
        9,
        expect![[r#"
        0: indent = 0
    "#]],
    );
    completes(
        "[severity]\nX101 = |",
        9,
        expect![[r#"
        error: X101 = "error"
        warning: X101 = "warning"
        info: X101 = "info"
        hint: X101 = "hint"
    "#]],
    );
    completes(
        "severity = { X101 = | }",
        9,
        expect![[r#"
        error: severity = { X101 = "error" }
        warning: severity = { X101 = "warning" }
        info: severity = { X101 = "info" }
        hint: severity = { X101 = "hint" }
    "#]],
    );
    completes(
        "[[esub]]\nname = \"site\"\nrefuses = [\"|\"]",
        3,
        expect![[r#"
        a: refuses = ["a"]
        alloc_flags: refuses = ["alloc_flags"]
        app: refuses = ["app"]
    "#]],
    );
}

#[test]
fn codes_of_rules() {
    completes(
        "ignore = |",
        3,
        expect![[r#"
        ALL: ignore = ["ALL"]
        F: ignore = ["F"]
        P: ignore = ["P"]
    "#]],
    );
    completes(
        "ignore = [\n  \"F\", # one\n  \"|\"\n]",
        3,
        expect![[r#"
        ALL:   "ALL"
        F:   "F"
        P:   "P"
    "#]],
    );
    completes(
        "[per-file-ignores]\n\"lsb.users\" = [|]",
        3,
        expect![[r#"
        ALL: "lsb.users" = ["ALL"]
        F: "lsb.users" = ["F"]
        P: "lsb.users" = ["P"]
    "#]],
    );
    let (text, offset) = marked("ignore = [\"|\"]");
    let found = complete_config(&text, offset, lsflint_rules::all());
    // All rules, all families, and `ALL`.
    assert_eq!(found.len(), lsflint_rules::all().iter().count() + Family::ALL.len() + 1);
    assert!(
        found.iter().any(|it| it.filter == "P001 unknown-parameter" && it.documentation.contains("unknown-parameter"))
    );
}

#[test]
fn nothing_to_propose() {
    for text in ["# |", "exclude = [\"|\"]", "user = \"|\"", "[fmt] |", "profile = \"ci\"  # |"] {
        let (text, offset) = marked(text);
        assert_eq!(complete_config(&text, offset, lsflint_rules::all()), [], "{text}");
    }
}

#[test]
fn every_key_of_the_examples_is_explained() {
    for option in config_options() {
        let (_, key) = option.name.rsplit_once('.').unwrap_or(("", option.name));
        if let Some(at) = option.example.rfind(&format!("{key} =")) {
            let hover = hover_config(option.example, at).unwrap_or_else(|| panic!("{}", option.name));
            assert!(
                matches!(hover.about, ConfigSubject::Key(page) if page.starts_with(&format!("**{}**", option.name)))
            );
        }
    }
}

#[test]
fn keys_and_rules_are_explained() {
    hovers("fail-|on = \"error\"", expect![[r#"fail-on -> **fail-on**: "error", "warning", "info", "never""#]]);
    hovers("[f|mt]\n", expect!["fmt -> **fmt**: table"]);
    hovers("[fmt]\nin|dent = 3", expect!["indent -> **fmt.indent**: number from 0 to 16"]);
    hovers("ignore = [\"R6|01\"]", expect!["R601 -> rule R601"]);
    hovers("[severity]\nX2|01 = \"error\"", expect!["X201 -> rule X201"]);
    hovers(
        "[severity]\nX201 = \"err|or\"",
        expect![[
            r#"error -> **severity**: table of codes or names of rules, each with "error", "warning", "info", "hint""#
        ]],
    );
    hovers("nothing| = 1", expect![[r#""#]]);
    hovers("# ig|nore", expect![[r#""#]]);
}

#[test]
fn broken_files_have_places() {
    for text in ["[", "[[", "]", "}", "= \"", "a = [[[", "a = {{", "\"\"\"", "x = '", "\u{feff}sel", "ä = \"ö\"\n[sev"]
    {
        for offset in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            complete_config(text, offset, lsflint_rules::all());
            hover_config(text, offset);
        }
    }
}
