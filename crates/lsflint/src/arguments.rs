//! The command-line arguments, defined for clap. Help, completions and the manual page are generated from them.

mod aps;
mod at;
mod bug_report;
mod calendar;
mod check;
mod compare;
mod config;
mod elim;
mod explain;
mod export;
mod fmt;
mod hosts;
mod jobs;
mod merge;
mod plan;
mod policy;
mod server;
mod show;

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::styling::{AnsiColor, Styles};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use lsflint_lint::Profile;
use lsflint_model::Resource;
use lsflint_spec::{REQUIREMENT_CONSUMERS, RequirementConsumer, ResourceType, Target};

pub(crate) use aps::{Aps, ApsCheck, ApsExplain, ApsJobOptions, ApsSource, ExplainFormat};
pub(crate) use at::{At, now};
pub(crate) use bug_report::BugReport;
pub(crate) use calendar::Calendar;
pub(crate) use check::{Adopting, Check, FailOn, Fixing, OutputFormat};
pub(crate) use compare::{Compare, CompareFormat};
pub(crate) use config::{Config, Init};
pub(crate) use elim::{Elim, ElimCheckOutput, ElimPlan, PlanFormat};
pub(crate) use explain::{Explain, Rules};
pub(crate) use export::{Export, ExportFormat};
pub(crate) use fmt::Fmt;
pub(crate) use hosts::ResreqHosts;
pub(crate) use jobs::{SubmitCheck, Why};
pub(crate) use merge::{MergeFormat, ResreqMerge};
pub(crate) use plan::{ChangeFormat, Plan};
pub(crate) use policy::{Policy, PolicyTest};
pub(crate) use server::Server;
pub(crate) use show::{Asked, Show, ShowKind};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Finds errors in the configuration of IBM Spectrum LSF and explains how LSF handles them.
#[derive(Debug, Parser)]
#[command(name = "lsflint", styles = STYLES, max_term_width = 100, after_help = EXAMPLES)]
#[command(arg_required_else_help = true, disable_version_flag = true, override_usage = "lsflint [OPTIONS] <COMMAND>")]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    /// Print the version; with -v or --output-format json, also the build and the LSF reference it contains
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
    /// Output format of the version
    #[arg(long, value_enum, default_value_t = VersionFormat::Full, value_name = "FORMAT", requires = "version")]
    pub(crate) output_format: VersionFormat,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VersionFormat {
    /// One line
    Full,
    /// One JSON document
    Json,
}

const EXAMPLES: &str = "\
Examples:
  lsflint check                          everything below the current directory
  lsflint check /opt/lsf/conf            an installed cluster
  lsflint check lsb.queues               one file, in the context of its cluster
  lsflint explain duplicate-parameter    what a rule finds and why it matters
  lsflint resreq check 'select[mem>100] rusage[mem=100]'

Exit codes: 0 no findings at or above the fail level, 1 such findings, 2 lsflint failed.";

const GLOBAL: &str = "Global options";
const CLUSTER: &str = "Cluster and configuration";
const RULES: &str = "Rules";

/// Options common to all commands.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// When to use colours; NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN", help_heading = GLOBAL)]
    pub(crate) color: Color,
    /// Print findings only
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = GLOBAL)]
    pub(crate) quiet: bool,
    /// Print details to stderr: excluded files, skipped checks, elapsed time
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check configuration files, directories, and job scripts
    Check(Box<Check>),
    /// Format files and directories in place
    Fmt(Fmt),
    /// Explain a rule, parameter, resource, requirement section, or LSF message
    Explain(Box<Explain>),
    /// List all rules
    Rules(Rules),
    /// Check and evaluate resource requirement strings
    #[command(subcommand)]
    Resreq(Resreq),
    /// Check and evaluate absolute priority scheduling (APS)
    #[command(subcommand)]
    Aps(Aps),
    /// Check and plan external load indices (elims)
    #[command(subcommand)]
    Elim(Elim),
    /// Show the effective value of a parameter and where it comes from
    Show(Box<Show>),
    /// Show what a change of the configuration does, and what must be run
    Plan(Box<Plan>),
    /// Compare what LSF commands display with the files
    Compare(Compare),
    /// Show what changes in a week without a change of the files: time windows and #if branches
    Calendar(Calendar),
    /// Write the cluster as LSF reads it as data for other tools
    Export(Box<Export>),
    /// Show why LSF rejects the jobs of a script or does not start them
    Why(Why),
    /// Check a bsub command, for wrappers of bsub
    SubmitCheck(Box<SubmitCheck>),
    /// Test the policies of the site in lsflint.toml
    #[command(subcommand)]
    Policy(Policy),
    /// Print the syntax tree of a file, for bug reports
    Parse(Parse),
    /// Print the information needed to report a bug in lsflint; nothing is sent
    BugReport(BugReport),
    /// List and explain the settings of lsflint.toml
    Config(Config),
    /// Create an lsflint.toml
    Init(Init),
    /// Run the language server on stdin and stdout
    #[command(alias = "lsp")]
    Server(Server),
    /// Generate shell completions
    Completions(Completions),
    /// Generate the manual page
    Man(Man),
}

