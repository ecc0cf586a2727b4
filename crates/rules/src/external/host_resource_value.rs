use lsflint_lint::{Consequence, Findings, Item, SettingContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Reading, ResourceType};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::HostResources;

use crate::external::placement::is_host_resources;

rule! {
    /// Finds resources of a host whose value does not match the definition in lsf.shared: a value for a dynamic
    /// resource, text for a number.
    ///
    /// # Effect
    /// LIM may not accept a fixed value for a dynamic resource, or text for a numeric resource. The host then
    /// does not have the resource, and jobs that request it are not dispatched there.
    ///
    /// # Example
    /// ```lsf.cluster.west
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// node1    !     !    1      (lanes=many freegb=10)
    /// End Host
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lanes        Numeric ()       N          (lanes of the link)
    /// freegb       Numeric 60       N          (free space, from an elim)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.west
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// node1    !     !    1      (lanes=16 freegb)
    /// End Host
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lanes        Numeric ()       N          (lanes of the link)
    /// freegb       Numeric 60       N          (free space, from an elim)
    /// End Resource
    /// ```
    pub E116 "host-resource-value" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/host_section_configure", "static numeric and string resources are written `name=value`"),
            ibm("lsf.shared", "INTERVAL: the value of a dynamic resource is reported by an elim"),
        ],
        checks: [SettingWith(is_host_resources, check)],
    }
}

/// The consequence for a value that does not match the definition.
fn rejected() -> Consequence {
    Item::Value.rejected().so("the host does not have the resource").possible()
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(resources) = context.setting.typed::<HostResources<'_>>() else { return };
    let known = context.file.cluster.resources();
    if known.knowledge == Knowledge::Unknown {
        return;
    }
    for item in resources.items() {
        let Some(name) = item.name() else { continue };
        let text = name.text();
        let Some(resource) = known.get(&text).filter(|it| !it.builtin) else { continue };
        let is_other = resource.kind.is_some_and(|it| it != ResourceType::Boolean);
        if let Some(bang) = item.bang().filter(|_| is_other && item.value().is_none()) {
            findings
                .report(
                    bang.range().cover(name.range()),
                    format!("`!` is used with `{text}`, which is not a Boolean resource"),
                )
                .consequence(
                    Item::Value
                        .no_effect()
                        .called("`!`")
                        .possible()
                        .because("only a static Boolean resource can be exclusive"),
                )
                .help(format!("write `{text}`, or define a Boolean resource for the host"));
        }
        let Some(value) = item.value() else { continue };
        if resource.reading == Some(Reading::Dynamic) {
            findings
                .report(value.range(), format!("dynamic resource `{text}` gets its value from an elim"))
                .consequence(rejected())
                .about(item.range())
                .help(format!("write `{text}` without a value"));
        } else if resource.kind == Some(ResourceType::Numeric) && value.kind() == SyntaxKind::WORD {
            findings
                .report(value.range(), format!("`{}` is not a number, but resource `{text}` is numeric", value.text()))
                .consequence(rejected())
                .about(item.range())
                .help("write a number");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lanes Numeric () N (a)
        freegb Numeric 60 N (b)
        osv String () () (c)
        ssd Boolean () () (d)

        //# only booleans are exclusive
        //- each Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (!freegb)
                    ^^^^^^^ E116 warning `!` is used with `freegb`, which is not a Boolean resource
                    = effect: `!` may have no effect because only a static Boolean resource can be exclusive
                    = help: write `freegb`, or define a Boolean resource for the host
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (!ssd)

        //# values suit the definition
        //- each Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (freegb=10)
                           ^^ E116 warning dynamic resource `freegb` gets its value from an elim
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (ssd lanes=many)
                              ^^^^ E116 warning `many` is not a number, but resource `lanes` is numeric
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (freegb lanes=16 osv=9.4 ssd other=x)
        HOSTNAME model type server RESOURCES
          m1 ! ! 1 (lanes=1.5 osv=rhel)
    "#]];
}
