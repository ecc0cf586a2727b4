//! Names that other files refer to.

use lsflint_spec::FileKind;
use lsflint_syntax::ast::{self, AstNode};
use rustc_hash::FxHashSet;

use crate::resources::{rows, sections_named};
use crate::{Knowledge, SourceFile};

/// The names that the sections of one kind define.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    names: FxHashSet<String>,
    /// Whether a name that is not among them is surely undefined.
    pub knowledge: Knowledge,
}

impl Names {
    /// The names in a column of the tables of one section in one kind of file. Nothing is known while there is no such section.
    pub(crate) fn of_column(files: &[SourceFile], kind: FileKind, section: &'static str, column: &str) -> Names {
        let mut found = Names::default();
        for file in files.iter().filter(|it| it.kind == kind) {
            for section in sections_named(file, section) {
                found.add_column(section, column, file.template);
            }
        }
        found
    }

    fn add_column(&mut self, section: ast::Section<'_>, column: &str, template: bool) {
        let Some(header) = section.header() else { return };
        let Some(index) = header.columns().position(|it| it.text().eq_ignore_ascii_case(column)) else { return };
        let mut gaps = template;
        for row in rows(section.node()) {
            let Some(cell) = row.cells().nth(index) else { continue };
            if cell.is_templated() {
                gaps = true;
            } else if let Some(name) = cell.single_word() {
                self.names.insert(name.text().into_owned());
            }
        }
        let knowledge = if gaps { Knowledge::Partial } else { Knowledge::Complete };
        // One section with gaps leaves gaps in all of them.
        self.knowledge = match self.knowledge {
            Knowledge::Unknown => knowledge,
            known => known.min(knowledge),
        };
    }

    /// Whether the name is defined. Names are compared with case, as LSF does.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// All names, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, names: &[&str], knowledge: Knowledge) {
        let files = [SourceFile::new("lsf.shared", FileKind::LsfShared, text)];
        let found = Names::of_column(&files, FileKind::LsfShared, "HostType", "TYPENAME");
        let mut sorted: Vec<&str> = found.iter().collect();
        sorted.sort_unstable();
        assert_eq!((sorted.as_slice(), found.knowledge), (names, knowledge));
    }

    #[test]
    fn names_stand_in_a_column() {
        check("Begin HostType\nTYPENAME\nLINUX\nX86_64\nEnd HostType\n", &["LINUX", "X86_64"], Knowledge::Complete);
        check("Begin Cluster\nClusterName\nc\nEnd Cluster\n", &[], Knowledge::Unknown);
    }

    #[test]
    fn templates_leave_gaps() {
        check("Begin HostType\nTYPENAME\n{{ type }}\nLINUX\nEnd HostType\n", &["LINUX"], Knowledge::Partial);
    }
}
