//! Hosts have several spellings: with domain and without, in any case.

/// The new name, written as the old one was at a place: a host that is called without its domain there, or with one that its
/// definition does not have, is so afterwards.
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
