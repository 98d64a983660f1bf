/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The canonical layout of C and C++.
 *
 * The code knows only brackets, semicolons and a few keywords: a pretty printer
 * that parses would refuse the broken code that a reducer also sees. Each open
 * bracket has a frame. Each statement that is the body of another one (`if (x)`
 * and the next line) has a pending entry. Frames and pending entries determine
 * the indentation. The end of a statement removes the pending entries that it
 * completes.
 *
 * The output depends on the tokens only, not on the previous layout. It is
 * lexed again before it is returned: the text can contain anything, and the
 * output is rejected if its tokens differ.
 */
#include "layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "brackets.h"
#include "spacing.h"

enum { COLUMNS = 80, INDENT = 2, CONTINUED = 4 };

typedef enum frame_kind {
  FRAME_FILE,  /* no bracket is open */
  FRAME_BLOCK, /* statements, each on its own line */
  FRAME_TAG,   /* members, likewise; declarators may follow the closing brace */
  FRAME_LIST,  /* in braces, but stays on its line */
  FRAME_INIT,  /* likewise, and directly behind what it initializes */
  FRAME_PAREN, /* ( or [ */
} frame_kind;

typedef enum pending_kind {
  PENDING_IF,
  PENDING_ELSE,
  PENDING_LOOP,
  PENDING_DO
} pending_kind;

struct frame {
  frame_kind kind;
  bool heads;     /* the parentheses after an if or the like: a statement
                     follows */
  size_t pending; /* number of pending statements when it was opened */
  size_t levels;  /* of indentation when it was opened */
};

/* A statement whose body is being printed. */
struct pending {
  pending_kind kind;
  bool indents;  /* the body is on its own lines, without a brace */
  size_t levels; /* of indentation without it */
};

struct printer {
  token_view in;
  textbuf out;
  size_t line;        /* where the last line begins */
  size_t indentation; /* of the current statement */
  size_t levels;      /* of indentation of the next statement */
  ARRAY(struct frame) frames;
  ARRAY(struct pending) pendings;
  bool fresh;       /* a statement starts here */
  bool closes_do;   /* the next `while` ends a do */
  size_t head;      /* the ( of the current control statement, or the count */
  size_t label_end; /* the : of a label, or the count */
};

/* ---- bytes ---- */

/* What nests deeper than half of a line is not indented further: the text would grow
 * with the square of its depth. */
static void break_line(struct printer *p, size_t indentation)
{
  if (indentation > COLUMNS / 2)
    indentation = COLUMNS / 2;
  if (p->out.size)
    text_puts(&p->out, "\n");
  p->line = p->out.size;
  text_printf(&p->out, "%*s", (int)indentation, "");
}

static size_t size_of(const struct printer *p, size_t i)
{
  return p->in.tokens[i].end - p->in.tokens[i].begin;
}

static void put_token(struct printer *p, size_t i)
{
  text_add(&p->out, p->in.text + p->in.tokens[i].begin, size_of(p, i));
}

/* Prints the gap before a token on the same line; breaks a line that is too
 * long. */
static void put_gap(struct printer *p, size_t i)
{
  if (i == p->label_end || !spacing_wants(&p->in, i))
    return;
  if (p->out.size - p->line + 1 + size_of(p, i) < COLUMNS ||
      view_is(&p->in, i, "#"))
    text_puts(&p->out, " ");
  else
    break_line(p, p->indentation + CONTINUED);
}

/* ---- frames and pending statements ---- */

static frame_kind top_kind(const struct printer *p)
{
  return p->frames.size ? p->frames.data[p->frames.size - 1].kind : FRAME_FILE;
}

static bool in_statements(const struct printer *p)
{
  frame_kind kind = top_kind(p);
  return kind == FRAME_FILE || kind == FRAME_BLOCK || kind == FRAME_TAG;
}

