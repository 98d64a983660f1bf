/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads grammar.json.
 *
 * Which rules are tokens, and which of those have a node, follows what
 * tree-sitter's generator does: a rule whose whole body is a token is a token; a
 * string has a node of its own name; a pattern inside another rule has none.
 * Names that begin with `_`, supertypes and inlined rules have no nodes.
 */
#include "rules.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/hash.h"
#include "pattern.h"

static const char *type_of(const json_t *json)
{
  const char *type = json_string_value(json_object_get(json, "type"));
  return type ? type : "";
}

static bool is_type(const json_t *json, const char *type)
{
  return strcmp(type_of(json), type) == 0;
}

/* Without precedences and names of fields. */
static const json_t *strip(const json_t *json)
{
  while (starts_with(type_of(json), "PREC") || is_type(json, "FIELD") ||
         is_type(json, "RESERVED"))
    json = json_object_get(json, "content");
  return json;
}

static bool is_token(const json_t *json)
{
  static const char *const types[] = { "STRING", "PATTERN", "TOKEN",
                                       "IMMEDIATE_TOKEN" };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (is_type(json, types[i]))
      return true;
  return false;
}

static const json_t *inside_token(const json_t *json)
{
  while (is_type(json, "TOKEN") || is_type(json, "IMMEDIATE_TOKEN") ||
         starts_with(type_of(json), "PREC"))
    json = json_object_get(json, "content");
  return json;
}

/* ---- names ---- */

static uint32_t number_of(map *numbers, const char *name, bool is_named,
                          uint32_t next)
{
  uint64_t key = hash_bytes(name, strlen(name));
  key = is_named ? key : ~key ? ~key : 1;
  uint32_t found = map_find(numbers, key);
  if (found != MAP_NONE)
    return found;
  map_put(numbers, key, next);
  return next;
}

uint32_t rules_kind(rules *grammar, const char *name, bool is_named)
{
  uint32_t next = (uint32_t)grammar->kinds.size;
  uint32_t number = number_of(&grammar->kind_numbers, name, is_named, next);
  if (number == next)
    strings_add(&grammar->kinds, name);
  return number;
}

uint32_t rules_symbol(const rules *grammar, const char *name)
{
  return map_find(&grammar->symbol_numbers, hash_bytes(name, strlen(name)));
}

static void add_symbol(rules *grammar, const char *name)
{
  uint32_t next = (uint32_t)grammar->symbols.size;
  if (number_of(&grammar->symbol_numbers, name, true, next) != next)
    return;
  symbol added = { .name = mem_copy(name),
                   .rule = RULE_NONE,
                   .kind = rules_kind(grammar, name, true),
                   .is_hidden = *name == '_' };
  ARRAY_PUSH(&grammar->symbols, added);
}

/* ---- rules ---- */

static uint32_t add_rule(rules *grammar, const json_t *json);

static uint32_t push(rules *grammar, rule made)
{
  ARRAY_PUSH(&grammar->rules, made);
  return (uint32_t)grammar->rules.size - 1;
}

static uint32_t add_token(rules *grammar, const json_t *json)
{
  rule made = { .type = RULE_SILENT };
  const json_t *inside = inside_token(json);
  for (const json_t *at = json; at != inside;
       at = json_object_get(at, "content"))
    made.is_immediate |= is_type(at, "IMMEDIATE_TOKEN");
  made.text = pattern_shortest(inside);
  grammar->has_layout |= made.text && strcmp(made.text, "\n") == 0;
  if (is_type(inside, "STRING")) {
    made.type = RULE_TOKEN;
    made.kind = rules_kind(
        grammar, json_string_value(json_object_get(inside, "value")), false);
  }
  return push(grammar, made);
}

static uint32_t add_members(rules *grammar, rule made, const json_t *list)
{
  ARRAY(uint32_t) added = { 0 };
  size_t i;
  json_t *member;
  json_array_foreach(list, i, member)
      ARRAY_PUSH(&added, add_rule(grammar, member));
  made.first = (uint32_t)grammar->members.size;
  made.count = (uint32_t)added.size;
  for (i = 0; i < added.size; i++)
    ARRAY_PUSH(&grammar->members, added.data[i]);
  ARRAY_FREE(&added);
  return push(grammar, made);
}

