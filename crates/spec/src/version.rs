//! Versions and dialects of LSF that a configuration can be written for, and targets.

use std::cmp::Ordering;
use std::fmt;

use crate::generated::versions;
pub use crate::generated::versions::{DIALECT_KEYWORDS, KNOWN_TARGETS};
use crate::{Confidence, FileKind, ParamSpec};

/// An IBM Spectrum LSF (or Platform LSF) version: up to four numbers, `10.1.0.14`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version(pub [u8; 4]);

impl Version {
    /// The latest version in the data.
    pub const NEWEST: Version = versions::NEWEST;
    /// The version of the manual. Names removed at an unknown time are removed since this version.
    pub const MANUAL: Version = versions::MANUAL;

    /// Reads `10.1`, `10.1.0.14`, `9.1.3`; missing parts are zero. `None` when a part is not a number below 256.
    pub fn parse(text: &str) -> Option<Version> {
        let mut parts = [0u8; 4];
        for (count, part) in text.split('.').enumerate() {
            *parts.get_mut(count)? = part.parse().ok()?;
        }
        Some(Version(parts))
    }

    /// Whether the numbers begin with these: `10.1.0.14` is in the series `10.1`.
    fn is_in_series(self, series: &[u8]) -> bool {
        self.0.starts_with(series)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = self.0;
        match (c, d) {
            (0, 0) => write!(f, "{a}.{b}"),
            (_, 0) => write!(f, "{a}.{b}.{c}"),
            _ => write!(f, "{a}.{b}.{c}.{d}"),
        }
    }
}

/// A family of programs that reads these files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// IBM Spectrum LSF, Platform LSF before it.
    Lsf,
    /// OpenLava 4 and similar programs.
    OpenLava,
    /// volclava 2.
    Volclava,
}

/// The keywords that a program supports in a section, from its source code.
#[derive(Debug)]
pub struct DialectKeywords {
    /// The program.
    pub dialect: Dialect,
    /// `lsb.queues:Queue`.
    pub section: &'static str,
    /// The source file of the keywords.
    pub source: &'static str,
    /// The keywords, without load indices of queues.
    pub names: &'static [&'static str],
}

impl DialectKeywords {
    /// Whether this is the section that a parameter is documented in, and the program does not know it there.
    pub fn lacks(&self, param: &ParamSpec) -> bool {
        let (file, section) = self.section.split_once(':').unwrap_or_default();
        let section = FileKind::from_name(file).and_then(|kind| crate::section(kind, section));
        section.is_some_and(|it| it.params.iter().any(|it| std::ptr::eq(it, param)))
            && crate::builtin_resource(param.name).is_none()
            && !self.names.iter().any(|it| *it == param.name || param.aliases.contains(it))
    }
}

/// One row of [`KNOWN_TARGETS`].
#[derive(Debug)]
pub struct KnownTarget {
    /// Its name: `10.1.0.14`, `openlava-4`.
    pub name: &'static str,
    /// The family.
    pub dialect: Dialect,
    /// The version inside the family.
    pub version: Version,
    /// One line for a list of targets.
    pub summary: &'static str,
}

/// The versions that a configuration is written for. It must be valid for all versions of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target {
    /// The family of programs.
    pub dialect: Dialect,
    /// The oldest version.
    pub from: Version,
    /// The newest version, inclusive.
    pub to: Version,
}

impl Default for Target {
    fn default() -> Target {
        Target { dialect: Dialect::Lsf, from: Version::NEWEST, to: Version::NEWEST }
    }
}

/// Why a target is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetError {
    /// The text is empty.
    Empty,
    /// It is neither a version nor a dialect.
    NotAVersion(String),
    /// There was no such version: it is not in [`KNOWN_TARGETS`].
    UnknownVersion(String),
    /// The first version of a range is newer than the last.
    Reversed(String),
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetError::Empty => f.write_str("the target is empty")?,
            TargetError::NotAVersion(text) => write!(f, "`{text}` is neither a version nor a dialect")?,
            TargetError::UnknownVersion(text) => write!(f, "version `{text}` is not known")?,
            TargetError::Reversed(text) => return write!(f, "the range `{text}` ends before it begins"),
        }
        f.write_str(", expected for example `10.1.0.14`, `10.1`, `9.1.3..10.1` or `openlava-4`")
    }
}

