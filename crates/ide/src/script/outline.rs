//! The outline of a script: the jobs that it submits.

use lsflint_model::job::{Asked, Submission};

use crate::{OutlineItem, OutlineKind, Range, Script};

/// The jobs of a script, in the order of the text.
pub(crate) fn document_symbols(script: &Script) -> Vec<OutlineItem> {
    let item = |job: Submission| {
        let text = |option: &str| match job.asked(option) {
            Asked::Yes(given) => given.text().map(str::to_owned),
            Asked::No | Asked::Unknown => None,
        };
        let name = text("J").map_or_else(|| "job".to_owned(), |it| format!("job {it}"));
        let detail = ["q", "app", "n", "W"].iter().filter_map(|it| Some(format!("-{it} {}", text(it)?)));
        let given = job.given().iter().map(|it| it.range());
        let whole = given.fold(job.anchor, |all, it| all.cover(it));
        OutlineItem {
            name,
            detail: detail.collect::<Vec<_>>().join(" "),
            kind: OutlineKind::Definition,
            range: Range::from(whole),
            selection: Range::from(job.anchor),
            deprecated: false,
            children: Vec::new(),
        }
    };
    script.source.submissions().into_iter().map(item).collect()
}
