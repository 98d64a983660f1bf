/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Starts every compiler and script.
 *
 * The scratch folder contains `run`, which is emptied after each run, and
 * `kept` for files that outlive a run. In `run`, every run finds a fresh
 * working folder with the text in it, and a TMPDIR beside it. The environment
 * makes outputs comparable: C locale, no colours, no links, and a symbolizer
 * that answers "unknown" at once (clang-hdd-symbolizer), because a signature
 * needs module and offset, and the real symbolizer costs more than the crash.
 * A user's script gets none of this: it has to answer as it does in the user's
 * shell. Only TMPDIR is ours then too, because a killed script cleans up
 * nothing.
 */
#include "compiler/runner.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/faultaddr.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/joined.h"
#include "base/modules.h"

#define SYMBOLIZER "clang-hdd-symbolizer"

enum { POLL_MS = 200 };

static char *find_symbolizer(void)
{
  char *found = modules_program(SYMBOLIZER);
  char *absolute = found ? realpath(found, NULL) : NULL;
  free(found);
  return absolute;
}

static void set_environment(runner *self)
{
  static const char *const fixed[] = {
    "LC_ALL=C",
    "LANGUAGE",
    "TERM=dumb",
    "GCC_COLORS",
    "GCC_URLS=",
    "TERM_URLS=",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "COLUMNS",
    "DEBUGINFOD_URLS",
    "DEPENDENCIES_OUTPUT",
    "SUNPRO_DEPENDENCIES",
    "CCACHE_DISABLE=1",
    "RUST_BACKTRACE=0",
    "RUSTC_ICE=0",
  };
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    strings_add(&self->environment, fixed[i]);
  if (self->symbolizer)
    strings_take(&self->environment,
                 mem_format("LLVM_SYMBOLIZER_PATH=%s", self->symbolizer));
  else
    strings_add(&self->environment, "LLVM_DISABLE_SYMBOLIZATION=1");
  static const char *const temporary[] = { "TMP", "TEMP", "TMPDIR" };
  for (size_t i = 0; i < sizeof temporary / sizeof *temporary; i++)
    strings_take(&self->environment,
                 mem_format("%s=%s", temporary[i], self->temporary));
  self->imposed = self->environment.size - 1;
}

rd_status runner_new_keeper(rd_keeper **out, const runner *self,
                            const char *scratch, rd_error *err)
{
  rd_sandbox rights = self->rights;
  if (self->sandboxed)
    rights.writable = (const char *const *)self->places.data;
  return rd_keeper_new_sandboxed(out, scratch, &rights, err);
}

void runner_look(const runner *self, const rd_run *run)
{
  char *line = NULL;
  if (!self->refused)
    return;
  sandbox_refusal what = sandbox_look(&line, run);
  if (what == REFUSED_PROCESSES || (what && self->sandboxed))
    self->refused(what, line);
  free(line);
}

/* The scratch folder is named, since a zygote's keeper has none of its own. */
static void set_sandbox(runner *out, const rd_sandbox *rights)
{
  out->rights = *rights;
  out->sandboxed = rights->writable && rd_sandbox_exists();
  strings_add(&out->places, out->scratch);
  for (size_t i = 0; rights->writable && rights->writable[i]; i++)
    strings_add(&out->places, rights->writable[i]);
  out->rights.writable = NULL;
}

rd_status runner_init(runner *out, bool sandboxed, rd_error *err)
{
  strings places = { 0 };
  sandbox_places(&places);
  const rd_sandbox rights = { .writable =
                                  sandboxed ? strings_argv(&places) : NULL };
  rd_status status = runner_init_rights(out, &rights, err);
  strings_free(&places);
  return status;
}

