# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where a repository may be: bare, read-only, a folder in a dirty work tree in the
# middle of a bisection of git's own, a linked work tree.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
c1 - good
c2 c1 good
c3 c2 bad
c4 c3 bad
c5 c4 bad
END
wanted=$(git -C toy rev-parse c3)
mkdir toy/folder && echo dirty >toy/does && echo new >toy/untracked
git -C toy add untracked
printf '#!/bin/sh\ntouch "%s/hook"\n' "$PWD" >toy/.git/hooks/post-checkout
chmod +x toy/.git/hooks/post-checkout
printf '[filter "f"]\n smudge = touch %s/hook\n clean = touch %s/hook\n' \
  "$PWD" "$PWD" >>toy/.git/config
echo '* filter=f' >toy/.git/info/attributes
try() { # NAME REPOSITORY
  toy_hash >hash-before
  rm -rf bug.bisect
  "$PROGRAM" bisect --repo "$2" --good c1 --bad c5 --build 'sh build.sh' bug.c -- \
    '{build}/toycc' -O2 >found.txt 2>said.txt || toy_fail "$1: $(cat said.txt)"
  grep -q "^first bad commit: $wanted$" found.txt || toy_fail "$1: not c3"
  toy_hash | cmp - hash-before || toy_fail "$1: the repository has changed"
}
try dirty toy
try folder toy/folder
try git-folder toy/.git
[ ! -e hook ] || toy_fail "a hook or a filter has run"
rm toy/.git/info/attributes toy/.git/hooks/post-checkout
git -C toy stash -q -u 2>/dev/null || git -C toy -c user.name=a -c user.email=a@b stash -q
git -C toy worktree add -q ../linked c2
mv toy whole && mkdir toy && mv whole toy/whole && mv linked toy/linked
git -C toy/whole worktree repair ../linked 2>/dev/null
try linked toy/linked
git clone -q --bare toy/whole toy/bare
chmod -R a-w toy/bare
try bare toy/bare
chmod -R u+w toy/bare
git clone -q --depth 5 "file://$PWD/toy/bare" toy/shallow
git -C toy/shallow fetch -q --tags
try shallow toy/shallow
