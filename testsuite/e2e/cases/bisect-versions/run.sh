# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A list of compilers instead of a repository, by path and by name.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
mkdir bin
for i in 1 2 3 4 5 6 7 8; do
  mkdir "v$i" && cp toycc "v$i" && echo "$i" >"v$i/line"
  echo "v$i" >"v$i/commit"
  if [ "$i" -lt 4 ]; then echo good; else echo bad; fi >"v$i/does"
  printf '#!/bin/sh\nexec "%s/v%s/toycc" "$@"\n' "$PWD" "$i" >"bin/toycc-$i"
  chmod +x "bin/toycc-$i"
done
"$PROGRAM" bisect --versions v1/toycc,v2/toycc,v3/toycc,v4/toycc,v5/toycc \
  bug.c -- toycc -O2 >found.txt 2>said.txt || toy_fail "paths: $(cat said.txt)"
grep -q '^first bad version: toycc (1.4); last good: toycc (1.3)$' found.txt ||
  toy_fail "paths: $(cat found.txt)"
[ "$(sort -u notes | tr '\n' ' ')" = 'v3 v4 v5 ' ] || toy_fail "paths: $(cat notes)"
PATH=$PWD/bin:$PATH
list=toycc-1,toycc-2,toycc-3,toycc-4,toycc-5,toycc-6,toycc-7,toycc-8
"$PROGRAM" bisect --versions "$list" --json bug.c >events 2>said.txt ||
  toy_fail "names: $(cat said.txt)"
grep -q '"event":"ready","name":"toycc-8","command":\["toycc-8","-c"\]' events ||
  toy_fail "no ready event"
grep -q '"event":"answer","name":"toycc-3","answer":"good"' events ||
  toy_fail "no answer"
tail -n 1 events | grep -q '"event":"end","exit":0,"bisection":{.*"name":"toycc-4"' ||
  toy_fail "no end"
"$PROGRAM" bisect --versions "$list" --good toycc-3 --bad toycc-4 bug.c \
  >found.txt 2>said.txt || toy_fail "two: $(cat said.txt)"
grep -q '^2 compilers tested' found.txt || toy_fail "two: $(cat found.txt)"
status=0
"$PROGRAM" bisect --versions "$list" --good toycc-5 bug.c >found.txt 2>said.txt ||
  status=$?
[ "$status" = 19 ] || toy_fail "good crashes: $status"
status=0
"$PROGRAM" bisect --versions "$list,toycc-9" bug.c >found.txt 2>said.txt || status=$?
[ "$status" = 18 ] || toy_fail "missing version: $status"
status=0
"$PROGRAM" bisect --versions "toycc-5,toycc-4" bug.c >found.txt 2>said.txt || status=$?
[ "$status" = 1 ] && grep -q 'toycc-4 is older than toycc-5; name the oldest first' said.txt ||
  toy_fail "order: $status: $(cat said.txt)"
"$PROGRAM" bisect -q --resume -o fresh --versions "$list" bug.c >found.txt 2>said.txt
[ ! -s said.txt ] || toy_fail "quiet: $(cat said.txt)"
