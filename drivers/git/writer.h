/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process that writes the journal's commits, and its protocol. */
#ifndef GIT_WRITER_H
#define GIT_WRITER_H

#include <stdint.h>
#include <sys/types.h>

/* The writer's answer, on request, when it has done everything sent to it;
 * anything else that it sends is an error message. */
#define WRITER_DONE '\n'

/* Precedes each text; the message and then the text follow. A head without a
 * message is a request for WRITER_DONE. */
typedef struct writer_head {
  uint64_t message_size;
  uint64_t text_size;
  int64_t seconds; /* since 1970 */
} writer_head;

typedef struct writer_options {
  const char *repository; /* its path; created if missing */
  const char *branch;
  const char *file; /* the name of the texts */
  int texts;        /* pipe, read until its end */
  int reports;      /* pipe, gets one line if something fails */
  int lock;         /* held to the end */
  pid_t owner;      /* once it has ended, nothing more will be sent */
} writer_options;

/* Writes commits until the texts end, then exits the process. */
_Noreturn void writer_run(const writer_options *options);

#endif
