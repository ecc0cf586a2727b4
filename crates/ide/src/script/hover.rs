//! Hovers in scripts: what an option does, its unit, and what the cluster makes of its value.

use lsflint_model::effective::{in_words, unit_of};
use lsflint_model::job::{Given, Invocation, Job, Submission};
use lsflint_spec::{BsubArgument, BsubOption, DIRECTIVE_DETAILS, DIRECTIVE_SOURCE};
use lsflint_syntax::TextRange;
use lsflint_syntax::script::Script;

use super::{Part, excerpt, excerpt_at, part_at};
use crate::hover::Page;
use crate::{Hover, HoverOptions, Snapshot, answers, words};

/// The hover at an offset of a script.
pub(crate) fn hover(snapshot: &Snapshot, script: &crate::Script, offset: u32, options: &HoverOptions) -> Option<Hover> {
    let commands = script.source.invocations();
    let Some((command, part)) = part_at(&commands, offset.into()) else {
        let mark = Script::mark_at(&script.source.text, offset.into())?;
        let mut page = Page::new(&script.source.text[mark], "options of `bsub`");
        page.text(DIRECTIVE_DETAILS).link(DIRECTIVE_SOURCE);
        return Some(Hover { range: mark.into(), markdown: page.finish() });
    };
    let of_value = || {
        let excerpt = excerpt_at(snapshot, &commands, offset)?;
        let found = crate::hover(&excerpt.snapshot, excerpt::PATH, excerpt.to_excerpt(offset)?, options)?;
        Some(Hover { range: excerpt.to_script(found.range)?, ..found })
    };
    let of_option = |given: &Given, range: TextRange| {
        let page = page(snapshot, command, given)?;
        Some(Hover { range: range.into(), markdown: page.finish() })
    };
    match part {
        Part::Name(given) => of_option(given, given.name),
        Part::Argument(given, word) if is_amount(given.option) => of_option(given, word.range()),
        Part::Argument(given, word) => of_value().or_else(|| of_option(given, word.range())),
        Part::Requirement(_) => of_value(),
    }
}

/// Whether the argument of an option is an amount, which the page of the option explains.
fn is_amount(option: &BsubOption) -> bool {
    use BsubArgument::*;
    matches!(option.argument, Tasks | Time | Size | Count)
}

/// The page of an option, without a job.
pub(crate) fn of_option(snapshot: &Snapshot, option: &'static BsubOption) -> Page {
    let name = format!("-{} {}", option.name, option.form);
    let mut page = Page::new(name.trim_end(), "option of `bsub`");
    page.text(words::full_sentence(option.summary)).text(option.details);
    page.labelled("unit", unit(snapshot, option).unwrap_or_default());
    page.labelled("default", words::code(option.default));
    page.labelled("not with", words::names(option.conflicts.iter().map(|it| format!("-{it}")), usize::MAX));
    page.labelled("since", option.since.map_or_else(String::new, |it| it.to_string()));
    page.link(option.source);
    page
}

/// The unit of the argument in this cluster.
fn unit(snapshot: &Snapshot, option: &BsubOption) -> Option<String> {
    let parameter = excerpt::parameter_of(option).filter(|_| is_amount(option) && !option.unit.is_empty())?;
    Some(unit_of(parameter.spec, snapshot.view().switches())).filter(|it| !it.is_empty())
}

/// The page of an option that is given.
fn page(snapshot: &Snapshot, command: &Invocation, given: &Given) -> Option<Page> {
    let mut page = of_option(snapshot, given.option);
    if let Some((text, unit)) = given.text().zip(unit(snapshot, given.option)) {
        page.labelled("here", in_words(text, &unit).unwrap_or_default());
    }
    let cluster = snapshot.as_read();
    let job = Submission::of(command.clone())?.with_esubs(cluster.view());
    for limit in answers::limits_in_queues(&Job::of(cluster.view(), &job), given.option) {
        page.fact(limit);
    }
    Some(page)
}
