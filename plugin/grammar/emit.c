/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Adds the nodes of a concrete syntax tree to a builder.
 *
 * A node's plan says where each child stands. Comments and other extras come
 * between the children, and so do the bytes that the grammar gives no node (a
 * pattern among other rules): every byte but white space is in a leaf. A node
 * that no rule derives, ERROR nodes among them, has balanced lists (loose.c).
 *
 * The nodes that are open wait on a stack, and the steps that are left of each
 * lie one after the other in one array: no recursion.
 */
#include "emit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fixed.h"
#include "ir_types.h"
#include "offers.h"
#include "records.h"
#include "sorts.h"
#include "tasks.h"
#include "texts.h"

/* What the nodes at hand were parsed from: the text, or an island in it. */
typedef struct source {
  syntax *lang;
  cst tree;
  name *names;          /* by node of the tree */
  ir_type *types;       /* by node of the tree; NULL: it has none */
  record_type *records; /* by node of the tree; NULL: it has none */
  uint32_t *ids;        /* by node of the tree: the builder's, or RD_NONE */
  uint32_t *around;     /* by leaf of the tree: the node around it */
  offer_place *places;  /* by node of the tree */
  sorts sorts;          /* of its nodes */
} source;

typedef struct frame {
  source *of;
  size_t first, next; /* of the tasks; they end where the next frame's begin */
  size_t end;
  bool is_raw; /* white space inside means something, as in a string */
  bool is_string;
  bool is_whole; /* nothing may stand for a part (fixed.def) */
} frame;

/* A node of the builder that is open. */
typedef struct opened {
  uint32_t id;
  bool can_go;   /* with what is in it, and what is around it stays whole */
  uint8_t place; /* rd_place */
} opened;

typedef struct emitter {
  rd_builder *builder;
  const char *text;
  languages *all;
  source *at; /* of the frame on top */
  ARRAY(source *) sources;
  ARRAY(opened) open;
  task_list tasks;
  ARRAY(frame) frames;
  tasks makes; /* the tasks of a node */
} emitter;

static const cst_node *node_at(const emitter *self, uint32_t node)
{
  return cst_at(&self->at->tree, node);
}

static bool is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* ---- what a node is ---- */

static bool is_comment(const emitter *self, uint32_t node)
{
  const cst_node *at = node_at(self, node);
  return (at->flags & CST_EXTRA) && !(at->flags & CST_ERROR) &&
         (at->size == 1 || strstr(syntax_name(self->at->lang, at), "comment"));
}

static uint16_t kind_of(const emitter *self, uint32_t node)
{
  const cst_node *at = node_at(self, node);
  return rd_builder_kind(self->builder, at->flags & CST_NAMED
                                            ? syntax_name(self->at->lang, at)
                                            : "token");
}

static void describe_place(rd_node_spec *spec, emitter *self, const step *at)
{
  spec->place = at->place;
  if (at->rule == RULE_NONE)
    return;
  spec->phrase = phrases_of(self->at->lang->texts, at->rule);
  spec->fillers = phrases_fillers(self->at->lang->texts, at->rule);
  if (spec->phrase && !*spec->phrase && at->place == RD_REQUIRED &&
      at->type == STEP_CHILD)
    spec->phrase = spec->fillers ? *spec->fillers : NULL;
  else if (spec->phrase)
    rd_builder_weigh(self->builder, spec->phrase,
                     phrases_weight(self->at->lang->texts, at->rule));
  spec->accepts = sorts_accepted(&self->at->sorts, at->rule, at->list);
}

static uint32_t open_node(emitter *self, const rd_node_spec *spec, bool can_go)
{
  uint32_t id = rd_builder_open(self->builder, spec);
  ARRAY_PUSH(&self->open, (opened){ id, can_go, spec->place });
  return id;
}

static void close_node(emitter *self)
{
  rd_builder_close(self->builder);
  self->open.size--;
}

/* ---- names ---- */

/* The smallest node around that goes with a declaration, or RD_NONE. */
static uint32_t find_going(const emitter *self)
{
  for (size_t i = self->open.size; i-- > 0;)
    if (self->open.data[i].can_go)
      return self->open.data[i].id;
  return RD_NONE;
}

/* The smallest node around that may be left out, or RD_NONE. Of a part, no element
 * may. */
static uint32_t find_optional(const emitter *self, bool is_part)
{
  size_t i = self->open.size;
  while (i > 0 && self->open.data[i - 1].place == RD_REQUIRED)
    i--;
  bool is_found =
      i > 0 && !(is_part && self->open.data[i - 1].place == RD_ELEMENT);
  return is_found ? self->open.data[i - 1].id : RD_NONE;
}

