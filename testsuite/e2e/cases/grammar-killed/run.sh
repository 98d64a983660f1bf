# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An installation that is killed leaves neither a grammar nor a process.
. "$ROOT/testsuite/e2e/fake-npm.sh"
"$PROGRAM" grammar --quiet add rust
nothing_left() {
  [ "$(ls -A "$grammars")" = "$(printf 'libtree-sitter\nlibtree-sitter.so\nrust\nrust.so')" ]
}
nothing_left || fail "$(ls -A "$grammars")"
for name in cc npm; do
  for signal in KILL INT TERM; do
    printf '#!/bin/sh\necho >"%s/started"\nexec sleep 29997\n' "$HERE" \
      >"$HERE/bin/$name"
    chmod +x "$HERE/bin/$name"
    env --default-signal "$PROGRAM" grammar --quiet add zig 2>err &
    await test -e "$HERE/started" || fail "$name does not start: $(cat err)"
    kill "-$signal" $!
    wait $! && fail "SIG$signal while $name runs: installed"
    await nothing_left || fail "SIG$signal: $(ls -A "$grammars")"
    await gone 'sleep 29997' || fail "SIG$signal: $name still runs"
    rm "$HERE/started"
  done
done
rm -r data err
