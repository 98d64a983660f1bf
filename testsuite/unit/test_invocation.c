/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiler's command is read so that a test can run it anywhere. */
#include "compiler/invocation.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/words.h"
#include "run_fixture.h"

static char folder[] = "/tmp/test-invocation-XXXXXX";
static invocation command;

static void set_up(void)
{
  ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void tear_down(void)
{
  invocation_dispose(&command);
  char *line = mem_format("%s/args", folder);
  (void)unlink(line);
  free(line);
  ck_assert_int_eq(rmdir(folder), 0);
}

/* Reads the command for bug.c; what runs, as a line. Lent until the next. */
static const char *runs_as(const char *line, const invocation_use *use)
{
  static char *joined;
  strings words = { 0 }, built = { 0 };
  const invocation_use none = { 0 };
  ck_assert(words_split(&words, line));
  invocation_dispose(&command);
  ck_assert_int_eq(
      invocation_parse(&command, strings_argv(&words), "bug.c", folder, NULL),
      RD_OK);
  invocation_build(&built, &command, use ? use : &none);
  free(joined);
  joined = words_join(strings_argv(&built));
  strings_free(&built);
  strings_free(&words);
  return joined;
}

START_TEST(test_invocation__file_is_appended)
{
  ck_assert_str_eq(runs_as("gcc -S", NULL), "gcc -S bug.c");
  ck_assert_str_eq(command.name, "bug.c");
  ck_assert_str_eq(command.directory, folder);
  ck_assert_str_eq(runs_as("gcc -S -O2 -lm -lc", NULL),
                   "gcc -S -O2 bug.c -lm -lc"); /* these have what it lacks */
  ck_assert_str_eq(runs_as("gcc -S bug.c -lm", NULL), "gcc -S bug.c -lm");
  static const char *const values[] = { "clang -S -mllvm -lsr-x",
                                        "clang -S -Xclang -load -Xclang p.so",
                                        "gcc -S -Xlinker -lm" };
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    char *line = mem_format("%s bug.c", values[i]);
    ck_assert_str_eq(runs_as(values[i], NULL), line);
    free(line);
  }
}
END_TEST

START_TEST(test_invocation__nothing_is_added_to_unknown_programs)
{
  ck_assert_str_eq(runs_as("llc-14 -march=m68k", NULL),
                   "llc-14 -march=m68k bug.c");
  ck_assert_str_eq(runs_as("prog {} -O2", NULL), "prog bug.c -O2");
  ck_assert_str_eq(runs_as("clang-tidy-14", NULL), "clang-tidy-14 bug.c");
  ck_assert_str_eq(runs_as("my-gcc.sh", NULL), "my-gcc.sh -c bug.c");
  ck_assert_str_eq(runs_as("clang-14", NULL), "clang-14 -c bug.c");
  ck_assert_str_eq(runs_as("avr-g++", NULL), "avr-g++ -c bug.c");
}
END_TEST

START_TEST(test_invocation__file_is_replaced_where_it_stands)
{
  ck_assert_str_eq(runs_as("gcc -S bug.c -O2", NULL), "gcc -S bug.c -O2");
  invocation_use use = { .file = "x.c" };
  ck_assert_str_eq(runs_as("gcc -S bug.c -O2", &use), "gcc -S x.c -O2");
}
END_TEST

START_TEST(test_invocation__file_replaces_standard_input)
{
  ck_assert_str_eq(runs_as("gcc -x c - -O2 -o -", NULL),
                   "gcc -c -x c bug.c -O2 -o hdd-out");
  ck_assert_str_eq(runs_as("clang -cc1 -MT - bug.c", NULL),
                   "clang -cc1 -MT - bug.c");
  ck_assert_str_eq(runs_as("llc -march=bpf - -x", NULL),
                   "llc -march=bpf bug.c -x");
  ck_assert_str_eq(runs_as("llc -o - -x", NULL), "llc -o hdd-out -x bug.c");
  ck_assert_str_eq(runs_as("prog - -x", NULL), "prog - -x bug.c");
}
END_TEST

