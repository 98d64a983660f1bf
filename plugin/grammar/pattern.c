/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The shortest text that a token can have.
 *
 * Patterns are regular expressions as Rust and JavaScript know them. One walk
 * over the pattern yields the shortest text of each part: of alternatives the
 * shortest, of what may be left out nothing, of a class its most ordinary
 * character. Assertions are ignored, and a part that is not understood makes the
 * whole unknown; whether a text is right is found out by parsing it.
 */
#include "pattern.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* What is preferred in a class. */
static const char ordinary[] =
    "a0A1bxX_-.,;:!?/#@$%&*+=<>()[]{}|~^`'\" \t\n\r\\";

enum { CHARACTERS = 128 };

typedef struct pattern {
  const char *at, *end;
  bool is_unknown;
} pattern;

typedef struct set {
  bool has[CHARACTERS];
} set;

static char *alternatives(pattern *p);

static char *append(char *left, char *right)
{
  char *both = mem_format("%s%s", left, right);
  free(left);
  free(right);
  return both;
}

static void add_range(set *out, int first, int last)
{
  for (int c = first; c <= last && c < CHARACTERS; c++)
    if (c >= 0)
      out->has[c] = true;
}

static void add_class(set *out, char name)
{
  set inner = { 0 };
  switch (tolower((unsigned char)name)) {
  case 'd':
    add_range(&inner, '0', '9');
    break;
  case 's':
    add_range(&inner, '\t', '\r');
    add_range(&inner, ' ', ' ');
    break;
  default:
    add_range(&inner, 'a', 'z');
    add_range(&inner, 'A', 'Z');
    add_range(&inner, '0', '9');
    add_range(&inner, '_', '_');
  }
  for (int c = 0; c < CHARACTERS; c++)
    out->has[c] |= inner.has[c] != (isupper((unsigned char)name) != 0);
}

/* \p{Lu}, \p{XID_Start}: only ASCII is of interest, where categories of marks and
 * separators have nothing that names and numbers lack. */
static void add_property(set *out, pattern *p)
{
  const char *close = memchr(p->at, '}', (size_t)(p->end - p->at));
  if (*p->at != '{' || !close) {
    p->is_unknown = true;
    return;
  }
  bool is_upper = starts_with(p->at, "{Lu}") || starts_with(p->at, "{Upper");
  if (p->at[1] == 'N')
    add_range(out, '0', '9');
  else if (!strchr("ZSPC", p->at[1]))
    add_range(out, is_upper ? 'A' : 'a', is_upper ? 'Z' : 'z');
  p->at = close + 1;
}

/* The number of \xHH, \uHHHH or \u{...}, after the letter. */
static int escaped_number(pattern *p, int digits)
{
  int number = 0;
  bool is_braced = p->at < p->end && *p->at == '{';
  p->at += is_braced;
  for (; p->at < p->end && (is_braced || digits > 0) &&
         isxdigit((unsigned char)*p->at);
       p->at++, digits--) {
    int c = tolower((unsigned char)*p->at);
    number = number < CHARACTERS * 2
                 ? number * 16 + (isdigit(c) ? c - '0' : c - 'a' + 10)
                 : number;
  }
  p->at += is_braced && p->at < p->end;
  return number;
}

/* Adds what the escape after a backslash stands for; returns its character, or
 * -1 for a class. */
static int escape(set *out, pattern *p)
{
  static const char names[] = "nrtfv0", values[] = "\n\r\t\f\v";
  if (p->at == p->end)
    return -1;
  char c = *p->at++;
  const char *simple = strchr(names, c);
  int number = (unsigned char)c;
  if (strchr("dDsSwW", c)) {
    add_class(out, c);
    return -1;
  }
  if (c == 'p' || c == 'P') {
    add_property(out, p);
    return -1;
  }
  if (c == 'x')
    number = escaped_number(p, 2);
  else if (c == 'u' || c == 'U')
    number = escaped_number(p, c == 'u' ? 4 : 8);
  else if (simple)
    number = values[simple - names];
  add_range(out, number, number);
  return number;
}

/* One character of a class; -1 if it was a class of its own. */
static int class_member(set *out, pattern *p)
{
  if (*p->at == '\\') {
    p->at++;
    return escape(out, p);
  }
  unsigned char c = (unsigned char)*p->at++;
  if (c < CHARACTERS)
    out->has[c] = true;
  return c;
}

static char *best_of(const set *of, bool is_negated, pattern *p)
{
  for (const char *c = ordinary; *c; c++)
    if (of->has[(unsigned char)*c] != is_negated)
      return mem_format("%c", *c);
  p->is_unknown = true;
  return mem_copy("");
}

