#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Lua 5.4.4 dies where a global is named below a constant _ENV, if all that
# stands before it can be parsed.
awk '
  {
    line = $0
    while (match(line, /[A-Za-z_]+|[(){}]/)) {
      word = substr(line, RSTART, RLENGTH)
      line = substr(line, RSTART + RLENGTH)
      if (word ~ /^(function|do|then|[({])$/) depth++
      if (word ~ /^(end|[)}])$/ && --depth < 0) exit
      if (depth < scope) constant = 0
    }
  }
  constant && /width/ { found = 1; exit }
  /local _ENV <const> = 0/ { constant = 1; scope = depth }
  END { exit !found }' input.lua
