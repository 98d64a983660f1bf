/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The facts of a run: everything on which the sequence of questions or an
 * answer depends, and nothing else. The number of jobs, how a test is run and
 * what is shown are none; limits are looked after elsewhere. Options are facts
 * unless they are in the list of those that are not, so that one that is new
 * and forgotten here makes a run another rather than a wrong answer a right
 * one.
 */
#include "clang-hdd/run_facts.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/summary.h"
#include "base/files.h"
#include "git/repository.h"

/* What changes neither a question nor an answer, or is a fact by itself. */
static const char *const no_facts[] = { "cc",
                                        "build-path",
                                        "timeout",
                                        "memory",
                                        "max-tests",
                                        "jobs",
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
                                        "json",
                                        "matrix",
                                        "matrix-all",
                                        "no-report",
                                        "build-jobs",
                                        "build-timeout",
                                        "build-cache",
                                        "build-cache-size",
                                        "incremental",
                                        NULL };

/* What is said when a fact is another; %s is what it was. */
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
  { "site", "the compiler named another place in it: %s" },
  { "judge", "its judge was: %s" },
  { "front end", "its front end was: %s" },
};

static void set_digits(run_file *out, const char *name, const char *text,
                       size_t size)
{
  char digits[OBJECT_ID_DIGITS + 1];
  text_digits(digits, text, size);
  run_file_set(out, name, digits);
}

/* A script that was changed is another command. */
static void set_script(run_file *out, const session *self)
{
  char *text = NULL;
  size_t size = 0;
  if (file_read(&text, &size, self->argv.data[0], NULL))
    return;
  set_digits(out, "script", text, size);
  free(text);
}

/* The command, and what it runs with; caller's. */
static char *command_fact(const session *self)
{
  const invocation *command = &self->command;
  job variables = { .environment = command->environment };
  char *line = invocation_line(command, self->name, NULL);
  char *set = job_line(&variables);
  const char *directory = command->changed_directory;
  char *fact = mem_format("%s%s%s%s%s%s", directory ? "in " : "",
                          directory ? directory : "", directory ? ": " : "",
                          set, *set ? " " : "", line);
  free(set);
  free(line);
  return fact;
}

void run_facts_set_early(run_file *out, session *self)
{
  run_file_set(out, "version", self->version);
  run_file_set(out, "file", base_name(session_file_name(self)));
  set_digits(out, "input", self->input, self->input_size);
  if (self->has_command) {
    char *line = command_fact(self);
    run_file_set(out, "command", line);
    run_file_set(out, "compiler", self->compiler.version);
    free(line);
  }
  char *options = cli_line(&self->options, no_facts);
  run_file_set(out, "options", options);
  free(options);
  if (self->options.test)
    set_script(out, self);
}

void run_facts_set_late(run_file *out, const session *self)
{
  set_digits(out, "text", self->text, self->size);
  char *property = summary_property(self);
  run_file_set(out, "crash", property);
  free(property);
  char *site = sites_line(&self->sites);
  run_file_set(out, "site", site);
  free(site);
  run_file_set(out, "judge", self->judge ? judge_name(self->judge) : NULL);
  run_file_set(out, "front end", rd_server_choice(self->server)->frontend);
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
