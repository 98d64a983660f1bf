/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the descendants of this process and their resource use.
 *
 * The kernel lists the children of each thread under /proc; if it was built
 * without that (CONFIG_PROC_CHILDREN), the tree is derived from the parent ids
 * of all processes. The walk is breadth first. With signal SIGSTOP it stops
 * each process before it reads its children: a stopped process cannot create
 * more, so a walk over a fork bomb ends. Processes whose parent ends during the
 * walk become children of the subreaper, and the next walk finds them.
 *
 * A process id read here may belong to another process by the time a signal is
 * sent. But ids are allocated cyclically, so that takes as many new processes
 * between two system calls as there are ids.
 */
#include "keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a whole file of /proc; false if it does not exist. */
static bool read_file(textbuf *out, const char *path)
{
  text_clear(out);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  ssize_t size;
  do {
    char bytes[1024];
    size = read(fd, bytes, sizeof bytes);
    if (size > 0)
      text_add(out, bytes, (size_t)size);
  } while (size > 0 || (size < 0 && errno == EINTR));
  (void)close(fd);
  return size == 0;
}

/* Fills `out` from /proc/PID/stat (proc_pid_stat(5)). The name in parentheses
 * may contain anything, so fields are counted from the last parenthesis. */
static bool read_stat(rd_descendant *out, pid_t pid, textbuf *text)
{
  char path[64];
  (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  const char *at =
      read_file(text, path) && text->size ? strrchr(text->data, ')') : NULL;
  long long field[35] = { 0 };
  if (!at || !at[1] || !at[2])
    return false;
  char state = at[2];
  at += 3;
  for (int i = 4; i <= 34; i++) {
    char *end;
    field[i] = strtoll(at, &end, 10);
    at = end;
  }
  uint64_t ticks = (uint64_t)(field[14] + field[15] + field[16] + field[17]);
  *out = (rd_descendant){
    .pid = pid,
    .parent = (pid_t)field[4],
    .state = state,
    .threads = (uint32_t)field[20],
    .cpu_us = ticks * 1000000 / (uint64_t)sysconf(_SC_CLK_TCK),
    .bytes = (uint64_t)field[24] * (uint64_t)sysconf(_SC_PAGESIZE),
    .caught = (uint64_t)field[34],
  };
  return true;
}

static bool add(rd_descendant_list *out, pid_t pid, int signal, textbuf *text)
{
  rd_descendant descendants;
  if (!read_stat(&descendants, pid, text))
    return false;
  if (signal && descendants.state != 'Z')
    (void)kill(pid, signal);
  ARRAY_PUSH(out, descendants);
  return true;
}

/* Adds the children of one thread. */
static bool add_thread(rd_descendant_list *out, const char *task, int signal)
{
  textbuf list = { 0 }, text = { 0 };
  char path[128];
  (void)snprintf(path, sizeof path, "%s/children", task);
  bool found = read_file(&list, path);
  for (char *at = list.data; found && at && *at;) {
    char *end;
    long pid = strtol(at, &end, 10);
    if (end == at)
      break;
    (void)add(out, (pid_t)pid, signal, &text);
    at = end;
  }
  text_free(&list);
  text_free(&text);
  return found;
}

/* Adds the children of all threads of the process. */
static void add_children(rd_descendant_list *out, const rd_descendant *parent,
                         int signal)
{
  char path[128];
  if (parent->threads <= 1) {
    (void)snprintf(path, sizeof path, "/proc/%d/task/%d", (int)parent->pid,
                   (int)parent->pid);
    (void)add_thread(out, path, signal);
    return;
  }
  (void)snprintf(path, sizeof path, "/proc/%d/task", (int)parent->pid);
  DIR *folder = opendir(path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    if (entry->d_name[0] == '.')
      continue;
    (void)snprintf(path, sizeof path, "/proc/%d/task/%.20s", (int)parent->pid,
                   entry->d_name);
    (void)add_thread(out, path, signal);
  }
  if (folder)
    (void)closedir(folder);
}

void rd_descendants_find(rd_descendant_list *out, int signal, size_t most)
{
  out->size = 0;
  if (!add_thread(out, "/proc/thread-self", signal)) {
    rd_descendants_find_by_parent(out, signal, most);
    return;
  }
  for (size_t i = 0; i < out->size && out->size <= most; i++) {
    rd_descendant parent = out->data[i];
    if (parent.state != 'Z')
      add_children(out, &parent, signal);
  }
}

/* ---- systems without lists of children ---- */

static void read_all(rd_descendant_list *out)
{
  textbuf text = { 0 };
  DIR *folder = opendir("/proc");
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    char *end;
    long pid = strtol(entry->d_name, &end, 10);
    if (pid > 0 && !*end)
      (void)add(out, (pid_t)pid, 0, &text);
  }
  if (folder)
    (void)closedir(folder);
  text_free(&text);
}

void rd_descendants_find_by_parent(rd_descendant_list *out, int signal,
                                   size_t most)
{
  rd_descendant_list all = { 0 };
  read_all(&all);
  out->size = 0;
  pid_t parent = getpid();
  for (size_t next = 0;; parent = out->data[next++].pid) {
    for (size_t i = 0; i < all.size; i++)
      if (all.data[i].parent == parent) {
        if (signal && all.data[i].state != 'Z')
          (void)kill(all.data[i].pid, signal);
        ARRAY_PUSH(out, all.data[i]);
      }
    if (next == out->size || out->size > most)
      break;
  }
  ARRAY_FREE(&all);
}
