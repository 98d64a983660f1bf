/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Builds tree nodes from tokens without a grammar.
 *
 * Four kinds of run are treated differently: *statements* (the top level and
 * blocks: elements end at `;` or at a block's `}`), *commas* (the inside of (),
 * [], and of braces with commas and no semicolon: elements with separators),
 * *clauses* (parentheses with semicolons, as in `for`: the semicolons stay),
 * and *items* (the inside of an element: each token and each bracket pair may
 * be removed by itself).
 *
 * A statement continues after a `}` if the next token cannot begin one (`; , )
 * ] = . -> :` or `else`), if a `while` closes a `do`, and always after the
 * braces of a struct, union, enum or class. It continues after a `;` before
 * `else` and before the `while` of a `do`. A wrong guess worsens the tree's
 * shape but loses no bytes.
 *
 * Of a text in no known language, lines say more than semicolons: a statement
 * then also ends with its line, unless deeper lines follow. These are its
 * *block*, a list of statements that may replace it; a line behind them that
 * closes the block (`end`, `done`, `</a>`) or continues it (`else`) belongs to
 * it.
 *
 * Invariant (T4): every token is optional or an element by itself, except
 * matched brackets, the `;` at the end of an element, and commas between two
 * elements; those belong to their node. Runs wait on an explicit stack, so
 * nesting does not consume the machine's stack. Each token is visited once in
 * its list, once in its element and once by itself: O(n). In a block it is
 * visited once more for each level of indentation, which takes a byte of its
 * line.
 */
#include "balanced.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "brackets.h"

/* All statement-like elements have one sort, so that hoisting can lift a
 * statement out of its enclosing blocks. */
enum { SORT_STATEMENT = 1u << 0 };

enum mode { STATEMENTS, COMMAS, CLAUSES, ITEMS };

/* A run of tokens [at, end) that is being added to the open node. */
struct run {
  uint8_t mode;     /* enum mode */
  bool is_bottom;   /* the caller's own run, in the caller's node */
  bool is_outer;    /* items of an element of the caller's run */
  bool has_element; /* commas: there was an element since the last separator */
  uint32_t at, end;
  uint32_t closer;    /* the bracket that ends the group around the run */
  uint32_t semicolon; /* items: the `;` that ends the element */
  uint32_t margin;    /* items: deeper lines are a block */
};

struct builder {
  rd_builder *out;
  const char *text;
  const token *tokens;
  uint32_t *partners;
  uint32_t *margins; /* by token: the indentation of its line; NULL: lines mean
                        nothing */
  ARRAY(struct run) runs;
  uint16_t kinds[TOKEN_OTHER + 1];
};

static const char *const token_kinds[] = {
  [TOKEN_IDENTIFIER] = "identifier",
  [TOKEN_NUMBER] = "number",
  [TOKEN_STRING] = "string",
  [TOKEN_CHARACTER] = "character",
  [TOKEN_PUNCTUATION] = "punctuation",
  [TOKEN_COMMENT] = "comment",
  [TOKEN_OTHER] = "other",
};

static uint32_t statement_sort(const struct builder *b)
{
  return rd_builder_sort_bits(b->out, SORT_STATEMENT);
}

/* ---- looking at tokens ---- */

static bool is(const struct builder *b, uint32_t i, const char *string)
{
  return token_is(&b->tokens[i], b->text, string);
}

static bool is_any(const struct builder *b, uint32_t i,
                   const char *const *strings)
{
  return token_is_any(&b->tokens[i], b->text, strings);
}

static uint32_t partner(const struct builder *b, uint32_t i)
{
  return b->partners[i];
}

/* Does a matched pair open here and end within the run? */
static bool opens_group(const struct builder *b, uint32_t i, uint32_t end)
{
  uint32_t other = partner(b, i);
  return other != BRACKET_ALONE && other > i && other < end;
}

/* Does a directive begin here? A run that begins inside a directive has
 * none. */
static bool starts_directive(const struct builder *b, uint32_t i)
{
  uint32_t number = b->tokens[i].directive;
  return number && (i == 0 || b->tokens[i - 1].directive != number);
}

static uint32_t directive_end(const struct builder *b, uint32_t i, uint32_t end)
{
  uint32_t number = b->tokens[i].directive;
  while (i < end && b->tokens[i].directive == number)
    i++;
  return i;
}

