use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind, ParamSpec, find_param};

use crate::names::list::items;

rule! {
    /// Finds reserved words in the member list of a compute unit.
    ///
    /// # Effect
    /// The members of a compute unit are hosts, host groups and other units, listed by name. LSF does not accept `all`,
    /// `others`, `default` or the keywords for hosts of other clusters.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME  MEMBER TYPE
    /// encl1 (all)  enclosure
    /// End ComputeUnit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME  MEMBER        TYPE
    /// encl1 (host[1-16])  enclosure
    /// End ComputeUnit
    /// ```
    pub X120 "compute-unit-words" {
        family: Names, scope: Cluster, severity: Error,
        sources: [ibm("lsb.hosts", "section ComputeUnit")],
        checks: [SettingOf(is_member, check)],
    }
}

fn is_member(spec: &ParamSpec) -> bool {
    spec.section == "ComputeUnit" && spec.name == "MEMBER"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    // A word that cannot be the name of a unit cannot be a member either.
    let reserved = find_param(FileKind::LsbHosts, "ComputeUnit", "NAME").map_or(&[][..], |it| it.reserved);
    if context.broken {
        return;
    }
    for item in items(&context.setting).filter(|it| !it.is_excluded()) {
        if reserved.iter().any(|word| item.is(word)) {
            findings
                .report(item.range(), format!("`{}` cannot be a member of a compute unit", item.text()))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Value
                        .ignored()
                        .called("the word")
                        .possible()
                        .because("only hosts, host groups and compute units can be members"),
                )
                .help("list the hosts, host groups or units by name");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names only
        //- each ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
          e1 (all) encl
              ^^^ X120 warning `all` cannot be a member of a compute unit
        NAME MEMBER TYPE
          e1 (h1 others all@c2 default) encl
                 ^^^^^^ X120 warning `others` cannot be a member of a compute unit
                        ^^^^^^ X120 warning `all` cannot be a member of a compute unit
                               ^^^^^^^ X120 warning `default` cannot be a member of a compute unit
        NAME MEMBER TYPE
          e1 (h[1-4] group1) encl
        NAME MEMBER TYPE
          e1 (!) encl
    "#]];
}
