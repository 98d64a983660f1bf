^clang-hdd: error: input.c does not crash .*/cc.sh \(exit status 1; --find-flags would try the usual options\); the last it said:$
^  error: no target$
^clang-hdd: error: input.c does not crash .*/cc.sh, nor with any of [0-9]+ sets of options, the last of which is -fopenmp; name those that it needs after --$