static bool is_comment(const struct builder *b, uint32_t i)
{
  return b->tokens[i].kind == TOKEN_COMMENT;
}

/* The position after the token, group or directive at `i`. */
static uint32_t behind(const struct builder *b, uint32_t i, uint32_t end)
{
  if (starts_directive(b, i))
    return directive_end(b, i, end);
  return opens_group(b, i, end) ? partner(b, i) + 1 : i + 1;
}

/* The first token from `i` on that is neither a comment nor a directive. */
static uint32_t next_plain(const struct builder *b, uint32_t i, uint32_t end)
{
  while (i < end && (is_comment(b, i) || starts_directive(b, i)))
    i = behind(b, i, end);
  return i;
}

/* ---- lines ---- */

enum { TAB = 8, NO_BLOCKS = UINT32_MAX };

static void measure_margins(struct builder *b, size_t count)
{
  b->margins = mem_alloc(count, sizeof *b->margins);
  for (size_t i = 0; i < count; i++) {
    const token *tok = &b->tokens[i];
    size_t at = tok->begin;
    b->margins[i] = i ? b->margins[i - 1] : 0;
    if (!tok->line_start)
      continue;
    while (at && (b->text[at - 1] == ' ' || b->text[at - 1] == '\t'))
      at--;
    uint32_t column = 0;
    for (; at < tok->begin; at++)
      column += b->text[at] == '\t' ? TAB - column % TAB : 1;
    b->margins[i] = column;
  }
}

/* Does the line that begins here, with the margin of a line above deeper ones,
 * belong to that line? */
static bool is_joint(const struct builder *b, uint32_t i, uint32_t end)
{
  static const char *const words[] = {
    "else",   "elif",   "elsif", "elseif", "except", "finally", "catch",
    "rescue", "ensure", "when",  "until",  "fi",     "done",    "esac",
    "od",     "then",   "do",    "in",     "is",     "contains"
  };
  const token *tok = &b->tokens[i];
  const char *text = b->text + tok->begin;
  size_t size = tok->end - tok->begin;
  char bracket = bracket_of(tok, b->text);
  if (bracket)
    return bracket == ')' || bracket == ']' || bracket == '}';
  if (is(b, i, "<"))
    return i + 1 < end && is(b, i + 1, "/");
  for (size_t word = 0; word < sizeof words / sizeof *words; word++)
    if (size == strlen(words[word]) && !strncasecmp(text, words[word], size))
      return true;
  return size >= 3 && !strncasecmp(text, "end", 3);
}

/* Does a block open on a line of its own here? */
static bool opens_block(const struct builder *b, uint32_t i)
{
  static const char *const openers[] = { "{", "begin", NULL };
  return is_any(b, i, openers);
}

/* Does a statement with this margin end before the line that begins at `i`?
 * `is_deep`: the line above is deeper or ends a group. */
static bool line_ends(const struct builder *b, uint32_t i, uint32_t end,
                      uint32_t margin, bool is_deep)
{
  if (b->margins[i] != margin)
    return b->margins[i] < margin;
  return !opens_block(b, i) && !(is_deep && is_joint(b, i, end));
}

static uint32_t block_end(const struct builder *b, uint32_t i, uint32_t end,
                          uint32_t margin)
{
  while (i < end && (!b->tokens[i].line_start || b->margins[i] > margin))
    i = behind(b, i, end);
  return i;
}

/* ---- where elements end ---- */

/* The part of a statement seen so far. */
struct statement {
  bool has_do;    /* a `do` without its `while` yet */
  bool tag;       /* struct ... followed only by its name so far */
  bool attribute; /* the last word takes parentheses, which do not matter */
};

static void follow_word(const struct builder *b, struct statement *s,
                        uint32_t i)
{
  static const char *const tags[] = { "struct", "union", "enum", "class",
                                      NULL };
  static const char *const attributes[] = { "__attribute__", "__attribute",
                                            "__declspec",    "_Alignas",
                                            "alignas",       NULL };
  bool is_word = b->tokens[i].kind == TOKEN_IDENTIFIER;
  s->attribute = is_word && is_any(b, i, attributes);
  if (is_word && is_any(b, i, tags))
    s->tag = true;
  else if (!is_word && !is(b, i, ":") && !is(b, i, "::"))
    s->tag = false;
  if (is_word && is(b, i, "do"))
    s->has_do = true;
  else if (is_word && is(b, i, "while"))
    s->has_do = false;
}

