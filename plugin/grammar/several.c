/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * one-result-dropped: a function of Go with several results loses one of them.
 *
 * Most functions of a program give an error too, which each call takes apart and each
 * return has. No value of it can go alone, nor all results while one is used. What
 * returns the results of another function as its own changes with that; elsewhere a
 * zero stands for what is gone. Where a variable took it, a zero of its type stands for
 * each use up to the next that is called so, and an `if` that asks whether it is nil
 * has its answer.
 */
#include "offers.h"

#include <stdlib.h>

#include "base/text.h"
#include "operands.h"

enum { MOST_RESULTS = 4, MOST_SYMBOLS = 8 };

typedef struct several {
  rd_builder *builder; /* NULL: only see whether it can be done */
  const offers *of;
  size_t count, which; /* of the results */
  uint32_t type;       /* of the one that goes */
  uint32_t symbols[MOST_SYMBOLS];
  size_t symbol_count;
} several;

static uint32_t child_called(const offers *of, uint32_t node, const char *field)
{
  for (uint32_t i = node + 1; i < offers_end(of, node); i = offers_end(of, i))
    if (strcmp(syntax_field(of->lang, cst_at(of->tree, i)), field) == 0)
      return i;
  return RD_NONE;
}

/* Finds the elements of a list; returns their number, or 0: they are too many. */
static size_t find_elements(uint32_t out[MOST_RESULTS], const offers *of,
                            uint32_t list)
{
  size_t count = 0;
  for (uint32_t i = list + 1; i < offers_end(of, list); i = offers_end(of, i)) {
    const cst_node *at = cst_at(of->tree, i);
    if (!(at->flags & CST_NAMED) || (at->flags & CST_EXTRA))
      continue;
    if (count == MOST_RESULTS)
      return 0;
    out[count++] = i;
  }
  return count;
}

/* Finds the results of the function that the leaf names; returns their number, or 0:
 * they have no list, or a type for several. */
static size_t find_results(uint32_t out[MOST_RESULTS], const offers *of,
                           uint32_t leaf)
{
  uint32_t parts[MOST_RESULTS];
  uint32_t list = child_called(of, of->parent[leaf], "result");
  if (list == RD_NONE || !offers_is(of, list, "parameter_list"))
    return 0;
  size_t count = find_elements(out, of, list);
  for (size_t i = 0; i < count; i++)
    if (find_elements(parts, of, out[i]) > 2)
      return 0;
  return count;
}

static bool is_one_of(const several *self, uint32_t leaf)
{
  const name *at = &self->of->names[leaf];
  bool is = false;
  for (size_t i = 0; i < self->symbol_count && at->role != NAME_NONE; i++)
    is |= self->symbols[i] == at->symbol;
  return is;
}

/* The leaf that names what the node calls, or RD_NONE. */
static uint32_t called_by(const offers *of, uint32_t call)
{
  if (!offers_is(of, call, "call_expression"))
    return RD_NONE;
  if (offers_is(of, call + 1, "selector_expression"))
    return offers_end(of, call + 1) - 1;
  return cst_at(of->tree, call + 1)->size == 1 ? call + 1 : RD_NONE;
}

/* The only value in a list, or RD_NONE. */
static uint32_t only_value(const offers *of, uint32_t list)
{
  uint32_t values[MOST_RESULTS];
  return find_elements(values, of, list) == 1 ? values[0] : RD_NONE;
}

static bool change_text(const several *self, uint32_t node, const char *text)
{
  uint32_t id = self->of->ids[node];
  if (self->builder && text)
    rd_builder_edit_text(self->builder, id, text);
  else if (self->builder)
    rd_builder_edit_drop(self->builder, id);
  return id != RD_NONE;
}

static bool drop_element(const several *self, uint32_t list, uint32_t element)
{
  uint32_t id = operands_id(self->of, list, element);
  if (self->builder)
    rd_builder_edit_drop(self->builder, id);
  return id != RD_NONE;
}

/* ---- what stands for the result ---- */

static bool is_nillable(const char *type)
{
  static const char *const heads[] = { "error", "*",    "[]",        "map[",
                                       "func(", "chan", "interface{" };
  bool is = false;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    is |= starts_with(type, heads[i]);
  return is;
}

/* A zero of the type; where the place has the type, nil is one. Owner: caller. */
static char *zero_of(const several *self, bool has_type)
{
  const cst_node *type = cst_at(self->of->tree, self->type);
  const char *text = self->of->text + type->begin;
  int size = (int)(type->end - type->begin);
  if (has_type && is_nillable(text))
    return mem_copy("nil");
  if (size >= 3 && (starts_with(text, "int") || starts_with(text, "uint")))
    return mem_copy("0");
  if (size == 6 && starts_with(text, "string"))
    return mem_copy("\"\"");
  if (size == 4 && starts_with(text, "bool"))
    return mem_copy("false");
  return mem_format("*new(%.*s)", size, text);
}

static bool is_nil(const offers *of, uint32_t node)
{
  const cst_node *at = cst_at(of->tree, node);
  return at->end - at->begin == 3 &&
         memcmp(of->text + at->begin, "nil", 3) == 0;
}

