#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What each rule earned in the runs of some sets, as Markdown:
# rule-table.sh REWRITES.DEF NAME=FOLDER... A cell is tests / successes / tokens
# removed (/ bytes removed by successes that leave the tokens as many); FOLDER
# has files CASE.json of clang-hdd --json --verbose, as rule-runs.sh leaves them.
set -eu
rules=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tr '\n' ' ' <"$rules" | sed 's/RULE(/\n/g' |
  sed -n 's/^[a-z_]*, *"\([a-z-]*\)".*/\1/p' >"$work/rules"
for set; do
  cat "${set#*=}"/*.json | awk -v set="${set%%=*}" '
    function field(name,    text) {
      if (!match($0, "\"" name "\":\"?[^,\"}]*"))
        return ""
      text = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
      sub(/^"/, "", text)
      return text
    }
    { event = field("event"); pass = field("pass") }
    event == "start" { cases++; tokens = field("tokens"); bytes = field("bytes") }
    event == "test" { tests[pass]++ }
    event == "accept" && field("tokens") != "" {
      gain = tokens - field("tokens")
      removed[pass] += gain
      if (!gain) shorter[pass] += bytes - field("bytes")
      tokens = field("tokens"); bytes = field("bytes")
    }
    event == "accept" { successes[pass]++ }
    END {
      print "\t" set "\t" cases " cases"
      for (pass in tests)
        printf "%s\t%s\t%d / %d / %d%s\n", pass, set, tests[pass],
          successes[pass], removed[pass],
          shorter[pass] ? " / " shorter[pass] : ""
    }' >>"$work/cells"
done
awk -F '\t' -v sets="$*" '
  NR == FNR { cell[$1, $2] = $3; next }
  FNR == 1 {
    count = split(sets, name, " ")
    head = "| rule |"; line = "|---|"
    for (i = 1; i <= count; i++) {
      sub(/=.*/, "", name[i])
      head = head " " name[i] ", " cell["", name[i]] " |"; line = line "---:|"
    }
    print head "\n" line
  }
  {
    printf "| %s |", $1
    for (i = 1; i <= count; i++)
      printf " %s |", cell[$1, name[i]] == "" ? "-" : cell[$1, name[i]]
    print ""
  }' "$work/cells" "$work/rules"
