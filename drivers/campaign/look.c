/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Looks at inputs.
 *
 * The runs are divided among processes, each with a runner of its own, that send
 * back the records of their inputs as lines of JSON. A process that dies, or
 * whose compiler does something terrible, takes no state with it.
 *
 * An input can be run in several ways (a reproducer, a command with several
 * sources): they are tried in order, and the first that crashes is meant, as in a
 * reduction.
 */
#include "campaign/look.h"

#include <inttypes.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/hash.h"
#include "compiler/outcome.h"
#include "compiler/site.h"
#include "intake/forms.h"
#include "intake/trial.h"
#include "report/report.h"

/* What one process does. */
typedef struct looker {
  campaign *campaign;
  const look_options *options;
  runner run;
  bool has_runner;
} looker;

/* ---- the commands ---- */

rd_status look_for_commands(intake *out, const campaign *self, const input *of,
                            const char *cwd, rd_error *err)
{
  strings words = { 0 };
  strings_add_all(&words, of->command.size ? &of->command : &self->command);
  const intake_request request = { .file = of->file,
                                   .command = &words,
                                   .cwd = cwd };
  rd_status status = intake_find(out, &request, err);
  compilation *only = out->size == 1 ? &out->data[0] : NULL;
  if (!status && only && !only->command.size)
    status = typed_read(only, &self->usual, cwd, err);
  strings_free(&words);
  return status;
}

/* ---- a run ---- */

static void set_broken(input *out, const char *why)
{
  out->state = INPUT_BROKEN;
  string_replace(&out->why, mem_copy(why));
}

static void take_crash(crash *out, const signature *from)
{
  string_replace(&out->signature, signature_line(from));
  string_replace(&out->place, signature_place(from));
}

/* Does the compiler name a place that is in the text? */
static bool names_site(const trial *made)
{
  site_reports reports = { 0 };
  sites found = { 0 };
  site_reports_find(&reports, &made->run, NULL);
  sites_locate(&found, &reports, &made->text);
  bool named = found.size > 0;
  site_reports_dispose(&reports);
  return named;
}

/* The target that clang's command names, or NULL: its back ends are as different
 * as the programs of GCC. */
static const char *named_target(const strings *words)
{
  static const char with_value[] = "--target=";
  const char *found = NULL;
  for (size_t i = 1; i < words->size; i++) {
    const char *word = words->data[i];
    bool takes = !strcmp(word, "-target") || !strcmp(word, "-triple");
    if (takes && i + 1 < words->size)
      found = words->data[i + 1];
    else if (starts_with(word, with_value))
      found = word + strlen(with_value);
  }
  return found;
}

/* The version line of the compiler, with the target if one is named; caller's. */
static char *identify(const trial *made)
{
  const char *target = named_target(&made->command.words);
  return target ? mem_format("%s, target %s", made->compiler.version, target)
                : mem_copy(made->compiler.version);
}

/* Notes what a run without a crash did instead. */
static void take_outcome(input *out, const trial *made)
{
  char *detail = NULL;
  const rd_run *run = &made->run;
  outcome what = outcome_find(&detail, run, made->text.name);
  if (run->end == RD_END_NOSTART || outcome_is_killed(run) ||
      outcome_is_disk_full(run, made->text.text, made->text.size)) {
    set_broken(out, detail                       ? detail
                    : run->end == RD_END_NOSTART ? "it cannot be started"
                    : outcome_is_killed(run)     ? "it was killed from outside"
                                                 : "the disk is full");
  } else {
    out->state = INPUT_FINE;
    string_replace(&out->why, detail ? mem_copy(detail)
                              : what == OUTCOME_ACCEPTED
                                  ? mem_copy("it compiles")
                                  : NULL);
  }
  free(detail);
}

/* Runs a compilation of the input. */
static rd_status try_compilation(input *out, looker *self, runner *run,
                                 const compilation *what, rd_error *err)
{
  trial made;
  signature found = { 0 };
  const rd_limits *limits = &self->options->limits;
  rd_status status =
      trial_run(&made, what, NULL, self->options->cwd, run, limits, err);
  if (!status)
    status = trial_signature(&found, &made, run, limits, err);
  if (!status && signature_is_crash(&found)) {
    out->state = INPUT_CRASHES;
    take_crash(&out->crash, &found);
    string_replace(&out->why, NULL);
    string_replace(&out->name, mem_copy(made.text.name));
    string_replace(&out->compiler, identify(&made));
    out->cpu_ms = made.run.cpu_ms;
    out->has_site = names_site(&made);
  } else if (!status) {
    take_outcome(out, &made);
  }
  signature_dispose(&found);
  trial_dispose(&made);
  return status;
}

