/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `clang-hdd campaign`: its command line, and what it shows. */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <fts.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "campaign/course.h"
#include "campaign/pages.h"
#include "clang-hdd/commands.h"
#include "clang-hdd/cores.h"
#include "clang-hdd/interrupt.h"
#include "clang-hdd/travel.h"
#include "compiler/runner.h"
#include "compiler/words.h"
#include "engine/carrier.h"
#include "intake/forms.h"

typedef struct campaign_options {
  char *list, *output, *reduce, *server;
  strings known;
  uint64_t timeout_ms, memory_bytes, each, jobs;
  bool bundles, follow, no_sandbox, quiet, help;
} campaign_options;

#define OPTIONS campaign_options
static const option_row rows[] = {
#include "clang-hdd/campaign_options.def"
};
const option_table options_campaign = OPTION_TABLE(rows);

enum { LIMIT_MS = 60000 };

typedef struct self {
  const campaign_options *asked;
  char *folder; /* of inputs, without a slash at its end; NULL: none is named */
  char *cwd;
  campaign campaign;
  course_options course;
  bugs bugs;
  int lock;
} self;

static bool has_new_bugs; /* at the end */

/* ---- the command line ---- */

/* "crashes.campaign" for "crashes/", "list.campaign" for "list.txt"; absolute,
 * caller's. */
static char *choose_folder(const self *of)
{
  const campaign_options *asked = of->asked;
  if (asked->output)
    return path_absolute(of->cwd, asked->output);
  const char *from = of->folder    ? of->folder
                     : asked->list ? asked->list
                                   : "bundles";
  char *path = path_absolute(of->cwd, from);
  char *dot = of->folder ? NULL : strrchr(base_name(path), '.');
  if (dot && dot > base_name(path))
    *dot = '\0';
  char *out = mem_format("%s.campaign", path);
  free(path);
  return out;
}

static exit_code check_places(self *of, const strings *words)
{
  const campaign_options *asked = of->asked;
  struct stat info;
  char *problem = asked->server ? carrier_check_server(asked->server) : NULL;
  exit_code code =
      problem ? progress_fail(EXIT_USAGE, "%s", problem) : EXIT_DONE;
  free(problem);
  if (code)
    return code;
  if (words->size > 1)
    return progress_fail(EXIT_USAGE,
                         "campaign %s: name one folder, or the files in a list "
                         "(--list)",
                         words->data[1]);
  if (words->size + (asked->list != NULL) + asked->bundles > 1)
    return progress_fail(EXIT_USAGE, "campaign: name a folder, --list FILE or "
                                     "--bundles, only one of them");
  of->folder = words->size ? mem_copy(words->data[0]) : NULL;
  for (size_t i = of->folder ? strlen(of->folder) : 0;
       i > 1 && of->folder[i - 1] == '/'; i--)
    of->folder[i - 1] = '\0';
  if (!of->folder && !asked->list && !asked->bundles)
    return progress_fail(EXIT_USAGE, "campaign: name the folder of the inputs, "
                                     "--list FILE or --bundles");
  if (of->folder && stat(of->folder, &info))
    return progress_fail(EXIT_NO_FILE, "%s: %s", of->folder, strerror(errno));
  if (of->folder && !S_ISDIR(info.st_mode))
    return progress_fail(EXIT_NO_FILE,
                         "%s is not a folder; name files in a list (--list)",
                         of->folder);
  char *state = mem_format("%s/" CAMPAIGN_JSON, of->folder ? of->folder : "");
  bool is_ours = of->folder && path_exists(state);
  free(state);
  if (is_ours)
    return progress_fail(EXIT_USAGE,
                         "%s is the folder of a campaign; name that of its "
                         "inputs, as at first",
                         of->folder);
  of->campaign.folder = choose_folder(of);
  if (of->folder && path_same(of->folder, of->campaign.folder))
    return progress_fail(EXIT_USAGE,
                         "--output %s: the inputs are there; name another "
                         "folder",
                         asked->output);
  of->course.places = (input_places){ of->folder, asked->list, asked->bundles };
  return EXIT_DONE;
}

/* Reads the signatures that are known. */
static exit_code read_known(self *of)
{
  const strings *files = &of->asked->known;
  for (size_t i = 0; i < files->size; i++) {
    char *text = NULL;
    size_t size = 0;
    rd_error err = { 0 };
    if (file_read(&text, &size, files->data[i], &err))
      return progress_fail(EXIT_NO_FILE, "--known: %s", err.message);
    for (const char *at = text, *end = text + size; at < end;) {
      char *line = next_line(&at, end);
      line[strcspn(line, "\r")] = '\0';
      if (*line && *line != '#')
        strings_add(&of->course.known, line);
      free(line);
    }
    free(text);
  }
  return EXIT_DONE;
}

