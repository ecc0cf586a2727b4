//! `elim check-output` and `elim plan`.

use lsflint_test_support::Scratch;
use serde_json::Value;
use snapbox::str;

use crate::{lsflint, stdout};

const SHARED: &str = "\
Begin Cluster
ClusterName
orion
End Cluster
Begin HostType
TYPENAME
X86_64
End HostType
Begin HostModel
MODELNAME CPUFACTOR ARCHITECTURE
Epyc      90        ()
End HostModel
Begin Resource
RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
simtok       Numeric 30       N          (simulator tokens)
rackw        Numeric 60       Y          (power of the rack)
arch         String  ()       ()         (CPU family)
End Resource
";

#[test]
fn lines_are_judged_one_by_one() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["elim", "check-output", "-", "--output-format=concise"])
        .stdin("1 lic 5\n\n2 lic 5\n1 swap 20\n")
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
<stdin>:3:1: E201 error the line promises 2 pairs and has 1
<stdin>:4:3: E203 error `swap` is only another name of `swp`

"#]]);
    lsflint(&scratch, &["elim", "check-output", "-"]).stdin("1 lic 5\n0\n").assert().success().stderr_eq(str![[r#"
no findings in 2 lines

"#]]);
    scratch.write("values.txt", "1 scrach 5\n1 arch zen\n");
    scratch.write("conf/lsf.shared", SHARED);
    lsflint(&scratch, &["elim", "check-output", "values.txt"]).assert().success();
    lsflint(&scratch, &["elim", "check-output", "values.txt", "--cluster=conf"]).assert().code(1).stdout_eq(str![[
        r#"
error elim-unknown-resource [E202]: no resource is named `scrach`
  ┌─ values.txt:1:3
  │
1 │ 1 scrach 5
  │   ^^^^^^
  │
  = effect: LSF ignores the value and logs the name once
  = help: define it in lsf.shared with an INTERVAL and map it in ResourceMap, or correct the name

warning elim-static-resource [E205]: `arch` is static: it has no INTERVAL
  ┌─ values.txt:2:3
  │
2 │ 1 arch zen
  │   ^^^^
  │
  = effect: LSF ignores the value
  = help: give it an INTERVAL in lsf.shared and map it without a value, or leave it out here


"#
    ]]);
    lsflint(&scratch, &["elim", "check-output", "nothing.txt"]).assert().code(2).stderr_eq(str![[r#"
error: `nothing.txt` does not exist

"#]]);
}

// covers EL-054
#[test]
fn json_has_one_result_per_line() {
    let scratch = Scratch::new();
    scratch.write("values.txt", "1 lic 5\r\n\n2 lic 5\n1 tmp 3 x\n");
    let text = stdout(&scratch, &["elim", "check-output", "values.txt", "--output-format=json"], 1);
    let document: Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!(document["version"], 1);
    let results = document["results"].as_array().expect("a list");
    let facts: Vec<(&str, u64, bool, Option<u64>)> = results
        .iter()
        .map(|it| {
            let first = &it["diagnostics"][0]["range"]["start"]["line"];
            let input = it["input"].as_str().expect("a text");
            let valid = it["valid"].as_bool().expect("yes or no");
            (input, it["line"].as_u64().expect("a number"), valid, first.as_u64())
        })
        .collect();
    assert_eq!(facts, [("1 lic 5", 1, true, None), ("2 lic 5", 3, false, Some(3)), ("1 tmp 3 x", 4, false, Some(4))]);
    assert_eq!(results[1]["diagnostics"][0]["file"], "values.txt");
}