static void open_frame(struct printer *p, frame_kind kind, bool heads)
{
  ARRAY_PUSH(&p->frames,
             (struct frame){ kind, heads, p->pendings.size, p->levels });
  p->levels += kind == FRAME_BLOCK || kind == FRAME_TAG;
}

static void add_pending(struct printer *p, pending_kind kind, bool indents)
{
  ARRAY_PUSH(&p->pendings, (struct pending){ kind, indents, p->levels });
  p->levels += indents;
}

static struct pending drop_pending(struct printer *p)
{
  struct pending last = p->pendings.data[--p->pendings.size];
  p->levels = last.levels;
  return last;
}

/* Index of the first pending statement of the current frame. */
static size_t pending_base(const struct printer *p)
{
  return p->frames.size ? p->frames.data[p->frames.size - 1].pending : 0;
}

/* Ends a statement before token `next`, and the statements whose body it is. */
static void end_statement(struct printer *p, size_t next)
{
  p->fresh = true;
  while (p->pendings.size > pending_base(p)) {
    pending_kind kind = drop_pending(p).kind;
    if (kind == PENDING_IF && view_is(&p->in, next, "else"))
      return;
    if (kind == PENDING_DO && view_is(&p->in, next, "while")) {
      p->closes_do = true;
      return;
    }
  }
}

/* ---- what a brace encloses ---- */

static bool spells_any(const struct printer *p, size_t i, const char *a,
                       const char *b)
{
  return view_is(&p->in, i, a) || view_is(&p->in, i, b);
}

/* Steps back from a tag's brace over its name and attributes; returns the token
 * there. */
static size_t find_tag_word(const struct printer *p, size_t brace)
{
  size_t at = brace;
  bool named = false;
  while (at > 0) {
    const token *before = &p->in.tokens[at - 1];
    uint32_t open = p->in.partners[at - 1];
    if (view_is(&p->in, at - 1, ")") && open != BRACKET_ALONE && open > 0 &&
        spells_any(p, open - 1, "__attribute__", "__attribute"))
      at = open - 1;
    else if (!named && before->kind == TOKEN_IDENTIFIER &&
             !spells_any(p, at - 1, "struct", "union") &&
             !view_is(&p->in, at - 1, "enum"))
      named = true, at--;
    else
      return at - 1;
  }
  return p->in.count;
}

/* Does the ) before a brace end the head of a block? */
static bool heads_block(const struct printer *p, size_t close)
{
  uint32_t open = p->in.partners[close];
  if (open == BRACKET_ALONE || !open)
    return open == BRACKET_ALONE;
  mark front = (mark)p->in.marks[open - 1];
  return front == MARK_OPERAND || front == MARK_CONTROL || front == MARK_TYPE;
}

/* Does the ] end the head of a lambda, and not the bounds of an array? */
static bool heads_lambda(const struct printer *p, size_t close)
{
  uint32_t open = p->in.partners[close];
  if (!view_is(&p->in, close, "]") || open == BRACKET_ALONE || !open)
    return false;
  mark front = (mark)p->in.marks[open - 1];
  return front != MARK_OPERAND && front != MARK_TYPE && front != MARK_LIST;
}

/* Is the brace directly behind a name or type? */
static bool is_named(const struct printer *p, size_t brace)
{
  return p->in.tokens[brace - 1].kind == TOKEN_IDENTIFIER ||
         p->in.marks[brace - 1] == MARK_LIST || view_is(&p->in, brace - 1, "]");
}

