//! The kinds of files of a release, and the tools that make them.

use std::path::Path;

use anyhow::bail;

use super::target::Target;
use crate::process::is_installed;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Kind {
    /// The archive for tar.
    Archive,
    /// The Python package with the program, for pip, uvx and pre-commit.
    Wheel,
    /// The package for Debian and Ubuntu.
    Deb,
    /// The package for RHEL, Rocky Linux, SUSE and others.
    Rpm,
    /// The extension for VS Code with the program.
    Vsix,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Archive, Kind::Wheel, Kind::Deb, Kind::Rpm, Kind::Vsix];

    fn name(self) -> &'static str {
        match self {
            Kind::Archive => "archive",
            Kind::Wheel => "wheel",
            Kind::Deb => "deb",
            Kind::Rpm => "rpm",
            Kind::Vsix => "vsix",
        }
    }

    /// Why this kind cannot be made here, and what to do.
    fn obstacle(self, root: &Path, target: &Target, is_given: bool) -> Option<String> {
        let triple = &target.triple;
        match self {
            Kind::Archive => None,
            Kind::Wheel if is_given => Some("its program is always built, and `--binary` gives one".to_owned()),
            Kind::Wheel if !is_installed("maturin") => Some("run `pip install maturin`".to_owned()),
            Kind::Wheel if target.is_linux() && !is_installed("cargo-zigbuild") => {
                Some("run `pip install cargo-zigbuild ziglang`".to_owned())
            }
            Kind::Wheel => None,
            Kind::Deb | Kind::Rpm if !target.is_linux() => Some(format!("{triple} is not Linux")),
            Kind::Deb if !is_installed("cargo-deb") => Some("run `cargo install --locked cargo-deb`".to_owned()),
            Kind::Rpm if !is_installed("cargo-generate-rpm") => {
                Some("run `cargo install --locked cargo-generate-rpm`".to_owned())
            }
            Kind::Deb | Kind::Rpm => None,
            Kind::Vsix if target.vscode().is_none() => Some(format!("VS Code does not support {triple}")),
            Kind::Vsix if !root.join("editors/vscode/node_modules").is_dir() => {
                Some("run `npm ci --ignore-scripts` in editors/vscode".to_owned())
            }
            Kind::Vsix => None,
        }
    }
}

/// The kinds to make: those that are asked for, or all that can be made here. Prints why others are left out.
#[allow(clippy::print_stdout, reason = "what is missing is part of the output")]
pub(super) fn chosen(root: &Path, target: &Target, only: &[Kind], is_given: bool) -> anyhow::Result<Vec<Kind>> {
    let mut kinds = Vec::new();
    for kind in Kind::ALL {
        if !only.is_empty() && !only.contains(&kind) {
            continue;
        }
        match kind.obstacle(root, target, is_given) {
            None => kinds.push(kind),
            Some(obstacle) if only.is_empty() => println!("no {}: {obstacle}", kind.name()),
            Some(obstacle) => bail!("cannot make the {}: {obstacle}", kind.name()),
        }
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_made_or_is_an_error() {
        let root = crate::repository_root();
        let target = Target::of("riscv64gc-unknown-freebsd");
        assert_eq!(chosen(&root, &target, &[Kind::Archive], false).expect("no tool is required"), [Kind::Archive]);
        let error = chosen(&root, &target, &[Kind::Rpm], false).expect_err("it is not Linux").to_string();
        assert_eq!(error, "cannot make the rpm: riscv64gc-unknown-freebsd is not Linux");
        let error = chosen(&root, &target, &[Kind::Wheel], true).expect_err("it is built by maturin").to_string();
        assert!(error.contains("--binary"), "{error}");
        let all = chosen(&root, &target, &[], true).expect("others are left out");
        assert_eq!(all, [Kind::Archive]);
    }
}
