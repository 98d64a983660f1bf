# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Whatever happened to the journal, a run that is to go on with it either does and
# comes to its result, or is refused in one line and changes nothing.
set -- -j 1 input.c -- "$HERE/cc.sh"
"$PROGRAM" --no-journal -o calm.c "$@"
log=input.hdd/run-1.answers facts=input.hdd/run-1.json git=input.hdd/journal.git
begin() {
  rm -rf input.hdd input.reduced.c
  "$PROGRAM" --max-tests 3 "$@" 2>/dev/null
}
refused() {
  begin "$@"
  eval "$damage"
  before=$(tar -cf - ./* | cksum) code=0
  "$PROGRAM" --resume "$@" 2>../said || code=$?
  if [ "$code" -ne 15 ] || [ "$(wc -l <../said)" -ne 1 ] ||
    [ "$(tar -cf - ./* | cksum)" != "$before" ]; then
    cat ../said >&2
    fail "$damage: exit status $code"
  fi
}
goes_on() {
  begin "$@"
  eval "$damage"
  "$PROGRAM" --resume "$@" || fail "$damage: exit status $?"
  cmp calm.c input.reduced.c || fail "$damage: another result"
}
for damage in ": >$facts" "truncate -s 100 $facts" "echo {} >$facts" \
  "echo [1,2] >$facts" "head -c 3000 /dev/urandom >$facts" \
  "head -c 100000 /dev/zero | tr '[:cntrl:]' '[' >$facts" \
  "head -c 5000 /dev/zero >$log"; do
  refused "$@"
done
for damage in ": >$log" "truncate -s 100 $log" "head -c 9999 /dev/zero >>$log" \
  "printf xxx | dd of=$log bs=1 seek=60 conv=notrunc" "rm -rf $git" \
  "rm -rf $git/refs" "rm $git/refs/heads/*" "rm -rf $git/objects/*" \
  "echo >$git/HEAD" 'rm input.reduced.c' \
  'rm -rf input.hdd'; do
  goes_on "$@"
done
"$PROGRAM" --json "$@"
