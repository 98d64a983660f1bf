/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces an #include with the used parts of its header, or with the text of
 * the file.
 *
 * A text uses those symbols of a header that its tokens name and that it does
 * not declare itself (semantics.c). Each is rewritten in as few tokens as
 * possible, with canonical types, so that no typedef of the header is needed;
 * of a struct, only the members that are named; of an enumeration, only the
 * enumerators; of a macro, its definition and those of the macros in it.
 * libclang's record of inclusions determines which #include brought in a
 * header; a header included twice belongs to the first.
 *
 * Replacing all at once is tried first: if two headers include a third,
 * replacing only one of them may declare a type twice.
 */
#include "base/hash.h"
#include "directives.h"

#include <string.h>

/* Limits on nested types and macros; beyond them the rewrite is dropped. */
enum { MOST_DEPTH = 12, MOST_MACROS = 40 };

typedef struct includes {
  rewriter *r;
  directives list; /* the #include directives */
  map by_file;     /* hash of a file to its index there */
  map macros;      /* hash of a name to its definition */
  ARRAY(CXCursor) definitions;
  ARRAY(CXCursor) records; /* already written */
  size_t index; /* the #include whose declarations are being written */
  textbuf out;
  bool failed; /* something cannot be written */
} includes;

/* ---- what came by which #include ---- */

/* 0 if there is no file. */
static uint64_t hash_file(CXFile file)
{
  CXFileUniqueID id;
  if (!file || clang_getFileUniqueID(file, &id))
    return 0;
  return hash_bytes((const char *)&id, sizeof id);
}

static void note_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth,
                           CXClientData data)
{
  includes *all = data;
  const token *tokens = all->r->s->tokens;
  unsigned line, column, offset;
  CXFile main_file;
  uint64_t key = hash_file(file);
  if (!depth || !key || map_find(&all->by_file, key) != MAP_NONE)
    return;
  clang_getFileLocation(stack[depth - 1], &main_file, &line, &column, &offset);
  for (uint32_t i = 0; i < all->list.size; i++) {
    const directive *d = &all->list.data[i];
    if (tokens[d->first].begin <= offset && offset < tokens[d->end - 1].end)
      map_put(&all->by_file, key, i);
  }
}

/* The index of the #include that brought in the cursor's declaration. */
static uint32_t include_of(const includes *all, CXCursor cursor)
{
  CXFile file;
  unsigned line, column, offset;
  clang_getFileLocation(clang_getCursorLocation(cursor), &file, &line, &column,
                        &offset);
  uint64_t key = hash_file(file);
  return key ? map_find(&all->by_file, key) : MAP_NONE;
}

static bool is_ours(const includes *all, CXCursor cursor)
{
  return include_of(all, cursor) == all->index;
}

/* ---- types ---- */

static const char *declared(includes *all, CXType type, const char *name,
                            int depth);

static const char *parameters(includes *all, CXType type, int depth)
{
  const char *list = "";
  int count = clang_getNumArgTypes(type);
  for (int i = 0; i < count; i++)
    list = rewrite_format(
        all->r, "%s%s%s", list, i ? "," : "",
        declared(all, clang_getArgType(type, (unsigned)i), "", depth + 1));
  if (clang_isFunctionTypeVariadic(type) && count > 0)
    return rewrite_format(all->r, "%s,...", list);
  bool is_empty = type.kind == CXType_FunctionProto && count == 0;
  return is_empty ? "void" : list;
}

static bool needs_parentheses(CXType pointee)
{
  return pointee.kind == CXType_FunctionProto ||
         pointee.kind == CXType_FunctionNoProto ||
         pointee.kind == CXType_ConstantArray ||
         pointee.kind == CXType_IncompleteArray;
}

/* A type other than a pointer, array or function. */
static const char *named(includes *all, CXType type)
{
  const char *text = rewrite_spelling(all->r, type);
  all->failed |= strchr(text, '(') != NULL; /* it has no name */
  return text;
}

