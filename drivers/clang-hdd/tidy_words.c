/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lays out a text whose blocks are closed by the words that open them, as Verilog's
 * are: `module` by `endmodule`, `begin` by `end`.
 *
 * Each statement and each end of a block has a line. What is in a block is indented,
 * but for that of the outermost, which is most of the text. A line that ends within a
 * statement goes on with the next, if that fits.
 *
 * A text in which these words do not match is left alone, and one with comments or
 * directives, whose ends are those of their lines.
 */
#include "clang-hdd/tidy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { STEP = 2, WIDTH = 80 };

typedef struct word {
  const char *text;
  size_t size;
  bool opens, closes;
  bool is_apart; /* a blank was before it */
} word;

typedef struct laying {
  ARRAY(word) words;
  textbuf out;
  size_t depth;  /* open blocks */
  size_t round;  /* open brackets */
  size_t column; /* of the end of `out` */
} laying;

/* ---- reading ---- */

/* Behind the word, the quoted text or the character. */
static size_t behind(const char *text, size_t at, size_t size)
{
  size_t i = at + 1;
  if (text[at] == '"') {
    while (i < size && text[i] != '"')
      i += text[i] == '\\' ? 2 : 1;
    return i < size ? i + 1 : size;
  }
  bool is_word = isalnum((unsigned char)text[at]) || text[at] == '_';
  while (is_word && i < size &&
         (isalnum((unsigned char)text[i]) || text[i] == '_'))
    i++;
  return i;
}

static bool read_words(laying *self, const char *text, size_t size)
{
  bool apart = false;
  for (size_t i = 0, next; i < size; i = next) {
    next = behind(text, i, size);
    if (isspace((unsigned char)text[i])) {
      apart = true;
      continue;
    }
    if (strchr("`\\", text[i]) ||
        (text[i] == '/' && next < size && strchr("/*", text[next])))
      return false;
    word made = { .text = text + i, .size = next - i, .is_apart = apart };
    ARRAY_PUSH(&self->words, made);
    apart = false;
  }
  return true;
}

static bool is_word(const word *one, const char *text)
{
  return one->size == strlen(text) && !memcmp(one->text, text, one->size);
}

static bool is_char(const word *one, const char *any)
{
  return one->size == 1 && strchr(any, *one->text);
}

/* Does the second close what the first opens? */
static bool match(const word *first, const word *second)
{
  if (is_word(second, "end"))
    return is_word(first, "begin");
  return second->size == first->size + 3 && !memcmp(second->text, "end", 3) &&
         !memcmp(second->text + 3, first->text, first->size);
}

/* Adds `module` for `endmodule`, once. */
static void add_opener(strings *openers, const word *closer)
{
  char *opener = mem_copy_bytes(closer->text + 3, closer->size - 3);
  if (strings_has(openers, opener))
    free(opener);
  else
    strings_take(openers, opener);
}

/* Finds the words that close, each with the nearest before it that it can close;
 * false: one has none, or something is left open. */
static bool find_blocks(laying *self)
{
  ARRAY(size_t) open = { 0 };
  strings openers = { 0 };
  bool good = true;
  for (size_t i = 0; i < self->words.size; i++) {
    const word *at = &self->words.data[i];
    if (at->size > 3 && !memcmp(at->text, "end", 3))
      add_opener(&openers, at);
  }
  size_t known = openers.size;
  strings_add(&openers, "begin");
  for (size_t i = 0; i < self->words.size && good; i++) {
    word *at = &self->words.data[i];
    at->closes = at->size >= 3 && !memcmp(at->text, "end", 3);
    for (size_t j = 0; j < openers.size && !at->opens; j++)
      at->opens = is_word(at, openers.data[j]);
    if (at->opens)
      ARRAY_PUSH(&open, i);
    if (!at->closes)
      continue;
    good = open.size && match(&self->words.data[open.data[open.size - 1]], at);
    open.size -= good;
  }
  good = good && known && !open.size;
  ARRAY_FREE(&open);
  strings_free(&openers);
  return good;
}

/* ---- writing ---- */

static void begin_line(laying *self)
{
  size_t depth = self->depth ? self->depth - 1 : 0;
  text_printf(&self->out, "\n%*s", (int)(depth * STEP), "");
  self->column = depth * STEP;
}

static bool ends_line(const laying *self, const word *last, const word *next)
{
  if (next->closes)
    return true;
  if (last->closes)
    return !is_char(next, ":;,)") && !is_word(next, "else");
  return !self->round && (is_char(last, ";") ||
                          (is_word(last, "begin") && !is_char(next, ":")));
}

static void write_word(laying *self, const word *last, const word *next)
{
  self->depth -= next->closes;
  if (last && ends_line(self, last, next)) {
    begin_line(self);
  } else if (last && next->is_apart && !is_char(next, ";,)]") &&
             !is_char(last, "([")) {
    bool fits = self->column + 1 + next->size <= WIDTH;
    text_puts(&self->out, fits ? " " : "\n");
    self->column = fits ? self->column + 1 : 0;
  }
  text_add(&self->out, next->text, next->size);
  self->column += next->size;
  self->depth += next->opens;
  if (is_char(next, "(["))
    self->round++;
  else if (is_char(next, ")]") && self->round)
    self->round--;
}

char *tidy_words(size_t *size_out, const char *text, size_t size)
{
  laying self = { 0 };
  if (read_words(&self, text, size) && find_blocks(&self)) {
    for (size_t i = 0; i < self.words.size && self.out.size <= size; i++)
      write_word(&self, i ? &self.words.data[i - 1] : NULL,
                 &self.words.data[i]);
    text_puts(&self.out, text[size - 1] == '\n' ? "\n" : "");
  }
  ARRAY_FREE(&self.words);
  if (self.out.size && self.out.size <= size &&
      (self.out.size < size || memcmp(self.out.data, text, size)))
    return text_take(&self.out, size_out);
  text_free(&self.out);
  return NULL;
}
