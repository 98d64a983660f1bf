/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reducing the options of a command, in two steps.
 *
 * The first is the core's default over the list of options (tree.c): options
 * and members of lists are left out in large pieces and then one by one, and
 * options with simpler forms are simplified: -O3 becomes -O1 if that crashes
 * too. The last round asks for everything once more, so each remaining option
 * is known to be needed.
 *
 * The second is for GCC, when a level above -O1 remains. A level is a name for
 * some fifty options. The crash needs one or two of them, and those identify
 * the pass at fault: "-O1 -ftree-vrp" tells a developer where to look, "-O2"
 * does not, and reports are written that way. So the level is lowered and all
 * the options that it implies are added (implied.c). If that crashes, they are
 * reduced like any other. The remaining ones replace the level if they are at
 * most two; more tell less than the level did. The lowest level is tried first,
 * but not -O0, since hardly any pass looks at its option there.
 */
#include "flags/flags.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "flags/option.h"

enum {
  NAMED_MOST = 2,     /* options that tell more than a level */
  IMPLIED_TESTS = 80, /* the most for one level; fifty options, two of which are
                         needed, take thirty */
  HANGS_MOST = 5      /* timeouts before the reduction ends */
};

typedef struct work {
  const flags_request *request;
  flags_result *out;
  flag_list were, now;
  char *native;
  rd_answers *answers;
  uint64_t hangs; /* timeouts in earlier reductions */
} work;

static bool is_stopped(const work *self)
{
  return self->request->stop && *self->request->stop;
}

/* The number of tests that may still be run; UINT64_MAX: any. */
static uint64_t tests_left(const work *self)
{
  uint64_t most = self->request->max_tests;
  if (!most)
    return UINT64_MAX;
  return most > self->out->tests ? most - self->out->tests : 0;
}

/* ---- the core ---- */

/* A compiler that hangs without one option hangs without others too, and each
 * such test takes its whole limit. Timeouts from the log count, so a resumed
 * session ends where it would have ended. */
static rd_status end_of_patience(void *payload, const rd_event *event,
                                 rd_error *err)
{
  const work *self = payload;
  if (event->kind == RD_EVENT_TEST &&
      self->hangs + event->stats->verdicts[RD_TIMEOUT] >= HANGS_MOST)
    return rd_fail(err, RD_ERR_STOPPED, "hangs");
  return RD_OK;
}

/* Reduces the options. *good_out: do they have the property? Only then is *out
 * made. Reaching a limit is not a failure. */
static rd_status reduce_list(bool *good_out, flag_list *out, work *self,
                             const flag_list *flags, uint64_t most,
                             bool *minimal_out, rd_error *err)
{
  static const char *const passes[] = { "elements", "prune-typed", NULL };
  size_t size = 0;
  char *text = flag_list_encode(flags, &size);
  bool known = self->request->proved && flags == &self->were;
  question asked = { .request = self->request, .known = known ? text : NULL };
  rd_oracle oracle = question_oracle(&asked);
  rd_parser parser = { .parse = flag_list_parse, .payload = self->native };
  rd_options options = RD_OPTIONS_INIT;
  options.only_pass = passes;
  options.answers = self->answers;
  options.log = self->request->log;
  options.stop = self->request->stop;
  options.max_tests = most == UINT64_MAX ? 0 : most;
  options.event = end_of_patience;
  options.event_payload = self;
  rd_result result = { 0 };
  rd_status status =
      rd_reduce(&result, text, size, &parser, &oracle, &options, err);
  self->out->tests += result.stats.tests;
  self->hangs += result.stats.verdicts[RD_TIMEOUT];
  /* A reduction that was stopped before its first test has shown nothing. */
  bool tested = status == RD_OK || result.stats.accepted > 0;
  *good_out = tested && status != RD_ERR_NOT_INTERESTING;
  if (*good_out && result.text)
    flag_list_decode(out, result.text, result.size);
  *minimal_out = status == RD_OK && result.minimal;
  rd_result_dispose(&result);
  free(text);
  if (status == RD_ERR_STOPPED && !is_stopped(self))
    return RD_OK;
  return status;
}

static void take(work *self, flag_list *found)
{
  flag_list_dispose(&self->now);
  self->now = *found;
  *found = (flag_list){ 0 };
}

/* ---- lower levels ---- */

/* The options with `level` replaced by `to` and the implied options. */
static void lower(flag_list *out, const flag_list *flags, const char *level,
                  const char *to, const strings *implied)
{
  for (size_t i = 0; i < flags->size; i++) {
    const flag *at = &flags->data[i];
    bool here = at->kind == FLAG_OPTION && at->words.data[0] == level;
    strings words = { 0 };
    for (size_t j = 0; j < at->words.size; j++)
      strings_add(&words, here ? to : at->words.data[j]);
    flag_list_add(out, at->kind, words);
    for (size_t j = 0; here && j < implied->size; j++) {
      words = (strings){ 0 };
      strings_add(&words, implied->data[j]);
      flag_list_add(out, FLAG_OPTION, words);
    }
  }
}

