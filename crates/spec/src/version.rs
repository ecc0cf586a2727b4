//! Versions and dialects of LSF that a configuration can be written for.

use std::cmp::Ordering;
use std::fmt;

/// An IBM Spectrum LSF (or Platform LSF) version: up to four numbers, `10.1.0.14`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version(pub [u8; 4]);

impl Version {
    /// The newest version the data knows.
    pub const NEWEST: Version = Version([10, 1, 0, 15]);

    /// Reads `10.1`, `10.1.0.14`, `9.1.3`; missing parts are zero. `None` when a part is no number below 256.
    pub fn parse(text: &str) -> Option<Version> {
        let mut parts = [0u8; 4];
        let mut count = 0;
        for part in text.split('.') {
            *parts.get_mut(count)? = part.parse().ok()?;
            count += 1;
        }
        Some(Version(parts))
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
    /// OpenLava 4 and its relatives.
    OpenLava,
    /// volclava 2.
    Volclava,
}
