/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Chooses and asks the reference judge (F2).
 *
 * A reduced program that no compiler accepts is a poor bug report. So one judge
 * that accepts the original is chosen at the start and kept, and candidates
 * that it rejects are not accepted. The closer a judge is to the crashing
 * compiler, the better it knows the dialect: the compiler itself without its
 * back end comes first, then without optimization, then relatives, then
 * libclang with as little relaxation as the original needs.
 *
 * "Accepts" means: no error beyond those of the original. The first judge that
 * survives an original with errors judges it; errors are compared as a multiset
 * of messages without names and numbers, which change as the text shrinks.
 *
 * Warnings determine a class of their own. The user chooses which exist: the
 * judge gets the command's warning flags, and none are added. So a judge with
 * -w cannot recognize a clean text, nor can one that is not a compiler.
 */
#include "compiler/judge.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"
#include "compiler/languages.h"
#include "base/files.h"
#include "compiler/signature.h"
#include "compiler/words.h"

struct judge {
  judge_options options;
  char *name;
  strings words;      /* the command; empty: libclang */
  exec_modes modes;   /* of the command */
  compiler sibling;   /* classification of another compiler, by name */
  bool is_compiler;   /* is the crashing compiler itself */
  bool is_syntax;     /* and only checks syntax */
  strings errors;     /* of the original, sorted */
  strings warnings;   /* of the original, sorted */
  bool wants_clean;   /* accept only JUDGE_CLEAN */
  uint32_t relax;     /* relaxation steps of libclang */
  uint32_t error_max; /* number of errors libclang finds in the original */
  bool lenient;
  uint64_t runs;
};

/* ---- one run ---- */

typedef enum opinion { ACCEPTS, FINDS_ERRORS, FAILS } opinion;

/* Errors and warnings, sorted. */
struct complaints {
  strings errors, warnings;
};

static void complaints_free(struct complaints *self)
{
  strings_free(&self->errors);
  strings_free(&self->warnings);
}

/* The opinion and complaints of a completed run. */
static opinion opinion_of(struct complaints *out, const rd_run *run)
{
  if (run->end != RD_END_EXIT || run_shows_crash(run))
    return FAILS;
  if (run->output)
    warnings_find(&out->warnings, run->output);
  if (run->status == 0)
    return ACCEPTS;
  if (run->output)
    errors_find(&out->errors, run->output);
  return FINDS_ERRORS;
}

static rd_status run_words(opinion *out, struct complaints *complaints,
                           judge *self, const source *input, rd_error *err)
{
  rd_run run = { 0 };
  rd_status status =
      runner_run(&run, self->options.run, strings_argv(&self->words), input,
                 &self->options.limits, err);
  if (status)
    return status;
  self->runs++;
  *out = opinion_of(complaints, &run);
  rd_run_dispose(&run);
  return RD_OK;
}

static rd_status ask_server(bool *accepts_out, judge *self, const source *input,
                            rd_error *err)
{
  rd_diagnostics said = { 0 };
  self->runs++;
  rd_status status = rd_server_check(&said, self->options.server, input->text,
                                     input->size, self->relax, err);
  *accepts_out = !status && said.errors <= self->error_max;
  return status == RD_ERR_DIED ? RD_OK : status;
}

static judge_class class_of(const judge *self, opinion what,
                            const struct complaints *found)
{
  bool accepts =
      what == ACCEPTS || (what == FINDS_ERRORS && found->errors.size &&
                          errors_are_subset(&found->errors, &self->errors));
  if (!accepts)
    return JUDGE_ERRORS;
  return judge_tells_warnings(self) &&
                 errors_are_subset(&found->warnings, &self->warnings)
             ? JUDGE_CLEAN
             : JUDGE_ACCEPTED;
}

static bool is_acceptance(const judge *self, judge_class what)
{
  return what == JUDGE_CLEAN || (what == JUDGE_ACCEPTED && !self->wants_clean);
}

rd_status judge_classify(judge_class *out, judge *self, const source *input,
                         rd_error *err)
{
  bool accepts = false;
  struct complaints found = { 0 };
  opinion what = FAILS;
  rd_status status = self->words.size
                         ? run_words(&what, &found, self, input, err)
                         : ask_server(&accepts, self, input, err);
  *out = accepts ? JUDGE_ACCEPTED : class_of(self, what, &found);
  complaints_free(&found);
  return status;
}

