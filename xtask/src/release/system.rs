//! Packages of Linux distributions. The files of a package are laid out in a folder with a manifest of its own, which
//! `cargo deb` and `cargo generate-rpm` read: the fields are those of `[package.metadata]` in
//! crates/lsflint/Cargo.toml.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};
use flate2::{Compression, GzBuilder};

use super::contents::Contents;
use crate::process::run as run_command;

const DOCUMENTS: &str = "usr/share/doc/lsflint";
/// Where the plugin for Neovim and Vim is installed.
const PLUGIN: &str = "usr/share/lsflint/editors/nvim";
/// What lintian reports and is meant so, with the reasons.
const OVERRIDES: &str = include_str!("texts/lintian-overrides");
/// The license of the package in the form of Debian.
const COPYRIGHT: &str = include_str!("texts/copyright.in");

/// The places of the completions in each kind of package: shell, folder in Debian, folder in RPM, name.
const COMPLETIONS: [(&str, &str, &str, &str); 3] = [
    ("bash", "bash-completion/completions", "bash-completion/completions", "lsflint"),
    ("fish", "fish/vendor_completions.d", "fish/vendor_completions.d", "lsflint.fish"),
    ("zsh", "zsh/vendor-completions", "zsh/site-functions", "_lsflint"),
];

/// A package while it is laid out.
struct Layout {
    folder: PathBuf,
    /// The paths in the package and the modes.
    files: Vec<(String, u32)>,
}

impl Layout {
    /// An empty package with what both kinds have in common.
    fn new(out: &Path, contents: &Contents<'_>, kind: &str) -> anyhow::Result<Layout> {
        let folder = out.join(format!("stage-{kind}"));
        let _ = fs::remove_dir_all(&folder);
        let mut layout = Layout { folder, files: Vec::new() };
        layout.add("usr/bin/lsflint", 0o755, &contents.program)?;
        for (name, bytes) in &contents.manuals {
            layout.add(&format!("usr/share/man/man1/{name}.gz"), 0o644, &compressed(bytes)?)?;
        }
        for (name, bytes) in &contents.plugin {
            layout.add(&format!("{PLUGIN}/{name}"), 0o644, bytes)?;
        }
        for (shell, debian, rpm, name) in COMPLETIONS {
            let Some((_, bytes)) = contents.completions.iter().find(|it| it.0 == shell) else { continue };
            let folder = if kind == "deb" { debian } else { rpm };
            layout.add(&format!("usr/share/{folder}/{name}"), 0o644, bytes)?;
        }
        layout.add(&format!("{DOCUMENTS}/README.md"), 0o644, document(contents, "README.md"))?;
        layout.add(&format!("{DOCUMENTS}/lsflint.cdx.json"), 0o644, contents.materials.as_bytes())?;
        Ok(layout)
    }