/* In C++, what begins the declaration or expression before a brace tells. */
static frame_kind kind_by_head(const struct printer *p, size_t brace)
{
  static const char *const ends[] = { ";", "{", "}", "(", "[", NULL };
  static const char *const values[] = { "return", "throw", "co_return",
                                        "co_yield", NULL };
  static const char *const tags[] = { "struct", "class", "union", NULL };
  static const char *const heads[] = { "namespace", "extern",   "do", "else",
                                       "try",       "requires", "->", NULL };
  bool called = false;
  if (view_is(&p->in, brace - 1, "]"))
    return heads_lambda(p, brace - 1) ? FRAME_BLOCK : FRAME_INIT;
  for (size_t at = brace; at-- > 0;) {
    uint32_t partner = p->in.partners[at];
    if (partner != BRACKET_ALONE && partner < at && !view_is(&p->in, at, "}")) {
      called |= view_is(&p->in, at, ")");
      if (heads_lambda(p, at))
        return FRAME_BLOCK;
      at = partner;
    } else if (view_is_any(&p->in, at, tags)) {
      if (at && view_is(&p->in, at - 1, "enum"))
        return FRAME_LIST;
      return called ? FRAME_BLOCK : FRAME_TAG;
    } else if (view_is_any(&p->in, at, heads)) {
      return FRAME_BLOCK;
    } else if (view_is(&p->in, at, "enum")) {
      return FRAME_LIST;
    } else if (view_is_any(&p->in, at, values) ||
               (view_is(&p->in, at, "=") && at &&
                !view_is(&p->in, at - 1, "operator"))) {
      return FRAME_INIT;
    } else if (view_is_any(&p->in, at, ends)) {
      break;
    } else if (view_is(&p->in, at, ":")) {
      called = false; /* the bases of a class */
    }
  }
  return is_named(p, brace) && !called ? FRAME_INIT : FRAME_BLOCK;
}

static frame_kind kind_of_brace(const struct printer *p, size_t i)
{
  static const char *const before_list[] = { "=", ",", "[", "return", NULL };
  if (top_kind(p) == FRAME_LIST || top_kind(p) == FRAME_INIT)
    return p->in.is_cxx && is_named(p, i) ? FRAME_INIT : FRAME_LIST;
  if (i == 0)
    return FRAME_BLOCK;
  if (view_is_any(&p->in, i - 1, before_list))
    return FRAME_LIST;
  size_t tag = find_tag_word(p, i);
  if (view_is(&p->in, tag, "enum"))
    return FRAME_LIST;
  if (spells_any(p, tag, "struct", "union"))
    return FRAME_TAG;
  if (view_is(&p->in, i - 1, ")"))
    return heads_block(p, i - 1) ? FRAME_BLOCK : FRAME_LIST;
  return p->in.is_cxx ? kind_by_head(p, i) : FRAME_BLOCK;
}

/* ---- statements ---- */

/* The : that ends the label at token `i`, or the count if it is not a label. */
static size_t find_label_end(const struct printer *p, size_t i)
{
  static const char *const access[] = { "public", "protected", "private",
                                        NULL };
  /* What has bases or a type may have no name. */
  static const char *const tags[] = { "struct", "class", "enum", NULL };
  size_t questions = 0;
  if (top_kind(p) == FRAME_TAG && view_is_any(&p->in, i, access) &&
      view_is(&p->in, i + 1, ":"))
    return i + 1;
  if (top_kind(p) != FRAME_BLOCK || p->in.tokens[i].kind != TOKEN_IDENTIFIER ||
      view_is_any(&p->in, i, tags))
    return p->in.count;
  if (!view_is(&p->in, i, "case"))
    return view_is(&p->in, i + 1, ":") ? i + 1 : p->in.count;
  for (size_t at = i + 1; at < p->in.count && !view_is(&p->in, at, ";"); at++) {
    uint32_t partner = p->in.partners[at];
    if (partner != BRACKET_ALONE && partner > at)
      at = partner;
    else if (view_is(&p->in, at, "?"))
      questions++;
    else if (view_is(&p->in, at, ":") && !questions--)
      return at;
  }
  return p->in.count;
}

