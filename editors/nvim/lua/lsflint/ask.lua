--- Commands that return a text. They use the server, which knows unsaved changes; without a server, they run the program on the files
--- on disk.
local client = require('lsflint.client')
local options = require('lsflint.options')
local window = require('lsflint.window')

local M = {}

local function without_empty_end(lines)
  while #lines > 0 and lines[#lines] == '' do
    table.remove(lines)
  end
  return lines
end

local function send(server, method, parameters, answered, buffer)
  -- A method of the object since 0.11, a function in it before.
  if vim.fn.has('nvim-0.11') == 1 then
    server:request(method, parameters, answered, buffer)
  else
    server.request(method, parameters, answered, buffer)
  end
end

--- Sends a command to a server.
---@param server table the client
---@param command string the name in the protocol, such as `lsflint.elimPlan`
---@param arguments table
---@param title string
local function ask_server(server, command, arguments, title, buffer)
  local function answered(failure, answer)
    if failure then
      window.warn(failure.message or tostring(failure))
    elseif type(answer) ~= 'string' or answer == '' then
      window.warn('the server returned no result')
    else
      local plain = command == 'lsflint.syntaxTree'
      window.show(title, without_empty_end(vim.split(answer, '\n')), not plain and 'markdown' or nil)
    end
  end
  send(server, 'workspace/executeCommand', { command = command, arguments = { arguments } }, answered, buffer)
end

--- Shows the uses of a name in the quickfix list.
local function list_uses(server, place, buffer)
  local question = {
    textDocument = { uri = place.uri },
    position = place.position,
    context = { includeDeclaration = false },
  }
  send(server, 'textDocument/references', question, function(failure, answer)
    if failure then
      window.warn(failure.message or tostring(failure))
    elseif not answer or #answer == 0 then
      window.warn('no uses of this name')
    else
      local items = vim.lsp.util.locations_to_items(answer, server.offset_encoding)
      vim.fn.setqflist({}, ' ', { title = 'Uses', items = items })
      vim.cmd('botright copen')
    end
  end, buffer)
end

--- The server of the buffer, if it supports the command.
local function server_for(command, buffer)
  for _, server in ipairs(client.clients(buffer)) do
    local provider = server.server_capabilities and server.server_capabilities.executeCommandProvider
    if provider and vim.tbl_contains(provider.commands or {}, command) then
      return server
    end
  end
end

--- Runs the program in the background, then shows its output.
---@param question table `arguments`, `title`, and perhaps `input` for its standard input
function M.program(question)
  local command = { options.get().cmd[1] }
  vim.list_extend(command, question.arguments)
  local written, complaints = {}, {}
  local started, job = pcall(vim.fn.jobstart, command, {
    stdout_buffered = true,
    stderr_buffered = true,
    env = { NO_COLOR = '1' },
    on_stdout = function(_, lines)
      written = lines
    end,
    on_stderr = function(_, lines)
      complaints = lines
    end,
    on_exit = function(_, status)
      local lines = without_empty_end(table.concat(written) == '' and complaints or written)
      if #lines == 0 then
        lines = { ('`%s` failed with exit code %d and no output'):format(table.concat(command, ' '), status) }
      end
      window.show(question.title, lines)
    end,
  })
  if not started or job <= 0 then
    window.warn(('cannot run `%s`, see :help lsflint-install'):format(command[1]))
    return
  end
  if question.input then
    vim.fn.chansend(job, question.input)
  end
  vim.fn.chanclose(job, 'stdin')
end

--- Uses the server, or the program if no server is running.
---@param question table `command` and `parameters` for the server, what `M.program` takes, and `about_files` if the program
--- reads the files on disk
function M.either(question)
  local buffer = vim.api.nvim_get_current_buf()
  local server = server_for(question.command, buffer)
  if server then
    ask_server(server, question.command, question.parameters, question.title, buffer)
    return
  end
  if vim.bo.modified and question.about_files then
    window.warn('the result is for the files on disk, without the unsaved changes of this buffer')
  end
  M.program(question)
end

--- Handlers for the commands of code lenses and code actions. Without them, Neovim ignores the results.
function M.register()
  local titles = {
    ['lsflint.explainRule'] = 'explain',
    ['lsflint.mergedRequirement'] = 'requirement',
    ['lsflint.matchingHosts'] = 'hosts',
    ['lsflint.elimPlan'] = 'elim-plan',
    ['lsflint.plan'] = 'plan',
    ['lsflint.syntaxTree'] = 'tree',
  }
  for command, title in pairs(titles) do
    vim.lsp.commands[command] = function(lens, context)
      local server = vim.lsp.get_client_by_id(context.client_id)
      if server then
        local arguments = (lens.arguments or {})[1] or vim.empty_dict()
        local name = arguments.code or arguments.queue or arguments.application
        ask_server(server, command, arguments, name and title .. '/' .. name or title, context.bufnr or 0)
      end
    end
  end
  vim.lsp.commands['lsflint.references'] = function(lens, context)
    local server = vim.lsp.get_client_by_id(context.client_id)
    local place = (lens.arguments or {})[1]
    if server and place then
      list_uses(server, place, context.bufnr or 0)
    end
  end
end

return M
