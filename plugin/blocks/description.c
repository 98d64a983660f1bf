/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads NAME.blocks: a line is a key and what it says, `#` begins a comment,
 * and a line `block NAME` begins a rule, to which the lines after it belong.
 * Lines with the same key add up.
 *
 * In a pattern, `()` stands for a bracket with its inside, `(+)` for one that is
 * not empty, NAME for one word, NAMES for the rest of the statement, a list, and
 * a word in capitals for what an earlier line says that it means.
 */
#include "description.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"

/* ---- patterns ---- */

/* The text with what its words stand for, in brackets. Owner: the caller. */
static char *expand(const strings *means, const char *text)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  while (*text) {
    size_t size = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), i = 0;
    while (size && i < means->size &&
           (strlen(means->data[i]) != size ||
            memcmp(means->data[i], text, size) != 0))
      i += 2;
    if (size && i < means->size)
      text_printf(&out, "(%s)", means->data[i + 1]);
    else
      text_add(&out, text, size ? size : 1);
    text += size ? size : 1;
  }
  return out.data;
}

/* Adds one expression, in the form that regcomp takes. */
static void pattern_add(pattern *self, const strings *means, const char *given)
{
  char *expanded = expand(means, given);
  const char *text = expanded;
  static const char group[] = "()", full[] = "(+)", names[] = "NAMES",
                    name[] = "NAME";
  unsigned groups = 1;
  for (const char *at = self->text.data; self->text.size && *at; at++)
    groups += *at == '(' && at[-1] != '\\';
  text_puts(&self->text, self->text.size ? "|" : "^(");
  while (*text) {
    if (starts_with(text, group)) {
      text_puts(&self->text, "\\( ?\\)");
      text += strlen(group);
    } else if (starts_with(text, full)) {
      text_puts(&self->text, "\\(\\)");
      text += strlen(full);
    } else if (starts_with(text, name)) {
      bool is_list = starts_with(text, names);
      if (self->name_count < MOST_NAMES)
        self->names[self->name_count++] = (uint8_t)++groups;
      text_puts(&self->text, is_list ? "(\\w.*)" : "(\\w+)");
      text += strlen(is_list ? names : name);
    } else {
      groups += *text == '(';
      if (*text == '\\' && text[1])
        text_add(&self->text, text++, 1);
      text_add(&self->text, text++, 1);
    }
  }
  free(expanded);
}

static rd_status pattern_close(pattern *self, rd_error *err)
{
  char why[128];
  if (!self->text.size)
    return RD_OK;
  text_puts(&self->text, ")$");
  int code = regcomp(&self->regex, self->text.data, REG_EXTENDED);
  self->is_ready = !code;
  if (self->is_ready)
    return RD_OK;
  (void)regerror(code, &self->regex, why, sizeof why);
  return rd_fail(err, RD_ERR_INVALID, "%s: %s", why, self->text.data);
}

static void pattern_free(pattern *self)
{
  if (self->is_ready)
    regfree(&self->regex);
  text_free(&self->text);
}

bool pattern_matches(const pattern *self, const char *statement)
{
  return self->is_ready && !regexec(&self->regex, statement, 0, NULL, 0);
}

bool pattern_find(const pattern *self, const char *statement, size_t *begin_out,
                  size_t *end_out)
{
  enum { GROUPS = 64 };
  regmatch_t groups[GROUPS];
  *begin_out = *end_out = SIZE_MAX;
  if (!self->is_ready || regexec(&self->regex, statement, GROUPS, groups, 0))
    return false;
  for (size_t i = 0; i < self->name_count; i++) {
    unsigned group = self->names[i];
    if (group >= GROUPS || groups[group].rm_so < 0)
      continue;
    *begin_out = (size_t)groups[group].rm_so;
    *end_out = (size_t)groups[group].rm_eo;
    break;
  }
  return true;
}

/* ---- lines ---- */

enum what { WORDS, GROUPED_WORDS, TEXT, FLAG, PATTERN, MEANING };

/* A key, and the field that it adds to. */
struct key {
  const char *name;
  enum what what;
  size_t offset;
  bool in_rule;
};

#define KEY(name, what, field)                                                 \
  {                                                                            \
    name, what, offsetof(description, field), 0                                \
  }
