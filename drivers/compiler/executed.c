/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Which compilers does an interestingness script run?
 *
 * The script says only yes or no, but what its compiler prints names a place,
 * and its options tell how the text has to be read. So it runs once under
 * ptrace (tracing.h), and each program that is started with the file among its
 * arguments is noted. The tracer is clang-hdd-symbolizer, started through the
 * keeper, so that the same limits apply to it as to every test.
 */
#include "compiler/executed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "compiler/faultaddr.h"
#include "compiler/outcome.h"
#include "compiler/tracing.h"

#define MARK "clang-hdd ran: "
#define DENIED "not permitted"

enum { MOST_BYTES = 1 << 16, MOST_COMMANDS = 16 };

/* ---- the tracing process ---- */

/* A command with the file. */
struct note {
  char *line;  /* the folder, then the words */
  pid_t pid;   /* 0: it has ended */
  uint64_t us; /* when it began; at the end, what it took */
  char how;    /* it ended: one of the following */
};

enum { WELL = '0', CUT = 'x', OTHERWISE = '-' };

struct notes {
  const char *name; /* of the file */
  ARRAY(struct note) all;
};

/* The folder of either may be another. */
static bool names_file(const char *word, const char *name)
{
  return !strcmp(base_name(word), base_name(name));
}

/* Adds the words of a process; false if they are too long. */
static bool read_words(strings *out, pid_t pid)
{
  char *path = mem_format("/proc/%ld/cmdline", (long)pid);
  char *data = mem_alloc(1, MOST_BYTES + 1);
  FILE *file = fopen(path, "re");
  size_t size = file ? fread(data, 1, MOST_BYTES, file) : 0;
  if (file)
    (void)fclose(file);
  for (size_t at = 0; at < size; at += strlen(data + at) + 1)
    strings_add(out, data + at);
  free(data);
  free(path);
  return size < MOST_BYTES;
}

static bool has_note(const struct notes *notes, const char *line)
{
  for (size_t i = 0; i < notes->all.size; i++)
    if (!strcmp(notes->all.data[i].line, line))
      return true;
  return false;
}

/* tracing.began. */
static void note_command(void *payload, pid_t pid)
{
  struct notes *notes = payload;
  char *path = mem_format("/proc/%ld/cwd", (long)pid), cwd[4096];
  ssize_t length = readlink(path, cwd, sizeof cwd - 1);
  cwd[length < 0 ? 0 : length] = '\0';
  strings words = { 0 };
  strings_add(&words, cwd);
  bool reads = false, whole = read_words(&words, pid);
  for (size_t i = 2; i < words.size; i++)
    reads |= names_file(words.data[i], notes->name);
  struct note found = { words_join(strings_argv(&words)), pid, now_us(),
                        OTHERWISE };
  if (whole && reads && length > 0 && !strchr(found.line, '\n') &&
      !has_note(notes, found.line) && notes->all.size < MOST_COMMANDS)
    ARRAY_PUSH(&notes->all, found);
  else
    free(found.line);
  strings_free(&words);
  free(path);
}

/* Notes the end of a process; 0: of all. */
static void note_end_of(struct notes *notes, pid_t pid, char how)
{
  for (size_t i = 0; i < notes->all.size; i++) {
    struct note *at = &notes->all.data[i];
    if (at->pid && (at->pid == pid || !pid)) {
      at->us = now_us() - at->us;
      at->pid = 0;
      at->how = at->how == CUT ? at->how : how;
    }
  }
}

/* tracing.ended. What is ended from outside cuts short all that run, since a driver that
 * waits for it says only that it failed. */
static void note_end(void *payload, pid_t pid, int status)
{
  struct notes *notes = payload;
  rd_run run = { .end = RD_END_SIGNAL,
                 .status = WIFSIGNALED(status) ? WTERMSIG(status) : 0 };
  for (size_t i = 0; outcome_killer(&run) && i < notes->all.size; i++)
    if (notes->all.data[i].pid)
      notes->all.data[i].how = CUT;
  note_end_of(notes, pid, status ? OTHERWISE : WELL);
}

int executed_main(char *const *argv)
{
  struct notes notes = { .name = argv[0] };
  tracing with = { .began = note_command,
                   .ended = note_end,
                   .payload = &notes };
  int result = tracing_run(argv + 1, &with);
  note_end_of(&notes, 0, OTHERWISE);
  if (result < 0)
    (void)puts("\n" MARK DENIED);
  for (size_t i = 0; i < notes.all.size; i++) {
    const struct note *at = &notes.all.data[i];
    (void)printf("\n" MARK "%c %" PRIu64 " %s", at->how, at->us / 1000,
                 at->line);
    free(at->line);
  }
  (void)putchar('\n');
  free(notes.all.data);
  return result < 0 ? 1 : result;
}

/* ---- asking for it ---- */

/* The line: how it ended, the milliseconds, the folder, the words. */
static void add_command(executed_list *out, const char *line, const char *name)
{
  enum { HOW, TIME, FOLDER, HEAD };
  executed found = { 0 };
  strings *words = &found.words;
  if (!words_split(words, line) || words->size < HEAD + 2) {
    strings_free(words);
    return;
  }
  found.succeeded = *words->data[HOW] == WELL;
  found.was_cut = *words->data[HOW] == CUT;
  found.wall_ms = (uint32_t)strtoul(words->data[TIME], NULL, 10);
  found.cwd = mem_copy(words->data[FOLDER]);
  strings_remove(words, 0, HEAD);
  found.file = words->size - 1;
  while (found.file && !names_file(words->data[found.file], name))
    found.file--;
  ARRAY_PUSH(out, found);
}

static rd_status read_commands(executed_list *out, const char *output,
                               const char *name, rd_error *err)
{
  const char *at = output;
  while (at && (at = strstr(at, "\n" MARK))) {
    at += strlen("\n" MARK);
    char *line = mem_copy_bytes(at, strcspn(at, "\n"));
    bool denied = !strcmp(line, DENIED);
    if (!denied)
      add_command(out, line, name);
    free(line);
    if (denied)
      return rd_fail(err, RD_ERR_UNSUPPORTED,
                     "this system does not let a process be traced");
  }
  return RD_OK;
}

const char *const *executed_shown(const char *const *argv)
{
  const char *first = argv && argv[0] ? argv[1] : NULL;
  if (first && !strcmp(first, EXECUTED_ARGUMENT) && argv[2])
    return argv + 3;
  return first && !strcmp(first, FAULT_ADDRESS_ARGUMENT) ? argv + 2 : argv;
}

rd_status executed_find(executed_list *out, runner *run, const job *what,
                        const source *text, const rd_limits *limits,
                        rd_error *err)
{
  *out = (executed_list){ 0 };
  if (!run->symbolizer)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "clang-hdd-symbolizer is not beside the front ends");
  job traced = { 0 };
  strings_add(&traced.words, run->symbolizer);
  strings_add(&traced.words, EXECUTED_ARGUMENT);
  strings_add(&traced.words, text->name);
  strings_add_all(&traced.words, &what->words);
  strings_add_all(&traced.environment, &what->environment);
  rd_run result = { 0 };
  rd_status status = runner_start_job(run, &traced, text, limits, err);
  if (!status)
    status = runner_wait(&result, run, err);
  if (!status)
    status = read_commands(out, result.output, text->name, err);
  rd_run_dispose(&result);
  job_dispose(&traced);
  return status;
}

void executed_free(executed_list *list)
{
  for (size_t i = 0; i < list->size; i++) {
    free(list->data[i].cwd);
    strings_free(&list->data[i].words);
  }
  free(list->data);
  *list = (executed_list){ 0 };
}
