/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the runs of a keeper may write, by Landlock.
 *
 * The keeper makes the rules once, and each new process takes them on before it
 * executes its command (two system calls); everything that it starts inherits
 * them. Reading is not restricted, and neither are pipes, sockets and what is
 * open already.
 *
 * Devices and /proc can be written but not replaced: a compiler that removes
 * its output first leaves /dev/null where it is. Before its second version
 * (Linux 5.19) Landlock forbids any move between two folders, which compilers
 * and caches do, so it is left alone there. The constants of later versions are
 * missing in the headers of older systems.
 */
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/landlock.h>) && defined SYS_landlock_create_ruleset
#include <linux/landlock.h>

#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ull << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ull << 14)
#endif

enum { VERSION_REFER = 2, VERSION_TRUNCATE = 3 };

static int version(void)
{
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
                      LANDLOCK_CREATE_RULESET_VERSION);
}

/* All rights that change a file or a folder. */
static uint64_t all_rights(void)
{
  uint64_t rights =
      LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
      LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
      LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |
      LANDLOCK_ACCESS_FS_REFER;
  return version() < VERSION_TRUNCATE ? rights
                                      : rights | LANDLOCK_ACCESS_FS_TRUNCATE;
}

/* A place that does not exist cannot be written. */
static void allow(int rules, const char *path, uint64_t rights)
{
  struct stat info;
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0)
    return;
  if (!fstat(fd, &info) && !S_ISDIR(info.st_mode))
    rights &= LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE;
  struct landlock_path_beneath_attr rule = { .allowed_access = rights,
                                             .parent_fd = fd };
  (void)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule,
                0);
  (void)close(fd);
}

bool rd_sandbox_exists(void)
{
  return version() >= VERSION_REFER;
}

int rd_sandbox_make(const char *scratch, const char *const *writable)
{
  const struct landlock_ruleset_attr all = { .handled_access_fs =
                                                 all_rights() };
  const uint64_t rewrite =
      all.handled_access_fs &
      (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE);
  if (!writable || !rd_sandbox_exists())
    return -1;
  int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
  if (rules < 0)
    return -1;
  allow(rules, "/dev", rewrite);
  allow(rules, "/proc", rewrite);
  if (scratch)
    allow(rules, scratch, all.handled_access_fs);
  for (; *writable; writable++)
    allow(rules, *writable, all.handled_access_fs);
  return rules;
}

int rd_sandbox_enter(int rules)
{
  bool entered = rules < 0 || (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
                               !syscall(SYS_landlock_restrict_self, rules, 0));
  return entered ? 0 : errno;
}

#else

bool rd_sandbox_exists(void)
{
  return false;
}

int rd_sandbox_make(const char *scratch, const char *const *writable)
{
  (void)scratch, (void)writable;
  return -1;
}

int rd_sandbox_enter(int rules)
{
  (void)rules;
  return 0;
}

#endif
