# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Workers run tests of a text with headers, and of several files: what is the user's comes
# with the text. The result is that without them.
. "$ROOT/testsuite/e2e/workers.sh"
mkdir -p here project/own project/deep
cat >here/cc.sh <<'END'
#!/bin/sh
case " $* " in
  *' --version '*) echo 'fake-cc 1.0' && exit 0 ;;
  *' -fsyntax-only '*) exit 0 ;;
  *' -E '*) exec gcc "$@" ;;
esac
all=$(gcc -E "$@" 2>&1)
status=$?
sleep 0.05
if [ "$(echo "$all" | grep -c 'keep\|deep_value\|size_t;$')" -ge 7 ]; then
  echo "x:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
[ $status -eq 0 ] || echo "$all"
exit $status
END
chmod +x here/cc.sh
echo 'int deep_value;' >project/deep/deep.h
printf '#include "../deep/deep.h"\nint lib_value;\n' >project/own/lib.h
{ echo '#include <stddef.h>'
  echo '#include "lib.h"'
  for i in 1 2 3 4 5; do
    printf 'int keep%d;\nint a%d = %d;\nlong b%d;\nint c%d[2];\n' $i $i $i $i $i
  done; } >input.cc
reduce() { # NAME OPTION...; a result of one file or several
  name=$1
  shift
  rm -rf "$name" result result.hdd
  # shellcheck disable=SC2086 # lists
  "$PROGRAM" --no-report -o result "$@" ${files-input.cc} -- "$PWD/here/cc.sh" ${options-} \
    2>"$name.err" || fail "$name: $(cat "$name.err")"
  mv result "$name"
}
start_server
start_worker -j 4 --compiler "$PWD/here/cc.sh"
remote="--server 127.0.0.1:$port -j 8 --max-tests 60"
same() { # NAME
  # shellcheck disable=SC2086 # options
  reduce "$1" $remote
  diff -r alone "$1" || fail "$1 is another result"
  grep -Eq '^workers +[1-9][0-9]* jobs to [1-9]' "$1.err" ||
    fail "the workers had nothing to do: $(cat "$1.err")"
}
options="-isystem $PWD/project/deep -I $PWD/project/own"
reduce alone -j 1 --max-tests 60
same headers

# A #line includes nothing; which headers there are may differ at a worker.
mv input.cc whole.cc
{ echo '#line 7 "/etc/passwd"' && cat whole.cc; } >input.cc
# shellcheck disable=SC2086 # options
reduce line $remote
grep -Eq '^workers +[1-9][0-9]* jobs to [1-9]' line.err || fail "a #line: $(cat line.err)"
{ printf '#if __has_include("no.h")\n#endif\n' && cat whole.cc; } >input.cc
# shellcheck disable=SC2086 # options
reduce asks $remote
grep -q 'tests run here, since the file asks which headers there are' asks.err ||
  fail "it asks: $(cat asks.err)"
mv whole.cc input.cc
options=

# So do those of several files.
mkdir sub
mv input.cc sub/main.cc
mv project/own/lib.h sub/lib.h
mkdir deep
mv project/deep/deep.h deep/deep.h
files='sub/main.cc sub/lib.h deep/deep.h'
reduce alone -j 1 --max-tests 60
same several
end_workers
rm -r here project sub deep alone headers line asks several ./*.err worker.log
echo 'int bug;' >input.c # the case needs a result
"$PROGRAM" --no-report -q -c 'grep -q bug input.c' input.c
