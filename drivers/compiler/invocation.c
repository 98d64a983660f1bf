/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parses a compiler command and builds variants of it.
 *
 * A test runs in a folder of its own that is wiped afterwards. So every path
 * that the command reads becomes absolute, and every path that it writes
 * becomes a name inside that folder; side outputs named after the output (.d,
 * .su, .gcno, -save-temps) then also land there. Invariant: no word of the
 * result names an outside place to write to, least of all a device: compilers
 * unlink their output first, and root would lose /dev/null.
 *
 * arguments.def lists the options that need this; of those that it does not
 * list, inputs.c finds the files. Words keep their order, because it matters to
 * compilers.
 */
#include "compiler/invocation.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "compiler/arguments.h"
#include "compiler/inputs.h"
#include "compiler/languages.h"
#include "compiler/launchers.h"
#include "compiler/programs.h"
#include "compiler/words.h"

bool invocation_takes_value(const char *word)
{
  const char *joined;
  const argument *row = argument_find(word, &joined);
  return row && !joined && (row->form == VALUE || row->form == EITHER);
}

bool invocation_may_take_value(const char *word)
{
  const char *joined;
  return invocation_takes_value(word) ||
         (word[0] == '-' && word[1] && !argument_find(word, &joined));
}

size_t invocation_shared_words(const char *word, unsigned with)
{
  const char *joined;
  const argument *row = argument_find(word, &joined);
  if (!row || !(row->sharing & with))
    return 0;
  return !joined && (row->form == VALUE || row->form == EITHER) ? 2 : 1;
}

word_role invocation_word_role(const char *word)
{
  const char *joined;
  const argument *row = argument_find(word, &joined);
  if (!row)
    return WORD_OPTION;
  return row->action == MODE     ? WORD_MODE
         : row->action == LEVEL  ? WORD_LEVEL
         : row->action == OUTPUT ? WORD_OUTPUT
                                 : WORD_OPTION;
}

/* ---- reading ---- */

/* State of one parse. */
typedef struct reading {
  invocation *to;
  const char *file, *cwd;
  size_t word;            /* that is being read */
  compiler_family family; /* of the program, by its name */
  bool has_file, has_output;
  bool reads_input; /* the file is "-": tests have no standard input */
  /* In the next LIST of the part with this letter, as in -Wp and -Xpreprocessor:
   * an output that the last one named. */
  bool file_follows[CHAR_MAX + 1];
  bool name_follows[CHAR_MAX + 1]; /* the same for a value that is no file */
  inputs inputs;
} reading;

static void add_word(reading *in, char *word, word_role role)
{
  invocation *to = in->to;
  to->roles = mem_grow_list(to->roles, to->words.size, sizeof *to->roles);
  to->roles[to->words.size] = role;
  if (role == WORD_FILE) {
    in->has_file = true;
    to->file = to->words.size;
    to->shown_file = in->word;
  }
  strings_take(&to->words, word);
}

/* A program that is not like GCC may read the file twice. */
static bool is_file(const reading *in, const char *word)
{
  if (in->has_file && !in->to->foreign)
    return false;
  if (!strcmp(word, in->file) || !strcmp(word, "{}") ||
      (in->reads_input && !strcmp(word, "-")))
    return true;
  char *path = path_absolute(in->cwd, word);
  char *file = path_absolute(in->cwd, in->file);
  bool same = path_same(path, file);
  free(path);
  free(file);
  return same;
}

/* Is any word the file? */
static bool has_file_name(const reading *in, const strings *words)
{
  for (size_t i = 1; i < words->size; i++)
    if (is_file(in, words->data[i]))
      return true;
  return false;
}

/* A word that is not an option: the file, another input, or an output. */
static void add_input(reading *in, const char *word)
{
  const char *joined;
  bool output = in->has_file && !in->has_output && *word != '-' &&
                argument_find_of(in->family, "", &joined);
  char *path = path_absolute(in->cwd, word);
  if (is_file(in, word)) {
    add_word(in, mem_copy(in->to->name), WORD_FILE);
  } else if (output) {
    in->has_output = true;
    add_word(in, mem_copy(base_name(word)), WORD_OPTION);
  } else if (*word && path_exists(path)) {
    add_word(in, path, WORD_OPTION);
    return;
  } else {
    add_word(in, mem_copy(word), WORD_OPTION);
  }
  free(path);
}

/* A path inside an option: `joined` is the part of the word after the option.
 * If a bare name is not a file here, the compiler finds it itself, as in
 * -specs=nano.specs. */
