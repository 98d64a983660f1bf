/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The command line of `reduce`.
 *
 * options.def is its table. Everything after "--" is the compiler's command.
 * Contradictions are refused here; names of algorithms and passes are checked
 * by the code that uses them, since their tables are libreduce's.
 */
#include "clang-hdd/request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/output.h"
#include "clang-hdd/pattern.h"
#include "base/files.h"
#include "compiler/words.h"
#include "engine/carrier.h"

#define OPTIONS request
static const option_row rows[] = {
#include "clang-hdd/options.def"
};
const option_table options_reduce = OPTION_TABLE(rows);

/* Refuses several files where nothing says what to do with them. */
static char *check_files(const request *self)
{
  if (self->files.size < 2)
    return NULL;
  for (size_t i = self->files.size; i-- > 0;)
    if (!path_exists(self->files.data[i]))
      return mem_format("%s: no such file; the compiler's command follows --",
                        self->files.data[i]);
  if (self->with_bisect || self->build_path)
    return mem_format("%s: one FILE only with %s", self->files.data[1],
                      self->with_bisect ? "--bisect" : "--build-path");
  if (!self->test && !self->command.size)
    return mem_format("%s: several files need a command that reads them, after "
                      "--, or --test",
                      self->files.data[1]);
  return NULL;
}

static char *take_file(request *out, const strings *words)
{
  const char *first = words->size ? words->data[0] : "";
  strings_add_all(&out->files, words);
  if (command_find(first) && !path_exists(first))
    return mem_format("%s: a command comes first: clang-hdd %s ...", first,
                      first);
  if (words->size)
    out->file = mem_copy(words->data[0]);
  else if (request_needs_file(out) && !out->command.size && !out->build_path)
    return mem_copy("name the file to reduce: clang-hdd FILE -- COMPILER ...");
  return check_files(out);
}

/* --commands is a script in one word. */
static char *take_commands(request *out)
{
  if (!out->commands)
    return NULL;
  if (out->test)
    return mem_copy("--test and --commands: use one of them");
  if (!out->commands[strspn(out->commands, " \t\n")])
    return mem_copy("--commands: name something to run");
  /* The word after the commands is $0. */
  const char *const words[] = { "/bin/sh", "-c", out->commands,
                                out->input_as ? "sh" : NULL, NULL };
  out->test = words_join(words);
  string_replace(&out->commands, NULL);
  return NULL;
}

static char *check_input_as(const request *self)
{
  input_way way = request_input_way(self);
  if (way == INPUT_WAYS)
    return mem_format("--input-as %s: use name, argument or stdin",
                      self->input_as);
  if (self->input_as && !self->test)
    return mem_copy("--input-as: leave it out; it is for --test and "
                    "--commands");
  if (way == INPUT_STDIN && self->files.size > 1)
    return mem_format("%s: one FILE only with --input-as stdin",
                      self->files.data[1]);
  return NULL;
}

static char *check_output(const request *self)
{
  if (self->in_place && self->output)
    return mem_copy("--in-place and -o: use one of them");
  if (self->output && !*self->output)
    return mem_copy("-o: name a file");
  if (self->output && output_is_stream(self->output))
    return mem_format("-o %s: the result is not written to a stream; name a "
                      "file",
                      self->output);
  if (self->json && self->print_diff)
    return mem_copy("--json and --print-diff: use one of them; both are for "
                    "standard output");
  if (self->quiet && self->verbose)
    return mem_copy("--quiet and --verbose: use one of them");
  return NULL;
}

static char *check_wrong_code(const request *self)
{
  char *problem = wrong_cli_check(&self->wrong);
  if (problem || !self->wrong.code)
    return problem;
  if (self->test || self->pattern || self->match || self->hang_ms ||
      self->hog_bytes || self->find_flags)
    return mem_copy("--wrong-code: the program decides alone; leave --test, "
                    "--ice-pattern, --match, --hang, --memory-hog and "
                    "--find-flags out");
  if (self->files.size > 1)
    return mem_copy("--wrong-code: one FILE only");
  return NULL;
}

bool request_has_no_crash(const request *self)
{
  return self->test || self->wrong.code;
}

