/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A worker: some processes that run what reductions elsewhere ask for.
 *
 * Each process has a runner, whose commands are held to their folder, and a
 * connection of its own. The server hands out the jobs, repeats those of a
 * process that dies, and knows who is there. The first process looks after the
 * others, and takes the cancellations: it names the ticket in memory that all
 * share and interrupts the process that runs it.
 *
 * What comes from the network is not trusted; test.c and reduce.c say what is
 * done with it.
 */
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "engine/headers.h"
#include "engine/identity.h"
#include "engine/order.h"
#include "gearman/pack.h"
#include "gearman/roles.h"
#include "gearman/worker.h"

enum { RETRY_MS = 1000 };

worker_state worker;

static volatile sig_atomic_t ended; /* by SIGTERM or SIGINT */

void worker_say(const char *format, ...)
{
  va_list args;
  if (worker.quiet)
    return;
  va_start(args, format);
  (void)fputs("clang-hdd: worker: ", stderr);
  (void)vfprintf(stderr, format, args);
  (void)fputc('\n', stderr);
  va_end(args);
}

/* ---- a process ---- */

static void on_cancel(int number)
{
  (void)number;
  uint64_t ticket = atomic_load(&worker.page->running[worker.number]);
  if (ticket && atomic_load(&worker.page->cancelled[worker.number]) == ticket)
    worker.stop = 1;
}

static void on_end(int number)
{
  (void)number;
  ended = worker.stop = 1;
}

/* A cancellation interrupts runs only, not the talk with the server. */
static void let_cancel(bool may)
{
  sigset_t one;
  (void)sigemptyset(&one);
  (void)sigaddset(&one, SIGUSR1);
  (void)sigprocmask(may ? SIG_UNBLOCK : SIG_BLOCK, &one, NULL);
}

static void handle(int number, void (*handler)(int))
{
  const struct sigaction action = { .sa_handler = handler };
  (void)sigaction(number, &action, NULL);
}

/* What runs may read besides the places of programs and libraries. */
static const char *const readable[] = {
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  NULL,
};

/* The places of the compilers, with what lies beside their folder. */
static void add_places(strings *out)
{
  for (size_t i = 0; headers_common[i]; i++)
    strings_add(out, headers_common[i]);
  for (size_t i = 0; readable[i]; i++)
    strings_add(out, readable[i]);
  for (size_t i = 0; i < worker.served_count; i++) {
    const char *program = worker.served[i].program;
    char *path = program ? realpath(program, NULL) : NULL;
    char *folder = path ? path_directory(path) : NULL;
    if (folder && ends_with(folder, "/bin") && strlen(folder) > 4)
      folder[strlen(folder) - 4] = 0;
    if (folder)
      strings_add(out, folder);
    free(folder);
    free(path);
  }
}

rd_status worker_runner(runner *out, const char *const *more, rd_error *err)
{
  static const char *const nowhere[] = { NULL };
  strings places = { 0 };
  add_places(&places);
  for (; more && *more; more++)
    strings_add(&places, *more);
  rd_sandbox rights = { 0 };
  if (!worker.is_free) {
    rights.writable = nowhere;
    rights.readable = strings_argv(&places);
    rights.filter = jail_filter();
  }
  /* The places are lent for as long as the runner lives. */
  rd_status status = runner_init_rights(out, &rights, err);
  out->stop = &worker.stop;
  return status;
}

void worker_renew(runner *run)
{
  if (!runner_renew(run, NULL))
    return;
  runner_dispose(run);
  _exit(1);
}

void worker_begin(uint64_t ticket)
{
  worker.stop = ended;
  atomic_store(&worker.page->running[worker.number], ticket);
  if (atomic_load(&worker.page->cancelled[worker.number]) == ticket)
    worker.stop = 1;
  let_cancel(true);
}

void worker_end(void)
{
  let_cancel(false);
  atomic_store(&worker.page->running[worker.number], 0);
}

char *worker_take(size_t *size_out, gearman_job_st *from)
{
  return unpack(size_out, gearman_job_workload(from),
                gearman_job_workload_size(from), 4 * (size_t)NET_MOST);
}

void *worker_answer(size_t *size_out, textbuf *answer)
{
  char *out = pack(size_out, answer->data, answer->size);
  text_free(answer);
  return out;
}

bool worker_is_ended(void)
{
  return ended;
}

