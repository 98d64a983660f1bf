/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts for tests: reading them, and comparing them without their layout. */
#ifndef TEST_FILES_H
#define TEST_FILES_H

#include "base/text.h"

/* Replaces the buffer's content, which is NUL-terminated also if it is empty;
 * false if the file cannot be read. */
bool test_read_file(textbuf *out, const char *path);

/* Adds a text on one line: white space becomes one blank, and with `bare` none
 * beside punctuation nor at the ends. */
void test_squeeze(textbuf *out, const char *text, size_t size, bool bare);

/* Replaces `removed` bytes from `at` on with others. */
void test_splice(textbuf *text, size_t at, size_t removed, const char *bytes,
                 size_t size);

#endif
