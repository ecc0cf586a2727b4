//! What begins an output or an object, and the lines of the simple layouts.

use std::rc::Rc;

use lsflint_spec::{
    DISPLAYS, Display, DisplayForm, DisplayLayout, DisplayPlace, ParamKind, ParamSpec, REMARKS, SectionSpec,
    find_param, section,
};

use super::{Column, Reader, Shown, ShownObject, Slot, Within, block, cells, label};

impl Reader<'_> {
    /// Reads the first line of an object or an output; false if it is another line.
    pub(super) fn begins(&mut self, index: usize, raw: &str, text: &str) -> bool {
        for display in DISPLAYS {
            match display.layout {
                DisplayLayout::Blocks => {
                    if let Some(name) = display.begins.iter().find_map(|it| name_in(it, text)) {
                        self.end_sentence();
                        self.within = Within::Nothing;
                        self.begin_object(display, name, index + 1);
                        return true;
                    }
                    // What follows belongs to an object whose name cannot be read.
                    let label = |it: &&str| {
                        it.strip_suffix(" <name>").is_some_and(|it| it.ends_with(':') && text.starts_with(it))
                    };
                    if display.begins.iter().any(label) {
                        self.end();
                        return false;
                    }
                }
                DisplayLayout::Assignments => {
                    if display.begins.iter().any(|it| text.starts_with(it)) {
                        self.end_sentence();
                        self.within = Within::Nothing;
                        self.begin_object(display, "", index + 1);
                        return true;
                    }
                }
                DisplayLayout::Sections => {
                    if display.begins.contains(&text) {
                        self.end_sentence();
                        self.end();
                        self.display = Some(display);
                        return true;
                    }
                }
                DisplayLayout::Rows | DisplayLayout::Lines => {}
            }
        }
        self.begins_table(index, raw)
    }

    /// Reads the header of a table with one row for each object.
    fn begins_table(&mut self, index: usize, raw: &str) -> bool {
        // Inside of an object, a header is that of a table of the object; a section has its own names.
        if self.display.is_some_and(|it| it.layout == DisplayLayout::Sections) {
            return false;
        }
        let is_block = self.display.is_some_and(|it| it.layout == DisplayLayout::Blocks);
        if is_block && matches!(self.within, Within::Table(_)) {
            return false;
        }
        let above = self.heading.take().filter(|it| it.1 + 1 == index).map(|it| it.0);
        let Some((display, mut header)) = cells::header(raw, above) else { return false };
        if is_block && header.columns.iter().any(|it| matches!(it, Column::Other(_))) {
            return false;
        }
        self.end_sentence();
        self.end();
        for column in &mut header.columns {
            match column {
                Column::Other(name) if above.is_some() => *column = Column::Index(std::mem::take(name)),
                Column::Other(name) => {
                    let name = format!("the column {name}");
                    self.not_understood(index + 1, name);
                }
                _ => {}
            }
        }
        self.display = Some(display);
        self.within = Within::Table(Rc::new(header));
        true
    }

    /// Reads a row of a table with one row for each object.
    pub(super) fn row(&mut self, display: &'static Display, header: &cells::Header, line: usize, raw: &str) -> bool {
        let Some(cells) = cells::cells(header, raw) else { return false };
        let columns = &header.columns;
        let name = columns.iter().zip(&cells).find(|it| matches!(it.0, Column::Name)).map(|it| it.1.clone());
        let Some(name) = name.filter(|it| !it.is_empty()) else { return false };
        self.begin_object(display, name.trim_end_matches('/'), line);
        for (column, cell) in columns.iter().zip(cells) {
            // What is not used is displayed as what has no limit.
            let is_unknown = column.form() == Some(DisplayForm::Usage) && !cell.contains('/');
            let is_unknown = is_unknown || matches!(column, Column::Index(_)) && !cell.contains('/');
            if let Some(what) = column.shown().filter(|_| !is_unknown) {
                let slot = if let Shown::Part(part) = &what { Slot::of(part) } else { Slot::Whole };
                self.push(what, slot, cell, line);
            }
        }
        true
    }

    /// Reads a line of a section as in the file, in either of its forms; false if it is something else. The name of the
    /// object is the first value.
    pub(super) fn section_line(&mut self, display: &'static Display, number: usize, raw: &str, text: &str) -> bool {
        if text.starts_with("End ") {
            self.end();
            return true;
        }
        let Some(spec) = section(display.file, display.section) else { return false };
        if let Within::Table(header) = &self.within {
            let header = Rc::clone(header);
            return self.row(display, &header, number, raw);
        }
        let Some((name, value)) = text.split_once('=') else {
            let words = text.split(' ').enumerate();
            let columns: Option<Vec<Column>> = words.map(|it| column_of(spec, it.0 == 0, it.1)).collect();
            let Some(columns) = columns.filter(|it| it.iter().any(|it| matches!(it, Column::Name))) else {
                return false;
            };
            self.within = Within::Table(cells::Header::of(columns));
            return true;
        };
        let (name, value) = (name.trim(), value.trim());
        if spec.defines.as_ref().is_some_and(|it| it.key == name) {
            self.begin_object(display, value, number);
            return true;
        }
        let param = find_param(display.file, display.section, name).filter(|_| self.object.is_some());
        let Some(param) = param else { return false };
        self.push(Shown::Param(param), Slot::Whole, value.to_owned(), number);
        true
    }

    /// Reads `NAME = value`; false if the line is something else, or the name is not a parameter.
    pub(super) fn assignment(&mut self, number: usize, text: &str) -> bool {
        let inside = self.display.is_none_or(|it| it.layout == DisplayLayout::Assignments);
        let Some((name, value)) = text.split_once('=').filter(|_| inside) else { return false };
        let remark = REMARKS.iter().find_map(|it| value.strip_suffix(it));
        let (name, value) = (name.trim(), remark.unwrap_or(value).trim());
        let of = |it: &'static Display| {
            let param = find_param(it.file, it.section, name).filter(|it| it.kind != ParamKind::Directive)?;
            Some((it, param))
        };
        let known = || DISPLAYS.iter().filter(|it| it.layout == DisplayLayout::Assignments);
        let found = match self.display.filter(|_| self.object.is_some()) {
            Some(current) => {
                of(current).or_else(|| known().filter(|it| it.within.contains(&current.command)).find_map(of))
            }
            None => known().filter(|it| it.begins.is_empty() && it.within.is_empty()).find_map(of),
        };
        let Some((display, param)) = found else { return false };
        self.sentence = None;
        if self.object.is_none() {
            self.begin_object(display, "", number);
        }
        let object = match self.object.filter(|_| self.display == Some(display)) {
            Some(object) => object,
            None => self.object_within(display, number),
        };
        self.push_to(object, Shown::Param(param), Slot::Whole, value.to_owned(), number);
        true
    }

    /// The object of another file whose values are displayed between those of the current one.
    fn object_within(&mut self, display: &'static Display, line: usize) -> usize {
        let known = self.inner.filter(|it| self.input.objects[*it].display == display);
        known.unwrap_or_else(|| {
            let object = ShownObject { source: self.source, display, name: String::new(), line, cut_at: None };
            self.input.objects.push(object);
            *self.inner.insert(self.input.objects.len() - 1)
        })
    }

    /// Reads a line about the whole cluster, or a heading above a table.
    pub(super) fn free_line(&mut self, index: usize, text: &str) -> bool {
        for display in DISPLAYS {
            match display.layout {
                DisplayLayout::Lines if display.state.iter().any(|it| text.starts_with(it)) => return true,
                DisplayLayout::Rows if !display.resources.is_empty() && display.resources == text => {
                    self.end();
                    self.heading = Some((display, index));
                    return true;
                }
                // A heading has several words; one word may be anything.
                DisplayLayout::Rows if text.contains(' ') && display.is_state(text) => return true,
                _ => {}
            }
            let parts = display.parts.iter().filter(|_| display.layout == DisplayLayout::Lines);
            for part in parts {
                let value = match part.at {
                    DisplayPlace::Label => label(text).filter(|it| it.0 == part.text).map(|it| it.1.to_owned()),
                    _ => block::value_in(part.text, text),
                };
                let Some(value) = value else { continue };
                if self.display != Some(display) {
                    self.begin_object(display, "", index + 1);
                }
                self.push(Shown::Part(part), Slot::of(part), value, index + 1);
                return true;
            }
        }
        false
    }
}

/// The column of a table in a section. Without a definition, the first column names what a row is about.
fn column_of(section: &'static SectionSpec, is_first: bool, heading: &str) -> Option<Column> {
    let param: &'static ParamSpec = section.param(heading)?;
    let names = section.defines.as_ref().map_or(is_first, |it| it.key == heading);
    Some(if names { Column::Name } else { Column::Param(param) })
}

/// The name in the first line of an object: `QUEUE: <name>`.
fn name_in<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    let name = text.strip_prefix(pattern.strip_suffix("<name>")?)?;
    (!name.is_empty() && !name.contains(' ')).then_some(name)
}
