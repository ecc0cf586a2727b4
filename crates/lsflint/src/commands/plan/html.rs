//! The output of `plan` as a page in one file.

use std::io::Write;

use lsflint_lint::Severity;
use lsflint_report::overview::WeekRow;
use lsflint_report::{PlanItem, PlanPage, PlanSection, PlanStep, plan_page};
use lsflint_spec::{Confidence, Risk};

use super::Compared;
use super::entries::{self, Entry, NAMED, names_of};
use super::full::summary;
use super::load::Finding;
use crate::commands::week::week_row;
use crate::output::{Failure, Terminal};

pub(super) fn write(compared: &[Compared], terminal: &Terminal) -> Result<(), Failure> {
    let mut page = PlanPage { version: env!("CARGO_PKG_VERSION"), summary: summary(compared), ..PlanPage::default() };
    for it in compared {
        add(&mut page, it);
    }
    let mut out = terminal.plain_stdout();
    out.write_all(plan_page(&page).as_bytes())?;
    out.flush()?;
    Ok(())
}

fn add(page: &mut PlanPage, compared: &Compared) {
    let of_cluster =
        if compared.cluster.is_empty() { String::new() } else { format!(" of cluster {}", compared.cluster) };
    let mut section = |heading: String, items: Vec<PlanItem>, open: bool| {
        if !items.is_empty() {
            page.sections.push(PlanSection { heading: format!("{heading}{of_cluster}"), items, open });
        }
    };
    let mut changes = entries::changes(&compared.plan, NAMED);
    for risk in [Risk::Breaking, Risk::Notable, Risk::Harmless] {
        let (some, rest): (Vec<Entry<'_>>, _) = changes.into_iter().partition(|it| it.risk == risk);
        changes = rest;
        let mut heading = risk.name().to_owned();
        heading[..1].make_ascii_uppercase();
        let items = some.into_iter().map(item).collect();
        section(format!("{heading} changes"), items, risk != Risk::Harmless);
    }
    let consequences = entries::consequences(compared, NAMED).into_iter().map(item).collect();
    section("Queues, users, hosts and jobs".to_owned(), consequences, true);
    let is_job = |it: &&Finding| it.job.is_none();
    section("New findings".to_owned(), compared.new.iter().filter(is_job).map(finding).collect(), true);
    section("Fixed findings".to_owned(), compared.fixed.iter().map(finding).collect(), false);
    for (what, rows) in [("before", &compared.week[0]), ("after", &compared.week[1])] {
        page.week.extend(rows.iter().map(|it| {
            let row = week_row(it);
            WeekRow { what: format!("{} {what}", row.what).trim_start().to_owned(), ..row }
        }));
    }
    page.week.sort_by(|a, b| (&a.kind, &a.names, &b.what).cmp(&(&b.kind, &b.names, &a.what)));
    for it in &compared.plan.run {
        let probably = if it.confidence == Confidence::Low { "probably; " } else { "" };
        let mut details = vec![
            format!("{probably}{}; by {}", it.step.effect, it.step.by),
            format!("because of {}", names_of(&it.because, NAMED)),
        ];
        details.extend(it.notes.iter().map(|it| format!("note: {it}")));
        page.run.push(PlanStep { command: it.command.clone(), details });
    }
}

fn item(it: Entry<'_>) -> PlanItem {
    let level = match it.risk {
        Risk::Breaking => Some(Severity::Error),
        Risk::Notable => Some(Severity::Warning),
        Risk::Harmless => None,
    };
    let place = it.places.last().map_or(String::new(), |it| format!("{}:{}", it.file, it.line));
    PlanItem {
        level,
        badge: it.risk.name().to_owned(),
        headline: it.headline,
        place,
        details: [it.details, it.words].concat(),
    }
}

fn finding(it: &Finding) -> PlanItem {
    let (badge, place) = (it.code.to_owned(), format!("{}:{}", it.file, it.line));
    PlanItem { level: Some(it.severity), badge, headline: it.message.clone(), place, details: Vec::new() }
}