/// Options that select the cluster and its configuration.
#[derive(Debug, Clone, Args)]
pub(crate) struct Reading {
    /// Cluster configuration directory [default: the nearest one around each file, else the current directory]
    #[arg(long, help_heading = CLUSTER, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) cluster: Option<PathBuf>,
    /// Use this lsflint.toml for all files [default: the nearest one in a parent directory]
    #[arg(long, help_heading = CLUSTER, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Ignore all lsflint.toml files
    #[arg(long, help_heading = CLUSTER)]
    pub(crate) no_config: bool,
    /// LSF version of the configuration: 10.1.0.14, 10.1, 9.1.3..10.1, openlava-4 ... [default: from lsflint.toml,
    /// then LSF_VERSION in lsf.conf, then the latest 10.1]
    #[arg(long, help_heading = CLUSTER, value_name = "VERSION", value_parser = str::parse::<Target>)]
    pub(crate) target: Option<Target>,
}

/// Options that select rules.
#[derive(Debug, Args)]
pub(crate) struct Selecting {
    /// Preset that the other options extend: default, ci, pedantic, portable, migration [default: `profile` in
    /// lsflint.toml]
    #[arg(long, help_heading = RULES, value_name = "NAME", value_parser = str::parse::<&Profile>)]
    pub(crate) profile: Option<&'static Profile>,
    /// Run only these rules (codes, code prefixes, names, or ALL), regardless of the selection in lsflint.toml
    #[arg(long, help_heading = RULES, value_name = "CODES", value_delimiter = ',')]
    pub(crate) select: Option<Vec<String>>,
    /// Disable these rules
    #[arg(long, help_heading = RULES, value_name = "CODES", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Enable these rules in addition
    #[arg(long, help_heading = RULES, value_name = "CODES", value_delimiter = ',')]
    pub(crate) extend_select: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// A table
    Full,
    /// One JSON document
    Json,
}

#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  lsflint resreq check 'select[mem>100] rusage[mem=100]'
  lsflint resreq merge --queue 'select[linux] rusage[mem=500]' --job 'rusage[mem=100]'
  lsflint resreq hosts 'select[bigmem]' --queue @normal --cluster /opt/lsf/conf")]
