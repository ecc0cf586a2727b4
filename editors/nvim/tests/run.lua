--- The plugin in this very Neovim, with the real server, on a copy of the cluster in `editors/common`.
---
--- $LSFLINT_BINARY is the server, $LSFLINT_WORK the folder of the copy. The second queue has non-ASCII text, also of characters that
--- are two units in UTF-16, in front of everything the tests point at.

local tests = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
package.path = tests .. '/?.lua;' .. package.path
local t = require('harness')

local work = vim.env.LSFLINT_WORK
local binary = vim.env.LSFLINT_BINARY
local queues = work .. '/cluster/lsb.queues'
local has = function(version)
  return vim.fn.has('nvim-' .. version) == 1
end

vim.g.lsflint = { cmd = { binary, 'server' } }

local function edit(path)
  vim.cmd('silent edit! ' .. vim.fn.fnameescape(path))
end

--- The client that serves the buffer, once it does.
local function client()
  return t.wait('the server', function()
    return require('lsflint.client').clients(vim.api.nvim_get_current_buf())[1]
  end)
end

--- Puts the cursor on the n-th place of a text: row and column from 0, in bytes.
local function go_to(text, nth)
  local left = nth or 1
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local from = 1
    while true do
      local at = line:find(text, from, true)
      if not at then
        break
      end
      left = left - 1
      if left == 0 then
        vim.api.nvim_win_set_cursor(0, { row, at - 1 })
        return row - 1, at - 1
      end
      from = at + 1
    end
  end
  t.fail(('`%s` is not in the buffer'):format(text))
end

local function offset_encoding()
  return client().offset_encoding or 'utf-16'
end

--- Sends a request about the place of the cursor.
local function ask(method, more)
  local parameters = vim.lsp.util.make_position_params(0, offset_encoding())
  local answers, failure = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', parameters, more or {}), t.PATIENCE)
  if not answers then
    t.fail(method .. ': ' .. tostring(failure))
  end
  local answer = answers[client().id] or {}
  if answer.error then
    t.fail(method .. ': ' .. vim.inspect(answer.error))
  end
  return answer.result
end

local function offers(provider)
  if not client().server_capabilities[provider] then
    t.skip('the server does not offer it')
  end
end

--- What the command line says about a file: line, column and end from 0 in bytes, code, message.
local function from_command_line(path)
  local document = vim.fn.json_decode(vim.fn.system({ binary, 'check', '--output-format', 'json', path }))
  local text = table.concat(vim.fn.readfile(path), '\n') .. '\n'
  local function place(position)
    local before = text:sub(1, position.offset)
    local start = before:find('[^\n]*$')
    return { position.line - 1, position.offset - (start - 1) }
  end
  local findings = {}
  for _, finding in ipairs(document.diagnostics) do
    if vim.fn.fnamemodify(finding.file, ':t') == vim.fn.fnamemodify(path, ':t') then
      local from, to = place(finding.range.start), place(finding.range['end'])
      table.insert(findings, { from[1], from[2], to[1], to[2], finding.code, finding.message })
    end
  end
  return findings
end

local function in_editor()
  local findings = {}
  for _, finding in ipairs(vim.diagnostic.get(0)) do
    local code = finding.code or vim.tbl_get(finding, 'user_data', 'lsp', 'code')
    local from, to = { finding.lnum, finding.col }, { finding.end_lnum, finding.end_col }
    -- The message comes first; effect and help are on the lines below it.
    table.insert(findings, { from[1], from[2], to[1], to[2], code, vim.split(finding.message, '\n')[1] })
  end
  table.sort(findings, function(a, b)
    return a[1] * 10000 + a[2] < b[1] * 10000 + b[2]
  end)
  return findings
end

local function lines_of(name)
  local buffer = vim.fn.bufnr(work .. '/cluster/' .. name)
  if buffer ~= -1 and vim.api.nvim_buf_is_loaded(buffer) then
    return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  end
  return vim.fn.readfile(work .. '/cluster/' .. name)
