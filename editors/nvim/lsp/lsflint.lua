-- The configuration for `vim.lsp.enable('lsflint')` in Neovim 0.11 or later.
return require('lsflint.client').config()
