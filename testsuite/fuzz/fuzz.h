/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the fuzz harnesses share. Each is a program for libFuzzer that feeds one
 * reader arbitrary bytes and aborts where a law of that reader is broken. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* libFuzzer's entry point; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Aborts with the broken law. */
#define LAW(holds)                                                             \
  do {                                                                         \
    if (!(holds)) {                                                            \
      (void)fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__,         \
                    #holds);                                                   \
      abort();                                                                 \
    }                                                                          \
  } while (0)

/* A private folder of this process, removed at its end. Lent forever. */
const char *fuzz_folder(void);
/* Writes a file of that folder. Returns its path, lent until the next call. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);
/* A copy with a NUL at its end; free(). */
char *fuzz_text(const void *bytes, size_t size);

#endif