/* Splits --reduce and checks its options, except those that the campaign
 * gives. */
static exit_code check_reduce(self *of)
{
  static const char *const own[] = { "output",  "in-place",   "resume",
                                     "jobs",    "no-journal", "help",
                                     "version", NULL };
  const char *line = of->asked->reduce;
  strings *words = &of->course.reduce, others = { 0 }, argv = { 0 },
          given = { 0 };
  if (!line)
    return EXIT_DONE;
  if (!words_split(words, line))
    return progress_fail(EXIT_USAGE, "--reduce: a quote is not closed");
  const option_table *table = command_find("reduce")->options;
  void *fields = mem_alloc(1, table->fields_size);
  strings_add(&argv, "reduce");
  strings_add_all(&argv, words);
  char *problem = options_parse(fields, &others, table, (int)argv.size,
                                strings_argv(&argv));
  options_given(&given, fields, table, (const char *const[]){ NULL });
  size_t all = given.size;
  strings_free(&given);
  options_given(&given, fields, table, own);
  exit_code code = EXIT_DONE;
  if (problem)
    code = progress_fail(EXIT_USAGE, "--reduce: %s", problem);
  else if (others.size)
    code =
        progress_fail(EXIT_USAGE, "--reduce: %s is no option", others.data[0]);
  else if (given.size < all)
    code = progress_fail(EXIT_USAGE, "--reduce: the campaign itself decides "
                                     "about output, journal and jobs");
  options_dispose(fields, table);
  free(fields);
  free(problem);
  strings_free(&given);
  strings_free(&argv);
  strings_free(&others);
  return code;
}

static uint32_t limit_ms(const campaign_options *asked)
{
  uint64_t ms = asked->timeout_ms ? asked->timeout_ms : LIMIT_MS;
  return ms < UINT32_MAX / 4 ? (uint32_t)ms : UINT32_MAX / 4;
}

static size_t count_jobs(const campaign_options *asked)
{
  return asked->jobs ? asked->jobs : cores_available();
}

static void on_notice(void *payload, const char *line)
{
  (void)payload;
  progress_notice("%s", line);
}

/* ---- what is shown while it runs ---- */

/* The size of the text that a reduction has come to; 0: not known. */
static uint64_t present_size(const campaign *of, const bugs *found,
                             const bug *what)
{
  uint64_t best = 0;
  for (size_t i = 0; i < what->count; i++) {
    const bucket *from = &found->buckets[what->buckets[i]];
    for (size_t j = 0; j < from->count; j++) {
      const input *each = &of->inputs[from->inputs[j]];
      struct stat info;
      char *path = each->is_running ? campaign_reduced(of, each) : NULL;
      if (path && !stat(path, &info) &&
          (!best || (uint64_t)info.st_size < best))
        best = (uint64_t)info.st_size;
      free(path);
    }
  }
  return best;
}

static void add_row(textbuf *out, const campaign *of, const bugs *found,
                    const bug *what)
{
  char *state;
  uint64_t size = what->running ? present_size(of, found, what) : 0;
  if (what->running && size)
    state = mem_format("reducing, %" PRIu64 " bytes", size);
  else if (what->running)
    state = mem_copy("reducing");
  else if (what->best != BUG_NONE)
    state =
        mem_format("%" PRIu64 " bytes", of->inputs[what->best].reduced_bytes);
  else
    state = mem_copy(what->is_known  ? "known"
                     : what->problem ? "not reduced"
                                     : "waiting");
  text_printf(out, "\n%7" PRIu64 "  %-22s  %s", what->times, state,
              bug_bucket(found, what)->signature);
  free(state);
}

static void show(void *payload, const campaign *of, const bugs *found)
{
  const self *state = payload;
  size_t left = bugs_left(found, of, state->course.each), reduced = 0,
         running = 0, waiting = 0;
  for (size_t i = 0; i < found->size; i++) {
    reduced += found->data[i].best != BUG_NONE;
    running += found->data[i].running;
  }
  for (size_t i = 0; i < of->count; i++)
    waiting += of->inputs[i].state == INPUT_NEW;
  textbuf out = { 0 };
  text_printf(&out, "%zu of ", of->count - waiting);
  text_count(&out, of->count, "input");
  text_puts(&out, " run  ");
  text_count(&out, found->bucket_count, "bucket");
  text_puts(&out, ", ");
  text_count(&out, found->size, "bug");
  text_printf(&out, " (%zu new)  %zu reduced, %zu running, %zu to do",
              found->fresh, reduced, running, left - running);
  for (size_t i = 0; i < found->size; i++)
    add_row(&out, of, found, &found->data[i]);
  progress_table(out.data);
  text_free(&out);
}

