# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Killed before its end, a run that is resumed finds the same texts, and runs no
# test of the one before.
set -- --json --valid accepted --also-invalid --no-replay input.c -- "$HERE/cc.sh"
"$PROGRAM" "$@" >first || exit 1
sed -i 's/"complete": true/"complete": false/' input.hdd/run-1.json
mkdir before
mv input.reduced.c input.hdd/clean.c input.hdd/invalid.c before
cat input.hdd/*.answers >before/answers
"$PROGRAM" --resume "$@" || exit 1
cat input.hdd/*.answers | cmp - before/answers || exit 1
cmp before/input.reduced.c input.reduced.c || exit 1
cmp before/clean.c input.hdd/clean.c || exit 1
cmp before/invalid.c input.hdd/invalid.c
