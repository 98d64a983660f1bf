/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Processes whose children parse texts.
 *
 * Whether libclang crashes on a text may depend on what earlier ones have left in its
 * memory. So before this process parses a text itself, it forks a *nursery*, which has a
 * unit of next to nothing and touches no memory of its own: each of its children begins
 * with the same, and pays neither for the start of libclang nor for its arguments.
 *
 * A nursery knows no headers. Texts that begin with some are parsed by a child of
 * this process, with its copy of a unit that has read them.
 */
#include "nursery.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/sibling.h"
#include "units.h"

/* Of LLVM's C interface; in a library of its own, which libclang may not need. From
 * then on a signal that kills the process has it write what it was doing. */
extern void LLVMEnablePrettyStackTrace(void) __attribute__((weak));

/* What a child leaves, in memory that it shares. */
struct child_left {
  bool whole;
  rd_diagnostics found;
};

/* What a nursery is asked for: the text lies in its file. */
struct order {
  size_t size;
  unit_count *count;
  rlim_t seconds; /* of CPU that it may take */
};

/* ---- in the child ---- */

static _Noreturn void run_child(const nursery *in, arguments *args,
                                const kept_unit *base, const char *text,
                                size_t size, unit_count *count, rlim_t seconds)
{
  struct rlimit limit;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)dup2(in->errors, STDERR_FILENO);
  if (LLVMEnablePrettyStackTrace)
    LLVMEnablePrettyStackTrace();
  if (!getrlimit(RLIMIT_CPU, &limit)) {
    limit.rlim_cur = seconds;
    (void)setrlimit(RLIMIT_CPU, &limit);
  }
  (void)signal(SIGXCPU, SIG_DFL);
  if (units_reparse(args, base, text, size)) {
    in->left->found = count(base, args);
    in->left->whole = true;
  }
  _exit(0);
}

/* ---- in the nursery ---- */

/* The child of the process that asks; -1: there is none. */
static pid_t start_child(const nursery *in, arguments *args,
                         const kept_unit *base, const struct order *order)
{
  pid_t child = fork_sibling();
  if (child)
    return child;
  const char *text =
      mmap(NULL, order->size + 1, PROT_READ, MAP_PRIVATE, in->text, 0);
  if (text == MAP_FAILED)
    _exit(1);
  run_child(in, args, base, text, order->size, order->count, order->seconds);
}

static _Noreturn void run_nursery(const nursery *in, arguments *args,
                                  const kept_unit *base, int socket)
{
  struct order order;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)close(in->socket);
  while (recv(socket, &order, sizeof order, 0) == sizeof order) {
    pid_t child = start_child(in, args, base, &order);
    if (send(socket, &child, sizeof child, MSG_NOSIGNAL) < 0)
      break;
  }
  _exit(0);
}

/* ---- in the process that asks ---- */

/* The seconds of CPU time that are left to this process, at least one. */
static rlim_t seconds_left(void)
{
  struct rlimit limit;
  rlim_t used =
      (rlim_t)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) / UINT64_C(1000000000));
  if (getrlimit(RLIMIT_CPU, &limit) || limit.rlim_cur == RLIM_INFINITY)
    return RLIM_INFINITY;
  return limit.rlim_cur > used ? limit.rlim_cur - used : 1;
}

static void free_files(nursery *in)
{
  if (in->left != MAP_FAILED)
    (void)munmap(in->left, sizeof *in->left);
  if (in->errors >= 0)
    (void)close(in->errors);
  if (in->text >= 0)
    (void)close(in->text);
}

/* Makes the files that it shares with its children, that of the text only if it is
 * wanted. */