static uint32_t add_content(rules *grammar, rule made, const json_t *json)
{
  uint32_t content = add_rule(grammar, json_object_get(json, "content"));
  made.first = (uint32_t)grammar->members.size;
  made.count = 1;
  ARRAY_PUSH(&grammar->members, content);
  return push(grammar, made);
}

/* An alias that is no name, as "!is", says what the scanner finds. */
static void spell(rules *grammar, const rule *content, const char *value)
{
  if (content->type != RULE_SYMBOL)
    return;
  symbol *of = &grammar->symbols.data[content->symbol];
  if (of->is_external && !of->text)
    of->text = mem_copy(value);
}

static uint32_t add_alias(rules *grammar, const json_t *json)
{
  const char *value = json_string_value(json_object_get(json, "value"));
  bool is_named = json_is_true(json_object_get(json, "named"));
  rule made = { .type = RULE_ALIAS,
                .kind = rules_kind(grammar, value ? value : "", is_named) };
  uint32_t number = add_content(grammar, made, json);
  alias added = { .kind = made.kind,
                  .rule = rules_member(grammar, rules_at(grammar, number), 0) };
  ARRAY_PUSH(&grammar->aliases, added);
  if (value && !is_named)
    spell(grammar, rules_at(grammar, added.rule), value);
  return number;
}

static uint32_t add_mention(rules *grammar, const json_t *json)
{
  const char *name = json_string_value(json_object_get(json, "name"));
  add_symbol(grammar, name ? name : "");
  rule made = { .type = RULE_SYMBOL,
                .symbol = rules_symbol(grammar, name ? name : "") };
  made.kind = grammar->symbols.data[made.symbol].kind;
  return push(grammar, made);
}

/* The grammar's nesting bounds the recursion, not a text's. */
static uint32_t add_rule(rules *grammar, const json_t *json)
{
  json = strip(json);
  if (is_token(json))
    return add_token(grammar, json);
  if (is_type(json, "SYMBOL"))
    return add_mention(grammar, json);
  if (is_type(json, "ALIAS"))
    return add_alias(grammar, json);
  if (is_type(json, "REPEAT"))
    return add_content(grammar, (rule){ .type = RULE_REPEAT }, json);
  if (is_type(json, "REPEAT1"))
    return add_content(grammar, (rule){ .type = RULE_REPEAT1 }, json);
  const json_t *members = json_object_get(json, "members");
  if (is_type(json, "SEQ"))
    return add_members(grammar, (rule){ .type = RULE_SEQ }, members);
  if (is_type(json, "CHOICE"))
    return add_members(grammar, (rule){ .type = RULE_CHOICE }, members);
  return push(grammar, (rule){ .type = RULE_BLANK });
}

/* ---- the file ---- */

static void hide_all(rules *grammar, const json_t *names)
{
  size_t i;
  json_t *name;
  json_array_foreach(names, i, name)
  {
    uint32_t found = json_is_string(name)
                         ? rules_symbol(grammar, json_string_value(name))
                         : RULE_NONE;
    if (found != RULE_NONE)
      grammar->symbols.data[found].is_hidden = true;
  }
}

/* Is it the name of a token that lines make? */
static bool is_layout(const char *name)
{
  static const char *const words[] = { "indent", "newline", "layout",
                                       "line_break", "automatic_semicolon" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(name, words[i]))
      return true;
  return false;
}

static void add_externals(rules *grammar, const json_t *list)
{
  size_t i;
  json_t *external;
  json_array_foreach(list, i, external)
  {
    const char *name = json_string_value(json_object_get(external, "name"));
    if (!name || !is_type(external, "SYMBOL"))
      continue;
    add_symbol(grammar, name);
    grammar->symbols.data[rules_symbol(grammar, name)].is_external = true;
    grammar->has_layout |= is_layout(name);
  }
}

