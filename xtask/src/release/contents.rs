//! What archives and system packages contain: the program, completions, manual pages, the plugin for Neovim and Vim,
//! licenses and the bill of materials.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use walkdir::WalkDir;

use super::target::Target;
use super::{archive, licenses, materials};

/// Shells with completions, and the names of their files.
pub(super) const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "lsflint.bash"),
    ("elvish", "lsflint.elv"),
    ("fish", "lsflint.fish"),
    ("powershell", "_lsflint.ps1"),
    ("zsh", "_lsflint"),
];

/// Where the plugin for Neovim and Vim is, and what of it only the tests need.
const PLUGIN: &str = "editors/nvim";
const ONLY_FOR_TESTS: [&str; 2] = ["tests", "ci.sh"];

/// The cluster with mistakes, for the first run.
const DEMO: &str = "testdata/clusters/demo";

/// The files of a target.
pub(super) struct Contents<'a> {
    pub(super) target: &'a Target,
    pub(super) version: &'a str,
    /// The date of all files, in seconds since 1970.
    pub(super) date: u64,
    pub(super) program: Vec<u8>,
    /// README.md, CHANGELOG.md, LICENSE-APACHE and LICENSE-MIT.
    pub(super) documents: Vec<(&'static str, Vec<u8>)>,
    /// The licenses of linked packages.
    pub(super) licenses: String,
    pub(super) materials: String,
    /// One page per command: `lsflint-check.1`. None if the program cannot run here.
    pub(super) manuals: Vec<(String, Vec<u8>)>,
    /// The completions by name of the shell. None if the program cannot run here.
    pub(super) completions: Vec<(&'static str, Vec<u8>)>,
    /// The files of the plugin, with their paths in it.
    pub(super) plugin: Vec<(String, Vec<u8>)>,
    /// The files of a cluster with mistakes.
    demo: Vec<(String, Vec<u8>)>,
}

impl Contents<'_> {
    /// Reads and makes the files; runs the program, if needed in an emulator.
    #[allow(clippy::print_stdout, reason = "what is missing is part of the output")]
    pub(super) fn of<'a>(
        root: &Path,
        target: &'a Target,
        binary: &Path,
        version: &'a str,
        date: u64,
    ) -> anyhow::Result<Contents<'a>> {
        let packages = licenses::packages(root, &target.triple)?;
        let documents = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];
        let mut contents = Contents {
            target,
            version,
            date,
            program: fs::read(binary).with_context(|| format!("cannot read {}", binary.display()))?,
            documents: documents
                .into_iter()
                .map(|it| Ok((it, read(&root.join(it))?)))
                .collect::<anyhow::Result<_>>()?,
            licenses: licenses::text(&packages)?,
            materials: materials::document(&packages, version, &target.triple, date)?,
            manuals: Vec::new(),
            completions: Vec::new(),
            plugin: files(&root.join(PLUGIN), &ONLY_FOR_TESTS)?,
            demo: files(&root.join(DEMO), &[])?,
        };
        let Some(runner) = target.runner(binary) else {
            println!("no completions and no manual pages: a program for {} cannot run here", target.triple);
            return Ok(contents);
        };
        let runner = |arguments: &[&str]| output(&runner, arguments);
        let folder = std::env::temp_dir().join(format!("lsflint-man-{}", std::process::id()));
        let folder_name = folder.to_str().context("the name of the temporary folder is not UTF-8")?;
        runner(&["man", "--quiet", "--folder", folder_name])?;
        contents.manuals = files(&folder, &[])?;
        fs::remove_dir_all(&folder)?;
        for (shell, _) in COMPLETIONS {
            contents.completions.push((shell, runner(&["completions", shell])?));
        }
        Ok(contents)
    }

    /// Writes the archive, which contains one folder of the same name, and returns its path.
    pub(super) fn archive(&self, out: &Path) -> anyhow::Result<PathBuf> {
        let name = format!("lsflint-{}-{}", self.version, self.target.triple);
        let text = archive::text;
        let mut entries = vec![
            archive::program(self.target.program(), self.program.clone()),
            text("THIRD-PARTY-LICENSES.txt", self.licenses.clone().into_bytes()),
            text("lsflint.cdx.json", self.materials.clone().into_bytes()),
        ];
        entries.extend(self.documents.iter().map(|(name, bytes)| text(name, bytes.clone())));
        entries.extend(self.manuals.iter().map(|(name, bytes)| text(&format!("man/man1/{name}"), bytes.clone())));
        entries.extend(self.plugin.iter().map(|(name, bytes)| text(&format!("{PLUGIN}/{name}"), bytes.clone())));
        entries.extend(self.demo.iter().map(|(name, bytes)| text(&format!("demo/{name}"), bytes.clone())));
        for (shell, bytes) in &self.completions {
            let file = COMPLETIONS.iter().find(|it| it.0 == *shell).map_or(*shell, |it| it.1);
            entries.push(text(&format!("completions/{file}"), bytes.clone()));
        }
        let path = out.join(format!("{name}.tar.gz"));
        fs::write(&path, archive::pack(&name, entries, self.date)?)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

/// The output of a command with more arguments.
fn output(command: &Command, arguments: &[&str]) -> anyhow::Result<Vec<u8>> {
    let mut copy = Command::new(command.get_program());
    let output = copy.args(command.get_args()).args(arguments).output().context("cannot start the program")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "lsflint {} failed with {}: {said}", arguments.join(" "), output.status);
    Ok(output.stdout)
}

/// The files in a folder with their paths below it, sorted, without some entries of the folder.
fn files(folder: &Path, without: &[&str]) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let is_left_out = without.iter().any(|it| path.starts_with(it));
        if entry.file_type().is_file() && !is_left_out {
            files.push((path.to_string_lossy().replace('\\', "/"), read(entry.path())?));
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plugin_is_packed_without_its_tests() {
        let plugin = files(&crate::repository_root().join(PLUGIN), &ONLY_FOR_TESTS).expect("it can be read");
        let names: Vec<&str> = plugin.iter().map(|it| it.0.as_str()).collect();
        assert!(names.contains(&"lua/lsflint.lua") && names.contains(&"ftdetect/lsf.vim"), "{names:?}");
        assert!(names.iter().all(|it| !it.starts_with("tests") && *it != "ci.sh"), "{names:?}");
        assert!(names.is_sorted());
    }
}
