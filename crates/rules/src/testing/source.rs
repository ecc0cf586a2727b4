//! The files of a case. A header names a whole file, or a section of one, and replaces its first and last lines.

/// A file of a case.
pub(super) struct Source<'f> {
    pub(super) name: String,
    pub(super) text: String,
    /// What is shown of it, in the order of its lines.
    pub(super) pieces: Vec<Piece<'f>>,
}

/// The lines below one header.
pub(super) struct Piece<'f> {
    /// What the header names.
    pub(super) label: &'f str,
    /// How many lines of the file are before the section.
    begin: usize,
    /// How many lines of the file are before the first that is shown.
    pub(super) first: usize,
}

impl<'f> Source<'f> {
    /// The files of headers and the texts below them. Several sections of a file make one text.
    pub(super) fn all(parts: impl Iterator<Item = (&'f str, String)>) -> Vec<Source<'f>> {
        let mut sources: Vec<Source<'f>> = Vec::new();
        for (header, text) in parts {
            let place = Place::of(header);
            let index = sources.iter().position(|it| it.name == place.file).unwrap_or_else(|| {
                sources.push(Source { name: place.file.clone(), text: String::new(), pieces: Vec::new() });
                sources.len() - 1
            });
            let source = &mut sources[index];
            let begin = source.text.matches('\n').count();
            let first = begin + place.before.matches('\n').count();
            source.pieces.push(Piece { label: header, begin, first });
            source.text.extend([place.before, text, place.after]);
        }
        sources
    }

    /// The file that a header names.
    pub(super) fn find<'s>(sources: &'s [Source<'f>], header: &str) -> &'s Source<'f> {
        let file = Place::of(header).file;
        sources.iter().find(|it| it.name == file).expect("every file of a case is collected")
    }

    /// The piece that a place in the text belongs to.
    pub(super) fn piece_at(&self, offset: usize) -> &Piece<'f> {
        self.piece(self.text[..offset].matches('\n').count())
    }

    /// The piece that a line belongs to.
    pub(super) fn piece(&self, line: usize) -> &Piece<'f> {
        self.pieces.iter().rev().find(|it| it.begin <= line).unwrap_or(&self.pieces[0])
    }
}

impl Piece<'_> {
    /// A line of the file as it is numbered below the header. Lines that the header replaces have no number.
    pub(super) fn number(&self, line: usize) -> Option<usize> {
        line.checked_sub(self.first).map(|it| it + 1)
    }
}

/// Where lines of a fixture are in their file.
pub(super) struct Place {
    pub(super) file: String,
    /// The lines of the section before and after them.
    pub(super) before: String,
    pub(super) after: String,
}

/// Sections that are known by their names alone, with their files and the names of their names.
const SECTIONS: [(&str, &str, &str); 6] = [
    ("Queue", "lsb.queues", "QUEUE_NAME = q"),
    ("Application", "lsb.applications", "NAME = p"),
    ("Parameters", "lsb.params", ""),
    ("Limit", "lsb.resources", "NAME = a"),
    ("GuaranteedResourcePool", "lsb.resources", "NAME = p"),
    ("ServiceClass", "lsb.serviceclasses", "NAME = s"),
];

impl Place {
    /// A section such as `Queue`, `Queue night` or `Host of lsb.hosts`.
    pub(super) fn in_section(name: &str) -> Option<Place> {
        let place = |section: &str, file: &str, key: String| Place {
            file: file.to_owned(),
            before: format!("Begin {section}\n{key}"),
            after: format!("End {section}\n"),
        };
        if let Some((section, file)) = name.split_once(" of ") {
            return Some(place(section, file, String::new()));
        }
        let (section, value) = name.split_once(' ').map_or((name, None), |it| (it.0, Some(it.1)));
        let (_, file, key) = SECTIONS.iter().find(|it| it.0 == section)?;
        let key = match (key.split_once(" = "), value) {
            (None, None) => String::new(),
            (None, Some(_)) => return None,
            (Some((key, name)), value) => format!("{key} = {}\n", value.unwrap_or(name)),
        };
        Some(place(section, file, key))
    }

    /// What a header names that is not special.
    pub(super) fn of(label: &str) -> Place {
        Place::in_section(label).unwrap_or_else(|| Place::whole(label))
    }

    /// All lines of a file.
    pub(super) fn whole(file: &str) -> Place {
        Place { file: file.to_owned(), before: String::new(), after: String::new() }
    }
}
