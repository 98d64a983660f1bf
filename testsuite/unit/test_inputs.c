/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options that no table lists read files in the folder of the command. */
#include "compiler/inputs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/invocation.h"
#include "compiler/words.h"
#include "run_fixture.h"

static char folder[] = "/tmp/test-inputs-XXXXXX";
static invocation command;

/* What is in the folder. */
static const char *const present[] = { "f", "bug.c", "hdd-out.d" };

static void set_up(void)
{
  ck_assert_ptr_nonnull(mkdtemp(folder));
  for (size_t i = 0; i < sizeof present / sizeof *present; i++)
    ck_assert(!file_write_below(folder, present[i], "", 0, NULL));
}

static void tear_down(void)
{
  invocation_dispose(&command);
  for (size_t i = 0; i < sizeof present / sizeof *present; i++) {
    char *path = path_absolute(folder, present[i]);
    (void)unlink(path);
    free(path);
  }
  ck_assert_int_eq(rmdir(folder), 0);
}

/* Reads the command for bug.c; what runs, where the folder is "@"; caller's. */
static char *runs_as(const char *program, const char *options)
{
  strings words = { 0 }, built = { 0 };
  char *line = mem_format("%s -c %s bug.c", program, options);
  ck_assert(words_split(&words, line));
  invocation_dispose(&command);
  ck_assert(
      !invocation_parse(&command, strings_argv(&words), "bug.c", folder, NULL));
  invocation_build(&built, &command, &(invocation_use){ 0 });
  char *shown = invocation_line(&command, "bug.c", NULL);
  ck_assert_str_eq(shown, line); /* as typed */
  char *joined = words_join(strings_argv(&built));
  for (char *at; (at = strstr(joined, folder));) {
    *at = '@';
    memmove(at + 1, at + strlen(folder), strlen(at + strlen(folder)) + 1);
  }
  free(shown);
  free(line);
  strings_free(&built);
  strings_free(&words);
  return joined;
}

static void check(const char *program, const char *typed, const char *runs)
{
  char *wanted = mem_format("%s -c %s bug.c", program, runs);
  char *line = runs_as(program, typed);
  ck_assert_str_eq(line, wanted);
  free(line);
  free(wanted);
}

START_TEST(test_inputs__files_of_options_become_absolute)
{
  static const char *const rows[][2] = {
    { "-fmodule-file=f", "-fmodule-file=@/f" },
    { "-fmodule-file=foo=./f", "-fmodule-file=foo=@/f" },
    { "-Xclang -load -Xclang f", "-Xclang -load -Xclang @/f" },
    { "-Xclang -include -Xclang f", "-Xclang -include -Xclang @/f" },
    { "-Xclang -fmodule-file=f", "-Xclang -fmodule-file=@/f" },
    { "-Wp,-include,f", "-Wp,-include,@/f" },
    { "-Wp,-DX -Wp,-include -Wp,f,-DY=1",
      "-Wp,-DX -Wp,-include -Wp,@/f,-DY=1" },
    { "-Wl,--version-script=f", "-Wl,--version-script=@/f" },
    { "-T f -Wl,-T,f", "-T @/f -Wl,-T,@/f" },
    { "-Wl,-soname,f,f", "-Wl,-soname,f,@/f" },
    { "-fbasic-block-sections=f", "-fbasic-block-sections=@/f" },
    { "-fprofile-list=f", "-fprofile-list=@/f" },
    { "-fprofile-remapping-file=f", "-fprofile-remapping-file=@/f" },
    { "-fsanitize-coverage-allowlist=f", "-fsanitize-coverage-allowlist=@/f" },
    { "-fxray-always-instrument=f", "-fxray-always-instrument=@/f" },
    { "-mllvm -some-profile=f", "-mllvm -some-profile=@/f" },
    { "-Xanalyzer f", "-Xanalyzer @/f" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    check("clang", rows[i][0], rows[i][1]);
}
END_TEST

START_TEST(test_inputs__other_values_stay)
{
  static const char *const options[] = {
    "-DX=f",
    "-D f",
    "-U f",
    "-std=f",
    "-march=f",
    "-x f",
    "-Wfoo=f",
    "-fuse-ld=f",
    "-fsanitize=f",
    "-frandom-seed=f",
    "-fmodule-file=g",
    "-fmodule-file=bug.c",
    "-fmodule-file=/f",
    "-fcallgraph-info=f",
    "-fprofile-note=f",
    "-mllvm -info-output-file=f",
    "-mllvm -pass-remarks-output=f",
    "-Wp,-DX=f",
    "-Wp,-D,f",
    "-Wp,-MT,f",
    "-Wl,-soname,f",
    "-Wl,-soname=f",
    "-Wl,-e,f",
    "-Xlinker -h -Xlinker f",
    "-Xclang -target-cpu -Xclang f",
    "-Xclang -main-file-name -Xclang f",
    "-Xclang -plugin -Xclang f",
    "-Wl,-of",
  };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    check("clang", options[i], options[i]);
}
END_TEST

START_TEST(test_inputs__outputs_are_private)
{
  static const char *const rows[][2] = {
    { "-o f -fmodule-file=f", "-o hdd-out -fmodule-file=f" },
    { "-MF f -dumpdir f", "" },
    { "-Wp,-MD,f", "-Wp,-MD,hdd-out.d" },
    { "-Wl,-Map=f,-Map,f", "-Wl,-Map=hdd-out.d,-Map,hdd-out.d" },
    { "-Wa,-alh=f", "-Wa,-alh=hdd-out.d" },
    { "-Xclang -o -Xclang f", "-Xclang -o -Xclang hdd-out.d" },
    { "-ftime-trace=f", "-ftime-trace" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *line = runs_as("clang", rows[i][0]);
    char *wanted =
        mem_format("clang -c %s%sbug.c", rows[i][1], *rows[i][1] ? " " : "");
    ck_assert_str_eq(line, wanted);
    free(wanted);
    free(line);
  }
}
END_TEST

START_TEST(test_inputs__options_of_unknown_programs_stay)
{
  check("prog", "-fmodule-file=f", "-fmodule-file=f");
  check("prog", "-mllvm -x=f", "-mllvm -x=f");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_inputs__files_of_options_become_absolute,
    &test_inputs__other_values_stay,
    &test_inputs__outputs_are_private,
    &test_inputs__options_of_unknown_programs_stay,
  };
  return run_fixture("inputs", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
