/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Completion scripts and man pages: the files in templates/, filled from the
 * tables of commands, options, values and pages. The templates have the syntax;
 * a function for each escapes words for it. Slots that are unknown in their
 * context add nothing.
 *
 *   commands, others   loops: each command; those other than `subject`
 *   options            a loop: the rows of the command's options
 *   lists, items       loops: the lists of known values; their names
 *   paragraphs, examples, variables, files, exits   loops: the rows of the page
 *   more               "1" from the second item of the innermost loop on; in
 *                      `others` of a subject always
 *   subject            the command that a page is about
 *   command, synopsis, summary, rest     of a command; rest: "--" if words may
 *                                        follow it
 *   option, letter, argument, help, brief, title   of a row of options, which
 *                                        is either an option or a title
 *   repeated           "1" for an option that may be repeated
 *   source, list       what completes the option's value, or outside a row of
 *                      options the command's words: a name of value_source,
 *                      and the name of a list
 *   name, meaning      of an item of a list
 *   name, text         of a row of the page
 *   page, PAGE, date, version            for the head of a page
 *
 * A completion script contains all names that the program knows, so that a shell
 * need not start the program at each key. The shell itself looks up files,
 * programs and crash bundles. Words after "--" are completed as the command that
 * they are. bash: bash-completion is used if loaded (file names with blanks,
 * commands after "--"), but not required. bash splits "--match=exact" into three
 * words unless COMP_WORDBREAKS was changed; both cases are handled. zsh: lists
 * are functions, since a spec of _arguments would quote their descriptions twice.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clang-hdd/commands.h"
#include "clang-hdd/pages.h"
#include "clang-hdd/values.h"
#include "embedded.h"
#include "report/template.h"

/* The date of the last change of the texts; with the date of a build, each
 * build would differ. */
#define MANUAL_DATE "2026-11-21"

/* How a text is escaped. */
typedef enum quote_kind {
  QUOTE_NEVER,
  QUOTE_NAME,
  QUOTE_MEANING, /* of an item */
  QUOTE_BRIEF,   /* the beginning of a help text */
  QUOTE_TEXT,    /* sentences */
  QUOTE_SYNOPSIS,
  QUOTE_KINDS
} quote_kind;

/* The current position in the tables, and what the slots add there; NULL:
 * nothing. */
typedef struct tables {
  void (*quote)(textbuf *out, quote_kind kind, const char *text);
  const command *subject;  /* of a page; NULL: the program, or no page */
  const value_list *lists; /* by value_source; or NULL */

  const command *of;
  const page_row *row;
  value_source source, listed;

  const char *command, *synopsis, *summary, *rest;
  const char *title, *option, *argument, *help, *repeated;
  const char *name, *meaning, *more;
  char letter[2], number[12];
} tables;

/* ---- loops ---- */

/* A command's words are completed wherever an option is not. */
static void set_command(tables *self, const command *which)
{
  const command *shown = which ? which : command_at(0);
  self->of = which;
  self->command = which ? which->name : NULL;
  self->synopsis = shown->synopsis;
  self->summary =
      which ? which->summary : "turn a compiler's crash into a bug report";
  self->rest = strstr(shown->synopsis, "-- ") ? "--" : NULL;
  self->title = self->option = self->argument = self->help = NULL;
  self->repeated = NULL;
  self->letter[0] = '\0';
  self->source = which ? value_of_words(which->name) : VALUE_NOTHING;
}

static bool turn_commands(tables *self, size_t index)
{
  set_command(self, command_at(index));
  return self->of != NULL;
}

static bool turn_others(tables *self, size_t index)
{
  const command *each = NULL;
  size_t left = index + 1;
  for (size_t i = 0; left && (each = command_at(i)); i++)
    left -= each != self->subject;
  set_command(self, each ? each : self->subject);
  self->more = index || self->subject ? "1" : NULL;
  return each != NULL;
}

