--- Attaches buffers to the server. In 0.7 the plugin starts and attaches it, 0.8 has `vim.lsp.start`, and since 0.11 Neovim does both
--- with `vim.lsp.enable`.
local client = require('lsflint.client')
local options = require('lsflint.options')

local M = {}

--- Clients started by the plugin, by folder.
local by_root = {}

--- Whether the plugin has enabled the server (Neovim 0.11 or later).
local enabled = false

--- Whether the server is enabled in Neovim, by the plugin or by the user.
local function is_enabled()
  return enabled or vim.lsp.is_enabled ~= nil and vim.lsp.is_enabled(client.name)
end

local function is_ours(buffer)
  return vim.api.nvim_buf_is_loaded(buffer) and client.wants(buffer) and vim.bo[buffer].buftype == ''
end

local function start_by_hand(buffer, config)
  local root = config.root_dir
  local known = by_root[root] and vim.lsp.get_client_by_id(by_root[root])
  if not known or known.is_stopped() then
    config.on_exit = function()
      by_root[root] = nil
    end
    config.workspace_folders = { { uri = vim.uri_from_fname(root), name = root } }
    by_root[root] = vim.lsp.start_client(config)
  end
  if by_root[root] then
    vim.lsp.buf_attach_client(buffer, by_root[root])
  end
end

--- Attaches a buffer to a running server, or starts one.
---@param buffer number
function M.attach(buffer)
  if not is_ours(buffer) or not client.is_installed() then
    return
  end
  local config = client.config()
  config.filetypes = nil
  config.root_dir = client.root(vim.api.nvim_buf_get_name(buffer))
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    start_by_hand(buffer, config)
  end
end

--- Attaches all LSF files and scripts that submit jobs, now and when they are opened.
function M.automatically()
  local group = vim.api.nvim_create_augroup('lsflint', { clear = true })
  local by_neovim = vim.fn.has('nvim-0.11') == 1
  -- Options can be set after this file is loaded, so read them when the first LSF file is opened.
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = vim.list_extend({ 'lsf' }, client.shells),
    callback = function(event)
      if not options.get().autostart or not client.wants(event.buf) then
        return
      end
      if not by_neovim then
        M.attach(event.buf)
      elseif client.is_installed() and not is_enabled() then
        enabled = true
        vim.lsp.enable(client.name)
      end
    end,
  })
end

local function stop(it, by_force)
  if vim.fn.has('nvim-0.11') == 1 then
    it:stop(by_force)
  else
    it.stop(by_force)
  end
end

--- Calls `continue` when all clients have stopped. Kills clients that do not stop within three seconds.
local function when_gone(old, continue, waited)
  if #client.clients() == 0 or waited > 4000 then
    continue()
    return
  end
  if waited == 3000 then
    for _, it in ipairs(old) do
      stop(it, true)
    end
  end
  vim.defer_fn(function()
    when_gone(old, continue, waited + 20)
  end, 20)
end

--- Restarts the server for all LSF files in the background.
function M.restart()
  local old = client.clients()
  for _, it in ipairs(old) do
    -- An attached buffer would send requests to a server that is stopping.
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.lsp.buf_is_attached(buffer, it.id) then
        vim.lsp.buf_detach_client(buffer, it.id)
      end
    end
    stop(it, false)
  end
  when_gone(old, function()
    for _, it in ipairs(old) do
      -- Findings that arrived after the buffers were detached.
      vim.diagnostic.reset(vim.lsp.diagnostic.get_namespace(it.id))
    end
    if is_enabled() then
      vim.lsp.enable(client.name)
      return
    end
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      M.attach(buffer)
    end
  end, 0)
end

return M
