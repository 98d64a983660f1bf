/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The judge is the first that accepts the original, and holds to it. */
#include "compiler/judge.h"

#include "compiler/early.h"

#include "clang_fixture.h"
#include "fake_compiler.h"
#include "run_fixture.h"

static fake with;

static void set_up(void)
{
  fake_set_up(&with, "-O2");
}

static void tear_down(void)
{
  fake_tear_down(&with);
}

static judge_options options(void)
{
  return (judge_options){ .run = &with.run,
                          .command = &with.command,
                          .compiler = &with.compiler,
                          .file = "in.c",
                          .cwd = "/tmp",
                          .limits = { .wall_ms = 10000 } };
}

static bool accepts(judge *self, const char *bytes)
{
  source input = fake_source(bytes);
  bool out = false;
  ck_assert_int_eq(judge_ask(&out, self, &input, NULL), RD_OK);
  return out;
}

static judge *find(const judge_options *judging, const char *bytes)
{
  source original = fake_source(bytes);
  judge *out = NULL;
  rd_error err = { 0 };
  ck_assert_msg(!judge_find(&out, judging, &original, &err), "%s", err.message);
  return out;
}

START_TEST(test_judge__crashing_compiler_without_compiling_comes_first)
{
  judge_options judging = options();
  judge *self = find(&judging, "int bug;");
  ck_assert_ptr_nonnull(self);
  ck_assert_ptr_nonnull(strstr(self->name, "fake-gcc -fsyntax-only"));
  ck_assert(!self->is_lenient);
  ck_assert(accepts(self, "bug"));
  ck_assert(!accepts(self, "bad"));
  ck_assert_uint_eq(judge_runs(self), 3);
  judge_free(self);
}
END_TEST

START_TEST(test_judge__users_own_comes_before_all)
{
  judge_options judging = options();
  judging.reference = "grep -v needle";
  judge *self = find(&judging, "int bug;\n");
  ck_assert_ptr_nonnull(strstr(self->name, "grep"));
  ck_assert(accepts(self, "other\n"));
  ck_assert(!accepts(self, "needle\n"));
  judge_free(self);
}
END_TEST

START_TEST(test_judge__users_own_has_to_accept_the_original)
{
  judge_options judging = options();
  judging.reference = "false";
  source original = fake_source("bug");
  judge *self = NULL;
  rd_error err;
  ck_assert_int_eq(judge_find(&self, &judging, &original, &err),
                   RD_ERR_INVALID);
  ck_assert_ptr_null(self);
  ck_assert_ptr_nonnull(strstr(err.message, "--reference false"));
}
END_TEST

START_TEST(test_judge__another_compiler_is_asked_when_ours_has_errors)
{
  judge_options judging = options();
  /* Valid for any compiler, but not for the fake one. */
  judge *self = find(&judging, "int bad;\n");
  ck_assert_ptr_nonnull(self);
  ck_assert(!self->is_lenient);
  ck_assert(accepts(self, "int bad;\n"));
  ck_assert(!accepts(self, "int bad\n"));
  judge_free(self);
}
END_TEST

START_TEST(test_judge__errors_of_the_original_are_allowed)
{
  judge_options judging = options();
  judge *self = find(&judging, "bad = = 1;\n");
  ck_assert_ptr_nonnull(self);
  ck_assert(self->is_lenient);
  ck_assert(accepts(self, "bad"));
  ck_assert(accepts(self, "good"));
  judge_free(self);
}
END_TEST

START_TEST(test_judge__errors_are_seen_whatever_the_file_is_called)
{
  judge_options judging = options();
  source original = fake_source("bad = = 1;\n");
  original.name = "error.c";
  free(with.command.words.data[with.command.file]);
  with.command.words.data[with.command.file] = mem_copy("error.c");
  judge *self = NULL;
  ck_assert_int_eq(judge_find(&self, &judging, &original, NULL), RD_OK);
  ck_assert_ptr_nonnull(self);
  ck_assert(self->is_lenient);
  judge_free(self);
}
END_TEST

