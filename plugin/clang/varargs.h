/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is asked of variable arguments, and what is passed. */
#ifndef CLANG_VARARGS_H
#define CLANG_VARARGS_H

#include <clang-c/Index.h>
#include <stdbool.h>

/* Does the text of the file have a va_arg of a type that no call passes to a function
 * defined there? That is undefined behaviour, which nothing finds that runs. */
bool varargs_differ(CXTranslationUnit unit, const char *file_name);

#endif
