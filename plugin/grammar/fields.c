/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * field-dropped: a field of a record goes, and with it what sets it.
 *
 * A named field is set where its name stands before a colon or an equals sign, and
 * may be read nowhere. In Go it may also be set by its position in a literal. A field
 * without a name, as Rust has them, is an argument of the record's name, in a value or
 * a pattern; its number may be named nowhere.
 */
#include "operands.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Places that set a field, and are worth a test. */
enum { MOST_SETS = 32 };

typedef struct sets {
  uint32_t ids[MOST_SETS]; /* what goes */
  size_t count;
} sets;

static bool add(sets *to, uint32_t id)
{
  if (id == RD_NONE || to->count == MOST_SETS)
    return false;
  to->ids[to->count++] = id;
  return true;
}

static void offer(rd_builder *builder, const sets *of, uint32_t number)
{
  rd_builder_rewrite(builder, number);
  for (size_t i = 0; i < of->count; i++)
    rd_builder_edit_drop(builder, of->ids[i]);
}

/* The next use of the same name from a leaf on, or the number of nodes; a second
 * definition counts. */
static uint32_t next_use(const offers *of, uint32_t definition, uint32_t from)
{
  uint32_t count = (uint32_t)of->tree->nodes.size;
  while (from < count &&
         (from == definition || of->names[from].role == NAME_NONE ||
          of->names[from].symbol != of->names[definition].symbol))
    from++;
  return from;
}

/* ---- with names ---- */

/* Where the node begins, without the dot that Zig has there. */
static uint32_t begin_of(const offers *of, uint32_t node)
{
  uint32_t begin = cst_at(of->tree, node)->begin;
  return begin + (of->text[begin] == '.');
}

/* The smallest node that is more than the leaf. */
static uint32_t node_around(const offers *of, uint32_t leaf)
{
  uint32_t around = of->parent[leaf];
  while (around && begin_of(of, around) == begin_of(of, leaf) &&
         cst_at(of->tree, around)->end == cst_at(of->tree, leaf)->end)
    around = of->parent[around];
  return around;
}

/* Does the node begin with the leaf as the name of what it sets? */
static bool is_setting(const offers *of, uint32_t node, uint32_t leaf)
{
  uint32_t at = cst_at(of->tree, leaf)->end, end = cst_at(of->tree, node)->end;
  while (at < end && of->text[at] == ' ')
    at++;
  return begin_of(of, node) == begin_of(of, leaf) && at + 1 < end &&
         (of->text[at] == ':' || of->text[at] == '=') &&
         !strchr(":=>", of->text[at + 1]);
}

static bool has_text(const offers *of, uint32_t node, uint32_t leaf)
{
  const cst_node *a = cst_at(of->tree, node), *b = cst_at(of->tree, leaf);
  return a->end - a->begin == b->end - b->begin &&
         !memcmp(of->text + a->begin, of->text + b->begin, a->end - a->begin);
}

/* Is the name of the leaf spelled anywhere else? */
static bool is_repeated(const offers *of, uint32_t leaf)
{
  bool is = false;
  for (uint32_t i = 1; i < of->tree->nodes.size && !is; i++)
    is = i != leaf && cst_at(of->tree, i)->size == 1 && has_text(of, i, leaf);
  return is;
}

/* Does a part of a pattern of Rust give what is in a field a name that is used? */
static bool is_read(const offers *of, uint32_t part)
{
  bool is_pattern = offers_is(of, part, "field_pattern") ||
                    offers_is(of, of->parent[part], "tuple_struct_pattern");
  bool is = false;
  for (uint32_t i = part; is_pattern && i < offers_end(of, part); i++)
    is |= offers_is(of, i, "identifier") && is_repeated(of, i);
  return is;
}

/* The leaf of the name of the record around a field, or of the value around what sets
 * one; RD_NONE: there is none. */
static uint32_t record_name(const offers *of, uint32_t field)
{
  uint32_t around = of->parent[of->parent[of->parent[field]]];
  uint32_t end = offers_end(of, around);
  for (uint32_t i = around + 1; i < end && i < field; i++)
    if (offers_is(of, i, "type_identifier"))
      return i;
  return RD_NONE;
}

/* The leaf of the type that an impl around the leaf is for, or RD_NONE. */
static uint32_t own_type(const offers *of, uint32_t leaf)
{
  while (leaf && !offers_is(of, leaf, "impl_item"))
    leaf = of->parent[leaf];
  for (uint32_t i = leaf + 1; leaf && i < offers_end(of, leaf);
       i = offers_end(of, i))
    if (strcmp(syntax_field(of->lang, cst_at(of->tree, i)), "type") == 0)
      return offers_is(of, i, "generic_type") ? i + 1 : i;
  return RD_NONE;
}

