/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a build has printed. */
#ifndef BISECT_BUILD_LOG_H
#define BISECT_BUILD_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* Frees the disk of the middle of a log that has grown too long, and may still
 * grow. */
void build_log_limit(const char *path);
/* Leaves the middle out of a log that was limited, and says so in it. */
void build_log_close(const char *path);
/* The last line that tells of an error, else the last that is not empty: valid
 * UTF-8 without control characters, not too long; caller's, NULL: there is none. */
char *build_log_reason(const char *path);
/* The same of a text. */
char *build_text_reason(const char *bytes, size_t size);
/* Does it say, near its end, that a disk is full? */
bool build_log_lacks_room(const char *path);

#endif
