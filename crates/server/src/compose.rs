//! Many edits as few: what was typed and taken back is nothing, what was typed letter by letter is one word.

use lsflint_ide::Range;
use lsflint_syntax::Edit;
use ropey::Rope;

/// A part of the old text that has another text now.
struct Part {
    start: usize,
    end: usize,
    text: String,
}

/// Edits with the effect of these edits of a text, each of which counts in the text that those before it left. So do those that come
/// back; no two of them touch.
pub(crate) fn compose(before: &Rope, edits: Vec<Edit>) -> Vec<Edit> {
    if edits.len() < 2 {
        return edits;
    }
    let mut parts: Vec<Part> = Vec::new();
    for edit in edits {
        add(&mut parts, edit);
    }
    let changes = |it: &Part| {
        let slice = before.byte_slice(it.start..it.end);
        slice.len_bytes() != it.text.len() || slice != it.text.as_str()
    };
    // From the end: what stands before is still where it was.
    let parts = parts.into_iter().rev().filter(changes);
    let edit = |it: Part| Edit { range: Range { start: it.start as u32, end: it.end as u32 }.into(), insert: it.text };
    parts.map(edit).collect()
}

/// Adds an edit of the text that the parts make.
fn add(parts: &mut Vec<Part>, edit: Edit) {
    let (start, end) = (usize::from(edit.range.start()), usize::from(edit.range.end()));
    // How much longer the text is by the parts that lie before.
    let mut longer = 0_isize;
    let old = |at: usize, longer: isize| at.wrapping_add_signed(-longer);
    let mut first = 0;
    while let Some(part) = parts.get(first)
        && part.start.wrapping_add_signed(longer) + part.text.len() < start
    {
        longer += part.text.len() as isize - (part.end - part.start) as isize;
        first += 1;
    }
    let mut merged = Part { start: old(start, longer), end: old(end, longer), text: edit.insert };
    let mut next = first;
    while let Some(part) = parts.get(next) {
        let place = part.start.wrapping_add_signed(longer);
        if place > end {
            break;
        }
        if place < start {
            merged.start = part.start;
            merged.text.insert_str(0, &part.text[..start - place]);
        } else {
            merged.start = merged.start.min(part.start);
        }
        longer += part.text.len() as isize - (part.end - part.start) as isize;
        if place + part.text.len() > end {
            merged.end = part.end;
            merged.text.push_str(&part.text[end - place..]);
        } else {
            merged.end = old(end, longer).max(part.end);
        }
        next += 1;
    }
    parts.splice(first..next, [merged]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(start: u32, end: u32, insert: &str) -> Edit {
        Edit { range: Range { start, end }.into(), insert: insert.to_owned() }
    }

    fn apply(text: &str, edits: &[Edit]) -> String {
        let mut text = text.to_owned();
        for edit in edits {
            text.replace_range(std::ops::Range::<usize>::from(edit.range), &edit.insert);
        }
        text
    }

    #[track_caller]
    fn check(text: &str, edits: &[Edit], expected: &[Edit]) {
        let composed = compose(&Rope::from_str(text), edits.to_vec());
        assert_eq!(apply(text, &composed), apply(text, edits));
        assert_eq!(composed, expected);
    }

    #[test]
    fn a_word_letter_by_letter() {
        check("ab", &[edit(1, 1, "x"), edit(2, 2, "y"), edit(3, 3, "z")], &[edit(1, 1, "xyz")]);
    }

    #[test]
    fn typed_and_taken_back_is_nothing() {
        check("ab", &[edit(1, 1, "x"), edit(1, 2, "")], &[]);
        check("ab", &[edit(0, 1, ""), edit(0, 0, "a")], &[]);
    }

    #[test]
    fn apart_they_stay_apart() {
        check("abcd", &[edit(0, 0, "xx"), edit(5, 6, "")], &[edit(3, 4, ""), edit(0, 0, "xx")]);
        check("abcd", &[edit(3, 4, ""), edit(0, 0, "xx")], &[edit(3, 4, ""), edit(0, 0, "xx")]);
    }

    #[test]
    fn over_several() {
        check("abcdef", &[edit(1, 2, "X"), edit(4, 5, "Y"), edit(0, 5, "Z")], &[edit(0, 5, "Z")]);
        check("abcdef", &[edit(1, 1, "123"), edit(2, 6, "")], &[edit(1, 3, "1")]);
    }

    #[test]
    fn any_edits_have_the_same_effect() {
        let mut seed = 1_u64;
        let mut random = |end: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) as usize) % (end + 1)
        };
        for _ in 0..3000 {
            let text = "abcdefghij"[..random(10)].to_owned();
            let mut now = text.clone();
            let mut edits = Vec::new();
            for _ in 0..random(8) {
                let start = random(now.len());
                let end = start + random(now.len() - start);
                let edit = edit(start as u32, end as u32, &"XYZW"[..random(4)]);
                now = apply(&now, std::slice::from_ref(&edit));
                edits.push(edit);
            }
            let composed = compose(&Rope::from_str(&text), edits.clone());
            assert_eq!(apply(&text, &composed), now, "{text:?} {edits:?}");
        }
    }
}
