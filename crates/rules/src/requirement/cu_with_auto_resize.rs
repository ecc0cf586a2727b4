use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::ast::resreq::{ResReq, Section};

use crate::requirement::common::{Resizable, resizable};

rule! {
    /// Finds `cu` sections in an application profile whose jobs are resized automatically.
    ///
    /// # Effect
    /// LSF does not choose hosts by compute unit when it adds slots to a running job, so such jobs do not grow.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME           = solver
    /// RESIZABLE_JOBS = auto
    /// RES_REQ        = select[linux] cu[pref=maxavail]
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME           = solver
    /// RESIZABLE_JOBS = auto
    /// RES_REQ        = select[linux]
    /// End Application
    /// ```
    pub R515 "cu-with-auto-resize" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/exclusive_scheduling_lsf",
                "jobs with compute unit requirements cannot be resized automatically",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((setting, Resizable::Auto)) = resizable(context) else { return };
    let Some(requirement) = context.entry("RES_REQ").and_then(|it| it.typed::<ResReq<'_>>()) else { return };
    for section in requirement.simples().flat_map(|it| it.sections().collect::<Vec<_>>()) {
        if let Section::Cu(_) = section {
            findings
                .report(section.range(), "`cu` section for automatically resized jobs")
                .consequence(
                    Item::Value
                        .no_effect()
                        .called("`RESIZABLE_JOBS=auto`")
                        .because("LSF does not add slots to jobs with a `cu` section")
                        .possible(),
                )
                .help("remove the section, or write `RESIZABLE_JOBS = Y`")
                .related(setting.value_range(), "automatic resizing is set here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# compute units do not grow
        //- each Application
        RESIZABLE_JOBS = auto
          RES_REQ = cu[pref=maxavail]
                    ^^^^^^^^^^^^^^^^^ R515 warning `cu` section for automatically resized jobs
        RESIZABLE_JOBS = Y
          RES_REQ = cu[pref=maxavail]
        RESIZABLE_JOBS = N
          RES_REQ = cu[pref=maxavail]
    "#]];
}
