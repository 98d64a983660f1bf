/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The types of values in LLVM IR.
 *
 * A value stands beside its type, or is the second operand of an instruction
 * that names the type before the first one. Values of equal types may stand for
 * each other, and equal types have equal texts. A type is named again wherever its
 * values go, so none changes alone. What is defined is named once, so nothing
 * stands for that name. Labels, functions that are called, what ends a block and
 * other instructions are classes of their own.
 */
#include "ir_types.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"
#include "fixed.h"

/* Classes of a tree are below 1024. */
enum { MOST_CLASSES = 1000 };

/* Classes that every text has; ANY_PAIR: a value with its type, by ir_form. */
enum {
  NEVER_WANTED = IR_END + 1,
  NEVER_GIVEN,
  LABEL,
  INSTRUCTION,
  ANY_PAIR,
  FIRST_CLASS = ANY_PAIR + IR_FORMS
};

/* Things whose classes have the same texts. */
enum { VALUE, PAIR, CALLED, OPERATION };

static const ir_type fixed = { .gives = NEVER_WANTED, .wants = NEVER_GIVEN };

typedef struct typing {
  rd_builder *builder;
  const syntax *lang;
  const cst *tree;
  const name *names;
  const char *text;
  ir_type *out;
  map known; /* classes, by the hash of their text */
  map used;  /* symbols, counted from 1 */
  uint16_t next;
} typing;

static bool is(const typing *self, uint32_t node, const char *type)
{
  return strcmp(syntax_name(self->lang, cst_at(self->tree, node)), type) == 0;
}

static uint32_t end_of(const typing *self, uint32_t node)
{
  return node + cst_at(self->tree, node)->size;
}

/* Adds the text of a node without its blanks. */
static void add_text(textbuf *out, const typing *self, uint32_t node)
{
  const cst_node *at = cst_at(self->tree, node);
  for (uint32_t i = at->begin; i < at->end; i++)
    if (!isspace((unsigned char)self->text[i]))
      text_add(out, &self->text[i], 1);
}

/* 0, the class of what is not known, if there are too many. */
static uint16_t class_of(typing *self, char sort, const char *text, size_t size)
{
  uint64_t key = hash_bytes(text, size) + (unsigned char)sort;
  uint32_t known = map_find(&self->known, key);
  if (known != MAP_NONE)
    return (uint16_t)known;
  if (self->next == MOST_CLASSES)
    return 0;
  map_put(&self->known, key, self->next);
  return self->next++;
}