/* Records what is known of the statement that starts at the token. */
static void begin_statement(struct printer *p, size_t i)
{
  bool ends_do = p->closes_do && view_is(&p->in, i, "while");
  bool control = p->in.marks[i] == MARK_CONTROL && !ends_do;
  p->closes_do = false;
  p->label_end = find_label_end(p, i);
  p->head = control && view_is(&p->in, i + 1, "(") ? i + 1 : p->in.count;
}

/* Handles the end of a control statement's head at the token. */
static void end_head(struct printer *p, size_t i)
{
  size_t word = p->in.partners[i] - 1;
  add_pending(p, view_is(&p->in, word, "if") ? PENDING_IF : PENDING_LOOP,
              !view_is(&p->in, i + 1, "{"));
  p->fresh = true;
}

/* Handles `else` and `do`, after which a statement starts at once. */
static bool takes_statement(struct printer *p, size_t i)
{
  bool is_else = view_is(&p->in, i, "else");
  if (!is_else && !view_is(&p->in, i, "do"))
    return false;
  bool stays =
      view_is(&p->in, i + 1, "{") || (is_else && view_is(&p->in, i + 1, "if"));
  add_pending(p, is_else ? PENDING_ELSE : PENDING_DO, !stays);
  return true;
}

/* Does a directive or comment, which has its own lines, come before? */
static bool is_behind_line(const struct printer *p, size_t i)
{
  const token *before = &p->in.tokens[i - 1];
  return i && (before->directive || before->kind == TOKEN_COMMENT);
}

/* Does the first token of a statement stay on the previous line? */
static bool joins_line(const struct printer *p, size_t i)
{
  if (!i || is_behind_line(p, i))
    return false;
  bool inner = p->pendings.size > pending_base(p) &&
               !p->pendings.data[p->pendings.size - 1].indents;
  return (view_is(&p->in, i - 1, "}") &&
          (spells_any(p, i, "else", "catch") || p->closes_do)) ||
         (inner && (view_is(&p->in, i, "{") || view_is(&p->in, i - 1, "else")));
}

/* ---- tokens ---- */

/* Is the block before the token that of a lambda which is called, or a template
 * argument? */
static bool goes_on_in_cxx(const struct printer *p, size_t i)
{
  return p->in.is_cxx && i < p->in.count &&
         (view_is(&p->in, i, "(") || p->in.marks[i] == MARK_LIST);
}

/* Removes the frame that the token closed. */
static void follow_close(struct printer *p, size_t i)
{
  static const char *const goes_on[] = { ",", ")", "]", "=", ".", ";", NULL };
  struct frame top = p->frames.data[--p->frames.size];
  p->pendings.size = top.pending;
  p->levels = top.levels;
  if (top.heads)
    end_head(p, i);
  else if (top.kind == FRAME_BLOCK && in_statements(p) &&
           !view_is_any(&p->in, i + 1, goes_on) && !goes_on_in_cxx(p, i + 1))
    end_statement(p, i + 1);
}

static void follow_bracket(struct printer *p, size_t i, char bracket)
{
  if (bracket == '(' || bracket == '[') {
    open_frame(p, FRAME_PAREN, i == p->head);
  } else if (bracket == '{') {
    open_frame(p, kind_of_brace(p, i), false);
    p->fresh = in_statements(p) && p->in.partners[i] != i + 1;
  } else {
    follow_close(p, i);
  }
}

/* Updates the state after printing a token; `began`: it started a statement. */
static void follow(struct printer *p, size_t i, bool began)
{
  char bracket = bracket_of(&p->in.tokens[i], p->in.text);
  if (bracket && p->in.partners[i] != BRACKET_ALONE)
    follow_bracket(p, i, bracket);
  else if (i == p->label_end)
    p->fresh = !view_is(&p->in, i + 1, ";");
  else if (in_statements(p) && view_is(&p->in, i, ";"))
    end_statement(p, i + 1);
  else if (began)
    p->fresh = takes_statement(p, i);
}

