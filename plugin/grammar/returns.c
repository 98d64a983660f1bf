/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * result-dropped: a function loses its result, and what it returned becomes a statement.
 *
 * Neither the type of the result nor the value can go alone where types are checked. A
 * call is a statement by itself; what else is returned goes, or stays as the language
 * has it. The declarations of a method, as in a trait and its impls, change together.
 * Where the result of a call is used, the test says so.
 */
#include "offers.h"

#include <ctype.h>

enum { MOST_LEVELS = 3, MOST_CHANGES = 16, MOST_FUNCTIONS = 8 };

/* How a grammar names the type of a result, what stands there without one, and what
 * comes before a value that is no statement by itself; NULL: it goes. */
static const struct results {
  const char *grammar, *type, *text, *before;
} table[] = {
  { "d", "type", "void", NULL },
  { "go", "result", "", "_ = " },
  { "java", "type", "void", NULL },
  { "rust", "return_type", "", "" },
};

/* The bytes [begin, end) of a text and what stands for them. */
typedef struct change {
  uint32_t begin, end;
  const char *before; /* added, then */
  uint32_t value_end; /* the bytes from `value` on, then */
  uint32_t value;     /* of the text */
  const char *behind;
} change;

typedef struct function {
  uint32_t node, result, body; /* the body may be RD_NONE */
  change changes[MOST_CHANGES];
  size_t count;
} function;

static const struct results *results_of(const offers *of)
{
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (strcmp(table[i].grammar, of->lang->name) == 0)
      return &table[i];
  return NULL;
}

static const cst_node *at(const offers *of, uint32_t node)
{
  return cst_at(of->tree, node);
}

static bool is_called(const offers *of, uint32_t node, const char *by)
{
  return offers_is(of, node, by) ||
         strcmp(syntax_field(of->lang, at(of, node)), by) == 0;
}

/* The function whose name the leaf is, if it has a result. */
static bool find_function(function *out, const offers *of,
                          const struct results *with, uint32_t leaf)
{
  uint32_t node = leaf;
  for (int level = 0; level < MOST_LEVELS && node; level++) {
    node = of->parent[node];
    *out = (function){ .node = node, .result = RD_NONE, .body = RD_NONE };
    for (uint32_t i = node + 1; i < offers_end(of, node);
         i = offers_end(of, i)) {
      if (out->result == RD_NONE && is_called(of, i, with->type))
        out->result = i;
      if (is_called(of, i, "body") || offers_is(of, i, "function_body"))
        out->body = i;
    }
    if (out->result != RD_NONE)
      return of->ids[node] != RD_NONE;
  }
  return false;
}

static bool is_statement(const offers *of, uint32_t value)
{
  const cst_node *node = at(of, value);
  return of->text[node->end - 1] == ')' &&
         isalpha((unsigned char)of->text[node->begin]);
}

static bool add(function *to, change what)
{
  if (to->count == MOST_CHANGES)
    return false;
  to->changes[to->count++] = what;
  return true;
}

static bool is_inner_function(const offers *of, uint32_t node)
{
  static const char *const words[] = { "closure",   "lambda", "func_literal",
                                       "function_", "class_", "async_block" };
  const char *type = syntax_name(of->lang, at(of, node));
  bool is = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    is |= strstr(type, words[i]) != NULL;
  return is;
}

static uint32_t last_named(const offers *of, uint32_t node)
{
  uint32_t last = RD_NONE;
  for (uint32_t i = node + 1; i < offers_end(of, node); i = offers_end(of, i))
    if ((at(of, i)->flags & CST_NAMED) && !(at(of, i)->flags & CST_EXTRA))
      last = i;
  return last;
}

