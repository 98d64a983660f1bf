/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Workers run the command of a test and send back what it printed; what that
 * means is decided here, as for a run here. So they have to give the same
 * answers: the command may need nothing of this machine but the compiler, whose
 * identity chooses the workers, and the text.
 */
#include "clang-hdd/workers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "blame/source_lines.h"
#include "clang-hdd/cores.h"
#include "engine/identity.h"

/* Why its tests have to run here; static, NULL: they need not. */
static const char *find_obstacle(const oracle *self)
{
  const property *of = self->property;
  const subject *about = of->subject;
  if (of->kind == PROPERTY_SCRIPT && !about->script)
    return "--commands are for this machine; use --test";
  if (of->kind == PROPERTY_SCRIPT &&
      request_input_way(of->request) == INPUT_STDIN)
    return "--input-as stdin";
  if (of->kind == PROPERTY_SCRIPT && about->script != about->argv.data[0])
    return "the script names no program that runs it (#!)";
  if (of->kind == PROPERTY_WRONG)
    return "a program is built by several compilers, and run";
  if (of->kind != PROPERTY_CRASH && of->kind != PROPERTY_PATTERN &&
      of->kind != PROPERTY_SCRIPT)
    return "what a test measures depends on the machine";
  if (of->kind == PROPERTY_SCRIPT)
    return NULL;
  if (headers_asked(self->original->text, self->original->size))
    return "the file asks which headers there are";
  return identity_obstacle(&about->argv,
                           of->environment.size ? &of->environment
                                                : &about->given->environment,
                           NULL, about->files);
}

/* What the text includes, so that workers have it too. *why_out: why they cannot,
 * caller's; NULL: they can. */
static exit_code find_headers(headers *out, char **why_out, const oracle *self)
{
  const original *whole = self->original;
  const source input =
      subject_source(self->property->subject, whole->text, whole->size);
  strings read = { 0 };
  char *text = NULL;
  size_t size = 0;
  exit_code code =
      original_preprocess(&text, &size, self->property, &input, true);
  *why_out = NULL;
  if (!code && text)
    lines_entered(&read, text, size);
  if (!code && !read.size) /* as with -P: some of the compiler's are entered */
    *why_out = mem_copy("what the file includes cannot be found out");
  else if (!code)
    *why_out = headers_collect(out, &read, &self->property->subject->argv);
  strings_free(&read);
  free(text);
  return code;
}

/* The function that serves the command; caller's. */
static char *find_function(const oracle *self)
{
  const subject *about = self->property->subject;
  if (self->property->kind == PROPERTY_SCRIPT)
    return mem_copy(NET_SCRIPT);
  char *digits = identity_find(about->run, subject_argv(about)[0]);
  char *function = digits ? mem_format(NET_RUN "%s", digits) : NULL;
  free(digits);
  return function;
}

static rd_status start_courier(oracle *self, const headers *with,
                               const char *function, rd_error *err)
{
  const subject *about = self->property->subject;
  courier_options options = { .server = self->property->request->server,
                              .function = function,
                              .original = self->original->text,
                              .original_size = self->original->size,
                              .name = about->name,
                              .files = about->files,
                              .headers = with,
                              .places = self->slot_count };
  char *script = NULL;
  rd_status status = RD_OK;
  if (self->property->kind == PROPERTY_SCRIPT)
    status = file_read(&script, &options.script_size, about->script, err);
  options.script = script;
  if (!status)
    status = courier_new(&self->courier, &options, err);
  free(script);
  return status;
}

exit_code workers_engage(oracle *self)
{
  const property *of = self->property;
  const char *obstacle = find_obstacle(self);
  char *why = obstacle ? mem_copy(obstacle) : NULL, *function = NULL;
  headers with = { 0 };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  if (!why && of->kind != PROPERTY_SCRIPT &&
      has_includes(self->original->text, self->original->size))
    code = find_headers(&with, &why, self);
  if (!code && !why && !(function = find_function(self)))
    why = mem_copy("the compiler cannot be read");
  if (!code && why)
    progress_notice("--server: tests run here, since %s", why);
  rd_status status =
      code || why ? RD_OK : start_courier(self, &with, function, &err);
  if (status)
    code = status == RD_ERR_UNSUPPORTED
               ? progress_fail(EXIT_USAGE, "--server: %s", err.message)
               : progress_fail_error(&err);
  if (self->courier)
    courier_await(self->courier);
  headers_dispose(&with);
  free(function);
  free(why);
  return code;
}

char *workers_line(const oracle *self)
{
  if (!self->courier)
    return NULL;
  courier_use use = courier_used(self->courier);
  uint64_t mean = use.jobs ? use.bytes / use.jobs : 0;
  return mem_format("%" PRIu64 " jobs to %" PRIu64 " processes, %" PRIu64
                    " bytes each in the mean, %" PRIu64 " lost",
                    use.jobs, use.workers, mean, use.lost);
}
