/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Makes the tree: lists of statements and blocks, and the inside of statements.
 *
 * A block is its header, the list of its statements, a list of other parts (each
 * a header with a list), and its end. Which words of a header may go, the
 * patterns say: those without which one still matches. What stands between words
 * that may not go (a condition, as a rule) is one node.
 *
 * The inside of a statement is cut at the marks that bind weakest, outside
 * brackets, into a list with separators: `a + b * c` is a list of `a` and a list
 * of `b` and `c`, so that each operand may stand for the whole. What has no such
 * marks is a row of words and brackets, each of which may go (T4).
 *
 * Runs of tokens wait on an explicit stack. A token is looked at once for each
 * level of marks: O(n).
 */
#include "shape.h"

#include <stdlib.h>
#include <string.h>

#include "levels.h"
#include "tokens/brackets.h"

enum { SORT_STATEMENT, SORT_UNIT, SORT_OPERAND, SORTS };

/* The level of a run without marks to cut at, as a list with one element. */
enum { WHOLE = UINT8_MAX };

/* A run of tokens [at, end) that is being added to the open node. */
struct run {
  uint32_t at, end;
  uint32_t closer;   /* the bracket that ends the group around the run */
  uint8_t level;     /* of the marks to cut at, LEVELS_ROW, or WHOLE */
  const char *first; /* what may stand for the first element that stays */
  bool keeps_first;  /* the first element of the list cannot go */
  bool is_cut;       /* a mark to cut at is next */
};

struct maker {
  const source *self;
  const statement_list *all;
  rd_builder *out;
  shape *made;
  uint32_t sorts[SORTS]; /* the set that has only this sort */
  uint32_t functions;    /* that are open */
  levels levels;
  skeleton seen;
  ARRAY(struct run) runs;
};

static rd_node_spec spec_of(const struct maker *m, const char *kind,
                            rd_place place, uint16_t flags)
{
  return (rd_node_spec){ .kind = rd_builder_kind(m->out, kind),
                         .place = (uint8_t)place,
                         .flags = flags };
}

static const char *text_of(const strings *given)
{
  return given->size ? given->data[0] : NULL;
}

static bool is_any(const struct maker *m, uint32_t i, const strings *words)
{
  return scan_is_any(m->self->language, &m->self->tokens[i], m->self->text,
                     words);
}

/* ---- inside a statement ---- */

static uint32_t add_leaf(struct maker *m, uint32_t i, rd_node_spec spec)
{
  static const char *const kinds[] = {
    [TOKEN_IDENTIFIER] = "word",  [TOKEN_NUMBER] = "number",
    [TOKEN_STRING] = "string",    [TOKEN_CHARACTER] = "character",
    [TOKEN_PUNCTUATION] = "mark", [TOKEN_COMMENT] = "comment",
    [TOKEN_OTHER] = "other",
  };
  const token *tok = &m->self->tokens[i];
  spec.kind = rd_builder_kind(m->out, kinds[tok->kind]);
  if (tok->kind == TOKEN_COMMENT) {
    spec.flags = RD_COMMENT;
    spec.place = RD_OPTIONAL;
  }
  return m->made->leaves[i] =
             rd_builder_leaf(m->out, &spec, tok->begin, tok->end);
}

static void add_mark(struct maker *m, uint32_t i)
{
  (void)add_leaf(m, i, (rd_node_spec){ .flags = RD_PUNCT });
}

/* The bracket at `i` may be one with the mark beside it: `(/`. */
static bool is_wide(const struct maker *m, uint32_t i)
{
  const strings *pairs = &m->self->language->brackets;
  uint32_t last = m->self->partners[i];
  for (size_t j = 0; j + 1 < pairs->size; j += 2)
    if (last > i + 2 &&
        bracket_of(&m->self->tokens[i], m->self->text) == *pairs->data[j] &&
        scan_is(m->self->language, &m->self->tokens[i + 1], m->self->text,
                pairs->data[j + 1]) &&
        scan_is(m->self->language, &m->self->tokens[last - 1], m->self->text,
                pairs->data[j + 1]))
      return true;
  return false;
}

static struct run *push(struct maker *m, uint32_t begin, uint32_t end,
                        uint8_t level)
{
  ARRAY_PUSH(&m->runs, (struct run){ .at = begin,
                                     .end = end,
                                     .closer = BRACKET_ALONE,
                                     .level = level });
  return &m->runs.data[m->runs.size - 1];
}

