/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading files, for the property tests that take some. */
#ifndef TEST_FILES_H
#define TEST_FILES_H

#include "base/text.h"

/* Replaces the buffer's content, which is NUL-terminated also if it is empty;
 * false if the file cannot be read. */
bool test_read_file(textbuf *out, const char *path);

#endif
