/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the runs of a keeper may do: folders by Landlock, calls by seccomp.
 *
 * The keeper makes the rules once, and each new process takes them on before it
 * executes its command (two or three system calls); everything that it starts
 * inherits them. Pipes and what is open already are free.
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
#include <linux/seccomp.h>
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

#define READING                                                                \
  (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |                \
   LANDLOCK_ACCESS_FS_EXECUTE)
#define REWRITING (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_TRUNCATE)
#define WRITING                                                                \
  (REWRITING | LANDLOCK_ACCESS_FS_REMOVE_DIR |                                 \
   LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |             \
   LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |                 \
   LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |               \
   LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM |               \
   LANDLOCK_ACCESS_FS_REFER)

static int version(void)
{
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
                      LANDLOCK_CREATE_RULESET_VERSION);
}

bool rd_sandbox_exists(void)
{
  return version() >= VERSION_REFER;
}

/* A set of rules, and the rights that they decide about. */
struct rules {
  int fd;
  uint64_t rights;
};

/* A place that does not exist cannot be used. */
static void allow(const struct rules *rules, const char *path, uint64_t rights)
{
  struct stat info;
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0)
    return;
  if (!fstat(fd, &info) && !S_ISDIR(info.st_mode))
    rights &=
        REWRITING | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
  struct landlock_path_beneath_attr rule = { .allowed_access =
                                                 rights & rules->rights,
                                             .parent_fd = fd };
  (void)syscall(SYS_landlock_add_rule, rules->fd, LANDLOCK_RULE_PATH_BENEATH,
                &rule, 0);
  (void)close(fd);
}

static void allow_all(const struct rules *rules, const char *const *paths,
                      uint64_t rights)
{
  for (; paths && *paths; paths++)
    allow(rules, *paths, rights);
}

static int make_folders(const char *scratch, const rd_sandbox *sandbox)
{
  static const char *const devices[] = { "/dev", "/proc", NULL };
  static const char *const few[] = { "/dev/null",   "/dev/zero",    "/dev/full",
                                     "/dev/random", "/dev/urandom", NULL };
  struct rules rules = { -1, 0 };
  if (sandbox->writable)
    rules.rights |= WRITING;
  if (sandbox->readable)
    rules.rights |= READING;
  if (version() < VERSION_TRUNCATE)
    rules.rights &= ~(uint64_t)LANDLOCK_ACCESS_FS_TRUNCATE;
  if (!rules.rights || !rd_sandbox_exists())
    return -1;
  struct landlock_ruleset_attr all = { .handled_access_fs = rules.rights };
  rules.fd = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
  if (rules.fd < 0)
    return -1;
  allow_all(&rules, sandbox->readable ? few : devices, REWRITING | READING);
  allow_all(&rules, sandbox->readable, READING);
  allow_all(&rules, sandbox->writable, READING | WRITING);
  if (scratch)
    allow(&rules, scratch, READING | WRITING);
  return rules.fd;
}

static int enter_folders(int fd)
{
  return syscall(SYS_landlock_restrict_self, fd, 0) ? errno : 0;
}

#else

bool rd_sandbox_exists(void)
{
  return false;
}

static int make_folders(const char *scratch, const rd_sandbox *sandbox)
{
  (void)scratch, (void)sandbox;
  return -1;
}

static int enter_folders(int fd)
{
  (void)fd;
  return 0;
}

#endif

rd_rules rd_sandbox_make(const char *scratch, const rd_sandbox *sandbox)
{
  return (rd_rules){ make_folders(scratch, sandbox), sandbox->filter };
}

int rd_sandbox_enter(const rd_rules *rules)
{
  int error = 0;
  if (rules->folders < 0 && !rules->filter)
    return 0;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    error = errno;
  if (!error && rules->folders >= 0)
    error = enter_folders(rules->folders);
  if (!error && rules->filter &&
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, rules->filter))
    error = errno;
  return error;
}
