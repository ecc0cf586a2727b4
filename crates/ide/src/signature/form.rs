//! Finds the parts of documented forms.

use std::ops::Range;

use crate::completion::requirement::scan::is_name;

/// The range inside the first pair of brackets of a form.
pub(super) fn inner(form: &str) -> Option<Range<usize>> {
    let start = form.find('[')? + 1;
    let end = form.rfind(']')?;
    (start < end).then_some(start..end)
}

/// The offset of a keyword in a form, as a separate word.
pub(super) fn item_at(form: &str, keyword: &str) -> Option<usize> {
    // The section may have the same name as a keyword.
    let from = form.find('[').unwrap_or(0);
    let matches = form[from..].match_indices(keyword).map(|it| it.0 + from);
    let mut alone = matches.filter(|at| {
        let before = form[..*at].chars().next_back();
        let after = form[at + keyword.len()..].chars().next();
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    });
    alone.next()
}

/// The end of the part of a form that starts at an offset: before a closing bracket, a separator or the next part.
pub(super) fn end_of_item(form: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, character) in form[start..].char_indices() {
        match character {
            ']' | ')' if depth == 0 => return start + at,
            '|' if depth == 0 && form[..start + at].ends_with(' ') => {
                return start + form[start..start + at].trim_end().len();
            }
            ' ' if depth == 0 && !form[start + at..].trim_start().starts_with('|') => return start + at,
            ']' | ')' => depth -= 1,
            '[' if form[start + at..].starts_with("[:") && depth == 0 => return start + at,
            '[' | '(' => depth += 1,
            _ => {}
        }
    }
    form.len()
}

/// The two parts inside the innermost pair of brackets of a form: `[user, shares]`.
pub(super) fn pair(form: &str) -> Option<(Range<usize>, Range<usize>)> {
    let comma = form.find(',')?;
    let start = form[..comma].rfind('[')? + 1;
    let end = comma + form[comma..].find(']')?;
    let second = comma + 1 + (form[comma + 1..].len() - form[comma + 1..].trim_start().len());
    Some((start..comma, second..end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_forms() {
        let form = "cu[type=name][:pref=policy][:balance]";
        let part = |name: &str| {
            let at = item_at(form, name)?;
            Some(&form[at..end_of_item(form, at)])
        };
        assert_eq!(part("type"), Some("type=name"));
        assert_eq!(part("pref"), Some("pref=policy"));
        assert_eq!(part("balance"), Some("balance"));
        assert_eq!(part("excl"), None);
        let form = "span[hosts=1 | stripe[=n] | gtile=n]";
        assert_eq!(end_of_item(form, 5), 12);
        assert_eq!(&form[15..end_of_item(form, 15)], "stripe[=n]");
        assert_eq!(pair("S[[user, shares] ...]"), Some((3..7, 9..15)));
        assert_eq!(inner("order[keys]"), Some(6..10));
    }
}