/* Does the statement go on after a `;` or `}` although it could end? */
static bool goes_on(const struct builder *b, const struct statement *s,
                    uint32_t next, uint32_t end, bool behind_brace)
{
  static const char *const joints[] = { ";", ",", ")",  "]", "=",
                                        ".", ":", "->", NULL };
  if (next >= end)
    return false;
  if (is(b, next, "else") || (s->has_do && is(b, next, "while")))
    return true;
  return behind_brace && (s->tag || is_any(b, next, joints));
}

/* Is a brace that ends here, by lines, not the end of a statement? */
static bool is_value(const struct builder *b, uint32_t next, uint32_t end)
{
  return b->margins && next < end && !b->tokens[next].line_start &&
         (b->tokens[next].kind != TOKEN_IDENTIFIER || is_joint(b, next, end));
}

static uint32_t statement_end(const struct builder *b, uint32_t i, uint32_t end)
{
  struct statement s = { 0 };
  uint32_t margin = b->margins ? b->margins[i] : 0;
  while (i < end) {
    uint32_t next = behind(b, i, end);
    bool is_group = opens_group(b, i, end);
    bool is_brace = is_group && bracket_of(&b->tokens[i], b->text) == '{';
    bool is_line = b->margins && next < end && b->tokens[next].line_start;
    if (is_line) {
      bool is_deep = is_group || b->margins[i] > margin;
      if (line_ends(b, next, end, margin, is_deep))
        return next;
    } else if (is(b, i, ";") || (is_brace && !is_value(b, next, end))) {
      if (!goes_on(b, &s, next_plain(b, next, end), end, is_brace))
        return next;
      s.tag = false;
    } else if (is_group) {
      s.tag = s.tag && (s.attribute || is(b, i, "["));
    } else if (!is_comment(b, i) && !starts_directive(b, i)) {
      follow_word(b, &s, i);
    }
    i = next;
  }
  return end;
}

/* The next position from `i` of this token outside groups, or `end`. */
static uint32_t find(const struct builder *b, uint32_t i, uint32_t end,
                     const char *string)
{
  while (i < end && (starts_directive(b, i) || !is(b, i, string)))
    i = behind(b, i, end);
  return i;
}

static enum mode inner_mode(const struct builder *b, uint32_t opener)
{
  uint32_t begin = opener + 1, end = partner(b, opener);
  bool has_semicolon = find(b, begin, end, ";") < end;
  if (bracket_of(&b->tokens[opener], b->text) != '{')
    return has_semicolon ? CLAUSES : COMMAS;
  return !has_semicolon && find(b, begin, end, ",") < end ? COMMAS : STATEMENTS;
}

/* ---- adding nodes ---- */

static void add_leaf(struct builder *b, uint32_t i, uint8_t place,
                     uint16_t flags)
{
  const token *tok = &b->tokens[i];
  rd_node_spec spec = { .kind = b->kinds[tok->kind],
                        .place = place,
                        .flags = (uint16_t)(flags | RD_GENERIC) };
  (void)rd_builder_leaf(b->out, &spec, tok->begin, tok->end);
}

/* Opens the pair of brackets at `i` and queues its inside as a run. */
static void add_group(struct builder *b, uint32_t i, rd_node_spec group)
{
  static const char *const fillers[] = { ";", NULL };
  char bracket = bracket_of(&b->tokens[i], b->text);
  enum mode mode = inner_mode(b, i);
  group.flags |= RD_GENERIC;
  group.phrase = bracket == '(' ? "()" : bracket == '[' ? "[]" : "{}";
  group.kind = rd_builder_kind(b->out, bracket == '('   ? "parentheses"
                                       : bracket == '[' ? "brackets"
                                                        : "braces");
  if (bracket == '{' && mode == STATEMENTS)
    group.fillers = fillers;
  rd_node_spec list = { .kind = rd_builder_kind(b->out, "list"),
                        .flags = RD_GENERIC,
                        .phrase = "" };
  if (mode != CLAUSES)
    list.flags |= RD_LIST;
  if (b->margins && mode == STATEMENTS)
    list.sorts = statement_sort(b);
  (void)rd_builder_open(b->out, &group);
  add_leaf(b, i, RD_REQUIRED, RD_PUNCT);
  (void)rd_builder_open(b->out, &list);
  ARRAY_PUSH(&b->runs, (struct run){ .mode = (uint8_t)mode,
                                     .at = i + 1,
                                     .end = partner(b, i),
                                     .closer = partner(b, i),
                                     .semicolon = BRACKET_ALONE });
}

