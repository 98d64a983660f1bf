/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The front end for C and what extends it: parsing, checking, opening.
 *
 * libclang parses the text and determines what its names and expressions mean
 * (semantics.c); our parser reads the structure from the tokens (parser.c);
 * build.c combines both in a tree. If libclang yields no translation unit, not
 * even after its own crash recovery, the tree is built without facts: it has
 * structure, but no types and references.
 *
 * The index and the current translation unit are the only libclang objects that
 * outlive a helper's call.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "apart.h"
#include "args.h"
#include "build.h"
#include "clang.h"
#include "rescue.h"
#include "rewrite.h"
#include "units.h"
#include "unknown.h"
#include "varargs.h"

typedef struct state {
  CXIndex index;
  arguments args;
} state;

/* Do lines of the text begin with '#'? Only then is a record of macros worth
 * its cost. */
static bool has_directives(const token *tokens, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (tokens[i].directive)
      return true;
  return false;
}

/* Adds symbols and rewrites, which refer to nodes. */
static void add_meaning(build *b)
{
  symbols_add(b);
  rewrite_all(b);
}

static rd_status parse_text(void *opened, rd_builder *builder, rd_error *err)
{
  state *st = opened;
  size_t size;
  const char *text = rd_builder_text(builder, &size);
  token *tokens;
  uint32_t words = st->args.dialect->words;
  map names = { 0 }, *known = words & WORDS_CXX ? &names : NULL;
  size_t count = syntax_lex(&tokens, words, known, text, size);
  unsigned flags = has_directives(tokens, count)
                       ? CXTranslationUnit_DetailedPreprocessingRecord
                       : CXTranslationUnit_None;
  semantics f;
  syntax s;
  (void)err;
  kept_unit unit =
      rescue_parse(&st->args, st->index, text, size, tokens, count, flags);
  CXFile file = unit.unit ? clang_getFile(unit.unit, st->args.file_name) : NULL;
  semantics_collect(&f, unit.unit, file, text, tokens, count, known != NULL);
  f.cxx98 = known && arguments_are_cxx98(&st->args);
  syntax_parse(&s, text, tokens, count, known, f.hints, f.skipped);
  if (known)
    unknown_declare(&f, &s);
  build_tree(builder, &s, &f, add_meaning);
  syntax_free(&s);
  semantics_free(&f);
  if (unit.unit)
    units_release(&st->args, unit, size);
  map_free(&names);
  free(tokens);
  return RD_OK;
}

/* The strings of a diagnostic. */
typedef struct complaint {
  const char *text, *option, *category;
} complaint;

/* Is the constraint that the message quotes a number? */
static bool names_operand(const char *text)
{
  static const char before[] = "constraint '";
  const char *at = strstr(text, before);
  return at && isdigit((unsigned char)at[strlen(before)]);
}

/* Constraints and register names depend on the target, not the source; what is
 * assigned to, and operands named by their number, do not. */
static bool is_about_asm(const complaint *of)
{
  if (strstr(of->text, "lvalue in asm") || names_operand(of->text))
    return false;
  return strstr(of->text, " in asm") || strstr(of->text, "constraint") ||
         strstr(of->text, "inline asm");
}

/* Removes from the message the parts that differ between errors of one kind:
 * quoted names and types with bracketed additions, numbers, and the advice
 * after a semicolon. Shortens `text` in place. */
static size_t strip_message(char *text)
{
  size_t size = 0;
  bool quoted = false;
  unsigned depth = 0;
  for (const char *at = text; *at && (quoted || *at != ';'); at++) {
    quoted ^= *at == '\'';
    depth += !quoted && *at == '(';
    if (!quoted && !depth && *at != '\'' && !isdigit((unsigned char)*at))
      text[size++] = *at;
    depth -= !quoted && depth && *at == ')';
  }
  return size;
}

/* Syntax errors hide other errors, so they have bits of their own. Uses hash
 * bits that depend on all bytes of the message. */
