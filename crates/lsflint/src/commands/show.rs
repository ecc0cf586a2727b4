//! `show`: shows the effective value of a parameter and where it comes from, and lists all objects of a kind.

mod full;
mod json;
mod table;

use std::path::Path;
use std::process::ExitCode;

use lsflint_answers::table_document;
use lsflint_ide::answers::{self, Object, ObjectKind, Setting};
use lsflint_model::AsRead;
use lsflint_model::effective::Link;
use lsflint_project::Overrides;

use crate::arguments::{self, Asked, MergeFormat, Show, ShowKind};
use crate::commands::common::did_you_mean;
use crate::commands::{jobs, strings};
use crate::output::{Failure, Terminal};

/// What is shown: an object, or a parameter of the whole cluster.
struct Shown<'a> {
    /// `queue`, `parameter`.
    kind: &'static str,
    name: &'a str,
    object: Option<Object>,
    settings: Vec<Setting>,
    cluster: &'a AsRead,
}

pub(crate) fn run(arguments: Show, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let Show { kind, name, parameter, user, wide, mut reading, at, output_format } = arguments;
    let argument = kind.argument();
    let name = match (kind.asked(), name) {
        (Asked::All(_), Some(name)) => {
            return Err(Failure::new(format!("`show {argument}` lists all and takes no name; found `{name}`")));
        }
        (Asked::One(kind), None) => {
            let all = ShowKind::of_all(kind).map_or_else(String::new, ShowKind::argument);
            return Err(Failure::new(format!("`show {argument}` requires a name; `show {all}` lists all")));
        }
        (Asked::Parameter, None) => return Err(Failure::new(format!("`show {argument}` requires a name"))),
        (Asked::Job, None) => return Err(Failure::new("`show job` requires the path of a job script")),
        (Asked::Job, Some(file)) => {
            return jobs::show(Path::new(&file), reading, at, user, output_format, terminal);
        }
        (_, name) => name.unwrap_or_default(),
    };
    // As in other commands, the default is the cluster of the current directory.
    let folder = reading.cluster.get_or_insert_with(|| ".".into()).to_string_lossy().into_owned();
    let now = at.at;
    let (cluster, _) = strings::surroundings_as_read(reading, at, Overrides::default())?;
    let mut shown = match kind.asked() {
        Asked::Parameter => of_cluster(&cluster, &name)?,
        Asked::One(kind) => of_object(&cluster, kind, &name, parameter.as_deref(), &folder)?,
        // Returned above.
        Asked::Job => return Ok(ExitCode::SUCCESS),
        Asked::All(kind) => {
            let answer = answers::table(&cluster, kind, now.unwrap_or_else(arguments::now));
            match output_format {
                MergeFormat::Full => table::write(&answer, &argument, wide, terminal)?,
                MergeFormat::Json => {
                    strings::document(&table_document(&answer, &argument, cluster.written().view()), terminal)?
                }
            }
            return Ok(ExitCode::SUCCESS);
        }
    };
    let everything = terminal.verbose || parameter.is_some();
    if !everything && shown.object.is_some() {
        let is_set = |it: &Link| it.place.is_some() && it.value.is_some();
        shown.settings.retain(|it| it.effective.chain.iter().any(is_set));
    }
    match output_format {
        MergeFormat::Full => full::write(&shown, terminal)?,
        MergeFormat::Json => json::write(&shown, terminal)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn of_object<'a>(
    cluster: &'a AsRead,
    kind: ObjectKind,
    name: &'a str,
    parameter: Option<&str>,
    folder: &str,
) -> Result<Shown<'a>, Failure> {
    let mut object = answers::show(cluster, kind, name, parameter).map_err(|it| {
        if it.is_built_in {
            return Failure::new(format!("`{name}` is built into LSF; see `lsflint explain {name}`"));
        }
        let hint = it.similar.map_or(String::new(), |it| format!("; did you mean `{it}`?"));
        Failure::new(format!("unknown {} `{name}` in `{folder}`{hint}", kind.words()))
    })?;
    let settings = std::mem::take(&mut object.settings);
    if let Some(parameter) = parameter.filter(|_| settings.is_empty()) {
        let known = kind.sections().iter().filter_map(|(file, section)| lsflint_spec::section(*file, section));
        let names = known.flat_map(|it| it.params).map(|it| it.name);
        let hint = did_you_mean(parameter, names);
        return Err(Failure::new(format!("unknown {} parameter `{parameter}`{hint}", kind.words())));
    }
    Ok(Shown { kind: kind.words(), name, object: Some(object), settings, cluster })
}

/// A parameter of lsb.params or lsf.conf.
fn of_cluster<'a>(cluster: &'a AsRead, name: &'a str) -> Result<Shown<'a>, Failure> {
    let settings = answers::parameter(cluster, name);
    if settings.is_empty() {
        let names = answers::cluster_parameters().map(|it| it.name);
        let hint = did_you_mean(name, names);
        return Err(Failure::new(format!("`{name}` is not a documented parameter of lsb.params or lsf.conf{hint}")));
    }
    Ok(Shown { kind: "parameter", name, object: None, settings, cluster })
}
