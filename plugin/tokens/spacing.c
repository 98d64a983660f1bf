/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Spaces inside a line of C or C++.
 *
 * Most gaps depend only on the two tokens beside them. Whether `*`, `&`, `-`
 * and the like are unary or binary depends on the token before: after an
 * operand they are binary. C needs a parser to decide whether a name is a type,
 * so this file guesses: keywords, names that a typedef in this text declares,
 * and names after `struct` are types. A wrong guess only affects appearance,
 * because a space always separates two tokens that would otherwise merge. The
 * same goes for whether a text is C++, which a word of it tells.
 */
#include "spacing.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
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

/* ---- the language ---- */

/* Does C hardly have this word, or these tokens? */
static bool is_cxx_sign(const token_view *view, size_t i)
{
  static const char *const words[] = {
    "class",       "template",   "typename",     "namespace",
    "operator",    "using",      "virtual",      "public",
    "private",     "protected",  "decltype",     "noexcept",
    "static_cast", "const_cast", "dynamic_cast", "reinterpret_cast",
    "co_return",   "co_await",   "co_yield",     "concept",
    "requires",    "throw",      "catch",        "constexpr",
    "explicit",    "friend",     "mutable",      NULL
  };
  static const char *const captures[] = { "&", "=", NULL };
  static const char *const lambdas[] = { "(", "<", "{", NULL };
  static const char *const tags[] = { "struct", "union", "enum", NULL };
  static const char *const openers[] = { "struct", "union", "enum",
                                         "else",   "do",    "__extension__",
                                         NULL };
  if (view_is(view, i, "["))
    return view_is(view, i + 1, "]") ? view_is_any(view, i + 2, lambdas)
                                     : view_is_any(view, i + 1, captures) &&
                                           view_is(view, i + 2, "]");
  if (view->tokens[i].kind != TOKEN_IDENTIFIER)
    return false;
  if (view_is_any(view, i, words) || view_is(view, i + 1, "::") ||
      (view_is(view, i, "auto") && view_is(view, i + 1, "[")))
    return true;
  return view_is(view, i + 1, "{") && !view_is_any(view, i, openers) &&
         !(i && (view_is_any(view, i - 1, tags) || view_is(view, i - 1, ")")));
}

static bool looks_like_cxx(const token_view *view)
{
  for (size_t i = 0; i < view->count; i++)
    if (is_cxx_sign(view, i))
      return true;
  return false;
}

/* ---- names of types ---- */

static uint64_t spelling_of(const token_view *view, size_t i)
{
  const token *at = &view->tokens[i];
  return hash_bytes(view->text + at->begin, at->end - at->begin);
}

/* Is the token among the names, which are known by their spelling? */
static bool has_name(const map *types, const token_view *view, size_t i)
{
  return map_find(types, spelling_of(view, i)) != MAP_NONE;
}

/* Before the next one, if the text lacks a semicolon. */
static const char *const typedef_ends[] = { ";", "typedef", NULL };

/* Does the typedef declare token `i` as a name? */
static bool is_declared(const token_view *view, size_t i)
{
  static const char *const behind[] = { ";", ",", "[", NULL };
  if (view->tokens[i].kind != TOKEN_IDENTIFIER)
    return false;
  return view_is_any(view, i + 1, behind) ||
         (i && view_is(view, i - 1, "*") && view_is(view, i + 1, ")"));
}

static void add_typedef(map *types, const token_view *view, size_t i)
{
  for (; i < view->count && !view_is_any(view, i, typedef_ends); i++)
    if (view_is(view, i, "{") && view->partners[i] != BRACKET_ALONE)
      i = view->partners[i];
    else if (is_declared(view, i))
      map_put(types, spelling_of(view, i), 1);
}

/* In C++ a class, an enumeration, a parameter of a template and an alias are
 * named without a word before them. */