#define RULE_KEY(name, what, field)                                            \
  {                                                                            \
    name, what, offsetof(rule, field), 1                                       \
  }

static const struct key keys[] = {
  KEY("names", WORDS, names),
  KEY("suffixes", WORDS, suffixes),
  KEY("ignores-case", FLAG, ignores_case),
  KEY("comments", WORDS, comments),
  KEY("comment-pairs", WORDS, comment_pairs),
  KEY("strings", WORDS, strings),
  KEY("characters", WORDS, characters),
  KEY("marks", WORDS, marks),
  KEY("dotted-marks", FLAG, has_dotted),
  KEY("brackets", WORDS, brackets),
  KEY("continues", WORDS, continues),
  KEY("fixed-form", WORDS, fixed),
  KEY("ends", WORDS, ends),
  KEY("ends-behind", WORDS, ends_behind),
  KEY("ends-before", WORDS, ends_before),
  KEY("stays", PATTERN, stays),
  KEY("binds", GROUPED_WORDS, binds),
  KEY("prefixes", WORDS, prefixes),
  KEY("members", WORDS, members),
  KEY("assigns", WORDS, assigns),
  KEY("labels", WORDS, labels),
  KEY("joins", WORDS, joins),
  KEY("results", WORDS, results),
  KEY("expression", TEXT, expression),
  KEY("condition", TEXT, condition),
  KEY("type", TEXT, type),
  KEY("statement", TEXT, statement),
  KEY("guard", PATTERN, guard),
  KEY("lists", PATTERN, lists),
  KEY("bindings", PATTERN, bindings),
  KEY("statements", PATTERN, statements),
  KEY("insides", PATTERN, insides),
  KEY("enumerates", PATTERN, enumerates),
  KEY("means", MEANING, means),
  RULE_KEY("opens", PATTERN, opens),
  RULE_KEY("splits", PATTERN, splits),
  RULE_KEY("splits-once", PATTERN, splits_once),
  RULE_KEY("closes", PATTERN, closes),
  RULE_KEY("body", TEXT, body),
  RULE_KEY("part", TEXT, part),
  RULE_KEY("holds", PATTERN, holds),
  RULE_KEY("part-holds", PATTERN, part_holds),
  RULE_KEY("unit", FLAG, is_unit),
  RULE_KEY("outward", FLAG, is_outward),
};

static void add_words(strings *out, const char *text, bool is_group)
{
  for (size_t size; *text; text += size) {
    text += strspn(text, " \t");
    size = strcspn(text, " \t");
    if (size)
      (void)strings_take(out, mem_format("%.*s", (int)size, text));
  }
  if (is_group)
    strings_add(out, "");
}

/* The kind of symbol that the text begins with, and what follows; NULL if there
 * is none. */
static const char *read_kind(uint8_t *out, const char *text)
{
  static const char *const kinds[] = { [RD_SYMBOL_FUNCTION] = "function",
                                       [RD_SYMBOL_VARIABLE] = "variable",
                                       [RD_SYMBOL_TAG] = "module",
                                       [RD_SYMBOL_TYPEDEF] = "type" };
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
    if (kinds[kind] && starts_with(text, kinds[kind])) {
      *out = (uint8_t)kind;
      text += strlen(kinds[kind]);
      return text + strspn(text, " ");
    }
  return NULL;
}

/* Lines that name a kind of symbol. */
static bool add_kind(description *self, const char *key, const char *text)
{
  declaration made = { 0 };
  text = read_kind(&made.kind, text);
  if (!text)
    return false;
  if (strcmp(key, "declares") == 0) {
    pattern_add(&made.says, &self->means, text);
    ARRAY_PUSH(&self->declarations, made);
    return true;
  }
  if (!self->rules.size || *text)
    return false;
  self->rules.data[self->rules.size - 1].has_kind = true;
  self->rules.data[self->rules.size - 1].kind = made.kind;
  return true;
}

/* A word, and the pattern that it stands for. */
static void add_meaning(strings *out, const char *text)
{
  size_t size = strcspn(text, " \t");
  char *expanded = expand(out, text + size + strspn(text + size, " \t"));
  (void)strings_take(out, mem_format("%.*s", (int)size, text));
  (void)strings_take(out, expanded);
}

