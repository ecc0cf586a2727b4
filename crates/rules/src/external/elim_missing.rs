use lsflint_lint::{Findings, Item, ServerFilesContext, rule};
use lsflint_model::elim::{FileName, file_name};
use lsflint_spec::{Reading, ResourceType};
use lsflint_syntax::TextRange;

rule! {
    /// Finds clusters with dynamic resources but no elim in LSF_SERVERDIR to report them.
    ///
    /// # Effect
    /// The resources have no value: `lsload` shows `-`, and requirements that use them match no host.
    ///
    /// # Example
    /// ```LSF_SERVERDIR
    /// elim_lic
    /// lim
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lic          Numeric 60       N          (free licences)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```LSF_SERVERDIR
    /// elim.lic
    /// lim
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// lic          Numeric 60       N          (free licences)
    /// End Resource
    /// ```
    ///
    /// Only `lsflint elim plan --servers-dir` checks the directory. Which elim reports which resource is not recorded
    /// anywhere, so one elim is enough. Elims run as the same user as LIM; LSF provides examples in the directory
    /// `examples` of LSF_MISC.
    ///
    /// # Notes
    /// LSF does not include elims for site resources.
    pub E254 "elim-missing" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/load_indices_external", "elims are in LSF_SERVERDIR and have the name `elim.NAME`")],
        checks: [ServerFiles(check)],
    }
}

fn check(context: &ServerFilesContext<'_>, findings: &mut Findings) {
    if context.files.iter().any(|it| file_name(&it.name).is_started()) {
        return;
    }
    let resources = &context.cluster.resources;
    let dynamic = |name: &&str| {
        let resource = resources.get(name);
        resource.is_some_and(|it| {
            !it.builtin && it.reading == Some(Reading::Dynamic) && it.kind != Some(ResourceType::Boolean)
        })
    };
    let Some(first) = resources.site_names().filter(dynamic).min() else { return };
    let parked = context.lines().find(|it| file_name(&it.0.name) == FileName::NotStarted);
    let range = parked.map_or(TextRange::default(), |it| it.1);
    let found = findings.report(range, format!("dynamic resource `{first}` has no elim in LSF_SERVERDIR")).consequence(
        Item::Job.pending().called("jobs that request it").because("no elim reports its value").possible(),
    );
    match parked {
        Some((file, _)) => found.help(format!("rename `{}`: the name of an elim begins with `elim.`", file.name)),
        None => found.help("install the program that reports it in LSF_SERVERDIR as `elim.NAME`"),
    };
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 30 N (x)
        os String 600 () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)

        //# somebody has to report
        //- LSF_SERVERDIR
        lim
        elim_lic
        ^^^^^^^^ E254 warning dynamic resource `lic` has no elim in LSF_SERVERDIR
        //#
        //- LSF_SERVERDIR
        |$ E254 warning dynamic resource `lic` has no elim in LSF_SERVERDIR
            = help: install the program that reports it in LSF_SERVERDIR as `elim.NAME`

        //# is silent with an elim and without resources
        //- LSF_SERVERDIR
        lim
        elim.lic
        //#
        //- without lsf.shared
        //- LSF_SERVERDIR
        lim
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric () N (x)
        lic Numeric () N (x)
        os String () () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)
        //- LSF_SERVERDIR
        lim
    "#]];
}
