//! The target of a release, and how to build it.
//!
//! Hosts of LSF sites can have an old C library, so that releases for Linux are static programs, and wheels require
//! glibc 2.17 only. Both are compiled and linked with Zig, which has the C libraries of all versions (`pip install
//! cargo-zigbuild ziglang`); the allocator is written in C. Without Zig, `musl-gcc` builds static programs for the
//! architecture of this machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::process::{cargo_output, is_installed, run as run_command};

/// A target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) triple: String,
    compiler: Compiler,
}

/// The C compiler for the target.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Compiler {
    /// The default compiler.
    Usual,
    /// An installed program.
    Program(String),
    /// Zig, by `cargo zigbuild`.
    Zig,
}

impl Target {
    /// The given targets; otherwise the static target of this machine, if it can be built; otherwise the target of this
    /// machine.
    #[allow(clippy::print_stdout, reason = "the chosen target is part of the output")]
    pub(super) fn choose(root: &Path, given: &[String]) -> anyhow::Result<Vec<Target>> {
        let host = host(root)?;
        let with = |triple: &String| {
            let compiler = if *triple == host { Some(Compiler::Usual) } else { compiler(triple) };
            let Some(compiler) = compiler else {
                bail!("missing C compiler for {triple}: install Zig (`pip install cargo-zigbuild ziglang`)");
            };
            if !is_added(root, triple)? {
                bail!("the target {triple} is not installed: run `rustup target add {triple}`");
            }
            Ok(Target { triple: triple.clone(), compiler })
        };
        if !given.is_empty() {
            return given.iter().map(with).collect();
        }
        let usual = Target { triple: host.clone(), compiler: Compiler::Usual };
        let Some(architecture) = host.strip_suffix("-unknown-linux-gnu") else { return Ok(vec![usual]) };
        let triple = format!("{architecture}-unknown-linux-musl");
        if !is_added(root, &triple)? {
            println!("not static: the target is not installed; run `rustup target add {triple}`");
            return Ok(vec![usual]);
        }
        let Some(compiler) = compiler(&triple) else {
            println!("not static: missing C compiler for {triple}; run `pip install cargo-zigbuild ziglang`");
            return Ok(vec![usual]);
        };
        Ok(vec![Target { triple, compiler }])
    }

    /// A target without its compiler.
    #[cfg(test)]
    pub(super) fn of(triple: &str) -> Target {
        Target { triple: triple.to_owned(), compiler: Compiler::Usual }
    }

    /// Builds a release and returns the path of the program.
    pub(super) fn build(&self, root: &Path) -> anyhow::Result<PathBuf> {
        let mut command = Command::new(env!("CARGO"));
        command.arg(if self.compiler == Compiler::Zig { "zigbuild" } else { "build" });
        command.args(["--profile", "dist", "--locked", "--package", "lsflint", "--target", &self.triple]);
        prepare(root, &mut command)?;
        if let Compiler::Program(program) = &self.compiler {
            command.env(c_compiler(&self.triple), program);
        }
        run_command(&mut command)?;
        Ok(folder(root).join(&self.triple).join("dist").join(self.program()))
    }

    /// The file name of the program.
    pub(super) fn program(&self) -> &'static str {
        if self.triple.contains("windows") { "lsflint.exe" } else { "lsflint" }
    }

    /// The command that runs a program for the target here: the program itself, or an emulator.
    pub(super) fn runner(&self, program: &Path) -> Option<Command> {
        if self.runs_here() {
            return Some(Command::new(program));
        }
        let architecture = self.triple.split('-').next()?;
        if !self.is_static() || std::env::consts::OS != "linux" {
            return None;
        }
        let emulators = [format!("qemu-{architecture}-static"), format!("qemu-{architecture}")];
        let mut command = Command::new(emulators.into_iter().find(|it| is_installed(it))?);
        command.arg(program);
        Some(command)
    }

    /// Whether this machine can run programs for the target.
    fn runs_here(&self) -> bool {
        // Targets name the kernel of macOS.
        let system = if std::env::consts::OS == "macos" { "darwin" } else { std::env::consts::OS };
        self.triple.starts_with(std::env::consts::ARCH) && self.triple.contains(system)
    }

    /// Whether the target is Linux.
    pub(super) fn is_linux(&self) -> bool {
        self.triple.contains("-linux-")
    }

    /// Whether the program is statically linked.
    pub(super) fn is_static(&self) -> bool {
        self.triple.ends_with("-musl")
    }

    /// The target of the program in the wheel: on Linux, wheels are for systems with glibc.
    pub(super) fn wheel_triple(&self) -> String {
        self.triple.replace("-linux-musl", "-linux-gnu")
    }

    /// The name of the target in VS Code. A static program runs on all Linux systems.
    pub(super) fn vscode(&self) -> Option<&'static str> {
        let architecture = self.triple.split('-').next()?;
        match (architecture, self.is_linux(), self.triple.contains("darwin")) {
            ("x86_64", true, _) => Some("linux-x64"),
            ("aarch64", true, _) => Some("linux-arm64"),
            ("x86_64", _, true) => Some("darwin-x64"),
            ("aarch64", _, true) => Some("darwin-arm64"),
            ("x86_64", ..) if self.triple.contains("windows") => Some("win32-x64"),
            ("aarch64", ..) if self.triple.contains("windows") => Some("win32-arm64"),
            _ => None,
        }
    }
}

