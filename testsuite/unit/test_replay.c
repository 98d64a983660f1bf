/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What drivers print with -### becomes one process that does the same as the
 * driver, and writes nothing outside its folder. The recorded texts are those
 * of real compilers, without some of their chatter. Tests that run a compiler
 * pass where it is not installed. */
#include "compiler/replay.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "run_fixture.h"

static runner run;
static rd_error err;

static void set_up(void)
{
  ck_assert_msg(!runner_init(&run, &err), "%s", err.message);
}

static void tear_down(void)
{
  runner_dispose(&run);
}

/* ---- recorded texts ---- */

/* gcc-12 -w -O2 -c '-DX=a "b" \c' "-DY=it's" '-DZ=$h' in.c -o hdd-out */
static const char gcc_12[] =
    "Using built-in specs.\n"
    "COLLECT_GCC=gcc-12\n"
    "OFFLOAD_TARGET_NAMES=nvptx-none:amdgcn-amdhsa\n"
    "OFFLOAD_TARGET_DEFAULT=1\n"
    "Target: x86_64-linux-gnu\n"
    "Configured with: ../src/configure -v --with-pkgversion='Debian "
    "12.2.0-14+deb12u1' --prefix=/usr\n"
    "Thread model: posix\n"
    "gcc version 12.2.0 (Debian 12.2.0-14+deb12u1) \n"
    "COLLECT_GCC_OPTIONS='-w' '-O2' '-c' '-D' 'X=a \"b\" \\c' '-D' "
    "'Y=it'\\''s' '-D' 'Z=$h' '-o' 'hdd-out' '-mtune=generic'\n"
    " /usr/lib/gcc/x86_64-linux-gnu/12/cc1 -quiet -imultiarch "
    "x86_64-linux-gnu -D \"X=a \\\"b\\\" \\\\c\" -D \"Y=it's\" -D \"Z=\\$h\" "
    "in.c -quiet -dumpbase hdd-out.c -dumpbase-ext .c \"-mtune=generic\" -O2 "
    "-w -o /tmp/cc7hBpZb.s\n"
    "COLLECT_GCC_OPTIONS='-w' '-O2' '-c'\n"
    " as -W --64 -o hdd-out /tmp/cc7hBpZb.s\n"
    "COMPILER_PATH=/usr/lib/gcc/x86_64-linux-gnu/12/\n"
    "LIBRARY_PATH=/lib/:/usr/lib/\n"
    "COLLECT_GCC_OPTIONS='-w' '-O2' '-c' '-dumpdir' 'hdd-out.'\n";

/* h8300-hitachi-coff-gcc, the same options */
static const char gcc_3[] =
    "Reading specs from /usr/lib/gcc/h8300-hitachi-coff/3.4.6/specs\n"
    "Configured with: ../configure coff\n"
    "Thread model: single\n"
    "gcc version 3.4.6\n"
    " \"/usr/lib/gcc/h8300-hitachi-coff/3.4.6/cc1\" \"-quiet\" \"-DX=a "
    "\\\"b\\\" \\\\c\" \"-DY=it's\" \"-DZ=\\$h\" \"in.c\" \"-quiet\" "
    "\"-dumpbase\" \"in.c\" \"-auxbase-strip\" \"hdd-out\" \"-O2\" \"-w\" "
    "\"-o\" \"/tmp/cc9rDcxV.s\"\n"
    " \"/usr/lib/gcc/h8300-hitachi-coff/3.4.6/../../../../h8300-hitachi-coff/"
    "bin/as\" \"-o\" \"hdd-out\" \"/tmp/cc9rDcxV.s\"\n";

/* avr-gcc -w -O2 -c -pipe in.c */
static const char avr_pipe[] =
    "Using built-in specs.\n"
    "Reading specs from /usr/lib/gcc/avr/5.4.0/device-specs/specs-avr2\n"
    "COLLECT_GCC=avr-gcc\n"
    "Target: avr\n"
    "gcc version 5.4.0 (GCC) \n"
    "COLLECT_GCC_OPTIONS='-w' '-O2' '-c' '-pipe' "
    "'-specs=device-specs/specs-avr2'\n"
    " /usr/lib/gcc/avr/5.4.0/cc1 -quiet in.c \"-mn-flash=1\" -mskip-bug -quiet "
    "-dumpbase in.c -auxbase in -w -o - |\n"
    " /usr/lib/gcc/avr/5.4.0/../../../avr/bin/as \"-mmcu=avr2\" -o in.o\n";

