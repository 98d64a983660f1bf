/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Choosing and asking the reference judge (F2).
 *
 * A reduced program that no compiler accepts is a poor bug report, so at the
 * start one judge is chosen that accepts the original, and held to. Candidates
 * that it rejects are not accepted. The nearer a judge is to the crashing
 * compiler the better it knows the dialect: so the compiler itself without its
 * back end comes first, then without optimizing, then relatives, then libclang
 * with as little relaxation as the original needs.
 *
 * "Accepts" means: no error beyond those of the original. An original with
 * errors is judged by the first judge that survives it; the errors are compared
 * as a multiset of messages without names and numbers, which move as the text
 * shrinks.
 */
#include "compiler/judge.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"
#include "compiler/files.h"
#include "compiler/signature.h"
#include "compiler/words.h"

struct judge {
  judge_options options;
  char *name;
  strings words;      /* the command; empty: libclang */
  strings errors;     /* those of the original, sorted */
  uint32_t relax;     /* libclang's */
  uint32_t error_max; /* libclang's errors on the original */
  bool lenient;
  uint64_t runs;
};

/* ---- one run ---- */

typedef enum opinion { ACCEPTS, FINDS_ERRORS, FAILS } opinion;

static bool is_crash(const rd_run *run)
{
  signature found;
  signature_find(&found, run);
  bool crash = signature_is_crash(&found);
  signature_dispose(&found);
  return crash;
}

static rd_status run_words(opinion *out, strings *errors, judge *self,
                           const source *input, rd_error *err)
{
  rd_run run = { 0 };
  rd_status status =
      runner_run(&run, self->options.run, strings_argv(&self->words), input,
                 &self->options.limits, err);
  if (status)
    return status;
  self->runs++;
  if (run.end != RD_END_EXIT || is_crash(&run))
    *out = FAILS;
  else
    *out = run.status == 0 ? ACCEPTS : FINDS_ERRORS;
  if (*out == FINDS_ERRORS && run.output)
    errors_find(errors, run.output);
  rd_run_dispose(&run);
  return RD_OK;
}

static rd_status ask_server(bool *accepts_out, judge *self, const source *input,
                            rd_error *err)
{
  uint32_t errors = 0;
  self->runs++;
  rd_status status = rd_server_check(&errors, self->options.server, input->text,
                                     input->size, self->relax, err);
  *accepts_out = !status && errors <= self->error_max;
  return status == RD_ERR_DIED ? RD_OK : status;
}

rd_status judge_ask(bool *accepts_out, judge *self, const source *input,
                    rd_error *err)
{
  *accepts_out = false;
  if (!self->words.size)
    return ask_server(accepts_out, self, input, err);
  strings errors = { 0 };
  opinion what = FAILS;
  rd_status status = run_words(&what, &errors, self, input, err);
  if (!status)
    *accepts_out =
        what == ACCEPTS || (what == FINDS_ERRORS && errors.size &&
                            errors_are_subset(&errors, &self->errors));
  strings_free(&errors);
  return status;
}

/* ---- candidates ---- */

/* Arguments that another compiler is given too. */
static bool is_portable(const char *word)
{
  static const char *const prefixes[] = {
    "-std=",
    "-ansi",
    "-D",
    "-U",
    "-I",
    "-m32",
    "-m64",
    "-funsigned-char",
    "-fsigned-char",
    "-fgnu89-inline",
    "-fms-extensions",
  };
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (starts_with(word, prefixes[i]))
      return true;
  return false;
}

static bool is_portable_pair(const char *word)
{
  static const char *const words[] = { "-include", "-imacros",   "-isystem",
                                       "-iquote",  "-idirafter", "-D",
                                       "-U",       "-I" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(word, words[i]))
      return true;
  return false;
}

static void add_portable(strings *out, const strings *words)
{
  for (size_t i = 0; i < words->size; i++) {
    if (is_portable_pair(words->data[i]) && i + 1 < words->size) {
      strings_add(out, words->data[i]);
      strings_add(out, words->data[++i]);
    } else if (is_portable(words->data[i])) {
      strings_add(out, words->data[i]);
    }
  }
}

static void build_sibling(strings *out, const judge_options *options,
                          const char *program, const char *name)
{
  strings_add(out, program);
  strings_add(out, "-w");
  strings_add(out, strcmp(program, "tcc") ? "-fsyntax-only" : "-c");
  strings arguments = { 0 };
  if (options->command) {
    add_portable(out, &options->compiler->extra);
    invocation_arguments(&arguments, options->command);
    add_portable(out, &arguments);
  }
  strings_free(&arguments);
  strings_add(out, name);
}

