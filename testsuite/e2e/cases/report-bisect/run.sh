# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a bisection finds is told by the report, and where it was made is not: added
# to a report that is there, made alongside, and made anew.
# shellcheck source=testsuite/e2e/toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
c1 - good
c2 c1 good
c3 c2 bad
c4 c3 bad
END
culprit=$(git -C toy rev-parse c3)
tells() { # REPORT: it names the commit, and no folder of ours
  for file in report.txt reproduce.sh report.html report.json; do
    grep -q "$culprit" "$1/$file" || toy_fail "$1/$file names no commit"
    if grep -q "$PWD" "$1/$file"; then toy_fail "$1/$file names a folder"; fi
  done
  for line in "Started with commit $culprit" '  toy: c3 does bad' \
    '  Ada, 2020-09-13 .*+0100' '  does, line' '.*tested on both sides.*'; do
    grep -q "^$line\$" "$1/report.txt" ||
      toy_fail "no $line: $(cat "$1/report.txt")"
  done
}
refused() { # FOLDER FILE MESSAGE
  rm -rf "${2%.c}.bisect"
  status=0
  toy_report "$1" "$2" 2>said.txt || status=$?
  [ "$status" = 17 ] || toy_fail "$1 $2: exit status $status"
  grep -q "$3" said.txt || toy_fail "$1 $2: $(cat said.txt)"
  [ "$(wc -l <said.txt)" = 1 ] || toy_fail "more than a line: $(cat said.txt)"
  [ ! -e "${2%.c}.bisect" ] || toy_fail "$2 was bisected"
}
toy_report() { # FOLDER FILE
  "$PROGRAM" bisect --quiet --repo toy --good c1 --bad c4 --build 'sh build.sh' \
    --report "$1" "$2" -- '{build}/toycc' -O2 >found.txt
}

# To one that is there.
git -C toy rev-parse c4 >commit
mkdir bin && cp toycc commit toy/does toy/line bin && chmod +x bin/toycc
PATH="$PWD/bin:$PATH"
"$PROGRAM" --quiet --allow-invalid bug.c -- toycc -O2
toy_report bug.report bug.reduced.c
tells bug.report
bug.report/reproduce.sh || toy_fail "the script does not show it"
rm bug.report/report.txt
"$PROGRAM" report bug.report >/dev/null
tells bug.report
if grep -q 'built from' bug.report/report.txt; then
  toy_fail "the compiler of the reduction was none that was built"
fi
cp -r bug.report spoilt.report
printf '{"report": 1' >spoilt.report/report.json
echo 'int bug, other;' >other.c
refused bug.report other.c 'is about another file: bisect bug.c or bug.reduced.c'
refused none.report bug.c 'there is no report in it'
refused spoilt.report bug.c 'is damaged'
tells bug.report

# Alongside.
rm -rf bug.report bug.reduced.c bug.bisect
"$PROGRAM" --quiet --allow-invalid --bisect --repo toy --good c1 --bad c4 \
  --build 'sh build.sh' bug.c -- '{build}/toycc' -O2
tells bug.report
grep -q "^The compiler was built from commit $(git -C toy rev-parse c4)" \
  bug.report/report.txt || toy_fail "it does not say what was run"
grep -q '^\$ toycc ' bug.report/report.txt || toy_fail "the command has a path"
CC=bin/toycc bug.report/reproduce.sh || toy_fail "the script does not show it"
if CC=true bug.report/reproduce.sh; then toy_fail "the script finds it in true"; fi
if bug.report/reproduce.sh 2>said.txt; then toy_fail "it found a compiler"; fi
grep -q 'CC: names the compiler' said.txt || toy_fail "it does not ask for one"
rm -rf cache