/* What goes with the declaration of a name. A body has effects of its own, so what is
 * before it is a part of what has both. */
static void add_name(emitter *self, uint32_t node, uint32_t leaf, bool can_go)
{
  const name *at = &self->at->names[node];
  if (at->role == NAME_USE)
    rd_builder_uses(self->builder, at->symbol, leaf, RD_USE_NAME);
  if (at->role != NAME_DEFINITION)
    return;
  rd_builder_names(self->builder, at->symbol, leaf);
  uint32_t goes = at->is_headed && (!can_go || at->follows_blank)
                      ? find_optional(self, true)
                  : can_go ? leaf
                           : find_going(self);
  self->at->places[node].goes = goes;
  if (goes != RD_NONE)
    rd_builder_declares(self->builder, at->symbol, goes);
}

/* ---- leaves ---- */

/* Returns the leaf's id, or RD_NONE if it became words or nothing. */
static uint32_t add_leaf(emitter *self, const rd_node_spec *spec,
                         uint32_t begin, uint32_t end, bool is_string)
{
  cst_trim(self->text, &begin, &end);
  if (begin == end)
    return RD_NONE;
  bool has_words = false;
  for (uint32_t i = begin; i < end && !has_words; i++)
    has_words = is_space(self->text[i]);
  if (!has_words || (spec->flags & (RD_COMMENT | RD_PUNCT)))
    return rd_builder_leaf(self->builder, spec, begin, end);
  texts_add(self->builder, spec, begin, end, is_string);
  return RD_NONE;
}

static void add_comment(emitter *self, uint32_t node)
{
  const cst_node *at = node_at(self, node);
  uint32_t begin = at->begin, end = at->end;
  cst_trim(self->text, &begin, &end);
  size_t size;
  (void)rd_builder_text(self->builder, &size);
  bool ends_line = end < size && self->text[end] == '\n' &&
                   !memchr(self->text + begin, '\n', end - begin);
  rd_node_spec spec = { .kind = kind_of(self, node),
                        .flags =
                            (uint16_t)(RD_COMMENT | (ends_line ? RD_LINE : 0)),
                        .place = RD_OPTIONAL };
  (void)add_leaf(self, &spec, begin, end, false);
}

static bool has_raw_text(const emitter *self, const frame *of)
{
  for (size_t i = of->first; i < of->end; i++) {
    const step *at = &self->tasks.data[i].step;
    if (at->type == STEP_TEXT ||
        (at->type == STEP_CHILD && self->at->lang->has_rules &&
         plan_is_immediate(self->at->lang->plans, at->own)))
      return true;
  }
  return false;
}

/* May nothing stand for the node (fixed.def)? */
static bool is_whole(const emitter *self, uint32_t node)
{
  const cst_node *at = node_at(self, node);
  return (self->frames.size &&
          self->frames.data[self->frames.size - 1].is_whole) ||
         fixed_is_whole(self->at->lang->name, syntax_name(self->at->lang, at),
                        self->text + at->begin, at->end - at->begin);
}

/* Leaves out a phrase that is not worth a test (fixed.def); RD_NONE: of a node of
 * ours. */
static void leave_out(rd_node_spec *spec, const emitter *self, uint32_t node)
{
  const syntax *lang = self->at->lang;
  const char *type =
      node == RD_NONE ? NULL : syntax_name(lang, node_at(self, node));
  if (spec->phrase && *spec->phrase && !fixed_is_worth(lang->name, type))
    spec->phrase = NULL;
}

/* Opens a node of the tree, whose bytes are [begin, end). */
static void enter(emitter *self, rd_node_spec *spec, uint32_t node,
                  uint32_t own, bool can_go, uint32_t begin, uint32_t end)
{
  frame made = { .of = self->at,
                 .first = self->tasks.size,
                 .next = self->tasks.size };
  bool is_known = tasks_add(&self->tasks, &self->makes, self->at->lang,
                            &self->at->tree, node, own, begin, end);
  made.end = self->tasks.size;
  made.is_raw = is_known && has_raw_text(self, &made);
  if (!is_known)
    spec->flags |= RD_LIST | RD_GENERIC;
  made.is_string =
      texts_is_string(syntax_name(self->at->lang, node_at(self, node)));
  made.is_whole = is_whole(self, node);
  self->at->ids[node] = open_node(self, spec, can_go);
  ARRAY_PUSH(&self->frames, made);
}

/* ---- the walk ---- */

