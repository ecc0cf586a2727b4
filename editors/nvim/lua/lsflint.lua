--- lsflint for Neovim. Calling `setup` is optional; it changes the defaults.
local M = {}

--- Sets options, `:help lsflint-options`. Call it before the first LSF file is opened, or run `:LsfRestart` after the call.
---@param options table|nil
function M.setup(options)
  require('lsflint.options').set(options or {})
end

return M
