# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tables of docs/effects.md: effects.awk SHOWN effects.list. SHOWN has lines
# of FILE, PASSES, EFFECT with tabs between. Names that no file shows go to the
# file that the variable `missing` names. What stands in parentheses behind a
# name says more; a file with it shows the name without it, too.

function add(name, line) {
  shown[name] = shown[name] == "" ? line : shown[name] "\n" line
}

# Passes and files of an effect, as cells.
function cells(name,    i, n, lines, part, seen, passes, files) {
  n = split(shown[name], lines, "\n")
  for (i = 1; i <= n; i++) {
    split(lines[i], part, "\t")
    files = files (i > 1 ? ", " : "") "[" part[1] "](../testsuite/e2e/effects/" part[1] ".c)"
    if (!(part[2] in seen))
      passes = passes (i > 1 ? ", " : "") part[2]
    seen[part[2]] = 1
  }
  return " " passes " | " files " |"
}

NR == FNR {
  plain = $3
  sub(/ *\([^()]*\)$/, "", plain)
  names[++count] = $3
  plains[count] = plain
  add($3, $1 "\t" $2)
  if (plain != $3)
    add(plain, $1 "\t" $2)
  next
}

/^$/ || /^# / { next }

/^## / {
  print "\n" $0 "\n"
  print "| effect | what it does | covered by | shown by |"
  print "|---|---|---|---|"
  next
}

{
  split($0, field, / \| /)
  known[field[1]] = 1
  print "| " field[1] " | " field[2] " |" \
    (field[3] != "" ? " - | " field[3] " |" : cells(field[1]))
  if (field[3] == "" && shown[field[1]] == "")
    print field[1] >missing
}

END {
  print "\n## More\n\n| effect | covered by | shown by |\n|---|---|---|"
  for (i = 1; i <= count; i++)
    if (!(names[i] in known) && !(plains[i] in known) && !done[names[i]]++)
      print "| " names[i] " |" cells(names[i])
}
