/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One run of a build command, under a keeper.
 *
 * A shell starts a second shell for the command and waits for it. The first one
 * opens the log, which is why no output passes through the keeper, and it stands
 * between the command and the keeper: a command that kills its parent ends the
 * build and nothing else. It is in the way of nothing, since the keeper kills all
 * that is left when it ends.
 *
 * The environment is the user's. What git sets for its hooks, for aliases and for
 * `git bisect run` would make each git in the build work on the user's repository
 * instead of the checkout, so the variables that git itself calls local to a
 * repository (git rev-parse --local-env-vars) are taken away.
 *
 * The build has a TMPDIR of its own, on the disk of the cache: temporary files of
 * a link may be larger than memory, and those of a build that was killed have to
 * be found again.
 */
#include "bisect/build_command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bisect/build_log.h"

/* ---- placeholders ---- */

/* Adds the value if the text starts with the placeholder, whose length is
 * returned; else 0. */
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

/* ---- starting ---- */

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

rd_status build_command_start(rd_keeper *keeper, const build_command *what,
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

/* ---- the end ---- */

/* A shell tells the signal that ended a command as 128 and its number. */
static char *status_text(int status)
{
  const char *name = status > 128 ? strsignal(status - 128) : NULL;
  bool known = name && !starts_with(name, "Unknown");
  return known ? mem_format("exit status %d (%s)", status, name)
               : mem_format("exit status %d", status);
}

/* What the run itself shows; caller's. */
static char *end_text(const build_command *what, const rd_run *run)
{
  if (run->end == RD_END_WALL)
    return mem_format("not done in %g seconds",
                      (double)what->timeout_ms / 1000);
  if (run->end == RD_END_MEMORY)
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
  if (!line) /* the log could not be made */
    line = build_text_reason(run->output, run->output_size);
  *reason_out = line ? mem_format("%s: %s", end, line) : mem_copy(end);
  free(end);
  free(line);
  return run->end == RD_END_WALL ? BUILD_LATE : BUILD_FAILED;
}
