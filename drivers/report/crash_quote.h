/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a compiler's output tells of its crash, in its own words. */
#ifndef REPORT_CRASH_QUOTE_H
#define REPORT_CRASH_QUOTE_H

#include "base/text.h"

/* Strings are NULL where it does not tell; all are its own. */
typedef struct crash_quote {
  char *message;  /* "internal compiler error: in f, at a.c:1" */
  char *function; /* of the compiler, in which it crashed: "f" */
  char *place;    /* "a.c:1" */
  char *during;   /* "during RTL pass: sms", or a line of a stack dump */
} crash_quote;

void crash_quote_find(crash_quote *out, const char *output);
void crash_quote_dispose(crash_quote *self);

/* An extended regular expression that fits the message, and also that of
 * another run, in which addresses differ, and of another version, in which
 * lines do; caller's. */
char *crash_quote_expression(const char *message);

#endif
