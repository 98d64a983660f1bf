/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The slots of completion scripts and man pages. They know the tables but no
 * syntax: the templates have the syntax, and `quote` escapes for the output. */
#include "clang-hdd/tables.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/template.h"

/* The date of the last change of the texts; with the date of a build, each
 * build would differ. */
#define MANUAL_DATE "2026-11-21"

static void quote(textbuf *out, const tables *self, quote_kind kind,
                  const char *text)
{
  if (text && *text)
    self->quote(out, kind, text);
}

/* ---- loops ---- */

/* A command's words are completed wherever an option is not. */
static void set_command(tables *self, const command *which)
{
  self->command = which;
  self->option = NULL;
  self->source = which ? value_of_words(which->name) : VALUE_NOTHING;
}

static bool turn_commands(void *payload, size_t index)
{
  tables *self = payload;
  self->index = index;
  set_command(self, command_at(index));
  return self->command != NULL;
}

static bool turn_others(void *payload, size_t index)
{
  tables *self = payload;
  const command *each = NULL;
  size_t left = index + 1;
  for (size_t i = 0; left && (each = command_at(i)); i++)
    left -= each != self->subject;
  self->index = index + (self->subject != NULL);
  set_command(self, each ? each : self->subject);
  return each != NULL;
}

static bool turn_options(void *payload, size_t index)
{
  tables *self = payload;
  const option_table *table = self->command->options;
  set_command(self, self->command);
  self->index = index;
  if (index == table->count)
    return false;
  self->option = &table->rows[index];
  self->source = value_of_argument(self->option->argument);
  return true;
}

/* The name of a list; NULL: the source is not a known list. */
static const char *list_name(value_source source)
{
  static const char *const names[VALUE_SOURCES] = {
    [VALUE_LEVELS] = "level",       [VALUE_ALGORITHMS] = "algorithm",
    [VALUE_PASSES] = "pass",        [VALUE_FRONTENDS] = "frontend",
    [VALUE_LANGUAGES] = "language", [VALUE_FORMATS] = "format",
    [VALUE_COMMANDS] = "command",   [VALUE_SHELLS] = "shell",
  };
  return names[source];
}

static bool turn_lists(void *payload, size_t index)
{
  tables *self = payload;
  value_source source = VALUE_NOTHING;
  for (size_t left = index + 1; source < VALUE_SOURCES; source++)
    if (list_name(source) && !--left)
      break;
  bool found = source < VALUE_SOURCES;
  self->index = index;
  self->source = self->list = found ? source : VALUE_NOTHING;
  return found;
}

static bool turn_items(void *payload, size_t index)
{
  tables *self = payload;
  const value_list *list = &self->lists[self->list];
  self->index = index;
  if (index >= list->names.size)
    return false;
  self->name = list->names.data[index];
  self->meaning = list->meanings.data[index];
  return true;
}

static const char *page_of(const tables *self)
{
  return self->subject ? self->subject->name : "overview";
}

static bool turn_rows(tables *self, size_t index, page_part part)
{
  self->index = index;
  self->row = page_next(index ? self->row : NULL, page_of(self), part);
  if (!self->row)
    return false;
  self->name = self->row->text;
  self->meaning = self->row->meaning ? self->row->meaning : self->row->text;
  return true;
}

static bool turn_paragraphs(void *payload, size_t index)
{
  return turn_rows(payload, index, PAGE_PARAGRAPH);
}

static bool turn_examples(void *payload, size_t index)
{
  return turn_rows(payload, index, PAGE_EXAMPLE);
}

static bool turn_variables(void *payload, size_t index)
{
  return turn_rows(payload, index, PAGE_VARIABLE);
}

static bool turn_files(void *payload, size_t index)
{
  return turn_rows(payload, index, PAGE_FILE);
}

static bool turn_exits(void *payload, size_t index)
{
  tables *self = payload;
  if (!turn_rows(self, index, PAGE_EXIT))
    return false;
  (void)snprintf(self->number, sizeof self->number, "%d", self->row->number);
  self->name = self->number;
  return true;
}

/* ---- slots ---- */

static void add_more(textbuf *out, void *payload)
{
  text_puts(out, ((const tables *)payload)->index ? "1" : "");
}

static void add_subject(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_NAME, self->subject ? self->subject->name : NULL);
}

static void add_page(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_NAME, "clang-hdd");
  if (self->subject)
    quote(out, self, QUOTE_NAME, "-");
  add_subject(out, payload);
}

