/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many processors this process may use. */
#ifndef CLANG_HDD_CORES_H
#define CLANG_HDD_CORES_H

/* The number of processors in our scheduler affinity, or the number that the
 * CPU quota of our control groups keeps busy, if that is less; at least 1. */
unsigned cores_available(void);
/* The same for a system with /proc and /sys in the folder `root` ("" for this
 * one), of which the scheduler gives us `processors`. */
unsigned cores_limited(const char *root, unsigned processors);

#endif
