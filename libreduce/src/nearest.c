/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The nearest of some names, for "did you mean".
 *
 * The distance is Levenshtein's: insert, delete or replace a byte. A name is
 * near if at most about a third of the longer of the two has to change (two
 * swapped letters in a word of five are two edits). One edit is always allowed;
 * beyond these bounds a suggestion confuses more than it helps. If no name is
 * near, one that starts with `name` (two letters or more) is suggested.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reduce/reduce.h"

static size_t least(size_t a, size_t b)
{
  return a < b ? a : b;
}

static size_t distance(const char *left, const char *right)
{
  size_t width = strlen(right);
  size_t *row = mem_alloc(width + 1, sizeof *row);
  for (size_t i = 0; i <= width; i++)
    row[i] = i;
  for (size_t i = 0; left[i]; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < width; j++) {
      size_t above = row[j + 1];
      size_t replaced = diagonal + (left[i] != right[j]);
      row[j + 1] = least(replaced, least(above, row[j]) + 1);
      diagonal = above;
    }
  }
  size_t result = row[width];
  free(row);
  return result;
}

static const char *first_longer(const char *name, const char *const *names,
                                size_t count)
{
  size_t length = strlen(name);
  for (size_t i = 0; i < count && length >= 2; i++)
    if (strncmp(names[i], name, length) == 0)
      return names[i];
  return NULL;
}

const char *rd_nearest_name(const char *name, const char *const *names,
                            size_t count)
{
  const char *best = NULL;
  size_t best_distance = SIZE_MAX;
  for (size_t i = 0; i < count; i++) {
    size_t here = distance(name, names[i]);
    size_t length =
        strlen(name) > strlen(names[i]) ? strlen(name) : strlen(names[i]);
    size_t allowed = length < 5 ? 1 : (length + 1) / 3;
    if (here <= allowed && here < best_distance) {
      best = names[i];
      best_distance = here;
    }
  }
  return best ? best : first_longer(name, names, count);
}
