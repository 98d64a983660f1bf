/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parses texts with units that are kept for the next.
 *
 * A kept unit saves half of the time of a small text: libclang need not read its
 * arguments again, nor look for an installed GCC.
 *
 * Headers take most of the time of a small text, and most texts begin with the same. So
 * what two of them began with becomes a precompiled header, and blanks in what a unit
 * parses. The preambles that libclang makes by itself take twenty times as long: for each
 * text it looks at each header on disk, and instantiates what their templates need.
 */
#include "units.h"

#include <ctype.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "reduce/process.h"
#include "syntax.h"

/* ---- parsing ---- */

typedef ARRAY(struct CXUnsavedFile) unsaved;

/* `name` is the main file. Owner: the caller, free(). */
static unsaved list_files(const arguments *args, const char *name,
                          const char *text, size_t size)
{
  unsaved files = { 0 };
  ARRAY_PUSH(&files, (struct CXUnsavedFile){ name, text, size });
  ARRAY_PUSH(&files, (struct CXUnsavedFile){ PRELUDE_NAME, args->prelude,
                                             strlen(args->prelude) });
  for (size_t i = 0; i < args->beside_count; i++)
    if (strcmp(args->beside[i].path, args->file_name) != 0)
      ARRAY_PUSH(&files, (struct CXUnsavedFile){ args->beside[i].path,
                                                 args->beside[i].text,
                                                 args->beside[i].size });
  return files;
}

typedef ARRAY(const char *) argument_list;

/* Those of a relaxation. A precompiled header has the files that come before the text,
 * and what its templates were instantiated for. Owner: the caller, free(). */
static argument_list list_arguments(const arguments *args, const kept_unit *of,
                                    const char *precompiled)
{
  bool is_strict = of->relax == RD_STRICT;
  uint32_t steps = of->relax < RELAX_STEPS ? of->relax : RELAX_STEPS;
  size_t count = is_strict ? args->strict.size : args->step_end[steps];
  const char *const *from = is_strict ? args->strict.data : args->list.data;
  const char *const using[] = {
    "-include-pch",      precompiled, "-Xclang",
    "-fno-validate-pch", "-Xclang",   "-fallow-pch-with-compiler-errors"
  };
  const char *const making[] = { "-Xclang", "-fpch-instantiate-templates" };
  argument_list list = { 0 };
  for (size_t i = 0; i < count; i++)
    if (precompiled && i + 1 < count &&
        (!strcmp(from[i], "-include") || !strcmp(from[i], "-imacros")))
      i++;
    else
      ARRAY_PUSH(&list, from[i]);
  for (size_t i = 0; precompiled && i < sizeof using / sizeof *using; i++)
    ARRAY_PUSH(&list, using[i]);
  if (of->flags & CXTranslationUnit_ForSerialization)
    for (size_t i = 0; i < sizeof making / sizeof *making; i++)
      ARRAY_PUSH(&list, making[i]);
  return list;
}

/* The text as libclang can read it, and blanks for its first `head` bytes; NULL: as it
 * is. Owner: the caller, free(). */
static char *readable(const char *text, size_t size, size_t head)
{
  char *packs = packs_replaced(text, size);
  if (!head)
    return packs;
  char *copy = packs ? packs : mem_copy_bytes(text, size);
  for (size_t i = 0; i < head; i++)
    copy[i] = copy[i] == '\n' ? '\n' : ' ';
  return copy;
}

/* Parses by arguments that were never parsed, or whose unit is not kept. */
static enum CXErrorCode parse_first(kept_unit *out, const arguments *args,
                                    CXIndex index, const char *name,
                                    const char *text, size_t size,
                                    const char *precompiled)
{
  char *copy = readable(text, size, out->head_size);
  unsaved files = list_files(args, name, copy ? copy : text, size);
  argument_list list = list_arguments(args, out, precompiled);
  enum CXErrorCode code = clang_parseTranslationUnit2(
      index, name, list.data, (int)list.size, files.data, (unsigned)files.size,
      (out->flags & ~UNITS_HEADED) | CXTranslationUnit_KeepGoing, &out->unit);
  free(list.data);
  free(files.data);
  free(copy);
  return code;
}

