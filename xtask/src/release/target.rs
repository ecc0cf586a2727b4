//! The target of a release, and how to build it.
//!
//! Hosts of LSF sites can have an old C library, so that releases are static programs. They require the Rust target for
//! musl (`rustup target add`) and a C compiler for it, because the allocator is written in C: `musl-gcc` or Zig (`pip
//! install ziglang`).

use std::fs;
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
    /// Zig, with the words of its command line.
    Zig(Vec<String>),
}

impl Target {
    /// The given target; otherwise the static target of this machine, if it can be built; otherwise the target of this
    /// machine.
    #[allow(clippy::print_stdout, reason = "the chosen target is part of the output")]
    pub(super) fn choose(root: &Path, given: Option<&str>) -> anyhow::Result<Target> {
        let host = host(root)?;
        if let Some(triple) = given {
            let compiler = if triple.ends_with("-musl") { compiler(triple) } else { Some(Compiler::Usual) };
            let Some(compiler) = compiler else {
                bail!("missing C compiler for {triple}: install musl-tools or Zig (`pip install ziglang`)");
            };
            return Ok(Target { triple: triple.to_owned(), compiler });
        }
        let usual = Target { triple: host.clone(), compiler: Compiler::Usual };
        let Some(architecture) = host.strip_suffix("-unknown-linux-gnu") else { return Ok(usual) };
        let triple = format!("{architecture}-unknown-linux-musl");
        if !is_added(root, &triple)? {
            println!("not static: the target is not installed; run `rustup target add {triple}`");
            return Ok(usual);
        }
        let Some(compiler) = compiler(&triple) else {
            println!("not static: missing C compiler for {triple}; install musl-tools or Zig (`pip install ziglang`)");
            return Ok(usual);
        };
        Ok(Target { triple, compiler })
    }

    /// Builds a release and returns the path of the program.
    pub(super) fn build(&self, root: &Path, out: &Path) -> anyhow::Result<PathBuf> {
        let mut command = Command::new(env!("CARGO"));
        command.args(["build", "--profile", "dist", "--locked", "--package", "lsflint", "--target", &self.triple]);
        command.env("LSFLINT_COMMIT", super::commit(root));
        run_command(self.prepare(command.current_dir(root), out)?)?;
        let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        Ok(root.join(folder).join(&self.triple).join("dist").join(self.program()))
    }

    /// Sets the C compiler of a build.
    pub(super) fn prepare<'a>(&self, command: &'a mut Command, out: &Path) -> anyhow::Result<&'a mut Command> {
        let variable = format!("CC_{}", self.triple.replace('-', "_"));
        Ok(match &self.compiler {
            Compiler::Usual => command,
            Compiler::Program(program) => command.env(variable, program),
            Compiler::Zig(words) => command.env(variable, self.zig_script(words, out)?),
        })
    }

    /// Writes a wrapper of Zig for the target. Build scripts expect a compiler for one target, and use other names of
    /// targets.
    fn zig_script(&self, words: &[String], out: &Path) -> anyhow::Result<PathBuf> {
        let path = out.join(format!("zig-cc-{}", self.triple));
        let target = self.triple.replace("-unknown", "");
        let words: Vec<String> = words.iter().map(|it| format!("'{}'", it.replace('\'', r"'\''"))).collect();
        let script = format!(
            "#!/bin/sh\nfor word; do\n    shift\n    case $word in --target=*) ;; *) set -- \"$@\" \"$word\" ;; esac\ndone\nexec {} cc -target {target} -fno-sanitize=all \"$@\"\n",
            words.join(" ")
        );
        fs::write(&path, script).with_context(|| format!("cannot write {}", path.display()))?;
        make_executable(&path)?;
        Ok(path)
    }

    /// The file name of the program.
    pub(super) fn program(&self) -> &'static str {
        if self.triple.contains("windows") { "lsflint.exe" } else { "lsflint" }
    }

    /// Whether this machine can run programs for the target.
    pub(super) fn runs_here(&self) -> bool {
        // Targets name the kernel of macOS.
        let system = if std::env::consts::OS == "macos" { "darwin" } else { std::env::consts::OS };
        self.triple.starts_with(std::env::consts::ARCH) && self.triple.contains(system)
    }

    /// Whether the program is statically linked.
    pub(super) fn is_static(&self) -> bool {
        self.triple.ends_with("-musl")
    }

    /// The name of the target in VS Code. A static program runs on all Linux systems.
    pub(super) fn vscode(&self) -> Option<&'static str> {
        let architecture = self.triple.split('-').next()?;
        match (architecture, self.triple.contains("linux"), self.triple.contains("darwin")) {
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

#[cfg(unix)]
fn make_executable(path: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::set_permissions(path, fs::Permissions::from_mode(0o755))?)
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> anyhow::Result<()> {
    Ok(())
}

/// The target of this machine.
fn host(root: &Path) -> anyhow::Result<String> {
    let text = cargo_output(root, &["--version", "--verbose"])?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("cargo does not say for which machine it is")?.to_owned())
}

/// Whether the standard library of a target is installed.
fn is_added(root: &Path, triple: &str) -> anyhow::Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        Command::new(rustc).args(["--print", "sysroot"]).current_dir(root).output().context("cannot start rustc")?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    Ok(sysroot.join("lib/rustlib").join(triple).join("lib").is_dir())
}

/// A C compiler for a static target.
fn compiler(triple: &str) -> Option<Compiler> {
    let architecture = triple.split('-').next().unwrap_or_default();
    if std::env::var_os(format!("CC_{}", triple.replace('-', "_"))).is_some() {
        return Some(Compiler::Usual);
    }
    // `musl-gcc` compiles only for the architecture of this machine.
    let here = if architecture == std::env::consts::ARCH { "musl-gcc" } else { "" };
    let programs = [format!("{architecture}-linux-musl-gcc"), here.to_owned()];
    if let Some(program) = programs.into_iter().find(|it| !it.is_empty() && is_installed(it)) {
        return Some(Compiler::Program(program));
    }
    let zig = [vec!["zig"], vec!["python-zig"], vec!["python3", "-m", "ziglang"]].into_iter().find(|words| {
        Command::new(words[0]).args(&words[1..]).arg("version").output().is_ok_and(|output| output.status.success())
    })?;
    Some(Compiler::Zig(zig.into_iter().map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_names_in_vscode() {
        let of = |triple: &str| Target { triple: triple.to_owned(), compiler: Compiler::Usual };
        assert_eq!(of("x86_64-unknown-linux-musl").vscode(), Some("linux-x64"));
        assert_eq!(of("aarch64-apple-darwin").vscode(), Some("darwin-arm64"));
        assert_eq!(of("riscv64gc-unknown-linux-gnu").vscode(), None);
        assert!(of("x86_64-unknown-linux-musl").is_static() && !of("x86_64-unknown-linux-gnu").is_static());
        assert_eq!(of("x86_64-pc-windows-gnu").program(), "lsflint.exe");
    }
}
