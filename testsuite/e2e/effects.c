/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What each effect does to a small program: effects FILE...
 *
 * A file of e2e/effects is a program below a head of comment lines:
 *   // effect: names of effects, as other tools or the literature call them
 *   // passes: NAME,...   the only passes and rules that run
 *   // keep: REGEX        (extended; any number) has to match the text
 *   // flags: ARGUMENTS   more for the compiler, gcc -w or g++ -w
 *   // watch: COMMAND     builds ./program: the values that it has are known
 *   // expect: TEXT       (lines, in order) what has to be left
 * Only a text that each REGEX matches and that the compiler accepts is
 * interesting; white space does not count in either. The program itself has to
 * be interesting and has to differ from what is expected. Its name says whether
 * it is C (.c) or C++ (.cc).
 *
 * One parse server a language and one keeper serve all files: a program of its
 * own for each of them took ten times as long.
 */
#include <regex.h>
#include <stdio.h>

#include "base/files.h"
#include "base/text.h"
#include "files.h"
#include "reduce/server.h"

/* One file. */
struct effect {
  strings passes, keep, compile; /* compile: the compiler's command */
  strings watch;                 /* the command that builds the monitor; or empty */
  textbuf program, expected;
};

enum { C, CXX, LANGUAGES };

static const struct {
  const char *file, *command;
} languages[LANGUAGES] = {
  { "input.c", "gcc -w -fsyntax-only input.c" },
  { "input.cc", "g++ -w -std=c++20 -fsyntax-only input.cc" },
};

/* What all files share, and the test in flight. */
struct workshop {
  rd_server *servers[LANGUAGES];
  rd_keeper *keeper;
  char *folder, *source; /* the text under test is written to source */
  int language;
  const struct effect *effect;
  regex_t *keep;
  rd_ticket ticket;
  rd_verdict verdict;
};

/* ---- reading ---- */

static void add_words(strings *out, const char *text, const char *separators)
{
  char *copy = mem_copy(text), *rest;
  for (char *word = strtok_r(copy, separators, &rest); word;
       word = strtok_r(NULL, separators, &rest))
    strings_add(out, word);
  free(copy);
}

/* The value of a head line with this key, or NULL. */
static const char *value_of(const char *line, const char *key)
{
  size_t size = strlen(key);
  if (!starts_with(line, "// ") || strncmp(line + 3, key, size) != 0 ||
      line[3 + size] != ':')
    return NULL;
  line += 3 + size + 1;
  return line + strspn(line, " ");
}

static void read_line(struct effect *out, const char *line)
{
  const char *value;
  if ((value = value_of(line, "passes")))
    add_words(&out->passes, value, ", ");
  else if ((value = value_of(line, "keep")))
    strings_add(&out->keep, value);
  else if ((value = value_of(line, "flags")))
    add_words(&out->compile, value, " ");
  else if ((value = value_of(line, "watch")))
    add_words(&out->watch, value, " ");
  else if ((value = value_of(line, "expect")))
    text_printf(&out->expected, "%s\n", value);
  else if (!value_of(line, "effect"))
    text_printf(&out->program, "%s\n", line);
}

static bool read_effect(struct effect *out, const char *path, int language)
{
  textbuf text = { 0 };
  if (!test_read_file(&text, path))
    return false;
  add_words(&out->compile, languages[language].command, " ");
  const char *at = text.data, *end = text.data + text.size;
  while (at < end) {
    char *line = next_line(&at, end);
    read_line(out, line);
    free(line);
  }
  text_free(&text);
  return out->passes.size && out->expected.size;
}

static void dispose(struct effect *self)
{
  strings_free(&self->passes);
  strings_free(&self->keep);
  strings_free(&self->compile);
  strings_free(&self->watch);
  text_free(&self->program);
  text_free(&self->expected);
}

/* ---- the property ---- */

static bool matches(const struct workshop *self, const char *text, size_t size)
{
  textbuf line = { 0 };
  bool all = true;
  test_squeeze(&line, text, size, false);
  for (size_t i = 0; all && i < self->effect->keep.size; i++)
    all = !regexec(&self->keep[i], line.data, 0, NULL, 0);
  text_free(&line);
  return all;
}

static rd_status submit(rd_ticket *out, void *payload, const char *text,
                        size_t size, rd_error *err)
{
  struct workshop *self = payload;
  strings compile = self->effect->compile;
  rd_run_spec spec = { .argv = strings_argv(&compile),
                       .directory = self->folder };
  rd_run run = { 0 };
  rd_status status = RD_OK;
  *out = ++self->ticket;
  self->verdict = RD_UNINTERESTING;
  if (!matches(self, text, size))
    return RD_OK;
  status = file_write(self->source, text, size, err);
  if (!status)
    status = rd_keeper_run(&run, self->keeper, &spec, err);
  if (!status && run.end == RD_END_EXIT && !run.status)
    self->verdict = RD_INTERESTING;
  rd_run_dispose(&run);
  return status;
}

static rd_status wait_for(rd_ticket *out, rd_verdict *verdict_out,
                          void *payload, rd_error *err)
{
  const struct workshop *self = payload;
  (void)err;
  *out = self->ticket;
  *verdict_out = self->verdict;
  return RD_OK;
}

static void cancel(void *payload, rd_ticket ticket)
{
  (void)payload, (void)ticket;
}

/* ---- values ---- */

