/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Chooses and asks the reference judge (F2).
 *
 * A reduced program that no compiler accepts is a poor bug report. So one judge
 * that accepts the original is chosen at the start and kept, and candidates
 * that it rejects are not accepted. The closer a judge is to the crashing
 * compiler, the better it knows the dialect: the compiler itself without its
 * back end comes first, then without optimization, then relatives, then
 * libclang with as little relaxation as the original needs. Where all that know
 * what a text means crash or reject the original, a parser is better than our own
 * description of the language: it knows the syntax.
 *
 * "Accepts" means: no error beyond those of the original. The first judge that
 * survives an original with errors judges it; errors are compared as a multiset
 * of messages without names and numbers, which change as the text shrinks.
 *
 * A compiler accepts much that the standard forbids, the more so under -w, and
 * newer versions of it do not: implicit int, implicit functions, pointers of
 * other types. A result with these is no use to a maintainer whose compiler
 * rejects it. So a text must break the standard no more often than the original
 * and in no other way, which the front end finds out, whatever compiler it is.
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
#include "compiler/launchers.h"
#include "base/files.h"
#include "compiler/signature.h"
#include "compiler/words.h"

/* ---- one run ---- */

/* What a run of the judge says; the complaints are sorted. */
typedef struct opinion {
  enum { FAILS, FINDS_ERRORS, ACCEPTS } what;
  strings errors, warnings;
} opinion;

static void opinion_dispose(opinion *self)
{
  strings_free(&self->errors);
  strings_free(&self->warnings);
}

static opinion opinion_of(const rd_run *run)
{
  opinion out = { .what = FAILS };
  if (run->end != RD_END_EXIT || run_shows_crash(run))
    return out;
  const char *output = run->output ? run->output : "";
  out.what = run->status == 0 ? ACCEPTS : FINDS_ERRORS;
  warnings_find(&out.warnings, output);
  if (run->status)
    errors_find(&out.errors, output);
  return out;
}

static rd_status run_words(opinion *out, judge *self, const source *input,
                           rd_error *err)
{
  rd_run run = { 0 };
  *out = (opinion){ .what = FAILS };
  rd_status status =
      runner_run(&run, self->options.run, strings_argv(&self->words), input,
                 &self->options.limits, err);
  if (status)
    return status;
  self->runs++;
  *out = opinion_of(&run);
  rd_run_dispose(&run);
  return RD_OK;
}

/* The class, the standard aside. */
static judge_class class_of(const judge *self, const opinion *it)
{
  bool accepts =
      it->what == ACCEPTS || (it->what == FINDS_ERRORS && it->errors.size &&
                              errors_are_subset(&it->errors, &self->errors));
  if (!accepts)
    return JUDGE_ERRORS;
  return self->tells_warnings &&
                 errors_are_subset(&it->warnings, &self->warnings)
             ? JUDGE_CLEAN
             : JUDGE_ACCEPTED;
}

static bool is_acceptance(const judge *self, judge_class what)
{
  return self->wants_clean ? what == JUDGE_CLEAN : what != JUDGE_ERRORS;
}

static rd_status ask_server(judge_class *out, judge *self, const source *input,
                            rd_error *err)
{
  rd_diagnostics said = { 0 };
  rd_status status = judge_check(&said, self, input, self->relax, err);
  *out =
      !status && said.errors <= self->error_max ? JUDGE_ACCEPTED : JUDGE_ERRORS;
  return status;
}

/* Asks the command, or the front end in its place. */
static rd_status ask(judge_class *out, judge *self, const source *input,
                     rd_error *err)
{
  if (!self->words.size)
    return ask_server(out, self, input, err);
  opinion found;
  rd_status status = run_words(&found, self, input, err);
  *out = class_of(self, &found);
  opinion_dispose(&found);
  return status;
}

rd_status judge_classify(judge_class *out, judge *self, const source *input,
                         rd_error *err)
{
  rd_diagnostics found = { 0 };
  rd_status status = ask(out, self, input, err);
  if (status || *out == JUDGE_ERRORS || !self->holds_standard)
    return status;
  status = judge_check(&found, self, input, RD_STRICT, err);
  if (!status && !judge_keeps_standard(self, &found))
    *out = JUDGE_ACCEPTED;
  else if (!status && *out == JUDGE_ACCEPTED && !found.errors)
    *out = JUDGE_STRICT;
  return status;
}

