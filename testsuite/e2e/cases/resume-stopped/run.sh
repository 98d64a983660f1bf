# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stopped after three tests and resumed, it runs no test twice and ends as if
# nothing had happened. A resumed run that is stopped earlier than the first
# leaves the smaller text where it is.
cat >test.sh <<'EOF'
#!/bin/sh
echo x >>"$CALLS"
exec grep -qw bug input.c
EOF
chmod +x test.sh
export CALLS="$PWD/calls"
set -- -j 1 --test ./test.sh input.c
"$PROGRAM" "$@" -o calm.c
calm=$(wc -l <calls)
: >calls
"$PROGRAM" "$@" -o small.c --max-tests 3
cp small.c before.c
"$PROGRAM" "$@" -o small.c --resume --max-tests 2
cmp small.c before.c || exit 1
: >calls
"$PROGRAM" "$@" -o small.c --resume
again=$(wc -l <calls)
[ "$again" -eq "$((calm - 3))" ] || { echo "$calm, then $again" >&2; exit 1; }
cmp calm.c small.c || exit 1
"$PROGRAM" "$@" -o small.c --json --resume