/* Runs a command in the folder; what it printed, or NULL if it failed. Caller's. */
static char *run_command(struct workshop *self, const char *const *argv)
{
  rd_run_spec spec = { .argv = argv, .directory = self->folder };
  rd_run run = { 0 };
  char *printed = NULL;
  if (!rd_keeper_run(&run, self->keeper, &spec, NULL) &&
      run.end == RD_END_EXIT)
    printed = mem_copy_bytes(run.output, run.output_size);
  rd_run_dispose(&run);
  return printed;
}

/* rd_parser.parse: with the values that the monitor prints. */
static rd_status parse_watched(rd_tree **out, void *payload, const char *view,
                               const char *text, size_t size, uint32_t prepare,
                               rd_error *err)
{
  static const char *const program[] = { "./program", NULL };
  struct workshop *self = payload;
  strings watch = self->effect->watch;
  rd_server *server = self->servers[self->language];
  rd_status status = rd_server_parse(out, server, view, text, size,
                                     prepare | RD_MONITOR, err);
  const char *monitor = status ? NULL : rd_tree_monitor(*out);
  if (!monitor || file_write(self->source, monitor, strlen(monitor), err))
    return status;
  free(run_command(self, strings_argv(&watch)));
  char *printed = run_command(self, program);
  if (!printed)
    return status;
  rd_server_observe(server, printed);
  free(printed);
  rd_tree_free(*out);
  return rd_server_parse(out, server, view, text, size, prepare | RD_MONITOR,
                         err);
}

/* ---- one file ---- */

/* Compares what is left with what is expected. */
static bool is_expected(const char *path, const struct effect *effect,
                        const rd_result *result)
{
  textbuf left = { 0 }, expected = { 0 }, program = { 0 };
  test_squeeze(&left, result->text, result->size, true);
  test_squeeze(&expected, effect->expected.data, effect->expected.size, true);
  test_squeeze(&program, effect->program.data, effect->program.size, true);
  bool as_expected = !strcmp(left.data, expected.data);
  bool changed = strcmp(program.data, expected.data) != 0;
  if (!as_expected)
    printf("%s: left is\n%s\nexpected is\n%s\n", path, left.data,
           expected.data);
  else if (!changed)
    printf("%s: the program is what is expected already\n", path);
  text_free(&left);
  text_free(&expected);
  text_free(&program);
  return as_expected && changed;
}

static bool show_effect(struct workshop *self, const char *path, struct effect *effect)
{
  rd_server *server = self->servers[self->language];
  rd_parser parser = rd_server_parser(server);
  if (effect->watch.size) {
    parser.parse = parse_watched;
    parser.payload = self;
  }
  rd_oracle oracle = { .submit = submit,
                       .wait = wait_for,
                       .cancel = cancel,
                       .payload = self,
                       .capacity = 1 };
  rd_options options = RD_OPTIONS_INIT;
  rd_result result = { 0 };
  rd_error err = { 0 };
  options.only_pass = strings_argv(&effect->passes);
  options.check = true;
  self->effect = effect;
  rd_status status = rd_reduce(&result, effect->program.data,
                               effect->program.size, &parser, &oracle, &options,
                               &err);
  if (status)
    printf("%s: %s\n", path, err.message);
  const char *notice = rd_server_notice(server);
  if (notice)
    printf("%s: %s\n", path, notice);
  bool ok = !status && !notice && is_expected(path, effect, &result);
  rd_result_dispose(&result);
  return ok;
}

static bool check_file(struct workshop *self, const char *path)
{
  struct effect effect = { 0 };
  size_t compiled = 0;
  self->language = ends_with(path, ".cc") ? CXX : C;
  self->source =
      mem_format("%s/%s", self->folder, languages[self->language].file);
  bool ok = read_effect(&effect, path, self->language);
  self->keep = mem_alloc(effect.keep.size + 1, sizeof *self->keep);
  for (; ok && compiled < effect.keep.size; compiled += ok)
    ok = !regcomp(&self->keep[compiled], effect.keep.data[compiled],
                  REG_EXTENDED | REG_NOSUB);
  if (ok)
    ok = show_effect(self, path, &effect);
  else
    printf("%s: not a file of an effect\n", path);
  while (compiled)
    regfree(&self->keep[--compiled]);
  free(self->keep);
  free(self->source);
  dispose(&effect);
  return ok;
}

static rd_status open_workshop(struct workshop *self, rd_error *err)
{
  rd_status status = rd_scratch_new(&self->folder, err);
  if (!status)
    status = rd_keeper_new(&self->keeper, self->folder, err);
  for (int i = 0; !status && i < LANGUAGES; i++) {
    rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                  .frontend = "clang",
                                  .options = { .file_name =
                                                   languages[i].file } };
    status = rd_server_new(&self->servers[i], &options, err);
  }
  return status;
}

int main(int argc, char **argv)
{
  struct workshop self = { 0 };
  rd_error err = { 0 };
  int failures = 0;
  if (open_workshop(&self, &err)) {
    printf("%s\n", err.message);
    return 1;
  }
  for (int i = 1; i < argc; i++)
    failures += !check_file(&self, argv[i]);
  printf("%d effects, %d failures\n", argc - 1, failures);
  for (int i = 0; i < LANGUAGES; i++)
    rd_server_free(self.servers[i]);
  rd_keeper_free(self.keeper);
  free(self.folder);
  return failures || argc == 1;
}
