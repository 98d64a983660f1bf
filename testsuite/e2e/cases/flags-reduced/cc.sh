#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A GCC that crashes on a file with the word bug in it if -fbad is given, and
# optimizes with -fpass, which -O2 and above imply. It rejects -funknown, and
# without -target and its value anything. Each run leaves a line in $CALLS.
file='' level=0 bad='' pass='' target='' value='' mode=''
case "$*" in
  *--version*) echo 'cc.sh (GCC) 1.0' && echo 'Free Software Foundation'; exit ;;
  *--help=*)
    case "$*" in *-O1*) on=disabled ;; *) on=enabled ;; esac
    printf '  -fcommon\t[enabled]\n  -fother \t[%s]\n  -fpass\t[%s]\n' $on $on
    exit ;;
esac
for arg; do
  if [ -n "$value" ]; then value='' target=$arg; continue; fi
  case $arg in
    -fsyntax-only | -E | -dM) mode=$arg ;;
    -O[0-9]) level=${arg#-O} ;;
    -fbad) bad=1 ;;
    -fpass) pass=1 ;;
    -target) value=1 ;;
    -funknown) echo "error: unknown option"; exit 1 ;;
    *.c) file=$arg ;;
  esac
done
[ "$level" -lt 2 ] || pass=1
[ -n "$target" ] || { echo 'error: no target'; exit 1; }
[ -z "$mode" ] || exit 0
[ -z "${CALLS-}" ] || echo "$*" >>"$CALLS"
[ -z "${SLOW-}" ] || sleep "$SLOW"
[ -n "$bad" ] && [ -n "$pass" ] && [ "$level" -gt 0 ] || exit 0
if [ -n "$file" ] && grep -qw bug "$file"; then
  echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
exit 0
