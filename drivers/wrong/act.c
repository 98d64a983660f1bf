/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Carries a plan out, as one run of a test.
 *
 * A test builds with the command first: most texts have lost the difference, and
 * most of these show it by the way their program ends, before any reference is
 * built. The steps of the sieve come last; they cost most and concern only
 * texts that would otherwise be accepted.
 */
#include "wrong/act.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "wrong/program.h"

/* How much longer a program under a sanitizer may take. */
enum { TIMES_CHECKED = 20 };

#define PROGRAM_OF_COMMAND PLAN_PROGRAM "-bad"
#define NAME "./a.out" /* as the program sees it, whatever was built */

/* Runs a process of a build; its messages are added. */
static bool build_with(textbuf *messages, const strings *from, size_t begin,
                       size_t end)
{
  strings words = { 0 };
  for (size_t i = begin; i < end; i++)
    strings_add(&words, from->data[i]);
  program what = { .path = words.data[0],
                   .argv = strings_argv(&words),
                   .messages = true };
  behaviour did;
  program_run(&did, &what);
  text_add(messages, did.output, did.size);
  bool built = did.end == BEHAVIOUR_EXIT && !did.status;
  behaviour_dispose(&did);
  strings_free(&words);
  return built;
}

static bool is_hosted(const plan_step *step)
{
  return step->host && step->jobs.size && path_exists(step->host);
}

static void build(act_result *out, const plan_step *step)
{
  const strings *jobs = &step->jobs;
  textbuf messages = { 0 };
  text_puts(&messages, "");
  bool driver = !jobs->size || (step->host && !is_hosted(step));
  if (driver)
    out->built = build_with(&messages, &step->build, 0, step->build.size);
  for (size_t begin = 0, end; out->built && !driver && begin < jobs->size;
       begin = end + 1) {
    for (end = begin; strcmp(jobs->data[end], PLAN_END) != 0;)
      end++;
    out->built = build_with(&messages, jobs, begin, end);
  }
  out->messages = messages.data;
}

static void run(act_result *out, const plan *of, const plan_step *step)
{
  bool command = step->role == ROLE_BAD || step->role == ROLE_AGAIN;
  strings argv = { 0 };
  strings_add_all(&argv, &step->under);
  if (is_hosted(step))
    strings_add(&argv, step->host);
  bool itself = !argv.size;
  if (!itself)
    (void)symlink(PLAN_PROGRAM, NAME); /* it names the program by its file */
  strings_add(&argv, NAME);
  strings_add_all(&argv, &of->arguments);
  program what = { .path = !itself   ? argv.data[0]
                           : command ? PROGRAM_OF_COMMAND
                                     : PLAN_PROGRAM,
                   .argv = strings_argv(&argv),
                   .environment = &step->environment,
                   .input = *of->input ? of->input : NULL,
                   .limit_ms = of->limit_ms *
                               (step->role == ROLE_SAME ? TIMES_CHECKED : 1) };
  program_run(&out->did, &what);
  strings_free(&argv);
}

/* Builds and runs what the step asks for. */
static void act(act_result *out, const plan *of, const plan_step *step)
{
  *out = (act_result){ .built = true };
  if (step->build.size)
    build(out, step);
  if (out->built && step->role == ROLE_BAD &&
      rename(PLAN_PROGRAM, PROGRAM_OF_COMMAND))
    out->built = false;
  if (out->built && step->role != ROLE_SILENT)
    run(out, of, step);
}

void act_dispose(act_result *self)
{
  free(self->messages);
  behaviour_dispose(&self->did);
}

const char *act_warning(const strings *warnings, const char *messages)
{
  static const char mark[] = "[-W";
  for (const char *at = messages; at && (at = strstr(at, mark));) {
    at += sizeof mark - 1;
    for (size_t i = 0; i < warnings->size; i++)
      if (starts_with(at, warnings->data[i]))
        return warnings->data[i];
  }
  return NULL;
}

/* ---- a test ---- */

