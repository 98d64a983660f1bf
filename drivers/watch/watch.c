/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs a compiler so that the build cannot notice.
 *
 * The compiler is a child in the same process group and inherits everything
 * from this process: descriptors, folder, environment, limits, signal mask and
 * dispositions. None of its output passes through here. This process only has
 * to end after it and in the same way:
 *
 * - Signals that end programs are blocked here and taken one at a time while
 * the
 *   child runs. Those from the terminal have already reached the child, which
 *   is in the same group; those sent to this process alone are forwarded. Thus
 *   ^C, kill and the end of a session work as usual, and job control needs no
 *   code.
 * - If the child dies by a signal, this process dies by the same, without a
 *   second core file.
 * - If this process is killed by a signal that cannot be caught, the compiler
 *   gets SIGTERM, on which drivers remove their temporary files.
 *
 * Another program examines a failed compile that may be a crash, because it
 * links more than a build should wait for. It never changes how the compile
 * ends.
 */
#include "watch/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/modules.h"
#include "watch/crash_filter.h"

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 }; /* of shells */

/* The state that this process inherited, to be restored for its children. */
typedef struct inherited {
  sigset_t mask;
  struct sigaction on_child;
} inherited;

/* The signals to wait for. */
static void fill_awaited(sigset_t *out)
{
  static const int ending[] = { SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,   SIGUSR1,
                                SIGUSR2, SIGALRM, SIGPIPE, SIGVTALRM, SIGPROF,
                                SIGXCPU, SIGIO,   SIGPWR,  SIGCHLD };
  (void)sigemptyset(out);
  for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
    (void)sigaddset(out, ending[i]);
}

/* Blocks the signals to wait for. An ignored SIGCHLD would lose the child's
 * status. */
static void take_signals(inherited *out)
{
  sigset_t awaited;
  fill_awaited(&awaited);
  (void)sigprocmask(SIG_BLOCK, &awaited, &out->mask);
  struct sigaction usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  (void)sigaction(SIGCHLD, &usual, &out->on_child);
}

static void give_signals_back(const inherited *self)
{
  (void)sigaction(SIGCHLD, &self->on_child, NULL);
  (void)sigprocmask(SIG_SETMASK, &self->mask, NULL);
}

/* ---- children ---- */

/* Becomes the command, as a shell would start it. */
_Noreturn static void become(char **words)
{
  (void)execvp(words[0], words);
  int reason = errno;
  (void)fprintf(stderr, "clang-hdd: %s: %s\n", words[0],
                reason == ENOENT ? "not found" : strerror(reason));
  _exit(reason == ENOENT ? NOT_FOUND : NOT_EXECUTABLE);
}

/* Starts a child that dies with this process. `alone`: without its standard
 * input, and printing only to standard error. */
static pid_t start(char **words, bool alone, const inherited *self)
{
  pid_t parent = getpid(), child = fork();
  if (child)
    return child;
  (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(NOT_EXECUTABLE);
  if (alone) {
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)dup2(nothing, STDIN_FILENO);
    (void)dup2(STDERR_FILENO, STDOUT_FILENO);
  }
  give_signals_back(self);
  become(words);
}

/* Does a terminal send it to the whole group? Other signals of the kernel, such as
 * that of a timer, reach this process alone. */
static bool is_typed(int number)
{
  return number == SIGINT || number == SIGQUIT || number == SIGHUP;
}

/* Waits for the end of the child and forwards signals. */
static void await(pid_t child, int *status_out, struct rusage *usage_out)
{
  sigset_t awaited;
  fill_awaited(&awaited);
  while (wait4(child, status_out, WNOHANG, usage_out) != child) {
    siginfo_t what;
    int number = sigwaitinfo(&awaited, &what);
    if (number > 0 && number != SIGCHLD &&
        (what.si_code <= 0 || !is_typed(number)))
      (void)kill(child, number);
  }
}

/* ---- the end ---- */

_Noreturn static void end_like(int status)
{
  if (!WIFSIGNALED(status))
    _exit(WEXITSTATUS(status));
  int number = WTERMSIG(status);
  (void)prctl(PR_SET_DUMPABLE, 0); /* the core file is that of the compiler */
  (void)signal(number, SIG_DFL);
  sigset_t one;
  (void)sigemptyset(&one);
  (void)sigaddset(&one, number);
  (void)sigprocmask(SIG_UNBLOCK, &one, NULL);
  (void)raise(number);
  _exit(128 + number);
}

/* ---- a failure ---- */

/* The start of the command. */
typedef struct beginning {
  uint64_t monotonic_ns, since_1970_ns;
} beginning;

/* Runs the program that examines the compile. */
static void examine(char **words, int status, const struct rusage *usage,
                    const beginning *when, bool quiet, const inherited *self)
{
  char *program = modules_program(EXAMINE_PROGRAM);
  if (!program)
    return;
  size_t count = 0;
  while (words[count])
    count++;
  uint64_t wall_ms = (now_ns() - when->monotonic_ns) / 1000000;
  char **all = mem_alloc(EXAMINE_WORDS + count + 1, sizeof *all);
  all[0] = program;
  all[EXAMINE_STATUS] = mem_format("%d", status);
  all[EXAMINE_WALL_MS] = mem_format("%" PRIu64, wall_ms);
  all[EXAMINE_PEAK_KB] = mem_format("%ld", usage->ru_maxrss);
  all[EXAMINE_START_NS] = mem_format("%" PRIu64, when->since_1970_ns);
  all[EXAMINE_QUIET] = mem_format("%d", quiet);
  memcpy(all + EXAMINE_WORDS, words, (count + 1) * sizeof *all);
  pid_t child = start(all, true, self);
  int ignored = 0;
  struct rusage none = { 0 };
  if (child > 0)
    await(child, &ignored, &none);
  for (size_t i = 0; i < EXAMINE_WORDS; i++)
    free(all[i]);
  free(all);
}

static bool is_switched_off(void)
{
  const char *value = getenv(WATCH_SWITCH);
  return value && !strcmp(value, "off");
}

_Noreturn void watch_run(char **words, bool quiet)
{
  const char *const *lent = (const char *const *)words;
  if (is_switched_off() || crash_filter_is_nested(lent))
    become(words);
  inherited given;
  take_signals(&given);
  beginning when = { now_ns(), clock_ns(CLOCK_REALTIME) };
  pid_t child = start(words, false, &given);
  if (child < 0) {
    give_signals_back(&given);
    become(words); /* better to run unwatched than not at all */
  }
  int status = 0;
  struct rusage usage = { 0 };
  await(child, &status, &usage);
  if (status && crash_filter(lent, status))
    examine(words, status, &usage, &when, quiet || getenv(WATCH_QUIET), &given);
  end_like(status);
}
