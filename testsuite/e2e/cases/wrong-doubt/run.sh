# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Another compiler does what the command does, and only levels of the compiler itself do
# something else. A shell would do more with the words of --run than is said here.
cat >cc.sh <<'END'
#!/bin/sh
case " $* " in *' -O2 '*) exec gcc -DRESULT=0 "$@" ;; *) exec gcc -DRESULT=1 "$@" ;; esac
END
chmod +x cc.sh
printf '#ifndef RESULT\n#define RESULT 0\n#endif\nint main(void) { return RESULT; }\n' >input.c
code=0
"$PROGRAM" --wrong-code input.c -- "$PWD/cc.sh" -O2 2>err || code=$?
[ "$code" -eq 26 ] || fail "$code, not 26: $(cat err)"
for words in "2>/dev/null" "a|b" '$X' '"`ls`"' 'a<b'; do
  code=0
  "$PROGRAM" --wrong-code --run "./a.out $words" input.c -- gcc -O2 2>err || code=$?
  [ "$code" -eq 1 ] || fail "$words: $code: $(cat err)"
  grep -q -e '--run: leave .* out' err || fail "$words: $(cat err)"
done
rm cc.sh err
