/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Turns libclang's cursors into facts about tokens.
 *
 * Locations are file locations, never presumed ones (line markers), and never
 * expansion locations if an argument has its own place: extents are wrong
 * inside macros, but an argument's tokens are where they were written. An
 * extent that does not begin and end with tokens of the file (a bad `case` has
 * [0, 0)) is ignored.
 *
 * Implicit conversions appear as unexposed expressions around their operand,
 * with the same extent. Cursors are visited outside in, so the first type seen
 * at an extent is the converted one; the last one, or that of the first cursor
 * with a kind of its own, is the operand's. (GNU's `a ?: b` repeats its child;
 * the same extent then gets the same facts again.)
 *
 * Children are collected one level at a time, with a stack of our own.
 */
#include "semantics.h"

#include <assert.h>
#include <string.h>

#include "syntax.h"
#include "visit.h"

/* ---- places ---- */

/* The offset in our file, or FACT_NONE. The column is not asked for: libclang counts it
 * from the beginning of the line, which may be the whole file. */
static uint32_t offset_of(const struct visit *v, CXSourceLocation location)
{
  CXFile file;
  unsigned offset;
  clang_getFileLocation(location, &file, NULL, NULL, &offset);
  bool ours = file && (file == v->file || clang_File_isEqual(file, v->file));
  return ours ? offset : FACT_NONE;
}

/* The first token that begins at or after the offset. */
static uint32_t find_token(const semantics *f, uint32_t offset)
{
  size_t low = 0, high = f->token_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (f->tokens[middle].begin < offset)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t)low;
}

uint32_t visit_token(const struct visit *v, CXSourceLocation location)
{
  uint32_t offset = offset_of(v, location);
  if (offset == FACT_NONE)
    return FACT_NONE;
  uint32_t at = find_token(v->f, offset);
  return at < v->f->token_count && v->f->tokens[at].begin == offset ? at
                                                                    : FACT_NONE;
}

bool visit_range(uint32_t *first, uint32_t *last, const struct visit *v,
                 CXCursor cursor)
{
  CXSourceRange range = clang_getCursorExtent(cursor);
  uint32_t end = offset_of(v, clang_getRangeEnd(range));
  *first = visit_token(v, clang_getRangeStart(range));
  if (*first == FACT_NONE || end == FACT_NONE)
    return false;
  uint32_t behind = find_token(v->f, end);
  if (behind == 0)
    return false;
  *last = behind - 1;
  return *last >= *first && v->f->tokens[*last].end == end;
}

/* ---- expressions ---- */

static void note_expression(struct visit *v, CXCursor cursor,
                            enum CXCursorKind kind)
{
  uint32_t first, last;
  CXType type = clang_getCursorType(cursor);
  if (type.kind == CXType_Invalid || !visit_range(&first, &last, v, cursor))
    return;
  uint64_t key = ((uint64_t)first << 32 | last) + 1;
  uint32_t id = types_add(&v->f->types, type);
  uint32_t at = map_find(&v->f->ranges, key);
  if (at == MAP_NONE) {
    at = (uint32_t)v->f->expressions.size;
    map_put(&v->f->ranges, key, at);
    ARRAY_PUSH(&v->f->expressions, (expression_fact){ id, id, false });
  }
  expression_fact *fact = &v->f->expressions.data[at];
  if (fact->settled)
    return;
  fact->own = id;
  fact->settled = kind != CXCursor_UnexposedExpr;
}

/* ---- symbols ---- */

/* libclang reads the linkage of a cursor that is not a declaration (a macro)
 * from memory that holds no declaration. */
bool visit_is_internal(CXCursor cursor)
{
  if (!clang_isDeclaration(cursor.kind))
    return false;
  return clang_Cursor_getStorageClass(cursor) == CX_SC_Static ||
         clang_getCursorLinkage(cursor) == CXLinkage_Internal;
}