    fn add(&mut self, path: &str, mode: u32, bytes: &[u8]) -> anyhow::Result<()> {
        let place = self.folder.join(path);
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(place.parent().unwrap_or(&place))?;
            fs::write(&place, bytes)
        };
        write().with_context(|| format!("cannot write {}", place.display()))?;
        self.files.push((path.to_owned(), mode));
        Ok(())
    }

    /// Writes the manifest, with a table of `[package.metadata]` that has the files as `assets`.
    fn manifest(&mut self, root: &Path, version: &str, table: &str) -> anyhow::Result<()> {
        self.files.sort();
        let own: toml::Table = fs::read_to_string(root.join("crates/lsflint/Cargo.toml"))?.parse()?;
        let own = own.get("package").context("crates/lsflint/Cargo.toml describes no package")?;
        let settings = own.get("metadata").and_then(|it| it.get(table)).and_then(toml::Value::as_table);
        let Some(settings) = settings else {
            bail!("crates/lsflint/Cargo.toml has no [package.metadata.{table}]");
        };
        let shared = super::workspace(root)?;
        let mut package = toml::Table::new();
        for (key, value) in [("name", "lsflint"), ("version", version), ("edition", "2021")] {
            package.insert(key.to_owned(), value.into());
        }
        package.extend(
            ["license", "repository"].into_iter().filter_map(|it| Some((it.to_owned(), shared.get(it)?.clone()))),
        );
        package.extend(own.get("description").map(|it| ("description".to_owned(), it.clone())));
        let mut settings = settings.clone();
        // cargo generate-rpm wants absolute paths. cargo deb adds another `copyright` next to an absolute one.
        let begin = if table == "deb" { "" } else { "/" };
        let asset = |(path, mode): &(String, u32)| {
            let values = [("source", path.clone()), ("dest", format!("{begin}{path}")), ("mode", format!("{mode:o}"))];
            let mut asset = toml::Table::from_iter(values.map(|(key, value)| (key.to_owned(), value.into())));
            // Only RPM marks documents.
            if table != "deb" && ["usr/share/doc/", "usr/share/man/"].iter().any(|it| path.starts_with(it)) {
                asset.insert("doc".to_owned(), true.into());
            }
            toml::Value::Table(asset)
        };
        settings.insert("assets".to_owned(), self.files.iter().map(asset).collect::<Vec<_>>().into());
        let metadata = toml::Table::from_iter([(table.to_owned(), settings.into())]);
        package.insert("metadata".to_owned(), metadata.into());
        let library = toml::Table::from_iter([("path".to_owned(), "empty.rs".into())]);
        let manifest = toml::Table::from_iter([
            ("package".to_owned(), package.into()),
            ("lib".to_owned(), library.into()),
            ("workspace".to_owned(), toml::Table::new().into()),
        ]);
        fs::write(self.folder.join("empty.rs"), "")?;
        fs::write(self.folder.join("Cargo.toml"), manifest.to_string()).context("cannot write the manifest")
    }

    /// Runs the packager in the folder, which is then deleted.
    fn pack(&self, mut command: Command, date: u64, out: &Path) -> anyhow::Result<()> {
        command.current_dir(&self.folder).env("SOURCE_DATE_EPOCH", date.to_string());
        command.env("CARGO_TARGET_DIR", self.folder.join("target")).stdout(std::process::Stdio::null());
        run_command(&mut command)?;
        out.metadata().with_context(|| format!("{} was not written", out.display()))?;
        fs::remove_dir_all(&self.folder)?;
        Ok(())
    }
}

/// Makes the package for Debian and returns its path.
pub(super) fn deb(root: &Path, out: &Path, contents: &Contents<'_>) -> anyhow::Result<PathBuf> {
    let mut layout = Layout::new(out, contents, "deb")?;
    let document_of = |name: &str| format!("{DOCUMENTS}/{name}");
    let repository =
        super::workspace(root)?.get("repository").and_then(|it| it.as_str()).unwrap_or_default().to_owned();
    let license = String::from_utf8_lossy(document(contents, "LICENSE-MIT")).into_owned();
    let copyright = copyright(&repository, &license);
    layout.add(&document_of("copyright"), 0o644, copyright.as_bytes())?;
    layout.add(&document_of("THIRD-PARTY-LICENSES.txt.gz"), 0o644, &compressed(contents.licenses.as_bytes())?)?;
    layout.add(&document_of("changelog.gz"), 0o644, &compressed(document(contents, "CHANGELOG.md"))?)?;
    let changes = changelog(contents.version, &maintainer(root)?, contents.date);
    layout.add(&document_of("changelog.Debian.gz"), 0o644, &compressed(changes.as_bytes())?)?;
    layout.add("usr/share/lintian/overrides/lsflint", 0o644, OVERRIDES.as_bytes())?;
    layout.manifest(root, contents.version, "deb")?;
    let triple = &contents.target.triple;
    let architecture = match triple.split('-').next() {
        Some("x86_64") => "amd64",
        Some("aarch64") => "arm64",
        other => other.unwrap_or_default(),
    };
    let path = std::path::absolute(out.join(format!("lsflint_{}-1_{architecture}.deb", contents.version)))?;
    let mut command = Command::new("cargo-deb");
    command.args(["--no-build", "--no-strip", "--target", triple, "--output"]).arg(&path);
    layout.pack(command, contents.date, &path)?;
    Ok(path)
}

