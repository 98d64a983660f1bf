/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process that writes the journal's commits, and what it is sent. */
#ifndef GIT_WRITER_H
#define GIT_WRITER_H

#include <stdint.h>
#include <sys/types.h>

/* What the writer says when it has done all that it was sent, if that was asked
 * for; whatever else it says is what went wrong. */
#define WRITER_DONE '\n'

/* In front of each text: the message and then the text follow. Without a
 * message it is no text but asks for WRITER_DONE. */
typedef struct writer_head {
  uint64_t message_size;
  uint64_t text_size;
  int64_t seconds; /* since 1970 */
} writer_head;

typedef struct writer_options {
  const char *repository; /* its path; made if it is missing */
  const char *branch;
  const char *file; /* what the texts are called */
  int texts;        /* read until its end */
  int reports;      /* gets one line if something fails */
  int lock;         /* held to the end */
  pid_t owner;      /* when it is gone, what it sent is all there is */
} writer_options;

/* Writes commits until the texts end, and ends the process. */
_Noreturn void writer_run(const writer_options *options);

#endif
