/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events as JSON, one object a line, on standard output. */
#ifndef CLANG_HDD_JSON_H
#define CLANG_HDD_JSON_H

#include <jansson.h>

#include "clang-hdd/session.h"

/* The bytes as UTF-8, each that is no part of it as \xNN; caller's. */
char *json_utf8(const char *bytes);
/* Prints an object as a line, and releases it. */
void json_print(json_t *object);
/* Prints an event of the reduction. */
void json_event(const rd_event *event);
/* Prints the last event: what came out, whatever the exit code. */
void json_end(session *self, exit_code code);

#endif
