/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a marked program (wrong/mark.h) calls, in a library that is preloaded into
 * what runs it.
 *
 * A type is a number from 1 on. Its row has a byte for each type: whether an access of
 * the one may reach what the other has stored. A violation ends the process with
 * ACCESSES_STATUS and a line on standard error.
 */
#ifndef ACCESSES_H
#define ACCESSES_H

#include <stddef.h>

/* The library's file name. */
#define ACCESSES_MODULE "clang-hdd-accesses.so"

enum { ACCESSES_STATUS = 99 };

#pragma GCC visibility push(default)
/* The program reads `size` bytes as this type. */
void hdd_load(const void *at, size_t size, size_t type, const char *row);
/* The program stores them as this type. */
void hdd_store(const void *at, size_t size, size_t type, const char *row);
/* The same in C, where what a declared object contains keeps its type. */
void hdd_store_c(const void *at, size_t size, size_t type, const char *row);
/* From here on the bytes have no type: they are copied, or changed as characters. */
void hdd_clear(const void *at, size_t size);
/* The same of a block of the heap, which is freed. */
void hdd_free(void *block);
/* The same of the stack below the address. */
void hdd_restore(const void *stack);
/* The same of the frame of the caller, which returns. */
void hdd_leave(void);
#pragma GCC visibility pop

#endif
