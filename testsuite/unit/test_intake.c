/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whatever bytes a file holds, reading it ends with compilations or with one
 * line. The bytes are made by a generator with a fixed start, so that a failure
 * can be repeated. */
#include "intake/intake.h"

#include <stdint.h>

#include "compiler/launchers.h"
#include "intake_fixture.h"
#include "run_fixture.h"

static uint64_t state;

/* xorshift64*. */
static uint32_t next_number(uint32_t below)
{
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (uint32_t)((state * UINT64_C(2685821657736338717)) >> 33) % below;
}

/* Changes the text here and there: bytes, runs of bytes, its end. */
static void mutate(textbuf *text)
{
  static const char bytes[] = "\"'\\\n\t #/@$`=-<>|&;()[]{}:,\x01\xff ac1.";
  for (uint32_t i = 1 + next_number(8); i && text->size; i--) {
    size_t at = next_number((uint32_t)text->size);
    size_t size = next_number(40);
    if (size > text->size - at)
      size = text->size - at;
    switch (next_number(4)) {
    case 0:
      text->data[at] = bytes[next_number(sizeof bytes - 1)];
      break;
    case 1:
      memmove(text->data + at, text->data + at + size, text->size - at - size);
      text->size -= size;
      break;
    case 2: {
      char *copy = mem_copy_bytes(text->data + at, size);
      text_add(text, copy, size);
      free(copy);
      break;
    }
    default:
      if (!next_number(4))
        text->size = at;
    }
  }
  text->data[text->size] = '\0';
}

/* What came out can be used. */
static void check_found(rd_status status)
{
  if (status) {
    ck_assert(*why.message);
    return;
  }
  ck_assert_uint_gt(found.size, 0);
  for (size_t i = 0; i < found.size; i++) {
    const compilation *it = &found.data[i];
    char *text = NULL;
    size_t size = 0;
    ck_assert_ptr_nonnull(it->file);
    if (!file_read(&text, &size, it->file, NULL))
      ck_assert_uint_le(it->preface, size);
    free(text);
    invocation command = { 0 };
    if (it->command.size)
      (void)compilation_parse(&command, it, folder, NULL);
    invocation_dispose(&command);
  }
}

static void try_many(const char *name, const char *seed, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    textbuf text = { 0 };
    text_puts(&text, seed);
    mutate(&text);
    ck_assert_int_eq(file_write(name, text.data, text.size, NULL), RD_OK);
    text_free(&text);
    check_found(given(name, NULL, NULL));
  }
}

enum { MANY = 600 };

START_TEST(test_intake__bears_any_reproducer)
{
  state = 1;
  put("a-1.c", "int x;\n");
  put_program("bin/clang-14", NULL);
  try_many("a-1.sh",
           "# Crash reproducer for clang version 14.0.6\n"
           "# Driver args: \"-O1\" \"-I\" \"x y\" \"-o\" \"a.o\" \"a.c\"\n"
           "# Original command:  \"clang\" \"-cc1\" \"-x\" \"c\" \"a.c\"\n"
           " \"clang\" \"-cc1\" \"-D\" \"X=\\\"\\$\" \"-x\" \"c\" \"a-1.c\"\n",
           MANY);
}
END_TEST

START_TEST(test_intake__bears_any_report)
{
  state = 2;
  put_program("bin/gcc-12", NULL);
  try_many("cc.out",
           "// Target: x86_64-linux-gnu\n// Configured with: ../configure "
           "--host=x86_64-linux-gnu --target=x86_64-linux-gnu\n"
           "// gcc version 12.2.0 \n// \n// a.c:1:1: internal compiler error\n"
           "\n// /usr/lib/gcc/x/12/cc1 -quiet -I in c -D X=a b a.c -dumpbase "
           "a.c -O2 -o - -frandom-seed=0\n\n# 0 \"a.c\"\nint x;\n",
           MANY);
}
END_TEST

START_TEST(test_intake__bears_any_line)
{
  static const char seed[] = "cd sub && L=1 env -u X ccache gcc \"-DX=\\\"y\" "
                             "-include b.c -xc -c a.c @rsp >log 2>&1; true";
  state = 3;
  put("a.c", "int a;\n");
  put("rsp", "-O2 'a b' @rsp2");
  ck_assert_int_eq(mkdir("sub", 0700), 0);
  for (unsigned i = 0; i < MANY; i++) {
    textbuf text = { 0 };
    strings words = { 0 };
    text_puts(&text, seed);
    mutate(&text);
    strings_add(&words, text.data);
    intake_request request = { .command = &words, .cwd = folder };
    intake_dispose(&found);
    why = (rd_error){ .status = RD_OK };
    check_found(intake_find(&found, &request, &why));
    strings_free(&words);
    text_free(&text);
  }
}
END_TEST

START_TEST(test_intake__bears_any_words)
{
  static const char seed[] = "nice -n 3 env A=1 -C sub time -o x distcc -j 2 "
                             "libtool --mode=compile gcc -o a.o -x c a.c";
  state = 4;
  for (unsigned i = 0; i < MANY; i++) {
    textbuf text = { 0 };
    strings words = { 0 };
    launched rest = { 0 };
    text_puts(&text, seed);
    mutate(&text);
    if (words_split(&words, text.data))
      launchers_strip(&words, &rest);
    launched_dispose(&rest);
    strings_free(&words);
    text_free(&text);
  }
}
END_TEST

START_TEST(test_intake__file_is_known_by_what_it_holds)
{
  put("plain.sh", "echo\n");
  put("x.c", "// Target: the moon\nint x;\n");
  refuses("plain.sh", NULL, NULL, RD_ERR_INVALID, "not a crash reproducer");
  ck_assert_int_eq(given("plain.sh", "./mycc", NULL), RD_OK);
  ck_assert_int_eq(given("x.c", NULL, NULL), RD_OK);
  ck_assert_uint_eq(found.data[0].preface, 0);
  put("x.c", "// Target: avr\n// gcc version 5 \nint x;\n");
  refuses("x.c", NULL, NULL, RD_ERR_INVALID, "cc1");
  put("compile_commands.json", "[]");
  refuses("compile_commands.json", NULL, NULL, RD_ERR_UNSUPPORTED, "-p DIR");
  strings none = { 0 };
  intake_request request = {
    .file = "plain.sh", .is_source = true, .command = &none, .cwd = folder
  };
  intake_dispose(&found);
  ck_assert_int_eq(intake_find(&found, &request, NULL), RD_OK);
  ck_assert_str_eq(found.data[0].file, "plain.sh");
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_intake__bears_any_reproducer,
    &test_intake__bears_any_report,
    &test_intake__bears_any_line,
    &test_intake__bears_any_words,
    &test_intake__file_is_known_by_what_it_holds,
  };
  return run_fixture("intake", tests, sizeof tests / sizeof *tests,
                     enter_folder, leave_folder);
}
