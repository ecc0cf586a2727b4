use lsflint_lint::{FileContext, Findings, Item, Reads, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{List, QueueList};
use rustc_hash::FxHashMap;

rule! {
    /// Finds queues in a QUEUE_GROUP that set APS_PRIORITY or QUEUE_GROUP, belong to two groups, or define the group
    /// themselves.
    ///
    /// # Effect
    /// The formula of the queue that defines the QUEUE_GROUP orders the jobs of all queues in the group. The formula of
    /// another member has no effect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
    /// QUEUE_GROUP  = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME   = short
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 5]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
    /// QUEUE_GROUP  = short
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME   = short
    /// End Queue
    /// ```
    pub A203 "queue-group-child-conflict" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [ibm("topic=scheduling-configuring-aps-across-multiple-queues", "Absolute priority across queues")],
        checks: [PartsOfFile(Reads::SECTIONS.union(Reads::NAMES), check)],
    }
}

/// The absolute priority settings of a queue.
struct Queue {
    name: String,
    /// The key of its formula.
    formula: Option<TextRange>,
    /// The key of its group.
    group: Option<TextRange>,
    /// The queues of its group.
    members: Vec<(String, TextRange)>,
    branch: u32,
    /// Whether formula and group always apply: neither is in an `#if` block of the section.
    always: bool,
}

/// A name in a group.
#[derive(Clone, Copy)]
struct Member<'q> {
    parent: &'q Queue,
    name: &'q str,
    range: TextRange,
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let mentions = |name: &str| context.cluster.mentions(FileKind::LsbQueues, "Queue", name);
    if context.kind() != FileKind::LsbQueues || !mentions("QUEUE_GROUP") {
        return;
    }
    // Recorded as a dependency: the result also depends on the formulas, which are read below.
    mentions("APS_PRIORITY");
    let sections = context.sections().into_iter().filter(|it| it.spec.is_some_and(|it| it.name == "Queue"));
    let queues: Vec<Queue> = sections.filter_map(|it| queue(it.section, it.branch)).collect();
    let mut by_name: FxHashMap<&str, Vec<&Queue>> = FxHashMap::default();
    for queue in &queues {
        by_name.entry(&queue.name).or_default().push(queue);
    }
    let mut first: FxHashMap<&str, Vec<Member<'_>>> = FxHashMap::default();
    for parent in &queues {
        for (name, range) in &parent.members {
            let member = Member { parent, name, range: *range };
            if *name == parent.name {
                findings
                    .report(*range, format!("`{name}` lists itself in `QUEUE_GROUP`"))
                    .consequence(
                        Item::Value.no_effect().called("the name").because("a queue always belongs to its own group"),
                    )
                    .help("remove the name");
                continue;
            }
            let owners = first.entry(name).or_default();
            if let Some(owner) = owners.iter().find(|it| together(it.parent, parent)) {
                in_two_groups(*owner, member, findings);
                continue;
            }
            owners.push(member);
            let children = by_name.get(&**name).into_iter().flatten().filter(|it| together(it, parent));
            if let Some(child) = children.into_iter().find(|it| it.formula.or(it.group).is_some()) {
                own_formula(child, member, findings);
            }
        }
    }
}

fn in_two_groups(owner: Member<'_>, member: Member<'_>, findings: &mut Findings) {
    // Duplicates in one list are reported by another rule.
    if std::ptr::eq(owner.parent, member.parent) {
        return;
    }
    let message = format!("`{}` is already in the `QUEUE_GROUP` of `{}`", member.name, owner.parent.name);
    findings
        .report(member.range, message)
        .consequence(
            Item::Value
                .ignored()
                .called("the name")
                .possible()
                .because("only one formula can order the jobs of a queue"),
        )
        .help("list the queue in one group only")
        .related(owner.range, "first listed here");
}

fn own_formula(child: &Queue, member: Member<'_>, findings: &mut Findings) {
    let Member { parent, name, range } = member;
    let ordered = format!("the formula of `{}` orders the jobs in the queue", parent.name);
    if let Some(group) = child.group {
        findings
            .report(group, format!("`{name}` has a `QUEUE_GROUP`, but is in the group of another queue"))
            .consequence(
                Item::Line
                    .no_effect()
                    .called("the group")
                    .possible()
                    .because(format!("{ordered}, and nested groups are not documented")),
            )
            .help(format!("add the queues to the group of `{}`, or remove `{name}` from it", parent.name))
            .related(range, "listed in the group here");
    } else if let Some(formula) = child.formula {
        let surely = parent.always && (parent.branch == 0 || parent.branch == child.branch);
        let no_effect = Item::Line.no_effect().called("the formula").because(ordered);
        findings
            .report(formula, format!("`{name}` sets `APS_PRIORITY`, but is in a `QUEUE_GROUP`"))
            .consequence(if surely { no_effect } else { no_effect.possible() })
            .help("remove `APS_PRIORITY` from this queue, or remove the queue from the group")
            .related(range, "listed in the group here");
    }
}

