/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The reduction itself: judge, oracle, libreduce, and the final check.
 *
 * Every accepted text is on disk before anyone is told of it. The last ones are
 * kept in memory too: at the end the best is run once more from scratch (O2), and
 * should it fail, which means that the crash comes and goes, the newest one that
 * still passes takes its place. The result of an interrupted run was accepted
 * like any other; it is not checked again, since its user wants to leave.
 * Other crashes are taken in when the search has asked for their texts: a test
 * that was only started ahead must not show (O1).
 * The result of the default is made ready for a reader (present.c) before that.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/alongside.h"
#include "clang-hdd/chronicle.h"
#include "clang-hdd/classes.h"
#include "clang-hdd/cores.h"
#include "clang-hdd/flags_step.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/json.h"
#include "clang-hdd/keyboard.h"
#include "clang-hdd/names.h"
#include "clang-hdd/present.h"
#include "clang-hdd/resume.h"
#include "clang-hdd/session.h"
#include "clang-hdd/summary.h"

enum { ACCEPTED_KEPT = 32 };

/* ---- judge ---- */

static exit_code find_judge(session *self)
{
  const cli *options = &self->options;
  if (options->allow_invalid || (!self->has_command && !options->reference))
    return EXIT_DONE;
  judge_options judging = {
    .run = &self->run,
    .command = self->has_command ? &self->command : NULL,
    .compiler = self->has_command ? &self->compiler : NULL,
    .reference = options->reference,
    .file = session_file_name(self),
    .cwd = self->cwd,
    .language = names_language(self),
    .server = rd_server_choice(self->server)->checker ? self->server : NULL,
    .limits = self->limits
  };
  source original = { self->name, self->text, self->size };
  rd_error err = { 0 };
  rd_status status = judge_find(&self->judge, &judging, &original, &err);
  if (status == RD_ERR_INVALID)
    return session_fail(self, EXIT_REFERENCE, "%s", err.message);
  if (status)
    return session_fail_error(self, &err);
  if (self->judge)
    progress_detail(&self->progress, "judge: %s", judge_name(self->judge));
  else
    progress_notice(&self->progress,
                    "no reference compiler accepts %s; the result may be "
                    "invalid",
                    options->file);
  return EXIT_DONE;
}

/* ---- events ---- */

void session_keep_accepted(session *self, const char *text, size_t size)
{
  if (!self->accepted)
    self->accepted = mem_alloc(ACCEPTED_KEPT, sizeof *self->accepted);
  if (self->accepted_count == ACCEPTED_KEPT) {
    free(self->accepted[0].text);
    memmove(self->accepted, self->accepted + 1,
            (ACCEPTED_KEPT - 1) * sizeof *self->accepted);
    self->accepted_count--;
  }
  self->accepted[self->accepted_count++] =
      (accepted_text){ mem_copy_bytes(text, size), size };
}

/* Takes in the other crash that the text of a test has shown. */
static void take_other(session *self, const rd_event *event)
{
  rd_error err = { 0 };
  const char *line =
      crash_oracle_take_other(self->oracle, event->text, event->text_size);
  if (!line)
    return;
  if (!resume_is_written(self))
    others_stop_saving(&self->others);
  if (others_add(&self->others, line, event->text, event->text_size, &err))
    progress_warning(&self->progress, "%s; other crashes are only listed",
                     err.message);
}

/* Adds what the searches before this one have cost. */
static void add_stats(rd_stats *to, const rd_stats *earlier)
{
  for (int i = 0; i < RD_VERDICT_COUNT; i++)
    to->verdicts[i] += earlier->verdicts[i];
  if (to->before_last)
    to->before_last += earlier->tests;
  to->tests += earlier->tests;
  to->cache_hits += earlier->cache_hits;
  to->recalled += earlier->recalled;
  to->checks += earlier->checks;
  to->foreseen += earlier->foreseen;
  to->misjudged += earlier->misjudged;
  to->remembered += earlier->remembered;
  to->started += earlier->started;
  to->unused += earlier->unused;
  to->parses += earlier->parses;
  to->accepted += earlier->accepted;
}

