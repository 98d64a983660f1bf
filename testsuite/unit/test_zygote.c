/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A fork of a compiler that has started behaves as one that starts: the same
 * end and the same messages, whatever ran before it, with every compiler that
 * is installed.
 */
#include "zygote_fixture.h"

/* ---- runs ---- */

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
    { wrong, { .output_bytes = 10 }, RD_END_EXIT },
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
  ck_assert(!runner_init(&second_run, true, &err));
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

int main(void)
{
  static const fixture_test tests[] = {
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
  };
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
