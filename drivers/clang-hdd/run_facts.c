/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The facts of a run: everything on which the sequence of questions or an
 * answer depends, and nothing else. The number of jobs, the way a test is run
 * and the display are not facts; limits are handled elsewhere. Every option is
 * a fact unless it is listed as an exception, so that forgetting a new option
 * here makes runs differ instead of reusing a wrong answer.
 */
#include "clang-hdd/resume.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/hash.h"

/* Options that change neither a question nor an answer, or are separate
 * facts. */
static const char *const no_facts[] = { "cc",
                                        "build-path",
                                        "timeout",
                                        "memory",
                                        "max-tests",
                                        "jobs",
                                        "server",
                                        "no-replay",
                                        "no-zygote",
                                        "save-temps",
                                        "also-interesting",
                                        "explain-oracle",
                                        "resume",
                                        "output",
                                        "in-place",
                                        "quiet",
                                        "verbose",
                                        "log-file",
                                        "json",
                                        "print-diff",
                                        "matrix",
                                        "matrix-all",
                                        "no-report",
                                        "build-jobs",
                                        "build-timeout",
                                        "build-cache",
                                        "build-cache-size",
                                        "incremental",
                                        NULL };

/* The message for a fact that differs; %s is its earlier value. */
static const struct {
  const char *name, *message;
} differences[] = {
  { "version", "it was written by version %s of this program" },
  { "file", "it is the reduction of %s" },
  { "input", "the input is not the one that it began with" },
  { "command", "its command was: %s" },
  { "options", "its options were: %s" },
  { "script", "the script is not the one that it began with" },
  { "compiler", "its compiler was: %s" },
  { "text", "preprocessed, the input is not what it was" },
  { "crash", "the compiler crashed in another way: %s" },
  { "pattern", "for tests, --ice-pattern was: %s" },
  { "site", "the compiler named another place in it: %s" },
  { "judge", "its judge was: %s" },
  { "class", "it held the texts to another class: %s" },
  { "front end", "its front end was: %s" },
};

static void set_digits(run_file *out, const char *name, const char *text,
                       size_t size)
{
  char digits[HASH_DIGITS + 1];
  hash_digits(digits, text, size);
  run_file_set(out, name, digits);
}

/* A script with other content is another command; so is an interpreter with
 * another script. The words follow it. */
static void set_script(run_file *out, const strings *words, size_t at)
{
  textbuf all = { 0 };
  bool found = false; /* the script of an interpreter: one file at most */
  for (size_t first = at; at < words->size && !found; at++) {
    char *text = NULL;
    size_t size = 0;
    const char *word = words->data[at];
    found = at > first && *word == '/' && path_is_regular(word);
    if ((at == first || found) && !file_read(&text, &size, word, NULL))
      text_add(&all, text, size);
    free(text);
  }
  if (all.size)
    set_digits(out, "script", all.data, all.size);
  text_free(&all);
}

/* The command with its folder and environment; caller's. */
static char *command_fact(const subject *of)
{
  const invocation *command = &of->command;
  job variables = { .environment = command->environment };
  char *line = invocation_line(command, of->name, NULL);
  char *set = job_line(&variables);
  const char *directory = command->changed_directory;
  char *fact = mem_format("%s%s%s%s%s%s", directory ? "in " : "",
                          directory ? directory : "", directory ? ": " : "",
                          set, *set ? " " : "", line);
  free(set);
  free(line);
  return fact;
}

/* Where the words of --test begin. */
static size_t script_at(const subject *of)
{
  size_t at = 0;
  while (of->argv.data[at] != of->script)
    at++;
  return at;
}

void run_facts_set_early(run_file *out, const subject *of)
{
  run_file_set(out, "version", HDD_VERSION);
  run_file_set(out, "file", base_name(of->file_name));
  set_digits(out, "input", of->input, of->input_size);
  if (of->has_command) {
    char *line = command_fact(of);
    run_file_set(out, "command", line);
    run_file_set(out, "compiler", of->compiler.version);
    free(line);
  }
  char *options = request_line(of->request, no_facts);
  run_file_set(out, "options", options);
  free(options);
  if (of->script)
    set_script(out, &of->argv, script_at(of));
}

void run_facts_set_late(run_file *out, const oracle *of)
{
  set_digits(out, "text", of->original->text, of->original->size);
  const property *has = of->property;
  bool by_user = has->guard.argv ||
                 (has->kind == PROPERTY_PATTERN && has->environment.size);
  run_file_set(out, "crash", has->line);
  run_file_set(out, "pattern", by_user ? "as you see it" : has->expression);
  run_file_set(out, "site", of->original->site_line);
  run_file_set(out, "judge",
               of->judge        ? of->judge->name
               : of->guard.argv ? of->guard.argv[0]
                                : NULL);
  char *held = of->judge ? judge_held(of->judge) : NULL;
  run_file_set(out, "class", held);
  free(held);
  run_file_set(out, "front end",
               rd_server_choice(of->property->subject->server)->frontend);
}

char *run_facts_difference(const char *fact, const run_file *earlier)
{
  const char *was = run_file_fact(earlier, fact), *message = "it is another's";
  for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
    if (!strcmp(differences[i].name, fact))
      message = differences[i].message;
  const char *gap = strstr(message, "%s");
  if (!gap)
    return mem_copy(message);
  return mem_format("%.*s%s%s", (int)(gap - message), message,
                    was && *was ? was : "none", gap + 2);
}
