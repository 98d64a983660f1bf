/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The texts of pages.def, looked up by command.
 *
 * They are few and are read once in a process that prints help, so a linear
 * search is enough.
 */
#include "clang-hdd/pages.h"

#include <stdbool.h>
#include <string.h>

#include "clang-hdd/exit_code.h"

static const page_row rows[] = {
#define PARAGRAPH(command, text) { PAGE_PARAGRAPH, #command, text, NULL },
#define EXAMPLE(command, line, meaning)                                        \
  { PAGE_EXAMPLE, #command, line, meaning },
#define VARIABLE(command, name, meaning)                                       \
  { PAGE_VARIABLE, #command, name, meaning },
#define KEPT(command, path, meaning) { PAGE_FILE, #command, path, meaning },
#define EXITS(command, code, meaning)
#include "clang-hdd/pages.def"
#undef EXITS
#undef KEPT
#undef VARIABLE
#undef EXAMPLE
#undef PARAGRAPH
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static const struct {
  const char *command;
  page_exit code;
} exits[] = {
#define PARAGRAPH(command, text)
#define EXAMPLE(command, line, meaning)
#define VARIABLE(command, name, meaning)
#define KEPT(command, path, meaning)
#define EXITS(command, code, meaning) { #command, { EXIT_##code, meaning } },
#include "clang-hdd/pages.def"
#undef EXITS
#undef KEPT
#undef VARIABLE
#undef EXAMPLE
#undef PARAGRAPH
};
enum { EXIT_ROW_COUNT = sizeof exits / sizeof *exits };

static const page_exit codes[] = {
#define EXIT_CODE(name, number, meaning) { number, meaning },
#include "clang-hdd/exit_codes.def"
#undef EXIT_CODE
};
enum { CODE_COUNT = sizeof codes / sizeof *codes };

const page_row *page_next(const page_row *last, const char *command,
                          page_part part)
{
  for (const page_row *row = last ? last + 1 : rows; row < rows + ROW_COUNT;
       row++)
    if (row->part == part && !strcmp(row->command, command))
      return row;
  return NULL;
}

const page_exit *page_exit_at(const char *command, size_t index)
{
  bool has_rows = false;
  for (size_t i = 0; i < EXIT_ROW_COUNT; i++) {
    if (strcmp(exits[i].command, command) != 0)
      continue;
    has_rows = true;
    if (!index--)
      return &exits[i].code;
  }
  return !has_rows && index < CODE_COUNT ? &codes[index] : NULL;
}