static char *class(pattern *p)
{
  set of = { 0 };
  bool is_negated = p->at < p->end && *p->at == '^';
  p->at += is_negated;
  for (bool first = true; p->at < p->end && (first || *p->at != ']');
       first = false) {
    int from = class_member(&of, p);
    if (from >= 0 && p->end - p->at > 1 && *p->at == '-' && p->at[1] != ']') {
      p->at++;
      int to = class_member(&of, p);
      add_range(&of, from, to);
    }
  }
  p->at += p->at < p->end;
  return best_of(&of, is_negated, p);
}

static void skip_group_head(pattern *p)
{
  if (p->at == p->end || *p->at != '?')
    return;
  while (p->at < p->end && !strchr(":>=!)", *p->at))
    p->at++;
  p->at += p->at < p->end && *p->at != ')';
}

static char *atom(pattern *p)
{
  char c = *p->at++;
  if (c == '(') {
    bool looks = p->end - p->at > 1 && *p->at == '?' && strchr("=!", p->at[1]);
    skip_group_head(p);
    char *inside = alternatives(p);
    p->at += p->at < p->end;
    if (looks)
      *inside = '\0';
    return inside;
  }
  if (c == '[')
    return class(p);
  if (c == '^' || c == '$')
    return mem_copy("");
  set of = { 0 };
  if (c == '.') {
    of.has['\n'] = true;
    return best_of(&of, true, p);
  }
  if (c != '\\')
    return mem_format("%c", c);
  if (p->at < p->end && (*p->at == 'b' || *p->at == 'B')) {
    p->at++;
    return mem_copy("");
  }
  (void)escape(&of, p);
  return best_of(&of, false, p);
}

static char *times(char *text, unsigned long count)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (unsigned long i = 0; i < count && i < CHARACTERS; i++)
    text_puts(&out, text);
  free(text);
  return text_take(&out, NULL);
}

static char *repeated(pattern *p)
{
  char *text = atom(p);
  if (p->at == p->end || !strchr("?*+{", *p->at))
    return text;
  char c = *p->at++;
  if (c == '?' || c == '*')
    *text = '\0';
  if (c == '{') {
    text = times(text, strtoul(p->at, NULL, 10));
    while (p->at < p->end && *p->at++ != '}')
      ;
  }
  p->at += p->at < p->end && *p->at == '?'; /* as few as possible */
  return text;
}

static char *alternatives(pattern *p)
{
  char *best = NULL;
  do {
    char *text = mem_copy("");
    while (p->at < p->end && *p->at != '|' && *p->at != ')')
      text = append(text, repeated(p));
    if (best && strlen(best) <= strlen(text)) {
      free(text);
    } else {
      free(best);
      best = text;
    }
  } while (p->at < p->end && *p->at == '|' && p->at++);
  return best;
}

static char *of_pattern(const char *value)
{
  pattern p = { .at = value, .end = value + strlen(value) };
  char *text = alternatives(&p);
  if (!p.is_unknown && p.at == p.end)
    return text;
  free(text);
  return NULL;
}

static char *of_sequence(const json_t *members)
{
  char *text = mem_copy("");
  size_t i;
  json_t *member;
  json_array_foreach(members, i, member)
  {
    char *next = pattern_shortest(member);
    if (!next) {
      free(text);
      return NULL;
    }
    text = append(text, next);
  }
  return text;
}

static char *of_choice(const json_t *members)
{
  char *best = NULL;
  size_t i;
  json_t *member;
  json_array_foreach(members, i, member)
  {
    char *text = pattern_shortest(member);
    if (!best || (text && strlen(text) < strlen(best)))
      string_replace(&best, text);
    else
      free(text);
  }
  return best;
}

char *pattern_shortest(const json_t *token)
{
  const char *type = json_string_value(json_object_get(token, "type"));
  const char *value = json_string_value(json_object_get(token, "value"));
  const json_t *members = json_object_get(token, "members");
  if (!type || strcmp(type, "SYMBOL") == 0)
    return NULL;
  if (strcmp(type, "STRING") == 0)
    return mem_copy(value ? value : "");
  if (strcmp(type, "PATTERN") == 0)
    return value ? of_pattern(value) : NULL;
  if (strcmp(type, "SEQ") == 0)
    return of_sequence(members);
  if (strcmp(type, "CHOICE") == 0)
    return of_choice(members);
  if (strcmp(type, "REPEAT") == 0 || strcmp(type, "BLANK") == 0)
    return mem_copy("");
  return pattern_shortest(json_object_get(token, "content"));
}
