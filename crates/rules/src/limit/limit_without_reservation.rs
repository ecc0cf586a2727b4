use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, State};
use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{List, ListItem, QueueList, Shape};

use crate::limit::pools::Slips;
use crate::requirement::reserved::{Words, levels_are_complete};

rule! {
    /// Finds limits on resources that no queue or application profile reserves. Of a limit for some queues, only these
    /// queues count.
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

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if context.kind() != FileKind::LsbResources || !levels_are_complete(view) {
        return;
    }
    let mut reserved = None;
    for limit in context.all("Limit") {
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
                    let words = Words::of(view)?;
                    let slips = Slips::of(&words.all, |it| view.resources().get(it).is_some());
                    Some((words, slips))
                });
                let Some((reserved, slips)) = found else { return };
                let queues = queues_of(&limit);
                if slips.may_mean(&resource) {
                    continue;
                }
                let without: Vec<&str> = match queues.as_deref() {
                    Some(all) => (all.iter().map(String::as_str))
                        .filter(|it| !reserved.reserves(&resource, Some(&[(*it).to_owned()])))
                        .collect(),
                    None => Vec::new(),
                };
                if reserved.reserves(&resource, queues.as_deref()) && without.is_empty() {
                    continue;
                }
                let message = match queues.as_deref() {
                    Some(all) if (1..all.len()).contains(&without.len()) => {
                        let names = without.join("`, `");
                        match without.len() {
                            1 => format!("queue `{names}` of the limit reserves no `{resource}`"),
                            _ => format!("queues `{names}` of the limit reserve no `{resource}`"),
                        }
                    }
                    Some([queue]) if reserved.all.contains(&resource) => {
                        format!("neither queue `{queue}` of the limit nor an application profile reserves `{resource}`")
                    }
                    Some(_) if reserved.all.contains(&resource) => {
                        format!("no queue of the limit and no application profile reserves `{resource}`")
                    }
                    _ => format!("no queue or application profile reserves `{resource}`"),
                };
                findings
                    .report(field.place(), message)
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

/// The queues that a limit names; `None` if it applies to all, or they are not known.
fn queues_of(limit: &Entity<'_>) -> Option<Vec<String>> {
    let mut lists = limit.all_fields().filter(|it| it.param().is_some_and(|it| it.grammar == Grammar::QueueList));
    let list = lists.find(|it| it.state() != State::Unset)?;
    let others = lists.any(|it| it.state() != State::Unset);
    if others || list.is_conditional() || limit.is_conditional() {
        return None;
    }
    let parse = list.parse().filter(|it| it.errors().is_empty())?;
    let view = limit.view();
    let queue = |it: ListItem<'_>| {
        let name = it.text();
        (!it.is_excluded() && view.queue(&name).is_some()).then(|| name.into_owned())
    };
    parse.typed::<QueueList<'_>>()?.items().map(queue).collect::<Option<Vec<String>>>().filter(|it| !it.is_empty())
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

        //# queues of the limit
        //- Limit a
        RESOURCE = [tok,1]
                   ^^^^^^^ L321 info neither queue `night` of the limit nor an application profile reserves `tok`
        QUEUES = night
        //- Limit b
        RESOURCE = [tok,1]
                   ^^^^^^^ L321 info no queue of the limit and no application profile reserves `tok`
        PER_QUEUE = night weekend
        //- Limit d
        RESOURCE = [tok,1]
                   ^^^^^^^ L321 info queue `night` of the limit reserves no `tok`
        QUEUES = night day
        //- Limit e
        RESOURCE = [tok,1]
        QUEUES = all ~day
        //- Limit f
        RESOURCE = [tok,1]
        QUEUES = night nosuch
        //- Limit g
        RESOURCE = [tok,1]
                   ^^^^^^^ L321 info queues `night`, `weekend` of the limit reserve no `tok`
        QUEUES = night day weekend
        //- Limit h
        RESOURCE = [tok,1]
        QUEUES = day
        //- Queue day: RES_REQ = rusage[tok=1:mem=5]
        //- Queue night: RES_REQ = rusage[mem=5]
        //- Queue weekend: PRIORITY = 5
        //#
        //- Limit a
        RESOURCE = [tok,1]
        QUEUES = night
        //- Queue night: RES_REQ = rusage[mem=5]
        //- Application p: RES_REQ = rusage[tok=1]
    "#]];
}
