/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A fork of a compiler that has started behaves as one that starts: the same
 * end and the same messages, whatever ran before it, with every compiler that
 * is installed.
 */
#include <check.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/zygote.h"
#include "hostile.h"
#include "keeper.h"
#include "run_tests.h"

/* What the driver is asked for; the words of a job are in -###'s answer. */
static const struct compiler_row {
  const char *driver, *options, *file;
  compiler_family family;
} compilers[] = {
  { "gcc-12", "-O2 -Wall", "input.c", FAMILY_GCC },
  { "gcc-12", "-O0 -g", "input.c", FAMILY_GCC },
  { "gcc-12", "-O1 -w", "input.i", FAMILY_GCC },
  { "gcc-12", "-fsyntax-only -Wall", "input.c", FAMILY_GCC },
  { "gcc-11", "-O3", "input.c", FAMILY_GCC },
  { "avr-gcc", "-O2", "input.c", FAMILY_GCC },
  { "h8300-hitachi-coff-gcc", "-O2", "input.c", FAMILY_GCC },
  { "h8300-hitachi-coff-gcc", "-O0", "input.i", FAMILY_GCC },
  { "sh4-linux-gnu-gcc-12", "-O2", "input.c", FAMILY_GCC },
  { "alpha-linux-gnu-gcc-12", "-O2", "input.c", FAMILY_GCC },
  { "clang-14", "-O2", "input.c", FAMILY_CLANG },
  { "clang-14", "-O0 -g", "input.i", FAMILY_CLANG },
  { "clang-14", "-target r600 -O1", "input.c", FAMILY_CLANG },
  { "clang-19", "-O2 -Wall", "input.c", FAMILY_CLANG },
  { "clang-19", "-target bpf -O1 -fsyntax-only", "input.c", FAMILY_CLANG },
};
enum { COMPILER_COUNT = sizeof compilers / sizeof *compilers };

/* One that is tried where any will do, the first that is installed. */
static const struct compiler_row *any_compiler(void)
{
  for (size_t i = 0; i < COMPILER_COUNT; i++) {
    char *program = path_program(compilers[i].driver);
    free(program);
    if (program && !strcmp(compilers[i].file, "input.c"))
      return &compilers[i];
  }
  return NULL;
}

static runner run;
static job what;
static zygote *it;
static rd_error err;
static const rd_limits usual = { .wall_ms = 50000 };

static void set_up(void)
{
  ck_assert_msg(!runner_init(&run, &err), "%s", err.message);
}

static void tear_down(void)
{
  zygote_free(it);
  it = NULL;
  strings_free(&what.words);
  strings_free(&what.environment);
  char *scratch = mem_copy(run.scratch);
  runner_dispose(&run);
  ck_assert(!path_exists(scratch));
  free(scratch);
}

/* ---- jobs ---- */

/* The next word of a line of -###, caller's; NULL: there is none. */
static char *next_word(const char **at)
{
  textbuf word = { 0 };
  bool quoted = false;
  const char *c = *at + strspn(*at, " ");
  if (!*c || *c == '\n')
    return NULL;
  for (; *c && *c != '\n' && (quoted || *c != ' '); c++) {
    if (*c == '"') {
      quoted = !quoted;
      continue;
    }
    if (*c == '\\' && c[1])
      c++;
    text_add(&word, c, 1);
  }
  *at = c;
  text_puts(&word, "");
  return word.data;
}

/* Takes over the words, with an output that goes nowhere. */
static void read_words(const char *line, const char *file)
{
  char *word;
  while ((word = next_word(&line))) {
    const char *before =
        what.words.size ? what.words.data[what.words.size - 1] : "";
    bool name = !strcmp(before, "-dumpbase") || !strcmp(before, "-auxbase") ||
                !strcmp(before, "-main-file-name");
    if (!strcmp(before, "-o")) {
      free(word);
      word = mem_copy("/dev/null");
    }
    if (!strcmp(word, file) && !name)
      what.file = what.words.size;
    strings_take(&what.words, word);
  }
}

