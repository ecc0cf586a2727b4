//! Files that nobody would write and everybody could: any documented key and column with some value, and blanks,
//! comments, continued and empty lines wherever they can stand.

use lsflint_spec::{FileKind, Layout, ParamSpec, SectionSpec};

/// Values that fit some parameters and are strange in others.
const VALUES: [&str; 14] = [
    "5",
    "10/4",
    "1:00 2:30",
    "y",
    "select[mem>5&&ut<0.5||linux] rusage[mem=10,swp=5] span[hosts=1]",
    "select[ type == any ]order[ ut:mem ]",
    "all ~h1 h2+3",
    "USER_SHARES[[u1, 5] [default , 1]]",
    "WEIGHT[[FS, 10] [MEM,2]] LIMIT[[MEM, 5]]",
    "20:00-8:30 5:19:00-1:8:30",
    "SUSPEND[SIGSTOP] RESUME[ SIGCONT ]",
    "\"some text\"",
    "h1 h2 grp",
    "-",
];
/// Cells of a table.
const CELLS: [&str; 8] = ["h1", "()", "-", "(a b)", "( linux bigmem )", "5/10", "!", "(hostgroupname)"];

/// Random numbers that are the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// One below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }

    /// Some of these, or none.
    fn spaces(&mut self, at_least: usize) -> String {
        let count = at_least + if self.below(3) == 0 { self.below(5) } else { 0 };
        (0..count).map(|_| if self.below(8) == 0 { '\t' } else { ' ' }).collect()
    }
}

/// The text of a file.
pub(crate) fn file(kind: FileKind, random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(5) {
        let Some(section) = random.of(kind.spec().sections) else { break };
        between(&mut text, random);
        match (section.name, section.layout) {
            ("", _) => entries(section, &mut text, random),
            (name, layout) => {
                text.push_str(&format!("{}Begin{}{name}", random.spaces(0), random.spaces(1)));
                line_end(&mut text, random);
                let table = match layout {
                    Layout::Tabular => true,
                    Layout::Keyed | Layout::Flat => false,
                    Layout::Either => random.below(2) == 0,
                };
                if table {
                    rows(section, &mut text, random)
                } else {
                    entries(section, &mut text, random)
                }
                text.push_str(&format!("{}End{}{name}", random.spaces(0), random.spaces(1)));
                line_end(&mut text, random);
            }
        }
    }
    between(&mut text, random);
    if random.below(6) == 0 { text.replace('\n', "\r\n") } else { text }
}

/// Comments: text, rows and keys that are commented out, directions for lsflint.
const COMMENTS: [&str; 10] = [
    "#QJOB_LIMIT   = 60 \t# of the queue  ",
    "# HOSTS = all",
    "##  r1m\t= 0.7/2.0",
    "#RUN_WINDOW",
    "#h1    5   ()",
    "#  h2\t()\t(a b)  # two",
    "# three words here",
    "#DESCRIPTION = two \\",
    "# lsflint: ignore[P001] known",
    "#  if x = 1",
];

/// Empty lines and comments.
fn between(text: &mut String, random: &mut Random) {
    for _ in 0..random.below(4) {
        match random.below(5) {
            4 => {
                let column = if random.below(2) == 0 { random.below(30) } else { 0 };
                text.push_str(&format!("{:column$}{}\n", "", random.of(&COMMENTS).copied().unwrap_or_default()));
            }
            0 => text.push_str(&format!("{}# a comment, longer than what stands before it\n", random.spaces(0))),
            1 => text.push_str(&format!("{}\n", random.spaces(1))),
            _ => text.push('\n'),
        }
    }
}

fn line_end(text: &mut String, random: &mut Random) {
    match random.below(6) {
        0 => text.push_str(&format!("{}# why", random.spaces(1))),
        1 => text.push_str(&random.spaces(1)),
        _ => {}
    }
    text.push('\n');
}

/// A value, with more blanks and over more lines than it needs.
fn value(param: &ParamSpec, random: &mut Random) -> String {
    let of_param: Option<&str> = match random.below(3) {
        0 => random.of(param.values).copied(),
        1 => Some(param.default).filter(|it| !it.is_empty() && it.is_ascii()),
        _ => None,
    };
    let value = of_param.unwrap_or_else(|| random.of(&VALUES).copied().unwrap_or_default());
    let mut text = String::new();
    for (index, word) in value.split(' ').enumerate() {
        if index > 0 {
            text.push_str(&random.spaces(1));
            if random.below(8) == 0 {
                text.push_str(&format!("\\\n{}", random.spaces(0)));
            }
        }
        text.push_str(word);
    }
    text
}

fn entries(section: &SectionSpec, text: &mut String, random: &mut Random) {
    for _ in 0..random.below(8) {
        between(text, random);
        let Some(param) = random.of(section.params) else { return };
        let (before, left, right) = (random.spaces(0), random.spaces(0), random.spaces(0));
        text.push_str(&format!("{before}{}{left}={right}{}", param.name, value(param, random)));
        line_end(text, random);
    }
}

fn rows(section: &SectionSpec, text: &mut String, random: &mut Random) {
    let columns: Vec<&str> =
        (0..=random.below(5)).filter_map(|_| random.of(section.params)).map(|it| it.name).collect();
    let mut row = |cells: Vec<&str>, text: &mut String| {
        text.push_str(&random.spaces(0));
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                text.push_str(&random.spaces(1));
            }
            text.push_str(cell);
        }
        line_end(text, random);
        between(text, random);
        let width = columns.len() + usize::from(random.below(9) == 0);
        let mut cell = || match random.below(12) {
            0 => Some("(a \\\n b)"),
            1 => Some("\\\n  h3"),
            _ => random.of(&CELLS).copied(),
        };
        (0..width).filter_map(|_| cell()).collect::<Vec<&str>>()
    };
    let mut cells = row(columns.clone(), text);
    for _ in 0..4 {
        cells = row(cells, text);
    }
}
