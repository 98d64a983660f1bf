/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reductions as local processes.
 *
 * Each is this program again, as `reduce`, in a process group of its own, so that
 * Ctrl-C reaches only the campaign, which then ends them. The kernel ends them if
 * the campaign is killed; what they run ends with them (process.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "campaign/engine.h"

enum {
  END_MS = 3000
}; /* after which a process that was told to end is killed */

typedef struct running {
  size_t number;
  pid_t pid;
  int fd; /* readable when it has ended */
} running;

typedef struct local {
  engine base;
  running *jobs;
  size_t count;
} local;

/* ---- a process ---- */

static void add_words(strings *out, const engine_job *job)
{
  strings_add(out, "clang-hdd");
  strings_add(out, "reduce");
  strings_take(out, mem_format("-j%zu", job->jobs));
  if (job->resume)
    strings_add(out, "--resume");
  for (size_t i = 0; job->options[i]; i++)
    strings_add(out, job->options[i]);
  strings_add(out, "-o");
  strings_add(out, job->output);
  strings_add(out, job->file);
  strings_add(out, "--");
  if (job->environment[0])
    strings_add(out, "env");
  for (size_t i = 0; job->environment[i]; i++)
    if (!strchr(job->environment[i], '=')) {
      strings_add(out, "-u");
      strings_add(out, job->environment[i]);
    }
  for (size_t i = 0; job->environment[i]; i++)
    if (strchr(job->environment[i], '='))
      strings_add(out, job->environment[i]);
  for (size_t i = 0; job->command[i]; i++)
    strings_add(out, job->command[i]);
}

/* In the child: becomes the reduction. */
_Noreturn static void become(const engine_job *job, const char *log,
                             char *const *words, pid_t parent)
{
  enum { FAILED = 70 }; /* EXIT_INTERNAL */
  sigset_t none;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)setpgid(0, 0);
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int said = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (getppid() != parent || nothing < 0 || said < 0 ||
      dup2(nothing, STDIN_FILENO) < 0 || dup2(said, STDOUT_FILENO) < 0 ||
      dup2(said, STDERR_FILENO) < 0 || chdir(job->directory))
    _exit(FAILED);
  (void)execv("/proc/self/exe", words);
  _exit(FAILED);
}

static rd_status submit(engine *base, const engine_job *job, rd_error *err)
{
  local *self = (local *)base;
  strings words = { 0 };
  add_words(&words, job);
  char *folder = path_directory(job->output);
  char *log = mem_format("%s/log", folder);
  (void)strings_argv(&words);
  pid_t parent = getpid(), pid = fork();
  if (!pid)
    become(job, log, words.data, parent);
  running one = { job->number, pid, pid < 0 ? -1 : pidfd_open(pid, 0) };
  rd_status status = RD_OK;
  if (one.fd < 0) {
    status = fail_system(err, "start a process for", job->file);
    if (pid > 0) {
      (void)kill(pid, SIGKILL);
      (void)waitpid(pid, NULL, 0);
    }
  } else {
    LIST_PUSH(self->jobs, self->count, one);
  }
  free(log);
  free(folder);
  strings_free(&words);
  return status;
}

/* ---- the end ---- */

/* Waits for one of the jobs; its index, or `count`: none has ended. */
static size_t await(const local *self, int most_ms)
{
  struct pollfd *each = mem_alloc(self->count + 1, sizeof *each);
  for (size_t i = 0; i < self->count; i++)
    each[i] = (struct pollfd){ .fd = self->jobs[i].fd, .events = POLLIN };
  size_t at = self->count;
  if (poll(each, (nfds_t)self->count, most_ms) > 0)
    for (at = 0; at < self->count && !each[at].revents;)
      at++;
  free(each);
  return at;
}

static bool take_end(engine_end *out, local *self, int most_ms)
{
  size_t at = await(self, most_ms);
  if (at == self->count)
    return false;
  running ended = self->jobs[at];
  int status = 0;
  while (waitpid(ended.pid, &status, 0) < 0 && errno == EINTR)
    ;
  (void)close(ended.fd);
  self->jobs[at] = self->jobs[--self->count];
  *out = (engine_end){ .number = ended.number,
                       .status = WIFEXITED(status) ? WEXITSTATUS(status)
                                                   : 128 + WTERMSIG(status) };
  return true;
}

static rd_status wait_for(bool *ended_out, engine_end *out, engine *base,
                          int most_ms, rd_error *err)
{
  (void)err;
  *ended_out = take_end(out, (local *)base, most_ms);
  return RD_OK;
}

static void signal_all(const local *self, int number)
{
  for (size_t i = 0; i < self->count; i++)
    (void)kill(self->jobs[i].pid, number);
}

static void end_all(engine *base)
{
  local *self = (local *)base;
  engine_end one;
  uint64_t begun = now_ms();
  signal_all(self, SIGTERM);
  while (self->count && now_ms() - begun < END_MS)
    (void)take_end(&one, self, END_MS);
  signal_all(self, SIGKILL);
  while (self->count)
    (void)take_end(&one, self, END_MS);
  free(self->jobs);
  free(self);
}

static char *no_notice(engine *base)
{
  (void)base;
  return NULL;
}

static const char *no_tests(size_t *workers_out, engine *base,
                            const char *program)
{
  (void)base, (void)program;
  *workers_out = 0;
  return NULL;
}

static void no_worker(engine *base, const char *worker)
{
  (void)base, (void)worker;
}

engine *engine_local(size_t capacity)
{
  local *out = mem_alloc(1, sizeof *out);
  out->base = (engine){ capacity, submit,    wait_for, no_notice,
                        no_tests, no_worker, end_all };
  return &out->base;
}
