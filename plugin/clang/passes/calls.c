/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces calls by the callee's result, by its body, or by an assignment.
 *
 * An argument replaces its parameter as an expression if a result is inserted,
 * and as an initial value if a body is inserted, since statements may assign to
 * it. Names may have another meaning in their new place; the text still
 * compiles then, and a test determines whether it still crashes. A body that
 * returns early is not inlined, unless the caller returns its result in turn or
 * is main, which ends with the call.
 */
#include <string.h>

#include "entities.h"

enum {
  MOST_PARAMETERS = 8,
  MOST_STATEMENTS = 10, /* in a body that is copied, as in C-Reduce */
  MOST_TOKENS = 400,    /* in a statement that is rewritten */
  MOST_ASSIGNED = 3,    /* arguments of a call that are examined */
};

/* ---- arguments for parameters ---- */

/* A call, its callee, and the meanings of its arguments. */
struct site {
  const entity_function *f;
  uint32_t call;
  size_t count;
  entity_parameter parameters[MOST_PARAMETERS];
};

static bool describe_site(struct site *out, const rewriter *r,
                          const entity_function *f, uint32_t call)
{
  *out = (struct site){ .f = f, .call = call };
  uint32_t list = entity_parameter_list(r, f->name);
  while (out->count < MOST_PARAMETERS &&
         entity_parameter_at(&out->parameters[out->count], r, f->name,
                             (uint32_t)out->count))
    out->count++;
  return out->count == entity_count(r, list) &&
         !rewrite_is_inside(r, call, f->definition);
}

/* The parameter that the leaf names, or NULL. */
static const entity_parameter *parameter_of(const rewriter *r,
                                            const struct site *site,
                                            uint32_t leaf, uint32_t *index_out)
{
  uint32_t symbol = rewrite_symbol(r, leaf);
  for (size_t i = 0; symbol != FACT_NONE && i < site->count; i++)
    if (site->parameters[i].symbol == symbol) {
      *index_out = (uint32_t)i;
      return &site->parameters[i];
    }
  return NULL;
}

/* The cast for the conversion of a number as it is passed or returned; empty: it has
 * none. */
static const char *cast_of(rewriter *r, uint32_t expression)
{
  const type_fact *from = rewrite_type(r, expression);
  const type_fact *to = rewrite_converted_type(r, expression);
  bool converts = from && to && from->exact != to->exact && to->name &&
                  from->shape == SHAPE_ARITHMETIC &&
                  to->shape == SHAPE_ARITHMETIC;
  return converts ? rewrite_format(r, "(%s)", to->name) : "";
}

/* The expression with arguments substituted for parameters. */
static const char *substitute(rewriter *r, const struct site *site,
                              uint32_t expression, bool converted)
{
  rewrite_parts parts = { 0 };
  EACH_BELOW (at, r, expression) {
    uint32_t index;
    if (rewrite_kind(r, at) != KIND_NAME || !parameter_of(r, site, at, &index))
      continue;
    uint32_t argument = entity_argument(r, site->call, index);
    const char *text =
        argument == NODE_NONE
            ? "0"
            : shape_in_parens(r, argument, rewrite_source(r, argument));
    if (converted && argument != NODE_NONE)
      text = rewrite_format(r, "%s%s", cast_of(r, argument), text);
    ARRAY_PUSH(&parts, (rewrite_part){ .node = at, .text = text });
  }
  const char *text = rewrite_composed(r, expression, parts.data, parts.size);
  free(parts.data);
  return text;
}

/* ---- the result ---- */

/* Does the expression use a name that only the callee knows? */
static bool needs_callee(const rewriter *r, const struct site *site,
                         uint32_t expression)
{
  EACH_BELOW (at, r, expression) {
    uint32_t index, symbol;
    if (rewrite_kind(r, at) != KIND_NAME || parameter_of(r, site, at, &index))
      continue;
    symbol = rewrite_symbol(r, at);
    if (symbol != FACT_NONE &&
        (rewrite_fact(r, symbol)->flags & RD_SYMBOL_LOCAL))
      return true;
  }
  return false;
}

