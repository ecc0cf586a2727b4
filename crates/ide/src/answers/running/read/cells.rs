//! Tables: headers, and rows in cells.

use lsflint_spec::{Display, DisplayForm};

use super::{Column, Shown};

/// The units that may follow a number.
const SIZES: [&str; 8] = ["K", "M", "G", "T", "KB", "MB", "GB", "TB"];
const TIMES: [&str; 6] = ["min", "min.", "minutes", "hours", "seconds", "sec"];

/// The columns of the header of a table with one row for each object; `None` if it is none.
pub(super) fn header(display: &'static Display, text: &str) -> Option<Vec<Column>> {
    let named = *display.begins.first()?;
    if !text.contains(named) {
        return None;
    }
    let columns = text.split(' ').map(|word| match word == named {
        true => Some(Column::Name),
        false => known(display, word),
    });
    let columns = columns.collect::<Option<Vec<_>>>()?;
    columns.iter().any(|it| matches!(it, Column::Name)).then_some(columns)
}

/// The column with a heading.
pub(super) fn known(display: &'static Display, heading: &str) -> Option<Column> {
    let part = display.column(heading).map(Column::Part);
    part.or_else(|| display.is_state(heading).then_some(Column::State))
}

impl Column {
    pub(super) fn shown(&self) -> Option<Shown> {
        match self {
            Column::Part(part) => Some(Shown::Part(part)),
            Column::Index(name) => Some(Shown::Index(name.clone())),
            Column::Name | Column::State => None,
        }
    }

    fn form(&self) -> Option<DisplayForm> {
        match self {
            Column::Part(part) => Some(part.form),
            _ => None,
        }
    }

    /// Whether a cell may have several words.
    fn is_wide(&self) -> bool {
        let wide = [
            DisplayForm::List,
            DisplayForm::Members,
            DisplayForm::Shares,
            DisplayForm::Description,
            DisplayForm::Plain,
        ];
        let wide = self.form().is_some_and(|it| wide.contains(&it) || it == DisplayForm::Requirement);
        wide || self.form() == Some(DisplayForm::Tasks)
    }
}

/// The cells of a row, one for each column; `None` if they do not fit.
pub(super) fn cells(columns: &[Column], text: &str) -> Option<Vec<String>> {
    let words = words(text);
    if words.len() == columns.len() {
        return Some(words.into_iter().map(str::to_owned).collect());
    }
    let mut cells = Vec::with_capacity(columns.len());
    let mut at = 0;
    let mut is_wide = false;
    for (number, column) in columns.iter().enumerate() {
        let after = columns.len() - number - 1;
        let count = match column.form() {
            Some(DisplayForm::Time) => time(&words[at..]),
            Some(DisplayForm::Size) => size(&words[at..]),
            // Columns after one with several words have one word each, or words in parentheses.
            _ if column.is_wide() && !is_wide => {
                is_wide = true;
                (words.len() - at).checked_sub(after)?
            }
            _ => 1,
        };
        let cell = words.get(at..at + count)?;
        cells.push(cell.join(" "));
        at += count;
    }
    (at == words.len()).then_some(cells)
}

/// The words of a row; what is in parentheses is one word.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut depth) = (None, 0_usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if letter == ' ' && depth == 0 {
            words.extend(start.take().map(|it| &text[it..at]));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words.extend(start.map(|it| &text[it..]));
    // Old versions separate the name from the members with a colon.
    if words.get(1) == Some(&":") {
        words.remove(1);
    }
    words
}

/// The number of words of `20 min of hostA`.
fn time(words: &[&str]) -> usize {
    let mut count = 1;
    if words.get(count).is_some_and(|it| TIMES.contains(it)) {
        count += 1;
    }
    if words.get(count) == Some(&"of") {
        count += 2;
    }
    count
}

/// The number of words of `5000 K`.
fn size(words: &[&str]) -> usize {
    1 + usize::from(words.get(1).is_some_and(|it| SIZES.contains(it)))
}