/* gcc-12 -w -c -fcompare-debug in.c */
static const char gcc_twice[] =
    "COLLECT_GCC=gcc-12\n"
    " /usr/lib/gcc/x86_64-linux-gnu/12/cc1 -quiet in.c -quiet -dumpbase in.c "
    "-w \"-fcompare-debug=-gtoggle\" \"-fdump-final-insns=/tmp/cch9smMo.gkd\" "
    "-o /tmp/cc8xab3F.s\n"
    " as -W --64 -o in.o /tmp/cc8xab3F.s\n"
    " /usr/lib/gcc/x86_64-linux-gnu/12/cc1 -quiet in.c -quiet -dumpbase "
    "in.gk.c -gtoggle -w -fcompare-debug-second -o /dev/null\n";

/* A gcc 12 that was copied below /tmp/gcc */
static const char gcc_moved[] =
    "COLLECT_GCC=/tmp/gcc/bin/x86_64-linux-gnu-gcc-12\n"
    "COLLECT_GCC_OPTIONS='-c' '-mtune=generic' '-march=x86-64'\n"
    " /tmp/gcc/bin/../lib/gcc/x86_64-linux-gnu/12/cc1 -quiet -iprefix "
    "/tmp/gcc/bin/../lib/gcc/x86_64-linux-gnu/12/ in.c -quiet -dumpbase in.c "
    "-o /tmp/cc317dcW.s\n";

/* clang-14 -O2 -c '-DX=a "b" \c' '-DZ=$h' in.c -o hdd-out */
static const char clang_14[] =
    "Debian clang version 14.0.6\n"
    "Target: x86_64-pc-linux-gnu\n"
    "Thread model: posix\n"
    "InstalledDir: /usr/bin\n"
    " (in-process)\n"
    " \"/usr/lib/llvm-14/bin/clang\" \"-cc1\" \"-triple\" "
    "\"x86_64-pc-linux-gnu\" \"-emit-obj\" \"-disable-free\" "
    "\"-main-file-name\" \"in.c\" \"-mrelocation-model\" \"pic\" "
    "\"-fcoverage-compilation-dir=/tmp/rp\" \"-D\" \"X=a \\\"b\\\" \\\\c\" "
    "\"-D\" \"Z=\\$h\" \"-O2\" \"-ferror-limit\" \"19\" \"-faddrsig\" "
    "\"-o\" \"hdd-out\" \"-x\" \"c\" \"in.c\"\n";

/* clang-19 -c -fno-integrated-as in.i */
static const char clang_19[] =
    "Debian clang version 19.1.7 (3~deb12u1)\n"
    "Target: x86_64-pc-linux-gnu\n"
    "Thread model: posix\n"
    "InstalledDir: /usr/lib/llvm-19/bin\n"
    " (in-process)\n"
    " \"/usr/lib/llvm-19/bin/clang\" \"-cc1\" \"-triple\" "
    "\"x86_64-pc-linux-gnu\" \"-S\" \"-disable-free\" \"-main-file-name\" "
    "\"in.i\" \"-fdebug-compilation-dir=/tmp/rp\" \"-no-integrated-as\" "
    "\"-o\" \"/tmp/in-5f1c7b.s\" \"-x\" \"cpp-output\" \"in.i\"\n"
    " \"/usr/bin/as\" \"--64\" \"-o\" \"in.o\" \"/tmp/in-5f1c7b.s\"\n";

/* A text whose job can be read; lent until the next. */
static job *read_job(const char *printed, const char *file)
{
  static job it;
  job_dispose(&it);
  ck_assert_msg(!replay_read(&it, printed, file, &err), "%s", err.message);
  ck_assert_str_eq(it.words.data[it.file], file);
  return &it;
}

static void expect_words(job *it, const char *const *expected)
{
  size_t i = 0;
  for (; expected[i] && i < it->words.size; i++)
    ck_assert_str_eq(it->words.data[i], expected[i]);
  ck_assert_uint_eq(i, it->words.size);
  ck_assert_ptr_null(expected[i]);
  job_dispose(it);
}

static void expect_unsupported(const char *printed, const char *why)
{
  job it = { 0 };
  ck_assert_int_eq(replay_read(&it, printed, "in.c", &err), RD_ERR_UNSUPPORTED);
  ck_assert_str_eq(err.message, why);
  ck_assert_ptr_null(it.words.data);
}

