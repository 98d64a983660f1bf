/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the lines of a source that a reduced text was made of.
 *
 * Both are tokenized, so that layout does not matter, and matched (match.c). A
 * token weighs more the rarer it is in the whole; punctuation, keywords and
 * single digits, which any line could have, weigh half of that. A run counts if
 * it weighs at least half as much as a token that occurs once. It may reach
 * into lines with words that are hardly rarer, so the rest of each line must
 * weigh as much. Rewritten or renamed text matches nothing, so there is a
 * search for when the lines do not suffice.
 *
 * The whole should be preprocessed with line markers: then tokens lead to the
 * headers that contain them, and tokens of a macro to its use.
 */
#include "blame/source_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "blame/match.h"
#include "tokens/lexer.h"

/* ---- elements ---- */

/* Texts as numbers from 0, in the order of their first occurrence. The 64 bits
 * of a hash identify the text. */
typedef struct symbols {
  map numbers;
  uint32_t count;
} symbols;

static uint32_t symbol_of(symbols *self, const char *at, size_t size)
{
  uint64_t key = hash_bytes(at, size);
  uint32_t number = map_find(&self->numbers, key);
  if (number == MAP_NONE)
    map_put(&self->numbers, key, number = self->count++);
  return number;
}

typedef struct element {
  uint32_t symbol, file, line;
  bool plain; /* any line could have it */
} element;

typedef ARRAY(element) elements;

/* ---- line markers ---- */

typedef struct line_marker {
  uint32_t line;
  char *file;    /* caller's; NULL: the marker names none */
  size_t tokens; /* its length; 0: not a marker */
  bool enters;   /* the file is included here: flag 1 */
} line_marker;

/* The file name in a marker's string, with quotes and backslashes unescaped;
 * caller's. */
static char *unquote(const char *at, size_t size)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 1; i + 1 < size; i++) {
    i += at[i] == '\\' && i + 2 < size;
    text_add(&out, at + i, 1);
  }
  return out.data;
}

/* Reads `# 12 "file.h" 1 3` or `#line 12 "file.h"`. */
static line_marker read_marker(const char *text, const token *tokens,
                               size_t count)
{
  line_marker out = { 0 };
  if (!tokens->directive || !token_is(tokens, text, "#"))
    return out;
  size_t size = 1, at = 1;
  while (size < count && tokens[size].directive == tokens->directive)
    size++;
  at += at < size && token_is(&tokens[at], text, "line");
  if (at >= size || tokens[at].kind != TOKEN_NUMBER)
    return out;
  out.tokens = size;
  out.line = (uint32_t)strtoul(text + tokens[at].begin, NULL, 10);
  const token *name = &tokens[at + 1];
  if (at + 1 < size && name->kind == TOKEN_STRING)
    out.file = unquote(text + name->begin, name->end - name->begin);
  out.enters = out.file && at + 2 < size && token_is(name + 1, text, "1");
  return out;
}

static uint32_t file_number(strings *files, const char *name)
{
  for (size_t i = files->size; i-- > 0;)
    if (!strcmp(files->data[i], name))
      return (uint32_t)i;
  strings_add(files, name);
  return (uint32_t)files->size - 1;
}

static uint32_t count_newlines(const char *text, size_t begin, size_t end)
{
  uint32_t count = 0;
  for (size_t i = begin; i < end; i++)
    count += text[i] == '\n';
  return count;
}

static bool is_plain(const char *text, const token *at)
{
  static const char *const keywords[] = {
    "auto",     "break",  "case",     "char",     "const",  "continue",
    "default",  "do",     "double",   "else",     "enum",   "extern",
    "float",    "for",    "goto",     "if",       "inline", "int",
    "long",     "return", "register", "restrict", "short",  "signed",
    "sizeof",   "static", "struct",   "switch",   "union",  "typedef",
    "unsigned", "void",   "volatile", "while",
  };
  if (at->kind == TOKEN_PUNCTUATION)
    return true;
  if (at->kind == TOKEN_NUMBER)
    return at->end - at->begin == 1;
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (token_is(at, text, keywords[i]))
      return true;
  return false;
}

/* Reads the tokens of a text; files[0] is its initial file. Markers are left
 * out; without `marked`, their content is ignored. */
static void read_tokens(elements *out, symbols *names, strings *files,
                        const char *text, size_t size, bool marked)
{
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size), seen = 0;
  uint32_t line = 1, file = 0;
  for (size_t i = 0; i < count; i++) {
    const token *at = &tokens[i];
    if (at->kind == TOKEN_COMMENT)
      continue;
    line += count_newlines(text, seen, at->begin);
    seen = at->begin;
    line_marker marker = read_marker(text, at, count - i);
    if (!marker.tokens) {
      uint32_t symbol = symbol_of(names, text + at->begin, at->end - at->begin);
      ARRAY_PUSH(out, (element){ symbol, file, line, is_plain(text, at) });
      continue;
    }
    i += marker.tokens - 1;
    if (marked) {
      seen = tokens[i].end;
      line = marker.line ? marker.line - 1 : 0; /* the marker numbers the line
                                                   after it */
      file = marker.file ? file_number(files, marker.file) : file;
    }
    free(marker.file);
  }
  free(tokens);
}

/* ---- what a text says ---- */

static uint32_t bits_of(size_t number)
{
  uint32_t bits = 0;
  for (; number; number >>= 1)
    bits++;
  return bits;
}