/* Is the node compared with nil, by `==` or, if `is_not`, by `!=`? */
static bool asks_nil(bool *is_not_out, const offers *of, uint32_t node)
{
  uint32_t sign = node + 2, other = node + 3;
  bool is = offers_is(of, node, "binary_expression") &&
            offers_end(of, node) == node + 4 && is_nil(of, other);
  const char *text = of->text + cst_at(of->tree, sign)->begin;
  *is_not_out = is && *text == '!';
  return is && text[1] == '=';
}

/* Is there nothing in the `if` but its condition and what it does then? */
static bool is_plain(const offers *of, uint32_t condition)
{
  return offers_is(of, of->parent[condition], "if_statement") &&
         child_called(of, of->parent[condition], "condition") == condition &&
         child_called(of, of->parent[condition], "initializer") == RD_NONE &&
         child_called(of, of->parent[condition], "alternative") == RD_NONE;
}

static bool change_use(const several *self, uint32_t use)
{
  const offers *of = self->of;
  uint32_t above = of->parent[use], around = of->parent[above];
  bool is_not;
  if (asks_nil(&is_not, of, above) &&
      is_nillable(of->text + cst_at(of->tree, self->type)->begin)) {
    bool goes = is_not && is_plain(of, above);
    return change_text(self, goes ? around : above,
                       goes     ? NULL
                       : is_not ? "false"
                                : "true");
  }
  if (strcmp(syntax_field(of->lang, cst_at(of->tree, above)), "left") == 0)
    return false;
  char *text = zero_of(self, offers_is(of, around, "return_statement") ||
                                 offers_is(of, above, "argument_list"));
  bool done = change_text(self, use, text);
  free(text);
  return done;
}

/* Changes the uses of a variable behind a statement. */
static bool change_uses(const several *self, uint32_t variable,
                        uint32_t statement)
{
  const offers *of = self->of;
  bool done = true;
  for (uint32_t i = offers_end(of, statement); i < of->tree->nodes.size && done;
       i++) {
    if (of->names[i].role == NAME_NONE ||
        of->names[i].symbol != of->names[variable].symbol)
      continue;
    if (of->names[i].role == NAME_DEFINITION)
      break;
    done = change_use(self, i);
  }
  return done;
}

/* ---- functions and calls ---- */

static bool is_blank(const offers *of, uint32_t node)
{
  const cst_node *at = cst_at(of->tree, node);
  return at->end - at->begin == 1 && of->text[at->begin] == '_';
}

/* Does the leaf make a variable that the scope does not have yet? */
static bool is_new(const offers *of, uint32_t leaf)
{
  bool is = of->names[leaf].role == NAME_DEFINITION && !is_blank(of, leaf);
  for (uint32_t i = 0; i < leaf && is; i++)
    is = of->names[i].role != NAME_DEFINITION ||
         of->names[i].symbol != of->names[leaf].symbol;
  return is;
}

/* What declares no variable any more assigns. */
static void assign(const several *self, uint32_t statement,
                   const uint32_t left[MOST_RESULTS], uint32_t value)
{
  textbuf text = { 0 };
  for (size_t i = 0; i < self->count; i++) {
    if (i == self->which)
      continue;
    text_puts(&text, text.size ? ", " : "");
    offers_add_text(&text, self->of, left[i]);
  }
  text_puts(&text, " = ");
  offers_add_text(&text, self->of, value);
  (void)change_text(self, statement, text.data);
  text_free(&text);
}

/* The statement takes the results of a call apart. */
static bool change_taking(const several *self, uint32_t statement,
                          uint32_t value)
{
  const offers *of = self->of;
  uint32_t left[MOST_RESULTS] = { 0 };
  uint32_t list = child_called(of, statement, "left");
  bool declares = offers_is(of, statement, "short_var_declaration");
  if (list == RD_NONE || find_elements(left, of, list) != self->count)
    return false;
  uint32_t gone = left[self->which];
  bool has_new = false;
  for (size_t i = 0; i < self->count; i++)
    has_new |= i != self->which && is_new(of, left[i]);
  if (declares && of->names[gone].role == NAME_DEFINITION &&
      !is_blank(of, gone) && !change_uses(self, gone, statement))
    return false;
  if (!declares || has_new)
    return drop_element(self, list, gone);
  assign(self, statement, left, value);
  return of->ids[statement] != RD_NONE;
}

/* The statement returns the results of a call as those of another function. */
static bool change_forward(const several *self, uint32_t value)
{
  uint32_t list = self->of->parent[value];
  uint32_t node = self->of->ids[list] != RD_NONE ? list : value;
  textbuf text = { 0 };
  char *zero = zero_of(self, true);
  text_puts(&text, self->which ? "" : zero);
  text_puts(&text, self->which ? "" : ", ");
  offers_add_text(&text, self->of, value);
  text_puts(&text, self->which ? ", " : "");
  text_puts(&text, self->which ? zero : "");
  bool done = self->count == 2 && change_text(self, node, text.data);
  text_free(&text);
  free(zero);
  return done;
}

