#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# O1: the result, the number of tests and the other crashes that are met depend
# neither on -j, nor on the time that a test takes, nor on the way in which it is
# run:
# jobs.sh CLANG-HDD SLEEPER [RUNS [OPTION...]]
# Each oracle is asked with -j 1 and 4, RUNS (1) times each; with $HDD_THOROUGH with
# -j 2 and 16 too, while a busy loop takes a processor. Those that we write
# ourselves wait at random before they answer; the compilers, where they are
# installed, are run each way.
set -eu
program=$1 sleeper=$2
runs=${3:-1}
shift "$(($# < 3 ? $# : 3))"
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -n "${HDD_THOROUGH-}" ]; then
  sh -c 'while :; do :; done' &
  load=$!
  trap 'kill "$load"; rm -rf "$work"' EXIT
fi
cd "$work"

# An answer in a hundred or in four is yes, by the hash of the text.
for percent in 5 25; do
  printf '#!/bin/sh\nexec "%s" 0 %s "%s/some.c" 15\n' "$sleeper" "$percent" \
    "$work" >"test-$percent"
done
# Crashes on a file with these words in their order, somewhere else on others,
# and has a judge that knows what it rejects.
cat >cc.sh <<'EOS'
#!/bin/sh
sleep "0.00$(($$ % 10))"
for file; do case $file in -fsyntax-only) judges=1 ;; -E) exit 0 ;; esac; done
text=$(cat "$file") other=
case $text in *yellow*) ;; *) [ -z "${judges:-}" ] || exit 1 ;; esac
[ -z "${judges:-}" ] || exit 0
case $text in *red*green*) ;; *) other=1 ;; esac
sleep "0.0$(date +%N | cut -c8)"
case $text in
  *while*red*return*else*green*blue*switch*return*) place=mix ;;
  *) [ "$other" ] || exit 0; place=other ;;
esac
echo "internal compiler error: in $place, at mix.c:7"
exit 4
EOS
chmod +x cc.sh test-5 test-25
i=0
while [ "$i" -lt 12 ]; do
  word=f
  case $i in 3) word=red ;; 5) word=yellow ;; 7) word=green ;; 9) word=blue ;; esac
  echo "int $word$i(int a) { int b = a + $i; while (b < $i) { if (b) b = b * 2;
    else return $word; } for (;;) switch (a) { case $i: return b; } }"
  i=$((i + 1))
done >bug.c
head -n 10 bug.c >some.c
cp "$root/examples/h8300-instrument/input.c" h8300.c
cp "$root/examples/pcc-cannot-generate/input.c" pcc.c

# reduce OPTION... FILE ...: the bytes and the tests have to be the first ones.
reduce() {
  if ! "$program" --quiet --no-journal --no-report --json -o out.c "$@" >events 2>errors; then
    echo "FAIL: $*" && cat errors && exit 1
  fi
  { cat out.c && tail -n 1 events | grep -o '"other_crashes":[^]]*' &&
    tail -n 1 events | grep -o '"tests": *[0-9]*'; } >now
  [ -e first ] || cp now first
  cmp first now || { echo "FAIL: $*" && diff first now; exit 1; }
}
ask() { # OPTION... FILE ...: at each number of jobs
  for jobs in 1 4 ${HDD_THOROUGH:+2 16}; do
    run=0
    while [ "$run" -lt "$runs" ]; do
      reduce -j "$jobs" "$@" && run=$((run + 1))
    done
  done
}
ask_modes() { # COMPILER ...: a real one, in each way that it can be run
  file=$1.c compiler=$2
  shift 2
  command -v "$compiler" >/dev/null || return 0
  ask "$file" -- "$compiler" "$@"
  for way in --no-zygote --no-replay; do
    reduce "$way" "$file" -- "$compiler" "$@"
  done
  report "$compiler"
}
report() {
  echo "$1: $(tail -n 1 first), $(head -c -1 first | wc -c) bytes"
  rm first
}
ask "$@" --test ./test-5 some.c && report 'sleeper 5 %'
ask "$@" --test ./test-25 some.c && report 'sleeper 25 %'
ask "$@" bug.c -- ./cc.sh && report 'a compiler that waits'
ask_modes h8300 h8300-hitachi-coff-gcc -w -O3 -finstrument-functions
ask_modes pcc pcc -w