end

--- Closes the window of an answer and gives back its text.
local function answer_window(title)
  local buffer = t.wait('the window ' .. title, function()
    for _, it in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_get_name(it) == 'lsflint://' .. title and vim.fn.bufwinid(it) ~= -1 then
        return it
      end
    end
  end)
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
  vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))
  vim.cmd('close')
  return text
end

t.case('file types', function()
  local folder = work .. '/names'
  vim.fn.mkdir(folder, 'p')
  local wanted = {
    ['lsb.queues'] = 'lsf',
    ['lsf.conf'] = 'lsf',
    ['lsf.conf.in'] = 'lsf',
    ['lsb.users.j2'] = 'lsf',
    ['lsf.cluster.north'] = 'lsf',
    ['lsf.task'] = 'lsf',
    ['lsb.acct'] = { '', { '"JOB_FINISH" "10.1" 1700000000' } },
    ['lsf.sh'] = 'sh',
    ['notes.conf'] = 'conf',
    ['queues'] = { 'lsf', { '# all queues', 'Begin Queue', 'QUEUE_NAME = a', 'End Queue' } },
    ['groups'] = { 'lsf', { '# lsflint: file=lsb.users' } },
    ['prose'] = { '', { 'Begin Queue here, please' } },
  }
  for name, it in pairs(wanted) do
    local filetype = type(it) == 'table' and it[1] or it
    vim.fn.writefile(type(it) == 'table' and it[2] or { '# a comment' }, folder .. '/' .. name)
    vim.g.lsflint = { autostart = false }
    edit(folder .. '/' .. name)
    t.same(name, vim.bo.filetype, filetype)
    vim.cmd('bwipeout!')
  end
  vim.g.lsflint = { cmd = { binary, 'server' } }
end)

t.case('settings of the file type', function()
  edit(queues)
  t.same('commentstring', vim.bo.commentstring, '# %s')
  t.same('syntax', vim.b.current_syntax, 'lsf')
  t.same('breaks text', vim.bo.formatoptions:find('t') ~= nil, false)
end)

t.case('gf and %', function()
  vim.fn.mkdir(work .. '/names/include', 'p')
  vim.fn.writefile({ '# groups' }, work .. '/names/include/usergroups')
  vim.fn.writefile({ '#INCLUDE "include/usergroups"', 'Begin User', '#if x', 'USER_NAME', 'End User' }, work .. '/names/lsb.users')
  edit(work .. '/names/lsb.users')
  vim.cmd('runtime macros/matchit.vim')
  vim.api.nvim_win_set_cursor(0, { 2, 0 })
  vim.cmd('normal %')
  t.same('the line of End', vim.api.nvim_win_get_cursor(0)[1], 5)
  vim.api.nvim_win_set_cursor(0, { 1, 15 })
  vim.cmd('normal! gf')
  t.same('the file', vim.fn.expand('%:t'), 'usergroups')
  vim.cmd('bwipeout!')
  vim.cmd('bwipeout! ' .. vim.fn.bufnr(work .. '/names/lsb.users'))
end)

t.case('attach', function()
  edit(queues)
  local it = client()
  t.same('root', vim.fn.resolve(it.config.root_dir), vim.fn.resolve(work .. '/cluster'))
  -- Neovim offers UTF-8 since 0.11; before, it knows UTF-16 alone.
  t.same('position encoding', offset_encoding(), has('0.11') and 'utf-8' or 'utf-16')
end)

