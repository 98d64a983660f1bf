/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Asks dpkg for the package of a compiler.
 *
 * Debian's bug tracker sorts by package, and takes its exact version. A compiler's
 * name is a link, so the file that it leads to is looked up. Derived distributions
 * have dpkg too, but trackers of their own.
 */
#include "report/package.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"

static bool is_debian(void)
{
  char *bytes = NULL;
  size_t size = 0;
  if (file_read(&bytes, &size, "/etc/os-release", NULL))
    return false;
  bool is = strstr(bytes, "\nID=debian\n") || starts_with(bytes, "ID=debian\n");
  free(bytes);
  return is;
}

/* The first line that a query prints; caller's, NULL if it fails. */
static rd_status query(char **out, runner *run, const char *const *argv,
                       rd_error *err)
{
  static const rd_limits limits = { .wall_ms = 10000,
                                    .cpu_ms = 10000,
                                    .output_bytes = 1u << 16 };
  source none = { 0 };
  rd_run got = { 0 };
  *out = NULL;
  rd_status status = runner_run(&got, run, argv, &none, &limits, err);
  bool good = !status && got.end == RD_END_EXIT && !got.status && got.output;
  if (good)
    *out = mem_copy_bytes(got.output, strcspn(got.output, "\n"));
  rd_run_dispose(&got);
  return status;
}

/* Asks for version and architecture of the package. */
static rd_status find_version(report *out, runner *run, const char *name,
                              rd_error *err)
{
  const char *argv[] = { "dpkg-query", "-W",
                         "-f",         "${Version} ${Architecture}\n",
                         name,         NULL };
  char *line;
  rd_status status = query(&line, run, argv, err);
  const char *gap = line ? strchr(line, ' ') : NULL;
  if (gap) {
    string_replace(&out->package, mem_copy(name));
    string_replace(&out->package_version,
                   mem_copy_bytes(line, (size_t)(gap - line)));
    string_replace(&out->architecture, mem_copy(gap + 1));
  }
  free(line);
  return status;
}

rd_status report_find_package(report *out, runner *run, const char *program,
                              rd_error *err)
{
  char *found = path_program(program);
  char *path = found ? realpath(found, NULL) : NULL;
  char *tool = path_program("dpkg-query");
  char *line = NULL;
  rd_status status = RD_OK;
  const char *argv[] = { "dpkg-query", "-S", path, NULL };
  if (path && tool && is_debian())
    status = query(&line, run, argv, err);
  /* "gcc-12: /usr/bin/gcc-12" or "libc6:amd64: /usr/lib/x" */
  char *name = line ? mem_copy_bytes(line, strcspn(line, ":, ")) : NULL;
  if (name && !status)
    status = find_version(out, run, name, err);
  free(name);
  free(line);
  free(tool);
  free(path);
  free(found);
  return status;
}