/* The expression in the definition's last `return`. */
static uint32_t find_result(const rewriter *r, uint32_t definition)
{
  uint32_t found = NODE_NONE;
  EACH_BELOW (at, r, definition)
    if (rewrite_role(r, at) == ROLE_RESULT &&
        rewrite_kind(r, rewrite_at(r, at)->parent) == KIND_RETURN)
      found = at;
  return found;
}

static void drop_function(rewriter *r, const entity_function *f)
{
  EACH_MENTION (leaf, r, f->symbol)
    if (declared_owner(r, leaf) == f->definition)
      rewrite_drop(r, f->definition);
    else if (entity_call(r, leaf) == NODE_NONE)
      declared_drop(r, leaf);
}

static void offer_text(rewriter *r, const struct site *site, const char *text,
                       bool drop)
{
  rewrite_open(r);
  rewrite_text(r, site->call, text);
  if (drop)
    drop_function(r, site->f);
}

static bool uses_twice(const struct site *site)
{
  for (size_t i = 0; i < site->count; i++)
    if (site->parameters[i].uses > 1)
      return true;
  return false;
}

/* Offers the result for the only call, with casts for the conversions of arguments and
 * result, if there are any. An argument that would stand twice is better a variable, as
 * `inline` makes it. */
static void offer_converted(rewriter *r, const struct site *site,
                            uint32_t result)
{
  const char *cast = cast_of(r, result);
  const char *text = substitute(r, site, result, true);
  if (site->f->calls != 1 || uses_twice(site) ||
      (!*cast && !strcmp(text, substitute(r, site, result, false))))
    return;
  if (*cast || !shape_stands_open(r, site->call))
    text = shape_in_parens(r, result, text);
  offer_text(r, site, rewrite_format(r, "%s%s", cast, text), true);
}

static void offer_result(rewriter *r, const struct site *site, uint32_t result)
{
  const char *text = substitute(r, site, result, false);
  if (!shape_stands_open(r, site->call) ||
      rewrite_kind(r, result) == KIND_COMMA)
    text = shape_in_parens(r, result, text);
  for (int drop = site->f->calls == 1; drop >= 0; drop--)
    offer_text(r, site, text, drop);
  if (rewrite_kind(r, result) != KIND_COMMA)
    offer_converted(r, site, result);
}

/* Calls back for every call of a defined function. */
typedef void offer_fn(rewriter *r, const struct site *site);

static void for_each_call(rewriter *r, offer_fn *offer)
{
  EACH_SYMBOL (i, r) {
    entity_function f;
    struct site site;
    if (!entity_function_of(&f, r, i) || f.definition == NODE_NONE)
      continue;
    EACH_MENTION (leaf, r, f.symbol) {
      uint32_t call = entity_call(r, leaf);
      if (call != NODE_NONE && describe_site(&site, r, &f, call))
        offer(r, &site);
    }
  }
}

static void offer_call(rewriter *r, const struct site *site)
{
  uint32_t result = find_result(r, site->f->definition);
  if (result != NODE_NONE && rewrite_tokens(r, result) <= MOST_TOKENS &&
      !needs_callee(r, site, result))
    offer_result(r, site, result);
}

void rewrite_call_result(rewriter *r)
{
  for_each_call(r, offer_call);
}

/* ---- the body ---- */

/* Does a name in the expression equal that of a used parameter? */
static bool clashes(const rewriter *r, const struct site *site,
                    uint32_t expression)
{
  EACH_BELOW (at, r, expression)
    for (size_t i = 0; rewrite_kind(r, at) == KIND_NAME && i < site->count; i++)
      if (site->parameters[i].uses &&
          rewrite_spells(r, at,
                         rewrite_fact(r, site->parameters[i].symbol)->name))
        return true;
  return false;
}

/* Declares the used parameters; NULL if one of them cannot be declared. An
 * argument with the parameter's own name needs no declaration. */