/* Makes the job of a driver; false: it is not installed. */
static bool make_job(const struct compiler_row *row)
{
  char *program = path_program(row->driver);
  free(program);
  if (!program)
    return false;
  char *command =
      mem_format("cd %s && : >%s && LC_ALL=C %s %s -S %s '-###' 2>&1", run.kept,
                 row->file, row->driver, row->options, row->file);
  FILE *answer = popen(command, "r");
  free(command);
  ck_assert_ptr_nonnull(answer);
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, answer) > 0)
    if (line[0] == ' ' && strstr(line, "cc1"))
      read_words(line, row->file);
  free(line);
  ck_assert_int_eq(pclose(answer), 0);
  /* What the runner names as a symbolizer is this program. */
  strings_add(&what.environment, "LLVM_DISABLE_SYMBOLIZATION=1");
  ck_assert_uint_gt(what.file, 0);
  return true;
}

static rd_status make_zygote(const struct compiler_row *row)
{
  zygote_options options = { .job = &what, .family = row->family, .run = &run };
  return zygote_new(&it, &options, &err);
}

/* False: there is no such compiler. */
static bool begin(const struct compiler_row *row)
{
  if (!row || !make_job(row))
    return false;
  ck_assert_msg(!make_zygote(row), "%s", err.message);
  return true;
}

/* ---- runs ---- */

static rd_run fork_run(const char *text, rd_limits limits)
{
  source input = { .name = what.words.data[what.file],
                   .text = text,
                   .size = strlen(text) };
  rd_run out;
  ck_assert_msg(!zygote_start(it, &input, &limits, &err), "%s", err.message);
  ck_assert_msg(!zygote_wait(&out, it, &err), "%s", err.message);
  return out;
}

static rd_run spawn_run(const char *text)
{
  source input = { .name = what.words.data[what.file],
                   .text = text,
                   .size = strlen(text) };
  rd_run out;
  ck_assert_msg(!runner_start_job(&run, &what, &input, &usual, &err), "%s",
                err.message);
  ck_assert_msg(!runner_wait(&out, &run, &err), "%s", err.message);
  return out;
}

/* The output without what may differ: that the text is included, addresses and
 * numbers of processes. */
static char *comparable(const rd_run *of)
{
  static const char *const differs[] = { "included from", "0x", "#" };
  textbuf out = { 0 };
  const char *at = of->output;
  while (*at) {
    size_t size = strcspn(at, "\n");
    bool same = true;
    for (size_t i = 0; i < sizeof differs / sizeof *differs; i++)
      same = same && !memmem(at, size, differs[i], strlen(differs[i]));
    if (same) {
      text_add(&out, at, size);
      text_puts(&out, "\n");
    }
    at += size + (at[size] == '\n');
  }
  text_puts(&out, "");
  return out.data;
}

static void assert_same(const rd_run *a, const rd_run *b)
{
  char *first = comparable(a), *second = comparable(b);
  ck_assert_str_eq(first, second);
  ck_assert_int_eq(a->end, b->end);
  ck_assert_int_eq(a->status, b->status);
  free(first);
  free(second);
}

static void assert_empty(const char *folder)
{
  ck_assert(!path_exists(folder) || rmdir(folder) == 0);
}

/* Nothing lies in the folders of a run. */
static void assert_clean(void)
{
  assert_empty(run.directory);
  assert_empty(run.temporary);
}

/* ---- texts ---- */

static const char valid[] =
    "struct s { int a[4]; } t;\n"
    "int f(int n) { int i, r = 0; for (i = 0; i < n; i++) r += t.a[i & 3];\n"
    "  return r; }\n"
    "double g(double x) { return x < 0 ? -x : x * f(3); }\n";
static const char wrong[] = "int f(void) { return 1 + ; }\nint g(void { }\n";
static const char warns[] = "int *f(void) { int x = \"a\"; return x; }\n"
                            "int h(void) { int y; return y; }\n";
static const char crash_inline[] =
    "__builtin_acc_on_device() {\n  return __builtin_acc_on_device(0);\n}\n";
static const char crash_tree[] =
    "struct obj { int n; int l; };\n"
    "main() {\n"
    "  (int *) ((char *) ({ 1; }) - (char *) & ((struct obj *) 0)->l);\n}\n";
static const char crash_clang[] = "#pragma clang __debug crash\nint a;\n";
static const char fatal_clang[] =
    "#pragma clang __debug llvm_fatal_error\nint a;\n";
static const char *const texts[] = {
  valid, wrong, warns, "", crash_inline, crash_tree, crash_clang, fatal_clang,
};
enum { TEXT_COUNT = sizeof texts / sizeof *texts };

