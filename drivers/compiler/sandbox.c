/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tests write in their own folder. They may also write where any program keeps
 * what it can lose: some compilers and many scripts use /tmp whatever TMPDIR
 * says, shared memory is in /dev/shm, and a compiler in a cache (ccache,
 * clang's modules, rustc's wrappers) fails if it cannot write that cache.
 *
 * The kernel tells only the process that it was refused something, so a refusal
 * shows in what the process prints.
 */
#include "compiler/sandbox.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Adds the folder that a variable names, and another below the home folder. */
static void add_cache(strings *out, const char *variable, const char *below)
{
  const char *named = variable ? getenv(variable) : NULL;
  const char *home = getenv("HOME");
  if (named && *named == '/')
    strings_add(out, named);
  if (home && *home == '/' && below)
    strings_take(out, mem_format("%s/%s", home, below));
}

void sandbox_places(strings *out)
{
  strings_add(out, "/tmp");
  strings_add(out, "/var/tmp");
  strings_add(out, "/dev/shm");
  add_cache(out, "TMPDIR", NULL);
  add_cache(out, "XDG_CACHE_HOME", ".cache");
  add_cache(out, "CCACHE_DIR", ".ccache");
  add_cache(out, "SCCACHE_DIR", NULL);
}

static char *find_line(const rd_run *run, const char *message)
{
  const char *at = run->output ? memmem(run->output, run->output_size, message,
                                        strlen(message))
                               : NULL;
  if (!at)
    return NULL;
  const char *end = run->output + run->output_size;
  while (at > run->output && at[-1] != '\n')
    at--;
  const char *stop = memchr(at, '\n', (size_t)(end - at));
  return mem_copy_bytes(at, (size_t)((stop ? stop : end) - at));
}

sandbox_refusal sandbox_look(char **line_out, const rd_run *run)
{
  static const char *const messages[] = {
    "Permission denied", "no new privileges", /* sudo */
  };
  *line_out = NULL;
  if (run->end == RD_END_PROCESSES)
    return REFUSED_PROCESSES;
  for (size_t i = 0; i < sizeof messages / sizeof *messages && !*line_out; i++)
    *line_out = find_line(run, messages[i]);
  return *line_out ? REFUSED_WRITE : REFUSED_NOTHING;
}