/* Does the place go with a declaration in it? An optional part of something, as
 * the result of an instruction, is less than that. */
static bool can_go(const step *at)
{
  bool is_part = at->type == STEP_OPEN && at->place == RD_OPTIONAL;
  return at->place != RD_REQUIRED && !at->is_sole && !is_part;
}

/* The step that opened the group has been taken. A list of members is of the class
 * of its record. */
static void add_group_type(rd_node_spec *spec, const emitter *self)
{
  const frame *top = &self->frames.data[self->frames.size - 1];
  const step *first = &self->tasks.data[top->next].step;
  if (self->at->records && first->type == STEP_CHILD)
    spec->type = self->at->records[first->child].gives;
  if (!self->at->types)
    return;
  spec->want = IR_END;
  if (first->type == STEP_CHILD && self->at->types[first->child].is_needed) {
    spec->place = RD_REQUIRED;
    spec->phrase = NULL;
  }
}

static void open_step(emitter *self, const step *at)
{
  rd_node_spec spec = { .flags = at->is_list ? RD_LIST : 0 };
  spec.kind = rd_builder_kind(self->builder, at->is_list ? "list" : "group");
  describe_place(&spec, self, at);
  if (at->is_list && (at->list == RULE_NONE || at->place == RD_ELEMENT))
    spec.phrase = "";
  if (at->is_list && at->list != RULE_NONE) {
    const frame *top = &self->frames.data[self->frames.size - 1];
    size_t begin = top->next - 1; /* the step has been taken */
    spec.sorts = sorts_of_list(&self->at->sorts, self->tasks.data + begin,
                               top->end - begin);
  }
  leave_out(&spec, self, RD_NONE);
  add_group_type(&spec, self);
  (void)open_node(self, &spec, can_go(at));
}

/* Is it a name, sigils aside? */
static bool is_name(const char *phrase)
{
  size_t sigils = phrase ? strspn(phrase, "$@%#!&*") : 0;
  return phrase &&
         (isalpha((unsigned char)phrase[sigils]) || phrase[sigils] == '_');
}

/* What may stand for one token: a use of a name may become something that names
 * nothing; anything else only what is shorter. A name for another name tells
 * nothing, and what is called is replaced with the whole call. */
static const char *leaf_phrase(const emitter *self, uint32_t node,
                               const char *phrase)
{
  const cst_node *at = node_at(self, node);
  const char *field = syntax_field(self->at->lang, at);
  bool is_shorter = phrase && strlen(phrase) < at->end - at->begin;
  if (is_name(phrase) || strcmp(field, "function") == 0)
    return NULL;
  return is_shorter || self->at->names[node].role == NAME_USE ? phrase : NULL;
}

static void add_type(rd_node_spec *spec, ir_type type)
{
  spec->type = type.gives;
  spec->want = type.wants;
  if (spec->fillers && type.wants)
    spec->fillers = ir_type_fillers(type);
}

/* The place of a child and what it is. */
static rd_node_spec describe_child(emitter *self, const step *at)
{
  rd_node_spec spec = { .kind = kind_of(self, at->child) };
  describe_place(&spec, self, at);
  if (self->at->types)
    add_type(&spec, self->at->types[at->child]);
  if (self->at->records) {
    spec.type = self->at->records[at->child].gives;
    spec.want = self->at->records[at->child].wants;
  }
  leave_out(&spec, self, at->child);
  if (is_whole(self, at->child)) {
    spec.phrase = NULL;
    spec.fillers = NULL;
  }
  uint32_t stands_for = plan_symbol(self->at->lang->plans, at->own);
  if (stands_for != RULE_NONE &&
      !fixed_is_plain(self->at->lang->name,
                      syntax_name(self->at->lang, node_at(self, at->child))))
    spec.sorts = sorts_of_symbol(&self->at->sorts, stands_for);
  if (at->is_separator)
    spec.flags |= RD_PUNCT | RD_SEPARATOR;
  if (self->at->names[at->child].is_body && (spec.fillers || spec.phrase))
    spec.flags |= RD_BODY;
  return spec;
}

static bool enter_island(emitter *self, const step *at, rd_node_spec *spec);