bool units_reparse(arguments *args, const kept_unit *unit, const char *text,
                   size_t size)
{
  char *copy = readable(text, size, unit->head_size);
  unsaved files = list_files(args, args->file_name, copy ? copy : text, size);
  int failed = clang_reparseTranslationUnit(unit->unit, (unsigned)files.size,
                                            files.data, 0);
  free(files.data);
  free(copy);
  return !failed;
}

int units_index(const arguments *args, CXIndex index, const char *text,
                size_t size, IndexerCallbacks *visit, void *payload)
{
  char *copy = readable(text, size, 0);
  unsaved files = list_files(args, args->file_name, copy ? copy : text, size);
  CXIndexAction action = clang_IndexAction_create(index);
  CXTranslationUnit unit = NULL; /* without it the files are freed too early */
  int failed = clang_indexSourceFile(
      action, payload, visit, sizeof *visit, CXIndexOpt_None, args->file_name,
      args->list.data, (int)args->step_end[RELAX_STEPS], files.data,
      (unsigned)files.size, &unit, CXTranslationUnit_KeepGoing);
  if (unit)
    clang_disposeTranslationUnit(unit);
  clang_IndexAction_dispose(action);
  free(files.data);
  free(copy);
  return failed;
}

/* ---- heads ---- */

/* What comes behind white space and comments. */
static const char *skip_comments(const char *at, const char *end)
{
  const char *closed = at;
  while (closed) {
    at = closed;
    while (at < end && isspace((unsigned char)*at))
      at++;
    size_t left = (size_t)(end - at);
    closed = left < 2               ? NULL
             : !memcmp(at, "//", 2) ? memchr(at, '\n', left)
             : !memcmp(at, "/*", 2) ? memmem(at + 2, left - 2, "*/", 2)
                                    : NULL;
    if (closed)
      closed += *closed == '*' ? 2 : 1;
  }
  return at;
}

/* A line marker has no name. */
bool units_has_head(const char *text, size_t size)
{
  static const char name[] = "include";
  const char *end = text + size, *at = skip_comments(text, end);
  if (at == end || *at++ != '#')
    return false;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at < end && isalpha((unsigned char)*at) &&
         memmem(at, (size_t)(end - at), name, sizeof name - 1);
}

/* By how much the word behind a '#' deepens the nesting of conditionals. */
static int nesting(const token *tok, const char *text)
{
  static const char *const opening[] = { "if", "ifdef", "ifndef" };
  size_t size = tok->end - tok->begin;
  for (size_t i = 0; i < sizeof opening / sizeof *opening; i++)
    if (size == strlen(opening[i]) &&
        !memcmp(text + tok->begin, opening[i], size))
      return 1;
  return size == strlen("endif") && !memcmp(text + tok->begin, "endif", size)
             ? -1
             : 0;
}

/* The hash of what one is the hash of, and of these bytes behind it. */
static uint64_t hash_more(uint64_t of, const void *bytes, size_t size)
{
  const uint64_t parts[] = { of, hash_bytes(bytes, size) };
  return hash_bytes(parts, sizeof parts);
}

/* The size of the directives that the text begins with, and of comments between
 * them, up to the last that leaves no conditional open. *key_out: the hash of these
 * directives. */
static size_t measure_head(uint64_t *key_out, const char *text, size_t size,
                           uint32_t words)
{
  token *tokens;
  size_t count = syntax_lex(&tokens, words, NULL, text, size), head = 0;
  size_t first = 0; /* token of a directive */
  uint64_t key = 0;
  int depth = 0;
  for (size_t i = 0; i < count; i++) {
    const token *tok = &tokens[i];
    bool begins = !i || tokens[i - 1].directive != tok->directive;
    bool ends = i + 1 == count || tokens[i + 1].directive != tok->directive;
    if (!tok->directive && tok->kind != TOKEN_COMMENT)
      break;
    if (begins)
      first = i;
    if (tok->directive && !begins && text[tokens[i - 1].begin] == '#')
      depth += nesting(tok, text);
    if (tok->directive && ends)
      key = hash_more(key, text + tokens[first].begin,
                      tok->end - tokens[first].begin);
    if (ends && !depth) {
      head = i + 1 < count ? tokens[i + 1].begin : size;
      *key_out = key;
    }
  }
  free(tokens);
  return head;
}

/* Of the directives of a head and all files but the text; not 0. */
static uint64_t key_of(const arguments *args, uint64_t directives)
{
  uint64_t key = directives;
  for (size_t i = 0; i < args->beside_count; i++)
    if (strcmp(args->beside[i].path, args->file_name) != 0)
      key = hash_more(key, args->beside[i].text, args->beside[i].size);
  return key | 1;
}