static bool turn_options(tables *self, size_t index)
{
  const option_table *table = self->of->options;
  set_command(self, self->of);
  if (index == table->count)
    return false;
  const option_row *row = &table->rows[index];
  bool is_title = row->kind == OPTION_TITLE;
  self->title = is_title ? row->name : NULL;
  self->option = is_title ? NULL : row->name;
  self->letter[0] = row->letter;
  self->argument = row->argument;
  self->help = row->help;
  self->repeated = row->kind == OPTION_LIST ? "1" : NULL;
  self->source = value_of_argument(row->argument);
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

static bool turn_lists(tables *self, size_t index)
{
  value_source source = VALUE_NOTHING;
  for (size_t left = index + 1; source < VALUE_SOURCES; source++)
    if (list_name(source) && !--left)
      break;
  bool found = source < VALUE_SOURCES;
  self->source = self->listed = found ? source : VALUE_NOTHING;
  return found;
}

static bool turn_items(tables *self, size_t index)
{
  const value_list *list = &self->lists[self->listed];
  if (index >= list->names.size)
    return false;
  self->name = list->names.data[index];
  self->meaning = list->meanings.data[index];
  return true;
}

static bool turn_rows(tables *self, size_t index, page_part part)
{
  const char *page = self->subject ? self->subject->name : "overview";
  self->row = page_next(index ? self->row : NULL, page, part);
  if (!self->row)
    return false;
  (void)snprintf(self->number, sizeof self->number, "%d", self->row->number);
  self->name = self->row->text ? self->row->text : self->number;
  self->meaning = self->row->meaning ? self->row->meaning : self->row->text;
  return true;
}

static int turn(void *payload, const char *name, size_t index)
{
  static const struct {
    const char *name;
    bool (*turn)(tables *self, size_t index);
  } loops[] = { { "commands", turn_commands },
                { "others", turn_others },
                { "options", turn_options },
                { "lists", turn_lists },
                { "items", turn_items } };
  static const char *const parts[] = { [PAGE_PARAGRAPH] = "paragraphs",
                                       [PAGE_EXAMPLE] = "examples",
                                       [PAGE_VARIABLE] = "variables",
                                       [PAGE_FILE] = "files",
                                       [PAGE_EXIT] = "exits" };
  enum { LOOP_COUNT = sizeof loops / sizeof *loops };
  tables *self = payload;
  size_t loop = 0;
  page_part part = 0;
  while (loop < LOOP_COUNT && strcmp(loops[loop].name, name) != 0)
    loop++;
  while (part <= PAGE_EXIT && strcmp(parts[part], name) != 0)
    part++;
  if (loop == LOOP_COUNT && part > PAGE_EXIT)
    return -1;
  self->more = index ? "1" : NULL;
  return loop < LOOP_COUNT ? loops[loop].turn(self, index)
                           : turn_rows(self, index, part);
}

/* ---- slots ---- */

static void quote(textbuf *out, const tables *self, quote_kind kind,
                  const char *text)
{
  if (kind != QUOTE_NEVER && text && *text)
    self->quote(out, kind, text);
  else if (text)
    text_puts(out, text);
}

/* "clang-hdd-watch", or "CLANG-HDD-WATCH". */
static void add_page(textbuf *out, const tables *self, bool capital)
{
  char *name = mem_format("clang-hdd%s%s", self->subject ? "-" : "",
                          self->subject ? self->subject->name : "");
  for (char *at = name; capital && *at; at++)
    *at = (char)toupper((unsigned char)*at);
  quote(out, self, capital ? QUOTE_NEVER : QUOTE_NAME, name);
  free(name);
}

static const char *source_name(value_source source)
{
  static const char *const names[VALUE_SOURCES] = {
    [VALUE_NOTHING] = "nothing", [VALUE_FILES] = "files",
    [VALUE_FOLDERS] = "folders", [VALUE_PROGRAMS] = "programs",
    [VALUE_CRASHES] = "crashes", [VALUE_PROGRAM_LINE] = "program-line",
    [VALUE_BUNDLES] = "bundles",
  };
  return names[source] ? names[source] : "list";
}

static bool add(textbuf *out, void *payload, const char *name)
{
  const tables *self = payload;
  char *brief = self->help ? value_brief(self->help) : NULL;
  const struct {
    const char *name;
    quote_kind kind;
    const char *text;
  } slots[] = {
    { "subject", QUOTE_NAME, self->subject ? self->subject->name : NULL },
    { "date", QUOTE_NEVER, MANUAL_DATE },
    { "version", QUOTE_NEVER, HDD_VERSION },
    { "command", QUOTE_NAME, self->command },
    { "synopsis", QUOTE_SYNOPSIS, self->synopsis },
    { "summary", QUOTE_TEXT, self->summary },
    { "rest", QUOTE_NEVER, self->rest },
    { "title", QUOTE_NEVER, self->title },
    { "option", QUOTE_NAME, self->option },
    { "letter", QUOTE_NEVER, self->letter },
    { "argument", QUOTE_NEVER, self->argument },
    { "help", QUOTE_TEXT, self->help },
    { "brief", QUOTE_BRIEF, brief },
    { "repeated", QUOTE_NEVER, self->repeated },
    { "source", QUOTE_NEVER, source_name(self->source) },
    { "list", QUOTE_NEVER, list_name(self->source) },
    { "name", QUOTE_NAME, self->name },
    { "meaning", QUOTE_MEANING, self->meaning },
    { "text", QUOTE_TEXT, self->meaning },
    { "more", QUOTE_NEVER, self->more },
  };
  enum { SLOT_COUNT = sizeof slots / sizeof *slots };
  size_t i = 0;
  while (i < SLOT_COUNT && strcmp(slots[i].name, name) != 0)
    i++;
  bool page = !strcmp(name, "page"), capital = !strcmp(name, "PAGE");
  if (i < SLOT_COUNT)
    quote(out, self, slots[i].kind, slots[i].text);
  else if (page || capital)
    add_page(out, self, capital);
  free(brief);
  return i < SLOT_COUNT || page || capital;
}

static void fill(textbuf *out, tables *self, const char *text)
{
  static const template_slots slots = { add, turn };
  set_command(self, self->subject);
  template_fill(out, text, &slots, self);
}

/* ---- man pages ---- */

/* Only three things in a text are special to man(7): a backslash, a dash (a
 * plain one may become a hyphen, which cannot be copied into a shell), and a
 * dot or an apostrophe at the beginning of a line. */
static void put(textbuf *out, const char *words, size_t size)
{
  for (const char *end = words + size; words < end; words++) {
    if (*words == '\\')
      text_puts(out, "\\e");
    else if (*words == '-')
      text_puts(out, "\\-");
    else if (*words == '\'')
      text_puts(out, "\\(aq");
    else if (*words == '.' && (!out->size || out->data[out->size - 1] == '\n'))
      text_puts(out, "\\&.");
    else
      text_add(out, words, 1);
  }
}

/* The same, wrapped so that the source is readable. */
static void put_text(textbuf *out, const char *words)
{
  enum { WIDTH = 70 };
  size_t column = 0;
  while (*words) {
    size_t size = strcspn(words, " ");
    bool breaks = column && column + size > WIDTH;
    text_puts(out, breaks ? "\n" : column ? " " : "");
    put(out, words, size);
    column = (breaks ? 0 : column) + size + 1;
    words += size + (words[size] == ' ');
  }
}

/* Words in capitals, which are placeholders, are italic in a synopsis. */
static void put_synopsis(textbuf *out, const char *words)
{
  while (*words) {
    size_t size = strspn(words, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
    text_puts(out, size ? "\\fI" : "");
    put(out, words, size ? size : 1);
    text_puts(out, size ? "\\fR" : "");
    words += size ? size : 1;
  }
}

static void quote_man(textbuf *out, quote_kind kind, const char *text)
{
  if (kind == QUOTE_TEXT)
    put_text(out, text);
  else if (kind == QUOTE_SYNOPSIS)
    put_synopsis(out, text);
  else
    put(out, text, strlen(text));
}

void man_page(textbuf *out, const command *self)
{
  tables at = { .quote = quote_man, .subject = self };
  fill(out, &at, template_man);
}

/* ---- completion: words between single quotes ---- */

static void quote_nothing(textbuf *out, quote_kind kind, const char *text)
{
  (void)kind;
  text_puts(out, text);
}

static void quote_fish(textbuf *out, quote_kind kind, const char *text)
{
  (void)kind;
  for (; *text; text++) {
    text_puts(out, strchr("'\\", *text) ? "\\" : "");
    text_add(out, text, 1);
  }
}

/* The specs of _describe and _arguments have their own special characters. */
static void quote_zsh(textbuf *out, quote_kind kind, const char *text)
{
  static const char *const special[QUOTE_KINDS] = {
    [QUOTE_NAME] = ":",
    [QUOTE_BRIEF] = "[]:\\",
  };
  for (; *text; text++) {
    bool escaped = special[kind] && strchr(special[kind], *text);
    text_puts(out, *text == '\'' ? "'\\'" : escaped ? "\\" : "");
    text_add(out, text, 1);
  }
}

static const struct {
  const char *shell, *script;
  void (*quote)(textbuf *out, quote_kind kind, const char *text);
} shells[] = {
  { "bash", template_bash, quote_nothing },
  { "zsh", template_zsh, quote_zsh },
  { "fish", template_fish, quote_fish },
};
enum { SHELL_COUNT = sizeof shells / sizeof *shells };

/* ---- the command `completion` ---- */

typedef struct completion_options {
  bool help;
} completion_options;

#define OPTIONS completion_options
static const option_row rows[] = {
#include "clang-hdd/completion_options.def"
};
const option_table options_completion = OPTION_TABLE(rows);

static exit_code print_script(size_t shell)
{
  value_list lists[VALUE_SOURCES] = { { .names = { 0 } } };
  rd_error err = { 0 };
  exit_code code = EXIT_DONE;
  for (value_source i = 0; !code && i < VALUE_SOURCES; i++)
    if (value_list_read(&lists[i], i, &err))
      code = progress_fail(EXIT_INTERNAL, "%s", err.message);
  if (!code) {
    textbuf out = { 0 };
    tables at = { .quote = shells[shell].quote, .lists = lists };
    fill(&out, &at, shells[shell].script);
    (void)fputs(out.data, stdout);
    text_free(&out);
    code = command_printed("completion");
  }
  for (value_source i = 0; i < VALUE_SOURCES; i++)
    value_list_free(&lists[i]);
  return code;
}

static exit_code run(const void *options, const strings *words,
                     const strings *rest)
{
  (void)options, (void)rest;
  for (size_t i = 0; words->size == 1 && i < SHELL_COUNT; i++)
    if (!strcmp(words->data[0], shells[i].shell))
      return print_script(i);
  return progress_fail(EXIT_USAGE, "completion: name the shell: bash, zsh or "
                                   "fish");
}

exit_code command_completion(int argc, const char *const *argv)
{
  return command_run("completion", run, argc, argv);
}
