/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parse server outlives its front end, and nothing outlives the server. */
#include "frontends_fixture.h"

#include "base/text.h"

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

START_TEST(test_frontends_deaths__falls_back_on_tokens)
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
START_TEST(test_frontends_deaths__limits_memory)
{
  rd_server *server = fake();
  expect_tree(server, NULL, "greedy", "(text=\"\" \"greedy\"*)");
  expect_notice(server, "front end fake died on this text (signal 6); balanced "
                        "tokens are used");
  rd_server_free(server);
}
END_TEST
#endif

/* With the limits that nobody asked for. */
static rd_server *new_adaptive(void)
{
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .frontend = "fake",
                                .module_dir = modules };
  rd_server *server = NULL;
  ck_assert(!rd_server_new(&server, &options, NULL));
  return server;
}

static void note_wait(void *payload, uint64_t since_ms)
{
  *(uint64_t *)payload = since_ms;
}

START_TEST(test_frontends_deaths__ends_a_request_that_hangs)
{
  uint64_t waited_ms = 0;
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .frontend = "fake",
                                .module_dir = modules,
                                .request_ms = 300,
                                .waiting = note_wait,
                                .waiting_payload = &waited_ms };
  rd_server *server = NULL;
  ck_assert(!rd_server_new(&server, &options, NULL));
  pid_t worker = (pid_t)check(server, "pid");
  expect_tree(server, NULL, "hang", "(text=\"\" \"hang\"*)");
  ck_assert_uint_ge(waited_ms, 200);
  expect_notice(server, "front end fake took more than 0.3 s on this text; "
                        "balanced tokens are used");
  ck_assert(is_gone(worker));
  expect_tree(server, NULL, "well", "(fake \"well\")");
  rd_server_free(server);
}
END_TEST

/* The time follows from that of the other texts. */
static void expect_late(rd_server *server, const char *end)
{
  static const char begin[] = "front end fake took more than ";
  const char *said = rd_server_notice(server);
  ck_assert_ptr_nonnull(said);
  ck_assert_int_eq(strncmp(said, begin, sizeof begin - 1), 0);
  ck_assert_int_lt(atoi(said + sizeof begin - 1), 10);
  ck_assert_str_eq(said + strlen(said) - strlen(end), end);
}

/* Later ones get a second, after which there is no fourth. */
START_TEST(test_frontends_deaths__gives_up_after_texts_that_hang)
{
  rd_server *server = new_adaptive();
  expect_tree(server, NULL, "well", "(fake \"well\")");
  expect_tree(server, NULL, "spin1", "(text=\"\" \"spin1\"*)");
  expect_late(server, "; balanced tokens are used");
  expect_tree(server, NULL, "spin2", "(text=\"\" \"spin2\"*)");
  expect_late(server, "; balanced tokens are used");
  expect_tree(server, NULL, "well", "(fake \"well\")");
  for (int i = 0; i < 2; i++)
    free(parse(server, NULL, i ? "spin3" : "spin4"));
  ck_assert_ptr_nonnull(rd_server_notice(server));
  expect_tree(server, NULL, "spin5", "(text=\"\" \"spin5\"*)");
  expect_late(server, "; the rest of the run uses balanced tokens");
  expect_tree(server, NULL, "well", "(text=\"\" \"well\"*)");
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
}
END_TEST

/* Whichever question finds out. */
START_TEST(test_frontends_deaths__lets_a_text_hang_once)
{
  rd_server *server = new_adaptive();
  rd_diagnostics diagnostics;
  rd_error err = { .status = RD_OK };
  expect_tree(server, NULL, "well", "(fake \"well\")");
  parse_ahead(server, "spin");
  for (int i = 0; i < 5; i++)
    ck_assert_int_eq(rd_server_check(&diagnostics, server, "spin", 4, 0, &err),
                     RD_ERR_DIED);
  expect_tree(server, NULL, "spin", "(text=\"\" \"spin\"*)");
  expect_late(server, "; balanced tokens are used");
  expect_tree(server, NULL, "well", "(fake \"well\")");
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends_deaths__stops_a_request)
{
  static const volatile sig_atomic_t stop = 1;
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .frontend = "fake",
                                .module_dir = modules,
                                .later = true,
                                .stop = &stop };
  rd_server *server = NULL;
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert(!rd_server_new(&server, &options, NULL));
  ck_assert_int_eq(rd_server_parse(&tree, server, NULL, "hang", 4, 0, &err),
                   RD_ERR_STOPPED);
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends_deaths__does_not_try_a_bad_text_twice)
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

START_TEST(test_frontends_deaths__survives_what_it_parses_ahead)
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

START_TEST(test_frontends_deaths__says_that_a_check_died)
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

