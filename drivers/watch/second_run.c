/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Examines a failed compile.
 *
 * The user got the output of the first run, so the command is run once more and
 * this program reads the output. The source stays in its place, so that all
 * includes are found, but the outputs go to a private folder. A command with
 * several sources is run for one at a time.
 *
 * Signatures decide whether it crashed (signature.h). If the compile failed but
 * does not crash now, its source has an error or the crash is intermittent.
 * Neither can be reduced, so nothing is kept; but a signal cannot be an error
 * in the source, so the user is told that the crash did not recur.
 *
 * The text of a bundle should need no other file. It is tried preprocessed,
 * without and with line markers, under its own name and as .i; the first
 * variant that crashes like the source is kept. If none does, the unchanged
 * source is kept.
 */
#include "watch/second_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/compiler.h"
#include "base/files.h"
#include "compiler/launchers.h"
#include "compiler/signature.h"
#include "watch/bundle.h"
#include "watch/crash_filter.h"
#include "watch/watch.h"

typedef struct examination {
  const failed_compile *failed;
  char *cwd;
  strings words;   /* the command: @files expanded, launchers removed */
  launched before; /* the settings of these launchers */
  runner run;
  rd_limits limits;
  strings single;     /* the command with one source */
  strings bare;       /* the same without options that include files */
  const char *word;   /* the source in `single`, lent from `words` */
  char *path;         /* the path of the source */
  invocation command; /* `single`, parsed */
  invocation alone;   /* `bare`, parsed */
  compiler compiler;
  rd_run crash;
  signature signature;
} examination;

__attribute__((format(printf, 2, 3))) static void say(const examination *self,
                                                      const char *format, ...)
{
  if (self->failed->quiet)
    return;
  va_list args;
  va_start(args, format);
  char *line = NULL;
  int size = vasprintf(&line, format, args);
  va_end(args);
  if (size < 0)
    return;
  (void)fprintf(stderr, "clang-hdd: %s\n", line);
  free(line);
}

static const char *program_of(const examination *self)
{
  return base_name(self->words.data[0]);
}

static void say_not_kept(const examination *self, const rd_error *err)
{
  say(self, "warning: %s died, which is not kept: %s", program_of(self),
      err->message);
}

/* ---- the second run ---- */

/* Twice the cost of the first run and a margin, since a crashing compiler
 * prints a backtrace. */
static rd_limits limits_of(const failed_compile *failed)
{
  enum { MORE_MS = 10000, MOST_MS = 3600 * 1000 };
  uint64_t wall = failed->wall_ms * 2 + MORE_MS;
  return (rd_limits){
    .wall_ms = wall < MOST_MS ? (uint32_t)wall : MOST_MS,
    .memory_bytes = failed->peak_kb * 2 * 1024 + (UINT64_C(512) << 20),
    .output_bytes = 8u << 20,
    .file_bytes = UINT64_C(1) << 30,
  };
}

/* Does the option include the file in its value, which is not in the text? */
static bool includes_file(const char *word)
{
  static const char *const options[] = { "-include", "-include-pch", "-imacros",
                                         "--include", "--imacros" };
  bool includes =
      starts_with(word, "--include=") || starts_with(word, "--imacros=");
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    includes |= !strcmp(word, options[i]);
  return includes;
}

/* Sets up the command with this source alone. */
static rd_status take_source(examination *self, const char *word, rd_error *err)
{
  strings_free(&self->single);
  strings_free(&self->bare);
  invocation_dispose(&self->command);
  invocation_dispose(&self->alone);
  free(self->path);
  self->path = path_absolute(self->cwd, word);
  self->word = word;
  bool is_value = false, included = false;
  for (size_t i = 0; i < self->words.size; i++) {
    const char *each = self->words.data[i];
    included = is_value ? included : i && includes_file(each);
    if (!i || is_value || !crash_filter_is_source(each) ||
        !strcmp(each, word)) {
      strings_add(&self->single, each);
      if (!included)
        strings_add(&self->bare, each);
    }
    is_value = i && !is_value && invocation_takes_value(each);
  }
  rd_status status = invocation_parse(
      &self->command, strings_argv(&self->single), word, self->cwd, err);
  return status ? status
                : invocation_parse(&self->alone, strings_argv(&self->bare),
                                   word, self->cwd, err);
}

/* Runs the command on the source in its place. */
static rd_status run_source(examination *self, rd_error *err)
{
  strings words = { 0 };
  invocation_use use = { .file = self->path };
  source none = { 0 };
  invocation_build(&words, &self->command, &use);
  rd_status status = runner_run(&self->crash, &self->run, strings_argv(&words),
                                &none, &self->limits, err);
  strings_free(&words);
  return status;
}

