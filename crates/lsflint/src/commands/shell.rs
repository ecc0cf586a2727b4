//! `completions` and `man`: made from the definition of the command line.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::output::{Failure, Terminal};

/// Prints the completions of a shell.
pub(crate) fn completions(arguments: &Completions, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "lsflint", &mut text);
    let mut out = terminal.plain_stdout();
    out.write_all(&text)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page: the whole program first, then every command.
pub(crate) fn man(terminal: &Terminal) -> Result<ExitCode, Failure> {
    let mut out = terminal.plain_stdout();
    let mut program = Arguments::command();
    program.build();
    clap_mangen::Man::new(program.clone()).render(&mut out)?;
    commands(&program, &mut out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn commands(above: &clap::Command, out: &mut dyn Write) -> std::io::Result<()> {
    for command in above.get_subcommands().filter(|it| it.get_name() != "help") {
        let name = command.get_bin_name().unwrap_or(command.get_name()).to_uppercase();
        writeln!(out, ".SH \"{name}\"")?;
        let man = clap_mangen::Man::new(command.clone());
        man.render_synopsis_section(out)?;
        man.render_description_section(out)?;
        man.render_options_section(out)?;
        man.render_extra_section(out)?;
        commands(command, out)?;
    }
    Ok(())
}