/* A declaration of `name`, written from the inside out. */
static const char *declared(includes *all, CXType type, const char *name,
                            int depth)
{
  rewriter *r = all->r;
  type = clang_getCanonicalType(type);
  all->failed |= depth > MOST_DEPTH;
  if (all->failed)
    return "";
  if (type.kind == CXType_Pointer) {
    CXType to = clang_getPointeeType(type);
    bool wraps = needs_parentheses(clang_getCanonicalType(to));
    const char *constant = clang_isConstQualifiedType(type) ? "const " : "";
    name = rewrite_format(r, wraps ? "(*%s%s)" : "*%s%s", constant, name);
    return declared(all, to, name, depth + 1);
  }
  if (type.kind == CXType_ConstantArray)
    return declared(
        all, clang_getArrayElementType(type),
        rewrite_format(r, "%s[%lld]", name, clang_getArraySize(type)),
        depth + 1);
  if (type.kind == CXType_IncompleteArray)
    return declared(all, clang_getArrayElementType(type),
                    rewrite_format(r, "%s[]", name), depth + 1);
  if (type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto)
    return declared(
        all, clang_getResultType(type),
        rewrite_format(r, "%s(%s)", name, parameters(all, type, depth)),
        depth + 1);
  return rewrite_format(r, *name ? "%s %s" : "%s%s", named(all, type), name);
}

/* ---- structs and unions ---- */

static bool is_written(const includes *all, CXCursor record)
{
  for (size_t i = 0; i < all->records.size; i++)
    if (clang_equalCursors(all->records.data[i], record))
      return true;
  return false;
}

static void write_record(includes *all, CXCursor record, int depth);

/* A struct inside a struct must be complete. */
static void write_needed(includes *all, CXType type, int depth)
{
  type = clang_getCanonicalType(type);
  while (type.kind == CXType_ConstantArray)
    type = clang_getCanonicalType(clang_getArrayElementType(type));
  if (type.kind == CXType_Record)
    write_record(all, clang_getTypeDeclaration(type), depth);
}

static const char *members(includes *all, CXCursor record, int depth)
{
  const semantics *f = all->r->f;
  const char *text = "";
  for (size_t i = 0; i < f->symbols.size; i++) {
    const symbol_fact *symbol = &f->symbols.data[i];
    CXCursor at = symbol->canonical;
    if (symbol->kind != RD_SYMBOL_FIELD || !*symbol->name ||
        !clang_equalCursors(
            clang_getCanonicalCursor(clang_getCursorSemanticParent(at)),
            record))
      continue;
    CXType type = clang_getCursorType(at);
    write_needed(all, type, depth + 1);
    text = rewrite_format(all->r, "%s %s;", text,
                          declared(all, type, symbol->name, depth));
  }
  return *text ? text : " int i;";
}

/* Writes each of this #include's records once, records inside it first. */
static void write_record(includes *all, CXCursor record, int depth)
{
  record = clang_getCanonicalCursor(record);
  if (!is_ours(all, record) || is_written(all, record))
    return;
  ARRAY_PUSH(&all->records, record);
  all->failed |= depth > MOST_DEPTH;
  const char *type = named(all, clang_getCursorType(record));
  const char *text = all->failed ? "" : members(all, record, depth);
  bool is_tagged = strchr(type, ' ') != NULL;
  bool is_union = clang_getCursorKind(record) == CXCursor_UnionDecl;
  if (is_tagged)
    text_printf(&all->out, "%s {%s };\n", type, text);
  else
    text_printf(&all->out, "typedef %s {%s } %s;\n",
                is_union ? "union" : "struct", text, type);
}

/* ---- macros ---- */

static enum CXChildVisitResult note_macro(CXCursor cursor, CXCursor parent,
                                          CXClientData data)
{
  includes *all = data;
  (void)parent;
  if (clang_getCursorKind(cursor) != CXCursor_MacroDefinition)
    return CXChildVisit_Continue;
  const char *name =
      types_string(&all->r->pool, clang_getCursorSpelling(cursor));
  map_put(&all->macros, hash_bytes(name, strlen(name)),
          (uint32_t)all->definitions.size);
  ARRAY_PUSH(&all->definitions, cursor);
  return CXChildVisit_Continue;
}

