/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions and their calls.
 *
 *   parameter-dropped   a parameter goes, and in each call its argument. If it
 *                       is used, and there is one call, the argument stands for
 *                       each use; in LLVM IR a constant does. A constructor is
 *                       called by the name of its class.
 *   call-to-body        the only call of a function becomes what the function
 *                       does: its body, or the value in it, with what stands
 *                       before the name in the call for `self` or `this`, or for
 *                       the receiver of Go
 *
 * Where types are checked, neither a parameter nor an argument can go alone. A
 * function is what a name in it defines, a call what has a use as its head; their
 * lists are found by the names that grammars have for them. Nothing is offered
 * where a call has more arguments than there are parameters. One with fewer leaves
 * the last to their defaults, and is no body's.
 */
#include "operands.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Calls that are worth a test, and how far a call is from its name. */
enum { MOST_CALLS = 8, MOST_LEVELS = 3 };

/* Bytes of a text in which a constant of IR stands for a parameter. */
enum { MOST_BYTES = 4096 };

typedef struct call {
  uint32_t use, node; /* the name's leaf, and the call */
  operands arguments;
} call;

typedef struct callee {
  uint32_t leaf, node; /* the name's leaf, and the function */
  uint32_t
      called; /* the leaf of the name in calls: of a constructor its class's */
  uint32_t list;       /* of the parameters */
  operands parameters; /* without that for what stands before the name */
  call calls[MOST_CALLS];
  size_t call_count;
} callee;

/* Is the node one of the words for what stands before the name in a call? */
static bool is_self(const offers *of, uint32_t node)
{
  static const char *const words[] = { "self", "&self", "&mut self", "cls",
                                       "this", "$this", "Self" };
  const cst_node *at = cst_at(of->tree, node);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == at->end - at->begin &&
        memcmp(of->text + at->begin, words[i], at->end - at->begin) == 0)
      return true;
  return false;
}

/* Is the leaf of the name that Go has for what stands before the method's in a call? */
static bool is_receiver(const callee *self, const offers *of, uint32_t leaf)
{
  for (uint32_t i = self->node; i < self->leaf; i++)
    if (of->names[i].role == NAME_DEFINITION &&
        of->names[i].kind == RD_SYMBOL_PARAMETER &&
        of->names[i].symbol == of->names[leaf].symbol)
      return of->names[leaf].role == NAME_USE;
  return false;
}

static bool is_constructor(const offers *of, uint32_t leaf)
{
  static const char *const words[] = { "__init__", "constructor", "initialize",
                                       "__construct" };
  const cst_node *at = cst_at(of->tree, leaf);
  bool is = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    is |= strlen(words[i]) == at->end - at->begin &&
          memcmp(of->text + at->begin, words[i], at->end - at->begin) == 0;
  return is;
}

static bool is_class(const offers *of, uint32_t node)
{
  const char *type = syntax_name(of->lang, cst_at(of->tree, node));
  return starts_with(type, "class") && !ends_with(type, "_body");
}

/* The leaf of the name by which what the leaf names is called. */
static uint32_t find_called(const offers *of, uint32_t leaf)
{
  uint32_t around = of->parent[leaf];
  if (!is_constructor(of, leaf))
    return leaf;
  while (around && !is_class(of, around))
    around = of->parent[around];
  uint32_t i = around + 1;
  while (i < leaf && of->names[i].role != NAME_DEFINITION)
    i++;
  return i;
}

static bool find_callee(callee *out, const offers *of, uint32_t leaf)
{
  static const char *const words[] = { "parameters", "parameter_list", NULL };
  static const char *const of_ir[] = { "argument_list", NULL };
  *out = (callee){ .leaf = leaf };
  out->called = find_called(of, leaf);
  out->list = operands_list(&out->node, of, leaf, of->types ? of_ir : words);
  if (out->list == RD_NONE || of->places[leaf].goes == RD_NONE ||
      !operands_find(&out->parameters, of, out->list))
    return false;
  if (of->types)
    out->node = of->parent[out->node]; /* its header has the list */
  if (out->parameters.count && is_self(of, out->parameters.nodes[0]))
    operands_shift(&out->parameters);
  return true;
}

