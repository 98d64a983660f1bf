/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How much of a disk files take. */
#ifndef BISECT_USAGE_H
#define BISECT_USAGE_H

#include <stdint.h>

/* The bytes on the disk of a file, or of a folder with all in it; one that has
 * several names there counts once. Links are not followed, and what cannot be
 * read counts nothing. */
uint64_t disk_usage(const char *path);

#endif
