# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A script finds the variables that it has in the user's shell: those set here,
# those that are not, and no others. TMPDIR alone is a private folder.
unset LANGUAGE TMP TEMP CCACHE_DISABLE GCC_URLS TERM_URLS
export LC_ALL=C.UTF-8 TERM=vt100 COLUMNS=57 GCC_COLORS=error=01 CLICOLOR_FORCE=1 \
  LLVM_SYMBOLIZER_PATH=/opt/symbolizer DEBUGINFOD_URLS=https://example.org
echo 'int bug;' >input.c
"$HERE/test.sh" || fail 'the test holds in the shell'
mv seen shell
SEEN=$PWD/seen "$PROGRAM" --json --test "$HERE/test.sh" input.c
grep -v '^SEEN=' seen | diff -u shell - >&2 || fail 'another environment'
rm shell seen
