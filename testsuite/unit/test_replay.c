/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What drivers print with -### becomes one process that does the same as the
 * driver. The texts are those of real compilers, without some of their chatter. */
#include "compiler/replay.h"

#include <stdlib.h>
#include <string.h>

#include "run_tests.h"

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

static rd_error err;

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

int main(void)
{
  return RUN_TESTS(
      "replay", test_replay__gcc_quotes_some_words,
      test_replay__old_gcc_quotes_all_words, test_replay__pipe_ends_a_command,
      test_replay__clang_quotes_all_words, test_replay__assemblers_do_not_count,
      test_replay__variables_are_those_before_the_compiler,
      test_replay__words_and_variables_may_hold_line_ends,
      test_replay__moved_gcc_tells_its_prefix,
      test_replay__prefix_of_the_user_is_no_move,
      test_replay__several_compilations_are_not_replayed,
      test_replay__other_texts_are_not_understood);
}
