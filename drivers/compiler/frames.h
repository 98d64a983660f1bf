/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses stack traces in a compiler's output. */
#ifndef COMPILER_FRAMES_H
#define COMPILER_FRAMES_H

#include <stdint.h>

#include "base/text.h"

/* The innermost frames of a crash, as "module+0xOFFSET", "function at
 * module+0xOFFSET" or "function at file:line", without signal handlers, libc
 * frames and repetitions. */
typedef struct stack_frames {
  strings names;  /* innermost first, at most FRAMES_KEPT; for a recursion, the
                    frames of the cycle */
  bool recursive; /* the same frames filled the stack */
} stack_frames;

enum { FRAMES_KEPT = 4 };

/* Reads the first trace of an output line by line. Initialize with {0}. */
typedef struct frames_reader {
  strings trace;     /* all frames so far */
  char *previous;    /* the last line read, which may be half a frame */
  size_t line;       /* number of that line, from 1 */
  size_t last;       /* line number of the last frame */
  bool ended;        /* the trace is over */
  bool by_sanitizer; /* its first frame is the fault */
} frames_reader;

/* Reads the next line, without its terminator. */
void frames_read(frames_reader *self, const char *line);
void frames_reader_reset(frames_reader *self);
/* The frames of the trace so far. Once found, the first frame and the frames of
 * a recursion do not change. */
void frames_collect(stack_frames *out, const frames_reader *self);

/* The part of a numbered frame after its address: of "#5 0x7f12 f (m+0x12)" it
 * is "f (m+0x12)". NULL: the line is no such frame. */
const char *frames_after_address(uint64_t *address_out, const char *line);
/* "(/lib/libLLVM.so+0x12)" at the end of a line, or before a sanitizer's
 * "(BuildId: ...)", as "libLLVM.so+0x12"; NULL: there is none. Owned by the
 * caller. */
char *frames_module_place(const char *line);

/* Reads the first trace in the output. */
void frames_find(stack_frames *out, const char *output, size_t size);
void frames_dispose(stack_frames *self);
/* Keeps the parts that do not depend on line numbers: the innermost frame or
 * all frames of a recursion, as module or function and file. */
void frames_coarsen(stack_frames *self);
/* True if the innermost frames are equal and, if both have callers, at least
 * one caller is equal. For recursions, one common frame is enough. */
bool frames_match(const stack_frames *a, const stack_frames *b);

#endif
