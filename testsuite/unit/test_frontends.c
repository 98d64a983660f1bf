/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parse server, with a front end that misbehaves on request. The test needs
 * reduce-fake.so in its own folder and the real front ends in
 * $CLANG_HDD_MODULES. */
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "reduce/server.h"
#include "run_tests.h"

/* A folder of links to the modules of a test. */
static char modules[] = "/tmp/test-frontends-XXXXXX";

static void add_link(const char *folder, const char *module)
{
  char target[PATH_MAX + 64], link[PATH_MAX];
  (void)snprintf(target, sizeof target, "%s/reduce-%s.so", folder, module);
  (void)snprintf(link, sizeof link, "%s/reduce-%s.so", modules, module);
  ck_assert_msg(access(target, R_OK) == 0, "%s is missing", target);
  ck_assert_int_eq(symlink(target, link), 0);
}

static void make_modules(void)
{
  char own[PATH_MAX] = "";
  const char *built = getenv("CLANG_HDD_MODULES");
  ck_assert_msg(built, "CLANG_HDD_MODULES is not set");
  ck_assert_int_gt(readlink("/proc/self/exe", own, sizeof own - 1), 0);
  ck_assert_ptr_nonnull(mkdtemp(modules));
  add_link(dirname(own), "fake");
  add_link(built, "tokens");
  add_link(built, "lines");
}

static void remove_modules(void)
{
  static const char *const names[] = { "fake", "tokens", "lines", "bad" };
  char link[PATH_MAX];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    (void)snprintf(link, sizeof link, "%s/reduce-%s.so", modules, names[i]);
    (void)unlink(link);
  }
  (void)rmdir(modules);
  (void)strcpy(modules + strlen(modules) - 6, "XXXXXX");
}

static rd_server *new_server(const char *frontend, const char *file_name)
{
  rd_server_options options = { .frontend = frontend,
                                .module_dir = modules,
                                .request_ms = 5000,
                                .options = { .file_name = file_name } };
  rd_server *server = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert_msg(!rd_server_new(&server, &options, &err), "%s", err.message);
  return server;
}

static rd_server *fake(void)
{
  return new_server("fake", NULL);
}

/* The tree as an s-expression: free(). */
static char *parse(rd_server *server, const char *view, const char *text)
{
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  rd_status status =
      rd_server_parse(&tree, server, view, text, strlen(text), 0, &err);
  ck_assert_msg(!status, "%s", err.message);
  char *sexp = rd_tree_to_sexp(tree);
  rd_tree_free(tree);
  return sexp;
}

static void expect_tree(rd_server *server, const char *view, const char *text,
                        const char *expected)
{
  char *sexp = parse(server, view, text);
  ck_assert_str_eq(sexp, expected);
  free(sexp);
}

static uint32_t check(rd_server *server, const char *text)
{
  rd_diagnostics diagnostics;
  rd_error err = { .status = RD_OK };
  rd_status status =
      rd_server_check(&diagnostics, server, text, strlen(text), 0, &err);
  ck_assert_msg(!status, "%s", err.message);
  return diagnostics.errors;
}

static void expect_notice(rd_server *server, const char *notice)
{
  const char *said = rd_server_notice(server);
  ck_assert_ptr_nonnull(said);
  ck_assert_str_eq(said, notice);
  ck_assert_ptr_null(rd_server_notice(server));
}

/* The state of a process and its parent; 'X' if there is no such process. One
 * whose first thread has ended while others have not is running: it still holds
 * its descriptors. */
static char process_state(pid_t pid, pid_t *parent_out)
{
  char path[64], state = 'X';
  int parent = 0, threads = 0;
  (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file)
    return state;
  if (fscanf(file,
             "%*d %*s %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d "
             "%*d %*d %*d %d",
             &state, &parent, &threads) == 3)
    *parent_out = parent;
  if (state == 'Z' && threads > 1)
    state = 'R';
  (void)fclose(file);
  return state;
}

