use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Resource;
use lsflint_spec::{Confidence, Direction, FileKind, ResourceType};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{ReservationLimits, Shape};

rule! {
    /// Finds limits, ranges and reservation methods for resources that cannot be counted: Boolean and string resources,
    /// load indices.
    ///
    /// # Effect
    /// A limit counts what jobs reserve with `rusage[...]`. These resources cannot be reserved, so LSF may ignore
    /// the entry.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = one
    /// RESOURCE = [linux, 5]
    /// PER_USER = all
    /// End Limit
    ///
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// linux        Boolean ()       ()         (Linux)
    /// licA         Numeric ()       N          (tokens)
    /// End Resource
    /// ```
    ///
    /// ```lsb.resources
    /// Begin ReservationUsage
    /// RESOURCE METHOD
    /// r1m      PER_JOB
    /// End ReservationUsage
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = one
    /// RESOURCE = [licA, 5]
    /// PER_USER = all
    /// End Limit
    ///
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// linux        Boolean ()       ()         (Linux)
    /// licA         Numeric ()       N          (tokens)
    /// End Resource
    /// ```
    pub L320 "resource-not-countable" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.resources", "RESOURCE: an amount of a shared resource that is defined in lsf.shared"),
            ibm("topic=requirements-queue-level-resource", "RESRSV_LIMIT: ranges of consumable resources"),
            ibm("lsf_admin/usage_string", "a requirement that reserves a resource that is not consumable is rejected"),
        ],
        checks: [SettingNamed(&["RESOURCE"], check), SettingNamed(&["RESRSV_LIMIT"], range)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if context.broken || context.file.kind() != FileKind::LsbResources {
        return;
    }
    let setting = &context.setting;
    let method = context.section_spec().is_some_and(|it| it.name == "ReservationUsage");
    let names: Vec<Token<'_>> = match setting.typed::<Shape<'_>>() {
        Some(shape) => shape.names().collect(),
        None => setting.single_word().into_iter().collect(),
    };
    for name in names {
        let text = name.text();
        let Some(why) = context.file.cluster.resources().get(&text).and_then(|it| uncountable(&it, method)) else {
            continue;
        };
        findings
            .report(name.range(), format!("`{text}` cannot be reserved: it is {why}"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Value.ignored().called("the entry").possible().because("it counts only reserved resources"),
            )
            .help("use a numeric resource that jobs reserve with `rusage[...]`");
    }
}

/// RESRSV_LIMIT of a queue: ranges of what jobs reserve.
fn range(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(limits) = context.setting.typed::<ReservationLimits<'_>>().filter(|_| !context.broken) else { return };
    for name in limits.items().filter_map(|it| it.name()) {
        let text = name.text();
        let Some(why) = context.file.cluster.resources().get(&text).and_then(|it| uncountable(&it, false)) else {
            continue;
        };
        findings
            .report(name.range(), format!("`{text}` cannot be reserved: it is {why}"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Value.ignored().called("the range").possible().because("no job can reserve the resource"),
            )
            .help("limit a numeric resource that jobs reserve with `rusage[...]`");
    }
}

/// Why a resource cannot be counted, if so. `method`: the section selects a reservation method, which excludes load
/// indices.
fn uncountable(resource: &Resource, method: bool) -> Option<&'static str> {
    match resource.kind? {
        ResourceType::Boolean => Some("a Boolean resource"),
        ResourceType::String => Some("a string resource"),
        _ if method && resource.builtin && resource.direction == Some(Direction::Increasing) => Some("a load index"),
        _ if resource.consumable != Some(false) => None,
        _ if resource.builtin => Some("not consumable"),
        _ => Some("not consumable in lsf.shared"),
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only what is reserved can be counted
        //- Limit l
        RESOURCE = [linux,5] [os,1] [lic,3] [heat, 2] [other, 1]
                    ^^^^^ L320 warning `linux` cannot be reserved: it is a Boolean resource
                              ^^ L320 warning `os` cannot be reserved: it is a string resource
                                             ^^^^ L320 warning
                                        = `heat` cannot be reserved: it is not consumable in lsf.shared
        PER_USER = all
        //- ReservationUsage of lsb.resources
        RESOURCE METHOD RESERVE
        r1m PER_JOB -
        ^^^ L320 warning `r1m` cannot be reserved: it is a load index
        mem - Y
        lic PER_TASK -
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux Boolean () () () (x)
        os String () () () (x)
        lic Numeric () N () (x)
        heat Numeric 60 Y N (x)

        //# ranges of a queue
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux        Boolean ()       ()         ()         (Linux)
        licA         Numeric ()       N          Y          (tokens)
        heat         Numeric 60       Y          N          (degrees)
        End Resource
        //- each Queue
        RESRSV_LIMIT = [linux=1] [mem=100,200]
                        ^^^^^ L320 warning `linux` cannot be reserved: it is a Boolean resource
                        = effect: LSF may ignore the range because no job can reserve the resource
                        = help: limit a numeric resource that jobs reserve with `rusage[...]`
        RESRSV_LIMIT = [heat=1,2]
                        ^^^^ L320 warning `heat` cannot be reserved: it is not consumable in lsf.shared
        RESRSV_LIMIT = [licA=4] [swp=100]
    "#]];
}
