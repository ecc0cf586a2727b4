--- A small test runner: `case(name, body)`, then `run()`. A body fails by `error`, and leaves early by `skip(why)`.
local M = {}

local cases = {}
local SKIP = {}

--- Ends the test with a sentence; other errors end it with a trace.
local function fail(text)
  error({ why = text }, 0)
end
M.fail = fail

--- The longest wait for anything, in milliseconds.
M.PATIENCE = tonumber(vim.env.LSFLINT_PATIENCE) or 10000

function M.case(name, body)
  table.insert(cases, { name = name, body = body })
end

--- Leaves the test that runs.
function M.skip(why)
  error({ skip = SKIP, why = why }, 0)
end

--- Waits until the condition holds and gives back what it gave.
function M.wait(what, condition)
  local result
  local done = vim.wait(M.PATIENCE, function()
    result = condition()
    return result and true or false
  end, 10)
  if not done then
    fail('waited in vain for ' .. what)
  end
  return result
end

--- Fails unless both are equal.
function M.same(what, found, wanted)
  if not vim.deep_equal(found, wanted) then
    fail(('%s\nfound:  %s\nwanted: %s'):format(what, vim.inspect(found), vim.inspect(wanted)))
  end
end

--- Fails unless the text has the part in it.
function M.contains(what, text, part)
  if type(text) ~= 'string' or not text:find(part, 1, true) then
    fail(('%s: `%s` is not in %s'):format(what, part, vim.inspect(text)))
  end
end

local function report(line)
  io.stdout:write(line .. '\n')
end

--- Runs every case in its order and leaves the editor: 0 if all passed.
function M.run()
  local failed = 0
  for _, case in ipairs(cases) do
    local passed, problem = xpcall(case.body, function(problem)
      return type(problem) == 'table' and problem or debug.traceback(tostring(problem), 2)
    end)
    if passed then
      report('ok      ' .. case.name)
    elseif type(problem) == 'table' and problem.skip == SKIP then
      report(('left out %s: %s'):format(case.name, problem.why))
    else
      failed = failed + 1
      local why = type(problem) == 'table' and problem.why or tostring(problem)
      report(('FAILED  %s\n    %s'):format(case.name, (why:gsub('\n', '\n    '))))
    end
  end
  report(('%d of %d passed'):format(#cases - failed, #cases))
  for _, client in ipairs(require('lsflint.client').clients()) do
    vim.lsp.get_client_by_id(client.id).stop(true)
  end
  vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
end

return M
