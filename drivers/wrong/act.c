/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Carries a plan out, as one run of a test.
 *
 * A test builds with the command first: most texts have lost the difference, and
 * most of these show it by the way their program ends, before any reference is
 * built. The steps of the sieve come last; they cost most and concern only
 * texts that would otherwise be accepted. Most of these pass, so all of them are
 * asked at once, each in a folder of its own, and the first in the order of the plan
 * that refuses the text counts.
 */
#include "wrong/act.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "wrong/program.h"

enum {
  TIMES_CHECKED = 20, /* so much longer may a program under a sanitizer take */
  AT_ONCE = 4,        /* steps, where all are carried out */
};

#define PROGRAM_OF_COMMAND PLAN_PROGRAM "-bad"
#define NAME "./a.out" /* as the program sees it, whatever was built */

/* Runs a process of a build; its messages are added. */
static bool build_with(textbuf *messages, const strings *from, size_t begin,
                       size_t end, const char *started)
{
  strings words = { 0 };
  for (size_t i = begin; i < end; i++)
    strings_add(&words, from->data[i]);
  program what = { .path = words.data[0],
                   .argv = strings_argv(&words),
                   .started = started,
                   .messages = true };
  behaviour did;
  program_run(&did, &what);
  text_add(messages, did.output, did.size);
  if (did.end == BEHAVIOUR_NOSTART)
    text_puts(messages, strerror(did.status));
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
    out->built = build_with(&messages, &step->build, 0, step->build.size, NULL);
  for (size_t begin = 0, end; out->built && !driver && begin < jobs->size;
       begin = end + 1) {
    for (end = begin; strcmp(jobs->data[end], PLAN_END) != 0;)
      end++;
    out->built =
        build_with(&messages, jobs, begin, end, begin ? NULL : step->started);
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
  if (out->did.end != BEHAVIOUR_NOSTART)
    return;
  out->built = false; /* for this machine */
  string_replace(&out->messages, mem_format("its program cannot run here: %s",
                                            strerror(out->did.status)));
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
  if (step->role == ROLE_UNLIKE)
    return !seen->built || !behaviour_same(&seen->did, bad);
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
  case ROLE_UNLIKE:
  case ROLES:
    break;
  }
  return true;
}

static void print_time(uint64_t us)
{
  (void)printf("%" PRIu64 " ", us);
}

/* The files of a test, before anything is built. */
static void list_files(strings *out)
{
  DIR *here = opendir(".");
  for (const struct dirent *at; here && (at = readdir(here));)
    if (strcmp(at->d_name, ".") != 0 && strcmp(at->d_name, "..") != 0)
      strings_add(out, at->d_name);
  if (here)
    (void)closedir(here);
}

/* Enters a new folder with the same files. */
static bool enter_folder(size_t number, const strings *files)
{
  char *name = mem_format("hdd-step-%zu", number);
  bool good = !mkdir(name, 0700) && !chdir(name);
  free(name);
  for (size_t i = 0; i < files->size && good; i++) {
    char *from = mem_format("../%s", files->data[i]);
    good = !symlink(from, files->data[i]);
    free(from);
  }
  return good;
}

/* What became of a step; also the exit status of the process that asks it. */
enum { STEP_HOLDS, STEP_REFUSES, STEP_FAILED };

/* A step that a process of its own asks. */
typedef struct asked {
  pid_t child; /* 0: it has ended */
  uint64_t us;
  int found; /* STEP_... */
} asked;

static void ask(asked *out, const plan *what, size_t at, const strings *files,
                const behaviour *bad, const behaviour *good)
{
  out->found = STEP_FAILED;
  out->child = fork();
  if (out->child)
    return;
  act_result seen;
  if (!enter_folder(at, files))
    _exit(STEP_FAILED);
  act(&seen, what, &what->steps[at]);
  _exit(holds(what, &what->steps[at], &seen, bad, good) ? STEP_HOLDS
                                                        : STEP_REFUSES);
}

/* Waits for the steps from `first` on. One that does not hold ends those behind it;
 * returns the first such, or the number of steps. */
static size_t await_steps(asked *all, const plan *what, size_t first,
                          uint64_t begun)
{
  size_t refused = what->size;
  int status;
  for (pid_t child; (child = waitpid(-1, &status, 0)) > 0 || errno == EINTR;) {
    size_t at = first;
    while (at < what->size && all[at].child != child)
      at++;
    if (child < 0 || at == what->size)
      continue;
    all[at].child = 0;
    all[at].us = now_us() - begun;
    if (WIFEXITED(status))
      all[at].found = WEXITSTATUS(status);
    if (all[at].found == STEP_HOLDS || at > refused)
      continue;
    refused = at;
    for (size_t i = at + 1; i < what->size; i++)
      if (all[i].child > 0)
        (void)kill(all[i].child, SIGKILL);
  }
  for (refused = first;
       refused < what->size && all[refused].found == STEP_HOLDS;)
    refused++;
  return refused;
}

