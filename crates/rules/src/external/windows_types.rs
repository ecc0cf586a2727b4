use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::{FileKind, lists};

rule! {
    /// Finds clusters with Windows hosts whose lsf.shared lacks a host type of Windows.
    ///
    /// # Effect
    /// lspasswd, which stores the passwords of Windows users, needs the types NTX86, NTX64 and NTIA64 even where no host is of that type.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// End HostType
    /// //- lsf.cluster.west
    /// Begin Host
    /// HOSTNAME model type  server RESOURCES
    /// node1    !     NTX64 1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// X86_64
    /// NTX86
    /// NTX64
    /// NTIA64
    /// End HostType
    /// //- lsf.cluster.west
    /// Begin Host
    /// HOSTNAME model type  server RESOURCES
    /// node1    !     NTX64 1      ()
    /// End Host
    /// ```
    pub E132 "windows-types" {
        family: External, scope: Cluster, severity: Info,
        sources: [manual("Platform LSF 7 configuration reference", "section HostType")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.spec.is_none_or(|it| it.name != "HostType") || context.file.has_gaps() {
        return;
    }
    let types = lists::WINDOWS_HOST_TYPES;
    let missing: Vec<&str> =
        types.iter().copied().filter(|it| !context.rows.iter().any(|row| row.name == *it)).collect();
    if missing.is_empty() {
        return;
    }
    let is_windows = |it: &lsflint_model::Entity<'_>| it.value("type").is_some_and(|it| types.contains(&&*it));
    let Some(host) = context.file.cluster.all(FileKind::LsfCluster, "Host").find(is_windows) else { return };
    findings
        .report(context.begin_range(), format!("no host type {}", missing.join(", ")))
        .effect("lspasswd needs all three Windows types, even if no host is of that type")
        .help("add a row for each of them")
        .related_at(host.place(), "a Windows host");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn types(types: &str, host: &str, expected: Expect) {
        let shared = format!("Begin HostType\nTYPENAME\n{types}\nEnd HostType\n");
        let cluster = format!("Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! {host} 1 ()\nEnd Host\n");
        check_cluster("E132", &[("lsf.shared", &shared), ("lsf.cluster.c1", &cluster)], expected);
    }

    // covers SHR038
    #[test]
    fn windows_keeps_its_types() {
        types(
            "X86_64\nNTX64",
            "NTX64",
            expect![[r#"
                1:1-1:15 info no host type NTX86, NTIA64
                  effect: lspasswd needs all three Windows types, even if no host is of that type
                  help: add a row for each of them
                  lsf.cluster.c1:3:1-3:3 a Windows host
            "#]],
        );
        types("X86_64\nNTX64\nNTX86\nNTIA64", "NTX64", expect![[""]]);
        types("X86_64", "X86_64", expect![[""]]);
    }
}