rd_status judge_ask(bool *accepts_out, judge *self, const source *input,
                    rd_error *err)
{
  judge_class what = JUDGE_ERRORS;
  rd_status status = judge_classify(&what, self, input, err);
  *accepts_out = !status && is_acceptance(self, what);
  return status;
}

bool judge_accepts(const judge *self, const rd_run *run)
{
  struct complaints found = { 0 };
  opinion what = opinion_of(&found, run);
  bool accepts = is_acceptance(self, class_of(self, what, &found));
  complaints_free(&found);
  return accepts;
}

/* ---- watching a run ---- */

void judge_watch_reset(judge_watch *self, const judge *of)
{
  const compiler *by = of->modes.compiler;
  judge_watch_dispose(self);
  /* Other compilers may print the word "error" without meaning one. */
  self->active = by && (by->family == FAMILY_GCC || by->family == FAMILY_CLANG);
  strings_add_all(&self->allowed, &of->errors);
}

void judge_watch_dispose(judge_watch *self)
{
  strings_free(&self->allowed);
  *self = (judge_watch){ 0 };
}

/* Removes the error from the allowed ones; false if it is not among them. */
static bool allow(strings *allowed, const char *error)
{
  for (size_t i = 0; i < allowed->size; i++)
    if (!strcmp(allowed->data[i], error)) {
      free(allowed->data[i]);
      allowed->data[i] = allowed->data[--allowed->size];
      return true;
    }
  return false;
}

bool judge_watch_rejects(judge_watch *self, const char *output, size_t size)
{
  const char *end;
  while (self->active &&
         (end = memchr(output + self->seen, '\n', size - self->seen))) {
    strings errors = { 0 };
    char *line = mem_copy_bytes(output + self->seen,
                                (size_t)(end - output) - self->seen);
    bool beyond = errors_is_located(line) && errors_add_line(&errors, line) &&
                  !allow(&self->allowed, errors.data[0]);
    free(line);
    strings_free(&errors);
    if (beyond)
      return true;
    self->seen = (size_t)(end - output) + 1;
  }
  return false;
}

/* ---- candidates ---- */

/* Adds the arguments that other compilers also understand. */
static void add_portable(strings *out, const strings *words)
{
  for (size_t i = 0; i < words->size; i++) {
    size_t count = invocation_shared_words(words->data[i], SHARED_JUDGE);
    for (size_t j = 0; j < count && i + j < words->size; j++)
      strings_add(out, words->data[i + j]);
    i += count ? count - 1 : 0;
  }
}

static void build_sibling(strings *out, const judge_options *options,
                          const char *program, const char *option,
                          const char *name)
{
  strings_add(out, program);
  strings_add(out, "-w");
  strings_add(out, option);
  strings arguments = { 0 };
  if (options->command) {
    add_portable(out, &options->compiler->extra);
    invocation_arguments(&arguments, options->command);
    add_portable(out, &arguments);
  }
  strings_free(&arguments);
  if (language_of(options->language, name) != language_of_file(name)) {
    strings_add(out, "-x");
    strings_add(out, options->language);
  }
  strings_add(out, name);
}

/* Tries the words as a judge of the original; *found_out: it is usable. */
static rd_status try_words(bool *found_out, judge *self, strings *words,
                           const source *original, bool lenient, rd_error *err)
{
  struct complaints found = { 0 };
  strings_free(&self->words);
  self->words = *words;
  *words = (strings){ 0 };
  opinion what = FAILS;
  rd_status status = run_words(&what, &found, self, original, err);
  strings_free(&self->errors);
  strings_free(&self->warnings);
  self->errors = found.errors;
  self->warnings = found.warnings;
  *found_out =
      !status && (what == ACCEPTS ||
                  (lenient && what == FINDS_ERRORS && self->errors.size > 0));
  if (*found_out) {
    self->lenient = what == FINDS_ERRORS;
    self->name = words_join(strings_argv(&self->words));
  }
  return status;
}

