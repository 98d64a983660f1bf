# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It prints commands, ways and costs, and reduces nothing.
says() {
  grep -Eq -e "$2" "$1" || { echo "$1 lacks $2:"; cat "$1"; exit 1; }
}
says said '^property +internal compiler error: in make_bug, at bug\.cc:42'
says said '^command +.*/cc\.sh -c -O2 '
says said '^  replayed +.*/cc1 -quiet input\.c$'
says said '^    with +COLLECT_GCC=.*/cc\.sh$'
says said '^  spawned +used$'
says said '^  zygote +not used: ..*'
says said '^judge +.*/cc\.sh -fsyntax-only -O2 input\.c'
says said '^limits +[0-9]+ ms, [0-9]+ ms of CPU, [0-9]+ MiB'
says said '^slots +[1-9]'
says said '^  compiler +command +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$'
says said '^  compiler +spawned +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$'
says said-too '^  spawned +not used: --no-replay'
says said-too '^judge +grep -c a input\.c'
[ ! -e input.reduced.c ]
[ ! -e input.hdd ]