static bool make_files(nursery *in, bool with_text)
{
  in->errors = memfd_create("errors", MFD_CLOEXEC);
  in->text = with_text ? memfd_create("text", MFD_CLOEXEC) : -1;
  in->left = mmap(NULL, sizeof *in->left, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  bool is_made = in->left != MAP_FAILED && in->errors >= 0 &&
                 (in->text >= 0 || !with_text) &&
                 fcntl(in->errors, F_SETFL, O_APPEND) == 0;
  if (!is_made)
    free_files(in);
  return is_made;
}

static void close_nursery(nursery *in)
{
  (void)close(in->socket);
  (void)kill(in->pid, SIGKILL);
  (void)waitpid(in->pid, NULL, 0);
  free_files(in);
  *in = (nursery){ 0 };
}

/* False: there is none. */
static bool open_nursery(nursery *out, arguments *args, const kept_unit *base)
{
  int ends[2];
  nursery in = { .flags = base->flags, .relax = base->relax };
  if (!make_files(&in, true))
    return false;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) {
    free_files(&in);
    return false;
  }
  in.socket = ends[0];
  in.pid = fork();
  if (in.pid == 0)
    run_nursery(&in, args, base, ends[1]);
  (void)close(ends[1]);
  if (in.pid < 0) {
    (void)close(in.socket);
    free_files(&in);
    return false;
  }
  *out = in;
  return true;
}

/* The nursery for these arguments; NULL: there is none, and this process is no longer
 * what one begins with. */
static nursery *find_nursery(arguments *args, CXIndex index, const char *text,
                             size_t size, unsigned flags, uint32_t relax)
{
  nursery *in = args->nurseries, *end = in + NURSERIES;
  if (args->beside_count || units_has_head(text, size))
    return NULL;
  while (in < end && in->pid && (in->flags != flags || in->relax != relax))
    in++;
  if (in == end || in->pid)
    return in == end ? NULL : in;
  if (args->is_used)
    return NULL;
  kept_unit base = units_base(args, index, text, size, flags, relax);
  return base.unit && open_nursery(in, args, &base) ? in : NULL;
}

static bool ask_nursery(int *status_out, nursery *in, const char *text,
                        size_t size, unit_count *count)
{
  const struct order order = { .size = size,
                               .count = count,
                               .seconds = seconds_left() };
  pid_t child;
  *in->left = (struct child_left){ 0 };
  return !ftruncate(in->errors, 0) && !ftruncate(in->text, (off_t)size + 1) &&
         pwrite(in->text, text, size, 0) == (ssize_t)size &&
         pwrite(in->text, "", 1, (off_t)size) == 1 &&
         send(in->socket, &order, sizeof order, MSG_NOSIGNAL) == sizeof order &&
         recv(in->socket, &child, sizeof child, 0) == sizeof child &&
         child > 0 && waitpid(child, status_out, 0) == child;
}

/* Has a child of this process parse the text. */
static bool parse_once(int *status_out, const nursery *in, arguments *args,
                       CXIndex index, const char *text, size_t size,
                       unit_count *count)
{
  kept_unit base = units_base(args, index, text, size, in->flags, in->relax);
  rlim_t seconds = seconds_left();
  pid_t child = base.unit ? fork() : -1;
  if (child == 0)
    run_child(in, args, &base, text, size, count, seconds);
  return child > 0 && waitpid(child, status_out, 0) == child;
}

static void read_end(child_end *out, const nursery *in)
{
  enum { MOST = 1 << 16 };
  out->said = mem_alloc(1, MOST + 1);
  ssize_t got = pread(in->errors, out->said, MOST, 0);
  out->said[got > 0 ? got : 0] = '\0';
  out->whole = in->left->whole;
  out->found = in->left->found;
}

bool nursery_parse(child_end *out, arguments *args, CXIndex index,
                   const char *text, size_t size, unsigned flags,
                   uint32_t relax, unit_count *count)
{
  nursery *in = find_nursery(args, index, text, size, flags, relax);
  *out = (child_end){ .is_fresh = in != NULL };
  if (in && ask_nursery(&out->status, in, text, size, count)) {
    read_end(out, in);
    return true;
  }
  if (in)
    close_nursery(in);
  nursery once = { .flags = flags, .relax = relax };
  out->is_fresh = false;
  if (!make_files(&once, false))
    return false;
  bool is_over =
      parse_once(&out->status, &once, args, index, text, size, count);
  if (is_over)
    read_end(out, &once);
  free_files(&once);
  return is_over;
}

void nurseries_close(arguments *args)
{
  for (size_t i = 0; i < NURSERIES; i++)
    if (args->nurseries[i].pid)
      close_nursery(&args->nurseries[i]);
}
