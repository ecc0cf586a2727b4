//! Lists the files in LSF_SERVERDIR that may be elims.

use std::fs::{self, Metadata};
use std::path::Path;

use lsflint_model::elim::{ElimFile, FileName, file_name};

use crate::{Cause, Problem};

/// The files in a directory whose names are or resemble those of elims, ordered by name. `shown` is the path of the
/// directory in messages.
///
/// # Errors
/// The directory cannot be read.
pub fn server_files(folder: &Path, shown: &str) -> Result<Vec<ElimFile>, Problem> {
    let unreadable = |source| Problem::at(shown, Cause::Unreadable(source));
    if !folder.exists() {
        return Err(Problem::at(shown, Cause::Missing));
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if file_name(&name) == FileName::Other {
            continue;
        }
        // Links are followed; a dangling link cannot be started.
        match fs::metadata(entry.path()) {
            Ok(metadata) if metadata.is_file() => files.push(ElimFile { name, executable: executable(&metadata) }),
            Ok(_) => {}
            Err(_) => files.push(ElimFile { name, executable: Some(false) }),
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it is not known")]
fn executable(metadata: &Metadata) -> Option<bool> {
    use std::os::unix::fs::PermissionsExt;
    Some(metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn executable(_metadata: &Metadata) -> Option<bool> {
    None
}

#[cfg(test)]
mod tests {
    use lsflint_test_support::Scratch;

    use super::*;

    #[test]
    fn elims_and_what_looks_like_one() {
        let scratch = Scratch::with(&[
            ("etc/elim.lic", "#!/bin/sh\n"),
            ("etc/elim_lic.bak", ""),
            ("etc/lim", ""),
            ("etc/elim.d/x", ""),
            ("etc/elim.disk", ""),
        ]);
        let found = server_files(&scratch.path().join("etc"), "etc").expect("a folder");
        let names: Vec<&str> = found.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["elim.disk", "elim.lic", "elim_lic.bak"]);
    }

    #[cfg(unix)]
    #[test]
    fn permission_to_run() {
        use std::os::unix::fs::PermissionsExt;
        let scratch = Scratch::with(&[("elim.lic", ""), ("elim.disk", "")]);
        let lic = scratch.path().join("elim.lic");
        fs::set_permissions(lic, fs::Permissions::from_mode(0o755)).expect("our own file");
        let found = server_files(&scratch.path(), ".").expect("a folder");
        let facts: Vec<(&str, Option<bool>)> = found.iter().map(|it| (it.name.as_str(), it.executable)).collect();
        assert_eq!(facts, [("elim.disk", Some(false)), ("elim.lic", Some(true))]);
    }

    #[test]
    fn no_folder() {
        let scratch = Scratch::new();
        let problem = server_files(&scratch.path().join("etc"), "etc").expect_err("nothing there");
        assert_eq!(problem.to_string(), "`etc` does not exist");
    }
}
