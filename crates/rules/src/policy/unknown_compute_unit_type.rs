use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Applicability, Consequence, Findings, Fix, Item, Part, RequirementContext, SettingContext, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::Exclusive;
use lsflint_syntax::ast::resreq::{CuKind, CuSection};

use crate::policy::units::{Listed, Types};
use crate::requirement::content::sections;

rule! {
    /// Finds compute unit types that COMPUTE_UNIT_TYPES does not list.
    ///
    /// # Effect
    /// LSF ignores a compute unit with an unknown type, does not allocate compute units to exclusive jobs of the queue,
    /// and rejects jobs that request the type.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// EXCLUSIVE  = CU[rakc]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure! rack
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// EXCLUSIVE  = CU[rack]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure! rack
    /// End Parameters
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables compute units that LSF currently ignores.
    pub Q431 "unknown-compute-unit-type" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.params.compute_unit_types", "COMPUTE_UNIT_TYPES")],
        checks: [
            SettingNamed(&["EXCLUSIVE"], exclusive),
            SettingNamed(&["TYPE"], unit),
            RequirementPart(Part::CU, requirement),
        ],
    }
}

fn exclusive(context: &SettingContext<'_>, findings: &mut Findings) {
    let word = context.setting.typed::<Exclusive<'_>>().filter(|_| !context.broken).and_then(Exclusive::unit_type);
    if let Some(word) = word {
        check(
            context.file.cluster,
            word,
            Item::Value.rejected().called("the type").possible().so("exclusive jobs of the queue get no compute unit"),
            findings,
        );
    }
}

fn unit(context: &SettingContext<'_>, findings: &mut Findings) {
    let is_unit = context.section_spec().is_some_and(|it| it.name == "ComputeUnit");
    if let Some(word) = context.setting.single_word().filter(|_| is_unit && !context.broken) {
        check(context.file.cluster, word, Item::Row.ignored().called("the compute unit"), findings);
    }
}

fn requirement(context: &RequirementContext<'_>, findings: &mut Findings) {
    for item in sections(context).flat_map(CuSection::items).filter(|it| it.kind() == Some(CuKind::Type)) {
        if let Some(word) = item.word() {
            check(context.cluster, word, Item::Job.refused().called("jobs with this requirement"), findings);
        }
    }
}

fn check(view: lsflint_model::View<'_>, word: Token<'_>, outcome: Consequence, findings: &mut Findings) {
    let Some(Listed { types, field }) = Types::of(view).listed() else { return };
    let name = word.text();
    if types.level(&name).is_some() || lsflint_syntax::is_templated(word.raw()) {
        return;
    }
    let found = findings
        .report(word.range(), format!("unknown compute unit type `{name}`"))
        .consequence(outcome)
        .related_at(field.place(), "the types are listed here");
    match types.near(&name) {
        Some(near) => {
            found.help(did_you_mean(near.name));
            if near.unique {
                let title = format!("write `{}`", near.name);
                found.fix(Fix::replace(Applicability::Unsafe, title, word.range(), near.name));
            }
        }
        None => {
            found.help("use one of the listed types, or add the type to `COMPUTE_UNIT_TYPES` in `lsb.params`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters: COMPUTE_UNIT_TYPES = enclosure! rack

        //# queues and requirements name listed types
        //- each Queue
        EXCLUSIVE = CU[blade]
                       ^^^^^ Q431 error unknown compute unit type `blade`
                       = help: use one of the listed types, or add the type to `COMPUTE_UNIT_TYPES` in `lsb.params`
        RES_REQ = cu[type=racks:maxcus=2]
                          ^^^^^ Q431 error unknown compute unit type `racks`
                          = effect: LSF rejects jobs with this requirement at submission
            = fixed: RES_REQ = cu[type=rack:maxcus=2]
        EXCLUSIVE = CU[rack]
          RES_REQ = cu[type=enclosure]
        EXCLUSIVE = CU
        //- resreq
        cu[type=pod]
                ^^^ Q431 error unknown compute unit type `pod`

        //# units are of listed types
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA) enclosure
        e2 (hostB) enclosur
                   ^^^^^^^^ Q431 error unknown compute unit type `enclosur`
                   = effect: LSF ignores the compute unit
        //- fixed lsb.hosts
        -e2 (hostB) enclosur
        +e2 (hostB) enclosure

        //# is silent without the list
        //- without lsb.params
        //- each Queue: EXCLUSIVE = CU[blade]
        //#
        //- Parameters: COMPUTE_UNIT_TYPES = {{ types }}
        //- each Queue: EXCLUSIVE = CU[blade]
        //#
        //- Parameters
        //- each Queue: EXCLUSIVE = CU[blade]
    "#]];
}
