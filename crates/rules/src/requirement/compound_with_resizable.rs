use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::ast::resreq::{ResReq, Shape};

use crate::requirement::common::resizable;

rule! {
    /// Finds compound and alternative requirements in an application profile with resizable jobs.
    ///
    /// # Effect
    /// A resizable job grows and shrinks, and LSF cannot determine which term a new slot belongs to. It rejects the
    /// jobs of the application profile.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME           = solver
    /// RESIZABLE_JOBS = Y
    /// RES_REQ        = 1*{select[bigmem]} + 2*{select[linux]}
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME           = solver
    /// RESIZABLE_JOBS = N
    /// RES_REQ        = 1*{select[bigmem]} + 2*{select[linux]}
    /// End Application
    /// ```
    pub R505 "compound-with-resizable" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/select_string", "resizable jobs cannot have compound or alternative requirements")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((setting, _)) = resizable(context) else { return };
    let Some(shape) = context.entry("RES_REQ").and_then(|it| it.typed::<ResReq<'_>>()).and_then(|it| it.shape()) else {
        return;
    };
    let kind = match shape {
        Shape::Simple(_) => return,
        Shape::Compound(_) => "a compound",
        Shape::Alternative(_) => "an alternative",
    };
    findings
        .report(shape.node().trimmed_range(), format!("resizable jobs cannot have {kind} requirement"))
        .consequence(Item::Job.refused().called("jobs of the application profile"))
        .help("write a simple requirement, or `RESIZABLE_JOBS = N`")
        .related(setting.value_range(), "jobs are made resizable here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# resizable jobs are simple
        //- each Application
        RESIZABLE_JOBS = Y
          RES_REQ = 1*{linux} + 2*{fs}
                    ^^^^^^^^^^^^^^^^^^ R505 error resizable jobs cannot have a compound requirement
        RESIZABLE_JOBS = auto
          RES_REQ = {linux} || {fs}
                    ^^^^^^^^^^^^^^^ R505 error resizable jobs cannot have an alternative requirement

        //# others are free
        //- each Application
        RESIZABLE_JOBS = N
          RES_REQ = 1*{linux} + 2*{fs}
        RESIZABLE_JOBS = Y
          RES_REQ = linux rusage[mem=1 || swp=1]
    "#]];
}