/* Refuses contradictory options. */
static char *check_choices(const request *self)
{
  char *problem = pattern_check_match(self->match, self->pattern);
  if (!problem)
    problem = check_input_as(self);
  if (!problem)
    problem = check_wrong_code(self);
  if (!problem)
    problem = check_output(self);
  if (!problem && self->server)
    problem = carrier_check_server(self->server);
  if (problem)
    return problem;
  if (self->test && (self->pattern || self->hang_ms || self->hog_bytes))
    return mem_copy("--test: the script decides alone; leave --ice-pattern, "
                    "--hang and --memory-hog out");
  if (self->match && (self->test || self->hang_ms || self->hog_bytes))
    return mem_copy("--match: leave it out; with --test, --hang and "
                    "--memory-hog no crash is compared");
  if (self->find_flags && (self->test || self->hang_ms || self->hog_bytes))
    return mem_copy("--find-flags: leave it out; with --test, --hang and "
                    "--memory-hog no crash is looked for");
  if (self->hang_ms && self->hog_bytes)
    return mem_copy("--hang and --memory-hog: use one of them");
  if (self->hang_ms && self->timeout_ms)
    return mem_copy("--hang: leave --timeout out; each run has this time");
  if (self->hog_bytes && self->memory_bytes)
    return mem_copy("--memory-hog: leave --memory out; each run has this much");
  if ((self->hang_ms || self->hog_bytes) && self->pattern)
    return mem_copy("--ice-pattern: leave it out; with --hang and "
                    "--memory-hog the output is not looked at");
  validity valid = request_validity(self);
  const char *any = self->allow_invalid ? "--allow-invalid" : "--valid any";
  if (valid == VALIDITIES)
    return mem_format("--valid %s: use original, strict, accepted or any",
                      self->valid);
  if (self->allow_invalid && self->valid)
    return mem_copy("--allow-invalid and --valid: use one of them");
  if (valid == VALID_ANY && self->reference)
    return mem_format("%s and --reference: use one of them", any);
  if (valid == VALID_ANY && self->also_invalid)
    return mem_format("%s and --also-invalid: use one of them", any);
  if (self->cc && self->command.size)
    return mem_copy("--cc: leave it out; the compiler's command follows --");
  if (self->build_path && (self->cc || self->command.size))
    return mem_copy(
        "--build-path: leave it out, or the compiler's command; the "
        "database has one");
  if (self->resume && self->no_journal)
    return mem_copy("--resume and --no-journal: use one of them");
  if (self->also_interesting > 255)
    return mem_copy("--also-interesting: an exit status is at most 255");
  return NULL;
}

static char *check_bisect(const request *self)
{
  bool references = self->wrong.code && self->bisect.good.size;
  char *given = references ? NULL : bisect_cli_given(&self->bisect);
  char *problem = NULL;
  if (self->with_bisect && (self->hog_bytes || self->test))
    problem = mem_format("--bisect and %s: use one of them",
                         self->test ? "--test" : "--memory-hog");
  else if (self->with_bisect && self->in_place && self->resume)
    problem =
        mem_copy("--bisect: with --in-place nothing is left to bisect for "
                 "--resume; use -o");
  else if (self->with_bisect && self->build_path)
    problem = mem_copy("--bisect and --build-path: use one of them; give the "
                       "compiler's command after --");
  else if (self->with_bisect && self->file && output_is_stream(self->file))
    problem = mem_format("--bisect: %s is a stream; name a file", self->file);
  else if (self->with_bisect && !self->file)
    problem = mem_copy("--bisect: name the file to reduce in front of --");
  else if (self->with_bisect)
    problem = bisect_cli_check(&self->bisect, self->cc, &self->command);
  else if (given)
    problem = mem_format("%s: add --bisect, or use clang-hdd bisect, which "
                         "does not reduce",
                         given);
  free(given);
  return problem;
}

static exit_code compile_pattern(request *out, char **problem_out)
{
  out->regex = mem_alloc(1, sizeof *out->regex);
  if (pattern_compile(out->regex, problem_out, out->pattern))
    return EXIT_DONE;
  free(out->regex);
  out->regex = NULL;
  return EXIT_PATTERN;
}

/* A line that was meant, if a word follows a file that is no file: "FILE gcc -c"
 * for "FILE -- gcc -c", or "SCRIPT FILE" for "--test SCRIPT FILE". NULL: none.
 * Caller's. */
static char *find_meant(int own, const char *const *argv)
{
  strings line = { 0 };
  const char *missing = NULL;
  strings_add(&line, "clang-hdd");
  for (int i = 1; i < own; i++) {
    const char *next = i + 1 < own ? argv[i + 1] : "";
    bool value = i > 1 && options_take_value(&options_reduce, argv[i - 1]);
    bool file = !value && argv[i][0] != '-' && path_exists(argv[i]);
    char *program =
        missing || !file || !*next || *next == '-' || path_exists(next)
            ? NULL
            : path_program(next);
    if (!missing && file && path_exists(next) && !access(argv[i], X_OK))
      strings_add(&line, missing = "--test");
    strings_add(&line, argv[i]);
    if (program)
      strings_add(&line, missing = "--");
    free(program);
  }
  char *words = words_join(strings_argv(&line));
  char *meant =
      missing ? mem_format("%s is missing: %s", missing, words) : NULL;
  free(words);
  strings_free(&line);
  return meant;
}

