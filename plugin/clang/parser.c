/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The parser's core: a stack of tasks over the visible tokens.
 *
 * The syntax is read from the tokens; libclang's cursors only identify type
 * names (hints) and, later, meanings. Cursors alone would not suffice:
 * statements with errors, nested functions and skipped bodies have none, `for`
 * clauses and declarators come without their roles, and extents are wrong
 * around macros. The tokens are always available, so a file full of errors
 * still gets statements and expressions (T4), and types where libclang knew
 * them.
 *
 * A task parses a part of the syntax into a node. It plans further tasks for
 * the rest, so deep input never makes our stack deep. A bracket bounds
 * everything inside it: `limit` is its partner, and tokens that the inner tasks
 * leave over become generic nodes. Every task consumes tokens or plans less
 * than was planned for it, so parsing is linear.
 */
#include "base/budget.h"
#include "base/hash.h"
#include "parser.h"

#include <assert.h>
#include <string.h>

/* ---- tokens ---- */

word word_at(const parser *p, uint32_t ahead)
{
  uint64_t at = (uint64_t)p->pos + ahead;
  return at < p->limit ? p->s->words[at] : WORD_NONE;
}

bool at_end(const parser *p)
{
  return p->pos >= p->limit;
}

const token *token_at(const parser *p, uint32_t ahead)
{
  return &p->s->tokens[p->s->visible[p->pos + ahead]];
}

token_kind kind_at(const parser *p, uint32_t ahead)
{
  uint64_t at = (uint64_t)p->pos + ahead;
  return at < p->limit ? token_at(p, ahead)->kind : TOKEN_OTHER;
}

bool at_identifier(const parser *p, uint32_t ahead)
{
  return kind_at(p, ahead) == TOKEN_IDENTIFIER &&
         word_at(p, ahead) == WORD_NONE;
}

uint32_t behind_bracket(const parser *p, uint32_t ahead)
{
  uint64_t at = (uint64_t)p->pos + ahead;
  uint32_t partner = at < p->limit ? p->s->match[at] : NODE_NONE;
  return partner == NODE_NONE || partner < at ? 0 : partner + 1 - p->pos;
}

uint32_t find_word(const parser *p, const word *words)
{
  const syntax *s = p->s;
  for (uint32_t at = p->pos; at < p->limit; at++) {
    for (const word *w = words; *w != WORD_NONE; w++)
      if (s->words[at] == *w)
        return at;
    if (s->match[at] != NODE_NONE && s->match[at] > at)
      at = s->match[at];
  }
  return p->limit;
}

/* ---- nodes ---- */

uint32_t open_node(parser *p, uint32_t parent, syntax_kind kind,
                   syntax_role role)
{
  syntax *s = p->s;
  assert(s->nodes.size < NODE_NONE);
  uint32_t id = (uint32_t)s->nodes.size;
  uint32_t last = parent == NODE_NONE ? NODE_NONE : s->nodes.data[parent].last;
  ARRAY_PUSH(&s->nodes, (syntax_node){ .first = p->pos,
                                       .end = p->pos,
                                       .parent = parent,
                                       .child = NODE_NONE,
                                       .last = NODE_NONE,
                                       .prev = last,
                                       .next = NODE_NONE,
                                       .kind = (uint8_t)kind,
                                       .role = (uint8_t)role });
  if (parent == NODE_NONE)
    return id;
  if (last == NODE_NONE)
    s->nodes.data[parent].child = id;
  else
    s->nodes.data[last].next = id;
  s->nodes.data[parent].last = id;
  return id;
}

uint32_t take(parser *p, uint32_t parent, syntax_kind kind, syntax_role role)
{
  assert(p->pos < p->s->count);
  uint32_t leaf = open_node(p, parent, kind, role);
  p->s->nodes.data[leaf].end = ++p->pos;
  return leaf;
}

void take_punct(parser *p, uint32_t parent)
{
  take(p, parent, KIND_TOKEN, ROLE_PUNCT);
}

bool take_if(parser *p, uint32_t parent, word w)
{
  if (word_at(p, 0) != w)
    return false;
  take_punct(p, parent);
  return true;
}

bool take_comma(parser *p, uint32_t list)
{
  uint32_t last = p->s->nodes.data[list].last;
  if (word_at(p, 0) != WORD_COMMA)
    return false;
  bool between = last != NODE_NONE && p->pos + 1 < p->limit &&
                 p->s->nodes.data[last].role != ROLE_SEPARATOR;
  take(p, list, KIND_TOKEN, between ? ROLE_SEPARATOR : ROLE_OPTION);
  return true;
}

uint32_t wrap_last(parser *p, uint32_t parent, syntax_kind kind,
                   syntax_role role, syntax_role inner_role)
{
  syntax_node *nodes = p->s->nodes.data;
  uint32_t inner = nodes[parent].last;
  assert(inner != NODE_NONE);
  uint32_t before = nodes[inner].prev;
  nodes[parent].last = before;
  if (before == NODE_NONE)
    nodes[parent].child = NODE_NONE;
  else
    nodes[before].next = NODE_NONE;
  uint32_t outer = open_node(p, parent, kind, role);
  nodes = p->s->nodes.data;
  nodes[outer].child = nodes[outer].last = inner;
  nodes[inner].parent = outer;
  nodes[inner].prev = NODE_NONE;
  nodes[inner].role = (uint8_t)inner_role;
  return outer;
}

