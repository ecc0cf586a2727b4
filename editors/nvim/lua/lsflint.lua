--- lsflint for Neovim. The plugin works without any call; `setup` is for those who want something else.
local M = {}

--- Sets options, `:help lsflint-options`. Call it before the first LSF file is opened, or run `:LsfRestart` afterwards.
---@param options table|nil
function M.setup(options)
  require('lsflint.options').set(options or {})
end

return M
