//! The binary `lsflint`: arguments, dispatch, exit codes.
//!
//! Exit codes: `0` no findings, `1` findings at or above the fail level, `2` the command failed. Findings are written
//! to stdout, everything else to stderr.

mod arguments;
mod commands;
mod output;
mod progress;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use crate::arguments::{Aps, Arguments, Command, Elim, Policy, Resreq};
use crate::output::{Failure, Terminal};

/// Syntax trees consist of many small allocations: with this allocator, parsing and checking is 20 % faster than with
/// the system allocator (measured).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    lsflint_project::install_panic_hook(|message| {
        eprintln!("lsflint: internal error: {message}");
        eprintln!(
            "This is a bug in lsflint, not in your configuration. Please report it with the command you ran and the \
             output of `lsflint bug-report`."
        );
    });
    // The panic hook has printed the message, so only the exit code is set.
    std::panic::catch_unwind(run).unwrap_or(ExitCode::from(2))
}

fn run() -> ExitCode {
    let Arguments { global, version, output_format, command } = Arguments::parse();
    let terminal = Terminal::new(&global);
    let done = match command {
        _ if version => commands::version::run(output_format, &terminal),
        None => Arguments::command().error(ErrorKind::MissingSubcommand, "missing command").exit(),
        Some(command) => run_command(command, &terminal),
    };
    match done {
        Ok(code) => code,
        Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            terminal.error(&message);
            ExitCode::from(2)
        }
    }
}

fn run_command(command: Command, terminal: &Terminal) -> Result<ExitCode, Failure> {
    match command {
        Command::Check(arguments) => commands::check::run(arguments, terminal),
        Command::Fmt(arguments) => commands::fmt::run(arguments, terminal),
        Command::Explain(arguments) => commands::explain::run(*arguments, terminal),
        Command::Rules(arguments) => commands::rules::run(&arguments, terminal),
        Command::Resreq(Resreq::Check(arguments)) => commands::resreq::check(*arguments, terminal),
        Command::Resreq(Resreq::Merge(arguments)) => commands::resreq::merge(*arguments, terminal),
        Command::Resreq(Resreq::Hosts(arguments)) => commands::resreq::hosts(*arguments, terminal),
        Command::Aps(Aps::Check(arguments)) => commands::aps::check(*arguments, terminal),
        Command::Aps(Aps::Explain(arguments)) => commands::aps::explain(*arguments, terminal),
        Command::Elim(Elim::Plan(arguments)) => commands::elim::plan(*arguments, terminal),
        Command::Elim(Elim::CheckOutput(arguments)) => commands::elim::check_output(*arguments, terminal),
        Command::Show(arguments) => commands::show::run(*arguments, terminal),
        Command::Plan(arguments) => commands::plan::run(*arguments, terminal),
        Command::Compare(arguments) => commands::compare::run(arguments, terminal),
        Command::Calendar(arguments) => commands::calendar::run(arguments, terminal),
        Command::Export(arguments) => commands::export::run(*arguments, terminal),
        Command::Why(arguments) => commands::jobs::why(arguments, terminal),
        Command::SubmitCheck(arguments) => commands::jobs::submit_check(*arguments, terminal),
        Command::Policy(Policy::Test(arguments)) => commands::policy::test(&arguments, terminal),
        Command::Parse(arguments) => commands::parse::run(&arguments, terminal),
        Command::BugReport(arguments) => commands::bug_report::run(arguments, terminal),
        Command::Config(arguments) => commands::config::run(&arguments, terminal),
        Command::Init(arguments) => commands::init::run(&arguments, terminal),
        Command::Server(arguments) => commands::server::run(&arguments),
        Command::Completions(arguments) => commands::shell::completions(&arguments, terminal),
        Command::Man(arguments) => commands::man::run(&arguments, terminal),
    }
}
