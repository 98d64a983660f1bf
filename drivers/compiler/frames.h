/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stack traces in a compiler's output. */
#ifndef COMPILER_FRAMES_H
#define COMPILER_FRAMES_H

#include "compiler/memory.h"

/* The innermost frames of a crash: "module+0xOFFSET" or "function at file:line",
 * without signal handlers, libc and repetitions. */
typedef struct stack_frames {
  strings names;  /* innermost first, at most FRAMES_KEPT; for a recursion the
                      frames of the cycle */
  bool recursive; /* the stack was full of the same frames */
} stack_frames;

enum { FRAMES_KEPT = 4 };

/* Reads the first trace in the output. */
void frames_find(stack_frames *out, const char *output, size_t size);
void frames_dispose(stack_frames *self);
/* Same innermost frame, and at least one caller in common where both have
 * some; for recursions, a frame in common. */
bool frames_match(const stack_frames *a, const stack_frames *b);

#endif