static void add_token(emitter *self, rd_node_spec *spec, const step *at,
                      bool is_raw)
{
  const cst_node *child = node_at(self, at->child);
  bool is_named = (child->flags & CST_NAMED) != 0;
  if (!is_named && at->place == RD_REQUIRED)
    spec->flags |= RD_PUNCT;
  spec->phrase = is_named ? leaf_phrase(self, at->child, spec->phrase) : NULL;
  spec->flags |= is_raw ? RD_RAW : 0;
  bool is_string = self->frames.data[self->frames.size - 1].is_string ||
                   texts_is_string(syntax_name(self->at->lang, child));
  uint32_t leaf = add_leaf(self, spec, child->begin, child->end, is_string);
  self->at->ids[at->child] = leaf;
  self->at->around[at->child] = self->open.data[self->open.size - 1].id;
  if (leaf != RD_NONE)
    add_name(self, at->child, leaf, at->place == RD_ELEMENT && !at->is_sole);
}

/* A string has its own shortest phrase rather than that of its place, which
 * would cost another test. */
static void add_quoted(emitter *self, rd_node_spec *spec, const step *at)
{
  const cst_node *child = node_at(self, at->child);
  const char *empty = phrases_of(self->at->lang->texts, at->own);
  if (empty)
    rd_builder_weigh(self->builder, empty, 1);
  spec->phrase = leaf_phrase(self, at->child, empty ? empty : spec->phrase);
  uint32_t leaf = add_leaf(self, spec, child->begin, child->end, true);
  self->at->ids[at->child] = leaf;
  for (uint32_t i = at->child; i < at->child + child->size; i++)
    if (self->at->names[i].role)
      add_name(self, i, leaf, false);
}

/* The quotes stay, and between them is one text. */
static void add_escaped_text(emitter *self, const rd_node_spec *spec,
                             uint32_t node)
{
  const cst_node *at = node_at(self, node);
  uint32_t begin = at->begin, end = at->end, last = node + at->size - 1;
  rd_node_spec inside = { .kind = rd_builder_kind(self->builder, "text"),
                          .place = RD_OPTIONAL };
  rd_node_spec quote = { .kind = kind_of(self, last),
                         .flags = RD_PUNCT | RD_RAW };
  bool is_quoted = node_at(self, node + 1)->begin == begin &&
                   !(node_at(self, node + 1)->flags & CST_NAMED);
  self->at->ids[node] = rd_builder_open(self->builder, spec);
  if (is_quoted)
    begin = node_at(self, node + 1)->end, end = node_at(self, last)->begin;
  if (is_quoted)
    (void)rd_builder_leaf(self->builder, &quote, at->begin, begin);
  texts_add(self->builder, &inside, begin, end, true);
  if (is_quoted)
    (void)rd_builder_leaf(self->builder, &quote, end, at->end);
  rd_builder_close(self->builder);
}

static void add_child(emitter *self, const step *at, bool is_raw)
{
  const cst_node *child = node_at(self, at->child);
  rd_node_spec spec = describe_child(self, at);
  self->at->places[at->child].rule = at->rule;
  self->at->places[at->child].own = at->own;
  self->at->places[at->child].is_element = at->place == RD_ELEMENT;
  if (at->is_sole)
    self->at->places[at->child].all = find_optional(self, false);
  if (enter_island(self, at, &spec))
    return;
  if (child->size == 1)
    add_token(self, &spec, at, is_raw);
  else if (texts_is_escaped(&self->at->tree, self->text, at->child))
    add_escaped_text(self, &spec, at->child);
  else if (at->own != RULE_NONE &&
           texts_is_token(&self->at->tree, self->text, at->child) &&
           !languages_meet(self->all, self->at->lang, &self->at->tree,
                           self->text, at->child))
    add_quoted(self, &spec, at);
  else
    enter(self, &spec, at->child, at->own, can_go(at), child->begin,
          child->end);
}

static void add_text(emitter *self, const task *at, bool is_raw)
{
  rd_node_spec spec = { .kind = rd_builder_kind(self->builder, "text"),
                        .flags = is_raw ? RD_RAW : 0,
                        .place = at->step.place };
  (void)add_leaf(self, &spec, at->begin, at->end,
                 self->frames.data[self->frames.size - 1].is_string);
}

static void do_task(emitter *self, const task *at, bool is_raw)
{
  switch (at->step.type) {
  case STEP_OPEN:
    open_step(self, &at->step);
    break;
  case STEP_CLOSE:
    close_node(self);
    break;
  case STEP_TEXT:
    add_text(self, at, is_raw);
    break;
  default:
    if (is_comment(self, at->step.child))
      add_comment(self, at->step.child);
    else
      add_child(self, &at->step, is_raw);
  }
}

/* ---- sources ---- */

/* More than any grammar has; islands.def names fewer than 15 languages, so 16
 * bits do for all. */
enum { SORTS_OF_LANGUAGE = 4096 };

