/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is wrong with the program?
 *
 * The original is built by the command and by the references, and each program
 * is run. By default the references are the compiler itself at -O0 and at -O1,
 * as far as these are right, and the newest others at -O0: all have to agree.
 * Then the sieve is tried on the original (find_sieve.c).
 */
#include "wrong/finding.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "wrong/explain.h"
#include "wrong/jobs.h"
#include "wrong/pass.h"
#include "wrong/prototypes.h"

enum {
  FIRST_MS = 10000, /* limit of a run before any is measured */
  WRONG_MS = 2000   /* least limit of the first wrong one, which may end late */
};

void wrong_case_dispose(wrong_case *self)
{
  free(self->problem);
  free(self->blind);
  plan_dispose(&self->plan);
  strings_free(&self->notes);
  behaviour_dispose(&self->bad);
  behaviour_dispose(&self->good);
  triage_dispose(&self->first);
  installed_dispose(&self->installed);
  for (size_t i = 0; i < self->started_count; i++)
    zygote_free(self->started[i]);
  free(self->started);
}

/* ---- faults ---- */

/* The programs of the references do not end. */
static void blame_late(finding *self)
{
  finding_blame(self, WRONG_EVERYWHERE,
                mem_format("%s does not end in %d s of CPU time, or prints "
                           "more than 1 MiB, when %s builds it; let it do less",
                           self->options->text.name, FIRST_MS / 1000,
                           self->to->plan.steps[2].name));
}

/* `detail` is how. */
static void blame_unstable(finding *self, const char *detail)
{
  finding_blame(self, WRONG_UNSTABLE,
                mem_format("%s does something else when it is run again: %s",
                           self->options->text.name, detail));
}

/* How one behaves otherwise than the other, or NULL; caller's. */
static char *find_change(const behaviour *one, const behaviour *other)
{
  return behaviour_same(one, other) ? NULL : behaviour_detail(one, other);
}

static void blame_pair(finding *self, size_t a, size_t b)
{
  const plan_step *steps = self->to->plan.steps;
  char *one = behaviour_text(&self->seen[a].did);
  char *other = behaviour_text(&self->seen[b].did);
  const char *text = self->options->text.name;
  finding_blame(
      self, WRONG_UNDEFINED,
      mem_format("the references disagree about %s, which may have undefined "
                 "behaviour: %s (%s), %s (%s%s)",
                 text, steps[a].name, one, steps[b].name, other,
                 strcmp(one, other) ? "" : ", other output"));
  free(one);
  free(other);
}
/* ---- references ---- */

static void add_own(finding *self, const char *level)
{
  const char *program = base_name(self->options->command->words.data[0]);
  char *name = mem_format("%s %s", program, level);
  plan_step *step = plan_add(&self->to->plan, ROLE_GOOD, name);
  free(name);
  sieve_command(&step->build, &self->with, level, NULL);
}

static void add_newest(finding *self, compiler_family family)
{
  const char *program = sieve_newest(&self->with, family);
  if (!program ||
      !strcmp(program, base_name(self->options->command->words.data[0])))
    return;
  char *name = mem_format("%s -O0", program);
  plan_step *step = plan_add(&self->to->plan, ROLE_GOOD, name);
  free(name);
  sieve_other(&step->build, &self->with, program, "-O0 -w");
}

/* A reference that the user named. */
static rd_status add_named(finding *self, const char *line, rd_error *err)
{
  strings words = { 0 };
  invocation command;
  if (!words_split(&words, line) || !words.size)
    return rd_fail(err, RD_ERR_INVALID, "--good %s: no command", line);
  rd_status status = invocation_parse(&command, strings_argv(&words),
                                      self->options->command->file_given,
                                      self->options->cwd, err);
  strings_free(&words);
  if (status)
    return status;
  char *program = path_program(command.words.data[0]);
  if (!program) {
    status = rd_fail(err, RD_ERR_INVALID, "--good %s: %s is not found", line,
                     command.words.data[0]);
    invocation_dispose(&command);
    return status;
  }
  free(program);
  compiler found;
  status =
      compiler_probe(&found, self->options->run, &command,
                     self->options->text.text, self->options->text.size, err);
  if (!status) {
    plan_step *step = plan_add(&self->to->plan, ROLE_GOOD, line);
    const sieve_builds with = { &command, &found, NULL };
    sieve_command(&step->build, &with, NULL, NULL);
    compiler_dispose(&found);
  }
  invocation_dispose(&command);
  return status;
}

