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
  if (of->kind != PROPERTY_CRASH && of->kind != PROPERTY_PATTERN &&
      of->kind != PROPERTY_SCRIPT)
    return "what a test measures depends on the machine";
  if (about->files)
    return "there are several files";
  if (of->kind == PROPERTY_SCRIPT)
    return NULL;
  const source text = { .text = self->original->text,
                        .size = self->original->size };
  return identity_obstacle(&about->argv,
                           of->environment.size ? &of->environment
                                                : &about->given->environment,
                           &text);
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

exit_code workers_engage(oracle *self)
{
  const property *of = self->property;
  const char *server = of->request->server, *obstacle = find_obstacle(self);
  rd_error err = { 0 };
  char *function = obstacle ? NULL : find_function(self);
  if (!function) {
    progress_notice("--server: tests run here, since %s",
                    obstacle ? obstacle : "the compiler cannot be read");
    return EXIT_DONE;
  }
  courier_options options = { .server = server,
                              .function = function,
                              .original = self->original->text,
                              .original_size = self->original->size,
                              .places = self->slot_count };
  char *script = NULL;
  rd_status status = RD_OK;
  if (of->kind == PROPERTY_SCRIPT)
    status =
        file_read(&script, &options.script_size, of->subject->script, &err);
  options.script = script;
  if (!status)
    status = courier_new(&self->courier, &options, &err);
  free(script);
  free(function);
  if (status)
    return status == RD_ERR_UNSUPPORTED
               ? progress_fail(EXIT_USAGE, "--server: %s", err.message)
               : progress_fail_error(&err);
  courier_await(self->courier);
  return EXIT_DONE;
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
