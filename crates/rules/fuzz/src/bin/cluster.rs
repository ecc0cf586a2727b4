//! Any bytes as the files of one cluster, with all rules and everything that is asked about a cluster: no panic, places inside the texts.
#![no_main]

use std::sync::LazyLock;

use lsflint_lint::{Registry, Settings, check_file};
use lsflint_model::effective::Effective;
use lsflint_model::elim::{Plan, PlanInput};
use lsflint_model::requirement::Requirement;
use lsflint_model::requirement::merge::{Options, merge};
use lsflint_model::satisfy::Selection as Conditions;
use lsflint_model::{Cluster, SourceFile, View};

static SETTINGS: LazyLock<Settings> = LazyLock::new(|| {
    let select = lsflint_rules::all().selection(["ALL".to_owned()]).expect("ALL is a selection");
    Settings { select, ..Settings::default() }
});
static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(lsflint_rules::all(), &SETTINGS));

/// Stands between the files.
const BETWEEN: u8 = 0x1e;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let parts = data.split(|it| *it == BETWEEN).take(12).filter_map(lsflint_fuzz::named_file);
    let files: Vec<SourceFile> =
        parts.enumerate().map(|(at, (kind, text))| SourceFile::new(&format!("f{at}"), kind, text)).collect();
    let cluster = Cluster::of(&files, None);
    let text = |path: &str| files.iter().find(|it| *it.path == *path).map(|it| &*it.text);
    for file in &files {
        for found in check_file(file, &cluster, &SETTINGS, &REGISTRY) {
            let range = std::ops::Range::<usize>::from(found.range);
            assert!(file.text.get(range).is_some(), "{found:?}");
            for related in &found.related {
                let text = related.file.as_deref().map_or(Some(&*file.text), text).expect("a file of the cluster");
                assert!(text.get(std::ops::Range::<usize>::from(related.range)).is_some(), "{found:?}");
            }
        }
    }
    ask(cluster.view());
});

fn ask(view: View<'_>) {
    let input = PlanInput::of(view);
    let plan = Plan::of(&input);
    assert!(plan.hosts.len() >= input.hosts.len());
    let requirement = |it: Option<std::borrow::Cow<'_, str>>| Requirement::parse(&it?);
    for queue in view.queues().take(4) {
        for param in queue.section().params {
            let effective = Effective::of(view, &queue, param);
            assert!(!effective.chain.is_empty());
        }
        let own = requirement(queue.value("RES_REQ"));
        for application in view.applications().take(2) {
            let other = requirement(application.value("RES_REQ"));
            let options = Options::of(view, Some(&queue), Some(&application));
            let merged = merge(own.as_ref(), other.as_ref(), &[], &options);
            if let Some(result) = &merged.result {
                for simple in result.simples() {
                    let conditions = Conditions::new(view, simple.select.iter().map(|it| (it, None)));
                    let judged = conditions.on(view.hosts().iter().map(|it| it.0));
                    assert!(judged.len() <= view.hosts().len());
                }
            }
        }
    }
}