/* Does it crash with this source? */
static rd_status try_source(examination *self, const char *word, bool *out,
                            rd_error *err)
{
  *out = false;
  rd_status status = take_source(self, word, err);
  if (!status)
    status = run_source(self, err);
  if (status)
    return status;
  signature_find(&self->signature, &self->crash);
  *out = signature_is_crash(&self->signature);
  if (!*out) {
    signature_dispose(&self->signature);
    rd_run_dispose(&self->crash);
    self->crash = (rd_run){ 0 };
  }
  return RD_OK;
}

/* ---- a self-contained text ---- */

/* A way to make a text: how it is preprocessed and named. */
typedef struct variant {
  bool lines;         /* with line markers */
  const char *suffix; /* NULL: keep the name */
} variant;

typedef struct kept_text {
  char *text;
  size_t size;
  char *name;
  bool standalone;
} kept_text;

static bool preprocess(examination *self, bool lines, kept_text *out)
{
  strings extra = { 0 }, words = { 0 };
  strings_add_all(&extra, &self->compiler.extra);
  if (!lines)
    strings_add(&extra, "-P");
  char *path = mem_format("%s/preprocessed", self->run.kept);
  invocation_use use = {
    .mode = "-E", .output = path, .extra = &extra, .file = self->path
  };
  invocation_build(&words, &self->command, &use);
  (void)unlink(path);
  source none = { 0 };
  rd_run run = { 0 };
  bool good = !runner_run(&run, &self->run, strings_argv(&words), &none,
                          &self->limits, NULL) &&
              run.end == RD_END_EXIT && !run.status &&
              !file_read(&out->text, &out->size, path, NULL);
  rd_run_dispose(&run);
  free(path);
  strings_free(&words);
  strings_free(&extra);
  return good;
}

/* Does the text, with all includes expanded, crash like the source? */
static bool crashes_alike(examination *self, const kept_text *text)
{
  strings words = { 0 };
  invocation_use use = { .extra = &self->compiler.extra, .file = text->name };
  invocation_build(&words, &self->alone, &use);
  source input = { text->name, text->text, text->size };
  rd_run run = { 0 };
  bool same = !runner_run(&run, &self->run, strings_argv(&words), &input,
                          &self->limits, NULL) &&
              signature_matches(&self->signature, &run, NULL);
  rd_run_dispose(&run);
  strings_free(&words);
  return same;
}

static char *name_with(const char *name, const char *suffix)
{
  const char *dot = strrchr(name, '.');
  size_t stem = dot ? (size_t)(dot - name) : strlen(name);
  return suffix ? mem_format("%.*s%s", (int)stem, name, suffix)
                : mem_copy(name);
}

static bool find_standalone(examination *self, kept_text *out)
{
  static const variant variants[] = {
    { false, NULL }, { true, NULL }, { false, ".i" }, { true, ".i" }
  };
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    kept_text text = { .name =
                           name_with(base_name(self->path), variants[i].suffix),
                       .standalone = true };
    if (preprocess(self, variants[i].lines, &text) &&
        crashes_alike(self, &text)) {
      *out = text;
      return true;
    }
    free(text.text);
    free(text.name);
  }
  return false;
}

/* The text to keep. Owner: text and name. */
static rd_status choose_text(examination *self, kept_text *out, rd_error *err)
{
  kept_text written = { .name = mem_copy(base_name(self->path)) };
  rd_status status = file_read(&written.text, &written.size, self->path, err);
  bool includes = !status && (has_includes(written.text, written.size) ||
                              self->bare.size < self->single.size);
  written.standalone = !includes;
  if (status || (includes && find_standalone(self, out))) {
    free(written.text);
    free(written.name);
    return status;
  }
  *out = written;
  return RD_OK;
}

/* ---- keeping ---- */

/* Sets the facts that do not depend on the text. */
static void describe(bundle *out, examination *self)
{
  *out = (bundle){ .word = mem_copy(self->word),
                   .directory = mem_copy(self->cwd),
                   .compiler = mem_copy(self->compiler.version),
                   .signature = signature_line(&self->signature) };
  bundle_environment(&out->environment, &self->before.environment);
  out->id = bundle_id(out->signature, out->compiler);
}

