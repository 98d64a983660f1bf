# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong uses of --input-as: one line each.
cp input.c other.c
says() { # LINE ARGUMENT...
  line=$1 code=0
  shift
  "$PROGRAM" --input-as "$@" 2>err || code=$?
  [ "$code" -eq 1 ] && [ "$(cat err)" = "clang-hdd: error: $line" ] ||
    fail "$code: $(cat err)"
  rm err
}
says '--input-as pipe: use name, argument or stdin' pipe -c true input.c
says '--input-as: leave it out; it is for --test and --commands' stdin input.c
says 'other.c: one FILE only with --input-as stdin' stdin -c true input.c other.c
rm other.c