static void add_path(reading *in, const char *word, const char *joined)
{
  assert(joined); /* a row with a path has a value */
  const char *value = *joined == '=' ? joined + 1 : joined;
  bool sysroot = *joined == '=' && word[1] == 'I'; /* -I=dir */
  char *path = path_absolute(in->cwd, value);
  bool ours = *value && !sysroot && (strchr(value, '/') || path_exists(path));
  add_word(in,
           ours ? mem_format("%.*s%s", (int)(value - word), word, path)
                : mem_copy(word),
           WORD_OPTION);
  free(path);
}

/* The command's own output file in a test folder. */
#define PRIVATE_OUTPUT "hdd-out"

static void add_output(reading *in)
{
  if (in->has_output)
    return;
  in->has_output = true;
  add_word(in, mem_copy("-o"), WORD_OUTPUT);
  add_word(in, mem_copy(PRIVATE_OUTPUT), WORD_OUTPUT);
}

/* Options for a part of the compiler: a list in a word, or one as a word. */
static void add_list(reading *in, const argument *row, const char *prefix,
                     const char *list)
{
  size_t part = (size_t)row->spelling[2];
  bool *is_name = &in->name_follows[part];
  char *read = *prefix ? inputs_list(&in->inputs, is_name, list)
                       : inputs_forwarded(&in->inputs, is_name, list);
  char *safe =
      words_redirect(&in->file_follows[part], read, PRIVATE_OUTPUT ".d");
  add_word(in, mem_format("%s%s", prefix, safe), WORD_OPTION);
  free(safe);
  free(read);
}

/* A word without a row. */
static void add_unlisted(reading *in, const char *word)
{
  bool known = in->word && !in->to->foreign;
  add_word(in, known ? inputs_word(&in->inputs, word) : mem_copy(word),
           WORD_OPTION);
}

/* Does the option forward its value to another part, and nothing more? */
static bool is_forward(const reading *in, const char *option)
{
  return !in->to->foreign &&
         (starts_with(option, "-X") || !strcmp(option, "-mllvm"));
}

/* An option whose value, if any, is part of the word. */
static void add_joined(reading *in, const argument *row, const char *word,
                       const char *joined)
{
  switch (row->action) {
  case DROP:
    break;
  case OUTPUT:
    add_output(in);
    break;
  case FOLDER:
    add_word(in,
             mem_format("%.*s.", (int)(joined + (*joined == '=') - word), word),
             WORD_OPTION);
    break;
  case PATH:
    add_path(in, word, joined);
    break;
  case CUT:
    add_word(in, mem_copy_bytes(word, strcspn(word, "=")), WORD_OPTION);
    break;
  case LIST:
    add_list(in, row, row->spelling, word + strlen(row->spelling));
    break;
  case MODE:
    add_word(in, mem_copy(word), WORD_MODE);
    break;
  case LEVEL:
    add_word(in, mem_copy(word), WORD_LEVEL);
    break;
  case KEEP:
    add_word(in, mem_copy(word), WORD_OPTION);
    break;
  }
}

/* An option whose value is the next word. */
static void add_separate(reading *in, const argument *row, const char *word,
                         const char *value)
{
  if (row->action == OUTPUT)
    add_output(in);
  if (row->action == OUTPUT || row->action == DROP)
    return;
  word_role role = row->action == MODE ? WORD_MODE : WORD_OPTION;
  add_word(in, mem_copy(word), role);
  if (row->action == LIST) {
    add_list(in, row, "", value);
    return;
  }
  if (row->action == KEEP && is_forward(in, word)) {
    add_word(in, inputs_forwarded(&in->inputs, &(bool){ false }, value), role);
    return;
  }
  char *path = path_absolute(in->cwd, value);
  /* -include also searches the include path. */
  bool absolute = row->action == PATH && path_exists(path);
  /* ecj -d none writes nothing. */
  bool here = row->action == FOLDER && strcmp(value, "none") != 0;
  add_word(in, absolute ? path : mem_copy(here ? "." : value), role);
  if (!absolute)
    free(path);
}

/* The row of an option; NULL: none that matters to the program. */
static const argument *find_option(const reading *in, const strings *words,
                                   size_t at, const char **joined_out)
{
  const char *word = words->data[at];
  const argument *row =
      in->family ? argument_find_of(in->family, word, joined_out) : NULL;
  if (row)
    return row;
  row = argument_find(word, joined_out);
  bool separate = row && !*joined_out && row->form != ALONE &&
                  row->form != PREFIX && in->to->foreign;
  const char *value = at + 1 < words->size ? words->data[at + 1] : NULL;
  bool kept = separate && (row->action == KEEP || row->action == LIST);
  bool none = kept || (separate && (!value || is_file(in, value)));
  return none ? NULL : row;
}