static rd_status write_new(examination *self, bundle *out, rd_error *err)
{
  kept_text text = { 0 };
  rd_status status = choose_text(self, &text, err);
  if (!status) {
    const strings *command = text.standalone ? &self->bare : &self->single;
    strings_add_all(&out->command, command);
    out->source = text.name;
    out->standalone = text.standalone;
    status = bundle_write(out, text.text, text.size, self->crash.output,
                          self->crash.output_size, err);
    free(text.text);
  }
  return status;
}

static void keep(examination *self)
{
  rd_error err = { 0 };
  const char *program = program_of(self);
  rd_status status =
      compiler_probe(&self->compiler, &self->run, &self->command, "", 0, &err);
  bundle found = { 0 };
  bool known = false;
  if (!status) {
    describe(&found, self);
    (void)bundle_count(&known, &found, self->failed->start_ns, NULL);
    if (!known)
      status = write_new(self, &found, &err);
  }
  char *line = signature_line(&self->signature);
  if (status)
    say(self, "warning: %s crashed (%s), which is not kept: %s", program, line,
        err.message);
  else if (found.seen == 1)
    say(self, "%s crashed (%s); kept as %s: clang-hdd reduce %s", program, line,
        found.id, found.id);
  else if (found.seen)
    say(self, "%s crashed again (%s), seen %llu times: clang-hdd reduce %s",
        program, line, (unsigned long long)found.seen, found.id);
  free(line);
  bundle_dispose(&found);
}

/* ---- the examination ---- */

/* Is it a regular file, and not a pipe that is empty by now? */
static bool can_be_read_again(const examination *self, const char *word)
{
  char *path = path_absolute(self->cwd, word);
  bool good = path_is_regular(path);
  free(path);
  return good;
}

/* Sets the command with its @files expanded; false if one is a pipe. */
static bool take_words(examination *self)
{
  const char *const *words = self->failed->words;
  for (size_t i = 1; words[i]; i++) {
    if (words[i][0] != '@')
      continue;
    char *path = path_absolute(self->cwd, words[i] + 1);
    bool pipe = path_exists(path) && !can_be_read_again(self, path);
    free(path);
    if (pipe)
      return false;
  }
  return !invocation_expand(&self->words, words, self->cwd, NULL);
}

/* Applies the settings of an env before the compiler. */
static void take_launched(examination *self)
{
  const launched *from = &self->before;
  for (size_t i = 0; i < from->environment.size; i++) {
    const char *pair = from->environment.data[i];
    const char *value = strchr(pair, '=');
    char *name = mem_copy_bytes(pair, strcspn(pair, "="));
    (void)(value ? setenv(name, value + 1, 1) : unsetenv(name));
    free(name);
  }
  if (!from->directory || chdir(from->directory))
    return;
  free(self->cwd);
  self->cwd = getcwd(NULL, 0);
}

static void look_at_sources(examination *self, bool died)
{
  bool crashes = false;
  rd_error err = { 0 };
  rd_status status = RD_OK;
  for (size_t i = 1; i < self->words.size && !crashes && !status; i++)
    if (invocation_takes_value(self->words.data[i]))
      i++;
    else if (crash_filter_is_source(self->words.data[i]) &&
             can_be_read_again(self, self->words.data[i]))
      status = try_source(self, self->words.data[i], &crashes, &err);
  if (crashes)
    keep(self);
  else if (died && status)
    say_not_kept(self, &err);
  else if (died)
    say(self, "%s died, but not when it was run again; nothing is kept",
        program_of(self));
}

static void dispose(examination *self)
{
  signature_dispose(&self->signature);
  rd_run_dispose(&self->crash);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  invocation_dispose(&self->alone);
  free(self->path);
  strings_free(&self->single);
  strings_free(&self->bare);
  strings_free(&self->words);
  launched_dispose(&self->before);
  free(self->cwd);
}

void second_run(const failed_compile *failed)
{
  examination self = { .failed = failed,
                       .cwd = getcwd(NULL, 0),
                       .limits = limits_of(failed) };
  failure_kind what = FAILURE_ORDINARY;
  if (self.cwd && take_words(&self))
    what = crash_filter(strings_argv(&self.words), failed->status);
  if (what != FAILURE_ORDINARY) {
    launchers_strip(&self.words, &self.before);
    take_launched(&self);
  }
  if (what != FAILURE_ORDINARY && self.cwd) {
    rd_error err = { 0 };
    rd_status status = runner_init(&self.run, false, &err);
    if (!status) {
      strings_add(&self.run.environment, WATCH_SWITCH "=off");
      look_at_sources(&self, what == FAILURE_SIGNAL);
      runner_dispose(&self.run);
    } else if (what == FAILURE_SIGNAL) {
      say_not_kept(&self, &err);
    }
  }
  dispose(&self);
}