exit_code request_parse(request *out, int argc, const char *const *argv,
                        char **problem_out)
{
  *out = (request){ 0 };
  int own = options_end(argc, argv);
  for (int i = own + 1; i < argc; i++)
    strings_add(&out->command, argv[i]);
  strings words = { 0 };
  *problem_out = options_parse(out, &words, &options_reduce, own, argv);
  if (!*problem_out)
    *problem_out = take_commands(out);
  if (!*problem_out)
    *problem_out = take_file(out, &words);
  if (!*problem_out)
    *problem_out = check_choices(out);
  if (!*problem_out && request_needs_file(out))
    *problem_out = check_bisect(out);
  strings_free(&words);
  if (!*problem_out && own < argc && !out->command.size)
    *problem_out = mem_copy("--: the compiler's command is missing after it");
  if (*problem_out) {
    char *meant = own == argc ? find_meant(own, argv) : NULL;
    if (meant)
      string_replace(problem_out, meant);
    return EXIT_USAGE;
  }
  return out->pattern && request_needs_file(out)
             ? compile_pattern(out, problem_out)
             : EXIT_DONE;
}

const char *validity_name(validity what)
{
  static const char *const names[] = { "strict", "accepted", "any",
                                       "original" };
  return names[what];
}

validity request_validity(const request *self)
{
  if (!self->valid)
    return self->allow_invalid ? VALID_ANY : VALID_ORIGINAL;
  validity what = VALID_STRICT;
  while (what < VALIDITIES && strcmp(self->valid, validity_name(what)) != 0)
    what++;
  return what;
}

bool request_is_default(const request *self)
{
  return !self->algorithm || !strcmp(self->algorithm, "default");
}

input_way request_input_way(const request *self)
{
  static const char *const names[] = { "name", "argument", "stdin" };
  input_way way = INPUT_NAME;
  while (self->input_as && way < INPUT_WAYS &&
         strcmp(self->input_as, names[way]) != 0)
    way++;
  return way;
}

bool request_needs_file(const request *self)
{
  return !self->help && !self->version && !self->list_algorithms &&
         !self->list_passes && !self->list_frontends;
}

void request_dispose(request *self)
{
  free(self->file);
  strings_free(&self->files);
  strings_free(&self->command);
  if (self->regex)
    regfree(self->regex);
  free(self->regex);
  options_dispose(self, &options_reduce);
  *self = (request){ 0 };
}

char *request_line(const request *self, const char *const *left_out)
{
  strings words = { 0 };
  options_given(&words, self, &options_reduce, left_out);
  char *line = words_join(strings_argv(&words));
  strings_free(&words);
  return line;
}

rd_limits request_first_limits(const request *self)
{
  enum { FIRST_MS = 600000, MOST_MS = UINT32_MAX / 4 };
  uint64_t wall = self->hang_ms      ? self->hang_ms
                  : self->timeout_ms ? self->timeout_ms
                                     : FIRST_MS;
  uint32_t ms = wall < MOST_MS ? (uint32_t)wall : MOST_MS;
  return (rd_limits){ .wall_ms = ms,
                      .cpu_ms = ms,
                      .memory_bytes = self->hog_bytes ? self->hog_bytes
                                                      : self->memory_bytes };
}

uint32_t request_probe_ms(const request *self)
{
  enum { LEAST_MS = 2000, MOST_MS = 10000 };
  uint64_t ms = self->timeout_ms ? self->timeout_ms : MOST_MS;
  return ms < LEAST_MS ? LEAST_MS : ms < MOST_MS ? (uint32_t)ms : MOST_MS;
}

static uint32_t preparations_off(const request *self)
{
  return (self->no_squeeze ? RD_SQUEEZE : 0u) |
         (self->no_flatten ? RD_FLATTEN : 0u) | (self->no_hide ? RD_HIDE : 0u);
}

/* Passes that find nothing where a program has to run: a function without its body
 * returns no value, and what is grafted elsewhere computes something else. */
static const char *const idle_passes[] = { "bodies", "graft", NULL };

rd_options request_options(const request *self)
{
  rd_options out = RD_OPTIONS_INIT;
  bool chosen = self->only_pass.size || self->skip_pass.size;
  out.algorithm = self->algorithm;
  out.only_pass = (const char *const *)self->only_pass.data;
  out.skip_pass = self->wrong.code && !chosen
                      ? idle_passes
                      : (const char *const *)self->skip_pass.data;
  out.prepare_off = preparations_off(self);
  out.no_subsets = self->no_subsets;
  out.no_complements = self->no_complements;
  out.backward = self->backward;
#ifndef NDEBUG
  out.check = true;
#endif
  out.no_final_round = self->no_final_check;
  out.costly_success = self->wrong.code; /* it passes the whole sieve */
  out.max_tests = self->max_tests;
  return out;
}
