use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::HostSet;
use lsflint_syntax::ast::{HostList, List};

use crate::names::list::is_host_list;

rule! {
    /// Finds `~name` exclusions of hosts that the list does not include.
    ///
    /// # Effect
    /// The exclusion has no effect. Either another name was intended, or the list has changed since.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// some       (rack1 ~hostC)
    /// End HostGroup
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// hostC    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// rack1      (hostA hostB)
    /// some       (rack1 ~hostB)
    /// End HostGroup
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// hostC    !     !    1      ()
    /// End Host
    /// ```
    pub X262 "exclusion-without-effect" {
        family: Names, scope: Cluster, severity: Warning, tags: [Unnecessary],
        sources: [
            ibm("topic=groups-configuring-host", "examples of groups that leave members of other groups out with `~`"),
            ibm("lsb.hosts", "GROUP_MEMBER: `~name` excludes a host or group"),
        ],
        checks: [SettingWith(is_host_list, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    if !context.file.text(value.range()).contains('~') {
        return;
    }
    let Some(list) = context.setting.typed::<HostList<'_>>() else { return };
    let (view, mut included) = (context.file.cluster, HostSet::default());
    let (hosts, groups) = (view.hosts(), view.host_groups());
    let mut any = false;
    for item in list.items().filter(|it| !it.is_excluded()) {
        let set = groups.hosts_of_item(item, hosts);
        included.possibly.union_with(&set.possibly);
        included.beyond |= set.beyond;
        any = true;
    }
    // A list of exclusions only is another finding.
    if !any || included.beyond {
        return;
    }
    for item in list.items().filter(|it| it.is_excluded()) {
        let set = groups.hosts_of_item(item, hosts);
        // No hosts: the name is unknown, which is another finding.
        if set.beyond || set.possibly.is_empty() || set.possibly.meets(&included.possibly) {
            continue;
        }
        let name = item.text();
        findings
            .report(item.range(), format!("`{name}` is excluded, but not in the list"))
            .consequence(Item::Value.no_effect().called("the exclusion"))
            .help(format!("remove `~{name}`, or exclude the intended name"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only members can be excluded
        //- Host of lsf.cluster.x
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        b ! ! 1 ()
        c ! ! 1 ()
        d ! ! 1 ()
        //- lsf.conf
        //- each HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
          ab (a b)
          ext (!)
          g (ab ~c)
                ^^ X262 warning `c` is excluded, but not in the list
        GROUP_NAME GROUP_MEMBER
          ab (a b)
          ext (!)
          g (ab ~a)
        GROUP_NAME GROUP_MEMBER
          ab (a b)
          ext (!)
          g (c d ~ab)
                 ^^^ X262 warning `ab` is excluded, but not in the list
        GROUP_NAME GROUP_MEMBER
          ab (a b)
          ext (!)
          g (all ~ab)
        GROUP_NAME GROUP_MEMBER
          ab (a b)
          ext (!)
          g (ext ~c)
        GROUP_NAME GROUP_MEMBER
          ab (a b)
          ext (!)
          g (ab ~unknown)
    "#]];
}
