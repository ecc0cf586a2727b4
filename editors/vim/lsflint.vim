" lsflint in Vim 8 and 9 through ALE: findings, completion, hover, definition, rename, quick fixes.
"
" Load it from your vimrc, after ALE is on 'runtimepath':
"     source CHECKOUT/editors/vim/lsflint.vim
" File types and colors are in CHECKOUT/editors/nvim, which also works in Vim.

let g:lsflint_command = get(g:, 'lsflint_command', 'lsflint')

function! LsflintRoot(buffer) abort
  for l:marker in ['lsflint.toml', 'lsf.conf', '.git']
    let l:found = ale#path#FindNearestFile(a:buffer, l:marker)
    if empty(l:found)
      let l:found = ale#path#FindNearestDirectory(a:buffer, l:marker)
    endif
    if !empty(l:found)
      return fnamemodify(substitute(l:found, '/$', '', ''), ':h')
    endif
  endfor
  return expand('#' . a:buffer . ':p:h')
endfunction

call ale#linter#Define('lsf', {
      \ 'name': 'lsflint',
      \ 'lsp': 'stdio',
      \ 'executable': {-> g:lsflint_command},
      \ 'command': '%e server',
      \ 'project_root': function('LsflintRoot'),
      \ 'language': 'lsf',
      \ })