/* Macros that double what they stand for, `depth` times, and a use. */
static char *doubling(const char *word, int depth, const char *use)
{
  textbuf out = { 0 };
  text_printf(&out, "#define x0 %s\n", word);
  for (int i = 1; i <= depth; i++)
    text_printf(&out, "#define x%d x%d x%d\n", i, i - 1, i - 1);
  text_printf(&out, use, depth);
  return out.data;
}

static char *large_text(void)
{
  textbuf out = { 0 };
  for (int i = 0; i < 20000; i++)
    text_printf(&out, "extern int variable%d[%d], other%d;\n", i, i + 1, i);
  text_puts(&out, "int f(void) { return undeclared_at_the_end; }\n");
  return out.data;
}

/* ---- tests ---- */

/* gcc 3 fails without a word on an empty file that is preprocessed. */
static bool is_odd(const struct compiler_row *row, const char *text)
{
  return !*text && strstr(row->driver, "h8300") && strstr(row->file, ".i");
}

START_TEST(test_zygote__fork_does_what_a_start_does)
{
  const struct compiler_row *row = &compilers[_i];
  if (!begin(row))
    return;
  for (size_t i = 0; i < TEXT_COUNT; i++) {
    if (is_odd(row, texts[i]))
      continue;
    rd_run spawned = spawn_run(texts[i]);
    for (int times = 0; times < 2; times++) {
      rd_run forked = fork_run(texts[i], usual);
      assert_same(&forked, &spawned);
      ck_assert_ptr_null(strstr(forked.output, "clang-hdd"));
      rd_run_dispose(&forked);
    }
    rd_run_dispose(&spawned);
  }
  assert_clean();
}
END_TEST

START_TEST(test_zygote__large_text_is_read_whole)
{
  if (!begin(any_compiler()))
    return;
  char *large = large_text();
  rd_run spawned = spawn_run(large), forked = fork_run(large, usual);
  assert_same(&forked, &spawned);
  ck_assert_ptr_nonnull(strstr(forked.output, "undeclared_at_the_end"));
  rd_run_dispose(&forked);
  rd_run_dispose(&spawned);
  free(large);
}
END_TEST

START_TEST(test_zygote__limits_end_a_run_and_spare_the_next)
{
  if (!begin(any_compiler()))
    return;
  char *loops = doubling("", 60, "x%d\n");
  char *grows = doubling("1, 2, 3, 4,", 28, "int large[] = { x%d };\n");
  const struct {
    const char *text;
    rd_limits limits;
    rd_end end;
  } rows[] = {
    { loops, { .wall_ms = 300 }, RD_END_WALL },
    { loops, { .cpu_ms = 300 }, RD_END_CPU },
    { grows, { .memory_bytes = 200 << 20 }, RD_END_MEMORY },
    { wrong, { .output_bytes = 10 }, RD_END_OUTPUT },
    { valid, { .wall_ms = 50000, .memory_bytes = 1 << 30 }, RD_END_EXIT },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rd_run ended = fork_run(rows[i].text, rows[i].limits);
    ck_assert_int_eq(ended.end, rows[i].end);
    rd_run_dispose(&ended);
    rd_run next = fork_run(valid, usual);
    ck_assert_int_eq(next.end, RD_END_EXIT);
    ck_assert_int_eq(next.status, 0);
    rd_run_dispose(&next);
  }
  free(loops);
  free(grows);
}
END_TEST

START_TEST(test_zygote__run_tells_what_it_used)
{
  if (!begin(any_compiler()))
    return;
  char *loops = doubling("", 60, "x%d\n");
  rd_run used = fork_run(loops, (rd_limits){ .cpu_ms = 200 });
  ck_assert_uint_ge(used.cpu_ms, 190);
  ck_assert_uint_ge(used.wall_ms, 190);
  ck_assert_uint_gt(used.peak_bytes, 1 << 20);
  rd_run_dispose(&used);
  free(loops);
}
END_TEST

/* Starts a run that does not end by itself. */
static void start_loop(void)
{
  char *loops = doubling("", 60, "int wrong = ;\nx%d\n");
  source input = { .name = what.words.data[what.file],
                   .text = loops,
                   .size = strlen(loops) };
  ck_assert_msg(!zygote_start(it, &input, &usual, &err), "%s", err.message);
  free(loops);
}

