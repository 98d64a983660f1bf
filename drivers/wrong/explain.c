/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a sanitizer says of a program with undefined behaviour.
 *
 * The sieve needs to know that there is some, and its checks trap, which links
 * faster. Who wrote the program needs to know what it is, and where: so one that is
 * refused is built again, with what speaks. MSan is not asked where it would take what
 * the library of C++ or an object has written for uninitialised.
 */
#include "wrong/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"

/* How each tells what it has found: from behind the mark, in whose line it may say which
 * process it is first, to the first of the ends. A place stands in the line of the mark,
 * or in the first line behind it that names the file. */
static const struct {
  const char *mark;
  bool has_process; /* ==7== */
  const char *ends[3];
} reports[] = {
  { ": runtime error: ", false, { NULL } },
  { "ERROR: AddressSanitizer: ", true, { " on ", ": ", " (" } },
  { "WARNING: MemorySanitizer: ", true, { NULL } },
  { " ", true, { NULL } }, /* valgrind */
  { "warning: ", false, { NULL } },
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

/* The bytes of ==7== at the beginning of a line, or 0. */
static size_t process_size(const char *line)
{
  size_t size = starts_with(line, "==") ? 2 : 0;
  while (size && is_number(line[size]))
    size++;
  return size > 2 && starts_with(line + size, "==") ? size + 2 : 0;
}

/* What the line says, if it is a report of this kind, or NULL. */
static const char *find_what(size_t report, const char *line)
{
  const char *mark = reports[report].mark;
  size_t process = process_size(line);
  if (reports[report].has_process)
    return process && starts_with(line + process, mark)
               ? line + process + strlen(mark)
               : NULL;
  const char *at = strstr(line, mark);
  return at && at < line + strcspn(line, "\n") ? at + strlen(mark) : NULL;
}

static int size_of(size_t report, const char *what)
{
  size_t size = strcspn(what, "\n");
  for (size_t i = 0; i < sizeof reports->ends / sizeof *reports->ends; i++) {
    const char *end = reports[report].ends[i];
    const char *at = end ? strstr(what, end) : NULL;
    if (at && at < what + size)
      size = (size_t)(at - what);
  }
  return (int)size;
}

char *explain_read(const char *text, const char *file)
{
  for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
    for (const char *line = text; line; line = strchr(line, '\n')) {
      line += *line == '\n';
      const char *what = find_what(i, line);
      if (!what)
        continue;
      char *place = find_place(line, base_name(file));
      char *out = place ? mem_format("%s: %.*s", place, size_of(i, what), what)
                        : mem_format("%.*s", size_of(i, what), what);
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

/* Lets what the program says on standard error be seen, and nothing else. */
static void swap_streams(plan_step *step)
{
  static const char *const shell[] = { "sh", "-c",
                                       "exec \"$@\" 2>&1 >/dev/null", "sh" };
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
    if (memory && sieve_is_mixed(&self->with, step->build.data[0])) {
      plan_remove(out, i);
      continue;
    }
    if (memory)
      name_symbolizer(step);
    if (step->role == ROLE_SAME)
      swap_streams(step);
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

void explain_undefined(finding *self)
{
  plan asked;
  act_result *seen = NULL;
  char *said = NULL;
  plan_steps(&asked, self);
  (void)wrong_show(&seen, &asked, self->options, NULL);
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
}
