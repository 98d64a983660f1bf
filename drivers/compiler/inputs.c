/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds the files that a compiler's options read.
 *
 * Compilers have hundreds of options with a file to read, -fmodule-file=NAME=FILE and
 * -mllvm -x-profile=FILE among them, and get more each year. So no table lists them: a
 * value is such a file if it names a regular file now. That may be chance where a value
 * is a name (-frandom-seed=a, -Wl,-soname,b.so), and a compiler would overwrite the
 * user's file if the option writes it. So options that take names or write files are
 * recognised, by parts of their spelling, and keep their value, which then is in the
 * test's folder.
 */
#include "compiler/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "compiler/arguments.h"

/* What options begin with whose value is a name, besides rows of arguments.def. */
static const char *const kinds[] = {
  "-W",       "-g",          "-m",     "-std",         "--std",
  "-target",  "--target",    "-flto=", "-fvisibility", "-ffp-",
  "-fuse-ld", "-fsanitize=", "-print", "-fno-builtin", "-debug-only",
};

/* Parts of the options that write their value, or take it as a name. */
static const char *const others[] = {
  "output",     "dump",           "report",     "record", "remarks",
  "trace",      "stats",          "-note=",     "dot-",   "deps-",
  "generate",   "callgraph-info", "save",       "-pdb",   "index-store",
  "reproduce",  "dependency",     "diagnostic", "-seed=", "-out-",
  "prefix-map", "dwarf",
};

/* Options of parts whose value, in the word or the next, is a name or an output. */
static const char *const names[] = {
  "-soname",
  "--soname",
  "-h",
  "-e",
  "--entry",
  "-m",
  "--defsym",
  "-defsym",
  "--wrap",
  "-wrap",
  "-y",
  "-rpath",
  "--rpath",
  "-rpath-link",
  "--rpath-link",
  "--undefined",
  "-f",
  "-F",
  "-plugin",
  "-add-plugin",
  "-mcpu",
  "-init",
  "-fini",
  "-split-dwarf-output",
  "-Map",
  "--Map",
  "-MD",
  "-MMD",
  "--MD",
  "-split-dwarf-file",
  "-fdebug-compilation-dir",
};

/* Is the word one of them, or one with a value? */
static bool is_named(const char *word)
{
  size_t name = strcspn(word, "=");
  bool found = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    found |= strlen(names[i]) == name && starts_with(word, names[i]);
  return found;
}

/* Does the word of an option say, before its value, that this is no input? */
static bool is_other(const char *word, const char *value)
{
  char *option = mem_copy_bytes(word, (size_t)(value - word));
  bool found = is_named(word);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    found |= starts_with(word, kinds[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    found |= strstr(option, others[i]) != NULL;
  free(option);
  return found;
}

/* Does the command write the path? */
static bool is_output(const inputs *self, const char *path)
{
  const strings *words = self->words;
  bool found = false;
  for (size_t i = 1; i < words->size && !found; i++) {
    const char *output = argument_output(words->data[i]);
    if (output && !*output)
      output = i + 1 < words->size ? words->data[i + 1] : NULL;
    if (!output)
      continue;
    char *other = path_absolute(self->cwd, output);
    found = path_same(path, other);
    free(other);
  }
  return found;
}

/* The absolute path of the value if it is a file to read, or NULL; caller's. */
static char *find_input(const inputs *self, const char *value)
{
  if (!*value || *value == '/')
    return NULL;
  char *path = path_absolute(self->cwd, value);
  char *file = path_absolute(self->cwd, self->file);
  bool is =
      path_is_regular(path) && !path_same(path, file) && !is_output(self, path);
  free(file);
  if (is)
    return path;
  free(path);
  return NULL;
}

char *inputs_word(const inputs *self, const char *word)
{
  const char *joined, *equals = strrchr(word, '=');
  const argument *row = argument_find(word, &joined);
  bool open = (!row || row->action == PATH) && *word == '-' && equals &&
              !is_other(word, equals + 1);
  char *path = open ? find_input(self, equals + 1) : NULL;
  char *out = path ? mem_format("%.*s%s", (int)(equals + 1 - word), word, path)
                   : mem_copy(word);
  free(path);
  return out;
}

/* Has the option a value in the next word that is no file to read? */
static bool takes_name(const char *word)
{
  const char *joined;
  const argument *row = argument_find(word, &joined);
  return (row && !joined && row->action != PATH &&
          (row->form == VALUE || row->form == EITHER)) ||
         (!strchr(word, '=') && is_named(word));
}

char *inputs_forwarded(const inputs *self, bool *is_name, const char *word)
{
  char *path = !*is_name && *word != '-' ? find_input(self, word) : NULL;
  char *out = path ? path : *is_name ? mem_copy(word) : inputs_word(self, word);
  *is_name = !*is_name && takes_name(word);
  return out;
}

char *inputs_list(const inputs *self, bool *is_name, const char *list)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (const char *at = list; *at;) {
    size_t size = strcspn(at, ",");
    char *word = mem_copy_bytes(at, size);
    char *path = inputs_forwarded(self, is_name, word);
    text_puts(&out, strchr(path, ',') ? word : path); /* that would end it */
    free(path);
    free(word);
    at += size;
    if (*at)
      text_add(&out, at++, 1);
  }
  return text_take(&out, NULL);
}
