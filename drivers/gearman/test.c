/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The function "run": one run of a command on a text that a reduction elsewhere
 * asks for.
 *
 * A job names no compiler, only arguments for one that the owner of the worker
 * named; options that load or start something else are refused, limits have a
 * most, and a text is run only if it is the one that the job means. Texts are kept
 * for the processes of the worker in a folder, by hash.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "engine/delta.h"
#include "engine/headers.h"
#include "engine/identity.h"
#include "gearman/worker.h"

enum {
  WALL_MOST_MS = 600000,
  FILE_MOST_MIB = 1024,
  MEMORY_MOST_MIB = 8192,
  KEPT_MOST = 256,   /* texts in the folder */
  KNOWN_MOST = 1024, /* reductions that are remembered */
};

/* Originals of reductions that have asked this process. */
static ARRAY(net_hash) known;

/* ---- texts ---- */

static char *text_path(net_hash hash)
{
  return mem_format("%s/%016" PRIx64 "%016" PRIx64, worker.texts, hash.high,
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
  if (folder_list(&names, worker.texts) && names.size > KEPT_MOST)
    rd_scratch_wipe(worker.texts);
  strings_free(&names);
  char *path = text_path(hash),
       *aside = mem_format("%s.%zu", path, worker.number);
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
  worker_say("refused a job: %s", reason);
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
  char *path = mem_format("%s/script", worker.run.kept);
  (void)unlink(path);
  if (file_write(path, script->bytes, script->size, NULL) ||
      chmod(path, 0700)) {
    free(path);
    return NULL;
  }
  return path;
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
  worker.run.files = asked->files; /* lent for the run */
  rd_status status =
      runner_start_job(&worker.run, &what, &input, &limits, &err);
  if (!status)
    status = runner_wait(run, &worker.run, &err);
  worker.run.files = (strings){ 0 };
  job_dispose(&what);
  if (status == RD_ERR_DIED)
    worker_renew(&worker.run);
  if (status == RD_ERR_DIED)
    out->end = NET_LOST;
  else if (status == RD_ERR_STOPPED)
    out->end = NET_CANCELLED;
  else if (status)
    refuse(out, err.message);
  else if (run->output_size > NET_OUTPUT)
    refuse(out, "it printed too much to send");
  else if (run->end == RD_END_NOSTART)
    refuse(out, strerror(run->status));
  return out->end == NET_RAN;
}

/* Has this process run a job of that reduction? */
static bool is_known(net_hash original)
{
  size_t i = 0;
  while (i < known.size && !net_hash_is_same(known.data[i], original))
    i++;
  return i < known.size;
}

static void know(net_hash original)
{
  if (known.size == KNOWN_MOST)
    known.size = 0;
  ARRAY_PUSH(&known, original);
}

/* Has this machine the headers that are compared? They do not change in a
 * reduction. */
static bool has_headers(net_answer *out, const net_job *asked,
                        const net_part *base)
{
  if (is_known(asked->original))
    return true;
  char *why = headers_refused(&asked->files, base->bytes, base->size);
  bool good = !why;
  if (why)
    refuse(out, why);
  free(why);
  return good;
}

/* Runs the text, and first the base if that has to be proved. */
static void run_text(net_answer *out, const net_job *asked, const char *program,
                     const net_part *base, const net_part *text)
{
  bool is_new = !is_known(asked->original), good = true;
  bool prove = is_new || asked->prove;
  if (is_new)
    know(asked->original);
  worker_begin(asked->ticket);
  if (prove)
    good = out->has_proof =
        run_once(&out->proof, out, asked, program, base->bytes, base->size);
  if (good)
    (void)run_once(&out->run, out, asked, program, text->bytes, text->size);
  worker_end();
}

/* Does what a job asks for. */
static void do_job(net_answer *out, const served *with, const net_job *asked)
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
  const net_part from = { base, base_size };
  char *text =
      make_text(&size, base, base_size, asked->change, asked->text, false);
  char *script = text && !with->program ? write_script(&asked->script) : NULL;
  out->end = NET_RAN;
  if (!text)
    refuse(out, "its text cannot be made");
  else if (!has_headers(out, asked, &from))
    ; /* it has said so */
  else if (!with->program && !script)
    refuse(out, "its script cannot be written");
  else
    run_text(out, asked, with->program ? with->program : script, &from,
             &(net_part){ text, size });
  free(script);
  free(text);
  free(base);
}

void *worker_test(gearman_job_st *from, void *context, size_t *size_out,
                  gearman_return_t *status_out)
{
  net_job asked;
  net_answer answer = { .worker = mem_copy(worker.full_name) };
  (void)gearman_job_send_data(from, worker.full_name, strlen(worker.full_name));
  size_t size = 0;
  char *bytes = worker_take(&size, from);
  if (net_take_job(&asked, bytes ? bytes : "", size))
    do_job(&answer, context, &asked);
  else
    refuse(&answer, "it is malformed, or of another version");
  if (worker_is_ended()) { /* the server gives it to another */
    runner_dispose(&worker.run);
    _exit(0);
  }
  textbuf message = { 0 };
  net_put_answer(&message, &answer);
  net_job_dispose(&asked);
  net_answer_dispose(&answer);
  *status_out = GEARMAN_SUCCESS;
  free(bytes);
  return worker_answer(size_out, &message);
}