START_TEST(test_zygote__output_is_seen_before_the_end)
{
  if (!begin(any_compiler()))
    return;
  start_loop();
  bool ended = false;
  size_t size = 0;
  while (!ended && !strstr(zygote_output(&size, it), "error:")) {
    struct pollfd event = { .fd = zygote_fd(it), .events = POLLIN };
    ck_assert_int_eq(poll(&event, 1, 50000), 1);
    ck_assert_msg(!zygote_read(&ended, it, &err), "%s", err.message);
  }
  ck_assert(!ended);
  ck_assert_uint_gt(size, 0);
  zygote_cancel(it);
  rd_run cancelled;
  ck_assert_msg(!zygote_wait(&cancelled, it, &err), "%s", err.message);
  ck_assert_int_eq(cancelled.end, RD_END_CANCELLED);
  rd_run_dispose(&cancelled);
  assert_clean();
}
END_TEST

START_TEST(test_zygote__end_makes_it_readable)
{
  if (!begin(any_compiler()))
    return;
  source input = { .name = "input.c", .text = valid, .size = strlen(valid) };
  ck_assert(!zygote_start(it, &input, &usual, &err));
  bool ended = false;
  while (!ended) {
    struct pollfd event = { .fd = zygote_fd(it), .events = POLLIN };
    ck_assert_int_eq(poll(&event, 1, 50000), 1);
    ck_assert_msg(!zygote_read(&ended, it, &err), "%s", err.message);
  }
  rd_run out;
  ck_assert(!zygote_wait(&out, it, &err));
  ck_assert_int_eq(out.status, 0);
  rd_run_dispose(&out);
}
END_TEST

static void set_output(const char *path)
{
  for (size_t i = 0; i + 1 < what.words.size; i++)
    if (!strcmp(what.words.data[i], "-o")) {
      free(what.words.data[i + 1]);
      what.words.data[i + 1] = mem_copy(path);
    }
}

/* A file that the compiler opens before it is stopped is each run's own. */
START_TEST(test_zygote__output_file_is_that_of_the_run)
{
  if (!begin(any_compiler()))
    return;
  zygote_free(it);
  it = NULL;
  set_output("output.s");
  ck_assert_msg(!make_zygote(any_compiler()), "%s", err.message);
  for (int i = 0; i < 3; i++) {
    source input = { .name = "input.c", .text = valid, .size = strlen(valid) };
    ck_assert(!zygote_start(it, &input, &usual, &err));
    bool ended = false;
    while (!ended) {
      struct pollfd event = { .fd = zygote_fd(it), .events = POLLIN };
      ck_assert_int_eq(poll(&event, 1, 50000), 1);
      ck_assert_msg(!zygote_read(&ended, it, &err), "%s", err.message);
    }
    char *path = mem_format("%s/output.s", run.directory), *text;
    size_t size;
    ck_assert_msg(!file_read(&text, &size, path, &err), "%s", err.message);
    ck_assert_uint_eq(strlen(text), size);
    ck_assert_ptr_nonnull(strstr(text, "\nf:"));
    ck_assert_ptr_nonnull(strstr(text, "\ng:"));
    free(text);
    free(path);
    rd_run out;
    ck_assert(!zygote_wait(&out, it, &err));
    rd_run_dispose(&out);
  }
  assert_clean();
}
END_TEST

/* What the compiler says of its options is part of every run. */
START_TEST(test_zygote__words_from_before_the_stop_come_with_each_run)
{
  const struct compiler_row *row = any_compiler();
  if (!row || row->family != FAMILY_GCC || !make_job(row))
    return;
  strings_add(&what.words, "-Wall");
  strings_add(&what.words, "-fno-rtti");
  ck_assert_msg(!make_zygote(row), "%s", err.message);
  rd_run spawned = spawn_run(warns);
  ck_assert_ptr_nonnull(strstr(spawned.output, "-fno-rtti"));
  for (int i = 0; i < 2; i++) {
    rd_run forked = fork_run(warns, usual);
    assert_same(&forked, &spawned);
    rd_run_dispose(&forked);
  }
  rd_run_dispose(&spawned);
}
END_TEST