/* Waits for the end of a process that is no child of ours; whether somebody
 * reaps it then is not our business. */
static bool is_gone(pid_t pid)
{
  const struct timespec tick = { 0, 10000000 };
  pid_t parent;
  for (int i = 0; i < 500; i++) {
    char state = process_state(pid, &parent);
    if (state == 'X' || state == 'Z')
      return true;
    (void)nanosleep(&tick, NULL);
  }
  return false;
}

START_TEST(test_frontends__brings_the_tree_of_the_front_end)
{
  rd_server *server = fake();
  ck_assert_str_eq(rd_server_frontend(server), "fake");
  ck_assert_uint_eq(rd_server_relax_steps(server), 2);
  expect_tree(server, NULL, "any text", "(fake \"any text\")");
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__has_the_other_views)
{
  rd_server *server = fake();
  expect_tree(server, "lines", "a\n b", "(text=\"\" \"a\"* \"b\"*)");
  expect_tree(server, "chars", "a\n",
              "(text=\"\" (line*=\"\" \"a\"* \"\\n\"*))");
  expect_tree(server, "tokens", "a;", "(text=\"\" (statement* \"a\"? \";\"))");
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__takes_empty_texts)
{
  rd_server *server = fake();
  free(parse(server, NULL, ""));
  free(parse(server, "tokens", ""));
  free(parse(server, "lines", ""));
  free(parse(server, "chars", ""));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__chooses_by_suffix)
{
  rd_server *server = new_server(NULL, "a.fake");
  ck_assert_str_eq(rd_server_frontend(server), "fake");
  rd_server_free(server);
  server = new_server(NULL, "a.txt");
  ck_assert_str_eq(rd_server_frontend(server), "tokens");
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
  server = new_server(NULL, NULL);
  ck_assert_str_eq(rd_server_frontend(server), "tokens");
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__says_when_tokens_stand_in)
{
  char path[PATH_MAX];
  (void)snprintf(path, sizeof path, "%s/reduce-bad.so", modules);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  (void)fputs("no module", file);
  (void)fclose(file);
  rd_server *server = new_server(NULL, "a.txt");
  ck_assert_str_eq(rd_server_frontend(server), "tokens");
  const char *notice = rd_server_notice(server);
  ck_assert_ptr_nonnull(notice);
  ck_assert_ptr_nonnull(strstr(notice, "front end 'bad' cannot be loaded"));
  rd_server_free(server);
}
END_TEST

static void expect_refusal(const char *frontend, const char *argument,
                           rd_status status, const char *message)
{
  const char *const args[] = { argument, NULL };
  rd_server_options options = { .frontend = frontend,
                                .module_dir = modules,
                                .request_ms = 300,
                                .options = { .args = args } };
  rd_server *server = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert_int_eq(rd_server_new(&server, &options, &err), status);
  ck_assert_ptr_null(server);
  ck_assert_ptr_null(strchr(err.message, '\n'));
  ck_assert_msg(strstr(err.message, message), "%s", err.message);
}

START_TEST(test_frontends__refuses_a_module_that_is_missing)
{
  expect_refusal("none", NULL, RD_ERR_NOTFOUND,
                 "no front end 'none': reduce-none.so is not in /tmp/test-");
  expect_refusal("../x", NULL, RD_ERR_NOTFOUND, "no front end '../x'");
}
END_TEST

START_TEST(test_frontends__refuses_another_interface_version)
{
  ck_assert_int_eq(setenv("FAKE_ABI", "99", 1), 0);
  expect_refusal("fake", NULL, RD_ERR_INVALID,
                 "front end 'fake' has interface version 99, not");
  ck_assert_int_eq(unsetenv("FAKE_ABI"), 0);
}
END_TEST

START_TEST(test_frontends__refuses_what_does_not_open)
{
  expect_refusal("fake", "--open=fail", RD_ERR_INVALID,
                 "fake does not like this");
  expect_refusal("fake", "--open=exit", RD_ERR_DIED,
                 "front end fake died at its start (exit status 3)");
  expect_refusal("fake", "--open=hang", RD_ERR_DIED,
                 "front end fake took more than 0.3 s at its start");
}
END_TEST

