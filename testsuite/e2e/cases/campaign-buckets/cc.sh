#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on the words bug_NAME, in make_NAME. With the word far it
# is at another line of it, and with the word early or late in another pass.
file=
for arg; do
  case $arg in
    --version)
      [ -z "${ASKED-}" ] || echo x >>"$ASKED"
      echo 'fake-cc 1.0' && exit 0
      ;;
    -fsyntax-only | -E) exit 0 ;;
    *.c | *id:*) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
[ -z "${COUNT-}" ] || echo x >>"$COUNT"
[ -z "${SLOW-}" ] || sleep "$SLOW"
name=$(sed -n 's/.*\<bug_\([a-z]*\)\>.*/\1/p' "$file" | head -n 1)
if [ -n "$name" ]; then
  line=10
  ! grep -qw far "$file" || line=20
  for pass in early late; do
    ! grep -qw "$pass" "$file" || echo "during GIMPLE pass: $pass"
  done
  echo "$file:1:1: internal compiler error: in make_$name, at $name.cc:$line"
  exit 4
fi
! grep -q wrong "$file" || { echo "$file:1:1: error: wrong" && exit 1; }
exit 0
