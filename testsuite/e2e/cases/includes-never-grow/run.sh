# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wherever a run stops, there is no more than before; in the end there is less.
export TESTED="$PWD/../tested"
check() { # FILE ARGUMENT...
  file=$1
  shift
  rm -rf out.*
  "$PROGRAM" -j1 -q --no-report "$@" -o "out.${file##*.}" "$file" -- "$HERE/cc.sh"
  [ "$(wc -c <"out.${file##*.}")" -le "$(wc -c <"$file")" ] || fail "$file $*"
}
for file in input.cc less.c; do
  for most in 1 4; do
    check $file --max-tests "$most"
  done
  check $file
  [ "$(wc -w <"out.${file##*.}")" -le 2 ] || fail "$(cat out.*)"
done

: >"$TESTED"
tested() { [ "$(wc -l <"$TESTED")" -ge 4 ]; }
rm -rf out.*
"$PROGRAM" -j1 -q --no-report -o out.cc input.cc -- "$HERE/cc.sh" &
await tested || exit 1
kill -TERM $!
wait $! || [ $? -eq 143 ] || fail "exit $?"
[ "$(wc -c <out.cc)" -le "$(wc -c <input.cc)" ] || fail terminated
