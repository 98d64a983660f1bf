/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The table of crashes, and the search for the row that explains a line.
 *
 * One row holds everything about a line: the facts of a signature, the text
 * that a report quotes, and the place in the user's source. So they cannot
 * disagree about which line shows the crash.
 *
 * A crash uses a handful of the rows. An expression is compiled when a line
 * first contains its literal, and is kept for the life of the process, since
 * compiling it costs more than matching a whole output. Lines are matched one
 * by one because POSIX expressions cannot skip lines, and so that the cost of a
 * long output is linear. Bytes are compared in the C locale.
 */
#include "compiler/crashes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compiler/errors.h"

static const crash_row rows[] = {
#define CRASH(group, flags, literal, expression, exact, function, kind, role,  \
              captures)                                                        \
  { GROUP_##group, flags,   literal, expression, { exact, function, kind },    \
    ROLE_##role,   captures },
#define SITE(role, literal, expression, captures)                              \
  { GROUP_NONE, 0, literal, expression, { "", "", "" }, ROLE_##role, captures },
#include "compiler/crashes.def"
#undef CRASH
#undef SITE
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* Does the row match the first bytes of the line? */
static bool fits(crash_line *out, size_t row, const char *line, size_t size)
{
  static struct {
    regex_t compiled;
    bool ready;
  } expressions[ROW_COUNT];
  const char *literal = rows[row].literal;
  if (!memmem(line, size, literal, strlen(literal)))
    return false;
  if (!expressions[row].ready &&
      regcomp(&expressions[row].compiled, rows[row].expression, REG_EXTENDED))
    abort(); /* the unit test tries each row */
  expressions[row].ready = true;
  *out = (crash_line){ .row = &rows[row], .text = line };
  out->groups[0].rm_eo = (regoff_t)size;
  return !regexec(&expressions[row].compiled, line, CRASH_GROUPS, out->groups,
                  REG_STARTEND);
}

/* Does the number of a line of the text begin it, as in "   12 | int x;"? */
static bool has_gutter(const char *line)
{
  size_t size = strspn(line, " 0123456789");
  return size && line[size] == '|';
}

/* Is this a line in which compilers repeat the user's text, or what it makes
 * them say (static_assert, attributes)? */
static bool is_quotation(const char *line)
{
  return has_gutter(line) || errors_has_column(line) ||
         strstr(line, ": warning: ") || strstr(line, ": note: ") ||
         strstr(line, ": #error ");
}

bool crash_line_find(crash_line *out, const char *line, crash_reader reader)
{
  bool quoted = is_quotation(line);
  size_t size = strnlen(line, CRASH_LINE_MAX);
  for (size_t i = 0; i < ROW_COUNT; i++) {
    bool is_read = reader == READ_FACTS ? rows[i].group != GROUP_NONE
                                        : rows[i].role != ROLE_NONE;
    if (is_read && (!quoted || rows[i].role == ROLE_DIAGNOSTIC) &&
        fits(out, i, line, size))
      return true;
  }
  return false;
}

char *crash_line_group(const crash_line *self, int group)
{
  const regmatch_t *at = &self->groups[group];
  return at->rm_so < 0 ? NULL
                       : mem_copy_bytes(self->text + at->rm_so,
                                        (size_t)(at->rm_eo - at->rm_so));
}

char *crash_line_capture(const crash_line *self, char letter)
{
  const char *at = strchr(self->row->captures, letter);
  return at ? crash_line_group(self, at[1] - '0') : NULL;
}

/* ---- levels ---- */

static const char *const level_names[] = { "exact", "function", "kind" };

const char *match_level_name(match_level level)
{
  return level_names[level];
}

bool match_level_find(match_level *out, const char *name)
{
  for (size_t i = 0; i < MATCH_LEVELS; i++)
    if (!strcmp(level_names[i], name)) {
      *out = (match_level)i;
      return true;
    }
  return false;
}