static bool add_field(description *self, const char *key, const char *text)
{
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (strcmp(keys[i].name, key) != 0)
      continue;
    if (keys[i].in_rule && !self->rules.size)
      return false;
    char *base = keys[i].in_rule
                     ? (char *)&self->rules.data[self->rules.size - 1]
                     : (char *)self;
    void *field = base + keys[i].offset;
    if (keys[i].what == PATTERN)
      pattern_add(field, &self->means, text);
    else if (keys[i].what == MEANING)
      add_meaning(field, text);
    else if (keys[i].what == FLAG)
      *(bool *)field = true;
    else if (keys[i].what == TEXT)
      strings_add(field, text);
    else
      add_words(field, text, keys[i].what == GROUPED_WORDS);
    return true;
  }
  return false;
}

static bool add_line(description *self, char *line)
{
  char *key = line + strspn(line, " \t");
  size_t size = strlen(key);
  while (size && strchr(" \t\r", key[size - 1]))
    key[--size] = '\0';
  if (!size || *key == '#')
    return true;
  char *text = key + strcspn(key, " \t");
  if (*text)
    *text++ = '\0';
  text += strspn(text, " \t");
  if (strcmp(key, "block") == 0) {
    if (self->rules.size == MOST_RULES)
      return false;
    ARRAY_PUSH(&self->rules, (rule){ .name = mem_copy(text) });
    return true;
  }
  if (strcmp(key, "declares") == 0 || strcmp(key, "kind") == 0)
    return add_kind(self, key, text);
  return add_field(self, key, text);
}

rd_status description_compile(description *self, rd_error *err)
{
  pattern *own[] = { &self->stays,     &self->guard,      &self->lists,
                     &self->bindings,  &self->statements, &self->insides,
                     &self->enumerates };
  rd_status status = RD_OK;
  for (size_t i = 0; i < sizeof own / sizeof *own && !status; i++)
    status = pattern_close(own[i], err);
  for (size_t i = 0; i < self->declarations.size && !status; i++)
    status = pattern_close(&self->declarations.data[i].says, err);
  for (size_t i = 0; i < self->rules.size && !status; i++) {
    rule *at = &self->rules.data[i];
    pattern *all[] = { &at->opens, &at->splits, &at->splits_once, &at->closes };
    status = pattern_close(&at->holds, err);
    if (!status)
      status = pattern_close(&at->part_holds, err);
    for (size_t j = 0; j < sizeof all / sizeof *all && !status; j++) {
      if (all[j]->text.size)
        text_printf(&self->headers.text, "%s%s",
                    self->headers.text.size ? "|" : "^(",
                    all[j]->text.data + strlen("^("));
      status = pattern_close(all[j], err);
    }
  }
  return status ? status : pattern_close(&self->headers, err);
}

rd_status description_read(description *out, const char *path, rd_error *err)
{
  char *text = NULL;
  size_t size, number = 0;
  *out = (description){ 0 };
  rd_status status = file_read(&text, &size, path, err);
  for (const char *at = text; !status && at < text + size;) {
    char *line = next_line(&at, text + size);
    number++;
    if (!add_line(out, line))
      status = rd_fail(err, RD_ERR_INVALID,
                       "%s:%zu: no such line, or one too many: %s", path,
                       number, line);
    free(line);
  }
  free(text);
  return status;
}

void description_free(description *self)
{
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (!keys[i].in_rule && keys[i].what == PATTERN)
      pattern_free((void *)((char *)self + keys[i].offset));
    else if (!keys[i].in_rule && keys[i].what != FLAG)
      strings_free((void *)((char *)self + keys[i].offset));
  for (size_t i = 0; i < self->declarations.size; i++)
    pattern_free(&self->declarations.data[i].says);
  for (size_t i = 0; i < self->rules.size; i++) {
    rule *at = &self->rules.data[i];
    for (size_t j = 0; j < sizeof keys / sizeof *keys; j++)
      if (keys[j].in_rule && keys[j].what == PATTERN)
        pattern_free((void *)((char *)at + keys[j].offset));
    strings_free(&at->body);
    strings_free(&at->part);
    free(at->name);
  }
  pattern_free(&self->headers);
  ARRAY_FREE(&self->declarations);
  ARRAY_FREE(&self->rules);
}