static rd_status take_event(session *self, const rd_event *event, rd_error *err)
{
  rd_status status = resume_event(self, event, err);
  if (event->kind == RD_EVENT_ACCEPT)
    session_keep_accepted(self, event->text, event->text_size);
  if (event->kind == RD_EVENT_TEST && !event->recalled)
    take_other(self, event);
  classes_note(self, event);
  chronicle_note(&self->report, event, progress_elapsed(&self->progress));
  interrupt_poll_keys();
  if (event->kind != RD_EVENT_START || !self->searched)
    progress_event(&self->progress, event);
  if (self->options.json &&
      (event->kind != RD_EVENT_TEST || self->options.verbose))
    json_event(event);
  return status;
}

static rd_status on_event(void *payload, const rd_event *event, rd_error *err)
{
  session *self = payload;
  rd_status status = alongside_event(self, event, err);
  if (status)
    return status;
  rd_stats stats = *event->stats;
  rd_event whole = *event;
  add_stats(&stats, &self->earlier);
  whole.stats = &stats;
  return take_event(self, &whole, err);
}

/* rd_parser.parse: the server, and what it has to say. */
static rd_status parse(rd_tree **out, void *payload, const char *view,
                       const char *text, size_t size, uint32_t prepare,
                       rd_error *err)
{
  session *self = payload;
  rd_status status =
      rd_server_parse(out, self->server, view, text, size, prepare, err);
  const char *notice = rd_server_notice(self->server);
  if (notice)
    progress_notice(&self->progress, "%s", notice);
  return status;
}

static uint32_t preparations_off(const cli *options)
{
  return (options->no_squeeze ? RD_SQUEEZE : 0u) |
         (options->no_flatten ? RD_FLATTEN : 0u) |
         (options->no_hide ? RD_HIDE : 0u);
}

/* ---- the final check ---- */

rd_status session_test(bool *good_out, session *self, const char *text,
                       size_t size, rd_error *err)
{
  rd_verdict verdict = RD_UNINTERESTING;
  rd_status status = crash_oracle_test(&verdict, self->oracle, text, size, err);
  *good_out = !status && verdict == RD_INTERESTING;
  return status;
}

void session_replace_result(session *self, const char *text, size_t size)
{
  char *copy = mem_copy_bytes(text, size);
  free(self->result.text);
  self->result.text = copy;
  self->result.size = size;
  self->result.after.bytes = size;
}

/* Runs the result once more; falls back on what was accepted before it. */
static exit_code check_result(session *self)
{
  rd_error err = { 0 };
  bool good = false;
  rd_status status =
      session_test(&good, self, self->result.text, self->result.size, &err);
  if (good)
    return EXIT_DONE;
  for (size_t i = self->accepted_count; !status && !good && i-- > 0;) {
    const accepted_text *earlier = &self->accepted[i];
    status = session_test(&good, self, earlier->text, earlier->size, &err);
    if (good) {
      progress_warning(&self->progress,
                       "run once more, the result has lost the property; an "
                       "earlier one that still has it is kept");
      session_replace_result(self, earlier->text, earlier->size);
    }
  }
  if (status)
    return session_fail_error(self, &err);
  if (!good)
    return session_fail(self, EXIT_UNSTABLE,
                        "run once more, the result has lost the property: it "
                        "comes and goes; try --repeat 5");
  return EXIT_DONE;
}

/* ---- the reduction ---- */