impl std::error::Error for TargetError {}

impl std::str::FromStr for Target {
    type Err = TargetError;

    /// Reads `10.1.0.14`, `9.1.3`, `openlava-4`, or a range `9.1.3..10.1`.
    ///
    /// A version with missing numbers names a series. Alone or as the end of a range it means the newest of its series,
    /// so that names of all its fix packs are known; as the start of a range it means the
    /// oldest.
    fn from_str(text: &str) -> Result<Target, TargetError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(TargetError::Empty);
        }
        if let Some(row) = KNOWN_TARGETS.iter().find(|it| it.dialect != Dialect::Lsf && is_dialect(it, text)) {
            return Ok(Target { dialect: row.dialect, from: row.version, to: row.version });
        }
        let Some((first, last)) = text.split_once("..") else {
            let version = newest_of(text)?;
            return Ok(Target { dialect: Dialect::Lsf, from: version, to: version });
        };
        let (from, to) = (oldest_of(first.trim())?, newest_of(last.trim())?);
        if from > to {
            return Err(TargetError::Reversed(text.to_owned()));
        }
        Ok(Target { dialect: Dialect::Lsf, from, to })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = KNOWN_TARGETS.iter().find(|it| it.dialect == self.dialect && it.dialect != Dialect::Lsf);
        match row {
            Some(row) => f.write_str(row.name),
            None if self.from == self.to => write!(f, "{}", self.from),
            None => write!(f, "{}..{}", self.from, self.to),
        }
    }
}

impl Target {
    /// Whether every version of the target reads the construct.
    pub fn reads(self, switch: Switch) -> bool {
        let spec = switch.spec();
        match self.dialect {
            Dialect::Lsf => self.from >= spec.since,
            dialect => spec.dialects.contains(&dialect),
        }
    }
}

/// Whether the text names the dialect of the row: `openlava-4`, `openlava`, `OpenLava-4.0`.
fn is_dialect(row: &KnownTarget, text: &str) -> bool {
    let family = row.name.split('-').next().unwrap_or(row.name);
    let text = text.to_ascii_lowercase();
    text.strip_prefix(family).is_some_and(|tail| {
        tail.is_empty()
            || tail.strip_prefix('-').is_some_and(|it| Version::parse(it).is_some_and(|it| it.0[0] == row.version.0[0]))
    })
}

fn newest_of(text: &str) -> Result<Version, TargetError> {
    in_series(text)?.max().ok_or_else(|| TargetError::UnknownVersion(text.to_owned()))
}

fn oldest_of(text: &str) -> Result<Version, TargetError> {
    in_series(text)?.min().ok_or_else(|| TargetError::UnknownVersion(text.to_owned()))
}

/// The known versions whose numbers begin with the written ones.
fn in_series(text: &str) -> Result<impl Iterator<Item = Version>, TargetError> {
    let version = Version::parse(text).ok_or_else(|| TargetError::NotAVersion(text.to_owned()))?;
    let written = text.split('.').count();
    let known = KNOWN_TARGETS.iter().filter(|it| it.dialect == Dialect::Lsf).map(|it| it.version);
    Ok(known.filter(move |it| it.is_in_series(&version.0[..written])))
}

/// A construct that older versions or other programs do not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Switch {
    /// The strict selection grammar of LSF_STRICT_RESREQ.
    StrictSelect,
    /// The resources `slots` and `maxslots`.
    SchedulerSlots,
    /// TASKLIMIT instead of PROCLIMIT.
    TaskLimit,
    /// 7 for Sunday in time windows.
    DaySeven,
    /// A time zone after a window in `time()`.
    TimeZones,
    /// `#INCLUDE` lines.
    Include,
    /// Units after sizes in requirement strings.
    UnitSuffixes,
    /// GPU_REQ and its words.
    GpuKeywords,
    /// `gmodel`, `gmem`, `glink` in rusage, `gtile` in span.
    GpuRequirementWords,
    /// 64-bit resource limits.
    WideLimits,
    /// `/job`, `/task`, `/host` in rusage.
    ReservationMethods,
    /// Compound requirements.
    CompoundRequirements,
    /// Alternative requirements.
    AlternativeRequirements,
    /// `same[...]`.
    SameSection,
    /// `cu[...]`.
    ComputeUnits,
    /// `affinity[...]`.
    AffinitySection,
    /// lsb.applications.
    ApplicationProfiles,
    /// Queue names of more than 39 characters.
    LongNames,
    /// Several ranges in a host name, and groups of patterns inside others.
    HostPatterns,
    /// The Windows host types without a row in HostType.
    WindowsHostTypes,
}

