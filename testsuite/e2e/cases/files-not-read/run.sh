# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The command reads the user's own header, whatever the test's folder has.
echo 'int bug;' >lib.h
echo "#include \"$PWD/lib.h\"" >main.c
ls -lA --time-style=+ >"$HERE/../before"
"$PROGRAM" --json lib.h -- "$HERE/cc.sh" -c main.c