/* Is the token the } of statements on their own lines? */
static bool closes_lines(const struct printer *p, size_t i)
{
  return p->frames.size && in_statements(p) &&
         p->in.partners[i] != BRACKET_ALONE &&
         bracket_of(&p->in.tokens[i], p->in.text) == '}' &&
         p->in.partners[i] + 1 != i;
}

/* The gap before the first token of a statement. */
static void begin_line(struct printer *p, size_t i)
{
  size_t columns = p->levels * INDENT;
  bool joins = joins_line(p, i);
  begin_statement(p, i);
  if (p->label_end != p->in.count && columns >= INDENT)
    columns -= INDENT;
  p->indentation = columns;
  if (joins)
    put_gap(p, i);
  else
    break_line(p, columns);
}

/* Is the token the { of T{} or x{}? */
static bool begins_init(const struct printer *p, size_t i)
{
  return bracket_of(&p->in.tokens[i], p->in.text) == '{' && i &&
         kind_of_brace(p, i) == FRAME_INIT && is_named(p, i);
}

static void print_code(struct printer *p, size_t i)
{
  bool closes = closes_lines(p, i), began = p->fresh && !closes;
  if (closes) {
    while (p->pendings.size > pending_base(p)) /* end the pending statements */
      (void)drop_pending(p);
    p->indentation = (p->levels - 1) * INDENT;
    break_line(p, p->indentation);
  } else if (began) {
    begin_line(p, i);
  } else if (is_behind_line(p, i)) {
    break_line(p, p->indentation + CONTINUED);
  } else if (!begins_init(p, i)) {
    put_gap(p, i);
  }
  p->fresh = false;
  put_token(p, i);
  follow(p, i, began);
}

static void print_comment(struct printer *p, size_t i)
{
  break_line(p, p->fresh ? p->levels * INDENT : p->indentation + CONTINUED);
  put_token(p, i);
}

/* Prints the directive that begins at the token; returns its last token. */
static size_t print_directive(struct printer *p, size_t i)
{
  size_t last = i;
  while (last + 1 < p->in.count &&
         p->in.tokens[last + 1].directive == p->in.tokens[i].directive)
    last++;
  uint32_t begin = p->in.tokens[i].begin;
  break_line(p, 0);
  text_add(&p->out, p->in.text + begin, p->in.tokens[last].end - begin);
  return last;
}

static void print_all(struct printer *p)
{
  for (size_t i = 0; i < p->in.count; i++) {
    if (p->in.tokens[i].directive)
      i = print_directive(p, i);
    else if (p->in.tokens[i].kind == TOKEN_COMMENT)
      print_comment(p, i);
    else
      print_code(p, i);
  }
  if (p->out.size)
    text_puts(&p->out, "\n");
}

/* Does the output consist of the original tokens? */
static bool holds_tokens(const struct printer *p)
{
  token *tokens = NULL;
  size_t count = lex(&tokens, p->out.data, p->out.size);
  bool same = count == p->in.count;
  for (size_t i = 0; same && i < count; i++) {
    const token *was = &p->in.tokens[i], *is = &tokens[i];
    same = was->kind == is->kind && was->directive == is->directive &&
           size_of(p, i) == is->end - is->begin &&
           !memcmp(p->in.text + was->begin, p->out.data + is->begin,
                   size_of(p, i));
  }
  free(tokens);
  return same;
}

char *layout(const char *text, size_t size, size_t *size_out)
{
  token *tokens = NULL;
  size_t count = lex(&tokens, text, size);
  struct printer p = { .in = { .text = text, .tokens = tokens, .count = count },
                       .head = count,
                       .label_end = count,
                       .fresh = true };
  spacing_mark(&p.in);
  print_all(&p);
  bool good = holds_tokens(&p);
  spacing_dispose(&p.in);
  free(tokens);
  free(p.frames.data);
  free(p.pendings.data);
  if (!good) {
    text_free(&p.out);
    return NULL;
  }
  return text_take(&p.out, size_out);
}
