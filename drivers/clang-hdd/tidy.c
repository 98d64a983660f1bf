/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tidies the lines of a text whose language has no layout of its own.
 *
 * What was around the remaining lines is gone, their indentation is not. Each
 * line keeps its order among those around it: one that is further in stays so, by
 * at most two characters, one that goes back goes back to the same line. So the
 * levels of a language whose indentation is syntax stay as they are. A comma or
 * semicolon alone in a line joins the line before.
 */
#include "clang-hdd/tidy.h"

#include <string.h>

#include "base/text.h"

enum { STEP = 2 };

typedef struct level {
  size_t before, now; /* characters */
} level;

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* May the line before end with this character? What looks like a comment would hide
 * it. */
static bool joins(const textbuf *out, const char *line, size_t size)
{
  static const char *const comments[] = { "//", "--", "/*", "#", "%", "!" };
  if (size != 1 || !strchr(",;", *line) || !out->size ||
      out->data[out->size - 1] != '\n')
    return false;
  size_t begin = out->size - 1;
  while (begin && out->data[begin - 1] != '\n')
    begin--;
  for (size_t i = 0; i < sizeof comments / sizeof *comments; i++)
    if (memmem(out->data + begin, out->size - begin, comments[i],
               strlen(comments[i])))
      return false;
  return true;
}

char *tidy_lines(size_t *size_out, const char *text, size_t size)
{
  ARRAY(level) levels = { 0 };
  textbuf out = { 0 };
  for (size_t begin = 0, end; begin < size; begin = end + 1) {
    const char *line = memchr(text + begin, '\n', size - begin);
    size_t indent = begin, last;
    end = line ? (size_t)(line - text) : size;
    while (indent < end && is_blank(text[indent]))
      indent++;
    for (last = end; last > indent && is_blank(text[last - 1]);)
      last--;
    if (indent == last)
      continue;
    if (joins(&out, text + indent, last - indent)) {
      out.data[out.size - 1] = text[indent];
      text_add(&out, "\n", line ? 1 : 0);
      continue;
    }
    size_t before = indent - begin, now = 0;
    while (levels.size && levels.data[levels.size - 1].before > before)
      levels.size--;
    if (levels.size) {
      level above = levels.data[levels.size - 1];
      size_t further = before - above.before;
      now = above.now + (further < STEP ? further : STEP);
    }
    ARRAY_PUSH(&levels, (level){ before, now });
    text_add(&out, text + begin, now);
    text_add(&out, text + indent, last - indent);
    text_add(&out, "\n", line ? 1 : 0);
  }
  ARRAY_FREE(&levels);
  if (out.size && out.size < size)
    return text_take(&out, size_out);
  text_free(&out);
  return NULL;
}
