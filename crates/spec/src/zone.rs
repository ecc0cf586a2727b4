//! The abbreviations of time zones that may follow a time window.

pub use crate::generated::zones::TIME_ZONES;

/// The differences from UTC, in minutes, that an abbreviation of a time zone stands for, ignoring case: several if it
/// has several meanings, `None` if it is unknown.
pub fn offsets_of_zone(abbreviation: &str) -> Option<&'static [i16]> {
    let name = abbreviation.to_ascii_uppercase();
    let index = TIME_ZONES.binary_search_by_key(&&*name, |it| it.0).ok()?;
    Some(TIME_ZONES[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_by_abbreviation() {
        assert_eq!(offsets_of_zone("EDT"), Some(&[-240][..]));
        assert_eq!(offsets_of_zone("acst"), Some(&[570][..]));
        assert_eq!(offsets_of_zone("CST"), Some(&[-360, 480, -300][..]), "an abbreviation with several meanings");
        assert_eq!(offsets_of_zone("CTS"), None);
        assert_eq!(offsets_of_zone("daily"), None);
    }
}
