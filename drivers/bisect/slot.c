/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The place where one build at a time runs.
 *
 * A checkout that cannot be repaired (a build may have changed it) is removed
 * and made again. The command runs under a keeper, in a second shell that the
 * first shell waits for. The first one opens the log, so no output passes
 * through the keeper; and it separates the two, so a command that kills its
 * parent ends only the build.
 *
 * The environment is the user's, without the variables that git calls local to
 * a repository (git rev-parse --local-env-vars). Git sets them for hooks,
 * aliases and `git bisect run`; each git in the build would then use the user's
 * repository.
 *
 * The build has its own TMPDIR on the cache's disk: a link's temporary files
 * may exceed memory, and those of a killed build must be found again.
 */
#include "bisect/slot.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "bisect/build_log.h"

enum { MOST_TREES = 4096 };

/* ---- placeholders ---- */

/* Adds the value if the text starts with the placeholder, and returns the
 * placeholder's length; else 0. */
static size_t expand_one(textbuf *out, const char *text, const char *name,
                         const char *value)
{
  if (!value || !starts_with(text, name))
    return 0;
  text_puts(out, value);
  return strlen(name);
}

char *build_expand(const char *text, const char *build, const char *commit,
                   const char *cc)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  while (*text) {
    size_t size = expand_one(&out, text, "{build}", build);
    if (!size)
      size = expand_one(&out, text, "{commit}", commit);
    if (!size)
      size = expand_one(&out, text, "{cc}", cc);
    if (!size)
      text_add(&out, text, size = 1);
    text += size;
  }
  return out.data;
}

/* ---- the command ---- */

static void clean_environment(strings *out)
{
  static const char *const local[] = {
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
  };
  for (size_t i = 0; i < sizeof local / sizeof *local; i++)
    strings_add(out, local[i]);
}

/* Starts the command with an empty log. rd_keeper_wait must follow.
 * RD_ERR_DIED. */
static rd_status start_command(rd_keeper *keeper, const build_command *what,
                               rd_error *err)
{
  static const char script[] = "sh -c \"$2\" >>\"$1\" 2>&1; exit $?";
  char *command = build_expand(what->command, what->folder, what->commit, NULL);
  const char *const argv[] = { "/bin/sh", "-c",    script, "sh",
                               what->log, command, NULL };
  strings environment = { 0 };
  clean_environment(&environment);
  strings_take(&environment, mem_format("BUILD=%s", what->folder));
  strings_take(&environment, mem_format("COMMIT=%s", what->commit));
  strings_take(&environment, mem_format("TMPDIR=%s", what->temporary));
  const rd_run_spec spec = { .argv = argv,
                             .env = strings_argv(&environment),
                             .directory = what->tree,
                             .wipe = what->temporary,
                             .limits = { .wall_ms =
                                             what->timeout_ms < UINT32_MAX
                                                 ? (uint32_t)what->timeout_ms
                                                 : UINT32_MAX } };
  (void)unlink(what->log);
  rd_status status = rd_keeper_start(keeper, &spec, err);
  strings_free(&environment);
  free(command);
  return status;
}

/* ---- life ---- */

static rd_status start_keeper(slot *self, rd_error *err)
{
  rd_status status = folder_make(self->temporary, 0700, err);
  return status ? status : rd_keeper_new(&self->keeper, self->temporary, err);
}

/* Takes the first checkout that no process uses. Removes its index, because the
 * size in it becomes invalid. */
static rd_status take_tree(slot *out, const cache *in, rd_error *err)
{
  for (unsigned i = 0; i < MOST_TREES; i++) {
    free(out->stem);
    out->stem = cache_tree(in, i);
    out->lock = cache_lock(out->stem, false);
    if (out->lock < 0 && errno != EWOULDBLOCK)
      return cache_fail_lock(in, err);
    if (out->lock >= 0) {
      char *index = mem_format("%s.json", out->stem);
      (void)unlink(index);
      free(index);
      out->temporary = mem_format("%s.tmp", out->stem);
      return RD_OK;
    }
  }
  return rd_fail(err, RD_ERR_IO, "all checkouts in %s are in use", in->trees);
}

rd_status slot_init(slot *out, const history *of, const cache *in,
                    rd_error *err)
{
  *out = (slot){ .history = of, .lock = -1, .is_free = true };
  rd_status status = take_tree(out, in, err);
  return status ? status : start_keeper(out, err);
}

