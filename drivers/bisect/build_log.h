/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The output of a build. */
#ifndef BISECT_BUILD_LOG_H
#define BISECT_BUILD_LOG_H

#include <stdbool.h>
#include <stddef.h>

/* Frees the disk space of the middle of a log that is too long and may still
 * grow. */
void build_log_limit(const char *path);
/* Removes the middle of a log that was limited and leaves a note there. */
void build_log_close(const char *path);
/* The last line that reports an error, else the last non-empty line: valid
 * UTF-8 of limited length without control characters; caller's, NULL: no such
 * line. */
char *build_log_reason(const char *path);
/* The same for a text. */
char *build_text_reason(const char *bytes, size_t size);
/* Does the end of the log report a full disk? */
bool build_log_lacks_room(const char *path);

#endif