static map find_types(const token_view *view)
{
  static const char *const naming[] = { "class", "struct",   "union",
                                        "enum",  "typename", NULL };
  map types = { 0 };
  for (size_t i = 0; i < view->count; i++) {
    bool names_type = view_is_any(view, i, naming) ||
                      (view_is(view, i, "using") && view_is(view, i + 2, "="));
    if (view_is(view, i, "typedef"))
      add_typedef(&types, view, i + 1);
    else if (view->is_cxx && names_type && i + 1 < view->count &&
             view->tokens[i + 1].kind == TOKEN_IDENTIFIER)
      map_put(&types, spelling_of(view, i + 1), 1);
  }
  return types;
}

/* ---- marks ---- */

static bool is_type_word(const token_view *view, size_t i)
{
  static const char *const typing[] = {
    "void",     "char",     "short",  "int",      "long",          "float",
    "double",   "signed",   "_Bool",  "unsigned", "const",         "volatile",
    "restrict", "struct",   "union",  "enum",     "_Complex",      "static",
    "extern",   "register", "inline", "auto",     "typedef",       "__restrict",
    "_Atomic",  "__inline", "bool",   "__int128", "_Thread_local", NULL
  };
  static const char *const cxx[] = { "class",        "typename",  "constexpr",
                                     "consteval",    "constinit", "virtual",
                                     "explicit",     "friend",    "mutable",
                                     "wchar_t",      "char16_t",  "char32_t",
                                     "thread_local", "char8_t",   NULL };
  return view_is_any(view, i, typing) ||
         (view->is_cxx && view_is_any(view, i, cxx));
}

static mark mark_of_word(const token_view *view, const map *types, size_t i,
                         size_t before)
{
  static const char *const controls[] = { "if",     "for",   "while",
                                          "switch", "catch", NULL };
  static const char *const words[] = {
    "return",        "case",  "else",      "do",       "goto",     "break",
    "__extension__", "throw", "co_return", "co_yield", "co_await", NULL
  };
  static const char *const sizes[] = { "sizeof", "_Alignof",   "__alignof__",
                                       "typeof", "__typeof__", NULL };
  static const char *const tags[] = { "struct", "union", "enum", NULL };
  static const char *const cxx_tags[] = { "class", "typename", NULL };
  if (view_is_any(view, i, controls))
    return MARK_CONTROL;
  if (view_is_any(view, i, words))
    return MARK_WORD;
  if (view_is_any(view, i, sizes))
    return MARK_SIZE;
  if (view_is(view, i, "__attribute__"))
    return MARK_OPERAND;
  if (is_type_word(view, i) || view_is_any(view, before, tags) ||
      (view->is_cxx && view_is_any(view, before, cxx_tags)))
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
         front != MARK_SIZE && front != MARK_LIST;
}

/* Does the ) close what an `if` or the like has in parentheses? */
static bool is_head(const token_view *view, size_t i)
{
  uint32_t open = view->partners[i];
  return open != BRACKET_ALONE && open && view->marks[open - 1] == MARK_CONTROL;
}

static mark mark_of_punctuation(const token_view *view, size_t i, size_t before)
{
  static const char *const either[] = { "*",  "&",  "-",  "+",
                                        "&&", "++", "--", NULL };
  static const char *const always[] = { "!", "~", NULL };
  static const char *const steps[] = { "++", "--", NULL };
  mark front = before < view->count ? (mark)view->marks[before] : MARK_OTHER;
  bool operand = front == MARK_OPERAND || front == MARK_POSTFIX;
  char bracket = bracket_of(&view->tokens[i], view->text);
  if (!bracket && view->partners[i] != BRACKET_ALONE)
    return view->partners[i] > i ? MARK_ANGLE : MARK_LIST;
  if (!bracket && view->is_cxx && view_is(view, before, "operator"))
    return MARK_OPERAND;
  if (view_is_any(view, i, always))
    return MARK_PREFIX;
  if (view_is_any(view, i, either)) {
    if (!operand)
      return MARK_PREFIX;
    return view_is_any(view, i, steps) ? MARK_POSTFIX : MARK_OTHER;
  }
  switch (bracket) {
  case ')':
    return is_head(view, i)   ? MARK_OTHER
           : is_cast(view, i) ? MARK_CAST
                              : MARK_OPERAND;
  case ']':
    return MARK_OPERAND;
  default:
    return MARK_OTHER;
  }
}

