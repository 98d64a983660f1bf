# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The file is wrong since 91; half of it is so since 92 only. The result stays with 91,
# and so do its options.
# shellcheck source-path=SCRIPTDIR/../.. source=wrong-versions.sh
. "$ROOT/testsuite/e2e/wrong-versions.sh"
"$PROGRAM" --wrong-code --ub fast --bisect --versions gcc-90,gcc-91,gcc-92 --json \
  --no-report input.c -- gcc -O2 -fwrapv >events
tail -n 1 events | grep -q '"checked":true' || fail 'it was not checked'
grep -q '"moved":"step' events || fail 'it never moves'
grep -q '<< 3' input.reduced.c || fail "it has moved: $(cat input.reduced.c)"
cat events
rm -r bin events
