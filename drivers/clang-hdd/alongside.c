/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A bisection beside a reduction.
 *
 * Both need the same thing first, the compiler of the bad revision; from then on
 * they go on side by side. The bisection is about the file as it was given and the
 * reduction makes it smaller, and nothing so far keeps the smaller file with the
 * same bug: two commits may have brought in crashes that look the same, and what
 * is left of the file may be about the other one. So as soon as the first bad
 * commit is known, the compilers of it and of its parents say of each text whether
 * it is still about that commit (bisect/guard.h); checkpoint.c has what follows.
 *
 * The reduction does not wait for the bisection before its own end, and a
 * bisection that finds nothing takes nothing from it: its result is what it would
 * be without, and one line says that nobody has checked it.
 */
#include "clang-hdd/alongside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clang-hdd/alongside_state.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/json.h"
#include "clang-hdd/keyboard.h"
#include "clang-hdd/names.h"
#include "base/files.h"

enum { WAIT_MS = 200 };

/* ---- starting ---- */

/* Options that are the bisection's as well. */
static const char *const shared[] = {
#define OPTION(name, ...) name,
#include "clang-hdd/bisect_rows.def"
#undef OPTION
  "cc", "ice-pattern", "match", "hang", "timeout", "memory", "repeat", NULL
};

/* A hang has no other limit. */
static bool is_shared(const char *word, const cli *options)
{
  size_t size = strcspn(word + 2, "=");
  if (options->hang_ms && starts_with(word, "--timeout="))
    return false;
  for (const char *const *name = shared; *name; name++)
    if (strlen(*name) == size && !strncmp(*name, word + 2, size))
      return true;
  return false;
}

/* The folder in which the bisection is kept: beside the journal, or with that of
 * its own. */
static exit_code find_folder(char **out, session *self)
{
  const cli *options = &self->options;
  if (options->no_journal) {
    *out = mem_format("%s/bisect", self->alongside->run.kept);
    return EXIT_DONE;
  }
  output place = { 0 };
  rd_error err = { 0 };
  rd_status status =
      output_init(&place, options->file, options->output, OUTPUT_FILE, &err);
  char *folder = place.folder ? output_folder(&place) : NULL;
  output_dispose(&place);
  if (!status)
    *out = mem_format("%s/bisect", folder);
  free(folder);
  return status ? session_fail(self, EXIT_OUTPUT, "%s", err.message)
                : EXIT_DONE;
}

/* The words of the command `bisect`. */
static exit_code make_words(strings *out, session *self)
{
  static const char *const none[] = { NULL };
  const cli *options = &self->options;
  char program[4096], *folder = NULL;
  ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
  if (size < 0)
    return session_fail(self, EXIT_INTERNAL, "cannot find this program");
  program[size] = '\0';
  exit_code code = find_folder(&folder, self);
  if (code)
    return code;
  strings given = { 0 };
  options_given(&given, options, &options_reduce, none);
  strings_add(out, program);
  strings_add(out, "bisect");
  strings_add(out, "--json");
  strings_add(out, "--test-parents"); /* the guard needs them */
  strings_add(out, "--hold");
  for (size_t i = 0; i < given.size; i++)
    if (is_shared(given.data[i], options))
      strings_add(out, given.data[i]);
  self->alongside->folder = folder;
  char *log = mem_format("%s/log", folder);
  if (options->resume && path_exists(log))
    strings_add(out, "--resume");
  strings_take(out, mem_format("--output=%s", folder));
  strings_add(out, options->file);
  if (options->command.size)
    strings_add(out, "--");
  for (size_t i = 0; i < options->command.size; i++)
    strings_add(out, options->command.data[i]);
  free(log);
  strings_free(&given);
  return EXIT_DONE;
}

/* Ends as the bisection did, which has said why. */
static exit_code fail_child(session *self)
{
  bisect_child *child = self->alongside->child;
  if (session_interrupted())
    return session_interrupted();
  int status = bisect_child_status(child);
  char *said = bisect_child_problem(child);
  exit_code code =
      status > 0 && status < 128 ? (exit_code)status : EXIT_INTERNAL;
  (void)session_fail(self, code, "%s",
                     said ? said : "the bisection ended without a word");
  free(said);
  return code;
}

/* The bad revision's command, as if it had been typed. */
static void put_in_options(session *self, const strings *words)
{
  cli *options = &self->options;
  strings_free(&options->command);
  for (size_t i = 0; i < words->size; i++)
    strings_add(&options->command, words->data[i]);
  free(options->cc);
  free(options->build_path);
  options->cc = options->build_path = NULL;
}

/* ---- hearing ---- */