rd_status runner_init_rights(runner *out, const rd_sandbox *rights,
                             rd_error *err)
{
  *out = (runner){ 0 };
  rd_status status = rd_scratch_new(&out->scratch, err);
  if (status)
    return status;
  out->kept = mem_format("%s/kept", out->scratch);
  out->wiped = mem_format("%s/run", out->scratch);
  out->directory = mem_format("%s/run/work", out->scratch);
  out->temporary = mem_format("%s/run/tmp", out->scratch);
  out->symbolizer = find_symbolizer();
  set_sandbox(out, rights);
  set_environment(out);
  status = folder_make(out->kept, 0700, err);
  if (!status)
    status = folder_make(out->wiped, 0700, err);
  if (!status)
    status = runner_new_keeper(&out->keeper, out, out->scratch, err);
  if (status)
    runner_dispose(out);
  return status;
}

/* Moves the folder aside first, because freeing a keeper removes its folder. */
rd_status runner_renew(runner *self, rd_error *err)
{
  if (self->renewed)
    return rd_fail(err, RD_ERR_DIED,
                   "the keeper process that runs the tests died twice");
  self->renewed = true;
  char *aside = mem_format("%s.aside", self->scratch);
  bool moved = !rename(self->scratch, aside);
  rd_keeper_free(self->keeper);
  self->keeper = NULL;
  rd_status status = moved && !rename(aside, self->scratch)
                         ? RD_OK
                         : folder_make(self->scratch, 0700, err);
  free(aside);
  if (!status)
    status = folder_make(self->kept, 0700, err);
  if (!status)
    status = folder_make(self->wiped, 0700, err);
  if (status)
    return status;
  rd_scratch_wipe(self->wiped);
  return runner_new_keeper(&self->keeper, self, self->scratch, err);
}

void runner_dispose(runner *self)
{
  if (self->keeper)
    rd_keeper_free(self->keeper);
  /* The keeper has removed it, unless it was killed. */
  if (self->scratch)
    rd_scratch_remove(self->scratch);
  free(self->scratch);
  free(self->kept);
  free(self->wiped);
  free(self->directory);
  free(self->temporary);
  free(self->symbolizer);
  strings_free(&self->environment);
  strings_free(&self->files);
  strings_free(&self->places);
  strings_free(&self->waited);
  *self = (runner){ 0 };
}

rd_status runner_prepare(runner *self, const source *input, rd_error *err)
{
  rd_status status = folder_make(self->directory, 0700, err);
  if (!status)
    status = folder_make(self->temporary, 0700, err);
  if (status || !input->name)
    return status;
  if (strings_has(&self->files, input->name))
    return joined_write(self->directory, &self->files, input->text, input->size,
                        err);
  return file_write_below(self->directory, input->name, input->text,
                          input->size, err);
}

void runner_add_environment(runner *self, const strings *more)
{
  strings added = { 0 };
  for (size_t i = 0; i < more->size; i++)
    if (environment_find(&self->environment, more->data[i]) ==
        self->environment.size)
      strings_add(&added, more->data[i]);
  strings_add_all(&self->environment, &added);
  strings_free(&added);
}

void runner_environment(strings *out, const runner *self, const strings *more)
{
  for (size_t i = 0; i < self->environment.size; i++)
    if (environment_find(more, self->environment.data[i]) == more->size)
      strings_add(out, self->environment.data[i]);
  strings_add_all(out, more);
}

void runner_user_environment(strings *out, const runner *self)
{
  for (size_t i = 0; i < self->imposed; i++) {
    const char *pair = self->environment.data[i];
    char *name = mem_copy_bytes(pair, strcspn(pair, "="));
    const char *value = getenv(name);
    strings_take(
        out, mem_format("%s%s%s", name, value ? "=" : "", value ? value : ""));
    free(name);
  }
}

static rd_status start(runner *self, const char *const *argv,
                       const char *const *env, const source *input,
                       const rd_limits *limits, rd_error *err)
{
  rd_status status = runner_prepare(self, input, err);
  if (status)
    return status;
  strings_free(&self->waited);
  for (size_t i = 0; self->waiting && argv[i]; i++)
    strings_add(&self->waited, argv[i]);
  self->begun_ms = now_ms();
  self->most_ms = limits->wall_ms;
  rd_run_spec spec = { .argv = argv,
                       .env = env,
                       .directory = self->directory,
                       .limits = *limits,
                       .wipe = self->wiped };
  return rd_keeper_start(self->keeper, &spec, err);
}