static void read_words(reading *in, const strings *words)
{
  for (size_t i = 0; i < words->size; i++) {
    const char *word = words->data[i], *joined = NULL;
    const argument *row = find_option(in, words, i, &joined);
    in->word = i;
    bool option = i == 0 || (word[0] == '-' && word[1]);
    if (!option)
      add_input(in, word);
    else if (i == 0 || !row)
      add_unlisted(in, word);
    else if (row->form == ALONE || row->form == PREFIX || joined)
      add_joined(in, row, word, joined);
    else if (i + 1 < words->size)
      add_separate(in, row, word, words->data[++i]);
  }
}

/* A compiler proper, not its driver. */
static bool is_raw(const strings *words)
{
  if (!words->size)
    return false;
  static const char *const names[] = { "cc1", "cc1plus", "cc1obj", "cc1objplus",
                                       "ccom" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(base_name(words->data[0]), names[i]))
      return true;
  return words->size > 1 && !strcmp(words->data[1], "-cc1");
}

/* ---- the whole ---- */

bool invocation_is_script(const char *file)
{
  return language_suffix(file) == SUFFIX_SCRIPT;
}

char *invocation_file_name(const char *path)
{
  const char *name = base_name(path);
  char *out = mem_format("%s%s", *name == '-' ? "./" : "", name);
  for (char *quote = out; (quote = strchr(quote, '"'));)
    *quote = '_';
  return out;
}

/* Has the command a word of this role? */
static bool has_role(const invocation *self, word_role role)
{
  for (size_t i = 0; i < self->words.size; i++)
    if (self->roles[i] == role)
      return true;
  return false;
}

/* Adds -c, unless the user has given a mode. It comes right after the compiler,
 * since the file may follow "--". */
static void add_mode(invocation *self)
{
  if (has_role(self, WORD_MODE) || self->raw ||
      invocation_is_script(self->name))
    return;
  strings mode = { 0 };
  strings_add(&mode, "-c");
  size_t at = invocation_insert(self, &mode); /* this moves the roles */
  self->roles[at] = WORD_MODE;
  strings_free(&mode);
  self->added_mode = true;
  strings_insert(&self->shown, 1, "-c");
  self->shown_file++;
}

/* Where the file goes in a command that does not name it: before the libraries, in which
 * a linker looks for what is missing so far, or at the end. */
static size_t place_of_file(const strings *words)
{
  size_t at = 1;
  while (at < words->size && !starts_with(words->data[at], "-l"))
    at += invocation_takes_value(words->data[at]) ? 2 : 1;
  return at;
}

/* Does "-" stand for the standard input? As a value it may be the standard output. */
static bool names_input(const strings *words)
{
  bool is = false;
  for (size_t i = 1; i < words->size; i++)
    is |= !strcmp(words->data[i], "-") && strcmp(words->data[i - 1], "-o") != 0;
  return is;
}

rd_status invocation_parse(invocation *out, const char *const *words,
                           const char *file, const char *cwd, rd_error *err)
{
  *out = (invocation){ 0 };
  strings all = { 0 };
  rd_status status = invocation_expand(&all, words, cwd, err);
  launchers_strip(&all, NULL);
  if (!status && (!all.size || !all.data[0][0]))
    status = rd_fail(err, RD_ERR_INVALID, "the command names no compiler");
  if (status) {
    strings_free(&all);
    return status;
  }
  reading in = { .to = out, .file = file, .cwd = cwd };
  out->raw = is_raw(&all);
  out->foreign = !out->raw && !compiler_name_drives(all.data[0]);
  out->name = invocation_file_name(file);
  char *path = path_absolute(cwd, file);
  out->directory = path_directory(path);
  free(path);
  out->file_given = mem_copy(file);
  out->cwd = mem_copy(cwd);
  if (strchr(all.data[0], '/'))
    string_replace(&all.data[0], path_absolute(cwd, all.data[0]));
  in.family = compiler_classify(all.data[0], "");
  bool named = has_file_name(&in, &all);
  in.reads_input = !named && (in.family || !out->foreign) && names_input(&all);
  out->added_file = !named && !in.reads_input;
  size_t place = place_of_file(&all);
  if (!named && !in.reads_input && !out->foreign && place < all.size)
    strings_insert(&all, place, *file == '-' ? "{}" : file);
  in.inputs = (inputs){ .cwd = cwd, .file = file, .words = &all };
  read_words(&in, &all);
  out->shown = all;
  if (!in.has_file) {
    in.word = all.size;
    add_word(&in, mem_copy(out->name), WORD_FILE);
    strings_add(&out->shown, file);
  }
  if (!out->foreign)
    add_mode(out);
  return RD_OK;
}

void invocation_adopt(invocation *self)
{
  if (self->foreign)
    add_mode(self);
  self->foreign = false;
}