/* The plan that finds the difference: the command, twice, and references. */
static rd_status plan_references(finding *self, rd_error *err)
{
  const wrong_options *options = self->options;
  plan *out = &self->to->plan;
  char *name = sieve_line(options->command, options->command->name);
  plan_step *step = plan_add(out, ROLE_BAD, name);
  free(name);
  sieve_command(&step->build, &self->with, NULL, NULL);
  (void)plan_add(out, ROLE_AGAIN, "a second run");
  rd_status status = RD_OK;
  for (size_t i = 0; i < options->good->size && !status; i++)
    status = add_named(self, options->good->data[i], err);
  if (status || options->good->size)
    return status;
  add_newest(self, FAMILY_GCC); /* the fastest comes first */
  if (!options->command->foreign) {
    add_own(self, "-O0");
    add_own(self, "-O1");
  }
  add_newest(self, FAMILY_CLANG);
  return status;
}

/* Is the reference the compiler itself at another level? */
static bool is_own(const finding *self, size_t at)
{
  return !self->options->good->size &&
         !strcmp(self->to->plan.steps[at].build.data[0],
                 self->options->command->words.data[0]);
}

/* The file that is our standard input, which programs do not get; "FILE": it is none.
 * Caller's. */
static char *own_input(const char *cwd)
{
  struct stat about;
  char *path = NULL;
  if (!fstat(STDIN_FILENO, &about) && S_ISREG(about.st_mode))
    path = realpath("/proc/self/fd/0", NULL);
  if (!path)
    return mem_copy("FILE");
  size_t size = strlen(cwd);
  bool here = starts_with(path, cwd) && path[size] == '/';
  char *name = mem_copy(path + (here ? size + 1 : 0));
  free(path);
  return name;
}

/* The program reads what it is not given. */
static void blame_input(finding *self)
{
  char *name = own_input(self->options->cwd);
  string_replace(&self->to->problem,
                 mem_format("%s reads its standard input; give it with --run "
                            "'./a.out <%s'",
                            self->options->text.name, name));
  self->to->fault = WRONG_INPUT;
  free(name);
}

/* Why the program may do the same: a reference does not build it, or it lacks a file.
 * Caller's. */
static char *same_cause(const finding *self)
{
  const plan *of = &self->to->plan;
  const source *text = &self->options->text;
  for (size_t i = 2; i < of->size; i++)
    if (!self->seen[i].built) {
      char *error = finding_error(self, i), *cause = mem_format("; %s", error);
      free(error);
      return cause;
    }
  bool opens = of->arguments.size || memmem(text->text, text->size, "open", 4);
  const behaviour *did = &self->seen[0].did;
  return mem_copy(opens && did->end == BEHAVIOUR_EXIT && did->status
                      ? "; no other file is in its folder, so name one by its "
                        "absolute path"
                      : "");
}

/* No reference differs: says what that means. */
static rd_status blame_same(finding *self, rd_error *err)
{
  behaviour did = self->seen[0].did;
  char *end = behaviour_text(&did), *cause = same_cause(self);
  const char *text = self->options->text.name;
  wrong_fault fault =
      did.end == BEHAVIOUR_EXIT && !did.status ? WRONG_SAME : WRONG_EVERYWHERE;
  finding_blame(
      self, fault,
      fault == WRONG_SAME
          ? mem_format("%s does the same whatever builds it: %s%s", text, end,
                       cause)
          : mem_format("%s fails whatever builds it: %s%s", text, end, cause));
  free(cause);
  free(end);
  plan *of = &self->to->plan;
  if (*of->input)
    return RD_OK;
  while (of->size > 1)
    finding_drop(self, of->size - 1);
  string_replace(&of->input, mem_copy("-"));
  rd_status status = finding_show(self, err);
  if (!status && self->seen[0].did.reads)
    blame_input(self);
  return status;
}

/* Leaves out the references that do not build the program, and levels of the
 * compiler itself that are as wrong. */
static void drop_useless(finding *self)
{
  const plan *of = &self->to->plan;
  for (size_t i = of->size - 1; i > 1; i--) {
    const behaviour *did = &self->seen[i].did;
    bool wrong = self->seen[i].built && behaviour_same(did, &self->seen[0].did);
    if (self->seen[i].built && !(wrong && is_own(self, i)))
      continue;
    strings_take(&self->to->notes,
                 mem_format("%s %s", of->steps[i].name,
                            wrong ? "is as wrong" : "does not build it"));
    finding_drop(self, i);
  }
}

