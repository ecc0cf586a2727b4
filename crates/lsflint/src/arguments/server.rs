//! The arguments of `server`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = SERVER_EXAMPLES)]
pub(crate) struct Server {
    /// Accepted because some editors pass it; stdin and stdout are the only transport
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
    /// Process ID of the editor; the server exits when this process ends. Also part of the protocol
    #[arg(long = "clientProcessId", value_name = "PID", hide = true)]
    pub(crate) client_process: Option<u32>,
}

const SERVER_EXAMPLES: &str = "\
This command is started by an editor. Set LSFLINT_LOG=debug to log to stderr.

Editor settings:
  vim.lsp.config('lsflint', { cmd = { 'lsflint', 'server' } })    Neovim
  (\"lsflint\" \"server\")                                          Emacs, in eglot-server-programs";