void slot_dispose(slot *self)
{
  rd_keeper_free(self->keeper);
  cache_unlock(self->lock);
  free(self->stem);
  free(self->temporary);
  *self = (slot){ .lock = -1 };
}

/* ---- checking out ---- */

static rd_status check_out(const slot *self, const object_id *commit,
                           bool clean, const volatile sig_atomic_t *stop,
                           rd_error *err)
{
  checkout *tree = NULL;
  rd_status status = checkout_open(&tree, self->history, self->stem, err);
  if (!status)
    status = checkout_move(tree, commit, clean, stop, err);
  checkout_free(tree);
  return status;
}

/* Replaces a keeper that was killed, once. */
static rd_status run_command(slot *self, rd_error *err)
{
  rd_status status = RD_OK;
  for (int i = 0; i < 2; i++) {
    status = self->keeper ? RD_OK : start_keeper(self, err);
    if (!status)
      status = folder_make(self->temporary, 0700, err);
    if (!status)
      status = start_command(self->keeper, &self->command, err);
    if (status != RD_ERR_DIED)
      break;
    rd_keeper_free(self->keeper);
    self->keeper = NULL;
  }
  return status;
}

rd_status slot_start(slot *self, const object_id *commit, bool clean,
                     const build_command *command,
                     const volatile sig_atomic_t *stop, rd_error *err)
{
  rd_error said = { 0 };
  rd_status status = check_out(self, commit, clean, stop, &said);
  if (status && status != RD_ERR_NOSPACE && status != RD_ERR_STOPPED) {
    rd_scratch_remove(self->stem);
    status = check_out(self, commit, clean, stop, &said);
  }
  if (status)
    return rd_fail(err, status, "no checkout: %s", said.message);
  self->command = *command;
  self->command.tree = self->stem;
  self->command.temporary = self->temporary;
  status = run_command(self, err);
  self->is_free = status != RD_OK;
  return status;
}

rd_status slot_advance(bool *ended_out, rd_run *run_out, slot *self,
                       rd_error *err)
{
  *ended_out = false;
  rd_status status = rd_keeper_read(ended_out, self->keeper, err);
  if (!status && *ended_out)
    status = rd_keeper_wait(run_out, self->keeper, err);
  self->is_free = status || *ended_out;
  if (!status)
    return RD_OK;
  rd_keeper_free(self->keeper);
  self->keeper = NULL;
  return rd_fail(err, RD_ERR_DIED,
                 "the process that watches the build was killed");
}

/* ---- the end of a command ---- */

/* A shell encodes a signal that ended a command as 128 plus its number. */
static char *status_text(int status)
{
  const char *name = status > 128 ? strsignal(status - 128) : NULL;
  bool known = name && !starts_with(name, "Unknown");
  return known ? mem_format("exit status %d (%s)", status, name)
               : mem_format("exit status %d", status);
}

/* The end as the run shows it; caller's. */
static char *end_text(const build_command *what, const rd_run *run)
{
  if (run->end == RD_END_WALL)
    return mem_format("not done in %g seconds",
                      (double)what->timeout_ms / 1000);
  if (run->end == RD_END_PROCESSES)
    return mem_copy("more than 1024 processes at once");
  if (run->end == RD_END_SIGNAL)
    return mem_format("killed (%s)", strsignal(run->status));
  if (run->end == RD_END_NOSTART)
    return mem_format("/bin/sh cannot be started: %s", strerror(run->status));
  return status_text(run->status);
}

build_end build_command_end(char **reason_out, const build_command *what,
                            const rd_run *run)
{
  build_log_close(what->log);
  *reason_out = NULL;
  if (run->end == RD_END_EXIT && !run->status) {
    if (rmdir(what->folder) && (errno == ENOTEMPTY || errno == EEXIST))
      return BUILD_DONE;
    *reason_out = mem_copy("it succeeded, but has put nothing into {build}");
    return BUILD_FAILED;
  }
  char *end = end_text(what, run), *line = build_log_reason(what->log);
  if (!line) /* the log could not be created */
    line = build_text_reason(run->output, run->output_size);
  *reason_out = line ? mem_format("%s: %s", end, line) : mem_copy(end);
  free(end);
  free(line);
  return run->end == RD_END_WALL ? BUILD_LATE : BUILD_FAILED;
}
