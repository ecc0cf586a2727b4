use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_syntax::Token;

use crate::requirement::common::Judge;
use crate::requirement::content::simples;
use crate::requirement::ptile_without_same::{Kind, kind_of, per_host_names};

rule! {
    /// Finds `ptile` lists that contain both host types and host models.
    ///
    /// # Effect
    /// LSF rejects the string: the numbers are for types or for models, depending on `same`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// RES_REQ    = span[ptile='!',LINUX:2,XeonGold:4] same[type]
    /// End Queue
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// LINUX
    /// End HostType
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// XeonGold  30.0      ()
    /// End HostModel
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = parallel
    /// RES_REQ    = span[ptile='!',LINUX:2] same[type]
    /// End Queue
    /// //- lsf.shared
    /// Begin HostType
    /// TYPENAME
    /// LINUX
    /// End HostType
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// XeonGold  30.0      ()
    /// End HostModel
    /// ```
    pub R424 "ptile-types-and-models" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            manual(
                "Platform LSF Administration Guide 6.2, page 437",
                "types and models cannot be mixed in a span string; the examples are called incorrect",
            ),
        ],
        checks: [RequirementPart(Part::SPAN, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for names in simples(context).map(per_host_names) {
        let known: Vec<(Token<'_>, Kind)> =
            names.into_iter().filter_map(|it| Some((it, kind_of(context.cluster, it)?))).collect();
        let Some((first, kind)) = known.first() else { continue };
        let Some((other, _)) = known.iter().find(|it| it.1 != *kind) else { continue };
        let (a, b) = (kind.words(), if *kind == Kind::Type { Kind::Model.words() } else { Kind::Type.words() });
        Judge::of(context)
            .rejects(
                findings,
                other.range(),
                format!("`ptile` list contains {b} `{}` and {a} `{}`", other.text(), first.text()),
            )
            .help("list only host types or only host models")
            .related(first.range(), format!("the {a}"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- HostType of lsf.shared
        TYPENAME
        LINUX
        AIX
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        XeonGold 30.0 ()

        //# a list is about one of the two
        //- resreq
        span[ptile='!',LINUX:2,XeonGold:4] same[type]
                               ^^^^^^^^ R424 error `ptile` list contains host model `XeonGold` and host type `LINUX`
                               = effect: LSF rejects the requirement string, so the submission fails

        //# what is not known is not judged
        //- resreq: span[ptile='!',LINUX:2,AIX:4] same[type]
        //#
        //- without lsf.shared
        //- resreq: span[ptile='!',LINUX:2,XeonGold:4] same[type]
    "#]];
}