/* The text may be parsed, but not by a process whose memory may be damaged. */
START_TEST(test_frontends_deaths__replaces_one_that_recovered)
{
  rd_server *server = fake();
  rd_diagnostics diagnostics;
  pid_t worker = (pid_t)check(server, "pid");
  ck_assert_int_eq(rd_server_check(&diagnostics, server, "recover", 7, 0, NULL),
                   RD_ERR_DIED);
  expect_tree(server, NULL, "recover", "(fake \"recover\")");
  ck_assert_ptr_null(rd_server_notice(server));
  /* At another relaxation, since an answer is remembered. */
  ck_assert(!rd_server_check(&diagnostics, server, "pid", 3, 1, NULL));
  ck_assert_int_ne((pid_t)diagnostics.errors, worker);
  /* It is not asked again, but says the same. */
  uint64_t checks = rd_server_used(server).checks;
  diagnostics.is_partial = false;
  ck_assert_int_eq(rd_server_check(&diagnostics, server, "recover", 7, 0, NULL),
                   RD_ERR_DIED);
  ck_assert(diagnostics.is_partial);
  ck_assert_uint_eq(rd_server_used(server).checks, checks);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends_deaths__renews_one_that_is_well)
{
  rd_server *server = fake();
  pid_t worker = (pid_t)check(server, "pid");
  pid_t loader = (pid_t)check(server, "loader");
  ck_assert_int_eq((pid_t)check(server, "pid"), worker);
  ck_assert_int_ne(loader, worker); /* its parent has loaded the module */
  rd_server_renew(server);
  ck_assert_int_ne((pid_t)check(server, "pid"), worker);
  ck_assert_int_eq((pid_t)check(server, "loader"), loader);
  parse_ahead(server, "well");
  rd_server_renew(server);
  expect_tree(server, NULL, "well", "(fake \"well\")");
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
}
END_TEST

/* As deep as what may be nested in the text. */
START_TEST(test_frontends_deaths__has_a_deep_stack)
{
  enum { NESTED = 50000 };
  textbuf text = { 0 }, expected = { 0 };
  text_puts(&text, "deep");
  for (int i = 0; i < NESTED; i++)
    text_puts(&text, "()");
  text_printf(&expected, "(fake \"%s\")", text.data);
  rd_server *server = fake();
  expect_tree(server, NULL, text.data, expected.data);
  ck_assert_ptr_null(rd_server_notice(server));
#ifndef __SANITIZE_ADDRESS__ /* which ends otherwise */
  expect_tree(server, NULL, "deep", "(text=\"\" \"deep\"*)");
  expect_notice(server,
                "front end fake died on this text (signal 11); balanced "
                "tokens are used");
#endif
  expect_tree(server, NULL, text.data, expected.data);
  rd_server_free(server);
  text_free(&text);
  text_free(&expected);
}
END_TEST

START_TEST(test_frontends_deaths__leaves_no_core_and_keeps_to_its_stack)
{
  rd_server *server = fake();
  ck_assert_uint_eq(check(server, "core"), 0);
  ck_assert_uint_eq(check(server, "nothreads"), 1);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends_deaths__renews_its_worker_now_and_then)
{
  rd_server *server = fake();
  uint32_t first = check(server, "pid"), workers = 1;
  rd_diagnostics said;
  for (uint32_t relax = 1; relax < 2100; relax++) {
    ck_assert(!rd_server_check(&said, server, "pid", 3, relax, NULL));
    workers += said.errors != first && workers == 1;
  }
  ck_assert_uint_eq(workers, 2);
  ck_assert(is_gone((pid_t)first));
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends_deaths__survives_the_end_of_an_idle_worker)
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

START_TEST(test_frontends_deaths__survives_the_end_of_its_forkserver)
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

START_TEST(test_frontends_deaths__leaves_no_process_behind)
{
  rd_server *server = fake();
  pid_t worker = (pid_t)check(server, "pid");
  rd_server_free(server);
  ck_assert(is_gone(worker));
  ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
}
END_TEST

START_TEST(test_frontends_deaths__ends_with_a_program_that_is_killed)
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

int main(void)
{
  static const fixture_test tests[] = {
    &test_frontends_deaths__falls_back_on_tokens,
#ifndef __SANITIZE_ADDRESS__
    &test_frontends_deaths__limits_memory,
#endif
    &test_frontends_deaths__ends_a_request_that_hangs,
    &test_frontends_deaths__gives_up_after_texts_that_hang,
    &test_frontends_deaths__lets_a_text_hang_once,
    &test_frontends_deaths__stops_a_request,
    &test_frontends_deaths__does_not_try_a_bad_text_twice,
    &test_frontends_deaths__survives_what_it_parses_ahead,
    &test_frontends_deaths__says_that_a_check_died,
    &test_frontends_deaths__replaces_one_that_recovered,
    &test_frontends_deaths__renews_one_that_is_well,
    &test_frontends_deaths__has_a_deep_stack,
    &test_frontends_deaths__leaves_no_core_and_keeps_to_its_stack,
    &test_frontends_deaths__renews_its_worker_now_and_then,
    &test_frontends_deaths__survives_the_end_of_an_idle_worker,
    &test_frontends_deaths__survives_the_end_of_its_forkserver,
    &test_frontends_deaths__leaves_no_process_behind,
    &test_frontends_deaths__ends_with_a_program_that_is_killed,
  };
  return run_fixture("frontends_deaths", tests, sizeof tests / sizeof *tests,
                     make_modules, remove_modules);
}
