--- What a user can choose. `vim.g.lsflint` and `require('lsflint').setup` take the same table; the latter wins.
local M = {}

M.defaults = {
  --- The server and how it is started. Its first word also runs `explain`, `parse` and the other commands.
  cmd = { 'lsflint', 'server' },
  --- Start the server when an LSF file is opened.
  autostart = true,
  --- Files that mark the folder a server works in; the first that is found counts.
  root_markers = { 'lsflint.toml', 'lsf.conf', '.git' },
  --- Show inlay hints, where Neovim can (0.10).
  inlay_hints = true,
  --- Show code lenses.
  code_lens = true,
  --- Change the names of Begin and End together, where Neovim can (0.12).
  linked_editing = true,
  --- Settings of the server.
  settings = {},
  --- Called with the client and the buffer after the server has attached.
  on_attach = nil,
  --- Capabilities that other plugins add, such as completion with snippets.
  capabilities = nil,
}

local chosen = {}

--- Remembers what `setup` was given and complains about words it does not know.
function M.set(options)
  local known = vim.tbl_extend('force', { on_attach = true, capabilities = true }, M.defaults)
  for name in pairs(options) do
    if known[name] == nil then
      vim.notify(('lsflint: unknown option `%s`; see :help lsflint-options'):format(name), vim.log.levels.WARN)
    end
  end
  chosen = options
end

--- The options as they are now.
function M.get()
  return vim.tbl_deep_extend('force', M.defaults, vim.g.lsflint or {}, chosen)
end

return M
