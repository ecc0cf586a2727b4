//! Argument handling shared by several commands.

use std::path::PathBuf;

use lsflint_lint::Rules;
use lsflint_lint::suggest::near;
use lsflint_project::{ConfigSource, Overrides, Paths, Request};

use crate::arguments::{Reading, Selecting};
use crate::output::Failure;

/// Paths relative to the current directory.
pub(crate) fn current_folder() -> Result<Paths, Failure> {
    match std::env::current_dir() {
        Ok(folder) => Ok(Paths::new(folder)),
        Err(error) => Err(Failure::new(format!("cannot determine the current directory: {error}"))),
    }
}

/// The directory of the cluster that the commands of LSF use: LSF_ENVDIR.
pub(crate) fn environment() -> Option<PathBuf> {
    std::env::var_os("LSF_ENVDIR").map(PathBuf::from).filter(|it| it.is_dir())
}

/// The lsflint.toml that the arguments select.
pub(crate) fn config_source(reading: &Reading) -> ConfigSource {
    match &reading.config {
        Some(file) => ConfigSource::File(file.clone()),
        None if reading.no_config => ConfigSource::Nothing,
        None => ConfigSource::Nearest,
    }
}

/// The built-in rules and the policies of the lsflint.toml that applies to `--cluster` or the current directory.
pub(crate) fn rules_of(reading: &Reading) -> Result<Rules, Failure> {
    let paths = current_folder()?;
    let folder = reading.cluster.clone().unwrap_or_else(|| paths.current().to_owned());
    let request = Request { config: config_source(reading), ..Request::new(paths, Vec::new()) };
    Ok(request.judge_of(&folder).map_err(Failure::new)?.all_rules())
}

/// The rules that the command line selects. Only built-in ones exist without a cluster.
pub(crate) fn overrides(selecting: Selecting) -> Result<Overrides, Failure> {
    let found = overrides_with_policies(selecting);
    match found.unknown.first() {
        Some((flag, error)) => Err(Failure::new(format!("{flag}: {error}"))),
        None => Ok(found),
    }
}

/// The rules that the command line selects, which may be policies of an lsflint.toml.
pub(crate) fn overrides_with_policies(selecting: Selecting) -> Overrides {
    let mut unknown = Vec::new();
    let mut selection = |flag: &'static str, codes: Vec<String>| {
        let codes = codes.into_iter().map(|it| it.trim().to_owned());
        let (selection, others) = lsflint_rules::all().selection_with_unknown(codes);
        unknown.extend(others.into_iter().map(|it| (flag, it)));
        selection
    };
    let select = selecting.select.map(|it| selection("--select", it));
    let ignore = selection("--ignore", selecting.ignore);
    let extend_select = selection("--extend-select", selecting.extend_select);
    Overrides { profile: selecting.profile, select, ignore, extend_select, user: None, unknown }
}

/// The end of a message about an unknown name: the known name that is similar to it, if there is one.
pub(crate) fn did_you_mean<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    near(given, known).map_or(String::new(), |it| format!("; did you mean `{}`?", it.name))
}