/* Opens the brackets at `i` and queues their inside. */
static uint32_t add_group(struct maker *m, uint32_t i, rd_node_spec spec)
{
  uint32_t last = m->self->partners[i];
  bool wide = is_wide(m, i);
  char bracket = bracket_of(&m->self->tokens[i], m->self->text);
  rd_node_spec list = spec_of(m, "list", RD_REQUIRED, RD_LIST);
  list.phrase = "";
  list.fillers = spec.fillers;
  spec.fillers = NULL;
  spec.kind = rd_builder_kind(m->out, "brackets");
  if (!wide && spec.place == RD_REQUIRED && !spec.phrase)
    spec.phrase = bracket == '(' ? "()" : bracket == '[' ? "[]" : "{}";
  uint32_t node = rd_builder_open(m->out, &spec);
  if (spec.place == RD_OPTIONAL)
    m->made->groups[i] = node;
  for (uint32_t mark = i; mark <= i + wide; mark++)
    add_mark(m, mark);
  (void)rd_builder_open(m->out, &list);
  uint32_t begin = i + 1 + wide, end = last - wide;
  uint8_t level = levels_weakest(&m->levels, begin, end);
  push(m, begin, end, level == LEVELS_ROW ? WHOLE : level)->closer = last;
  return node;
}

/* Adds the tokens [begin, end) as one node. */
static uint32_t add_run(struct maker *m, uint32_t begin, uint32_t end,
                        rd_node_spec spec)
{
  if (end == begin + 1)
    return add_leaf(m, begin, spec);
  if (source_behind(m->self, begin, end) == end)
    return add_group(m, begin, spec);
  uint8_t level = levels_weakest(&m->levels, begin, end);
  spec.kind = rd_builder_kind(m->out, level == LEVELS_ROW ? "row" : "operands");
  if (level != LEVELS_ROW)
    spec.flags |= RD_LIST;
  if (levels_is_text(&m->levels, begin, end, level))
    spec.flags |= RD_GENERIC | RD_BY_LINES;
  uint32_t node = rd_builder_open(m->out, &spec);
  (void)push(m, begin, end, level);
  return node;
}

static uint32_t step_row(struct maker *m, const struct run *run)
{
  uint32_t i = run->at, next = source_behind(m->self, i, run->end);
  rd_node_spec spec = { .place = RD_OPTIONAL, .flags = RD_GENERIC };
  (void)add_run(m, i, next, spec);
  return next;
}

static uint32_t step_list(struct maker *m, struct run *run)
{
  uint32_t i = run->at;
  if (run->is_cut) {
    (void)add_leaf(m, i, (rd_node_spec){ .flags = RD_PUNCT | RD_SEPARATOR });
    run->is_cut = false;
    return i + 1;
  }
  uint32_t next = levels_cut(&m->levels, i, run->end, run->level);
  rd_node_spec spec = { .place = run->keeps_first ? RD_REQUIRED : RD_ELEMENT,
                        .phrase = run->keeps_first ? run->first : NULL,
                        .sorts = m->sorts[SORT_OPERAND],
                        .accepts = m->sorts[SORT_OPERAND] };
  run->keeps_first = false;
  run->is_cut = next < run->end;
  uint32_t node = add_run(m, i, next, spec);
  while (i + 1 < next && m->self->tokens[i].kind == TOKEN_COMMENT)
    i++; /* the line before goes on here */
  if (m->made->elements[i] == RD_NONE)
    m->made->elements[i] = node;
  return next;
}

/* Adds what is queued. A step may move the stack. */
static void drain(struct maker *m)
{
  while (m->runs.size) {
    size_t level = m->runs.size - 1;
    struct run run = m->runs.data[level];
    if (run.at < run.end) {
      run.at = run.level == LEVELS_ROW ? step_row(m, &run) : step_list(m, &run);
      m->runs.data[level] = run;
      continue;
    }
    m->runs.size--;
    rd_builder_close(m->out);
    if (run.closer == BRACKET_ALONE)
      continue;
    if (is_wide(m, m->self->partners[run.closer]))
      add_mark(m, run.closer - 1);
    add_mark(m, run.closer);
    rd_builder_close(m->out);
  }
}

/* Adds a whole run; in a list the first element stays if `keeps_first`, and the
 * phrase is that element's. */
