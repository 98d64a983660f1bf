/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Disks of a test's own, small ones. */
#ifndef TEST_SMALL_DISK_H
#define TEST_SMALL_DISK_H

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

static inline bool write_once(const char *path, const char *text)
{
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  bool good = fd >= 0 && write(fd, text, strlen(text)) > 0;
  return fd >= 0 && !close(fd) && good;
}

/* Becomes able to mount, as the user that we are, for this process alone. */
static inline bool may_mount(void)
{
  char users[64], groups[64];
  (void)snprintf(users, sizeof users, "%d %d 1", (int)getuid(), (int)getuid());
  (void)snprintf(groups, sizeof groups, "%d %d 1", (int)getgid(),
                 (int)getgid());
  if (getuid() ? unshare(CLONE_NEWNS | CLONE_NEWUSER) ||
                     !write_once("/proc/self/uid_map", users) ||
                     !write_once("/proc/self/setgroups", "deny") ||
                     !write_once("/proc/self/gid_map", groups)
               : unshare(CLONE_NEWNS))
    return false;
  return !mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL);
}

#endif
