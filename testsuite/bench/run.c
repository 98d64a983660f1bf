/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One tool on one case: a fresh folder, the tool in a keeper, what it used, what
 * it left.
 *
 * The peers get the case's own script as their interestingness test, wrapped in
 * one that adds a byte to a file when it starts: its size is the number of tests.
 * clang-hdd gets the compiler's command line and the pattern, and counts itself.
 * Seconds of processor time are those of all processes that were waited for; the
 * memory is the largest sum of resident sizes seen at one moment, compilers
 * included, so pages that processes share count more than once.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"
#include "base/files.h"
#include "tokens/lexer.h"

size_t count_c_tokens(const char *text, size_t size)
{
  token *tokens;
  size_t count = lex(&tokens, text, size), kept = 0;
  for (size_t i = 0; i < count; i++)
    kept += tokens[i].kind != TOKEN_COMMENT;
  free(tokens);
  return kept;
}

static void set(json_t *row, const char *key, json_t *value)
{
  (void)json_object_set_new(row, key, value);
}

static void set_number(json_t *row, const char *key, uint64_t value)
{
  set(row, key, json_integer((json_int_t)value));
}

static char *in_folder(const char *folder, const char *name)
{
  return mem_format("%s/%s", folder, name);
}

/* ---- commands ---- */

/* The script that the peers run: counts, then asks the case's own. */
static rd_status write_test(const char *work, const bench_case *at,
                            rd_error *err)
{
  char *path = in_folder(work, "test.sh");
  char *text = mem_format("#!/bin/sh\nprintf x >>'%s/count'\nexec '%s/test.sh'"
                          "\n",
                          work, at->folder);
  rd_status status = file_write(path, text, strlen(text), err);
  if (!status && chmod(path, 0755))
    status = rd_fail(err, RD_ERR_IO, "cannot make %s executable", path);
  free(text);
  free(path);
  return status;
}

static void add_peer(strings *out, const bench *self, const bench_tool *tool,
                     const char *work)
{
  for (size_t i = 0; i < tool->words.size; i++) {
    const char *word = tool->words.data[i];
    if (!strcmp(word, "{jobs}"))
      strings_take(out, mem_format("%u", self->jobs));
    else if (!strcmp(word, "{test}"))
      strings_take(out, in_folder(work, "test.sh"));
    else if (!strcmp(word, "{file}"))
      strings_add(out, "input.c");
    else
      strings_add(out, word);
  }
}

static void add_own(strings *out, const bench *self, const bench_case *at)
{
  strings_add(out, self->program);
  strings_add(out, "--json");
  strings_add(out, "--verbose"); /* an event for each test */
  strings_add(out, "--no-journal");
  strings_add(out, "--no-report");
  strings_add(out, "--keep-flags");
  strings_add(out, "--in-place");
  strings_take(out, mem_format("--jobs=%u", self->jobs));
  for (size_t i = 0; i < self->options.size; i++)
    strings_add(out, self->options.data[i]);
  strings_take(out, mem_format("--ice-pattern=%s", at->pattern));
  strings_add(out, "input.c");
  strings_add(out, "--");
  for (size_t i = 0; i < at->command.size; i++)
    strings_add(out, at->command.data[i]);
}

/* ---- what came out ---- */

static const char *state_of(const bench_case *at, const rd_run *run,
                            const char *text, size_t size)
{
  if (run->end == RD_END_WALL)
    return "stopped";
  if (run->end != RD_END_EXIT || run->status != 0)
    return "failed";
  if (size == at->size && !memcmp(text, at->text, size))
    return "not reduced";
  return "reduced";
}

static void count_tests(json_t *row, const char *work)
{
  char *path = in_folder(work, "count");
  struct stat info;
  set_number(row, "tests", stat(path, &info) ? 0 : (uint64_t)info.st_size);
  free(path);
}

