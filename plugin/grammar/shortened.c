/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * literal-shortened: of the most equal characters in a row of a string one
 * stays, of a string that is no word its first two characters, and of a number
 * its first digit.
 *
 * What a phrase cannot stand for is often longer than it has to be: a bit string
 * of 32 characters where one bit counts, a name that some tool has made, an
 * offset that only has to be none.
 */
#include "offers.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Equal characters that are no word, since `aa` says something; bytes of a string
 * that is worth a test. */
enum { LEAST_RUN = 3, LEAST_MADE = 6 };

static bool is_number(const char *text, size_t size)
{
  size_t digits = 0;
  while (digits < size && isdigit((unsigned char)text[digits]))
    digits++;
  return digits == size && size > 1;
}

/* Of ASCII, so that no character is cut in two, and of one line, since lines that are
 * put in are indented. */
static bool is_string(const char *text, size_t size)
{
  size_t i = 0;
  while (i < size && (unsigned char)text[i] < 0x80 && !strchr("\\\n", text[i]))
    i++;
  return i == size && size > LEAST_RUN && strchr("\"'", *text) &&
         memchr(text + 1, *text, size - 1) == text + size - 1;
}

/* The number of characters that are the same from `at` on. */
static size_t run_of(const char *text, size_t at, size_t size)
{
  size_t end = at + 1;
  while (end < size && text[end] == text[at])
    end++;
  return end - at;
}

/* Is it something else than a word in quotes? */
static bool is_made(const char *text, size_t size)
{
  size_t i = 1;
  while (i < size - 1 && (isalnum((unsigned char)text[i]) || text[i] == '_'))
    i++;
  return i < size - 1 && size > LEAST_MADE;
}

/* The shorter literal; the same if there is none. Owner: caller. */
static char *shorten(const char *text, size_t size)
{
  size_t longest = 0;
  if (is_number(text, size))
    return mem_copy_bytes(text, 1);
  for (size_t i = 0; i < size; i += run_of(text, i, size))
    if (run_of(text, i, size) > run_of(text, longest, size))
      longest = i;
  size_t run = run_of(text, longest, size);
  if (run < LEAST_RUN)
    return is_made(text, size) ? mem_format("%.3s%c", text, *text)
                               : mem_copy_bytes(text, size);
  return mem_format("%.*s%.*s", (int)longest + 1, text,
                    (int)(size - longest - run), text + longest + run);
}

static bool is_literal(const offers *of, uint32_t node)
{
  const cst_node *at = cst_at(of->tree, node);
  size_t size = at->end - at->begin;
  return of->ids[node] != RD_NONE && size &&
         (is_number(of->text + at->begin, size) ||
          is_string(of->text + at->begin, size));
}

void shortened_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    const cst_node *at = cst_at(of->tree, i);
    if (!is_literal(of, i))
      continue;
    char *text = shorten(of->text + at->begin, at->end - at->begin);
    if (strlen(text) < at->end - at->begin) {
      rd_builder_weigh(builder, text, 1);
      rd_builder_rewrite(builder, number);
      rd_builder_edit_text(builder, of->ids[i], text);
    }
    free(text);
  }
}
