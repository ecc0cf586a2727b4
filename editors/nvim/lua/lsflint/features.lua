--- Enables features in a buffer after the server has attached, if Neovim supports them.
local options = require('lsflint.options')

local M = {}

local function inlay_hints(client, buffer)
  if vim.lsp.inlay_hint and require('lsflint.client').supports(client, 'textDocument/inlayHint') then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
end

local function code_lenses(client, buffer)
  if not require('lsflint.client').supports(client, 'textDocument/codeLens') then
    return
  end
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  local group = vim.api.nvim_create_augroup('lsflint.code_lens.' .. buffer, { clear = true })
  local function refresh()
    -- A reloaded file is opened again after this event.
    vim.schedule(function()
      if vim.api.nvim_buf_is_loaded(buffer) then
        vim.api.nvim_buf_call(buffer, function()
          -- 0.7 uses the current buffer, later versions use the argument.
          vim.lsp.codelens.refresh({ bufnr = buffer })
        end)
      end
    end)
  end
  -- CursorHold, because Neovim ignores a refresh while another one is running, and discards lenses of a file that is reloaded meanwhile.
  vim.api.nvim_create_autocmd({ 'BufEnter', 'BufReadPost', 'CursorHold', 'InsertLeave', 'TextChanged' }, {
    group = group,
    buffer = buffer,
    callback = refresh,
  })
  refresh()
end

local function linked_editing(client)
  local linked = vim.lsp.linked_editing_range
  if linked and require('lsflint.client').supports(client, 'textDocument/linkedEditingRange') then
    linked.enable(true, { client_id = client.id })
  end
end

--- Options that Neovim sets automatically since 0.8.
local function completion_and_tags(buffer)
  if vim.fn.has('nvim-0.8') == 0 then
    vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
    vim.bo[buffer].tagfunc = 'v:lua.vim.lsp.tagfunc'
  end
end

--- Enables the features selected by options.
function M.enable(client, buffer)
  local chosen = options.get()
  completion_and_tags(buffer)
  if chosen.inlay_hints then
    inlay_hints(client, buffer)
  end
  if chosen.code_lens then
    code_lenses(client, buffer)
  end
  if chosen.linked_editing then
    linked_editing(client)
  end
end

return M