START_TEST(test_judge__crash_is_not_acceptance)
{
  judge_options judging = options();
  char *reference = mem_format("%s/fake-gcc", with.run.kept);
  judging.reference = reference;
  source original = fake_source("bug");
  judge *self = NULL;
  ck_assert_int_eq(judge_find(&self, &judging, &original, NULL),
                   RD_ERR_INVALID);
  free(reference);
}
END_TEST

START_TEST(test_judge__script_is_run_as_it_is)
{
  judge_options judging = options();
  char *script = mem_format("%s/accept", with.run.kept);
  static const char text[] = "#!/bin/sh\n[ $# -eq 1 ] && grep -q bug \"$1\"\n";
  ck_assert_int_eq(file_write(script, text, strlen(text), NULL), RD_OK);
  ck_assert_int_eq(chmod(script, 0700), 0);
  judging.reference = script;
  judge *self = find(&judging, "bug");
  ck_assert(accepts(self, "a bug"));
  ck_assert(!accepts(self, "nothing"));
  judge_free(self);
  free(script);
}
END_TEST

START_TEST(test_judge__launchers_set_folder_and_variables)
{
  static const char *const lines[] = { "env -C %s -u Y X=1 ./accept",
                                       "env -S 'env -C %s X=1' ./accept" };
  judge_options judging = options();
  char *script = mem_format("%s/accept", with.run.kept);
  static const char text[] =
      "#!/bin/sh\n[ \"$X\" = 1 ] && grep -q bug \"$1\"\n";
  ck_assert_int_eq(file_write(script, text, strlen(text), NULL), RD_OK);
  ck_assert_int_eq(chmod(script, 0700), 0);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char *line = mem_format(lines[i], with.run.kept);
    judging.reference = line;
    judge *self = find(&judging, "bug");
    ck_assert(accepts(self, "a bug"));
    ck_assert(!accepts(self, "nothing"));
    judge_free(self);
    free(line);
  }
  free(script);
}
END_TEST

START_TEST(test_judge__mode_of_the_user_stays)
{
  judge_options judging = options();
  char *script = mem_format("%s/accept", with.run.kept);
  char *line = mem_format("nice %s -c", script);
  static const char text[] = "#!/bin/sh\n";
  ck_assert_int_eq(file_write(script, text, strlen(text), NULL), RD_OK);
  ck_assert_int_eq(chmod(script, 0700), 0);
  judging.reference = line;
  judge *self = find(&judging, "bug");
  ck_assert_ptr_nonnull(strstr(self->name, " -c "));
  judge_free(self);
  free(line);
  free(script);
}
END_TEST

START_TEST(test_judge__no_compiler_of_c_judges_another_language)
{
  judge_options judging = options();
  judging.command = NULL;
  source original = { "in.tcl", "puts 1\n", 7 };
  judge *self = NULL;
  ck_assert_int_eq(judge_find(&self, &judging, &original, NULL), RD_OK);
  ck_assert_ptr_null(self);
}
END_TEST

START_TEST(test_judge__program_with_a_way_to_check_judges_its_texts)
{
  char *script = mem_format("%s/ruby", with.run.kept);
  static const char text[] = "#!/bin/sh\n"
                             "[ \"$1\" = -c ] && exec grep -q good $2\n"
                             "kill -SEGV $$\n";
  ck_assert_int_eq(file_write(script, text, strlen(text), NULL), RD_OK);
  ck_assert_int_eq(chmod(script, 0700), 0);
  const char *const words[] = { script, NULL };
  invocation command = { 0 };
  ck_assert(!invocation_parse(&command, words, "in.rb", "/tmp", NULL));
  compiler ruby = { .family = FAMILY_RUBY };
  judge_options judging = options();
  judging.command = &command;
  judging.compiler = &ruby;
  source original = { "in.rb", "good", 4 };
  judge *self = NULL;
  ck_assert_int_eq(judge_find(&self, &judging, &original, NULL), RD_OK);
  ck_assert(self && self->is_syntax);
  source bad = { "in.rb", "bad", 3 };
  bool yes = false;
  ck_assert(!judge_ask(&yes, self, &original, NULL) && yes);
  ck_assert(!judge_ask(&yes, self, &bad, NULL) && !yes);
  judge_free(self);
  invocation_dispose(&command);
  free(script);
}
END_TEST

