use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, ParamSpec, lists};
use lsflint_syntax::ast::ListItem;

use crate::parameter::elsewhere::Elsewhere;
use crate::parameter::wording;

rule! {
    /// Finds names of another cluster that do not say of which.
    ///
    /// # Effect
    /// The parameter lists queues or users of other clusters as `name@cluster`. LSF cannot tell where a bare name belongs and ignores it.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserMap
    /// LOCAL REMOTE DIRECTION
    /// user1 user2  export
    /// End UserMap
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserMap
    /// LOCAL REMOTE         DIRECTION
    /// user1 user2@cluster2 export
    /// End UserMap
    /// ```
    pub P133 "name-without-cluster" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [ibm("lsb.users", "UserMap"), ibm("lsb.globalpolicies", "PARTICIPANTS")],
        checks: [SettingOf(is_remote, check)],
    }
}

/// What is documented as `name@cluster` for every entry.
fn is_remote(spec: &ParamSpec) -> bool {
    let mut facts = lists::NAMES_WITH_CLUSTER.iter().filter_map(|it| Elsewhere::of(it));
    facts.any(|it| std::ptr::eq(it.param, spec))
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    if context.broken {
        return;
    }
    let what = if context.file.kind() == FileKind::LsbUsers { "user" } else { "queue" };
    for item in value.content().into_iter().flat_map(ListItem::all_in).filter(|it| it.at().is_none()) {
        let name = item.text();
        findings
            .report(item.range(), format!("`{name}` names no cluster"))
            .capped(spec.confidence)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the name")
                    .because(format!("it does not know which {what} is meant"))
                    .possible_unless(wording::is_sure(spec)),
            )
            .help(format!("write `{name}@cluster`, with the cluster that it is in"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn map(remote: &str, expected: Expect) {
        let text = format!("Begin UserMap\nLOCAL REMOTE DIRECTION\nuser1 {remote} export\nEnd UserMap\n");
        check("P133", "lsb.users", &text, expected);
    }

    // covers LSB-U033
    #[test]
    fn users_of_another_cluster() {
        map(
            "user2",
            expect![[r#"
            3:7-3:12 error `user2` names no cluster
              effect: LSF ignores the name because it does not know which user is meant
              help: write `user2@cluster`, with the cluster that it is in
        "#]],
        );
        map(
            "(user2@c2 user3)",
            expect![[r#"
            3:17-3:22 error `user3` names no cluster
              effect: LSF ignores the name because it does not know which user is meant
              help: write `user3@cluster`, with the cluster that it is in
        "#]],
        );
        map("user2@c2", expect![[""]]);
    }

    // covers LSB-G001
    #[test]
    fn queues_that_take_part() {
        let policy =
            |queues: &str| format!("Begin GlobalFairshare\nNAME = g1\nPARTICIPANTS = {queues}\nEnd GlobalFairshare\n");
        check(
            "P133",
            "lsb.globalpolicies",
            &policy("normal short@c2"),
            expect![[r#"
            3:16-3:22 warning `normal` names no cluster
              effect: LSF may ignore the name because it does not know which queue is meant
              help: write `normal@cluster`, with the cluster that it is in
        "#]],
        );
        check("P133", "lsb.globalpolicies", &policy("normal@c1 normal@c2"), expect![[""]]);
    }
}