START_TEST(test_zygote__two_live_side_by_side)
{
  if (!begin(any_compiler()))
    return;
  runner second_run;
  zygote *second;
  ck_assert(!runner_init(&second_run, &err));
  zygote_options options = { .job = &what,
                             .family = any_compiler()->family,
                             .run = &second_run };
  ck_assert_msg(!zygote_new(&second, &options, &err), "%s", err.message);
  start_loop();
  source input = { .name = "input.c", .text = wrong, .size = strlen(wrong) };
  for (int i = 0; i < 3; i++) {
    rd_run out;
    ck_assert(!zygote_start(second, &input, &usual, &err));
    ck_assert(!zygote_wait(&out, second, &err));
    ck_assert_int_eq(out.status, 1);
    rd_run_dispose(&out);
  }
  rd_run cancelled;
  zygote_cancel(it);
  ck_assert(!zygote_wait(&cancelled, it, &err));
  rd_run_dispose(&cancelled);
  zygote_free(second);
  runner_dispose(&second_run);
}
END_TEST

START_TEST(test_zygote__server_is_renewed_now_and_then)
{
  if (!begin(any_compiler()))
    return;
  for (int i = 0; i < 510; i++) {
    rd_run out = fork_run(i % 2 ? wrong : "", usual);
    ck_assert_int_eq(out.status, i % 2);
    rd_run_dispose(&out);
  }
}
END_TEST

/* A word that shows in the arguments of the server and its runs. */
static const char *mark_job(void)
{
  const char *marker = hostile_marker();
  char *word = mem_format("-I/%s", marker);
  strings_insert(&what.words, 2, word);
  what.file++;
  free(word);
  return marker;
}

/* The server is the first whose parent, its keeper, is not this process. */
static void kill_server(void)
{
  rd_descendant_list descendants = { 0 };
  rd_descendants_find(&descendants, 0, SIZE_MAX);
  size_t i = 0;
  while (i < descendants.size && descendants.data[i].parent == getpid())
    i++;
  ck_assert_uint_lt(i, descendants.size);
  ck_assert_int_eq(kill(descendants.data[i].pid, SIGKILL), 0);
  ARRAY_FREE(&descendants);
}

START_TEST(test_zygote__death_of_the_server_is_told)
{
  const struct compiler_row *row = any_compiler();
  if (!row || !make_job(row))
    return;
  const char *marker = mark_job();
  ck_assert_msg(!make_zygote(row), "%s", err.message);
  start_loop();
  kill_server();
  rd_run out;
  ck_assert_int_eq(zygote_wait(&out, it, &err), RD_ERR_DIED);
  ck_assert_int_eq(hostile_count(marker), 0);
  assert_clean();
  rd_run next = fork_run(valid, usual);
  ck_assert_int_eq(next.status, 0);
  rd_run_dispose(&next);
}
END_TEST

START_TEST(test_zygote__death_between_runs_is_told)
{
  if (!begin(any_compiler()))
    return;
  kill_server();
  source input = { .name = "input.c", .text = valid, .size = strlen(valid) };
  rd_run out;
  rd_status status = zygote_start(it, &input, &usual, &err);
  if (!status)
    status = zygote_wait(&out, it, &err);
  ck_assert_int_eq(status, RD_ERR_DIED);
  assert_clean();
}
END_TEST

START_TEST(test_zygote__nothing_outlives_a_killed_owner)
{
  const struct compiler_row *row = any_compiler();
  if (!row || !make_job(row))
    return;
  const char *marker = mark_job();
  pid_t owner = fork();
  if (!owner) {
    set_up(); /* a runner of its own */
    ck_assert_msg(!make_zygote(row), "%s", err.message);
    start_loop();
    (void)kill(getpid(), SIGKILL);
  }
  int status;
  ck_assert_int_eq(waitpid(owner, &status, 0), owner);
  ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  ck_assert(hostile_await_count(marker, 0));
}
END_TEST

START_TEST(test_zygote__nothing_outlives_a_freed_one)
{
  const struct compiler_row *row = any_compiler();
  if (!row || !make_job(row))
    return;
  const char *marker = mark_job();
  ck_assert_msg(!make_zygote(row), "%s", err.message);
  start_loop();
  ck_assert_int_ge(hostile_count(marker), 1);
  zygote_free(it);
  it = NULL;
  ck_assert_int_eq(hostile_count(marker), 0);
  assert_clean();
}
END_TEST