/// Sets the folder and the environment of a build: the commit for `--version`, and names instead of the folders of this
/// machine in messages of panics.
pub(super) fn prepare(root: &Path, command: &mut Command) -> anyhow::Result<()> {
    let mut flags: Vec<String> = match std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        Ok(given) => given.split('\u{1f}').map(str::to_owned).collect(),
        Err(_) => std::env::var("RUSTFLAGS").unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
    };
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo_home = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let sources = sysroot(root)?.join("lib/rustlib/src/rust");
    for (folder, name) in
        [(root, "/lsflint"), (&cargo_home, "/cargo"), (&sources, "/rustc"), (&folder(root), "/target")]
    {
        flags.push(format!("--remap-path-prefix={}={name}", folder.display()));
    }
    flags.retain(|it| !it.is_empty());
    command.current_dir(root).env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    command.env("LSFLINT_COMMIT", super::commit(root));
    Ok(())
}

/// The folder of cargo's output.
pub(super) fn folder(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from))
}

/// The target of this machine.
fn host(root: &Path) -> anyhow::Result<String> {
    let text = cargo_output(root, &["--version", "--verbose"])?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("cargo does not say for which machine it is")?.to_owned())
}

/// Whether the standard library of a target is installed.
fn is_added(root: &Path, triple: &str) -> anyhow::Result<bool> {
    Ok(sysroot(root)?.join("lib/rustlib").join(triple).join("lib").is_dir())
}

/// The folder of the toolchain.
fn sysroot(root: &Path) -> anyhow::Result<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        Command::new(rustc).args(["--print", "sysroot"]).current_dir(root).output().context("cannot start rustc")?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// The variable that names the C compiler of a target.
fn c_compiler(triple: &str) -> String {
    format!("CC_{}", triple.replace('-', "_"))
}

/// A C compiler for a target other than this machine.
fn compiler(triple: &str) -> Option<Compiler> {
    let is_linux = triple.contains("-linux-");
    if !is_linux || std::env::var_os(c_compiler(triple)).is_some() {
        return Some(Compiler::Usual);
    }
    if is_installed("cargo-zigbuild") {
        return Some(Compiler::Zig);
    }
    // `musl-gcc` compiles only for the architecture of this machine.
    let architecture = triple.split('-').next().unwrap_or_default();
    let here = if architecture == std::env::consts::ARCH { "musl-gcc" } else { "" };
    let programs = [format!("{architecture}-linux-musl-gcc"), here.to_owned()];
    programs.into_iter().find(|it| !it.is_empty() && is_installed(it)).map(Compiler::Program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_names_in_vscode() {
        assert_eq!(Target::of("x86_64-unknown-linux-musl").vscode(), Some("linux-x64"));
        assert_eq!(Target::of("aarch64-apple-darwin").vscode(), Some("darwin-arm64"));
        assert_eq!(Target::of("riscv64gc-unknown-linux-gnu").vscode(), None);
        assert!(Target::of("x86_64-unknown-linux-musl").is_static());
        assert!(!Target::of("x86_64-unknown-linux-gnu").is_static());
        assert_eq!(Target::of("x86_64-pc-windows-gnu").program(), "lsflint.exe");
    }

    #[test]
    fn wheels_are_for_glibc_on_linux() {
        assert_eq!(Target::of("aarch64-unknown-linux-musl").wheel_triple(), "aarch64-unknown-linux-gnu");
        assert_eq!(Target::of("aarch64-apple-darwin").wheel_triple(), "aarch64-apple-darwin");
    }

    #[test]
    fn no_folder_of_this_machine_is_in_a_build() {
        let root = crate::repository_root();
        let mut command = Command::new("true");
        prepare(&root, &mut command).expect("rustc can be started");
        let variable = command.get_envs().find(|it| it.0 == "CARGO_ENCODED_RUSTFLAGS").and_then(|it| it.1);
        let flags = variable.expect("the flags are set").to_string_lossy();
        assert!(flags.contains(&format!("--remap-path-prefix={}=/lsflint", root.display())), "{flags}");
        assert!(flags.split('\u{1f}').all(|it| !it.is_empty()), "{flags}");
    }
}
