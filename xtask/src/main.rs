//! Developer tasks, see `cargo xtask --help`. Each task is a module; this file parses the arguments.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bench;
mod codegen;
mod coverage;
mod dependencies;
#[cfg(feature = "measure")]
mod docs;
mod fuzz;
mod growth;
#[cfg(feature = "measure")]
mod measure;
#[cfg(any(test, feature = "measure"))]
mod mutate;
mod new_rule;
mod process;
mod release;
mod rules;
mod suites;
mod test;
mod tidy;
mod tree_sitter;
mod walkthrough;
mod wasm;

/// The allocator of the `lsflint` binary, so that in-process measurements match it.
#[cfg(all(feature = "measure", not(feature = "count-allocations")))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Counts what is allocated, for the steps of `growth`.
#[cfg(feature = "count-allocations")]
#[global_allocator]
static ALLOCATOR: &stats_alloc::StatsAlloc<std::alloc::System> = &stats_alloc::INSTRUMENTED_SYSTEM;

/// Developer tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measure speed, memory and scaling on generated clusters, compared to a bare syntax tree and to other tools.
    Bench(bench::BenchArguments),
    /// Send random edits and requests to the language server; the tests include a short run.
    Chaos {
        /// The duration.
        #[arg(long, default_value_t = 30)]
        minutes: u64,
        /// The random seed; the same seed repeats a run.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Generate the static tables of crates/spec/src/generated from crates/spec/data.
    Codegen {
        /// Do not write; fail if a generated file is out of date.
        #[arg(long)]
        check: bool,
    },
    /// Check that each row of the rule catalogues and each claim has a test or an explanation.
    ///
    /// xtask/coverage-tests.toml lists the files whose tests check an id. An id without a test needs an entry in
    /// xtask/coverage.toml: a reason, or the rule, command or page that covers it. Each note about a parameter that
    /// states an interaction needs a row in xtask/coverage-notes.toml.
    Coverage(coverage::CoverageArguments),
    /// Check the packages of other projects: advisories, licenses, sources, duplicates, and what SECURITY.md says.
    Dependencies(dependencies::DependenciesArguments),
    /// Build a release: archive with program, completions, manual page, licenses and bill of materials; checksums.
    Dist(release::DistArguments),
    /// Generate the sources of the documentation site: the pages of docs/ and the reference.
    Docs {
        /// The output folder.
        #[arg(long, default_value = "target/docs")]
        folder: PathBuf,
        /// The built playground, which becomes a part of the site.
        #[arg(long)]
        playground: Option<PathBuf>,
    },
    /// Run the fuzz targets on the stable toolchain.
    Fuzz {
        /// Run only these targets. Their names are those of the files in crates/server/fuzz/src/bin.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        targets: Vec<String>,
        /// Run all targets.
        #[arg(long)]
        all: bool,
        /// The duration of each target, in seconds.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Measure how time grows with the input: about 150 kinds of input at n, 2n, 4n and 8n.
    ///
    /// Prints the exponent of each kind: 1 is linear, 2 quadratic. Fails if one is above 1.2.
    Growth(growth::GrowthArguments),
    /// Measure how many mistakes the rules find: one token is changed in each of many lines of correct clusters.
    ///
    /// The share is that of the mutants with a finding at their place, without those that are as correct as the line
    /// before.
    Mutate(MutateArguments),
    /// Create a new rule: its file with a failing test, and its registration.
    NewRule(new_rule::NewRuleArguments),
    /// Run only the last step of `test`: the suites (`ci.sh`) of editors and integrations.
    Suites {
        /// Run only suites whose path contains this text.
        #[arg(default_value = "")]
        filter: String,
    },
    /// Everything CI runs: formatting, clippy, generated files, tidy, coverage, documentation, tests, the steps of the
    /// design pages, the suites of editors and integrations.
    Test,
    /// Check the design: dependencies between crates, disk access, style of files, words of texts.
    Tidy,
    /// Compare the tree-sitter grammars of editors/tree-sitter-lsf with the parser: sections, lines, cells and errors.
    TreeSitter(tree_sitter::TreeSitterArguments),
    /// Follow the steps of docs/design/rules.md and docs/design/facts.md in a scratch clone.
    Walkthrough,
    /// Build the package of npm in target/wasm: the WebAssembly module, its JavaScript and its types; prints sizes.
    Wasm(wasm::WasmArguments),
    /// The in-process half of `bench`; started by it.
    #[cfg(feature = "measure")]
    #[command(hide = true)]
    Measure(measure::MeasureArguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Bench(arguments) => bench::run(&repository_root(), &arguments),
        Task::Chaos { minutes, seed } => chaos(&repository_root(), minutes, seed),
        Task::Codegen { check } => codegen::run(&repository_root(), check),
        Task::Coverage(arguments) => coverage::run(&repository_root(), &arguments),
        Task::Dependencies(arguments) => dependencies::run(&repository_root(), &arguments),
        Task::Dist(arguments) => release::run(&repository_root(), &arguments),
        Task::Docs { folder, playground } => docs(&repository_root(), &folder, playground.as_deref()),
        Task::Fuzz { targets, seconds, .. } => fuzz::run(&repository_root(), &targets, seconds),
        Task::Growth(arguments) => growth::run(&repository_root(), &arguments),
        Task::Mutate(arguments) => mutate(&repository_root(), &arguments),
        Task::NewRule(arguments) => new_rule::run(&repository_root(), &arguments),
        Task::Suites { filter } => suites::run(&repository_root(), &filter).map(|()| ExitCode::SUCCESS),
        Task::Test => test::run(&repository_root()),
        Task::Tidy => tidy::run(&repository_root()),
        Task::TreeSitter(arguments) => tree_sitter::run(&repository_root(), &arguments),
        Task::Walkthrough => walkthrough::run(&repository_root()),
        Task::Wasm(arguments) => wasm::run(&repository_root(), &arguments),
        #[cfg(feature = "measure")]
        Task::Measure(arguments) => measure::run(&arguments),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// Generates the documentation. The reference needs the crates that it describes, which only a build with the feature
/// `measure` has.
#[cfg(feature = "measure")]
fn docs(root: &Path, folder: &Path, playground: Option<&Path>) -> anyhow::Result<ExitCode> {
    docs::run(root, folder, playground)
}

#[cfg(not(feature = "measure"))]
fn docs(_: &Path, folder: &Path, playground: Option<&Path>) -> anyhow::Result<ExitCode> {
    let text = |path: &Path| {
        let text = path.to_str().map(str::to_owned);
        text.ok_or_else(|| anyhow::anyhow!("the path of the folder is not valid UTF-8"))
    };
    let (folder, playground) = (text(folder)?, playground.map(text).transpose()?);
    let mut arguments =
        vec!["run", "--quiet", "--package", "xtask", "--features", "measure", "--", "docs", "--folder", &folder];
    arguments.extend(playground.iter().flat_map(|it| ["--playground", it]));
    process::cargo(&std::env::current_dir()?, &arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Arguments of `cargo xtask mutate`.
#[derive(clap::Args)]
#[cfg_attr(not(feature = "measure"), allow(dead_code, reason = "the process with the feature reads them"))]
struct MutateArguments {
    /// The random seed; the same seed repeats a run.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of changed lines.
    #[arg(long, default_value_t = 2000)]
    mutants: usize,
    /// Change job scripts instead of files of LSF.
    #[arg(long)]
    scripts: bool,
    /// Also print the last mutants without a finding.
    #[arg(long, value_name = "COUNT")]
    list: Option<usize>,
    /// Print JSON, with all mutants without a finding.
    #[arg(long)]
    json: bool,
}

/// Runs the mutation test, which needs the rules: only a build with the feature `measure` has them.
#[cfg(feature = "measure")]
fn mutate(root: &Path, arguments: &MutateArguments) -> anyhow::Result<ExitCode> {
    mutate::run(root, arguments)
}

#[cfg(not(feature = "measure"))]
fn mutate(root: &Path, _: &MutateArguments) -> anyhow::Result<ExitCode> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let mut arguments = vec!["run", "--quiet", "--package", "xtask", "--features", "measure", "--"];
    arguments.extend(given.iter().map(String::as_str));
    process::cargo(root, &arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the random test of the server for a longer time.
fn chaos(root: &Path, minutes: u64, seed: u64) -> anyhow::Result<ExitCode> {
    let mut command = std::process::Command::new(env!("CARGO"));
    command.args(["test", "--quiet", "--package", "lsflint", "--test", "lsp", "chaos", "--", "--nocapture"]);
    command.env("LSFLINT_CHAOS_SEED", seed.to_string()).env("LSFLINT_CHAOS_SECONDS", (minutes * 60).to_string());
    process::run(command.current_dir(root))?;
    Ok(ExitCode::SUCCESS)
}

/// The folder with the manifest of the workspace.
fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository").to_path_buf()
}