/// The facts about a [`Switch`].
#[derive(Debug)]
pub struct SwitchSpec {
    /// The switch.
    pub switch: Switch,
    /// Its name in the data.
    pub name: &'static str,
    /// First version of LSF that reads it.
    pub since: Version,
    /// Dialects other than LSF that read it.
    pub dialects: &'static [Dialect],
    /// The construct in words.
    pub summary: &'static str,
    /// The source.
    pub source: &'static str,
    /// The reliability of the version.
    pub confidence: Confidence,
}

impl Switch {
    /// The facts about it.
    pub fn spec(self) -> &'static SwitchSpec {
        &versions::SWITCHES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = match text.parse::<Target>() {
            Ok(target) => format!("{:?} {} {}", target.dialect, target.from, target.to),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "target `{text}`");
    }

    #[test]
    fn single_versions() {
        check("10.1.0.14", "Lsf 10.1.0.14 10.1.0.14");
        check("10.1", "Lsf 10.1.0.16 10.1.0.16");
        check("10", "Lsf 10.1.0.16 10.1.0.16");
        check(" 9.1.3 ", "Lsf 9.1.3 9.1.3");
        check("9.1", "Lsf 9.1.3 9.1.3");
        check("9.1.2", "Lsf 9.1.2 9.1.2");
        check("6.2", "Lsf 6.2 6.2");
    }

    #[test]
    fn ranges() {
        check("9.1.3..10.1", "Lsf 9.1.3 10.1.0.16");
        check("10.1 .. 10.1.0.9", "Lsf 10.1 10.1.0.9");
        check("9.1..9.1.3", "Lsf 9.1 9.1.3");
    }

    #[test]
    fn dialects() {
        check("openlava-4", "OpenLava 4.0 4.0");
        check("OpenLava-4.0", "OpenLava 4.0 4.0");
        check("volclava-2", "Volclava 2.0 2.0");
        check("volclava", "Volclava 2.0 2.0");
    }

    #[test]
    fn errors_say_what_to_write() {
        let hint = ", expected for example `10.1.0.14`, `10.1`, `9.1.3..10.1` or `openlava-4`";
        check("", &format!("the target is empty{hint}"));
        check("newest", &format!("`newest` is neither a version nor a dialect{hint}"));
        check("11.0", &format!("version `11.0` is not known{hint}"));
        check("10.1.0.99", &format!("version `10.1.0.99` is not known{hint}"));
        check("3.2", &format!("version `3.2` is not known{hint}"));
        check("9.2", &format!("version `9.2` is not known{hint}"));
        check("9.1.4..10.1", &format!("version `9.1.4` is not known{hint}"));
        check("openlava-9", &format!("`openlava-9` is neither a version nor a dialect{hint}"));
        check("10.1..9.1.3", "the range `10.1..9.1.3` ends before it begins");
    }

    #[test]
    fn the_default_is_the_newest() {
        assert_eq!(Target::default(), "10.1".parse().expect("a target"));
        assert_eq!(Target::default().to_string(), Version::NEWEST.to_string());
    }

    #[test]
    fn switches_are_in_the_order_of_the_data() {
        for (number, spec) in versions::SWITCHES.iter().enumerate() {
            assert_eq!(spec.switch as usize, number, "{}", spec.name);
        }
        let target = |text: &str| text.parse::<Target>().expect("a target");
        assert!(target("10.1").reads(Switch::ReservationMethods));
        assert!(!target("9.1.3..10.1").reads(Switch::ReservationMethods));
        assert!(!target("openlava-4").reads(Switch::CompoundRequirements));
    }
}
