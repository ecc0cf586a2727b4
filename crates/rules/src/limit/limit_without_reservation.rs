use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_model::State;
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::Shape;

use crate::limit::pools::{Slips, own};
use crate::requirement::reserved::{levels_are_complete, words};

rule! {
    /// Finds limits on resources that no queue or application profile reserves.
    ///
    /// # Effect
    /// A limit on memory, swap space, temporary space or a site resource counts what jobs reserve with `rusage[...]`.
    /// Jobs without a reservation are not limited. Users can still reserve with `bsub -R`.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = tokens
    /// RESOURCE = [licA, 5]
    /// PER_USER = all
    /// End Limit
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[mem > 100]
    /// End Queue
    ///
    /// //- lsb.applications
    /// Begin Application
    /// NAME = sim
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = tokens
    /// RESOURCE = [licA, 5]
    /// PER_USER = all
    /// End Limit
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = select[mem > 100] rusage[licA=1]
    /// End Queue
    ///
    /// //- lsb.applications
    /// Begin Application
    /// NAME = sim
    /// End Application
    /// ```
    pub L321 "limit-without-reservation" {
        family: Limit, scope: Cluster, severity: Info,
        sources: [ibm("lsb.resources", "MEM, SWP, TMP and RESOURCE")],
        checks: [Facts(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbResources || !levels_are_complete(view) {
        return;
    }
    let mut reserved = None;
    for limit in own(context, "Limit") {
        for field in limit.all_fields().filter(|it| it.state() == State::Known) {
            let Some(param) = field.param() else { continue };
            let parse = field.parse().filter(|_| param.name == "RESOURCE");
            let shape = parse.as_ref().and_then(|it| it.typed::<Shape<'_>>());
            let names: Vec<String> = match shape {
                Some(shape) => shape.names().map(|it| it.text().into_owned()).collect(),
                // Memory, swap space and temporary space.
                None if param.grammar == Grammar::Percent => vec![param.name.to_ascii_lowercase()],
                None => continue,
            };
            for resource in names {
                let found = reserved.get_or_insert_with(|| {
                    let words = words(view)?;
                    let slips = Slips::of(&words, |it| view.resources().get(it).is_some());
                    Some((words, slips))
                });
                let Some((reserved, slips)) = found else { return };
                if reserved.contains(&resource) || slips.may_mean(&resource) {
                    continue;
                }
                findings
                    .report(field.place().range, format!("no queue or application profile reserves `{resource}`"))
                    .consequence(
                        Item::Value
                            .no_effect()
                            .called("the limit")
                            .possible()
                            .because("only jobs submitted with `rusage[...]` are counted"),
                    )
                    .help(format!("reserve it for jobs that use it: `RES_REQ = rusage[{resource}=...]`"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.applications
        //- Limit of lsb.resources
        NAME PER_HOST MEM SLOTS
        b all 50% -
        c all - 4

        //# somebody should reserve it
        //- Limit a
        RESOURCE = [lic,5] [tok,1]
                   ^^^^^^^^^^^^^^^ L321 info no queue or application profile reserves `lic`
        PER_USER = all
        //- Limit of lsb.resources
        NAME PER_HOST MEM SLOTS
        b all 50% -
              ^^^ L321 info no queue or application profile reserves `mem`
        c all - 4
        //- Queue q: RES_REQ = select[lic>0 && mem>5] rusage[tok=1]
        //#
        //- Limit a
        RESOURCE = [lic,5] [tok,1]
        PER_USER = all
        //- Queue q: RES_REQ = rusage[tok=1:mem=5,lic=2]
        //#
        //- Limit a
        RESOURCE = [lic,5] [tok,1]
        PER_USER = all
        //- Queue q: RES_REQ = {{ requirement }}
    "#]];
}