void spacing_mark(token_view *view)
{
  view->is_cxx = looks_like_cxx(view);
  view->partners = brackets_match(view->tokens, view->count, view->text);
  if (view->is_cxx)
    angles_match(view->partners, view->tokens, view->count, view->text);
  view->marks = mem_alloc(view->count, sizeof *view->marks);
  map types = find_types(view);
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
  map_free(&types);
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
  case MARK_ANGLE:
  case MARK_LIST:
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

typedef enum gap { GAP_AS_IN_C, GAP_NONE, GAP_SPACE } gap;

static gap gap_if(bool space)
{
  return space ? GAP_SPACE : GAP_NONE;
}

static bool is_word(const token_view *view, size_t i)
{
  return i < view->count && view->tokens[i].kind == TOKEN_IDENTIFIER;
}

/* Beside ::, of a name within another. */
static gap gap_of_scope(const token_view *view, size_t i)
{
  static const char *const members[] = { "~", "*", NULL };
  bool inner = is_word(view, i) || view_is_any(view, i, members);
  uint32_t open = view->partners[i - 1];
  if (view_is(view, i - 1, "::"))
    return inner ? GAP_NONE : GAP_AS_IN_C;
  bool outer = view->marks[i - 1] == MARK_LIST ||
               (is_word(view, i - 1) && !is_type_word(view, i - 1) &&
                view->marks[i - 1] != MARK_WORD) ||
               (view_is(view, i - 1, ")") && open != BRACKET_ALONE && open &&
                view_is(view, open - 1, "decltype"));
  return outer ? GAP_NONE : GAP_AS_IN_C;
}

/* Is the -> that of a type behind its function? */
static bool is_trailing(const token_view *view, size_t i)
{
  static const char *const typing[] = { "decltype", "typename", NULL };
  return view_is(view, i, "->") && i + 1 < view->count &&
         (view->marks[i + 1] == MARK_TYPE || view_is_any(view, i + 1, typing));
}

/* Before a ( in C++, where a type may be called. */
static gap gap_of_call(const token_view *view, size_t i)
{
  static const char *const called[] = { "...", "}", NULL };
  uint32_t close = view->partners[i];
  bool declares = close != BRACKET_ALONE && (view_is(view, close + 1, "(") ||
                                             view_is(view, close + 1, "["));
  if (i > 1 && view_is(view, i - 2, "operator") && !is_word(view, i - 1))
    return GAP_NONE;
  if (view->marks[i - 1] == MARK_TYPE || view->marks[i - 1] == MARK_LIST)
    return gap_if(declares);
  return view_is_any(view, i - 1, called) ? GAP_NONE : GAP_AS_IN_C;
}

/* What differs from C. */
static gap gap_of_cxx(const token_view *view, size_t i)
{
  mark front = (mark)view->marks[i - 1];
  if (view->marks[i] == MARK_ANGLE)
    return gap_if(view_is(view, i - 1, "template"));
  if (front == MARK_ANGLE || view->marks[i] == MARK_LIST)
    return GAP_NONE;
  if (view_is(view, i, "::") || view_is(view, i - 1, "::"))
    return gap_of_scope(view, i);
  if (view_is(view, i - 1, "operator") && !is_word(view, i))
    return GAP_NONE;
  if (view_is(view, i, "..."))
    return is_word(view, i - 1) || front == MARK_LIST || front == MARK_PREFIX ||
                   view_is(view, i - 1, ")")
               ? GAP_NONE
               : GAP_AS_IN_C;
  if (view_is(view, i, "[") && view_is(view, i - 1, "auto"))
    return GAP_SPACE;
  if (is_trailing(view, i) || is_trailing(view, i - 1))
    return GAP_SPACE;
  return view_is(view, i, "(") ? gap_of_call(view, i) : GAP_AS_IN_C;
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
  gap cxx = view->is_cxx ? gap_of_cxx(view, i) : GAP_AS_IN_C;
  if (cxx != GAP_AS_IN_C)
    return cxx == GAP_SPACE;
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