/* If a name in a definition is a macro, appends it to the list of macros to
 * write. */
static void add_named(includes *all, uint32_t *list, size_t *count,
                      const char *name)
{
  uint32_t at = map_find(&all->macros, hash_bytes(name, strlen(name)));
  if (at == MAP_NONE || include_of(all, all->definitions.data[at]) == MAP_NONE)
    return;
  for (size_t i = 0; i < *count; i++)
    if (list[i] == at)
      return;
  if (*count < MOST_MACROS)
    list[(*count)++] = at;
  else
    all->failed = true;
}

static void write_macro(includes *all, uint32_t *list, size_t *count,
                        CXCursor macro)
{
  CXTranslationUnit unit = clang_Cursor_getTranslationUnit(macro);
  bool has_parameters = clang_Cursor_isMacroFunctionLike(macro) != 0;
  CXToken *tokens = NULL;
  unsigned size = 0;
  clang_tokenize(unit, clang_getCursorExtent(macro), &tokens, &size);
  text_puts(&all->out, "#define");
  for (unsigned i = 0; i < size; i++) {
    const char *text =
        types_string(&all->r->pool, clang_getTokenSpelling(unit, tokens[i]));
    bool adjoins = i == 1 && has_parameters;
    if (clang_getTokenKind(tokens[i]) == CXToken_Comment)
      continue;
    text_printf(&all->out, "%s%s", adjoins ? "" : " ", text);
    if (i > 0 && clang_getTokenKind(tokens[i]) == CXToken_Identifier)
      add_named(all, list, count, text);
  }
  text_puts(&all->out, "\n");
  clang_disposeTokens(unit, tokens, size);
}

/* Writes the used macros of this #include and all macros that they need,
 * including those of another header, which may be removed too. */
static void write_macros(includes *all)
{
  const semantics *f = all->r->f;
  uint32_t list[MOST_MACROS];
  size_t count = 0;
  for (size_t i = 0; i < f->symbols.size; i++) {
    const symbol_fact *symbol = &f->symbols.data[i];
    if (symbol->kind == RD_SYMBOL_MACRO && !symbol->declared &&
        is_ours(all, symbol->canonical))
      add_named(all, list, &count, symbol->name);
  }
  for (size_t i = 0; i < count; i++)
    write_macro(all, list, &count, all->definitions.data[list[i]]);
}

/* ---- symbols ---- */

static void write_typedef(includes *all, const symbol_fact *symbol)
{
  CXType type = clang_getTypedefDeclUnderlyingType(symbol->canonical);
  CXType canonical = clang_getCanonicalType(type);
  bool names_record =
      canonical.kind == CXType_Record && !strchr(named(all, canonical), ' ');
  if (names_record)
    write_record(all, clang_getTypeDeclaration(canonical), 0);
  else
    text_printf(&all->out, "typedef %s;\n",
                declared(all, type, symbol->name, 0));
}

static void write_symbol(includes *all, const symbol_fact *symbol)
{
  CXType type = clang_getCursorType(symbol->canonical);
  switch ((rd_symbol_kind)symbol->kind) {
  case RD_SYMBOL_FUNCTION:
    text_printf(&all->out, "%s;\n", declared(all, type, symbol->name, 0));
    break;
  case RD_SYMBOL_VARIABLE:
    text_printf(&all->out, "extern %s;\n",
                declared(all, type, symbol->name, 0));
    break;
  case RD_SYMBOL_TYPEDEF:
    write_typedef(all, symbol);
    break;
  case RD_SYMBOL_ENUMERATOR:
    text_printf(&all->out, "enum { %s = %lld };\n", symbol->name,
                clang_getEnumConstantDeclValue(symbol->canonical));
    break;
  default:
    break;
  }
}