fn together(a: &Queue, b: &Queue) -> bool {
    a.branch == b.branch || a.branch == 0 || b.branch == 0
}

fn queue(section: lsflint_syntax::ast::Section<'_>, branch: u32) -> Option<Queue> {
    let mut found =
        Queue { name: String::new(), formula: None, group: None, members: Vec::new(), branch, always: true };
    for (entry, conditional) in section.all_entries() {
        let (Some(key), Some(value)) = (entry.key(), entry.value()) else { continue };
        if value.is_unset() || value.is_templated() {
            continue;
        }
        match &*key.text().to_ascii_uppercase() {
            "QUEUE_NAME" => found.name = value.single_word()?.text().into_owned(),
            "APS_PRIORITY" => {
                found.always &= !conditional;
                found.formula = Some(key.range());
            }
            "QUEUE_GROUP" => {
                let Some(list) = value.typed::<QueueList<'_>>() else { continue };
                found.always &= !conditional;
                found.group = Some(key.range());
                found.members =
                    list.items().filter_map(|it| it.name()).map(|it| (it.text().into_owned(), it.range())).collect();
            }
            _ => {}
        }
    }
    found.always &= found.formula.is_some() && found.group.is_some();
    (!found.name.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue night
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        QUEUE_GROUP = short, long
        //- Queue short: PRIORITY = 5

        //# members have no formula
        //- Queue short
        APS_PRIORITY = WEIGHT[[MEM, 5]]
        ^^^^^^^^^^^^ A203 warning `short` sets `APS_PRIORITY`, but is in a `QUEUE_GROUP`
        //- Queue long: PRIORITY = 5

        //# a queue is in one group of others
        //- Queue day
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        QUEUE_GROUP = day long
                      ^^^ A203 warning `day` lists itself in `QUEUE_GROUP`
                      = effect: the name has no effect because a queue always belongs to its own group
                      = help: remove the name
                          ^^^^ A203 warning `long` is already in the `QUEUE_GROUP` of `night`
                          = effect: LSF may ignore the name because only one formula can order the jobs of a queue
                          = help: list the queue in one group only
                          = related Queue night:2:22 first listed here

        //# groups do not nest
        //- Queue night
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        QUEUE_GROUP = short
        //- Queue short
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        QUEUE_GROUP = long
        ^^^^^^^^^^^ A203 warning `short` has a `QUEUE_GROUP`, but is in the group of another queue
            = effect: the group may have no effect because the formula of `night` orders the jobs in the queue, and
            =   nested groups are not documented
            = help: add the queues to the group of `night`, or remove `short` from it
        //- Queue long
        //#
        //- Queue night
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        QUEUE_GROUP = short
        ^^^^^^^^^^^ A203 warning `night` has a `QUEUE_GROUP`, but is in the group of another queue
        //- Queue short
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        QUEUE_GROUP = night
        ^^^^^^^^^^^ A203 warning `short` has a `QUEUE_GROUP`, but is in the group of another queue

        //# a group that may not count
        //- Queue night
        QUEUE_GROUP = short
        #if time(8:00-9:00)
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        #endif
        //- Queue short
        APS_PRIORITY = WEIGHT[[MEM, 5]]
        ^^^^^^^^^^^^ A203 warning `short` sets `APS_PRIORITY`, but is in a `QUEUE_GROUP`
            = effect: the formula may have no effect because the formula of `night` orders the jobs in the queue
        //#
        //- Queue night: QUEUE_GROUP = short
        //- Queue short
        APS_PRIORITY = WEIGHT[[MEM, 5]]
        ^^^^^^^^^^^^ A203 warning `short` sets `APS_PRIORITY`, but is in a `QUEUE_GROUP`

        //# branches of if are not read together
        //- lsb.queues
        #if time(8:00-9:00)
        Begin Queue
        QUEUE_NAME = night
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        QUEUE_GROUP = short, long
        End Queue
        Begin Queue
        QUEUE_NAME = long
        End Queue
        #else
        Begin Queue
        QUEUE_NAME = short
        APS_PRIORITY = WEIGHT[[MEM, 5]]
        End Queue
        #endif

        //# a group and a queue next to it
        //- Queue other: APS_PRIORITY = WEIGHT[[MEM, 5]]
    "#]];
}
