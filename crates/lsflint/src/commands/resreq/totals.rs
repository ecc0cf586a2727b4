//! What the reservations of a requirement amount to, as text: shared by `resreq merge` and `resreq hosts`.

use std::fmt::Write as _;

use anstyle::Style;
use lsflint_answers::per;
use lsflint_model::requirement::Decimal;
use lsflint_model::requirement::merge::Total;

const BOLD: Style = Style::new().bold();
const WRITES: &str = "writing to a string cannot fail";

/// Writes a line per reservation: `mem=1GB  1024 MB per task (...): 1024 to 4096 MB per host, 4096 MB per job`.
pub(super) fn write(text: &mut String, totals: &[Total]) {
    let Some(first) = totals.first() else { return };
    let tasks: u64 = if first.part.is_none() { first.tasks } else { 0 };
    let title = if tasks > 0 { format!("Reservations for -n {tasks}") } else { "Reservations".to_owned() };
    write!(text, "\n{BOLD}{title}{BOLD:#}\n").expect(WRITES);
    let width = totals.iter().map(|it| it.written.len()).max().unwrap_or(0);
    for total in totals {
        let unit = total.unit.map(|it| format!(" {it}")).unwrap_or_default();
        let range = |(least, most): (Decimal, Decimal)| match least == most {
            true => format!("{least}{unit}"),
            false => format!("{least} to {most}{unit}"),
        };
        let part = total.part.map(|it| format!("part {it}, {} tasks: ", total.tasks)).unwrap_or_default();
        let amount = match total.basis.per {
            None => format!("{}{unit} per job, task or host: {}", total.amount, total.basis.why),
            Some(_) => format!("{}{unit} per {} ({})", total.amount, per(total), total.basis.why),
        };
        let sums = [(total.per_host, "host"), (total.per_job, "job")];
        let sums = sums.into_iter().filter(|(_, name)| *name != per(total));
        let sums: Vec<String> = sums.filter_map(|(it, name)| Some(format!("{} per {name}", range(it?)))).collect();
        let colon = if sums.is_empty() { "" } else { ": " };
        writeln!(text, "  {:width$}  {part}{amount}{colon}{}", total.written, sums.join(", ")).expect(WRITES);
    }
}