static void add_source(emitter *self, syntax *lang, cst tree)
{
  source *made = mem_alloc(1, sizeof *made);
  made->lang = lang;
  made->tree = tree;
  made->names = names_find(self->builder, lang, &made->tree);
  made->types =
      ir_types_find(self->builder, lang, &made->tree, made->names, self->text);
  made->records = records_find(lang, &made->tree, self->text);
  made->ids = mem_alloc(made->tree.nodes.size, sizeof *made->ids);
  made->around = mem_alloc(made->tree.nodes.size, sizeof *made->around);
  made->places = mem_alloc(made->tree.nodes.size, sizeof *made->places);
  for (size_t i = 0; i < made->tree.nodes.size; i++) {
    made->ids[i] = RD_NONE;
    made->places[i] =
        (offer_place){ RULE_NONE, RULE_NONE, RD_NONE, RD_NONE, false };
  }
  made->sorts =
      (sorts){ .builder = self->builder, .lang = lang, .first = TEXTS_SORTS };
  for (size_t i = 0; i < self->sources.size; i++)
    if (self->sources.data[i]->lang == lang)
      made->sorts.first = self->sources.data[i]->sorts.first;
    else if (made->sorts.first == self->sources.data[i]->sorts.first)
      made->sorts.first += SORTS_OF_LANGUAGE;
  ARRAY_PUSH(&self->sources, made);
  self->at = made;
}

static void free_source(source *self, const core *calls)
{
  sorts_dispose(&self->sorts);
  free(self->names);
  free(self->types);
  free(self->records);
  free(self->ids);
  free(self->around);
  free(self->places);
  cst_free(&self->tree, calls);
  free(self);
}

/* Parses what is in another language inside a node, and enters its tree. False:
 * it is no island, or its grammar is not installed. */
static bool enter_island(emitter *self, const step *at, rd_node_spec *spec)
{
  const cst_node *leaf = node_at(self, at->child);
  syntax *lang = languages_island(self->all, self->at->lang, &self->at->tree,
                                  self->text, at->child);
  if (!lang)
    return false;
  TSRange range = { .start_point = leaf->begin_point,
                    .end_point = leaf->end_point,
                    .start_byte = leaf->begin,
                    .end_byte = leaf->end };
  cst tree;
  size_t size;
  const char *text = rd_builder_text(self->builder, &size);
  uint32_t begin = leaf->begin, end = leaf->end;
  if (cst_parse(&tree, &self->all->calls, lang->parser.handle, text, size,
                &range, 1, NULL))
    return false;
  spec->phrase = leaf_phrase(self, at->child, spec->phrase);
  add_source(self, lang, tree);
  spec->kind = kind_of(self, 0);
  enter(self, spec, 0, RULE_NONE, at->place != RD_REQUIRED, begin, end);
  return true;
}

static void finish_frame(emitter *self)
{
  frame *top = &self->frames.data[--self->frames.size];
  self->tasks.size = top->first;
  close_node(self);
  if (self->frames.size)
    self->at = self->frames.data[self->frames.size - 1].of;
}

static void dispose(emitter *self)
{
  for (size_t i = 0; i < self->sources.size; i++)
    free_source(self->sources.data[i], &self->all->calls);
  ARRAY_FREE(&self->sources);
  ARRAY_FREE(&self->tasks);
  ARRAY_FREE(&self->frames);
  tasks_dispose(&self->makes);
  ARRAY_FREE(&self->open);
}

void emit_tree(rd_builder *builder, languages *all, syntax *lang, cst tree)
{
  size_t size;
  emitter self = { .builder = builder,
                   .text = rd_builder_text(builder, &size),
                   .all = all };
  self.makes.text = self.text;
  add_source(&self, lang, tree);
  rd_node_spec root = { .kind = kind_of(&self, 0),
                        .flags = lang->grammar.has_layout ? RD_LAYOUT : 0,
                        .phrase = "" };
  enter(&self, &root, 0, RULE_NONE, false, 0, (uint32_t)size);
  while (self.frames.size) {
    frame *top = &self.frames.data[self.frames.size - 1];
    if (top->next < top->end) {
      task next = self.tasks.data[top->next++];
      do_task(&self, &next, top->is_raw);
    } else {
      finish_frame(&self);
    }
  }
  for (size_t i = 0; i < self.sources.size; i++) {
    source *of = self.sources.data[i];
    offers_make(builder, (offers){ .lang = of->lang,
                                   .tree = &of->tree,
                                   .names = of->names,
                                   .types = of->types,
                                   .ids = of->ids,
                                   .around = of->around,
                                   .places = of->places,
                                   .text = self.text });
  }
  dispose(&self);
}