/* What a text that the front end does not survive looks like from outside. */
static const struct {
  const char *text, *notice;
} deaths[] = {
  { "abort", "front end fake died on this text (signal 6); balanced tokens "
             "are used" },
  { "exit", "front end fake died on this text (exit status 3); balanced "
            "tokens are used" },
  { "fail", "fake does not like this; balanced tokens are used" },
  { "silent", "front end fake failed on this text; balanced tokens are used" },
};

START_TEST(test_frontends__falls_back_on_tokens)
{
  rd_server *server = fake();
  char expected[64];
  for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) {
    (void)snprintf(expected, sizeof expected, "(text=\"\" \"%s\"*)",
                   deaths[i].text);
    expect_tree(server, NULL, deaths[i].text, expected);
    expect_notice(server, deaths[i].notice);
    expect_tree(server, NULL, "well", "(fake \"well\")");
    ck_assert_ptr_null(rd_server_notice(server));
  }
  rd_server_free(server);
}
END_TEST

#ifndef __SANITIZE_ADDRESS__ /* under which memory has no limit */
START_TEST(test_frontends__limits_memory)
{
  rd_server *server = fake();
  expect_tree(server, NULL, "greedy", "(text=\"\" \"greedy\"*)");
  expect_notice(server, "front end fake died on this text (signal 6); balanced "
                        "tokens are used");
  rd_server_free(server);
}
END_TEST
#endif

START_TEST(test_frontends__ends_a_request_that_hangs)
{
  rd_server_options options = { .frontend = "fake",
                                .module_dir = modules,
                                .request_ms = 300 };
  rd_server *server = NULL;
  ck_assert(!rd_server_new(&server, &options, NULL));
  pid_t worker = (pid_t)check(server, "pid");
  expect_tree(server, NULL, "hang", "(text=\"\" \"hang\"*)");
  expect_notice(server, "front end fake took more than 0.3 s on this text; "
                        "balanced tokens are used");
  ck_assert(is_gone(worker));
  expect_tree(server, NULL, "well", "(fake \"well\")");
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__does_not_try_a_bad_text_twice)
{
  rd_server *server = fake();
  free(parse(server, NULL, "abort"));
  expect_notice(server, deaths[0].notice);
  pid_t worker = (pid_t)check(server, "pid");
  expect_tree(server, NULL, "abort", "(text=\"\" \"abort\"*)");
  ck_assert_ptr_null(rd_server_notice(server));
  ck_assert_int_eq((pid_t)check(server, "pid"), worker);
  rd_server_free(server);
}
END_TEST

static void parse_ahead(rd_server *server, const char *text)
{
  rd_server_parse_ahead(server, NULL, text, strlen(text), 0);
}

