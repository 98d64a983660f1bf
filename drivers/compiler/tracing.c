/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compiler/tracing.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static int start_child(char *const *argv, pid_t *child_out)
{
  pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
      _exit(126);
    (void)raise(SIGSTOP);
    (void)execvp(argv[0], argv);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFSTOPPED(status))
    return -1;
  *child_out = child;
  long options = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                 PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)options))
    return -1;
  return (int)ptrace(PTRACE_CONT, child, NULL, NULL);
}

/* Reports a stop, and continues. A new child stops once with SIGSTOP, which is
 * suppressed. A SIGTRAP without an event is the program's own trap
 * instruction. */
static void take_stop(pid_t pid, int status, const tracing *with)
{
  int number = WSTOPSIG(status), event = status >> 16;
  if (!event && with->stopped)
    with->stopped(with->payload, pid, number);
  if (event == PTRACE_EVENT_EXEC && with->began)
    with->began(with->payload, pid);
  bool swallow = event || number == SIGSTOP;
  (void)ptrace(PTRACE_CONT, pid, NULL,
               (void *)(intptr_t)(swallow ? 0 : number));
}

int tracing_run(char *const *argv, const tracing *with)
{
  pid_t child = 0;
  int status = 0;
  if (!argv[0] || start_child(argv, &child))
    return -1;
  for (;;) {
    pid_t pid = waitpid(-1, &status, __WALL);
    if (pid < 0 && errno == EINTR)
      continue;
    if (pid < 0)
      return 1;
    if (WIFSTOPPED(status))
      take_stop(pid, status, with);
    else if (with->ended)
      with->ended(with->payload, pid, status);
    if (pid == child && !WIFSTOPPED(status))
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
}
