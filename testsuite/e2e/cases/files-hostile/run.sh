# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Names and contents that look like borders, an empty file, one without a line
# break at its end, one that is no C.
printf '//--- -odd name.h\nint a;\n//--- main.c\nint bug;' >main.c
printf '"\n//--- main.c\n}{ flaw' >'-odd name.h'
: >empty.h
printf 'x\000y\377\n\r\nword\n' >data
"$PROGRAM" --json --test "$HERE/test.sh" main.c './-odd name.h' empty.h data
