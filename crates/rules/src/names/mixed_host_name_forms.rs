use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Lookup, Referent, View};
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::undefined::may_hold;

rule! {
    /// Finds hosts that are written with their domain here and without it in lsf.cluster, or the other way around.
    ///
    /// # Effect
    /// LSF uses the official name of a host. With mixed forms, whether LSF recognizes the host depends on how each
    /// machine resolves the name: daemons report undefined hosts, or do not respond.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA.site.com
    /// End Queue
    /// //- lsf.conf
    /// LSF_TOP=/opt/lsf
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsf.conf
    /// LSF_TOP=/opt/lsf
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// Domains in LSF_STRIP_DOMAIN do not count. Nothing is reported if a `hosts` file defines which names belong
    /// together, or if lsf.conf is not available.
    pub X103 "mixed-host-name-forms" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf.conf.lsf_strip_domain",
                "if all hosts can be reached by short names, the domain is removed from names",
            ),
            judgement("public reports of clusters with mixed names that did not start"),
        ],
        checks: [SettingOf(has_hosts, check)],
    }
}

fn has_hosts(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::Host, Referent::HostOrGroup, Referent::HostOrModel, Referent::BatchHost])
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    for name in context.names.iter().filter(|it| it.referent != Referent::Cluster) {
        let text = name.text();
        let hosts = view.hosts();
        let Some(host) = hosts.find(&text).map(|it| hosts.get(it)) else { continue };
        // A group or model can have the short name of a host.
        let same = host.name.eq_ignore_ascii_case(&text) || view.is_host_group(&text);
        if same || view.host_models().contains(&text) || view.host_types().contains(&text) {
            continue;
        }
        // Checked last: nearly every name is written as in lsf.cluster.
        let Some(suffixes) = stripped(view).filter(|_| !view.has_file(FileKind::Hosts)) else { return };
        if without(&text, &suffixes) == without(&host.name, &suffixes) {
            continue;
        }
        let found = findings
            .report(name.range(), format!("host `{text}` is named `{}` in lsf.cluster", host.name))
            .consequence(
                Item::Value
                    .ignored()
                    .called("the host")
                    .possible()
                    .because("recognizing it depends on how each machine resolves names"),
            )
            .help(match suffixes.is_empty() {
                true => format!("write `{}` in all files, or set `LSF_STRIP_DOMAIN` in lsf.conf", host.name),
                false => format!("write `{}` in all files, or add its domain to `LSF_STRIP_DOMAIN`", host.name),
            });
        if let Some(row) = view.find(FileKind::LsfCluster, "Host", &host.name) {
            found.related_at(row.place(), "the host");
        }
    }
}

/// The domains that LSF removes from names, in lowercase, each with a leading dot. `None` if they are unknown.
fn stripped(view: View<'_>) -> Option<Vec<String>> {
    match view.conf("LSF_STRIP_DOMAIN") {
        Lookup::Absent => Some(Vec::new()),
        Lookup::Unknown => None,
        Lookup::Set(field) => {
            let value = field.known()?;
            let suffixes = value.trim().trim_matches(['"', '\'']).split(':').map(|it| it.trim().to_ascii_lowercase());
            suffixes.filter(|it| !it.is_empty()).map(|it| it.starts_with('.').then_some(it)).collect()
        }
    }
}

/// A name in lowercase without the longest of some domains.
fn without(name: &str, suffixes: &[String]) -> String {
    let name = name.to_ascii_lowercase();
    let short = suffixes.iter().filter_map(|it| name.strip_suffix(it.as_str())).min_by_key(|it| it.len());
    short.map(str::to_owned).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        hostB.site.com ! ! 1 ()

        //# short and long names
        //- lsf.conf: LSF_TOP=/a
        //- each Queue
        HOSTS = hostA.site.com hostB
                ^^^^^^^^^^^^^^ X103 warning host `hostA.site.com` is named `hostA` in lsf.cluster
                               ^^^^^ X103 warning host `hostB` is named `hostB.site.com` in lsf.cluster
        HOSTS = hosta HOSTB.site.com all
        //#
        //- each lsf.conf
        LSF_MASTER_LIST="hostA hostB"
                               ^^^^^ X103 warning host `hostB` is named `hostB.site.com` in lsf.cluster

        //# a domain that is stripped does not matter
        //- lsf.conf: LSF_STRIP_DOMAIN=.site.com
        //- each Queue: HOSTS = hostA.site.com hostB
        //#
        //- lsf.conf: LSF_STRIP_DOMAIN=.lab.site.com:.other.com
        //- each Queue: HOSTS = hostA.lab.site.com hostA.OTHER.com
        //#
        //- lsf.conf: LSF_STRIP_DOMAIN={{ domains }}
        //- each Queue: HOSTS = hostA.site.com
        //#
        //- each Queue: HOSTS = hostB

        //# another domain does
        //- lsf.conf: LSF_STRIP_DOMAIN=.lab.site.com:.other.com
        //- each Queue
        HOSTS = hostA.site.com hostA.lab.site.com hostB
                ^^^^^^^^^^^^^^ X103 warning host `hostA.site.com` is named `hostA` in lsf.cluster
                = help: write `hostA` in all files, or add its domain to `LSF_STRIP_DOMAIN`
                                                  ^^^^^ X103 warning
                                        = host `hostB` is named `hostB.site.com` in lsf.cluster
    "#]];
}