/* The right one is the first that is left; the others have to agree. A level of
 * the compiler itself that is wrong in another way is left out, unless it is another
 * compiler that does what the command does. `change`: how the first behaves otherwise in
 * a second run, or NULL. */
static void compare_references(finding *self, const char *change)
{
  const plan *of = &self->to->plan;
  bool in_doubt = behaviour_same(&self->seen[2].did, &self->seen[0].did);
  for (size_t i = of->size - 1; i > 2; i--) {
    if (behaviour_same(&self->seen[i].did, &self->seen[2].did))
      continue;
    if (change) {
      blame_unstable(self, change);
      return;
    }
    if (in_doubt || !is_own(self, i)) {
      blame_pair(self, 2, i);
      return;
    }
    strings_take(&self->to->notes,
                 mem_format("%s is wrong too", of->steps[i].name));
    finding_drop(self, i);
  }
}

static bool all_same(const finding *self)
{
  for (size_t i = 2; i < self->to->plan.size; i++)
    if (self->seen[i].built &&
        !behaviour_same(&self->seen[i].did, &self->seen[0].did))
      return false;
  return true;
}

/* Is there no reference but one other compiler, and is the compiler wrong at all
 * levels? */
static bool is_alone(const finding *self)
{
  const plan *of = &self->to->plan;
  return !self->options->good->size && of->size == 3 && !is_own(self, 2);
}

static void blame_alone(finding *self)
{
  const char *licence = sieve_licence(self->options->command);
  char *cause = licence ? mem_format("since %s lets results change", licence)
                        : mem_copy("which may have undefined behaviour");
  finding_blame(self, WRONG_UNDEFINED,
                mem_format("only %s is right about %s, %s; name more "
                           "references with --good",
                           self->to->plan.steps[2].name,
                           self->options->text.name, cause));
  free(cause);
}

static bool none_built(const finding *self)
{
  for (size_t i = 2; i < self->to->plan.size; i++)
    if (self->seen[i].built)
      return false;
  return true;
}

static bool same_difference(const finding *self, const behaviour *good)
{
  char *one = behaviour_difference(&self->seen[0].did, good);
  char *other = behaviour_difference(&self->seen[1].did, good);
  bool same = one && other && !strcmp(one, other);
  free(one);
  free(other);
  return same;
}

/* What a compiler makes of a right program may show what is left in memory, which
 * is something else in each run. Do two references agree, and do both runs differ
 * from them in the same way? Then a second run says nothing. */
static bool only_bad_changes(const finding *self)
{
  for (size_t i = 2; i < self->to->plan.size; i++)
    for (size_t j = 2; j < i; j++)
      if (self->seen[i].built && self->seen[j].built &&
          behaviour_same(&self->seen[i].did, &self->seen[j].did))
        return same_difference(self, &self->seen[i].did);
  return false;
}

/* Builds a reference alone, and takes the limit from it if it ends. */
static rd_status measure_one(bool *late_out, finding *self, size_t at,
                             rd_error *err)
{
  plan *of = &self->to->plan, one;
  act_result *seen = NULL;
  plan_begin(&one, of);
  strings_add_all(&plan_add(&one, ROLE_BAD, "")->build, &of->steps[at].build);
  rd_status status = wrong_show(&seen, &one, self->options, err);
  *late_out = !status && seen->did.end == BEHAVIOUR_LATE;
  if (!status && seen->built && !*late_out)
    of->limit_ms = finding_limit(&seen->did);
  if (of->limit_ms < WRONG_MS)
    of->limit_ms = WRONG_MS;
  if (!status && at == 2 && seen->built && !*late_out) {
    self->first = seen;
  } else {
    if (!status)
      act_dispose(seen);
    free(seen);
  }
  plan_dispose(&one);
  return status;
}

/* Builds the first reference before all others, so that a wrong program without end is
 * not run to the first limit; if its program does not end either, the last one too. */
static rd_status measure(finding *self, rd_error *err)
{
  size_t last = self->to->plan.size - 1;
  bool late;
  rd_status status = measure_one(&late, self, 2, err);
  if (!status && late && last > 2)
    status = measure_one(&late, self, last, err);
  if (!status && late)
    blame_late(self);
  return status;
}

