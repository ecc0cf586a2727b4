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
    let mut generated = Vec::new();
    let mut command = with_values(Arguments::command());
    clap_complete::generate(arguments.shell, &mut command, "lsflint", &mut generated);
    let mut text = String::from_utf8_lossy(&generated).into_owned();
    match arguments.shell {
        Shell::Bash => text = bash(&text),
        Shell::Zsh => text = zsh(&text),
        Shell::Fish => text = fish(&text, &command),
        _ => {}
    }
    let mut out = terminal.plain_stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Stands for a list of codes in what the generator writes; a function of the script replaces it.
const CODES: &str = "LSFLINT_CODES";

/// The script for bash, with codes after a comma, and values after `--option=`: bash takes `=` for a word.
fn bash(generated: &str) -> String {
    let names = codes().into_keys().collect::<Vec<_>>().join(" ");
    let list = format!("COMPREPLY=($(compgen -W \"{CODES}\" -- \"${{cur}}\"))");
    let function = format!(
        "_lsflint_codes() {{\n    local word=\"${{cur##*,}}\"\n    \
         COMPREPLY=($(compgen -P \"${{cur%\"${{word}}\"}}\" -W \"{names}\" -- \"${{word}}\"))\n}}\n\n"
    );
    let previous = "    prev=\"$3\"\n";
    let beyond = "    if [[ \"${prev}\" == \"=\" ]]; then\n        prev=\"${COMP_WORDS[COMP_CWORD-2]}\"\n    fi\n";
    let script = generated.replace(&list, "_lsflint_codes");
    function + &script.replacen(previous, &format!("{previous}{beyond}"), 1)
}

/// The script for zsh, with codes after a comma, and with the options of the commands.
fn zsh(generated: &str) -> String {
    let mut function = "_lsflint_codes() {\n    _values -s , code \\\n".to_owned();
    for (name, help) in codes() {
        function.push_str(&format!("        {} \\\n", quoted(&format!("{name}[{}]", help.replace(']', "\\]")))));
    }
    function.push_str("        && return 0\n    return 1\n}\n\n");
    let script = generated.replace(&format!(":CODES:({CODES})"), ":CODES:_lsflint_codes");
    // Behind a command, its own `--output-format` counts, not the one of `lsflint --version`.
    let options = "_arguments \"${_arguments_options[@]}\" : ";
    let script = script.replacen(options, &options.replace(" : ", " -A '-*' : "), 1);
    // The first line is for the loader of completions.
    script.replacen("\n_lsflint() {", &format!("\n{function}_lsflint() {{"), 1)
}

/// The script for fish, with codes after a comma, and with the values of arguments without a flag, which the generator
/// leaves out.
fn fish(generated: &str, command: &Command) -> String {
    let mut text = "function __fish_lsflint_codes\n    \
                    set -l before (string replace -r '^--[^=]*=' '' -- (commandline -ct) | string match -r '^.*,')\n    \
                    printf \"$before%s\\t%s\\n\" \\\n"
        .to_owned();
    for (name, help) in codes() {
        text.push_str(&format!("        {name} {} \\\n", quoted(help)));
    }
    text.push_str("        | cat\nend\n\n");
    text.push_str(&generated.replace(&format!("-a \"{CODES}\\t''\""), "-a '(__fish_lsflint_codes)'"));
    text.push_str(
        "function __fish_lsflint_words\n    count (string match --invert -- '-*' (commandline -opc))\nend\n\n",
    );
    for command in command.get_subcommands() {
        for (number, argument) in command.get_positionals().enumerate() {
            // The program and the command are words, too. The values of options may be more.
            let place = match number {
                0 if command.get_positionals().count() == 1 => String::new(),
                0 => "; and test (__fish_lsflint_words) -eq 2".to_owned(),
                _ => format!("; and test (__fish_lsflint_words) -ge {}", number + 2),
            };
            for value in argument.get_possible_values() {
                let help = value.get_help().map(|it| format!(" -d {}", quoted(&it.to_string()))).unwrap_or_default();
                text.push_str(&format!(
                    "complete -c lsflint -n \"__fish_lsflint_using_subcommand {}{place}\" -f -a '{}'{help}\n",
                    command.get_name(),
                    value.get_name(),
                ));
            }
        }
    }
    text
}

/// A text in single quotes, as fish reads it; zsh does, too, when the text has neither quotes nor backslashes.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
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
    with_codes(command)
        .mut_subcommand("explain", |it| it.mut_arg("what", listed(explained())))
        .mut_subcommand("config", |it| it.mut_arg("key", listed(settings())))
        .mut_subcommand("show", |it| it.mut_arg("parameter", listed(parameters())))
}

/// Lists of codes in all commands.
fn with_codes(command: Command) -> Command {
    let is_list = |it: &Arg| matches!(it.get_id().as_str(), "select" | "ignore" | "extend_select");
    let of_codes = |it: Arg| {
        if is_list(&it) { it.value_parser(PossibleValuesParser::new([CODES])) } else { it }
    };
    command.mut_args(of_codes).mut_subcommands(with_codes)
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