/* Adds what sets the field by a variable of its name; false: it may be a field of
 * another record, or give its name to what it reads. */
static bool add_short(sets *to, const offers *of, uint32_t field, uint32_t leaf)
{
  uint32_t whole = of->parent[leaf];
  uint32_t type = record_name(of, leaf), own = record_name(of, field);
  if (type != RD_NONE &&
      starts_with(of->text + cst_at(of->tree, type)->begin, "Self"))
    type = own_type(of, leaf);
  return offers_is_short(of, leaf) && type != RD_NONE && own != RD_NONE &&
         has_text(of, type, own) &&
         add(to, operands_id(of, of->parent[whole], whole));
}

/* Adds what names the field and a variable at once. False: something is spelled as the
 * field, and is not known to be it; so it is where a name is both that of a field and
 * of a variable. */
static bool find_shorts(sets *out, const offers *of, uint32_t field)
{
  uint16_t type = cst_at(of->tree, field)->symbol;
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    const char *kind = syntax_name(of->lang, cst_at(of->tree, i));
    bool is_short =
        cst_at(of->tree, i)->size == 1 &&
        (starts_with(kind, "shorthand_field") || offers_is_short(of, i));
    bool is_unknown = cst_at(of->tree, i)->symbol == type &&
                      of->names[i].symbol != of->names[field].symbol;
    if ((is_short || is_unknown) && has_text(of, i, field) &&
        !(is_short && add_short(out, of, field, i)))
      return false;
  }
  return true;
}

static bool find_settings(sets *out, const offers *of, uint32_t field)
{
  uint32_t count = (uint32_t)of->tree->nodes.size;
  for (uint32_t i = next_use(of, field, 0); i < count;
       i = next_use(of, field, i + 1)) {
    uint32_t around = node_around(of, i);
    if (of->names[i].role != NAME_USE || !is_setting(of, around, i) ||
        is_read(of, around) ||
        !add(out, operands_id(of, of->parent[around], around)))
      return false;
  }
  return find_shorts(out, of, field);
}

/* Adds the declaration, or of one of several fields the name; false: neither is in a
 * list. */
static bool add_declaration(sets *out, const offers *of, uint32_t field)
{
  uint32_t around = node_around(of, field);
  size_t count = 0;
  for (uint32_t i = around; i < offers_end(of, around); i++)
    count += of->names[i].role == NAME_DEFINITION;
  if (count > 1)
    return of->places[field].is_element && add(out, of->ids[field]);
  return add(out, operands_id(of, of->parent[around], around));
}

/* ---- literals of Go ---- */

/* The number of fields in the list before that one, or of all of them; one that is
 * embedded has no name of its own. */
static size_t position_of(const offers *of, uint32_t list, uint32_t field)
{
  size_t at = 0;
  for (uint32_t i = list + 1; i < offers_end(of, list); i = offers_end(of, i)) {
    size_t names = 0;
    for (uint32_t k = i + 1; k < offers_end(of, i); k = offers_end(of, k)) {
      if (k == field)
        return at + names;
      names += of->names[k].role == NAME_DEFINITION;
    }
    bool is_embedded = offers_is(of, i, "field_declaration") && !names;
    at += is_embedded ? 1 : names;
  }
  return at;
}

/* The literal whose type has the name, or RD_NONE. A literal of lists of records has
 * the records at a depth; 0: not known, since keys of a map are as deep as values. */
static uint32_t literal_of(size_t *depth_out, const offers *of, uint32_t use)
{
  uint32_t at = of->parent[use];
  bool is_map = false;
  *depth_out = 1;
  while (ends_with(syntax_name(of->lang, cst_at(of->tree, at)), "_type")) {
    *depth_out += !offers_is(of, at, "pointer_type") &&
                  !offers_is(of, at, "generic_type");
    is_map |= offers_is(of, at, "map_type");
    at = of->parent[at];
  }
  if (is_map)
    *depth_out = 0;
  return offers_is(of, at, "composite_literal") ? at : RD_NONE;
}

static size_t depth_in(const offers *of, uint32_t node, uint32_t literal)
{
  size_t depth = 0;
  for (; node != literal; node = of->parent[node])
    depth += offers_is(of, node, "literal_value");
  return depth;
}

/* Adds what stands at the position in each literal that the name is the type of; false:
 * one has another number of values. */
