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
 * What comes from the network is not trusted. A job names no compiler, only
 * arguments for one that the owner of the worker named; options that load or
 * start something else are refused, limits have a most, and a text is run only
 * if it is the one that the job means. Texts are kept for the processes of the
 * worker in a folder, by hash.
 */
#include <errno.h>
#include <libgearman/gearman.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "engine/delta.h"
#include "engine/identity.h"
#include "engine/net.h"
#include "gearman/roles.h"

enum {
  MOST_PROCESSES = 1024,
  RETRY_MS = 1000,
  WALL_MOST_MS = 600000,
  FILE_MOST_MIB = 1024,
  MEMORY_MOST_MIB = 8192,
  KEPT_MOST = 256,   /* texts in the folder */
  KNOWN_MOST = 1024, /* reductions that are remembered */
};

/* Memory that the processes share. */
struct page {
  _Atomic uint64_t running[MOST_PROCESSES];   /* ticket, or 0 */
  _Atomic uint64_t cancelled[MOST_PROCESSES]; /* the last that was */
};

struct served {
  const char *program; /* NULL: scripts */
  char *function;
};

static struct {
  const char *server;
  char name[96]; /* of the worker */
  bool scripts, is_free, quiet;
  struct served *served;
  size_t served_count, jobs;
  struct page *page;
  char *texts; /* folder */
  pid_t pids[MOST_PROCESSES];

  /* Of this process. */
  size_t number;
  char *full_name;
  runner run;
  strings places;             /* what it reads */
  ARRAY(net_hash) known;      /* originals of reductions that have asked */
  volatile sig_atomic_t stop; /* the run */
} self;

static volatile sig_atomic_t ended; /* by SIGTERM or SIGINT */

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *format, ...)
{
  va_list args;
  if (self.quiet)
    return;
  va_start(args, format);
  (void)fputs("clang-hdd: worker: ", stderr);
  (void)vfprintf(stderr, format, args);
  (void)fputc('\n', stderr);
  va_end(args);
}

/* ---- texts ---- */

static char *text_path(net_hash hash)
{
  return mem_format("%s/%016" PRIx64 "%016" PRIx64, self.texts, hash.high,
                    hash.low);
}

/* Caller's; NULL: it is not here. */
static char *find_text(size_t *size_out, net_hash hash)
{
  char *path = text_path(hash), *text = NULL;
  if (file_read(&text, size_out, path, NULL))
    text = NULL;
  if (text && !net_hash_is_same(net_hash_of(text, *size_out), hash)) {
    free(text);
    text = NULL;
  }
  free(path);
  return text;
}

/* Others may read it as soon as it has its name. */
static void keep_text(net_hash hash, const char *text, size_t size)
{
  strings names = { 0 };
  if (folder_list(&names, self.texts) && names.size > KEPT_MOST)
    rd_scratch_wipe(self.texts);
  strings_free(&names);
  char *path = text_path(hash),
       *aside = mem_format("%s.%zu", path, self.number);
  if (!file_write(aside, text, size, NULL) && rename(aside, path))
    (void)unlink(aside);
  free(aside);
  free(path);
}

/* Applies a difference, and keeps the text if `kept`; NULL: it is not the text
 * that is meant. */
static char *make_text(size_t *size_out, const char *base, size_t base_size,
                       net_part change, net_hash hash, bool kept)
{
  char *text = NULL;
  if (!delta_apply(&text, size_out, base, base_size, change.bytes, change.size,
                   NET_MOST))
    return NULL;
  if (!net_hash_is_same(net_hash_of(text, *size_out), hash)) {
    free(text);
    return NULL;
  }
  if (kept)
    keep_text(hash, text, *size_out);
  return text;
}

/* The base of a job; NULL with what is needed for it. */
static char *find_base(size_t *size_out, net_end *need_out,
                       const net_job *asked)
{
  char *base = find_text(size_out, asked->base), *original = NULL;
  size_t size = 0;
  if (base)
    return base;
  *need_out = NET_NEEDS_BASE;
  if (!asked->step.bytes)
    return NULL;
  *need_out = NET_NEEDS_ORIGINAL;
  if (asked->whole.bytes &&
      net_hash_is_same(net_hash_of(asked->whole.bytes, asked->whole.size),
                       asked->original)) {
    keep_text(asked->original, asked->whole.bytes, asked->whole.size);
    original = mem_copy_bytes(asked->whole.bytes, asked->whole.size);
    size = asked->whole.size;
  } else {
    original = find_text(&size, asked->original);
  }
  if (original)
    base = make_text(size_out, original, size, asked->step, asked->base, true);
  free(original);
  return base;
}

