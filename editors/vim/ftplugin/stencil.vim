" Settings for .stencil files: comments, depth, layout (gggqG), messages (:make).
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s comments=:// expandtab shiftwidth=4 softtabstop=4 textwidth=100
setlocal formatprg=stencilc\ fmt\ -
setlocal makeprg=stencilc\ --emit=facts\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#

let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< textwidth<'
      \ . ' formatprg< makeprg< errorformat<'