static bool holds(const plan *of, const plan_step *step, const act_result *seen,
                  const behaviour *bad, const behaviour *good)
{
  if (!seen->built || act_warning(&step->warnings, seen->messages))
    return false;
  switch (step->role) {
  case ROLE_BAD:
    return behaviour_may_fit(of->expected, of->or_fails, &seen->did);
  case ROLE_AGAIN:
    return behaviour_same(&seen->did, bad);
  case ROLE_GOOD:
    return behaviour_fits(of->expected, of->or_fails, bad, &seen->did);
  case ROLE_SAME:
  case ROLE_HIDDEN:
    return behaviour_same(&seen->did, good);
  case ROLE_SILENT:
  case ROLES:
    break;
  }
  return true;
}

int act_test(const plan *what)
{
  behaviour bad = { 0 }, good = { 0 };
  char *said = mem_copy(""); /* by the build of the right one */
  int verdict = DIFFERS;
  for (size_t i = 0; i < what->size && verdict == DIFFERS; i++) {
    const plan_step *step = &what->steps[i];
    act_result seen;
    uint64_t begun = now_us();
    act(&seen, what, step);
    if (step->role == ROLE_SILENT && !step->build.size)
      string_replace(&seen.messages, mem_copy(said));
    (void)printf("%" PRIu64 " ", now_us() - begun);
    if (!seen.built && step->role == ROLE_BAD)
      verdict = DIFFERS_UNBUILT;
    else if (!holds(what, step, &seen, &bad, &good))
      verdict = DIFFERS_REFUSED + (int)i;
    behaviour *kept = step->role == ROLE_BAD    ? &bad
                      : step->role == ROLE_GOOD ? &good
                                                : NULL;
    if (kept) {
      behaviour_dispose(kept);
      *kept = seen.did;
      seen.did = (behaviour){ 0 };
    }
    if (step->role == ROLE_GOOD) {
      string_replace(&said, seen.messages);
      seen.messages = NULL;
    }
    act_dispose(&seen);
  }
  free(said);
  behaviour_dispose(&bad);
  behaviour_dispose(&good);
  return verdict;
}

/* ---- all that a text shows ---- */

/* A number before the bytes says how many there are. */
static void print_bytes(const char *bytes, size_t size)
{
  (void)printf("%zu\n", size);
  if (size)
    (void)fwrite(bytes, 1, size, stdout);
  (void)putchar('\n');
}

int act_show(const plan *what)
{
  for (size_t i = 0; i < what->size; i++) {
    act_result seen;
    act(&seen, what, &what->steps[i]);
    (void)printf("%d %d %d %u %d\n", seen.built, (int)seen.did.end,
                 seen.did.status, seen.did.ms, seen.did.reads);
    print_bytes(seen.messages, seen.messages ? strlen(seen.messages) : 0);
    print_bytes(seen.did.output, seen.did.size);
    act_dispose(&seen);
  }
  return fflush(stdout) ? DIFFERS_NOT_ASKED : DIFFERS;
}

static bool read_bytes(char **out, size_t *size_out, const char **at,
                       const char *end)
{
  char *behind = NULL;
  size_t size = strtoul(*at, &behind, 10);
  if (behind == *at || *behind != '\n' || size > (size_t)(end - behind) ||
      (size_t)(end - behind) - size < 2)
    return false;
  *out = mem_copy_bytes(behind + 1, size);
  *size_out = size;
  *at = behind + size + 2;
  return true;
}

static bool read_result(act_result *out, const char **at, const char *end)
{
  int built, ending, reads, used = 0;
  size_t size;
  behaviour *did = &out->did;
  if (sscanf(*at, "%d %d %d %u %d%n", &built, &ending, &did->status, &did->ms,
             &reads, &used) != 5)
    return false;
  did->reads = reads;
  out->built = built;
  did->end = (behaviour_end)ending;
  *at += used + 1;
  return read_bytes(&out->messages, &size, at, end) &&
         read_bytes(&did->output, &did->size, at, end);
}

bool act_read(act_result **out, const plan *what, const char *text, size_t size)
{
  *out = mem_alloc(what->size, sizeof **out);
  bool good = true;
  for (size_t i = 0; i < what->size && good; i++)
    good = read_result(&(*out)[i], &text, text + size);
  return good;
}