/* Tries one lower level with the options that the higher one implies. */
static rd_status try_level(bool *done_out, work *self, const char *level,
                           const char *to, rd_error *err)
{
  strings implied = { 0 };
  flag_list tried = { 0 }, found = { 0 };
  bool good = false, minimal = false;
  uint64_t most = tests_left(self);
  rd_status status =
      implied_options(&implied, self->request, &self->now, level, to, err);
  if (!status && implied.size) {
    lower(&tried, &self->now, level, to, &implied);
    status =
        reduce_list(&good, &found, self, &tried,
                    most < IMPLIED_TESTS ? most : IMPLIED_TESTS, &minimal, err);
  }
  if (status == RD_ERR_NOT_INTERESTING)
    status = RD_OK;
  *done_out =
      !status && good && minimal &&
      flag_list_count(&found) <= flag_list_count(&self->now) + NAMED_MOST;
  if (*done_out)
    take(self, &found);
  flag_list_dispose(&found);
  flag_list_dispose(&tried);
  strings_free(&implied);
  return status;
}

/* Lowers the remaining level, trying the lowest first. */
static rd_status lower_level(work *self, rd_error *err)
{
  const char *level = flag_list_level(&self->now), *to;
  bool done = !level;
  rd_status status = RD_OK;
  for (unsigned i = 0; !done && !status && tests_left(self) &&
                       (to = flag_level_below(level, i));
       i++)
    if (!strcmp(to, "-O1") || !strcmp(to, "-O2"))
      status = try_level(&done, self, level, to, err);
  return status;
}

/* ---- describing the result ---- */

/* Adds the options that are in one list and not in the other, as lines. */
static void add_missing(strings *out, const flag_list *from,
                        const flag_list *in)
{
  bool *used = mem_alloc(in->size + 1, sizeof *used);
  for (size_t i = 0; i < from->size; i++) {
    size_t j = 0;
    while (j < in->size && (used[j] || !flag_is(&from->data[i], &in->data[j])))
      j++;
    if (j < in->size)
      used[j] = true;
    else
      strings_take(out, flag_line(&from->data[i]));
  }
  free(used);
}

static void add_lines(strings *out, const flag_list *flags)
{
  for (size_t i = 0; i < flags->size; i++)
    if (flags->data[i].kind == FLAG_OPTION)
      strings_take(out, flag_line(&flags->data[i]));
}

/* Did the old option become the new one? */
static bool has_become(const char *was, const char *is)
{
  bool level = flag_level_rank(was) != UINT_MAX;
  if (level || flag_level_rank(is) != UINT_MAX)
    return level && flag_level_rank(is) != UINT_MAX;
  if (!strcmp(is, "-g"))
    return starts_with(was, "-g");
  size_t name = strcspn(is, "=,");
  return is[name] && !strncmp(was, is, name + 1);
}

/* Describes what each new option was before. An old option that became another
 * is not in `gone` afterwards. */
static char *describe_changes(strings *gone, const strings *fresh)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < fresh->size; i++) {
    size_t j = 0;
    while (j < gone->size && !has_become(gone->data[j], fresh->data[i]))
      j++;
    if (j < gone->size) {
      text_printf(&out, "%s%s to %s", out.size ? ", " : "", gone->data[j],
                  fresh->data[i]);
      free(gone->data[j]);
      memmove(gone->data + j, gone->data + j + 1,
              (gone->size - j) * sizeof *gone->data);
      gone->size--;
    } else {
      text_printf(&out, "%s%s", out.size ? " " : "", fresh->data[i]);
    }
  }
  return out.data;
}

static void describe(work *self)
{
  flags_result *out = self->out;
  strings fresh = { 0 };
  flag_list_words(&out->words, &self->now);
  add_lines(&out->were, &self->were);
  add_lines(&out->left, &self->now);
  add_missing(&out->removed, &self->were, &self->now);
  add_missing(&fresh, &self->now, &self->were);
  out->lowered = describe_changes(&out->removed, &fresh);
  strings_free(&fresh);
}

/* ---- the reduction ---- */

static rd_status run(work *self, rd_error *err)
{
  flag_list found = { 0 };
  bool good = false, minimal = false;
  rd_status status =
      implied_processor(&self->native, self->request, &self->were, err);
  if (!status)
    status = reduce_list(&good, &found, self, &self->were, tests_left(self),
                         &minimal, err);
  if (good)
    take(self, &found);
  flag_list_dispose(&found);
  if (!status && good && minimal)
    status = lower_level(self, err);
  self->out->minimal = minimal && !status;
  return status;
}

rd_status flags_reduce(flags_result *out, const flags_request *request,
                       rd_error *err)
{
  *out = (flags_result){ 0 };
  work self = { .request = request, .out = out, .answers = rd_answers_new() };
  flag_list_read(&self.were, request->command);
  flag_list_read(&self.now, request->command);
  rd_status status = run(&self, err);
  describe(&self);
  rd_answers_free(self.answers);
  free(self.native);
  flag_list_dispose(&self.were);
  flag_list_dispose(&self.now);
  return status;
}

void flags_result_dispose(flags_result *self)
{
  strings_free(&self->words);
  strings_free(&self->were);
  strings_free(&self->left);
  strings_free(&self->removed);
  free(self->lowered);
  *self = (flags_result){ 0 };
}

bool flags_result_is_new(const flags_result *self)
{
  return self->removed.size || self->lowered;
}

size_t flags_count(const invocation *command)
{
  flag_list flags = { 0 };
  flag_list_read(&flags, command);
  size_t count = flag_list_count(&flags);
  flag_list_dispose(&flags);
  return count;
}
