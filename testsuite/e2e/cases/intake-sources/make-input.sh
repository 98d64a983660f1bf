# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Three sources, of which the second crashes; the compiler counts what it gets.
echo 'int good;' >good.c
echo 'int other;' >other.c
cat >cc.sh <<EOF
#!/bin/sh
count=0
for arg; do case \$arg in *.c) count=\$((count + 1)) ;; esac; done
[ "\$count" -le 1 ] || exit 1
exec "$HERE/cc.sh" "\$@"
EOF
chmod +x cc.sh
