/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Spaces inside a line of C.
 *
 * Most gaps depend only on the two tokens beside them. Whether `*`, `&`, `-`
 * and the like are unary or binary depends on the token before: after an
 * operand they are binary. C needs a parser to decide whether a name is a type,
 * so this file guesses: keywords, names that a typedef in this text declares,
 * and names after `struct` are types. A wrong guess only affects appearance,
 * because a space always separates two tokens that would otherwise merge.
 */
#include "spacing.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "brackets.h"

bool view_is(const token_view *view, size_t i, const char *string)
{
  return i < view->count && token_is(&view->tokens[i], view->text, string);
}

bool view_is_any(const token_view *view, size_t i, const char *const *strings)
{
  return i < view->count && token_is_any(&view->tokens[i], view->text, strings);
}

/* ---- names of types ---- */

/* A list of names, each a token of the text. */
typedef ARRAY(size_t) names;

static bool spell_the_same(const token_view *view, size_t a, size_t b)
{
  const token *x = &view->tokens[a], *y = &view->tokens[b];
  size_t size = x->end - x->begin;
  return size == y->end - y->begin &&
         !memcmp(view->text + x->begin, view->text + y->begin, size);
}

static bool has_name(const names *types, const token_view *view, size_t i)
{
  for (size_t at = 0; at < types->size; at++)
    if (spell_the_same(view, types->data[at], i))
      return true;
  return false;
}

/* Does the typedef declare token `i` as a name? */
static bool is_declared(const token_view *view, size_t i)
{
  static const char *const behind[] = { ";", ",", "[", NULL };
  if (view->tokens[i].kind != TOKEN_IDENTIFIER)
    return false;
  return view_is_any(view, i + 1, behind) ||
         (i && view_is(view, i - 1, "*") && view_is(view, i + 1, ")"));
}

static void add_typedef(names *types, const token_view *view, size_t i)
{
  for (; i < view->count && !view_is(view, i, ";"); i++) {
    if (view_is(view, i, "{") && view->partners[i] != BRACKET_ALONE)
      i = view->partners[i];
    else if (is_declared(view, i) && !has_name(types, view, i)) {
      ARRAY_PUSH(types, i);
    }
  }
}

static names find_typedefs(const token_view *view)
{
  names types = { 0 };
  for (size_t i = 0; i < view->count; i++)
    if (view_is(view, i, "typedef"))
      add_typedef(&types, view, i + 1);
  return types;
}

/* ---- marks ---- */

static mark mark_of_word(const token_view *view, const names *types, size_t i,
                         size_t before)
{
  static const char *const controls[] = { "if", "for", "while", "switch",
                                          NULL };
  static const char *const words[] = {
    "return", "case", "else", "do", "goto", "break", "__extension__", NULL
  };
  static const char *const typing[] = {
    "void",     "char",     "short",  "int",      "long",          "float",
    "double",   "signed",   "_Bool",  "unsigned", "const",         "volatile",
    "restrict", "struct",   "union",  "enum",     "_Complex",      "static",
    "extern",   "register", "inline", "auto",     "typedef",       "__restrict",
    "_Atomic",  "__inline", "bool",   "__int128", "_Thread_local", NULL
  };
  static const char *const sizes[] = { "sizeof", "_Alignof",   "__alignof__",
                                       "typeof", "__typeof__", NULL };
  static const char *const tags[] = { "struct", "union", "enum", NULL };
  if (view_is_any(view, i, controls))
    return MARK_CONTROL;
  if (view_is_any(view, i, words))
    return MARK_WORD;
  if (view_is_any(view, i, sizes))
    return MARK_SIZE;
  if (view_is(view, i, "__attribute__"))
    return MARK_OPERAND;
  if (view_is_any(view, i, typing) || view_is_any(view, before, tags))
    return MARK_TYPE;
  bool member = view_is(view, before, ".") || view_is(view, before, "->");
  return !member && has_name(types, view, i) ? MARK_TYPE : MARK_OPERAND;
}

/* Does the ) close a cast? Then its contents end like a type, and the token
 * before the ( cannot be called. */
static bool is_cast(const token_view *view, size_t i)
{
  uint32_t open = view->partners[i];
  if (open == BRACKET_ALONE || open + 1 == i)
    return false;
  bool type = view->marks[i - 1] == MARK_TYPE ||
              (view_is(view, i - 1, "*") && view->marks[i - 1] == MARK_PREFIX);
  if (!type || !open)
    return type;
  mark front = (mark)view->marks[open - 1];
  return front != MARK_OPERAND && front != MARK_TYPE && front != MARK_CONTROL &&
         front != MARK_SIZE;
}

