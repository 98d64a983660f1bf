/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Extracts from a compiler's output the place in the user's source that it was
 * processing.
 *
 * A place saves the search most of its questions, but no answer depends on it:
 * a wrong place costs some tests. So places are taken as printed, in the order
 * of the roles in crashes.def, and only checked against the text: a name must
 * occur in it as a word, and a line must be one of its lines.
 *
 * Lines are presumed lines, as set by `# 12 "file.h"`; if a text has such
 * markers, they are translated to its own lines, and lines of other files are
 * dropped. Names that a compiler has derived from others (f.constprop.0,
 * main.x, __const.main.x) are split at their dots, since C names contain none;
 * of C++ names see qualified.h.
 */
#include "compiler/site.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/joined.h"
#include "compiler/crashes.h"
#include "compiler/qualified.h"

enum { RANK_CRASH, RANK_HINT, RANK_DIAGNOSTIC };
enum {
  NAMES_MAX = 6,    /* leaves room for lines */
  REPORTS_MAX = 100 /* that are sure: a dump of code has one in each line, and
                       the text is searched for each */
};

typedef struct site_reader {
  const regex_t *pattern;
  bool matched;         /* the pattern has matched */
  site_reports context; /* borrows its texts from `out` */
  site_reports *out;
} site_reader;

/* ---- reports ---- */

static void add(site_reports *list, site_report what)
{
  LIST_PUSH(list->data, list->size, what);
}

/* Inserts the reports at an index, with this rank. */
static void insert(site_reports *list, size_t at, const site_reports *from,
                   unsigned rank)
{
  for (size_t i = 0; i < from->size; i++, at++) {
    add(list, (site_report){ 0 });
    memmove(list->data + at + 1, list->data + at,
            (list->size - 1 - at) * sizeof *list->data);
    list->data[at] = from->data[i];
    list->data[at].rank = rank;
  }
}

void site_reports_dispose(site_reports *self)
{
  strings_free(&self->texts);
  free(self->data);
  *self = (site_reports){ 0 };
}

/* Where the reports of a rank begin. */
static size_t rank_begin(const site_reports *list, unsigned rank)
{
  size_t at = 0;
  while (at < list->size && list->data[at].rank < rank)
    at++;
  return at;
}

/* Forgets the least likely of too many that are sure. */
static void limit(site_reports *list)
{
  size_t sure = rank_begin(list, RANK_DIAGNOSTIC);
  if (sure <= REPORTS_MAX)
    return;
  size_t many = sure - REPORTS_MAX;
  memmove(list->data + sure - many, list->data + sure,
          (list->size - sure) * sizeof *list->data);
  list->size -= many;
}

/* ---- from a line to reports ---- */

static bool is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '$' ||
         (unsigned char)c > 127;
}

static void add_name(site_reports *out, const char *name, size_t size,
                     bool is_function)
{
  if (!size || isdigit((unsigned char)*name))
    return;
  for (size_t i = 0; i < size; i++)
    if (!name[i] || !is_word(name[i]))
      return;
  add(out, (site_report){
               .name = strings_take(&out->texts, mem_copy_bytes(name, size)),
               .is_function = is_function });
}

/* "int A::f(int)" and "f.constprop.0" both name f. */
static void add_function(site_reports *out, const char *text)
{
  size_t size;
  text = qualified_name(&size, text);
  add_name(out, text, size, true);
}

/* "main.x.1" is x of main, "A<int>::x" is x. */
static void add_symbol(site_reports *out, const char *text)
{
  if (strstr(text, "::") || strchr(text, '<') || starts_with(text, "_Z")) {
    size_t name;
    text = qualified_name(&name, text);
    add_name(out, text, name, false);
    return;
  }
  for (size_t size; *text; text += size + (text[size] == '.')) {
    size = strcspn(text, ".");
    add_name(out, text, size, false);
  }
}

