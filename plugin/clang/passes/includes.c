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

/* Limits on nested records and on macros; beyond them the rewrite is dropped. */
enum { MOST_DEPTH = 12, MOST_MACROS = 40 };

typedef struct includes {
  rewriter *r;
  directives list; /* the #include directives */
  map by_file;     /* hash of a file to its index there */
  size_t index;    /* the #include whose declarations are being written */
  map macros;      /* hash of a name to its definition, once one is needed */
  ARRAY(CXCursor) definitions;
  ARRAY(uint32_t) wanted;  /* definitions to write */
  ARRAY(CXCursor) records; /* already written */
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

/* The canonical spelling of a type, without blanks after commas and without the
 * attributes of functions. */
static const char *spell(includes *all, CXType type)
{
  textbuf out = { 0 };
  const char *at = rewrite_spelling(all->r, clang_getCanonicalType(type));
  all->failed |= strstr(at, " at ") || strstr(at, "_Atomic("); /* no name */
  while (*at) {
    const char *end =
        starts_with(at, ") __attribute__((") ? strstr(at, "))") : NULL;
    text_add(&out, at, 1);
    at += end ? end + 2 - at : *at == ',' && at[1] == ' ' ? 2 : 1;
  }
  all->failed |= out.size && strstr(out.data, "__attribute__");
  return strings_take(&all->r->pool, text_take(&out, NULL));
}

/* A declaration of `name`. It stands before the suffixes of the type: `(` is a
 * suffix unless `*` follows. */
static const char *declared(includes *all, CXType type, const char *name)
{
  const char *text = spell(all, type);
  int at = 0;
  while (text[at] && !strchr("[)", text[at]) &&
         (text[at] != '(' || text[at + 1] == '*'))
    at++;
  bool apart = at && !strchr(" *(", text[at - 1]);
  return rewrite_format(all->r, "%.*s%s%s%s", at, text, apart ? " " : "", name,
                        text + at);
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
  const char *text = "";
  EACH_SYMBOL (i, all->r) {
    const symbol_fact *symbol = rewrite_fact(all->r, i);
    CXCursor at = symbol->canonical;
    if (symbol->kind != RD_SYMBOL_FIELD || !*symbol->name ||
        !clang_equalCursors(
            clang_getCanonicalCursor(clang_getCursorSemanticParent(at)),
            record))
      continue;
    CXType type = clang_getCursorType(at);
    write_needed(all, type, depth + 1);
    text = rewrite_format(all->r, "%s %s;", text,
                          declared(all, type, symbol->name));
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
  const char *type = spell(all, clang_getCursorType(record));
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

/* Wants the definition of a name, if it is a macro of a header. */
static void want_macro(includes *all, const char *name)
{
  if (!all->definitions.size)
    (void)clang_visitChildren(clang_getTranslationUnitCursor(all->r->f->unit),
                              note_macro, all);
  uint32_t at = map_find(&all->macros, hash_bytes(name, strlen(name)));
  if (at == MAP_NONE || include_of(all, all->definitions.data[at]) == MAP_NONE)
    return;
  for (size_t i = 0; i < all->wanted.size; i++)
    if (all->wanted.data[i] == at)
      return;
  all->failed |= all->wanted.size == MOST_MACROS;
  if (!all->failed)
    ARRAY_PUSH(&all->wanted, at);
}

static void write_macro(includes *all, CXCursor macro)
{
  CXTranslationUnit unit = all->r->f->unit;
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
      want_macro(all, text);
  }
  text_puts(&all->out, "\n");
  clang_disposeTokens(unit, tokens, size);
}

/* Writes the used macros of this #include and all macros that they need,
 * including those of another header, which may be removed too. */
static void write_macros(includes *all)
{
  all->wanted.size = 0;
  EACH_SYMBOL (i, all->r) {
    const symbol_fact *symbol = rewrite_fact(all->r, i);
    if (symbol->kind == RD_SYMBOL_MACRO && !symbol->declared &&
        is_ours(all, symbol->canonical))
      want_macro(all, symbol->name);
  }
  for (size_t i = 0; i < all->wanted.size; i++)
    write_macro(all, all->definitions.data[all->wanted.data[i]]);
}

/* ---- symbols ---- */

static void write_typedef(includes *all, const symbol_fact *symbol)
{
  CXType type = clang_getTypedefDeclUnderlyingType(symbol->canonical);
  CXType canonical = clang_getCanonicalType(type);
  bool names_record =
      canonical.kind == CXType_Record && !strchr(spell(all, canonical), ' ');
  if (names_record)
    write_record(all, clang_getTypeDeclaration(canonical), 0);
  else
    text_printf(&all->out, "typedef %s;\n", declared(all, type, symbol->name));
}

static void write_symbol(includes *all, const symbol_fact *symbol)
{
  CXType type = clang_getCursorType(symbol->canonical);
  switch ((rd_symbol_kind)symbol->kind) {
  case RD_SYMBOL_FUNCTION:
    text_printf(&all->out, "%s;\n", declared(all, type, symbol->name));
    break;
  case RD_SYMBOL_VARIABLE:
    text_printf(&all->out, "extern %s;\n", declared(all, type, symbol->name));
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

void rewrite_include_used(rewriter *r)
{
  includes all = { .r = r };
  directives_named(&all.list, r, "include");
  if (all.list.size && r->f->symbols.size)
    clang_getInclusions(r->f->unit, note_inclusion, &all);
  if (all.by_file.size)
    offer_used(&all);
  free(all.list.data);
  free(all.definitions.data);
  free(all.wanted.data);
  free(all.records.data);
  map_free(&all.by_file);
  map_free(&all.macros);
}
