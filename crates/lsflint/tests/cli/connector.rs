//! `check` of an installation with the files of the resource connector.

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::stdout;

/// A configuration directory with a provider, its templates and a policy.
fn site() -> Scratch {
    Scratch::with(&[
        ("conf/lsf.conf", "LSF_STRICT_RESREQ=Y\n"),
        ("conf/profile.lsf", "export LSF_ENVDIR=/opt/lsf/conf\n"),
        ("conf/resource_connector/hostProviders.json", r#"{"providers": [{"name": "aws", "type": "awsProv"}]}"#),
        (
            "conf/resource_connector/policy_config.json",
            r#"{"Policies": [{"Name": "p", "Consumer": {"provider": ["asw", "all"], "templateName": ["T1", "T2"]}}]}"#,
        ),
        (
            "conf/resource_connector/aws/conf/awsprov_templates.json",
            r#"{"templates": [{"templateId": "T1", "maxNumber": 1, "attributes": {"mem": ["String", "1"]}}]}"#,
        ),
        ("data/policy_config.json", "[broken"),
    ])
}

#[test]
fn names_in_one_file_are_looked_up_in_the_others() {
    let found = stdout(&site(), &["check", ".", "--output-format", "concise"], 0);
    snapbox::assert_data_eq!(
        found,
        str![[r#"
conf/resource_connector/aws/conf/awsprov_templates.json:1:76: C101 warning resource `mem` is Numeric, not String
conf/resource_connector/policy_config.json:1:55: C103 warning unknown provider `asw`
conf/resource_connector/policy_config.json:1:93: C103 warning unknown template `T2`

"#]]
    );
}

#[test]
fn one_file_is_checked_with_the_others() {
    let arguments = ["check", "conf/resource_connector/policy_config.json", "--output-format", "concise"];
    snapbox::assert_data_eq!(
        stdout(&site(), &arguments, 0),
        str![[r#"
conf/resource_connector/policy_config.json:1:55: C103 warning unknown provider `asw`
conf/resource_connector/policy_config.json:1:93: C103 warning unknown template `T2`

"#]]
    );
}

#[test]
fn files_that_set_up_a_shell_are_no_scripts() {
    let arguments = ["check", "conf/profile.lsf", "--output-format", "concise"];
    snapbox::assert_data_eq!(stdout(&site(), &arguments, 0), str![[""]]);
}
