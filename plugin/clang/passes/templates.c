/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Templates by their tokens.
 *
 * A head is followed by a declaration of anything. If that is a member of a
 * class, defined outside of it, the class is the template whose parameters the
 * head repeats.
 */
#include "templates.h"

#include "base/hash.h"

static uint32_t id_of(const spellings *s, uint32_t at)
{
  return at == MAP_NONE ? MAP_NONE : spellings_first(s, at);
}

static bool find_head(template_head *out, const templates *t, uint32_t at)
{
  const rewriter *r = t->r;
  uint32_t behind = spelled_is(r, at + 1, "<") ? spelled_behind(r, at + 1) : 0;
  uint32_t node = spelled_element(r, at);
  *out = (template_head){ .begin = at };
  for (uint32_t i = (uint32_t)t->heads.size; node == NODE_NONE && i-- > 0;)
    if (t->heads.data[i].begin < at && at < t->heads.data[i].end) {
      out->end = t->heads.data[i].end;
      out->inner = true;
      break;
    }
  if (!behind || (node == NODE_NONE && !out->inner))
    return false;
  if (node != NODE_NONE)
    out->end = rewrite_at(r, node)->end;
  spelled_name declared = spelled_declared(r, (span){ behind, out->end });
  out->name = declared.name;
  out->outer = declared.outer;
  out->special = out->name != MAP_NONE && spelled_is(r, out->name + 1, "<");
  out->name_id = id_of(&t->spellings, out->name);
  out->outer_id = id_of(&t->spellings, out->outer);
  return true;
}

void templates_collect(templates *out, rewriter *r)
{
  *out = (templates){ .r = r };
  uint32_t behind = 0;
  spellings_collect(&out->spellings, r);
  out->inside = mem_alloc(r->s->count + 1u, sizeof *out->inside);
  EACH_SPELLED (at, &out->spellings, "template") {
    template_head head;
    if (!find_head(&head, out, at))
      continue;
    ARRAY_PUSH(&out->heads, head);
    for (uint32_t i = at > behind ? at : behind; i < head.end; i++)
      out->inside[i] = true;
    behind = head.end > behind ? head.end : behind;
  }
}

void templates_free(templates *t)
{
  spellings_free(&t->spellings);
  free(t->heads.data);
  free(t->inside);
}

template_parameter template_parameter_of(const rewriter *r, span at)
{
  template_parameter out = { .at = at, .name = MAP_NONE, .initial = at.end };
  out.type =
      spelled_is(r, at.begin, "class") || spelled_is(r, at.begin, "typename");
  for (uint32_t i = at.begin + out.type; i < at.end; i++) {
    if (spelled_is(r, i, "=")) {
      out.initial = i + 1;
      break;
    }
    out.pack |= spelled_is(r, i, "...");
    if (spelled_is_name(r, i))
      out.name = i;
  }
  if (!out.type && out.name == at.begin)
    out.name = MAP_NONE; /* the type of an unnamed value */
  return out;
}

bool template_belongs(const template_head *head, const template_head *first)
{
  if (head->outer != MAP_NONE && head->outer_id == first->name_id)
    return !head->inner;
  return head->name != MAP_NONE && head->name_id == first->name_id &&
         (head->outer == MAP_NONE || head->inner);
}

bool template_is_mention(const rewriter *r, uint32_t at, uint32_t name,
                         const template_head *head)
{
  return at > name && at < head->end && !spelled_is(r, at - 1, ".") &&
         !spelled_is(r, at - 1, "->") && !spelled_is(r, at - 1, "::");
}

/* ---- families ---- */

bool template_has_parameters(template_family *f, const template_head *head)
{
  return !head->special && spelled_list(&f->list, f->r, head->begin + 1) &&
         f->list.size == f->parameters.size;
}

bool template_has_arguments(template_family *f, uint32_t at)
{
  return spelled_is(f->r, at + 1, "<") && spelled_list(&f->list, f->r, at + 1);
}

static void visit(template_family *f, template_fn *each)
{
  if (!spelled_list(&f->parameters, f->r, f->first->begin + 1))
    return;
  for (uint32_t i = 0; i < f->parameters.size; i++) {
    template_parameter of = template_parameter_of(f->r, f->parameters.data[i]);
    each(f, i, &of);
  }
}

void template_for_each(rewriter *r, template_fn *each)
{
  templates t;
  map seen = { 0 };
  templates_collect(&t, r);
  template_family f = { .t = &t, .r = r };
  for (size_t i = 0; i < t.heads.size; i++) {
    f.first = &t.heads.data[i];
    uint64_t key = f.first->name_id + UINT64_C(1);
    if (f.first->special || f.first->name == MAP_NONE ||
        (f.first->outer != MAP_NONE && !f.first->inner) ||
        map_find(&seen, key) != MAP_NONE)
      continue;
    map_put(&seen, key, 0);
    visit(&f, each);
  }
  ARRAY_FREE(&f.parameters);
  ARRAY_FREE(&f.list);
  map_free(&seen);
  templates_free(&t);
}