/* ---- a compiler that can be looked into ---- */

#ifndef __SANITIZE_ADDRESS__ /* such a program has to be loaded first */

static rd_status make_stopper(const char *mode, const char *marker)
{
  char *path = mem_format("%.*s/stopper",
                          (int)(base_name(hostile_path()) - 1 - hostile_path()),
                          hostile_path());
  strings_free(&what.words);
  strings_take(&what.words, path);
  strings_add(&what.words, mode);
  strings_add(&what.words, "input.c");
  strings_add(&what.words, marker);
  what.file = 2;
  zygote_options options = { .job = &what,
                             .family = FAMILY_CLANG,
                             .run = &run };
  zygote_free(it);
  it = NULL;
  return zygote_new(&it, &options, &err);
}

START_TEST(test_zygote__first_look_sees_the_size_of_the_run)
{
  static const char *const looks[] = { "stat", "statx", "access", "open",
                                       "fopen" };
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    ck_assert_msg(!make_stopper(looks[i], ""), "%s", err.message);
    rd_run first = fork_run("1234567", usual), second = fork_run("1", usual);
    ck_assert_str_eq(first.output, "7 bytes\n");
    ck_assert_str_eq(second.output, "1 bytes\n");
    rd_run_dispose(&first);
    rd_run_dispose(&second);
  }
}
END_TEST

START_TEST(test_zygote__library_is_not_handed_on)
{
  ck_assert(!unsetenv("LD_PRELOAD"));
  ck_assert_msg(!make_stopper("environment", ""), "%s", err.message);
  rd_run out = fork_run("", usual);
  ck_assert_str_eq(out.output, "0 bytes\n");
  rd_run_dispose(&out);
  strings_add(&what.environment, "LD_PRELOAD=libm.so.6");
  ck_assert_msg(!make_stopper("environment", ""), "%s", err.message);
  out = fork_run("", usual);
  ck_assert_str_eq(out.output, "LD_PRELOAD=libm.so.6\n0 bytes\n");
  rd_run_dispose(&out);
}
END_TEST

START_TEST(test_zygote__process_that_a_fork_would_break_is_refused)
{
  ck_assert_int_eq(make_stopper("threads", ""), RD_ERR_UNSUPPORTED);
  ck_assert_msg(strstr(err.message, "threads") != NULL, "%s", err.message);
  ck_assert_int_eq(make_stopper("late", ""), RD_ERR_UNSUPPORTED);
  ck_assert_msg(strstr(err.message, "written") != NULL, "%s", err.message);
  assert_clean();
}
END_TEST

/* The server gives itself up for it. */
START_TEST(test_zygote__daemon_of_a_run_does_not_stay)
{
  const char *marker = hostile_marker();
  ck_assert_msg(!make_stopper("daemon", marker), "%s", err.message);
  rd_run out = fork_run("", usual);
  ck_assert_str_eq(out.output, "0 bytes\n");
  ck_assert_int_eq(out.status, 0);
  rd_run_dispose(&out);
  ck_assert(hostile_await_count(marker, 0));
}
END_TEST

START_TEST(test_zygote__files_of_a_run_do_not_stay)
{
  ck_assert_msg(!make_stopper("files", ""), "%s", err.message);
  for (int i = 0; i < 2; i++) {
    rd_run out = fork_run("", usual);
    ck_assert_str_eq(out.output, "0 bytes\n");
    ck_assert_int_eq(out.status, 0);
    rd_run_dispose(&out);
  }
  assert_clean();
}
END_TEST

START_TEST(test_zygote__large_file_ends_a_run)
{
  ck_assert_msg(!make_stopper("large", ""), "%s", err.message);
  rd_run out = fork_run("", (rd_limits){ .file_bytes = 4096 });
  ck_assert_int_eq(out.end, RD_END_SIGNAL);
  ck_assert_int_eq(out.status, SIGXFSZ);
  rd_run_dispose(&out);
  assert_clean();
}
END_TEST

#endif

/* ---- what is refused ---- */

