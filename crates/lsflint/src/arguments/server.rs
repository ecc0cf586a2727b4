//! The arguments of `server`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = SERVER_EXAMPLES)]
pub(crate) struct Server {
    /// Stdin and stdout are the only way to talk to the server; some editors name it all the same
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
    /// The process of the editor: when it ends, so does the server. Editors say it in the protocol, too
    #[arg(long = "clientProcessId", value_name = "PID", hide = true)]
    pub(crate) client_process: Option<u32>,
}

const SERVER_EXAMPLES: &str = "\
An editor starts this command; there is nothing to type. Set LSFLINT_LOG=debug for a log on stderr.

Settings of editors:
  vim.lsp.config('lsflint', { cmd = { 'lsflint', 'server' } })    Neovim
  (\"lsflint\" \"server\")                                          Emacs, in eglot-server-programs";