void unwrap(parser *p, uint32_t node, syntax_role role)
{
  syntax_node *nodes = p->s->nodes.data;
  syntax_node *outer = &nodes[node];
  syntax_node *inner = &nodes[outer->child];
  assert(outer->child == outer->last);
  inner->parent = outer->parent;
  inner->prev = outer->prev;
  inner->next = outer->next;
  inner->role = (uint8_t)role;
  if (outer->prev == NODE_NONE)
    nodes[outer->parent].child = outer->child;
  else
    nodes[outer->prev].next = outer->child;
  if (outer->next == NODE_NONE)
    nodes[outer->parent].last = outer->child;
  else
    nodes[outer->next].prev = outer->child;
}

/* ---- tasks ---- */

void plan(parser *p, task_fn run, uint32_t node, syntax_role role, uint32_t arg)
{
  ARRAY_PUSH(&p->tasks,
             (task){ .run = run, .node = node, .arg = arg, .role = role });
}

void plan_list(parser *p, task_fn run, uint32_t parent, syntax_kind kind,
               syntax_role role, uint32_t arg)
{
  plan(p, run, open_node(p, parent, kind, ROLE_FIXED), role, arg);
}

bool next_element(parser *p, const task *t)
{
  if (at_end(p))
    return false;
  ARRAY_PUSH(&p->tasks, *t);
  return !take_comma(p, t->node);
}

void task_word(parser *p, const task *t)
{
  take_if(p, t->node, (word)t->arg);
}

/* After the contents of a bracket; arg: the limit outside it. */
static void task_leave(parser *p, const task *t)
{
  if (!t->flag)
    return;
  if (!at_end(p)) {
    ARRAY_PUSH(&p->tasks, *t);
    plan_generic(p, t->node, p->limit);
    return;
  }
  bool closed = p->s->match[p->pos] != NODE_NONE;
  p->limit = t->arg;
  if (closed)
    take_punct(p, t->node);
}

/* Where what the next bracket opens ends; the limit: nowhere before. */
static uint32_t bracket_end(const parser *p, uint32_t node)
{
  const syntax *s = p->s;
  uint32_t end = s->match[p->pos], kind = s->nodes.data[node].kind;
  bool open = kind == KIND_NAMESPACE || kind == KIND_LINKAGE;
  if (end == NODE_NONE && s->ends && !open)
    end = s->ends[p->pos];
  return end > p->pos && end < p->limit ? end : p->limit;
}

void bracket(parser *p, uint32_t node, task_fn inner, syntax_role role,
             uint32_t arg)
{
  uint32_t end = bracket_end(p, node);
  take_punct(p, node);
  ARRAY_PUSH(&p->tasks, (task){ .run = task_leave,
                                .node = node,
                                .arg = p->limit,
                                .flag = end < p->limit });
  p->limit = end;
  if (inner)
    plan(p, inner, node, role, arg);
}

void bracket_list(parser *p, uint32_t node, syntax_kind kind, task_fn inner,
                  syntax_role role, uint32_t arg)
{
  bracket(p, node, NULL, ROLE_FIXED, 0);
  if (!at_end(p))
    plan_list(p, inner, node, kind, role, arg);
}

/* ---- generic nodes ---- */

static bool is_opener(const parser *p)
{
  uint32_t partner = p->s->match[p->pos];
  return partner != NODE_NONE && partner > p->pos;
}

static void task_generic(parser *p, const task *t);

static void task_generic_list(parser *p, const task *t)
{
  if (!at_end(p))
    plan(p, task_generic, open_node(p, t->node, KIND_GENERIC_LIST, ROLE_FIXED),
         ROLE_ELEMENT, p->limit);
}

/* The tokens of an element; arg: the end. */
static void task_generic_element(parser *p, const task *t)
{
  while (p->pos < t->arg) {
    word w = word_at(p, 0);
    if (w == WORD_COMMA)
      return;
    if (w == WORD_SEMICOLON) {
      take_punct(p, t->node);
      return;
    }
    if (is_opener(p)) {
      if (w != WORD_OPEN_BRACE)
        ARRAY_PUSH(&p->tasks, *t);
      uint32_t group = open_node(p, t->node, KIND_GENERIC, ROLE_OPTION);
      bracket(p, group, task_generic_list, ROLE_FIXED, 0);
      return;
    }
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
  }
}

