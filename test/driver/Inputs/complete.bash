# Completes the words given, the last of which is begun, as bash would: usage: complete.bash SCRIPT WORD...
# Words are as bash cuts them: --target=c is three. Prints one candidate a line, sorted.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_stencilc
printf '%s\n' "${COMPREPLY[@]}" | sort