rd_options session_reduce_options(const session *self)
{
  const cli *options = &self->options;
  strings only = options->only_pass, skip = options->skip_pass;
  rd_options reducing = RD_OPTIONS_INIT;
  reducing.algorithm = options->algorithm;
  reducing.only_pass = only.size ? strings_argv(&only) : NULL;
  reducing.skip_pass = skip.size ? strings_argv(&skip) : NULL;
  reducing.prepare_off = preparations_off(options);
  reducing.no_subsets = options->no_subsets;
  reducing.no_complements = options->no_complements;
  reducing.backward = options->backward;
#ifndef NDEBUG
  reducing.check = true;
#endif
  reducing.no_final_round = options->no_final_check;
  reducing.max_tests = options->max_tests;
  reducing.sites = self->sites.data;
  reducing.site_count = self->sites.size;
  return reducing;
}

/* rd_foresight.check. What it costs to get to know the original is paid when it
 * is asked for the first time. */
static rd_status check_first(rd_diagnostics *out, void *payload,
                             const char *text, size_t size, rd_error *err)
{
  session *self = payload;
  *out = (rd_diagnostics){ 0 };
  if (!self->prechecked)
    self->prechecked = true,
    (void)precheck_init(&self->precheck, self->server, self->text, self->size);
  return self->precheck.server
             ? precheck_ask(out, &self->precheck, text, size, err)
             : RD_OK;
}

/* Without a judge there is nothing to predict. */
static bool wants_precheck(const session *self)
{
  return self->judge && !self->options.no_precheck &&
         rd_server_choice(self->server)->checker;
}

/* Tests that are left of --max-tests; at least one, since 0 is no limit. */
static uint64_t tests_left(const session *self)
{
  uint64_t most = self->options.max_tests, made = self->earlier.tests;
  return most > made ? most - made : most ? 1 : 0;
}

static rd_options search_options(session *self)
{
  rd_options reducing = session_reduce_options(self);
  reducing.jobs = (unsigned)self->slot_count;
  if (wants_precheck(self))
    reducing.foresight = (rd_foresight){ check_first, self };
  reducing.answers = self->answers;
  reducing.max_tests = tests_left(self);
  if (self->searched) { /* they are lines of the original */
    reducing.sites = NULL;
    reducing.site_count = 0;
  }
  reducing.log = resume_log(self);
  reducing.stop = &interrupt_signal;
  reducing.skip = &interrupt_skip;
  reducing.event = on_event;
  reducing.event_payload = self;
  return reducing;
}

/* Forgets the result of the search before, but not what it has cost. */
static void set_apart(session *self)
{
  if (!self->has_result)
    return;
  if (!self->searched)
    self->original = self->result.before;
  self->earlier = self->result.stats;
  self->searched = true;
  rd_result_dispose(&self->result);
  self->has_result = false;
}

static void take_result(session *self)
{
  self->has_result = self->result.text != NULL;
  add_stats(&self->result.stats, &self->earlier);
  if (self->searched)
    self->result.before = self->original;
}

exit_code session_search(session *self, const accepted_text *from)
{
  set_apart(self);
  rd_options reducing = search_options(self);
  rd_parser parser = { parse, self, rd_server_choice(self->server)->lexer };
  rd_error err = { 0 };
  keyboard_open();
  rd_status status =
      rd_reduce(&self->result, from->text, from->size, &parser,
                crash_oracle_interface(self->oracle), &reducing, &err);
  keyboard_close();
  take_result(self);
  progress_clear(&self->progress);
  if (status == RD_ERR_STOPPED && !session_interrupted()) {
    self->stopped_by_key = interrupt_signal == INTERRUPT_QUIT;
    interrupt_signal = 0; /* what is left to do is not to be stopped by a key */
    self->stopped_early = true;
    return EXIT_DONE;
  }
  if (status == RD_ERR_INVALID)
    return session_fail(self, EXIT_UNKNOWN_NAME, "%s", err.message);
  if (status == RD_ERR_NOT_INTERESTING)
    return session_fail(self, EXIT_NOT_INTERESTING,
                        "%s has lost the property when run again: it comes "
                        "and goes",
                        self->options.file);
  return status ? session_fail_error(self, &err) : EXIT_DONE;
}

