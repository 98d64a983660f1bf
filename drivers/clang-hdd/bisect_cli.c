/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The options of a bisection, and their dependencies.
 *
 * The compilers come from one of three sources, which has to be named: a
 * repository with a command that builds its commits, a repository with
 * compilers that are already built, or a list of versions. Each source has
 * options of its own; an option of another source is refused, since it would
 * be ignored.
 */
#include "clang-hdd/bisect_cli.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/options.h"
#include "triage/installed.h"

typedef struct holder {
  bisect_cli bisect;
} holder;

#define OPTIONS holder
static const option_row rows[] = {
#include "clang-hdd/bisect_rows.def"
};
static const option_table options_shared = OPTION_TABLE(rows);

char *bisect_cli_given(const bisect_cli *self)
{
  static const char *const none[] = { NULL };
  strings given = { 0 };
  const holder all = { *self };
  options_given(&given, &all, &options_shared, none);
  char *out = given.size
                  ? mem_copy_bytes(given.data[0], strcspn(given.data[0], "="))
                  : NULL;
  strings_free(&given);
  return out;
}

/* The first of the versions that by its name is older than the one before, such as
 * gcc-11 behind gcc-12, or 0. */
static size_t find_older(const strings *versions)
{
  for (size_t i = 1; i < versions->size; i++) {
    const char *one = base_name(versions->data[i - 1]);
    const char *other = base_name(versions->data[i]);
    size_t size = strcspn(one, "0123456789");
    if (one[size] && !strncmp(one, other, size) &&
        strspn(other + size, "0123456789") &&
        version_compare(one + size, other + size) > 0)
      return i;
  }
  return 0;
}

static char *check_versions(const bisect_cli *self)
{
  size_t older = find_older(&self->versions);
  if (self->repo || self->build || self->prebuilt || self->first_parent)
    return mem_copy("--versions: leave it out, or --repo, --build, --prebuilt "
                    "and --first-parent; versions have no repository");
  if (self->versions.size < 2)
    return mem_format("--versions %s: name at least two compilers, oldest "
                      "first, with commas between them",
                      self->versions.data[0]);
  if (older)
    return mem_format("--versions: %s is older than %s; name the oldest first",
                      self->versions.data[older],
                      self->versions.data[older - 1]);
  if (self->good.size > 1)
    return mem_format("--good %s: of --versions only one is the last good one",
                      self->good.data[1]);
  return NULL;
}

/* Refuses the options that only apply to builds. */
static char *check_no_build(const bisect_cli *self)
{
  const char *option = self->build_jobs          ? "--build-jobs"
                       : self->build_timeout_ms  ? "--build-timeout"
                       : self->build_cache       ? "--build-cache"
                       : self->build_cache_bytes ? "--build-cache-size"
                       : self->incremental       ? "--incremental"
                                                 : NULL;
  return option && !self->build
             ? mem_format("%s: leave it out; nothing is built without --build",
                          option)
             : NULL;
}

static char *check_source(const bisect_cli *self)
{
  if (!self->good.size || !self->bad)
    return mem_format("--repo: name a revision that %s, with --%s",
                      self->good.size ? "crashes" : "does not crash",
                      self->good.size ? "bad" : "good");
  if (!self->build && !self->prebuilt)
    return mem_copy("--repo: say how a commit becomes a compiler, with --build "
                    "CMD, or where its compiler is, with --prebuilt TEMPLATE");
  if (self->build && self->prebuilt)
    return mem_copy("--build and --prebuilt: use one of them");
  if (self->prebuilt && !strstr(self->prebuilt, "{commit}"))
    return mem_format("--prebuilt %s: put {commit} where the commit's id "
                      "stands in the path",
                      self->prebuilt);
  return NULL;
}

/* Does the command name the folder that a build fills? */
static bool names_build(const char *cc, const strings *command)
{
  for (size_t i = 0; i < command->size; i++)
    if (strstr(command->data[i], "{build}"))
      return true;
  return cc && strstr(cc, "{build}");
}

char *bisect_cli_check(const bisect_cli *self, const char *cc,
                       const strings *command)
{
  if (!self->repo && !self->versions.size)
    return mem_copy("--repo: name the compiler's repository, and its revisions "
                    "with --good and --bad; or use --versions");
  char *problem =
      self->versions.size ? check_versions(self) : check_source(self);
  if (!problem)
    problem = check_no_build(self);
  if (!problem && self->build && !names_build(cc, command))
    problem = mem_copy("--build: name the compiler that it makes in the "
                       "command, as -- {build}/bin/cc ...");
  if (!problem && !self->build && names_build(cc, command))
    problem = mem_copy("{build}: only --build has it; leave it out of the "
                       "command");
  return problem;
}
