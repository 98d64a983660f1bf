/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Strings, lists of strings and growing texts. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"

/* A list of strings, which it owns; data is NULL-terminated once something has
 * been added. {0} is empty. */
typedef struct strings {
  char **data;
  size_t size, capacity;
} strings;

void strings_add(strings *list, const char *string); /* copied */
char *strings_take(strings *list, char *string);     /* ownership moves */
void strings_add_all(strings *list, const strings *from);
void strings_insert(strings *list, size_t at, const char *string);
/* Removes `count` strings from index `at` on, or as many as there are. */
void strings_remove(strings *list, size_t at, size_t count);
bool strings_has(const strings *list, const char *string);
void strings_sort(strings *list); /* by strcmp */
void strings_free(strings *list);
/* The list as an argument vector, never NULL: lent until the list changes. */
const char *const *strings_argv(strings *list);

/* A growing text, NUL-terminated once something has been added. {0} is
 * empty. */
typedef struct textbuf {
  char *data;
  size_t size, capacity;
} textbuf;

void text_add(textbuf *out, const void *bytes, size_t size);
void text_puts(textbuf *out, const char *string);
void text_printf(textbuf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds "1 bug" or "3 bugs". */
void text_count(textbuf *out, uint64_t count, const char *noun);
/* Empties the text but keeps its memory. */
void text_clear(textbuf *out);
void text_free(textbuf *out);
/* Hands the bytes to the caller (free()) and empties the text; never NULL. */
char *text_take(textbuf *out, size_t *size_out);

/* Frees *string and replaces it with `by`, taking ownership. */
void string_replace(char **string, char *by);
bool starts_with(const char *string, const char *prefix);
bool ends_with(const char *string, const char *suffix);
/* The part after the last slash: lent. */
const char *base_name(const char *path);
/* What two texts have in common at their beginnings and at their ends, in bytes; the
 * two never overlap. */
typedef struct text_same {
  size_t head, tail;
} text_same;

text_same text_compare(const char *a, size_t a_size, const char *b,
                       size_t b_size);
/* Number of lines, including a last one without a line end. */
size_t count_lines(const char *text, size_t size);
/* The line at *at without its end, caller's; *at moves to the next one. */
char *next_line(const char **at, const char *end);

#endif
