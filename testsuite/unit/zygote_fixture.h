/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Jobs of the compilers that are installed, and zygotes that run them. */
#ifndef TEST_ZYGOTE_FIXTURE_H
#define TEST_ZYGOTE_FIXTURE_H

#include <check.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/zygote.h"
#include "hostile.h"
#include "keeper.h"
#include "run_fixture.h"

/* What the driver is asked for; the words of a job are in -###'s answer. */
static const struct compiler_row {
  const char *driver, *options, *file;
  compiler_family family;
} compilers[] = {
  { "gcc-12", "-O2 -Wall", "input.c", FAMILY_GCC },
  { "gcc-12", "-O0 -g", "input.c", FAMILY_GCC },
  { "gcc-12", "-O1 -w", "input.i", FAMILY_GCC },
  { "gcc-12", "-fsyntax-only -Wall", "input.c", FAMILY_GCC },
  { "gcc-11", "-O3", "input.c", FAMILY_GCC },
  { "avr-gcc", "-O2", "input.c", FAMILY_GCC },
  { "h8300-hitachi-coff-gcc", "-O2", "input.c", FAMILY_GCC },
  { "h8300-hitachi-coff-gcc", "-O0", "input.i", FAMILY_GCC },
  { "sh4-linux-gnu-gcc-12", "-O2", "input.c", FAMILY_GCC },
  { "alpha-linux-gnu-gcc-12", "-O2", "input.c", FAMILY_GCC },
  { "clang-14", "-O2", "input.c", FAMILY_CLANG },
  { "clang-14", "-O0 -g", "input.i", FAMILY_CLANG },
  { "clang-14", "-target r600 -O1", "input.c", FAMILY_CLANG },
  { "clang-19", "-O2 -Wall", "input.c", FAMILY_CLANG },
  { "clang-19", "-target bpf -O1 -fsyntax-only", "input.c", FAMILY_CLANG },
};
enum { COMPILER_COUNT = sizeof compilers / sizeof *compilers };

/* One that is tried where any will do, the first that is installed. */
static const struct compiler_row *any_compiler(void)
{
  for (size_t i = 0; i < COMPILER_COUNT; i++) {
    char *program = path_program(compilers[i].driver);
    free(program);
    if (program && !strcmp(compilers[i].file, "input.c"))
      return &compilers[i];
  }
  return NULL;
}

static runner run;
static job what;
static zygote *it;
static rd_error err;
static const rd_limits usual = { .wall_ms = 50000 };

static inline void set_up(void)
{
  ck_assert_msg(!runner_init(&run, true, &err), "%s", err.message);
}

static inline void tear_down(void)
{
  zygote_free(it);
  it = NULL;
  strings_free(&what.words);
  strings_free(&what.environment);
  char *scratch = mem_copy(run.scratch);
  runner_dispose(&run);
  ck_assert(!path_exists(scratch));
  free(scratch);
}

/* ---- jobs ---- */

/* The next word of a line of -###, caller's; NULL: there is none. */
static inline char *next_word(const char **at)
{
  textbuf word = { 0 };
  bool quoted = false;
  const char *c = *at + strspn(*at, " ");
  if (!*c || *c == '\n')
    return NULL;
  for (; *c && *c != '\n' && (quoted || *c != ' '); c++) {
    if (*c == '"') {
      quoted = !quoted;
      continue;
    }
    if (*c == '\\' && c[1])
      c++;
    text_add(&word, c, 1);
  }
  *at = c;
  text_puts(&word, "");
  return word.data;
}

/* Takes over the words, with an output that goes nowhere. */
static inline void read_words(const char *line, const char *file)
{
  char *word;
  while ((word = next_word(&line))) {
    const char *before =
        what.words.size ? what.words.data[what.words.size - 1] : "";
    bool name = !strcmp(before, "-dumpbase") || !strcmp(before, "-auxbase") ||
                !strcmp(before, "-main-file-name");
    if (!strcmp(before, "-o")) {
      free(word);
      word = mem_copy("/dev/null");
    }
    if (!strcmp(word, file) && !name)
      what.file = what.words.size;
    strings_take(&what.words, word);
  }
}

/* Makes the job of a driver; false: it is not installed. */
static inline bool make_job(const struct compiler_row *row)
{
  char *program = path_program(row->driver);
  free(program);
  if (!program)
    return false;
  char *command =
      mem_format("cd %s && : >%s && LC_ALL=C %s %s -S %s '-###' 2>&1", run.kept,
                 row->file, row->driver, row->options, row->file);
  FILE *answer = popen(command, "r");
  free(command);
  ck_assert_ptr_nonnull(answer);
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, answer) > 0)
    if (line[0] == ' ' && strstr(line, "cc1"))
      read_words(line, row->file);
  free(line);
  ck_assert_int_eq(pclose(answer), 0);
  /* What the runner names as a symbolizer is this program. */
  strings_add(&what.environment, "LLVM_DISABLE_SYMBOLIZATION=1");
  ck_assert_uint_gt(what.file, 0);
  return true;
}

static inline rd_status make_zygote(const struct compiler_row *row)
{
  zygote_options options = { .job = &what, .family = row->family, .run = &run };
  return zygote_new(&it, &options, &err);
}

/* False: that compiler is not installed. */
static inline bool begin(const struct compiler_row *row)
{
  if (!row || !make_job(row))
    return false;
  ck_assert_msg(!make_zygote(row), "%s", err.message);
  return true;
}

static inline void set_output(const char *path)
{
  for (size_t i = 0; i + 1 < what.words.size; i++)
    if (!strcmp(what.words.data[i], "-o")) {
      free(what.words.data[i + 1]);
      what.words.data[i + 1] = mem_copy(path);
    }
}

/* A file that the compiler opens before it is stopped is each run's own. */
/* ---- runs ---- */

static inline rd_run fork_run(const char *text, rd_limits limits)
{
  source input = { .name = what.words.data[what.file],
                   .text = text,
                   .size = strlen(text) };
  rd_run out;
  ck_assert_msg(!zygote_start(it, &input, &limits, &err), "%s", err.message);
  ck_assert_msg(!zygote_wait(&out, it, &err), "%s", err.message);
  return out;
}

static inline void assert_empty(const char *folder)
{
  ck_assert(!path_exists(folder) || rmdir(folder) == 0);
}

/* Nothing lies in the folders of a run. */
static inline void assert_clean(void)
{
  assert_empty(run.directory);
  assert_empty(run.temporary);
}

#endif
