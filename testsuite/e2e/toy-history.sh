#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A toy compiler with a history, for the cases bisect-*; source it from run.sh.
#
# The compiler is a script that obeys the file `does` of its commit when a text has
# "bug" in it: good, bad (an internal compiler error, in another line with each
# commit), other (one in another function), reject, flaky (each second run
# crashes), hang, options. A commit that does "broken" does not build. Each run on
# such a text is a line in $NOTES, and each build one in $NOTES.builds.
set -eu
export LC_ALL=C GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export NOTES="$PWD/notes" CLANG_HDD_CACHE="$PWD/cache"
: >"$NOTES" && : >"$NOTES.builds"
status=0
printf 'int bug;\n' >bug.c
toy_fail() {
  printf 'FAIL: %s\n' "$*" >&2
  exit 99
}

cat >toycc <<'END'
#!/bin/sh
here=$(dirname "$0")
for file; do :; done
case " $* " in *' --version '*) echo "toycc 1.$(cat "$here/line")" && exit 0 ;; esac
if ! grep -qs bug "$file"; then # "options" stops it whatever the text is
  [ "$(cat "$here/does")" = options ] || exit 0
  echo "toycc: error: unrecognized command-line option '-O2'" && exit 1
fi
cat "$here/commit" >>"$NOTES"
does=$(cat "$here/does")
if [ "$does" = flaky ]; then
  does=good
  [ "$(($(wc -l <"$NOTES") % 2))" = 0 ] || does=bad
fi
case $does in
bad) echo "bug.c:1:1: internal compiler error: in fold, at fold.cc:$(cat "$here/line")" ;;
other) echo "bug.c:1:1: internal compiler error: in expand, at expr.cc:7" ;;
reject) echo "bug.c:1:1: error: expected ';'" && exit 1 ;;
options) echo "toycc: error: unrecognized command-line option '-O2'" && exit 1 ;;
hang) exec sleep 600 ;;
*) exit 0 ;;
esac
exit 4
END
chmod +x toycc
cat >build.sh <<'END'
git rev-parse HEAD >>"$NOTES.builds"
sleep "${TOY_SECONDS:-0}"
if [ "$(cat does)" = broken ]; then echo "build.sh: error: broken" >&2 && exit 1; fi
cp toycc does line "$BUILD" && git rev-parse HEAD >"$BUILD/commit"
END

# Makes the repository "toy" of lines NAME PARENTS DOES, oldest first: PARENTS with
# commas between them, or -. Each commit gets a tag of its name, unless that begins
# with "_".
toy_history() {
  git init -q -b main toy
  awk '
    function file(mode, name, text) {
      printf "M %s inline %s\ndata %d\n%s\n", mode, name, length(text), text
    }
    function whole(path,  line, text) {
      while ((getline line <path) > 0) text = text line "\n"
      close(path)
      return text
    }
    NF == 3 {
      mark[$1] = ++count
      if ($2 == "-") print "reset refs/heads/main\n"
      printf "commit refs/heads/main\nmark :%d\n", count
      printf "author Ada <ada@example.org> %d +0100\n", 1600000000 + 60 * count
      printf "committer Bob <bob@example.org> %d +0000\n", 1600000000 + 60 * count
      printf "data %d\ntoy: %s does %s\n", length($1 $3) + 11, $1, $3
      parents = split($2, parent, ",")
      for (i = 1; i <= parents && $2 != "-"; i++)
        printf "%s :%d\n", i == 1 ? "from" : "merge", mark[parent[i]]
      file("100644", "does", $3 "\n")
      file("100644", "line", count "\n")
      if ($2 == "-") {
        file("100755", "toycc", whole("toycc"))
        file("100644", "build.sh", whole("build.sh"))
      }
      print ""
    }
    END {
      for (name in mark)
        if (name !~ /^_/)
          printf "reset refs/tags/%s\nfrom :%d\n\n", name, mark[name]
    }' | git -C toy fast-import --quiet
  git -C toy reset -q --hard
}

# A line that changes with anything in the repository.
toy_hash() {
  find toy -printf '%p %m %T@ %s %l\n' | sort | sha256sum
  find toy -type f -exec sha256sum {} + | sort | sha256sum
}

# What git finds between two revisions: its log, and how many it has tested.
toy_git() { # GOOD BAD [OPTION...]
  start="$2 $1"
  shift 2
  rm -rf git-toy && git clone -q toy git-toy
  cat >probe.sh <<'END'
git rev-parse HEAD >>"$PROBES"
mkdir -p "$BUILD" && sh build.sh 2>/dev/null || exit 125
case $(timeout 2 "$BUILD/toycc" -O2 "$TEXT" || [ $? != 124 ] || echo late) in
*'in fold'*) exit 1 ;;
*'internal compiler error'* | *unrecognized* | late) exit 125 ;;
esac
END
  : >git-probes
  (
    here=$PWD
    export PROBES="$here/git-probes" BUILD="$here/git-build" TEXT="$here/bug.c"
    cd git-toy
    # shellcheck disable=SC2086 # words on purpose
    git bisect start "$@" $start >/dev/null
    env NOTES="$here/git-notes" git bisect run sh "$here/probe.sh" >/dev/null 2>&1 || :
    git bisect log >"$here/git-log"
  )
}

toy_answers() { # LOG: the first bad commit, or all suspects
  sed -n 's/^# \(possible \|\)first bad commit: \[\([0-9a-f]*\)\].*/\2/p' "$1" |
    sort -u
}

# Runs clang-hdd bisect between two revisions; its exit status is in $status.
toy_bisect() { # GOOD BAD [OPTION...]
  goods=$(printf '%s' "$1" | tr ' ' ',') last=$2
  shift 2
  status=0
  "$PROGRAM" bisect --repo toy --good "$goods" --bad "$last" --build 'sh build.sh' \
    "$@" bug.c -- '{build}/toycc' -O2 >found.txt 2>said.txt || status=$?
}

toy_probes() { # how many compilers were tested
  sed -n 's/^\([0-9]*\) compilers* tested.*/\1/p' found.txt
}

# Both find the same, with at most one probe more than git and one of the bad
# revision, and one more if the commit found is a child of good; git accepts our log; the repository stays as it is.
toy_compare() { # GOOD BAD STATUS [OPTION...]
  good=$1 bad=$2 wanted=$3
  shift 3
  toy_hash >hash-before
  toy_bisect "$good" "$bad" "$@"
  toy_hash | cmp - hash-before || toy_fail "the repository has changed"
  [ "$status" = "$wanted" ] || toy_fail "status $status: $(cat said.txt)"
  case " $* " in *' --first-parent '*) set -- --first-parent ;; *) set -- ;; esac
  toy_git "$good" "$bad" "$@"
  toy_answers git-log >git-found
  toy_answers bug.bisect/log >found
  cmp git-found found || toy_fail "git has found something else"
  most=$(($(wc -l <git-probes) + 2))
  for each in $good; do
    git -C toy rev-list --parents -1 "$(head -n 1 found)" |
      grep -q " $(git -C toy rev-parse "$each^{commit}")" && most=$((most + 1))
  done
  [ "$(toy_probes)" -le "$most" ] ||
    toy_fail "$(toy_probes) probes, and git has $(wc -l <git-probes)"
  (cd git-toy && git bisect reset && git bisect replay ../bug.bisect/log) \
    >replayed.txt 2>&1 || : # it says with a status how far it got
  toy_answers git-toy/.git/BISECT_LOG | cmp - git-found ||
    toy_fail "git finds something else in the log: $(cat replayed.txt)"
}
