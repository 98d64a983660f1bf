/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads the names of passes.
 *
 * LLVM numbers each run of each pass ("BISECT: running pass (17) SROAPass on
 * f"), so a name alone does not identify a run: it needs the function or module
 * too. GCC's message has the bare name of the pass, while its options need the
 * name with the instance's number ("vrp" and "vrp1"), which -fdump-passes
 * lists. Newer versions print these lines slightly differently, so the
 * expressions rely only on their fixed words.
 */
#include "triage/pass_names.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum {
  GROUPS_MOST = 5, /* including the whole match */
  BEGINNINGS_MOST = 24
};

/* Adds the groups of the expression for each line that matches; "" for a group
 * that does not take part. */
static void scan(strings *out, const char *expression, const char *output,
                 size_t size)
{
  regex_t compiled;
  regmatch_t groups[GROUPS_MOST];
  if (regcomp(&compiled, expression, REG_EXTENDED))
    abort(); /* a fixed expression */
  for (const char *at = output, *end = output + size; at < end;) {
    char *line = next_line(&at, end);
    bool matches = !regexec(&compiled, line, GROUPS_MOST, groups, 0);
    for (size_t i = 1; matches && i <= compiled.re_nsub; i++)
      strings_take(out, mem_copy_bytes(
                            line + (groups[i].rm_so < 0 ? 0 : groups[i].rm_so),
                            (size_t)(groups[i].rm_eo - groups[i].rm_so)));
    free(line);
  }
  regfree(&compiled);
}

/* ---- LLVM ---- */

void bisect_trace_read(bisect_trace *out, const char *output, size_t size)
{
  *out = (bisect_trace){ 0 };
  scan(&out->runs, "^BISECT: running pass \\(([1-9][0-9]{0,8})\\) (.*)", output,
       size);
  for (size_t i = 1; i < out->runs.size; i += 2) {
    out->last = (unsigned)strtoul(out->runs.data[i - 1], NULL, 10);
    out->name = out->runs.data[i];
    out->selected |= strstr(out->name, "Instruction Selection") != NULL;
  }
}

void bisect_trace_dispose(bisect_trace *self)
{
  strings_free(&self->runs);
  *self = (bisect_trace){ 0 };
}

const char *bisect_trace_pass(const bisect_trace *self, unsigned number)
{
  for (size_t i = 1; i < self->runs.size; i += 2)
    if (strtoul(self->runs.data[i - 1], NULL, 10) == number)
      return self->runs.data[i];
  return NULL;
}

char *stack_dump_pass(const char *output, size_t size)
{
  strings found = { 0 };
  scan(&found,
       "^[0-9].*\\.\tRunning pass ('([^']*)'|\"([^\"]*)\")(.*[^.])?\\.?$",
       output, size);
  char *const *last = found.size ? found.data + found.size - 4 : NULL;
  char *name = last ? mem_format("%s%s%s", last[1], last[2], last[3]) : NULL;
  strings_free(&found);
  return name;
}

/* ---- GCC ---- */

bool during_pass(char **kind_out, char **pass_out, const char *output,
                 size_t size)
{
  strings found = { 0 };
  scan(&found, "^during ([^:]*) pass: (.+)", output, size);
  if (found.size) {
    *kind_out = mem_copy(found.data[0]);
    *pass_out = mem_copy(found.data[1]);
  }
  bool named = found.size > 0;
  strings_free(&found);
  return named;
}

/* Adds the passes of these lines of -fdump-passes. */
static void read_list(strings *out, const char *lines, const char *output,
                      size_t size)
{
  strings found = { 0 };
  scan(&found, lines, output, size);
  for (size_t i = 0; i < found.size; i += 2)
    strings_add(out, found.data[i]);
  strings_free(&found);
}

void pass_list_read(strings *out, const char *output, size_t size)
{
  read_list(out, "^ +((tree|rtl|ipa)-.*[^ ]) *:  O", output, size);
}

void pass_list_running(strings *out, const char *output, size_t size)
{
  read_list(out, "^ +((tree|rtl|ipa)-.*[^ ]) *:  ON", output, size);
}

/* Are they runs of one pass, "tree-vrp1" and "tree-vrp2"? */
static bool is_same_pass(const char *left, const char *right)
{
  static const char digits[] = "0123456789";
  size_t size = strcspn(left, digits);
  return size == strcspn(right, digits) && !strncmp(left, right, size);
}

char *pass_list_off(const strings *list, size_t first)
{
  textbuf out = { 0 };
  for (size_t i = first; i < list->size; i++)
    if (is_same_pass(list->data[i], list->data[first]))
      text_printf(&out, "%s-fdisable-%s", out.size ? " " : "", list->data[i]);
  return text_take(&out, NULL);
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

const char *pass_kind(const char *name)
{
  static const struct {
    const char *kind, *beginnings[BEGINNINGS_MOST];
  } rows[] = {
    { "GIMPLE",
      { "tree", "store_merging", "store-merging", "vect_", "ivopts",
        "if_conversion_tree", "dom_", "registered_jump_thread", "code-hoisting",
        "split-loops", "loop_unswitch", "unswitch-loops" } },
    { "IPA", { "ipa", "merged_ipa" } },
    { "RTL",
      { "rtl",
        "auto_inc_dec",
        "auto-inc-dec",
        "combine",
        "cprop",
        "cse",
        "rerun-cse",
        "gcse",
        "dce",
        "dse",
        "forward-propagate",
        "if_",
        "if-conversion",
        "ira",
        "lra",
        "move-loop-invariants",
        "peephole",
        "postreload",
        "pre_insn",
        "rename-registers",
        "reorder-blocks",
        "sched",
        "shrink-wrap",
        "split-wide-types" } },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (const char *const *at = rows[i].beginnings;
         at < rows[i].beginnings + BEGINNINGS_MOST && *at; at++)
      if (starts_with(name, *at))
        return rows[i].kind;
  return NULL;
}

char *dump_file_pass(const char *file)
{
  strings found = { 0 };
  scan(&found, ".\\.[0-9]+([tri])\\.([^.]+)$", file, strlen(file));
  const char *prefix = !found.size             ? NULL
                       : *found.data[0] == 't' ? "tree-"
                       : *found.data[0] == 'r' ? "rtl-"
                                               : "ipa-";
  char *name = prefix ? mem_format("%s%s", prefix, found.data[1]) : NULL;
  strings_free(&found);
  return name;
}

void counters_find(strings *out, const char *output, size_t size,
                   const char *pass)
{
  size_t stem = strlen(pass); /* without the number of the instance */
  while (stem && isdigit((unsigned char)pass[stem - 1]))
    stem--;
  strings found = { 0 };
  scan(&found, "^ +([a-z_0-9]+) +[-0-9]", output, size);
  for (size_t i = 0; i < found.size && stem; i++)
    if (!strncmp(found.data[i], pass, stem) &&
        !isalpha((unsigned char)found.data[i][stem]))
      strings_add(out, found.data[i]);
  strings_free(&found);
}
