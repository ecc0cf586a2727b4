use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{FileKind, ParamSpec, lists};
use lsflint_syntax::ast::ListItem;

use crate::parameter::elsewhere::Elsewhere;
use crate::parameter::wording;

rule! {
    /// Finds names of other clusters without the name of the cluster.
    ///
    /// # Effect
    /// The parameter lists queues or users of other clusters as `name@cluster`. LSF cannot determine the cluster of a
    /// bare name and ignores it.
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

/// Whether every entry is documented as `name@cluster`.
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
            .report(item.range(), format!("missing cluster name for `{name}`"))
            .capped(spec.confidence)
            .consequence(
                Item::Value
                    .ignored()
                    .called("the name")
                    .because(format!("it does not know which {what} is meant"))
                    .possible_unless(wording::is_sure(spec)),
            )
            .help(format!("write `{name}@cluster` with the name of its cluster"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# users of another cluster
        //- each UserMap of lsb.users
        LOCAL REMOTE DIRECTION
          user1 user2 export
                ^^^^^ P133 error missing cluster name for `user2`
        LOCAL REMOTE DIRECTION
          user1 (user2@c2 user3) export
                          ^^^^^ P133 error missing cluster name for `user3`
        LOCAL REMOTE DIRECTION
          user1 user2@c2 export

        //# queues that take part
        //- each GlobalFairshare of lsb.globalpolicies
        NAME = g1
          PARTICIPANTS = normal short@c2
                         ^^^^^^ P133 warning missing cluster name for `normal`
                         = effect: LSF may ignore the name because it does not know which queue is meant
        NAME = g1
          PARTICIPANTS = normal@c1 normal@c2
    "#]];
}
