/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading compilation databases. */
#include "intake/forms.h"

#include "intake_fixture.h"
#include "run_fixture.h"

/* Puts a database into build/, and sources beside that. */
static void put_database(const char *entries)
{
  (void)mkdir("build", 0700);
  (void)mkdir("src", 0700);
  put("src/a.c", "#include \"a.h\"\nint a;\n");
  put("src/b.c", "int b;\n");
  put("src/a.h", "int h;\n");
  put("build/compile_commands.json", entries);
}

/* An entry in the folder's build/. */
static char *entry(const char *rest)
{
  return mem_format("{\"directory\":\"%s/build\",%s}", folder, rest);
}

static void put_entries(const char *first, const char *second)
{
  char *one = entry(first), *two = entry(second);
  char *all = mem_format("[%s,\n%s]\n", one, two);
  put_database(all);
  free(all);
  free(two);
  free(one);
}

#define A_COMMAND                                                              \
  "\"command\":\"ccache gcc -DX=\\\\\\\"y\\\\\\\" -I../src -c ../src/a.c\","   \
  "\"file\":\"../src/a.c\""
#define A_ARGUMENTS                                                            \
  "\"arguments\":[\"gcc\",\"-D\",\"a b\",\"@rsp\",\"-c\",\"../src/a.c\"],"     \
  "\"file\":\"../src/a.c\""
#define B_COMMAND                                                              \
  "\"command\":\"/x/x86_64-linux-gnu-g++ -c ../src/b.c\","                     \
  "\"file\":\"../src/b.c\""

START_TEST(test_database__finds_the_command_of_a_file)
{
  put_entries(A_COMMAND, B_COMMAND);
  ck_assert_int_eq(given("src/a.c", NULL, "build"), RD_OK);
  ck_assert_uint_eq(found.size, 1);
  ck_assert_str_eq(command_of(0), "gcc '-DX=\"y\"' -I../src -c ../src/a.c");
  ck_assert_str_eq(found.data[0].file, "src/a.c");
  ck_assert(ends_with(found.data[0].directory, "/build"));
  char *path = mem_format("%s/src/a.c", folder);
  ck_assert_int_eq(given(path, NULL, "./build/compile_commands.json"), RD_OK);
  ck_assert_uint_eq(found.size, 1);
  free(path);
  /* As it stands in the database. */
  ck_assert_int_eq(given("../src/a.c", NULL, "build"), RD_OK);
  ck_assert(path_same(found.data[0].file, "src/a.c"));
}
END_TEST

START_TEST(test_database__adds_nothing_to_a_command)
{
  put_entries(A_COMMAND, B_COMMAND);
  ck_assert_int_eq(given("src/b.c", NULL, "build"), RD_OK);
  ck_assert_str_eq(command_of(0), "/x/x86_64-linux-gnu-g++ -c ../src/b.c");
}
END_TEST

START_TEST(test_database__has_several_commands_of_a_file)
{
  put_entries(A_COMMAND, A_ARGUMENTS);
  put("build/rsp", "-O3");
  ck_assert_int_eq(given("src/a.c", NULL, "build"), RD_OK);
  ck_assert_uint_eq(found.size, 2);
  ck_assert_str_eq(command_of(1), "gcc -D 'a b' -O3 -c ../src/a.c");
}
END_TEST

START_TEST(test_database__takes_equal_commands_once)
{
  put_entries(A_COMMAND, A_COMMAND);
  ck_assert_int_eq(given("src/a.c", NULL, "build"), RD_OK);
  ck_assert_uint_eq(found.size, 1);
}
END_TEST

/* As libclang's CommandLineArgumentParser splits it. */
START_TEST(test_database__reads_quotes_as_libclang_does)
{
  put_entries("\"command\":\"gcc '-DA=\\\\\\\"' \\\"-DB=\\\\x y\\\" -DC=\\\\  "
              "-D''E -c ../src/a.c\",\"output\":7,\"arguments\":null,"
              "\"file\":\"../src/a.c\"",
              B_COMMAND);
  refuses("src/a.c", NULL, "build", RD_ERR_INVALID,
          "entry 1 has \"arguments\"");
  put_entries("\"command\":\"gcc '-DA=\\\\\\\"' \\\"-DB=\\\\x y\\\" -DC=\\\\  "
              "-D''E -c ../src/a.c\",\"output\":7,"
              "\"file\":\"../src/a.c\"",
              B_COMMAND);
  ck_assert_int_eq(given("src/a.c", NULL, "build"), RD_OK);
  ck_assert_str_eq(command_of(0), "gcc '-DA=\\\"' '-DB=x y' '-DC= ' -DE -c "
                                  "../src/a.c");
}
END_TEST

