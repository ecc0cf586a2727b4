//! What texts of several words mean: controls of jobs, checkpoints, goals, shares.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_spec::{DisplayPart, DisplayPlace, yes_no};

use super::meaning::{Meaning, is_not_set};

/// `SUSPEND[kill -STOP] RESUME[CONT]` in any order, also as `[SUSPEND, kill -STOP]`. `word` is that of a parameter for
/// one of them; empty for all.
pub(super) fn controls(text: &str, word: &str) -> Meaning {
    if !word.is_empty() {
        let inner = text.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(text);
        return Meaning::Text(format!("{word}[{}]", inner.trim()));
    }
    let mut found = BTreeSet::new();
    let (mut depth, mut start, mut inner) = (0_usize, 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => {
                if depth == 0 {
                    inner = at + 1;
                }
                depth += 1;
            }
            ']' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    let word = text[start..inner - 1].trim();
                    let inner = text[inner..at].trim();
                    let (word, inner) = inner.split_once(',').filter(|_| word.is_empty()).unwrap_or((word, inner));
                    found.insert(format!("{}[{}]", word.trim(), inner.trim()));
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    match found.is_empty() || !text[start..].trim().is_empty() {
        true => Meaning::Text(text.to_owned()),
        false => Meaning::Text(found.into_iter().collect::<Vec<_>>().join(" ")),
    }
}

/// `/share/chkpnt 240`.
pub(super) fn checkpoint(text: &str) -> Meaning {
    let (folder, period) = match text.rsplit_once(' ') {
        Some((folder, period)) => (folder, period.parse().ok()),
        None => (text, None),
    };
    match period {
        Some(period) => Meaning::Checkpoint(folder.to_owned(), Some(period)),
        None => Meaning::Checkpoint(text.to_owned(), None),
    }
}

/// `[VELOCITY 30 timeWindow (9:00-17:30)] [DEADLINE timeWindow (17:30-9:00)]` without the words that are not displayed.
pub(super) fn goals(text: &str) -> Meaning {
    let text = text.to_ascii_lowercase().replace("always open", " ");
    let words = text.split(|it: char| it.is_whitespace() || matches!(it, '[' | ']' | '(' | ')'));
    let words: Vec<&str> = words.filter(|it| !it.is_empty() && *it != "timewindow").collect();
    Meaning::Text(words.join(" "))
}

/// `[user, 1] [group, 2]`.
pub(super) fn accounts(text: &str) -> Meaning {
    let shares = text.split('[').filter_map(|it| it.split(']').next()?.split_once(','));
    let shares = shares.map(|(user, number)| {
        let user = user.trim().trim_end_matches(['/', '@']);
        (user.to_owned(), number.trim().to_owned())
    });
    Meaning::Accounts(shares.collect())
}

/// Whether shares have those of others: users without their own have those of `default` or `others`.
pub(super) fn has_shares(shares: &BTreeMap<String, String>, others: &BTreeMap<String, String>) -> bool {
    let is_rest = |name: &str| matches!(name, "default" | "others");
    let rest = shares.iter().find(|it| is_rest(it.0)).map(|it| it.1);
    others.iter().all(|(name, number)| match shares.get(name) {
        Some(own) => own == number,
        None => is_rest(name) || rest == Some(number),
    })
}

/// Names in any order.
pub(super) fn list(text: &str) -> Meaning {
    // The mark of a group comes before or behind its preference: `group/+2`, `group+2/`.
    let items = text.split([' ', ',', '(', ')']).map(|it| it.trim_end_matches('/').replace("/+", "+"));
    let items: BTreeSet<String> = items.filter(|it| !it.is_empty()).collect();
    let joined = items.into_iter().collect::<Vec<_>>().join(" ");
    if is_not_set(&joined) { Meaning::NotSet } else { Meaning::Text(joined) }
}

/// `[user, 1] [group, 2]` in any order.
pub(super) fn shares(text: &str) -> Meaning {
    let mut shares = BTreeSet::new();
    for share in text.split('[').skip(1) {
        let share = share.split(']').next().unwrap_or_default();
        let (user, number) = share.split_once(',').unwrap_or((share, ""));
        shares.insert(format!("[{}, {}]", user.trim().trim_end_matches('/'), number.trim()));
    }
    match shares.is_empty() {
        true => Meaning::Text(text.to_owned()),
        false => Meaning::Text(shares.into_iter().collect::<Vec<_>>().join(" ")),
    }
}

/// The words of the display that stand for the words of a value.
pub(super) fn words_of(text: &str, parts: &[&'static DisplayPart]) -> Meaning {
    let words: BTreeSet<String> = text
        .split(|it: char| !it.is_ascii_alphanumeric() && it != '_')
        .map(|it| match yes_no(it) {
            Some(true) => "Y".to_owned(),
            // NO is a word of INTERACTIVE.
            _ => it.to_ascii_uppercase(),
        })
        .collect();
    let shown = parts.iter().filter(|it| it.at == DisplayPlace::Policy && words.contains(it.value));
    let shown: BTreeSet<&str> = shown.map(|it| it.text).collect();
    if shown.is_empty() { Meaning::NotSet } else { Meaning::Text(shown.into_iter().collect::<Vec<_>>().join(" ")) }
}

/// The text in the brackets after a word: `MAX_RESERVE_TIME[5]`.
pub(super) fn bracketed<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text[text.find(word)? + word.len()..].trim_start().strip_prefix('[')?;
    let mut depth = 1_usize;
    for (at, letter) in rest.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(rest[..at].trim());
        }
    }
    None
}

/// The number of a resource in `[lic1, 10] [lic2, 5]`.
pub(super) fn share_of(text: &str, resource: &str) -> Option<String> {
    let shares = text.split('[').filter_map(|it| it.split(']').next()?.split_once(','));
    let mut own = shares.filter(|it| it.0.trim() == resource);
    own.next().map(|it| it.1.trim().to_owned())
}
