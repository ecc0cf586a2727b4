use lsflint_lint::{
    Applicability, Diagnostic, FileContext, Findings, Fix, Item, RowContext, SectionContext, Setting, SettingContext,
    TextEdit, rule,
};
use lsflint_spec::{Direction, Grammar, builtin_resource};
use lsflint_syntax::ast::Threshold;

use crate::limit::threshold_not_an_index::why_not;

rule! {
    /// Finds load thresholds in reverse order: jobs are suspended at a load at which they can still start.
    ///
    /// # Effect
    /// LSF swaps the two numbers and logs a message. For `r15s`, `r1m`, `r15m`, `ut`, `pg`, `io` and `ls`, a higher
    /// value means more load, so the second number is the larger one. For `it`, `tmp`, `swp` and `mem` it is the
    /// smaller one.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// mem        = 10/100
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// mem        = 100/10
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Safe: the fix writes what LSF reads.
    pub L201 "threshold-reversed" {
        family: Limit, scope: Cluster, severity: Warning, fix: Safe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "getThresh",
                "`loadStop ... is lower than loadSched ...; swapped`, and the opposite for indices that decrease \
                 with load",
            ),
            ibm("lsb.queues", "load thresholds: `loadSched/loadStop`"),
        ],
        checks: [SettingWith(|it| *it == Grammar::Threshold, check), Section(section_of_site), Row(row_of_site)],
    }
}

/// Site indices have the direction that is set in lsf.shared.
fn section_of_site(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.spec.is_some_and(|it| it.load_index_names) {
        context.entries.iter().for_each(|it| check_of_site(context.file, it, findings));
    }
}

fn row_of_site(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    if !context.broken && section.spec.is_some_and(|it| it.load_index_names) {
        context.cells.iter().for_each(|it| check_of_site(section.file, it, findings));
    }
}

fn check_of_site(file: FileContext<'_>, setting: &Setting<'_>, findings: &mut Findings) {
    if setting.spec.is_some() {
        return;
    }
    let Some(value) = setting.known_value() else { return };
    let Some((schedule, stop)) = file.text(value.range()).split_once('/') else { return };
    let (Ok(a), Ok(b)) = (schedule.parse::<f64>(), stop.parse::<f64>()) else { return };
    let name = setting.name.text();
    // A resource that is not a load index is another finding.
    let index = file.cluster.resources().get(&name).filter(|it| why_not(&name, it).is_none());
    let Some(direction) = index.and_then(|it| it.direction) else { return };
    if a < 0.0 || b < 0.0 || is_in_order(schedule, stop, direction) {
        return;
    }
    report(setting, direction, (schedule, stop), findings).fix(Fix::replace(
        Applicability::Safe,
        format!("write `{stop}/{schedule}`"),
        value.range(),
        format!("{stop}/{schedule}"),
    ));
}

fn report<'f>(
    setting: &Setting<'_>,
    direction: Direction,
    (first, second): (&str, &str),
    findings: &'f mut Findings,
) -> &'f mut Diagnostic {
    let name = setting.display_name();
    let load = match direction {
        Direction::Increasing => "a higher value means more load, so the second number must be larger",
        Direction::Decreasing => "a lower value means more load, so the second number must be smaller",
    };
    findings
        .report(
            setting.value_range(),
            format!("reversed thresholds for `{name}`: suspends at {second}, starts at {first}"),
        )
        .consequence(Item::Value.read_as(format!("{second}/{first}")).logged())
        .help(format!("write `{second}/{first}`: {load}"))
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(value) = setting.value.filter(|_| !context.broken) else { return };
    // This runs for every cell of large tables, so correct text must be recognized cheaply.
    let text = context.file.text(value.range());
    let Some(slash) = text.bytes().position(|it| it == b'/') else { return };
    let Some(direction) = setting.spec.and_then(|it| builtin_resource(it.name)?.direction) else { return };
    if is_in_order(&text[..slash], &text[slash + 1..], direction) {
        return;
    }
    let Some(threshold) = setting.typed::<Threshold<'_>>() else { return };
    let (Some(schedule), Some(stop)) = (threshold.schedule(), threshold.stop()) else { return };
    let (Some(a), Some(b)) = (schedule.value(), stop.value()) else { return };
    let reversed = match direction {
        Direction::Increasing => a > b,
        Direction::Decreasing => a < b,
    };
    // A negative number is another finding.
    if !reversed || a < 0.0 || b < 0.0 {
        return;
    }
    let (first, second) = (schedule.number().text(), stop.number().text());
    let fix = Fix {
        applicability: Applicability::Safe,
        title: format!("write `{second}/{first}`"),
        edits: vec![
            TextEdit { range: schedule.range(), text: second.clone().into_owned() },
            TextEdit { range: stop.range(), text: first.clone().into_owned() },
        ],
    };
    report(setting, direction, (&first, &second), findings).fix(fix);
}