START_TEST(test_replay__gcc_quotes_some_words)
{
  job *it = read_job(gcc_12, "in.c");
  ck_assert_uint_eq(it->file, 10);
  const char *const words[] = { "/usr/lib/gcc/x86_64-linux-gnu/12/cc1",
                                "-quiet",
                                "-imultiarch",
                                "x86_64-linux-gnu",
                                "-D",
                                "X=a \"b\" \\c",
                                "-D",
                                "Y=it's",
                                "-D",
                                "Z=$h",
                                "in.c",
                                "-quiet",
                                "-dumpbase",
                                "hdd-out.c",
                                "-dumpbase-ext",
                                ".c",
                                "-mtune=generic",
                                "-O2",
                                "-w",
                                "-o",
                                "/tmp/cc7hBpZb.s",
                                NULL };
  expect_words(it, words);
}
END_TEST

START_TEST(test_replay__old_gcc_quotes_all_words)
{
  job *it = read_job(gcc_3, "in.c");
  ck_assert_uint_eq(it->environment.size, 0);
  ck_assert_uint_eq(it->file, 5);
  const char *const words[] = { "/usr/lib/gcc/h8300-hitachi-coff/3.4.6/cc1",
                                "-quiet",
                                "-DX=a \"b\" \\c",
                                "-DY=it's",
                                "-DZ=$h",
                                "in.c",
                                "-quiet",
                                "-dumpbase",
                                "in.c",
                                "-auxbase-strip",
                                "hdd-out",
                                "-O2",
                                "-w",
                                "-o",
                                "/tmp/cc9rDcxV.s",
                                NULL };
  expect_words(it, words);
}
END_TEST

START_TEST(test_replay__pipe_ends_a_command)
{
  const char *const words[] = { "/usr/lib/gcc/avr/5.4.0/cc1",
                                "-quiet",
                                "in.c",
                                "-mn-flash=1",
                                "-mskip-bug",
                                "-quiet",
                                "-dumpbase",
                                "in.c",
                                "-auxbase",
                                "in",
                                "-w",
                                "-o",
                                "-",
                                NULL };
  expect_words(read_job(avr_pipe, "in.c"), words);
}
END_TEST

START_TEST(test_replay__clang_quotes_all_words)
{
  job *it = read_job(clang_14, "in.c");
  ck_assert_uint_eq(it->file, it->words.size - 1);
  const char *const words[] = { "/usr/lib/llvm-14/bin/clang",
                                "-cc1",
                                "-triple",
                                "x86_64-pc-linux-gnu",
                                "-emit-obj",
                                "-disable-free",
                                "-main-file-name",
                                "in.c",
                                "-mrelocation-model",
                                "pic",
                                "-fcoverage-compilation-dir=/tmp/rp",
                                "-D",
                                "X=a \"b\" \\c",
                                "-D",
                                "Z=$h",
                                "-O2",
                                "-ferror-limit",
                                "19",
                                "-faddrsig",
                                "-o",
                                "hdd-out",
                                "-x",
                                "c",
                                "in.c",
                                NULL };
  expect_words(it, words);
}
END_TEST

START_TEST(test_replay__assemblers_do_not_count)
{
  job *it = read_job(clang_19, "in.i");
  ck_assert_str_eq(it->words.data[0], "/usr/lib/llvm-19/bin/clang");
  ck_assert(strings_has(&it->words, "cpp-output"));
  job_dispose(it);
}
END_TEST

START_TEST(test_replay__variables_are_those_before_the_compiler)
{
  job *it = read_job(gcc_12, "in.c");
  ck_assert_uint_eq(it->environment.size, 4);
  ck_assert_str_eq(it->environment.data[0], "COLLECT_GCC=gcc-12");
  ck_assert_str_eq(it->environment.data[1],
                   "OFFLOAD_TARGET_NAMES=nvptx-none:amdgcn-amdhsa");
  ck_assert_str_eq(it->environment.data[2], "OFFLOAD_TARGET_DEFAULT=1");
  ck_assert_str_eq(it->environment.data[3],
                   "COLLECT_GCC_OPTIONS='-w' '-O2' '-c' '-D' 'X=a \"b\" \\c' "
                   "'-D' 'Y=it'\\''s' '-D' 'Z=$h' '-o' 'hdd-out' "
                   "'-mtune=generic'");
  job_dispose(it);
}
END_TEST

