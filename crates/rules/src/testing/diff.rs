//! What fixes change, as lines of a fixture.

/// The lines that are different, the old ones with `-`, the new ones with `+`.
pub(super) fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    // The length of the longest common sequence of lines from each pair of lines on.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            common[i][j] = if a == b { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    let (mut out, mut added) = (String::new(), String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            out.push_str(&std::mem::take(&mut added));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            out.push_str(&format!("-{}\n", visible(old[i])));
            i += 1;
        } else {
            added.push_str(&format!("+{}\n", visible(new[j])));
            j += 1;
        }
    }
    out + &added
}

/// A line in the form that fixtures have.
pub(crate) fn visible(line: &str) -> String {
    let text = line.trim_end_matches(' ');
    let text = text.to_owned() + &"␠".repeat(line.len() - text.len());
    text.replace('\t', "␉").replace('\r', "␍").replace('\0', "␀").replace('\u{a0}', "⍽")
}
