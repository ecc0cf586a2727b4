//! The overview of time windows of queues and hosts.

use lsflint_model::week::{Week, open_times};
use lsflint_model::{Entity, HostId};
use lsflint_report::condensed;
use lsflint_report::overview::WindowRow;

use super::Scene;

/// The window parameters of queues, and what happens in the windows.
const OF_QUEUES: [(&str, &str); 2] = [("DISPATCH_WINDOW", "dispatches jobs"), ("RUN_WINDOW", "runs jobs")];

/// The rows of time windows, with equal ones combined, and the number of queues without windows.
pub(super) fn windows(scene: &Scene<'_>, queues: &[Entity<'_>]) -> (Vec<WindowRow>, usize) {
    let mut rows: Vec<WindowRow> = Vec::new();
    let mut always_open = 0;
    for queue in queues {
        let mut some = false;
        for (parameter, what) in OF_QUEUES.into_iter().filter(|it| queue.has(it.0)) {
            some = true;
            let week = open_times(queue, parameter, scene.view.switches().target);
            add(&mut rows, queue.name().into_owned(), what, week.as_ref());
        }
        always_open += usize::from(!some);
    }
    let hosts = scene.view.hosts();
    for (week, set) in scene.view.host_windows().sets().filter(|it| !it.0.is_always()) {
        let names = condensed(set.iter().map(|it| &*hosts.get(HostId(it as u32)).name));
        rows.push(WindowRow { names, ..row("hosts accept jobs", Some(week)) });
    }
    (rows, always_open)
}

fn add(rows: &mut Vec<WindowRow>, name: String, what: &'static str, week: Option<&Week>) {
    let new = row(what, week);
    match rows.iter_mut().find(|it| it.what == what && it.words == new.words) {
        Some(row) => row.names.push(name),
        None => rows.push(WindowRow { names: vec![name], ..new }),
    }
}

fn row(what: &'static str, week: Option<&Week>) -> WindowRow {
    let words = match week {
        Some(week) => week.to_string(),
        None => "unknown: depends on an #if, a template or a time zone, or lsflint cannot parse a window".to_owned(),
    };
    WindowRow { names: Vec::new(), what, words, spans: week.map(|it| it.spans().to_vec()) }
}