START_TEST(test_replay__words_and_variables_may_hold_line_ends)
{
  job *it = read_job("COLLECT_GCC_OPTIONS='-D' 'X=1\n in.c'\n"
                     " cc1 -D \"X=1\n in.c\" in.c -o out.s\n",
                     "in.c");
  ck_assert_uint_eq(it->environment.size, 1);
  ck_assert_str_eq(it->environment.data[0],
                   "COLLECT_GCC_OPTIONS='-D' 'X=1\n in.c'");
  const char *const words[] = { "cc1", "-D",    "X=1\n in.c", "in.c",
                                "-o",  "out.s", NULL };
  expect_words(it, words);
}
END_TEST

START_TEST(test_replay__moved_gcc_tells_its_prefix)
{
  job *it = read_job(gcc_moved, "in.c");
  ck_assert(strings_has(&it->environment,
                        "GCC_EXEC_PREFIX=/tmp/gcc/bin/../lib/gcc/"));
  job_dispose(it);
}
END_TEST

START_TEST(test_replay__prefix_of_the_user_is_no_move)
{
  job *it =
      read_job(" /usr/lib/gcc/avr/5.4.0/cc1 -iprefix /opt/x/y/ in.c\n", "in.c");
  ck_assert_uint_eq(it->environment.size, 0);
  job_dispose(it);
}
END_TEST

START_TEST(test_replay__several_compilations_are_not_replayed)
{
  expect_unsupported(gcc_twice, "-### names 2 compilations");
}
END_TEST