/* Elements up to `arg`. */
static void task_generic(parser *p, const task *t)
{
  if (p->pos >= t->arg)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  uint32_t last = p->s->nodes.data[t->node].last;
  bool separates = word_at(p, 0) == WORD_COMMA && p->pos + 1 < t->arg &&
                   last != NODE_NONE && t->role == ROLE_ELEMENT &&
                   p->s->nodes.data[last].kind == KIND_GENERIC;
  if (separates) {
    take(p, t->node, KIND_TOKEN, ROLE_SEPARATOR);
    return;
  }
  if (word_at(p, 0) == WORD_COMMA) {
    take(p, t->node, KIND_TOKEN, ROLE_OPTION);
    return;
  }
  uint32_t element = open_node(p, t->node, KIND_GENERIC, ROLE_ELEMENT);
  plan(p, task_generic_element, element, ROLE_FIXED, t->arg);
}

void plan_generic(parser *p, uint32_t node, uint32_t end)
{
  uint8_t kind = p->s->nodes.data[node].kind;
  bool plain = syntax_is_plain_list((syntax_kind)kind);
  if (!plain)
    node = open_node(p, node, KIND_GENERIC_LIST, ROLE_OPTION);
  plan(p, task_generic, node, plain ? ROLE_FIXED : ROLE_ELEMENT, end);
}

/* ---- recovery ---- */

/* Unreadable tokens end at a semicolon or after braces. */
static uint32_t find_end(const parser *p)
{
  uint32_t end =
      find_word(p, (word[]){ WORD_SEMICOLON, WORD_OPEN_BRACE, WORD_NONE });
  if (end < p->limit && p->s->words[end] == WORD_OPEN_BRACE) {
    uint32_t partner = p->s->match[end];
    end = partner == NODE_NONE ? end + 1 : partner + 1;
  }
  return end;
}

static void task_semicolon(parser *p, const task *t)
{
  if (at_end(p) || take_if(p, t->node, WORD_SEMICOLON))
    return;
  if (token_at(p, 0)->line_start)
    return;
  uint32_t end = find_end(p);
  if (end == p->pos)
    return;
  ARRAY_PUSH(&p->tasks, *t);
  plan_generic(p, t->node, end);
}

void plan_semicolon(parser *p, uint32_t node)
{
  plan(p, task_semicolon, node, ROLE_PUNCT, 0);
}

/* ---- the whole ---- */

static void name_typedefs(parser *p)
{
  const syntax *s = p->s;
  for (uint32_t at = 0; at < s->count; at++) {
    if (s->words[at] != WORD_TYPEDEF)
      continue;
    for (at++; at < s->count && s->words[at] != WORD_SEMICOLON; at++) {
      bool suffix = s->words[at] == WORD_OPEN_PAREN &&
                    (s->words[at - 1] == WORD_NONE ||
                     s->words[at - 1] == WORD_CLOSE_PAREN);
      if ((suffix || s->words[at] == WORD_OPEN_BRACE) &&
          s->match[at] != NODE_NONE)
        at = s->match[at];
      const token *tok = &s->tokens[s->visible[at]];
      if (tok->kind != TOKEN_IDENTIFIER || s->words[at] != WORD_NONE ||
          at + 1 >= s->count)
        continue;
      word next = s->words[at + 1];
      if (next == WORD_SEMICOLON || next == WORD_COMMA ||
          next == WORD_OPEN_BRACKET || next == WORD_CLOSE_PAREN ||
          next == WORD_OPEN_PAREN || next == WORD_ATTRIBUTE)
        map_put(&p->typedefs, token_hash(tok, s->text), 1);
    }
  }
}

/* Computes the spans of inner nodes from those of the leaves, bottom up. */
static void compute_spans(syntax *s)
{
  syntax_node *nodes = s->nodes.data;
  uint32_t at = 0;
  for (;;) {
    while (nodes[at].child != NODE_NONE)
      at = nodes[at].child;
    while (nodes[at].next == NODE_NONE && nodes[at].parent != NODE_NONE) {
      at = nodes[at].parent;
      nodes[at].first = nodes[nodes[at].child].first;
      nodes[at].end = nodes[nodes[at].last].end;
    }
    if (nodes[at].parent == NODE_NONE)
      return;
    at = nodes[at].next;
  }
}

/* Tasks for each token: ten times what any input has needed. */
enum { MOST_TASKS = 32 };

void parser_run(syntax *s, const uint8_t *hints, task_fn first)
{
  parser p = { .s = s,
               .limit = s->count,
               .has_endasm =
                   s->count && memchr(s->words, WORD_ENDASM, s->count) != NULL,
               .hints = hints };
  if (!s->cxx)
    name_typedefs(&p);
  uint32_t root = open_node(&p, NODE_NONE, KIND_UNIT, ROLE_FIXED);
  plan(&p, first, root, ROLE_ELEMENT, 0);
  uint64_t tasks = (uint64_t)MOST_TASKS * (s->count + MOST_TASKS);
  while (p.tasks.size) {
    if (!budget_take(&tasks))
      abort(); /* the text gets a tree of balanced tokens */
    task t = p.tasks.data[--p.tasks.size];
    t.run(&p, &t);
  }
  assert(p.pos == s->count);
  compute_spans(s);
  map_free(&p.typedefs);
  free(p.tasks.data);
}
