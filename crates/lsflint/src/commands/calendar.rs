//! `calendar`: shows what changes in a week without a change of the files.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::Style;
use lsflint_answers::{CalendarQuestion, DAYS};
use lsflint_ide::answers::calendar::{Event, Row};
use lsflint_model::week::DAY;
use lsflint_report::{condensed, counted};

use crate::arguments::{self, At, Calendar, MergeFormat};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const WRITES: &str = "writing to a string cannot fail";
/// The cells of a bar for each day; each is three hours.
const CELLS: u16 = 8;
/// What a bar shows for each value; the first is that of most times or of closed windows.
const GLYPHS: [char; 6] = ['·', '█', '▒', '▓', '░', '▚'];
/// The maximum number of names and of events without `-v`.
const NAMED: usize = 6;
const EVENTS: usize = 60;

pub(crate) fn run(arguments: Calendar, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let Calendar { week: _, days, queue, mut reading, at, output_format } = arguments;
    reading.cluster.get_or_insert_with(|| ".".into());
    let from = at.at.or_else(|| days.map(|_| arguments::now()));
    let question = CalendarQuestion { days, queue };
    let answer = question.answer(strings::request(reading, At { at: None })?, from)?;
    match output_format {
        MergeFormat::Json => strings::document(&answer.document(), terminal)?,
        MergeFormat::Full => {
            let events = answer.events();
            let rows = &answer.calendar.rows;
            let shown = Shown { rows, events: &events, is_week: days.is_none(), verbose: terminal.verbose };
            let mut text = shown.text();
            if let Some(zone) = &answer.calendar.zone {
                writeln!(text, "\nTimes of `#if` are in {zone}.").expect(WRITES);
            }
            if answer.calendar.uncertain > 0 {
                let count = counted(answer.calendar.uncertain, "window", "windows");
                writeln!(text, "\n{count} not shown: a time zone, a template or an unknown form.").expect(WRITES);
            }
            let mut out = terminal.stdout();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The output for people: bars for a week, then the changes one a line.
struct Shown<'a> {
    rows: &'a [Row],
    events: &'a [Event<'a>],
    is_week: bool,
    verbose: bool,
}

impl Shown<'_> {
    fn text(&self) -> String {
        let mut text = String::new();
        if self.rows.is_empty() {
            return "nothing changes with the time\n".to_owned();
        }
        if self.is_week {
            self.bars(&mut text);
        }
        self.table(&mut text);
        text
    }

    fn bars(&self, text: &mut String) {
        let days: Vec<String> = DAYS.iter().map(|it| format!("{it:<width$}", width = usize::from(CELLS))).collect();
        writeln!(text, "{BOLD}{}{BOLD:#}", days.join(" ").trim_end()).expect(WRITES);
        for row in self.rows {
            let values = row.in_order();
            let cell = |minute: u16| {
                let value = row.at(minute);
                values.iter().position(|it| *it == value).map_or('?', |it| GLYPHS[it.min(GLYPHS.len() - 1)])
            };
            // A cell has the value of its middle, so that a change between two cells is rounded.
            let day =
                |day: u16| (0..CELLS).map(|it| cell(day * DAY + (2 * it + 1) * DAY / CELLS / 2)).collect::<String>();
            let bar: Vec<String> = (0..7).map(day).collect();
            let legend = values.iter().enumerate().map(|(at, it)| format!("{} {it}", GLYPHS[at.min(GLYPHS.len() - 1)]));
            let legend = legend.collect::<Vec<_>>().join("  ");
            writeln!(text, "{}  {}  {DIM}{legend}{DIM:#}", bar.join(" "), self.title(row)).expect(WRITES);
        }
        text.push('\n');
    }

    fn table(&self, text: &mut String) {
        let most = if self.verbose { usize::MAX } else { EVENTS };
        if self.events.is_empty() {
            text.push_str("nothing changes in this time\n");
        }
        let lines = self.lines();
        let width = lines.iter().map(|it| it.0.len()).max().unwrap_or(0);
        for (when, what) in lines.iter().take(most) {
            writeln!(text, "{when:width$}  {what}").expect(WRITES);
        }
        if lines.len() > most {
            writeln!(text, "and {} more; `-v` shows all", lines.len() - most).expect(WRITES);
        }
    }

    /// The changes with their times; those at the same time of several days are one: `Mon-Fri 08:00`.
    fn lines(&self) -> Vec<(String, String)> {
        let mut lines: Vec<(u16, u8, String)> = Vec::new();
        let mut known: HashMap<(u16, String), usize> = HashMap::new();
        for it in self.events {
            let what = format!("{}: {} to {}", self.title(it.row), it.old, it.new);
            let (time, day) = (it.minute % DAY, 1 << (it.minute / DAY));
            match known.get(&(time, what.clone())) {
                Some(at) => lines[*at].1 |= day,
                None => {
                    known.insert((time, what.clone()), lines.len());
                    lines.push((time, day, what));
                }
            }
        }
        let when = |time: u16, days: u8| format!("{} {:02}:{:02}", days_in_words(days), time / 60, time % 60);
        lines.into_iter().map(|(time, days, what)| (when(time, days), what)).collect()
    }

    /// `queue night: RUN_WINDOW`, `hosts rack[1-40]: DISPATCH_WINDOW`.
    fn title(&self, row: &Row) -> String {
        let names = condensed(row.names.iter().map(String::as_str));
        let most = if self.verbose { names.len() } else { names.len().min(NAMED) };
        let more = if names.len() > most { format!(" and {} more", names.len() - most) } else { String::new() };
        let plural = if row.names.len() > 1 { "s" } else { "" };
        let parameter = row.parameter.as_ref().map_or(String::new(), |it| format!(" {it}"));
        match row.object.kind.as_str() {
            // The parameters of a whole file.
            "parameter" => format!("{}{more}{parameter}", names[..most].join(" ")),
            kind => format!("{}{plural} {}{more}{parameter}", kind.replace('-', " "), names[..most].join(" ")),
        }
    }
}

/// Some days of the week, bit 0 is Monday: `every day`, `Mon-Fri`, `Mon Wed`.
fn days_in_words(days: u8) -> String {
    if days == 0b111_1111 {
        return "every day".to_owned();
    }
    let mut words: Vec<String> = Vec::new();
    let mut day = 0;
    while day < DAYS.len() {
        let length = (day..DAYS.len()).take_while(|it| days & 1 << it != 0).count();
        match length {
            0 => {}
            1 | 2 => words.extend((day..day + length).map(|it| DAYS[it].to_owned())),
            _ => words.push(format!("{}-{}", DAYS[day], DAYS[day + length - 1])),
        }
        day += length.max(1);
    }
    words.join(" ")
}
