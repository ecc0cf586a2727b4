--- `:checkhealth lsflint`.
local M = {}

-- The functions were renamed in 0.10.
local health = vim.health or require('health')
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local warn = health.warn or health.report_warn
local fail = health.error or health.report_error
local info = health.info or health.report_info

local function program()
  local chosen = require('lsflint.options').get()
  local name = chosen.cmd[1]
  if vim.fn.executable(name) == 0 then
    fail(('cannot run `%s`'):format(name), { 'add its folder to PATH, or set the option `cmd`', ':help lsflint-install' })
    return
  end
  local version = vim.fn.system({ name, '--version' })
  if vim.v.shell_error ~= 0 then
    fail(('`%s --version` failed with exit code %d'):format(name, vim.v.shell_error))
    return
  end
  ok(('%s, from %s'):format(vim.trim(version), vim.fn.exepath(name)))
end

local function editor()
  if vim.fn.has('nvim-0.11') == 1 then
    ok('Neovim starts the server itself (vim.lsp.config)')
  elseif vim.fn.has('nvim-0.8') == 1 then
    ok('this Neovim starts the server through vim.lsp.start')
  else
    ok('this Neovim starts the server through vim.lsp.start_client')
  end
  if not vim.lsp.inlay_hint then
    info('inlay hints require Neovim 0.10')
  end
  if not vim.lsp.semantic_tokens then
    info('semantic tokens require Neovim 0.9; colors are those of the syntax file')
  end
end

local function parsers()
  if require('lsflint.treesitter').is_available() then
    ok('the parsers of tree-sitter are installed')
  elseif vim.fn.has('nvim-0.9') == 1 then
    info('the parsers of tree-sitter are not installed; colors are those of the syntax file, see `:help :LsfInstallParsers`')
  end
end

local function clients()
  local running = require('lsflint.client').clients()
  if #running == 0 then
    info('the server is not running; it starts when the first LSF file is opened')
  end
  for _, client in ipairs(running) do
    local buffers = vim.lsp.get_buffers_by_client_id and vim.lsp.get_buffers_by_client_id(client.id)
      or vim.tbl_keys(client.attached_buffers)
    ok(('server %d serves %d buffers below %s'):format(client.id, #buffers, client.config.root_dir or '-'))
  end
end

local function file_types()
  local found = vim.fn.getcompletion('lsf', 'filetype')
  if vim.tbl_contains(found, 'lsf') then
    ok('LSF files are recognised')
  else
    warn('unknown file type `lsf`', { 'add the folder of the plugin to runtimepath' })
  end
end

--- Called by Neovim.
function M.check()
  start('lsflint')
  program()
  editor()
  file_types()
  parsers()
  clients()
end

return M
