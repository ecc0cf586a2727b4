-- Defines commands and attaches LSF files to the server. All other modules are loaded when needed.
if vim.g.loaded_lsflint or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_lsflint = true

require('lsflint.commands').define()
require('lsflint.ask').register()
require('lsflint.attach').automatically()
require('lsflint.treesitter').automatically()