static void add_whole(struct maker *m, uint32_t begin, uint32_t end,
                      rd_node_spec spec, bool keeps_first)
{
  const char *first = spec.phrase;
  if (begin == end)
    return;
  if (keeps_first && levels_weakest(&m->levels, begin, end) != LEVELS_ROW)
    spec.phrase = NULL;
  (void)add_run(m, begin, end, spec);
  if (m->runs.size) {
    m->runs.data[0].keeps_first = keeps_first;
    m->runs.data[0].first = first;
  }
  drain(m);
}

/* ---- headers ---- */

/* Adds what stays of a header: a mark, a word, or brackets. */
static void add_kept(struct maker *m, uint32_t i, uint32_t end, bool is_unit)
{
  const char *fillers[] = { text_of(&m->self->language->condition), NULL };
  if (source_opens_group(m->self, i, end))
    (void)add_group(
        m, i,
        (rd_node_spec){ .fillers = fillers[0] && !is_unit ? fillers : NULL });
  else
    add_mark(m, i);
  drain(m);
}

/* The shortest beginning of the header that is one; NULL if there is none that
 * is shorter and has no brackets. Owner: the caller. */
static char *short_header(const struct maker *m, const pattern *form)
{
  enum { MOST_WORDS = 3 };
  for (uint32_t n = 1; n < m->seen.count && n <= MOST_WORDS; n++) {
    char *text =
        mem_format("%.*s", (int)m->seen.parts[n].at - 1, m->seen.text.data);
    if (pattern_matches(form, text) && !strpbrk(text, "()\""))
      return text;
    free(text);
  }
  return NULL;
}

static uint32_t token_of(const struct maker *m, uint32_t part, uint32_t end)
{
  return part < m->seen.count ? m->seen.parts[part].token : end;
}

/* Adds the parts of the header up to its end, given which of them may go. */
static void add_parts(struct maker *m, const statement *at, const pattern *form,
                      const bool *goes, bool is_unit)
{
  uint32_t i = at->begin;
  for (uint32_t part = 0; i < at->end;) {
    uint32_t next = part;
    if (i < token_of(m, part, at->end)) {
      (void)add_leaf(m, i++, (rd_node_spec){ .place = RD_OPTIONAL });
      continue;
    }
    while (next < m->seen.count && goes[next])
      next++;
    if (next == part) {
      add_kept(m, i, at->end, is_unit);
      i = source_behind(m->self, i, at->end);
      part++;
      continue;
    }
    bool all = skeleton_spares(&m->seen, form, part, next);
    rd_node_spec spec = { .place = all ? RD_OPTIONAL : RD_REQUIRED,
                          .accepts = m->sorts[SORT_OPERAND] };
    spec.phrase = all ? NULL : text_of(&m->self->language->condition);
    add_whole(m, i, token_of(m, next, at->end), spec, false);
    i = token_of(m, next, at->end);
    part = next;
  }
}

static void add_header(struct maker *m, const statement *at,
                       const pattern *form, bool is_unit)
{
  bool goes[sizeof m->seen.parts / sizeof *m->seen.parts];
  rd_node_spec spec = spec_of(m, "header", RD_REQUIRED, 0);
  skeleton_set(&m->seen, m->self, at->begin, at->end);
  char *phrase = short_header(m, form);
  for (uint32_t i = 0; i < m->seen.count; i++)
    goes[i] = skeleton_spares(&m->seen, form, i, i + 1);
  spec.phrase = phrase;
  (void)rd_builder_open(m->out, &spec);
  add_parts(m, at, form, goes, is_unit);
  rd_builder_close(m->out);
  free(phrase);
}

/* ---- statements ---- */

/* The tokens of the NAMES of a statement that has a list. */
static bool find_list(const struct maker *m, uint32_t *begin_out,
                      uint32_t *end_out, uint32_t end)
{
  const description *language = m->self->language;
  size_t begin = SIZE_MAX, behind = 0;
  bool found =
      pattern_find(&language->lists, m->seen.text.data, &begin, &behind);
  for (size_t i = 0; i < language->declarations.size && !found; i++)
    found = pattern_find(&language->declarations.data[i].says,
                         m->seen.text.data, &begin, &behind);
  *begin_out = skeleton_token(&m->seen, begin);
  *end_out =
      behind < m->seen.text.size ? skeleton_token(&m->seen, behind + 1) : end;
  return found && *begin_out != UINT32_MAX && *end_out != UINT32_MAX;
}