START_TEST(test_frontends__parses_ahead)
{
  rd_server *server = fake();
  parse_ahead(server, "early");
  expect_tree(server, NULL, "early", "(fake \"early\")");
  expect_tree(server, NULL, "early", "(fake \"early\")");
  parse_ahead(server, "early");
  expect_tree(server, NULL, "other", "(fake \"other\")");
  parse_ahead(server, "early");
  expect_tree(server, "tokens", "early;",
              "(text=\"\" (statement* \"early\"? "
              "\";\"))");
  parse_ahead(server, "early");
  ck_assert_uint_eq(check(server, "!"), 1);
  parse_ahead(server, "early"); /* for nobody */
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__gets_ready_later)
{
  rd_server_options options = {
    .frontend = "fake", .module_dir = modules, .request_ms = 5000, .later = true
  };
  rd_server *server = NULL;
  ck_assert(!rd_server_new(&server, &options, NULL));
  parse_ahead(server, "early");
  ck_assert(!rd_server_ready(server, NULL));
  ck_assert_str_eq(rd_server_frontend(server), "fake");
  expect_tree(server, NULL, "early", "(fake \"early\")");
  rd_server_free(server);
  ck_assert(!rd_server_new(&server, &options, NULL));
  parse_ahead(server, "early");
  parse_ahead(server, "late");
  ck_assert(!rd_server_ready(server, NULL));
  ck_assert_str_eq(rd_server_frontend(server), "fake");
  expect_tree(server, NULL, "late", "(fake \"late\")");
  rd_server_free(server);
  options.frontend = "missing";
  ck_assert(!rd_server_new(&server, &options, NULL));
  parse_ahead(server, "early");
  ck_assert_int_eq(rd_server_ready(server, NULL), RD_ERR_NOTFOUND);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__survives_what_it_parses_ahead)
{
  rd_server *server = fake();
  parse_ahead(server, "abort");
  expect_tree(server, NULL, "well", "(fake \"well\")");
  ck_assert_ptr_null(rd_server_notice(server));
  parse_ahead(server, "abort");
  expect_tree(server, NULL, "abort", "(text=\"\" \"abort\"*)");
  expect_notice(server, deaths[0].notice);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__counts_errors)
{
  rd_server *server = fake();
  rd_diagnostics diagnostics;
  ck_assert_uint_eq(check(server, "a ! b !!"), 3);
  ck_assert_uint_eq(rd_server_used(server).checks, 1);
  ck_assert_uint_eq(rd_server_used(server).parses, 0);
  ck_assert(!rd_server_check(&diagnostics, server, "!!!", 3, 1, NULL));
  ck_assert_uint_eq(diagnostics.errors, 2);
  ck_assert(!rd_server_check(&diagnostics, server, "!?!?", 4, 0, NULL));
  ck_assert_uint_eq(diagnostics.errors, 4);
  ck_assert_uint_eq(diagnostics.habits, 2);
  ck_assert_uint_eq(diagnostics.kinds, 0x8000);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__says_that_a_check_died)
{
  rd_server *server = fake();
  rd_diagnostics diagnostics = { .errors = 7 };
  rd_error err = { .status = RD_OK };
  ck_assert_int_eq(rd_server_check(&diagnostics, server, "abort", 5, 0, &err),
                   RD_ERR_DIED);
  ck_assert_str_eq(err.message, "front end fake died on this text (signal 6)");
  ck_assert_uint_eq(diagnostics.errors, 7);
  ck_assert_uint_eq(check(server, "!"), 1);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__knows_who_cannot_check)
{
  rd_server *server = new_server("tokens", NULL);
  rd_diagnostics diagnostics;
  rd_error err = { .status = RD_OK };
  ck_assert_int_eq(rd_server_check(&diagnostics, server, "x", 1, 0, &err),
                   RD_ERR_UNSUPPORTED);
  ck_assert_str_eq(err.message, "front end 'tokens' cannot check");
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__refuses_unknown_views)
{
  rd_server *server = fake();
  rd_tree *tree;
  rd_error err = { .status = RD_OK };
  ck_assert_int_eq(rd_server_parse(&tree, server, "none", "x", 1, 0, &err),
                   RD_ERR_NOTFOUND);
  ck_assert_ptr_nonnull(strstr(err.message, "no front end 'none'"));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__has_a_deep_stack)
{
  rd_server *server = fake();
  expect_tree(server, NULL, "deep", "(fake \"deep\")");
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__leaves_no_core_and_keeps_to_its_stack)
{
  rd_server *server = fake();
  ck_assert_uint_eq(check(server, "core"), 0);
  ck_assert_uint_eq(check(server, "nothreads"), 1);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__renews_its_worker_now_and_then)
{
  rd_server *server = fake();
  uint32_t first = check(server, "pid"), workers = 1;
  for (int i = 0; i < 2100; i++)
    workers += check(server, "pid") != first && workers == 1;
  ck_assert_uint_eq(workers, 2);
  ck_assert(is_gone((pid_t)first));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__survives_the_end_of_an_idle_worker)
{
  rd_server *server = fake();
  pid_t worker = (pid_t)check(server, "pid");
  ck_assert_int_eq(kill(worker, SIGKILL), 0);
  ck_assert(is_gone(worker));
  ck_assert_uint_eq(check(server, "!"), 1);
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__survives_the_end_of_its_forkserver)
{
  rd_server *server = fake();
  pid_t worker = (pid_t)check(server, "pid");
  pid_t forkserver = 0;
  ck_assert_int_ne(process_state(worker, &forkserver), 'X');
  ck_assert_int_eq(kill(forkserver, SIGKILL), 0);
  ck_assert(is_gone(worker));
  ck_assert_uint_eq(check(server, "!"), 1);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__leaves_no_process_behind)
{
  rd_server *server = fake();
  pid_t worker = (pid_t)check(server, "pid");
  rd_server_free(server);
  ck_assert(is_gone(worker));
  ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
}
END_TEST