/* Tries the words as a judge of the original; *found_out if it will do. */
static rd_status try_words(bool *found_out, judge *self, strings *words,
                           const source *original, bool lenient, rd_error *err)
{
  strings_free(&self->words);
  strings_free(&self->errors);
  self->words = *words;
  *words = (strings){ 0 };
  opinion what = FAILS;
  rd_status status = run_words(&what, &self->errors, self, original, err);
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
  }
  return status;
}

static rd_status try_siblings(bool *found_out, judge *self,
                              const source *original, rd_error *err)
{
  static const char *const gcc[] = { "gcc", "clang", "tcc", NULL };
  static const char *const clang[] = { "clang", "gcc", "tcc", NULL };
  enum { OLDEST = 4, NEWEST = 30 };
  const judge_options *options = &self->options;
  bool like_clang =
      options->command && options->compiler->family == FAMILY_CLANG;
  rd_status status = RD_OK;
  *found_out = false;
  const char *const *names = like_clang ? clang : gcc;
  for (size_t i = 0; names[i] && !status && !*found_out; i++) {
    /* The plain name first, then versions, newest first. */
    for (int version = NEWEST + 1; version >= OLDEST; version--) {
      char *name = version > NEWEST ? mem_copy(names[i])
                                    : mem_format("%s-%d", names[i], version);
      char *file = path_program(name);
      strings words = { 0 };
      if (file) {
        build_sibling(&words, options, name, original->name);
        status = try_words(found_out, self, &words, original, false, err);
      }
      free(file);
      free(name);
      if (status || *found_out)
        break;
    }
  }
  return status;
}

static rd_status try_server(bool *found_out, judge *self,
                            const source *original, bool lenient, rd_error *err)
{
  rd_server *server = self->options.server;
  *found_out = false;
  if (!server)
    return RD_OK;
  uint32_t least = UINT32_MAX, steps = rd_server_relax_steps(server);
  for (uint32_t relax = 0; relax <= steps; relax++) {
    uint32_t errors = 0;
    rd_status status = rd_server_check(&errors, server, original->text,
                                       original->size, relax, err);
    if (status) /* it cannot tell, or died of this text */
      return RD_OK;
    self->runs++;
    if (errors < least) {
      least = errors;
      self->relax = relax;
    }
    if (!errors)
      break;
  }
  if (least && !lenient)
    return RD_OK;
  strings_free(&self->words);
  strings_free(&self->errors);
  self->error_max = least;
  self->lenient = least > 0;
  self->name = self->relax
                   ? mem_format("libclang, relaxed %u times", self->relax)
                   : mem_copy("libclang");
  *found_out = true;
  return RD_OK;
}

/* The user's own judge, which has to accept the original. */
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
  if (!status) {
    invocation_use use = { .file = original->name };
    strings words = { 0 };
    invocation_build(&words, &command, &use);
    status = try_words(&found, self, &words, original, false, err);
  }
  if (!status && !found)
    status = rd_fail(err, RD_ERR_INVALID,
                     "--reference %s: it does not accept the input; name a "
                     "command that does, or give --allow-invalid",
                     options->reference);
  invocation_dispose(&command);
  strings_free(&given);
  return status;
}

rd_status judge_find(judge **out, const judge_options *options,
                     const source *original, rd_error *err)
{
  *out = NULL;
  judge *self = mem_alloc(1, sizeof *self);
  self->options = *options;
  bool found = false;
  rd_status status = RD_OK;
  if (options->reference) {
    status = use_reference(self, original, err);
    found = !status;
  }
  if (!status && !found)
    status = try_self(&found, self, original, false, err);
  if (!status && !found)
    status = try_siblings(&found, self, original, err);
  if (!status && !found)
    status = try_server(&found, self, original, false, err);
  if (!status && !found)
    status = try_self(&found, self, original, true, err);
  if (!status && !found)
    status = try_server(&found, self, original, true, err);
  if (status || !found) {
    judge_free(self);
    return status;
  }
  *out = self;
  return RD_OK;
}

void judge_free(judge *self)
{
  if (!self)
    return;
  strings_free(&self->words);
  strings_free(&self->errors);
  free(self->name);
  free(self);
}

const char *judge_name(const judge *self)
{
  return self->name;
}

bool judge_is_lenient(const judge *self)
{
  return self->lenient;
}

uint64_t judge_runs(const judge *self)
{
  return self->runs;
}
