/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * column-dropped: a column of a table of SQL goes, with the value for it in each
 * row that is inserted; or only in an INSERT that names its columns.
 *
 * Neither can go alone, since a row has a value for each column. Lists are cut at
 * their commas, not by nodes: the grammar wants a type in each column, of which
 * dialects let it be none. Tables are known by name, since a query that finds
 * symbols would replace the convention that finds the others (names.c). A table
 * with a row that does not fit, or with one from a SELECT, stays as it is.
 */
#include "offers.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "base/text.h"

/* Elements of a list, and lists of an INSERT or of all those into a table, that are
 * worth a test. */
enum { MOST_ELEMENTS = 64, MOST_LISTS = 64 };

/* A list in brackets, cut at its commas. */
typedef struct cut_list {
  uint32_t node;
  size_t count;
  uint32_t ends[MOST_ELEMENTS + 1]; /* offsets of the brackets and commas */
} cut_list;

/* The lists of an INSERT: its columns, if it names them, and its rows. */
typedef struct inserted {
  uint32_t columns; /* RD_NONE: it does not name them */
  uint32_t rows[MOST_LISTS];
  size_t row_count;
} inserted;

typedef ARRAY(uint32_t) node_list;

/* An edit for each list that loses an element. */
typedef struct change {
  uint32_t nodes[MOST_LISTS];
  size_t elements[MOST_LISTS];
  size_t count;
  bool is_good;
} change;

/* ---- lists ---- */

/* The offset behind the string or quoted name there, or the next. */
static uint32_t behind(const char *text, uint32_t at, uint32_t end)
{
  char quote = text[at++];
  if (!strchr("'\"`", quote))
    return at;
  while (at < end && text[at] != quote)
    at++;
  return at < end ? at + 1 : end;
}

/* False: it is no list in brackets, or has too many elements. */
static bool cut(cut_list *out, const offers *of, uint32_t node)
{
  const cst_node *at = cst_at(of->tree, node);
  uint32_t depth = 0, next;
  *out = (cut_list){ .node = node };
  for (uint32_t i = at->begin; i < at->end; i = next) {
    char c = of->text[i];
    next = behind(of->text, i, at->end);
    bool is_cut = (c == ',' && depth == 1) || (c == '(' && depth == 0) ||
                  (c == ')' && depth == 1);
    if (c == '(')
      depth++;
    else if (c == ')')
      depth--;
    if (is_cut && out->count > MOST_ELEMENTS)
      return false;
    if (is_cut)
      out->ends[out->count++] = i;
  }
  return depth == 0 && out->count && --out->count;
}

static bool is_space(char c)
{
  return isspace((unsigned char)c);
}

/* The first word of an element, or a name in quotes. */
static uint32_t word_of(uint32_t *end, const offers *of, const cut_list *list,
                        size_t element)
{
  uint32_t begin = list->ends[element] + 1;
  while (is_space(of->text[begin]))
    begin++;
  *end = behind(of->text, begin, list->ends[element + 1]);
  while (*end < list->ends[element + 1] && !is_space(of->text[*end]) &&
         of->text[*end] != '(')
    ++*end;
  return begin;
}

static bool is_same(const offers *of, uint32_t a, uint32_t a_end, uint32_t b,
                    uint32_t b_end)
{
  return a_end - a == b_end - b &&
         strncasecmp(of->text + a, of->text + b, a_end - a) == 0;
}

/* Is it a column, and no constraint of the table? */
static bool is_column(const offers *of, const cut_list *list, size_t element)
{
  static const char *const words[] = { "constraint", "primary", "unique",
                                       "foreign",    "check",   "exclude" };
  uint32_t end, begin = word_of(&end, of, list, element);
  size_t i = 0, count = sizeof words / sizeof *words;
  while (i < count && (strlen(words[i]) != end - begin ||
                       strncasecmp(words[i], of->text + begin, end - begin)))
    i++;
  return i == count;
}

/* The number of columns, which come before constraints. */
static size_t count_columns(const offers *of, const cut_list *list)
{
  size_t i = 0;
  while (i < list->count && is_column(of, list, i))
    i++;
  return i;
}

/* The column of that name in the list of an INSERT, or its size. */
static size_t find_column(const offers *of, const cut_list *names,
                          const cut_list *table, size_t column)
{
  uint32_t end, begin = word_of(&end, of, table, column), other_end;
  size_t i = 0;
  for (; i < names->count; i++) {
    uint32_t other = word_of(&other_end, of, names, i);
    if (is_same(of, begin, end, other, other_end))
      break;
  }
  return i;
}

/* The text of the list without an element. Owner: caller. */
static char *without(const offers *of, const cut_list *list, size_t element)
{
  bool is_last = element + 1 == list->count;
  uint32_t begin = list->ends[element] + !is_last;
  uint32_t end = list->ends[element + 1] + !is_last;
  const cst_node *at = cst_at(of->tree, list->node);
  textbuf out = { 0 };
  while (!is_last && is_space(of->text[begin]))
    begin++;
  while (!is_last && is_space(of->text[end]))
    end++;
  text_add(&out, of->text + at->begin, begin - at->begin);
  text_add(&out, of->text + end, at->end - end);
  return text_take(&out, NULL);
}

