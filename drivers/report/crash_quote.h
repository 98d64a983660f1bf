/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quotes a crash in a compiler's own words. */
#ifndef REPORT_CRASH_QUOTE_H
#define REPORT_CRASH_QUOTE_H

#include "base/text.h"

/* Strings are NULL if the output does not have them; all are owned. */
typedef struct crash_quote {
  char *message;  /* "internal compiler error: in f, at a.c:1" */
  char *function; /* the compiler's function that crashed: "f" */
  char *place;    /* "a.c:1" */
  char *during;   /* "during RTL pass: sms", or a line of a stack dump */
} crash_quote;

void crash_quote_find(crash_quote *out, const char *output);
void crash_quote_dispose(crash_quote *self);

/* An extended regular expression for the message. It also matches the message
 * of another run, with other addresses, and of another version, with other
 * lines; caller's. */
char *crash_quote_expression(const char *message);

#endif
