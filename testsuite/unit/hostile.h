/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For tests that run helpers/hostile.c: where it is, and what it left. */
#ifndef TEST_HOSTILE_H
#define TEST_HOSTILE_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The helper is built into the folder of the tests. */
static inline const char *hostile_path(void)
{
  static char path[4096];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path - 16);
  path[size > 0 ? size : 0] = '\0';
  char *slash = strrchr(path, '/');
  (void)strcpy(slash ? slash + 1 : path, "hostile");
  return path;
}

/* A string that no other process has among its arguments. */
static inline const char *hostile_marker(void)
{
  static char marker[64];
  static unsigned number;
  (void)snprintf(marker, sizeof marker, "marker-%d-%u", (int)getpid(),
                 number++);
  return marker;
}

static inline bool hostile_has(const char *pid, const char *marker)
{
  char path[300], text[4096];
  (void)snprintf(path, sizeof path, "/proc/%s/cmdline", pid);
  FILE *file = fopen(path, "r");
  size_t size = file ? fread(text, 1, sizeof text, file) : 0;
  if (file)
    (void)fclose(file);
  return memmem(text, size, marker, strlen(marker)) != NULL;
}

/* The number of living processes with the marker among their arguments. */
static inline int hostile_count(const char *marker)
{
  DIR *folder = opendir("/proc");
  struct dirent *entry;
  int count = 0;
  while (folder && (entry = readdir(folder)))
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
      count += hostile_has(entry->d_name, marker);
  if (folder)
    (void)closedir(folder);
  return count;
}

/* Waits some seconds for that number; false: it did not come. */
static inline bool hostile_await_count(const char *marker, int count)
{
  const struct timespec moment = { .tv_nsec = 5000000 };
  for (int i = 0; i < 1000; i++) {
    if (hostile_count(marker) == count)
      return true;
    (void)nanosleep(&moment, NULL);
  }
  return false;
}

/* Entries of a folder without . and .., or -1. */
static inline int hostile_entries(const char *path)
{
  DIR *folder = opendir(path);
  int count = folder ? -2 : -1;
  while (folder && readdir(folder))
    count++;
  if (folder)
    (void)closedir(folder);
  return count;
}

#endif
