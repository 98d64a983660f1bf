# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A script without a line #! is run as a shell runs it.
printf 'int a;\nint bug;\nint b;\n' >a.c
echo 'grep -qw "${1:-bug}" "${2:-a.c}"' >test.sh
chmod +x test.sh
for way in name argument; do
  "$PROGRAM" --test './test.sh bug' --input-as $way a.c 2>err || fail "$(cat err)"
  [ "$(wc -w <a.reduced.c)" -le 2 ] || fail "$(cat err a.reduced.c)"
  line=$(sed -n 's/^reproduce *//p' err)
  mkdir tmp && (TMPDIR=$PWD/tmp && eval "$line") && rm -r tmp || fail "$line"
  sh a.report/reproduce.sh >&2 || fail 'reproduce.sh'
  rm -r a.r* a.hdd
done
"$PROGRAM" --test ./test.sh a.c 2>err || fail "$(cat err)"
# An empty one says nothing.
: >test.sh
code=0
"$PROGRAM" --test ./test.sh a.c -o b.c 2>err || code=$?
[ "$code" -eq 9 ] && grep -q 'first line has to be' err || fail "$(cat err)"
rm -r ./*
