/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parses texts on which libclang crashes.
 *
 * Reduced crashes of Clang often crash libclang. It survives that, but yields
 * nothing, although all but one statement of a large text is harmless. So where a
 * crash is likely, children parse the text, and what they crash on is replaced with
 * blanks, a few times if need be; all places stay as they are. What is done at the end
 * of the text is left out if that crashes. If they cannot tell, a
 * child reads the text in which libclang reports each declaration as it finishes it,
 * and the one after the last goes. If it crashes at the end all the same, the bodies of
 * functions are skipped.
 */
#include "rescue.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apart.h"
#include "units.h"

enum { MOST_BLANKS = 4, MOST_SECONDS = 20 };

/* ---- where it crashed ---- */

/* What the child tells. */
struct told {
  uint32_t last; /* offset of the last declaration that was read */
  bool whole;    /* libclang read all of the text */
};

static void note_place(CXClientData payload, const CXIdxDeclInfo *info)
{
  struct told *told = payload;
  unsigned offset = 0;
  CXSourceLocation location = clang_indexLoc_getCXSourceLocation(info->loc);
  if (!clang_Location_isFromMainFile(location))
    return;
  clang_getFileLocation(location, NULL, NULL, NULL, &offset);
  if (offset > told->last)
    told->last = offset;
}

/* Reads the text in a child. */
static struct told read_text(const arguments *args, CXIndex index,
                             const char *text, size_t size)
{
  struct told result = { .whole = true };
  struct told *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return result;
  pid_t child = fork();
  if (child == 0) {
    IndexerCallbacks visit = { .indexDeclaration = note_place };
    (void)alarm(MOST_SECONDS);
    shared->whole = !units_index(args, index, text, size, &visit, shared);
    _exit(0);
  }
  if (child > 0 && waitpid(child, NULL, 0) == child)
    result = *shared;
  (void)munmap(shared, sizeof *shared);
  return result;
}

static bool is_sign(const token *tok, const char *text, const char *signs)
{
  return tok->end == tok->begin + 1 && strchr(signs, text[tok->begin]);
}

/* The token behind the declaration that `at` is in, and behind the namespaces
 * that end there. */
static size_t skip_declaration(const token *tokens, size_t count,
                               const char *text, size_t at)
{
  size_t depth = 0;
  for (; at < count; at++) {
    const token *tok = &tokens[at];
    depth += is_sign(tok, text, "({[");
    if (is_sign(tok, text, ")}]") && depth > 0)
      depth--;
    if (depth == 0 && is_sign(tok, text, ";}") &&
        (at + 1 == count || !is_sign(&tokens[at + 1], text, ";},=)")))
      return at + 1;
  }
  return count;
}

/* Replaces the declaration behind the offset with blanks; false if there is
 * none. */
static bool blank_next(char *copy, const char *text, const token *tokens,
                       size_t count, uint32_t last)
{
  size_t first = 0;
  while (last && first < count && tokens[first].begin < last)
    first++;
  if (last)
    first = skip_declaration(tokens, count, text, first);
  while (first < count && copy[tokens[first].begin] == ' ')
    first++;
  if (first >= count)
    return false;
  size_t behind = skip_declaration(tokens, count, text, first);
  for (uint32_t i = tokens[first].begin; i < tokens[behind - 1].end; i++)
    if (copy[i] != '\n')
      copy[i] = ' ';
  return true;
}

/* ---- parsing ---- */

static kept_unit parse(arguments *args, CXIndex index, const char *text,
                       size_t size, unsigned flags)
{
  kept_unit unit;
  size_t beside = args->beside_count;
  if (units_parse(&unit, args, index, text, size, flags, RELAX_STEPS))
    args->beside_count = beside;
  return unit;
}

static rd_diagnostics count_nothing(const kept_unit *unit,
                                    const arguments *args)
{
  (void)unit;
  (void)args;
  return (rd_diagnostics){ 0 };
}

/* Is a child to try the text first? Where nothing is known yet, only if that is
 * cheap. */
static bool may_crash(const arguments *args, size_t size)
{
  enum { CHEAP = 1 << 14 };
  return args->crashes || (!args->survived && size <= CHEAP);
}

/* Blanks what libclang crashes on, as children of this process tell; false: they cannot
 * tell. *unended: APART_UNENDED if it crashes at the end, else 0. */
static bool blank_apart(char *copy, size_t size, unsigned *unended,
                        arguments *args, CXIndex index)
{
  apart said;
  *unended = 0;
  for (int i = 0; i <= MOST_BLANKS; i++) {
    if (!apart_parse(&said, args, index, copy, size,
                     args->crash_flags | *unended, args->crash_relax,
                     count_nothing))
      return false;
    if (!said.died)
      return true;
    if (said.reached == UINT32_MAX && !*unended)
      *unended = APART_UNENDED;
    else if (!apart_blank(copy, size, args->dialect->words, said.reached))
      return false;
  }
  return false;
}

/* Blanks the declarations that libclang crashes on; false: there are others. */
static bool blank_declarations(char *copy, const char *text, size_t size,
                               const token *tokens, size_t token_count,
                               const arguments *args, CXIndex index)
{
  struct told told = { 0 };
  for (int i = 0; i < MOST_BLANKS && !told.whole; i++) {
    told = read_text(args, index, copy, size);
    if (!told.whole && !blank_next(copy, text, tokens, token_count, told.last))
      break;
  }
  return told.whole;
}

kept_unit rescue_parse(arguments *args, CXIndex index, const char *text,
                       size_t size, const token *tokens, size_t token_count,
                       unsigned flags)
{
  char *copy = mem_copy_bytes(text, size);
  kept_unit unit = { 0 };
  unsigned unended = 0;
  if (!may_crash(args, size) ||
      blank_apart(copy, size, &unended, args, index)) {
    flags |= unended;
    unit = parse(args, index, copy, size, flags);
  }
  if (!unit.unit && args->dialect->words & WORDS_CXX) {
    memcpy(copy, text, size);
    if (!blank_declarations(copy, text, size, tokens, token_count, args, index))
      flags |= CXTranslationUnit_SkipFunctionBodies;
    unit = parse(args, index, copy, size, flags);
  }
  free(copy);
  args->beside_count = 0;
  return unit;
}