/* An event of the bisection as one of ours. */
static void print_json(const session *self, const char *line)
{
  if (!self->options.json)
    return;
  (void)printf("{\"event\":\"bisection\",\"what\":%s}\n", line);
  (void)fflush(stdout);
}

static void take_found(session *self, bisection *found)
{
  struct alongside *is = self->alongside;
  is->found = *found;
  is->has_found = true;
  *found = (bisection){ 0 };
}

static void take_line(session *self, const char *line)
{
  struct alongside *is = self->alongside;
  child_event event;
  rd_error err = { 0 };
  if (child_event_read(&event, line, &err)) {
    progress_warning(&self->progress, "%s", err.message);
    child_event_dispose(&event);
    return;
  }
  print_json(self, line);
  if (event.kind == CHILD_READY)
    put_in_options(self, &event.command);
  if (event.kind == CHILD_NOTICE && event.text)
    progress_notice(&self->progress, "bisect: %s", event.text);
  if (event.kind == CHILD_END)
    take_found(self, &event.found);
  is->crashes |= event.kind == CHILD_ANSWER && event.is_bad;
  child_event_dispose(&event);
}

/* True while there is more to hear. */
static bool hear_one(session *self, int wait_ms)
{
  struct alongside *is = self->alongside;
  if (is->over)
    return false;
  char *line = bisect_child_line(is->child, wait_ms);
  if (line)
    take_line(self, line);
  is->over = is->has_found || bisect_child_has_ended(is->child);
  bool more = line != NULL;
  free(line);
  return more;
}

void alongside_hear(session *self, int wait_ms)
{
  while (hear_one(self, wait_ms))
    wait_ms = 0;
}

/* Waits until the bad revision has crashed: who has only its compiler would have
 * to find the words for one that does not. */
static exit_code await_crash(session *self)
{
  const struct alongside *is = self->alongside;
  progress_detail(&self->progress, "waiting for the bad revision's compiler");
  while (!is->crashes && !is->over && !session_interrupted())
    (void)hear_one(self, WAIT_MS);
  return is->crashes && self->options.command.size ? EXIT_DONE
                                                   : fail_child(self);
}

exit_code alongside_begin(session *self)
{
  if (!self->options.with_bisect)
    return EXIT_DONE;
  exit_code code = names_check(self);
  if (code)
    return code;
  struct alongside *is = mem_alloc(1, sizeof *is);
  *is = (struct alongside){ .over = false };
  self->alongside = is;
  rd_error err = { 0 };
  if (runner_init(&is->run, &err))
    return session_fail_error(self, &err);
  is->has_run = true;
  is->run.stop = &interrupt_signal;
  strings words = { 0 };
  code = make_words(&words, self);
  if (!code && bisect_child_start(&is->child, strings_argv(&words), &err))
    code = session_fail_error(self, &err);
  strings_free(&words);
  return code ? code : await_crash(self);
}

/* ---- waiting ---- */

void alongside_give_up(session *self, const char *reason)
{
  self->alongside->hopeless = true;
  progress_warning(&self->progress,
                   "%s; nothing has checked that the result is about the same "
                   "commit as the original",
                   reason);
}

static void await_end(session *self)
{
  const struct alongside *is = self->alongside;
  alongside_hear(self, 0);
  if (is->over)
    return;
  progress_notice(&self->progress,
                  "the reduction is done; waiting for the bisection");
  keyboard_open();
  while (!is->over && !interrupt_signal) {
    alongside_hear(self, WAIT_MS);
    interrupt_poll_keys();
  }
  keyboard_close();
}

exit_code alongside_await(session *self)
{
  if (self->alongside)
    await_end(self);
  return session_interrupted();
}

exit_code alongside_prepare(session *self)
{
  struct alongside *is = self->alongside;
  if (!is || !rollback_read(&is->rollback, self))
    return EXIT_DONE;
  await_end(self);
  is->replays = is->has_found && is->found.end == BISECTION_FOUND &&
                !strcmp(is->found.suspects[0].name, is->rollback.commit);
  return session_interrupted();
}

/* ---- the search ---- */

static rd_status stop(struct alongside *is, bool beyond, rd_error *err)
{
  is->stopped = true;
  is->beyond = beyond;
  return rd_fail(err, RD_ERR_STOPPED, "moved to another commit");
}

/* Ends the search where an earlier process has ended it. */
static rd_status replay(struct alongside *is, const rd_event *event,
                        rd_error *err)
{
  bool accepts = event->kind == RD_EVENT_ACCEPT;
  bool at_end = accepts && is->accepted == is->rollback.accepted;
  if (at_end || (event->kind == RD_EVENT_TEST && !event->recalled))
    return stop(is, accepts, err);
  is->accepted += accepts;
  return RD_OK;
}

