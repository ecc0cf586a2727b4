" Compares the colours of syntax.txt with what the syntax file gives; runs in Vim and in Neovim. $LSFLINT_OUT gets the differences.
let s:differences = []

function! s:compare(name, lines, wanted) abort
  execute 'silent file ' . fnameescape(tempname() . '/' . a:name)
  call setline(1, a:lines)
  set filetype=lsf
  for [l:line, l:from, l:to, l:group, l:number] in a:wanted
    for l:column in range(l:from, l:to)
      let l:found = synIDattr(synID(l:line, l:column, 1), 'name')
      if l:found !=# l:group
        call add(s:differences, printf('syntax.txt:%d: `%s` is %s, not %s', l:number,
              \ strpart(a:lines[l:line - 1], l:from - 1, l:to - l:from + 1), l:found ==# '' ? '-' : l:found, l:group ==# '' ? '-' : l:group))
        break
      endif
    endfor
  endfor
  enew!
endfunction

syntax on
let s:checked = 0
let s:name = ''
let s:lines = []
let s:wanted = []
let s:number = 0
for s:line in readfile(expand('<sfile>:p:h') . '/syntax.txt') + ['file ']
  let s:number += 1
  if s:line =~# '^file '
    if s:name !=# ''
      call s:compare(s:name, s:lines, s:wanted)
    endif
    let s:name = strpart(s:line, 5)
    let s:lines = []
    let s:wanted = []
  elseif s:line =~# '^  ' || s:line ==# ''
    call add(s:lines, strpart(s:line, 2))
  elseif s:line =~# '^> '
    let [s:all, s:carets, s:group] = matchlist(strpart(s:line, 2), '^\s*\(\^\+\) \(\S\+\)$')[0:2]
    let s:to = strlen(s:all) - strlen(s:group) - 1
    call add(s:wanted, [len(s:lines), s:to - strlen(s:carets) + 1, s:to, s:group ==# '-' ? '' : s:group, s:number])
    let s:checked += 1
  endif
endfor

" No colour of a value may leak into the lines below it: in real files every Begin and End is seen.
for s:path in glob(expand('<sfile>:p:h:h:h:h') . '/testdata/clusters/**/ls[bf].*', 0, 1)
  execute 'silent edit ' . fnameescape(s:path)
  set filetype=lsf
  for s:row in range(1, line('$'))
    if getline(s:row) =~# '^\%(Begin\|End\) ' && synIDattr(synID(s:row, 1, 1), 'name') !=# 'lsfSectionWord'
      call add(s:differences, printf('%s:%d: `%s` is %s', s:path, s:row, getline(s:row), synIDattr(synID(s:row, 1, 1), 'name')))
    endif
    let s:checked += 1
  endfor
endfor
call writefile(s:differences + [printf('%d places compared', s:checked)], $LSFLINT_OUT)
if empty(s:differences) | quitall! | else | cquit! | endif