static const char *declare_parameters(rewriter *r, const struct site *site)
{
  const char *text = "";
  for (size_t i = 0; i < site->count; i++) {
    const entity_parameter *parameter = &site->parameters[i];
    uint32_t argument = entity_argument(r, site->call, (uint32_t)i);
    if (!parameter->uses)
      continue;
    if (argument != NODE_NONE && rewrite_kind(r, argument) == KIND_NAME &&
        rewrite_spells(r, argument, rewrite_fact(r, parameter->symbol)->name))
      continue;
    const char *variable = entity_parameter_text(r, parameter);
    if (!variable || (argument != NODE_NONE && clashes(r, site, argument)))
      return NULL;
    text = argument == NODE_NONE
               ? rewrite_format(r, "%s%s; ", text, variable)
               : rewrite_format(r, "%s%s = %s; ", text, variable,
                                rewrite_source(r, argument));
  }
  return text;
}

/* Is there a return that is not the body's last statement? */
static bool returns_early(const rewriter *r, uint32_t body)
{
  uint32_t last = rewrite_at(r, body)->last;
  EACH_BELOW (at, r, body)
    if (rewrite_kind(r, at) == KIND_RETURN && at != last)
      return true;
  return false;
}

/* The body's statements. The result of its last one is stored to `target` (an
 * lvalue and `=`), or is a statement of its own if `target` is empty. NULL if
 * impossible. */
static const char *write_body(rewriter *r, uint32_t body, const char *target)
{
  uint32_t last = body == NODE_NONE ? NODE_NONE : rewrite_at(r, body)->last;
  if (body == NODE_NONE)
    return *target ? NULL : "";
  if (returns_early(r, body))
    return NULL;
  uint32_t result = rewrite_kind(r, last) == KIND_RETURN
                        ? rewrite_child_in_role(r, last, ROLE_RESULT)
                        : NODE_NONE;
  if (*target && result == NODE_NONE)
    return NULL;
  if (rewrite_kind(r, last) != KIND_RETURN)
    return rewrite_source(r, body);
  const char *text =
      result == NODE_NONE
          ? ""
          : rewrite_format(r, "%s%s;", target, rewrite_source(r, result));
  return rewrite_without(r, body, last, text);
}

/* Can main return what this statement returns? */
static bool returns_number(const rewriter *r, uint32_t statement)
{
  uint32_t result = rewrite_child_in_role(r, statement, ROLE_RESULT);
  const type_fact *type = result == NODE_NONE ? NULL : rewrite_type(r, result);
  return type && type->shape == SHAPE_ARITHMETIC;
}

/* The body for a call that main ends with: main returns where it returned, what it
 * returns behind the call if that is no number. NULL if it returns only at its end,
 * or main goes on. */
static const char *write_end(rewriter *r, uint32_t statement, uint32_t body)
{
  rewrite_parts parts = { 0 };
  bool has_lambda = false; /* which has returns of its own */
  uint32_t behind = rewrite_at(r, statement)->next;
  const char *end =
      returns_number(r, behind) ? rewrite_source(r, behind) : "return 0;";
  if (body == NODE_NONE || !returns_early(r, body) ||
      !entity_ends_main(r, statement))
    return NULL;
  EACH_BELOW (at, r, body) {
    has_lambda |= rewrite_kind(r, at) == KIND_LAMBDA;
    if (rewrite_kind(r, at) == KIND_RETURN && !returns_number(r, at))
      ARRAY_PUSH(&parts, (rewrite_part){ .node = at, .text = end });
  }
  const char *text =
      has_lambda ? NULL : rewrite_composed(r, body, parts.data, parts.size);
  free(parts.data);
  return text;
}

static bool has_declarations(const rewriter *r, uint32_t body)
{
  return body != NODE_NONE &&
         rewrite_child_of_kind(r, body, KIND_DECLARATION) != NODE_NONE;
}

/* Can the used parameters be variables of the file, which get their values there?
 * These a compiler does not know. */