static rd_status try_self(bool *found_out, judge *self, const source *original,
                          bool lenient, rd_error *err)
{
  const judge_options *options = &self->options;
  *found_out = false;
  if (!options->command)
    return RD_OK;
  bool optimizes = options->compiler->family == FAMILY_GCC ||
                   options->compiler->family == FAMILY_CLANG;
  const char *syntax = compiler_syntax_option(options->compiler);
  const invocation_use uses[] = {
    { .mode = syntax, .extra = &options->compiler->extra },
    { .level = "-O0", .extra = &options->compiler->extra },
  };
  rd_status status = RD_OK;
  for (size_t i = 0; i < 2 && !status && !*found_out; i++) {
    if (i == 0 ? !syntax : !optimizes)
      continue;
    strings words = { 0 };
    invocation_build(&words, options->command, &uses[i]);
    status = try_words(found_out, self, &words, original, lenient, err);
    self->is_syntax = *found_out && i == 0;
  }
  self->is_compiler = *found_out;
  return status;
}

/* Tries one program: its plain name first, then versions, newest first. */
static rd_status try_sibling(bool *found_out, judge *self,
                             const language_judge *row, const source *original,
                             rd_error *err)
{
  enum { OLDEST = 4, NEWEST = 30 };
  rd_status status = RD_OK;
  for (int version = NEWEST + 1; version >= OLDEST && !status && !*found_out;
       version--) {
    char *name = version > NEWEST ? mem_copy(row->program)
                                  : mem_format("%s-%d", row->program, version);
    char *file = path_program(name);
    strings words = { 0 };
    if (file) {
      build_sibling(&words, &self->options, name, row->option, original->name);
      status = try_words(found_out, self, &words, original, false, err);
    }
    free(file);
    free(name);
  }
  return status;
}

/* Tries the crashing compiler's own family first, if it can only check. */
static rd_status try_siblings(bool *found_out, judge *self,
                              const source *original, rd_error *err)
{
  const judge_options *options = &self->options;
  language of = language_of(options->language, original->name);
  const char *family =
      options->command ? compiler_family_name(options->compiler->family) : "";
  const language_judge *row;
  rd_status status = RD_OK;
  *found_out = false;
  for (int own = 1; own >= 0; own--)
    for (size_t i = 0;
         (row = language_judge_at(of, i)) && !status && !*found_out; i++)
      if (own == (row->only_checks && !strcmp(row->program, family)))
        status = try_sibling(found_out, self, row, original, err);
  return status;
}

static rd_status try_server(bool *found_out, judge *self,
                            const source *original, bool lenient, rd_error *err)
{
  rd_server *server = self->options.server;
  *found_out = false;
  if (!server)
    return RD_OK;
  uint32_t least = UINT32_MAX, steps = rd_server_choice(server)->relax_steps;
  for (uint32_t relax = 0; relax <= steps; relax++) {
    rd_diagnostics said = { 0 };
    rd_status status = rd_server_check(&said, server, original->text,
                                       original->size, relax, err);
    if (status) /* it cannot judge, or died from this text */
      return RD_OK;
    self->runs++;
    if (said.errors < least) {
      least = said.errors;
      self->relax = relax;
    }
    if (!said.errors)
      break;
  }
  if (least && !lenient)
    return RD_OK;
  strings_free(&self->words);
  strings_free(&self->errors);
  strings_free(&self->warnings);
  self->error_max = least;
  self->lenient = least > 0;
  const char *checker = rd_server_choice(server)->checker;
  self->name = self->relax
                   ? mem_format("%s, relaxed %u times", checker, self->relax)
                   : mem_copy(checker);
  *found_out = true;
  return RD_OK;
}

/* Is the program, by its name, a compiler? */
static bool is_compiler_name(const char *program)
{
  static const char *const names[] = { "cc", "c89", "c99", "icc", "cl" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(base_name(program), names[i]))
      return true;
  return compiler_classify(program, "") != FAMILY_OTHER;
}

/* Tries the user's command, with or without invocation_parse's -c. */
static rd_status try_reference(bool *found_out, judge *self,
                               const invocation *command, bool with_mode,
                               const source *original, rd_error *err)
{
  invocation_use use = { .file = original->name };
  strings words = { 0 };
  invocation_build(&words, command, &use);
  if (!with_mode)
    strings_remove(&words, 1, 1);
  return try_words(found_out, self, &words, original, false, err);
}

