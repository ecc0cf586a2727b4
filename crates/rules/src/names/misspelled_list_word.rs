use lsflint_lint::suggest::{did_you_mean, distance};
use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, Referent, Resolution};
use lsflint_spec::{LIST_WORDS, ParamSpec};

use crate::names::undefined::may_hold;

rule! {
    /// Finds names of users and hosts that look like a misspelled `default`, `others`, `all` or other word of LSF.
    ///
    /// # Effect
    /// LSF reads the word as the name of a user, a host or a group: the limit or the share applies to no one.
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
        checks: [SettingOf(has_names, check)],
    }
}

/// Shorter words are too similar to real names: `al` and `nine` can be users. Of these, only `alll` and the like are
/// reported.
const LONG: usize = 6;

const NAMES: [Referent; 4] = [Referent::User, Referent::UserGroup, Referent::HostOrGroup, Referent::BatchHost];

fn has_names(spec: &ParamSpec) -> bool {
    may_hold(spec, &NAMES) && LIST_WORDS.iter().any(|it| takes(spec, it.name))
}

/// Whether a letter of the word is there once too often.
fn is_doubled(text: &str, word: &str) -> bool {
    let letters = text.as_bytes();
    let without = |at: usize| [&letters[..at], &letters[at + 1..]].concat();
    letters.len() == word.len() + 1
        && (1..letters.len()).any(|at| letters[at] == letters[at - 1] && without(at) == word.as_bytes())
}

/// Whether the documented form of a parameter has the word.
fn takes(spec: &ParamSpec, word: &str) -> bool {
    spec.literals.contains(&word) || spec.form.split(|it: char| !it.is_ascii_alphanumeric()).any(|it| it == word)
}

/// Whether two words begin or end with the same letter, ignoring case.
fn has_an_end_of(text: &str, word: &str) -> bool {
    let same = |a: Option<&u8>, b: Option<&u8>| a.zip(b).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    let (text, word) = (text.as_bytes(), word.as_bytes());
    same(text.first(), word.first()) || same(text.last(), word.last())
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec else { return };
    for reference in context.names {
        let text = reference.text();
        // Most names are of another length, or differ at both ends: one mistake leaves one of them as it is.
        let misspells = |word: &str| {
            text.len().abs_diff(word.len()) <= 1
                && has_an_end_of(&text, word)
                && distance(&text.to_ascii_lowercase(), word) == 1
                && !word.starts_with(&*text)
        };
        let ending_lost = |word: &str| word == "default" && *text == word[..word.len() - 1];
        let users = matches!(reference.referent, Referent::User | Referent::UserGroup);
        let is_long = |word: &str| word.len() >= LONG && (misspells(word) || ending_lost(word));
        let long = LIST_WORDS.iter().find(|it| users && is_long(it.name) && takes(spec, it.name));
        let meant = long.or_else(|| LIST_WORDS.iter().find(|it| is_doubled(&text, it.name) && takes(spec, it.name)));
        let Some(meant) = meant.filter(|_| NAMES.contains(&reference.referent)) else { continue };
        let unknown = context.file.cluster.resolve(reference.referent, &text);
        if matches!(unknown, Resolution::Missing(Knowledge::Unknown | Knowledge::Partial)) {
            let read = Item::Value.no_effect().called("the entry").possible();
            let what = if users { "it takes the word for the name of a user" } else { "it takes the word for a host" };
            findings
                .report(reference.range(), format!("`{text}` looks like a misspelled `{}`", meant.name))
                .consequence(read.because(what))
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

        //# a letter twice
        //- Limit of lsb.resources
        NAME = l1
        SLOTS = 5
        HOSTS = alll
                ^^^^ X423 info `alll` looks like a misspelled `all`
                = effect: the entry may have no effect because it takes the word for a host
        USERS = aall
                ^^^^ X423 info `aall` looks like a misspelled `all`

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