pub(crate) enum Resreq {
    /// Check resource requirement strings
    Check(Box<ResreqCheck>),
    /// Merge the requirements of a queue, application profile and job, and show the steps
    Merge(Box<ResreqMerge>),
    /// Show which configured hosts can match a requirement, which cannot, and why
    Hosts(Box<ResreqHosts>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint resreq check 'select[type==any] rusage[mem=500]'
  lsflint resreq check 'rusage[lic=1]' --define lic:numeric,shared
  lsflint resreq check 'select[bigmem]' --cluster /opt/lsf/conf
  lsflint resreq check --output-format json < requirements.txt
  lsflint resreq check --command lsload 'select[mem>100] order[ut]'
  lsflint resreq check --compat bsub 'select[type==local] select[mem>1]'

Without --cluster and --define, unknown resource names are not reported.")]
pub(crate) struct ResreqCheck {
    /// Resource requirement strings [default: read from stdin, one per line]
    #[arg(value_name = "STRING")]
    pub(crate) strings: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t = StringFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: StringFormat,
    /// Use strict syntax [default: LSF_STRICT_RESREQ of the cluster, else strict]
    #[arg(long, overrides_with = "no_strict")]
    pub(crate) strict: bool,
    /// Use the syntax of LSF_STRICT_RESREQ=N
    #[arg(long, overrides_with = "strict")]
    pub(crate) no_strict: bool,
    /// Define a resource: KIND is boolean, string, numeric or dynamic, optionally with `,shared` and `,nonconsumable`
    #[arg(long, value_name = "NAME:KIND", value_parser = str::parse::<Definition>)]
    pub(crate) define: Vec<Definition>,
    /// Check the string for the option -R of this command, which may ignore sections [default: bsub]
    #[arg(long, value_name = "COMMAND", value_parser = command())]
    pub(crate) command: Option<&'static RequirementConsumer>,
    /// Check the string for a job that has started, with `--command bmod`
    #[arg(long, requires = "command")]
    pub(crate) running: bool,
    /// Imitate the checks and the output of another program
    #[arg(long, value_enum, value_name = "PROGRAM", conflicts_with = "command")]
    pub(crate) compat: Option<Compat>,
}

/// The commands of [`ResreqCheck::command`].
fn command() -> impl TypedValueParser<Value = &'static RequirementConsumer> {
    let names = REQUIREMENT_CONSUMERS.iter().filter_map(|it| it.name.strip_suffix(" -R"));
    PossibleValuesParser::new(names)
        .map(|it| lsflint_spec::requirement_command(&it).expect("one of the possible values"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StringFormat {
    /// Source excerpts with effect and help
    Full,
    /// file:line:col: code severity message
    Concise,
    /// One JSON document
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compat {
    /// bsub with BSUB_CHK_RESREQ: only the select section, with strict syntax
    Bsub,
}

/// A resource defined on the command line.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) resource: Resource,
}

impl FromStr for Definition {
    type Err = String;

    fn from_str(text: &str) -> Result<Definition, String> {
        let (name, kind) =
            text.split_once(':').filter(|it| !it.0.is_empty()).ok_or("expected NAME:KIND, for example lic:numeric")?;
        let mut words = kind.split(',').map(str::trim);
        let numeric = Resource {
            kind: Some(ResourceType::Numeric),
            reading: Some(lsflint_spec::Reading::Static),
            consumable: Some(true),
            shared: Some(false),
            order: Some(true),
            defined: Some(true),
            ..Resource::default()
        };
        let fact = Resource { consumable: Some(false), order: Some(false), ..numeric };
        let mut resource = match words.next().unwrap_or_default() {
            "numeric" => numeric,
            // At submission, LSF does not know whether a dynamic numeric resource is defined on a host.
            "dynamic" => Resource { reading: Some(lsflint_spec::Reading::Dynamic), defined: Some(false), ..numeric },
            "boolean" => Resource { kind: Some(ResourceType::Boolean), ..fact },
            "string" => Resource { kind: Some(ResourceType::String), ..fact },
            other => return Err(format!("unknown kind `{other}`; expected boolean, string, numeric or dynamic")),
        };
        for word in words {
            match word {
                "shared" => resource.shared = Some(true),
                "nonconsumable" => resource.consumable = Some(false),
                other => return Err(format!("unknown attribute `{other}`; expected shared or nonconsumable")),
            }
        }
        Ok(Definition { name: name.to_owned(), resource })
    }
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint parse lsb.queues
  lsflint parse notes.txt --kind lsb.queues
  echo 'LSF_LIM_PORT=7869' | lsflint parse - --kind lsf.conf")]
pub(crate) struct Parse {
    /// The file to parse; `-` is stdin
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The kind of LSF file, by its usual name [default: detected]
    #[arg(long, value_name = "NAME")]
    pub(crate) kind: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint completions bash > ~/.local/share/bash-completion/completions/lsflint
  lsflint completions zsh > \"${fpath[1]}/_lsflint\"")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint man | man -l -
  lsflint man --folder ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write one page per command into this directory instead of printing a single page
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: Option<PathBuf>,
}
