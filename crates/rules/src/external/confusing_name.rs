use lsflint_lint::{Findings, RowContext, rule};
use lsflint_spec::{Confidence, DISCOURAGED_NAMES, reserved_name};

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds resources that are named like a word of the requirement language or of host lists.
    ///
    /// # Effect
    /// LSF accepts the name. But in `select[all]` or `order[default]` nobody can tell the resource from the word, and neither can LSF in
    /// every place.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// default      Boolean ()       ()         (nothing special)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// plain        Boolean ()       ()         (nothing special)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// The list of the words of the requirement language in the reference.
    pub E009 "confusing-name" {
        family: External, scope: Cluster, severity: Info,
        sources: [],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    let name = row.name.text();
    if !DISCOURAGED_NAMES.contains(&&*name) || reserved_name(&name) {
        return;
    }
    findings
        .report(row.name.range(), format!("the resource `{name}` is named like a word with another meaning"))
        .capped(Confidence::Medium)
        .effect("in some places LSF takes the name for the word, and so do readers")
        .help("choose another name");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers SHR057
    #[test]
    fn reports_words_of_the_language() {
        check(
            "E009",
            "lsf.shared",
            "Begin Resource\nRESOURCENAME DESCRIPTION\nselect (x)\nssd (x)\nmem (x)\nint (x)\nEnd Resource\n",
            expect![[r#"
                3:1-3:7 info the resource `select` is named like a word with another meaning
                  effect: in some places LSF takes the name for the word, and so do readers
                  help: choose another name
                6:1-6:4 info the resource `int` is named like a word with another meaning
                  effect: in some places LSF takes the name for the word, and so do readers
                  help: choose another name
            "#]],
        );
    }
}
