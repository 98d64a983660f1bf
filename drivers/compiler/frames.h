/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stack traces in a compiler's output. */
#ifndef COMPILER_FRAMES_H
#define COMPILER_FRAMES_H

#include "base/text.h"

/* The innermost frames of a crash: "module+0xOFFSET" or "function at
 * file:line", without signal handlers, libc and repetitions. */
typedef struct stack_frames {
  strings names;  /* innermost first, at most FRAMES_KEPT; for a recursion the
                      frames of the cycle */
  bool recursive; /* the stack was full of the same frames */
} stack_frames;

enum { FRAMES_KEPT = 4 };

/* Reads the first trace of an output line by line. {0} is at the beginning. */
typedef struct frames_reader {
  strings trace;  /* the frames so far, all of them */
  char *previous; /* the line before the next, which may be half a frame */
  size_t line;    /* number of that line, from 1 */
  size_t last;    /* number of the line of the last frame */
  bool ended;     /* the trace is over */
} frames_reader;

/* Reads the next line, without its end. */
void frames_read(frames_reader *self, const char *line);
void frames_reader_reset(frames_reader *self);
/* The frames of the trace so far. The first is there to stay once there is one,
 * and so is what was found of a recursion. */
void frames_collect(stack_frames *out, const frames_reader *self);

/* Reads the first trace in the output. */
void frames_find(stack_frames *out, const char *output, size_t size);
void frames_dispose(stack_frames *self);
/* Keeps what does not depend on the line: the innermost frame, or all of a
 * recursion, as module or function and file. */
void frames_coarsen(stack_frames *self);
/* Same innermost frame, and at least one caller in common where both have
 * some; for recursions, a frame in common. */
bool frames_match(const stack_frames *a, const stack_frames *b);

#endif
