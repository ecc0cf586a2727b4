--- Detects LSF files, for Neovim 0.8 or later. Earlier versions and Vim use the autocommands of ftdetect.
local names = require('lsflint.names')

local M = {}

--- The number of lines to search for a section or a mode line.
local LINES = 100

--- Whether a section or mode line identifies the text as an LSF file.
---@param lines string[]
function M.in_text(lines)
  for _, line in ipairs(lines) do
    local section = line:match('^%s*[Bb][Ee][Gg][Ii][Nn]%s+([%w_]+)%s*$') or line:match('^%s*[Bb][Ee][Gg][Ii][Nn]%s+([%w_]+)%s*#')
    if section and vim.tbl_contains(names.sections, section:lower()) then
      return true
    end
    local file = line:match('^%s*#.*lsflint:.*file=(%S+)')
    if file and (file == 'hosts' or M.by_name(file)) then
      return true
    end
  end
  return false
end

--- Whether the base name is that of an LSF file or of a template.
---@param name string
function M.by_name(name)
  local found = true
  while found do
    found = false
    for _, ending in ipairs(names.template_endings) do
      if name:sub(-#ending) == ending then
        name, found = name:sub(1, -#ending - 1), true
      end
    end
  end
  for _, prefix in ipairs(names.prefixes) do
    if #name > #prefix and name:sub(1, #prefix) == prefix then
      return true
    end
  end
  return vim.tbl_contains(names.names, name)
end

--- Adds the names of LSF files to `vim.filetype`.
function M.register()
  local filename, pattern = {}, {}
  for _, name in ipairs(names.names) do
    filename[name] = 'lsf'
    for _, ending in ipairs(names.template_endings) do
      -- Without this, the extension determines the type: `.j2` is Jinja.
      pattern['.*/' .. vim.pesc(name .. ending)] = { 'lsf', { priority = 10 } }
    end
  end
  for _, prefix in ipairs(names.prefixes) do
    pattern['.*/' .. vim.pesc(prefix) .. '.+'] = { 'lsf', { priority = 10 } }
  end
  -- With the lowest priority: files of other programs keep their types.
  pattern['.*'] = {
    function(_, buffer)
      if buffer and M.in_text(vim.api.nvim_buf_get_lines(buffer, 0, LINES, false)) then
        return 'lsf'
      end
    end,
    { priority = -math.huge },
  }
  vim.filetype.add({ filename = filename, pattern = pattern })
end

return M
