# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two processes on one journal do not mix: the second is refused.
cat >test.sh <<'EOF'
#!/bin/sh
: >"$TOP/started"
until [ -e "$TOP/go" ]; do sleep 0.1; done
exec grep -qw bug input.c
EOF
chmod +x test.sh
export TOP="$PWD"
: >go
"$PROGRAM" --max-tests 1 --timeout 100 --test ./test.sh input.c || exit 1
rm go started
"$PROGRAM" --resume --timeout 100 --test ./test.sh input.c &
pid=$!
until [ -e started ]; do sleep 0.1; done
code=0
"$PROGRAM" --resume --timeout 100 --test ./test.sh input.c || code=$?
: >go
wait "$pid" || exit 1
[ "$code" -eq 15 ]