static uint32_t add_symbol(struct visit *v, CXCursor canonical,
                           rd_symbol_kind kind)
{
  semantics *f = v->f;
  symbol_fact symbol = { .kind = (uint8_t)kind,
                         .owner = FACT_NONE,
                         .canonical = canonical };
  symbol.name = types_string(&f->pool, clang_getCursorSpelling(canonical));
  CXCursor parent = clang_getCursorSemanticParent(canonical);
  bool local = parent.kind == CXCursor_FunctionDecl ||
               kind == RD_SYMBOL_PARAMETER || kind == RD_SYMBOL_LABEL;
  symbol.flags =
      (uint8_t)((local ? RD_SYMBOL_LOCAL : 0) |
                (visit_is_internal(canonical) ? RD_SYMBOL_STATIC : 0));
  ARRAY_PUSH(&f->symbols, symbol);
  return (uint32_t)(f->symbols.size - 1);
}

static bool symbol_kind(rd_symbol_kind *out, enum CXCursorKind kind)
{
  static const struct {
    enum CXCursorKind cursor;
    rd_symbol_kind symbol;
  } rows[] = {
    { CXCursor_FunctionDecl, RD_SYMBOL_FUNCTION },
    { CXCursor_VarDecl, RD_SYMBOL_VARIABLE },
    { CXCursor_ParmDecl, RD_SYMBOL_PARAMETER },
    { CXCursor_FieldDecl, RD_SYMBOL_FIELD },
    { CXCursor_StructDecl, RD_SYMBOL_TAG },
    { CXCursor_UnionDecl, RD_SYMBOL_TAG },
    { CXCursor_EnumDecl, RD_SYMBOL_TAG },
    { CXCursor_TypedefDecl, RD_SYMBOL_TYPEDEF },
    { CXCursor_EnumConstantDecl, RD_SYMBOL_ENUMERATOR },
    { CXCursor_LabelStmt, RD_SYMBOL_LABEL },
    { CXCursor_MacroDefinition, RD_SYMBOL_MACRO },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].cursor == kind) {
      *out = rows[i].symbol;
      return true;
    }
  return false;
}

/* The symbol of a label, found by its place: the cursor that a goto refers to
 * differs from the visited one, since its parent differs. */
static uint32_t label_of(struct visit *v, CXCursor label)
{
  uint32_t at = visit_token(v, clang_getCursorLocation(label));
  if (at == FACT_NONE)
    return FACT_NONE;
  uint64_t key = UINT64_C(1) << 63 | at; /* above the keys of hashes */
  uint32_t symbol = map_find(&v->f->symbol_of, key);
  if (symbol == MAP_NONE) {
    symbol = add_symbol(v, label, RD_SYMBOL_LABEL);
    v->f->symbols.data[symbol].flags |= RD_SYMBOL_DEFINED;
    map_put(&v->f->symbol_of, key, symbol);
  }
  return symbol;
}

/* The symbol of the cursor's entity; FACT_NONE if it has none. */
static uint32_t symbol_of(struct visit *v, CXCursor cursor)
{
  rd_symbol_kind kind;
  if (!symbol_kind(&kind, clang_getCursorKind(cursor)))
    return FACT_NONE;
  if (kind == RD_SYMBOL_LABEL)
    return label_of(v, cursor);
  CXCursor canonical = clang_getCanonicalCursor(cursor);
  uint64_t key = (uint64_t)clang_hashCursor(canonical) << 8 | 1;
  for (;; key++) {
    uint32_t at = map_find(&v->f->symbol_of, key);
    if (at == MAP_NONE)
      break;
    if (clang_equalCursors(v->f->symbols.data[at].canonical, canonical))
      return at;
  }
  uint32_t symbol = add_symbol(v, canonical, kind);
  map_put(&v->f->symbol_of, key, symbol);
  return symbol;
}

