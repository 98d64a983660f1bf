/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of the drivers: strings, lists of strings and growing texts. Running
 * out prints one line and aborts, so nobody checks for NULL. */
#ifndef COMPILER_MEMORY_H
#define COMPILER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

void *mem_alloc(size_t count, size_t size); /* zeroed */
void *mem_resize(void *memory, size_t count, size_t size);
char *mem_copy(const char *string);
char *mem_copy_bytes(const char *bytes, size_t size); /* adds a NUL behind */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A list of strings that it owns; data is NULL-terminated once something was
 * added. {0} is empty. */
typedef struct strings {
  char **data;
  size_t size, capacity;
} strings;

void strings_add(strings *list, const char *string); /* copied */
void strings_take(strings *list, char *string);      /* ownership moves */
void strings_insert(strings *list, size_t at, const char *string);
bool strings_has(const strings *list, const char *string);
void strings_free(strings *list);
/* The list as an argument vector, never NULL: lent until the list changes. */
const char *const *strings_argv(strings *list);

/* A growing text, NUL-terminated once something was added. {0} is empty. */
typedef struct textbuf {
  char *data;
  size_t size, capacity;
} textbuf;

void text_add(textbuf *out, const char *bytes, size_t size);
void text_puts(textbuf *out, const char *string);
void text_printf(textbuf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_free(textbuf *out);

bool starts_with(const char *string, const char *prefix);
bool ends_with(const char *string, const char *suffix);
/* What follows the last slash: lent. */
const char *base_name(const char *path);
/* The line at *at without its end, caller's; *at moves behind it. */
char *next_line(const char **at, const char *end);

#endif
