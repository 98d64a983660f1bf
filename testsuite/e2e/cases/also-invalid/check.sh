# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The result stays as valid as the original was; the others lie beside it.
has() { # FILE WORD...
  file=$1
  shift
  for word in bug cow dog; do
    case " $* " in
      *" $word "*) grep -qw "$word" "$file" ;;
      *) ! grep -qw "$word" "$file" ;;
    esac || { echo "$file: $word"; return 1; }
  done
}
has "$RESULT" bug cow
has input.hdd/clean.c bug cow dog
has input.hdd/invalid.c bug
tail -n 1 "$(dirname "$HERE")/out" | grep -q '"class":"accepted","also":\[{"class":"clean",.*{"class":"errors",'
grep -Eq '^class +accepted$' "$(dirname "$HERE")/err"
grep -Eq '^also errors +[0-9]+ tokens,.* input.hdd/invalid.c$' "$(dirname "$HERE")/err"