/// Whether two plain numbers are in the right order.
fn is_in_order(schedule: &str, stop: &str, direction: Direction) -> bool {
    match (schedule.parse::<f64>(), stop.parse::<f64>(), direction) {
        (Ok(schedule), Ok(stop), Direction::Increasing) => schedule <= stop,
        (Ok(schedule), Ok(stop), Direction::Decreasing) => schedule >= stop,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (free)
        jobs_out Numeric 60 Y (load)
        who String 60 () (text)

        //# asks lsf.shared for indices of the site
        //- each Queue
        scratch = 5/50
                  ^^^^ L201 warning reversed thresholds for `scratch`: suspends at 50, starts at 5
          jobs_out = 5/50
          who = 9/1
          other = 9/1
            = fixed: scratch = 50/5
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ scratch jobs_out
        h1 ! 50/5 50/5
                  ^^^^ L201 warning reversed thresholds for `jobs_out`: suspends at 5, starts at 50
                  = help: write `5/50`: a higher value means more load, so the second number must be larger
        //- fixed lsb.hosts
        -h1 ! 50/5 50/5
        +h1 ! 50/5 5/50

        //# knows the direction of each index
        //- each Queue
        r1m = 2.5/0.8
              ^^^^^^^ L201 warning reversed thresholds for `r1m`: suspends at 0.8, starts at 2.5
          MEM = 10/100
                ^^^^^^ L201 warning reversed thresholds for `mem`: suspends at 100, starts at 10
          SWAP = 30/200
                 ^^^^^^ L201 warning reversed thresholds for `swp`: suspends at 200, starts at 30
            = fixed: r1m = 0.8/2.5
            = fixed: MEM = 100/10
            = fixed: SWAP = 200/30
        //#
        //- Host of lsb.hosts
        HOST_NAME r1m mem
        h1 2.0/0.7 100/400
           ^^^^^^^ L201 warning reversed thresholds for `r1m`: suspends at 0.7, starts at 2.0
                   ^^^^^^^ L201 warning reversed thresholds for `mem`: suspends at 400, starts at 100
        //- fixed lsb.hosts
        -h1 2.0/0.7 100/400
        +h1 0.7/2.0 400/100

        //# is silent about the right order and single numbers
        //- without lsf.shared
        //- each Queue
        r1m = 0.8/2.5
          mem = 100/10
          io = /50
          ut = 0.5
          it = 5/-
          scratch = 10/5

        //# swaps the numbers
        //- each Queue
        r1m = 2.5/0.8
              ^^^^^^^ L201 warning reversed thresholds for `r1m`: suspends at 0.8, starts at 2.5
          mem = 10/100
                ^^^^^^ L201 warning reversed thresholds for `mem`: suspends at 100, starts at 10
            = fixed: r1m = 0.8/2.5
            = fixed: mem = 100/10

        //# resources that are not load indices are another finding
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lanes Numeric () N (static)
        //- each Queue
        lanes = 5/50
        maxmem = 10/20
    "#]];
}
