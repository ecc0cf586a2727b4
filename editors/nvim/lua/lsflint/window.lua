--- The window that shows results.
local M = {}

local function buffer_of(name)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_valid(buffer) and vim.api.nvim_buf_get_name(buffer) == name then
      return buffer
    end
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buffer, name)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.keymap.set('n', 'q', '<cmd>close<cr>', { buffer = buffer, desc = 'Close' })
  return buffer
end

--- Shows text in a split that `q` closes; a second result of the same command replaces the first.
---@param title string
---@param lines string[]
---@param filetype string|nil
function M.show(title, lines, filetype)
  local buffer = buffer_of('lsflint://' .. title)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = filetype or ''
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
    return
  end
  vim.cmd('botright split')
  vim.api.nvim_win_set_buf(0, buffer)
  vim.api.nvim_win_set_height(0, math.min(#lines, math.max(8, math.floor(vim.o.lines / 2))))
end

--- Shows a warning.
function M.warn(text)
  vim.notify('lsflint: ' .. text, vim.log.levels.WARN)
end

return M