static void assert_refused(const char *program, rd_status expected,
                           const char *reason)
{
  strings_add(&what.words, program);
  strings_add(&what.words, "input.c");
  what.file = 1;
  zygote_options options = { .job = &what,
                             .family = FAMILY_CLANG,
                             .run = &run };
  ck_assert_int_eq(zygote_new(&it, &options, &err), expected);
  ck_assert_msg(strstr(err.message, reason) != NULL, "%s", err.message);
  ck_assert_ptr_null(it);
  assert_clean();
  strings_free(&what.words);
}

/* Puts a program into the kept folder; caller's. */
static char *put_program(const char *bytes, size_t size, mode_t mode)
{
  char *path = mem_format("%s/program", run.kept);
  ck_assert(!file_write(path, bytes, size, &err));
  ck_assert_int_eq(chmod(path, mode), 0);
  return path;
}

START_TEST(test_zygote__programs_that_cannot_stop_are_refused)
{
  assert_refused("no-such-compiler", RD_ERR_NOTFOUND, "no-such-compiler");
  assert_refused("/bin/true", RD_ERR_UNSUPPORTED, "ended before");
  char *path = put_program("#!/bin/sh\n", 10, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "a script");
  free(path);
  path = put_program("", 0, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "no ELF");
  free(path);
  char *bytes;
  size_t size;
  ck_assert(!file_read(&bytes, &size, "/bin/true", &err));
  path = put_program(bytes, size, 04700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "set-user-id");
  free(path);
  bytes[18] ^= 1; /* e_machine */
  path = put_program(bytes, size, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "another machine");
  free(path);
  bytes[18] ^= 1;
  bytes[56] = bytes[57] = 0; /* e_phnum */
  path = put_program(bytes, size, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "statically");
  free(path);
  free(bytes);
}
END_TEST

START_TEST(test_zygote__name_that_cannot_be_included_is_refused)
{
  static const char *const names[] = { "a\"b.c", "a\\b.c" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    strings_add(&what.words, "/bin/true");
    strings_add(&what.words, names[i]);
    what.file = 1;
    zygote_options options = { .job = &what,
                               .family = FAMILY_GCC,
                               .run = &run };
    ck_assert_int_eq(zygote_new(&it, &options, &err), RD_ERR_UNSUPPORTED);
    ck_assert_msg(strstr(err.message, "quotes") != NULL, "%s", err.message);
    strings_free(&what.words);
  }
}
END_TEST

START_TEST(test_zygote__program_that_says_why_it_ends_is_quoted)
{
  const struct compiler_row *row = any_compiler();
  if (!row || row->family != FAMILY_GCC || !make_job(row))
    return;
  set_output("/no/such/folder/output");
  ck_assert_int_eq(make_zygote(row), RD_ERR_UNSUPPORTED);
  ck_assert_msg(strstr(err.message, "/no/such/folder") != NULL, "%s",
                err.message);
}
END_TEST

static const TTest *const *const tests[] = {
  &test_zygote__large_text_is_read_whole,
  &test_zygote__limits_end_a_run_and_spare_the_next,
  &test_zygote__run_tells_what_it_used,
  &test_zygote__output_is_seen_before_the_end,
  &test_zygote__end_makes_it_readable,
  &test_zygote__output_file_is_that_of_the_run,
  &test_zygote__words_from_before_the_stop_come_with_each_run,
  &test_zygote__two_live_side_by_side,
  &test_zygote__server_is_renewed_now_and_then,
  &test_zygote__death_of_the_server_is_told,
  &test_zygote__death_between_runs_is_told,
  &test_zygote__nothing_outlives_a_killed_owner,
  &test_zygote__nothing_outlives_a_freed_one,
#ifndef __SANITIZE_ADDRESS__
  &test_zygote__first_look_sees_the_size_of_the_run,
  &test_zygote__library_is_not_handed_on,
  &test_zygote__process_that_a_fork_would_break_is_refused,
  &test_zygote__daemon_of_a_run_does_not_stay,
  &test_zygote__files_of_a_run_do_not_stay,
  &test_zygote__large_file_ends_a_run,
#endif
  &test_zygote__programs_that_cannot_stop_are_refused,
  &test_zygote__name_that_cannot_be_included_is_refused,
  &test_zygote__program_that_says_why_it_ends_is_quoted,
};

int main(void)
{
  Suite *suite = suite_create("zygote");
  TCase *tcase = tcase_create("zygote");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_loop_test(tcase, test_zygote__fork_does_what_a_start_does, 0,
                      COMPILER_COUNT);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, *tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
