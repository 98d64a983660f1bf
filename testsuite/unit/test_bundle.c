/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Crash bundles are written whole, counted, found and thrown away, and what is
 * damaged is no bundle. */
#include "watch/bundle.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "reduce/process.h"
#include "run_fixture.h"

static char *top;

static void set_up(void)
{
  ck_assert(!rd_scratch_new(&top, NULL));
  ck_assert(!setenv("XDG_STATE_HOME", top, 1));
  (void)unsetenv(BUNDLES_LIMIT);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
}

/* A bundle that is not written yet; its id is given. */
static bundle new_bundle(const char *id)
{
  bundle out = { .id = mem_copy(id),
                 .source = mem_copy("a.c"),
                 .word = mem_copy("src/a.c"),
                 .standalone = true,
                 .directory = mem_copy("/build"),
                 .compiler = mem_copy("gcc 12"),
                 .signature = mem_copy("signal SIGSEGV") };
  static const char *const words[] = { "gcc", "-c", "src/a.c", "-Dn=\xfc" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    strings_add(&out.command, words[i]);
  strings_add(&out.environment, "LANG=C");
  return out;
}

static void write_bundle(const char *id)
{
  bundle one = new_bundle(id);
  ck_assert(!bundle_write(&one, "int a;\n", 7, "Oops\n", 5, NULL));
  bundle_dispose(&one);
}

/* Counts it as a compile that started at `since`. */
static uint64_t count(const char *id, int64_t since, bool *known)
{
  bundle one = new_bundle(id);
  ck_assert(!bundle_count(known, &one, since, NULL));
  uint64_t seen = one.seen;
  bundle_dispose(&one);
  return seen;
}

/* The number of bundles, and of damaged ones. */
static size_t number(size_t *damaged_out)
{
  bundle *list;
  size_t all;
  strings damaged = { 0 };
  ck_assert(!bundles_read(&list, &all, &damaged, NULL));
  *damaged_out = damaged.size;
  strings_free(&damaged);
  bundles_free(list, all);
  return all;
}

static char *in_bundle(const char *id, const char *name)
{
  return mem_format("%s/clang-hdd/crashes/%s/%s", top, id, name);
}

enum { LATER = INT64_MAX };

START_TEST(test_bundle__what_is_written_is_read_back)
{
  write_bundle("0123456789");
  bundle one;
  ck_assert(!bundle_find(&one, "0123456789", NULL));
  char *source = in_bundle("0123456789", "a.c");
  ck_assert_str_eq(one.source, source);
  ck_assert_str_eq(one.word, "src/a.c");
  ck_assert_str_eq(one.directory, "/build");
  ck_assert_str_eq(one.compiler, "gcc 12");
  ck_assert_str_eq(one.signature, "signal SIGSEGV");
  ck_assert_uint_eq(one.command.size, 4);
  ck_assert_str_eq(one.command.data[3], "-Dn=\xfc");
  ck_assert_str_eq(one.environment.data[0], "LANG=C");
  ck_assert(one.standalone && one.seen == 1);
  ck_assert_str_eq(one.first, one.last);
  strings words = { 0 };
  bundle_command(&words, &one);
  ck_assert_str_eq(words.data[2], source);
  strings_free(&words);
  bundle_dispose(&one);
  free(source);
}
END_TEST

START_TEST(test_bundle__older_one_has_bytes_as_numbers)
{
  static const char older[] =
      "{\"format\": 1, \"signature\": \"s\", \"compiler\": \"c\", "
      "\"directory\": [47, 252], \"command\": [\"gcc\", [45, 68, 252], "
      "\"a.c\"], "
      "\"word\": \"a.c\", \"file\": \"a.c\", \"standalone\": true, "
      "\"environment\": [], \"first\": \"f\", \"last\": \"l\", "
      "\"latest\": \"/a.c\", \"seen\": 2}\n";
  write_bundle("0a");
  char *path = in_bundle("0a", "bundle.json");
  ck_assert(!file_write(path, older, strlen(older), NULL));
  bundle one;
  ck_assert(!bundle_find(&one, "0a", NULL));
  ck_assert_str_eq(one.directory, "/\xfc");
  ck_assert_str_eq(one.command.data[1], "-D\xfc");
  ck_assert_uint_eq(one.seen, 2);
  bundle_dispose(&one);
  free(path);
}
END_TEST

START_TEST(test_bundle__same_crash_is_counted)
{
  bool known;
  (void)count("0a", LATER, &known);
  ck_assert(!known);
  write_bundle("0a");
  ck_assert_uint_eq(count("0a", LATER, &known), 2);
  ck_assert(known);
  ck_assert_uint_eq(count("0a", LATER, &known), 3);
  size_t damaged;
  ck_assert_uint_eq(number(&damaged), 1);
}
END_TEST

START_TEST(test_bundle__same_compile_is_counted_once)
{
  bool known;
  write_bundle("0a");
  ck_assert_uint_eq(count("0a", 0, &known), 0);
  ck_assert(known);
  ck_assert_uint_eq(count("0a", LATER, &known), 2);
}
END_TEST

START_TEST(test_bundle__first_text_stays)
{
  write_bundle("0a");
  bundle other = new_bundle("0a");
  ck_assert(!bundle_write(&other, "b", 1, "", 0, NULL));
  ck_assert_uint_eq(other.seen, 2);
  bundle_dispose(&other);
  char *path = in_bundle("0a", "a.c"), *text;
  size_t size;
  ck_assert(!file_read(&text, &size, path, NULL));
  ck_assert_str_eq(text, "int a;\n");
  free(text);
  free(path);
}
END_TEST

START_TEST(test_bundle__many_at_once_are_one)
{
  enum { WRITERS = 16 };
  for (int i = 0; i < WRITERS; i++)
    if (!fork()) {
      bool known;
      if (!count("0a", LATER, &known) || !known)
        write_bundle("0a");
      _exit(0);
    }
  int status;
  while (wait(&status) > 0)
    ck_assert_int_eq(status, 0);
  size_t damaged;
  ck_assert_uint_eq(number(&damaged), 1);
  ck_assert_uint_eq(damaged, 0);
  char *folder = mem_format("%s/clang-hdd/crashes", top);
  char *list = mem_format("test \"$(ls -A '%s')\" = \".lock\n0a\"", folder);
  ck_assert_int_eq(system(list), 0);
  free(list);
  free(folder);
  bundle one;
  ck_assert(!bundle_find(&one, "0a", NULL));
  ck_assert_uint_eq(one.seen, WRITERS);
  bundle_dispose(&one);
}
END_TEST

START_TEST(test_bundle__half_made_ones_are_swept)
{
  write_bundle("0a");
  char *left = mem_format("mkdir -p '%s/clang-hdd/crashes/.new-0b.1/x'", top);
  ck_assert_int_eq(system(left), 0);
  size_t damaged;
  ck_assert_uint_eq(number(&damaged), 1);
  ck_assert_uint_eq(damaged, 0);
  write_bundle("0c");
  char *path = in_bundle(".new-0b.1", "");
  ck_assert(!path_exists(path));
  free(path);
  free(left);
}
END_TEST

START_TEST(test_bundle__there_are_not_too_many)
{
  ck_assert(!setenv(BUNDLES_LIMIT, "2", 1));
  write_bundle("0a");
  write_bundle("0b");
  bundle one;
  size_t damaged;
  write_bundle("0c");
  ck_assert_uint_eq(number(&damaged), 2);
  ck_assert(!bundle_find(&one, "0c", NULL));
  bundle_dispose(&one);
  ck_assert(!setenv(BUNDLES_LIMIT, "many", 1));
  write_bundle("0d");
  ck_assert_uint_eq(number(&damaged), 3);
}
END_TEST

START_TEST(test_bundle__beginning_of_an_id_will_do)
{
  write_bundle("0ab");
  write_bundle("0ac");
  write_bundle("0acd");
  bundle one;
  rd_error err = { 0 };
  ck_assert(!bundle_find(&one, "0ab", NULL));
  bundle_dispose(&one);
  ck_assert(!bundle_find(&one, "0ac", NULL)); /* exact */
  bundle_dispose(&one);
  ck_assert_int_eq(bundle_find(&one, "0a", &err), RD_ERR_INVALID);
  ck_assert(strstr(err.message, "more of the id"));
  ck_assert_int_eq(bundle_find(&one, "1", NULL), RD_ERR_NOTFOUND);
  ck_assert_int_eq(bundle_find(&one, "", NULL), RD_ERR_NOTFOUND);
  ck_assert_int_eq(bundle_find(&one, "..", NULL), RD_ERR_NOTFOUND);
  ck_assert_int_eq(bundle_find(&one, ".lock", NULL), RD_ERR_NOTFOUND);
}
END_TEST

START_TEST(test_bundle__its_folder_will_do)
{
  write_bundle("0ab");
  char *folder = in_bundle("0ab", "");
  ck_assert(bundle_is(folder) && !bundle_is(top));
  bundle one;
  ck_assert(!bundle_find(&one, folder, NULL)); /* slashes behind it */
  ck_assert_str_eq(one.id, "0ab");
  bundle_dispose(&one);
  free(folder);
}
END_TEST

/* Nobody would write to a pipe, and it must not be waited for. */
START_TEST(test_bundle__pipe_is_no_part_of_one)
{
  static const char *const names[] = { "bundle.json", "a.c" };
  for (size_t i = 0; i < 2; i++) {
    write_bundle("0a");
    char *path = in_bundle("0a", names[i]);
    ck_assert(!unlink(path) && !mkfifo(path, 0600));
    size_t damaged;
    ck_assert_uint_eq(number(&damaged), 0);
    ck_assert_uint_eq(damaged, 1);
    ck_assert(!bundle_remove("0a", NULL));
    free(path);
  }
}
END_TEST

START_TEST(test_bundle__stray_files_can_be_removed)
{
  write_bundle("0a");
  char *target = in_bundle("0a", ""), *link = in_bundle("1a", "");
  link[strlen(link) - 1] = '\0';
  target[strlen(target) - 1] = '\0';
  ck_assert(!symlink(top, link));
  ck_assert(!bundle_remove("1a", NULL));
  ck_assert(path_exists(target) && !path_exists(link));
  ck_assert(!file_write(link, "", 0, NULL));
  ck_assert(!bundle_remove("1a", NULL));
  ck_assert(!path_exists(link));
  /* A new bundle takes their place. */
  ck_assert(!file_write(link, "", 0, NULL));
  write_bundle("1a");
  size_t damaged;
  ck_assert_uint_eq(number(&damaged), 2);
  free(link);
  free(target);
}
END_TEST

/* A damaged bundle.json, made from a good one: sed's expression. */
static void expect_damaged(const char *how)
{
  write_bundle("0a");
  char *path = in_bundle("0a", "bundle.json");
  char *line = mem_format("sed -i '%s' '%s'", how, path);
  ck_assert_int_eq(system(line), 0);
  bundle one;
  rd_error err = { 0 };
  size_t damaged;
  ck_assert_msg(bundle_find(&one, "0a", &err) == RD_ERR_INVALID, "%s", how);
  ck_assert_msg(strstr(err.message, "damaged crash bundle"), "%s", err.message);
  ck_assert_uint_eq(number(&damaged), 0);
  ck_assert_uint_eq(damaged, 1);
  /* The next crash replaces it. */
  bool known;
  (void)count("0a", LATER, &known);
  ck_assert(!known);
  write_bundle("0a");
  ck_assert_uint_eq(number(&damaged), 1);
  ck_assert(!bundle_remove("0a", NULL));
  free(line);
  free(path);
}

START_TEST(test_bundle__damage_is_seen)
{
  static const char *const how[] = {
    "1d",
    "s/\"format\": 1/\"format\": 99/",
    "s/\"seen\": 1/\"seen\": -1/",
    "s/\"seen\": 1/\"seen\": \"1\"/",
    "s/\"signature\"/\"other\"/",
    "s/\"compiler\": \"gcc 12\"/\"compiler\": 12/",
    "s/\"file\": \"a.c\"/\"file\": \"..\\/a.c\"/",
    "s/\"file\": \"a.c\"/\"file\": \"b.c\"/",
    "s/\"file\": \"a.c\"/\"file\": \"\\\\u0000\"/",
    "s/\"word\": .*/\"word\": \"b.c\",/",
    "s/\"latin1\"/\"other\"/",
    "s/\"LANG=C\"/1/",
    "s/\"LANG=C\"/[76, 256]/",
    "$d",
    "d",
  };
  for (size_t i = 0; i < sizeof how / sizeof *how; i++)
    expect_damaged(how[i]);
}
END_TEST

START_TEST(test_bundle__removed_one_is_gone)
{
  write_bundle("0a");
  ck_assert(!bundle_remove("0", NULL));
  ck_assert_int_eq(bundle_remove("0a", NULL), RD_ERR_NOTFOUND);
  ck_assert_int_eq(bundle_remove("../crashes", NULL), RD_ERR_NOTFOUND);
}
END_TEST

START_TEST(test_bundle__place_that_cannot_be_written_is_an_error)
{
  rd_error err = { 0 };
  bundle one = new_bundle("0a");
  ck_assert(!setenv("XDG_STATE_HOME", "/proc/nothing", 1));
  ck_assert_int_eq(bundle_write(&one, "", 0, "", 0, &err), RD_ERR_IO);
  ck_assert(!unsetenv("XDG_STATE_HOME") && !unsetenv("HOME"));
  ck_assert_int_eq(bundle_write(&one, "", 0, "", 0, &err), RD_ERR_NOTFOUND);
  ck_assert(strstr(err.message, "HOME"));
  size_t damaged;
  ck_assert_uint_eq(number(&damaged), 0);
  bundle_dispose(&one);
}
END_TEST

START_TEST(test_bundle__folder_is_where_xdg_says)
{
  char *folder = bundles_folder();
  ck_assert(starts_with(folder, top));
  free(folder);
  ck_assert(!setenv("HOME", "/home/me", 1));
  ck_assert(!setenv("XDG_STATE_HOME", "not/absolute", 1));
  folder = bundles_folder();
  ck_assert_str_eq(folder, "/home/me/.local/state/clang-hdd/crashes");
  free(folder);
}
END_TEST

START_TEST(test_bundle__id_is_of_crash_and_compiler)
{
  static const char *const same[] = { "gcc-12 (Debian 12.2) 12.2",
                                      "cc (Debian 12.2) 12.2" };
  char *first = bundle_id("x", same[0]), *second = bundle_id("x", same[1]);
  ck_assert_uint_eq(strlen(first), 10);
  ck_assert_str_eq(first, second);
  free(second);
  second = bundle_id("y", same[0]);
  ck_assert_str_ne(first, second);
  free(second);
  second = bundle_id("x", "gcc-12 (Debian 12.2) 12.3");
  ck_assert_str_ne(first, second);
  free(first);
  free(second);
}
END_TEST

START_TEST(test_bundle__environment_is_what_compilers_read)
{
  ck_assert(!setenv("CPATH", "/x", 1) && !setenv("TMPDIR", "/y", 1));
  strings found = { 0 }, more = { 0 };
  strings_add(&more, "MODE=fast");
  strings_add(&more, "GONE");
  strings_add(&more, "LANG=de");
  bundle_environment(&found, &more);
  ck_assert(strings_has(&found, "MODE=fast"));
  ck_assert(!strings_has(&found, "GONE") && !strings_has(&found, "LANG=de"));
  strings_free(&more);
  ck_assert(strings_has(&found, "CPATH=/x"));
  ck_assert(!strings_has(&found, "TMPDIR=/y"));
  strings_free(&found);
}
END_TEST

START_TEST(test_bundle__only_other_variables_are_changed)
{
  ck_assert(!setenv("CPATH", "/x", 1) && !setenv("LANG", "C", 1));
  ck_assert(!unsetenv("SDKROOT") && !setenv("LIBRARY_PATH", "/l", 1));
  bundle one = { 0 };
  const strings none = { 0 };
  bundle_environment(&one.environment, &none);
  strings changes = { 0 };
  bundle_changes(&changes, &one);
  ck_assert_uint_eq(changes.size, 0);
  ck_assert(!setenv("CPATH", "/y", 1) && !setenv("SDKROOT", "/z", 1));
  ck_assert(!unsetenv("LIBRARY_PATH"));
  bundle_changes(&changes, &one);
  ck_assert_uint_eq(changes.size, 3);
  ck_assert(strings_has(&changes, "CPATH=/x"));
  ck_assert(strings_has(&changes, "LIBRARY_PATH=/l"));
  ck_assert(strings_has(&changes, "SDKROOT"));
  strings_free(&changes);
  strings_add(&one.environment, "MODE=fast");
  strings_add(&one.environment, "=no name");
  bundle_changes(&changes, &one);
  ck_assert_uint_eq(changes.size, 4);
  ck_assert(strings_has(&changes, "MODE=fast"));
  strings_free(&changes);
  strings_free(&one.environment);
}
END_TEST

START_TEST(test_bundle__another_compile_does_not_hide_this_one)
{
  bool known;
  write_bundle("0a");
  bundle other = new_bundle("0a");
  free(other.word);
  other.word = mem_copy("src/b.c");
  strings_add(&other.command, other.word);
  ck_assert(!bundle_count(&known, &other, 0, NULL));
  ck_assert_uint_eq(other.seen, 2);
  bundle_dispose(&other);
  ck_assert_uint_eq(count("0a", 0, &known), 3);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_bundle__what_is_written_is_read_back,
    &test_bundle__older_one_has_bytes_as_numbers,
    &test_bundle__same_crash_is_counted,
    &test_bundle__same_compile_is_counted_once,
    &test_bundle__another_compile_does_not_hide_this_one,
    &test_bundle__only_other_variables_are_changed,
    &test_bundle__first_text_stays,
    &test_bundle__many_at_once_are_one,
    &test_bundle__half_made_ones_are_swept,
    &test_bundle__there_are_not_too_many,
    &test_bundle__beginning_of_an_id_will_do,
    &test_bundle__its_folder_will_do,
    &test_bundle__pipe_is_no_part_of_one,
    &test_bundle__stray_files_can_be_removed,
    &test_bundle__damage_is_seen,
    &test_bundle__removed_one_is_gone,
    &test_bundle__place_that_cannot_be_written_is_an_error,
    &test_bundle__folder_is_where_xdg_says,
    &test_bundle__id_is_of_crash_and_compiler,
    &test_bundle__environment_is_what_compilers_read,
  };
  return run_fixture("bundle", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
