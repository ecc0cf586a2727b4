//! `cargo xtask wasm`: builds the package of npm in `target/wasm`: the module, its JavaScript and its types.
//!
//! The module is not processed by wasm-opt: that makes it a tenth smaller, but larger when it is compressed, and takes
//! as long as the build. docs/design/performance.md has the sizes.
#![allow(clippy::print_stdout, reason = "sizes are the product")]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::process::{cargo, run as run_command};
use crate::release::texts_of;

const TARGET: &str = "wasm32-unknown-unknown";

/// The size of the optimized module with gzip must be below this number of bytes: people load it in a page.
const MOST: usize = 3_000_000;

/// The files of the package that are in the repository.
const FILES: [&str; 5] = ["index.js", "index.d.ts", "node.js", "package.json", "README.md"];

/// The files of the package that are at the root of the repository.
const LICENSES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Arguments of `cargo xtask wasm`.
#[derive(clap::Args)]
pub struct WasmArguments {
    /// Optimize little: a larger and slower module, in a fraction of the time.
    #[arg(long)]
    dev: bool,
}

/// Builds the package.
pub fn run(root: &Path, arguments: &WasmArguments) -> anyhow::Result<ExitCode> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |it| root.join(it));
    let profile = if arguments.dev { "wasm-dev" } else { "wasm" };
    cargo(root, &["build", "--quiet", "--package", "lsflint-wasm", "--target", TARGET, "--profile", profile])?;
    let generator = target.join("wasm-generator");
    let manifest = root.join("xtask/wasm-generator/Cargo.toml");
    run_command(
        Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--locked", "--manifest-path"])
            .arg(manifest)
            .env("CARGO_TARGET_DIR", &generator),
    )?;
    let package = target.join("wasm");
    fs::create_dir_all(&package).with_context(|| format!("cannot create {}", package.display()))?;
    run_command(
        Command::new(generator.join("debug/lsflint-wasm-generator"))
            .arg(target.join(TARGET).join(profile).join("lsflint_wasm.wasm"))
            .arg(&package),
    )?;
    let copies = FILES.map(|it| ("integrations/npm", it)).into_iter().chain(LICENSES.map(|it| (".", it)));
    for (folder, name) in copies {
        fs::copy(root.join(folder).join(name), package.join(name)).with_context(|| name.to_owned())?;
    }
    fs::write(package.join("THIRD-PARTY-LICENSES.txt"), texts_of("lsflint-wasm", root, TARGET)?)?;
    for name in ["module_bg.wasm", "module.js"] {
        let bytes = fs::read(package.join(name)).with_context(|| name.to_owned())?;
        let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
        std::io::Write::write_all(&mut compressed, &bytes)?;
        let size = compressed.finish()?.len();
        println!("{name}: {} bytes, {size} with gzip", bytes.len());
        ensure!(arguments.dev || size < MOST, "{name} must have less than {MOST} bytes with gzip");
    }
    println!("{}", package.display());
    Ok(ExitCode::SUCCESS)
}
