/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads the names of passes.
 *
 * LLVM numbers each run of each pass ("BISECT: running pass (17) SROAPass on
 * f"), so a name alone does not identify a run: it needs the function or module
 * too. GCC's message has the bare name of the pass, while its options need the
 * name with the instance's number ("vrp" and "vrp1"), which -fdump-passes
 * lists. Newer versions print these lines slightly differently, so the code
 * relies only on their fixed words.
 */
#include "triage/pass_names.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- LLVM ---- */

static const char bisect_mark[] = "BISECT: running pass (";

/* The number and the name in a line of the trace; false: it is not such a
 * line. */
static bool read_bisect(unsigned *number_out, const char **name_out,
                        const char *line)
{
  if (!starts_with(line, bisect_mark))
    return false;
  char *end = NULL;
  unsigned long number = strtoul(line + sizeof bisect_mark - 1, &end, 10);
  if (!number || number > UINT32_MAX || !starts_with(end, ") "))
    return false;
  *number_out = (unsigned)number;
  *name_out = end + 2;
  return true;
}

void bisect_trace_read(bisect_trace *out, const char *output, size_t size)
{
  *out = (bisect_trace){ 0 };
  for (const char *at = output, *end = output + size; at < end;) {
    char *line = next_line(&at, end);
    const char *name;
    if (read_bisect(&out->last, &name, line)) {
      free(out->name);
      out->name = mem_copy(name);
      out->selected |= strstr(name, "Instruction Selection") != NULL;
    }
    free(line);
  }
}

void bisect_trace_dispose(bisect_trace *self)
{
  free(self->name);
  *self = (bisect_trace){ 0 };
}

char *bisect_pass(const char *output, size_t size, unsigned number)
{
  char *found = NULL;
  for (const char *at = output, *end = output + size; at < end && !found;) {
    char *line = next_line(&at, end);
    const char *name;
    unsigned here;
    if (read_bisect(&here, &name, line) && here == number)
      found = mem_copy(name);
    free(line);
  }
  return found;
}

/* "Running pass 'X' on function '@f'": "X on function '@f'". */
static char *read_running(const char *line)
{
  static const char mark[] = ".\tRunning pass ";
  const char *at = strstr(line, mark);
  if (!at || !isdigit((unsigned char)line[0]))
    return NULL;
  at += sizeof mark - 1;
  char quote = *at;
  const char *end =
      quote == '\'' || quote == '"' ? strchr(at + 1, quote) : NULL;
  if (!end)
    return NULL;
  const char *rest = end + 1;
  size_t size = strlen(rest);
  size -= size && rest[size - 1] == '.';
  return mem_format("%.*s%.*s", (int)(end - at - 1), at + 1, (int)size, rest);
}

char *stack_dump_pass(const char *output, size_t size)
{
  char *found = NULL;
  for (const char *at = output, *end = output + size; at < end;) {
    char *line = next_line(&at, end);
    char *name = read_running(line);
    if (name) {
      free(found);
      found = name;
    }
    free(line);
  }
  return found;
}

/* ---- GCC ---- */

bool during_pass(char **kind_out, char **pass_out, const char *output,
                 size_t size)
{
  static const char mark[] = "during ", middle[] = " pass: ";
  bool found = false;
  for (const char *at = output, *end = output + size; at < end && !found;) {
    char *line = next_line(&at, end);
    const char *pass = starts_with(line, mark) ? strstr(line, middle) : NULL;
    found = pass && pass[sizeof middle - 1];
    if (found) {
      const char *kind = line + sizeof mark - 1;
      *kind_out = mem_copy_bytes(kind, (size_t)(pass - kind));
      *pass_out = mem_copy(pass + sizeof middle - 1);
    }
    free(line);
  }
  return found;
}

/* "   tree-vrp1   :  ON": "tree-vrp1"; caller's, or NULL. */
static char *read_listed(const char *line)
{
  const char *name = line + strspn(line, " ");
  const char *colon = strstr(name, ":  O");
  if (!colon || name == line ||
      !(starts_with(name, "tree-") || starts_with(name, "rtl-") ||
        starts_with(name, "ipa-")))
    return NULL;
  while (colon > name && colon[-1] == ' ')
    colon--;
  return mem_copy_bytes(name, (size_t)(colon - name));
}

void pass_list_read(strings *out, const char *output, size_t size)
{
  for (const char *at = output, *end = output + size; at < end;) {
    char *line = next_line(&at, end);
    char *name = read_listed(line);
    if (name)
      strings_take(out, name);
    free(line);
  }
}

void pass_list_find(strings *out, const strings *list, const char *prefix,
                    const char *name)
{
  size_t before = strlen(prefix), size = strlen(name);
  char *whole = mem_format("%s%s", prefix, name);
  bool exact = strings_has(list, whole);
  if (exact)
    strings_add(out, whole);
  free(whole);
  for (size_t i = 0; !exact && i < list->size; i++) {
    const char *word = list->data[i];
    if (!starts_with(word, prefix) || strncmp(word + before, name, size) != 0)
      continue;
    const char *number = word + before + size;
    if (*number && strspn(number, "0123456789") == strlen(number))
      strings_add(out, word);
  }
}

char *dump_file_pass(const char *file)
{
  static const struct {
    char letter;
    const char *prefix;
  } kinds[] = { { 't', "tree-" }, { 'r', "rtl-" }, { 'i', "ipa-" } };
  const char *name = strrchr(file, '.');
  if (!name || name - file < 5 || !name[1])
    return NULL;
  const char *digits = name - 1;
  while (digits > file && isdigit((unsigned char)digits[-1]))
    digits--;
  if (digits == name - 1 || digits == file || digits[-1] != '.')
    return NULL;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (name[-1] == kinds[i].letter)
      return mem_format("%s%s", kinds[i].prefix, name + 1);
  return NULL;
}

/* The size of a pass's name without the number of its instance. */
static size_t stem_size(const char *name)
{
  size_t size = strlen(name);
  while (size && isdigit((unsigned char)name[size - 1]))
    size--;
  return size;
}

void counters_find(strings *out, const char *output, size_t size,
                   const char *pass)
{
  size_t stem = stem_size(pass);
  for (const char *at = output, *end = output + size; stem && at < end;) {
    char *line = next_line(&at, end);
    size_t blanks = strspn(line, " ");
    const char *name = line + blanks;
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789");
    const char *value = name + length + strspn(name + length, " ");
    bool listed = blanks && length && value > name + length &&
                  strspn(value, "-0123456789");
    if (listed && length >= stem && !strncmp(name, pass, stem) &&
        (length == stem || !isalpha((unsigned char)name[stem])))
      strings_take(out, mem_copy_bytes(name, length));
    free(line);
  }
}