static bool can_be_outside(const rewriter *r, const struct site *site)
{
  map taken = { 0 };
  bool can = site->f->calls == 1;
  entity_taken_names(&taken, r);
  for (size_t i = 0; i < site->count && can; i++) {
    const entity_parameter *parameter = &site->parameters[i];
    uint32_t argument = entity_argument(r, site->call, (uint32_t)i);
    can = !parameter->uses ||
          (argument != NODE_NONE && entity_is_constant(r, argument) &&
           !entity_is_taken(&taken, rewrite_fact(r, parameter->symbol)->name));
  }
  map_free(&taken);
  return can;
}

/* Replaces the statement with the given ones, preceded by `before`. */
static void offer_block(rewriter *r, const struct site *site,
                        uint32_t statement, const char *before,
                        const char *variables, const char *text)
{
  uint32_t body = entity_body(r, site->f->definition);
  bool open = !*variables && !has_declarations(r, body) &&
              rewrite_role(r, statement) == ROLE_STATEMENT;
  if (open && !*text)
    text = ";";
  rewrite_open(r);
  rewrite_print(r, statement, open ? "%s%s%s" : "%s{ %s%s }", before, variables,
                text);
  if (site->f->calls == 1)
    drop_function(r, site->f);
}

/* The same, with the parameters declared in front of them, or at file scope. */
static void offer_statements(rewriter *r, const struct site *site,
                             uint32_t statement, const char *before,
                             const char *text)
{
  const char *variables = declare_parameters(r, site);
  if (!variables || !text)
    return;
  offer_block(r, site, statement, before, variables, text);
  if (!*variables || !can_be_outside(r, site))
    return;
  uint32_t first =
      rewrite_first_leaf(r, rewrite_around(r, statement, KIND_FUNCTION));
  offer_block(r, site, statement, before, "", text);
  rewrite_print(r, first, "%s%s", variables, rewrite_source(r, first));
}

/* `x = f();` */
static void offer_assigned(rewriter *r, const struct site *site,
                           uint32_t assign, uint32_t body)
{
  uint32_t left = rewrite_at(r, assign)->child;
  uint32_t statement = rewrite_at(r, assign)->parent;
  if (left == site->call || clashes(r, site, left))
    return;
  const char *target =
      rewrite_format(r, "%s%s", rewrite_source(r, left),
                     rewrite_source(r, rewrite_at(r, left)->next));
  offer_statements(r, site, statement, "", write_body(r, body, target));
}

/* `T x = f();` */
static void offer_initial(rewriter *r, const struct site *site, uint32_t body)
{
  uint32_t value = rewrite_at(r, site->call)->parent;
  uint32_t declarator = rewrite_at(r, value)->parent;
  uint32_t declaration = rewrite_at(r, declarator)->parent;
  uint32_t name = rewrite_child_of_kind(r, declarator, KIND_DECLARED);
  if (rewrite_kind(r, declarator) != KIND_DECLARATOR || name == NODE_NONE ||
      rewrite_kind(r, declaration) != KIND_DECLARATION ||
      rewrite_role(r, declaration) != ROLE_STATEMENT || clashes(r, site, name))
    return;
  const char *before = rewrite_without(r, declaration, value, "");
  const char *target = rewrite_format(r, "%s=", rewrite_source(r, name));
  offer_statements(r, site, declaration, before, write_body(r, body, target));
}

/* The statement that evaluates the call, once; NODE_NONE: there is none. */
static uint32_t find_statement(const rewriter *r, uint32_t call)
{
  for (uint32_t at = call; at != NODE_NONE; at = rewrite_at(r, at)->parent)
    switch (rewrite_kind(r, at)) {
    case KIND_EXPRESSION_STATEMENT:
    case KIND_RETURN:
    case KIND_IF:
    case KIND_SWITCH:
      return at;
    case KIND_WHILE:
    case KIND_DO:
    case KIND_FOR:
    case KIND_DECLARATION:
    case KIND_FUNCTION:
      return NODE_NONE;
    default:
      break;
    }
  return NODE_NONE;
}

/* A call within an expression: the body goes before the statement, and its result
 * into it. The body is not copied, so that the text gets smaller. */