static uint16_t kind_bit(const complaint *of)
{
  enum { SYNTAX_KINDS = 4, SEMANTIC_KINDS = 12 };
  char *message = mem_copy(of->text);
  uint64_t hash = hash_bytes(message, strip_message(message)) >> 40;
  free(message);
  return (uint16_t)(1u << (starts_with(of->category, "Semantic")
                               ? SYNTAX_KINDS + hash % SEMANTIC_KINDS
                               : hash % SYNTAX_KINDS));
}

/* What stands for an option where a limit is exceeded. */
#define LIMIT "-fconstexpr-steps"

/* A habit is known by its option. Those that newer compilers reject, and their
 * trees avoid, have bits of their own. */
static uint16_t habit_bit(const complaint *of)
{
  static const char *const own[] = { "-Wimplicit-int",
                                     "-Wimplicit-function-declaration",
                                     "-Wundefined-internal",
                                     "-Wint-conversion",
                                     "-Wincompatible-pointer-types",
                                     "-Wincompatible-function-pointer-types",
                                     "-Wreturn-mismatch",
                                     "-Wdeprecated-non-prototype",
                                     LIMIT };
  enum { OWN = sizeof own / sizeof *own, ALL = 16 };
  for (size_t i = 0; i < OWN; i++)
    if (!strcmp(of->option, own[i]))
      return (uint16_t)(1u << i);
  uint64_t hash = hash_bytes(of->option, strlen(of->option)) >> 40;
  return (uint16_t)(1u << (OWN + hash % (ALL - OWN)));
}

/* Adds the name of its option, if that is not there yet. */
static void name_habit(rd_diagnostics *diagnostics, const complaint *of)
{
  char *names = diagnostics->habit_names;
  if (!starts_with(of->option, "-W"))
    return;
  const char *name = of->option + 2;
  size_t used = strlen(names), size = strlen(name);
  for (const char *at = names; (at = strstr(at, name)); at++)
    if ((at == names || at[-1] == ',') && (!at[size] || at[size] == ','))
      return;
  if (used + size + 2 <= sizeof diagnostics->habit_names)
    (void)snprintf(names + used, sizeof diagnostics->habit_names - used, "%s%s",
                   used ? "," : "", name);
}

/* Has libclang given up what another compiler may go on with: an expression that takes
 * too long to evaluate? */
static bool is_unfinished(CXDiagnostic diagnostic)
{
  CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
  unsigned count = clang_getNumDiagnosticsInSet(notes);
  bool found = false;
  for (unsigned i = 0; i < count && !found; i++) {
    strings pool = { 0 };
    CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
    const char *text = types_string(&pool, clang_getDiagnosticSpelling(note));
    found = starts_with(text, "constexpr evaluation ");
    strings_free(&pool);
    clang_disposeDiagnostic(note);
  }
  return found;
}

/* An error that an option can downgrade to a warning is a matter of taste, unless
 * the command insists on it: compilers and versions differ. So is a limit. */
static void add_error(rd_diagnostics *diagnostics, const arguments *args,
                      CXDiagnostic diagnostic)
{
  strings pool = { 0 };
  complaint of = {
    .text = types_string(&pool, clang_getDiagnosticSpelling(diagnostic)),
    .option = types_string(&pool, clang_getDiagnosticOption(diagnostic, NULL)),
    .category = types_string(&pool, clang_getDiagnosticCategoryText(diagnostic))
  };
  bool is_habit = *of.option && !arguments_insist(args, of.option);
  if (is_unfinished(diagnostic)) {
    of.option = LIMIT;
    is_habit = true;
  }
  if (!is_about_asm(&of)) {
    diagnostics->errors++;
    diagnostics->habits += is_habit;
    if (is_habit) {
      diagnostics->habit_kinds |= habit_bit(&of);
      name_habit(diagnostics, &of);
    } else {
      diagnostics->kinds |= kind_bit(&of);
    }
  }
  strings_free(&pool);
}

static bool has_place(CXDiagnostic diagnostic)
{
  CXSourceLocation at = clang_getDiagnosticLocation(diagnostic);
  return !clang_equalLocations(at, clang_getNullLocation());
}

/* The set is requested only once: a unit whose notes are attached to their
 * errors rebuilds its set at each query for a diagnostic. *stays_out: the unit
 * would have an error still when it is parsed again with another text, as it does one
 * without a place. */