/* By symbol; the caller's. */
static uint32_t *weigh(const elements *whole, size_t symbol_count)
{
  uint32_t *out = mem_alloc(symbol_count + 1, sizeof *out);
  for (size_t i = 0; i < whole->size; i++)
    out[whole->data[i].symbol]++;
  for (size_t i = 0; i < symbol_count; i++)
    out[i] = out[i] ? bits_of(whole->size / out[i]) : 0;
  bool *halved = mem_alloc(symbol_count + 1, sizeof *halved);
  for (size_t i = 0; i < whole->size; i++) {
    uint32_t symbol = whole->data[i].symbol;
    if (whole->data[i].plain && !halved[symbol])
      out[symbol] = (out[symbol] + 1) / 2;
    halved[symbol] = true;
  }
  free(halved);
  return out;
}

/* The caller's. */
static uint32_t *symbols_of(const elements *in)
{
  uint32_t *out = mem_alloc(in->size + 1, sizeof *out);
  for (size_t i = 0; i < in->size; i++)
    out[i] = in->data[i].symbol;
  return out;
}

static uint32_t *match(const elements *part, const elements *whole,
                       const symbols *names, const uint32_t *weights,
                       uint32_t least)
{
  uint32_t *a = symbols_of(part), *b = symbols_of(whole);
  match_question question = { .part = { a, part->size },
                              .whole = { b, whole->size },
                              .symbol_count = names->count,
                              .weights = weights,
                              .least = least };
  uint32_t *out = match_find(&question);
  free(a);
  free(b);
  return out;
}

static int by_place(const void *left, const void *right)
{
  const uint32_t *a = left, *b = right; /* each is a file and a line */
  if (a[0] != b[0])
    return a[0] < b[0] ? -1 : 1;
  return (a[1] > b[1]) - (a[1] < b[1]);
}

/* A matched element, and its weight. */
typedef struct finding {
  uint32_t place[2]; /* file, line; first for by_place */
  uint32_t weight;
} finding;

/* Sorts the findings and adds each line whose findings have at least this
 * weight. */
static void collect(places *out, finding *found, size_t count,
                    const strings *files, uint32_t least)
{
  *out = (places){ 0 };
  qsort(found, count, sizeof *found, by_place);
  out->data = mem_alloc(count + 1, sizeof *out->data);
  for (size_t i = 0, next; i < count; i = next) {
    uint64_t weight = 0;
    for (next = i; next < count && !by_place(&found[i], &found[next]); next++)
      weight += found[next].weight;
    if (weight >= least)
      out->data[out->size++] =
          (place){ mem_copy(files->data[found[i].place[0]]),
                   found[i].place[1] };
  }
}

/* The lines of runs with at least this weight. */
static void find_lines(places *out, const elements *part, const elements *whole,
                       const symbols *names, const strings *files,
                       uint32_t least)
{
  uint32_t *weights = weigh(whole, names->count);
  uint32_t *from = match(part, whole, names, weights, least);
  finding *found = mem_alloc(part->size + 1, sizeof *found);
  size_t count = 0;
  for (size_t i = 0; i < part->size; i++) {
    const element *of = from[i] == MATCH_NONE ? NULL : &whole->data[from[i]];
    if (of && !of->plain)
      found[count++] = (finding){ { of->file, of->line }, weights[of->symbol] };
  }
  collect(out, found, count, files, least);
  free(found);
  free(from);
  free(weights);
}

/* If the text has nothing rare in it, common tokens must do: the threshold is
 * halved until a line is found. */
void lines_of_reduced(places *out, const lined_text *whole, const char *reduced,
                      size_t size)
{
  symbols names = { 0 };
  strings files = { 0 }, ours = { 0 };
  elements large = { 0 }, part = { 0 };
  *out = (places){ 0 };
  strings_add(&files, whole->name);
  read_tokens(&large, &names, &files, whole->text, whole->size, whole->marked);
  read_tokens(&part, &names, &ours, reduced, size, false);
  uint32_t least = (bits_of(large.size) + 1) / 2;
  for (; least && !out->size; least /= 2) {
    places_dispose(out);
    find_lines(out, &part, &large, &names, &files, least);
  }
  ARRAY_FREE(&part);
  ARRAY_FREE(&large);
  map_free(&names.numbers);
  strings_free(&ours);
  strings_free(&files);
}

/* ---- files ---- */

void lines_files(strings *out, const char *text, size_t size)
{
  symbols names = { 0 };
  elements all = { 0 };
  strings files = { 0 };
  strings_add(&files, "");
  read_tokens(&all, &names, &files, text, size, true);
  for (size_t i = 1; i < files.size; i++)
    if (!strings_has(out, files.data[i]))
      strings_add(out, files.data[i]);
  strings_free(&files);
  ARRAY_FREE(&all);
  map_free(&names.numbers);
}

void lines_entered(strings *out, const char *text, size_t size)
{
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size);
  for (size_t i = 0; i < count; i++) {
    line_marker marker = read_marker(text, &tokens[i], count - i);
    if (marker.enters && !strings_has(out, marker.file))
      strings_add(out, marker.file);
    i += marker.tokens ? marker.tokens - 1 : 0;
    free(marker.file);
  }
  free(tokens);
}

void places_dispose(places *self)
{
  for (size_t i = 0; i < self->size; i++)
    free(self->data[i].file);
  free(self->data);
  *self = (places){ 0 };
}
