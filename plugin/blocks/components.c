/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Types with a single component.
 *
 *   component-to-variable   what has such a type is declared as the component is, the
 *                           component's name goes wherever it stands behind that, and
 *                           so does the type
 *
 * Only if the type is named in declarations of one name alone, and each use of these
 * names is of the component. What the declaration said besides the type is lost.
 */
#include "components.h"

#include <stdlib.h>

#include "base/text.h"
#include "reduce/rewrites.h"

enum { MOST_OBJECTS = 8, MOST_USES = 32 };

typedef struct record {
  const declared_name *type, *component;
  uint32_t closer; /* the number of the statement at the end of its block */
  const declared_name *objects[MOST_OBJECTS];
  size_t object_count;
  uint32_t uses[MOST_USES]; /* the component's name in them */
  size_t use_count;
} record;

/* The only name that the statement declares, or NULL. */
static const declared_name *only_name(const meanings *of, uint32_t number)
{
  const statement *at = &of->all->data[number];
  const declared_name *found = NULL;
  for (size_t i = 0; i < of->count; i++) {
    if (of->declared[i].token < at->begin || of->declared[i].token >= at->end)
      continue;
    if (found)
      return NULL;
    found = &of->declared[i];
  }
  return found;
}

/* Is there nothing in the block of the type but one component? */
static bool find_record(record *out, const meanings *of,
                        const declared_name *type)
{
  uint32_t opener = meanings_statement(of, type->token);
  const statement *at = &of->all->data[opener];
  *out = (record){ .type = type, .closer = opener + 2 };
  if (type->kind != RD_SYMBOL_TYPEDEF || at->role != OPENS ||
      out->closer >= of->all->size || at[2].role != CLOSES ||
      at[2].opener != opener)
    return false;
  out->component = only_name(of, opener + 1);
  return out->component && out->component->kind == RD_SYMBOL_VARIABLE;
}

/* Is it the mark before a component? Where what stands behind it may also be a name of
 * its own, as in Ada, the description has no such marks. */
static bool is_mark(const meanings *of, uint32_t i)
{
  const source *self = of->self;
  return self->language->members.size
             ? meanings_are(of, i, &self->language->members)
             : scan_is(self->language, &self->tokens[i], self->text, ".");
}

static bool is_other(const meanings *of, uint32_t i, const declared_name *by)
{
  return i != by->token && meanings_is_word(of, i, of->names[by->token]) &&
         !(i > 0 && is_mark(of, i - 1));
}

/* False: the type is named elsewhere than in declarations, or nowhere. */
static bool find_objects(record *out, const meanings *of)
{
  for (uint32_t i = 0; i < of->self->count; i++) {
    uint32_t number = meanings_statement(of, i);
    if (!is_other(of, i, out->type) || number == out->closer)
      continue;
    const declared_name *object = only_name(of, number);
    if (!object || object == out->type || out->object_count == MOST_OBJECTS ||
        of->made->statements[number] == RD_NONE)
      return false;
    out->objects[out->object_count++] = object;
  }
  return out->object_count > 0;
}

/* The position behind the name and the brackets that may follow it. */
static uint32_t behind_name(const meanings *of, uint32_t name)
{
  return meanings_opens_list(of, name + 1)
             ? source_behind(of->self, name + 1, of->self->count)
             : name + 1;
}

/* False: a use of the object is none of the component. */
static bool find_uses(record *out, const meanings *of,
                      const declared_name *object)
{
  const uint32_t *leaves = of->made->leaves;
  for (uint32_t i = 0; i < of->self->count; i++) {
    uint32_t number = meanings_statement(of, i), mark = behind_name(of, i);
    if (!is_other(of, i, object) || of->all->data[number].role == OPENS)
      continue;
    if (mark + 1 >= of->self->count || out->use_count == MOST_USES ||
        !is_mark(of, mark) ||
        !meanings_is_word(of, mark + 1, of->names[out->component->token]) ||
        leaves[mark] == RD_NONE)
      return false;
    out->uses[out->use_count++] = mark + 1;
  }
  return true;
}

static void add_tokens(textbuf *out, const source *self, uint32_t begin,
                       uint32_t end)
{
  if (begin < end)
    text_add(out, self->text + self->tokens[begin].begin,
             self->tokens[end - 1].end - self->tokens[begin].begin);
}

/* How the object is declared in its turn. Owner: caller. NULL: both have brackets. */
static char *declaration_of(const record *self, const meanings *of,
                            const declared_name *object)
{
  uint32_t name = self->component->token, own = object->token;
  const statement *at = &of->all->data[meanings_statement(of, name)];
  uint32_t rest = behind_name(of, name), own_end = behind_name(of, own);
  if (rest > name + 1 && own_end > own + 1)
    return NULL;
  textbuf text = { 0 };
  add_tokens(&text, of->self, at->begin, name);
  text_puts(&text, name > at->begin ? " " : "");
  add_tokens(&text, of->self, own, own_end);
  add_tokens(&text, of->self, name + 1, at->end);
  return text_take(&text, NULL);
}

/* Offers it, or only says if it can be. */
static bool offer(rd_builder *builder, const meanings *of, const record *self)
{
  for (size_t i = 0; i < self->object_count; i++) {
    char *text = declaration_of(self, of, self->objects[i]);
    uint32_t number = meanings_statement(of, self->objects[i]->token);
    if (!text)
      return false;
    if (builder)
      rd_builder_edit_text(builder, of->made->statements[number], text);
    free(text);
  }
  for (size_t i = 0; builder && i < self->use_count; i++) {
    rd_builder_edit_drop(builder, of->made->leaves[self->uses[i] - 1]);
    rd_builder_edit_drop(builder, of->made->leaves[self->uses[i]]);
  }
  return true;
}

void components_offer(rd_builder *builder, const meanings *of)
{
  static const rd_rule row = {
    { "component-to-variable", NULL,
      "make variables of what has a single component", "clang-hdd" },
    0
  };
  uint32_t number = rd_builder_rule(builder, &row);
  for (size_t i = 0; rd_builder_wants_rewrites(builder) && i < of->count; i++) {
    record at;
    bool is = find_record(&at, of, &of->declared[i]) && find_objects(&at, of);
    for (size_t k = 0; is && k < at.object_count; k++)
      is = find_uses(&at, of, at.objects[k]);
    if (!is || !offer(NULL, of, &at))
      continue;
    rd_builder_rewrite(builder, number);
    rd_builder_edit_drop(builder, at.type->node);
    (void)offer(builder, of, &at);
  }
}
