# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Texts that an earlier run left do not belong to this result, which needs all three.
mkdir input.hdd
echo 'int stale;' >input.hdd/clean.c
echo 'int stale;' >input.hdd/invalid.c
echo 'int bug; int cow; int dog;' >input.c
cat >all.sh <<'END'
#!/bin/sh
grep -qw bug input.c && grep -qw cow input.c && grep -qw dog input.c
END
chmod +x all.sh
"$PROGRAM" --json --also-invalid --test ./all.sh \
  --reference "$HERE/cc.sh -fsyntax-only" input.c
