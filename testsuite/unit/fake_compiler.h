/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiler for tests: a shell script that crashes on a file with the word bug
 * in it, and calls the word bad an error, and warns of odd. */
#ifndef TEST_FAKE_COMPILER_H
#define TEST_FAKE_COMPILER_H

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/compiler.h"
#include "base/files.h"

/* As GCC it crashes in the same place whenever it meets bug; "sleep" lets it hang,
 * "spin" keeps it busy, "other" crashes elsewhere, "full" meets a full disk,
 * "orphan" (once) and "orphans" kill whoever runs it, "shy" hides the crash the
 * first time, "late" is an error of its back end. It is its own driver: cc1-fake is the compiler without
 * it, which does not crash with "silent" and does with "liar", and whose output
 * the assembler does not take with "asm". */
static const char fake_script[] =
    "#!/bin/sh\n"
    "for arg; do\n"
    "  case $arg in\n"
    "    --version) echo 'fake-gcc (GCC) 1.0'\n"
    "      echo 'Copyright Free Software Foundation'; exit 0;;\n"
    "    -fsyntax-only) syntax=1;;\n"
    "    -###) ask=1;;\n"
    "    --alone) alone=1;;\n"
    "    -dM) [ \"$last\" != -I ] || exit 1\n"
    "      echo '#define __FAKE__ 1'; exit 0;;\n"
    "    *.c) file=$arg;;\n"
    "  esac\n"
    "  last=$arg\n"
    "done\n"
    "[ -e \"$file\" ] || { echo 'no input'; exit 1; }\n"
    "if [ \"$ask\" ]; then\n"
    "  echo \" \\\"${0%/*}/cc1-fake\\\" --alone $file\"; exit 0\n"
    "fi\n"
    "if [ \"$alone\" ] && grep -qw silent \"$file\"; then exit 0; fi\n"
    "if [ \"$alone\" ] && grep -qw liar \"$file\"; then\n"
    "  echo \"$file:1:1: internal compiler error: in fake, at f.cc:1\"; exit "
    "4\n"
    "fi\n"
    "if grep -qw orphan \"$file\" && ! [ -e \"$0.orphan\" ]; then\n"
    "  touch \"$0.orphan\"; kill -9 $PPID; sleep 60\n"
    "fi\n"
    "if grep -qw orphans \"$file\"; then kill -9 $PPID; sleep 60; fi\n"
    "if grep -qw shy \"$file\" && ! [ -e \"$0.shy\" ]; then\n"
    "  touch \"$0.shy\"; exit 0\n"
    "fi\n"
    "if grep -qw bad \"$file\"; then\n"
    "  echo \"$file:1:1: error: 'bad' undeclared\"; exit 1\n"
    "fi\n"
    "if grep -qw odd \"$file\"; then\n"
    "  echo \"$file:1:1: warning: unused variable 'odd' [-Wunused]\"\n"
    "fi\n"
    "[ -z \"$syntax\" ] || exit 0\n"
    "if grep -qw sleep \"$file\"; then sleep 60; fi\n"
    "if grep -qw spin \"$file\"; then while :; do :; done; fi\n"
    "if grep -qw full \"$file\"; then\n"
    "  echo 'as: No space left on  device' | tr -s ' '; exit 1\n"
    "fi\n"
    "if grep -qw late \"$file\"; then\n"
    "  echo \"$file:1:1: error: impossible constraint\"; late=1\n"
    "fi\n"
    "if grep -qw other \"$file\"; then\n"
    "  echo \"$file:1:1: internal compiler error: in other, at o.cc:2\"; exit "
    "4\n"
    "fi\n"
    "if grep -qw bug \"$file\"; then\n"
    "  echo \"$file:1:1: internal compiler error: in fake, at f.cc:1\"; exit "
    "4\n"
    "fi\n"
    "if [ -z \"$alone\" ] && grep -qw asm \"$file\"; then\n"
    "  echo '/tmp/x.s: Assembler messages:'\n"
    "  echo '/tmp/x.s:3: Error: no such instruction'; exit 1\n"
    "fi\n"
    "exit $((late))\n";

typedef struct fake {
  runner run;
  invocation command;
  compiler compiler;
  strings argv;
} fake;

/* Writes the script beside the runner's folders and asks it what it is. */
static inline void fake_set_up(fake *out, const char *options)
{
  rd_error err = { 0 };
  *out = (fake){ 0 };
  ck_assert_msg(!runner_init(&out->run, true, &err), "%s", err.message);
  char *path = mem_format("%s/fake-gcc", out->run.kept);
  ck_assert_int_eq(file_write(path, fake_script, strlen(fake_script), NULL),
                   RD_OK);
  ck_assert_int_eq(chmod(path, 0700), 0);
  char *proper = mem_format("%s/cc1-fake", out->run.kept);
  ck_assert_int_eq(symlink("fake-gcc", proper), 0);
  free(proper);
  const char *const words[] = { path, options, NULL };
  ck_assert_int_eq(invocation_parse(&out->command, words, "in.c", "/tmp", NULL),
                   RD_OK);
  ck_assert_msg(
      !compiler_probe(&out->compiler, &out->run, &out->command, "", 0, &err),
      "%s", err.message);
  invocation_use use = { .extra = &out->compiler.extra };
  invocation_build(&out->argv, &out->command, &use);
  free(path);
}

static inline void fake_tear_down(fake *self)
{
  char *scratch = mem_copy(self->run.scratch);
  strings_free(&self->argv);
  compiler_dispose(&self->compiler);
  invocation_dispose(&self->command);
  runner_dispose(&self->run);
  ck_assert_int_eq(access(scratch, F_OK), -1);
  free(scratch);
}

static inline source fake_source(const char *bytes)
{
  return (source){ "in.c", bytes, strlen(bytes) };
}

#endif
