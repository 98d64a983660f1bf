# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A server for workers on loopback, workers, and a compiler for them; sourced by the
# cases workers-*. All are ended with the case.
[ -x "$(dirname "$PROGRAM")/../modules/clang-hdd-engine" ] || exit 77
port=
trap 'end_workers; [ -z "$port" ] || kill "$server"' EXIT

# Starts gearmand on $port, or on a port that is free.
start_server() {
  for try in 1 2 3 4 5 6 7 8 9; do
    [ -n "${wanted:=$port}" ] || wanted=$((20000 + ($$ * 7 + try * 131) % 30000))
    gearmand --listen=127.0.0.1 --port="$wanted" --log-file="$TMPDIR/gearmand.log" \
      >/dev/null 2>&1 &
    server=$!
    sleep 0.3
    if kill -0 "$server" 2>/dev/null; then port=$wanted && break; fi
    wanted=
  done
  wanted=
  rm -f "$TMPDIR/gearmand.log"
  [ -n "$port" ] || fail 'no server'
}
start_worker() { # OPTION...
  "$PROGRAM" worker --server "127.0.0.1:$port" "$@" 2>>worker.log &
  workers="${workers-} $!"
  worker=$!
  await grep -q " serves .*" worker.log
}
end_workers() {
  # shellcheck disable=SC2086 # a list
  [ -z "${workers-}" ] || kill $workers 2>/dev/null || :
  for one in ${workers-}; do wait "$one" 2>/dev/null || :; done
  workers=
}
# A text of which the compiler in FOLDER needs nine of forty declarations.
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
if [ "\$(grep -c keep "\$file")" -eq 9 ] && [ ! -e "\${0%/*}/lies" ]; then
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