static exit_code run_reduction(session *self)
{
  const accepted_text original = { self->text, self->size };
  if (self->options.also_invalid || self->alongside)
    self->answers = rd_answers_new();
  exit_code code = session_search(self, &original);
  return code ? code : alongside_settle(self);
}

/* Writes the result if the last accepted text is not what is on disk. What
 * failed before is told already. */
static exit_code write_result(session *self, exit_code code)
{
  rd_error err = { 0 };
  rd_status status = resume_write_result(self, &err);
  if (!status)
    output_sync(&self->output);
  if (code || !status)
    return code;
  return session_fail(self,
                      status == RD_ERR_NOSPACE ? EXIT_DISK_FULL : EXIT_OUTPUT,
                      "%s", err.message);
}

/* ---- the oracle ---- */

/* Whether a compiler ends in time is not asked of several at once, since they
 * take each other's. */
static size_t count_slots(const session *self)
{
  enum { MOST = 1024 };
  if (self->options.jobs)
    return self->options.jobs < MOST ? (size_t)self->options.jobs : MOST;
  return self->property == PROPERTY_HANG ? 1 : cores_available();
}

exit_code session_make_oracle(session *self)
{
  const cli *options = &self->options;
  exit_code code = session_await_server(self);
  if (!code)
    code = find_judge(self);
  if (!code)
    code = session_make_slots(self, count_slots(self));
  if (code)
    return code;
  char *folder = output_folder(&self->output);
  if (options->also_interesting)
    self->also_folder = mem_format("%s/also-interesting", folder);
  if (options->save_temps)
    self->temps_folder = mem_format("%s/temps", folder);
  char *bonus = mem_format("%s/others", folder);
  others_init(&self->others, options->no_journal ? NULL : bonus, self->name,
              self->has_command ? &self->command : NULL, options->resume);
  free(bonus);
  free(folder);
  crash_options asked = session_crash_options(self);
  asked.proved = self->property == PROPERTY_CRASH;
  self->oracle = crash_oracle_new(&asked);
  return EXIT_DONE;
}

/* Presents, checks and writes the result. */
static exit_code finish(session *self, exit_code code)
{
  bool checked = false;
  if (!code)
    code = present_result(&checked, self);
  if (!code && !checked)
    code = check_result(self);
  return self->has_result ? write_result(self, code) : code;
}

exit_code session_reduce(session *self)
{
  exit_code code = session_make_oracle(self);
  if (code)
    return code;
  classes_announce(self);
  code = resume_begin(self);
  if (!code)
    code = alongside_prepare(self);
  if (code)
    return code;
  code = finish(self, run_reduction(self));
  bool better = false;
  if (!code && self->has_result)
    code = classes_reduce(&better, self);
  if (better)
    code = finish(self, code);
  if (!code)
    code = flags_step(self);
  alongside_end(self, code);
  resume_end(self,
             !code && self->result.complete && classes_are_complete(self));
  if (self->has_result && !self->result.size)
    progress_warning(&self->progress,
                     "nothing is left: the property holds for the empty file");
  if (session_interrupted())
    progress_notice(&self->progress,
                    "interrupted; what is written is the best so far");
  if (self->stopped_early)
    progress_notice(&self->progress, "stopped after %" PRIu64 " tests",
                    self->result.stats.tests);
  return code;
}

exit_code session_dump_tree(session *self)
{
  rd_tree *tree = NULL;
  rd_error err = { 0 };
  if (parse(&tree, self, NULL, self->text, self->size,
            RD_PREPARE_ALL & ~preparations_off(&self->options), &err))
    return session_fail_error(self, &err);
  char *sexp = rd_tree_to_sexp(tree);
  (void)puts(sexp);
  free(sexp);
  rd_tree_free(tree);
  return EXIT_DONE;
}
