# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It lies beside the source, and what is shown can be typed here.
grep -qw bug src/x.reduced.c
[ "$(wc -w <src/x.reduced.c)" -le 3 ]
line=$(sed -n 's/^reproduce *//p' "$HERE/../err")
case $line in *' -o '*) exit 1 ;; esac # the build would lose its own
sh -c "$line" | grep -q 'in make_bug'
[ ! -e build/x.o ]
