use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Referent;
use lsflint_spec::{FileKind, ParamSpec};

use crate::names::undefined::{may_hold, names_in};

rule! {
    /// Finds hosts that are written with their domain here and without it in lsf.cluster, or the other way round.
    ///
    /// # Effect
    /// LSF goes by the official name of a host. Where the forms are mixed, whether it knows the host depends on how the name is resolved on
    /// each machine: daemons report hosts that are not defined, or do not answer.
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
    /// Nothing is said where LSF_STRIP_DOMAIN or a `hosts` file says which names belong together, nor where lsf.conf is not in view.
    ///
    /// # Notes
    /// Public reports of clusters that did not start. The page of LSF_STRIP_DOMAIN.
    pub X103 "mixed-host-name-forms" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [],
        checks: [SettingOf(has_hosts, check)],
    }
}

fn has_hosts(spec: &ParamSpec) -> bool {
    may_hold(spec, &[Referent::Host, Referent::HostOrGroup, Referent::HostOrModel, Referent::BatchHost])
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    for name in names_in(context).iter().filter(|it| it.referent != Referent::Cluster) {
        let text = name.text();
        let hosts = view.hosts();
        let Some(host) = hosts.find(&text).map(|it| hosts.get(it)) else { continue };
        // A group or model may have the short name of a host.
        let same = host.name.eq_ignore_ascii_case(&text) || view.is_host_group(&text);
        if same || view.host_models().contains(&text) || view.host_types().contains(&text) {
            continue;
        }
        // Asked for last: nearly every name is written as in lsf.cluster.
        if !view.conf("LSF_STRIP_DOMAIN").is_absent() || view.has_file(FileKind::Hosts) {
            return;
        }
        let found = findings
            .report(name.range(), format!("`{text}` is called `{}` in lsf.cluster", host.name))
            .consequence(
                Item::Value
                    .ignored()
                    .called("the host")
                    .possible()
                    .because("recognizing it depends on how each machine resolves names"),
            )
            .help(format!("write `{}` in all files, or set LSF_STRIP_DOMAIN in lsf.conf", host.name));
        if let Some(row) = view.find(FileKind::LsfCluster, "Host", &host.name) {
            found.related_at(row.place(), "the host");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    const CLUSTER: (&str, &str) = (
        "lsf.cluster.c1",
        "Begin Host\nHOSTNAME model type server RESOURCES\nhostA ! ! 1 ()\nhostB.site.com ! ! 1 ()\nEnd Host\n",
    );

    #[track_caller]
    fn queue(list: &str, conf: &str, expected: Expect) {
        let text = format!("Begin Queue\nQUEUE_NAME = q\nHOSTS = {list}\nEnd Queue\n");
        check_cluster("X103", &[("lsb.queues", &text), ("lsf.conf", conf), CLUSTER], expected);
    }

    // covers users-pain 12
    #[test]
    fn short_and_long_names() {
        queue(
            "hostA.site.com hostB",
            "LSF_TOP=/a\n",
            expect![[r#"
                3:9-3:23 warning `hostA.site.com` is called `hostA` in lsf.cluster
                  effect: LSF may ignore the host because recognizing it depends on how each machine resolves names
                  help: write `hostA` in all files, or set LSF_STRIP_DOMAIN in lsf.conf
                  lsf.cluster.c1:3:1-3:6 the host
                3:24-3:29 warning `hostB` is called `hostB.site.com` in lsf.cluster
                  effect: LSF may ignore the host because recognizing it depends on how each machine resolves names
                  help: write `hostB.site.com` in all files, or set LSF_STRIP_DOMAIN in lsf.conf
                  lsf.cluster.c1:4:1-4:15 the host
            "#]],
        );
        queue("hosta HOSTB.site.com all", "LSF_TOP=/a\n", expect![[""]]);
        let conf = "LSF_MASTER_LIST=\"hostA hostB\"\n";
        check_cluster(
            "X103",
            &[("lsf.conf", conf), CLUSTER],
            expect![[r#"
                1:24-1:29 warning `hostB` is called `hostB.site.com` in lsf.cluster
                  effect: LSF may ignore the host because recognizing it depends on how each machine resolves names
                  help: write `hostB.site.com` in all files, or set LSF_STRIP_DOMAIN in lsf.conf
                  lsf.cluster.c1:4:1-4:15 the host
            "#]],
        );
    }

    #[test]
    fn a_domain_that_is_stripped_does_not_matter() {
        queue("hostA.site.com hostB", "LSF_STRIP_DOMAIN=.site.com\n", expect![[""]]);
        let text = "Begin Queue\nQUEUE_NAME = q\nHOSTS = hostB\nEnd Queue\n";
        check_cluster("X103", &[("lsb.queues", text), CLUSTER], expect![[""]]);
    }
}
