/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events as JSON on standard output, one object per line. */
#ifndef CLANG_HDD_JSON_H
#define CLANG_HDD_JSON_H

#include <jansson.h>

#include "reduce/reduce.h"

/* A string of any bytes, those that are not UTF-8 as \xNN; null for NULL. */
json_t *json_any_string(const char *bytes);
json_t *json_number(uint64_t value);
/* Adds a value; the object takes ownership. */
void json_set(json_t *object, const char *key, json_t *value);
/* Prints an object as a line and releases it. */
void json_print(json_t *object);
/* Prints an event of the reduction. */
void json_event(const rd_event *event);

#endif
