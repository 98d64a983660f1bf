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
} store;

/* Records that the value of a key is invalid. */
void store_complain(store *self, const char *key);

/* A string owned by the struct; NULL is not written. */
void store_string(store *self, const char *key, char **field);
/* The same for a text that may contain NULs. */
void store_text(store *self, const char *key, char **field, size_t *size);
void store_number(store *self, const char *key, uint64_t *field);
void store_boolean(store *self, const char *key, bool *field);
void store_list(store *self, const char *key, strings *field);
/* One of `count` names. */
void store_name(store *self, const char *key, int *field,
                const char *(*name_of)(int), int count);

/* Enters the object of a key until store_leave; false: it is missing. */
bool store_enter(store *self, const char *key, struct json_t **before);
void store_leave(store *self, struct json_t *before);
/* Visits the objects of an array. Writing creates `count` objects; reading
 * passes their number to `grow`. `visit` gets each object by index. */
void store_array(store *self, const char *key, size_t count, void *of,
                 void (*grow)(void *of, size_t count),
                 void (*visit)(store *self, void *of, size_t index));

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