/* The judge that the fake compiler of Ada gets; judge_free. */
static judge *find_for_ada(const char *script, const char *text)
{
  char *path = mem_format("%s/gnatgcc", with.run.kept);
  ck_assert(!file_write(path, script, strlen(script), NULL));
  ck_assert(!chmod(path, 0700));
  const char *const words[] = { path, "-c", "-gnat95", NULL };
  invocation command = { 0 };
  ck_assert(!invocation_parse(&command, words, "in.adb", "/tmp", NULL));
  static const compiler gcc = { .family = FAMILY_GCC };
  judge_options judging = options();
  judging.command = &command;
  judging.compiler = &gcc;
  source original = { "in.adb", text, strlen(text) };
  judge *self = NULL;
  ck_assert(!judge_find(&self, &judging, &original, NULL));
  ck_assert_ptr_nonnull(self);
  invocation_dispose(&command);
  free(path);
  return self;
}

START_TEST(test_judge__parser_is_asked_when_all_others_fail)
{
  judge *self = find_for_ada("#!/bin/sh\n"
                             "for file; do :; done\n"
                             "case \" $* \" in *' -gnats -gnat95 '*)\n"
                             "  exec grep -q good \"$file\";; esac\n"
                             "kill -SEGV $$\n",
                             "good");
  source good = { "in.adb", "a good", 6 }, bad = { "in.adb", "bad", 3 };
  bool yes = false;
  ck_assert(self->only_parses && self->is_compiler && !self->is_syntax);
  ck_assert(!judge_knows_meaning(self));
  ck_assert(!judge_ask(&yes, self, &good, NULL) && yes);
  ck_assert(!judge_ask(&yes, self, &bad, NULL) && !yes);
  judge_free(self);
}
END_TEST

START_TEST(test_judge__parser_is_not_asked_before_a_checker)
{
  judge *self = find_for_ada("#!/bin/sh\n"
                             "case \" $* \" in *' -fsyntax-only '*) exit 0;;\n"
                             "esac\n"
                             "kill -SEGV $$\n",
                             "good");
  ck_assert(!self->only_parses && self->is_syntax);
  ck_assert(judge_knows_meaning(self));
  judge_free(self);
}
END_TEST

START_TEST(test_judge__run_is_watched_for_errors_beyond)
{
  static const char one[] = "in.c:1:1: error: 'a' undeclared\n";
  static const char two[] = "in.c:1:1: error: 'a' undeclared\n"
                            "in.c:2:1: warning: error: no\n"
                            "int f(int error) { switch (1) { case 1: ;\n"
                            "in.c:2:1: error: conflicting ty";
  judge_options judging = options();
  judge *self = find(&judging, "bad = = 1;\n"); /* has an error of its own */
  early *watch = early_new(&(early_options){ .errors = &self->errors });
  early_reset(watch);
  ck_assert_int_eq(early_look(watch, one, strlen(one)), EARLY_OPEN);
  ck_assert_int_eq(early_look(watch, two, strlen(two)), EARLY_OPEN);
  char *whole = mem_format("%spes\n", two);
  ck_assert_int_eq(early_look(watch, whole, strlen(whole)), EARLY_ERROR);
  free(whole);
  early_free(watch);
  judge_free(self);
}
END_TEST

static judge_class class_of(judge *self, const char *bytes)
{
  source input = fake_source(bytes);
  judge_class out = JUDGE_ERRORS;
  ck_assert_int_eq(judge_classify(&out, self, &input, NULL), RD_OK);
  return out;
}