static bool add_positions(sets *out, const offers *of, uint32_t use, size_t at,
                          size_t count)
{
  size_t depth;
  uint32_t literal = literal_of(&depth, of, use);
  if (literal == RD_NONE || !depth)
    return literal == RD_NONE;
  for (uint32_t i = use; i < offers_end(of, literal); i++) {
    operands given;
    if (!offers_is(of, i, "literal_value") || depth_in(of, i, literal) != depth)
      continue;
    if (!operands_find(&given, of, i))
      return false;
    if (!given.count || offers_is(of, given.nodes[0], "keyed_element"))
      continue;
    if (given.count != count || !add(out, given.ids[at]))
      return false;
  }
  return true;
}

static bool find_literals(sets *out, const offers *of, uint32_t field)
{
  uint32_t list = of->parent[of->parent[field]];
  uint32_t record = of->parent[of->parent[list]] + 1;
  uint32_t count = (uint32_t)of->tree->nodes.size;
  if (strcmp(of->lang->name, "go") != 0 ||
      of->names[record].role != NAME_DEFINITION)
    return true;
  for (uint32_t i = next_use(of, record, 0); i < count;
       i = next_use(of, record, i + 1))
    if (!add_positions(out, of, i, position_of(of, list, field),
                       position_of(of, list, RD_NONE)))
      return false;
  return true;
}

/* ---- without names ---- */

/* The name with the path before it. */
static uint32_t whole_name(const offers *of, uint32_t leaf)
{
  uint32_t end = cst_at(of->tree, leaf)->end;
  while (offers_is(of, of->parent[leaf], "scoped_identifier") &&
         cst_at(of->tree, of->parent[leaf])->end == end)
    leaf = of->parent[leaf];
  return leaf;
}

/* Finds what stands behind a use in parentheses; false: nothing does, or it is not
 * known. */
static bool find_operands(operands *out, const offers *of, uint32_t use)
{
  uint32_t head = whole_name(of, use), around = of->parent[head];
  if (around + 1 != head)
    return false;
  if (offers_is(of, around, "tuple_struct_pattern")) {
    if (!operands_find(out, of, around) || !out->count)
      return false;
    operands_shift(out);
    return true;
  }
  uint32_t list =
      syntax_child(of->lang, of->tree, around, head + 1, "arguments");
  return offers_is(of, around, "call_expression") && list != RD_NONE &&
         operands_find(out, of, list);
}

/* Is a field with this number or a higher one named anywhere? */
static bool is_numbered(const offers *of, size_t at)
{
  bool is = false;
  for (uint32_t i = 1; i < of->tree->nodes.size && !is; i++)
    is = offers_is(of, i, "integer_literal") &&
         offers_is(of, of->parent[i], "field_expression") &&
         strtoul(of->text + cst_at(of->tree, i)->begin, NULL, 10) >= at;
  return is;
}

static bool find_position(sets *out, const offers *of, uint32_t record,
                          const operands *fields, size_t at)
{
  uint32_t count = (uint32_t)of->tree->nodes.size;
  out->count = 0;
  if (is_numbered(of, at) || !add(out, fields->ids[at]))
    return false;
  for (uint32_t i = next_use(of, record, 0); i < count;
       i = next_use(of, record, i + 1)) {
    operands given;
    if (offers_is(of, i, "type_identifier"))
      continue;
    if (of->names[i].role != NAME_USE || !find_operands(&given, of, i) ||
        given.count != fields->count || is_read(of, given.nodes[at]) ||
        !add(out, given.ids[at]))
      return false;
  }
  return true;
}

static void offer_positions(rd_builder *builder, const offers *of,
                            uint32_t record, uint32_t number)
{
  operands fields;
  sets found;
  uint32_t list = syntax_child(of->lang, of->tree, of->parent[record], record,
                               "ordered_field_declaration_list");
  if (list == RD_NONE || !operands_find(&fields, of, list))
    return;
  for (size_t i = 0; i < fields.count; i++)
    if (find_position(&found, of, record, &fields, i))
      offer(builder, &found, number);
}

void fields_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  for (uint32_t i = 1; i < of->tree->nodes.size; i++) {
    if (of->names[i].role != NAME_DEFINITION)
      continue;
    sets found = { 0 };
    if (of->names[i].kind != RD_SYMBOL_FIELD)
      offer_positions(builder, of, i, number);
    else if (add_declaration(&found, of, i) && find_settings(&found, of, i) &&
             find_literals(&found, of, i))
      offer(builder, &found, number);
  }
}