/* ---- tables and rows ---- */

/* Does it insert into the table? */
static bool is_into(const offers *of, uint32_t insert, uint32_t table)
{
  uint32_t a =
      syntax_child(of->lang, of->tree, insert, insert + 1, "object_reference");
  uint32_t b =
      syntax_child(of->lang, of->tree, table, table + 1, "object_reference");
  if (a == RD_NONE || b == RD_NONE)
    return false;
  const cst_node *x = cst_at(of->tree, a), *y = cst_at(of->tree, b);
  return is_same(of, x->begin, x->end, y->begin, y->end);
}

/* False: it has no rows of values, or too many. */
static bool find_lists(inserted *out, const offers *of, uint32_t insert)
{
  uint32_t values =
      syntax_child(of->lang, of->tree, insert, insert + 1, "keyword_values");
  uint32_t list = syntax_child(of->lang, of->tree, insert, insert + 1, "list");
  *out = (inserted){ .columns = list < values ? list : RD_NONE };
  if (values == RD_NONE)
    return false;
  for (uint32_t i = syntax_child(of->lang, of->tree, insert, values, "list");
       i != RD_NONE; i = syntax_child(of->lang, of->tree, insert,
                                      offers_end(of, i), "list")) {
    if (out->row_count == MOST_LISTS)
      return false;
    out->rows[out->row_count++] = i;
  }
  return out->row_count > 0;
}

/* ---- changes ---- */

/* Lets a list, which has to have that many elements, lose one. */
static void lose(change *self, const offers *of, uint32_t node, size_t count,
                 size_t element)
{
  cut_list list;
  self->is_good = self->is_good && self->count < MOST_LISTS &&
                  of->ids[node] != RD_NONE && cut(&list, of, node) &&
                  list.count == count && count > 1;
  if (!self->is_good)
    return;
  self->nodes[self->count] = node;
  self->elements[self->count++] = element;
}

static void lose_in_rows(change *self, const offers *of, const inserted *at,
                         size_t count, size_t element)
{
  for (size_t i = 0; i < at->row_count; i++)
    lose(self, of, at->rows[i], count, element);
}

/* Lets an INSERT lose a column of its table. */
static void lose_value(change *self, const offers *of, uint32_t insert,
                       const cut_list *table, size_t column)
{
  inserted at;
  cut_list names;
  if (!find_lists(&at, of, insert) ||
      (at.columns != RD_NONE && !cut(&names, of, at.columns))) {
    self->is_good = false;
  } else if (at.columns == RD_NONE) {
    lose_in_rows(self, of, &at, count_columns(of, table), column);
  } else {
    size_t found = find_column(of, &names, table, column);
    if (found == names.count)
      return;
    lose(self, of, at.columns, names.count, found);
    lose_in_rows(self, of, &at, names.count, found);
  }
}

static void offer(rd_builder *builder, const offers *of, const change *with,
                  uint32_t number)
{
  cut_list list;
  if (!with->is_good)
    return;
  rd_builder_rewrite(builder, number);
  for (size_t i = 0; i < with->count; i++) {
    (void)cut(&list, of, with->nodes[i]);
    char *text = without(of, &list, with->elements[i]);
    rd_builder_edit_text(builder, of->ids[list.node], text);
    free(text);
  }
}

static void offer_of_table(rd_builder *builder, const offers *of,
                           uint32_t table, const node_list *inserts,
                           uint32_t number)
{
  cut_list list;
  uint32_t node =
      syntax_child(of->lang, of->tree, table, table + 1, "column_definitions");
  if (node == RD_NONE || !cut(&list, of, node))
    return;
  for (size_t k = 0; k < count_columns(of, &list); k++) {
    change with = { .is_good = true };
    lose(&with, of, node, list.count, k);
    for (size_t i = 0; i < inserts->size && with.is_good; i++)
      if (is_into(of, inserts->data[i], table))
        lose_value(&with, of, inserts->data[i], &list, k);
    offer(builder, of, &with, number);
  }
}

static void offer_of_insert(rd_builder *builder, const offers *of,
                            uint32_t insert, uint32_t number)
{
  inserted at;
  cut_list names;
  if (!find_lists(&at, of, insert) || at.columns == RD_NONE ||
      !cut(&names, of, at.columns))
    return;
  for (size_t k = 0; k < names.count; k++) {
    change with = { .is_good = true };
    lose(&with, of, at.columns, names.count, k);
    lose_in_rows(&with, of, &at, names.count, k);
    offer(builder, of, &with, number);
  }
}

void columns_offer(rd_builder *builder, const offers *of, uint32_t number)
{
  node_list inserts = { 0 };
  for (uint32_t i = 0; i < of->tree->nodes.size; i++)
    if (offers_is(of, i, "insert"))
      ARRAY_PUSH(&inserts, i);
  for (uint32_t i = 0; i < of->tree->nodes.size; i++)
    if (offers_is(of, i, "create_table"))
      offer_of_table(builder, of, i, &inserts, number);
  for (size_t i = 0; i < inserts.size; i++)
    offer_of_insert(builder, of, inserts.data[i], number);
  ARRAY_FREE(&inserts);
}
