/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the steps of a session share: failing, and releasing everything.
 *
 * A session is filled from top to bottom; each step uses what the steps before
 * it left there. Whatever happens, session_dispose puts it all away in reverse
 * order, and it accepts a session that stopped anywhere.
 */
#include "clang-hdd/session.h"

#include <stdarg.h>
#include <stdlib.h>

#include "clang-hdd/alongside.h"
#include "clang-hdd/classes.h"
#include "clang-hdd/flags_step.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/resume.h"

exit_code session_fail(session *self, exit_code code, const char *format, ...)
{
  char *message = NULL;
  va_list args;
  va_start(args, format);
  int size = vasprintf(&message, format, args);
  va_end(args);
  progress_error(&self->progress, "%s", size < 0 ? format : message);
  if (size >= 0)
    free(message);
  return code;
}

exit_code session_interrupted(void)
{
  switch (interrupt_signal) {
  case 0:
  case INTERRUPT_QUIT:
    return EXIT_DONE;
  case SIGINT:
    return EXIT_INTERRUPTED;
  default:
    return EXIT_TERMINATED;
  }
}

exit_code session_fail_error(session *self, const rd_error *err)
{
  exit_code stopped = session_interrupted();
  if (stopped)
    return stopped;
  switch (err->status) {
  case RD_ERR_NOSPACE:
    return session_fail(self, EXIT_DISK_FULL, "%s; make room and start again",
                        err->message);
  case RD_OK:
  case RD_ERR_IO:
  case RD_ERR_NOTFOUND:
  case RD_ERR_INVALID:
  case RD_ERR_UNSUPPORTED:
  case RD_ERR_DIED:
  case RD_ERR_STOPPED:
  case RD_ERR_NOT_INTERESTING:
    break;
  }
  return session_fail(self, EXIT_INTERNAL, "%s", err->message);
}

exit_code session_make_slots(session *self, size_t count)
{
  rd_error err = { 0 };
  self->slots = mem_resize(self->slots, count, sizeof(runner *));
  for (; self->slot_count < count; self->slot_count++) {
    runner *slot = &self->run;
    if (self->slot_count) {
      slot = mem_alloc(1, sizeof *slot);
      if (runner_init(slot, &err)) {
        free(slot);
        return session_fail_error(self, &err);
      }
      slot->stop = &interrupt_signal;
      runner_add_environment(slot, &self->given->environment);
    }
    self->slots[self->slot_count] = slot;
  }
  return EXIT_DONE;
}

static void dispose_slots(session *self)
{
  for (size_t i = 1; i < self->slot_count; i++) {
    runner_dispose(self->slots[i]);
    free(self->slots[i]);
  }
  free(self->slots);
}

/* The oracle waits. */
static void on_idle(void *payload)
{
  (void)payload;
  interrupt_poll_keys();
}

/* A line of the oracle. */
static void on_notice(void *payload, const char *line)
{
  session *self = payload;
  progress_notice(&self->progress, "%s", line);
}

crash_options session_crash_options(session *self)
{
  const cli *options = &self->options;
  bool by_compiler = self->judge && judge_is_compiler(self->judge);
  crash_options out = {
    .slots = self->slots,
    .slot_count = self->slot_count,
    .argv = strings_argv(&self->argv),
    .name = self->name,
    .property = self->property,
    .expected = &self->signature,
    .pattern = self->has_pattern ? &self->pattern : NULL,
    .memory_bytes = options->hog_bytes,
    .limits = self->limits,
    .judge = self->judge,
    .repeat = options->repeat < 1000 ? (unsigned)options->repeat : 1000,
    .compiler = self->has_command ? &self->compiler : NULL,
    .original = { self->name, self->text, self->size },
    .errors = by_compiler ? judge_errors(self->judge) : NULL,
    .no_replay = options->no_replay,
    .no_zygote = options->no_zygote,
    .also_status = (int)options->also_interesting,
    .also_folder = self->also_folder,
    .temps_folder = self->temps_folder,
    .idle = on_idle,
    .notice = on_notice,
    .payload = self,
  };
  alongside_guard(&out, self);
  return out;
}

void session_dispose(session *self)
{
  report_dispose(&self->report);
  free(self->report_path);
  resume_dispose(self);
  flags_step_dispose(self);
  classes_dispose(self);
  for (size_t i = 0; i < self->accepted_count; i++)
    free(self->accepted[i].text);
  free(self->accepted);
  if (self->has_result)
    rd_result_dispose(&self->result);
  crash_oracle_free(self->oracle);
  alongside_dispose(self);
  others_dispose(&self->others);
  judge_free(self->judge);
  free(self->also_folder);
  free(self->temps_folder);
  signature_dispose(&self->signature);
  site_reports_dispose(&self->reports);
  if (self->has_pattern)
    regfree(&self->pattern);
  if (self->server)
    rd_server_free(self->server);
  strings_free(&self->argv);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  dispose_slots(self);
  if (self->has_runner)
    runner_dispose(&self->run);
  output_dispose(&self->output);
  if (self->text != self->input)
    free(self->text);
  free(self->input);
  intake_dispose(&self->intake);
  free(self->cwd);
  progress_dispose(&self->progress);
  cli_dispose(&self->options);
}
