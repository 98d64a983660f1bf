/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shows a bisection while it runs, and its result. */
#ifndef CLANG_HDD_BISECT_SHOW_H
#define CLANG_HDD_BISECT_SHOW_H

#include "bisect/bisect.h"

/* {0} with its flags set is ready for use. */
typedef struct bisect_show {
  bool json, quiet, verbose;
  uint64_t build_ms; /* start of the build in progress; 0: none */
} bisect_show;

/* For bisect_options; the payload is a bisect_show. */
void bisect_show_event(void *payload, const bisect_event *event);
/* Shows the result, as the last output. */
void bisect_show_end(const bisect_show *self, const bisection *found,
                     int status);

#endif
