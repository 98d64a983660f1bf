/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * GCC's packs of integers, which libclang lacks.
 *
 * `X<T, __integer_pack(N)...>` is X<T, 0, 1, ..., N - 1>, and its standard library
 * makes tuples with it, so that without it each use of one has errors. No macro
 * can stand for a pack. A template of the prelude does, so libclang reads
 * `__hdd_pack<X,T,N>` in its place, with blanks up to the same length.
 */
#include <ctype.h>
#include <string.h>

#include "args.h"

static const char word[] = "__integer_pack(";

/* A part of the text. */
typedef struct part {
  size_t begin, end;
} part;

static bool is_word_character(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

static size_t skip_back(const char *text, size_t at)
{
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
    at--;
  return at;
}

/* The name before the `<` that ends at `at`. */
static bool find_name(part *out, const char *text, size_t at)
{
  out->end = out->begin = skip_back(text, at - 1);
  while (out->begin > 0 && is_word_character(text[out->begin - 1]))
    out->begin--;
  return out->begin < out->end;
}

/* The type between the `<` and the comma before the pack, or nothing where the pack
 * stands right behind the `<`. */
static bool find_type(part *out, const char *text, size_t pack)
{
  out->end = out->begin = skip_back(text, pack);
  if (out->begin > 0 && text[out->begin - 1] == ',') {
    out->begin = --out->end;
    while (out->begin > 0 &&
           (is_word_character(text[out->begin - 1]) ||
            text[out->begin - 1] == ':' || text[out->begin - 1] == ' '))
      out->begin--;
  }
  return out->begin > 0 && text[out->begin - 1] == '<';
}

/* The number of the pack, and where the `>` behind it ends. */
static bool find_number(part *out, size_t *end_out, const char *text,
                        size_t size, size_t at)
{
  size_t depth = 1;
  for (out->begin = at; at < size && depth > 0 && text[at] != '\n'; at++) {
    depth += text[at] == '(';
    depth -= text[at] == ')';
  }
  out->end = at - 1;
  *end_out = at + sizeof "...>" - 1;
  return !depth && *end_out <= size && !memcmp(text + at, "...>", 4);
}

char *packs_replaced(const char *text, size_t size)
{
  char *copy = NULL;
  const char *found = memmem(text, size, word, sizeof word - 1);
  while (found) {
    part name, type, number;
    size_t at = (size_t)(found - text), next = at + sizeof word - 1, end;
    if (find_type(&type, text, at) && find_name(&name, text, type.begin) &&
        find_number(&number, &end, text, size, next)) {
      bool typed = type.begin < type.end;
      char *made = mem_format(
          "%s<%.*s,%.*s%s%.*s>", typed ? "__hdd_pack" : "__hdd_size",
          (int)(name.end - name.begin), text + name.begin,
          (int)(type.end - type.begin), text + type.begin, typed ? "," : "",
          (int)(number.end - number.begin), text + number.begin);
      size_t length = strlen(made);
      copy = copy ? copy : mem_copy_bytes(text, size);
      memset(copy + name.begin, ' ', end - name.begin);
      memcpy(copy + name.begin, made, length);
      free(made);
      next = end;
    }
    found = memmem(text + next, size - next, word, sizeof word - 1);
  }
  return copy;
}
