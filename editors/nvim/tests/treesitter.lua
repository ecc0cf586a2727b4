--- Compares the captures of treesitter.txt with those of this Neovim, and checks the other queries. $LSFLINT_OUT gets the
--- differences. The parsers are in the runtime path.
local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
local treesitter = require('lsflint.treesitter')
local differences, checked = {}, 0

local function difference(...)
  table.insert(differences, string.format(...))
end

--- The captures at a place, also of injected languages, except that of the whole file.
local function captures(row, column)
  local names = {}
  for _, it in ipairs(vim.treesitter.get_captures_at_pos(0, row, column)) do
    if not it.capture:match('^_') and it.capture ~= 'spell' then
      table.insert(names, it.capture)
    end
  end
  return table.concat(names, ' ')
end

local function compare(name, lines, wanted)
  vim.cmd('silent edit! ' .. vim.fn.fnameescape(vim.fn.tempname() .. '/' .. name))
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
  vim.cmd('filetype detect')
  if not vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] then
    difference('%s is not highlighted with tree-sitter', name)
    return
  end
  vim.treesitter.get_parser(0):parse(true)
  for _, it in ipairs(wanted) do
    for column = it.from, it.to do
      local found = captures(it.row, column)
      if found ~= it.capture then
        difference('treesitter.txt:%d: column %d is `%s`, not `%s`', it.number, column + 1, found, it.capture)
        break
      end
    end
    checked = checked + 1
  end
  vim.wo.foldmethod = 'expr'
  vim.wo.foldexpr = 'v:lua.vim.treesitter.foldexpr()'
  vim.cmd('normal! zx')
  local begin = vim.fn.search('^Begin', 'cw')
  vim.wait(5000, function()
    return vim.fn.foldlevel(begin + 1) > 0
  end, 10)
  if vim.fn.foldlevel(begin + 1) == 0 then
    difference('%s: sections are not folded', name)
  end
  checked = checked + 1
end

if not treesitter.is_available() then
  difference('the parsers are not found in %s', vim.o.runtimepath)
else
  local name, lines, wanted = nil, {}, {}
  local file = vim.fn.readfile(here .. '/treesitter.txt')
  table.insert(file, 'file ')
  for number, line in ipairs(file) do
    local carets, capture = line:match('^> (%s*%^+) (%S+)$')
    if line:match('^file ') then
      if name then
        compare(name, lines, wanted)
      end
      name, lines, wanted = line:sub(6), {}, {}
    elseif carets then
      local from = #carets:match('^%s*')
      capture = capture == '-' and '' or capture
      table.insert(wanted, { row = #lines - 1, from = from, to = #carets - 1, capture = capture, number = number })
    elseif line:match('^  ') or line == '' then
      table.insert(lines, line:sub(3))
    end
  end
  for _, query in ipairs({ 'highlights', 'injections', 'locals', 'folds', 'indents' }) do
    if not vim.treesitter.query.get('lsf', query) then
      difference('there is no query %s', query)
    end
    checked = checked + 1
  end
end
table.insert(differences, ('%d places compared'):format(checked))
vim.fn.writefile(differences, vim.env.LSFLINT_OUT)
vim.cmd(#differences == 1 and 'quitall!' or 'cquit!')