static void offer_within(rewriter *r, const struct site *site, uint32_t body)
{
  uint32_t statement = find_statement(r, site->call);
  uint32_t last = body == NODE_NONE ? NODE_NONE : rewrite_at(r, body)->last;
  uint32_t result = rewrite_kind(r, last) == KIND_RETURN
                        ? rewrite_child_in_role(r, last, ROLE_RESULT)
                        : NODE_NONE;
  if (site->f->calls != 1 || statement == NODE_NONE || result == NODE_NONE ||
      rewrite_at(r, body)->child == last || /* a result alone */
      rewrite_tokens(r, statement) > MOST_TOKENS || returns_early(r, body))
    return;
  const rewrite_part value = {
    site->call, shape_in_parens(r, result, rewrite_source(r, result))
  };
  const char *text = rewrite_composed(r, statement, &value, 1);
  offer_statements(
      r, site, statement, "",
      rewrite_format(r, "%s %s", rewrite_without(r, body, last, ""), text));
}

static void offer_body(rewriter *r, const struct site *site)
{
  uint32_t parent = rewrite_at(r, site->call)->parent;
  uint32_t body = entity_body(r, site->f->definition);
  if (site->f->calls > 1 && body != NODE_NONE &&
      (entity_count(r, body) > MOST_STATEMENTS ||
       rewrite_tokens(r, body) > MOST_TOKENS))
    return;
  switch (rewrite_kind(r, parent)) {
  case KIND_EXPRESSION_STATEMENT:
    offer_statements(r, site, parent, "", write_body(r, body, ""));
    if (body != NODE_NONE)
      offer_statements(r, site, parent, "", write_end(r, parent, body));
    break;
  case KIND_RETURN:
    offer_statements(r, site, parent, "",
                     body == NODE_NONE ? "" : rewrite_source(r, body));
    break;
  case KIND_ASSIGN:
    if (rewrite_kind(r, rewrite_at(r, parent)->parent) ==
        KIND_EXPRESSION_STATEMENT)
      offer_assigned(r, site, parent, body);
    else
      offer_within(r, site, body);
    break;
  case KIND_WITH_VALUE:
    offer_initial(r, site, body);
    break;
  default:
    offer_within(r, site, body);
    break;
  }
}

void rewrite_inline(rewriter *r)
{
  for_each_call(r, offer_body);
}

/* ---- calls as statements ---- */

/* The first variable in the expression that an arithmetic value can be assigned
 * to; NODE_NONE if there is none. */
static uint32_t find_assignable(const rewriter *r, uint32_t expression)
{
  EACH_BELOW (at, r, expression) {
    const type_fact *type;
    uint32_t symbol;
    if (rewrite_kind(r, at) != KIND_NAME)
      continue;
    symbol = rewrite_symbol(r, at);
    type = rewrite_type(r, at);
    if (symbol != FACT_NONE && type && type->shape == SHAPE_ARITHMETIC &&
        (rewrite_fact(r, symbol)->kind == RD_SYMBOL_VARIABLE ||
         rewrite_fact(r, symbol)->kind == RD_SYMBOL_PARAMETER) &&
        !clang_isConstQualifiedType(type->type))
      return at;
  }
  return NODE_NONE;
}

/* A call whose value is unused may exist only for its argument: an assignment
 * keeps the argument used, with fewer tokens. */
void rewrite_call_assignment(rewriter *r)
{
  EACH_OF_KIND (at, r, KIND_CALL) {
    if (rewrite_role(r, at) != ROLE_DISCARD ||
        rewrite_tokens(r, at) > MOST_TOKENS)
      continue;
    uint32_t argument = entity_argument(r, at, 0);
    for (int i = 0; argument != NODE_NONE && i < MOST_ASSIGNED; i++) {
      const type_fact *type = rewrite_converted_type(r, argument);
      uint32_t variable = find_assignable(r, argument);
      if (variable != NODE_NONE && type && type->shape == SHAPE_ARITHMETIC &&
          rewrite_tokens(r, argument) > 1) {
        rewrite_open(r);
        rewrite_print(r, at, "%s = %s", rewrite_source(r, variable),
                      rewrite_source(r, argument));
      }
      argument = entity_next_element(r, argument);
    }
  }
}