/* The compiler accepts everything here. */
START_TEST(test_judge__standard_is_held_as_far_as_the_original_holds_it)
{
  static const char *const broken[] = {
    "f() { return 1; }\n",
    "int f(void) { return g(); }\n",
    "int *f(void) { return 1; }\n",
    "char *a; int **f(void) { return &a; }\n",
    "int f(void) { return; }\n",
    "void f(void) { return 1; }\n",
    "a;\n",
    "int f(void) { return ({ ({ 2; }); }); }\n"
  };
  fake_tear_down(&with);
  fake_set_up(&with, "-w");
  judge_options judging = options();
  judging.server = clang_server(NULL);
  judge *self = find(&judging, "int f(void) { return ({ 1; }); }\n");
  ck_assert(self->knows_standard);
  ck_assert_uint_eq(self->standard.errors, 1);
  ck_assert(accepts(self, "a;\n"));
  self->holds_standard = true;
  ck_assert(accepts(self, "int f(void) { return 1; }\n"));
  ck_assert(accepts(self, "int f(void) { return ({ 2; }); }\n"));
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
    ck_assert_msg(!accepts(self, broken[i]), "%s", broken[i]);
  ck_assert_int_eq(class_of(self, "int f(void) { return 1; }\n"), JUDGE_STRICT);
  ck_assert_int_eq(class_of(self, "a;\n"), JUDGE_ACCEPTED);
  judge_free(self);
  rd_server_free(judging.server);
}
END_TEST

START_TEST(test_judge__warnings_beyond_make_a_class)
{
  judge_options judging = options();
  judge *self = find(&judging, "int bug;");
  ck_assert(self->tells_warnings);
  ck_assert_int_eq(class_of(self, "bug"), JUDGE_CLEAN);
  ck_assert_int_eq(class_of(self, "odd"), JUDGE_ACCEPTED);
  ck_assert_int_eq(class_of(self, "odd bad"), JUDGE_ERRORS);
  ck_assert(accepts(self, "odd"));
  self->wants_clean = true;
  ck_assert(!accepts(self, "odd"));
  ck_assert(accepts(self, "bug"));
  self->wants_clean = false;
  ck_assert(accepts(self, "odd"));
  judge_free(self);
}
END_TEST

START_TEST(test_judge__warnings_of_the_original_are_allowed)
{
  judge_options judging = options();
  judge *self = find(&judging, "int odd;");
  ck_assert_int_eq(class_of(self, "odd"), JUDGE_CLEAN);
  judge_free(self);
}
END_TEST

START_TEST(test_judge__nothing_is_clean_where_no_warnings_are_told)
{
  judge_options judging = options();
  judging.reference = "grep -v needle";
  judge *self = find(&judging, "int bug;\n");
  ck_assert(!self->tells_warnings);
  ck_assert_int_eq(class_of(self, "bug\n"), JUDGE_ACCEPTED);
  ck_assert_int_eq(class_of(self, "needle\n"), JUDGE_ERRORS);
  judge_free(self);
  fake_tear_down(&with);
  fake_set_up(&with, "-w");
  judging = options();
  self = find(&judging, "int bug;");
  ck_assert(!self->tells_warnings);
  ck_assert_int_eq(class_of(self, "int bug;"), JUDGE_ACCEPTED);
  judge_free(self);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_judge__crashing_compiler_without_compiling_comes_first,
    &test_judge__users_own_comes_before_all,
    &test_judge__users_own_has_to_accept_the_original,
    &test_judge__another_compiler_is_asked_when_ours_has_errors,
    &test_judge__errors_of_the_original_are_allowed,
    &test_judge__errors_are_seen_whatever_the_file_is_called,
    &test_judge__crash_is_not_acceptance,
    &test_judge__script_is_run_as_it_is,
    &test_judge__launchers_set_folder_and_variables,
    &test_judge__mode_of_the_user_stays,
    &test_judge__no_compiler_of_c_judges_another_language,
    &test_judge__program_with_a_way_to_check_judges_its_texts,
    &test_judge__parser_is_asked_when_all_others_fail,
    &test_judge__parser_is_not_asked_before_a_checker,
    &test_judge__run_is_watched_for_errors_beyond,
    &test_judge__standard_is_held_as_far_as_the_original_holds_it,
    &test_judge__warnings_beyond_make_a_class,
    &test_judge__warnings_of_the_original_are_allowed,
    &test_judge__nothing_is_clean_where_no_warnings_are_told,
  };
  return run_fixture("judge", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