/* All of "load from @g, then @main.x". */
static void add_globals(site_reports *out, const char *text)
{
  for (const char *at = strchr(text, '@'); at; at = strchr(at, '@')) {
    size_t size = 0;
    at++;
    while (at[size] && (is_word(at[size]) || at[size] == '.'))
      size++;
    char *name = mem_copy_bytes(at, size);
    add_symbol(out, name);
    free(name);
    at += size;
  }
}

/* Adds the place at the start of a text, FILE:LINE or FILE, line LINE; the file
 * may be quoted. */
static void add_place(site_reports *out, const char *text)
{
  static const char word[] = ", line ";
  const char *end = strchr(text, ':'), *digits = NULL;
  while (end && !isdigit((unsigned char)end[1]))
    end = strchr(end + 1, ':');
  if (end)
    digits = end + 1;
  else if ((end = strstr(text, word)))
    digits = end + strlen(word);
  if (!digits || end == text)
    return;
  bool quoted = *text == '"' && end > text + 1 && end[-1] == '"';
  char *file =
      mem_copy_bytes(text + quoted, (size_t)(end - text) - 2 * (size_t)quoted);
  add(out, (site_report){ .file = strings_take(&out->texts, file),
                          .line = (uint32_t)strtoul(digits, NULL, 10) });
}

/* Adds the source information that a row captures from a line. */
static void add_captures(site_reports *out, const crash_line *line)
{
  for (const char *at = line->row->captures; *at; at += 2) {
    char *text = crash_line_group(line, at[1] - '0');
    if (!text)
      continue;
    if (*at == 'n')
      add_function(out, text);
    else if (*at == 's')
      add_symbol(out, text);
    else if (*at == '@')
      add_globals(out, text);
    else if (*at == 'a')
      add_place(out, text);
    else if (*at == 'g')
      out->wants_debug = true;
    free(text);
  }
}

/* Merges a line's reports. */
static void take(site_reader *self, const site_reports *found, crash_role as)
{
  site_reports *out = self->out, *context = &self->context;
  switch (as) {
  case ROLE_CRASH:
    insert(out, rank_begin(out, RANK_HINT), found, RANK_CRASH);
    insert(out, rank_begin(out, RANK_HINT), context, RANK_CRASH);
    break;
  case ROLE_INNER:
    insert(out, 0, found, RANK_CRASH);
    break;
  case ROLE_HINT:
    insert(out, rank_begin(out, RANK_DIAGNOSTIC), found, RANK_HINT);
    break;
  case ROLE_CONTEXT:
    context->size = 0;
    insert(context, 0, found, RANK_CRASH);
    break;
  case ROLE_MORE:
    insert(context, context->size, found, RANK_CRASH);
    break;
  case ROLE_DIAGNOSTIC: /* only the last one counts */
    out->size = rank_begin(out, RANK_DIAGNOSTIC);
    insert(out, out->size, found, RANK_DIAGNOSTIC);
    insert(out, out->size, context, RANK_DIAGNOSTIC);
    break;
  case ROLE_NONE:
  case ROLE_NOTHING:
    return;
  }
  limit(out);
  limit(context);
}

static void read_line(site_reader *self, const char *line)
{
  crash_line explained;
  site_reports found = { 0 };
  if (!crash_line_find(&explained, line, READ_SITES))
    return;
  crash_role as = explained.row->role;
  found.texts = self->out->texts;
  add_captures(&found, &explained);
  self->out->texts = found.texts;
  self->out->wants_debug |= found.wants_debug;
  if (as == ROLE_DIAGNOSTIC && self->pattern && !self->matched &&
      !regexec(self->pattern, line, 0, NULL, 0)) {
    self->matched = true;
    as = ROLE_CRASH;
  }
  take(self, &found, as);
  free(found.data);
}

void site_reports_find(site_reports *out, const rd_run *run,
                       const regex_t *pattern)
{
  *out = (site_reports){ 0 };
  site_reader reader = { .pattern = pattern, .out = out };
  const char *at = run->output ? run->output : "";
  for (const char *end = at + (run->output ? run->output_size : 0); at < end;) {
    char *line = next_line(&at, end);
    read_line(&reader, line);
    free(line);
  }
  free(reader.context.data);
}