static void add_capital_page(textbuf *out, void *payload)
{
  const tables *self = payload;
  text_puts(out, "CLANG-HDD");
  const char *name = self->subject ? self->subject->name : "";
  text_puts(out, *name ? "-" : "");
  for (; *name; name++)
    text_printf(out, "%c", toupper((unsigned char)*name));
}

static void add_command(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_NAME, self->command->name);
}

static void add_synopsis(textbuf *out, void *payload)
{
  const tables *self = payload;
  const command *of = self->command ? self->command : command_at(0);
  text_puts(out, *of->synopsis ? " " : "");
  quote(out, self, QUOTE_SYNOPSIS, of->synopsis);
}

static void add_summary(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_TEXT,
        self->command ? self->command->summary
                      : "turn a compiler's crash into a bug report");
}

static void add_rest(textbuf *out, void *payload)
{
  const tables *self = payload;
  text_puts(out, strstr(self->command->synopsis, "-- ") ? "--" : "");
}

static bool is_title(const option_row *row)
{
  return row->kind == OPTION_TITLE;
}

static void add_title(textbuf *out, void *payload)
{
  const option_row *row = ((const tables *)payload)->option;
  text_puts(out, is_title(row) ? row->name : "");
}

static void add_option(textbuf *out, void *payload)
{
  const tables *self = payload;
  if (!is_title(self->option))
    quote(out, self, QUOTE_NAME, self->option->name);
}

static void add_letter(textbuf *out, void *payload)
{
  const option_row *row = ((const tables *)payload)->option;
  text_add(out, &row->letter, row->letter ? 1 : 0);
}

static void add_argument(textbuf *out, void *payload)
{
  const option_row *row = ((const tables *)payload)->option;
  text_puts(out, row->argument ? row->argument : "");
}

static void add_help(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_TEXT, self->option->help);
}

static void add_brief(textbuf *out, void *payload)
{
  const tables *self = payload;
  char *brief = value_brief(self->option->help);
  quote(out, self, QUOTE_BRIEF, brief);
  free(brief);
}

static void add_repeated(textbuf *out, void *payload)
{
  const option_row *row = ((const tables *)payload)->option;
  text_puts(out, row && row->kind == OPTION_LIST ? "1" : "");
}

static void add_source(textbuf *out, void *payload)
{
  static const char *const names[VALUE_SOURCES] = {
    [VALUE_NOTHING] = "nothing", [VALUE_FILES] = "files",
    [VALUE_FOLDERS] = "folders", [VALUE_PROGRAMS] = "programs",
    [VALUE_CRASHES] = "crashes", [VALUE_PROGRAM_LINE] = "program-line",
    [VALUE_BUNDLES] = "bundles",
  };
  const char *name = names[((const tables *)payload)->source];
  text_puts(out, name ? name : "list");
}

static void add_list(textbuf *out, void *payload)
{
  const char *name = list_name(((const tables *)payload)->source);
  text_puts(out, name ? name : "");
}

static void add_name(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_NAME, self->name);
}

static void add_meaning(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_MEANING, self->meaning);
}

static void add_text(textbuf *out, void *payload)
{
  const tables *self = payload;
  quote(out, self, QUOTE_TEXT, self->meaning);
}

static const template_slot slots[] = {
  { "commands", .turn = turn_commands },
  { "others", .turn = turn_others },
  { "options", .turn = turn_options },
  { "lists", .turn = turn_lists },
  { "items", .turn = turn_items },
  { "paragraphs", .turn = turn_paragraphs },
  { "examples", .turn = turn_examples },
  { "variables", .turn = turn_variables },
  { "files", .turn = turn_files },
  { "exits", .turn = turn_exits },
  { "more", .add = add_more },
  { "subject", .add = add_subject },
  { "page", .add = add_page },
  { "PAGE", .add = add_capital_page },
  { "date", .text = MANUAL_DATE },
  { "version", .text = HDD_VERSION },
  { "command", .add = add_command },
  { "synopsis", .add = add_synopsis },
  { "summary", .add = add_summary },
  { "rest", .add = add_rest },
  { "title", .add = add_title },
  { "option", .add = add_option },
  { "letter", .add = add_letter },
  { "argument", .add = add_argument },
  { "help", .add = add_help },
  { "brief", .add = add_brief },
  { "repeated", .add = add_repeated },
  { "source", .add = add_source },
  { "list", .add = add_list },
  { "name", .add = add_name },
  { "meaning", .add = add_meaning },
  { "text", .add = add_text },
  { .name = NULL },
};

void tables_fill(textbuf *out, tables *self, const char *text)
{
  set_command(self, self->subject);
  template_fill(out, text, slots, self);
}