static bool declares(struct maker *m, const statement *at)
{
  const description *language = m->self->language;
  bool found = false;
  if (language->declarations.size)
    skeleton_set(&m->seen, m->self, at->begin, at->end);
  for (size_t i = 0; i < language->declarations.size && !found; i++)
    found = pattern_matches(&language->declarations.data[i].says,
                            m->seen.text.data);
  return found;
}

/* Adds a statement with a list of the tokens [first, last) in it: marks beside the
 * list are leaves. */
static void add_list(struct maker *m, const statement *of, uint32_t first,
                     uint32_t last)
{
  uint32_t i = of->begin, end = of->end;
  bool has_before = first > i &&
                    m->self->tokens[first - 1].kind == TOKEN_PUNCTUATION &&
                    m->self->partners[first - 1] == BRACKET_ALONE;
  bool has_behind = last < end && m->levels.of[last];
  rd_node_spec type = { .phrase = text_of(&m->self->language->type) };
  if (!declares(m, of))
    type.phrase = NULL;
  add_whole(m, i, first - has_before, type, true);
  if (has_before)
    (void)add_leaf(m, first - 1, (rd_node_spec){ .place = RD_OPTIONAL });
  add_whole(m, first, last, (rd_node_spec){ 0 },
            levels_weakest(&m->levels, first, last) > 2);
  if (has_behind)
    add_mark(m, last);
  add_whole(m, last + has_behind, end, (rd_node_spec){ 0 }, true);
}

/* Adds the inside of a statement to its open node. */
static void add_inside(struct maker *m, uint32_t begin, uint32_t end)
{
  const description *language = m->self->language;
  uint32_t first, last;
  uint8_t level = levels_weakest(&m->levels, begin, end);
  uint32_t cut =
      level == LEVELS_ROW ? end : levels_cut(&m->levels, begin, end, level);
  skeleton_set(&m->seen, m->self, begin, end);
  if (!m->seen.is_cut && find_list(m, &first, &last, end)) {
    add_list(m, &(statement){ .begin = begin, .end = end }, first, last);
  } else if (cut < end && is_any(m, cut, &language->assigns)) {
    rd_node_spec value = { .phrase = text_of(&language->expression),
                           .accepts = m->sorts[SORT_OPERAND] };
    add_whole(m, begin, cut, (rd_node_spec){ 0 }, true);
    add_mark(m, cut);
    add_whole(m, cut + 1, end, value, false);
  } else {
    add_whole(m, begin, end, (rd_node_spec){ 0 }, true);
  }
}

/* The statement behind a guard, as in `if (c) stop`, or `end`. */
static uint32_t find_guarded(struct maker *m, uint32_t begin, uint32_t end)
{
  size_t at, behind;
  skeleton_set(&m->seen, m->self, begin, end);
  if (m->seen.is_cut ||
      !pattern_find(&m->self->language->guard, m->seen.text.data, &at, &behind))
    return end;
  uint32_t found = skeleton_token(&m->seen, at);
  return found < end ? found : end;
}

static uint32_t add_statement(struct maker *m, const statement *at)
{
  rd_node_spec spec = spec_of(m, "statement", RD_ELEMENT, 0);
  uint32_t begin = at->begin, end = at->end, last = end - 1;
  spec.sorts = spec.accepts = m->sorts[SORT_STATEMENT];
  if (end == begin + 1)
    return add_leaf(m, begin, spec);
  if (declares(m, at))
    spec.flags = RD_DEFINITION;
  uint32_t node = rd_builder_open(m->out, &spec);
  bool has_end = is_any(m, last, &m->self->language->ends);
  uint32_t guarded = find_guarded(m, begin, end - has_end);
  if (guarded < end - has_end) {
    for (uint32_t i = begin; i < guarded; i = source_behind(m->self, i, end))
      add_kept(m, i, end, false);
    spec.place = RD_REQUIRED;
    spec.flags = 0;
    spec.phrase = text_of(&m->self->language->statement);
    (void)rd_builder_open(m->out, &spec);
    begin = guarded;
  }
  add_inside(m, begin, end - has_end);
  if (guarded < end - has_end)
    rd_builder_close(m->out);
  if (has_end)
    add_mark(m, last);
  rd_builder_close(m->out);
  return node;
}

/* ---- blocks ---- */

