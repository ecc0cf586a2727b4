--- Highlighting with tree-sitter, for Neovim 0.9 or later. It requires the parsers `lsf` and `lsf_requirement`, which
--- `:LsfInstallParsers` compiles from `editors/tree-sitter-lsf`. Without them, the syntax file is used.
local M = {}

--- The parsers and their folders in `editors/tree-sitter-lsf`.
local PARSERS = { lsf = 'lsf', lsf_requirement = 'requirement' }

--- Whether this Neovim has the interface, and both parsers are in its runtime path.
function M.is_available()
  if vim.fn.has('nvim-0.9') == 0 then
    return false
  end
  for name in pairs(PARSERS) do
    if #vim.api.nvim_get_runtime_file('parser/' .. name .. '.*', false) == 0 then
      return false
    end
  end
  return true
end

--- Highlights LSF files when they are opened, if the option `treesitter` is on.
function M.automatically()
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('lsflint.treesitter', { clear = true }),
    pattern = 'lsf',
    callback = function(event)
      if require('lsflint.options').get().treesitter and M.is_available() then
        vim.treesitter.start(event.buf, 'lsf')
      end
    end,
  })
end

--- The folder of the grammars in the checkout that contains this plugin.
local function sources()
  local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h:h')
  return vim.fn.resolve(here) .. '/../tree-sitter-lsf'
end

--- Compiles the parsers with the C compiler `$CC`, or `cc`. Returns an error message if that fails.
---@param folder string|nil the folder of the grammars
---@param target string|nil the folder of the libraries
---@return string|nil
function M.install(folder, target)
  folder = folder or sources()
  target = target or vim.fn.stdpath('data') .. '/site/parser'
  if vim.fn.isdirectory(folder) == 0 then
    return ('there is no folder %s; give the folder `editors/tree-sitter-lsf` of a checkout'):format(folder)
  end
  local compiler = vim.env.CC or 'cc'
  if vim.fn.executable(compiler) == 0 then
    return ('cannot run the C compiler `%s`; install one, or set CC'):format(compiler)
  end
  vim.fn.mkdir(target, 'p')
  for name, part in pairs(PARSERS) do
    local source = folder .. '/' .. part .. '/src'
    local command = { compiler, '-O2', '-std=c11', '-fPIC', '-shared', '-I', source, '-o', target .. '/' .. name .. '.so' }
    vim.list_extend(command, vim.fn.glob(source .. '/*.c', false, true))
    local output = vim.fn.system(command)
    if vim.v.shell_error ~= 0 then
      return ('cannot compile %s: %s'):format(name, output)
    end
  end
end

return M
