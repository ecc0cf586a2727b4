//! What a program for Linux requires from the system: nothing, or libraries and the oldest C library that has all
//! symbols.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use anyhow::{Context, ensure};
use object::Endianness;
use object::elf::{DT_NEEDED, FileHeader64, PT_INTERP};
use object::read::elf::{Dyn as _, ElfFile, ProgramHeader as _};

/// The C library of RHEL 7, CentOS 7 and manylinux2014.
const OLDEST: Glibc = Glibc(2, 17);

/// A version of glibc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Glibc(u32, u32);

/// What a program requires.
#[derive(Debug, Default, PartialEq, Eq)]
struct Needs {
    /// Whether the kernel starts it with a dynamic linker.
    interpreter: bool,
    libraries: BTreeSet<String>,
    /// The latest version of glibc that has introduced one of its symbols.
    glibc: Option<Glibc>,
}

/// What a program may require.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    /// Nothing but the kernel.
    Nothing,
    /// The C library of RHEL 7.
    Oldest,
    /// Whatever the machine has that built it.
    None,
}

/// Prints what a program requires; an error if it is more than allowed. Programs for other systems are not inspected.
#[allow(clippy::print_stdout, reason = "the result of a check")]
pub(super) fn report(triple: &str, program: &Path, limit: Limit) -> anyhow::Result<()> {
    if !triple.contains("-linux-") {
        return Ok(());
    }
    let bytes = std::fs::read(program).with_context(|| format!("cannot read {}", program.display()))?;
    let needs = Needs::of(&bytes).with_context(|| format!("cannot inspect {}", program.display()))?;
    ensure!(needs.is_within(limit), "the program for {triple} requires {needs}");
    println!("program for {triple}: {needs}");
    Ok(())
}

impl Needs {
    fn of(program: &[u8]) -> object::Result<Needs> {
        let elf = ElfFile::<FileHeader64<Endianness>>::parse(program)?;
        let (endian, sections) = (elf.endian(), elf.elf_section_table());
        let mut needs = Needs {
            interpreter: elf.elf_program_headers().iter().any(|it| it.p_type(endian) == PT_INTERP),
            ..Needs::default()
        };
        if let Some((entries, link)) = sections.dynamic(endian, program)? {
            let strings = sections.strings(endian, program, link)?;
            for entry in entries.iter().filter(|it| it.d_tag(endian) == DT_NEEDED) {
                needs.libraries.insert(String::from_utf8_lossy(entry.string(endian, strings)?).into_owned());
            }
        }
        if let Some((mut libraries, link)) = sections.gnu_verneed(endian, program)? {
            let strings = sections.strings(endian, program, link)?;
            while let Some((_, mut versions)) = libraries.next()? {
                while let Some(version) = versions.next()? {
                    let name = String::from_utf8_lossy(version.name(endian, strings)?).into_owned();
                    needs.glibc = needs.glibc.max(Glibc::of(&name));
                }
            }
        }
        Ok(needs)
    }

    fn is_within(&self, limit: Limit) -> bool {
        match limit {
            Limit::Nothing => *self == Needs::default(),
            Limit::Oldest => self.glibc.is_none_or(|it| it <= OLDEST),
            Limit::None => true,
        }
    }
}

impl Glibc {
    /// The version in the name of a symbol version: `GLIBC_2.17`.
    fn of(name: &str) -> Option<Glibc> {
        let (major, minor) = name.strip_prefix("GLIBC_")?.split_once('.')?;
        let minor = minor.split('.').next()?;
        Some(Glibc(major.parse().ok()?, minor.parse().ok()?))
    }
}

impl fmt::Display for Glibc {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "glibc {}.{}", self.0, self.1)
    }
}

impl fmt::Display for Needs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.interpreter && self.libraries.is_empty() {
            return write!(out, "static");
        }
        if let Some(glibc) = self.glibc {
            write!(out, "{glibc}, ")?;
        }
        write!(out, "{}", self.libraries.iter().map(String::as_str).collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_symbols_are_compared_as_numbers() {
        let of = |it: &str| Glibc::of(it);
        assert!(of("GLIBC_2.5") < of("GLIBC_2.17") && of("GLIBC_2.17") < of("GLIBC_2.34"));
        assert_eq!(of("GLIBC_2.2.5"), Some(Glibc(2, 2)));
        assert_eq!((of("GCC_3.0"), of("GLIBC_PRIVATE"), of("")), (None, None, None));
    }

    #[test]
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    fn this_program_requires_libraries() {
        let program = std::fs::read(std::env::current_exe().expect("this program")).expect("it can be read");
        let needs = Needs::of(&program).expect("it is an ELF file");
        assert!(needs.interpreter && needs.libraries.contains("libc.so.6") && needs.glibc.is_some(), "{needs:?}");
        assert!(Needs::of(b"#!/bin/sh\n").is_err());
    }

    #[test]
    fn programs_for_old_systems_require_no_new_symbols() {
        let with = |glibc| Needs { glibc, ..Needs::default() };
        let old = with(Some(Glibc(2, 17)));
        assert!(old.is_within(Limit::Oldest) && !old.is_within(Limit::Nothing));
        let new = with(Some(Glibc(2, 18)));
        assert!(!new.is_within(Limit::Oldest) && new.is_within(Limit::None));
        assert!(with(None).is_within(Limit::Nothing));
        assert_eq!(with(None).to_string(), "static");
        let one = Needs { libraries: ["libc.so.6".to_owned()].into(), ..old };
        assert_eq!(one.to_string(), "glibc 2.17, libc.so.6");
    }
}