void invocation_dispose(invocation *self)
{
  free(self->file_given);
  free(self->cwd);
  strings_free(&self->words);
  strings_free(&self->shown);
  strings_free(&self->environment);
  strings_free(&self->files);
  free(self->changed_directory);
  free(self->roles);
  free(self->name);
  free(self->directory);
  *self = (invocation){ 0 };
}

/* ---- building ---- */

/* The index of the word right after the compiler. */
static size_t after_compiler(const invocation *self)
{
  bool cc1 =
      self->raw && self->words.size > 1 && !strcmp(self->words.data[1], "-cc1");
  return cc1 ? 2 : 1;
}

size_t invocation_insert(invocation *self, const strings *options)
{
  size_t at = after_compiler(self), after = self->words.size - at;
  for (size_t i = 0; i < options->size; i++)
    strings_insert(&self->words, at + i, options->data[i]);
  word_role *roles = mem_resize(self->roles, self->words.size, sizeof *roles);
  memmove(roles + at + options->size, roles + at, after * sizeof *roles);
  for (size_t i = 0; i < options->size; i++)
    roles[at + i] = WORD_OPTION;
  self->roles = roles;
  self->file += self->file >= at ? options->size : 0;
  return at;
}

void invocation_build(strings *out, const invocation *self,
                      const invocation_use *use)
{
  bool output = false,
       adds_output = use->output && !has_role(self, WORD_OUTPUT);
  size_t first = after_compiler(self);
  for (size_t i = 0; i < self->words.size; i++) {
    if (i == first) {
      if (use->extra)
        strings_add_all(out, use->extra);
      /* A raw compiler obeys the last action option; a driver accepts only one.
       */
      if (use->mode && !self->raw)
        (void)words_split(out, use->mode);
      if (use->level)
        strings_add(out, use->level);
    }
    const char *word = self->words.data[i];
    switch (self->roles[i]) {
    case WORD_MODE:
      if (!use->mode)
        strings_add(out, word);
      break;
    case WORD_OUTPUT:
      if (use->mode && !use->output)
        break;
      strings_add(out, output && use->output ? use->output : word);
      output = true;
      break;
    case WORD_LEVEL:
      if (!use->level)
        strings_add(out, word);
      break;
    case WORD_FILE:
      if (use->mode && self->raw)
        (void)words_split(out, use->mode);
      if (adds_output && i == self->file) {
        strings_add(out, "-o");
        strings_add(out, use->output);
      }
      strings_add(out, use->file ? use->file : word);
      break;
    case WORD_OPTION:
      strings_add(out, word);
      break;
    }
  }
}

void invocation_arguments(strings *out, const invocation *self)
{
  for (size_t i = 1; i < self->words.size; i++)
    if (self->roles[i] == WORD_OPTION || self->roles[i] == WORD_LEVEL)
      strings_add(out, self->words.data[i]);
}

void invocation_shown(strings *out, const invocation *self, const char *file)
{
  const char *given = self->shown.data[self->shown_file];
  for (size_t i = 0; i < self->shown.size; i++) {
    const char *word = self->shown.data[i];
    bool again = i && self->foreign && !strcmp(word, given);
    strings_add(out, again || i == self->shown_file ? file : word);
  }
}

/* Removes the output of a build that the command was taken from: who repeats it would
 * lose that. */
static void drop_output(strings *words)
{
  for (size_t i = words->size; i-- > 1;)
    if (invocation_word_role(words->data[i]) == WORD_OUTPUT)
      strings_remove(words, i, strcmp(words->data[i], "-o") ? 1 : 2);
}

char *invocation_line(const invocation *self, const char *file,
                      const strings *extra)
{
  strings words = { 0 };
  invocation_shown(&words, self, file);
  if (self->changed_directory)
    drop_output(&words);
  for (size_t i = 0; extra && i < extra->size; i++)
    strings_insert(&words, i + 1, extra->data[i]);
  char *line = words_join(strings_argv(&words));
  strings_free(&words);
  return line;
}

char *invocation_typed(const invocation *self, const char *file,
                       const strings *extra)
{
  textbuf out = { 0 };
  char *cwd = self->changed_directory ? getcwd(NULL, 0) : NULL;
  char *path = cwd ? path_absolute(cwd, file) : mem_copy(file);
  char *line = invocation_line(self, path, extra);
  text_puts(&out, "");
  if (self->changed_directory) {
    text_puts(&out, "(cd ");
    words_quote(&out, self->changed_directory);
    text_puts(&out, " && ");
  }
  if (self->environment.size) {
    job variables = { .environment = self->environment };
    char *set = job_line(&variables);
    text_printf(&out, "%s ", set);
    free(set);
  }
  text_puts(&out, line);
  if (self->changed_directory)
    text_puts(&out, ")");
  free(line);
  free(path);
  free(cwd);
  return out.data;
}
