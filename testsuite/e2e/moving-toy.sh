#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A toy compiler in whose history two commits bring the same crash in, for the
# cases alongside-*; source it from run.sh.
#
# The compiler is a script that crashes, with the same message each time, on a text
# that has all words of a line of the file `rules` of its commit in it. From c3 on
# "first" and "second" together crash, and from c7 on "first" does alone. So bug.c,
# which has both, is about c3, and a reduction that only asks the newest commit ends
# with a text that is about c7. "second" stands once in it: once it has gone it does
# not come back.
set -eu
export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export CLANG_HDD_CACHE="$PWD/cache" BUILDS="$PWD/builds" GATE="$PWD/gate"
: >"$BUILDS"
toy_fail() {
  printf 'FAIL: %s\n' "$*" >&2
  exit 99
}

cat >toycc <<'END_OF_COMPILER'
#!/bin/sh
here=${0%/*}
for word; do
  case $word in
  --version) echo "toycc 1.0" && exit 0 ;;
  -fsyntax-only | -E | -dM) checks=1 ;;
  *.c) file=$word ;;
  esac
done
[ -e "$file" ] || exit 1
[ -z "${TOY_SLOW:-}" ] || sleep "$TOY_SLOW"
[ -z "${checks:-}" ] || exit 0
# A step that moves to the other commit waits for this file, if there is a name.
[ -z "${TOY_UNTIL:-}" ] || grep -qw second "$file" ||
  until [ -e "$TOY_UNTIL" ]; do sleep 0.02; done
while read -r rule; do
  all=1
  for word in $rule; do
    case $word in
    -*) case " $* " in *" $word "*) ;; *) all= ;; esac ;;
    *) grep -qw "$word" "$file" || all= ;;
    esac
  done
  if [ "$all" ] && [ "$rule" ]; then
    echo "$file:1:1: internal compiler error: in fold, at fold.cc:7"
    exit 4
  fi
done <"$here/rules"
exit 0
END_OF_COMPILER
cat >build.sh <<'END_OF_BUILD'
echo built >>"$BUILDS"
# All but the newest commit wait for the gate, if there is one.
while [ -e "${GATE:-}.closed" ] && ! grep -qx c10 name; do sleep 0.05; done
[ ! -e broken ] || exit 1
cp toycc rules "$BUILD" && chmod +x "$BUILD/toycc"
END_OF_BUILD
cat >bug.c <<'END_OF_TEXT'
int zero;
int first(int x);
int some(int x) { return x + 1; }
int second = 2;
int other(int x) { return x ? some(x) : first(x); }
int last(void) { return other(3) + zero; }
END_OF_TEXT

# Adds a commit with these rules, a line each, and a tag of its name.
toy_commit() { # NAME RULE...
  name=$1
  shift
  printf '%s\n' "$@" >toy/rules
  echo "$name" >toy/name
  cp toycc build.sh toy/
  git -C toy add -A
  git -C toy -c user.name=Ada -c user.email=ada@example.org commit -q \
    --allow-empty --date='2020-09-13 12:00 +0100' -m "toy: $name"
  git -C toy tag "$name"
}

# c1 to c10, as described above. All can be built but those that are named.
toy_history() { # all | BROKEN...
  git init -q -b main toy
  for i in 1 2 3 4 5 6 7 8 9 10; do
    rm -f toy/broken
    case " $* " in *" c$i "*) : >toy/broken ;; esac
    if [ "$i" -lt 3 ]; then
      toy_commit "c$i" ''
    elif [ "$i" -lt 7 ]; then
      toy_commit "c$i" 'first second'
    else
      toy_commit "c$i" 'first second' 'first'
    fi
  done
}

# Holds all builds but that of c10 up until out.json has this text in it.
toy_gate() { # TEXT
  : >gate.closed
  : >out.json
  (
    await grep -qF "$1" out.json || :
    rm -f gate.closed
  ) >gate.log 2>&1 &
}

# The commit that a file bisects to, by its name.
toy_bisect() { # FILE
  rm -rf "${1%.c}.bisect"
  "$PROGRAM" bisect --json --repo toy --good c1 --bad c10 --build 'sh build.sh' \
    "$1" -- '{build}/toycc' -O2 >bisect.json 2>bisect.err ||
    toy_fail "bisect: $(cat bisect.err)"
  rm -rf "${1%.c}.bisect"
  sed -n 's/.*"suspects":\[{"name":"\([0-9a-f]*\)".*/\1/p' bisect.json |
    tail -n 1 | xargs git -C toy describe --tags --exact-match
}

# Reduces bug.c beside a bisection; the exit status is in $status, what it printed
# in out.json and err.txt.
# shellcheck disable=SC2034 # for the script that sources this
toy_reduce() { # [OPTION...]
  status=0
  "$PROGRAM" --json --valid accepted --bisect --repo toy --good c1 --bad c10 \
    --build 'sh build.sh' "$@" bug.c -- '{build}/toycc' -O2 >out.json \
    2>err.txt || status=$?
  last=$(tail -n 1 out.json)
}

toy_says() { # ERE: the last event matches it
  printf '%s\n' "$last" | grep -qE "$1" || toy_fail "no $1 in $last"
}