rd_status runner_start_job(runner *self, job *what, const source *input,
                           const rd_limits *limits, rd_error *err)
{
  strings environment = { 0 };
  runner_environment(&environment, self, &what->environment);
  rd_status status = start(self, strings_argv(&what->words),
                           strings_argv(&environment), input, limits, err);
  strings_free(&environment);
  return status;
}

rd_status runner_wait_until(rd_run *out, runner *self,
                            bool (*enough)(void *payload, const char *output,
                                           size_t size),
                            void *payload, rd_error *err)
{
  struct pollfd something = { .fd = rd_keeper_fd(self->keeper),
                              .events = POLLIN };
  bool ended = false, cancelled = false, stop = false;
  while (!ended) {
    size_t size;
    if (self->waiting)
      self->waiting(strings_argv(&self->waited), now_ms() - self->begun_ms,
                    self->most_ms);
    const char *output = rd_keeper_output(&size, self->keeper);
    if (!cancelled && ((stop = self->stop && *self->stop) ||
                       (enough && enough(payload, output, size)))) {
      rd_keeper_cancel(self->keeper);
      cancelled = true;
    }
    /* A signal may arrive between the check of the flag and the wait. */
    (void)poll(&something, 1, POLL_MS);
    rd_status status = rd_keeper_read(&ended, self->keeper, err);
    if (status)
      return status;
  }
  if (self->waiting)
    self->waiting(NULL, 0, 0);
  rd_status status = rd_keeper_wait(out, self->keeper, err);
  if (!status)
    runner_look(self, out);
  if (!status && stop) {
    rd_run_dispose(out);
    *out = (rd_run){ 0 };
    status = rd_fail(err, RD_ERR_STOPPED, "interrupted");
  }
  return status;
}

rd_status runner_wait(rd_run *out, runner *self, rd_error *err)
{
  return runner_wait_until(out, self, NULL, NULL, err);
}

rd_status runner_run(rd_run *out, runner *self, const char *const *argv,
                     const source *input, const rd_limits *limits,
                     rd_error *err)
{
  return runner_run_until(out, self, argv, input, limits, NULL, NULL, err);
}

rd_status runner_run_until(rd_run *out, runner *self, const char *const *argv,
                           const source *input, const rd_limits *limits,
                           bool (*enough)(void *payload, const char *output,
                                          size_t size),
                           void *payload, rd_error *err)
{
  rd_status status =
      start(self, argv, strings_argv(&self->environment), input, limits, err);
  return status ? status : runner_wait_until(out, self, enough, payload, err);
}

rd_status runner_fault(char **out, runner *self, const char *const *argv,
                       const source *input, const rd_limits *limits,
                       rd_error *err)
{
  *out = NULL;
  if (!self->symbolizer)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   SYMBOLIZER " is not beside the front ends");
  strings words = { 0 };
  fault_address_words(&words, self->symbolizer, argv);
  rd_run run = { 0 };
  rd_status status =
      runner_run(&run, self, strings_argv(&words), input, limits, err);
  strings_free(&words);
  if (status)
    return status;
  status = fault_address_read(out, &run, err);
  rd_run_dispose(&run);
  return status;
}

rd_status runner_agreed_fault(char **out, runner *self, const char *const *argv,
                              const source *input, const rd_limits *limits,
                              rd_error *err)
{
  char *second = NULL;
  rd_status status = runner_fault(out, self, argv, input, limits, err);
  if (!status && *out)
    status = runner_fault(&second, self, argv, input, limits, err);
  if (status || !second || strcmp(*out, second) != 0) {
    free(*out);
    *out = NULL;
  }
  free(second);
  return status;
}

uint64_t runner_usual_memory(void)
{
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  uint64_t most = (uint64_t)4 << 30;
  uint64_t half =
      pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 2 : most;
  return half < most ? half : most;
}
