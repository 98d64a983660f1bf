/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many processors this process may use. */
#ifndef CLANG_HDD_CORES_H
#define CLANG_HDD_CORES_H

/* The processors that the scheduler gives us, or as many as the time that our
 * control groups allow would keep busy, if that is less; at least 1. */
unsigned cores_available(void);
/* The same for a system whose /proc and /sys are found in the folder `root` (""
 * for this one), of which the scheduler gives us `processors`. */
unsigned cores_limited(const char *root, unsigned processors);

#endif
