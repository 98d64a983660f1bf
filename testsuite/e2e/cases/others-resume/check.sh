# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cmp calm.c torn.c
for file in calm.hdd/others/*.c; do cmp "$file" "torn${file#calm}"; done
[ "$(find torn.hdd/others -type f | wc -l)" -eq 4 ]
grep -A 9 '^also met' calm.err | sed 's/calm/torn/' >calm.met
grep -A 9 '^also met' torn.err >torn.met
diff calm.met torn.met