/* Opens the block [begin, end) and queues it as a run. */
static void add_block(struct builder *b, uint32_t begin, uint32_t end)
{
  rd_node_spec list = { .kind = rd_builder_kind(b->out, "block"),
                        .flags = RD_GENERIC | RD_LIST,
                        .place = RD_OPTIONAL,
                        .sorts = statement_sort(b),
                        .phrase = "" };
  (void)rd_builder_open(b->out, &list);
  ARRAY_PUSH(&b->runs, (struct run){ .mode = STATEMENTS,
                                     .at = begin,
                                     .end = end,
                                     .closer = BRACKET_ALONE,
                                     .semicolon = BRACKET_ALONE });
}

/* Adds [begin, end) as an element of `run`: a single token or group directly,
 * anything else as a node with its inside queued as a run. */
static void add_element(struct builder *b, const struct run *run,
                        uint32_t begin, uint32_t end, rd_node_spec spec)
{
  spec.flags |= RD_GENERIC;
  if (opens_group(b, begin, end) && partner(b, begin) == end - 1) {
    add_group(b, begin, spec);
    return;
  }
  if (end == begin + 1) {
    spec.kind = b->kinds[b->tokens[begin].kind];
    (void)rd_builder_leaf(b->out, &spec, b->tokens[begin].begin,
                          b->tokens[begin].end);
    return;
  }
  bool has_semicolon = run->mode == STATEMENTS && is(b, end - 1, ";");
  bool has_blocks = run->mode == STATEMENTS && b->margins;
  (void)rd_builder_open(b->out, &spec);
  ARRAY_PUSH(
      &b->runs,
      (struct run){ .mode = ITEMS,
                    .is_outer = run->is_bottom,
                    .at = begin,
                    .end = end,
                    .closer = BRACKET_ALONE,
                    .semicolon = has_semicolon ? end - 1 : BRACKET_ALONE,
                    .margin = has_blocks ? b->margins[begin] : NO_BLOCKS });
}

/* Adds a directive: its # belongs to the node, every other token is
 * removable. */
static void add_directive(struct builder *b, uint32_t begin, uint32_t end,
                          uint8_t place)
{
  rd_node_spec spec = { .kind = rd_builder_kind(b->out, "directive"),
                        .flags = RD_LINE | RD_GENERIC,
                        .place = place };
  (void)rd_builder_open(b->out, &spec);
  add_leaf(b, begin, RD_REQUIRED, RD_PUNCT);
  ARRAY_PUSH(&b->runs, (struct run){ .mode = ITEMS,
                                     .at = begin + 1,
                                     .end = end,
                                     .closer = BRACKET_ALONE,
                                     .semicolon = BRACKET_ALONE,
                                     .margin = NO_BLOCKS });
}

/* ---- one step of each kind of run; returns the position after it ---- */

/* At the top level, a brace after `)` is a function body unless the word before
 * the parentheses begins a statement. */
static bool is_body(const struct builder *b, const struct run *run, uint32_t i)
{
  static const char *const statements[] = { "if", "for", "while", "switch",
                                            NULL };
  if (!run->is_outer || i == 0 || bracket_of(&b->tokens[i], b->text) != '{' ||
      !is(b, i - 1, ")"))
    return false;
  uint32_t paren = partner(b, i - 1);
  return paren != BRACKET_ALONE && paren > 0 &&
         !is_any(b, paren - 1, statements);
}

static uint32_t step_items(struct builder *b, const struct run *run)
{
  uint32_t i = run->at, next = behind(b, i, run->end);
  rd_node_spec spec = { .place = RD_OPTIONAL };
  if (run->margin != NO_BLOCKS && b->tokens[i].line_start &&
      b->margins[i] > run->margin) {
    next = block_end(b, i, run->end, run->margin);
    add_block(b, i, next);
  } else if (i == run->semicolon) {
    add_leaf(b, i, RD_REQUIRED, RD_PUNCT);
  } else if (opens_group(b, i, run->end)) {
    if (is_body(b, run, i))
      spec.flags = RD_BODY;
    add_group(b, i, spec);
  } else {
    add_leaf(b, i, RD_OPTIONAL, 0);
  }
  return next;
}

