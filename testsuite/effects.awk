# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tables of docs/effects.md: effects.awk SHOWN effects.list. SHOWN has lines
# of FILE, PASSES, EFFECT with tabs between. Names that no file shows go to the
# file that the variable `missing` names. Parentheses after a name say more; a
# file that has them shows the name without them, too.

function add(name, line) {
  shown[name] = shown[name] == "" ? line : shown[name] "\n" line
}

function stem(file) {
  sub(/\.[a-z]*$/, "", file)
  return file
}

# Passes and files of an effect by any of its names, as cells.
function cells(aliases,    i, j, n, m, name, lines, part, seen, passes, files) {
  m = split(aliases, name, " ~ ")
  for (j = 1; j <= m; j++) {
    known[name[j]] = 1
    n = split(shown[name[j]], lines, "\n")
    for (i = 1; i <= n; i++) {
      split(lines[i], part, "\t")
      if (!seen["file", part[1]]++)
        files = files (files == "" ? "" : ", ") \
          "[" stem(part[1]) "](../testsuite/e2e/effects/" part[1] ")"
      if (!seen["pass", part[2]]++)
        passes = passes (passes == "" ? "" : ", ") part[2]
    }
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
  count_of_fields = split($0, field, / \| /)
  name = field[1]
  sub(/ ~ .*/, "", name)
  by = cells(field[1])
  if (count_of_fields == 3)
    by = " - | " field[3] " |"
  if (count_of_fields == 4)
    by = " " field[3] " | [" field[4] "](../testsuite/e2e/cases/" field[4] ") |"
  if (by == "  |  |")
    print name >missing
  print "| " name " | " field[2] " |" by
}

END {
  print "\n## More\n\n| effect | covered by | shown by |\n|---|---|---|"
  for (i = 1; i <= count; i++)
    if (!(names[i] in known) && !(plains[i] in known) && !done[names[i]]++)
      print "| " names[i] " |" cells(names[i])
}