/* Types come before the symbols that use them. */
static void write_symbols(includes *all, bool are_types)
{
  const semantics *f = all->r->f;
  for (size_t i = 0; i < f->symbols.size && !all->failed; i++) {
    const symbol_fact *symbol = &f->symbols.data[i];
    bool is_type = symbol->kind == RD_SYMBOL_TYPEDEF;
    if (!symbol->declared && *symbol->name && is_type == are_types &&
        is_ours(all, symbol->canonical))
      write_symbol(all, symbol);
  }
}

/* Records that are the type of an expression. */
static void write_records(includes *all)
{
  const semantics *f = all->r->f;
  for (size_t i = 0; i < f->types.facts.size && !all->failed; i++)
    write_needed(all, f->types.facts.data[i].type, 0);
}

/* The used parts of #include number `index`, or NULL. */
static const char *used_of(includes *all, size_t index)
{
  all->index = index;
  all->failed = false;
  all->records.size = 0;
  write_macros(all);
  write_records(all);
  write_symbols(all, true);
  write_symbols(all, false);
  size_t size;
  char *text = strings_take(&all->r->pool, text_take(&all->out, &size));
  if (size && text[size - 1] == '\n')
    text[size - 1] = '\0';
  return all->failed ? NULL : text;
}

/* ---- rules ---- */

static void replace(includes *all, size_t index, const char *text)
{
  uint32_t node = all->list.data[index].node;
  if (*text)
    rd_builder_edit_text(all->r->b->builder, node, text);
  else
    rd_builder_edit_drop(all->r->b->builder, node);
}

static void offer_used(includes *all)
{
  const char **texts = mem_alloc(all->list.size + 1, sizeof *texts);
  size_t count = 0;
  for (size_t i = 0; i < all->list.size; i++) {
    texts[i] = used_of(all, i);
    count += texts[i] != NULL;
  }
  if (count > 1)
    rewrite_open(all->r);
  for (size_t i = 0; count > 1 && i < all->list.size; i++)
    if (texts[i])
      replace(all, i, texts[i]);
  for (size_t i = 0; i < all->list.size; i++)
    if (texts[i] && *texts[i]) {
      rewrite_open(all->r);
      replace(all, i, texts[i]);
    }
  free(texts);
}

/* Does the text use a macro of a header? Otherwise examining all macros is not
 * worthwhile. */
static bool uses_macros(const includes *all)
{
  const semantics *f = all->r->f;
  for (size_t i = 0; i < f->symbols.size; i++)
    if (f->symbols.data[i].kind == RD_SYMBOL_MACRO &&
        include_of(all, f->symbols.data[i].canonical) != MAP_NONE)
      return true;
  return false;
}

static void find_includes(includes *all, CXTranslationUnit unit)
{
  directives list = { 0 };
  directives_list(&list, all->r);
  for (size_t i = 0; i < list.size; i++)
    if (directive_is(all->r, &list.data[i], "include"))
      ARRAY_PUSH(&all->list, list.data[i]);
  free(list.data);
  if (!all->list.size || !unit)
    return;
  clang_getInclusions(unit, note_inclusion, all);
  if (uses_macros(all))
    (void)clang_visitChildren(clang_getTranslationUnitCursor(unit), note_macro,
                              all);
}

static void free_includes(includes *all)
{
  free(all->list.data);
  free(all->definitions.data);
  free(all->records.data);
  map_free(&all->by_file);
  map_free(&all->macros);
}

/* Symbols lead to the translation unit; without one nothing is used. */
static CXTranslationUnit unit_of(const rewriter *r)
{
  return r->f->symbols.size
             ? clang_Cursor_getTranslationUnit(rewrite_fact(r, 0)->canonical)
             : NULL;
}

void rewrite_include_used(rewriter *r)
{
  includes all = { .r = r };
  find_includes(&all, unit_of(r));
  if (all.by_file.size)
    offer_used(&all);
  free_includes(&all);
}
