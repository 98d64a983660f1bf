  .text
f:
  nop
  bug
  ret
g:
  ret
