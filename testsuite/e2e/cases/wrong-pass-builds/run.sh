# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which pass it is takes dozens of builds. The command alone is not among them.
gcc-12 -O2 input.c -o bad
! ./bad >/dev/null 2>&1 || exit 77 # it is fixed here
rm bad
cat >cc <<'END'
#!/bin/sh
echo "$*" >>"$BUILDS"
exec gcc-12 "$@"
END
chmod +x cc
export BUILDS="$PWD/builds"
"$PROGRAM" --wrong-code --max-tests 1 -v --json input.c -- ./cc -O2
count=$(grep -c -- '-O2 -o [^ ]* input.c$' builds)
[ "$count" -le 14 ] || fail "$count builds by the command alone"
rm cc builds