static rd_status find_difference(finding *self, rd_error *err)
{
  plan *of = &self->to->plan;
  rd_status status = plan_references(self, err);
  if (!status && of->size < 3)
    finding_blame(self, WRONG_UNBUILT,
                  mem_copy("there is no other compiler to compare "
                           "with; name one with --good"));
  if (status || self->to->fault)
    return status;
  status = measure(self, err);
  if (!status && !self->to->fault)
    status = finding_show(self, err);
  if (status || self->to->fault)
    return status;
  char *change = find_change(&self->seen[0].did, &self->seen[1].did);
  self->changes = change != NULL;
  if (!self->seen[0].built)
    finding_blame(self, WRONG_UNBUILT, finding_error(self, 0));
  else if (none_built(self))
    finding_blame(self, WRONG_UNBUILT, finding_error(self, 2));
  else if (self->changes && !only_bad_changes(self))
    blame_unstable(self, change);
  else if (all_same(self))
    status = blame_same(self, err);
  free(change);
  if (status || self->to->fault)
    return status;
  change = self->first && self->seen[2].built
               ? find_change(&self->first->did, &self->seen[2].did)
               : NULL;
  drop_useless(self);
  compare_references(self, change);
  free(change);
  if (!self->to->fault && is_alone(self))
    blame_alone(self);
  return RD_OK;
}

/* ---- the case ---- */

/* Reads the name of the input behind a "<" at *at; absolute. */
static rd_status read_input(plan *to, const strings *words, size_t *at,
                            const wrong_options *options, rd_error *err)
{
  const char *name = words->data[*at] + 1;
  if (!*name && *at + 1 < words->size)
    name = words->data[++*at];
  if (!*name)
    return rd_fail(err, RD_ERR_INVALID, "--run %s: name a file after <",
                   options->line);
  string_replace(&to->input, path_absolute(options->cwd, name));
  return path_exists(to->input)
             ? RD_OK
             : rd_fail(err, RD_ERR_INVALID, "--run: %s does not exist",
                       to->input);
}

/* Reads ./a.out 3 <in. What else a shell does is refused: as an argument it would
 * mean something else. */
static rd_status read_line(plan *to, const wrong_options *options,
                           rd_error *err)
{
  strings words = { 0 };
  rd_status status = RD_OK;
  to->input = mem_copy("");
  if (options->line && (!words_split(&words, options->line) || !words.size ||
                        strcmp(words.data[0], "./a.out") != 0))
    status = rd_fail(err, RD_ERR_INVALID,
                     "--run %s: use ./a.out, its arguments, and <FILE",
                     options->line);
  const char *other =
      options->line ? words_find_shell(options->line, true) : NULL;
  if (!status && other)
    status = rd_fail(err, RD_ERR_INVALID,
                     "--run: leave %.*s out; only arguments and <FILE can "
                     "follow ./a.out",
                     (int)strcspn(other, " \t"), other);
  for (size_t i = 1; i < words.size && !status; i++)
    if (*words.data[i] == '<')
      status = read_input(to, &words, &i, options, err);
    else
      strings_add(&to->arguments, words.data[i]);
  strings_free(&words);
  return status;
}

/* Refuses a command that links something else than a program. */
static rd_status check_command(const invocation *command, rd_error *err)
{
  static const char *const others[] = { "-shared", "-r" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strings_has(&command->words, others[i]))
      return rd_fail(err, RD_ERR_INVALID,
                     "--wrong-code: leave %s out; a program has to be built",
                     others[i]);
  return RD_OK;
}

rd_status wrong_find(wrong_case *out, const wrong_options *options,
                     rd_error *err)
{
  *out = (wrong_case){ 0 };
  finding self = { .to = out,
                   .options = options,
                   .with = { options->command, options->compiler,
                             &out->installed } };
  out->plan.expected = mem_copy("");
  out->plan.limit_ms = FIRST_MS;
  rd_status status = check_command(options->command, err);
  if (!status)
    status = read_line(&out->plan, options, err);
  if (!status)
    status = installed_find(&out->installed, options->run, getenv("PATH"),
                            options->of, err);
  if (!status)
    status = find_difference(&self, err);
  if (!status && !out->fault)
    status = finding_sieve(&self, err);
  bool tests = !options->once;
  if (!status && !out->fault && tests)
    status = wrong_pass_hold(out, options, err);
  if (!status && !out->fault && tests)
    status = jobs_find(out, options, err);
  if (!status && !out->fault && tests)
    status = prototypes_hold(out, options, err);
  if (!status && out->fault == WRONG_UNDEFINED)
    explain_undefined(&self);
  finding_forget(&self);
  if (self.first)
    act_dispose(self.first);
  free(self.first);
  return status;
}
