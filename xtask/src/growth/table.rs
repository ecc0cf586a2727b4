//! Measures the kinds at growing sizes and prints the exponents.
#![allow(clippy::print_stdout, reason = "the table is the product")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::GrowthArguments;
use super::examples;
use super::instructions;
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
const KNOWN: [&str; 30] = [
    "branches, time windows of one",
    "includes, different files",
    "includes, diamond",
    "includes, cycles",
    "includes, missing files",
    "suppressions, unused",
    "suppressions, used",
    "suppressions, many sections",
    "suppressions, file",
    "edit of suppressions",
    "host groups, pattern of the begin",
    "host groups, pattern with a star inside",
    "host groups, same pattern",
    "resources, of one host",
    "clusters that share lsf.shared",
    "queues, each with hosts with exclusive resources",
    "queues, each with resources, hosts",
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

/// The exponents of a kind; `None` if the input is too small to say, or if it was not measured.
#[derive(Clone, Copy)]
struct Exponents {
    /// Of CPU time, or of what is allocated in the small form.
    cost: Option<f64>,
    /// Of the instructions.
    instructions: Option<f64>,
}

impl Exponents {
    /// Linear work may take more than linear time where its memory leaves a cache, so instructions decide if they were
    /// counted.
    fn are_too_large(self) -> bool {
        self.cost.is_some_and(|it| it > LIMIT) && self.instructions.is_none_or(|it| it > LIMIT)
            || self.instructions.is_some_and(|it| it > LIMIT)
    }
}

/// Measures all kinds.
pub fn run(root: &Path, arguments: &GrowthArguments) -> anyhow::Result<ExitCode> {
    if let Some(kind) = &arguments.one {
        instructions::run_one(kind, arguments)?;
        return Ok(ExitCode::SUCCESS);
    }
    let runs = if arguments.small { 1 } else { arguments.runs };
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None if arguments.small => PathBuf::new(),
        None => built(root)?,
    };
    let mut kinds = if arguments.examples { examples::kinds() } else { kinds() };
    kinds.retain(|it| it.name.contains(&*arguments.filter));
    if arguments.known {
        kinds.retain(|it| KNOWN.contains(&&*it.name));
    }
    // The small form has no program.
    kinds.retain(|it| !(arguments.small && matches!(it.work, Work::Program(_))));
    if arguments.markdown {
        println!("| kind | n | n | 2n | 4n | 8n | exponent | of instructions |\n|---|--:|--:|--:|--:|--:|--:|--:|");
    }
    let mut above = Vec::new();
    for kind in &kinds {
        if arguments.examples && !is_suspicious(kind)? {
            continue;
        }
        let measured = measure(kind, &program, runs, arguments.small)?;
        let mut exponents = Exponents { cost: exponent(&measured, arguments.small), instructions: None };
        if arguments.instructions || !arguments.small && exponents.cost.is_some_and(|it| it > LIMIT) {
            let counts = [1, 2, 4, 8].map(|it| instructions::of(kind, measured.first * it, &program));
            let counts = counts.into_iter().collect::<anyhow::Result<Vec<u64>>>()?;
            exponents.instructions = exponent_of(&counts, 0);
        }
        let wrong = exponents.are_too_large();
        if wrong {
            above.push(&kind.name);
        }
        if wrong || !arguments.quiet {
            print(kind, &measured, exponents, arguments);
        }
    }
    println!("{} kinds of growth, {} above {LIMIT}", kinds.len(), above.len());
    Ok(if above.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether four times the size takes much more than four times as long. Most of the hundreds of examples do not.
fn is_suspicious(kind: &Kind) -> anyhow::Result<bool> {
    let at = |n: usize| {
        Ok::<f64, anyhow::Error>(cost_of(kind.work, &Opened::new(&(kind.files)(n))?, Path::new(""))?.seconds)
    };
    let (few, many) = (at(400)?, at(1600)?);
    Ok(many > LONG_ENOUGH && many > 7.0 * few)
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
    let &[a, b, c, d] = &costs[..] else {
        // The larger sizes would take too long.
        let (first, last) = (costs.first()?.seconds - base.seconds, costs.last()?.seconds - base.seconds);
        return (costs.len() > 1).then(|| (last / first).log2() / (costs.len() - 1) as f64);
    };
    if small {
        // What does not depend on the size cancels out. Few allocations for each of the added things do not count.
        let few = 8 * 4 * measured.first as u64;
        let count = exponent_of(&[a, b, c, d].map(|it| it.allocations), few);
        let bytes = exponent_of(&[a, b, c, d].map(|it| it.bytes / 64), few);
        return count.into_iter().chain(bytes).reduce(f64::max);
    }
    let (from, to) = (b.seconds - base.seconds, d.seconds - base.seconds);
    (from > LONG_ENOUGH / 4.0).then(|| (to / from).log2() / 2.0)
}

/// The exponent of numbers that are the same in every run. What does not depend on the size cancels out. The last
/// doubling must add more than `few`.
fn exponent_of(counts: &[u64], few: u64) -> Option<f64> {
    let &[a, b, c, d] = counts else { return None };
    let (early, late) = (b.saturating_sub(a), d.saturating_sub(c));
    (early > 0 && late > few).then(|| (late as f64 / early as f64).log2() / 2.0)
}

fn print(kind: &Kind, measured: &Measured, exponents: Exponents, arguments: &GrowthArguments) {
    let exponent = exponents.cost.map_or_else(|| "fast".to_owned(), |it| format!("{it:.1}"));
    let instructions = exponents.instructions.map_or_else(String::new, |it| format!("{it:.2}"));
    let cost = |it: &Cost| match arguments.small {
        true => format!("{}/{}K", it.allocations, it.bytes / 1000),
        false => format!("{:.2}", it.seconds),
    };
    let costs: Vec<String> = (0..4).map(|it| measured.costs.get(it).map_or_else(|| "-".to_owned(), cost)).collect();
    if arguments.markdown {
        println!("| {} | {} | {} | {exponent} | {instructions} |", kind.name, measured.first, costs.join(" | "));
    } else {
        let costs: String = costs.iter().map(|it| format!("{it:>14}")).collect();
        println!("{:<52} {:>7} {costs} {exponent:>6} {instructions:>6}", kind.name, measured.first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_counts() {
        let rounded = |counts: &[u64]| exponent_of(counts, 0).map(|it| (it * 100.0).round());
        assert_eq!(rounded(&[1100, 1200, 1400, 1800]), Some(100.0));
        assert_eq!(rounded(&[1001, 1004, 1016, 1064]), Some(200.0));
        assert_eq!(rounded(&[7, 7, 7, 7]), None);
        assert_eq!(exponent_of(&[1, 2, 4, 8], 4), None);
    }

    #[test]
    fn known_kinds_exist() {
        let kinds = kinds();
        for name in KNOWN {
            assert!(kinds.iter().any(|it| it.name == name), "{name}");
        }
    }

    #[test]
    fn instructions_decide_if_they_were_counted() {
        let too_large =
            |cost: f64, instructions: Option<f64>| Exponents { cost: Some(cost), instructions }.are_too_large();
        assert!(too_large(1.3, None));
        assert!(too_large(1.3, Some(1.3)));
        assert!(too_large(1.1, Some(1.3)));
        assert!(!too_large(1.3, Some(1.0)));
        assert!(!too_large(1.1, None));
    }
}
