# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It names the programs too, and the proof runs.
tail -n 1 ../out | grep -q '"stage":"middle end","pass":"inline","kind":"IPA"'
tail -n 1 ../out | grep -q '"matrix":\[.*"program":"gcc-12".*"self":true'
if gcc-12 -w -O2 -c -o out.o "$RESULT" 2>/dev/null; then exit 1; fi
gcc-12 -w -O2 -fdisable-ipa-inline -c -o out.o "$RESULT" 2>/dev/null