/* The user's own judge, which must accept the original. A program that is not a
 * compiler by name first runs without -c, which it may not understand. */
static rd_status use_reference(judge *self, const source *original,
                               rd_error *err)
{
  const judge_options *options = &self->options;
  strings given = { 0 };
  invocation command = { 0 };
  rd_status status = RD_OK;
  if (!words_split(&given, options->reference))
    status = rd_fail(err, RD_ERR_INVALID, "--reference %s: close the quote",
                     options->reference);
  if (!status)
    status = invocation_parse(&command, strings_argv(&given), options->file,
                              options->cwd, err);
  bool found = false;
  bool added = !status && command.words.size > 2 &&
               !strcmp(command.words.data[1], "-c") &&
               (given.size < 2 || strcmp(given.data[1], "-c") != 0);
  if (added && !is_compiler_name(command.words.data[0]))
    status = try_reference(&found, self, &command, false, original, err);
  if (!status && !found)
    status = try_reference(&found, self, &command, true, original, err);
  if (!status && !found)
    status = rd_fail(err, RD_ERR_INVALID,
                     "--reference %s: it does not accept the input; name a "
                     "command that does, or give --allow-invalid",
                     options->reference);
  invocation_dispose(&command);
  strings_free(&given);
  return status;
}

/* Sets up execution modes for the chosen judge's command. */
static void find_modes(judge *self, const char *name)
{
  if (!self->words.size)
    return;
  const compiler *by = self->options.compiler;
  if (!self->is_compiler) {
    self->sibling.family =
        compiler_classify(base_name(self->words.data[0]), "");
    self->sibling.version = mem_copy("");
    by = self->sibling.family == FAMILY_OTHER ? NULL : &self->sibling;
  }
  exec_modes_init(&self->modes, strings_argv(&self->words), name, by);
}

rd_status judge_find(judge **out, const judge_options *options,
                     const source *original, rd_error *err)
{
  *out = NULL;
  judge *self = mem_alloc(1, sizeof *self);
  self->options = *options;
  bool found = false;
  bool script = original->name && invocation_is_script(original->name);
  rd_status status = RD_OK;
  if (options->reference) {
    status = use_reference(self, original, err);
    found = !status;
  }
  if (!status && !found)
    status = try_self(&found, self, original, false, err);
  if (!status && !found && !script)
    status = try_siblings(&found, self, original, err);
  if (!status && !found && !script)
    status = try_server(&found, self, original, false, err);
  if (!status && !found)
    status = try_self(&found, self, original, true, err);
  if (!status && !found && !script)
    status = try_server(&found, self, original, true, err);
  if (status || !found) {
    judge_free(self);
    return status;
  }
  find_modes(self, original->name);
  *out = self;
  return RD_OK;
}

void judge_free(judge *self)
{
  if (!self)
    return;
  exec_modes_dispose(&self->modes);
  compiler_dispose(&self->sibling);
  strings_free(&self->words);
  strings_free(&self->errors);
  strings_free(&self->warnings);
  free(self->name);
  free(self);
}

const char *judge_class_name(judge_class what)
{
  static const char *const names[] = { "clean", "accepted", "errors" };
  return names[what];
}

void judge_demand_clean(judge *self, bool demanded)
{
  self->wants_clean = demanded;
}

bool judge_tells_warnings(const judge *self)
{
  return self->modes.compiler && !strings_has(&self->words, "-w");
}

const char *judge_name(const judge *self)
{
  return self->name;
}

bool judge_is_lenient(const judge *self)
{
  return self->lenient;
}

const strings *judge_errors(const judge *self)
{
  return &self->errors;
}

bool judge_is_compiler(const judge *self)
{
  return self->is_compiler;
}

bool judge_is_syntax(const judge *self)
{
  return self->is_syntax;
}

uint64_t judge_runs(const judge *self)
{
  uint64_t runs = self->runs;
  for (size_t i = 0; i < EXEC_COUNT; i++)
    runs += self->modes.costs[i].runs;
  return runs;
}

exec_modes *judge_exec_modes(judge *self)
{
  return self->words.size ? &self->modes : NULL;
}

const rd_limits *judge_limits(const judge *self)
{
  return &self->options.limits;
}
