/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The name in a qualified, templated or mangled one.
 *
 * Two rules are enough to find a place in a text, and no demangler is needed. As
 * printed, a declaration is its last identifier outside of brackets before the
 * parameters, what substitutes its template parameters, or the end. Mangled by
 * the Itanium ABI, it is the last identifier of the name, outside of template
 * arguments. An operator has no identifier, so the name before it counts.
 */
#include "compiler/qualified.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '$' ||
         (unsigned char)c > 127;
}

static size_t word_size(const char *at)
{
  size_t size = 0;
  while (at[size] && is_word(at[size]))
    size++;
  return size;
}

static bool is_at(const char *at, size_t size, const char *word)
{
  return size == strlen(word) && !strncmp(at, word, size);
}

/* ---- as printed ---- */

/* Past what the bracket at the start encloses. */
static const char *skip_brackets(const char *at)
{
  int depth = 0;
  for (; *at; at++) {
    depth += strchr("<([{", *at) ? 1 : strchr(">)]}", *at) ? -1 : 0;
    if (!depth)
      return at + 1;
  }
  return at;
}

static const char *find_printed(size_t *size_out, const char *text)
{
  static const char anonymous[] = "(anonymous namespace)";
  const char *found = text;
  *size_out = 0;
  for (const char *at = text; *at && !strchr(".=;", *at);) {
    size_t size = word_size(at);
    if (is_at(at, size, "operator"))
      return found;
    if (size) {
      found = at;
      *size_out = size;
      at += size;
    } else if (!strncmp(at, anonymous, strlen(anonymous))) {
      at += strlen(anonymous);
    } else if (strchr("([", *at) && at > text && at[-1] != ' ') {
      return found; /* parameters; elsewhere a declarator in parentheses */
    } else if (*at == '[') {
      return found;
    } else {
      at = strchr("<{", *at) ? skip_brackets(at) : at + 1;
    }
  }
  return found;
}

/* ---- mangled ---- */

/* Past template arguments, which begin here with I. */
static const char *skip_arguments(const char *at)
{
  int depth = 0;
  while (*at) {
    if (isdigit((unsigned char)*at)) {
      char *end = NULL;
      unsigned long size = strtoul(at, &end, 10);
      at = end + (size < strlen(end) ? size : strlen(end));
    } else if (*at == 'L' && at[1] != '_') { /* a number or another literal */
      at += strcspn(at, "E");
      at += *at == 'E';
    } else if (strchr("STA", *at)) { /* a substitution; a parameter; an array */
      at += strspn(at + 1, "0123456789") + 1;
    } else {
      depth += strchr("INXJF", *at) ? 1 : *at == 'E' ? -1 : 0;
      at++;
      if (!depth)
        return at;
    }
  }
  return at;
}

/* The last name at the start of what follows _Z. */
static const char *find_mangled(size_t *size_out, const char *text)
{
  const char *at = text, *found = text;
  bool nested = false;
  *size_out = 0;
  if (*at == 'T' && at[1]) /* a table of a class */
    at += 2;
  while (*at && *at != 'E') {
    if (isdigit((unsigned char)*at)) {
      char *end = NULL;
      unsigned long size = strtoul(at, &end, 10);
      if (size > strlen(end))
        return found;
      found = end;
      *size_out = size;
      at = end + size;
      if (!nested)
        return found;
    } else if (*at == 'I' && nested) {
      at = skip_arguments(at);
    } else if (*at == 'S') { /* St, Sa, S_, S12_ */
      at += 1 + strspn(at + 1, "0123456789");
      at += *at != '\0';
    } else if (strchr("NLKVrORGZ", *at)) {
      nested |= *at == 'N';
      at++;
    } else {
      return found; /* an operator, or what a class does by itself */
    }
  }
  return found;
}

const char *qualified_name(size_t *size_out, const char *text)
{
  static const char mangled[] = "_Z";
  size_t skip = *text == '_' && text[1] == '_' ? 1 : 0; /* of Mach-O */
  if (!strncmp(text + skip, mangled, strlen(mangled)))
    return find_mangled(size_out, text + skip + strlen(mangled));
  return find_printed(size_out, text);
}
