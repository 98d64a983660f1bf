# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# From a build to the reduced file, with the build's folder gone; and a source
# that crashes only as it was written, which needs that folder.
export XDG_STATE_HOME="$PWD/state"
cp -R "$HERE/project" .
cat >>project/bug1.c <<'END'
int more(int a, int b)
{
  while (a < b)
    a += bug(b);
  return a;
}
END
(cd project && CPATH="$PWD" "$PROGRAM" watch "$HERE/cc.sh" -c bug1.c -o bug1.o) \
  2>err || true
id=$(sed -n 's/^clang-hdd: .* reduce //p' err)
rm -rf project
"$PROGRAM" reduce --no-report "$id" >out 2>&1 || fail "$(cat out)"
[ "$(grep -cw bug bug1.reduced.c)" -eq 1 ] || fail "$(cat bug1.reduced.c)"
[ "$(wc -c <bug1.reduced.c)" -lt 12 ] ||
  fail "$(cat bug1.reduced.c)"
[ ! -e "state/clang-hdd/crashes/$id/bug1.hdd" ] || fail 'the bundle is changed'
grep -q '^reproduce .*CPATH=.*cc\.sh -c' out || fail "$(cat out)"

# Its folder will do, and the compiler alone can be named.
rm -rf bug1.hdd bug1.reduced.c
"$PROGRAM" -q --no-report "state/clang-hdd/crashes/$id" -- "$HERE/cc.sh" ||
  fail 'its folder will not do'
[ -s bug1.reduced.c ] || fail 'no result'

# A compiler that only the build's PATH leads to.
rm -rf bug1.hdd bug1.reduced.c state
mkdir bin && cp "$HERE/cc.sh" bin/hidden-cc
echo 'int bug;' >hidden.c
PATH="$PWD/bin:$PATH" "$PROGRAM" watch -q -- hidden-cc -DA -c hidden.c 2>err || true
"$PROGRAM" reduce -q --no-report "$id" || fail 'its compiler is not found'
[ -s hidden.reduced.c ] || fail 'no result'
rm -rf bin hidden.*

# Preprocessed there is no word "written" in it: it is kept as written.
rm -rf bug1.hdd bug1.reduced.c state
cp -R "$HERE/project" .
cat >only.sh <<'END'
#!/bin/sh
for arg; do
  case $arg in
    *.c) grep -q 'include.*all.h' "$arg" && grep -q bug "$arg" && {
      echo "$arg:1:1: internal compiler error: in make_written, at bug.cc:1" >&2
      exit 1
    } ;;
  esac
done
exec gcc "$@"
END
chmod +x only.sh
"$PROGRAM" watch -- ./only.sh -c project/bug2.c 2>err || true
id=$(sed -n 's/^clang-hdd: .* reduce //p' err)
grep -q '"standalone": false' "state/clang-hdd/crashes/$id/bundle.json" ||
  fail 'it stands alone'
"$PROGRAM" list "$id" | grep -q 'includes files of the build' || fail 'not said'
"$PROGRAM" reduce -q --no-report "$id" || fail "cannot be reduced: $?"
grep -q 'include.*all\.h' bug2.reduced.c || fail "$(cat bug2.reduced.c)"
rm -rf bug?.hdd bug?.reduced.c state project only.sh err out
