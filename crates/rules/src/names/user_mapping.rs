use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::{TextRange, Token};

rule! {
    /// Finds rows of lsf.usermapping that are not a user and a comma-separated list of users.
    ///
    /// # Effect
    /// `bsubmit` does not find the users after the space, or does not let the user submit jobs as anyone.
    ///
    /// # Example
    /// ```lsf.usermapping
    /// anna  build, release
    /// ```
    ///
    /// # Use instead
    /// ```lsf.usermapping
    /// anna  build,release
    /// ```
    pub X425 "user-mapping" {
        family: Names, scope: OwnFile, severity: Warning,
        sources: [
            ibm("lsf.usermapping", "a user or group on the left, a comma-separated list of users or groups on the right"),
        ],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::LsfUserMapping || context.file.template {
        return;
    }
    for line in context.loose_lines() {
        let words: Vec<Token<'_>> = line.words().collect();
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        let lost = || Item::Line.ignored().by("bsubmit").possible();
        let Some(list) = words.get(1) else {
            findings
                .report(first.range(), format!("no users after `{}`", first.text()))
                .consequence(lost())
                .help("write the users as whom it may submit jobs, separated by commas");
            continue;
        };
        if let Some(surplus) = words.get(2) {
            findings
                .report(TextRange::new(surplus.range().start(), last.range().end()), "text after the list of users")
                .consequence(Item::Value.ignored().called("the text").by("bsubmit").possible())
                .help("separate users with commas, without spaces");
        } else if list.text().split(',').any(str::is_empty) {
            findings
                .report(list.range(), "list of users with an empty name")
                .consequence(lost())
                .help("write one comma between two users");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# two columns
        //- lsf.usermapping
        userA userB userC
                    ^^^^^ X425 warning text after the list of users
        userA userB,,userC
              ^^^^^^^^^^^^ X425 warning list of users with an empty name
              = effect: bsubmit may ignore the line
              = help: write one comma between two users
        groupA
        ^^^^^^ X425 warning no users after `groupA`
            = help: write the users as whom it may submit jobs, separated by commas
        //#
        //- lsf.usermapping
        # user    users
        userA    userB,userC
        groupA   groupB
    "#]];
}
