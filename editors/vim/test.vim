" Runs ALE in Vim with the server, and writes its findings to $LSFLINT_OUT, one per line.
set nomore
execute 'set runtimepath^=' . fnameescape($LSFLINT_ALE)
let g:ale_linters_explicit = 1
let g:lsflint_command = $LSFLINT_BINARY
" The example of README.md.
execute 'source ' . fnameescape($LSFLINT_EXAMPLE)
runtime plugin/ale.vim

function! Findings() abort
  return copy(ale#engine#GetLoclist(bufnr('')))
endfunction

" Waits for a number of findings, at most ten seconds. Vim handles the output of jobs during `sleep`.
function! WaitFor(count) abort
  let l:start = reltime()
  while len(Findings()) != a:count && reltimefloat(reltime(l:start)) < 10
    sleep 10m
  endwhile
endfunction

function! Show() abort
  return map(sort(Findings(), {a, b -> a.lnum == b.lnum ? a.col - b.col : a.lnum - b.lnum}),
        \ {_, it -> it.lnum . ':' . it.col . ' ' . get(it, 'code', '') . ' ' . split(it.text, "\n")[0]})
endfunction

try
  execute 'edit ' . fnameescape($LSFLINT_WORK . '/cluster/lsb.queues')
  let s:lines = ['filetype ' . &filetype]
  call ale#Queue(0)
  call WaitFor(3)
  let s:lines += Show()
  %s/RUNLIMT /RUNLIMIT/
  set hidden
  call ale#Queue(0)
  call WaitFor(2)
  let s:lines += ['after an edit'] + Show()
  " To the definition of a name, in another file.
  call cursor(5, match(getline(5), 'matlab') + 1)
  ALEGoToDefinition
  let s:start = reltime()
  while expand('%:t') !=# 'lsf.shared' && reltimefloat(reltime(s:start)) < 10
    sleep 10m
  endwhile
  let s:lines += [expand('%:t') . ':' . line('.') . ':' . col('.')]
  " Names and sections that tell what a file is.
  call mkdir($LSFLINT_WORK . '/names')
  for [s:name, s:text] in [['lsf.conf', '# x'], ['lsf.conf.in', '# x'], ['lsb.users.j2', '# x'], ['lsf.cluster.north', '# x'],
        \ ['queues', 'Begin Queue'], ['groups', '# lsflint: file=lsb.users'], ['notes', 'Begin Queue here']]
    call writefile([s:text], $LSFLINT_WORK . '/names/' . s:name)
    execute 'edit! ' . fnameescape($LSFLINT_WORK . '/names/' . s:name)
    let s:lines += [s:name . ' ' . &filetype . ' ' . &commentstring]
  endfor
catch
  let s:lines = [v:exception, v:throwpoint]
endtry
call writefile(s:lines, $LSFLINT_OUT)
quitall!
