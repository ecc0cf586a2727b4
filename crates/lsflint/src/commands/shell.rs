//! `completions`: prints shell completions, generated from the command-line definition.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use lsflint_project::config_options;
use lsflint_spec::FileKind;

use crate::arguments::{Arguments, Completions};
use crate::output::{Failure, Terminal};

/// Prints the completions of a shell.
pub(crate) fn completions(arguments: &Completions, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut with_values(Arguments::command()), "lsflint", &mut text);
    if arguments.shell == Shell::Fish {
        // The generator for fish leaves out the values of arguments without a flag.
        for (command, values) in [("explain", explained()), ("config", settings())] {
            for (value, help) in values {
                let help = help.replace('\\', "\\\\").replace('\'', "\\'");
                let line = format!(
                    "complete -c lsflint -n \"__fish_lsflint_using_subcommand {command}\" -f -a '{value}' -d '{help}'\n"
                );
                text.extend_from_slice(line.as_bytes());
            }
        }
    }
    let mut out = terminal.plain_stdout();
    out.write_all(&text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Values with a description, by name.
type Values = BTreeMap<&'static str, &'static str>;

/// The command line with the values that only completions list: the arguments also take other ones.
fn with_values(command: Command) -> Command {
    let listed = |values: Values| {
        let values = values.into_iter().map(|(name, help)| PossibleValue::new(name).help(help));
        let values: Vec<PossibleValue> = values.collect();
        move |argument: Arg| argument.value_parser(PossibleValuesParser::new(values.clone()))
    };
    let check = |mut command: Command| {
        for name in ["select", "ignore", "extend_select"] {
            command = command.mut_arg(name, listed(codes()));
        }
        command
    };
    command
        .mut_subcommand("check", check)
        .mut_subcommand("explain", |it| it.mut_arg("what", listed(explained())))
        .mut_subcommand("config", |it| it.mut_arg("key", listed(settings())))
        .mut_subcommand("show", |it| it.mut_arg("parameter", listed(parameters())))
}

/// The families and the codes of the rules.
fn codes() -> Values {
    let rules = || lsflint_rules::all().iter().map(|it| &it.meta);
    // A code begins with the letter of its family.
    let families = rules().map(|it| (&it.code[..1], it.family.title()));
    families.chain(rules().map(|it| (it.code, it.name))).collect()
}

/// What `explain` knows: families and rules, files, and parameters with their columns.
fn explained() -> Values {
    let files = FileKind::ALL.iter().map(|it| (it.name(), "file"));
    parameters().into_iter().chain(files).chain(codes()).collect()
}

fn parameters() -> Values {
    let kinds = FileKind::ALL.iter().rev();
    let params = kinds.flat_map(|kind| {
        let sections = kind.spec().sections.iter();
        sections.flat_map(|it| it.params).map(|it| (it.name, kind.name()))
    });
    params.filter(|it| it.0.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')).collect()
}

fn settings() -> Values {
    config_options().iter().map(|it| (it.name, it.summary())).collect()
}
