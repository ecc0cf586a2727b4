--- Options. `vim.g.lsflint` and `require('lsflint').setup` take the same table; `setup` has precedence.
local M = {}

M.defaults = {
  --- The command of the server. Its first word also runs `explain`, `parse` and other commands.
  cmd = { 'lsflint', 'server' },
  --- Start the server when an LSF file is opened.
  autostart = true,
  --- Also attach shell scripts that have `#BSUB` lines or call `bsub`.
  scripts = true,
  --- Files that mark the root folder; the first one found applies.
  root_markers = { 'lsflint.toml', 'lsf.conf', '.git' },
  --- Show inlay hints (Neovim 0.10).
  inlay_hints = true,
  --- Show code lenses.
  code_lens = true,
  --- Change the names of Begin and End together (Neovim 0.12).
  linked_editing = true,
  --- Highlight with tree-sitter if its parsers are installed (Neovim 0.9).
  treesitter = true,
  --- Settings of the server.
  settings = {},
  --- Called with the client and the buffer after the server has attached.
  on_attach = nil,
  --- Additional capabilities of other plugins, such as completion with snippets.
  capabilities = nil,
}

local chosen = {}

--- Stores the arguments of `setup` and warns about unknown options.
function M.set(options)
  local known = vim.tbl_extend('force', { on_attach = true, capabilities = true }, M.defaults)
  for name in pairs(options) do
    if known[name] == nil then
      vim.notify(('lsflint: unknown option `%s`, see :help lsflint-options'):format(name), vim.log.levels.WARN)
    end
  end
  chosen = options
end

--- The current options.
function M.get()
  return vim.tbl_deep_extend('force', M.defaults, vim.g.lsflint or {}, chosen)
end

return M
