/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A test builds half a dozen programs, and each driver starts two or three
 * processes. The driver itself decides the same each time: clang takes as long for
 * that as for a small text. So it is asked once, with -###, and a test starts the
 * processes.
 *
 * GCC's collect2 only starts a linker and its plugin, both for link-time
 * optimization, and such builds are left alone. Gold takes two thirds of the time
 * of the usual linker, which starts faster where there are no libraries to read, and
 * no bug of a compiler depends on that. What the program of the original does decides
 * whether they may stand for the driver.
 */
#include "wrong/jobs.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/replay.h"
#include "wrong/aliasing.h"
#include "wrong/host.h"
#include "wrong/sieve.h"
#include "wrong/started.h"

/* The first word of the process behind that which begins at `at`. */
static size_t next_job(const strings *words, size_t at)
{
  while (strcmp(words->data[at], PLAN_END) != 0)
    at++;
  return at + 1;
}

/* The name behind -o in a process, or 0. */
static size_t find_output(const strings *words, size_t begin, size_t end)
{
  for (size_t i = begin + 1; i + 1 < end; i++)
    if (!strcmp(words->data[i - 1], "-o"))
      return i;
  return 0;
}

/* Puts a name in the folder of the test for a temporary one, everywhere. */
static void make_private(strings *words, const char *name, size_t number)
{
  char *old = mem_copy(name);
  const char *suffix = strrchr(base_name(old), '.');
  char *by = mem_format("hdd-job-%zu%s", number, suffix ? suffix : "");
  for (size_t i = 0; i < words->size; i++)
    if (!strcmp(words->data[i], old))
      string_replace(&words->data[i], mem_copy(by));
  free(old);
  free(by);
}

static bool is_linker(const char *program)
{
  const char *name = base_name(program);
  return !strcmp(name, "collect2") || !strcmp(name, "ld") ||
         starts_with(name, "ld.");
}

/* Removes what only link-time optimization needs. */
static void drop_plugin(strings *words, size_t begin)
{
  for (size_t i = begin; i < words->size;) {
    const char *word = words->data[i];
    if (!strcmp(word, "-plugin"))
      strings_remove(words, i, 2);
    else if (starts_with(word, "-plugin-opt") || starts_with(word, "-fuse-ld"))
      strings_remove(words, i, 1);
    else
      i++;
  }
}

/* Does the process link an object without libraries, which a host loads? */
static bool links_alone(const strings *words, size_t begin)
{
  bool does = false;
  for (size_t i = begin; i < words->size; i++)
    does |= !strcmp(words->data[i], "-shared");
  return does;
}

/* Lets the last process be the linker itself. */
static void link_faster(strings *words, size_t begin)
{
  if (!is_linker(words->data[begin]))
    return;
  char *by = links_alone(words, begin) ? NULL : path_program("ld.gold");
  if (!by)
    by = path_program("ld");
  drop_plugin(words, begin);
  if (by)
    string_replace(&words->data[begin], by);
}

bool jobs_read(strings *out, const char *printed)
{
  *out = (strings){ 0 };
  replay_commands(out, printed);
  size_t begin = 0, number = 0;
  bool good = out->size > 0;
  while (good) {
    size_t end = next_job(out, begin), output = find_output(out, begin, end);
    good = end - begin > 1 && output;
    if (!good || end == out->size)
      break;
    make_private(out, out->data[output], ++number);
    begin = end;
  }
  if (good)
    link_faster(out, begin);
  else
    strings_free(out);
  return good;
}

/* Is the program one that a script stands for? */
static bool is_script(const char *name)
{
  char *path = path_program(name), head[2] = { 0 };
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  bool is = file < 0 || read(file, head, sizeof head) < 2 ||
            (head[0] == '#' && head[1] == '!');
  if (file >= 0)
    (void)close(file);
  free(path);
  return is;
}

bool jobs_are_wanted(const strings *build)
{
  static const char *const own[] = { "-flto", "-fuse-ld",    "-Wl,",
                                     "-T",    "-Xlinker",    "-fprofile",
                                     "-B",    "-save-temps", "-specs" };
  if (!build->size || is_script(build->data[0]))
    return false;
  for (size_t i = 1; i < build->size; i++) {
    const char *word = build->data[i];
    for (size_t j = 0; j < sizeof own / sizeof *own; j++)
      if (starts_with(word, own[j]) && strcmp(word, SIEVE_LINKER) != 0)
        return false;
  }
  return true;
}

/* Asks each driver what it would start. */
static rd_status ask_drivers(wrong_case *to, const wrong_options *options,
                             rd_error *err)
{
  plan *of = &to->plan;
  plan asking = { .expected = mem_copy(""), .input = mem_copy("") };
  act_result *said = NULL;
  rd_status status = RD_OK;
  for (size_t i = 0; i < of->size && !status; i++) {
    plan_step *step = plan_add(&asking, i ? ROLE_SILENT : ROLE_BAD, "");
    if (!jobs_are_wanted(&of->steps[i].build))
      continue;
    status = host_find(&of->steps[i], i, options, err);
    if (of->steps[i].host)
      host_words(&step->build, &of->steps[i].build);
    else
      strings_add_all(&step->build, &of->steps[i].build);
    strings_add(&step->build, "-###");
  }
  if (!status)
    status = wrong_show(&said, &asking, options, err);
  for (size_t i = 0; i < of->size && !status; i++) {
    if (said[i].messages && jobs_read(&of->steps[i].jobs, said[i].messages) &&
        aliasing_prepare(&of->steps[i]))
      status = started_find(to, i, said[i].messages, options, err);
    act_dispose(&said[i]);
  }
  free(said);
  plan_dispose(&asking);
  return status;
}

static bool is_same(const wrong_case *of, const plan_step *step,
                    const act_result *seen)
{
  const plan *by = &of->plan;
  bool bad = step->role == ROLE_BAD || step->role == ROLE_AGAIN;
  return seen->built && !act_warning(&step->warnings, seen->messages) &&
         (step->role == ROLE_SILENT || step->texts == TEXTS_BARE ||
          (bad ? behaviour_fits(by->expected, by->or_fails, &seen->did,
                                &of->good)
               : behaviour_same(&seen->did, &of->good)));
}

/* Leaves out what the host lets MSan see; false: it was not asked for. */
static bool stop_looking(plan_step *step)
{
  size_t last = step->environment.size;
  if (!last || !starts_with(step->environment.data[last - 1], HOST_LOOKS))
    return false;
  strings_remove(&step->environment, last - 1, 1);
  return true;
}

rd_status jobs_find(wrong_case *of, const wrong_options *options, rd_error *err)
{
  rd_status status = ask_drivers(of, options, err);
  for (bool again = true; again && !status;) {
    act_result *seen = NULL;
    again = false;
    status = wrong_show(&seen, &of->plan, options, err);
    for (size_t i = 0; i < of->plan.size && !status; i++) {
      plan_step *step = &of->plan.steps[i];
      if (!is_same(of, step, &seen[i])) {
        if (stop_looking(step))
          again = true;
        else
          strings_free(&step->jobs);
        if (aliasing_is(step))
          status = aliasing_judge(of, step, &seen[i], options, err);
      }
      act_dispose(&seen[i]);
    }
    free(seen);
  }
  if (!status)
    aliasing_drop(of);
  return status;
}