t.case('diagnostics', function()
  edit(queues)
  local wanted = from_command_line(queues)
  t.same('the command line sees the mistakes', #wanted, 3)
  t.wait('the findings', function()
    return #vim.diagnostic.get(0) >= #wanted
  end)
  t.same('findings', in_editor(), wanted)
end)

t.case('diagnostics follow the text', function()
  edit(queues)
  local row = go_to('RUNLIMT')
  vim.api.nvim_buf_set_text(0, row, 0, row, 7, { 'RUNLIMIT' })
  t.wait('one finding less', function()
    return #vim.diagnostic.get(0) == 2
  end)
  vim.cmd('silent undo')
  t.wait('the finding again', function()
    return #vim.diagnostic.get(0) == 3
  end)
  vim.cmd('silent edit!')
end)

t.case('diagnostics follow the text of other files', function()
  edit(queues)
  local buffer = vim.api.nvim_get_current_buf()
  client()
  t.wait('the findings', function()
    return #vim.diagnostic.get(buffer) == 3
  end)
  edit(work .. '/cluster/lsf.shared')
  client()
  local row = go_to('matlab')
  vim.api.nvim_buf_set_text(0, row, 0, row, 6, { 'octave' })
  -- Both uses name a resource now that is not there.
  t.wait('two findings more', function()
    return #vim.diagnostic.get(buffer) == 5
  end)
  vim.cmd('silent undo')
  t.wait('the findings of before', function()
    return #vim.diagnostic.get(buffer) == 3
  end)
  vim.cmd('silent edit!')
end)

t.case('hover', function()
  edit(queues)
  client()
  go_to('matlab', 2)
  local answer = t.wait('the text', function()
    return ask('textDocument/hover')
  end)
  t.contains('hover', answer.contents.value, 'matlab')
  t.contains('hover', answer.contents.value, 'Free tokens')
  vim.lsp.buf.hover()
  t.wait('the window', function()
    return #vim.api.nvim_list_wins() > 1
  end)
  vim.cmd('silent! only!')
end)

t.case('completion', function()
  edit(queues)
  client()
  local row, column = go_to('matlab', 2)
  vim.api.nvim_win_set_cursor(0, { row + 1, column + 3 })
  local answer = ask('textDocument/completion')
  local labels = vim.tbl_map(function(it)
    return it.label
  end, answer.items or answer)
  t.same('offers matlab', vim.tbl_contains(labels, 'matlab'), true)
  t.same('the omni function is set', vim.bo.omnifunc, 'v:lua.vim.lsp.omnifunc')
end)

t.case('definition', function()
  edit(queues)
  client()
  go_to('matlab', 2)
  vim.lsp.buf.definition()
  t.wait('the other file', function()
    return vim.fn.expand('%:t') == 'lsf.shared'
  end)
  t.contains('the line', vim.api.nvim_get_current_line(), 'matlab        Numeric')
  t.same('the column', vim.api.nvim_win_get_cursor(0)[2], 0)
  vim.cmd('silent! cclose')
  edit(queues)
end)

t.case('references', function()
  edit(queues)
  client()
  go_to('matlab', 2)
  local names = {}
  for _, it in ipairs(ask('textDocument/references', { context = { includeDeclaration = true } })) do
    table.insert(names, it.uri:match('[^/]*$') .. ':' .. (it.range.start.line + 1))
  end
  table.sort(names)
  t.same('places', names, { 'lsb.queues:16', 'lsb.queues:5', 'lsf.cluster.west:15', 'lsf.shared:22' })
end)

t.case('document symbols', function()
  edit(queues)
  client()
  local names = {}
  local function collect(symbols)
    for _, it in ipairs(symbols or {}) do
      table.insert(names, it.name)
      collect(it.children)
    end
  end
  collect(ask('textDocument/documentSymbol'))
  local text = table.concat(names, ' ')
  t.contains('symbols', text, 'work')
  t.contains('symbols', text, 'quick')
end)

t.case('semantic tokens', function()
  if not has('0.9') then
    t.skip('Neovim has them since 0.9')
  end
  edit(queues)
  client()
  local row, column = go_to('matlab', 2)
  local tokens = t.wait('a token', function()
    local found = vim.lsp.semantic_tokens.get_at_pos(0, row, column)
    return found and #found > 0 and found
  end)
  t.same('where it is', { tokens[1].line, tokens[1].start_col, tokens[1].end_col }, { row, column, column + #'matlab' })
end)

t.case('inlay hints', function()
  if not vim.lsp.inlay_hint then
    t.skip('Neovim has them since 0.10')
  end
  edit(queues)
  client()
  offers('inlayHintProvider')
  t.same('switched on', vim.lsp.inlay_hint.is_enabled({ bufnr = 0 }), true)
end)

t.case('code lenses', function()
  edit(queues)
  client()
  offers('codeLensProvider')
  t.wait('a lens', function()
    if not vim.lsp.codelens.enable then
      -- A person who waits.
      vim.cmd('doautocmd <nomodeline> CursorHold')
    end
    return #vim.lsp.codelens.get(has('0.12') and { bufnr = 0 } or 0) > 0
  end)
end)

--- Answers the next question of the editor with the first choice that has the text in it; gives back all choices.
local function choose(wanted, question)
  local select = vim.ui.select
  local choices = {}
  vim.ui.select = function(items, settings, chosen)
    local choice
    for _, item in ipairs(items) do
      local title = settings.format_item(item)
      table.insert(choices, title)
      choice = choice or (title:lower():find(wanted, 1, true) and item)
    end
    chosen(choice)
  end
  question()
  vim.ui.select = select
  return choices
end

t.case('what is behind a lens', function()
  edit(queues)
  client()
  offers('codeLensProvider')
  -- Not in the line of the name, where it would read like a part of the value.
  local row = go_to('Begin Queue')
  if not vim.lsp.codelens.enable then
    -- Newer ones ask when a lens is run.
    t.wait('lenses that know their commands', function()
      vim.cmd('doautocmd <nomodeline> CursorHold')
      local found = false
      for _, lens in ipairs(vim.lsp.codelens.get(0)) do
        if lens.range.start.line == row then
          -- The editor fails if one of them does not know its command yet.
          if not lens.command then
            return false
          end
          found = true
        end
      end
      return found
    end)
  end
  choose('1 reference', function()
    vim.lsp.codelens.run()
    t.wait('the list of uses', function()
      return #vim.fn.getqflist() > 0
    end)
  end)
  local item = vim.fn.getqflist()[1]
  t.same('the use', { vim.fn.bufname(item.bufnr):match('[^/]*$'), item.lnum, item.col }, { 'lsb.params', 2, 17 })
  vim.cmd('cclose')
  vim.fn.setqflist({})
  edit(queues)
end)

t.case('quick fix', function()
  edit(queues)
  client()
  t.wait('the findings', function()
    return #vim.diagnostic.get(0) == 3
  end)
  local row = go_to('order[ut]')
  local applied
  local titles = choose('insert a space', function()
    vim.lsp.buf.code_action()
    applied = vim.wait(t.PATIENCE, function()
      local line = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1]
      return line:find("'Größe😀'] order[ut]", 1, true) ~= nil
    end, 10)
  end)
  t.same('applied, of ' .. vim.inspect(titles), applied, true)
  t.wait('one finding less', function()
    return #vim.diagnostic.get(0) == 2
  end)
  vim.cmd('silent edit!')
  t.wait('the finding again', function()
    return #vim.diagnostic.get(0) == 3
  end)
end)

t.case('formatting', function()
  edit(queues)
  client()
  offers('documentFormattingProvider')
  local before = table.concat(lines_of('lsb.queues'), '\n')
  local settings = { tabSize = 8, insertSpaces = true }
  local edits = ask('textDocument/formatting', { options = settings })
  vim.lsp.util.apply_text_edits(edits or {}, 0, offset_encoding())
  t.same('formatting twice changes nothing', ask('textDocument/formatting', { options = settings }) or {}, {})
  local bare = table.concat(lines_of('lsb.queues'), '\n')
  t.same('only spaces change', (bare:gsub('%s', '')), (before:gsub('%s', '')))
  vim.cmd('silent edit!')
end)

t.case('rename across files', function()
  edit(queues)
  client()
  go_to('matlab', 2)
  vim.lsp.buf.rename('octave')
  t.wait('the other files', function()
    local shared = table.concat(lines_of('lsf.shared'), '\n')
    local cluster = table.concat(lines_of('lsf.cluster.west'), '\n')
    return shared:find('octave', 1, true) and cluster:find('octave', 1, true)
  end)
  local text = lines_of('lsb.queues')
  t.same('line 5', text[5], 'RES_REQ     = rusage[octave=1]')
  t.same('line 16', text[16], "RES_REQ     = select[site=='Größe😀']order[ut] rusage[octave=1:mem=500, nosuch=1]")
  for _, name in ipairs({ 'lsb.queues', 'lsf.shared', 'lsf.cluster.west' }) do
    t.same(name .. ' has the old name', table.concat(lines_of(name), '\n'):find('matlab', 1, true), nil)
  end
  t.wait('the same findings', function()
    return #vim.diagnostic.get(0) == 3
  end)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[buffer].modified then
      vim.api.nvim_buf_call(buffer, function()
        vim.cmd('silent edit!')
      end)
    end
  end
end)

t.case('commands', function()
  edit(queues)
  client()
  t.wait('the findings', function()
    return #vim.diagnostic.get(0) == 3
  end)
  go_to('RUNLIMT')
  vim.cmd('LsfExplain')
  t.contains('LsfExplain', answer_window('explain/P001'), 'unknown-parameter')
  vim.cmd('LsfExplain R004')
  t.contains('LsfExplain R004', answer_window('explain/R004'), 'missing-blank-between-sections')
  go_to('PRIORITY')
  vim.cmd('LsfMergedRequirement')
  t.contains('LsfMergedRequirement', answer_window('requirement/work'), 'matlab=1')
  vim.cmd('LsfElimPlan')
  t.contains('LsfElimPlan', answer_window('elim-plan'), 'matlab')
  vim.cmd('LsfElimPlan node1')
  t.contains('LsfElimPlan node1', answer_window('elim-plan/without/node1'), 'matlab')
  if vim.fn.executable('git') == 1 then
    vim.fn.system({ 'git', 'init', '-q' })
    vim.fn.system({ 'git', 'add', '-A' })
    vim.fn.system({ 'git', '-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '--no-verify', '-m', 'x' })
    go_to('PRIORITY')
    vim.cmd('normal! A0')
    vim.cmd('LsfPlan')
    t.contains('LsfPlan', answer_window('plan'), 'PRIORITY')
    vim.cmd('undo')
  end
  vim.cmd('LsfSyntaxTree')
  t.contains('LsfSyntaxTree', answer_window('tree/lsb.queues'), 'QUEUE_NAME')
  t.same('completion of rules', vim.fn.getcompletion('LsfExplain R00', 'cmdline')[4], 'R004')
end)

t.case('commands without a server', function()
  vim.g.lsflint = { cmd = { binary, 'server' }, autostart = false }
  edit(work .. '/names/lsb.queues')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'Begin Queue', 'QUEUE_NAME = größe', 'End Queue' })
  if vim.lsp.is_enabled and vim.lsp.is_enabled('lsflint') then
    -- Neovim starts servers itself here.
    local it = client()
    vim.lsp.buf_detach_client(buffer, it.id)
    it:stop(true)
  end
  vim.cmd('LsfSyntaxTree')
  t.contains('LsfSyntaxTree', answer_window('tree/lsb.queues'), 'größe')
  vim.cmd('LsfExplain X001')
  t.contains('LsfExplain', answer_window('explain/X001'), 'X001')
  vim.cmd('bwipeout! ' .. buffer)
  vim.g.lsflint = { cmd = { binary, 'server' } }
end)

t.case('restart', function()
  edit(queues)
  local old = client().id
  vim.cmd('LsfRestart')
  t.wait('another server', function()
    local new = require('lsflint.client').clients(vim.api.nvim_get_current_buf())[1]
    return new and new.id ~= old
  end)
  t.wait('the findings', function()
    return #vim.diagnostic.get(0) == 3
  end)
  local roots = vim.tbl_map(function(it)
    return it.config.root_dir
  end, require('lsflint.client').clients())
  t.same('servers', roots, { work .. '/cluster' })
end)

t.case('settings', function()
  vim.g.lsflint = { cmd = { binary, 'server' }, settings = { ignore = { 'P001' }, inlayHints = { units = false } } }
  local config = require('lsflint.client').config()
  t.same('settings', config.settings.lsflint.ignore, { 'P001' })
  edit(queues)
  local it = client()
  -- What a person would do at run time.
  local changed = { settings = config.settings }
  it.settings = config.settings
  it.config.settings = config.settings
  if has('0.11') then
    it:notify('workspace/didChangeConfiguration', changed)
  else
    it.notify('workspace/didChangeConfiguration', changed)
  end
  t.wait('a finding less', function()
    return #vim.diagnostic.get(0) == 2
  end)
  vim.g.lsflint = { cmd = { binary, 'server' } }
  vim.cmd('LsfRestart')
  t.wait('the finding again', function()
    return #vim.diagnostic.get(0) == 3
  end)
end)

t.case('health', function()
  vim.cmd('silent checkhealth lsflint')
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  t.contains('health', text, 'lsflint 0.')
  t.contains('health', text, 'LSF files are recognised')
  t.contains('health', text, 'serves')
  t.same('no errors', text:find('ERROR', 1, true), nil)
  vim.cmd('silent! bwipeout!')
end)

t.case('help', function()
  vim.cmd('helptags ' .. vim.fn.fnameescape(vim.fn.fnamemodify(tests, ':h') .. '/doc'))
  for _, tag in ipairs({ 'lsflint', 'lsflint-install', 'lsflint-options', ':LsfExplain', ':LsfRestart' }) do
    vim.cmd('silent help ' .. tag)
    t.same(tag, vim.fn.expand('%:t'), 'lsflint.txt')
  end
  vim.cmd('silent! helpclose')
end)

t.case('the set-up by hand of the help', function()
  -- The help has one for 0.8 to 0.10 and one for newer ones.
  local wanted = has('0.11') and 'vim.lsp.enable' or 'vim.lsp.start'
  if not has('0.8') then
    t.skip('the help has none for 0.7')
  end
  local help = table.concat(vim.fn.readfile(vim.fn.fnamemodify(tests, ':h') .. '/doc/lsflint.txt'), '\n')
  local manual = help:match('%*lsflint%-manual%*\n(.-)\n=====')
  local example
  for block in manual:gmatch(' >\n\n(.-)\n<') do
    example = block:find(wanted, 1, true) and block or example
  end
  vim.g.lsflint = { autostart = false }
  vim.cmd('silent! %bwipeout!')
  local before = #require('lsflint.client').clients()
  for _, it in ipairs(require('lsflint.client').clients()) do
    vim.lsp.stop_client(it.id, true)
  end
  t.wait('the end of ' .. before .. ' servers', function()
    return #require('lsflint.client').clients() == 0
  end)
  -- Only the path of the program differs.
  example = example:gsub("cmd = { '[^']*'", "cmd = { '" .. binary .. "'")
  assert(load(example))()
  edit(queues)
  t.wait('the findings', function()
    return #vim.diagnostic.get(0) == 3
  end)
  vim.g.lsflint = { cmd = { binary, 'server' } }
end)

t.case('a program that is not there', function()
  local said = {}
  local notify = vim.notify
  vim.notify = function(text)
    table.insert(said, text)
  end
  vim.g.lsflint = { cmd = { work .. '/no-such-program', 'server' } }
  require('lsflint.client').is_installed()
  vim.notify = notify
  vim.g.lsflint = { cmd = { binary, 'server' } }
  t.contains('the message', said[1] or '', 'is not installed')
end)

t.run()
