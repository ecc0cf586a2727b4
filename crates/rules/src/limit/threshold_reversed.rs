use lsflint_lint::{
    Applicability, Diagnostic, FileContext, Findings, Fix, Item, RowContext, SectionContext, Setting, SettingContext,
    TextEdit, rule,
};
use lsflint_spec::{Direction, Grammar, builtin_resource};
use lsflint_syntax::ast::Threshold;

rule! {
    /// Finds load thresholds in the wrong order: jobs would be suspended before they may start.
    ///
    /// # Effect
    /// LSF swaps the two numbers and writes a message. For `r15s`, `r1m`, `r15m`, `ut`, `pg`, `io` and `ls` more means more load, so the
    /// second number is the larger one; for `it`, `tmp`, `swp` and `mem` it is the smaller one.
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
    /// Safe: the fix writes what LSF makes of it.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a pair.
    pub L201 "threshold-reversed" {
        family: Limit, scope: Cluster, severity: Warning, fix: Safe,
        sources: [ibm("lsb.queues", "")],
        checks: [SettingWith(|it| *it == Grammar::Threshold, check), Section(section_of_site), Row(row_of_site)],
    }
}

/// Indices of the site have the direction that lsf.shared gives them.
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
    let Some(direction) = file.cluster.resources().get(&setting.name.text()).and_then(|it| it.direction) else {
        return;
    };
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
        Direction::Increasing => "more is more load, so the second number is the larger one",
        Direction::Decreasing => "less is more load, so the second number is the smaller one",
    };
    findings
        .report(
            setting.value_range(),
            format!("`{name}` would suspend jobs at {second} before they may start at {first}"),
        )
        .consequence(Item::Value.read_as(format!("{second}/{first}")).logged())
        .help(format!("write `{second}/{first}`: {load}"))
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(value) = setting.value.filter(|_| !context.broken) else { return };
    // This is asked for every cell of large tables: the text says cheaply that all is well.
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
    // A negative number is a finding of its own.
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
    use expect_test::expect;

    use crate::testing::{check, check_cluster, check_fix};

    const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nscratch Numeric 60 N (free)\njobs_out Numeric 60 Y (load)\nwho String 60 () (text)\nEnd Resource\n";

    // covers threshold-custom-direction
    #[test]
    fn asks_lsf_shared_for_indices_of_the_site() {
        let queue =
            "Begin Queue\nQUEUE_NAME = q1\nscratch = 5/50\njobs_out = 5/50\nwho = 9/1\nother = 9/1\nEnd Queue\n";
        check_cluster(
            "L201",
            &[("lsb.queues", queue), ("lsf.shared", SHARED)],
            expect![[r#"
                3:11-3:15 warning `scratch` would suspend jobs at 50 before they may start at 5
                  effect: LSF logs an error and reads the value as `50/5`
                  help: write `50/5`: less is more load, so the second number is the smaller one
            "#]],
        );
        let hosts = "Begin Host\nHOST_NAME MXJ scratch jobs_out\nh1 ! 50/5 50/5\nEnd Host\n";
        check_cluster(
            "L201",
            &[("lsb.hosts", hosts), ("lsf.shared", SHARED)],
            expect![[r#"
                3:11-3:15 warning `jobs_out` would suspend jobs at 5 before they may start at 50
                  effect: LSF logs an error and reads the value as `5/50`
                  help: write `5/50`: more is more load, so the second number is the larger one
            "#]],
        );
    }

    // covers threshold-order-increasing, threshold-order-decreasing, LSB-H008, R-TH1
    #[test]
    fn knows_the_direction_of_each_index() {
        check(
            "L201",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 2.5/0.8\nMEM = 10/100\nSWAP = 30/200\nEnd Queue\n",
            expect![[r#"
                3:7-3:14 warning `r1m` would suspend jobs at 0.8 before they may start at 2.5
                  effect: LSF logs an error and reads the value as `0.8/2.5`
                  help: write `0.8/2.5`: more is more load, so the second number is the larger one
                4:7-4:13 warning `mem` would suspend jobs at 100 before they may start at 10
                  effect: LSF logs an error and reads the value as `100/10`
                  help: write `100/10`: less is more load, so the second number is the smaller one
                5:8-5:14 warning `swp` would suspend jobs at 200 before they may start at 30
                  effect: LSF logs an error and reads the value as `200/30`
                  help: write `200/30`: less is more load, so the second number is the smaller one
            "#]],
        );
        check(
            "L201",
            "lsb.hosts",
            "Begin Host\nHOST_NAME r1m mem\nh1 2.0/0.7 100/400\nEnd Host\n",
            expect![[r#"
                3:4-3:11 warning `r1m` would suspend jobs at 0.7 before they may start at 2.0
                  effect: LSF logs an error and reads the value as `0.7/2.0`
                  help: write `0.7/2.0`: more is more load, so the second number is the larger one
                3:12-3:19 warning `mem` would suspend jobs at 400 before they may start at 100
                  effect: LSF logs an error and reads the value as `400/100`
                  help: write `400/100`: less is more load, so the second number is the smaller one
            "#]],
        );
    }

    #[test]
    fn is_silent_about_the_right_order_and_single_numbers() {
        check(
            "L201",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 0.8/2.5\nmem = 100/10\nio = /50\nut = 0.5\nit = 5/-\nscratch = 10/5\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn swaps_the_numbers() {
        check_fix(
            "L201",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 2.5/0.8\nmem = 10/100\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nr1m = 0.8/2.5\nmem = 100/10\nEnd Queue\n",
        );
    }
}
