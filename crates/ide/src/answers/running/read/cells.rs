//! Tables: headers, and rows in cells.

use std::rc::Rc;

use lsflint_spec::{DISPLAYS, Display, DisplayForm, DisplayLayout, DisplayLimit};

use super::{Column, Shown};

/// The units that may follow a number.
const SIZES: [&str; 8] = ["K", "M", "G", "T", "KB", "MB", "GB", "TB"];
const TIMES: [&str; 6] = ["min", "min.", "minutes", "hours", "seconds", "sec"];

/// The header of a table.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) columns: Vec<Column>,
    arrangement: Arrangement,
}

/// How the cells of a table are separated.
#[derive(Debug)]
enum Arrangement {
    /// By spaces. The columns begin at these characters; empty if that is unknown.
    Spaces(Vec<usize>),
    /// By the character of `-o "... delimiter='^'"`.
    Delimiter(char),
}

impl Header {
    /// Columns of which only the headings are known.
    pub(super) fn of(columns: Vec<Column>) -> Rc<Header> {
        Rc::new(Header { columns, arrangement: Arrangement::Spaces(Vec::new()) })
    }
}

/// The header of a table with one row for each object, and what it displays; `None` if it is none. `above`: the display
/// whose heading for a table of resources is in the line above.
pub(super) fn header(raw: &str, above: Option<&'static Display>) -> Option<(&'static Display, Header)> {
    let rows = || DISPLAYS.iter().filter(|it| it.layout == DisplayLayout::Rows);
    if let Some(display) = above {
        return header_of(display, raw, true).map(|it| (display, it));
    }
    let exact = rows().find_map(|it| Some((it, header_of(it, raw, false)?)));
    exact.or_else(|| {
        // A newer version may have further columns: most of them have to be known.
        let found = rows().filter_map(|it| Some((it, header_of(it, raw, true)?)));
        let unknown = |header: &Header| header.columns.iter().filter(|it| matches!(it, Column::Other(_))).count();
        let found = found.map(|it| (unknown(&it.1), it)).filter(|it| 2 * it.0 < it.1.1.columns.len());
        found.min_by_key(|it| it.0).map(|it| it.1)
    })
}

/// The header if it is one of a display. `others`: whether it may have other columns, too.
fn header_of(display: &'static Display, raw: &str, others: bool) -> Option<Header> {
    let named = *display.begins.first()?;
    let at = raw.find(named)?;
    let column = |word: &str| match word == named {
        true => Some(Column::Name),
        false => known(display, word).or_else(|| others.then(|| Column::Other(word.to_owned()))),
    };
    let is_it = |columns: &[Column]| columns.iter().any(|it| matches!(it, Column::Name));
    let is_delimiter = |it: &char| !it.is_alphanumeric() && !matches!(it, '_' | '/' | ' ');
    let lone = raw.split_whitespace().find_map(|it| it.parse().ok()).filter(is_delimiter);
    let words: Option<Vec<Column>> = raw.split_whitespace().map(column).collect();
    if let Some(columns) = words.filter(|it| is_it(it) && lone.is_none()) {
        let starts = if raw.contains('\t') { Vec::new() } else { starts(raw) };
        return Some(Header { columns, arrangement: Arrangement::Spaces(starts) });
    }
    let after = raw[at + named.len()..].chars().next().filter(is_delimiter);
    let before = || raw[..at].chars().next_back().filter(is_delimiter);
    let delimiter = lone.or(after).or_else(before)?;
    let columns: Vec<Column> = raw.split(delimiter).map(|it| column(it.trim())).collect::<Option<_>>()?;
    is_it(&columns).then_some(Header { columns, arrangement: Arrangement::Delimiter(delimiter) })
}