static bool is_small(const offers *of)
{
  return cst_at(of->tree, 0)->end <= MOST_BYTES;
}

/* Does the operand begin with a name and a colon? */
static bool is_labelled(const offers *of, uint32_t node)
{
  const char *text = of->text + cst_at(of->tree, node)->begin;
  size_t size = 0;
  while (isalnum((unsigned char)text[size]) || text[size] == '_')
    size++;
  return size && text[size] == ':' && text[size + 1] != ':';
}

/* Does its place say which parameter the operand is? Not if it has the name of one,
 * stands for several, or separates them. */
static bool is_placed(const offers *of, uint32_t node)
{
  static const char *const others[] = { "keyword", "separator", "named",
                                        "spread",  "splat",     "pair",
                                        "variadic" };
  const char *type = syntax_name(of->lang, cst_at(of->tree, node));
  bool is = true;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    is &= !strstr(type, others[i]);
  return is;
}

/* Is each argument that of the parameter in its place? */
static bool are_paired(const offers *of, const operands *arguments,
                       const operands *parameters)
{
  bool are = true;
  if (arguments->count == parameters->count)
    return true;
  for (size_t i = 0; i < arguments->count; i++)
    are &= is_placed(of, arguments->nodes[i]) &&
           !is_labelled(of, arguments->nodes[i]);
  for (size_t i = 0; i < parameters->count; i++)
    are &= is_placed(of, parameters->nodes[i]);
  return are;
}

/* Is what follows the name of a class no other method of it than Ruby's `new`? */
static bool is_creation(const offers *of, uint32_t leaf)
{
  const char *behind = of->text + cst_at(of->tree, leaf)->end;
  return *behind != '.' || starts_with(behind, ".new");
}

/* False: not each use of the name is a call that fits, or they are too many. */
static bool find_calls(callee *self, const offers *of)
{
  static const char *const words[] = { "arguments", "argument_list", NULL };
  const name *names = of->names;
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    if (i == self->called || names[i].role == NAME_NONE ||
        names[i].symbol != names[self->called].symbol)
      continue;
    call *at = &self->calls[self->call_count];
    if (names[i].role == NAME_DEFINITION || self->call_count == MOST_CALLS)
      return false;
    uint32_t list = operands_list(&at->node, of, i, words);
    if (self->called != self->leaf &&
        (list == RD_NONE || at->node != of->parent[i] || !is_creation(of, i)))
      continue; /* another use of the class */
    if (list == RD_NONE || !operands_find(&at->arguments, of, list) ||
        at->arguments.count > self->parameters.count ||
        !are_paired(of, &at->arguments, &self->parameters))
      return false;
    at->use = i;
    self->call_count++;
  }
  return self->call_count > 0 || (of->types && is_small(of));
}

static bool is_in(const offers *of, uint32_t node, uint32_t around)
{
  return node >= around && node < offers_end(of, around);
}

/* The number of a parameter that the leaf in the function uses, or the number of
 * parameters. */
static size_t used_parameter(const callee *self, const offers *of,
                             uint32_t leaf)
{
  size_t i = 0;
  for (; i < self->parameters.count; i++) {
    uint32_t around = self->parameters.nodes[i];
    for (uint32_t k = around; k < offers_end(of, around); k++)
      if (of->names[k].role == NAME_DEFINITION && !is_in(of, leaf, around) &&
          of->names[leaf].role == NAME_USE &&
          of->names[leaf].symbol == of->names[k].symbol)
        return i;
  }
  return i;
}

/* Does an operator in the argument take less than the whole of it there, in place of the
 * leaf? */
