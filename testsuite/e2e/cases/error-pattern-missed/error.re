^clang-hdd: error: input\.c crashes .*/cc\.sh \(exit status 4\), but --ice-pattern matches no line$
^  crash:    input\.c:1:1: internal compiler error: in make_bug, at bug\.cc:42$
^  pattern:  in make_gub$
