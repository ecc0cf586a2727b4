//! The output of `plan` with one line per change, for grep: `breaking queue normal: RUNLIMIT 6 hours to 4 hours`.

use std::fmt::Write as _;
use std::io::Write;

use super::Compared;
use super::entries::{self, Entry, NAMED};
use crate::output::{Failure, Terminal};

const WRITES: &str = "writing to a string cannot fail";

pub(super) fn write(compared: &[Compared], terminal: &Terminal) -> Result<(), Failure> {
    let most = if terminal.verbose { usize::MAX } else { NAMED };
    let mut out = terminal.plain_stdout();
    out.write_all(text(compared, most).as_bytes())?;
    out.flush()?;
    Ok(())
}

fn text(compared: &[Compared], most: usize) -> String {
    let mut text = String::new();
    for it in compared {
        let cluster = if it.cluster.is_empty() { String::new() } else { format!("{}: ", it.cluster) };
        for Entry { risk, headline, .. } in entries::changes(&it.plan, most) {
            writeln!(text, "{} {cluster}{headline}", risk.name()).expect(WRITES);
        }
        for Entry { risk, headline, details, .. } in entries::consequences(it, most) {
            let details = details.iter().map(|it| format!("; {it}")).collect::<String>();
            writeln!(text, "{} {cluster}{headline}{details}", risk.name()).expect(WRITES);
        }
        for (which, all) in [("new", &it.new), ("fixed", &it.fixed)] {
            for it in all.iter().filter(|it| it.job.is_none() || which == "fixed") {
                let (file, line, code, severity, message) = (&it.file, it.line, it.code, it.severity, &it.message);
                writeln!(text, "{which} {file}:{line}: {code} {severity} {message}").expect(WRITES);
            }
        }
        for it in &it.plan.run {
            writeln!(text, "run {cluster}{}", it.command).expect(WRITES);
        }
    }
    text
}