/// Makes the package for RPM and returns its path.
pub(super) fn rpm(root: &Path, out: &Path, contents: &Contents<'_>) -> anyhow::Result<PathBuf> {
    let mut layout = Layout::new(out, contents, "rpm")?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        layout.add(&format!("usr/share/licenses/lsflint/{name}"), 0o644, document(contents, name))?;
    }
    layout.add("usr/share/licenses/lsflint/THIRD-PARTY-LICENSES.txt", 0o644, contents.licenses.as_bytes())?;
    layout.add(&format!("{DOCUMENTS}/CHANGELOG.md"), 0o644, document(contents, "CHANGELOG.md"))?;
    layout.manifest(root, contents.version, "generate-rpm")?;
    let triple = &contents.target.triple;
    let architecture = triple.split('-').next().unwrap_or_default();
    let path = std::path::absolute(out.join(format!("lsflint-{}-1.{architecture}.rpm", contents.version)))?;
    let mut command = Command::new("cargo-generate-rpm");
    // The rpm of RHEL 7 cannot unpack zstd.
    command.args(["--target", triple, "--payload-compress", "gzip", "--output"]).arg(&path);
    layout.pack(command, contents.date, &path)?;
    Ok(path)
}

/// A document at the top of the repository.
fn document<'a>(contents: &'a Contents<'_>, name: &str) -> &'a [u8] {
    contents.documents.iter().find(|it| it.0 == name).map_or(&[], |it| &it.1)
}

/// Compressed as Debian wants it: best, and without name and date.
fn compressed(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut compressor = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    compressor.write_all(bytes)?;
    compressor.finish().context("cannot compress")
}

/// The file `copyright`: a license whose lines are indented, empty ones with a dot.
fn copyright(repository: &str, license: &str) -> String {
    let indented: Vec<String> =
        license.lines().map(|line| if line.trim().is_empty() { " .".to_owned() } else { format!(" {line}") }).collect();
    COPYRIGHT.replace("@REPOSITORY@", repository).replace("@MIT@", &indented.join("\n"))
}

/// The maintainer in the manifest.
fn maintainer(root: &Path) -> anyhow::Result<String> {
    let own: toml::Value = toml::from_str(&fs::read_to_string(root.join("crates/lsflint/Cargo.toml"))?)?;
    let own = own.get("package").and_then(|it| it.get("metadata")?.get("deb")?.get("maintainer")?.as_str());
    Ok(own.context("crates/lsflint/Cargo.toml names no maintainer of the package for Debian")?.to_owned())
}

/// The changelog of the package itself.
fn changelog(version: &str, maintainer: &str, date: u64) -> String {
    let date = super::materials::mail_date(date);
    format!(
        "lsflint ({version}-1) unstable; urgency=medium\n\n  * Release {version}; changelog.gz says what changed.\n\n -- {maintainer}  {date}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licenses_are_indented_for_debian() {
        let text = copyright("https://example.com/a/b", "MIT License\n\nPermission\n");
        assert!(text.contains("\n MIT License\n .\n Permission\n"), "{text}");
        assert!(text.contains("https://example.com/a/b") && !text.contains('@'), "{text}");
    }

    #[test]
    fn changes_of_the_package_are_in_the_form_of_debian() {
        let text = changelog("1.2.3", "A <a@example.com>", 1_735_689_599);
        assert!(text.ends_with(" -- A <a@example.com>  Tue, 31 Dec 2024 23:59:59 +0000\n"), "{text}");
        assert!(text.starts_with("lsflint (1.2.3-1) unstable; "), "{text}");
    }

    #[test]
    fn the_manifest_names_the_maintainer() {
        assert!(maintainer(&crate::repository_root()).expect("it does").contains('@'));
    }
}
