# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What ran out of time is asked for again when there is more of it, and the
# texts of the first run are kept.
cat >test.sh <<'EOF'
#!/bin/sh
grep -qw bug input.c || exit 1
grep -qw b input.c || [ -e "$FAST" ] || exec sleep 1000
EOF
chmod +x test.sh
export FAST="$PWD/fast"
set -- -j 1 -a hdd --test ./test.sh input.c
"$PROGRAM" --timeout 1 "$@"
grep -qw b input.reduced.c || exit 1
"$PROGRAM" --timeout 1 --resume "$@"
grep -qw b input.reduced.c || exit 1
: >fast
"$PROGRAM" --timeout 20 --resume --json "$@"
