/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parse server: choosing, loading and asking a front end. */
#include "base/memory.h"
#include "frontends_fixture.h"

START_TEST(test_frontends__brings_the_tree_of_the_front_end)
{
  rd_server *server = fake();
  ck_assert_str_eq(rd_server_choice(server)->frontend, "fake");
  ck_assert_uint_eq(rd_server_choice(server)->relax_steps, 2);
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

/* Words, strings that end on their line, operators; no comments. */
START_TEST(test_frontends__know_no_comments_of_a_text)
{
  static const struct {
    const char *text, *tree;
  } rows[] = {
    { "a/*\nb", "(text=\"\" (statement* \"a\"? \"/\"? \"*\"?) \"b\"*)" },
    { "a: //b", "(text=\"\" (statement* \"a\"? \":\"? \"//\"? \"b\"?))" },
    { "it's \"a b", "(text=\"\" (statement* \"it\"? \"'\"? \"s\"? "
                    "\"\\\"\"? \"a\"? \"b\"?))" },
    { "'a\\'b' := c->d", "(text=\"\" (statement* \"'a\\\\'b'\"? \":=\"? "
                         "\"c\"? \"->\"? \"d\"?))" },
    { "\\\n#1.5", "(text=\"\" \"\\\\\"* (statement* \"#\"? \"1\"? "
                  "\".\"? \"5\"?))" },
  };
  rd_server *server = fake();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    expect_tree(server, "text", rows[i].text, rows[i].tree);
  rd_server_free(server);
}
END_TEST

/* Of each the end of the line would be looked for. */
START_TEST(test_frontends__reads_quotes_that_do_not_close)
{
  enum { PAIRS = 200000 };
  char *text = mem_alloc(2 * PAIRS + 2, 1);
  text[0] = '"';
  for (size_t i = 0; i < PAIRS; i++)
    memcpy(text + 1 + 2 * i, "\\\"", 2);
  rd_server *server = fake();
  free(parse(server, "text", text));
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
  free(text);
}
END_TEST

START_TEST(test_frontends__takes_empty_texts)
{
  rd_server *server = fake();
  free(parse(server, "text", ""));
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
  ck_assert_str_eq(rd_server_choice(server)->frontend, "fake");
  rd_server_free(server);
  server = new_server(NULL, "a.txt");
  ck_assert_str_eq(rd_server_choice(server)->frontend, "text");
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
  server = new_server(NULL, NULL);
  ck_assert_str_eq(rd_server_choice(server)->frontend, "text");
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
  ck_assert_str_eq(rd_server_choice(server)->frontend, "text");
  const char *notice = rd_server_notice(server);
  ck_assert_ptr_nonnull(notice);
  ck_assert_ptr_nonnull(strstr(notice, "front end 'bad' cannot be loaded"));
  rd_server_free(server);
  server = new_server(NULL, NULL); /* nothing to choose by */
  ck_assert_ptr_null(rd_server_notice(server));
  rd_server_free(server);
}
END_TEST

static void expect_refusal(const char *frontend, const char *argument,
                           rd_status status, const char *message)
{
  const char *const args[] = { argument, NULL };
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .frontend = frontend,
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

START_TEST(test_frontends__refuses_options_of_another_version)
{
  rd_server_options options = { .frontend = "fake" };
  rd_server *server = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert_int_eq(rd_server_new(&server, &options, &err), RD_ERR_INVALID);
  ck_assert_ptr_null(server);
  ck_assert_str_eq(err.message, "server options of version 0, not 3");
}
END_TEST

START_TEST(test_frontends__is_a_parser_with_the_lexer)
{
  static const char text[] = "a + +b";
  rd_server *server = new_server("tokens", NULL);
  rd_parser parser = rd_server_parser(server);
  rd_tree *tree = NULL;
  ck_assert(!parser.parse(&tree, parser.payload, NULL, text, sizeof text - 1, 0,
                          NULL));
  ck_assert_int_eq(rd_lexer_touch(parser.lexer, "+", 1, "+", 1),
                   RD_TOUCH_NEVER);
  rd_tree_free(tree);
  rd_server_free(server);
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
  uint64_t parses = rd_server_used(server).parses;
  expect_tree(server, NULL, "early", "(fake \"early\")"); /* it was kept */
  ck_assert_uint_eq(rd_server_used(server).parses, parses);
  parse_ahead(server, "early"); /* for nobody */
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__gets_ready_later)
{
  rd_server_options options = { .version = RD_SERVER_OPTIONS_VERSION,
                                .frontend = "fake",
                                .module_dir = modules,
                                .request_ms = 5000,
                                .later = true };
  rd_server *server = NULL;
  ck_assert(!rd_server_new(&server, &options, NULL));
  parse_ahead(server, "early");
  ck_assert(!rd_server_ready(server, NULL));
  ck_assert_str_eq(rd_server_choice(server)->frontend, "fake");
  expect_tree(server, NULL, "early", "(fake \"early\")");
  rd_server_free(server);
  ck_assert(!rd_server_new(&server, &options, NULL));
  parse_ahead(server, "early");
  parse_ahead(server, "late");
  ck_assert(!rd_server_ready(server, NULL));
  ck_assert_str_eq(rd_server_choice(server)->frontend, "fake");
  expect_tree(server, NULL, "late", "(fake \"late\")");
  rd_server_free(server);
  options.frontend = "missing";
  ck_assert(!rd_server_new(&server, &options, NULL));
  parse_ahead(server, "early");
  ck_assert_int_eq(rd_server_ready(server, NULL), RD_ERR_NOTFOUND);
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

START_TEST(test_frontends__remembers_the_answers_of_a_worker)
{
  rd_server *server = fake();
  for (int i = 0; i < 2; i++)
    ck_assert_uint_eq(check(server, "a!"), 1);
  ck_assert_uint_eq(rd_server_used(server).checks, 1);
  ck_assert_uint_eq(check(server, "b!!"), 2);
  ck_assert_uint_eq(check(server, "a!"), 1);
  ck_assert_uint_eq(rd_server_used(server).checks, 2);
  rd_server_renew(server);
  ck_assert_uint_eq(check(server, "a!"), 1);
  ck_assert_uint_eq(rd_server_used(server).checks, 3);
  rd_server_free(server);
}
END_TEST

START_TEST(test_frontends__relaxes_habits_only)
{
  rd_server *server = fake();
  rd_diagnostics left;
  uint32_t relax;
  ck_assert(!rd_server_relax(&relax, &left, server, "a??", 3, NULL));
  ck_assert_uint_eq(relax, 2);
  ck_assert_uint_eq(left.errors, 0);
  ck_assert_uint_eq(rd_server_used(server).checks, 3);
  ck_assert(!rd_server_relax(&relax, &left, server, "a!!", 3, NULL));
  ck_assert_uint_eq(relax, 0);
  ck_assert_uint_eq(left.errors, 2);
  ck_assert_uint_eq(rd_server_used(server).checks, 4);
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

static void count_names(void *payload, const char *name,
                        const rd_frontend *frontend, const char *problem)
{
  char *all = payload;
  ck_assert_msg(frontend && *frontend->description, "%s", problem);
  (void)strcat(strcat(all, name), " ");
}

START_TEST(test_frontends__lists_what_there_is)
{
  char all[256] = "";
  rd_error err = { .status = RD_OK };
  ck_assert(!rd_frontends_each(modules, count_names, all, &err));
  ck_assert_str_eq(all, "fake lines text tokens ");
  ck_assert_int_eq(rd_frontends_each("/nowhere", count_names, all, &err),
                   RD_ERR_NOTFOUND);
  ck_assert_str_eq(err.message, "no front ends in /nowhere");
}
END_TEST

/* Each check is shorter than the ticks in which Linux counts while a timer
 * runs. */
START_TEST(test_frontends__count_the_time_of_short_checks)
{
  enum { CHECKS = 200 };
  rd_server *server = fake();
  rd_diagnostics diagnostics;
  for (int i = 0; i < CHECKS; i++)
    ck_assert(
        !rd_server_check(&diagnostics, server, "work", 4, (uint32_t)i, NULL));
  ck_assert_uint_ge(rd_server_used(server).check_us, CHECKS * 200);
  rd_server_free(server);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_frontends__brings_the_tree_of_the_front_end,
    &test_frontends__has_the_other_views,
    &test_frontends__know_no_comments_of_a_text,
    &test_frontends__reads_quotes_that_do_not_close,
    &test_frontends__takes_empty_texts,
    &test_frontends__chooses_by_suffix,
    &test_frontends__says_when_tokens_stand_in,
    &test_frontends__refuses_a_module_that_is_missing,
    &test_frontends__refuses_another_interface_version,
    &test_frontends__refuses_options_of_another_version,
    &test_frontends__is_a_parser_with_the_lexer,
    &test_frontends__refuses_what_does_not_open,
    &test_frontends__count_the_time_of_short_checks,
    &test_frontends__parses_ahead,
    &test_frontends__gets_ready_later,
    &test_frontends__counts_errors,
    &test_frontends__remembers_the_answers_of_a_worker,
    &test_frontends__relaxes_habits_only,
    &test_frontends__knows_who_cannot_check,
    &test_frontends__refuses_unknown_views,
    &test_frontends__lists_what_there_is,
  };
  return run_fixture("frontends", tests, sizeof tests / sizeof *tests,
                     make_modules, remove_modules);
}