/* As clang -MJ leaves it, with a byte order mark, and in the names of Latin-1. */
START_TEST(test_database__reads_what_libclang_tolerates)
{
  char *one = entry("\"command\":\"gcc -DX=\\\",]\\\" -c \xe4\\u00e4.c\","
                    "\"file\":\"../src/\xe4\\u00e4.c\"");
  char *two = entry(B_COMMAND);
  char *all = mem_format("\xef\xbb\xbf[%s,\n%s,\n]\n", one, two);
  put_database(all);
  put("src/\xe4\xc3\xa4.c", "int c;\n");
  ck_assert_int_eq(given("src/b.c", NULL, "build"), RD_OK);
  ck_assert_int_eq(given("src/\xe4\xc3\xa4.c", NULL, "build"), RD_OK);
  ck_assert_str_eq(command_of(0), "gcc '-DX=,]' -c '\xe4\xc3\xa4.c'");
  free(all);
  free(two);
  free(one);
}
END_TEST

START_TEST(test_database__names_near_files)
{
  put_entries(A_COMMAND, B_COMMAND);
  put("src/ab.c", "int x;\n");
  refuses("src/ab.c", NULL, "build", RD_ERR_INVALID,
          "src/ab.c has no command in build/compile_commands.json; did you");
  refuses("src/a.h", NULL, "build", RD_ERR_INVALID, "such as src/a.c");
  refuses("src/long-other-name.c", NULL, "build", RD_ERR_INVALID,
          "give the compiler after --");
  refuses(NULL, NULL, "build", RD_ERR_UNSUPPORTED, "-p build FILE");
}
END_TEST

START_TEST(test_database__damage_is_told)
{
  static const char *const rows[][2] = {
    { "", "is not JSON" },
    { "\x7f"
      "ELF\x01\x02",
      "is not JSON" },
    { "[{\"directory\":", "is not JSON" },
    { "[{\"directory\":\"a\n\"}]", "; let the build write it anew" },
    { "{\"a\":1}", "has to be a list" },
    { "[7]", "entry 1 is not an object" },
    { "[{\"directory\":\"/\",\"command\":\"gcc a.c\"}]", "has no \"file\"" },
    { "[{\"file\":\"a.c\",\"command\":\"gcc a.c\"}]", "has no \"directory\"" },
    { "[{\"file\":\"a.c\",\"directory\":\"/\"}]", "neither \"command\"" },
    { "[{\"file\":\"a.c\",\"directory\":\"/\",\"arguments\":7}]",
      "not a list of words" },
    { "[]", "no entries" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    put_database(rows[i][0]);
    refuses("src/a.c", NULL, "build", RD_ERR_INVALID, rows[i][1]);
  }
}
END_TEST

/* A sparse file: nothing of it is read. */
START_TEST(test_database__huge_files_are_refused)
{
  put_database("[]");
  ck_assert_int_eq(truncate("build/compile_commands.json", 2000000000), 0);
  refuses("src/a.c", NULL, "build", RD_ERR_INVALID, "is larger than 1 GiB");
}
END_TEST

START_TEST(test_database__folders_that_are_gone_are_told)
{
  refuses("a.c", NULL, "none", RD_ERR_NOTFOUND, "-p none");
  refuses("a.c", NULL, "bin", RD_ERR_NOTFOUND, "bin has no compile_commands");
  put_database("[{\"file\":\"/a.c\",\"directory\":\"/no/such\","
               "\"command\":\"gcc a.c\"}]");
  refuses("/a.c", NULL, "build", RD_ERR_INVALID, "/no/such");
}
END_TEST

START_TEST(test_database__command_that_is_none_is_told)
{
  put_entries("\"command\":\"\",\"file\":\"../src/a.c\"", B_COMMAND);
  refuses("src/a.c", NULL, "build", RD_ERR_INVALID, "");
  put_entries("\"command\":\"gcc 'a.c\",\"file\":\"../src/a.c\"", B_COMMAND);
  refuses("src/a.c", NULL, "build", RD_ERR_INVALID,
          "a quote that is not closed");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_database__finds_the_command_of_a_file,
    &test_database__adds_nothing_to_a_command,
    &test_database__has_several_commands_of_a_file,
    &test_database__takes_equal_commands_once,
    &test_database__reads_quotes_as_libclang_does,
    &test_database__reads_what_libclang_tolerates,
    &test_database__names_near_files,
    &test_database__damage_is_told,
    &test_database__huge_files_are_refused,
    &test_database__folders_that_are_gone_are_told,
    &test_database__command_that_is_none_is_told,
  };
  return run_fixture("database", tests, sizeof tests / sizeof *tests,
                     enter_folder, leave_folder);
}