static rd_diagnostics count_all(bool *stays_out, const kept_unit *unit,
                                const arguments *args)
{
  CXDiagnosticSet set = clang_getDiagnosticSetFromTU(unit->unit);
  rd_diagnostics diagnostics = unit->head_errors;
  unsigned count = clang_getNumDiagnosticsInSet(set);
  for (unsigned i = 0; i < count; i++) {
    CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      add_error(&diagnostics, args, diagnostic);
      *stays_out |= !has_place(diagnostic);
    }
    clang_disposeDiagnostic(diagnostic);
  }
  clang_disposeDiagnosticSet(set);
  if (arguments_insist(args, "-Wvarargs") &&
      varargs_differ(unit->unit, args->file_name)) {
    diagnostics.errors++;
    diagnostics.kinds |=
        kind_bit(&(complaint){ .text = "va_arg of a type that no argument has",
                               .category = "Semantic Issue" });
  }
  return diagnostics;
}

static rd_diagnostics count_errors(const kept_unit *unit, const arguments *args)
{
  bool stays = false;
  return count_all(&stays, unit, args);
}

/* What a text shows whatever libclang makes of it. */
static uint32_t count_lone_brackets(const char *text, size_t size,
                                    uint32_t words)
{
  token *tokens;
  map names = { 0 }, *known = words & WORDS_CXX ? &names : NULL;
  size_t count = syntax_lex(&tokens, words, known, text, size);
  syntax s;
  syntax_open(&s, text, tokens, count, known, NULL);
  uint32_t lone = syntax_lone_brackets(&s);
  syntax_free(&s);
  map_free(&names);
  free(tokens);
  return lone;
}

/* Does the line leave a bracket open, or close another? Not known of what nests too
 * deep. An apostrophe in a number separates digits. */
static bool is_line_unbalanced(const char *at, const char *end)
{
  static const char brackets[] = "([{)]}";
  enum { KINDS = 3, MOST_OPEN = 64 };
  char open[MOST_OPEN];
  size_t depth = 0;
  char quote = '\0';
  for (; at < end && (*at != '\n' || at[-1] == '\\'); at++) {
    const char *bracket = memchr(brackets, *at, sizeof brackets - 1);
    if (quote)
      quote = *at == quote && at[-1] != '\\' ? '\0' : quote;
    else if (*at == '"' || (*at == '\'' && !isdigit((unsigned char)at[-1])))
      quote = *at;
    else if (bracket && bracket >= brackets + KINDS) {
      if (!depth || open[--depth] != *at)
        return true;
    } else if (bracket) {
      if (depth == MOST_OPEN)
        return false;
      open[depth++] = bracket[KINDS];
    }
  }
  return depth > 0;
}

/* In a class, libclang 19 reads such a pragma for ever. */
static bool has_broken_pragma(const char *text, size_t size)
{
  static const char words[] = "#pragma omp";
  const char *end = text + size, *at = text;
  while ((at = memmem(at, (size_t)(end - at), words, sizeof words - 1))) {
    if (is_line_unbalanced(at, end))
      return true;
    at += sizeof words - 1;
  }
  return false;
}

static unsigned check_flags(const char *text, size_t size)
{
  return units_has_head(text, size) ? UNITS_HEADED
                                    : (unsigned)CXTranslationUnit_None;
}

/* libclang crashed on the text; *out: what it had found before. */
static rd_status fail_crashed(rd_diagnostics *out, rd_error *err)
{
  out->is_partial = true;
  return rd_fail(err, RD_ERR_DIED, "libclang crashed");
}

/* Finds the errors before the place of a crash. False: what they are may depend on
 * earlier texts. */
static bool check_before(rd_diagnostics *out, state *st, const char *text,
                         size_t size, uint32_t reached, unsigned flags,
                         uint32_t relax)
{
  bool is_end = reached == UINT32_MAX;
  apart before = { .is_fresh = true };
  char *cut =
      is_end ? mem_copy_bytes(text, size)
             : apart_cut(&size, text, size, st->args.dialect->words, reached);
  if (cut &&
      apart_parse(&before, &st->args, st->index, cut, size,
                  flags | (is_end ? APART_UNENDED : 0), relax, count_errors))
    *out = before.found;
  free(cut);
  return before.is_fresh;
}

