/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Starts a command.
 *
 * vfork creates the new process: it shares the keeper's memory until it
 * executes the command, so a start costs the same however large the keeper's
 * owner was. Everything that needs memory is therefore prepared first (struct
 * launch), and the new process only makes system calls. posix_spawn cannot set
 * limits or a parent-death signal.
 *
 * The new process gets its own group in the keeper's session, which has no
 * terminal. A session for each run would cost 12 us, because of the scheduler's
 * accounting per session (measured on Linux 6.18).
 *
 * A name without a slash is looked up in the command's PATH, from its working
 * directory. A file that is not a program is not passed to a shell.
 */
#include "keeper.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/limits.h"

typedef ARRAY(char *) pointers;

/* Everything that the new process needs. */
struct launch {
  pointers paths; /* candidate paths of the program, in order;
                     NULL-terminated */
  pointers env;   /* NULL-terminated; lent */
  const rd_run_spec *spec;
  int output;
  pid_t keeper;
  const rd_rules *rules;
  rd_keeper_page *page;
};

/* Length of the name in NAME=VALUE or NAME. */
static size_t name_size(const char *pair)
{
  return strcspn(pair, "=");
}

static const char *find_pair(const char *const *pairs, const char *pair)
{
  size_t size = name_size(pair);
  for (; pairs && *pairs; pairs++)
    if (name_size(*pairs) == size && !memcmp(*pairs, pair, size))
      return *pairs;
  return NULL;
}

static void make_env(pointers *out, const char *const *changes)
{
  for (char **pair = environ; pair && *pair; pair++)
    if (!find_pair(changes, *pair))
      ARRAY_PUSH(out, *pair);
  for (; changes && *changes; changes++)
    if (strchr(*changes, '='))
      ARRAY_PUSH(out, (char *)(uintptr_t)*changes);
  ARRAY_PUSH(out, NULL);
}

static void make_paths(pointers *out, const char *program,
                       const char *const *env)
{
  const char *pair = strchr(program, '/') ? NULL : find_pair(env, "PATH");
  bool has_path = pair && !strncmp(pair, "PATH=", 5);
  const char *path = has_path ? pair + 5 : "/usr/bin:/bin";
  if (strchr(program, '/')) {
    ARRAY_PUSH(out, mem_copy(program));
  } else if (*program) {
    for (const char *at = path;; at++) {
      size_t size = strcspn(at, ":");
      ARRAY_PUSH(out, size ? mem_format("%.*s/%s", (int)size, at, program)
                           : mem_format("./%s", program));
      at += size;
      if (!*at)
        break;
    }
  }
  ARRAY_PUSH(out, NULL);
}

/* Tries the folders in order like execvp, but without its shell. A PATH folder
 * that cannot be searched does not hide that no folder has the program. */
static int execute(const struct launch *launch)
{
  int error = ENOENT;
  char *const *argv = (char *const *)(uintptr_t)launch->spec->argv;
  for (char **path = launch->paths.data; *path; path++) {
    (void)execve(*path, argv, launch->env.data);
    if (strchr(argv[0], '/'))
      return errno;
    if (errno == EACCES && !access(*path, F_OK))
      error = EACCES;
    else if (errno != EACCES && errno != ENOENT && errno != ENOTDIR)
      return errno;
  }
  return error;
}

/* Runs in the new process up to the command; returns an errno. It shares memory
 * with the keeper. It records its own group, because the command may do
 * anything before the keeper continues. */
static int become(const struct launch *launch)
{
  if (setpgid(0, 0) || prctl(PR_SET_PDEATHSIG, SIGKILL))
    return errno;
  launch->page->leader = getpid();
  if (getppid() != launch->keeper)
    return ESRCH;
  limits_set(&launch->spec->limits);
  if (dup2(launch->output, STDOUT_FILENO) < 0 ||
      dup2(launch->output, STDERR_FILENO) < 0)
    return errno;
  if (launch->spec->directory && chdir(launch->spec->directory))
    return errno;
  int error = rd_sandbox_enter(launch->rules);
  if (error)
    return error;
  sigset_t none;
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
  return execute(launch);
}

/* NOLINTBEGIN(clang-analyzer-security.insecureAPI.vfork,
 * clang-analyzer-unix.Vfork): see the head of this file. */
static pid_t start(const struct launch *launch)
{
  pid_t pid = vfork();
  if (!pid) {
    launch->page->error = become(launch);
    _exit(127);
  }
  return pid;
}
/* NOLINTEND(clang-analyzer-security.insecureAPI.vfork,
 * clang-analyzer-unix.Vfork) */

pid_t rd_launch(const rd_run_spec *spec, int output, const rd_warden *warden)
{
  struct launch launch = { .spec = spec,
                           .output = output,
                           .keeper = getpid(),
                           .rules = &warden->rules,
                           .page = warden->page };
  make_env(&launch.env, spec->env);
  make_paths(&launch.paths, spec->argv[0],
             (const char *const *)launch.env.data);
  launch.page->error = 0;
  pid_t pid = start(&launch);
  int error = errno;
  for (size_t i = 0; i < launch.paths.size; i++)
    free(launch.paths.data[i]);
  ARRAY_FREE(&launch.paths);
  ARRAY_FREE(&launch.env);
  errno = error;
  return pid;
}
