/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a sanitizer says of a program with undefined behaviour.
 *
 * The sieve needs to know that there is some, and its checks trap, which links
 * faster. Who wrote the program needs to know what it is, and where: so one that is
 * refused is built again, with what speaks. MSan is asked about C only, since it takes
 * what the library of C++ has written for uninitialised.
 */
#include "wrong/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"

/* How each tells what it has found: from behind the mark to the end. A place stands
 * in the line of the mark, or in the first line behind it that names the file. */
static const struct {
  const char *mark, *end;
} reports[] = {
  { "runtime error: ", "\n" },
  { "ERROR: AddressSanitizer: ", " \n" },
  { "WARNING: MemorySanitizer: ", "\n" },
  { "== ", "\n" }, /* valgrind */
  { "warning: ", "\n" },
};

static bool is_number(char byte)
{
  return byte >= '0' && byte <= '9';
}

/* The first place in the file, as FILE:LINE or FILE:LINE:COLUMN; NULL: none. Caller's. */
static char *find_place(const char *text, const char *file)
{
  size_t size = strlen(file);
  for (const char *at = text; (at = strstr(at, file)); at += size) {
    bool whole = at == text || strchr("/ (\n", at[-1]);
    if (!whole || at[size] != ':' || !is_number(at[size + 1]))
      continue;
    size_t end = size + 1;
    end += strspn(at + end, "0123456789");
    if (at[end] == ':' && is_number(at[end + 1]))
      end += 1 + strspn(at + end + 1, "0123456789");
    return mem_format("%.*s", (int)end, at);
  }
  return NULL;
}

char *explain_read(const char *text, const char *file)
{
  for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
    const char *at = strstr(text, reports[i].mark);
    if (!at)
      continue;
    const char *line = at, *what = at + strlen(reports[i].mark);
    while (line > text && line[-1] != '\n')
      line--;
    int size = (int)strcspn(what, reports[i].end);
    char *place = find_place(line, base_name(file));
    char *out = place ? mem_format("%s: %.*s", place, size, what)
                      : mem_format("%.*s", size, what);
    free(place);
    return out;
  }
  return NULL;
}

/* Where a step says what it has found: in the output of its program, or in the line of
 * a warning; NULL: it has found nothing. Caller's. */
static char *find_report(const plan_step *step, const act_result *seen)
{
  const behaviour *did = &seen->did;
  if (step->role == ROLE_SAME)
    return did->end == BEHAVIOUR_EXIT && did->status == SIEVE_FOUND
               ? mem_copy(did->output)
               : NULL;
  const char *at = seen->messages, *end = at + strlen(at);
  while (at < end) {
    char *line = next_line(&at, end);
    if (strstr(line, "warning: ") && act_warning(&step->warnings, line))
      return line;
    free(line);
  }
  return NULL;
}

/* The symbolizer of a clang, which is not always under the name that MSan looks
 * for. */
static void name_symbolizer(plan_step *step)
{
  const char *program = step->build.data[0], *suffix = strrchr(program, '-');
  char *name = mem_format("llvm-symbolizer%s", suffix ? suffix : "");
  char *path = path_program(name);
  if (path)
    strings_take(&step->environment,
                 mem_format("MSAN_SYMBOLIZER_PATH=%s", path));
  free(path);
  free(name);
}

/* Lets what the program says on standard error be seen. */
static void join_streams(plan_step *step)
{
  static const char *const shell[] = { "sh", "-c", "exec \"$@\" 2>&1", "sh" };
  for (size_t i = 0; i < sizeof shell / sizeof *shell; i++)
    strings_insert(&step->under, i, shell[i]);
}

/* The steps that speak, behind the right program. */
static void plan_steps(plan *out, const finding *self)
{
  const plan *of = &self->to->plan;
  size_t good = 1;
  while (good + 1 < of->size && of->steps[good].role != ROLE_GOOD)
    good++;
  plan_begin(out, of);
  strings_add_all(&plan_add(out, ROLE_BAD, "")->build, &of->steps[good].build);
  sieve_add_speaking(out, &self->with);
  for (size_t i = out->size; i-- > 1;) {
    plan_step *step = &out->steps[i];
    bool memory = ends_with(step->name, "memory");
    if (memory && strstr(step->build.data[0], "++")) {
      plan_remove(out, i);
      continue;
    }
    if (memory)
      name_symbolizer(step);
    if (step->role == ROLE_SAME)
      join_streams(step);
  }
}

/* A finding of a sanitizer takes the place of a guess; a warning may be a false one. */
static void add_problem(finding *self, const plan_step *step, const char *said)
{
  char **problem = &self->to->problem;
  string_replace(problem,
                 step->role == ROLE_SAME
                     ? mem_format("%s has undefined behaviour: %s (%s)",
                                  self->options->text.name, said, step->name)
                     : mem_format("%s; %s: %s", *problem, step->name, said));
}

rd_status explain_undefined(finding *self, rd_error *err)
{
  plan asked;
  act_result *seen = NULL;
  char *said = NULL;
  plan_steps(&asked, self);
  rd_status status = wrong_show(&seen, &asked, self->options, err);
  for (size_t i = 0; seen && i < asked.size; i++) {
    const plan_step *step = &asked.steps[i];
    char *text = i && !said ? find_report(step, &seen[i]) : NULL;
    if (text)
      said = explain_read(text, self->options->text.name);
    if (text && said)
      add_problem(self, step, said);
    free(text);
    act_dispose(&seen[i]);
  }
  free(said);
  free(seen);
  plan_dispose(&asked);
  return status;
}
