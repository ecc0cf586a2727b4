//! Any bytes as the files of one cluster, with all rules and everything that is asked about a cluster: no panic, places
//! inside the texts.
#![no_main]

use lsflint_ide::answers;
use lsflint_model::effective::Effective;
use lsflint_model::elim::{Plan, PlanInput};
use lsflint_model::requirement::Requirement;
use lsflint_model::requirement::merge::{Options, merge};
use lsflint_model::satisfy::Selection as Conditions;
use lsflint_model::{AsRead, SourceFile};

/// The separator of the files.
const BETWEEN: u8 = 0x1e;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let parts = data.split(|it| *it == BETWEEN).take(12).filter_map(lsflint_fuzz::file);
    let files = parts.enumerate().map(|(at, (kind, text))| SourceFile::new(&format!("f{at}"), kind, text)).collect();
    let snapshot = lsflint_fuzz::snapshot(files);
    for file in &*snapshot.files {
        lsflint_fuzz::assert_inside(&file.source.text, &file.findings);
        for related in file.findings.iter().flat_map(|it| &it.related) {
            let text = related.file.as_deref().map_or(Some(&file.source.text), |it| snapshot.text(it));
            let range = std::ops::Range::<usize>::from(related.range);
            assert!(text.expect("a file of the cluster").get(range).is_some(), "{related:?}");
        }
    }
    ask(snapshot.as_read());
    assert!(answers::plan::plan(snapshot.as_read(), snapshot.as_read()).is_empty());
});

fn ask(cluster: &AsRead) {
    let view = cluster.view();
    let input = PlanInput::of(view);
    let plan = Plan::of(&input);
    assert!(plan.hosts.len() >= input.hosts.len());
    let requirement = |it: Option<std::borrow::Cow<'_, str>>| Requirement::parse(&it?);
    for queue in view.queues().take(4) {
        for param in queue.section().params {
            let effective = Effective::of(cluster, &queue, param);
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