static uint32_t step_statements(struct builder *b, const struct run *run)
{
  uint32_t next = statement_end(b, run->at, run->end);
  rd_node_spec spec = { .kind = rd_builder_kind(b->out, "statement"),
                        .place = RD_ELEMENT,
                        .sorts = statement_sort(b),
                        .accepts = statement_sort(b) };
  add_element(b, run, run->at, next, spec);
  return next;
}

/* A comma is a separator only between two elements; any other may be removed by
 * itself. */
static uint32_t step_commas(struct builder *b, struct run *run)
{
  uint32_t i = run->at;
  if (!is(b, i, ",")) {
    uint32_t next = find(b, i, run->end, ",");
    rd_node_spec spec = { .kind = rd_builder_kind(b->out, "item"),
                          .place = RD_ELEMENT };
    run->has_element = true;
    add_element(b, run, i, next, spec);
    return next;
  }
  uint32_t other = next_plain(b, i + 1, run->end);
  if (run->has_element && other < run->end && !is(b, other, ","))
    add_leaf(b, i, RD_REQUIRED, RD_PUNCT | RD_SEPARATOR);
  else
    add_leaf(b, i, RD_OPTIONAL, 0);
  run->has_element = false;
  return i + 1;
}

static uint32_t step_clauses(struct builder *b, const struct run *run)
{
  uint32_t i = run->at;
  if (is(b, i, ";")) {
    add_leaf(b, i, RD_REQUIRED, RD_PUNCT);
    return i + 1;
  }
  uint32_t next = find(b, i, run->end, ";");
  rd_node_spec spec = { .kind = rd_builder_kind(b->out, "clause"),
                        .place = RD_OPTIONAL };
  add_element(b, run, i, next, spec);
  return next;
}

static uint32_t step(struct builder *b, struct run *run)
{
  uint32_t i = run->at;
  if (is_comment(b, i)) {
    add_leaf(b, i, RD_OPTIONAL, RD_COMMENT);
    return i + 1;
  }
  if (starts_directive(b, i)) {
    uint32_t next = directive_end(b, i, run->end);
    add_directive(b, i, next,
                  run->mode == STATEMENTS ? RD_ELEMENT : RD_OPTIONAL);
    return next;
  }
  switch ((enum mode)run->mode) {
  case STATEMENTS:
    return step_statements(b, run);
  case COMMAS:
    return step_commas(b, run);
  case CLAUSES:
    return step_clauses(b, run);
  case ITEMS:
    break;
  }
  return step_items(b, run);
}

static void end_run(struct builder *b)
{
  struct run run = b->runs.data[--b->runs.size];
  if (run.is_bottom)
    return;
  rd_builder_close(b->out);
  if (run.closer == BRACKET_ALONE)
    return;
  add_leaf(b, run.closer, RD_REQUIRED, RD_PUNCT);
  rd_builder_close(b->out);
}

void balanced_add(rd_builder *builder, const token *tokens, size_t count,
                  bool by_lines)
{
  struct builder b = { .out = builder, .tokens = tokens };
  b.text = rd_builder_text(builder, NULL);
  if (by_lines)
    measure_margins(&b, count);
  b.partners = brackets_match(tokens, count, b.text);
  for (size_t kind = 0; kind <= TOKEN_OTHER; kind++)
    b.kinds[kind] = rd_builder_kind(builder, token_kinds[kind]);
  ARRAY_PUSH(&b.runs, (struct run){ .mode = STATEMENTS,
                                    .is_bottom = true,
                                    .end = (uint32_t)count,
                                    .closer = BRACKET_ALONE,
                                    .semicolon = BRACKET_ALONE });
  while (b.runs.size) {
    size_t level = b.runs.size - 1;
    struct run run = b.runs.data[level];
    if (run.at == run.end) {
      end_run(&b);
      continue;
    }
    run.at = step(&b, &run);
    b.runs.data[level].at = run.at;
    b.runs.data[level].has_element = run.has_element;
  }
  free(b.runs.data);
  free(b.partners);
  free(b.margins);
}