/* Does a text that keeps to the standard need no other answer? The front end finds
 * errors with less relaxation, too. */
static bool is_implied(const judge *self)
{
  return !self->words.size && self->holds_standard && !self->standard.errors;
}

rd_status judge_ask(bool *accepts_out, judge *self, const source *input,
                    rd_error *err)
{
  judge_class what = JUDGE_ACCEPTED;
  rd_status status = is_implied(self) ? RD_OK : ask(&what, self, input, err);
  *accepts_out = !status && is_acceptance(self, what);
  return *accepts_out ? judge_ask_standard(accepts_out, self, input, err)
                      : status;
}

rd_status judge_finds_errors(bool *out, judge *self, const source *input,
                             rd_error *err)
{
  *out = false;
  if (!self->is_lenient)
    return RD_OK;
  rd_diagnostics said = { 0 };
  opinion found = { 0 };
  rd_status status = self->words.size
                         ? run_words(&found, self, input, err)
                         : judge_check(&said, self, input, self->relax, err);
  *out = !status && (found.what == FINDS_ERRORS || said.errors);
  opinion_dispose(&found);
  return status;
}

bool judge_accepts(const judge *self, const rd_run *run)
{
  opinion found = opinion_of(run);
  bool accepts = is_acceptance(self, class_of(self, &found));
  opinion_dispose(&found);
  return accepts;
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
                          const char *program, const char *mode,
                          const char *name)
{
  strings_add(out, program);
  if (compiler_name_drives(program))
    strings_add(out, "-w");
  (void)words_split(out, mode);
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

/* Tries the words as a judge of the original; if it is usable, it has a name
 * afterwards. */
static rd_status try_words(judge *self, strings *words, const source *original,
                           bool lenient, rd_error *err)
{
  strings_free(&self->words);
  strings_free(&self->errors);
  strings_free(&self->warnings);
  self->words = *words;
  *words = (strings){ 0 };
  opinion found;
  rd_status status = run_words(&found, self, original, err);
  self->errors = found.errors;
  self->warnings = found.warnings;
  self->is_lenient = found.what == FINDS_ERRORS;
  if (found.what == ACCEPTS ||
      (lenient && self->is_lenient && self->errors.size > 0))
    self->name = words_join(strings_argv(&self->words));
  return status;
}

/* Tries the crashing compiler's command in another mode or at another level. */
static rd_status try_use(judge *self, const invocation_use *use,
                         const source *original, bool lenient, rd_error *err)
{
  strings words = { 0 };
  invocation_build(&words, self->options.command, use);
  rd_status status = try_words(self, &words, original, lenient, err);
  self->is_compiler = self->name != NULL;
  return status;
}

static rd_status try_self(judge *self, const source *original, bool lenient,
                          rd_error *err)
{
  const judge_options *options = &self->options;
  if (!options->command)
    return RD_OK;
  bool optimizes = options->compiler->family == FAMILY_GCC ||
                   options->compiler->family == FAMILY_CLANG;
  const char *syntax = compiler_syntax_options(options->compiler);
  const invocation_use uses[] = {
    { .mode = syntax, .extra = &options->compiler->extra },
    { .level = "-O0", .extra = &options->compiler->extra },
  };
  rd_status status = RD_OK;
  for (size_t i = 0; i < 2 && !status && !self->name; i++) {
    if (i == 0 ? !syntax : !optimizes)
      continue;
    status = try_use(self, &uses[i], original, lenient, err);
    self->is_syntax = self->name && i == 0;
  }
  return status;
}

/* Is it a program that was not tried? A plain name is mostly a link to a version;
 * links to a launcher such as ccache are as many programs. */
static bool is_new(strings *tried, const char *file, const char *program)
{
  char *path = file ? realpath(file, NULL) : NULL;
  bool same = path && strstr(base_name(path), program) != NULL;
  bool is = file && !(same && strings_has(tried, path));
  if (is && same)
    strings_add(tried, path);
  free(path);
  return is;
}

/* The program of the crashing compiler's version that reads as it does; "" if there is
 * none; caller's. */
static char *alike_name(const judge *self, const language_judge *row)
{
  char *number = row->reads_alike
                     ? compiler_number(self->options.compiler->version)
                     : NULL;
  char *name =
      number ? mem_format("%s-%d", row->program, atoi(number)) : mem_copy("");
  free(number);
  return name;
}

enum { NAME_OWN, NAME_ALIKE, NAME_PLAIN, NAME_VERSIONED };

/* The name of a program by its place in the order in which names are tried: `own`, if
 * it is of its family, which may not be in PATH; the same version; the plain name;
 * versions, newest first. NULL past the last; "" for none; caller's. */
static char *sibling_name(const judge *self, const language_judge *row,
                          const char *own, int place)
{
  enum { OLDEST = 4, NEWEST = 30 };
  int version = NEWEST + NAME_VERSIONED - place;
  return place == NAME_OWN     ? mem_copy(own ? own : "")
         : place == NAME_ALIKE ? alike_name(self, row)
         : place == NAME_PLAIN ? mem_copy(row->program)
         : version < OLDEST    ? NULL
                               : mem_format("%s-%d", row->program, version);
}

/* Tries one program under all of its names. */
static rd_status try_sibling(judge *self, const language_judge *row,
                             const char *own, const source *original,
                             rd_error *err)
{
  rd_status status = RD_OK;
  strings tried = { 0 };
  char *name;
  for (int place = 0;
       !status && !self->name && (name = sibling_name(self, row, own, place));
       place++) {
    char *file = *name ? path_program(name) : NULL;
    strings words = { 0 };
    if (is_new(&tried, file, row->program)) {
      build_sibling(&words, &self->options, name, row->options, original->name);
      status = try_words(self, &words, original, false, err);
      self->reads_alike = self->name && place == NAME_ALIKE;
    }
    free(file);
    free(name);
  }
  strings_free(&tried);
  return status;
}

/* Is it a way in which the crashing compiler's family only checks? */
static bool is_own(const judge *self, const language_judge *row)
{
  const compiler *by = self->options.compiler;
  return row->only_checks &&
         !strcmp(row->program, compiler_family_name(by->family));
}

/* Tries the crashing compiler's own family first, if it can only check. */
static rd_status try_siblings(judge *self, const source *original, bool parses,
                              rd_error *err)
{
  const judge_options *options = &self->options;
  language of = language_of(options->language, original->name);
  const language_judge *row;
  rd_status status = RD_OK;
  /* A cross compiler has been asked with all of its options. */
  bool plain = options->command->foreign;
  for (int own = 1; own >= 0; own--)
    for (size_t i = 0;
         (row = language_judge_at(of, i)) && !status && !self->name; i++)
      if (own == is_own(self, row) && parses == row->only_parses)
        status = try_sibling(
            self, row, own && plain ? options->command->words.data[0] : NULL,
            original, err);
  return status;
}

/* Tries those that only parse: the crashing compiler, then others. */
static rd_status try_parsers(judge *self, const source *original, rd_error *err)
{
  const judge_options *options = &self->options;
  language of = language_of(options->language, original->name);
  const language_judge *row;
  rd_status status = RD_OK;
  for (size_t i = 0; (row = language_judge_at(of, i)) && !status && !self->name;
       i++) {
    invocation_use use = { .mode = row->options,
                           .extra = &options->compiler->extra };
    if (row->only_parses && is_own(self, row))
      status = try_use(self, &use, original, false, err);
  }
  if (!status && !self->name)
    status = try_siblings(self, original, true, err);
  self->only_parses = self->name != NULL;
  return status;
}

static void try_server(judge *self, const source *original, bool lenient)
{
  rd_server *server = self->options.server;
  if (!server)
    return;
  rd_diagnostics said = { 0 };
  uint32_t relax = 0;
  self->runs++;
  if (rd_server_relax(&relax, &said, server, original->text, original->size,
                      NULL))
    return; /* it cannot judge, or died from this text */
  if (said.errors && !lenient)
    return;
  strings_free(&self->words);
  strings_free(&self->errors);
  strings_free(&self->warnings);
  self->relax = relax;
  self->error_max = said.errors;
  self->is_lenient = said.errors > 0;
  const char *checker = rd_server_choice(server)->checker;
  self->name = relax ? mem_format("%s, relaxed %u times", checker, relax)
                     : mem_copy(checker);
}

/* Is the program, by its name, a compiler? */
static bool is_compiler_name(const char *program)
{
  static const char *const names[] = { "cc", "c89", "c99", "icc", "cl" };
  bool found = compiler_classify(program, "") != FAMILY_OTHER;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    found |= !strcmp(base_name(program), names[i]);
  return found;
}

/* The user's own judge, which must accept the original. A program that is not a
 * compiler by name first runs without invocation_parse's -c, which it may not
 * understand. */
static rd_status try_reference(judge *self, const source *original,
                               rd_error *err)
{
  const judge_options *options = &self->options;
  strings given = { 0 };
  launched from = { 0 };
  invocation command = { 0 };
  rd_status status = RD_OK;
  if (!words_split(&given, options->reference))
    status = rd_fail(err, RD_ERR_INVALID, "--reference %s: close the quote",
                     options->reference);
  launchers_strip(&given, &from);
  char *cwd = path_absolute(options->cwd, from.directory ? from.directory : "");
  if (!status)
    status = invocation_parse(&command, strings_argv(&given), options->file,
                              cwd, err);
  char *program = status ? NULL : path_program(command.words.data[0]);
  if (!status && !program)
    status = rd_fail(err, RD_ERR_INVALID,
                     "--reference %s: there is no such program; name one that "
                     "is installed",
                     options->reference);
  free(program);
  bool without =
      !status && command.added_mode && !is_compiler_name(command.words.data[0]);
  for (int mode = !without; mode < 2 && !status && !self->name; mode++) {
    strings words = { 0 };
    environment_words(&words, &from.environment);
    size_t program_at = words.size;
    invocation_build(&words, &command,
                     &(invocation_use){ .file = original->name });
    if (!mode)
      strings_remove(&words, program_at + 1, 1);
    status = try_words(self, &words, original, false, err);
  }
  if (!status && !self->name)
    status = rd_fail(err, RD_ERR_INVALID,
                     "--reference %s: it does not accept the input; name a "
                     "command that does, or give --allow-invalid",
                     options->reference);
  invocation_dispose(&command);
  launched_dispose(&from);
  strings_free(&given);
  free(cwd);
  return status;
}

/* ---- the choice ---- */

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
  self->modes = mem_alloc(1, sizeof *self->modes);
  exec_modes_init(self->modes, strings_argv(&self->words), name, by);
  self->tells_warnings = by && !strings_has(&self->words, "-w");
}