/* ---- the end ---- */

/* Prints a line for each bug. */
static void print_bugs(const self *of)
{
  if (of->bugs.size)
    (void)printf("id          inputs  state  bytes  crash\n");
  for (size_t i = 0; i < of->bugs.size; i++) {
    const bug *it = &of->bugs.data[i];
    const bucket *named = bug_bucket(&of->bugs, it);
    char *bytes = it->best == BUG_NONE
                      ? mem_copy("-")
                      : mem_format("%" PRIu64,
                                   of->campaign.inputs[it->best].reduced_bytes);
    (void)printf("%s  %6" PRIu64 "  %-5s  %5s  ", named->id, it->times,
                 it->is_known ? "known" : "new", bytes);
    for (const char *at = named->signature; *at; at++)
      (void)putchar((unsigned char)*at < ' ' || *at == 127 ? '?' : *at);
    (void)putchar('\n');
    free(bytes);
  }
}

static exit_code finish(const self *of)
{
  const bugs *found = &of->bugs;
  progress_clear();
  if (!of->asked->quiet)
    print_bugs(of);
  for (size_t i = 0; i < of->campaign.count; i++)
    if (of->campaign.inputs[i].state == INPUT_BROKEN)
      progress_warning("%s cannot be run: %s", of->campaign.inputs[i].key,
                       of->campaign.inputs[i].why);
  textbuf counts = { 0 };
  text_count(&counts, found->size, "bug");
  text_printf(&counts, " (%zu new) in ", found->fresh);
  text_count(&counts, of->campaign.count, "input");
  text_printf(&counts, ", of which %zu do not crash", found->fine);
  if (found->late)
    text_printf(&counts, " (limits ended the runs of %zu)", found->late);
  progress_notice("%s; see %s/" CAMPAIGN_INDEX, counts.data,
                  of->campaign.folder);
  text_free(&counts);
  if (!of->campaign.count)
    progress_warning("%s has no input", of->folder        ? of->folder
                                        : of->asked->list ? of->asked->list
                                                          : "--bundles");
  exit_code code = command_printed("campaign");
  has_new_bugs = !code && found->fresh;
  return code ? code : found->fresh ? EXIT_USAGE : EXIT_DONE;
}

static exit_code fail(const rd_error *err)
{
  switch (err->status) {
  case RD_ERR_STOPPED:
    return interrupt_code() ? interrupt_code() : EXIT_INTERNAL;
  case RD_ERR_NOSPACE:
    return progress_fail(EXIT_DISK_FULL, "%s; make room and start again",
                         err->message);
  case RD_ERR_NOTFOUND:
    return progress_fail(EXIT_NO_FILE, "%s", err->message);
  case RD_ERR_INVALID:
    return progress_fail(EXIT_INTAKE, "%s", err->message);
  default:
    return progress_fail(EXIT_OUTPUT, "%s", err->message);
  }
}

/* ---- the folder ---- */

/* A campaign that was killed may have processes that are about to end. */
static exit_code take_lock(self *of)
{
  enum { ATTEMPTS = 100, PAUSE_NS = 20 * 1000 * 1000 };
  const struct timespec pause = { .tv_nsec = PAUSE_NS };
  char *path = mem_format("%s/.lock", of->campaign.folder);
  of->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  exit_code code = EXIT_DONE;
  if (of->lock < 0)
    code = progress_fail(EXIT_OUTPUT, "cannot write %s: %s", path,
                         strerror(errno));
  for (int i = 0; !code && flock(of->lock, LOCK_EX | LOCK_NB); i++) {
    if (errno != EWOULDBLOCK)
      break; /* locks do not work here */
    if (i == ATTEMPTS)
      code = progress_fail(EXIT_JOURNAL,
                           "%s is in use by another campaign; wait for it, or "
                           "name another folder with --output",
                           of->campaign.folder);
    else
      (void)nanosleep(&pause, NULL);
  }
  free(path);
  return code;
}

/* Removes what a killed campaign, or a reduction of it, has left
 * half-written. */
static void sweep(char *folder)
{
  char *roots[] = { folder, NULL };
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  for (FTSENT *entry; walk && (entry = fts_read(walk));)
    if (entry->fts_info == FTS_F &&
        !fnmatch("*.[0-9]*.tmp", entry->fts_name, 0))
      (void)unlink(entry->fts_accpath);
  if (walk)
    (void)fts_close(walk);
}

