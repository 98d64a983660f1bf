/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A compiler that a test can look into: `stopper MODE FILE [MARKER]` looks at
 * the file in the way that the mode names and prints what it found. Each mode
 * is a row of the table at the end.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Longer than any limit of a test. */
enum { LONG_S = 30 };

static int look_stat(const char *file)
{
  struct stat info;
  if (stat(file, &info))
    return 1;
  (void)printf("%ld bytes\n", (long)info.st_size);
  return 0;
}

static int look_statx(const char *file)
{
  struct statx info;
  if (statx(AT_FDCWD, file, 0, STATX_SIZE, &info))
    return 1;
  (void)printf("%ld bytes\n", (long)info.stx_size);
  return 0;
}

static int look_access(const char *file)
{
  return access(file, R_OK) ? 1 : look_stat(file);
}

static int look_open(const char *file)
{
  int fd = open(file, O_RDONLY);
  struct stat info;
  if (fd < 0 || fstat(fd, &info))
    return 1;
  (void)close(fd);
  (void)printf("%ld bytes\n", (long)info.st_size);
  return 0;
}

static int look_fopen(const char *file)
{
  FILE *stream = fopen(file, "r");
  if (!stream || fseek(stream, 0, SEEK_END))
    return 1;
  (void)printf("%ld bytes\n", ftell(stream));
  return fclose(stream) != 0;
}

/* What a program that is started here would find. */
static int print_environment(const char *file)
{
  for (char **pair = environ; *pair; pair++)
    if (strstr(*pair, "ZYGOTE") || strstr(*pair, "BIND_NOW") ||
        strstr(*pair, "PRELOAD"))
      (void)printf("%s\n", *pair);
  return look_open(file);
}

static void *sleep_long(void *payload)
{
  (void)sleep(LONG_S);
  return payload;
}

static int look_in_threads(const char *file)
{
  pthread_t thread;
  return pthread_create(&thread, NULL, sleep_long, NULL) ? 1 : look_open(file);
}

/* Has a file open in which something is already. */
static int look_late(const char *file)
{
  int fd = open("early", O_WRONLY | O_CREAT, 0600);
  return fd < 0 || write(fd, "x", 1) != 1 ? 1 : look_open(file);
}

/* Leaves a process in another session behind. */
static int leave_daemon(const char *file)
{
  int result = look_open(file), status;
  pid_t pid = fork();
  if (!pid) {
    (void)setsid();
    if (!fork())
      (void)sleep_long(NULL);
    _exit(0);
  }
  return pid < 0 || waitpid(pid, &status, 0) != pid ? 1 : result;
}

static int leave_files(const char *file)
{
  int result = look_open(file);
  const char *temporary = getenv("TMPDIR");
  if (mkdir("left", 0700) || !temporary || chdir(temporary) ||
      mkdir("more", 0700))
    return 1;
  return result;
}

static int write_large(const char *file)
{
  int result = look_open(file);
  FILE *stream = fopen("large", "w");
  for (int i = 0; stream && i < 1 << 20; i++)
    (void)fputc('x', stream);
  return stream && !fclose(stream) ? result : 1;
}

static const struct {
  const char *name;
  int (*run)(const char *file);
} modes[] = {
  { "stat", look_stat },          { "statx", look_statx },
  { "access", look_access },      { "open", look_open },
  { "fopen", look_fopen },        { "environment", print_environment },
  { "threads", look_in_threads }, { "late", look_late },
  { "daemon", leave_daemon },     { "files", leave_files },
  { "large", write_large },
};

int main(int argc, char **argv)
{
  for (size_t i = 0; argc > 2 && i < sizeof modes / sizeof *modes; i++)
    if (!strcmp(modes[i].name, argv[1]))
      return modes[i].run(argv[2]);
  return 2;
}