rd_status judge_find(judge **out, const judge_options *options,
                     const source *original, rd_error *err)
{
  judge *self = mem_alloc(1, sizeof *self);
  self->options = *options;
  bool script = original->name && invocation_is_script(original->name);
  rd_status status = RD_OK;
  if (options->reference)
    status = try_reference(self, original, err);
  for (int lenient = 0; lenient < 2; lenient++) {
    if (!status && !self->name)
      status = try_self(self, original, lenient, err);
    if (!status && !self->name && !lenient && options->command)
      status = try_siblings(self, original, false, err);
    if (!status && !self->name && !lenient && options->command)
      status = try_parsers(self, original, err);
    if (!status && !self->name && !script)
      try_server(self, original, lenient);
  }
  if (status || !self->name) {
    judge_free(self);
    self = NULL;
  } else {
    find_modes(self, original->name);
    judge_find_standard(self, original);
  }
  *out = self;
  return status;
}

void judge_free(judge *self)
{
  if (!self)
    return;
  if (self->modes)
    exec_modes_dispose(self->modes);
  free(self->modes);
  compiler_dispose(&self->sibling);
  strings_free(&self->words);
  strings_free(&self->errors);
  strings_free(&self->warnings);
  free(self->name);
  free(self);
}

const char *judge_class_name(judge_class what)
{
  static const char *const names[] = { "clean", "strict", "accepted",
                                       "errors" };
  return names[what];
}

bool judge_knows_meaning(const judge *self)
{
  return (self->words.size && !self->only_parses) || self->knows_standard;
}

char *judge_held(const judge *self)
{
  uint32_t breaches = self->holds_standard ? self->standard.errors : 0;
  const char *class =
      judge_class_name(self->holds_standard && !breaches ? JUDGE_STRICT
                       : self->is_lenient                ? JUDGE_ERRORS
                                                         : JUDGE_ACCEPTED);
  return breaches ? mem_format("%s, with at most the original's %u breaches of "
                               "the standard and none of another kind",
                               class, breaches)
                  : mem_copy(class);
}

uint64_t judge_runs(const judge *self)
{
  uint64_t runs = self->runs;
  for (size_t i = 0; self->modes && i < EXEC_COUNT; i++)
    runs += self->modes->costs[i].runs;
  return runs;
}
