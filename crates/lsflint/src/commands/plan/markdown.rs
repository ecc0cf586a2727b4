//! The output of `plan` as a comment for a merge request.

use std::fmt::Write as _;
use std::io::Write;

use lsflint_report::counted;
use lsflint_spec::{Confidence, Risk};

use super::Compared;
use super::entries::{self, Entry, NAMED, names_of};
use super::full::summary;
use super::load::Finding;
use crate::output::{Failure, Terminal};

const WRITES: &str = "writing to a string cannot fail";
/// The maximum size of a comment in characters; GitHub and GitLab refuse larger ones.
const LARGEST: usize = 60_000;

pub(super) fn write(compared: &[Compared], terminal: &Terminal) -> Result<(), Failure> {
    let mut out = terminal.plain_stdout();
    out.write_all(text(compared).as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A comment. Blocks that do not fit are left out.
struct Comment {
    text: String,
    /// The number of characters of the text.
    length: usize,
    left_out: usize,
}

impl Comment {
    /// Adds a block if it fits, with space for what must follow, and says whether it does.
    fn add(&mut self, block: &str) -> bool {
        const RESERVED: usize = 400;
        let length = self.length + block.chars().count();
        let fits = length + RESERVED <= LARGEST;
        match fits {
            false => self.left_out += 1,
            true => {
                self.text.push_str(block);
                self.length = length;
            }
        }
        fits
    }

    /// Adds what ends a block.
    fn close(&mut self, end: &str) {
        self.text.push_str(end);
        self.length += end.len();
    }
}

fn text(compared: &[Compared]) -> String {
    let mut comment = Comment { text: String::new(), length: 0, left_out: 0 };
    comment.add(&format!("### lsflint plan: {}\n", summary(compared)));
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
    let all = entries::changes(&compared.plan, NAMED);
    for risk in [Risk::Breaking, Risk::Notable, Risk::Harmless] {
        let found: Vec<String> = all.iter().filter(|it| it.risk == risk).map(item).collect();
        let changes = if found.len() == 1 { "change" } else { "changes" };
        let heading = format!("{} {} {changes}{of_cluster}", found.len(), risk.name());
        folded(comment, &heading, risk == Risk::Breaking, &found);
    }
}

fn consequences(comment: &mut Comment, compared: &Compared, of_cluster: &str) {
    let all = entries::consequences(compared, NAMED);
    let items: Vec<String> = all.iter().map(item).collect();
    let open = all.iter().any(|it| it.risk == Risk::Breaking);
    folded(comment, &format!("Queues, users, hosts and jobs{of_cluster}: {}", items.len()), open, &items);
}

/// An item of a list, with what else there is to say below it.
fn item(it: &Entry<'_>) -> String {
    let mut block = format!("- {}", escaped(&it.headline));
    if let Some(it) = it.places.last() {
        write!(block, " (`{}:{}`)", code(&it.file), it.line).expect(WRITES);
    }
    block.push('\n');
    for it in &it.details {
        writeln!(block, "  - {}", escaped(it)).expect(WRITES);
    }
    for it in &it.words {
        writeln!(block, "  - {it}").expect(WRITES);
    }
    block
}

fn findings(comment: &mut Comment, compared: &Compared, of_cluster: &str) {
    // Those about jobs are consequences.
    let new = compared.new.iter().filter(|it| it.job.is_none()).collect();
    for (heading, found) in [("New findings", new), ("Fixed findings", compared.fixed.iter().collect::<Vec<_>>())] {
        let line = |it: &&Finding| format!("- `{}:{}` {} {}\n", code(&it.file), it.line, it.code, escaped(&it.message));
        let items: Vec<String> = found.iter().map(line).collect();
        folded(comment, &format!("{heading}{of_cluster}: {}", items.len()), false, &items);
    }
}

/// A list that is folded; without items nothing.
fn folded(comment: &mut Comment, heading: &str, open: bool, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let open = if open { " open" } else { "" };
    if !comment.add(&format!("\n<details{open}><summary>{}</summary>\n\n", escaped(heading))) {
        return;
    }
    items.iter().for_each(|it| {
        comment.add(it);
    });
    comment.close("\n</details>\n");
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
