/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs one program.
 *
 * The keeper above us ends whatever is left behind and limits memory and time of
 * the whole test. What it cannot do is to keep standard output apart, and to end
 * one program that loops while the others are still to be run: a miscompiled
 * program loops often. The output goes to a file, which may not grow without
 * end. A process group of its own lets all of the program be killed. What is limited
 * is CPU time, which other load does not stretch; the clock ends only a program that
 * waits for something.
 */
#include "wrong/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/limits.h"
#include "compiler/zygote.h"

#define OUTPUT "hdd-stdout"

enum {
  OUTPUT_MOST = 1 << 20, /* all runs of a plan have to fit into one answer */
  OUTPUT_LATE = 4096,    /* is kept of a program that does not end */
  NOT_STARTED = 127,
  FAILED = STDERR_FILENO + 1, /* where a child says why it cannot exec */
  TIMES_WAITED = 10,          /* so much longer may a program wait as compute */
};

static void limit(int resource, rlim_t most)
{
  struct rlimit to = { most, most };
  (void)setrlimit((__rlimit_resource_t)resource, &to);
}

static void set_descriptors(const program *what, int offered, int failed)
{
  const char *from = what->input ? what->input : "/dev/null";
  int in = offered >= 0 ? offered : open(from, O_RDONLY);
  int none = open("/dev/null", O_RDWR);
  int out = open(OUTPUT, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (in < 0 || none < 0 || out < 0 || dup2(in, STDIN_FILENO) < 0 ||
      dup2(out, STDOUT_FILENO) < 0 ||
      dup2(what->messages ? out : none, STDERR_FILENO) < 0 ||
      (failed != FAILED && dup3(failed, FAILED, O_CLOEXEC) < 0))
    _exit(NOT_STARTED);
  (void)close_range(FAILED + 1, ~0u, 0);
}

/* The timer outlives exec. */
static void limit_cpu(unsigned ms)
{
  struct itimerval to = { .it_value = { .tv_sec = ms / 1000,
                                        .tv_usec = ms % 1000 * 1000 } };
  (void)setitimer(ITIMER_PROF, &to, NULL);
}

/* In the child. Unlike a compiler, which may be a script without #!, a program that this
 * processor does not know must not be read by a shell. `failed` gets why it is not
 * there. */
static void start(const program *what, int offered, int failed)
{
  (void)setpgid(0, 0);
  for (size_t i = 0; what->environment && i < what->environment->size; i++)
    (void)putenv(what->environment->data[i]);
  limit(RLIMIT_CORE, 0);
  if (!what->messages) /* a compiler may write more */
    limit(RLIMIT_FSIZE, OUTPUT_MOST);
  limit_cpu(what->limit_ms);
  set_descriptors(what, offered, failed);
  char *const *argv = (char *const *)what->argv;
  if (what->messages || !strchr(what->path, '/'))
    (void)execvp(what->path, argv);
  else
    (void)execv(what->path, argv);
  (void)!write(FAILED, &errno, sizeof errno);
  _exit(NOT_STARTED);
}

/* Waits for the end, or kills the group; true: it was late. */
static bool await(pid_t child, unsigned limit_ms)
{
  struct pollfd ended = { .fd = pidfd_open(child, 0), .events = POLLIN };
  uint64_t until = now_ms() + limit_ms;
  int ready = -1;
  while (ended.fd >= 0 && ready < 0) {
    uint64_t now = now_ms();
    int left = !limit_ms ? -1 : now < until ? (int)(until - now) : 0;
    ready = poll(&ended, 1, left);
    if (ready < 0 && errno != EINTR)
      break;
  }
  if (ended.fd >= 0)
    (void)close(ended.fd);
  return ready == 0;
}

/* A pipe with an empty line in it, or -1; *left_out is for is_taken. */
static int offer_line(int *left_out)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    return -1;
  (void)!write(ends[1], "\n", 1);
  (void)close(ends[1]);
  *left_out = ends[0];
  return ends[0];
}

static bool is_taken(int left)
{
  int bytes = 1;
  (void)ioctl(left, FIONREAD, &bytes);
  (void)close(left);
  return !bytes;
}

/* Lets the process that has started it go on; false: there is none. */
static bool run_started(behaviour *out, const program *what)
{
  enum { FLAGS = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC };
  rd_end end = RD_END_NOSTART;
  int file = what->started ? open(OUTPUT, FLAGS, 0600) : -1;
  if (file < 0)
    return false;
  bool ran = zygote_visit(&end, &out->status, what->started, file) &&
             end != RD_END_NOSTART;
  (void)close(file);
  if (ran)
    out->end = end == RD_END_EXIT     ? BEHAVIOUR_EXIT
               : end == RD_END_SIGNAL ? BEHAVIOUR_SIGNAL
                                      : BEHAVIOUR_LATE;
  return ran;
}

/* Runs it in a child. */
static void run_child(behaviour *out, const program *what)
{
  int left = -1;
  bool offers = what->input && !strcmp(what->input, "-");
  int offered = offers ? offer_line(&left) : -1;
  uint64_t begun = now_ms();
  int failed[2] = { -1, -1 }, why = 0;
  pid_t child = pipe2(failed, O_CLOEXEC) ? -1 : fork();
  if (!child)
    start(what, offered, failed[1]);
  if (child < 0) {
    out->status = errno;
    (void)close(failed[0]);
    (void)close(failed[1]);
    return;
  }
  (void)close(failed[1]);
  bool late = await(child, what->limit_ms * TIMES_WAITED);
  int status = 0;
  struct rusage used = { 0 };
  if (late)
    (void)kill(child, SIGKILL);
  while (wait4(child, &status, 0, &used) < 0 && errno == EINTR)
    ;
  late |= WIFSIGNALED(status) &&
          (WTERMSIG(status) == SIGXFSZ || WTERMSIG(status) == SIGPROF);
  (void)kill(-child, SIGKILL); /* what it has left behind */
  bool started = read(failed[0], &why, sizeof why) != sizeof why;
  (void)close(failed[0]);
  out->end = !started              ? BEHAVIOUR_NOSTART
             : late                ? BEHAVIOUR_LATE
             : WIFSIGNALED(status) ? BEHAVIOUR_SIGNAL
                                   : BEHAVIOUR_EXIT;
  out->status = !started              ? why
                : late                ? 0
                : WIFSIGNALED(status) ? WTERMSIG(status)
                                      : WEXITSTATUS(status);
  out->reads = left >= 0 && is_taken(left);
  out->ms = (unsigned)((now_ms() - begun) / TIMES_WAITED);
  if (limits_cpu_us(&used) / 1000 > out->ms)
    out->ms = (unsigned)(limits_cpu_us(&used) / 1000);
}

void program_run(behaviour *out, const program *what)
{
  *out = (behaviour){ .end = BEHAVIOUR_NOSTART };
  if (!run_started(out, what))
    run_child(out, what);
  if (out->end == BEHAVIOUR_NOSTART ||
      file_read(&out->output, &out->size, OUTPUT, NULL)) {
    out->output = mem_copy("");
    out->size = 0;
  }
  if (out->end == BEHAVIOUR_LATE && out->size > OUTPUT_LATE)
    out->output[out->size = OUTPUT_LATE] = '\0';
}