/* The leaf of the name of the function around a node, or RD_NONE. */
static uint32_t function_around(const offers *of, uint32_t node)
{
  while (node && !offers_is(of, node, "function_declaration") &&
         !offers_is(of, node, "method_declaration"))
    node = offers_is(of, node, "func_literal") ? 0 : of->parent[node];
  return node ? child_called(of, node, "name") : RD_NONE;
}

/* False: it cannot be done with this use of the name. */
static bool change_call(const several *self, uint32_t leaf)
{
  const offers *of = self->of;
  uint32_t call = of->parent[leaf];
  call = called_by(of, call) == leaf ? call : of->parent[call];
  uint32_t list = of->parent[call], statement = of->parent[list];
  if (called_by(of, call) != leaf)
    return false;
  if (!offers_is(of, list, "expression_list"))
    return ends_with(syntax_name(of->lang, cst_at(of->tree, list)),
                     "_statement");
  if (only_value(of, list) != call)
    return false;
  if (!offers_is(of, statement, "return_statement"))
    return change_taking(self, statement, call);
  uint32_t around = function_around(of, statement);
  return (around != RD_NONE && is_one_of(self, around)) ||
         change_forward(self, call);
}

/* What a return gives in the body of a function. */
static bool change_returns(several *self, uint32_t body, bool grows)
{
  const offers *of = self->of;
  uint32_t values[MOST_RESULTS], list;
  for (uint32_t i = body; i < offers_end(of, body); i++) {
    if (offers_is(of, i, "func_literal"))
      i = offers_end(of, i) - 1;
    if (!offers_is(of, i, "return_statement") ||
        (list = i + 2) >= offers_end(of, i))
      continue;
    size_t count = find_elements(values, of, list);
    uint32_t leaf = count == 1 ? called_by(of, values[0]) : RD_NONE;
    if (count == self->count) {
      if (!grows && !drop_element(self, list, values[self->which]))
        return false;
    } else if (leaf == RD_NONE || of->names[leaf].role == NAME_NONE) {
      return false;
    } else if (!is_one_of(self, leaf)) {
      if (!grows || self->symbol_count == MOST_SYMBOLS)
        return false;
      self->symbols[self->symbol_count++] = of->names[leaf].symbol;
    }
  }
  return true;
}

/* A function, or a method of an interface, that has one of the symbols. */
static bool change_function(several *self, uint32_t leaf, bool grows)
{
  const offers *of = self->of;
  uint32_t results[MOST_RESULTS], node = of->parent[leaf];
  uint32_t body = child_called(of, node, "body");
  if (find_results(results, of, leaf) != self->count)
    return false;
  if (!grows && !drop_element(self, child_called(of, node, "result"),
                              results[self->which]))
    return false;
  return body == RD_NONE || change_returns(self, body, grows);
}

static bool is_function(const offers *of, uint32_t leaf)
{
  return child_called(of, of->parent[leaf], "name") == leaf &&
         child_called(of, of->parent[leaf], "parameters") != RD_NONE;
}

/* All functions of the symbols with their calls; false: it cannot be done. */
static bool change_all(several *self)
{
  const offers *of = self->of;
  bool done = true;
  for (uint32_t i = 0; i < of->tree->nodes.size && done; i++)
    if (is_one_of(self, i))
      done = is_function(of, i) ? change_function(self, i, false)
                                : change_call(self, i);
  return done;
}

/* Adds the symbols of the functions whose results they return as their own. */
static bool grow(several *self)
{
  const offers *of = self->of;
  bool done = true;
  for (size_t k = 0; k < self->symbol_count && done; k++)
    for (uint32_t i = 0; i < of->tree->nodes.size && done; i++)
      if (of->names[i].role != NAME_NONE && is_function(of, i) &&
          of->names[i].symbol == self->symbols[k])
        done = change_function(self, i, true);
  return done;
}

static void offer(rd_builder *builder, const offers *of, uint32_t leaf,
                  uint32_t number)
{
  uint32_t results[MOST_RESULTS];
  size_t count = find_results(results, of, leaf);
  for (size_t i = 0; i < count && count > 1; i++) {
    several self = { .of = of,
                     .count = count,
                     .which = i,
                     .symbols = { of->names[leaf].symbol },
                     .symbol_count = 1 };
    uint32_t type = child_called(of, results[i], "type");
    self.type = type == RD_NONE ? results[i] : type;
    if (!grow(&self) || !change_all(&self))
      continue;
    rd_builder_rewrite(builder, number);
    self.builder = builder;
    (void)change_all(&self);
  }
}

/* Is it the first function of its symbol? */
static bool is_first(const offers *of, uint32_t leaf)
{
  bool is = of->names[leaf].role != NAME_NONE && is_function(of, leaf);
  for (uint32_t i = 0; i < leaf && is; i++)
    is = of->names[i].role == NAME_NONE || !is_function(of, i) ||
         of->names[i].symbol != of->names[leaf].symbol;
  return is;
}

void several_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++)
    if (is_first(of, i))
      offer(builder, of, i, number);
}
