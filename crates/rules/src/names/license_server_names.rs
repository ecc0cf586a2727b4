use lsflint_lint::suggest::{KnownNames, did_you_mean};
use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, Knowledge};
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::Token;
use lsflint_syntax::ast::Shape;

use crate::limit::pools::plain;

rule! {
    /// Finds names in lsf.licensescheduler that the file does not define: service domains that share licenses, and
    /// license servers with a remote agent.
    ///
    /// # Effect
    /// License Scheduler distributes the licenses of service domains, and asks the servers in LIC_SERVERS. It ignores a
    /// host in REMOTE_LMSTAT_SERVERS that is not in LIC_SERVERS.
    ///
    /// # Example
    /// ```lsf.licensescheduler
    /// Begin ServiceDomain
    /// NAME                  = LanServer
    /// LIC_SERVERS           = ((1700@hostA)(1700@hostB))
    /// REMOTE_LMSTAT_SERVERS = hostC
    /// End ServiceDomain
    /// Begin Feature
    /// NAME         = verilog
    /// DISTRIBUTION = LanSever(proj1 1 default 1)
    /// End Feature
    /// ```
    ///
    /// # Use instead
    /// ```lsf.licensescheduler
    /// Begin ServiceDomain
    /// NAME                  = LanServer
    /// LIC_SERVERS           = ((1700@hostA)(1700@hostB))
    /// REMOTE_LMSTAT_SERVERS = hostB
    /// End ServiceDomain
    /// Begin Feature
    /// NAME         = verilog
    /// DISTRIBUTION = LanServer(proj1 1 default 1)
    /// End Feature
    /// ```
    pub X473 "license-server-names" {
        family: Names, scope: OwnFile, severity: Warning,
        sources: [
            manual("Using IBM Spectrum LSF License Scheduler 10.1", "hosts in REMOTE_LMSTAT_SERVERS that are not in LIC_SERVERS are ignored; a distribution names service domains"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let kind = FileKind::LsfLicenseScheduler;
    if context.kind() != kind || context.cluster.knowledge(kind) != Knowledge::Complete {
        return;
    }
    // The examples of the manual do not keep the letter case.
    let names = context.cluster.all(context.kind(), "ServiceDomain").map(|it| it.value("NAME"));
    let domains: Option<KnownNames> = names.map(|it| Some(it?.trim().to_ascii_lowercase())).collect();
    // A name that is not known may be any name.
    let Some(domains) = domains else { return };
    for domain in context.all("ServiceDomain") {
        remote_agents(&domain, findings);
    }
    if domains.is_empty() {
        return;
    }
    for field in context
        .all("Feature")
        .flat_map(|it| lists::SERVICE_DOMAIN_SHARES.iter().map(move |name| it.field(name)))
        .flatten()
    {
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let Some(value) = parse.typed::<Shape<'_>>() else { continue };
        let named = before_parentheses(value);
        let is_known = |it: &Token<'_>| domains.contains(&it.text().to_ascii_lowercase());
        // If no name is known, the domains may be in a part of the file that is not shown.
        let some_known = named.iter().any(is_known);
        for domain in named.into_iter().filter(|it| !is_known(it)) {
            let name = domain.text();
            // `wanserver` is not a slip of `lanserver1`.
            let near = domains.near(&name.to_ascii_lowercase());
            let near = near.filter(|it| it.distance <= 1);
            if near.is_none() && !some_known {
                continue;
            }
            let found = findings
                .report(field.place_of(domain.range()), format!("unknown service domain `{name}`"))
                .consequence(Item::Value.ignored().called("the shares of the domain").possible());
            match near {
                Some(near) => found.help(did_you_mean(near.name)),
                None => found.help("use the `NAME` of a section `ServiceDomain`"),
            };
        }
    }
}

/// The names that an opening parenthesis follows.
fn before_parentheses(value: Shape<'_>) -> Vec<Token<'_>> {
    let tokens: Vec<Token<'_>> = value.tokens().filter(|it| !it.text().trim().is_empty()).collect();
    let opens = |at: usize| tokens.get(at + 1).is_some_and(|it| it.text() == "(");
    (0..tokens.len()).filter(|it| tokens[*it].kind() == SyntaxKind::NAME && opens(*it)).map(|it| tokens[it]).collect()
}

/// Hosts with a remote agent that are not license servers.
fn remote_agents(domain: &Entity<'_>, findings: &mut FactFindings) {
    let (Some(servers), Some(agents)) = (plain(domain, "LIC_SERVERS"), plain(domain, "REMOTE_LMSTAT_SERVERS")) else {
        return;
    };
    let (Some(listed), Some(asked)) = (servers.parse(), agents.parse()) else { return };
    if !listed.errors().is_empty() || !asked.errors().is_empty() {
        return;
    }
    let (Some(listed), Some(asked)) = (listed.typed::<Shape<'_>>(), asked.typed::<Shape<'_>>()) else { return };
    let listed: KnownNames = listed.names().map(|it| it.text().into_owned()).collect();
    for host in asked.names().filter(|it| !listed.contains(&it.text())) {
        let name = host.text();
        let found = findings
            .report(agents.place_of(host.range()), format!("`{name}` is not a server in `LIC_SERVERS`"))
            .consequence(Item::Value.ignored().called("the host"))
            .related_at(servers.place(), "the servers");
        match listed.near(&name) {
            Some(near) => found.help(did_you_mean(near.name)),
            None => found.help("list the host in `LIC_SERVERS`, too, or remove it"),
        };
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names within the file
        //- lsf.licensescheduler
        Begin ServiceDomain
        NAME = Lan1
        LIC_SERVERS = ((1700@hostA)(1700@hostC)(1700@hostE))
        REMOTE_LMSTAT_SERVERS = hostC(hostE hostF) hosA
                                            ^^^^^ X473 warning `hostF` is not a server in `LIC_SERVERS`
                                                   ^^^^ X473 warning `hosA` is not a server in `LIC_SERVERS`
        End ServiceDomain
        Begin ServiceDomain
        NAME = Wan
        LIC_SERVERS = ((@hostD))
        End ServiceDomain
        Begin Feature
        NAME = f1
        DISTRIBUTION = Lan1 (p1 1 default 1) Wann(p1 2/3)
                                             ^^^^ X473 warning unknown service domain `Wann`
        End Feature
        Begin Feature
        NAME = f2
        CLUSTER_DISTRIBUTION = Wan(c1 1) Far(c1 1)
                                         ^^^ X473 warning unknown service domain `Far`
                                        = help: use the `NAME` of a section `ServiceDomain`
        WORKLOAD_DISTRIBUTION = Lan1(LSF 8 NON_LSF 2)
        End Feature
        //#
        //- lsf.licensescheduler
        Begin Feature
        NAME = f1
        DISTRIBUTION = Lan1 (p1 1)
        End Feature
    "#]];
}
