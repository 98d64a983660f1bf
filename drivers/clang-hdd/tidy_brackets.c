/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lays out a text by its brackets, whatever its language.
 *
 * A line is indented by the brackets that are open before it, by one step more
 * where it goes on with the line before, and by one less if it is a label. Of
 * several blanks one stays, and none inside of round and square brackets or
 * before commas and semicolons. A bracket whose lines end with commas is one
 * line if that is short enough: a reduced text has a word where a paragraph was. In a text that is a bracket,
 * as JSON is, one that has only another one in it opens in the same line.
 *
 * Quotes that end in their line hide what is in them. An apostrophe before a
 * letter ends nothing: Rust's lifetimes have one. A language whose blocks have
 * words at their ends, or tags, says with its indentation alone what is in
 * them: its texts are left to tidy.c, and so are those that no longer crash.
 */
#include "clang-hdd/tidy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

enum { STEP = 2, WIDTH = 80 };

typedef struct line {
  char *text;
  bool goes_on;  /* with the line before */
  bool is_label; /* of what follows it */
  bool is_gone;  /* into the line before */
} line;

typedef struct laying {
  ARRAY(line) lines;
  ARRAY(uint32_t) open; /* by bracket: its line */
  bool is_data;         /* the text is a bracket, as in JSON */
} laying;

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static bool is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* Behind the quoted text or the character at `at`. */
static size_t behind(const char *text, size_t at, size_t end)
{
  char quote = text[at];
  if (!strchr("\"'`", quote))
    return at + 1;
  size_t i = at + 1;
  while (i < end && text[i] != quote)
    i += text[i] == '\\' ? 2 : 1;
  bool is_quoted = i < end && !(i + 1 < end && is_word(text[i + 1]));
  return is_quoted ? i + 1 : at + 1;
}

/* Does a blank between the two characters say nothing? */
static bool is_idle(char before, char after, bool is_data)
{
  return strchr("([", before) || strchr(")],;", after) ||
         (is_data && (before == '{' || after == '}')) ||
         (before == '{' && strchr("{}", after)) ||
         (before == '}' && after == '}');
}

/* The bytes without blanks that say nothing. Owner: caller. */
static char *squeeze(const char *text, size_t begin, size_t end, bool is_data)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = begin, next; i < end; i = next) {
    next = behind(text, i, end);
    if (!is_blank(text[i])) {
      text_add(&out, text + i, next - i);
      continue;
    }
    while (next < end && is_blank(text[next]))
      next++;
    if (out.size && next < end &&
        !is_idle(out.data[out.size - 1], text[next], is_data))
      text_puts(&out, " ");
  }
  return text_take(&out, NULL);
}

static char last_of(const char *text)
{
  size_t size = strlen(text);
  return size ? text[size - 1] : '\0';
}

/* Is it one by which words or tags close a block? */
static bool closes_block(const char *text)
{
  static const char *const words[] = { "end",  "done",  "fi",
                                       "esac", "until", "</" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strncasecmp(text, words[i], strlen(words[i])) == 0)
      return true;
  return false;
}

static bool is_label(const char *text)
{
  return last_of(text) == ':' &&
         (!strchr(text, ' ') || strncmp(text, "case ", 5) == 0);
}

/* False: a block is closed by something else than a bracket. */
static bool read_lines(laying *self, const char *text, size_t size)
{
  size_t before = 0; /* columns of the line before */
  size_t first = 0;
  while (first < size && isspace((unsigned char)text[first]))
    first++;
  self->is_data = first < size && strchr("[{", text[first]);
  for (size_t begin = 0, end; begin < size; begin = end + 1) {
    const char *found = memchr(text + begin, '\n', size - begin);
    end = found ? (size_t)(found - text) : size;
    char *squeezed = squeeze(text, begin, end, self->is_data);
    size_t indent = 0;
    while (begin + indent < end && is_blank(text[begin + indent]))
      indent++;
    if (!*squeezed) {
      free(squeezed);
      continue;
    }
    const line *last =
        self->lines.size ? &self->lines.data[self->lines.size - 1] : NULL;
    char ends = last ? last_of(last->text) : ';';
    line made = { .text = squeezed,
                  .goes_on = indent > before && !is_word(ends) &&
                             !strchr(";,{}([]\"'`", ends) &&
                             !(last && last->is_label),
                  .is_label = !self->is_data && is_label(squeezed) };
    ARRAY_PUSH(&self->lines, made);
    if (closes_block(squeezed))
      return false;
    before = indent;
  }
  return true;
}

/* Appends a line to another and frees its text. */
static void append(laying *self, uint32_t to, uint32_t from)
{
  line *first = &self->lines.data[to], *second = &self->lines.data[from];
  char last = last_of(first->text);
  bool is_close = *second->text == '}' && !self->is_data
                      ? strchr("{([", last) != NULL
                      : is_idle(last, *second->text, self->is_data);
  string_replace(&first->text, mem_format("%s%s%s", first->text,
                                          is_close ? "" : " ", second->text));
  string_replace(&second->text, mem_copy(""));
  second->is_gone = true;
}

