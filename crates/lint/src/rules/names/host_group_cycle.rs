//! Finds host groups and compute units that are members of themselves, at once or through other groups.
//!
//! # Effect
//! LSF cannot tell which hosts are in the group: it reports the member and drops it.
//!
//! # Example
//! ```lsb.hosts
//! Begin HostGroup
//! GROUP_NAME GROUP_MEMBER
//! racks      (rack1 hostC)
//! rack1      (hostA racks)
//! End HostGroup
//! ```
//!
//! # Use instead
//! ```lsb.hosts
//! Begin HostGroup
//! GROUP_NAME GROUP_MEMBER
//! rack1      (hostA hostB)
//! racks      (rack1 hostC)
//! End HostGroup
//! ```
//!
//! # Sources
//! The reference page of lsb.hosts; what two open-source readers of the file do with such members.

use lsflint_spec::FileKind;

use super::group::Groups;
use crate::context::SectionContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("X105", "host-group-cycle", Severity::Error), checks: &[Check::Section(check)] };

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() == FileKind::LsbHosts {
        report(&RULE.meta, &Groups::of(context), findings);
    }
}

/// Reports the members that close a circle.
pub(super) fn report(rule: &'static RuleMeta, groups: &Groups, findings: &mut Findings) {
    for member in groups.circles().0 {
        let (of, group) = (groups.name(member.of), groups.name(member.group));
        let message = match member.of == member.group {
            true => format!("`{of}` is a member of itself"),
            false => format!("`{of}` is in `{group}`, so `{group}` cannot be a member of it"),
        };
        findings
            .report(rule, member.range, message)
            .effect("LSF cannot tell who is in the group: it reports the member and drops it")
            .help("take the name out of the list")
            .related(groups.names[member.group].1, format!("`{group}` is defined here"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-H014
    #[test]
    fn at_once_and_through_others() {
        check(
            "X105",
            "lsb.hosts",
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\na (h1 a)\nb (c h2)\nc (d)\nd (h3 b+1 ~c)\ne (b d)\nEnd HostGroup\n",
            expect![[r#"
                3:7-3:8 error `a` is a member of itself
                  effect: LSF cannot tell who is in the group: it reports the member and drops it
                  help: take the name out of the list
                  3:1-3:2 `a` is defined here
                6:7-6:8 error `d` is in `b`, so `b` cannot be a member of it
                  effect: LSF cannot tell who is in the group: it reports the member and drops it
                  help: take the name out of the list
                  4:1-4:2 `b` is defined here
            "#]],
        );
    }

    #[test]
    fn groups_may_share_members() {
        check(
            "X105",
            "lsb.hosts",
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\na (h1)\nb (a)\nc (a b)\nd (c b a ~d)\nEnd HostGroup\n",
            expect![[""]],
        );
    }

    #[test]
    fn a_long_chain_is_walked_once() {
        let rows: String = (0..20_000).map(|it| format!("g{it} (g{})\n", (it + 1) % 20_000)).collect();
        let text = format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n{rows}End HostGroup\n");
        check(
            "X105",
            "lsb.hosts",
            &text,
            expect![[r#"
            20002:9-20002:11 error `g19999` is in `g0`, so `g0` cannot be a member of it
              effect: LSF cannot tell who is in the group: it reports the member and drops it
              help: take the name out of the list
              3:1-3:3 `g0` is defined here
        "#]],
        );
    }
}