/* Has the reduced text of an input run in its place. */
static rd_status try_reduced(input *out, looker *self, runner *run,
                             const compilation *what, rd_error *err)
{
  trial made;
  signature found = { 0 };
  const rd_limits *limits = &self->options->limits;
  char *path = campaign_reduced(self->campaign, out);
  rd_status status =
      trial_run(&made, what, path, self->options->cwd, run, limits, err);
  if (!status)
    status = trial_signature(&found, &made, run, limits, err);
  if (!status && signature_is_crash(&found)) {
    take_crash(&out->became, &found);
    string_replace(
        &out->text,
        mem_format("%016" PRIx64, hash_bytes(made.text.text, made.text.size)));
    out->reduced_bytes = made.text.size;
  } else if (!status) {
    out->reduction = REDUCTION_FAILED;
    string_replace(&out->problem,
                   mem_copy("the reduced text does not crash when it is run "
                            "again"));
  }
  signature_dispose(&found);
  trial_dispose(&made);
  free(path);
  return status;
}

typedef rd_status (*try_fn)(input *out, looker *self, runner *run,
                            const compilation *what, rd_error *err);

/* A compilation with an environment has a runner of its own. */
static rd_status try_with_runner(input *out, looker *self, try_fn try_it,
                                 const compilation *what, rd_error *err)
{
  runner own;
  bool is_plain = !what->environment.size;
  rd_status status = RD_OK;
  if (is_plain && self->has_runner)
    return try_it(out, self, &self->run, what, err);
  status = runner_init(&own, !self->options->no_sandbox, err);
  if (status)
    return status;
  own.stop = self->options->stop;
  runner_add_environment(&own, &what->environment);
  status = try_it(out, self, &own, what, err);
  if (is_plain && !status) {
    self->run = own;
    self->has_runner = true;
  } else {
    runner_dispose(&own);
  }
  return status;
}

/* Only the report counts tokens. */
static void count_tokens(input *out, const campaign *self)
{
  char *folder = campaign_report(self, out);
  char *path = mem_format("%s/report.json", folder);
  report facts;
  if (!report_read_json(&facts, path, NULL)) {
    out->tokens = facts.after.tokens;
    report_dispose(&facts);
  }
  free(path);
  free(folder);
}

/* Runs the input, or what it was reduced to. RD_ERR_STOPPED: it was not; any
 * other failure is noted in it. */
static rd_status look(input *out, looker *self)
{
  intake found = { 0 };
  rd_error err = { 0 };
  bool is_reduced = out->reduction == REDUCTION_DONE;
  rd_status status =
      look_for_commands(&found, self->campaign, out, self->options->cwd, &err);
  size_t at = is_reduced ? (size_t)out->candidate : 0;
  size_t end = is_reduced && at < found.size ? at + 1 : found.size;
  for (; !status && at < end; at++) {
    status =
        try_with_runner(out, self, is_reduced ? try_reduced : try_compilation,
                        &found.data[at], &err);
    if (is_reduced || (!status && out->state == INPUT_CRASHES))
      break;
  }
  out->candidate = at;
  if (status && status != RD_ERR_STOPPED && is_reduced) {
    out->reduction = REDUCTION_FAILED;
    string_replace(&out->problem, mem_copy(err.message));
  } else if (status && status != RD_ERR_STOPPED) {
    set_broken(out, err.message);
  } else if (is_reduced) {
    count_tokens(out, self->campaign);
  }
  intake_dispose(&found);
  return status == RD_ERR_STOPPED ? status : RD_OK;
}

/* ---- processes ---- */

/* What is known of a process. */
typedef struct worker {
  pid_t pid;
  int fd; /* that it writes to; -1: it has ended */
  textbuf said;
} worker;

/* In the child: looks at each `jobs`th input, and writes what it saw. */
_Noreturn static void work(campaign *self, const uint32_t *which, size_t count,
                           size_t first, const look_options *options, int fd)
{
  looker state = { .campaign = self, .options = options };
  FILE *out = fdopen(fd, "w");
  rd_status status = out ? RD_OK : RD_ERR_IO;
  for (size_t i = first; i < count && !status && !*options->stop;
       i += options->jobs) {
    status = look(&self->inputs[which[i]], &state);
    char *line = status ? NULL : input_line(&self->inputs[which[i]]);
    if (line && (fprintf(out, "%s\n", line) < 0 || fflush(out)))
      status = RD_ERR_IO;
    free(line);
  }
  if (state.has_runner)
    runner_dispose(&state.run);
  _exit(status ? EXIT_FAILURE : EXIT_SUCCESS);
}

