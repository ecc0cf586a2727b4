" Settings of LSF files, for Vim 8 or later and Neovim.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
let s:cpoptions = &cpoptions
set cpoptions&vim

setlocal comments=:# commentstring=#\ %s
" No automatic line breaks: a line break ends a value.
setlocal formatoptions-=t formatoptions+=croql
" Names of hosts, queues and groups can contain hyphens.
setlocal iskeyword+=-
" #INCLUDE "include/usergroups": relative to the including file.
setlocal include=\\c^\\s*#\\s*include\\s\\+
setlocal define=\\c^\\s*#\\s*define\\s\\+
setlocal path^=.
setlocal includeexpr=substitute(v:fname,'[\"()]','','g')

let b:undo_ftplugin = 'setlocal comments< commentstring< formatoptions< iskeyword< include< define< path< includeexpr<'

" `%` jumps between Begin and End and along #if (matchit).
if !exists('b:match_words')
  let b:match_words = '^\s*Begin\>:^\s*End\>,^\s*#if\>:^\s*#elif\>:^\s*#else\>:^\s*#endif\>'
  let b:match_ignorecase = 1
  let b:undo_ftplugin .= ' | unlet! b:match_words b:match_ignorecase'
endif

let &cpoptions = s:cpoptions
unlet s:cpoptions
