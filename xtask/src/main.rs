//! Tasks around the code: `cargo xtask --help`. Only the dispatch lives here; each task has a module of its own.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod bench;
mod bench_generate;
mod codegen;
mod coverage;
#[cfg(feature = "measure")]
mod docs;
mod fuzz;
#[cfg(feature = "measure")]
mod measure;
mod new_rule;
mod process;
mod release;
mod rules;
mod suites;
mod test;
mod tidy;

/// The one of the binary, so that the in-process numbers are those of the product (the bare tree gets it, too).
#[cfg(feature = "measure")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tasks around the code.
#[derive(Parser)]
#[command(name = "cargo xtask", about)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measure speed, memory and growth on generated clusters, next to a bare tree and to other tools.
    Bench(bench::BenchArguments),
    /// Let a client do everything at random with the language server; a short run of the same is among the tests.
    Chaos {
        /// For how long.
        #[arg(long, default_value_t = 30)]
        minutes: u64,
        /// What happens; the same number is the same run.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Make the static tables of crates/spec/src/generated from crates/spec/data.
    Codegen {
        /// Write nothing; fail with the name of a file that is not what the data says.
        #[arg(long)]
        check: bool,
    },
    /// Count which rows of the rule catalogues and which claims a test or xtask/coverage.toml accounts for; fail on others.
    ///
    /// xtask/coverage-tests.toml names the files whose tests check an id. An id that no test checks needs a line in xtask/coverage.toml: a
    /// reason, or what else carries it.
    Coverage(coverage::CoverageArguments),
    /// Make a release: archive with program, completions, manual page, licences and bill of materials; checksums.
    Dist(release::DistArguments),
    /// Put the sources of the documentation together: the pages of docs/ and the reference that is made from the code.
    Docs {
        /// Where to.
        #[arg(long, default_value = "target/docs")]
        folder: PathBuf,
    },
    /// Run the fuzz targets, on the stable toolchain.
    Fuzz {
        /// Only this target: parse, reparse, resreq or check.
        target: Option<String>,
        /// How long each target runs, in seconds.
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Make the file, the registration and a failing test of a new rule.
    NewRule(new_rule::NewRuleArguments),
    /// Only the last step of `test`: the suites (`ci.sh`) of editors and integrations.
    Suites {
        /// Only those whose path has this in it.
        #[arg(default_value = "")]
        filter: String,
    },
    /// Everything CI runs: formatting, clippy, generated files, tidy, coverage, documentation, tests, the suites of editors and integrations.
    Test,
    /// Check the walls of the design: who uses whom, who touches a disk, how files look.
    Tidy,
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
        Task::Dist(arguments) => release::run(&repository_root(), &arguments),
        Task::Docs { folder } => docs(&repository_root(), &folder),
        Task::Fuzz { target, seconds } => fuzz::run(&repository_root(), target.as_deref(), seconds),
        Task::NewRule(arguments) => new_rule::run(&repository_root(), &arguments),
        Task::Suites { filter } => suites::run(&repository_root(), &filter).map(|()| ExitCode::SUCCESS),
        Task::Test => test::run(&repository_root()),
        Task::Tidy => tidy::run(&repository_root()),
        #[cfg(feature = "measure")]
        Task::Measure(arguments) => measure::run(&arguments),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(2)
    })
}

/// The reference needs the rooms it describes, which only a build with the feature has.
#[cfg(feature = "measure")]
fn docs(root: &Path, folder: &Path) -> anyhow::Result<ExitCode> {
    docs::run(root, folder)
}

#[cfg(not(feature = "measure"))]
fn docs(_: &Path, folder: &Path) -> anyhow::Result<ExitCode> {
    let folder = folder.to_str().ok_or_else(|| anyhow::anyhow!("the name of the folder is not UTF-8"))?;
    let arguments = ["run", "--quiet", "--package", "xtask", "--features", "measure", "--", "docs", "--folder", folder];
    process::cargo(&std::env::current_dir()?, &arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// The test of the server that does everything at random, for longer.
fn chaos(root: &Path, minutes: u64, seed: u64) -> anyhow::Result<ExitCode> {
    let mut command = std::process::Command::new(env!("CARGO"));
    command.args(["test", "--quiet", "--package", "lsflint", "--test", "lsp", "chaos", "--", "--nocapture"]);
    command.env("LSFLINT_CHAOS_SEED", seed.to_string()).env("LSFLINT_CHAOS_SECONDS", (minutes * 60).to_string());
    process::run(command.current_dir(root))?;
    Ok(ExitCode::SUCCESS)
}

/// The folder that holds the workspace manifest.
fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository").to_path_buf()
}