START_TEST(test_invocation__without_a_mode_it_only_compiles)
{
  ck_assert_str_eq(runs_as("gcc -O2", NULL), "gcc -c -O2 bug.c");
  ck_assert_str_eq(runs_as("gcc -E", NULL), "gcc -E bug.c");
  ck_assert_str_eq(runs_as("gcc -fsyntax-only", NULL),
                   "gcc -fsyntax-only bug.c");
}
END_TEST

START_TEST(test_invocation__script_gets_no_mode)
{
  const char *const words[] = { "lua", "-W", NULL };
  strings built = { 0 };
  ck_assert_int_eq(invocation_parse(&command, words, "bug.lua", folder, NULL),
                   RD_OK);
  invocation_build(&built, &command, &(invocation_use){ 0 });
  char *joined = words_join(strings_argv(&built));
  ck_assert_str_eq(joined, "lua -W bug.lua");
  free(joined);
  strings_free(&built);
}
END_TEST

START_TEST(test_invocation__compiler_proper_gets_no_mode)
{
  ck_assert_str_eq(runs_as("clang -cc1 -emit-obj", NULL),
                   "clang -cc1 -emit-obj bug.c");
  ck_assert_str_eq(runs_as("/usr/lib/cc1 -quiet", NULL),
                   "/usr/lib/cc1 -quiet bug.c");
  ck_assert_str_eq(runs_as("cc1objplus -quiet", NULL),
                   "cc1objplus -quiet bug.c");
}
END_TEST

START_TEST(test_invocation__output_is_private)
{
  static const char *const lines[] = {
    "gcc -S -o /dev/null bug.c",
    "gcc -S -o/dev/null bug.c",
    "gcc -S --output=/dev/null bug.c",
    "gcc -S -o out/x.s bug.c",
  };
  for (size_t i = 0; i < 4; i++)
    ck_assert_str_eq(runs_as(lines[i], NULL), "gcc -S -o hdd-out bug.c");
}
END_TEST

START_TEST(test_invocation__output_is_replaced_where_it_stands)
{
  invocation_use use = { .mode = "-E", .output = "x" };
  ck_assert_str_eq(runs_as("gcc -c -o y bug.c", &use), "gcc -E -o x bug.c");
  ck_assert_str_eq(runs_as("gcc -c bug.c -o y", &use), "gcc -E bug.c -o x");
  ck_assert_str_eq(runs_as("gcc -c bug.c", &use), "gcc -E -o x bug.c");
}
END_TEST

