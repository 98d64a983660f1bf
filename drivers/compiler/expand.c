/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Puts the words of @files in their place.
 *
 * GCC and clang read such a file by rules of their own (words.h), and it may name
 * others. A word with an @ that names no file is an argument like any other.
 */
#include "compiler/invocation.h"

#include <stdlib.h>

#include "base/files.h"
#include "compiler/words.h"

enum { RESPONSE_DEPTH = 16 };

/* Adds the words with each @file replaced by its contents. @files may nest. */
static rd_status expand(strings *out, const char *const *words, const char *cwd,
                        unsigned depth, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; words[i] && !status; i++) {
    char *path = path_absolute(cwd, words[i] + (words[i][0] == '@'));
    if (words[i][0] != '@' || !path_exists(path)) {
      strings_add(out, words[i]);
      free(path);
      continue;
    }
    char *bytes = NULL;
    size_t size = 0;
    strings inner = { 0 };
    if (depth == 0)
      status =
          rd_fail(err, RD_ERR_INVALID, "%s: @files name each other", words[i]);
    else
      status = file_read(&bytes, &size, path, err);
    if (!status && !words_split_file(&inner, bytes))
      status =
          rd_fail(err, RD_ERR_INVALID, "%s: a quote is not closed", words[i]);
    if (!status)
      status = expand(out, strings_argv(&inner), cwd, depth - 1, err);
    strings_free(&inner);
    free(bytes);
    free(path);
  }
  return status;
}

rd_status invocation_expand(strings *out, const char *const *words,
                            const char *cwd, rd_error *err)
{
  return expand(out, words, cwd, RESPONSE_DEPTH, err);
}