START_TEST(test_replay__other_texts_are_not_understood)
{
  static const char *const texts[] = {
    "",
    "\n",
    " ",
    " \"",
    " cc1",
    "cc1 in.c",
    " as in.c\n",
    "COLLECT_GCC=",
    "COLLECT_GCC_OPTIONS='-D' 'open\n cc1 in.c\n",
    "tcc: error: invalid option -- '-###'\n",
    " usage: a \"quote\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (i != 8)
      expect_unsupported(texts[i], "-### names no compiler proper");
  expect_unsupported(" cc1 other.c\n", "-### does not name in.c");
  expect_unsupported(" cc1 -dumpbase in.c\n", "-### does not name in.c");
  /* Tolerant: an open quote spoils its line only. */
  job_dispose(read_job(texts[8], "in.c"));
  job_dispose(read_job(" it \"is\n cc1 in.c\n", "in.c"));
}
END_TEST

/* ---- real compilers ---- */

/* A compiler that may be there. */
typedef struct real {
  const char *program;
  compiler_family family;
} real;

static const real reals[] = { { "gcc-12", FAMILY_GCC },
                              { "gcc-11", FAMILY_GCC },
                              { "clang-14", FAMILY_CLANG },
                              { "clang-19", FAMILY_CLANG } };

enum { REALS = sizeof reals / sizeof *reals };

static bool is_missing(const char *program)
{
  char *path = path_program(program);
  free(path);
  return !path;
}

/* A command of blank-separated words with the file last. */
static job make_user(const char *program, const char *options, const char *file)
{
  job user = { 0 };
  strings_add(&user.words, program);
  for (const char *at = options; *at;) {
    size_t size = strcspn(at, " ");
    strings_take(&user.words, mem_copy_bytes(at, size));
    at += size + (at[size] == ' ');
  }
  user.file = user.words.size;
  strings_add(&user.words, file);
  return user;
}

static rd_status find(job *out, const real *compiled_by, const char *options,
                      const char *file)
{
  compiler it = { .family = compiled_by->family };
  job user = make_user(compiled_by->program, options, file);
  rd_status status = replay_find(out, &run, &it, &user, file, &err);
  job_dispose(&user);
  return status;
}

static size_t count_files(const char *folder)
{
  DIR *dir = opendir(folder);
  if (!dir)
    return 0;
  size_t count = 0;
  for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
    count += entry->d_name[0] != '.';
  (void)closedir(dir);
  return count;
}

/* Runs the job on a text in a folder that stays, kept/test. */
static rd_run run_kept(job *it, const char *text)
{
  static const rd_limits limits = { .wall_ms = 60000 };
  char *folder = mem_format("%s/test", run.kept);
  char *path = mem_format("%s/%s", folder, it->words.data[it->file]);
  strings environment = { 0 };
  runner_environment(&environment, &run, &it->environment);
  rd_scratch_remove(folder);
  ck_assert_int_eq(mkdir(folder, 0700), 0);
  ck_assert(mkdir(run.temporary, 0700) == 0 || path_exists(run.temporary));
  ck_assert_int_eq(file_write(path, text, strlen(text), NULL), RD_OK);
  rd_run_spec spec = { .argv = strings_argv(&it->words),
                       .env = strings_argv(&environment),
                       .directory = folder,
                       .limits = limits };
  rd_run out = { 0 };
  ck_assert_int_eq(rd_keeper_run(&out, run.keeper, &spec, NULL), RD_OK);
  ck_assert_int_eq(out.end, RD_END_EXIT);
  strings_free(&environment);
  free(path);
  free(folder);
  return out;
}

/* The exit status of the job on a text, which leaves no file but in its own
 * folder. *names_out: how many are there. */
static int status_of(job *it, const char *text, size_t *names_out)
{
  rd_run got = run_kept(it, text);
  char *folder = mem_format("%s/test", run.kept);
  *names_out = count_files(folder);
  ck_assert_uint_eq(count_files(run.kept), 1);
  ck_assert_uint_eq(count_files(run.temporary), 0);
  if (got.status)
    ck_assert_ptr_nonnull(strstr(got.output, "error:"));
  int status = got.status;
  rd_run_dispose(&got);
  free(folder);
  return status;
}

START_TEST(test_replay__job_compiles_as_the_driver_does)
{
  static const char *const options[] = {
    "-c",
    "-S -O2 -o hdd-out",
    "-fsyntax-only",
    "-c -pipe",
    "-c -save-temps -g",
    "-c -O2 -o /dev/null",
    "-c -MD -MP -fstack-usage --coverage -gsplit-dwarf -g",
    "-c -flto -x c",
  };
  for (size_t i = 0; i < REALS; i++)
    for (size_t j = 0; j < sizeof options / sizeof *options; j++) {
      if (is_missing(reals[i].program))
        continue;
      job it = { 0 };
      size_t names;
      ck_assert_msg(!find(&it, &reals[i], options[j], "in.c"), "%s %s: %s",
                    reals[i].program, options[j], err.message);
      ck_assert_int_eq(status_of(&it, "int f(void) { return 1; }\n", &names),
                       0);
      /* -fsyntax-only has no output */
      ck_assert_uint_ge(names, j == 2 ? 1 : 2);
      ck_assert_int_eq(status_of(&it, "int f(void) { return x; }\n", &names),
                       1);
      job_dispose(&it);
    }
}
END_TEST

START_TEST(test_replay__preprocessed_text_stays_so)
{
  for (size_t i = 0; i < REALS; i++) {
    if (is_missing(reals[i].program))
      continue;
    job it = { 0 };
    size_t names;
    ck_assert_int_eq(find(&it, &reals[i], "-c -DX=1", "in.i"), RD_OK);
    ck_assert_int_eq(status_of(&it, "int X;\n", &names), 0);
    job_dispose(&it);
    ck_assert_int_eq(find(&it, &reals[i], "-c -DX=1", "in.c"), RD_OK);
    ck_assert_int_eq(status_of(&it, "int X;\n", &names), 1);
    job_dispose(&it);
  }
}
END_TEST

START_TEST(test_replay__outputs_elsewhere_come_home)
{
  char *side = mem_format("-Wp,-MD,%s/side.d -fdump-tree-optimized=%s/dump "
                          "-c -O1 -o %s/out",
                          run.kept, run.kept, run.kept);
  job it = { 0 };
  size_t names;
  if (!is_missing(reals[0].program)) {
    ck_assert_int_eq(find(&it, &reals[0], side, "in.c"), RD_OK);
    ck_assert_int_eq(status_of(&it, "int x;int f(void){return x;}\n", &names),
                     0);
    ck_assert_uint_eq(names, 4);
  }
  job_dispose(&it);
  free(side);
}
END_TEST

START_TEST(test_replay__folder_of_the_question_is_forgotten)
{
  for (size_t i = 0; i < REALS; i++) {
    if (is_missing(reals[i].program))
      continue;
    job it = { 0 };
    ck_assert_int_eq(find(&it, &reals[i], "-c -g --coverage", "in.c"), RD_OK);
    for (size_t j = 0; j < it.words.size; j++)
      ck_assert_ptr_null(strstr(it.words.data[j], run.scratch));
    job_dispose(&it);
  }
}
END_TEST

START_TEST(test_replay__job_is_its_own_replay)
{
  for (size_t i = 0; i < REALS; i++) {
    if (is_missing(reals[i].program))
      continue;
    compiler other = { .family = FAMILY_OTHER };
    job it = { 0 }, again = { 0 };
    ck_assert_int_eq(find(&it, &reals[i], "-c -O2", "in.c"), RD_OK);
    ck_assert_int_eq(replay_find(&again, &run, &other, &it, "in.c", &err),
                     RD_OK);
    char *first = job_line(&it), *second = job_line(&again);
    ck_assert_str_eq(first, second);
    ck_assert_uint_eq(it.file, again.file);
    free(first);
    free(second);
    job_dispose(&it);
    job_dispose(&again);
  }
}
END_TEST

/* ---- programs that are no compilers ---- */

/* A script in the folder of files that stay; caller's. */
static char *make_script(const char *text)
{
  char *path = mem_format("%s/script", run.kept);
  ck_assert_int_eq(file_write(path, text, strlen(text), NULL), RD_OK);
  ck_assert_int_eq(chmod(path, 0700), 0);
  return path;
}

START_TEST(test_replay__environment_of_the_command_is_kept)
{
  char *path = make_script("#!/bin/sh\necho COLLECT_GCC=$A$B\n"
                           "echo \" /bin/sh -cc1 in.c\"\n");
  compiler gcc = { .family = FAMILY_GCC };
  job user = make_user(path, "-c", "in.c"), it = { 0 };
  strings_add(&user.environment, "A=1");
  strings_add(&user.environment, "B");
  ck_assert_int_eq(replay_find(&it, &run, &gcc, &user, "in.c", &err), RD_OK);
  char *line = job_line(&it);
  ck_assert_str_eq(line, "env -u B A=1 COLLECT_GCC=1 /bin/sh -cc1 in.c");
  free(line);
  job_dispose(&user);
  job_dispose(&it);
  free(path);
}
END_TEST

START_TEST(test_replay__script_around_a_driver_is_passed_by)
{
  char *path = make_script("#!/bin/sh\nexec gcc-12 -DX=3 \"$@\"\n");
  real script = { path, FAMILY_GCC };
  job it = { 0 };
  if (!is_missing("gcc-12")) {
    ck_assert_int_eq(find(&it, &script, "-c", "in.c"), RD_OK);
    ck_assert_str_eq(base_name(it.words.data[0]), "cc1");
    ck_assert(strings_has(&it.words, "X=3"));
  }
  job_dispose(&it);
  free(path);
}
END_TEST

START_TEST(test_replay__what_cannot_be_replayed_is_said)
{
  char *path = make_script("#!/bin/sh\ncase $1 in\n"
                           "-###) ;;\n*) exit 9;;\nesac\n"
                           "case $2 in\n"
                           "fail) exit 1;;\n"
                           "gone) echo ' /none/cc1 in.c';;\n"
                           "near) echo ' ./cc1 in.c';;\n"
                           "esac\n");
  const struct {
    const char *word;
    compiler_family family;
    char *why;
  } rows[] = {
    { "-c", FAMILY_TCC, mem_format("%s is neither gcc nor clang", path) },
    { "fail", FAMILY_GCC, mem_format("%s -### fails", path) },
    { "gone", FAMILY_GCC,
      mem_copy("cannot run /none/cc1: No such file or directory") },
    { "near", FAMILY_GCC, mem_copy("the compiler's path is relative: ./cc1") },
    { "none", FAMILY_CLANG, mem_copy("-### names no compiler proper") },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    real script = { path, rows[i].family };
    job it = { 0 };
    ck_assert_int_eq(find(&it, &script, rows[i].word, "in.c"),
                     RD_ERR_UNSUPPORTED);
    ck_assert_str_eq(err.message, rows[i].why);
    ck_assert_ptr_null(it.words.data);
    free(rows[i].why);
  }
  free(path);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_replay__gcc_quotes_some_words,
    &test_replay__old_gcc_quotes_all_words,
    &test_replay__pipe_ends_a_command,
    &test_replay__clang_quotes_all_words,
    &test_replay__assemblers_do_not_count,
    &test_replay__variables_are_those_before_the_compiler,
    &test_replay__words_and_variables_may_hold_line_ends,
    &test_replay__moved_gcc_tells_its_prefix,
    &test_replay__prefix_of_the_user_is_no_move,
    &test_replay__several_compilations_are_not_replayed,
    &test_replay__other_texts_are_not_understood,
    &test_replay__job_compiles_as_the_driver_does,
    &test_replay__preprocessed_text_stays_so,
    &test_replay__outputs_elsewhere_come_home,
    &test_replay__folder_of_the_question_is_forgotten,
    &test_replay__job_is_its_own_replay,
    &test_replay__environment_of_the_command_is_kept,
    &test_replay__script_around_a_driver_is_passed_by,
    &test_replay__what_cannot_be_replayed_is_said,
  };
  return run_fixture("replay", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
