//! Preserves the spelling of host names, which may be written with or without domain and in any letter case.

/// The new name, spelled like the old one at a place: if the host is written there without its domain, or with a domain
/// that its definition does not have, so is the new name.
pub(super) fn like(written: &str, old: &str, new: &str) -> String {
    if written == old || written.eq_ignore_ascii_case(old) {
        return new.to_owned();
    }
    match (written.split_once('.'), old.split_once('.')) {
        (None, Some(_)) => new.split('.').next().unwrap_or(new).to_owned(),
        (Some((_, domain)), None) => format!("{new}.{domain}"),
        _ => new.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_stay_or_stay_away() {
        assert_eq!(like("h1", "h1", "n1"), "n1");
        assert_eq!(like("H1", "h1", "n1"), "n1");
        assert_eq!(like("h1", "h1.example.com", "n1.example.com"), "n1");
        assert_eq!(like("h1.example.com", "h1", "n1"), "n1.example.com");
        assert_eq!(like("H1.Example.com", "h1.example.com", "n1.example.com"), "n1.example.com");
    }
}
