#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# J1: kill -9 at any moment, then --resume, as often as it takes, gives the bytes
# of an undisturbed run: kill.sh CLANG-HDD [COUNT [OPTION...]]
# Each of COUNT (12) reductions is killed one to three times at random moments,
# every second one with the process that writes the history. In between the
# output is whole and crashes; at the end git finds no fault in the journal, its
# history is that of the undisturbed run, and no process and no scratch folder
# is left.
set -eu
program=$1
count=${2:-12}
shift "$(($# < 2 ? $# : 2))"
for tool in git pgrep; do
  command -v "$tool" >/dev/null || { echo "SKIP: no $tool here"; exit 77; }
done
# shellcheck source=testsuite/e2e/case.sh
. "$(dirname "$0")/../e2e/case.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export KILL_TEST="$work" # marks our processes
fail() {
  echo "FAIL: reduction $number: $*"
  tail -n 20 "$work/log"
  exit 1
}

# Crashes on a file with these words in their order, and notes where it ran.
cat >cc.sh <<'EOF'
#!/bin/sh
echo "$PWD" >>"$KILL_TEST/seen"
for file; do case $file in -fsyntax-only | -E) exit 0 ;; esac; done
case $(cat "$file") in
  *while*red*return*else*green*blue*switch*return*) ;;
  *) exit 0 ;;
esac
echo 'internal compiler error: in mix, at mix.c:7'
exit 4
EOF
chmod +x cc.sh
i=0
while [ "$i" -lt 20 ]; do
  word=f
  case $i in 3) word=red ;; 9) word=green ;; 14) word=blue ;; esac
  echo "int $word$i(int a) { int b = a + $i; while (b < $i) { if (b) b = b * 2;
    else return $word; } for (;;) switch (a) { case $i: return b; } }"
  i=$((i + 1))
done >bug.c

start() { # FOLDER OPTION...
  cd "$work/$1"
  shift
  # shellcheck disable=SC2086 # $resume is one option or none
  "$program" $resume "$@" bug.c -- "$work/cc.sh" >>"$work/log" 2>&1 &
  pid=$!
}
left() { # what lives or lies around
  env -u KILL_TEST grep -lsz "^KILL_TEST=$work\$" /proc/[0-9]*/environ || :
  sed -n 's#\(/reduce-[^/]*\)/.*#\1#p' "$work/seen" | sort -u >"$work/folders"
  while read -r folder; do
    [ ! -e "$folder" ] || echo "$folder"
  done <"$work/folders"
}
nothing_left() { [ -z "$(left)" ]; }

number=0 resume=
mkdir calm && cp bug.c calm
begin=$(date +%s%N)
start calm "$@"
wait "$pid" || fail 'the undisturbed run failed'
duration=$((($(date +%s%N) - begin) / 1000000))
while [ "$number" -lt "$count" ]; do
  number=$((number + 1)) kills=$((number % 3 + 1)) resume=
  rm -rf "$work/try" && mkdir "$work/try" && cp "$work/bug.c" "$work/try"
  : >"$work/log"
  while [ "$kills" -gt 0 ]; do
    start try "$@"
    # Somewhere in the run, at times right behind its end.
    sleep "$(awk "BEGIN { srand($number * 10 + $kills)
      print rand() * 1.1 * $duration / 1000 }")"
    writer=
    [ $((number % 2)) -eq 0 ] || writer=$(pgrep -P "$pid" -x hdd-journal || :)
    # shellcheck disable=SC2086 # there may be no writer
    kill -KILL $writer "$pid" 2>/dev/null || :
    wait "$pid" 2>/dev/null || :
    [ ! -e bug.reduced.c ] || ! ../cc.sh bug.reduced.c >/dev/null ||
      fail "no crash: $(cat bug.reduced.c)"
    [ ! -e bug.hdd/run-1.json ] || resume=--resume
    kills=$((kills - 1))
  done
  start try "$@"
  wait "$pid" || fail "exit status $? of the last run"
  cmp "$work/calm/bug.reduced.c" bug.reduced.c || fail 'another result'
  git --git-dir=bug.hdd/journal.git fsck --full --strict >"$work/fsck" 2>&1 ||
    fail "git fsck: $(cat "$work/fsck")"
  git --git-dir=bug.hdd/journal.git log --format='%s %T' >"$work/history"
  git --git-dir=../calm/bug.hdd/journal.git log --format='%s %T' |
    diff "$work/history" - || fail 'another history'
  await nothing_left || fail "left behind: $(left)"
done
echo "$count reductions, $duration ms undisturbed"
