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
    crate::testing::fixture![[r#"
        //# users of another cluster
        //- each UserMap of lsb.users
        LOCAL REMOTE DIRECTION
          user1 user2 export
                ^^^^^ P133 error `user2` names no cluster
        LOCAL REMOTE DIRECTION
          user1 (user2@c2 user3) export
                          ^^^^^ P133 error `user3` names no cluster
        LOCAL REMOTE DIRECTION
          user1 user2@c2 export

        //# queues that take part
        //- each GlobalFairshare of lsb.globalpolicies
        NAME = g1
          PARTICIPANTS = normal short@c2
                         ^^^^^^ P133 warning `normal` names no cluster
                         = effect: LSF may ignore the name because it does not know which queue is meant
        NAME = g1
          PARTICIPANTS = normal@c1 normal@c2
    "#]];
}
