/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * "Did you mean": the candidate with the least edit distance to a word, where
 * exchanging two neighbours counts as one step. Too far is no suggestion: at
 * most a third of the word may be wrong, or two letters of a short one. A
 * candidate that the word begins comes before all others.
 */
#include "clang-hdd/cli.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 64 };

static size_t least(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Optimal string alignment distance; long words are cut. */
static size_t distance(const char *a, const char *b)
{
  size_t rows = strnlen(a, WORD_MAX), columns = strnlen(b, WORD_MAX);
  size_t table[WORD_MAX + 1][WORD_MAX + 1];
  for (size_t i = 0; i <= rows; i++)
    table[i][0] = i;
  for (size_t j = 0; j <= columns; j++)
    table[0][j] = j;
  for (size_t i = 1; i <= rows; i++)
    for (size_t j = 1; j <= columns; j++) {
      size_t change = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      size_t gap = least(table[i - 1][j], table[i][j - 1]) + 1;
      table[i][j] = least(change, gap);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        table[i][j] = least(table[i][j], table[i - 2][j - 2] + 1);
    }
  return table[rows][columns];
}

const char *nearest_word(const char *word, const char *const *candidates)
{
  size_t size = strlen(word);
  size_t best = size / 3 < 2 ? 2 : size / 3;
  const char *found = NULL;
  for (size_t i = 0; candidates[i]; i++) {
    if (size >= 2 && starts_with(candidates[i], word))
      return candidates[i];
    size_t far = distance(word, candidates[i]);
    if (far < best || (far == best && !found)) {
      best = far;
      found = candidates[i];
    }
  }
  return found;
}
