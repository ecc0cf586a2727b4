//! The output of `plan` as a comment for a merge request.

use std::fmt::Write as _;
use std::io::Write;

use lsflint_report::counted;
use lsflint_spec::{Confidence, Risk};

use super::Compared;
use super::full::{names, names_of, of, summary};
use super::json::in_words;
use crate::output::{Failure, Terminal};

const WRITES: &str = "writing to a string cannot fail";
/// The maximum size of a comment in characters; GitHub and GitLab refuse larger ones.
const LARGEST: usize = 60_000;
/// The maximum number of names of a list.
const NAMED: usize = 12;

pub(super) fn write(compared: &[Compared], terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.plain_stdout();
    out.write_all(text(compared).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A block of the comment. Blocks that do not fit are left out.
struct Comment {
    text: String,
    left_out: usize,
}

impl Comment {
    /// Adds a block if it fits, with space for what must follow.
    fn add(&mut self, block: &str) {
        const RESERVED: usize = 200;
        if self.text.chars().count() + block.chars().count() + RESERVED > LARGEST {
            self.left_out += 1;
        } else {
            self.text.push_str(block);
        }
    }
}

fn text(compared: &[Compared]) -> String {
    let mut comment = Comment { text: format!("### lsflint plan: {}\n", summary(compared)), left_out: 0 };
    // What must be run is needed most, so it precedes the details.
    for it in compared {
        run(&mut comment, it);
    }
    for it in compared.iter().filter(|it| !it.is_empty()) {
        let of_cluster = if it.cluster.is_empty() { String::new() } else { format!(" of cluster {}", it.cluster) };
        changes(&mut comment, it, &of_cluster);
        consequences(&mut comment, it, &of_cluster);
        findings(&mut comment, it, &of_cluster);
    }
    if comment.left_out > 0 {
        let count = counted(comment.left_out, "part", "parts");
        writeln!(comment.text, "\n{count} left out, because a comment is limited to {LARGEST} characters.")
            .expect(WRITES);
    }
    comment.text
}

fn run(comment: &mut Comment, compared: &Compared) {
    let commands = &compared.plan.run;
    if commands.is_empty() {
        return;
    }
    let mut block = String::from("\n**Run, in this order:**\n\n");
    for it in commands {
        let probably = if it.confidence == Confidence::Low { " (probably)" } else { "" };
        let because = escaped(&names_of(&it.because, NAMED));
        writeln!(block, "1. `{}`{probably}, because of {because}", code(&it.command)).expect(WRITES);
    }
    comment.add(&block);
}

fn changes(comment: &mut Comment, compared: &Compared, of_cluster: &str) {
    for risk in [Risk::Breaking, Risk::Notable, Risk::Harmless] {
        let found: Vec<_> = compared.plan.changes.iter().filter(|it| it.risk == risk).collect();
        if found.is_empty() {
            continue;
        }
        let open = if risk == Risk::Breaking { " open" } else { "" };
        let (count, changes) = (found.len(), if found.len() == 1 { "change" } else { "changes" });
        comment.add(&format!("\n<details{open}><summary>{count} {} {changes}{of_cluster}</summary>\n\n", risk.name()));
        for change in found {
            let mut block = format!("- {}", escaped(&change.text()));
            if let Some(it) = change.because.last() {
                write!(block, " (`{}:{}`)", code(&it.file), it.line).expect(WRITES);
            }
            block.push('\n');
            let words = change.jobs.map(in_words).unwrap_or_default();
            if !words.is_empty() {
                writeln!(block, "  - {words}").expect(WRITES);
            }
            for it in change.affects.iter().take(NAMED) {
                let object = escaped(&it.object.words());
                let (old, new) = (escaped(&it.old_words), escaped(&it.new_words));
                writeln!(block, "  - also {object}: {} {old} to {new}", it.parameter).expect(WRITES);
            }
            if change.affects.len() > NAMED {
                writeln!(block, "  - and {} more values", change.affects.len() - NAMED).expect(WRITES);
            }
            comment.add(&block);
        }
        comment.text.push_str("\n</details>\n");
    }
}

fn consequences(comment: &mut Comment, compared: &Compared, of_cluster: &str) {
    let plan = &compared.plan;
    let mut lines: Vec<String> = Vec::new();
    let both = |lost: &[String], gained: &[String]| {
        let part =
            |what: &str, all: &[String]| (!all.is_empty()).then(|| format!("{what} {}", escaped(&names(all, NAMED))));
        [part("loses", lost), part("gains", gained)].into_iter().flatten().collect::<Vec<_>>().join("; ")
    };
    for it in &plan.hosts {
        let change = both(&it.lost, &it.gained);
        lines.push(format!("queue {}: {} hosts to {}: {change}", escaped(&it.queue), it.before, it.after));
    }
    for it in &plan.requirements {
        let side = |requirement: &Option<String>, hosts: Option<usize>| {
            let hosts = hosts.map_or(String::new(), |it| format!(" ({})", counted(it, "host", "hosts")));
            match requirement.as_deref() {
                None => "LSF rejects the jobs".to_owned(),
                Some("") => format!("no requirement{hosts}"),
                Some(it) => format!("`{}`{hosts}", code(it)),
            }
        };
        let (old, new) = (side(&it.old, it.matching_old), side(&it.new, it.matching_new));
        lines.push(format!("{}: {old} to {new}", escaped(&of(it))));
    }
    for it in &plan.access {
        lines.push(format!("queue {}, users: {}", escaped(&it.queue), both(&it.lost, &it.gained)));
    }
    for it in &plan.elims {
        let starts = if it.starts { "starts elims for" } else { "no longer starts elims for" };
        lines.push(format!("host {} {starts} {}", escaped(&it.host), escaped(&names(&it.resources, NAMED))));
    }
    folded(comment, "Queues, users and hosts", of_cluster, &lines);
}

fn findings(comment: &mut Comment, compared: &Compared, of_cluster: &str) {
    for (heading, found) in [("New findings", &compared.new), ("Fixed findings", &compared.fixed)] {
        let line = |it: &super::load::Finding| {
            format!("`{}:{}` {} {}", code(&it.file), it.line, it.code, escaped(&it.message))
        };
        folded(comment, heading, of_cluster, &found.iter().map(line).collect::<Vec<_>>());
    }
}

fn folded(comment: &mut Comment, heading: &str, of_cluster: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    comment.add(&format!("\n<details><summary>{heading}{of_cluster}: {}</summary>\n\n", lines.len()));
    lines.iter().for_each(|it| comment.add(&format!("- {it}\n")));
    comment.text.push_str("\n</details>\n");
}

/// A text outside of code: no character starts markup or HTML, or mentions a user.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // A zero-width space keeps a user name from being a mention.
            '@' => out.push_str("@\u{200b}"),
            '*' | '_' | '`' | '[' | ']' | '|' | '\\' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(letter);
            }
            _ if letter.is_control() => out.push(' '),
            _ => out.push(letter),
        }
    }
    out
}

/// A text inside of `` ` ``.
fn code(text: &str) -> String {
    text.replace('`', "'")
}