/* ---- in a text ---- */

/* Does the text contain the word? */
static bool has_word(const char *text, size_t size, const char *word)
{
  size_t length = strlen(word);
  const char *end = text + size;
  for (const char *at = text;
       (at = memmem(at, (size_t)(end - at), word, length)); at++)
    if ((at == text || !at[-1] || !is_word(at[-1])) &&
        (at + length == end || !at[length] || !is_word(at[length])))
      return true;
  return false;
}

static bool is_same_file(const char *a, const char *b)
{
  return !strcmp(base_name(a), base_name(b));
}

/* Is the line a marker, `# 12 "file"` or `#line 12`? The number of the next
 * line goes to *line_out, and its file to *file_out, which is unchanged if the
 * marker names no file. */
static bool read_marker(const char *line, uint32_t *line_out, char **file_out)
{
  if (*line == JOINED_MARK) { /* another of several files begins */
    free(*file_out);
    *file_out = mem_copy(line + 1);
    *line_out = 1;
    return true;
  }
  line += strspn(line, " \t");
  if (*line++ != '#')
    return false;
  line += strspn(line, " \t");
  if (starts_with(line, "line"))
    line += strlen("line");
  line += strspn(line, " \t");
  if (!isdigit((unsigned char)*line))
    return false;
  char *rest = NULL;
  *line_out = (uint32_t)strtoul(line, &rest, 10);
  rest += strspn(rest, " \t");
  size_t size = *rest == '"' ? strcspn(rest + 1, "\"") : 0;
  if (size) {
    free(*file_out);
    *file_out = mem_copy_bytes(rest + 1, size);
  }
  return true;
}

/* The text's own line that corresponds to the reported one; 0: none. */
static uint32_t find_line(const site_report *report, const source *in)
{
  if (!report->file)
    return 0;
  char *file = mem_copy(in->name);
  uint32_t presumed = 1, number = 0, found = 0;
  for (const char *at = in->text, *end = at + in->size; at < end && !found;) {
    char *line = next_line(&at, end);
    number++;
    if (!read_marker(line, &presumed, &file)) {
      if (presumed == report->line && is_same_file(file, report->file))
        found = number;
      presumed++;
    }
    free(line);
  }
  free(file);
  return found;
}

static void add_site(sites *out, const char *name, uint32_t line,
                     bool is_function)
{
  for (size_t i = 0; i < out->size; i++)
    if (name ? out->data[i].name && !strcmp(out->data[i].name, name)
             : out->data[i].line == line)
      return;
  out->data[out->size] = (rd_site){ .name = name, .line = line };
  out->are_functions[out->size++] = is_function;
}

/* Resolves some of the reports. */
static void locate(sites *out, const site_reports *reports, size_t begin,
                   size_t end, const source *in)
{
  for (size_t i = begin; i < end && out->size < NAMES_MAX; i++) {
    const site_report *report = &reports->data[i];
    if (report->name && has_word(in->text, in->size, report->name))
      add_site(out, report->name, 0, report->is_function);
  }
  for (size_t i = begin; i < end && out->size < SITES_MAX; i++) {
    uint32_t line = find_line(&reports->data[i], in);
    if (line)
      add_site(out, NULL, line, false);
  }
}

void sites_locate(sites *out, const site_reports *reports, const source *in)
{
  size_t sure = rank_begin(reports, RANK_DIAGNOSTIC);
  *out = (sites){ 0 };
  locate(out, reports, 0, sure, in);
  if (!out->size)
    locate(out, reports, sure, reports->size, in);
}

char *sites_line(const sites *self)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < self->size; i++) {
    const rd_site *site = &self->data[i];
    const char *separator = i ? ", " : "";
    if (site->name)
      text_printf(&out, "%s%s '%s'", separator,
                  self->are_functions[i] ? "function" : "symbol", site->name);
    else
      text_printf(&out, "%sline %u", separator, (unsigned)site->line);
  }
  return out.data;
}
