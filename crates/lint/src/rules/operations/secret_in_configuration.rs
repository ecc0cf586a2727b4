//! Finds parameters of lsf.sudoers in lsf.conf: keys, passwords, and the accounts that run with rights of root.
//!
//! # Effect
//! LSF looks for them in lsf.sudoers only, which is readable by root alone, so the line does nothing. But lsf.conf is readable by every
//! user, and often under version control: a key that was written there is no secret any more.
//!
//! # Example
//! ```lsf.conf
//! LSF_EAUTH_KEY=do_not_tell
//! ```
//!
//! # Use instead
//! ```lsf.sudoers
//! LSF_EAUTH_KEY=do_not_tell
//! ```
//!
//! # Sources
//! The reference page of lsf.sudoers.

use lsflint_spec::{FileKind, Grammar};

use crate::context::FlatContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("Z001", "secret-in-configuration", Severity::Warning), checks: &[Check::Flat(check)] };

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfConf {
        return;
    }
    let Some(sudoers) = FileKind::LsfSudoers.spec().sections.first() else { return };
    for setting in context.entries.iter().filter(|it| it.spec.is_none()) {
        let name = setting.name.text();
        let Some(spec) = sudoers.param(&name).filter(|it| it.name == name) else { continue };
        // Free text in this file is a key or a password.
        let secret = spec.grammar == Grammar::Text;
        let found = findings
            .report(&RULE.meta, setting.name.range(), format!("`{name}` belongs in lsf.sudoers"))
            .effect("LSF does not read it here");
        if secret && setting.value.is_some() {
            found.help("move it to lsf.sudoers, which only root can read, and change it: it was readable by everyone");
        } else {
            found.help("move it to lsf.sudoers");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers BC-029, BC-030, BC-115
    #[test]
    fn tells_secrets_from_accounts() {
        check(
            "Z001",
            "lsf.conf",
            "LSF_EAUTH_KEY=do_not_tell\nLSF_EAUTH_USER=lsfadmin\nLSF_STARTUP_USERS=\"all_admins\"\n",
            expect![[r#"
                1:1-1:14 warning `LSF_EAUTH_KEY` belongs in lsf.sudoers
                  effect: LSF does not read it here
                  help: move it to lsf.sudoers, which only root can read, and change it: it was readable by everyone
                2:1-2:15 warning `LSF_EAUTH_USER` belongs in lsf.sudoers
                  effect: LSF does not read it here
                  help: move it to lsf.sudoers
                3:1-3:18 warning `LSF_STARTUP_USERS` belongs in lsf.sudoers
                  effect: LSF does not read it here
                  help: move it to lsf.sudoers
            "#]],
        );
    }

    #[test]
    fn is_silent_in_the_right_file() {
        check("Z001", "lsf.sudoers", "LSF_EAUTH_KEY=do_not_tell\n", expect![[""]]);
        check("Z001", "lsf.conf", "LSF_AUTH=eauth\n# LSF_EAUTH_KEY=do_not_tell\n", expect![[""]]);
    }
}
