/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The function "reduce": a whole reduction of a campaign elsewhere.
 *
 * It is this program's own `clang-hdd reduce` on the text that came, in a private
 * folder, with the compiler that the owner of the worker named. It is held to the
 * same rights as a test, except that it may read what it consists of and /proc,
 * and so is all that it starts; its own tests are held to their folder within
 * that. Options that name files or start programs do not travel.
 *
 * A reduction takes as long as it takes. Each second the server hears that it is
 * still alive and passes that on to who waits; a worker that is stopped is silent
 * and so is lost after a while. One that dies is noticed by the server, which
 * gives the job to another.
 */
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/modules.h"
#include "clang-hdd/travel.h"
#include "engine/identity.h"
#include "engine/order.h"
#include "gearman/worker.h"

enum {
  ALIVE_MS = 1000,            /* between two signs of life */
  MOST_MS = 24 * 3600 * 1000, /* of a reduction */
  FILE_MOST_MIB = 1024,
  MEMORY_MOST_MIB = 16384, /* of all that it runs */
  OUTPUT_MOST = 16 << 20,
};

static runner reducer; /* made with the first reduction */
static bool has_reducer;

/* What is being done. */
static gearman_job_st *present;
static uint64_t told_ms;

/* Called while a reduction lasts. */
static void tell_alive(const char *const *argv, uint64_t since_ms,
                       uint64_t most_ms)
{
  (void)since_ms, (void)most_ms;
  if (worker_is_ended())
    worker.stop = 1;
  if (!argv || now_ms() - told_ms < ALIVE_MS)
    return;
  told_ms = now_ms();
  (void)gearman_job_send_status(present, 0, 1);
}

/* What a reduction reads besides compilers: the programs, front ends and
 * libraries of clang-hdd, wherever they are. */
static rd_status make_reducer(const char *program, rd_error *err)
{
  char *path = realpath(program, NULL);
  char *folder = path_directory(path ? path : program);
  char *above = path_directory(folder);
  const char *const more[] = { "/proc", folder, above, NULL };
  rd_status status = worker_runner(&reducer, more, err);
  has_reducer = !status;
  reducer.waiting = tell_alive;
  free(above);
  free(folder);
  free(path);
  return status;
}

/* ---- what it made ---- */

static void add_file(delivery *to, size_t *bytes, const char *folder,
                     const FTSENT *entry)
{
  char *text = NULL;
  size_t size = 0;
  if (to->files.size == ORDER_FILES ||
      file_read(&text, &size, entry->fts_accpath, NULL))
    return;
  if (*bytes + size > ORDER_BYTES) {
    free(text);
    return;
  }
  *bytes += size;
  order_file file = { .name = mem_copy(entry->fts_path + strlen(folder) + 1),
                      .runs = entry->fts_statp->st_mode & S_IXUSR,
                      .content = { text, size } };
  ARRAY_PUSH(&to->files, file);
}

/* Adds the files of the folder, without the repository of the journal, which the
 * campaign would not take; their content is the caller's. */
static void collect(delivery *to, char *folder)
{
  char *roots[] = { folder, NULL };
  size_t bytes = 0;
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  for (FTSENT *entry; walk && (entry = fts_read(walk));)
    if (entry->fts_info == FTS_D && ends_with(entry->fts_name, ".git"))
      (void)fts_set(walk, entry, FTS_SKIP);
    else if (entry->fts_info == FTS_F && strcmp(entry->fts_name, "lock") != 0)
      add_file(to, &bytes, folder, entry);
  if (walk)
    (void)fts_close(walk);
}

/* ---- a reduction ---- */

static void refuse(delivery *out, const char *reason)
{
  out->end = NET_REFUSED;
  out->reason = mem_copy(reason);
  worker_say("refused a reduction: %s", reason);
}

/* The compiler, called as the user calls it if that is the same file here. */
static const char *choose_name(const order *asked, const char *program)
{
  char *path = path_program(asked->compiler);
  bool same = path && path_same(path, program);
  free(path);
  return same ? asked->compiler : program;
}

static void add_words(strings *out, const order *asked, const strings *options,
                      const char *program, const char *compiler,
                      const char *folder)
{
  strings_add(out, program);
  strings_add(out, "reduce");
  strings_add_all(out, options);
  strings_add(out, "-j1");
  strings_add(out, "-o");
  strings_take(out, mem_format("%s/%s", folder, asked->name));
  strings_add(out, asked->name);
  strings_add(out, "--");
  strings_add(out, choose_name(asked, compiler));
  strings_add_all(out, &asked->words);
}

