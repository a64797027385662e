" Colours for .stencil files, the language of stencilc.
if exists('b:current_syntax')
  finish
endif

syntax match stencilName /\<\h\w*\>/
syntax match stencilOperator /\.\.\|[-+*\/^=<>!|&\\]/
syntax match stencilPunctuation /[][(){},;:]\|\.\.\@!/
syntax match stencilNumber /\%(\<\d\+\%(\.\.\@!\d*\)\?\|\.\d\+\)\%([eE][-+]\?\d\+\)\?[fd]\?/
syntax match stencilTime /\<t\>\ze\s*\%([-+]\s*\d\+\s*\)\?[],]/
syntax match stencilComment "//.*$" contains=@Spell,stencilTodo
syntax keyword stencilTodo TODO FIXME contained
syntax region stencilString start=/"/ end=/"/ oneline
syntax keyword stencilStatement stencil precision arithmetic spacing const param field neighbourhood
syntax keyword stencilStatement coefficient fn let region size steps report until timestep series global source receiver save local repeat as import without
syntax keyword stencilClause boundary init levels constant storage compute over in on every where elsewhere file for
syntax keyword stencilKind fixed mirror copy periodic keep node cell low high star box diamond axis centre f32
syntax keyword stencilKind f64 f16 bf16 u8 i16 i32 canonical written face slope extrapolate from forward backward centred
syntax keyword stencilFunction sum min max norm apply select abs sqrt exp log sin cos tanh floor gaussian
syntax keyword stencilFunction random normal laplacian
syntax match stencilFunction /\<\(d2\?\|count\)\>\ze\s*(/

highlight default link stencilComment Comment
highlight default link stencilTodo Todo
highlight default link stencilString String
highlight default link stencilNumber Number
highlight default link stencilStatement Statement
highlight default link stencilClause Keyword
highlight default link stencilKind Constant
highlight default link stencilFunction Function
highlight default link stencilTime Special
highlight default link stencilName Identifier
highlight default link stencilOperator Operator
highlight default link stencilPunctuation Delimiter

let b:current_syntax = 'stencil'
