^clang-hdd: error: input\.c does not crash .*/cc\.sh \(exit status 0\), but --ice-pattern matches; add --match pattern, and it decides alone$
^  it says:  input\.c:1:1: warning: what the compiler says$
^  pattern:  the compiler says$
