use lsflint_lint::suggest::{did_you_mean, distance};
use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, Referent, Resolution};
use lsflint_spec::{LIST_WORDS, ParamSpec};

use crate::names::undefined::{may_hold, names_in};

rule! {
    /// Finds names of users that look like a misspelled `default`, `others` or other word of LSF.
    ///
    /// # Effect
    /// LSF reads the word as the name of a user or a user group: the limit or the share applies to no one.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin User
    /// USER_NAME MAX_JOBS
    /// defualt   10
    /// End User
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin User
    /// USER_NAME MAX_JOBS
    /// default   10
    /// End User
    /// ```
    ///
    /// Users are defined by the operating system, so the rule cannot know that there is no such user. Undefined names
    /// of hosts are reported by `unknown-host`.
    pub X423 "misspelled-list-word" {
        family: Names, scope: Names, severity: Info,
        sources: [
            ibm("lsb.users", "USER_NAME: `default` is for the users without a row of their own"),
            ibm("lsb.queues", "USER_SHARES of FAIRSHARE: the keywords `default` and `others`"),
        ],
        checks: [SettingOf(has_users, check)],
    }
}

/// Shorter words are too similar to real names: `al` and `nine` can be users.
const LONG: usize = 6;

fn has_users(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::User, Referent::UserGroup])
        && LIST_WORDS.iter().any(|it| it.name.len() >= LONG && takes(spec, it.name))
}

/// Whether the documented form of a parameter has the word.
fn takes(spec: &ParamSpec, word: &str) -> bool {
    spec.literals.contains(&word) || spec.form.split(|it: char| !it.is_ascii_alphanumeric()).any(|it| it == word)
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec else { return };
    let words = || LIST_WORDS.iter().filter(|it| it.name.len() >= LONG && takes(spec, it.name));
    for reference in names_in(context) {
        let text = reference.text();
        let misspells = |word: &str| distance(&text.to_ascii_lowercase(), word) == 1 && !word.starts_with(&*text);
        let ending_lost = |word: &str| word == "default" && *text == word[..word.len() - 1];
        let Some(meant) = words().find(|it| misspells(it.name) || ending_lost(it.name)) else { continue };
        let users = matches!(reference.referent, Referent::User | Referent::UserGroup);
        let unknown = context.file.cluster.resolve(reference.referent, &text);
        if users && matches!(unknown, Resolution::Missing(Knowledge::Unknown | Knowledge::Partial)) {
            let read = Item::Value.no_effect().called("the entry").possible();
            findings
                .report(reference.range(), format!("`{text}` looks like a misspelled `{}`", meant.name))
                .consequence(read.because("it takes the word for the name of a user"))
                .help(did_you_mean(meant.name));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# rows and shares
        //- User of lsb.users
        USER_NAME MAX_JOBS
        defualt 10
        //- each Queue
        FAIRSHARE = USER_SHARES[[u1, 10] [otehrs, 5]]
        FAIRSHARE = USER_SHARES[[u1, 10] [others, 5]]

        //# names that may be real
        //- User of lsb.users
        USER_NAME MAX_JOBS
        other 5
        mothers 5
        default 10
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        othrs (u1)
        //- User of lsb.users
        USER_NAME MAX_JOBS
        othrs 5
    "#]];
}
