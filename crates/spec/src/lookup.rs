//! Look-ups by name, without regard to case, in a few nanoseconds: an open-addressing table of FNV-1a hashes made by
//! `cargo xtask codegen` for every section.

use crate::generated::common::DIRECTIVES;
use crate::{FileKind, ParamKind, ParamSpec, SectionSpec};

/// The FNV-1a hash of the upper-case name; `xtask codegen` uses the same function to lay out the slots.
pub(crate) fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte.to_ascii_uppercase())).wrapping_mul(0x0100_0193))
}

impl SectionSpec {
    /// The parameter or column of this name or alias, ignoring case.
    pub fn param(&self, name: &str) -> Option<&'static ParamSpec> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(name) as usize & mask;
        loop {
            let index = self.slots[slot];
            if index == u16::MAX {
                return None;
            }
            let param = &self.params[usize::from(index)];
            // Nearly everyone writes the documented spelling, which is compared faster.
            let matches = param.name == name
                || param.name.eq_ignore_ascii_case(name)
                || param.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name));
            if matches {
                return Some(param);
            }
            slot = (slot + 1) & mask;
        }
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

/// The facts about a directive line: `#if`, `#INCLUDE`, without regard to case.
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
    use super::hash;
    use crate::{SectionSpec, files};

    /// How many slots a look-up of this name visits.
    fn probes(section: &SectionSpec, name: &str) -> usize {
        let mask = section.slots.len() - 1;
        let start = hash(name) as usize;
        (0..).position(|step| section.slots[(start + step) & mask] == u16::MAX).expect("half of the slots are free") + 1
    }

    #[test]
    fn a_look_up_visits_few_slots() {
        for section in files().flat_map(|it| it.sections) {
            assert!(section.slots.is_empty() || section.slots.len().is_power_of_two(), "{}", section.name);
            let used = section.slots.iter().filter(|it| **it != u16::MAX).count();
            assert!(used * 2 <= section.slots.len(), "{}: {used} of {}", section.name, section.slots.len());
            // The end of a run bounds hits and misses alike.
            for start in section.params {
                assert!(probes(section, start.name) <= 8, "[{}] {}", section.name, start.name);
            }
        }
    }
}
