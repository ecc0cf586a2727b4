//! Starts `lsflint server` for LSF files in Zed.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{register_extension, Command, Extension, LanguageServerId, Result, Worktree};

struct Lsf;

impl Extension for Lsf {
    fn new() -> Lsf {
        Lsf
    }

    /// The command of the settings (`lsp.lsflint.binary`), or `lsflint` in the PATH of the project.
    fn language_server_command(&mut self, server: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree).ok().and_then(|it| it.binary);
        let (path, arguments) = binary.map_or((None, None), |it| (it.path, it.arguments));
        let command = path.or_else(|| worktree.which("lsflint")).ok_or(
            "lsflint is not in the PATH: install it with `cargo install --path crates/lsflint --locked`, or set \
             `lsp.lsflint.binary.path` in the settings",
        )?;
        let args = arguments.unwrap_or_else(|| vec!["server".to_owned()]);
        Ok(Command { command, args, env: worktree.shell_env() })
    }
}

register_extension!(Lsf);
