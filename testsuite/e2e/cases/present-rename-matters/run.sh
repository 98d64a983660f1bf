# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The name on which the crash depends stays; so it does when the run is resumed
# with the answers of a first one.
export BUG=variable
set -- --json --rename input.c -- "$HERE/cc.sh"
"$PROGRAM" "$@" >first || exit 1
sed -i 's/"complete": true/"complete": false/' input.hdd/run-1.json
mv input.reduced.c before.c
"$PROGRAM" --resume "$@" || exit 1
cmp before.c input.reduced.c
