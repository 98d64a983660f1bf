/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a test may do to the program that runs it: `hostile MODE [ARGUMENT]`. Each
 * mode is a row of the table at the end. Modes that leave processes behind name
 * them by the marker that is their last argument, so that whoever started this
 * program can look for them in /proc.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Longer than any limit of a test; all ends some day, also when the tests
 * fail. */
enum { LONG_S = 30 };

static void sleep_long(void)
{
  (void)sleep(LONG_S);
}

static int do_exit(const char *argument)
{
  return atoi(argument);
}

static int do_kill(const char *argument)
{
  (void)signal(atoi(argument), SIG_DFL); /* a sanitizer may catch it */
  return raise(atoi(argument));
}

static int do_sleep(const char *argument)
{
  (void)argument;
  sleep_long();
  return 0;
}

static int do_ignore(const char *argument)
{
  (void)argument;
  for (int number = 1; number < NSIG; number++)
    (void)signal(number, SIG_IGN);
  sleep_long();
  return 0;
}

static int do_stop(const char *argument)
{
  (void)argument;
  (void)raise(SIGSTOP);
  return 0;
}

static int do_close(const char *argument)
{
  (void)argument;
  (void)close(STDOUT_FILENO);
  (void)close(STDERR_FILENO);
  sleep_long();
  return 0;
}

/* A daemon that keeps the pipe open, and a parent that ends at once. */
static int do_daemon(const char *argument)
{
  (void)argument;
  if (fork())
    return 0;
  (void)setsid();
  if (fork())
    _exit(0);
  (void)signal(SIGTERM, SIG_IGN);
  sleep_long();
  return 0;
}

/* The same, but the parent waits with them. */
static int do_daemon_and_sleep(const char *argument)
{
  (void)do_daemon(argument);
  sleep_long();
  return 0;
}

/* Two levels of children in sessions of their own; all sleep but the first. */
static int do_tree(const char *argument)
{
  (void)argument;
  for (int level = 0; level < 2; level++)
    for (int i = 0; i < 3; i++)
      if (!fork()) {
        (void)setsid();
        if (level == 1)
          sleep_long();
        break;
      }
  return 0;
}

/* A chain in which each process makes the next, in a session of its own, and
 * ends. */
static int do_chain(const char *argument)
{
  (void)argument;
  time_t end = time(NULL) + LONG_S;
  while (time(NULL) < end) {
    pid_t pid = fork();
    if (pid > 0)
      _exit(0);
    (void)setsid();
  }
  return 0;
}

/* Processes without end, in sessions of their own, up to the bound that keeps
 * the machine usable if nothing stops them. */
static int do_bomb(const char *argument)
{
  int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  while (count != MAP_FAILED &&
         __atomic_add_fetch(count, 1, __ATOMIC_RELAXED) < atoi(argument))
    if (!fork())
      (void)setsid();
  sleep_long();
  return 0;
}

static int do_print(const char *argument)
{
  (void)argument;
  while (puts("all work and no play makes jack a dull boy") >= 0) {
  }
  return 1;
}

/* Prints so many bytes. */
static int do_print_bytes(const char *argument)
{
  for (long left = atol(argument); left > 0; left--)
    (void)putchar('x');
  return 0;
}

static int do_spin(const char *argument)
{
  (void)argument;
  time_t end = time(NULL) + LONG_S;
  while (time(NULL) < end) {
  }
  return 0;
}

/* Its children use the time, two at once. */
static int do_spin_children(const char *argument)
{
  (void)fork();
  return do_spin(argument);
}

/* Allocates MiB, or without end up to 4 GiB. */
static int do_allocate(const char *argument)
{
  enum { MIB = 1 << 20, MOST_MIB = 4096 };
  int limit = *argument ? atoi(argument) : MOST_MIB;
  for (int i = 0; i < limit; i++) {
    char *memory = mmap(NULL, MIB, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      return 1;
    memset(memory, 1, MIB);
  }
  if (!*argument)
    sleep_long();
  return 0;
}

static int put(const char *name)
{
  int fd = open(name, O_WRONLY | O_CREAT, 0);
  return fd < 0 ? 1 : close(fd);
}

/* Files, a link to /, folders without any permission, and `depth` folders one
 * in the other. */
static int do_litter(const char *argument)
{
  int bad = put("file") | put(".hidden") | symlink("/", "root");
  bad |= mkdir("shut", 0700) | put("shut/file") | mkdir("shut/in", 0700);
  bad |= chmod("shut/in", 0) | chmod("shut", 0);
  for (int depth = atoi(argument); depth > 0 && !bad; depth--)
    bad |= mkdir("deep", 0700) | put("f") | chdir("deep");
  return bad;
}

/* A file larger than anyone asked for. */
static int do_write(const char *argument)
{
  (void)argument;
  static char bytes[1 << 16];
  int fd = open("large", O_WRONLY | O_CREAT, 0600);
  for (int i = 0; i < 1024; i++)
    if (write(fd, bytes, sizeof bytes) < 0)
      return 1;
  return 0;
}

static int do_kill_parent(const char *argument)
{
  (void)argument;
  (void)kill(getppid(), SIGKILL);
  sleep_long();
  return 0;
}

/* Leaves a child behind in its group. */
static int do_stop_parent(const char *argument)
{
  (void)argument;
  (void)kill(getppid(), SIGSTOP);
  if (!fork())
    sleep_long();
  sleep_long();
  return 0;
}

/* What a start should have set up: exit status 0 if it is so. */
static int do_inspect(const char *argument)
{
  (void)argument;
  sigset_t mask;
  struct sigaction action;
  int bad = sigprocmask(SIG_BLOCK, NULL, &mask);
  for (int number = 1; number < 32; number++) {
    if (number == SIGKILL || number == SIGSTOP)
      continue;
    bad |= sigismember(&mask, number);
    bad |= sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN;
  }
  bad |= getsid(0) != getppid() || getpgrp() != getpid();
  char byte;
  bad |= read(STDIN_FILENO, &byte, 1) != 0;
  for (int fd = 3; fd < 256; fd++)
    bad |= fcntl(fd, F_GETFD) >= 0;
  return bad;
}

static const struct {
  const char *name;
  int (*run)(const char *argument);
} modes[] = {
  { "exit", do_exit },
  { "kill", do_kill },
  { "sleep", do_sleep },
  { "ignore", do_ignore },
  { "stop", do_stop },
  { "close", do_close },
  { "daemon", do_daemon },
  { "daemon-and-sleep", do_daemon_and_sleep },
  { "tree", do_tree },
  { "chain", do_chain },
  { "bomb", do_bomb },
  { "print", do_print },
  { "print-bytes", do_print_bytes },
  { "spin", do_spin },
  { "spin-children", do_spin_children },
  { "allocate", do_allocate },
  { "litter", do_litter },
  { "write", do_write },
  { "kill-parent", do_kill_parent },
  { "stop-parent", do_stop_parent },
  { "inspect", do_inspect },
};

int main(int argc, char **argv)
{
  const char *argument = argc > 2 ? argv[2] : "";
  for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
    if (!strcmp(modes[i].name, argv[1]))
      return modes[i].run(argument);
  (void)fprintf(stderr, "usage: hostile MODE [ARGUMENT [MARKER]]\n");
  return 2;
}