/* Joins the lines of a bracket, if they are parts of a list and fit in one. No
 * more is looked at than fits. */
static void join(laying *self, uint32_t first, uint32_t last, size_t depth)
{
  size_t size = depth * STEP;
  bool is_part = true; /* the line before is a part, or the first line */
  for (uint32_t i = first; i <= last; i++) {
    const line *at = &self->lines.data[i];
    if (at->is_gone)
      continue;
    size += strlen(at->text) + 1;
    if ((!is_part && i < last) || size > WIDTH ||
        (i > first && i < last && strchr(at->text, ';')))
      return;
    is_part = i == first || last_of(at->text) == ',';
  }
  for (uint32_t i = first + 1; i <= last; i++)
    if (!self->lines.data[i].is_gone)
      append(self, first, i);
}

/* The line with the bracket that a line closes at its beginning, or the line
 * itself. */
static uint32_t closed_by(const laying *self, uint32_t i)
{
  bool closes = strchr(")]}", *self->lines.data[i].text) && self->open.size;
  return closes ? self->open.data[self->open.size - 1] : i;
}

/* Opens a bracket in the line of the one around it, if there is nothing else in
 * that. */
static bool nest(laying *self, uint32_t first, uint32_t second)
{
  const char *outer = self->lines.data[first].text;
  const char *inner = self->lines.data[second].text;
  uint32_t next = first + 1;
  while (next < second && self->lines.data[next].is_gone)
    next++;
  if (!self->is_data || next != second || !strchr("[{", last_of(outer)) ||
      strlen(outer) + strlen(inner) > WIDTH)
    return false;
  append(self, first, second);
  return true;
}

static void count_brackets(laying *self, uint32_t i, const char *text)
{
  size_t size = strlen(text);
  for (size_t at = 0; at < size; at = behind(text, at, size)) {
    if (strchr("([{", text[at]))
      ARRAY_PUSH(&self->open, i);
    else if (strchr(")]}", text[at]) && self->open.size)
      self->open.size--;
  }
}

/* Does a line begin with what belongs to the end of another, where it fits? */
static bool may_follow(const laying *self, uint32_t last, uint32_t i)
{
  const char *before = self->lines.data[last].text;
  const char *text = self->lines.data[i].text;
  return i && strchr(",;", *text) &&
         strnlen(before, WIDTH) + strnlen(text, WIDTH) <= WIDTH;
}

/* Joins what belongs into one line; then `open` is empty again. */
static void join_lines(laying *self)
{
  uint32_t shown = 0;           /* the last line that is not gone */
  uint32_t closed = UINT32_MAX; /* the line whose bracket it closes */
  for (uint32_t i = 0; i < self->lines.size; i++) {
    const line *at = &self->lines.data[i];
    uint32_t opener = closed_by(self, i);
    count_brackets(self, i, at->text);
    if (opener != i)
      join(self, opener, i, self->open.size);
    bool is_joined = at->is_gone;
    if (!is_joined && opener != i && closed != UINT32_MAX && opener < closed &&
        nest(self, opener, closed))
      closed = opener;
    if (!is_joined && (opener == closed || may_follow(self, shown, i)))
      append(self, shown, i);
    else
      closed = opener != i && !is_joined ? opener : UINT32_MAX;
    shown = is_joined ? opener : at->is_gone ? shown : i;
  }
  self->open.size = 0;
}

/* Lines with open brackets, each counted once. */
static size_t depth_of(const laying *self)
{
  size_t depth = 0;
  for (size_t i = 0; i < self->open.size; i++)
    depth += i == 0 || self->open.data[i] != self->open.data[i - 1];
  return depth;
}

static void close_brackets(laying *self, const char *text, size_t size)
{
  for (size_t i = 0; i < size && self->open.size; i++)
    self->open.size -= text[i] != ' ';
}

/* Stops at so many bytes: brackets nest deep. */
static void write_lines(textbuf *out, laying *self, bool ends_line, size_t most)
{
  for (uint32_t i = 0; i < self->lines.size && out->size < most; i++) {
    const line *at = &self->lines.data[i];
    if (at->is_gone)
      continue;
    size_t closers = strspn(at->text, ")]} ");
    close_brackets(self, at->text, closers);
    size_t depth = depth_of(self) + at->goes_on;
    depth -= depth && at->is_label;
    count_brackets(self, i, at->text + closers);
    if (out->size)
      text_puts(out, "\n");
    text_printf(out, "%*s%s", (int)(depth * STEP), "", at->text);
  }
  text_puts(out, out->size && ends_line ? "\n" : "");
}

char *tidy_brackets(size_t *size_out, const char *text, size_t size)
{
  laying self = { 0 };
  textbuf out = { 0 };
  if (read_lines(&self, text, size)) {
    join_lines(&self);
    write_lines(&out, &self, size && text[size - 1] == '\n', size);
  }
  for (size_t i = 0; i < self.lines.size; i++)
    free(self.lines.data[i].text);
  ARRAY_FREE(&self.lines);
  ARRAY_FREE(&self.open);
  if (out.size && out.size < size)
    return text_take(&out, size_out);
  text_free(&out);
  return NULL;
}
