use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::ast::resreq::{ResReq, Shape};

use crate::requirement::common::resizable;

rule! {
    /// Finds a compound or alternative requirement in a profile with resizable jobs.
    ///
    /// # Effect
    /// A resizable job grows and shrinks, and LSF cannot say which term a new slot belongs to: it refuses the jobs of
    /// the profile.
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
        sources: [ibm("lsf_admin/select_string", "resizable jobs have neither compound nor alternative requirements")],
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
        .report(shape.node().trimmed_range(), format!("{kind} requirement for resizable jobs"))
        .consequence(Item::Job.refused().called("jobs of the application profile"))
        .help("write a simple requirement, or `RESIZABLE_JOBS = N`")
        .related(setting.value_range(), "the jobs are resizable");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# resizable jobs are simple
        //- each Application
        RESIZABLE_JOBS = Y
          RES_REQ = 1*{linux} + 2*{fs}
                    ^^^^^^^^^^^^^^^^^^ R505 error a compound requirement for resizable jobs
        RESIZABLE_JOBS = auto
          RES_REQ = {linux} || {fs}
                    ^^^^^^^^^^^^^^^ R505 error an alternative requirement for resizable jobs

        //# others are free
        //- each Application
        RESIZABLE_JOBS = N
          RES_REQ = 1*{linux} + 2*{fs}
        RESIZABLE_JOBS = Y
          RES_REQ = linux rusage[mem=1 || swp=1]
    "#]];
}
