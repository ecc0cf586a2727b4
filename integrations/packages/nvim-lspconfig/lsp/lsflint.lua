---@brief
---
--- https://github.com/OWNER/lsflint
---
--- Language server for the configuration of IBM Spectrum LSF: `lsb.queues`, `lsf.cluster`, `lsf.conf` and others. Install it with
--- one of:
---
--- ```sh
--- pipx install lsflint
--- cargo install lsflint
--- ```
---
--- Nvim does not detect the files of LSF. Add this to your configuration, or install the plugin of the repository, which also
--- has syntax files, commands and support for job scripts:
---
--- ```lua
--- vim.filetype.add({
---   pattern = {
---     ['.*/lsb%.[a-z]+'] = 'lsf',
---     ['.*/lsf%.conf'] = 'lsf',
---     ['.*/lsf%.shared'] = 'lsf',
---     ['.*/lsf%.cluster'] = 'lsf',
---     ['.*/lsf%.cluster%..+'] = 'lsf',
---   },
--- })
--- ```
---
--- The settings are those of the extension for VS Code, without the prefix of the first level:
---
--- ```lua
--- vim.lsp.config('lsflint', {
---   settings = { lsflint = { target = '10.1.0.14', ignore = { 'P002' } } },
--- })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'lsflint', 'server' },
  filetypes = { 'lsf' },
  root_markers = { 'lsflint.toml', 'lsf.conf', '.git' },
  capabilities = {
    workspace = {
      -- Nvim 0.12 announces the refresh of pulled diagnostics, but does not pull them. Without it, the server pushes them.
      diagnostics = { refreshSupport = false },
    },
  },
  settings = {},
}