static void open_list(struct maker *m, const rule *of, const strings *shortest,
                      uint16_t flags)
{
  rd_node_spec list =
      spec_of(m, "statements", RD_REQUIRED, (uint16_t)(RD_LIST | flags));
  list.phrase = shortest->size ? shortest->data[0] : "";
  list.sorts = m->sorts[of->is_unit ? SORT_UNIT : SORT_STATEMENT];
  (void)rd_builder_open(m->out, &list);
}

static uint32_t open_block(struct maker *m, const statement *at)
{
  const rule *of = &m->self->language->rules.data[at->rule];
  rd_node_spec spec = spec_of(m, of->name, RD_ELEMENT, 0);
  spec.sorts = spec.accepts =
      m->sorts[of->is_unit ? SORT_UNIT : SORT_STATEMENT];
  uint32_t node = rd_builder_open(m->out, &spec);
  add_header(m, at, &of->opens, of->is_unit);
  bool is_function = of->has_kind && of->kind == RD_SYMBOL_FUNCTION;
  open_list(m, of, &of->body, is_function && !m->functions ? RD_BODY : 0);
  m->functions += is_function;
  return node;
}

/* The first of the other parts opens the list of them. */
static uint32_t open_part(struct maker *m, const statement *at, bool is_first)
{
  const rule *of = &m->self->language->rules.data[at->rule];
  rd_node_spec parts = spec_of(m, "parts", RD_REQUIRED, RD_LIST);
  rd_node_spec part = spec_of(m, "part", RD_ELEMENT, 0);
  parts.phrase = "";
  rd_builder_close(m->out);
  if (!is_first)
    rd_builder_close(m->out);
  else
    (void)rd_builder_open(m->out, &parts);
  uint32_t node = rd_builder_open(m->out, &part);
  skeleton_set(&m->seen, m->self, at->begin, at->end);
  bool is_split = pattern_matches(&of->splits, m->seen.text.data);
  add_header(m, at, is_split ? &of->splits : &of->splits_once, of->is_unit);
  open_list(m, of, &of->part, 0);
  return node;
}

static void close_block(struct maker *m, const statement *at)
{
  const rule *of = &m->self->language->rules.data[at->rule];
  rd_builder_close(m->out);
  if (m->all->data[at->opener].is_split) {
    rd_builder_close(m->out);
    rd_builder_close(m->out);
  }
  add_header(m, at, &of->closes, of->is_unit);
  rd_builder_close(m->out);
  m->functions -= of->has_kind && of->kind == RD_SYMBOL_FUNCTION;
}

static void add_all(struct maker *m)
{
  bool *has_part = mem_alloc(m->all->size + 1, sizeof *has_part);
  for (size_t i = 0; i < m->all->size; i++) {
    const statement *at = &m->all->data[i];
    uint32_t node = RD_NONE;
    switch ((role)at->role) {
    case OPENS:
      node = open_block(m, at);
      break;
    case SPLITS:
      node = open_part(m, at, !has_part[at->opener]);
      has_part[at->opener] = true;
      break;
    case CLOSES:
      close_block(m, at);
      break;
    case COMMENT:
    case PLAIN:
      node = add_statement(m, at);
      break;
    }
    m->made->statements[i] = node;
  }
  free(has_part);
}

static uint32_t *none(size_t count)
{
  uint32_t *ids = mem_alloc(count + 1, sizeof *ids);
  memset(ids, 0xff, (count + 1) * sizeof *ids);
  return ids;
}

void shape_add(shape *out, rd_builder *builder, const source *self,
               const statement_list *all)
{
  struct maker m = { .self = self, .all = all, .out = builder, .made = out };
  rd_node_spec root = spec_of(&m, "text", RD_REQUIRED, RD_LIST);
  *out = (shape){ none(self->count), none(self->count), none(self->count),
                  none(all->size) };
  root.phrase = "";
  for (uint16_t i = 0; i < SORTS; i++)
    m.sorts[i] = rd_builder_sorts(builder, &i, 1);
  levels_find(&m.levels, self);
  (void)rd_builder_open(builder, &root);
  add_all(&m);
  rd_builder_close(builder);
  ARRAY_FREE(&m.runs);
  text_free(&m.seen.text);
  free(m.levels.of);
}

void shape_dispose(shape *self)
{
  free(self->leaves);
  free(self->elements);
  free(self->groups);
  free(self->statements);
}