/* Has the first process died? In a container it may have the number 1. */
static bool is_left(void)
{
  return getppid() != worker.first;
}

/* Connects under this name, which the server lists; NULL: no memory. */
static gearman_worker_st *make_worker(const char *name)
{
  gearman_worker_st *at = gearman_worker_create(NULL);
  if (!at)
    return NULL;
  (void)gearman_worker_set_identifier(at, name, strlen(name));
  (void)gearman_worker_add_servers(at, worker.server);
  gearman_worker_set_timeout(at, RETRY_MS);
  return at;
}

/* Serves as long as the server answers. */
static void work(gearman_worker_st *at, bool *lost)
{
  bool good = true;
  while (good && !ended && !is_left()) {
    gearman_return_t status = gearman_worker_work(at);
    good = status == GEARMAN_SUCCESS || status == GEARMAN_TIMEOUT ||
           status == GEARMAN_WORK_FAIL || status == GEARMAN_NO_JOBS;
    if (good == *lost && !ended && !worker.number)
      worker_say(good ? "the server %s answers again"
                      : "the server %s does not answer; trying again",
                 worker.server);
    *lost = !good;
  }
}

/* Offers what is served, until the end. A connection that was lost in the middle
 * of a job is of no use any more. */
static void offer(void)
{
  bool lost = false;
  while (!ended && !is_left()) {
    gearman_worker_st *at = make_worker(worker.full_name);
    for (size_t i = 0; at && i < worker.served_count; i++)
      (void)gearman_worker_add_function(at, worker.served[i].function, 0,
                                        worker.served[i].serve,
                                        &worker.served[i]);
    if (at)
      work(at, &lost);
    if (at)
      gearman_worker_free(at);
    if (!ended)
      (void)poll(NULL, 0, RETRY_MS);
  }
}

