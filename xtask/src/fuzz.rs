//! Fuzzing on the stable toolchain: the coverage instrumentation is asked for with plain compiler flags, so neither a nightly compiler
//! nor cargo-fuzz is needed. Without unsafe code in our crates, the address sanitizer (which does need nightly) has little to find.

use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

/// The fuzz targets, in the order they run.
const TARGETS: [&str; 4] = ["parse", "reparse", "resreq", "check"];

/// What `cargo fuzz` would pass, minus the sanitizer.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                     --cfg fuzzing";

/// Runs one target, or all, for `seconds` each. Seeds are the test clusters; what is found stays in the target's corpus folder.
pub(crate) fn run(root: &Path, target: Option<&str>, seconds: u64) -> Result<ExitCode> {
    let folder = root.join("crates/lint/fuzz");
    let targets: Vec<&str> = match target {
        Some(one) if TARGETS.contains(&one) => vec![one],
        Some(one) => bail!("no fuzz target is named `{one}`, there are {}", TARGETS.join(", ")),
        None => TARGETS.to_vec(),
    };
    // Naming the target keeps the flags away from build scripts, which have no fuzzer to link with.
    let host = host_triple()?;
    let built = Command::new("cargo")
        .args(["build", "--release", "--target-dir", "target", "--target", &host])
        .current_dir(&folder)
        .env("RUSTFLAGS", FLAGS)
        .status()
        .context("cargo does not start")?;
    if !built.success() {
        bail!("the fuzz targets do not build");
    }
    for target in targets {
        let corpus = folder.join("corpus").join(target);
        std::fs::create_dir_all(&corpus)?;
        seed(root, &corpus)?;
        eprintln!("fuzzing `{target}` for {seconds} s");
        let status = Command::new(folder.join("target").join(&host).join("release").join(target))
            .arg(&corpus)
            .args([
                &format!("-max_total_time={seconds}"),
                "-print_final_stats=1",
                "-verbosity=0",
                "-timeout=20",
                "-max_len=4096",
            ])
            .current_dir(&folder)
            .status()?;
        if !status.success() {
            bail!("`{target}` found an input that fails; it is the crash-* file in {}", folder.display());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The triple of this machine, as the compiler names it.
fn host_triple() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("rustc does not start")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not name its host")
}

/// Starts from real files, so that the fuzzer need not invent `Begin Queue`.
fn seed(root: &Path, corpus: &Path) -> Result<()> {
    let files = walkdir::WalkDir::new(root.join("testdata")).into_iter().filter_map(Result::ok);
    for (index, file) in files.filter(|it| it.file_type().is_file()).enumerate() {
        let mut data = vec![(index % 19) as u8];
        data.extend(std::fs::read(file.path())?.into_iter().take(4000));
        std::fs::write(corpus.join(format!("seed-{index}")), data)?;
    }
    Ok(())
}