/// The numbers of the characters at which the words of a line begin.
fn starts(line: &str) -> Vec<usize> {
    let mut before = ' ';
    let mut starts = Vec::new();
    for (at, letter) in line.chars().enumerate() {
        if before.is_whitespace() && !letter.is_whitespace() {
            starts.push(at);
        }
        before = letter;
    }
    starts
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
            Column::Param(param) => Some(Shown::Param(param)),
            Column::Index(name) => Some(Shown::Index(name.clone())),
            Column::Name | Column::State | Column::Other(_) => None,
        }
    }

    pub(super) fn form(&self) -> Option<DisplayForm> {
        match self {
            Column::Part(part) => Some(part.form),
            _ => None,
        }
    }

    /// Whether a cell may have several words.
    fn is_wide(&self) -> bool {
        match self {
            Column::Part(part) => match part.form {
                DisplayForm::Tasks => part.limit == DisplayLimit::Any,
                it => {
                    let wide = [DisplayForm::List, DisplayForm::Members, DisplayForm::Shares];
                    wide.contains(&it) || matches!(it, DisplayForm::Description | DisplayForm::Requirement)
                }
            },
            _ => false,
        }
    }
}

/// The cells of a row, one for each column; `None` if they do not fit.
pub(super) fn cells(header: &Header, raw: &str) -> Option<Vec<String>> {
    let columns = header.columns.as_slice();
    let starts = match &header.arrangement {
        Arrangement::Delimiter(delimiter) => {
            let cells: Vec<String> = raw.split(*delimiter).map(lsflint_spec::one_space).collect();
            return (cells.len() == columns.len()).then_some(cells);
        }
        Arrangement::Spaces(starts) => starts,
    };
    let text = lsflint_spec::one_space(raw);
    let words = words(&text);
    if words.len() == columns.len() {
        return Some(words.into_iter().map(str::to_owned).collect());
    }
    let is_other = |it: &Column| matches!(it, Column::Other(_));
    let by_words = || cells_of_words(columns, &words).filter(|_| !columns.iter().any(is_other));
    match columns.iter().filter(|it| it.is_wide()).count() {
        0 | 1 => by_words().or_else(|| cells_at(columns, starts, raw)),
        _ => {
            // Which words belong to which of several columns is sure only with parentheses around the later ones.
            let is_sure = |cells: &Vec<String>| {
                let mut wide = columns.iter().zip(cells).filter(|it| it.0.is_wide()).skip(1);
                wide.all(|it| it.1.starts_with('('))
            };
            by_words().filter(is_sure).or_else(|| cells_at(columns, starts, raw))
        }
    }
}

/// The cells by the places of their headings.
fn cells_at(columns: &[Column], starts: &[usize], raw: &str) -> Option<Vec<String>> {
    let letters: Vec<char> = raw.chars().collect();
    if starts.len() != columns.len() || raw.contains('\t') {
        return None;
    }
    let ends = starts.iter().skip(1).copied().chain([letters.len()]);
    let mut cells = Vec::with_capacity(columns.len());
    for ((column, start), end) in columns.iter().zip(starts).zip(ends) {
        let is_cut = *start > 0 && letters.get(start - 1).is_some_and(|it| !it.is_whitespace());
        let cell: String = letters.get(*start..end.min(letters.len()))?.iter().collect();
        let cell = lsflint_spec::one_space(&cell);
        let count = words(&cell).len();
        let is_amount = matches!(column.form(), Some(DisplayForm::Time | DisplayForm::Size));
        if is_cut || count == 0 || count > 1 && !column.is_wide() && !is_amount {
            return None;
        }
        cells.push(cell);
    }
    Some(cells)
}

/// The cells by the number of words that each column can have.
fn cells_of_words(columns: &[Column], words: &[&str]) -> Option<Vec<String>> {
    let mut cells = Vec::with_capacity(columns.len());
    let mut at = 0;
    let mut is_wide = false;
    for (number, column) in columns.iter().enumerate() {
        let after = columns.len() - number - 1;
        let count = match column.form() {
            Some(DisplayForm::Time) => time(words.get(at..)?),
            Some(DisplayForm::Size) => size(words.get(at..)?),
            // Columns after one with several words have one word each, or words in parentheses.
            _ if column.is_wide() && !is_wide => {
                is_wide = true;
                words.len().checked_sub(at)?.checked_sub(after)?
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
