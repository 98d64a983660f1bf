/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How a file was called before it was moved.
 *
 * Git stores no moves: they are seen in a commit that removes a file and adds one
 * like it. So is it done here, for the one file that matters, where a commit is
 * met that lacks it. Lines are compared without their order, since what moves a
 * file may well sort it.
 */
#include "blame/moves.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { LIKE_PERCENT = 50 }; /* as git's own --find-renames */

rd_status moves_has_file(bool *out, const history *self,
                         const object_id *commit, const char *path,
                         rd_error *err)
{
  char *text = NULL;
  size_t size = 0;
  rd_error missing = { 0 };
  rd_status status = history_file(&text, &size, self, commit, path, &missing);
  *out = !status;
  if (!status)
    free(text);
  if (!status || status == RD_ERR_NOTFOUND)
    return RD_OK;
  return rd_fail(err, status, "%s", missing.message);
}

/* ---- likeness ---- */

static int by_number(const void *left, const void *right)
{
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

/* The lines of a text as sorted hashes; the caller's. */
static uint64_t *hash_lines(size_t *count_out, const char *text, size_t size)
{
  size_t count = 0;
  for (size_t i = 0; i < size; i++)
    count += text[i] == '\n' || i + 1 == size;
  uint64_t *out = mem_alloc(count + 1, sizeof *out);
  for (size_t at = 0, line = 0; at < size; line++) {
    const char *stop = memchr(text + at, '\n', size - at);
    size_t end = stop ? (size_t)(stop - text) + 1 : size;
    out[line] = hash_bytes(text + at, end - at);
    at = end;
  }
  qsort(out, count, sizeof *out, by_number);
  *count_out = count;
  return out;
}

unsigned moves_likeness(const char *a, size_t a_size, const char *b,
                        size_t b_size)
{
  size_t a_count, b_count, shared = 0;
  uint64_t *left = hash_lines(&a_count, a, a_size);
  uint64_t *right = hash_lines(&b_count, b, b_size);
  for (size_t i = 0, j = 0; i < a_count && j < b_count;) {
    shared += left[i] == right[j];
    bool next_left = left[i] <= right[j], next_right = right[j] <= left[i];
    i += next_left;
    j += next_right;
  }
  size_t most = a_count > b_count ? a_count : b_count;
  free(left);
  free(right);
  return most ? (unsigned)(100 * shared / most) : 100;
}

/* ---- moves ---- */

/* How like the text is a file that the commit has removed; 0: it was not. */
static rd_status compare(unsigned *out, const history *self,
                         const object_id *commit, const object_id *parent,
                         const char *path, const char *text, size_t size,
                         rd_error *err)
{
  bool stays = false;
  char *older = NULL;
  size_t older_size = 0;
  *out = 0;
  rd_status status = moves_has_file(&stays, self, commit, path, err);
  if (status || stays)
    return status;
  if (history_file(&older, &older_size, self, parent, path, NULL))
    return RD_OK; /* a link, a folder that was a module */
  *out = moves_likeness(text, size, older, older_size);
  free(older);
  return RD_OK;
}

static rd_status find_removed(char **out, const history *self,
                              const commit_facts *facts, const char *path,
                              rd_error *err)
{
  char *text = NULL;
  size_t size = 0;
  unsigned best = LIKE_PERCENT - 1;
  rd_status status = history_file(&text, &size, self, &facts->id, path, err);
  for (size_t i = 0; !status && i < facts->files.size; i++) {
    unsigned like = 0;
    status = compare(&like, self, &facts->id, &facts->parents[0],
                     facts->files.data[i], text, size, err);
    if (like <= best)
      continue;
    best = like;
    free(*out);
    *out = mem_copy(facts->files.data[i]);
  }
  free(text);
  return status;
}

rd_status moves_name_before(char **out, const history *self,
                            const object_id *commit, const char *path,
                            rd_error *err)
{
  commit_facts facts = { 0 };
  *out = NULL;
  rd_status status = history_facts(&facts, self, commit, err);
  if (!status && facts.parent_count)
    status = find_removed(out, self, &facts, path, err);
  commit_facts_dispose(&facts);
  if (status)
    free(*out), *out = NULL;
  return status;
}
