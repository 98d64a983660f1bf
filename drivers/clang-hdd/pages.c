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
#define PARAGRAPH(command, text) { PAGE_PARAGRAPH, #command, text, NULL, 0 },
#define EXAMPLE(command, line, meaning)                                        \
  { PAGE_EXAMPLE, #command, line, meaning, 0 },
#define VARIABLE(command, name, meaning)                                       \
  { PAGE_VARIABLE, #command, name, meaning, 0 },
#define KEPT(command, path, meaning) { PAGE_FILE, #command, path, meaning, 0 },
#define EXITS(command, code, meaning)                                          \
  { PAGE_EXIT, #command, NULL, meaning, EXIT_##code },
#include "clang-hdd/pages.def"
#define EXIT_CODE(name, number, meaning)                                       \
  { PAGE_EXIT, "", NULL, meaning, number },
#include "clang-hdd/exit_codes.def"
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

const page_row *page_next(const page_row *last, const char *command,
                          page_part part)
{
  for (const page_row *row = last ? last + 1 : rows; row < rows + ROW_COUNT;
       row++)
    if (row->part == part && !strcmp(row->command, command))
      return row;
  /* A command without exit codes of its own has all of them. */
  bool all = part == PAGE_EXIT && *command && (!last || !*last->command);
  return all ? page_next(last, "", part) : NULL;
}
