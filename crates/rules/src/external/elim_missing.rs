use lsflint_lint::{Findings, Item, ServerFilesContext, rule};
use lsflint_model::elim::{FileName, file_name};
use lsflint_spec::{Reading, ResourceType};
use lsflint_syntax::TextRange;

rule! {
    /// Finds clusters with dynamic resources and no elim in LSF_SERVERDIR that could report them.
    ///
    /// # Effect
    /// The resources have no value: `lsload` shows `-`, and requirements with them match no host.
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
    /// Only `lsflint elim plan --servers-dir` looks into the folder. Which elim reports which resource is written nowhere, so one elim is
    /// taken for enough. Elims run as the user that LIM runs as; LSF comes with examples in the folder `examples` of LSF_MISC.
    ///
    /// # Notes
    /// LSF comes without any for your resources.
    pub E254 "elim-missing" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: where elims are and how they are named"),
        ],
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
    let found = findings
        .report(range, format!("no file is named `elim.NAME`, but `{first}` is a dynamic resource"))
        .consequence(Item::Job.pending().called("jobs that request it").because("no elim reports its value"));
    match parked {
        Some((file, _)) => found.help(format!("`{}` is not started: the name must begin with `elim.`", file.name)),
        None => found.help("put the program that reports it into LSF_SERVERDIR"),
    };
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 30 N (x)
        os String 600 () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)
        End Resource

        //# somebody has to report
        //- LSF_SERVERDIR
        lim
        elim_lic
        ^^^^^^^^ E254 warning no file is named `elim.NAME`, but `lic` is a dynamic resource
        //#
        //- LSF_SERVERDIR
        |$ E254 warning no file is named `elim.NAME`, but `lic` is a dynamic resource
            = help: put the program that reports it into LSF_SERVERDIR

        //# is silent with an elim and without resources
        //- LSF_SERVERDIR
        lim
        elim.lic
        //#
        //- without lsf.shared
        //- LSF_SERVERDIR
        lim
        //#
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric () N (x)
        lic Numeric () N (x)
        os String () () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)
        End Resource
        //- LSF_SERVERDIR
        lim
    "#]];
}
