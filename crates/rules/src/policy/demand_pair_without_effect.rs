use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds pairs in RC_DEMAND_POLICY that another pair makes superfluous.
    ///
    /// # Effect
    /// LSF requests hosts when one of the pairs is met. If another pair asks for no more jobs and no longer time, it is
    /// always met first.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = night
    /// RC_HOSTS         = awshost
    /// RC_DEMAND_POLICY = THRESHOLD[[5,10] [10,20]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = night
    /// RC_HOSTS         = awshost
    /// RC_DEMAND_POLICY = THRESHOLD[[5,10] [10,5]]
    /// End Queue
    /// ```
    pub Q535 "demand-pair-without-effect" {
        family: Policy, scope: OwnFile, severity: Info,
        sources: [
            ibm("topic=behavior-controlling-reclaim", "`[[5,10] [1,60] [100,0]]`: hosts are requested when a pair is met"),
        ],
        checks: [SettingNamed(&["RC_DEMAND_POLICY"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range());
    let pairs: Vec<Pair> = pairs(text);
    for (index, pair) in pairs.iter().enumerate() {
        let first = |(other, it): &(usize, &Pair)| {
            let no_more = it.jobs <= pair.jobs && it.minutes <= pair.minutes;
            let same = (it.jobs, it.minutes) == (pair.jobs, pair.minutes);
            *other != index && no_more && (!same || *other < index)
        };
        let Some((_, other)) = pairs.iter().enumerate().find(first) else { continue };
        let place = |it: &Pair| {
            let start = value.range().start() + TextSize::of(&text[..it.start]);
            TextRange::at(start, TextSize::of(&text[it.start..it.end]))
        };
        findings
            .report(place(pair), format!("`{}` has no effect next to `{}`", pair.text(text), other.text(text)))
            .consequence(Item::Value.no_effect().called("the pair").possible().because("the other pair is met first"))
            .help("remove it")
            .related(place(other), "the other pair");
    }
}

/// A number of pending jobs and for how many minutes, with its place in the value.
struct Pair {
    jobs: u64,
    minutes: u64,
    start: usize,
    end: usize,
}

impl Pair {
    fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }
}

/// The innermost brackets of a value.
fn pairs(text: &str) -> Vec<Pair> {
    let pair = |(close, _): (usize, &str)| {
        let start = text[..close].rfind('[')?;
        let mut numbers = text[start + 1..close].split(',').map(|it| it.trim().parse::<u64>());
        let jobs = numbers.next()?.ok()?;
        let minutes = numbers.next().unwrap_or(Ok(0)).ok()?;
        Some(Pair { jobs, minutes, start, end: close + 1 })
    };
    text.match_indices(']').filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# pairs that are met later
        //- each Queue
        RC_HOSTS = all
          RC_DEMAND_POLICY = THRESHOLD[[5,10] [1,60] [100,0] [7, 10]]
                                                             ^^^^^^^ Q535 info `[7, 10]` has no effect next to `[5,10]`
        RC_HOSTS = all
          RC_DEMAND_POLICY = THRESHOLD[[5] [5,3]]
                                           ^^^^^ Q535 info `[5,3]` has no effect next to `[5]`
        RC_HOSTS = all
          RC_DEMAND_POLICY = THRESHOLD[[5,10] [1,60] [100,0]]
    "#]];
}