static void note_declaration(struct visit *v, CXCursor cursor,
                             enum CXCursorKind kind)
{
  semantics *f = v->f;
  uint32_t at = visit_token(v, clang_getCursorLocation(cursor));
  uint32_t symbol = at == FACT_NONE ? FACT_NONE : symbol_of(v, cursor);
  if (symbol == FACT_NONE ||
      !token_is(&f->tokens[at], f->text, f->symbols.data[symbol].name))
    return;
  symbol_fact *fact = &f->symbols.data[symbol];
  fact->declared = true;
  if (clang_isCursorDefinition(cursor))
    fact->flags |= RD_SYMBOL_DEFINED;
  if (visit_is_internal(cursor))
    fact->flags |= RD_SYMBOL_STATIC;
  f->names[at] = symbol;
  f->declares[at] = 1;
  if (kind != CXCursor_StructDecl && kind != CXCursor_UnionDecl &&
      kind != CXCursor_EnumDecl)
    f->hints[at] = HINT_VALUE;
  if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) {
    uint32_t type = types_add(&f->types, clang_getCursorType(cursor));
    ARRAY_PUSH(&f->variables, (variable_fact){ .token = at, .type = type });
  }
}

static void note_reference(struct visit *v, CXCursor cursor,
                           enum CXCursorKind kind)
{
  semantics *f = v->f;
  CXSourceLocation location = clang_getCursorLocation(cursor);
  uint32_t at = visit_token(v, location);
  if (at == FACT_NONE)
    return;
  CXCursor target = clang_getCursorReferenced(cursor);
  enum CXCursorKind target_kind = clang_getCursorKind(target);
  if (f->tokens[at].kind != TOKEN_IDENTIFIER)
    return;
  if (f->hints[at] == HINT_NONE)
    f->hints[at] = target_kind == CXCursor_TypedefDecl ? HINT_TYPE
                   : kind == CXCursor_DeclRefExpr      ? HINT_VALUE
                                                       : HINT_NONE;
  uint32_t symbol = symbol_of(v, target);
  if (symbol != FACT_NONE && !f->declares[at] &&
      token_is(&f->tokens[at], f->text, f->symbols.data[symbol].name))
    f->names[at] = symbol;
}

/* ---- the visit ---- */

static enum CXChildVisitResult collect_child(CXCursor cursor, CXCursor parent,
                                             CXClientData data)
{
  struct visit *v = data;
  (void)parent;
  ARRAY_PUSH(&v->children, cursor);
  return CXChildVisit_Continue;
}

static void push_children(struct visit *v, CXCursor cursor)
{
  v->children.size = 0;
  clang_visitChildren(cursor, collect_child, v);
  for (size_t i = v->children.size; i-- > 0;)
    ARRAY_PUSH(&v->stack, v->children.data[i]);
}

/* Is this the first visit? A tag that a declaration defines is visited with
 * each of its declarators, and so are the tags in it: without this check, the
 * time would grow exponentially with the nesting. */
static bool is_new(struct visit *v, CXCursor cursor, enum CXCursorKind kind)
{
  bool tag = kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl ||
             kind == CXCursor_ClassDecl || kind == CXCursor_EnumDecl;
  if (clang_isReference(kind))
    return false; /* has no children */
  if (v->f->cxx && !tag)
    return true;
  uint64_t key = (uint64_t)clang_hashCursor(cursor) << 8 | 1;
  for (;; key++) {
    uint32_t at = map_find(&v->seen_at, key);
    if (at == MAP_NONE)
      break;
    if (clang_equalCursors(v->seen.data[at], cursor))
      return false;
  }
  map_put(&v->seen_at, key, (uint32_t)v->seen.size);
  ARRAY_PUSH(&v->seen, cursor);
  return true;
}

static void note(struct visit *v, CXCursor cursor)
{
  enum CXCursorKind kind = clang_getCursorKind(cursor);
  bool c_only = kind == CXCursor_LabelStmt || kind == CXCursor_LabelRef ||
                kind == CXCursor_MacroDefinition ||
                kind == CXCursor_MacroExpansion;
  if (v->f->cxx && !c_only) {
    references_note(v, cursor, kind);
    if (clang_isExpression(kind))
      note_expression(v, cursor, kind);
    return;
  }
  if (clang_isDeclaration(kind) || kind == CXCursor_LabelStmt ||
      kind == CXCursor_MacroDefinition)
    note_declaration(v, cursor, kind);
  else if (clang_isReference(kind) || kind == CXCursor_MacroExpansion)
    note_reference(v, cursor, kind);
  else if (clang_isExpression(kind)) {
    note_expression(v, cursor, kind);
    if (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr)
      note_reference(v, cursor, kind);
  }
}