/* ---- jobs ---- */

static void refuse(net_answer *out, const char *reason)
{
  out->end = NET_REFUSED;
  out->reason = mem_copy(reason);
  say("refused a job: %s", reason);
}

static uint64_t at_most(uint64_t asked, uint64_t most)
{
  return asked && asked < most ? asked : most;
}

static rd_limits limits_for(const rd_limits *asked)
{
  return (rd_limits){
    .wall_ms = (uint32_t)at_most(asked->wall_ms, WALL_MOST_MS),
    .cpu_ms = (uint32_t)at_most(asked->cpu_ms, WALL_MOST_MS),
    .memory_bytes =
        at_most(asked->memory_bytes, (uint64_t)MEMORY_MOST_MIB << 20),
    .output_bytes = at_most(asked->output_bytes, 64 << 20),
    .file_bytes = at_most(asked->file_bytes, (uint64_t)FILE_MOST_MIB << 20),
  };
}

/* The script goes where runs leave no files; it is written for each, since one
 * may change it. */
static char *write_script(const net_part *script)
{
  char *path = mem_format("%s/script", self.run.kept);
  (void)unlink(path);
  if (file_write(path, script->bytes, script->size, NULL) ||
      chmod(path, 0700)) {
    free(path);
    return NULL;
  }
  return path;
}

/* A cancellation interrupts runs only, not the talk with the server. */
static void let_cancel(bool may)
{
  sigset_t one;
  (void)sigemptyset(&one);
  (void)sigaddset(&one, SIGUSR1);
  (void)sigprocmask(may ? SIG_UNBLOCK : SIG_BLOCK, &one, NULL);
}

/* One run; on failure, fills in the end of the answer. */
static bool run_once(rd_run *run, net_answer *out, const net_job *asked,
                     const char *program, const char *text, size_t size)
{
  job what = { 0 };
  rd_error err = { 0 };
  rd_limits limits = limits_for(&asked->limits);
  source input = { asked->name, text, size };
  strings_add(&what.words, program);
  for (size_t i = 1; i < asked->words.size; i++)
    strings_add(&what.words, asked->words.data[i]);
  strings_add_all(&what.environment, &asked->environment);
  rd_status status = runner_start_job(&self.run, &what, &input, &limits, &err);
  if (!status)
    status = runner_wait(run, &self.run, &err);
  job_dispose(&what);
  if (status == RD_ERR_DIED && !runner_renew(&self.run, NULL))
    status = rd_fail(&err, RD_ERR_IO, "the run was lost");
  if (status == RD_ERR_STOPPED)
    out->end = NET_CANCELLED;
  else if (status)
    refuse(out, err.message);
  else if (run->output_size > NET_OUTPUT)
    refuse(out, "it printed too much to send");
  else if (run->end == RD_END_NOSTART)
    refuse(out, strerror(run->status));
  return out->end == NET_RAN;
}

/* Is this the first job of a reduction that this process sees? */
static bool is_new(net_hash original)
{
  for (size_t i = 0; i < self.known.size; i++)
    if (net_hash_is_same(self.known.data[i], original))
      return false;
  if (self.known.size == KNOWN_MOST)
    self.known.size = 0;
  ARRAY_PUSH(&self.known, original);
  return true;
}

/* Runs the text, and first the base if that has to be proved. */
static void run_text(net_answer *out, const net_job *asked, const char *program,
                     const net_part *base, const net_part *text)
{
  bool prove = is_new(asked->original) || asked->prove, good = true;
  self.stop = 0;
  atomic_store(&self.page->running[self.number], asked->ticket);
  if (atomic_load(&self.page->cancelled[self.number]) == asked->ticket)
    self.stop = 1;
  let_cancel(true);
  if (prove)
    good = out->has_proof =
        run_once(&out->proof, out, asked, program, base->bytes, base->size);
  if (good)
    (void)run_once(&out->run, out, asked, program, text->bytes, text->size);
  let_cancel(false);
  atomic_store(&self.page->running[self.number], 0);
}

