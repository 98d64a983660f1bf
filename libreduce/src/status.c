/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Filling in errors. */
#include "reduce/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

rd_status rd_fail(rd_error *err, rd_status status, const char *format, ...)
{
  if (err) {
    va_list args;
    va_start(args, format);
    err->status = status;
    (void)vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    /* What it quotes, such as a damaged file, may have several lines. */
    for (char *at = err->message; (at = strchr(at, '\n'));)
      *at = ' ';
  }
  return status;
}