/* Asks the case's script about the result, in a folder of its own. */
static rd_status confirm(bool *out, bench *self, const bench_case *at,
                         const char *text, size_t size, rd_error *err)
{
  char *folder = in_folder(self->scratch, "confirm");
  char *file = in_folder(folder, "input.c");
  char *script = in_folder(at->folder, "test.sh");
  const char *argv[] = { script, NULL };
  rd_run_spec spec = { .argv = argv,
                       .directory = folder,
                       .limits = { .wall_ms = 120000 } };
  rd_run run = { 0 };
  rd_scratch_remove(folder);
  rd_status status = mkdir(folder, 0700)
                         ? rd_fail(err, RD_ERR_IO, "cannot make %s", folder)
                         : file_write(file, text, size, err);
  if (!status)
    status = rd_keeper_run(&run, self->keeper, &spec, err);
  *out = !status && run.end == RD_END_EXIT && !run.status;
  rd_run_dispose(&run);
  free(script);
  free(file);
  free(folder);
  return status;
}

static rd_status keep_result(const bench *self, const bench_tool *tool,
                             const bench_case *at, const char *text,
                             size_t size, const rd_run *run, rd_error *err)
{
  char *path = mem_format("%s/%s.%s.c", self->results, at->name, tool->name);
  rd_status status = file_write(path, text, size, err);
  free(path);
  path = mem_format("%s/%s.%s.log", self->results, at->name, tool->name);
  if (!status)
    status = file_write(path, run->output, run->output_size, err);
  free(path);
  return status;
}

static json_t *make_row(const bench_tool *tool, const bench_case *at,
                        const rd_run *run)
{
  json_t *row = json_object();
  set(row, "case", json_string(at->name));
  set(row, "tool", json_string(tool->name));
  set(row, "wall_s", json_real(run->wall_ms / 1000.0));
  set(row, "cpu_s", json_real(run->cpu_ms / 1000.0));
  set(row, "peak_mib", json_real((double)run->peak_bytes / (1 << 20)));
  set_number(row, "bytes_in", at->size);
  set_number(row, "tokens_in", count_c_tokens(at->text, at->size));
  return row;
}

static rd_status describe(json_t *row, bench *self, const bench_tool *tool,
                          const bench_case *at, const char *work,
                          const rd_run *run, rd_error *err)
{
  char *file = in_folder(work, "input.c"), *text = NULL;
  size_t size = 0;
  bool good = false;
  rd_status status = file_read(&text, &size, file, err);
  free(file);
  if (status)
    return status;
  set(row, "state", json_string(state_of(at, run, text, size)));
  set_number(row, "bytes", size);
  set_number(row, "tokens", count_c_tokens(text, size));
  if (tool->words.size)
    count_tests(row, work);
  else
    events_read(row, run->output);
  status = confirm(&good, self, at, text, size, err);
  set(row, "passes_test", json_boolean(good));
  if (!status)
    status = keep_result(self, tool, at, text, size, run, err);
  if (!status)
    status = verify_result(row, at, text, size, err);
  free(text);
  return status;
}

json_t *bench_run(bench *self, const bench_tool *tool, const bench_case *at,
                  rd_error *err)
{
  char *work = in_folder(self->scratch, "work");
  char *file = in_folder(work, "input.c");
  strings argv = { 0 };
  rd_run run = { 0 };
  json_t *row = NULL;
  rd_scratch_remove(work);
  rd_status status = mkdir(work, 0700)
                         ? rd_fail(err, RD_ERR_IO, "cannot make %s", work)
                         : file_write(file, at->text, at->size, err);
  if (!status && tool->words.size)
    status = write_test(work, at, err);
  if (tool->words.size)
    add_peer(&argv, self, tool, work);
  else
    add_own(&argv, self, at);
  rd_run_spec spec = { .argv = strings_argv(&argv),
                       .directory = work,
                       .limits = { .wall_ms = self->limit_ms } };
  if (!status)
    status = rd_keeper_run(&run, self->keeper, &spec, err);
  if (!status && run.end == RD_END_NOSTART)
    status = rd_fail(err, RD_ERR_NOTFOUND, "cannot start %s: %s", argv.data[0],
                     strerror(run.status));
  if (!status) {
    row = make_row(tool, at, &run);
    status = describe(row, self, tool, at, work, &run, err);
  }
  if (status) {
    json_decref(row);
    row = NULL;
  }
  rd_scratch_remove(work);
  rd_run_dispose(&run);
  strings_free(&argv);
  free(file);
  free(work);
  return row;
}
