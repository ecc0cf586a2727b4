--- The configuration of nvim-lspconfig alone: neither the plugin nor another one is loaded.
---
--- The runtime path has a folder `lsp` with the file. $LSFLINT_WORK is the folder of the cluster, the PATH has the server.

local work = vim.env.LSFLINT_WORK
local file = vim.api.nvim_get_runtime_file('lsp/lsflint.lua', true)
assert(#file == 1, 'found: ' .. table.concat(file, ' '))
assert(not pcall(require, 'lsflint'), 'the plugin is loaded')

--- The examples of Lua in the comment.
local examples, inside = {}, nil
for line in io.lines(file[1]) do
  local text = line:match('^%-%-%- ?(.*)$')
  if text == '```lua' then
    inside = {}
  elseif text == '```' and inside then
    table.insert(examples, table.concat(inside, '\n'))
    inside = nil
  elseif inside then
    table.insert(inside, text)
  end
end
assert(#examples == 2, #examples .. ' examples')
for _, example in ipairs(examples) do
  assert(load(example))()
end
vim.lsp.enable('lsflint')

--- Waits at most ten seconds.
local function wait(what, condition)
  local result
  vim.wait(10000, function()
    result = condition()
    return result and true or false
  end, 10)
  assert(result, 'waited for ' .. what)
  return result
end

local function run()
  vim.cmd.edit(work .. '/cluster/lsb.queues')
  assert(vim.bo.filetype == 'lsf', vim.bo.filetype)
  local client = wait('the server', function()
    return vim.lsp.get_clients({ bufnr = 0, name = 'lsflint' })[1]
  end)
  assert(client.root_dir == work .. '/cluster', client.root_dir)
  local found = wait('findings', function()
    local all = vim.diagnostic.get(0)
    return #all > 0 and all
  end)
  local hover = client:request_sync('textDocument/hover', vim.lsp.util.make_position_params(0, client.offset_encoding), 10000, 0)
  assert(hover and not hover.err, vim.inspect(hover))
  for _, name in ipairs({ 'lsf.conf', 'lsf.shared', 'lsf.cluster.west', 'lsb.params', 'lsb.hosts', 'lsb.users' }) do
    vim.cmd.edit(work .. '/cluster/' .. name)
    assert(vim.bo.filetype == 'lsf', name .. ' is ' .. vim.bo.filetype)
  end
  assert(#vim.lsp.get_clients() == 1, 'one server for the cluster')
  io.stdout:write(('ok      %d findings in lsb.queues\n'):format(#found))
  for _, it in ipairs(vim.lsp.get_clients()) do
    it:stop(true)
  end
end

local passed, problem = xpcall(run, debug.traceback)
if not passed then
  io.stdout:write('FAILED  ' .. problem .. '\n')
end
vim.cmd(passed and 'quitall!' or 'cquit!')
