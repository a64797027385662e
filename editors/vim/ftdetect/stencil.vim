" .stencil files are Stencil.
autocmd BufRead,BufNewFile *.stencil setfiletype stencil
