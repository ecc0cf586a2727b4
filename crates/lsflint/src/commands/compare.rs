//! `compare`: compares what query commands display with the files.

mod json;
mod text;

use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

use lsflint_ide::answers::running::{self, Comparison, ShownAt};
use lsflint_model::{Place, View};
use lsflint_project::Overrides;

use crate::arguments::{At, Compare, CompareFormat};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

/// A comparison with what is needed to name places.
struct Shown<'a> {
    comparison: &'a Comparison,
    /// The names of the outputs.
    sources: &'a [String],
    /// The cluster as written.
    view: View<'a>,
}

impl Shown<'_> {
    /// The line of a place in the files.
    fn line(&self, place: &Place) -> usize {
        self.view.line_of(place).unwrap_or_default()
    }

    /// `conf/lsb.queues:12`.
    fn place(&self, place: &Place) -> String {
        format!("{}:{}", place.file, self.line(place))
    }

    /// `bqueues.txt:7`.
    fn shown_at(&self, at: ShownAt) -> String {
        format!("{}:{}", self.sources[at.source], at.line)
    }
}

pub(crate) fn run(arguments: Compare, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let Compare { files, partial, mut reading, output_format } = arguments;
    if files.iter().filter(|it| it.as_os_str() == "-").count() > 1 {
        return Err(Failure::new("stdin can be read only once; found `-` twice"));
    }
    let texts = files.iter().map(|it| text_of(it)).collect::<Result<Vec<(String, String)>, Failure>>()?;
    // As in other commands, the default is the cluster of the current directory.
    reading.cluster.get_or_insert_with(|| ".".into());
    let (cluster, _) = strings::surroundings_as_read(reading, At { at: None }, Overrides::default())?;
    let comparison = running::compare(&cluster, texts.iter().map(|it| it.1.as_str()), partial);
    let sources: Vec<String> = texts.into_iter().map(|it| it.0).collect();
    if comparison.is_empty() {
        let what = sources.join(", ");
        return Err(Failure::new(format!(
            "{what}: no output of a known command with configuration; see `lsflint compare --help`"
        )));
    }
    let shown = Shown { comparison: &comparison, sources: &sources, view: cluster.written().view() };
    match output_format {
        CompareFormat::Full => text::full(&shown, terminal)?,
        CompareFormat::Concise => text::concise(&shown, terminal)?,
        CompareFormat::Markdown => text::markdown(&shown, terminal)?,
        CompareFormat::Json => json::write(&shown, terminal)?,
    }
    Ok(ExitCode::from(u8::from(comparison.differs())))
}

/// The name and the text of an output.
fn text_of(file: &Path) -> Result<(String, String), Failure> {
    let is_stdin = file.as_os_str() == "-";
    let name = if is_stdin { "<stdin>".to_owned() } else { file.to_string_lossy().into_owned() };
    let mut bytes = Vec::new();
    let read = match is_stdin {
        true => io::stdin().read_to_end(&mut bytes).map(|_| ()),
        false => std::fs::read(file).map(|it| bytes = it),
    };
    read.map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    let text = lsflint_project::decode(bytes, &name).map_err(Failure::new)?.text;
    Ok((name, text.to_string()))
}
