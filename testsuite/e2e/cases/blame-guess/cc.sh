#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on what has the word bug in it when it is preprocessed,
# and in another way on the word ouch.
for arg; do
  case $arg in -fsyntax-only | -E | -dM | --version) exec gcc "$@" ;; esac
done
case " $* " in
  *' -o hdd-out '*) gcc "$@" -E 2>/dev/null && cat hdd-out ;;
  *) gcc "$@" -E 2>/dev/null ;;
esac >text
for word in bug ouch; do
  if grep -qw "$word" text; then
    echo "x.c:1:1: internal compiler error: in make_$word, at $word.cc:42"
    exit 4
  fi
done
exec gcc "$@"