/* Does what a job asks for. */
static void do_job(net_answer *out, const struct served *with,
                   const net_job *asked)
{
  size_t base_size = 0, size = 0;
  const char *option = identity_refused(&asked->words);
  if (!with->program != !!asked->script.bytes) {
    refuse(out, "it is for another kind of worker");
    return;
  }
  if (with->program && (option || asked->environment.size)) {
    refuse(out, option ? option : "it sets variables");
    return;
  }
  char *base = find_base(&base_size, &out->end, asked);
  if (!base)
    return;
  char *text =
      make_text(&size, base, base_size, asked->change, asked->text, false);
  char *script = text && !with->program ? write_script(&asked->script) : NULL;
  out->end = NET_RAN;
  if (!text)
    refuse(out, "its text cannot be made");
  else if (!with->program && !script)
    refuse(out, "its script cannot be written");
  else
    run_text(out, asked, with->program ? with->program : script,
             &(net_part){ base, base_size }, &(net_part){ text, size });
  free(script);
  free(text);
  free(base);
}

/* gearman_worker_fn. */
static void *serve_job(gearman_job_st *from, void *context, size_t *size_out,
                       gearman_return_t *status_out)
{
  net_job asked;
  net_answer answer = { .worker = mem_copy(self.full_name) };
  (void)gearman_job_send_data(from, self.full_name, strlen(self.full_name));
  if (net_take_job(&asked, gearman_job_workload(from),
                   gearman_job_workload_size(from)))
    do_job(&answer, context, &asked);
  else
    refuse(&answer, "it is malformed, or of another version");
  textbuf message = { 0 };
  net_put_answer(&message, &answer);
  net_job_dispose(&asked);
  net_answer_dispose(&answer);
  *status_out = GEARMAN_SUCCESS;
  return text_take(&message, size_out);
}

/* ---- a process ---- */

static void on_cancel(int number)
{
  (void)number;
  uint64_t ticket = atomic_load(&self.page->running[self.number]);
  if (ticket && atomic_load(&self.page->cancelled[self.number]) == ticket)
    self.stop = 1;
}

static void on_end(int number)
{
  (void)number;
  ended = 1;
}

static void handle(int number, void (*handler)(int))
{
  const struct sigaction action = { .sa_handler = handler };
  (void)sigaction(number, &action, NULL);
}

/* What runs may read: programs and libraries, not the homes of users. */
static const char *const readable[] = {
  "/usr",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/bin",
  "/sbin",
  "/opt",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/alternatives",
  NULL,
};

