# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An error of a program that is no compiler is no crash; options would not help.
cat >python3 <<'END'
#!/bin/sh
echo 'Python 3.11.2: no bug' >&2
exit 1
END
chmod +x python3
echo 'raise bug' >input.py
code=0
"$PROGRAM" input.py -- ./python3 2>err || code=$?
[ "$code" -eq 7 ] || fail "$code, not 7: $(cat err)"
grep -q 'if an error is what matters, name its line with --ice-pattern' err || fail "$(cat err)"
code=0
"$PROGRAM" --ice-pattern 'no gub' input.py -- ./python3 2>err || code=$?
[ "$code" -eq 7 ] || fail "$code, not 7: $(cat err)"
! grep -q -e 'if an error' -e --find-flags err || fail "$(cat err)"
rm python3 input.py err
