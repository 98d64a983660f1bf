# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A server for workers on loopback, workers, and a compiler for them; sourced by the
# cases workers-*. All are ended with the case.
[ -x "$(dirname "$PROGRAM")/../modules/clang-hdd-engine" ] || exit 77
command -v perl >/dev/null || exit 77
port=
trap 'end_workers; [ -z "$port" ] || kill "$server"' EXIT

# Sends a line to the server and prints what it answers.
ask_server() { # LINE
  perl -MIO::Socket::INET -e '
    $server = IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or exit 1;
    print $server "$ARGV[1]\n";
    while (<$server>) { print; last if /^(\.|OK)/ }' "$port" "$1"
}
# Does the server listen, or has it ended? A port may be taken, or not free yet.
has_begun() {
  ! kill -0 "$server" 2>/dev/null || ask_server getpid | grep -q "^OK $server\b"
}
# Starts gearmand on $port, or on a port that is free.
start_server() {
  wanted=$port
  for try in 1 2 3 4 5 6 7 8 9; do
    port=${wanted:-$((20000 + ($$ * 7 + try * 131) % 30000))}
    gearmand --listen=127.0.0.1 --port="$port" --log-file=none >/dev/null 2>&1 &
    server=$!
    await has_begun || break
    kill -0 "$server" 2>/dev/null && return
  done
  fail 'no server'
}
# Ends the server at once.
kill_server() {
  kill -KILL "$server"
  wait "$server" || :
}
# Does the server know all processes of a worker that run tests?
is_known() { # PID
  wanted=$(sed -n "s/.*-$1 serves .* with \([0-9]*\) processes/\1/p" worker.log)
  [ "$(ask_server workers | grep -c -- "-$1\.[0-9]* : .")" -ge "${wanted:-1}" ]
}
# Returns once the server knows of it: a reduction that begins before goes without.
start_worker() { # OPTION...
  "$PROGRAM" worker --server "127.0.0.1:$port" "$@" 2>>worker.log &
  workers="${workers-} $!"
  worker=$!
  await grep -q -- "-$worker serves " worker.log
  await is_known "$worker"
}
end_workers() {
  # shellcheck disable=SC2086 # a list
  [ -z "${workers-}" ] || kill $workers 2>/dev/null || :
  for one in ${workers-}; do wait "$one" 2>/dev/null || :; done
  workers=
}
# A text of which the compiler in FOLDER needs nine of forty declarations. With a file
# `lies` beside it, it never crashes; with `crashes`, always.
make_text() {
  for i in 1 2 3 4 5 6 7 8 9; do
    printf 'int keep%d;\nint a%d = %d;\nlong b%d;\nint c%d[2];\n' $i $i $i $i $i
  done >input.c
}
make_compiler() { # FOLDER [SECONDS]
  mkdir -p "$1"
  cat >"$1/cc.sh" <<END
#!/bin/sh
for arg; do
  case \$arg in -fsyntax-only | -E) exit 0 ;; *.c) file=\$arg ;; esac
done
[ -n "\${file-}" ] || exit 1
sleep ${2-0.05}
if [ -e "\${0%/*}/crashes" ] ||
  { [ "\$(grep -c keep "\$file")" -eq 9 ] && [ ! -e "\${0%/*}/lies" ]; }; then
  echo "\$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
exit 0
END
  chmod +x "$1/cc.sh"
}
# Reduces with OPTIONS; leaves the result in NAME.
reduce() { # NAME OPTION...
  name=$1
  shift
  rm -rf input.reduced.c input.hdd
  "$PROGRAM" --no-report "$@" input.c -- "$PWD/here/cc.sh" 2>"$name.err" ||
    fail "$name: $(cat "$name.err")"
  mv input.reduced.c "$name"
}

# ---- campaigns ----

# A heap of COUNT inputs, each with a bug of its own, and the compiler in FOLDER that has
# them all. With a file `lies` beside it, it finds none; with `crashes`, always one.
make_heap() { # COUNT
  mkdir -p heap
  for n in $(seq "$1"); do
    { seq 1"$n" | sed 's/.*/int pad_&; int f_&(int x) { return x; }/'
      echo "int bug_$n;"; } >"heap/$n.c"
  done
}
make_heap_compiler() { # FOLDER [SECONDS]
  mkdir -p "$1"
  cat >"$1/cc.sh" <<END
#!/bin/sh
for arg; do
  case \$arg in
    --version) echo 'fake-cc 1.0' && exit 0 ;;
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=\$arg ;;
  esac
done
[ -n "\${file-}" ] || exit 1
sleep ${2-0.05}
name=\$(sed -n 's/.*\<bug_\([0-9]*\)\>.*/\1/p' "\$file" | head -n 1)
[ ! -e "\${0%/*}/lies" ] || exit 0
[ ! -e "\${0%/*}/crashes" ] || [ ! -s "\$file" ] || name=1
[ -n "\$name" ] || exit 0
echo "\$file:1:1: internal compiler error: in make_\$name, at bug.cc:\$name"
exit 4
END
  chmod +x "$1/cc.sh"
}
# Brings the heap to bugs with OPTIONS; leaves what must be the same in NAME.
campaign() { # NAME OPTION...
  name=$1 code=0
  shift
  "$PROGRAM" campaign -o "$name.campaign" "$@" heap -- "$PWD/here/cc.sh" \
    >/dev/null 2>"$name.err" || code=$?
  [ "$code" -eq 1 ] || fail "$name ends with $code: $(cat "$name.err")"
  (
    cd "$name.campaign" || exit 1
    grep -v '^#' signatures.txt
    find reductions -name '*.c' ! -path '*.report/*' ! -path '*.hdd/*' | LC_ALL=C sort |
      xargs head -c 999
    grep -E '"(key|state|signature|text|reduction)"' campaign.json
  ) >"$name"
}
# How many reductions of the heap do workers run? Each has a folder of its own.
away() {
  pgrep -fa "clang-hdd-main reduce .*/kept/out/.*$PWD/here/cc.sh" |
    sed 's|.* -o \([^ ]*\)/kept/out/.*|\1|' | sort -u | wc -l
}
has() { # NUMBER
  [ "$(away)" -eq "$1" ]
}
