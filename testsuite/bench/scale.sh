#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What workers gain, on one machine: gearmand on loopback, 64 processes of workers, and
# tests that sleep for 200 ms, with verdicts that are fixed; docs/scale.md has the figures.
#
#   scale.sh BUILD-FOLDER campaign [REDUCTIONS]   a campaign with workers, against -j1
#   scale.sh BUILD-FOLDER single [PERCENT]        a reduction of which so many succeed
#   scale.sh BUILD-FOLDER traffic FILE COMPILER ARGUMENT...   bytes of a candidate
#
# In the environment: WORKERS (64), MS (200), JOBS: of the campaign itself (its default),
# SAMPLE: of so many reductions the time with -j1 is measured (8), PAD and KEEP: declarations of an input that nothing needs (300) and that
# the bug needs (10), TESTS: the most of `single` (600, 300) and `traffic` (2000). With `single` so
# many declarations are needed, and so many texts chosen that have them, that about 5 or 25 in
# a hundred tests succeed; SINCE: seconds that -j1 took, if they are known.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(realpath "$1")
what=$2
shift 2
program=$build/bin/clang-hdd
workers=${WORKERS:-64} ms=${MS:-200} keep=${KEEP:-10}
work=$(mktemp -d)
cd "$work"
trap 'kill ${server-} ${worker-} 2>/dev/null || :; wait; cd /; rm -rf "$work"' EXIT
port=$((20000 + $$ % 30000))
now() { date +%s.%N; }

start() { # OPTION...
  gearmand --listen=127.0.0.1 --port="$port" --log-file="$work/gearmand.log" &
  server=$!
  "$program" worker --server "127.0.0.1:$port" -j "$workers" "$@" 2>worker.log &
  worker=$!
  until grep -q ' serves ' worker.log; do sleep 0.1; done
  sleep 2
}
# Inputs FIRST to LAST: each a bug of its own, declarations that it needs, and others.
make_heap() { # FOLDER FIRST LAST
  mkdir -p "$1"
  for n in $(seq "$2" "$3"); do
    awk -v n="$n" -v pad="${PAD:-300}" -v keep="$keep" 'BEGIN {
      srand(n)
      for (i = 1; i <= keep; i++) where[int(rand() * pad)]++
      for (i = 0; i < pad; i++) {
        printf "int f%d(int x) { return x + %d; }\n", i, i
        for (; where[i]; where[i]--) print "int keep" i "_" where[i] ";"
      }
      print "int bug_" n ";"
    }' >"$1/$n.c"
  done
}
run_campaign() { # FOLDER OPTION...; seconds
  folder=$1 begin=$(now)
  shift
  "$program" campaign -q -o "$folder.campaign" --reduce '--no-report' "$@" "$folder" -- \
    "$build/testsuite/sleepcc" "-mms=$ms" "-mkeep=$keep" || [ $? -eq 1 ]
  awk -v a="$begin" -v b="$(now)" 'BEGIN { print b - a }'
}
case $what in
campaign)
  count=${1:-640} sample=${SAMPLE:-8}
  make_heap sample 1 "$sample"
  make_heap heap 1 "$count"
  alone=$(run_campaign sample -j1)
  start --compiler "$build/testsuite/sleepcc"
  among=$(run_campaign heap --server "127.0.0.1:$port" ${JOBS:+-j "$JOBS"})
  # A folder's name follows from the input's, which has that of the heap in it.
  for n in $(seq "$sample"); do
    cmp sample.campaign/reductions/*/"$n.c" heap.campaign/reductions/*/"$n.c"
  done
  done=$(find heap.campaign/reductions -mindepth 2 -maxdepth 2 -name '*.c' | wc -l)
  away=$(for f in heap.campaign/reductions/*; do
    find "$f" -name journal.git | grep -q . || echo "$f"
  done | wc -l)
  tests=$(cat sample.campaign/reductions/*/log | awk '/^tests/ { all += $2 } END { print all }')
  awk -v a="$alone" -v b="$among" -v n="$sample" -v all="$count" -v d="$done" -v w="$workers" \
    -v t="$tests" -v away="$away" 'BEGIN {
    printf "%d reductions of %.0f tests, %d of them by workers\n", d, t / n, away
    printf "-j1: %.1f s each (of %d); %d workers: %.1f s for all: %.1f times\n",
      a / n, n, w, b, a / n * all / b
  }'
  ;;
single)
  percent=${1:-5}
  case $percent in
    5) keep=100 chance=40 most=${TESTS:-600} ;;
    25) keep=40 chance=100 most=${TESTS:-300} ;;
    *) echo 'PERCENT is 5 or 25' >&2 && exit 2 ;;
  esac
  make_heap heap 1 1
  cp heap/1.c input.c
  # Starting it is most of what such a worker costs here.
  cc -O2 -static -o sleepcc "$here/oracles/sleepcc.c"
  hash=$(./sleepcc -mhash input.c)
  reduce() { # NAME OPTION...; seconds
    name=$1 begin=$(now)
    shift
    "$program" --no-report --no-journal --json --valid any --max-tests "$most" "$@" -o "$name" \
      input.c -- "$work/sleepcc" "-mms=$ms" "-mkeep=$keep" "-mpercent=$chance" \
      "-moriginal=$hash" >"$name.json" 2>"$name.err"
    awk -v a="$begin" -v b="$(now)" 'BEGIN { print b - a }'
  }
  alone=${SINCE:-$(reduce alone.c -j1)}
  start --compiler "$work/sleepcc" --no-sandbox
  among=$(reduce among.c -j"$workers" --server "127.0.0.1:$port")
  [ -n "${SINCE-}" ] || cmp alone.c among.c
  awk '/^tests|^workers/' among.c.err
  awk -v p="$percent" -v a="$alone" -v b="$among" -v w="$workers" \
    -v good="$(grep -c '"event":"accept"' among.c.json)" -v n="$most" 'BEGIN {
    printf "%s %%: %d of at most %d tests succeed\n", p, good, n
    printf "-j1 %.1f s, %d workers %.1f s: %.1f times\n", a, w, b, a / b
  }'
  ;;
traffic)
  cp "$1" "input.${1##*.}"
  shift
  start --compiler "$1"
  "$program" --no-report --no-journal --max-tests "${TESTS:-2000}" --server "127.0.0.1:$port" \
    -j "$workers" input.* -- "$@" 2>&1 | awk '/^tests|^workers|^size/'
  ;;
esac