START_TEST(test_invocation__other_programs_have_options_of_their_own)
{
  static const char *const lines[][2] = {
    { "rustc --out-dir /x --emit mir", "rustc --out-dir . --emit mir bug.c" },
    { "javac -d /x bug.c", "javac -d . bug.c" },
    { "ecj -d none bug.c", "ecj -d none bug.c" },
    { "gfortran-12 -c -J/x bug.c", "gfortran-12 -c -J. bug.c" },
    { "ldc2 -c -of=/x bug.c", "ldc2 -c bug.c" },
    { "yosys -l /x bug.c", "yosys bug.c" },
    { "weasyprint bug.c -s z.css /x/y.pdf", "weasyprint bug.c -s z.css y.pdf" },
    { "python3 -u bug.c -o y", "python3 -u bug.c -o hdd-out" },
    { "python3 -B bug.c", "python3 -B bug.c" },
    { "python3 -u -B", "python3 -u -B bug.c" },
    { "python3 -Xlinker -o y", "python3 -Xlinker -o hdd-out bug.c" },
    { "xmllint --relaxng bug.c bug.c", "xmllint --relaxng bug.c bug.c" },
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    ck_assert_str_eq(runs_as(lines[i][0], NULL), lines[i][1]);
}
END_TEST

START_TEST(test_invocation__mode_of_another_program_is_replaced)
{
  invocation_use use = { .mode = "-t null -x 'a b'", .file = "x.c" };
  ck_assert_str_eq(runs_as("iverilog -t vvp -o /x bug.c", &use),
                   "iverilog -t null -x 'a b' x.c");
  use.mode = "";
  ck_assert_str_eq(runs_as("glslangValidator -V100 bug.c", &use),
                   "glslangValidator x.c");
  use.mode = "--emit=metadata";
  ck_assert_str_eq(runs_as("rustc --emit mir bug.c", &use),
                   "rustc --emit=metadata x.c");
}
END_TEST

START_TEST(test_invocation__file_that_is_read_twice_is_replaced_twice)
{
  invocation_use use = { .file = "x.c", .output = "y" };
  ck_assert_str_eq(runs_as("xmllint --relaxng bug.c bug.c", &use),
                   "xmllint --relaxng x.c -o y x.c");
  char *line = invocation_line(&command, "z.c", NULL);
  ck_assert_str_eq(line, "xmllint --relaxng z.c z.c");
  free(line);
}
END_TEST

START_TEST(test_invocation__not_each_o_is_an_output)
{
  ck_assert_str_eq(runs_as("clang -cc1 -opt-record-file /w -opt-record-format y"
                           " -o x bug.c",
                           NULL),
                   "clang -cc1 -opt-record-format y -o hdd-out bug.c");
  ck_assert_str_eq(runs_as("clang -c -objcmt-migrate-all", NULL),
                   "clang -c -objcmt-migrate-all bug.c");
  ck_assert_str_eq(runs_as("clang -cc1 -opaque-pointers -S", NULL),
                   "clang -cc1 -opaque-pointers -S bug.c");
}
END_TEST

START_TEST(test_invocation__side_outputs_are_dropped_or_private)
{
  ck_assert_str_eq(runs_as("gcc -c -MD -MF x.d -MT x.o -dumpbase y "
                           "-aux-info z bug.c",
                           NULL),
                   "gcc -c -MD -MT x.o bug.c");
  ck_assert_str_eq(runs_as("gcc -c -Wp,-MMD,/a/b.d bug.c", NULL),
                   "gcc -c -Wp,-MMD,hdd-out.d bug.c");
  ck_assert_str_eq(
      runs_as("gcc -c -Wp,-DX,-MD,/a,-MF,/b,-MP -Wa,--MD,/c bug.c", NULL),
      "gcc -c -Wp,-DX,-MD,hdd-out.d,-MF,hdd-out.d,-MP "
      "-Wa,--MD,hdd-out.d bug.c");
  ck_assert_str_eq(
      runs_as("gcc -c -Wa,-ahl=/a/b -fdump-tree-all=/a/c bug.c", NULL),
      "gcc -c -Wa,-ahl=hdd-out.d -fdump-tree-all bug.c");
}
END_TEST

START_TEST(test_invocation__parts_write_nothing_outside)
{
  static const char *const rows[][2] = {
    { "-Wa,-alh,--MD,/w", "-Wa,-alh,--MD,hdd-out.d" },
    { "-Wa,--MD=/w,-g", "-Wa,--MD=hdd-out.d,-g" },
    { "-Wa,-W,-a=/w", "-Wa,-W,-a=hdd-out.d" },
    { "-Wp,-MF/w", "-Wp,-MFhdd-out.d" },
    { "-Wp,-MD -Wp,/w,-DX", "-Wp,-MD -Wp,hdd-out.d,-DX" },
    { "-Wp,-MD -Wl,-O1 -Wp,/w", "-Wp,-MD -Wl,-O1 -Wp,hdd-out.d" },
    { "-Xpreprocessor -MD -O2 -Xpreprocessor /w",
      "-Xpreprocessor -MD -O2 -Xpreprocessor hdd-out.d" },
    { "-Xassembler --MD=/w", "-Xassembler --MD=hdd-out.d" },
    { "-Xassembler -alh=/w", "-Xassembler -alh=hdd-out.d" },
    { "-Xclang -dependency-file -Xclang /w",
      "-Xclang -dependency-file -Xclang hdd-out.d" },
    { "-Wl,-Map=/w,-O1", "-Wl,-Map=hdd-out.d,-O1" },
    { "-Wl,-Map,/w -Xlinker -s", "-Wl,-Map,hdd-out.d -Xlinker -s" },
    { "-Xclang -stack-usage-file -Xclang /w",
      "-Xclang -stack-usage-file -Xclang hdd-out.d" },
    { "-Wp,-auxbase,/w -Wl,--out-implib=/w",
      "-Wp,-auxbase,hdd-out.d -Wl,--out-implib=hdd-out.d" },
    { "-Wa,-o,/w -Wl,--output=/w,-o/w",
      "-Wa,-o,hdd-out.d -Wl,--output=hdd-out.d,-ohdd-out.d" },
    { "-Xclang -opaque-pointers", "-Xclang -opaque-pointers" },
    { "-Wa,-mabi=x,-march=y -Wp,-DA=,-MP",
      "-Wa,-mabi=x,-march=y -Wp,-DA=,-MP" },
    { "-Wa, -Wp", "-Wa, -Wp" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *line = mem_format("gcc -c %s bug.c", rows[i][0]);
    char *safe = mem_format("gcc -c %s bug.c", rows[i][1]);
    ck_assert_str_eq(runs_as(line, NULL), safe);
    free(safe);
    free(line);
  }
}
END_TEST

START_TEST(test_invocation__no_word_writes_outside)
{
  const char *line =
      runs_as("gcc -c -o /w -MF/w -MF /w -dumpdir /w -serialize-diagnostics /w "
              "-foptimization-record-file=/w -ftime-trace=/w -fprofile-dir=/w "
              "-fopt-info-all=/w -index-store-path /w -Wp,-MF,/w "
              "-fmodule-output=/w -fproc-stat-report=/w "
              "-fdiagnostics-add-output=sarif:file=/w bug.c",
              NULL);
  ck_assert_msg(!strstr(line, "/w"), "%s", line);
}
END_TEST

START_TEST(test_invocation__paths_become_absolute)
{
  char *wanted = mem_format("gcc -c -I%s/inc -I %s/inc -isystem %s/sys "
                            "-include%s/inc -fpass-plugin=%s/p.so "
                            "--config=%s/inc bug.c",
                            folder, folder, folder, folder, folder, folder);
  char *line = mem_format("gcc -c -Iinc -I inc -isystem ./sys -includeinc "
                          "-fpass-plugin=./p.so --config=inc bug.c");
  /* A separate value becomes absolute only where it exists. */
  char *inc = mem_format("%s/inc", folder), *sys = mem_format("%s/sys", folder);
  ck_assert_int_eq(file_write(inc, "", 0, NULL), RD_OK);
  ck_assert_int_eq(file_write(sys, "", 0, NULL), RD_OK);
  ck_assert_str_eq(runs_as(line, NULL), wanted);
  (void)unlink(inc);
  (void)unlink(sys);
  free(inc);
  free(sys);
  free(line);
  free(wanted);
}
END_TEST

START_TEST(test_invocation__empty_word_is_no_path)
{
  ck_assert_str_eq(runs_as("gcc -S '' bug.c", NULL), "gcc -S '' bug.c");
}
END_TEST

START_TEST(test_invocation__includes_of_the_system_stay)
{
  ck_assert_str_eq(runs_as("gcc -c -include stdio.h -I/a -I=b", NULL),
                   "gcc -c -include stdio.h -I/a -I=b bug.c");
  ck_assert_str_eq(runs_as("gcc -c -specs=nano.specs -fplugin=name", NULL),
                   "gcc -c -specs=nano.specs -fplugin=name bug.c");
}
END_TEST

START_TEST(test_invocation__values_are_no_files)
{
  ck_assert_str_eq(runs_as("gcc -c -D bug.c -x c", NULL),
                   "gcc -c -D bug.c -x c bug.c");
  invocation_use plain = { .level = "-O0" };
  ck_assert_str_eq(
      runs_as("clang -O2 -Xarch_host -O3 -Xcuda-ptxas -O1", &plain),
      "clang -O0 -c -Xarch_host -O3 -Xcuda-ptxas -O1 bug.c");
}
END_TEST

START_TEST(test_invocation__response_file_is_expanded)
{
  char *path = mem_format("%s/args", folder);
  static const char bytes[] = "-O2 -o /dev/null\n'-DX=\\'a b\\''";
  ck_assert_int_eq(file_write(path, bytes, sizeof bytes - 1, NULL), RD_OK);
  ck_assert_str_eq(runs_as("gcc -c @args", NULL),
                   "gcc -c -O2 -o hdd-out '-DX='\\''a b'\\''' bug.c");
  free(path);
}
END_TEST

START_TEST(test_invocation__response_file_that_names_itself_is_an_error)
{
  char *path = mem_format("%s/args", folder);
  ck_assert_int_eq(file_write(path, "@args", 5, NULL), RD_OK);
  const char *const words[] = { "gcc", "@args", NULL };
  rd_error err;
  ck_assert_int_eq(invocation_parse(&command, words, "bug.c", folder, &err),
                   RD_ERR_INVALID);
  ck_assert_ptr_nonnull(strstr(err.message, "@args"));
  free(path);
}
END_TEST

START_TEST(test_invocation__cache_of_results_is_left_out)
{
  ck_assert_str_eq(runs_as("/usr/bin/ccache gcc -c", NULL), "gcc -c bug.c");
}
END_TEST

START_TEST(test_invocation__colours_are_left_out)
{
  ck_assert_str_eq(runs_as("gcc -c -fdiagnostics-color=always "
                           "-fdiagnostics-format=json",
                           NULL),
                   "gcc -c bug.c");
}
END_TEST

START_TEST(test_invocation__variants_replace_mode_level_and_output)
{
  strings extra = { 0 };
  strings_add(&extra, "-X");
  invocation_use syntax = { .mode = "-fsyntax-only", .extra = &extra };
  ck_assert_str_eq(runs_as("gcc -S -O3 -o y bug.c", &syntax),
                   "gcc -X -fsyntax-only -O3 bug.c");
  invocation_use plain = { .level = "-O0" };
  ck_assert_str_eq(runs_as("gcc -S -O3 -o y bug.c", &plain),
                   "gcc -O0 -S -o hdd-out bug.c");
  invocation_use text = { .mode = "-E", .output = "/k/p" };
  ck_assert_str_eq(runs_as("gcc -S bug.c", &text), "gcc -E -o /k/p bug.c");
  ck_assert_str_eq(runs_as("gcc -S -o y bug.c", &text), "gcc -E -o /k/p bug.c");
  strings_free(&extra);
}
END_TEST

START_TEST(test_invocation__line_is_what_the_user_typed)
{
  (void)runs_as("gcc -S -o /dev/null bug.c -Iinc", NULL);
  char *line = invocation_line(&command, "bug.reduced.c", NULL);
  ck_assert_str_eq(line, "gcc -S -o /dev/null bug.reduced.c -Iinc");
  free(line);
  (void)runs_as("gcc -O2", NULL);
  strings extra = { 0 };
  strings_add(&extra, "-I/inc");
  line = invocation_line(&command, "a.c", &extra);
  ck_assert_ptr_nonnull(strstr(line, " -I/inc "));
  strings_free(&extra);
  free(line);
  line = invocation_line(&command, "a b.c", NULL);
  ck_assert_str_eq(line, "gcc -c -O2 'a b.c'");
  free(line);
}
END_TEST

START_TEST(test_invocation__value_with_the_name_of_the_file_stays_in_the_line)
{
  (void)runs_as("clang -cc1 -main-file-name bug.c -S bug.c", NULL);
  char *line = invocation_line(&command, "a.c", NULL);
  ck_assert_str_eq(line, "clang -cc1 -main-file-name bug.c -S a.c");
  free(line);
}
END_TEST

START_TEST(test_invocation__arguments_leave_out_file_mode_and_output)
{
  (void)runs_as("gcc -S -O2 -DX -o y bug.c -std=c99", NULL);
  strings words = { 0 };
  invocation_arguments(&words, &command);
  char *line = words_join(strings_argv(&words));
  ck_assert_str_eq(line, "-O2 -DX -std=c99");
  free(line);
  strings_free(&words);
}
END_TEST

START_TEST(test_invocation__inserted_options_follow_the_compiler)
{
  static const char *const lines[] = { "gcc -S bug.c -o x", "cc1 bug.c",
                                       "clang -cc1 -S bug.c" };
  strings extra = { 0 };
  strings_add(&extra, "-a");
  strings_add(&extra, "-b");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const invocation_use use = { .extra = &extra, .output = "out" };
    const invocation_use later = { .output = "out" };
    strings built = { 0 };
    const char *expected = runs_as(lines[i], &use);
    (void)invocation_insert(&command, &extra);
    ck_assert_str_eq(command.words.data[command.file], "bug.c");
    invocation_build(&built, &command, &later);
    char *joined = words_join(strings_argv(&built));
    ck_assert_str_eq(joined, expected);
    free(joined);
    strings_free(&built);
  }
  strings_free(&extra);
}
END_TEST

START_TEST(test_invocation__file_name_is_no_option)
{
  const char *const words[] = { "gcc", "-c", NULL };
  ck_assert_int_eq(invocation_parse(&command, words, "/x/-bug.c", folder, NULL),
                   RD_OK);
  ck_assert_str_eq(command.name, "./-bug.c");
  ck_assert_str_eq(command.directory, "/x");
}
END_TEST

START_TEST(test_invocation__no_command_is_an_error)
{
  const char *const words[] = { NULL };
  ck_assert_int_eq(invocation_parse(&command, words, "bug.c", folder, NULL),
                   RD_ERR_INVALID);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_invocation__file_is_appended,
    &test_invocation__file_is_replaced_where_it_stands,
    &test_invocation__file_replaces_standard_input,
    &test_invocation__without_a_mode_it_only_compiles,
    &test_invocation__script_gets_no_mode,
    &test_invocation__compiler_proper_gets_no_mode,
    &test_invocation__output_is_private,
    &test_invocation__output_is_replaced_where_it_stands,
    &test_invocation__other_programs_have_options_of_their_own,
    &test_invocation__mode_of_another_program_is_replaced,
    &test_invocation__file_that_is_read_twice_is_replaced_twice,
    &test_invocation__not_each_o_is_an_output,
    &test_invocation__side_outputs_are_dropped_or_private,
    &test_invocation__parts_write_nothing_outside,
    &test_invocation__no_word_writes_outside,
    &test_invocation__paths_become_absolute,
    &test_invocation__empty_word_is_no_path,
    &test_invocation__includes_of_the_system_stay,
    &test_invocation__values_are_no_files,
    &test_invocation__response_file_is_expanded,
    &test_invocation__response_file_that_names_itself_is_an_error,
    &test_invocation__cache_of_results_is_left_out,
    &test_invocation__nothing_is_added_to_unknown_programs,
    &test_invocation__colours_are_left_out,
    &test_invocation__variants_replace_mode_level_and_output,
    &test_invocation__line_is_what_the_user_typed,
    &test_invocation__value_with_the_name_of_the_file_stays_in_the_line,
    &test_invocation__arguments_leave_out_file_mode_and_output,
    &test_invocation__inserted_options_follow_the_compiler,
    &test_invocation__file_name_is_no_option,
    &test_invocation__no_command_is_an_error,
  };
  return run_fixture("invocation", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