static bool is_torn(const offers *of, uint32_t leaf, const cst_node *argument)
{
  const char *text = of->text + argument->begin;
  const char *before = of->text + cst_at(of->tree, leaf)->begin;
  const char *behind = of->text + cst_at(of->tree, leaf)->end;
  bool is_compound = strchr("*&-!~", *text) ||
                     memchr(text, ' ', argument->end - argument->begin) != NULL;
  while (before > of->text && before[-1] == ' ')
    before--;
  behind += strspn(behind, " ");
  bool is_first = before == of->text || strchr("(,{[;\n", before[-1]) ||
                  isalnum((unsigned char)before[-1]) ||
                  (before[-1] == '=' && before - of->text > 1 &&
                   !strchr("=<>!", before[-2]));
  bool is_last = strchr("),;}]\n", *behind) != NULL;
  return is_compound && !(is_first && is_last);
}

/* Adds the argument in place of the leaf. */
static void add_argument(textbuf *out, const offers *of, uint32_t leaf,
                         uint32_t argument)
{
  bool is_short = offers_is_short(of, leaf);
  bool torn = !is_short && is_torn(of, leaf, cst_at(of->tree, argument));
  if (is_short) {
    offers_add_text(out, of, leaf);
    text_puts(out, ": ");
  }
  text_puts(out, torn ? "(" : "");
  offers_add_text(out, of, argument);
  text_puts(out, torn ? ")" : "");
}

/* ---- parameter-dropped ---- */

/* What stands for a use of the parameter: the argument of the only call, or in
 * LLVM IR a constant. Owner: caller. NULL: nothing does. */
static char *text_for(const callee *self, const offers *of, uint32_t use,
                      size_t parameter, size_t choice)
{
  if (of->ids[use] == RD_NONE)
    return NULL;
  if (of->types) {
    if (!is_small(of))
      return NULL;
    const char *constant = ir_type_constant(of->types[use], choice);
    return constant ? mem_copy(constant) : NULL;
  }
  bool is_only =
      self->call_count == 1 && parameter < self->calls[0].arguments.count;
  uint32_t argument = is_only ? self->calls[0].arguments.nodes[parameter] : 0;
  textbuf out = { 0 };
  if (!argument ||
      !(offers_is_short(of, use) || offers_fits(of, use, argument)))
    return NULL;
  add_argument(&out, of, use, argument);
  return text_take(&out, NULL);
}

/* The uses of a parameter and what stands for them. */
typedef struct replaced {
  ARRAY(uint32_t) uses;
  ARRAY(char *) texts;
} replaced;

static void dispose(replaced *self)
{
  for (size_t i = 0; i < self->texts.size; i++)
    free(self->texts.data[i]);
  ARRAY_FREE(&self->uses);
  ARRAY_FREE(&self->texts);
}

static bool find_texts(replaced *out, const callee *self, const offers *of,
                       size_t parameter, size_t choice)
{
  for (uint32_t i = self->node; i < offers_end(of, self->node); i++) {
    if (used_parameter(self, of, i) != parameter)
      continue;
    char *text = text_for(self, of, i, parameter, choice);
    if (!text)
      return false;
    ARRAY_PUSH(&out->uses, i);
    ARRAY_PUSH(&out->texts, text);
  }
  return choice == 0 || out->uses.size;
}

static bool drop_parameter(rd_builder *builder, const offers *of,
                           const callee *self, size_t parameter, size_t choice,
                           uint32_t number)
{
  replaced with = { 0 };
  bool can = find_texts(&with, self, of, parameter, choice);
  if (can) {
    rd_builder_rewrite(builder, number);
    rd_builder_edit_drop(builder, self->parameters.ids[parameter]);
    for (size_t i = 0; i < self->call_count; i++)
      if (parameter < self->calls[i].arguments.count)
        rd_builder_edit_drop(builder, self->calls[i].arguments.ids[parameter]);
    for (size_t i = 0; i < with.uses.size; i++)
      rd_builder_edit_text(builder, of->ids[with.uses.data[i]],
                           with.texts.data[i]);
  }
  dispose(&with);
  return can;
}

/* ---- call-to-body ---- */

