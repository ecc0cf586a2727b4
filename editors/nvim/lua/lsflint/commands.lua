--- User commands.
local ask = require('lsflint.ask')
local options = require('lsflint.options')
local window = require('lsflint.window')

local M = {}

local function uri()
  return vim.uri_from_bufnr(0)
end

--- The folder of the buffer, where the program finds its cluster.
local function cluster()
  local path = vim.api.nvim_buf_get_name(0)
  return path == '' and vim.fn.getcwd() or vim.fn.fnamemodify(path, ':p:h')
end

--- The word under the cursor if it is the code of a rule; otherwise the codes of the findings on the line.
local function codes_here()
  local word = vim.fn.expand('<cword>')
  if word:match('^%u%d%d%d$') then
    return { word }
  end
  local codes = {}
  for _, finding in ipairs(vim.diagnostic.get(0, { lnum = vim.api.nvim_win_get_cursor(0)[1] - 1 })) do
    if finding.code and not vim.tbl_contains(codes, finding.code) then
      table.insert(codes, finding.code)
    end
  end
  return codes
end

local function explain(code)
  ask.either({
    title = 'explain/' .. code,
    command = 'lsflint.explainRule',
    parameters = { code = code },
    arguments = { 'explain', code },
  })
end

--- `:LsfExplain [code]`.
function M.explain(code)
  if code and code ~= '' then
    explain(code)
    return
  end
  local codes = codes_here()
  if #codes == 0 then
    window.warn('no findings on this line')
  elseif #codes == 1 then
    explain(codes[1])
  else
    vim.ui.select(codes, { prompt = 'Explain' }, function(chosen)
      if chosen then
        explain(chosen)
      end
    end)
  end
end

--- The name of the queue or application profile whose section contains the line.
---@param lines string[]
---@param cursor number
function M.section_at(lines, cursor)
  local kind, name
  for number, line in ipairs(lines) do
    local begin = line:match('^%s*[Bb][Ee][Gg][Ii][Nn]%s+(%w+)')
    if begin then
      if number > cursor then
        break
      end
      kind, name = begin:lower(), nil
    elseif line:match('^%s*[Ee][Nn][Dd]%s') and number < cursor then
      kind, name = nil, nil
    end
    local key, value = line:match('^%s*([%w_]+)%s*=%s*([^%s#]+)')
    if key and not name and key:upper() == (kind == 'queue' and 'QUEUE_NAME' or 'NAME') then
      name = value
    end
  end
  return kind == 'queue' and name or nil, kind == 'application' and name or nil
end

--- `:LsfMergedRequirement [queue [profile]]`.
function M.merged_requirement(given)
  local queue, profile = given[1], given[2]
  if not queue then
    queue, profile = M.section_at(vim.api.nvim_buf_get_lines(0, 0, -1, false), vim.api.nvim_win_get_cursor(0)[1])
  end
  if not queue and not profile then
    window.warn('the cursor is not in a Queue or Application section; give the name of a queue')
    return
  end
  local command = { 'resreq', 'merge', '--cluster', cluster() }
  if queue then
    vim.list_extend(command, { '--queue', '@' .. queue })
  end
  if profile then
    vim.list_extend(command, { '--app', '@' .. profile })
  end
  ask.either({
    title = 'requirement/' .. (queue and profile and queue .. '+' .. profile or queue or profile),
    command = 'lsflint.mergedRequirement',
    parameters = { uri = uri(), queue = queue, application = profile },
    arguments = command,
    about_files = true,
  })
end

--- `:LsfElimPlan [host that is down ...]`. The server does not know which hosts are down.
function M.elim_plan(down)
  local command = { 'elim', 'plan', '--cluster', cluster() }
  for _, host in ipairs(down) do
    vim.list_extend(command, { '--down', host })
  end
  if #down > 0 then
    ask.program({ title = 'elim-plan/without/' .. table.concat(down, '+'), arguments = command })
    return
  end
  ask.either({
    title = 'elim-plan',
    command = 'lsflint.elimPlan',
    parameters = { uri = uri() },
    arguments = command,
    about_files = true,
  })
end

--- `:LsfPlan`, against the last commit.
function M.plan()
  ask.either({
    title = 'plan',
    command = 'lsflint.plan',
    parameters = { uri = uri() },
    arguments = { 'plan', '--since', 'HEAD', cluster() },
    about_files = true,
  })
end

--- The usual name of the file, for the program, which reads only the text.
local function kind_of(name)
  local names = require('lsflint.names')
  for _, known in ipairs(names.prefixes) do
    if name:sub(1, #known) == known then
      return (known:gsub('%.$', ''))
    end
  end
  for _, known in ipairs(names.names) do
    if name == known or name:sub(1, #known + 1) == known .. '.' then
      return known
    end
  end
end

--- `:LsfSyntaxTree`, including unsaved changes.
function M.syntax_tree()
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t')
  local command = { 'parse', '-' }
  local kind = kind_of(name)
  if kind then
    vim.list_extend(command, { '--kind', kind })
  end
  ask.either({
    title = 'tree/' .. name,
    command = 'lsflint.syntaxTree',
    parameters = { uri = uri() },
    arguments = command,
    input = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n',
  })
end

local rules

--- Codes and names of rules with a prefix.
function M.complete_rule(typed)
  if not rules then
    local decoded, document = pcall(function()
      return vim.fn.json_decode(vim.fn.system({ options.get().cmd[1], 'rules', '--output-format', 'json' }))
    end)
    if not decoded then
      return {}
    end
    rules = {}
    for _, rule in ipairs(document.rules) do
      vim.list_extend(rules, { rule.code, rule.name })
    end
    table.sort(rules)
  end
  return vim.tbl_filter(function(rule)
    return rule:lower():sub(1, #typed) == typed:lower()
  end, rules)
end

--- Defines the commands.
function M.define()
  local command = vim.api.nvim_create_user_command
  command('LsfRestart', function()
    require('lsflint.attach').restart()
  end, { desc = 'Restart the lsflint server' })
  command('LsfExplain', function(call)
    M.explain(call.args)
  end, { nargs = '?', complete = M.complete_rule, desc = 'Explain a rule, or the finding under the cursor' })
  command('LsfMergedRequirement', function(call)
    M.merged_requirement(call.fargs)
  end, { nargs = '*', desc = 'Show the merged requirement of a queue and an application profile' })
  command('LsfElimPlan', function(call)
    M.elim_plan(call.fargs)
  end, { nargs = '*', desc = 'Show which hosts start which elims' })
  command('LsfPlan', function()
    M.plan()
  end, { desc = 'Show what the change since the last commit does, and what to run' })
  command('LsfSyntaxTree', function()
    M.syntax_tree()
  end, { desc = 'Show the syntax tree of the buffer' })
  command('LsfInstallParsers', function(call)
    local problem = require('lsflint.treesitter').install(call.args ~= '' and vim.fn.expand(call.args) or nil)
    if problem then
      window.warn(problem)
    else
      vim.notify('lsflint: the parsers are installed; open a file to use them', vim.log.levels.INFO)
    end
  end, { nargs = '?', complete = 'dir', desc = 'Compile the parsers of tree-sitter' })
end

return M