/* May one of the files include a header? */
static bool are_headed(const strings *files)
{
  bool found = false;
  for (size_t i = 0; i < files->size && !found; i++) {
    char *text = NULL;
    size_t size;
    found = file_read(&text, &size, files->data[i], NULL) ||
            strstr(text, "include") != NULL;
    free(text);
  }
  return found;
}

/* Asks the steps from `first` on at once. Their time is that of all, which they
 * share as they took it. */
static int ask_together(const plan *what, size_t first, const strings *files,
                        const behaviour *bad, const behaviour *good)
{
  asked *all = mem_alloc(what->size, sizeof *all);
  uint64_t begun = now_us(), sum = 0;
  plan_texts others = are_headed(files) ? TEXTS_BARE : TEXTS_HEADED;
  for (size_t i = first; i < what->size; i++)
    if (what->steps[i].texts != others) /* else it holds */
      ask(&all[i], what, i, files, bad, good);
  size_t refused = await_steps(all, what, first, begun);
  uint64_t took = now_us() - begun;
  size_t end = refused < what->size ? refused + 1 : refused;
  for (size_t i = first; i < end; i++)
    sum += all[i].us;
  for (size_t i = first; i < end; i++)
    print_time(sum ? all[i].us * took / sum : 0);
  int verdict = refused == what->size ? DIFFERS
                : all[refused].found == STEP_REFUSES
                    ? DIFFERS_REFUSED + (int)refused
                    : DIFFERS_NOT_ASKED;
  free(all);
  return verdict;
}

static bool is_of_sieve(const plan_step *step)
{
  return step->role == ROLE_SAME || step->role == ROLE_HIDDEN ||
         step->role == ROLE_UNLIKE;
}

int act_test(const plan *what)
{
  behaviour bad = { 0 }, good = { 0 };
  char *said = mem_copy(""); /* by the build of the right one */
  strings files = { 0 };
  int verdict = DIFFERS;
  list_files(&files);
  for (size_t i = 0; i < what->size && verdict == DIFFERS; i++) {
    const plan_step *step = &what->steps[i];
    if (is_of_sieve(step)) {
      verdict = ask_together(what, i, &files, &bad, &good);
      break;
    }
    act_result seen;
    uint64_t begun = now_us();
    act(&seen, what, step);
    if (step->role == ROLE_SILENT && !step->build.size)
      string_replace(&seen.messages, mem_copy(said));
    print_time(now_us() - begun);
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
  strings_free(&files);
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

static void print_step(const plan *what, size_t at)
{
  act_result seen;
  act(&seen, what, &what->steps[at]);
  (void)printf("%d %d %d %u %d\n", seen.built, (int)seen.did.end,
               seen.did.status, seen.did.ms, seen.did.reads);
  print_bytes(seen.messages, seen.messages ? strlen(seen.messages) : 0);
  print_bytes(seen.did.output, seen.did.size);
  act_dispose(&seen);
}

/* What a step shows, until those before it have shown theirs. */
static char *shown_name(const char *folder, size_t at)
{
  return mem_format("%shdd-shown-%zu", folder, at);
}

/* Carries a step out in a process of its own; the one that builds with the command,
 * and the one that runs its program again, are in the folder of the test. Returns
 * whether it was started. */
static bool start_step(const plan *what, size_t at, const strings *files)
{
  plan_role role = what->steps[at].role;
  bool apart = role != ROLE_BAD && role != ROLE_AGAIN;
  pid_t child = fork();
  if (child > 0 && !apart)
    (void)waitpid(child, NULL, 0);
  if (child)
    return child > 0 && apart;
  char *name = shown_name(apart ? "../" : "", at);
  if ((apart && !enter_folder(at, files)) || !freopen(name, "w", stdout))
    _exit(1);
  print_step(what, at);
  _exit(fflush(stdout) ? 1 : 0);
}

/* Prints what the steps have shown, in order; false: one of them did not. */
static bool print_shown(const plan *what)
{
  bool good = true;
  for (size_t i = 0; i < what->size && good; i++) {
    char *name = shown_name("", i), *text = NULL;
    size_t size = 0;
    good = !file_read(&text, &size, name, NULL) && size &&
           fwrite(text, 1, size, stdout) == size;
    free(text);
    free(name);
  }
  return good && !fflush(stdout);
}

int act_show(const plan *what)
{
  strings files = { 0 };
  size_t running = 0;
  list_files(&files);
  for (size_t i = 0; i < what->size; i++) {
    if (running == AT_ONCE && wait(NULL) > 0)
      running--;
    running += start_step(what, i, &files);
  }
  while (wait(NULL) > 0 || errno == EINTR)
    ;
  strings_free(&files);
  return print_shown(what) ? DIFFERS : DIFFERS_NOT_ASKED;
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