/* The places of the compilers, with what lies beside their folder. */
static void add_places(strings *out)
{
  for (size_t i = 0; readable[i]; i++)
    strings_add(out, readable[i]);
  for (size_t i = 0; i < self.served_count; i++) {
    const char *program = self.served[i].program;
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

static rd_status start_runner(rd_error *err)
{
  static const char *const nowhere[] = { NULL };
  add_places(&self.places);
  rd_sandbox rights = { 0 };
  if (!self.is_free) {
    rights.writable = nowhere;
    rights.readable = strings_argv(&self.places);
    rights.filter = jail_filter();
  }
  rd_status status = runner_init_rights(&self.run, &rights, err);
  self.run.stop = &self.stop;
  return status;
}

/* Connects, and offers what is served; NULL: no memory. */
static gearman_worker_st *make_worker(void)
{
  gearman_worker_st *worker = gearman_worker_create(NULL);
  if (!worker)
    return NULL;
  (void)gearman_worker_add_servers(worker, self.server);
  gearman_worker_set_timeout(worker, RETRY_MS);
  return worker;
}

/* Serves until the end, whatever the server does. */
static void work(gearman_worker_st *worker)
{
  bool lost = false;
  while (!ended && getppid() != 1) {
    gearman_return_t status = gearman_worker_work(worker);
    bool good = status == GEARMAN_SUCCESS || status == GEARMAN_TIMEOUT ||
                status == GEARMAN_WORK_FAIL || status == GEARMAN_NO_JOBS;
    if (!good && !lost && !self.number)
      say("the server %s does not answer; trying again", self.server);
    if (good && lost && !self.number)
      say("the server answers again");
    lost = !good;
    if (lost)
      (void)poll(NULL, 0, RETRY_MS);
  }
}

static _Noreturn void live(size_t number)
{
  rd_error err = { 0 };
  (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
  self.number = number;
  self.full_name = mem_format("%s.%zu", self.name, number);
  let_cancel(false);
  handle(SIGUSR1, on_cancel);
  if (start_runner(&err)) {
    say("%s", err.message);
    _exit(1);
  }
  gearman_worker_st *worker = make_worker();
  for (size_t i = 0; worker && i < self.served_count; i++)
    (void)gearman_worker_add_function(worker, self.served[i].function, 0,
                                      serve_job, &self.served[i]);
  if (worker)
    work(worker);
  runner_dispose(&self.run);
  _exit(0);
}

/* ---- the first process ---- */

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
      number < self.jobs) {
    atomic_store(&self.page->cancelled[number], ticket);
    (void)kill(self.pids[number], SIGUSR1);
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
  self.pids[number] = pid;
}

/* Starts again what died. */
static void replace_dead(void)
{
  pid_t dead;
  while (!ended && (dead = waitpid(-1, NULL, WNOHANG)) > 0)
    for (size_t i = 0; i < self.jobs; i++)
      if (self.pids[i] == dead) {
        say("process %zu died and is started again", i);
        start_process(i);
      }
}

static void look_after(void)
{
  gearman_worker_st *worker = make_worker();
  char *function = mem_format(NET_CANCEL "%s", self.name);
  if (worker)
    (void)gearman_worker_add_function(worker, function, 0, serve_cancel, NULL);
  while (!ended && worker) {
    gearman_return_t status = gearman_worker_work(worker);
    if (status != GEARMAN_SUCCESS && status != GEARMAN_TIMEOUT)
      (void)poll(NULL, 0, RETRY_MS);
    replace_dead();
  }
  for (size_t i = 0; i < self.jobs; i++)
    (void)kill(self.pids[i], SIGTERM);
  while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {
  }
}

/* Finds the identities; false: a compiler is missing. */
static bool find_compilers(char *const *compilers)
{
  runner run;
  rd_error err = { 0 };
  bool good = !runner_init(&run, true, &err);
  for (size_t i = 0; good && compilers[i]; i++) {
    char *digits = identity_find(&run, compilers[i]);
    good = digits != NULL;
    if (good) {
      self.served[self.served_count++] =
          (struct served){ path_program(compilers[i]),
                           mem_format(NET_RUN "%s", digits) };
      say("%s is %s", compilers[i], digits);
    } else {
      (void)fprintf(stderr, "clang-hdd: error: compiler %s is not found\n",
                    compilers[i]);
    }
    free(digits);
  }
  runner_dispose(&run);
  if (self.scripts)
    self.served[self.served_count++] =
        (struct served){ NULL, mem_copy(NET_SCRIPT) };
  return good;
}

static void name_worker(void)
{
  char host[40] = "";
  (void)gethostname(host, sizeof host - 1);
  for (char *at = host; *at; at++)
    if (*at == '.')
      *at = '-';
  (void)snprintf(self.name, sizeof self.name, "%s-%d", host, (int)getpid());
}

int serve_jobs(const char *server, size_t jobs, const char *flags,
               char *const *compilers)
{
  enum { EXIT_NO_COMPILER = 5, EXIT_NO_FOLDER = 11 };
  size_t count = 0;
  while (compilers[count])
    count++;
  self.server = server;
  self.jobs = jobs < MOST_PROCESSES ? jobs : MOST_PROCESSES;
  self.scripts = strchr(flags, 's');
  self.is_free = strchr(flags, 'f');
  self.quiet = strchr(flags, 'q');
  self.served = mem_alloc(count + 1, sizeof *self.served);
  name_worker();
  handle(SIGTERM, on_end);
  handle(SIGINT, on_end);
  (void)signal(SIGPIPE, SIG_IGN);
  if (!find_compilers(compilers))
    return EXIT_NO_COMPILER;
  if (!self.is_free && !rd_sandbox_exists())
    say("this system has no Landlock: what is run can write where you may");
  self.page = mmap(NULL, sizeof *self.page, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (self.page == MAP_FAILED || rd_scratch_new(&self.texts, NULL))
    return EXIT_NO_FOLDER;
  say("%s serves %s with %zu processes", self.name, server, self.jobs);
  for (size_t i = 0; i < self.jobs; i++)
    start_process(i);
  look_after();
  rd_scratch_remove(self.texts);
  return 0;
}
