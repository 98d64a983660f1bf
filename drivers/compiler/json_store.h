/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Serializes structs as JSON objects in both directions. One function names the
 * members of a struct; the store determines whether it writes or reads them.
 *
 * When reading, a missing or null member keeps its value, unknown members are
 * ignored, and the first value of a wrong type is recorded.
 */
#ifndef COMPILER_JSON_STORE_H
#define COMPILER_JSON_STORE_H

#include <stdint.h>

#include "base/text.h"

struct json_t;

typedef struct store {
  struct json_t *at; /* object of the current struct; borrowed */
  bool writing;
  const char *wrong; /* first key whose value has a wrong type, or NULL */
  void *whole;       /* for functions that need more than their struct */
  /* Unless 0, strings are written for people to read: as visible text of at
   * most so many bytes; and so many rows of an array. A member K that was cut
   * has a neighbour K_left_out, the number of bytes or rows. */
  size_t bytes_most, rows_most;
} store;

/* Names the members of a struct. */
typedef void (*store_members)(store *self, void *of);

/* Records that the value of a key is invalid. */
void store_complain(store *self, const char *key);

/* A string owned by the struct; NULL is not written. */
void store_string(store *self, const char *key, char **field);
/* The same; when reading, "" if it is missing. */
void store_word(store *self, const char *key, char **field);
/* The same as store_string for a text that may contain NULs and is never cut.
 */
void store_text(store *self, const char *key, char **field, size_t *size);
void store_number(store *self, const char *key, uint64_t *field);
void store_boolean(store *self, const char *key, bool *field);
void store_list(store *self, const char *key, strings *field);
/* One of `count` names. */
void store_name(store *self, const char *key, int *field,
                const char *(*name_of)(int), int count);

/* The members of a struct as an object of their own; reading skips it if it is
 * missing. */
void store_object(store *self, const char *key, void *of,
                  store_members members);
/* An array of structs of `size` bytes; `list` is the address of the pointer to
 * it. Reading allocates it. */
void store_array(store *self, const char *key, void *list, size_t *count,
                 size_t size, store_members members);
#define STORE_ARRAY(self, key, data, count, members)                           \
  store_array(self, key, &(data), &(count), sizeof *(data), members)

/* A number or a name in a field of any integer type. */
#define STORE_NUMBER(self, key, field)                                         \
  do {                                                                         \
    uint64_t number_ = (uint64_t)(field);                                      \
    store_number(self, key, &number_);                                         \
    (field) = (__typeof__(field))number_;                                      \
    if ((uint64_t)(field) != number_)                                          \
      store_complain(self, key);                                               \
  } while (0)
#define STORE_NAME(self, key, field, type, name_of, last)                      \
  do {                                                                         \
    int number_ = (int)(field);                                                \
    store_name(self, key, &number_, name_of, (int)(last) + 1);                 \
    (field) = (type)number_;                                                   \
  } while (0)

#endif