/* A child that removes the folder when the reading end of a pipe tells that this
 * process has closed the writing end, *end_out, or was killed; -1: there is none. */
static pid_t fork_remover(int *end_out, const char *folder)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0)
    return -1;
  pid_t pid = fork();
  if (!pid) {
    char byte;
    (void)close(ends[1]);
    (void)!read(ends[0], &byte, 1);
    rd_scratch_remove(folder);
    _exit(0);
  }
  (void)close(ends[0]);
  *end_out = ends[1];
  if (pid < 0)
    (void)close(ends[1]);
  return pid;
}

/* Saves what the unit knows in a file without a name, which this process and its
 * children can read; -1: that failed. */
static int save(CXTranslationUnit unit)
{
  char *folder;
  int end;
  rd_error err = { 0 };
  if (rd_scratch_new(&folder, &err))
    return -1;
  if (!rd_scratch_has_room(
          folder)) { /* LLVM ends a process that cannot write */
    rd_scratch_remove(folder);
    free(folder);
    return -1;
  }
  pid_t remover = fork_remover(&end, folder);
  char *path = mem_format("%s/head.pch", folder);
  int failed =
      clang_saveTranslationUnit(unit, path, CXSaveTranslationUnit_None);
  int file = failed ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (remover > 0) {
    (void)close(end);
    (void)waitpid(remover, NULL, 0);
  } else
    rd_scratch_remove(folder);
  free(path);
  free(folder);
  return file;
}

/* Errors that are a matter of taste have names, which nobody repeats, so a head with
 * them is not precompiled. */
static void precompile(kept_head *out, const arguments *args, CXIndex index,
                       const char *text, size_t size, uint32_t relax)
{
  kept_unit unit = { .flags = CXTranslationUnit_Incomplete |
                              CXTranslationUnit_ForSerialization,
                     .relax = relax };
  int folder = (int)(base_name(args->file_name) - args->file_name);
  char *name = mem_format("%.*sclang-hdd-head.h", folder, args->file_name);
  out->tried = true;
  if (!parse_first(&unit, args, index, name, text, size, NULL) && unit.unit) {
    out->errors = args->count(&unit, args);
    out->file = out->errors.habits ? -1 : save(unit.unit);
    clang_disposeTranslationUnit(unit.unit);
  }
  free(name);
}

static void drop_units(arguments *args, uint64_t head)
{
  size_t count = 0;
  for (size_t i = 0; i < KEPT_UNITS; i++) {
    kept_unit unit = args->kept[i];
    args->kept[i] = (kept_unit){ 0 };
    if (unit.unit && unit.head == head)
      clang_disposeTranslationUnit(unit.unit);
    else if (unit.unit)
      args->kept[count++] = unit;
  }
}

/* It is read with the texts from now on. */
static void close_head(arguments *args, kept_head *of)
{
  if (of->key && of->file >= 0) {
    drop_units(args, of->key);
    (void)close(of->file);
  }
  of->file = -1;
}

/* Puts a head first, so that it is forgotten last; a new one if it is not known. */
static kept_head *use_head(bool *is_known_out, arguments *args, uint64_t key)
{
  kept_head *all = args->heads, used = { .key = key, .file = -1 };
  size_t at = 0;
  while (at < KEPT_HEADS && all[at].key != key)
    at++;
  *is_known_out = at < KEPT_HEADS;
  if (*is_known_out)
    used = all[at];
  else
    close_head(args, &all[at = KEPT_HEADS - 1]);
  memmove(all + 1, all, at * sizeof *all);
  all[0] = used;
  return all;
}

/* The file of the text's head; -1: it is read with the text. *out gets the head's
 * key and size. The first head mostly comes again, so it need not be asked for
 * twice. One that is strictly right is right however relaxed; others are read once
 * for each relaxation. */