static rd_status start(worker *out, campaign *self, const uint32_t *which,
                       size_t count, size_t first, const look_options *options,
                       rd_error *err)
{
  int ends[2];
  *out = (worker){ .fd = -1 };
  if (pipe2(ends, O_CLOEXEC))
    return fail_system(err, "make", "a pipe");
  pid_t parent = getpid();
  out->pid = fork();
  if (!out->pid) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)close(ends[0]);
    if (getppid() == parent)
      work(self, which, count, first, options, ends[1]);
    _exit(EXIT_FAILURE);
  }
  (void)close(ends[1]);
  if (out->pid < 0) {
    (void)close(ends[0]);
    return fail_system(err, "start", "a process");
  }
  out->fd = ends[0];
  return RD_OK;
}

/* Takes the record of an input. */
static void take_line(campaign *self, const char *line,
                      const look_options *options)
{
  input found;
  input *known =
      input_read(&found, line) ? campaign_find(self, found.key) : NULL;
  if (known) {
    input_dispose(known);
    *known = found;
    found = (input){ 0 };
    if (options->looked)
      options->looked(options->payload);
  }
  input_dispose(&found);
}

/* Reads what a process has written. */
static void listen(worker *self, campaign *to, const look_options *options)
{
  enum { PART = 1 << 16 };
  char part[PART];
  ssize_t size = read(self->fd, part, sizeof part);
  if (size <= 0) {
    (void)close(self->fd);
    self->fd = -1;
    return;
  }
  text_add(&self->said, part, (size_t)size);
  char *begin = self->said.data, *end;
  while ((end = memchr(begin, '\n',
                       (size_t)(self->said.data + self->said.size - begin)))) {
    *end = '\0';
    take_line(to, begin, options);
    begin = end + 1;
  }
  self->said.size -= (size_t)(begin - self->said.data);
  memmove(self->said.data, begin, self->said.size);
}

/* Listens until all processes have ended. */
static void listen_to_all(worker *workers, size_t count, campaign *to,
                          const look_options *options)
{
  enum { WAIT_MS = 200 };
  struct pollfd *each = mem_alloc(count, sizeof *each);
  for (size_t left = count; left;) {
    left = 0;
    for (size_t i = 0; i < count; i++) {
      each[i] = (struct pollfd){ .fd = workers[i].fd, .events = POLLIN };
      left += workers[i].fd >= 0;
      if (*options->stop && workers[i].fd >= 0)
        (void)kill(workers[i].pid, SIGTERM);
    }
    if (left && poll(each, (nfds_t)count, WAIT_MS) > 0)
      for (size_t i = 0; i < count; i++)
        if (each[i].revents)
          listen(&workers[i], to, options);
  }
  free(each);
}

static bool is_seen(const input *of)
{
  return of->reduction == REDUCTION_DONE ? of->became.signature != NULL
                                         : of->state != INPUT_NEW;
}

/* Notes that a process died of the first input that it has not reported. */
static void blame_first(campaign *self, const uint32_t *which, size_t count,
                        size_t first, size_t jobs)
{
  size_t i = first;
  while (i < count && is_seen(&self->inputs[which[i]]))
    i += jobs;
  if (i >= count)
    return;
  input *it = &self->inputs[which[i]];
  static const char why[] = "the process that ran it died";
  if (it->reduction == REDUCTION_DONE) {
    it->reduction = REDUCTION_FAILED;
    string_replace(&it->problem, mem_copy(why));
  } else {
    set_broken(it, why);
  }
}

rd_status look_at(campaign *self, const uint32_t *which, size_t count,
                  const look_options *options, rd_error *err)
{
  look_options shared = *options;
  if (shared.jobs > count)
    shared.jobs = count ? count : 1;
  worker *workers = mem_alloc(shared.jobs, sizeof *workers);
  rd_status status = RD_OK;
  size_t started = 0;
  while (started < shared.jobs && !status) {
    status =
        start(&workers[started], self, which, count, started, &shared, err);
    started += !status;
  }
  listen_to_all(workers, started, self, &shared);
  for (size_t i = 0; i < started; i++) {
    (void)waitpid(workers[i].pid, NULL, 0);
    text_free(&workers[i].said);
    if (!*options->stop)
      blame_first(self, which, count, i, shared.jobs);
  }
  free(workers);
  if (!status && *options->stop)
    status = rd_fail(err, RD_ERR_STOPPED, "interrupted");
  return status;
}
