/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looks up rows of fixed.def. */
#include "fixed.h"

#include <ctype.h>
#include <string.h>

bool fixed_is_whole(const char *grammar, const char *type, const char *text,
                    size_t size)
{
  static const struct {
    const char *grammar, *node, *word;
  } rows[] = {
#define WHOLE(grammar, node, word) { grammar, node, word },
#include "fixed.def"
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t length = strlen(rows[i].word);
    if (strcmp(rows[i].grammar, grammar) == 0 &&
        strcmp(rows[i].node, type) == 0 && size >= length &&
        strncmp(text, rows[i].word, length) == 0 &&
        (size == length || isspace((unsigned char)text[length])))
      return true;
  }
  return false;
}

bool fixed_is_worth(const char *grammar, const char *type)
{
  static const struct {
    const char *grammar, *node;
  } rows[] = {
#define WORTH(grammar, node) { grammar, node },
#include "fixed.def"
  };
  bool has_rows = false;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    bool is_its = strcmp(rows[i].grammar, grammar) == 0;
    if (is_its && type && strcmp(rows[i].node, type) == 0)
      return true;
    has_rows = has_rows || is_its;
  }
  return !has_rows;
}

/* A row about all nodes of a type. */
typedef struct row {
  const char *grammar, *node;
} row;

static bool has_row(const row *rows, size_t count, const char *grammar,
                    const char *type)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(rows[i].grammar, grammar) == 0 &&
        strcmp(rows[i].node, type) == 0)
      return true;
  return false;
}

bool fixed_closes(const char *grammar, const char *child)
{
  static const row rows[] = {
#define CLOSES(grammar, node) { grammar, node },
#include "fixed.def"
  };
  return has_row(rows, sizeof rows / sizeof *rows, grammar, child);
}

bool fixed_is_plain(const char *grammar, const char *type)
{
  static const row rows[] = {
#define PLAIN(grammar, node) { grammar, node },
#include "fixed.def"
  };
  return has_row(rows, sizeof rows / sizeof *rows, grammar, type);
}

bool fixed_is_foreign(const char *grammar, const char *type)
{
  static const row rows[] = {
#define FOREIGN(grammar, node) { grammar, node },
#include "fixed.def"
  };
  return has_row(rows, sizeof rows / sizeof *rows, grammar, type);
}

bool fixed_is_run(const char *grammar)
{
  static const row rows[] = {
#define RUN(grammar) { grammar, "" },
#include "fixed.def"
  };
  return has_row(rows, sizeof rows / sizeof *rows, grammar, "");
}

bool fixed_needs_definitions(const char *grammar)
{
  static const row rows[] = {
#define DEFINED(grammar) { grammar, "" },
#include "fixed.def"
  };
  return has_row(rows, sizeof rows / sizeof *rows, grammar, "");
}

bool fixed_wants_uses(const char *grammar)
{
  static const row rows[] = {
#define USED(grammar, before, after) { grammar, "" },
#include "fixed.def"
  };
  return has_row(rows, sizeof rows / sizeof *rows, grammar, "");
}

const char *fixed_need(const char *grammar, const char *head, const char *type)
{
  static const struct {
    const char *grammar, *head, *node, *child;
  } rows[] = {
#define NEEDS(grammar, head, node, child) { grammar, head, node, child },
#include "fixed.def"
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].grammar, grammar) == 0 &&
        strcmp(rows[i].node, type) == 0 && strcmp(rows[i].head, head) == 0)
      return rows[i].child;
  return NULL;
}

static const struct {
  const char *grammar, *node;
  fixed_record is;
} records[] = {
#define RECORD(grammar, node, is) { grammar, node, is },
#include "fixed.def"
};

fixed_record fixed_record_of(const char *grammar, const char *type)
{
  for (size_t i = 0; i < sizeof records / sizeof *records; i++)
    if (strcmp(records[i].grammar, grammar) == 0 &&
        strcmp(records[i].node, type) == 0)
      return records[i].is;
  return FIXED_OTHER;
}

bool fixed_has_records(const char *grammar)
{
  for (size_t i = 0; i < sizeof records / sizeof *records; i++)
    if (strcmp(records[i].grammar, grammar) == 0)
      return true;
  return false;
}

static const struct {
  const char *grammar, *node, *child;
} only[] = {
#define ONLY(grammar, node, child) { grammar, node, child },
#include "fixed.def"
};

/* Is there a row about such a node, and for the child, if there is one? */
static bool has_only(const char *grammar, const char *type, const char *child)
{
  for (size_t i = 0; i < sizeof only / sizeof *only; i++)
    if (strcmp(only[i].grammar, grammar) == 0 &&
        strcmp(only[i].node, type) == 0 &&
        (!child || strcmp(only[i].child, child) == 0))
      return true;
  return false;
}

bool fixed_has_only(const char *grammar, const char *type)
{
  return has_only(grammar, type, NULL);
}

bool fixed_allows(const char *grammar, const char *type, const char *child)
{
  return has_only(grammar, type, child);
}
