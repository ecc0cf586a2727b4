//! Look-ups by name, ignoring case.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::generated::common::DIRECTIVES;
use crate::{FileKind, ParamKind, ParamSpec, SectionSpec};

impl SectionSpec {
    /// The keys or columns that a complete section has: those that usually are present, then those that must be.
    pub fn expected(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.usual.iter().chain(self.required).copied()
    }

    /// The parameter or column of this name or alias, ignoring case.
    pub fn param(&self, name: &str) -> Option<&'static ParamSpec> {
        // The table has its names in uppercase, as most names are written.
        let table = self.by_name.of(self.params);
        let in_uppercase = || match name.bytes().any(|it| it.is_ascii_lowercase()) {
            true => table.get(&*name.to_ascii_uppercase()),
            false => None,
        };
        self.params.get(*table.get(name).or_else(in_uppercase)?)
    }
}

/// The indices of the parameters of a section by name and alias, in uppercase. Made when a name is first looked up.
#[derive(Debug)]
pub(crate) struct NameTable(OnceLock<FxHashMap<Cow<'static, str>, usize>>);

impl NameTable {
    pub(crate) const fn new() -> NameTable {
        NameTable(OnceLock::new())
    }

    fn of(&self, params: &'static [ParamSpec]) -> &FxHashMap<Cow<'static, str>, usize> {
        self.0.get_or_init(|| {
            let upper = |name: &'static str| match name.bytes().any(|it| it.is_ascii_lowercase()) {
                true => Cow::Owned(name.to_ascii_uppercase()),
                false => Cow::Borrowed(name),
            };
            let names = |it: &'static ParamSpec| std::iter::once(it.name).chain(it.aliases.iter().copied());
            let all = params.iter().enumerate();
            all.flat_map(|(index, it)| names(it).map(move |name| (upper(name), index))).collect()
        })
    }
}

impl SectionSpec {
    /// The name and the older ones that it replaces in this section.
    pub fn names_of(&'static self, name: &'static str) -> impl Iterator<Item = &'static str> {
        let older = self.params.iter().filter(move |it| it.replaced_by == name).map(|it| it.name);
        std::iter::once(name).chain(older)
    }
}

/// The section of this name or alias, ignoring case. Flat files have one section with an empty name.
pub fn section(file: FileKind, name: &str) -> Option<&'static SectionSpec> {
    file.spec().sections.iter().find(|it| {
        it.name.eq_ignore_ascii_case(name) || it.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}

/// The parameter of this name in a section of a file, ignoring case.
pub fn find_param(file: FileKind, section_name: &str, name: &str) -> Option<&'static ParamSpec> {
    section(file, section_name)?.param(name)
}

/// Like [`find_param`], but only table columns.
pub fn column(file: FileKind, section_name: &str, name: &str) -> Option<&'static ParamSpec> {
    find_param(file, section_name, name).filter(|it| it.kind == ParamKind::Column)
}

/// The facts about a directive line: `#if`, `#INCLUDE`, ignoring case.
pub fn directive(name: &str) -> Option<&'static ParamSpec> {
    DIRECTIVES.iter().find(|it| it.name.eq_ignore_ascii_case(name))
}

/// Every place in every file that has a parameter of this name, ignoring case: for "belongs in" messages and `explain`.
pub fn params_named(name: &str) -> impl Iterator<Item = (FileKind, &'static SectionSpec, &'static ParamSpec)> {
    FileKind::ALL.into_iter().flat_map(move |kind| {
        kind.spec().sections.iter().filter_map(move |section| Some((kind, section, section.param(name)?)))
    })
}

#[cfg(test)]
mod tests {
    use crate::files;

    #[test]
    fn every_name_and_alias_is_found() {
        for section in files().flat_map(|it| it.sections) {
            for param in section.params {
                for name in [param.name].iter().chain(param.aliases) {
                    for written in [(*name).to_owned(), name.to_ascii_lowercase(), name.to_ascii_uppercase()] {
                        let found = section.param(&written).map(|it| it.name);
                        assert_eq!(found, Some(param.name), "[{}] {written}", section.name);
                    }
                }
            }
            assert_eq!(section.param("NO_SUCH_PARAMETER").map(|it| it.name), None);
        }
    }
}