static _Noreturn void live(size_t number)
{
  rd_error err = { 0 };
  (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
  worker.number = number;
  worker.full_name = mem_format("%s.%zu", worker.name, number);
  let_cancel(false);
  handle(SIGUSR1, on_cancel);
  if (worker_runner(&worker.run, NULL, &err)) {
    worker_say("%s", err.message);
    _exit(1);
  }
  offer();
  runner_dispose(&worker.run);
  _exit(0);
}

/* ---- the first process ---- */

/* There is none where fork failed; then kill would mean others. */
static void signal_process(size_t number, int signal)
{
  if (worker.pids[number] > 0)
    (void)kill(worker.pids[number], signal);
}

/* gearman_worker_fn: "NUMBER TICKET". */
static void *serve_cancel(gearman_job_st *from, void *context, size_t *size_out,
                          gearman_return_t *status_out)
{
  (void)context;
  char text[64] = "";
  size_t number, size = gearman_job_workload_size(from);
  uint64_t ticket;
  if (size < sizeof text)
    memcpy(text, gearman_job_workload(from), size);
  if (sscanf(text, "%zu %" SCNu64, &number, &ticket) == 2 &&
      number < worker.jobs) {
    atomic_store(&worker.page->cancelled[number], ticket);
    signal_process(number, SIGUSR1);
  }
  *size_out = 0;
  *status_out = GEARMAN_SUCCESS;
  return NULL;
}

static void start_process(size_t number)
{
  pid_t pid = fork();
  if (!pid)
    live(number);
  worker.pids[number] = pid;
}

/* Starts again what died, or could not be started. */
static void replace_dead(void)
{
  pid_t dead;
  for (size_t i = 0; i < worker.jobs; i++)
    if (worker.pids[i] < 0)
      start_process(i);
  while (!ended && (dead = waitpid(-1, NULL, WNOHANG)) > 0)
    for (size_t i = 0; i < worker.jobs; i++)
      if (worker.pids[i] == dead) {
        worker_say("process %zu died and is started again", i);
        start_process(i);
      }
}

static void look_after(void)
{
  char *function = mem_format(NET_CANCEL "%s", worker.name);
  gearman_worker_st *at = NULL;
  while (!ended) {
    if (!at && (at = make_worker(worker.name)))
      (void)gearman_worker_add_function(at, function, 0, serve_cancel, NULL);
    gearman_return_t status =
        at ? gearman_worker_work(at) : GEARMAN_MEMORY_ALLOCATION_FAILURE;
    if (status != GEARMAN_SUCCESS && status != GEARMAN_TIMEOUT) {
      if (at)
        gearman_worker_free(at);
      at = NULL;
      (void)poll(NULL, 0, RETRY_MS);
    }
    replace_dead();
  }
  for (size_t i = 0; i < worker.jobs; i++) {
    signal_process(i, SIGTERM);
    signal_process(i, SIGCONT); /* it may be stopped */
  }
  for (size_t i = 0; i < worker.jobs; i++)
    while (worker.pids[i] > 0 && waitpid(worker.pids[i], NULL, 0) < 0 &&
           errno == EINTR)
      ;
}

static void serve(const char *program, char *function, gearman_worker_fn *with)
{
  worker.served[worker.served_count++] =
      (served){ program ? path_program(program) : NULL, function, with };
}

/* An error, which is said even if the worker is quiet. */
static void say_error(const char *format, const char *what)
{
  (void)fputs("clang-hdd: error: ", stderr);
  (void)fprintf(stderr, format, what);
  (void)fputc('\n', stderr);
}

/* Finds the identities; false: a compiler is missing, which is said. */
static bool find_compilers(runner *run, char *const *compilers)
{
  char *reducer = identity_reducer(run);
  bool good = reducer != NULL;
  if (!good)
    say_error("%s", "worker: the compilers that judge texts cannot be read");
  for (size_t i = 0; good && compilers[i]; i++) {
    char *digits = identity_find(run, compilers[i]);
    good = digits != NULL;
    if (good) {
      serve(compilers[i], mem_format(NET_RUN "%s", digits), worker_test);
      serve(compilers[i], mem_format(ORDER_FUNCTION "%s-%s", digits, reducer),
            worker_reduce);
      worker_say("%s is %s", compilers[i], digits);
    } else {
      say_error("compiler %s is not found, or cannot be asked what it is",
                compilers[i]);
    }
    free(digits);
  }
  free(reducer);
  if (worker.scripts)
    serve(NULL, mem_copy(NET_SCRIPT), worker_test);
  return good;
}

static void name_worker(void)
{
  char host[40] = "";
  (void)gethostname(host, sizeof host - 1);
  for (char *at = host; *at; at++)
    if (*at == '.' || !net_in_name(*at))
      *at = '-';
  (void)snprintf(worker.name, sizeof worker.name, "%s-%d", host, (int)getpid());
}

/* Serves with the folder of the runner for its texts. */
static int serve_with(runner *own, char *const *compilers, rd_error *err)
{
  enum { EXIT_NO_COMPILER = 5, EXIT_INTERNAL = 70 };
  worker.texts = own->kept;
  if (!find_compilers(own, compilers))
    return EXIT_NO_COMPILER;
  if (!worker.is_free && !rd_sandbox_exists())
    worker_say(
        "this system has no Landlock: what is run can write where you may");
  worker.page = mmap(NULL, sizeof *worker.page, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (worker.page == MAP_FAILED) {
    fail_system(err, "share", "memory");
    return EXIT_INTERNAL;
  }
  worker_say("%s serves %s with %zu processes", worker.name, worker.server,
             worker.jobs);
  for (size_t i = 0; i < worker.jobs; i++)
    start_process(i);
  look_after();
  return 0;
}

int serve_jobs(const char *server, size_t jobs, const char *flags,
               char *const *compilers)
{
  enum { EXIT_NO_FOLDER = 11 };
  size_t count = 0;
  while (compilers[count])
    count++;
  worker.server = server;
  worker.first = getpid();
  worker.jobs = jobs < WORKER_PROCESSES ? jobs : WORKER_PROCESSES;
  worker.scripts = strchr(flags, 's');
  worker.is_free = strchr(flags, 'f');
  worker.quiet = strchr(flags, 'q');
  worker.served = mem_alloc(2 * count + 1, sizeof *worker.served);
  name_worker();
  handle(SIGTERM, on_end);
  handle(SIGINT, on_end);
  (void)signal(SIGPIPE, SIG_IGN);
  runner own; /* its keeper removes the folder, however this process ends */
  rd_error err = { 0 };
  int code = EXIT_NO_FOLDER;
  if (!runner_init(&own, true, &err)) {
    code = serve_with(&own, compilers, &err);
    runner_dispose(&own);
  }
  if (err.status)
    say_error("%s", err.message);
  return code;
}
