# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A file that is not a report, or a damaged one, is refused in one line; nothing is
# written.
set -u
refused() { # STATUS WORDS ARGUMENT...
  wanted=$1 words=$2
  shift 2
  ls -lA --time-style=+ >before
  code=0
  "$PROGRAM" report "$@" >out 2>err || code=$?
  ls -lA --time-style=+ >after
  if [ "$code" -ne "$wanted" ] || [ "$(wc -l <err)" -ne 1 ] ||
    ! grep -q -e "$words" err || [ -s out ]; then
    echo "report $*: exit $code, not $wanted: $(cat err out)" >&2
    exit 1
  fi
}
touch before after out err
echo 'int a;' >fine.c
: >empty.c
mkdir folder empty.report cut.report list.report
printf '{"report": 1, "reduced": "int' >cut.report/report.json
echo '[]' >list.report/report.json
echo '{"report": 7}' >new.json
head -c 300 /dev/urandom >noise.json
refused 17 'no report of it.*fine.report/report.json' fine.c
refused 17 'no report of it' missing.c
refused 17 'no report of it' folder
refused 17 'no report of it' empty.report
refused 17 'damaged: line 1' cut.report
refused 17 'is not a report' list.report
refused 17 'another version' new.json
refused 17 'damaged' noise.json
refused 1 'name one report'
refused 1 'name one report' fine.c empty.c
refused 1 'did you mean github' --format=githup fine.c
refused 1 'no such option' --formt=github fine.c
refused 2 'missing.c' missing.c -- false
refused 3 'is a directory' folder -- false
refused 4 'is empty' empty.c -- false
refused 5 'not found' fine.c -- no-such-compiler
refused 7 'does not crash' fine.c -- false
refused 1 'quote that is not closed' --cc "cc 'x" fine.c
