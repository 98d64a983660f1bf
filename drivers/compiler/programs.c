/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Lookups in the table of programs.
 *
 * What a program says about itself is more than its name: cc may be any
 * compiler, and a script may run one. The name decides before it is asked.
 */
#include "compiler/programs.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char *const families[] = {
  "other",
#define FAMILY(id, name) name,
#include "compiler/programs.def"
};

static const struct {
  compiler_family family;
  enum { PLAIN, DRIVER } way;
  const char *names, *version, *mark;
} programs[] = {
#define PROGRAM(family, way, names, version, mark)                             \
  { FAMILY_##family, way, names, version, mark },
#include "compiler/programs.def"
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

const char *compiler_family_name(compiler_family family)
{
  return families[family];
}

bool compiler_family_drives(compiler_family family)
{
  size_t row = 0;
  while (row < PROGRAMS && programs[row].family != family)
    row++;
  return family && row < PROGRAMS && programs[row].way == DRIVER;
}

/* The row that the program's name fits; PROGRAMS: none. */
static size_t find_name(const char *program)
{
  bool found = false;
  size_t row = 0;
  for (; row < PROGRAMS && !found; row += !found) {
    regex_t names;
    if (regcomp(&names, programs[row].names, REG_EXTENDED | REG_NOSUB))
      abort(); /* the unit test tries each row */
    found = !regexec(&names, base_name(program), 0, NULL, 0);
    regfree(&names);
  }
  return row;
}

bool compiler_name_drives(const char *program)
{
  size_t row = find_name(program);
  return row < PROGRAMS && programs[row].way == DRIVER;
}

compiler_family compiler_classify(const char *program, const char *version)
{
  for (size_t i = 0; i < PROGRAMS; i++)
    if (*programs[i].mark && strstr(version, programs[i].mark))
      return programs[i].family;
  size_t row = find_name(program);
  return row < PROGRAMS ? programs[row].family : FAMILY_OTHER;
}

const char *compiler_version_option(const char *program)
{
  size_t row = find_name(program);
  return row < PROGRAMS ? programs[row].version : "--version";
}
