# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# All that gcc.gnu.org/bugs asks for is there and true.
# shellcheck source=testsuite/e2e/check-report.sh
. "$ROOT/testsuite/e2e/check-report.sh"
text=input.report/bugzilla.txt
number=$(gcc-12 -dumpfullversion)
has "$text" 'Product: gcc' 'Component: middle-end' "Version: $number" \
  'Summary: .*ICE in convert_move, at .* during RTL pass: expand.*' \
  'Keywords: .*ice-on-valid-code.*' "Target: $(gcc-12 -dumpmachine)" \
  "Host: .*" "Known to fail: .*$number.*" "gcc version $number .*" \
  '\$ gcc-12 .*input.reduced.c' 'during RTL pass: expand' \
  'Please submit a full bug report.*' 'System: .*' \
  'The case was reduced from .* by clang-hdd .*'
configured=$(LC_ALL=C gcc-12 -v 2>&1 | grep '^Configured with')
grep -qxF "$configured" "$text" || wrong 'the configure line is another'
cat input.reduced.c >case
[ "$(sed -n '/^\$ cat /,/^$/p' "$text" | sed '1d;$d')" = "$(cat case)" ] ||
  wrong "the case in the text is another: $(cat "$text")"
cmp -s input.reduced.c input.report/input.reduced.c || wrong 'another file'

# The output is that of the command as it stands there.
command=$(sed -n 's/^\$ \(gcc-12 .*input.reduced.c\)$/\1/p' "$text")
sh -c "LC_ALL=C $command" 2>&1 | grep -v '^0x' >expected || :
sed -n "/^\\$ gcc-12 .*input.reduced.c$/,/^$/p" "$text" | sed '1d;$d' |
  grep -v '^0x' >got
diff expected got || wrong 'the output is another'
if grep -q "$TMPDIR\|/dev/shm\|/run/work" input.report/*.txt; then
  wrong 'a private folder is named'
fi

check_test run_dejagnu input.report/dejagnu-test.c gcc-12
if grep -qx ID=debian /etc/os-release; then
  has input.report/debian.txt 'Package: gcc-12' \
    "Version: $(dpkg-query -W -f '${Version}' gcc-12)" 'Severity: normal'
fi
check_script input.report/reproduce.sh
grep -q 'convert_move' input.report/report.html || wrong 'no page'
