//! The page of the options of `bsub`.

use std::fmt::Write as _;

use lsflint_spec::{BSUB_OPTIONS, BsubArgument, BsubOption, Grammar};

use super::Site;
use super::markdown::{cell, code, code_cell, counted};

pub(super) fn write(site: &mut Site) -> anyhow::Result<()> {
    site.page("reference/options.md", &page())
}

fn page() -> String {
    let mut page = format!(
        "# Options of bsub\n\nThe {} that lsflint knows in `#BSUB` lines and in calls of `bsub`. The description is that of the hover. \
         *Read as* is the form of the argument that is checked without a cluster; *in the cluster* are the parameters that limit the option \
         or give its default, or why there are none; the [rules](rules/index.md) of family J say because of which LSF rejects a job. The link \
         of an option leads to its source.\n\n| option | read as | in the cluster | description |\n|---|---|---|---|\n",
        counted(BSUB_OPTIONS.len(), "option", "options")
    );
    for option in BSUB_OPTIONS {
        row(&mut page, option);
    }
    page
}

fn row(page: &mut String, option: &BsubOption) {
    let form = if option.form.is_empty() { String::new() } else { format!("<br>{}", code_cell(option.form)) };
    let (reads, cluster) = (cell(&reads(option)), cluster(option));
    let _ = writeln!(
        page,
        "| [`-{}`]({}){form} | {reads} | {cluster} | {}. {} |",
        option.name,
        option.source,
        cell(option.summary),
        cell(option.details),
    );
}

/// What reads the argument of an option.
fn reads(option: &BsubOption) -> String {
    let has_unit = !option.unit.is_empty() && option.argument == BsubArgument::Size;
    let unit = if has_unit { format!(", in {} without a unit", option.unit) } else { String::new() };
    let words = match option.argument {
        BsubArgument::None => "no argument",
        BsubArgument::Text => return format!("any text: {}", option.without_grammar),
        BsubArgument::Path => "a path",
        BsubArgument::Command => "a command line",
        BsubArgument::Queues => "names of queues",
        BsubArgument::Application => "the name of an application profile",
        BsubArgument::Hosts => "hosts, groups and compute units, with preferences",
        BsubArgument::Tasks => "`number` or `number,number`",
        BsubArgument::Time => "`[hour:]minute`, with a host or model after `/`",
        BsubArgument::DateTime => "`[[[year:]month:]day:]hour:minute`",
        BsubArgument::Size => "a number with or without a unit",
        BsubArgument::Count => "a number",
        BsubArgument::Gpu => "a GPU requirement",
        BsubArgument::Requirement => "a requirement string",
        BsubArgument::JobName => "a job name, with indices and a limit of elements",
        BsubArgument::Dependency => "a condition on other jobs",
        BsubArgument::Signal => "a signal",
        BsubArgument::Value(Grammar::Name(_)) => "a name",
        BsubArgument::Value(Grammar::Integer) => "an integer",
        BsubArgument::Value(_) => "the form shown",
    };
    format!("{words}{unit}")
}

/// The parameters about an option, or why there are none.
fn cluster(option: &BsubOption) -> String {
    if !option.without_cluster.is_empty() {
        return format!("—: {}", cell(option.without_cluster));
    }
    let own = Some(option.parameter).filter(|it| !it.is_empty()).map(|it| format!("lsb.queues:{it}"));
    let own = own.filter(|it| !option.limits.contains(&&**it));
    let all: Vec<String> = own.into_iter().chain(option.limits.iter().map(|it| (*it).to_owned())).collect();
    match (all.is_empty(), option.argument) {
        (true, BsubArgument::Value(Grammar::Name(names))) => cell(&format!("{names:?} that the files define")),
        _ => all.iter().map(|it| code(it)).collect::<Vec<_>>().join(", "),
    }
}