static mark mark_of_punctuation(const token_view *view, size_t i, size_t before)
{
  static const char *const either[] = { "*",  "&",  "-",  "+",
                                        "&&", "++", "--", NULL };
  static const char *const always[] = { "!", "~", NULL };
  static const char *const steps[] = { "++", "--", NULL };
  mark front = before < view->count ? (mark)view->marks[before] : MARK_OTHER;
  bool operand = front == MARK_OPERAND || front == MARK_POSTFIX;
  if (view_is_any(view, i, always))
    return MARK_PREFIX;
  if (view_is_any(view, i, either)) {
    if (!operand)
      return MARK_PREFIX;
    return view_is_any(view, i, steps) ? MARK_POSTFIX : MARK_OTHER;
  }
  switch (bracket_of(&view->tokens[i], view->text)) {
  case ')':
    return is_cast(view, i) ? MARK_CAST : MARK_OPERAND;
  case ']':
    return MARK_OPERAND;
  default:
    return MARK_OTHER;
  }
}

void spacing_mark(token_view *view)
{
  view->partners = brackets_match(view->tokens, view->count, view->text);
  view->marks = mem_alloc(view->count, sizeof *view->marks);
  names types = find_typedefs(view);
  size_t before = view->count; /* the last token that is code */
  for (size_t i = 0; i < view->count; i++) {
    const token *tok = &view->tokens[i];
    if (tok->directive || tok->kind == TOKEN_COMMENT)
      continue;
    view->marks[i] = (uint8_t)(tok->kind == TOKEN_IDENTIFIER
                                   ? mark_of_word(view, &types, i, before)
                               : tok->kind == TOKEN_PUNCTUATION
                                   ? mark_of_punctuation(view, i, before)
                               : tok->kind == TOKEN_OTHER ? MARK_OTHER
                                                          : MARK_OPERAND);
    before = i;
  }
  free(types.data);
}

void spacing_dispose(token_view *view)
{
  free(view->partners);
  free(view->marks);
}

/* ---- gaps ---- */

/* Would the two tokens be read differently without a gap? */
static bool pastes(const token_view *view, size_t i)
{
  const token *left = &view->tokens[i - 1], *right = &view->tokens[i];
  size_t first = left->end - left->begin, second = right->end - right->begin;
  char *both = mem_alloc(first + second, 1);
  memcpy(both, view->text + left->begin, first);
  memcpy(both + first, view->text + right->begin, second);
  token *found = NULL;
  bool same = lex(&found, both, first + second) == 2 && found[0].end == first &&
              found[0].kind == left->kind && found[1].kind == right->kind;
  free(found);
  free(both);
  return !same;
}

static bool wants_before_paren(const token_view *view, size_t i)
{
  static const char *const tight[] = { "(", "[", ".", "->", NULL };
  switch ((mark)view->marks[i - 1]) {
  case MARK_OPERAND:
  case MARK_POSTFIX:
  case MARK_PREFIX:
  case MARK_CAST:
  case MARK_SIZE:
    return false;
  case MARK_TYPE:
  case MARK_CONTROL:
  case MARK_WORD:
    return true;
  case MARK_OTHER:
    break;
  }
  char bracket = bracket_of(&view->tokens[i - 1], view->text);
  return bracket != '{' && !view_is_any(view, i - 1, tight);
}

/* Is a space needed between `;` and the next token in the head of a for? */
static bool wants_behind_semicolon(const token_view *view, size_t i)
{
  return !view_is(view, i, ")") && !view_is(view, i, ";");
}

/* Is a space preferred here as a matter of style? */
static bool prefers(const token_view *view, size_t i)
{
  static const char *const tight_before[] = { ",", ";", NULL };
  static const char *const tight_behind[] = { ".", "->", NULL };
  mark front = (mark)view->marks[i - 1];
  char open = bracket_of(&view->tokens[i - 1], view->text);
  char bracket = bracket_of(&view->tokens[i], view->text);
  bool list = open == '(' || open == '[' || open == '{';
  if (view_is(view, i - 1, ";"))
    return wants_behind_semicolon(view, i);
  if (bracket == '(')
    return wants_before_paren(view, i);
  if (bracket == '{')
    return open != '(' && front != MARK_CAST && !list;
  if (list || bracket == ')' || bracket == ']' || bracket == '}' ||
      view_is_any(view, i, tight_before) ||
      view_is_any(view, i - 1, tight_behind))
    return false;
  if (front == MARK_PREFIX || front == MARK_CAST ||
      view->marks[i] == MARK_POSTFIX)
    return false;
  bool operand = front == MARK_OPERAND || front == MARK_POSTFIX;
  if (bracket == '[')
    return !operand && front != MARK_TYPE;
  if (view_is(view, i, "."))
    return !operand && open != '}';
  return !view_is(view, i, "->");
}

bool spacing_wants(const token_view *view, size_t i)
{
  return prefers(view, i) || pastes(view, i);
}
