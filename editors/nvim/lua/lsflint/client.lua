--- The configuration of the client, for all versions of Neovim since 0.7.
local options = require('lsflint.options')

local M = {}

--- The name of the client.
M.name = 'lsflint'

--- The root folder: the nearest parent folder with a marker, in the order of markers; otherwise the folder of the file.
---@param path string
function M.root(path)
  local start = vim.fn.fnamemodify(path, ':p:h')
  for _, marker in ipairs(options.get().root_markers) do
    local folder = start
    while true do
      local there = folder:gsub('/$', '') .. '/' .. marker
      if vim.fn.filereadable(there) == 1 or vim.fn.isdirectory(there) == 1 then
        return folder
      end
      local above = vim.fn.fnamemodify(folder, ':h')
      if above == folder then
        break
      end
      folder = above
    end
  end
  return start
end

--- The file types of shell scripts.
M.shells = { 'sh', 'bash', 'zsh', 'ksh' }

--- Whether a buffer is an LSF file, or a shell script that submits jobs.
---@param buffer number
function M.wants(buffer)
  local filetype = vim.bo[buffer].filetype
  if filetype == 'lsf' then
    return true
  end
  if not options.get().scripts or not vim.tbl_contains(M.shells, filetype) then
    return false
  end
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 10000, false)) do
    if line:find('^%s*#BSUB[%s-]') or line:find('%f[%w_]bsub%s') then
      return true
    end
  end
  return false
end

--- Whether the server is installed. Warns once if it is not.
function M.is_installed()
  local program = options.get().cmd[1]
  if vim.fn.executable(program) == 1 then
    return true
  end
  if vim.notify_once then
    vim.notify_once(('lsflint: `%s` is not installed, see :help lsflint-install'):format(program), vim.log.levels.WARN)
  end
  return false
end

--- The clients of lsflint, optionally only of one buffer.
---@param buffer number|nil
function M.clients(buffer)
  local all
  if vim.lsp.get_clients then
    all = vim.lsp.get_clients({ name = M.name, bufnr = buffer })
  else
    all = buffer and vim.tbl_values(vim.lsp.buf_get_clients(buffer)) or vim.lsp.get_active_clients()
  end
  return vim.tbl_filter(function(client)
    return client.name == M.name
  end, all)
end

--- Whether the server supports a feature.
function M.supports(client, method)
  -- A method of the object since 0.11, a function in it before.
  if vim.fn.has('nvim-0.11') == 1 then
    return client:supports_method(method)
  end
  return client.supports_method and client.supports_method(method) or false
end

local function attached(client, buffer)
  require('lsflint.features').enable(client, buffer)
  local callback = options.get().on_attach
  if callback then
    callback(client, buffer)
  end
end

--- The capabilities of this Neovim, without those that do not work well.
local function capabilities(chosen)
  local able = vim.lsp.protocol.make_client_capabilities()
  -- Neovim 0.12 supports refreshes of pulled findings, but does not pull those of open files. So the server pushes findings.
  able.workspace.diagnostics = { refreshSupport = false }
  return vim.tbl_deep_extend('force', able, chosen.capabilities or {})
end

--- The configuration of the client, for `vim.lsp.config`, `vim.lsp.start` and `vim.lsp.start_client`.
function M.config()
  local chosen = options.get()
  local config = {
    name = M.name,
    cmd = chosen.cmd,
    filetypes = vim.list_extend({ 'lsf' }, M.shells),
    settings = { lsflint = chosen.settings },
    init_options = chosen.settings,
    capabilities = capabilities(chosen),
    on_attach = attached,
  }
  if vim.tbl_isempty(chosen.settings) then
    -- An empty Lua table would be sent as an empty list.
    config.settings = { lsflint = vim.empty_dict() }
    config.init_options = vim.empty_dict()
  end
  if vim.fn.has('nvim-0.11') == 1 then
    config.root_dir = function(buffer, start)
      -- Neovim does not start the server for a buffer without a root.
      if M.wants(buffer) then
        start(M.root(vim.api.nvim_buf_get_name(buffer)))
      end
    end
  end
  return config
end

return M
