//! What the scratch clone need not compile: the packages of others, as the main target folder has them.
//!
//! Cargo finds a compiled package by a hash in the names of its files. It does not depend on the folder of the
//! workspace, except for packages of the workspace. What cargo writes in place is copied, with its times; libraries are
//! linked, since a compiler replaces them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// How the names of the packages of the workspace begin.
const OWN: [&str; 2] = ["lsflint", "xtask"];
/// The directory of the build profile that tests use.
const PROFILE: &str = "debug";

/// Fills the target folder `to` with the packages of others in the target folder `from`. Without one, nothing is
/// shared.
pub(super) fn share(from: &Path, to: &Path) -> std::io::Result<()> {
    let (from, to) = (from.join(PROFILE), to.join(PROFILE));
    let Ok(fingerprints) = from.join(".fingerprint").read_dir() else { return Ok(()) };
    let mut hashes = HashSet::new();
    for entry in fingerprints {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if OWN.iter().any(|it| name.starts_with(it)) {
            continue;
        }
        copy(&entry.path(), &to.join(".fingerprint").join(&name))?;
        let build = from.join("build").join(&name);
        if build.is_dir() {
            copy(&build, &to.join("build").join(&name))?;
        }
        hashes.extend(name.rsplit_once('-').map(|it| it.1.to_owned()));
    }
    fs::create_dir_all(to.join("deps"))?;
    for entry in from.join("deps").read_dir()? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if stem.rsplit_once('-').is_none_or(|it| !hashes.contains(it.1)) {
            continue;
        }
        let target = to.join("deps").join(name);
        let is_list = path.extension().is_some_and(|it| it == "d");
        if is_list || fs::hard_link(&path, &target).is_err() {
            copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Copies a file or a folder, with the times at which files changed.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in from.read_dir()? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::copy(from, to)?;
    fs::File::options().append(true).open(to)?.set_modified(from.metadata()?.modified()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_others_are_shared_and_own_ones_are_not() {
        let folder = std::env::temp_dir().join(format!("lsflint-shared-{}", std::process::id()));
        let (from, to) = (folder.join("from"), folder.join("to"));
        let files = [
            ".fingerprint/serde-12ab/lib-serde",
            ".fingerprint/lsflint-ide-34cd/lib-lsflint_ide",
            "build/serde-12ab/output",
            "deps/libserde-12ab.rlib",
            "deps/serde-12ab.d",
            "deps/liblsflint_ide-34cd.rlib",
        ];
        for file in files {
            let path = from.join(PROFILE).join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            fs::write(path, file).expect("it can be written");
        }
        share(&from, &to).expect("it can be shared");
        let shared = files.map(|it| to.join(PROFILE).join(it).exists());
        let absent = share(&folder.join("nothing"), &to);
        fs::remove_dir_all(&folder).expect("the folder is ours");
        assert_eq!(shared, [true, false, true, true, true, false]);
        assert!(absent.is_ok());
    }
}
