//! `cargo xtask bench`: measures speed, memory and scaling of the linter.
//!
//! Inputs come from [`lsflint_test_support::generate`]. Times are wall-clock times: the median of several runs after
//! one warm-up. Memory is the peak of a child process. Each speed is also given as a percentage of the *floor*, a bare
//! rowan tree of the same text, because percentages are comparable between machines. The in-process numbers come from
//! the release build of this crate with the feature `measure`.
#![allow(clippy::print_stdout, reason = "the table is the product")]

mod fmt;
mod lsp;
mod peers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};

use crate::process::{self, Usage};
use lsflint_test_support::generate;

/// Arguments of `cargo xtask bench`.
#[derive(clap::Args)]
pub struct BenchArguments {
    /// Size of the large inputs in MB (0.05 to 100); scaling compares it with a tenth.
    #[arg(long, default_value_t = 10.0)]
    size: f64,
    /// Number of runs; the result is their median.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// The file to generate for single-file measurements.
    #[arg(long, value_enum, default_value_t = OneFile::Queues)]
    file: OneFile,
    /// Hosts of the cluster measurement; queues, application profiles and users are proportional. Scaling compares it
    /// with a tenth.
    #[arg(long, default_value_t = 10_000)]
    hosts: usize,
    /// Also compare the CPU time with ruff, tombi and taplo, if installed, on inputs of the same size in their own
    /// languages.
    #[arg(long)]
    peers: bool,
    /// Measure the language server instead: edits, requests, memory.
    #[arg(long)]
    lsp: bool,
    /// The language server to measure, such as one of an earlier commit; otherwise it is built.
    #[arg(long, value_name = "PROGRAM", requires = "lsp")]
    server: Option<PathBuf>,
    /// Of the language server, measure only edits at random places.
    #[arg(long, requires = "lsp")]
    anywhere: bool,
    /// A second language server, which is measured in turn with the first one at random places.
    #[arg(long, value_name = "PROGRAM", requires = "lsp")]
    before: Option<PathBuf>,
    /// Measure the formatter instead: a tenth of the size, the size, ten times the size (100 MB at most), formatted and
    /// unformatted.
    #[arg(long, conflicts_with = "lsp")]
    fmt: bool,
    /// Only write the inputs to this folder; do not measure.
    #[arg(long, value_name = "FOLDER")]
    generate_only: Option<PathBuf>,
    /// Random seed of the generator.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The single file that is generated.
#[derive(Clone, Copy, clap::ValueEnum)]
enum OneFile {
    /// lsb.queues: requirement strings and other values.
    Queues,
    /// lsf.cluster: table rows.
    Cluster,
}

/// Builds, generates inputs, measures and prints the results.
pub fn run(root: &Path, arguments: &BenchArguments) -> anyhow::Result<ExitCode> {
    ensure!((0.05..=100.0).contains(&arguments.size), "--size must be between 0.05 and 100");
    ensure!(arguments.hosts >= 100, "--hosts must be at least 100");
    ensure!(arguments.runs > 0, "--runs must be at least 1");
    if arguments.lsp {
        return lsp::run(root, arguments);
    }
    if arguments.fmt {
        return fmt::run(root, arguments);
    }
    if let Some(folder) = &arguments.generate_only {
        Inputs::write(folder, arguments)?;
        println!("inputs are in {}", folder.display());
        return Ok(ExitCode::SUCCESS);
    }
    process::cargo(root, &["build", "--quiet", "--profile", "dist", "--package", "lsflint"])?;
    process::cargo(root, &["build", "--quiet", "--profile", "dist", "--package", "xtask", "--features", "measure"])?;
    let target = target_folder(root);
    let inputs = Inputs::write(&target.join("bench"), arguments)?;
    let bench =
        Bench { lsflint: program(&target, "lsflint"), measure: program(&target, "xtask"), runs: arguments.runs };
    bench.ensure_binary_works()?;
    bench.report(&inputs)?;
    if arguments.peers {
        peers::report(&bench, &inputs, arguments.seed)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

fn program(target: &Path, name: &str) -> String {
    target.join("dist").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)).display().to_string()
}

/// Generated input on disk.
struct Input {
    path: PathBuf,
    bytes: u64,
    files: usize,
}

struct Inputs {
    folder: PathBuf,
    tiny: Input,
    one_small: Input,
    one_large: Input,
    many_small: Input,
    many_large: Input,
    cluster_small: Input,
    cluster_large: Input,
    /// The large cluster with another priority of each queue.
    cluster_changed: Input,
}

impl Inputs {
    fn write(folder: &Path, arguments: &BenchArguments) -> anyhow::Result<Inputs> {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        let large = (arguments.size * 1e6) as usize;
        let folder_of = |name: &str, files: Vec<generate::GeneratedFile>| {
            let path = folder.join(name);
            for file in &files {
                Input::write(path.join(&file.path), &file.text)?;
            }
            anyhow::Ok(Input { path, bytes: files.iter().map(|file| file.text.len() as u64).sum(), files: files.len() })
        };
        let one = |name: &str, bytes: usize| {
            let (file, text) = match arguments.file {
                OneFile::Queues => ("lsb.queues", generate::queues_file(arguments.seed, bytes)),
                OneFile::Cluster => ("lsf.cluster.bench", generate::cluster_file(arguments.seed, bytes)),
            };
            Input::write(folder.join(name).join(file), &text)
        };
        let many = |name: &str, bytes: usize| folder_of(name, generate::many_files(arguments.seed, bytes));
        let cluster = |name: &str, hosts: usize| {
            folder_of(name, generate::cluster(arguments.seed, "bench", generate::Counts::whole_cluster(hosts)))
        };
        let mut changed = generate::cluster(arguments.seed, "bench", generate::Counts::whole_cluster(arguments.hosts));
        changed
            .iter_mut()
            .filter(|it| it.path.ends_with("lsb.queues"))
            .for_each(|it| it.text = reprioritized(&it.text));
        Ok(Inputs {
            folder: folder.to_path_buf(),
            tiny: Input::write(folder.join("tiny").join("lsb.queues"), generate::tiny_file())?,
            one_small: one("one-small", large / 10)?,
            one_large: one("one-large", large)?,
            many_small: many("many-small", large / 10)?,
            many_large: many("many-large", large)?,
            cluster_small: cluster("cluster-small", arguments.hosts / 10)?,
            cluster_large: cluster("cluster-large", arguments.hosts)?,
            cluster_changed: folder_of("cluster-changed", changed)?,
        })
    }
}

impl Input {
    fn write(path: PathBuf, text: &str) -> anyhow::Result<Input> {
        let folder = path.parent().expect("every input lies in a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Input { path, bytes: text.len() as u64, files: 1 })
    }

    /// The folder of the input: that of the file, if it is one.
    fn folder(&self) -> PathBuf {
        match self.path.parent() {
            Some(folder) if self.path.is_file() => folder.to_owned(),
            _ => self.path.clone(),
        }
    }

    fn megabytes(&self) -> f64 {
        self.bytes as f64 / 1e6
    }
}

/// The queues with a higher priority each.
fn reprioritized(text: &str) -> String {
    let line = |line: &str| match line.split_once('=') {
        Some((name, value)) if name.trim() == "PRIORITY" => {
            let value = value.trim().parse::<u32>().map_or_else(|_| value.to_owned(), |it| (it + 1).to_string());
            format!("{name}= {value}\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

struct Bench {
    lsflint: String,
    measure: String,
    runs: usize,
}

impl Bench {
    /// Checks that the binary works, because a failing program is fast.
    fn ensure_binary_works(&self) -> anyhow::Result<()> {
        let version = Command::new(&self.lsflint).arg("--version").output().context("cannot start lsflint")?;
        ensure!(
            version.stdout.starts_with(b"lsflint "),
            "{} does not print its version; it cannot be measured",
            self.lsflint
        );
        Ok(())
    }

    fn report(&self, inputs: &Inputs) -> anyhow::Result<()> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        println!("{threads} threads, median of {} runs, 1 MB = 10^6 bytes", self.runs);
        if let Some(load) = process::load().filter(|load| *load > 0.7) {
            println!(
                "the machine is busy (load {load:.1}): shares and ratios are approximate, seconds are meaningless"
            );
        }
        for input in [&inputs.one_large, &inputs.many_large] {
            self.throughput(input, "check", threads)?;
        }
        self.throughput(&inputs.cluster_large, "cluster", threads)?;
        println!("\n{:<40} {:>9} {:>9}", "growth, check", "time", "memory");
        self.growth("one file", &inputs.one_small, &inputs.one_large)?;
        self.growth("many files", &inputs.many_small, &inputs.many_large)?;
        self.growth("one cluster", &inputs.cluster_small, &inputs.cluster_large)?;
        println!("\none value changed in the open cluster");
        for input in [&inputs.cluster_small, &inputs.cluster_large] {
            let edit = self.in_process(input, &["edit"], 1)?.usages[0];
            println!("  {:<38} {:>6.2} ms", format!("of {:.1} MB", input.megabytes()), edit.seconds * 1e3);
        }
        self.plan(inputs)?;
        let start = self.check(&inputs.tiny, &[])?;
        let memory = start.peak_bytes as f64 / 1e6;
        println!("\n{:<40} {:>6.1} ms {:>6.1} MB", "start-up, a file of 12 lines", start.seconds * 1e3, memory);
        Ok(())
    }

    fn throughput(&self, input: &Input, check: &str, threads: usize) -> anyhow::Result<()> {
        let files = if input.files == 1 { "one file".to_owned() } else { format!("{} files", input.files) };
        println!(
            "\n{:<40} {:>9} {:>9} {:>9} {:>9}",
            format!("{files}, {:.1} MB", input.megabytes()),
            "MB/s",
            "of floor",
            "peak MB",
            "x input"
        );
        let one = self.in_process(input, &["floor", "tree", check], 1)?;
        let floor = one.usages[0];
        let line = |name: &str, usage: Usage| {
            let peak = usage.peak_bytes as f64 / 1e6;
            let speed = input.megabytes() / usage.seconds;
            let share = 100.0 * floor.seconds / usage.seconds;
            println!("  {name:<38} {speed:>9.1} {share:>7.0} % {peak:>9.1} {:>9.1}", peak / input.megabytes());
        };
        line("floor: bare rowan tree, 1 thread", floor);
        line("tree, 1 thread", one.usages[1]);
        line("check, 1 thread", one.usages[2]);
        if input.files > 1 && check == "check" {
            let all = self.in_process(input, &["tree", "check"], threads)?;
            line("tree, all threads", all.usages[0]);
            line("check, all threads", all.usages[1]);
        }
        let whole = self.check_in_turns(&[(input, &["--jobs", "1"]), (input, &[])])?;
        line("check (whole process), 1 thread", whole[0]);
        line("check (whole process), all threads", whole[1]);
        let findings = one.findings;
        if findings > 0 {
            println!("  {findings} findings in valid input: the rules or the generator have a defect");
        }
        Ok(())
    }

    fn growth(&self, name: &str, small: &Input, large: &Input) -> anyhow::Result<()> {
        let usages = self.check_in_turns(&[(small, &["--jobs", "1"]), (large, &["--jobs", "1"])])?;
        let (before, after) = (usages[0], usages[1]);
        let name = format!(
            "{name}, {:.1} -> {:.1} MB (x {:.1})",
            small.megabytes(),
            large.megabytes(),
            large.bytes as f64 / small.bytes as f64
        );
        let memory = after.peak_bytes as f64 / before.peak_bytes as f64;
        println!("  {name:<38} x {:>7.1} x {memory:>7.1}", after.seconds / before.seconds);
        Ok(())
    }

    /// The time of a plan, in checks of one of its sides.
    fn plan(&self, inputs: &Inputs) -> anyhow::Result<()> {
        let path = |it: &Input| it.path.display().to_string();
        let check = ["check", "--no-config"].map(str::to_owned).into_iter().chain([path(&inputs.cluster_large)]);
        let plan = ["plan", "--no-config", "--fail-on", "never"].map(str::to_owned).into_iter();
        let plan = plan.chain([path(&inputs.cluster_large), path(&inputs.cluster_changed)]);
        let commands: [Vec<String>; 2] = [check.collect(), plan.collect()];
        let commands = commands.map(|it| [vec![self.lsflint.clone()], it].concat());
        let usages = process::measure_in_turns(&commands, Path::new("."), self.runs)?;
        let (check, plan) = (usages[0], usages[1]);
        println!("\nplan of the cluster, every queue changed");
        println!("  {:<38} {:>6.2} s, {:.2} checks", "whole process", plan.seconds, plan.seconds / check.seconds);
        Ok(())
    }

    fn check(&self, input: &Input, more: &[&str]) -> anyhow::Result<Usage> {
        Ok(self.check_in_turns(&[(input, more)])?.remove(0))
    }

    fn check_in_turns(&self, inputs: &[(&Input, &[&str])]) -> anyhow::Result<Vec<Usage>> {
        let command = |(input, more): &(&Input, &[&str])| {
            let mut arguments = vec![self.lsflint.clone(), "check".into(), "--no-config".into()];
            arguments.extend(more.iter().map(ToString::to_string));
            arguments.push(input.path.display().to_string());
            arguments
        };
        let commands: Vec<Vec<String>> = inputs.iter().map(command).collect();
        process::measure_in_turns(&commands, Path::new("."), self.runs)
    }

    /// Times as measured by the child process (without start-up and reading), and memory of a process that does only
    /// this.
    fn in_process(&self, input: &Input, whats: &[&str], threads: usize) -> anyhow::Result<InProcess> {
        let arguments = |whats: &str, runs: usize| {
            let mut words: Vec<String> = [&self.measure, "measure", "--what", whats].map(str::to_owned).to_vec();
            words.extend(["--threads".to_owned(), threads.to_string(), "--runs".to_owned(), runs.to_string()]);
            words.push(input.path.display().to_string());
            words
        };
        let words = arguments(&whats.join(","), self.runs);
        let output =
            Command::new(&words[0]).args(&words[1..]).output().with_context(|| format!("cannot start {}", words[0]))?;
        ensure!(output.status.success(), "{} failed: {}", words.join(" "), String::from_utf8_lossy(&output.stderr));
        let answer = String::from_utf8(output.stdout)?;
        let value = |name: &str| {
            let value = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.with_context(|| format!("missing {name} in the output"))
        };
        let usage = |what: &&str| {
            let peak_bytes = process::peak_memory(&arguments(what, 1), Path::new("."))?;
            anyhow::Ok(Usage { seconds: value(what)?.parse()?, peak_bytes })
        };
        Ok(InProcess {
            usages: whats.iter().map(usage).collect::<Result<_, _>>()?,
            findings: value("findings")?.parse()?,
        })
    }
}

/// The results of the child process.
struct InProcess {
    /// One for each kind of work.
    usages: Vec<Usage>,
    findings: u64,
}
