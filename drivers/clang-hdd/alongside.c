/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A bisection beside a reduction.
 *
 * Both first need the compiler of the bad revision, and builds take long. The
 * bisection therefore starts before everything else, and its compiler is the
 * one that reduces the file. From then on the two run side by side.
 * checkpoint.c applies the result to the reduction.
 */
#include "clang-hdd/alongside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/keyboard.h"
#include "clang-hdd/names.h"
#include "clang-hdd/output.h"

enum { WAIT_MS = 200 };

/* ---- starting ---- */

/* Adds the options that the bisection understands and that are not about what
 * is written. */
static void add_options(strings *out, const request *asked)
{
  static const char *const left_out[] = { "output",  "resume", "quiet",
                                          "verbose", "json",   NULL };
  strings given = { 0 };
  options_given(&given, asked, &options_reduce, left_out);
  for (size_t i = 0; i < given.size; i++) {
    const char *word = given.data[i] + strlen("--");
    char *name = mem_copy_bytes(word, strcspn(word, "="));
    if (option_find(&options_bisect, name))
      strings_add(out, given.data[i]);
    free(name);
  }
  strings_free(&given);
}

/* The folder of the bisection: beside the journal, or in the scratch folder if
 * there is no journal. */
static exit_code find_folder(char **out, alongside *self)
{
  const request *asked = self->request;
  if (asked->no_journal) {
    *out = mem_format("%s/bisect", self->run.kept);
    return EXIT_DONE;
  }
  output place = { 0 };
  rd_error err = { 0 };
  bool here = !asked->output && output_goes_here(asked->file);
  rd_status status =
      output_init(&place, here ? base_name(asked->file) : asked->file,
                  asked->output, OUTPUT_FILE, &err);
  if (!status)
    *out = mem_format("%s/bisect", place.folder);
  output_dispose(&place);
  return status ? progress_fail(EXIT_OUTPUT, "%s", err.message) : EXIT_DONE;
}

/* The command line of `bisect`. The guard needs the parents. */
static exit_code make_words(strings *out, alongside *self)
{
  static const char *const fixed[] = { "bisect", "--json", "--hold",
                                       "--test-parents" };
  const request *asked = self->request;
  char *program = realpath("/proc/self/exe", NULL);
  if (!program)
    return progress_fail(EXIT_INTERNAL, "cannot find this program");
  strings_take(out, program);
  exit_code code = find_folder(&self->folder, self);
  if (code)
    return code;
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    strings_add(out, fixed[i]);
  add_options(out, asked);
  char *log = mem_format("%s/log", self->folder);
  if (asked->resume && path_exists(log))
    strings_add(out, "--resume");
  strings_take(out, mem_format("--output=%s", self->folder));
  strings_add(out, asked->file);
  if (asked->command.size)
    strings_add(out, "--");
  strings_add_all(out, &asked->command);
  free(log);
  return EXIT_DONE;
}

/* Ends with the exit code and the message of the bisection. */
static exit_code fail_child(alongside *self)
{
  bisect_child *child = self->child;
  if (interrupt_code())
    return interrupt_code();
  int status = bisect_child_status(child);
  char *said = bisect_child_problem(child);
  exit_code code =
      status > 0 && status < 128 ? (exit_code)status : EXIT_INTERNAL;
  (void)progress_fail(code, "%s",
                      said ? said : "the bisection ended without a word");
  free(said);
  return code;
}

/* ---- hearing ---- */

/* Wraps an event of the bisection in one of ours. */
static void print_json(const alongside *self, const char *line)
{
  if (!self->request->json)
    return;
  (void)printf("{\"event\":\"bisection\",\"what\":%s}\n", line);
  (void)fflush(stdout);
}

static void take_line(alongside *self, const char *line)
{
  child_event event;
  rd_error err = { 0 };
  if (child_event_read(&event, line, &err)) {
    progress_warning("%s", err.message);
    child_event_dispose(&event);
    return;
  }
  print_json(self, line);
  if (event.kind == CHILD_READY) {
    strings_free(&self->command);
    self->command = event.command;
    event.command = (strings){ 0 };
  }
  if (event.kind == CHILD_NOTICE && event.text)
    progress_notice("bisect: %s", event.text);
  if (event.kind == CHILD_END) {
    self->found = event.found;
    self->has_found = true;
    event.found = (bisection){ 0 };
  }
  self->crashes |= event.kind == CHILD_ANSWER && event.is_bad;
  child_event_dispose(&event);
}

/* Returns true while there is more to read. */
static bool hear_one(alongside *self, int wait_ms)
{
  if (self->over)
    return false;
  char *line = bisect_child_line(self->child, wait_ms);
  if (line)
    take_line(self, line);
  self->over = self->has_found || bisect_child_has_ended(self->child);
  bool more = line != NULL;
  free(line);
  return more;
}

void alongside_hear(alongside *self, int wait_ms)
{
  while (hear_one(self, wait_ms))
    wait_ms = 0;
}

/* Waits until the bad revision has crashed; if it does not crash, the bisection
 * has the message. */
static exit_code await_crash(alongside *self)
{
  progress_detail("waiting for the bad revision's compiler");
  while (!self->crashes && !self->over && !interrupt_code())
    (void)hear_one(self, WAIT_MS);
  return self->crashes && self->command.size ? EXIT_DONE : fail_child(self);
}

exit_code alongside_start(alongside **out, const request *asked)
{
  *out = NULL;
  if (!asked->with_bisect)
    return EXIT_DONE;
  alongside *self = *out = mem_alloc(1, sizeof **out);
  self->request = asked;
  exit_code code = names_check(asked);
  if (code)
    return code;
  rd_error err = { 0 };
  if (runner_init(&self->run, false, &err))
    return progress_fail_error(&err);
  self->has_run = true;
  self->run.stop = &interrupt_signal;
  strings words = { 0 };
  code = make_words(&words, self);
  if (!code && bisect_child_start(&self->child, strings_argv(&words), &err))
    code = progress_fail_error(&err);
  strings_free(&words);
  return code ? code : await_crash(self);
}

const strings *alongside_command(const alongside *self)
{
  return self ? &self->command : NULL;
}

exit_code alongside_await(alongside *self)
{
  if (!self)
    return EXIT_DONE;
  alongside_hear(self, 0);
  if (self->over)
    return interrupt_code();
  progress_notice("the reduction is done; waiting for the bisection");
  keyboard_open();
  while (!self->over && !interrupt_signal) {
    alongside_hear(self, WAIT_MS);
    progress_poll_keys();
  }
  keyboard_close();
  return interrupt_code();
}

/* A bisection without a result removes its own folder; this removes the folder
 * around it. */
static void remove_empty(const alongside *self)
{
  char *above = self->folder ? path_directory(self->folder) : NULL;
  if (above)
    (void)rmdir(above);
  free(above);
}

void alongside_free(alongside *self)
{
  if (!self)
    return;
  if (self->has_found && !interrupt_code())
    (void)bisect_child_status(
        self->child); /* it trims its cache to its size limit */
  bisect_child_free(self->child);
  remove_empty(self);
  bisection_dispose(&self->found);
  strings_free(&self->command);
  free(self->folder);
  if (self->has_run)
    runner_dispose(&self->run);
  free(self);
}
