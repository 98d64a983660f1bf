^reduced flags -target r600 \(were: -w -g -O2 -fno-crash-diagnostics -Wall -std=gnu11 -target r600 -fno-strict-aliasing -mllvm -stats=false\); [0-9]+ tests$
^reproduce .*clang-14 -target r600 -S -o /dev/null input.reduced.c$
