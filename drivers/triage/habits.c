/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Habits of old C in the output of compilers.
 *
 * GCC and clang name the warning in brackets; versions of GCC before 4.0 do not,
 * but all releases use the same words. Both name a habit in the same way, whether
 * they accept it with a warning or reject it.
 */
#include "triage/habits.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/errors.h"

static const struct {
  const char *name;
  const char *said[2]; /* by GCC without a name */
  bool is_error;       /* as a warning, the name has other meanings too */
} habits[] = {
  { "implicit-int", { "type defaults to" }, false },
  { "implicit-function-declaration",
    { "implicit declaration of function" },
    false },
  { "int-conversion",
    { "makes integer from pointer", "makes pointer from integer" },
    false },
  { "incompatible-pointer-types", { "incompatible pointer type" }, false },
  { "incompatible-function-pointer-types", { NULL }, false },
  { "return-mismatch",
    { "in function returning void", "in function returning non-void" },
    false },
  { "declaration-missing-parameter-type", { NULL }, false },
  { "return-type", { NULL }, true },
};
enum { HABIT_COUNT = sizeof habits / sizeof *habits };

/* Does the line name a warning, as in "[-Wx]", "[-Werror,-Wx]" or
 * "[-Werror=x]"? */
static bool names(const char *line, const char *name)
{
  size_t size = strlen(name);
  for (const char *at = line; (at = strstr(at, name)); at++)
    if (at > line + 1 && at[size] == ']' &&
        (at[-1] == '=' || (at[-1] == 'W' && at[-2] == '-')))
      return true;
  return false;
}

/* A builtin that another compiler does not know is no function without a
 * declaration. */
static bool tells(const char *line, size_t which)
{
  bool error = errors_is_error(line);
  if ((!error && (habits[which].is_error || !strstr(line, "warning: "))) ||
      strstr(line, "__builtin_"))
    return false;
  bool said = names(line, habits[which].name);
  for (size_t i = 0; i < 2 && !said && habits[which].said[i]; i++)
    said = strstr(line, habits[which].said[i]) != NULL;
  return said;
}

void habits_find(strings *out, const char *output)
{
  const char *end = output + strlen(output);
  for (const char *at = output; at < end;) {
    char *line = next_line(&at, end);
    for (size_t i = 0; i < HABIT_COUNT; i++)
      if (tells(line, i) && !strings_has(out, habits[i].name))
        strings_add(out, habits[i].name);
    free(line);
  }
}

/* The index at which warning options are inserted. */
static size_t first_place(const strings *words)
{
  return words->size > 1 && !strcmp(words->data[1], "-cc1") ? 2 : 1;
}

/* Clang's errors for habits are warnings that became errors. */
static void allow_named(strings *words, const char *output)
{
  strings named = { 0 };
  habits_find(&named, output);
  for (size_t i = 0; i < named.size; i++) {
    char *option = mem_format("-Wno-error=%s", named.data[i]);
    strings_insert(words, first_place(words) + i, option);
    free(option);
  }
  strings_free(&named);
}

void habits_allow(strings *words, compiler_family family, const char *output)
{
  if (family == FAMILY_GCC)
    strings_insert(words, first_place(words), "-fpermissive");
  if (family == FAMILY_CLANG)
    allow_named(words, output);
}

char *habits_text(const strings *names)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < names->size; i++)
    text_printf(&out, "%s%s", i ? ", " : "", names->data[i]);
  for (size_t i = 0; i < out.size; i++)
    if (out.data[i] == '-')
      out.data[i] = ' ';
  return out.data;
}

bool habits_are_valid(language of, const strings *options)
{
  static const char *const c89[] = {
    "-ansi",      "-std=c89",          "-std=c90",           "-std=gnu89",
    "-std=gnu90", "-std=iso9899:1990", "-std=iso9899:199409"
  };
  bool is_c89 = false;
  for (size_t i = 0; i < sizeof c89 / sizeof *c89; i++)
    is_c89 |= strings_has(options, c89[i]);
  return is_c89 || language_base(of) == LANGUAGE_CXX;
}

const char *habits_language(language of, const char *gcc_version)
{
  int major = atoi(gcc_version);
  if (language_base(of) == LANGUAGE_CXX)
    return major >= 16   ? "gnu++20"
           : major >= 11 ? "gnu++17"
           : major >= 6  ? "gnu++14"
                         : "gnu++98";
  return major >= 15  ? "gnu23"
         : major >= 8 ? "gnu17"
         : major >= 5 ? "gnu11"
                      : "gnu89";
}
