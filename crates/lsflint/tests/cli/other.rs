//! `rules`, `explain`, `parse`.

use lsflint_test_support::Scratch;
use snapbox::str;

use crate::{CLEAN, lsflint, stdout};

#[test]
fn the_list_of_rules() {
    let scratch = Scratch::new();
    let table = stdout(&scratch, &["rules"], 0);
    let line = table.lines().find(|it| it.starts_with("F104")).expect("F104 is a rule");
    assert!(line.contains("end-name-mismatch") && line.contains("error") && line.contains("safe"), "{line}");
    let text = stdout(&scratch, &["rules", "--output-format=json"], 0);
    let document: serde_json::Value = serde_json::from_str(&text).expect("one JSON document");
    assert_eq!(document["version"], 1);
    let rules = document["rules"].as_array().expect("a list");
    assert_eq!(rules.len(), table.lines().count());
    assert!(rules.iter().all(|it| it["summary"].as_str().is_some_and(|it| !it.is_empty())));
}

#[test]
fn explanations() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["explain", "f104"]).assert().success().stdout_eq(str![[r#"
end-name-mismatch [F104]: error, safe fix

Finds `End` lines that do not match the name of the open section.

Effect
LSF logs an error and closes the open section, so its settings apply. However, the line often results from a
missing `Begin` or `End`, which merges two sections.

Example
    Begin Queue
    QUEUE_NAME = night
    End Queues

Use instead
    Begin Queue
    QUEUE_NAME = night
    End Queue

Fix safety
Safe: LSF reads the section in the same way.

Sources
- [bytedance/volclava](https://github.com/bytedance/volclava/blob/HEAD/lsf/lib/lib.confmisc.c), `lsf/lib/lib.confmisc.c`, `isSectionEnd`: `section ... ended with wrong section name`: logged, and the section ends

What LSF prints
    Section ended without section name, ignored
    Section ended with wrong section name <name>, ignored

"#]]);
    assert_eq!(stdout(&scratch, &["explain", "END-NAME-MISMATCH"], 0), stdout(&scratch, &["explain", "F104"], 0));
    let param = stdout(&scratch, &["explain", "qjob_limit"], 0);
    assert!(param.starts_with("QJOB_LIMIT  lsb.queues, section Queue\n"), "{param}");
    assert!(stdout(&scratch, &["explain", "r15s"], 0).starts_with("r15s  built-in resource\n"));
    assert!(stdout(&scratch, &["explain", "lsb.users"], 0).contains("UserGroup"));
    lsflint(&scratch, &["explain", "RUNLIMTI"]).assert().code(2).stderr_eq(str![[r#"
error: unknown name `RUNLIMTI`; did you mean `RUNLIMIT`?

"#]]);
    lsflint(&scratch, &["explain", "what is this?"]).assert().code(2).stderr_eq(str![[r#"
error: unknown name `what is this?`; `lsflint rules` lists the rules

"#]]);
}

#[test]
fn sections_of_requirement_strings_are_explained() {
    let scratch = Scratch::new();
    lsflint(&scratch, &["explain", "order"]).assert().success().stdout_eq(str![[r#"
order  section of resource requirement strings

which of the hosts are preferred: names of numeric resources, the first counts most

  form         order[[!][-]resource[:[-]resource]...]
  read by      bsub -R, bmod -R, lsload -R, lsplace -R, lsrun -R, lsb.queues:RES_REQ,
               lsb.applications:RES_REQ, lsf.task:task
  note         commands and parameters silently ignore the sections that they do not use
  source       https://www.ibm.com/docs/en/SSWRJV_10.1.0/lsf_admin/order_string.html

"#]]);
    let sections = ["select", "order", "rusage", "span", "same", "cu", "affinity"];
    // The sections that a command reads, in the order of the list.
    let read = |command: &str| -> Vec<&str> {
        let reads = |it: &&str| {
            let text = stdout(&scratch, &["explain", it], 0);
            assert!(text.starts_with(&format!("{it}  section of resource requirement strings\n")), "{text}");
            // The list may continue in the next line, below its beginning.
            let text = text.replace("\n               ", " ");
            let readers =
                text.lines().find_map(|it| it.trim_start().strip_prefix("read by ")).expect("somebody reads it");
            readers.trim_start().split(", ").any(|it| it == command)
        };
        sections.into_iter().filter(reads).collect()
    };
    assert_eq!(read("bsub -R"), sections);
    assert_eq!(read("brsvadd -R"), ["select", "same"]);
    assert_eq!(read("lshosts -R"), ["select"]);
    assert_eq!(read("lsload -R"), ["select", "order"]);
    assert_eq!(read("lsloadadj -R"), ["rusage"]);
    assert_eq!(read("lsplace -R"), ["select", "order", "rusage"]);
    assert_eq!(read("lsb.queues:STOP_COND"), ["select"]);
}

#[test]
fn syntax_trees() {
    let scratch = Scratch::with(&[("lsb.queues", CLEAN)]);
    let tree = stdout(&scratch, &["parse", "lsb.queues"], 0);
    assert!(tree.starts_with("FILE@0.."), "{tree}");
    assert!(tree.contains("    SECTION_BEGIN@0..12\n"), "{tree}");
    lsflint(&scratch, &["parse", "-", "--kind=lsf.conf"]).stdin("LSF_LIM_PORT=7869\n").assert().success().stdout_eq(
        str![[r#"
FILE@0..18
  ENTRY@0..18
    KEY@0..12 "LSF_LIM_PORT"
    EQUALS@12..13 "="
    VALUE@13..17
      INTEGER@13..17 "7869"
    NEWLINE@17..18 "/n"

"#]],
    );
}