/* Keeps what was said; paths in the folder become names in it. */
static void write_log(const rd_run *run, const char *folder)
{
  textbuf log = { 0 };
  const char *at = run->output ? run->output : "", *found;
  const size_t size = strlen(folder);
  for (; (found = strstr(at, folder)); at = found + size) {
    text_add(&log, at, (size_t)(found - at));
    found += found[size] == '/';
  }
  text_puts(&log, at);
  char *path = mem_format("%s/log", folder);
  (void)file_write(path, log.data, log.size, NULL);
  free(path);
  text_free(&log);
}

/* Runs it; the log and the status are in *out. */
static void run_reduction(delivery *out, const order *asked, job *what,
                          const char *folder)
{
  const rd_limits limits = {
    .wall_ms = MOST_MS,
    .memory_bytes = (uint64_t)MEMORY_MOST_MIB << 20,
    .output_bytes = OUTPUT_MOST,
    .file_bytes = (uint64_t)FILE_MOST_MIB << 20,
  };
  const source input = { asked->name, asked->text.bytes, asked->text.size };
  rd_run run = { 0 };
  rd_error err = { 0 };
  worker_begin(asked->ticket);
  told_ms = now_ms();
  rd_status status = runner_start_job(&reducer, what, &input, &limits, &err);
  if (!status)
    status = runner_wait(&run, &reducer, &err);
  worker_end();
  if (status == RD_ERR_DIED)
    worker_renew(&reducer);
  if (status == RD_ERR_DIED)
    out->end = NET_LOST;
  else if (status == RD_ERR_STOPPED)
    out->end = NET_CANCELLED;
  else if (status)
    refuse(out, err.message);
  else if (run.end != RD_END_EXIT && run.end != RD_END_SIGNAL)
    refuse(out, "a limit ended it");
  else
    out->status = (uint64_t)run.status + (run.end == RD_END_SIGNAL ? 128 : 0);
  if (out->end == NET_RAN)
    write_log(&run, folder);
  rd_run_dispose(&run);
}

static void reduce(delivery *out, const served *with, const order *asked)
{
  strings options = { 0 };
  job what = { 0 };
  rd_error err = { 0 };
  const char *option = identity_refused(&asked->words);
  char *program = modules_program("clang-hdd-main"), *folder = NULL;
  if (option)
    refuse(out, option);
  else if (!travel_options(&options, &asked->options))
    refuse(out, "it has options that do not travel");
  else if (!program || (!has_reducer && make_reducer(program, &err)))
    refuse(out, program ? err.message : "clang-hdd is not complete");
  if (!out->reason) {
    folder = mem_format("%s/out", reducer.kept);
    rd_scratch_remove(folder);
    (void)folder_make(folder, 0700, NULL);
    add_words(&what.words, asked, &options, program, with->program, folder);
    run_reduction(out, asked, &what, folder);
  }
  if (folder && out->end == NET_RAN)
    collect(out, folder);
  if (folder)
    rd_scratch_remove(folder);
  job_dispose(&what);
  strings_free(&options);
  free(folder);
  free(program);
}

void *worker_reduce(gearman_job_st *from, void *context, size_t *size_out,
                    gearman_return_t *status_out)
{
  order asked;
  textbuf message = { 0 };
  delivery out = { .end = NET_RAN, .worker = mem_copy(worker.full_name) };
  present = from;
  (void)gearman_job_send_data(from, worker.full_name, strlen(worker.full_name));
  size_t size = 0;
  char *bytes = worker_take(&size, from);
  if (order_take(&asked, bytes ? bytes : "", size))
    reduce(&out, context, &asked);
  else
    refuse(&out, "it is malformed, or of another version");
  if (worker_is_ended()) { /* the server gives it to another */
    runner_dispose(&reducer);
    runner_dispose(&worker.run);
    _exit(0);
  }
  delivery_put(&message, &out);
  for (size_t i = 0; i < out.files.size; i++)
    free((void *)(uintptr_t)out.files.data[i].content.bytes);
  order_dispose(&asked);
  delivery_dispose(&out);
  *status_out = GEARMAN_SUCCESS;
  free(bytes);
  return worker_answer(size_out, &message);
}
