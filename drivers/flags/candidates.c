/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Options worth trying on a file whose options are unknown.
 *
 * A file from a compiler's test suite states its own: GCC's in comments such as
 * { dg-options "-O2 -g" }, LLVM's in lines such as RUN: %clang_cc1 -O2 %s. A
 * RUN line counts from the compiler to a pipe or redirection, without words
 * that mean nothing to a reader: file names and substitutions. The usual
 * options follow, the likeliest first according to bug trackers: most crashes
 * need a level, many of the rest debug information.
 *
 * The file may come from anybody. So an option is rejected if it names a path,
 * or makes a compiler run other programs, load code or pass options to tools
 * that can. Only the first few sets are taken.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/words.h"
#include "flags/flags.h"

enum { OWN_MOST = 16 }; /* sets of options taken from the file itself */

static void add(strings *out, const char *line)
{
  if (*line && !strings_has(out, line))
    strings_add(out, line);
}

/* Could the option do more than compile? */
static bool is_unsafe(const char *word)
{
  static const char *const begins[] = {
    "@",        "-wrapper", "-B",       "--prefix",       "-specs",
    "--specs",  "-load",    "-ccc-",    "-config",        "--config",
    "-Wa,",     "-Wp,",     "-Wl,",     "-Xpreprocessor", "-Xassembler",
    "-Xlinker", "-fuse-ld", "--ld-path"
  };
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (starts_with(word, begins[i]))
      return true;
  return strstr(word, "plugin") || strchr(word, '/');
}

/* Adds the words that only compile. A bare word after an unsafe option is its
 * value. */
static void add_safe(strings *out, const strings *words)
{
  for (size_t i = 0; i < words->size; i++) {
    const char *word = words->data[i];
    const char *next = i + 1 < words->size ? words->data[i + 1] : NULL;
    bool takes = invocation_takes_value(word) ||
                 (is_unsafe(word) && next && isalnum((unsigned char)next[0]));
    const char *value = takes ? next : NULL;
    i += value != NULL;
    if (is_unsafe(word) || (value && is_unsafe(value)))
      continue;
    strings_add(out, word);
    if (value)
      strings_add(out, value);
  }
}

static void add_words(strings *out, strings *words)
{
  if (!words->size)
    return;
  char *line = words_join(strings_argv(words));
  add(out, line);
  free(line);
}

/* ---- dg ---- */

/* Adds the quoted string after the directive, following the options given so
 * far. */
static void add_directive(strings *out, strings *given, const char *at)
{
  size_t line = strcspn(at, "\n");
  const char *open = memchr(at, '"', line);
  const char *close =
      open ? memchr(open + 1, '"', line - (size_t)(open + 1 - at)) : NULL;
  if (!close)
    return;
  char *quoted = mem_copy_bytes(open + 1, (size_t)(close - open - 1));
  strings words = { 0 };
  (void)words_split(&words, quoted);
  add_safe(given, &words);
  add_words(out, given);
  strings_free(&words);
  free(quoted);
}

static void add_dg(strings *out, const char *text)
{
  static const char *const names[] = { "dg-options", "dg-additional-options" };
  strings given = { 0 };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (const char *at = text;
         out->size < OWN_MOST && (at = strstr(at, names[i])); at++) {
      if (i == 0) /* dg-options for another target replaces the earlier one */
        strings_free(&given), given = (strings){ 0 };
      add_directive(out, &given, at + strlen(names[i]));
    }
  strings_free(&given);
}

/* ---- RUN ---- */

/* The line after "RUN:" at *place with its continuation lines; caller's. Moves
 * *place to their end. */
static char *run_line(const char **place)
{
  const char *at = *place;
  textbuf out = { 0 };
  text_puts(&out, "");
  for (;;) {
    size_t size = strcspn(at, "\n");
    bool more = size && at[size - 1] == '\\';
    text_add(&out, at, more ? size - 1 : size);
    *place = at + size;
    const char *next = more ? strstr(at + size, "RUN:") : NULL;
    if (!next || memchr(at + size + 1, '\n', (size_t)(next - at) - size - 1))
      return out.data;
    at = next + strlen("RUN:");
  }
}

static bool ends_command(const char *word)
{
  return (word[0] && strchr("|>;&", word[0])) || starts_with(word, "2>") ||
         starts_with(word, "1>");
}

/* Options for the tests themselves, of no use to a reader. */
static bool is_of_tests(const char *word)
{
  return strchr(word, '%') || !strcmp(word, "-") ||
         starts_with(word, "-verify") || !strcmp(word, "-disable-free");
}

static void add_run_words(strings *out, const strings *words, size_t first)
{
  strings kept = { 0 };
  for (size_t i = 0; i < first; i++)
    strings_add(&kept, words->data[i]);
  for (size_t i = first; i < words->size; i++) {
    const char *word = words->data[i];
    if (ends_command(word))
      break;
    bool value = invocation_takes_value(word) && i + 1 < words->size;
    bool useless = is_of_tests(word) || !strcmp(word, "-o") ||
                   (value && is_of_tests(words->data[i + 1]));
    if (!useless)
      strings_add(&kept, word);
    if (value && !useless)
      strings_add(&kept, words->data[i + 1]);
    i += value;
  }
  if (kept.size > first)
    add_words(out, &kept);
  strings_free(&kept);
}

static void add_run(strings *out, const char *line)
{
  strings words = { 0 };
  if (!words_split(&words, line) || !words.size) {
    strings_free(&words);
    return;
  }
  const char *program = words.data[0];
  strings found = { 0 };
  bool cc1 = !strcmp(program, "%clang_cc1");
  bool driver = !strcmp(program, "%clang") || !strcmp(program, "%clangxx");
  if (cc1)
    strings_add(&found, "-cc1");
  for (size_t i = 1; i < words.size; i++)
    strings_add(&found, words.data[i]);
  strings safe = { 0 };
  add_safe(&safe, &found);
  if (cc1 || driver)
    add_run_words(out, &safe, cc1);
  strings_free(&safe);
  strings_free(&found);
  strings_free(&words);
}

static void add_runs(strings *out, const char *text)
{
  for (const char *at = text;
       out->size < OWN_MOST && (at = strstr(at, "RUN:"));) {
    at += strlen("RUN:");
    char *line = run_line(&at);
    add_run(out, line);
    free(line);
  }
}

/* ---- the usual ones ---- */

static const char *const usual[] = {
  "-O2",
  "-O3",
  "-O1",
  "-Os",
  "-g",
  "-O2 -g",
  "-O0",
  "-O3 -g",
  "-Og -g",
  "-O3 -march=native",
  "-Ofast",
  "-O2 -fPIC",
  "-fsanitize=undefined",
  "-O2 -fsanitize=address",
  "-O2 -flto",
  "-fopenmp",
};

void flags_candidates(strings *out, const compiler *of, const char *text,
                      size_t size)
{
  char *copy = mem_copy_bytes(text, size);
  add_dg(out, copy);
  if (of->family == FAMILY_CLANG)
    add_runs(out, copy);
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    add(out, usual[i]);
    if (i == 3 && of->family == FAMILY_CLANG)
      add(out, "-Oz");
  }
  free(copy);
}