static bool add_return(function *to, const offers *of,
                       const struct results *with, uint32_t node)
{
  const cst_node *whole = at(of, node);
  uint32_t value = last_named(of, node);
  if (value == RD_NONE || offers_is(of, value, "return"))
    return true;
  bool is_plain = is_statement(of, value);
  bool goes = !is_plain && !with->before;
  uint32_t begin = at(of, value)->begin;
  return add(to,
             (change){ .begin = whole->begin,
                       .end = whole->end,
                       .before = goes       ? "return"
                                 : is_plain ? ""
                                            : with->before,
                       .value = begin,
                       .value_end = goes ? begin : at(of, value)->end,
                       .behind = of->text[whole->end - 1] == ';' ? ";" : "" });
}

/* In Rust a block has the value of what stands at its end. */
static bool add_last(function *to, const offers *of)
{
  uint32_t last = last_named(of, to->body);
  const char *type = last == RD_NONE ? "" : syntax_name(of->lang, at(of, last));
  uint32_t end = last == RD_NONE ? 0 : at(of, last)->end;
  if (last == RD_NONE || of->text[end - 1] == ';' ||
      strstr(type, "_statement") || strstr(type, "_item"))
    return true;
  return add(to, (change){ .begin = end,
                           .end = end,
                           .before = "",
                           .value = end,
                           .value_end = end,
                           .behind = ";" });
}

/* False: too much would change. */
static bool find_changes(function *out, const offers *of,
                         const struct results *with)
{
  const cst_node *type = at(of, out->result);
  uint32_t begin = type->begin;
  while (!*with->text && begin > 0 && strchr(" ->\n", of->text[begin - 1]))
    begin--;
  (void)add(out, (change){ .begin = begin,
                           .end = type->end,
                           .before = with->text,
                           .value = begin,
                           .value_end = begin,
                           .behind = "" });
  if (out->body == RD_NONE)
    return true;
  for (uint32_t i = out->body + 1; i < offers_end(of, out->body);) {
    bool is_return = starts_with(syntax_name(of->lang, at(of, i)), "return_");
    if (is_return && !add_return(out, of, with, i))
      return false;
    i = is_return || is_inner_function(of, i) ? offers_end(of, i) : i + 1;
  }
  return strcmp(with->grammar, "rust") != 0 || add_last(out, of);
}

static void change_function(rd_builder *builder, const offers *of,
                            const function *self)
{
  textbuf text = { 0 };
  uint32_t done = at(of, self->node)->begin;
  for (size_t i = 0; i < self->count; i++) {
    const change *by = &self->changes[i];
    text_add(&text, of->text + done, by->begin - done);
    text_puts(&text, by->before);
    text_add(&text, of->text + by->value, by->value_end - by->value);
    text_puts(&text, by->behind);
    done = by->end;
  }
  text_add(&text, of->text + done, at(of, self->node)->end - done);
  rd_builder_edit_text(builder, of->ids[self->node], text.data);
  text_free(&text);
}

static bool is_void(const offers *of, const struct results *with,
                    const function *self)
{
  const cst_node *type = at(of, self->result);
  return *with->text && starts_with(of->text + type->begin, with->text) &&
         strlen(with->text) == type->end - type->begin;
}

/* Offers it for the function of the leaf and all that share its symbol, unless one of
 * them comes before it. */
static void offer(rd_builder *builder, const offers *of,
                  const struct results *with, uint32_t leaf, uint32_t number)
{
  function found[MOST_FUNCTIONS];
  size_t count = 0;
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    if (of->names[i].role != NAME_DEFINITION ||
        of->names[i].symbol != of->names[leaf].symbol)
      continue;
    if (i < leaf || count == MOST_FUNCTIONS)
      return;
    function *next = &found[count];
    if (!find_function(next, of, with, i) || is_void(of, with, next))
      continue;
    if (!find_changes(next, of, with))
      return;
    count++;
  }
  if (count)
    rd_builder_rewrite(builder, number);
  for (size_t i = 0; i < count; i++)
    change_function(builder, of, &found[i]);
}

void returns_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  const struct results *with = results_of(of);
  for (uint32_t i = 1; with && i < of->tree->nodes.size; i++)
    if (of->names[i].role == NAME_DEFINITION &&
        of->names[i].kind == RD_SYMBOL_FUNCTION)
      offer(builder, of, with, i, number);
}
