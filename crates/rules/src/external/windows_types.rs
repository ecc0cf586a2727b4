use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_model::{Entity, Place, View};
use lsflint_spec::{FileKind, Switch, lists};

rule! {
    /// Finds clusters with Windows hosts whose lsf.shared does not define all Windows host types.
    ///
    /// # Effect
    /// lspasswd of LSF 7, which stores the passwords of Windows users, needs the types NTX86, NTX64 and NTIA64, even if
    /// no host has that type. LSF 10.1 knows the three types without a row, so nothing is reported for it.
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
    /// //- lsf.conf
    /// LSF_VERSION=7.0.6
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
    /// //- lsf.conf
    /// LSF_VERSION=7.0.6
    /// ```
    pub E132 "windows-types" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            manual("Platform LSF Configuration Reference 7, section HostType", "lspasswd needs the three types"),
            ibm("lsf.conf.lsf_windows_host_type", "10.1 knows NTX86, NTX64 and NTIA64 without a definition"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let is_types = context.spec.is_some_and(|it| it.name == "HostType");
    let target = context.file.cluster.switches().target;
    if !is_types || context.file.has_gaps() || target.reads(Switch::WindowsHostTypes) {
        return;
    }
    let types = lists::WINDOWS_HOST_TYPES;
    let missing: Vec<&str> =
        types.iter().copied().filter(|it| !context.rows.iter().any(|row| row.name == *it)).collect();
    if missing.is_empty() {
        return;
    }
    let host = context.file.cluster.once_with_places("a Windows host", FileKind::LsfCluster, windows_host);
    let Some(host) = host.and_then(|it| (*it).clone()) else { return };
    findings
        .report(context.begin_range(), format!("missing host type `{}`", missing.join("`, `")))
        .effect("lspasswd of LSF 7 needs all three Windows types, even if no host is of that type")
        .help("add a row for each missing type")
        .related_at(host, "a Windows host");
}

/// The first host with one of the types.
fn windows_host(view: View<'_>) -> Option<Place> {
    let is_windows = |it: &Entity<'_>| it.value("type").is_some_and(|it| lists::WINDOWS_HOST_TYPES.contains(&&*it));
    Some(view.all(FileKind::LsfCluster, "Host").find(is_windows)?.place())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! NTX64 1 ()
        //- lsf.conf: LSF_VERSION=7.0.6

        //# windows keeps its types
        //- lsf.shared
        Begin HostType
        ^^^^^^^^^^^^^^ E132 info missing host type `NTX86`, `NTIA64`
        TYPENAME
        X86_64
        NTX64
        End HostType
        //#
        //- HostType of lsf.shared
        TYPENAME
        X86_64
        NTX64
        NTX86
        NTIA64
        //#
        //- HostType of lsf.shared
        TYPENAME
        X86_64
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 ! X86_64 1 ()

        //# 10.1 knows the types
        //- lsf.conf: LSF_VERSION=10.1
        //- HostType of lsf.shared
        TYPENAME
        X86_64
        NTX64
    "#]];
}