static int choose_head(kept_unit *out, arguments *args, CXIndex index,
                       const char *text, size_t size)
{
  bool is_wanted = !args->heads[0].key, is_known;
  uint64_t key = 0;
  size_t head_size = out->flags & UNITS_HEADED
                         ? measure_head(&key, text, size, args->dialect->words)
                         : 0;
  if (!units_has_head(text, head_size))
    return -1;
  key = key_of(args, key);
  kept_head *of = use_head(&is_known, args, key);
  is_wanted |= is_known;
  if (is_wanted && !of->tried)
    precompile(of, args, index, text, head_size, RD_STRICT);
  if (of->errors.errors && out->relax != RD_STRICT) {
    key = hash_more(key, &out->relax, sizeof out->relax) | 1;
    of = use_head(&is_known, args, key);
    if (!of->tried)
      precompile(of, args, index, text, head_size, out->relax);
  }
  if (of->file >= 0) {
    out->head = key;
    out->head_size = head_size;
    out->head_errors = of->errors;
  }
  return of->file;
}

/* ---- keeping ---- */

/* Takes the kept unit of the same arguments and head, which is no longer kept. */
static void take_kept(kept_unit *of, arguments *args)
{
  for (size_t i = 0; i < KEPT_UNITS; i++) {
    kept_unit *at = &args->kept[i];
    if (at->unit && at->flags == of->flags && at->relax == of->relax &&
        at->head == of->head) {
      of->unit = at->unit;
      memmove(at, at + 1, (KEPT_UNITS - 1 - i) * sizeof *at);
      args->kept[KEPT_UNITS - 1] = (kept_unit){ 0 };
      return;
    }
  }
}

static void keep(arguments *args, kept_unit unit)
{
  CXTranslationUnit oldest = args->kept[KEPT_UNITS - 1].unit;
  memmove(args->kept + 1, args->kept, (KEPT_UNITS - 1) * sizeof *args->kept);
  args->kept[0] = unit;
  if (oldest)
    clang_disposeTranslationUnit(oldest);
}

/* Makes a unit that parses the text. If libclang cannot use the file of its head, the
 * first of all heads, it reads that with the text. */
static enum CXErrorCode make_unit(kept_unit *out, arguments *args,
                                  CXIndex index, const char *text, size_t size,
                                  int file)
{
  char *precompiled = file >= 0 ? mem_format("/proc/self/fd/%d", file) : NULL;
  enum CXErrorCode code =
      parse_first(out, args, index, args->file_name, text, size, precompiled);
  if (code && precompiled) {
    close_head(args, args->heads);
    *out = (kept_unit){ .flags = out->flags, .relax = out->relax };
    code = parse_first(out, args, index, args->file_name, text, size, NULL);
  }
  free(precompiled);
  return code;
}

kept_unit units_base(arguments *args, CXIndex index, const char *text,
                     size_t size, unsigned flags, uint32_t relax)
{
  static const char least[] = "int clang_hdd;\n";
  kept_unit base = { .flags = flags, .relax = relax };
  int file = choose_head(&base, args, index, text, size);
  take_kept(&base, args);
  if (!base.unit) {
    size_t head_size = base.head_size;
    base.head_size = 0;
    (void)make_unit(&base, args, index, least, sizeof least - 1, file);
    base.head_size = base.head ? head_size : 0;
  }
  if (base.unit)
    keep(args, base);
  return base;
}

/* If a kept unit fails, what a new one says counts. */
enum CXErrorCode units_parse(kept_unit *out, arguments *args, CXIndex index,
                             const char *text, size_t size, unsigned flags,
                             uint32_t relax)
{
  enum CXErrorCode code = CXError_Success;
  *out = (kept_unit){ .flags = flags, .relax = relax };
  int file = choose_head(out, args, index, text, size);
  take_kept(out, args);
  args->is_used = true;
  if (out->unit && !units_reparse(args, out, text, size)) {
    clang_disposeTranslationUnit(out->unit);
    out->unit = NULL;
  }
  if (!out->unit)
    code = make_unit(out, args, index, text, size, file);
  args->beside_count = 0;
  return code;
}

/* What libclang knows of a large text takes a hundred times its size. */
void units_release(arguments *args, kept_unit unit, size_t size)
{
  enum { KEPT_BYTES = 1 << 16 };
  if (size <= KEPT_BYTES)
    keep(args, unit);
  else
    clang_disposeTranslationUnit(unit.unit);
}

void units_free(arguments *args)
{
  for (size_t i = 0; i < KEPT_UNITS; i++)
    if (args->kept[i].unit)
      clang_disposeTranslationUnit(args->kept[i].unit);
  for (size_t i = 0; i < KEPT_HEADS; i++)
    if (args->heads[i].key && args->heads[i].file >= 0)
      (void)close(args->heads[i].file);
}
