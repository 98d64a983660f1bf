/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Errors of libreduce.
 *
 * There are three kinds of failure. A broken invariant fails an assert. Running
 * out of memory prints one message and aborts. External failures (files,
 * children, parse errors) are returned as an rd_status: the function that
 * detects the failure fills in the caller's rd_error, and all callers pass it
 * on unchanged. An uninteresting or slow test is a verdict (oracle.h), never an
 * error.
 */
#ifndef REDUCE_STATUS_H
#define REDUCE_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Marks every public symbol; all others are hidden. */
#if defined(__GNUC__)
#define RD_API __attribute__((visibility("default")))
#define RD_PRINTF(string, first) __attribute__((format(printf, string, first)))
#else
#define RD_API
#define RD_PRINTF(string, first)
#endif

/* 0 is success; any other value is a failure. */
typedef enum rd_status {
  RD_OK = 0,
  RD_ERR_IO,          /* a file or descriptor could not be read or written */
  RD_ERR_NOSPACE,     /* the disk (or tmpfs) is full */
  RD_ERR_NOTFOUND,    /* a named thing does not exist */
  RD_ERR_INVALID,     /* the caller's input is unusable */
  RD_ERR_UNSUPPORTED, /* a front end or system lacks a requested feature */
  RD_ERR_DIED,        /* a helper process died */
  RD_ERR_STOPPED,     /* rd_options.stop was set, or max_tests reached */
  RD_ERR_NOT_INTERESTING, /* the starting text does not have the property */
} rd_status;

/* The first failure of a call. */
typedef struct rd_error {
  rd_status status;
  char message[512]; /* one line, lower case, names the object;
                        NUL-terminated */
} rd_error;

/* Fills in `err` (which may be NULL) and returns `status`. Truncates a message
 * that does not fit. */
RD_API rd_status rd_fail(rd_error *err, rd_status status, const char *format,
                         ...) RD_PRINTF(3, 4);

#ifdef __cplusplus
}
#endif
#endif