/* Opens the folder, and reads what is known of the inputs. */
static exit_code open_folder(self *of, const strings *given)
{
  campaign *to = &of->campaign;
  strings words = { 0 };
  rd_error err = { 0 };
  if (folders_make(to->folder, 0777, &err))
    return progress_fail_write(&err);
  exit_code code = take_lock(of);
  if (code)
    return code;
  sweep(to->folder);
  if (campaign_read(to, &err))
    return fail(&err);
  strings_add_all(&words, given);
  char *now = words_join(strings_argv(&words)),
       *then = words_join(strings_argv(&to->command));
  bool is_other = to->count && strcmp(now, then) != 0;
  if (is_other)
    code =
        progress_fail(EXIT_JOURNAL,
                      "%s is of another command (%s); give that one, or name "
                      "another folder with --output",
                      to->folder, *then ? then : "none");
  strings_free(&to->command);
  to->command = words;
  free(now);
  free(then);
  return code;
}

/* ---- the command ---- */

/* Finds the compiler before anything is run. */
static exit_code check_command(self *of, const strings *given)
{
  compilation typed = { 0 };
  rd_error err = { 0 };
  exit_code code = command_words(&of->campaign.usual, NULL, true);
  if (!code && given->size && typed_read(&typed, given, of->cwd, &err))
    code = progress_fail(EXIT_COMPILER, "%s", err.message);
  if (!code && typed.command.size && !typed.directory)
    code = command_check_compiler(typed.command.data[0]);
  compilation_dispose(&typed);
  return code;
}

/* What runs the reductions: this machine, and workers if there is a server. */
static exit_code make_engine(engine **out, const self *of)
{
  rd_error err = { 0 };
  const char *server = of->asked->server;
  *out = engine_local(of->course.look.jobs);
  if (!server)
    return EXIT_DONE;
  strings options = { 0 };
  bool travel = travel_options(&options, &of->course.reduce);
  strings_free(&options);
  rd_status status = engine_remote(out, *out, server, travel, &err);
  return status ? progress_fail(status == RD_ERR_UNSUPPORTED ? EXIT_USAGE
                                                             : EXIT_INTERNAL,
                                "--server: %s", err.message)
                : EXIT_DONE;
}

static exit_code work(self *of)
{
  rd_error err = { 0 };
  engine *jobs;
  exit_code code = make_engine(&jobs, of);
  if (code)
    return code;
  rd_status status =
      course_run(&of->bugs, &of->campaign, jobs, &of->course, &err);
  jobs->free(jobs);
  progress_clear();
  return status ? fail(&err) : finish(of);
}

static void dispose(self *of)
{
  bugs_dispose(&of->bugs);
  campaign_dispose(&of->campaign);
  strings_free(&of->course.known);
  strings_free(&of->course.reduce);
  if (of->lock >= 0)
    (void)close(of->lock);
  free(of->folder);
  free(of->cwd);
}

static exit_code run(const void *payload, const strings *words,
                     const strings *rest)
{
  const campaign_options *asked = payload;
  self of = { .asked = asked, .cwd = getcwd(NULL, 0), .lock = -1 };
  interrupt_install();
  progress_init(asked->quiet, false);
  exit_code code =
      of.cwd ? EXIT_DONE
             : progress_fail(EXIT_NO_FILE, "the current folder is gone; change "
                                           "to another");
  of.course.each = asked->each ? (size_t)asked->each : 1;
  of.course.follow = asked->follow;
  if (asked->no_sandbox)
    strings_add(&of.course.reduce, "--no-sandbox");
  of.course.show = show;
  of.course.notice = on_notice;
  of.course.payload = &of;
  of.course.look =
      (look_options){ .limits = { .wall_ms = limit_ms(asked),
                                  .cpu_ms = limit_ms(asked),
                                  .memory_bytes = asked->memory_bytes
                                                      ? asked->memory_bytes
                                                      : runner_usual_memory() },
                      .jobs = count_jobs(asked),
                      .no_sandbox = asked->no_sandbox,
                      .cwd = of.cwd,
                      .server = asked->server,
                      .stop = &interrupt_signal };
  if (!code)
    code = check_places(&of, words);
  if (!code)
    code = check_reduce(&of);
  if (!code)
    code = read_known(&of);
  if (!code)
    code = check_command(&of, rest);
  if (!code)
    code = open_folder(&of, rest);
  if (!code)
    code = work(&of);
  dispose(&of);
  return code;
}

/* New bugs are no wrong command line, though both are 1 elsewhere. */
exit_code command_campaign(int argc, const char *const *argv)
{
  exit_code code = command_run("campaign", run, argc, argv);
  return code == EXIT_USAGE && !has_new_bugs ? EXIT_CAMPAIGN_USAGE : code;
}