static void visit_unit(struct visit *v, CXTranslationUnit unit)
{
  push_children(v, clang_getTranslationUnitCursor(unit));
  size_t kept = 0;
  for (size_t i = 0; i < v->stack.size; i++) {
    CXSourceLocation location = clang_getCursorLocation(v->stack.data[i]);
    if (offset_of(v, location) != FACT_NONE)
      v->stack.data[kept++] = v->stack.data[i];
  }
  v->stack.size = kept;
  while (v->stack.size) {
    CXCursor cursor = v->stack.data[--v->stack.size];
    note(v, cursor);
    if (is_new(v, cursor, clang_getCursorKind(cursor)))
      push_children(v, cursor);
  }
}

static void mark_skipped(struct visit *v, CXTranslationUnit unit)
{
  semantics *f = v->f;
  CXSourceRangeList *list = clang_getSkippedRanges(unit, v->file);
  for (unsigned i = 0; list && i < list->count; i++) {
    uint32_t begin = offset_of(v, clang_getRangeStart(list->ranges[i]));
    uint32_t end = offset_of(v, clang_getRangeEnd(list->ranges[i]));
    if (begin == FACT_NONE || end == FACT_NONE)
      continue;
    uint32_t first = find_token(f, begin);
    for (uint32_t at = first; at < f->token_count && f->tokens[at].begin < end;
         at++)
      f->skipped[at] = (uint8_t)((f->tokens[at].directive ? 0 : SKIPPED) |
                                 (at > first ? SKIPPED_BEFORE : 0));
  }
  if (list)
    clang_disposeSourceRangeList(list);
}

void semantics_collect(semantics *out, CXTranslationUnit unit, CXFile file,
                       const char *text, const token *tokens,
                       size_t token_count, bool cxx)
{
  *out = (semantics){ .unit = unit,
                      .cxx = cxx,
                      .file = file,
                      .text = text,
                      .tokens = tokens,
                      .token_count = token_count };
  out->hints = mem_alloc(token_count, 1);
  out->skipped = mem_alloc(token_count, 1);
  out->declares = mem_alloc(token_count, 1);
  out->names = mem_alloc(token_count, sizeof *out->names);
  memset(out->names, 0xff, token_count * sizeof *out->names);
  out->marks = mem_alloc(cxx ? token_count : 0, 1);
  if (!unit)
    return;
  struct visit v = { .f = out, .file = file };
  v.symbol_at = mem_alloc(cxx ? token_count : 0, sizeof *v.symbol_at);
  memset(v.symbol_at, 0xff, cxx ? token_count * sizeof *v.symbol_at : 0);
  mark_skipped(&v, unit);
  visit_unit(&v, unit);
  if (cxx)
    references_settle(&v);
  free(v.stack.data);
  free(v.children.data);
  free(v.seen.data);
  map_free(&v.seen_at);
  free(v.symbol_at);
  free(v.references.data);
  free(v.wholes.data);
  free(v.guards.data);
}

void semantics_free(semantics *f)
{
  free(f->hints);
  free(f->skipped);
  free(f->declares);
  free(f->names);
  free(f->expressions.data);
  free(f->symbols.data);
  free(f->variables.data);
  free(f->marks);
  free(f->uses.data);
  free(f->wholes.data);
  free(f->guards.data);
  map_free(&f->ranges);
  map_free(&f->symbol_of);
  types_free(&f->types);
  strings_free(&f->pool);
  *f = (semantics){ 0 };
}

const expression_fact *semantics_expression(const semantics *f,
                                            uint32_t first_token,
                                            uint32_t last_token)
{
  uint32_t at =
      map_find(&f->ranges, ((uint64_t)first_token << 32 | last_token) + 1);
  return at == MAP_NONE ? NULL : &f->expressions.data[at];
}