/* The guard is new: does the best text hold? */
static rd_status check_newest(session *self, rd_error *err)
{
  struct alongside *is = self->alongside;
  accepted_text newest = checkpoint_newest(self);
  bool good = false;
  rd_status status =
      checkpoint_test(&good, self, newest.text, newest.size, err);
  if (status)
    return status;
  if (!good)
    return stop(is, false, err);
  is->good = checkpoint_last(self);
  return RD_OK;
}

static rd_status check_step(session *self, const rd_event *event, rd_error *err)
{
  struct alongside *is = self->alongside;
  bool good = false;
  rd_status status =
      checkpoint_test(&good, self, event->text, event->text_size, err);
  if (!status && !good)
    return stop(is, true, err);
  is->good = checkpoint_last(self) + 1;
  return status;
}

rd_status alongside_event(session *self, const rd_event *event, rd_error *err)
{
  struct alongside *is = self->alongside;
  if (!is || event->kind == RD_EVENT_END || event->kind == RD_EVENT_START)
    return RD_OK;
  alongside_hear(self, 0);
  if (is->on)
    return RD_OK;
  if (is->replays)
    return replay(is, event, err);
  bool is_new = !is->guard;
  rd_status status = checkpoint_make(self, err);
  if (!status && is->guard && is_new)
    status = check_newest(self, err);
  if (!status && is->guard && event->kind == RD_EVENT_ACCEPT &&
      !event->recalled)
    status = check_step(self, event, err);
  is->accepted += event->kind == RD_EVENT_ACCEPT;
  return status;
}

/* ---- behind the search ---- */

/* Who stops us in the middle of this has a result that is not checked. */
exit_code alongside_fail(session *self, const rd_error *err)
{
  self->result.complete = false;
  if (session_interrupted())
    alongside_give_up(self, "interrupted");
  return session_fail_error(self, err);
}

static exit_code settle(session *self)
{
  struct alongside *is = self->alongside;
  rd_error err = { 0 };
  bool good = false;
  rd_status status = checkpoint_make(self, &err);
  if (!status && !is->guard)
    return EXIT_DONE;
  if (!status && !is->stopped)
    status = checkpoint_test(&good, self, self->result.text, self->result.size,
                             &err);
  if (status)
    return alongside_fail(self, &err);
  if (!good)
    return checkpoint_go_back(self);
  checkpoint_turn_on(self);
  return EXIT_DONE;
}

exit_code alongside_settle(session *self)
{
  struct alongside *is = self->alongside;
  if (!is || !self->has_result)
    return EXIT_DONE;
  if (!self->stopped_by_key)
    await_end(self);
  if (interrupt_signal || self->stopped_by_key || session_interrupted()) {
    if (!session_interrupted())
      interrupt_signal = 0;
    if (!is->over) {
      alongside_give_up(self, "stopped before the bisection was over");
      self->result.complete = false;
      return session_interrupted();
    }
  }
  return settle(self);
}

/* Readers get the result, so that is what the parents have to be told of. */
static void retell(session *self)
{
  struct alongside *is = self->alongside;
  source text = { self->name, self->result.text, self->result.size };
  rd_error err = { 0 };
  if (!guard_retell(&is->found, is->guard, &is->run, &text, &err))
    return;
  is->found.checked = false;
  alongside_give_up(self, err.message);
}

void alongside_end(session *self, exit_code code)
{
  struct alongside *is = self->alongside;
  if (!is || !is->has_found)
    return;
  bool stopped = code == EXIT_INTERRUPTED || code == EXIT_TERMINATED;
  is->found.checked = is->on && self->has_result && (!code || stopped);
  if (is->found.checked && !stopped)
    retell(self);
  report_set_bisection(&self->report, &is->found);
}

bool alongside_is_on(const session *self)
{
  return self->alongside && self->alongside->on;
}

/* The bisection takes its own folder away if it has come to nothing; that was in
 * one for both. */
static void remove_empty(const struct alongside *is)
{
  char *above = is->folder ? path_directory(is->folder) : NULL;
  if (above)
    (void)rmdir(above);
  free(above);
}

void alongside_dispose(session *self)
{
  struct alongside *is = self->alongside;
  if (!is)
    return;
  if (is->has_found && !session_interrupted())
    (void)bisect_child_status(is->child); /* it brings its cache to its size */
  bisect_child_free(is->child);
  remove_empty(is);
  guard_free(is->guard);
  bisection_dispose(&is->found);
  rollback_dispose(&is->rollback);
  free(is->folder);
  if (is->has_run)
    runner_dispose(&is->run);
  free(is);
  self->alongside = NULL;
}
