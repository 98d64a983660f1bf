/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Counts processors.
 *
 * A container sees all processors of its machine but is throttled to the time
 * of a few, so asking the scheduler is not enough. /proc/self/cgroup names our
 * control groups; each of them and of their ancestors may have a quota, and
 * the tightest one counts. In a container the name may be the one known to the
 * host: missing groups are skipped on the way up to the mount point, which
 * always exists.
 *
 * The mount points are systemd's, on which all programs have come to rely.
 */
#include "clang-hdd/cores.h"

#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/text.h"

/* ---- the scheduler's limit ---- */

static unsigned scheduler_processors(void)
{
  enum { MOST = 1 << 16 }; /* Linux has been built for 8192 at most */
  cpu_set_t *set = CPU_ALLOC(MOST);
  size_t size = CPU_ALLOC_SIZE(MOST);
  int found =
      set && !sched_getaffinity(0, size, set) ? CPU_COUNT_S(size, set) : 0;
  CPU_FREE(set);
  return found > 0 ? (unsigned)found : 1;
}

/* ---- the limit of control groups ---- */

/* A control group hierarchy: its mount point and its quota files. */
typedef struct hierarchy {
  const char *mount;
  const char *quota;  /* microseconds of processor time ... */
  const char *period; /* ... per this many; NULL: in the same file */
} hierarchy;

static const hierarchy hierarchies[] = {
  { "/sys/fs/cgroup", "cpu.max", NULL },
  { "/sys/fs/cgroup/unified", "cpu.max", NULL },
  { "/sys/fs/cgroup/cpu,cpuacct", "cpu.cfs_quota_us", "cpu.cfs_period_us" },
  { "/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", "cpu.cfs_period_us" },
};
enum { HIERARCHIES = sizeof hierarchies / sizeof *hierarchies };

/* The content of a group's file; caller's, or NULL. */
static char *read_group(const char *group, const char *file)
{
  char *path = mem_format("%s/%s", group, file), *text = NULL;
  size_t size;
  (void)file_read(&text, &size, path, NULL);
  free(path);
  return text;
}

/* Processors that a quota keeps busy, rounded up; `most` if there is none. */
static unsigned quota_processors(const char *group, const hierarchy *kind,
                                 unsigned most)
{
  char *text = read_group(group, kind->quota);
  char *other = kind->period ? read_group(group, kind->period) : NULL;
  long long quota = 0, period = 0;
  char *end = text;
  if (text)
    quota = strtoll(text, &end, 10); /* "max" and -1 mean no limit */
  if (other || (end && !kind->period))
    period = strtoll(other ? other : end, NULL, 10);
  free(text);
  free(other);
  if (quota <= 0 || period <= 0)
    return most;
  long long count = quota / period + (quota % period != 0);
  return count < most ? (unsigned)count : most;
}

/* The tightest quota from a group up to the mount point. */
static unsigned group_processors(const char *root, const hierarchy *kind,
                                 const char *name, unsigned most)
{
  char *group = mem_format("%s%s%s", root, kind->mount, name);
  size_t top = strlen(root) + strlen(kind->mount);
  for (size_t size = strlen(group); size >= top; size--) {
    if (group[size] != '\0' && group[size] != '/')
      continue;
    group[size] = '\0';
    most = quota_processors(group, kind, most);
  }
  free(group);
  return most;
}

/* Is `cpu` in the list "cpu,cpuacct"? */
static bool has_controller(const char *list, size_t size)
{
  static const char name[] = "cpu";
  for (const char *at = list, *end = list + size; at < end;) {
    size_t length = strcspn(at, ",:");
    if (length == sizeof name - 1 && !strncmp(at, name, length))
      return true;
    at += length + 1;
  }
  return false;
}

/* Reads a line "4:cpu,cpuacct:/group" or "0::/group". */
static unsigned line_processors(const char *root, const char *line,
                                unsigned most)
{
  const char *list = strchr(line, ':');
  const char *name = list ? strchr(list + 1, ':') : NULL;
  if (!name)
    return most;
  size_t size = (size_t)(name - list) - 1;
  bool legacy = size != 0; /* the unified one has no list */
  if (legacy && !has_controller(list + 1, size))
    return most;
  for (size_t i = 0; i < HIERARCHIES; i++)
    if (legacy == (hierarchies[i].period != NULL))
      most = group_processors(root, &hierarchies[i], name + 1, most);
  return most;
}

unsigned cores_limited(const char *root, unsigned processors)
{
  char *path = mem_format("%s/proc/self/cgroup", root), *text;
  size_t size;
  unsigned count = processors;
  if (!file_read(&text, &size, path, NULL)) {
    for (const char *at = text, *end = text + size; at < end;) {
      char *line = next_line(&at, end);
      count = line_processors(root, line, count);
      free(line);
    }
    free(text);
  }
  free(path);
  return count ? count : 1;
}

unsigned cores_available(void)
{
  return cores_limited("", scheduler_processors());
}