START_TEST(test_frontends__ends_with_a_program_that_is_killed)
{
  int ends[2];
  pid_t worker = 0;
  ck_assert_int_eq(pipe(ends), 0);
  pid_t program = fork();
  if (program == 0) {
    worker = (pid_t)check(fake(), "pid");
    (void)!write(ends[1], &worker, sizeof worker);
    (void)pause();
  }
  ck_assert_int_eq(read(ends[0], &worker, sizeof worker), sizeof worker);
  ck_assert_int_eq(kill(program, SIGKILL), 0);
  ck_assert_int_eq(waitpid(program, NULL, 0), program);
  ck_assert(is_gone(worker));
}
END_TEST

static void count_names(void *payload, const char *name,
                        const char *description)
{
  char *all = payload;
  ck_assert_uint_gt(strlen(description), 0);
  (void)strcat(strcat(all, name), " ");
}

START_TEST(test_frontends__lists_what_there_is)
{
  char all[256] = "";
  rd_error err = { .status = RD_OK };
  ck_assert(!rd_frontends_list(modules, count_names, all, &err));
  ck_assert_str_eq(all, "fake lines tokens ");
  ck_assert_int_eq(rd_frontends_list("/nowhere", count_names, all, &err),
                   RD_ERR_NOTFOUND);
  ck_assert_str_eq(err.message, "no front ends in /nowhere");
}
END_TEST

int main(void)
{
  const TTest *const tests[] = {
    test_frontends__brings_the_tree_of_the_front_end,
    test_frontends__has_the_other_views,
    test_frontends__takes_empty_texts,
    test_frontends__chooses_by_suffix,
    test_frontends__says_when_tokens_stand_in,
    test_frontends__refuses_a_module_that_is_missing,
    test_frontends__refuses_another_interface_version,
    test_frontends__refuses_what_does_not_open,
    test_frontends__falls_back_on_tokens,
#ifndef __SANITIZE_ADDRESS__
    test_frontends__limits_memory,
#endif
    test_frontends__ends_a_request_that_hangs,
    test_frontends__does_not_try_a_bad_text_twice,
    test_frontends__parses_ahead,
    test_frontends__gets_ready_later,
    test_frontends__survives_what_it_parses_ahead,
    test_frontends__counts_errors,
    test_frontends__says_that_a_check_died,
    test_frontends__knows_who_cannot_check,
    test_frontends__refuses_unknown_views,
    test_frontends__has_a_deep_stack,
    test_frontends__leaves_no_core_and_keeps_to_its_stack,
    test_frontends__renews_its_worker_now_and_then,
    test_frontends__survives_the_end_of_an_idle_worker,
    test_frontends__survives_the_end_of_its_forkserver,
    test_frontends__leaves_no_process_behind,
    test_frontends__ends_with_a_program_that_is_killed,
    test_frontends__lists_what_there_is,
  };
  Suite *suite = suite_create("frontends");
  TCase *tcase = tcase_create("frontends");
  tcase_add_checked_fixture(tcase, make_modules, remove_modules);
  suite_add_tcase(suite, tcase);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, tests[i]);
  return run_suite(suite);
}
