/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the tests of intake share: a folder with files, and its readings. */
#ifndef INTAKE_FIXTURE_H
#define INTAKE_FIXTURE_H

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/words.h"
#include "intake/intake.h"

static char folder[] = "/tmp/test-intake-XXXXXX";
static intake found;
static rd_error why;

static inline void enter_folder(void)
{
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  char *path = mem_format("%s/bin", folder);
  ck_assert_int_eq(mkdir(path, 0700), 0);
  ck_assert_int_eq(setenv("PATH", path, 1), 0);
  free(path);
}

static inline int remove_one(const char *path, const struct stat *info,
                             int kind, struct FTW *where)
{
  (void)info, (void)kind, (void)where;
  return remove(path);
}

static inline void leave_folder(void)
{
  intake_dispose(&found);
  ck_assert_int_eq(chdir("/"), 0);
  ck_assert_int_eq(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

static inline void put(const char *name, const char *text)
{
  ck_assert_int_eq(file_write(name, text, strlen(text), NULL), RD_OK);
}

/* An executable file; a link if `target` is not NULL. */
static inline void put_program(const char *name, const char *target)
{
  if (target) {
    ck_assert_int_eq(symlink(target, name), 0);
    return;
  }
  put(name, "#!/bin/sh\n");
  ck_assert_int_eq(chmod(name, 0700), 0);
}

/* Reads what is given; `line` is the command as a line, or NULL. */
static inline rd_status given(const char *file, const char *line,
                              const char *database)
{
  strings words = { 0 };
  ck_assert(!line || words_split(&words, line));
  intake_request request = {
    .file = file, .command = &words, .database = database, .cwd = folder
  };
  intake_dispose(&found);
  why = (rd_error){ .status = RD_OK };
  rd_status status = intake_find(&found, &request, &why);
  strings_free(&words);
  ck_assert_int_eq(status, why.status);
  ck_assert_ptr_null(strchr(why.message, '\n'));
  return status;
}

/* A refusal whose one line holds the words. */
static inline void refuses(const char *file, const char *line,
                           const char *database, rd_status status,
                           const char *words)
{
  ck_assert_int_eq(given(file, line, database), status);
  ck_assert_msg(strstr(why.message, words), "%s", why.message);
  ck_assert_ptr_null(strchr(why.message, '\n'));
}

/* The command of a compilation as a line: lent until the next. */
static inline const char *command_of(size_t index)
{
  static char *line;
  ck_assert_uint_lt(index, found.size);
  free(line);
  line = words_join(strings_argv(&found.data[index].command));
  return line;
}

#endif
