//! `bench --fmt`: speed, scaling and memory of the formatter, compared to a check of the same file.

use std::path::Path;
use std::process::ExitCode;

use super::{Bench, BenchArguments, Input, generate, program, target_folder};
use crate::process::{self, Usage};

/// A tenth of the size, the size, and ten times the size, up to the maximum size of other measurements.
const STEPS: [f64; 3] = [0.1, 1.0, 10.0];
const LARGEST: f64 = 100.0;

/// The size of inputs for formatters of other languages. Some have quadratic run time.
const PEER_BYTES: usize = 1_000_000;

/// Generates a text of about this many bytes.
type Generator = fn(u64, usize) -> String;

const PEERS: [(&[&str], &str, Generator); 2] = [
    (&["taplo", "fmt", "--check"], "toml", generate::toml_file),
    (&["ruff", "format", "--check", "--isolated", "--no-cache", "--quiet"], "py", generate::python_file),
];

/// An input in several sizes.
struct Series {
    name: &'static str,
    inputs: Vec<Input>,
}

pub(super) fn run(root: &Path, arguments: &BenchArguments) -> anyhow::Result<ExitCode> {
    process::cargo(root, &["build", "--quiet", "--profile", "dist", "--package", "lsflint"])?;
    process::cargo(root, &["build", "--quiet", "--profile", "dist", "--package", "xtask", "--features", "measure"])?;
    let target = target_folder(root);
    let bench =
        Bench { lsflint: program(&target, "lsflint"), measure: program(&target, "xtask"), runs: arguments.runs };
    bench.ensure_binary_works()?;
    let folder = target.join("bench-fmt");
    println!("one thread, median of {} runs, 1 MB = 10^6 bytes", arguments.runs);
    if let Some(load) = process::load().filter(|load| *load > 0.7) {
        println!("the machine is busy (load {load:.1}): ratios are rough, seconds mean nothing");
    }
    for series in series(&folder, arguments)? {
        report(&bench, &series)?;
    }
    if arguments.peers {
        peers(&bench, &folder, arguments.seed)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn series(folder: &Path, arguments: &BenchArguments) -> anyhow::Result<Vec<Series>> {
    let seed = arguments.seed;
    let kinds: [(&'static str, &str, Generator, bool); 3] = [
        ("lsb.queues as written", "lsb.queues", generate::queues_file, false),
        ("lsb.queues out of shape", "lsb.queues", generate::queues_file, true),
        ("lsf.cluster out of shape", "lsf.cluster.bench", generate::cluster_file, true),
    ];
    let mut all = Vec::new();
    for (name, file, make, squeezed) in kinds {
        let mut inputs = Vec::new();
        for step in STEPS {
            let bytes = ((arguments.size * step).min(LARGEST) * 1e6) as usize;
            let text = make(seed, bytes);
            let text = if squeezed { out_of_shape(&text) } else { text };
            inputs.push(Input::write(folder.join(name.replace(' ', "-")).join(step.to_string()).join(file), &text)?);
        }
        all.push(Series { name, inputs });
    }
    Ok(all)
}

/// Changes the whitespace so that the formatter changes each line.
fn out_of_shape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let comment = line.trim_start().starts_with('#');
        let words = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.split_once(" = ") {
            _ if comment || line.ends_with('\\') || line.starts_with(' ') => out.push_str(line),
            Some((key, value)) => out.push_str(&format!("  {}={value}", key.trim())),
            None => out.push_str(&words(line)),
        }
        out.push('\n');
    }
    out
}

fn report(bench: &Bench, series: &Series) -> anyhow::Result<()> {
    println!(
        "\n{:<26} {:>8} {:>10} {:>8} {:>9} {:>8} {:>12} {:>8}",
        series.name, "MB", "in process", "growth", "process", "peak MB", "x input", "x check"
    );
    let mut before: Option<(f64, f64)> = None;
    for input in &series.inputs {
        let inner = bench.in_process(input, &["format"], 1)?.usages[0];
        let path = || input.path.display().to_string();
        let command = |words: &[&str]| {
            let mut command = vec![bench.lsflint.clone()];
            command.extend(words.iter().map(ToString::to_string));
            command.push(path());
            command
        };
        let commands = [
            command(&["fmt", "--check", "--no-config", "--jobs", "1"]),
            command(&["check", "--no-config", "--jobs", "1"]),
        ];
        let usages = process::measure_in_turns(&commands, Path::new("."), bench.runs)?;
        let (whole, check): (Usage, Usage) = (usages[0], usages[1]);
        let megabytes = input.megabytes();
        // The growth of time relative to the growth of size: 1 is linear.
        let growth = before.map_or("-".to_owned(), |(bytes, seconds)| {
            format!("{:.2}", (inner.seconds / seconds) / (megabytes / bytes))
        });
        before = Some((megabytes, inner.seconds));
        let peak = whole.peak_bytes as f64 / 1e6;
        println!(
            "{:<26} {megabytes:>8.1} {:>10.1} {growth:>8} {:>9.1} {peak:>8.1} {:>12.1} {:>8.2}",
            "",
            megabytes / inner.seconds,
            megabytes / whole.seconds,
            peak / megabytes,
            whole.peak_bytes as f64 / check.peak_bytes as f64
        );
    }
    Ok(())
}

fn peers(bench: &Bench, folder: &Path, seed: u64) -> anyhow::Result<()> {
    let ours = Input::write(folder.join("peers").join("lsb.queues"), &generate::queues_file(seed, PEER_BYTES))?;
    let command = [&bench.lsflint, "fmt", "--check", "--no-config"].map(str::to_owned);
    let command = [&command[..], &[ours.path.display().to_string()]].concat();
    let seconds = process::measure(&command, Path::new("."), bench.runs)?.seconds;
    let speed = ours.megabytes() / seconds;
    println!("\npeers, whole process, one file of 1 MB\n  {:<24} {speed:>8.1} MB/s", "lsflint fmt --check");
    for (command, ending, make) in PEERS {
        let name = command[..2].join(" ");
        if !process::is_installed(command[0]) {
            println!("  {name:<24} not installed");
            continue;
        }
        let theirs = Input::write(folder.join("peers").join(format!("input.{ending}")), &make(seed, PEER_BYTES))?;
        let mut words: Vec<String> = command.iter().map(ToString::to_string).collect();
        words.push(theirs.path.display().to_string());
        let seconds = process::measure(&words, Path::new("."), bench.runs)?.seconds;
        let their_speed = theirs.megabytes() / seconds;
        println!("  {name:<24} {their_speed:>8.1} MB/s, ours is x {:.1}", speed / their_speed);
    }
    Ok(())
}
