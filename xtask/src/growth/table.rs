//! Measures the kinds at growing sizes and prints the exponents.
#![allow(clippy::print_stdout, reason = "the table is the product")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::GrowthArguments;
use super::kinds::{Kind, Work, kinds};
use super::work::{Cost, Opened, cost_of};

/// The largest exponent that is accepted. Sorting has 1.1 at these sizes.
const LIMIT: f64 = 1.2;
/// The smallest size.
const FIRST: usize = 25;
/// CPU seconds that the first of the four sizes takes at least, unless the input is large then.
const LONG_ENOUGH: f64 = 0.06;
/// Bytes of the first of the four sizes, at most.
const MOST_BYTES: usize = 1_000_000;
/// The first of the four sizes, at most: some work is bounded.
const MOST: usize = 1_000_000;
/// Files of the first of the four sizes, at most.
const MOST_FILES: usize = 1_000;
/// CPU seconds that no run may exceed; the larger sizes are left out.
const TOO_LONG: f64 = 30.0;

/// The kinds of `--known`: each grew too fast once.
const KNOWN: [&str; 26] = [
    "branches, time windows of one",
    "includes, different files",
    "includes, diamond",
    "includes, cycles",
    "includes, missing files",
    "suppressions, unused",
    "suppressions, used",
    "suppressions, many sections",
    "host groups, pattern of the begin",
    "host groups, same pattern",
    "resources, of one host",
    "clusters that share lsf.shared",
    "queues, each with hosts with exclusive resources",
    "queues and application profiles, with select",
    "user groups, members of one",
    "user groups, shares",
    "host groups, without members",
    "resources, unknown, of one host",
    "tables, columns",
    "tables, columns, format",
    "requirement, alternatives",
    "requirement, negations",
    "APS, brackets",
    "time windows",
    "lsf.conf, unknown names",
    "lsf.conf, duplicates",
];

/// The measured sizes of a kind.
struct Measured {
    first: usize,
    /// The cost of a nearly empty input.
    base: Cost,
    /// The costs of n, 2n, 4n, 8n.
    costs: Vec<Cost>,
}

/// Measures all kinds.
pub fn run(root: &Path, arguments: &GrowthArguments) -> anyhow::Result<ExitCode> {
    let runs = if arguments.small { 1 } else { arguments.runs };
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None if arguments.small => PathBuf::new(),
        None => built(root)?,
    };
    let mut kinds = kinds();
    kinds.retain(|it| it.name.contains(&arguments.filter));
    if arguments.known {
        kinds.retain(|it| KNOWN.contains(&it.name));
    }
    // The small form has no program.
    kinds.retain(|it| !(arguments.small && matches!(it.work, Work::Program(_))));
    if arguments.markdown {
        println!("| kind | n | n | 2n | 4n | 8n | exponent |\n|---|--:|--:|--:|--:|--:|--:|");
    }
    let mut above = Vec::new();
    for kind in &kinds {
        let measured = measure(kind, &program, runs, arguments.small)?;
        let exponent = exponent(&measured, arguments.small);
        let wrong = exponent.is_some_and(|it| it > LIMIT);
        if wrong {
            above.push(kind.name);
        }
        if wrong || !arguments.quiet {
            print(kind, &measured, exponent, arguments);
        }
    }
    println!("{} kinds of growth, {} above {LIMIT}", kinds.len(), above.len());
    Ok(if above.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn built(root: &Path) -> anyhow::Result<PathBuf> {
    crate::process::cargo(root, &["build", "--quiet", "--release", "--package", "lsflint"])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release/lsflint"))
}

fn measure(kind: &Kind, program: &Path, runs: usize, small: bool) -> anyhow::Result<Measured> {
    let at = |n: usize, runs: usize| -> anyhow::Result<(Cost, usize, usize)> {
        let site = (kind.files)(n);
        let bytes = site.files().iter().map(|it| it.1.len()).sum();
        let opened = Opened::new(&site)?;
        let mut best = cost_of(kind.work, &opened, program)?;
        for _ in 1..runs {
            best = best.least(cost_of(kind.work, &opened, program)?);
        }
        Ok((best, bytes, site.files().len()))
    };
    let (base, ..) = at(2, runs.max(2))?;
    let mut first = FIRST;
    if !small {
        loop {
            let (cost, bytes, files) = at(first, 1)?;
            if cost.seconds - base.seconds >= LONG_ENOUGH || bytes >= MOST_BYTES || files >= MOST_FILES || first >= MOST
            {
                break;
            }
            first *= 2;
        }
    }
    let mut costs: Vec<Cost> = Vec::new();
    for times in [1, 2, 4, 8] {
        if costs.last().is_some_and(|it| it.seconds > TOO_LONG / 4.0) {
            break;
        }
        costs.push(at(first * times, runs)?.0);
    }
    Ok(Measured { first, base, costs })
}

/// The exponent of the last doublings; `None` if the input is too small to say.
fn exponent(measured: &Measured, small: bool) -> Option<f64> {
    let Measured { base, costs, .. } = measured;
    let [a, b, c, d] = costs[..] else { return None };
    if small {
        // What does not depend on the size cancels out. Few allocations for each of the added things do not count.
        let few = 8 * 4 * measured.first;
        let of = |a: u64, b: u64, c: u64, d: u64| {
            let (early, late) = (b.saturating_sub(a), d.saturating_sub(c));
            (early > 0 && late > few as u64).then(|| (late as f64 / early as f64).log2() / 2.0)
        };
        let count = of(a.allocations, b.allocations, c.allocations, d.allocations);
        let bytes = of(a.bytes / 64, b.bytes / 64, c.bytes / 64, d.bytes / 64);
        return count.into_iter().chain(bytes).reduce(f64::max);
    }
    let (from, to) = (b.seconds - base.seconds, d.seconds - base.seconds);
    (from > LONG_ENOUGH / 4.0).then(|| (to / from).log2() / 2.0)
}

fn print(kind: &Kind, measured: &Measured, exponent: Option<f64>, arguments: &GrowthArguments) {
    let exponent = exponent.map_or_else(|| "fast".to_owned(), |it| format!("{it:.1}"));
    let cost = |it: &Cost| match arguments.small {
        true => format!("{}/{}K", it.allocations, it.bytes / 1000),
        false => format!("{:.2}", it.seconds),
    };
    let costs: Vec<String> = (0..4).map(|it| measured.costs.get(it).map_or_else(|| "-".to_owned(), cost)).collect();
    if arguments.markdown {
        println!("| {} | {} | {} | {exponent} |", kind.name, measured.first, costs.join(" | "));
    } else {
        let costs: String = costs.iter().map(|it| format!("{it:>14}")).collect();
        println!("{:<52} {:>7} {costs} {exponent:>6}", kind.name, measured.first);
    }
}
