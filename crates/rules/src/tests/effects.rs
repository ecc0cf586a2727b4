//! What LSF does is a value: which rules say it in words only, and why.

use super::example_findings;

/// The rules whose effect no item and outcome describes, each with the reason.
const FREE_TEXT: [(&str, &str); 52] = [
    ("A206", "the string works; only the priority of the job leaves the amount out"),
    ("C001", "the resource connector is no reader that a consequence names"),
    ("C002", "the resource connector is no reader that a consequence names"),
    ("C003", "the resource connector is no reader that a consequence names"),
    ("C004", "the resource connector is no reader that a consequence names"),
    ("C101", "the resource connector is no reader that a consequence names"),
    ("C102", "the resource connector is no reader that a consequence names"),
    ("C103", "the resource connector is no reader that a consequence names"),
    ("E009", "nothing is lost; what LSF takes the name for depends on the place"),
    ("E027", "the value counts as written, and scales limits"),
    ("E028", "the value counts as written, and turns the order of hosts round"),
    ("E102", "elims start on hosts that need no value from them; nothing is lost"),
    ("E107", "LSF makes another kind of resource of it"),
    ("E109", "which host reports the value is not documented"),
    ("E113", "it is about which jobs a host takes"),
    ("E132", "it is about a command that needs the types, not about the files"),
    ("E252", "LSF does not look at the file; for other files the rule has a consequence"),
    ("E256", "it is about a program that LSF does not start again"),
    ("F009", "a crash of the daemon"),
    ("F306", "hypothetical: what holds when no condition is true"),
    ("J007", "the shell acts, not LSF"),
    ("J209", "the job waits, but not forever"),
    ("L204", "always or never, depending on the index"),
    ("L326", "it is about when LSF selects the hosts"),
    ("P003", "the finding is at the line that counts; the lost one is the related place"),
    ("P306", "a daemon cannot bind its port"),
    ("P407", "it is about what the other cluster does with jobs from here"),
    ("Q004", "only the order of jobs changes"),
    ("Q031", "only the order of jobs changes"),
    ("Q202", "a queue that is disabled is still defined"),
    ("Q305", "the shell acts, not LSF"),
    ("Q306", "the shell acts, not LSF"),
    ("Q404", "jobs that fail at the start, or that LSF cannot track"),
    ("Q444", "jobs that fail at the start"),
    ("Q520", "what LSF does not use is in another place"),
    ("Q602", "the suspended program holds the resource, not LSF"),
    ("R111", "whether the resource exists is not in view"),
    ("R210", "the finding is at another line than the one that is missing"),
    ("R412", "the shell acts, not LSF"),
    ("T005", "LSF reads the window as it is written"),
    ("T103", "LSF reads the windows as they are written"),
    ("V001", "LSF still reads it"),
    ("V005", "it is about a parameter that is not set"),
    ("W108", "it is about where LSF places jobs"),
    ("W109", "the job waits, but not forever"),
    ("W110", "only the order of queues changes"),
    ("W112", "suspension of jobs"),
    ("W113", "suspension of jobs"),
    ("Z002", "what other people may do"),
    ("Z003", "what other people may do"),
    ("Z004", "the rights of the daemons"),
    ("Z006", "what other people may do"),
];

#[test]
fn effects_are_consequences_but_for_a_few() {
    let (mut typed, mut text) = (Vec::new(), Vec::new());
    for rule in crate::all().iter() {
        let found = example_findings(rule);
        if found.iter().any(|it| it.consequence.is_some()) {
            typed.push(rule.meta.code);
        } else if found.iter().any(|it| it.effect.is_some()) {
            text.push(rule.meta.code);
        }
    }
    assert_eq!(text, FREE_TEXT.map(|it| it.0), "rules whose examples have an effect in words only");
    let all = typed.len() + text.len();
    assert!(text.len() * 10 <= all, "{} of {all} rules say what LSF does in words only", text.len());
}