/* What stands before the name in the only call and is no super class; or RD_NONE. */
static uint32_t receiver_of(const callee *self, const offers *of)
{
  uint32_t use = self->calls[0].use, around = of->parent[use];
  uint32_t first = around + 1, end = cst_at(of->tree, first)->end;
  uint32_t begin = cst_at(of->tree, use)->begin;
  while (end < begin && strchr(" .:->?", of->text[end]))
    end++;
  bool is_before = first < use && cst_at(of->tree, first)->end < begin;
  return is_before && end == begin && !offers_is(of, first, "super") ? first
                                                                     : RD_NONE;
}

/* The name of a parameter with the sigil of PHP. */
static uint32_t with_sigil(const offers *of, uint32_t leaf)
{
  const cst_node *above = cst_at(of->tree, of->parent[leaf]);
  bool is = of->text[above->begin] == '$' &&
            above->end == cst_at(of->tree, leaf)->end;
  return is ? of->parent[leaf] : leaf;
}

/* The part with the arguments in place of the parameters' names. */
static char *with_arguments(const callee *self, const offers *of, uint32_t part)
{
  textbuf out = { 0 };
  uint32_t at = cst_at(of->tree, part)->begin;
  uint32_t receiver = receiver_of(self, of);
  for (uint32_t i = part; i < offers_end(of, part); i++) {
    const cst_node *leaf = cst_at(of->tree, with_sigil(of, i));
    size_t used = used_parameter(self, of, i);
    bool is_ours = is_self(of, i) || is_receiver(self, of, i);
    uint32_t by = receiver != RD_NONE && is_ours ? receiver : RD_NONE;
    if (used < self->parameters.count)
      by = self->calls[0].arguments.nodes[used];
    if (by == RD_NONE || leaf->begin < at)
      continue;
    text_add(&out, of->text + at, leaf->begin - at);
    add_argument(&out, of, i, by);
    at = leaf->end;
  }
  text_add(&out, of->text + at, cst_at(of->tree, part)->end - at);
  return text_take(&out, NULL);
}

/* The first part of the function that fits there, or RD_NONE. */
static uint32_t find_part(const callee *self, const offers *of, uint32_t place)
{
  uint32_t part = offers_end(of, self->list);
  uint32_t end = offers_end(of, self->node);
  while (part < end && !offers_fits(of, place, part))
    part++;
  return part < end ? part : RD_NONE;
}

static bool is_same_span(const offers *of, uint32_t a, uint32_t b)
{
  const cst_node *x = cst_at(of->tree, a), *y = cst_at(of->tree, b);
  return x->begin == y->begin && x->end == y->end;
}

static void offer_bodies(rd_builder *builder, const offers *of,
                         const callee *self, uint32_t number)
{
  uint32_t place = self->calls[0].node, last = self->leaf;
  if (self->call_count != 1 || self->called != self->leaf ||
      is_in(of, place, self->node) ||
      self->calls[0].arguments.count != self->parameters.count)
    return;
  for (int level = 0; level < MOST_LEVELS && place; level++) {
    uint32_t part =
        of->ids[place] == RD_NONE ? RD_NONE : find_part(self, of, place);
    if (part != RD_NONE && !is_same_span(of, part, last)) {
      char *text = with_arguments(self, of, part);
      rd_builder_rewrite(builder, number);
      rd_builder_edit_drop(builder, of->places[self->leaf].goes);
      rd_builder_edit_text(builder, of->ids[place], text);
      free(text);
      last = part;
    }
    place = of->parent[place];
  }
}

void calls_offer(rd_builder *builder, const offers *of, uint32_t dropped,
                 uint32_t inlined)
{
  for (uint32_t i = 0; i < of->tree->nodes.size; i++) {
    callee at;
    if (of->names[i].role != NAME_DEFINITION ||
        of->names[i].kind != RD_SYMBOL_FUNCTION || !find_callee(&at, of, i) ||
        !find_calls(&at, of))
      continue;
    for (size_t k = 0; k < at.parameters.count; k++) {
      size_t choice = 0;
      while (drop_parameter(builder, of, &at, k, choice, dropped) && of->types)
        choice++;
    }
    offer_bodies(builder, of, &at, inlined);
  }
}
