-- Neovim 0.11 and newer looks here for `vim.lsp.enable('lsflint')`.
return require('lsflint.client').config()