/* Texts of one reduction mostly crash all alike: once one does, and until a few did
 * not, each goes to a child. *done_out: false if this one has to be read here. */
static rd_status check_apart(rd_diagnostics *out, bool *done_out, state *st,
                             const char *text, size_t size, unsigned flags,
                             uint32_t relax, rd_error *err)
{
  enum { ENOUGH = 16 };
  apart said = { .died = false };
  *done_out = (st->args.crashes || st->args.survived < ENOUGH) &&
              apart_parse(&said, &st->args, st->index, text, size, flags, relax,
                          count_errors);
  *out = said.found;
  out->is_apart = *done_out && (said.is_fresh || flags != 0);
  if (!said.died)
    return RD_OK;
  bool is_fresh =
      check_before(out, st, text, size, said.reached, flags, relax) &&
      said.is_fresh;
  out->is_apart = is_fresh || flags != 0;
  return fail_crashed(out, err);
}

static rd_status check_here(rd_diagnostics *out, state *st, const char *text,
                            size_t size, unsigned flags, uint32_t relax,
                            rd_error *err)
{
  kept_unit unit;
  bool stays = false;
  *out = (rd_diagnostics){ 0 };
  if (units_parse(&unit, &st->args, st->index, text, size, flags, relax) ||
      !unit.unit)
    return fail_crashed(out, err);
  *out = count_all(&stays, &unit, &st->args);
  if (stays)
    clang_disposeTranslationUnit(unit.unit);
  else
    units_release(&st->args, unit, size);
  return RD_OK;
}

static rd_status check_text(rd_diagnostics *out, void *opened, const char *text,
                            size_t size, uint32_t relax, rd_error *err)
{
  state *st = opened;
  unsigned flags = check_flags(text, size);
  bool done;
  if (has_broken_pragma(text, size)) {
    *out = (rd_diagnostics){ .errors = 1, .kinds = 1 };
    return RD_OK;
  }
  rd_status status = check_apart(out, &done, st, text, size, flags, relax, err);
  if (!done)
    status = check_here(out, st, text, size, flags, relax, err);
  out->lone_brackets = count_lone_brackets(text, size, st->args.dialect->words);
  st->args.beside_count = 0;
  return status;
}

static rd_status open_state(void **state_out,
                            const rd_frontend_options *options, rd_error *err)
{
  if (options->version != RD_FRONTEND_ABI)
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "front end options of version %u, not %d", options->version,
                   RD_FRONTEND_ABI);
  state *st = mem_alloc(1, sizeof *st);
  st->index = clang_createIndex(0, 0);
  if (!st->index) {
    free(st);
    return rd_fail(err, RD_ERR_UNSUPPORTED, "libclang gives no index");
  }
  arguments_choose(&st->args, st->index, options);
  st->args.count = count_errors;
  *state_out = st;
  return RD_OK;
}

static void set_beside(void *opened, const rd_beside *files, size_t count)
{
  state *st = opened;
  st->args.beside = files;
  st->args.beside_count = count;
}

static void close_state(void *opened)
{
  state *st = opened;
  if (!st)
    return;
  arguments_free(&st->args);
  clang_disposeIndex(st->index);
  free(st);
}

const rd_frontend *clang_frontend(void)
{
  static const rd_frontend frontend = {
    .abi = RD_FRONTEND_ABI,
    .name = "clang",
    .description = "C, C++, Objective-C, OpenCL, CUDA and HIP, with the "
                   "knowledge of libclang",
    .languages = dialect_languages,
    .lexicon = "tokens",
    .uses = RD_USES_LAYOUT | RD_USES_NAMING | RD_USES_STANDARD,
    .checker = "libclang",
    .relax_steps = RELAX_STEPS,
    .rules = rewrite_rules,
    .open = open_state,
    .parse = parse_text,
    .check = check_text,
    .close = close_state,
    .beside = set_beside,
  };
  return &frontend;
}