/* All names come first, so that a symbol keeps the order of the file. */
static rd_status add_all(rules *grammar, const json_t *json, const char *file,
                         rd_error *err)
{
  json_t *bodies = json_object_get(json, "rules"), *body;
  const char *name;
  if (!json_object_size(bodies))
    return rd_fail(err, RD_ERR_INVALID, "%s is not a grammar: it has no rules",
                   file);
  json_object_foreach(bodies, name, body) add_symbol(grammar, name);
  add_externals(grammar, json_object_get(json, "externals"));
  hide_all(grammar, json_object_get(json, "supertypes"));
  hide_all(grammar, json_object_get(json, "inline"));
  json_object_foreach(bodies, name, body)
  {
    uint32_t made = add_rule(grammar, body);
    symbol *of = &grammar->symbols.data[rules_symbol(grammar, name)];
    of->rule = made;
    of->is_token = is_token(strip(body));
  }
  size_t i;
  json_array_foreach(json_object_get(json, "extras"), i, body)
      ARRAY_PUSH(&grammar->extras, add_rule(grammar, body));
  return RD_OK;
}

/* Hidden symbols of the scanner are white space that means something, such as an
 * automatic semicolon; what they make of a text shows in no node. */
static void find_nullable(rules *grammar)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < grammar->symbols.size; i++) {
      symbol *at = &grammar->symbols.data[i];
      bool is = at->rule == RULE_NONE
                    ? at->is_hidden && !at->text
                    : rules_is_nullable(grammar, at->rule, true);
      changed |= is && !at->is_nullable;
      at->is_nullable |= is;
    }
  }
}

rd_status rules_read(rules *out, const char *file, rd_error *err)
{
  *out = (rules){ 0 };
  char *text = NULL;
  size_t size = 0;
  rd_status status = file_read(&text, &size, file, err);
  if (status)
    return status;
  json_error_t why;
  json_t *json = json_loadb(text, size, JSON_ALLOW_NUL, &why);
  const char *name = json_string_value(json_object_get(json, "name"));
  out->name = mem_copy(name ? name : "");
  status = json ? add_all(out, json, file, err)
                : rd_fail(err, RD_ERR_INVALID, "%s:%d: %s", file, why.line,
                          why.text);
  if (!status)
    find_nullable(out);
  json_decref(json);
  free(text);
  return status;
}

void rules_free(rules *grammar)
{
  for (size_t i = 0; i < grammar->rules.size; i++)
    free(grammar->rules.data[i].text);
  for (size_t i = 0; i < grammar->symbols.size; i++) {
    free(grammar->symbols.data[i].name);
    free(grammar->symbols.data[i].text);
  }
  ARRAY_FREE(&grammar->rules);
  ARRAY_FREE(&grammar->members);
  ARRAY_FREE(&grammar->symbols);
  ARRAY_FREE(&grammar->aliases);
  ARRAY_FREE(&grammar->extras);
  strings_free(&grammar->kinds);
  map_free(&grammar->kind_numbers);
  map_free(&grammar->symbol_numbers);
  free(grammar->name);
}

/* ---- nothing ---- */

bool rules_is_nullable(const rules *grammar, uint32_t number, bool is_scanned)
{
  const rule *at = rules_at(grammar, number);
  switch ((rule_type)at->type) {
  case RULE_BLANK:
  case RULE_REPEAT:
    return true;
  case RULE_TOKEN:
  case RULE_SILENT:
    return is_scanned && at->text && !*at->text;
  case RULE_SYMBOL:
    return is_scanned && grammar->symbols.data[at->symbol].is_nullable;
  case RULE_ALIAS:
  case RULE_REPEAT1:
    return rules_is_nullable(grammar, rules_member(grammar, at, 0), is_scanned);
  case RULE_SEQ:
    for (uint32_t i = 0; i < at->count; i++)
      if (!rules_is_nullable(grammar, rules_member(grammar, at, i), is_scanned))
        return false;
    return true;
  case RULE_CHOICE:
    for (uint32_t i = 0; i < at->count; i++)
      if (rules_is_nullable(grammar, rules_member(grammar, at, i), is_scanned))
        return true;
    return false;
  }
  return false;
}