static bool begins(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

static ir_form form_of(const char *text, size_t size)
{
  static const char *const floats[] = { "half",     "bfloat", "float",
                                        "double",   "fp128",  "x86_fp80",
                                        "ppc_fp128" };
  if (text[size - 1] == '*' || begins(text, "ptr"))
    return IR_POINTER;
  if (text[0] == 'i' && strspn(text + 1, "0123456789") == size - 1)
    return IR_INTEGER;
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
    if (strlen(floats[i]) == size && memcmp(floats[i], text, size) == 0)
      return IR_FLOAT;
  return strchr("[{<%", text[0]) ? IR_AGGREGATE : IR_OTHER;
}

/* What the text of a type says of a thing of that sort. */
static ir_type type_of(typing *self, char sort, uint32_t node)
{
  textbuf text = { 0 };
  add_text(&text, self, node);
  ir_type type = { .form = IR_OTHER };
  if (text.size) {
    text_add(&text, "", 1);
    type.form = (uint8_t)form_of(text.data, text.size - 1);
    type.gives = type.wants = class_of(self, sort, text.data, text.size - 1);
  }
  text_free(&text);
  return type;
}

/* Types a node and those that are the same bytes of the text. */
static void put(typing *self, uint32_t node, ir_type type)
{
  const cst_node *outer = cst_at(self->tree, node);
  for (uint32_t i = node; i < end_of(self, node); i++) {
    const cst_node *at = cst_at(self->tree, i);
    if (at->begin != outer->begin || at->end != outer->end)
      return;
    self->out[i] = type;
  }
}

/* ---- where values stand ---- */

/* A type, and a value behind it. */
static void visit_pair(typing *self, uint32_t node)
{
  uint32_t type = syntax_child(self->lang, self->tree, node, node + 1, "type");
  if (type == RD_NONE)
    return;
  uint32_t value = syntax_child(self->lang, self->tree, node, type, "value");
  if (value != RD_NONE)
    put(self, value,
        self->names[end_of(self, value) - 1].role == NAME_DEFINITION
            ? fixed
            : type_of(self, VALUE, type));
  bool is_cast = self->out[node].wants == ANY_PAIR;
  self->out[node] = type_of(self, PAIR, type);
  if (self->out[node].gives)
    rd_builder_converts(self->builder,
                        (uint16_t)(ANY_PAIR + self->out[node].form),
                        self->out[node].gives);
  if (is_cast)
    self->out[node].wants = (uint16_t)(ANY_PAIR + self->out[node].form);
}

/* What is cast may have another type, if it is of the same form. */
static void visit_cast(typing *self, uint32_t node)
{
  uint32_t pair =
      syntax_child(self->lang, self->tree, node, node + 1, "type_and_value");
  uint32_t word =
      syntax_child(self->lang, self->tree, node, node + 1, "cast_inst");
  if (pair != RD_NONE)
    self->out[pair].wants = ANY_PAIR;
  if (word != RD_NONE)
    put(self, word, type_of(self, OPERATION, word));
}

/* Values whose type stands before them, alone or with the first one. */
static void visit_operands(typing *self, uint32_t node)
{
  uint32_t from = syntax_child(self->lang, self->tree, node, node + 1, "type"),
           type = from;
  if (type == RD_NONE) {
    from =
        syntax_child(self->lang, self->tree, node, node + 1, "type_and_value");
    if (from != RD_NONE)
      type = syntax_child(self->lang, self->tree, from, from + 1, "type");
  }
  if (type == RD_NONE)
    return;
  ir_type found = type_of(self, VALUE, type);
  for (uint32_t i = from; i < end_of(self, node); i = end_of(self, i))
    if (is(self, i, "value"))
      put(self, i, found);
}

/* A function has the type of the call. */
static void visit_call(typing *self, uint32_t node)
{
  uint32_t type = syntax_child(self->lang, self->tree, node, node + 1, "type");
  uint32_t value = type == RD_NONE ? RD_NONE
                                   : syntax_child(self->lang, self->tree, node,
                                                  type, "value");
  uint32_t list = value == RD_NONE ? RD_NONE
                                   : syntax_child(self->lang, self->tree, node,
                                                  value, "argument_list");
  if (list == RD_NONE)
    return;
  textbuf text = { 0 };
  add_text(&text, self, type);
  for (uint32_t i = list + 1; i < end_of(self, list); i = end_of(self, i)) {
    uint32_t of = is(self, i, "argument")
                      ? syntax_child(self->lang, self->tree, i, i + 1, "type")
                      : RD_NONE;
    text_puts(&text, ",");
    if (of != RD_NONE)
      add_text(&text, self, of);
  }
  uint16_t class = class_of(self, CALLED, text.data, text.size);
  put(self, value, (ir_type){ .gives = class, .wants = class });
  text_free(&text);
}

static uint64_t key_of(const typing *self, uint32_t node)
{
  return (uint64_t)self->names[node].symbol + 1;
}

static void visit_name(typing *self, uint32_t node)
{
  const name *at = &self->names[node];
  if (at->role == NAME_USE && at->is_label)
    put(self, node, (ir_type){ .gives = LABEL, .wants = LABEL });
  else if (at->role == NAME_DEFINITION && !self->out[node].wants)
    put(self, node, fixed);
}

/* A block needs an end, and has only one. An instruction whose value is used needs
 * its name. */
static void visit_instruction(typing *self, uint32_t node)
{
  uint16_t class = INSTRUCTION, body = INSTRUCTION;
  for (uint32_t i = node + 1; i < end_of(self, node); i = end_of(self, i)) {
    if (fixed_closes(self->lang->name,
                     syntax_name(self->lang, cst_at(self->tree, i))))
      class = body = IR_END;
    if (self->names[i].role == NAME_DEFINITION &&
        map_find(&self->used, key_of(self, i)) != MAP_NONE) {
      self->out[i].is_needed = true;
      body = NEVER_WANTED;
    }
  }
  self->out[node].gives = class;
  self->out[node].wants = body == class ? class : NEVER_GIVEN;
  for (uint32_t i = node + 1; i < end_of(self, node); i = end_of(self, i)) {
    self->out[i].gives = body;
    self->out[i].wants = body == class ? class : NEVER_GIVEN;
  }
}

static void visit(typing *self, uint32_t node)
{
  if (is(self, node, "type_and_value") || is(self, node, "argument"))
    visit_pair(self, node);
  else if (is(self, node, "instruction_bin_op") ||
           is(self, node, "instruction_icmp") ||
           is(self, node, "instruction_fcmp") ||
           is(self, node, "instruction_phi"))
    visit_operands(self, node);
  else if (is(self, node, "instruction_cast") ||
           is(self, node, "constant_cast"))
    visit_cast(self, node);
  else if (is(self, node, "instruction_call") ||
           is(self, node, "instruction_invoke"))
    visit_call(self, node);
  else if (is(self, node, "instruction"))
    visit_instruction(self, node);
  else if (is(self, node, "type") && self->out[node].gives != NEVER_WANTED)
    for (uint32_t i = node; i < end_of(self, node); i++)
      self->out[i] = fixed;
  visit_name(self, node);
}

ir_type *ir_types_find(rd_builder *builder, const syntax *lang, const cst *tree,
                       const name *names, const char *text)
{
  if (strcmp(lang->name, "llvm") != 0)
    return NULL;
  typing self = { .builder = builder,
                  .lang = lang,
                  .tree = tree,
                  .names = names,
                  .text = text,
                  .next = FIRST_CLASS };
  self.out = mem_alloc(tree->nodes.size, sizeof *self.out);
  for (uint32_t i = 0; i < tree->nodes.size; i++)
    if (names[i].role == NAME_USE)
      map_put(&self.used, key_of(&self, i), 1);
  for (uint32_t i = 0; i < tree->nodes.size; i++)
    visit(&self, i);
  map_free(&self.used);
  map_free(&self.known);
  return self.out;
}

const char *const *ir_type_fillers(ir_type type)
{
  static const char *const integer[] = { "undef", "0", NULL };
  static const char *const pointer[] = { "undef", "null", NULL };
  static const char *const aggregate[] = { "undef", "zeroinitializer", NULL };
  static const char *const other[] = { "undef", NULL };
  if (type.gives == NEVER_WANTED)
    return NULL;
  switch ((ir_form)type.form) {
  case IR_INTEGER:
    return integer;
  case IR_POINTER:
    return pointer;
  case IR_FLOAT:
  case IR_AGGREGATE:
    return aggregate;
  case IR_OTHER:
  case IR_FORMS:
    break;
  }
  return other;
}

const char *ir_type_constant(ir_type type, size_t number)
{
  const char *const *fillers = type.gives ? ir_type_fillers(type) : NULL;
  for (size_t i = 0; fillers && i < number; i++)
    fillers = *fillers ? fillers + 1 : NULL;
  bool is_one = fillers && !*fillers && type.form == IR_INTEGER && number == 2;
  return is_one ? "1" : fillers ? *fillers : NULL;
}
