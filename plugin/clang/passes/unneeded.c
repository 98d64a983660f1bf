/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Removes the #includes that the text does not need.
 *
 * A header costs time in each test as long as it is included. The text needs the
 * files that declare or define what its tokens name and the types of its
 * expressions. Which files an #include brings is known from libclang's record of
 * all inclusions, which has those too that a guard left empty. So what two of them
 * bring is known of both, and the one that brings more goes.
 */
#include "base/hash.h"
#include "directives.h"

enum { MOST_DIRECTIVES = 64 }; /* a bit each */

typedef struct edge {
  uint32_t from, to; /* files */
} edge;

typedef struct inclusions {
  rewriter *r;
  directives list; /* the #include directives */
  map files;       /* hash of a file to its number */
  uint32_t count;  /* of files */
  ARRAY(edge) edges;
  ARRAY(edge) own;      /* from a directive to what it includes */
  uint64_t *brought_by; /* by file: the directives, a bit each */
} inclusions;

/* 0 if there is no file. */
static uint64_t key_of(CXFile file)
{
  CXFileUniqueID id;
  if (!file || clang_getFileUniqueID(file, &id))
    return 0;
  return hash_bytes((const char *)&id, sizeof id);
}

static uint32_t number_of(inclusions *all, uint64_t key)
{
  uint32_t at = map_find(&all->files, key);
  if (at == MAP_NONE)
    map_put(&all->files, key, at = all->count++);
  return at;
}

static CXFile file_of(unsigned *offset_out, CXCursor cursor)
{
  CXFile file;
  unsigned line, column;
  clang_getFileLocation(clang_getCursorLocation(cursor), &file, &line, &column,
                        offset_out);
  return file;
}

static enum CXChildVisitResult note_inclusion(CXCursor cursor, CXCursor parent,
                                              CXClientData data)
{
  inclusions *all = data;
  unsigned offset;
  (void)parent;
  if (clang_getCursorKind(cursor) != CXCursor_InclusionDirective)
    return CXChildVisit_Continue;
  CXFile in = file_of(&offset, cursor);
  uint64_t from = key_of(in), included = key_of(clang_getIncludedFile(cursor));
  if (!from || !included)
    return CXChildVisit_Continue;
  uint32_t to = number_of(all, included);
  if (!clang_File_isEqual(in, all->r->f->file)) {
    ARRAY_PUSH(&all->edges, (edge){ number_of(all, from), to });
    return CXChildVisit_Continue;
  }
  const token *tokens = all->r->s->tokens;
  for (uint32_t i = 0; i < all->list.size; i++) {
    const directive *d = &all->list.data[i];
    if (tokens[d->first].begin <= offset && offset < tokens[d->end - 1].end)
      ARRAY_PUSH(&all->own, (edge){ i, to });
  }
  return CXChildVisit_Continue;
}

/* Inclusions are recorded in the order of the text, so that few rounds are
 * enough. */
static void spread(inclusions *all)
{
  all->brought_by = mem_alloc(all->count + 1, sizeof *all->brought_by);
  for (size_t i = 0; i < all->own.size; i++)
    all->brought_by[all->own.data[i].to] |= 1ull << all->own.data[i].from;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < all->edges.size; i++) {
      const edge *e = &all->edges.data[i];
      uint64_t before = all->brought_by[e->to];
      all->brought_by[e->to] |= all->brought_by[e->from];
      more |= all->brought_by[e->to] != before;
    }
  }
}

/* Marks the file of a declaration and of its definition. */
static void need(const inclusions *all, bool *needed, CXCursor cursor)
{
  const CXCursor both[] = { cursor, clang_getCursorDefinition(cursor) };
  unsigned offset;
  for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
    uint64_t key =
        clang_Cursor_isNull(both[i]) ? 0 : key_of(file_of(&offset, both[i]));
    uint32_t at = key ? map_find(&all->files, key) : MAP_NONE;
    if (at != MAP_NONE)
      needed[at] = true;
  }
}

static void need_type(const inclusions *all, bool *needed, CXType type)
{
  CXCursor at = clang_getTypeDeclaration(clang_getCanonicalType(type));
  CXCursor of = clang_getSpecializedCursorTemplate(at);
  need(all, needed, at);
  if (!clang_Cursor_isNull(of))
    need(all, needed, of);
}

typedef struct uses {
  const inclusions *all;
  bool *needed;
} uses;

/* Is it a part of a name? Each header declares the namespace, and is needed for it only
 * by `using namespace`. */
static bool is_qualifier(CXCursor meant, CXCursor parent)
{
  return clang_getCursorKind(meant) == CXCursor_Namespace &&
         clang_getCursorKind(parent) != CXCursor_UsingDirective;
}

/* Macros, arguments of templates and calls that are not resolved have no symbol. */
static enum CXChildVisitResult note_use(CXCursor cursor, CXCursor parent,
                                        CXClientData data)
{
  const uses *to = data;
  unsigned offset;
  if (clang_getCursorKind(cursor) == CXCursor_InclusionDirective ||
      !clang_File_isEqual(file_of(&offset, cursor), to->all->r->f->file))
    return CXChildVisit_Continue;
  CXCursor meant = clang_getCursorReferenced(cursor);
  if (!clang_Cursor_isNull(meant) && !is_qualifier(meant, parent)) {
    need(to->all, to->needed, meant);
    for (unsigned i = 0; i < clang_getNumOverloadedDecls(meant); i++)
      need(to->all, to->needed, clang_getOverloadedDecl(meant, i));
  }
  return CXChildVisit_Recurse;
}

static void find_needed(const inclusions *all, bool *needed)
{
  uses found = { all, needed };
  (void)clang_visitChildren(clang_getTranslationUnitCursor(all->r->f->unit),
                            note_use, &found);
  const semantics *f = all->r->f;
  for (size_t i = 0; i < f->symbols.size; i++)
    if (!f->symbols.data[i].declared &&
        f->symbols.data[i].kind != RD_SYMBOL_NAMESPACE)
      need(all, needed, f->symbols.data[i].canonical);
  for (size_t i = 0; i < f->types.facts.size; i++)
    need_type(all, needed, f->types.facts.data[i].type);
}

/* Do these directives bring all that is needed and that all of them bring? */
static bool suffice(const inclusions *all, const bool *needed, uint64_t kept)
{
  for (uint32_t i = 0; i < all->count; i++)
    if (needed[i] && all->brought_by[i] && !(all->brought_by[i] & kept))
      return false;
  return true;
}

static size_t files_of(const inclusions *all, uint32_t at)
{
  size_t files = 0;
  for (uint32_t i = 0; i < all->count; i++)
    files += (all->brought_by[i] >> at) & 1;
  return files;
}

/* The directives that stay, if those that bring most go first. */
static uint64_t choose(const inclusions *all, const bool *needed)
{
  uint64_t kept = UINT64_MAX, tried = 0;
  for (size_t n = 0; n < all->list.size; n++) {
    uint32_t most = UINT32_MAX;
    size_t files = 0;
    for (uint32_t i = 0; i < all->list.size; i++) {
      size_t brings = (tried >> i) & 1 ? 0 : files_of(all, i) + 1;
      if (brings > files) {
        files = brings;
        most = i;
      }
    }
    tried |= 1ull << most;
    if (suffice(all, needed, kept & ~(1ull << most)))
      kept &= ~(1ull << most);
  }
  return kept;
}

static void offer(const inclusions *all)
{
  bool *needed = mem_alloc(all->count + 1, sizeof *needed);
  find_needed(all, needed);
  uint64_t kept = choose(all, needed);
  bool open = false;
  for (size_t i = 0; i < all->list.size; i++) {
    if ((kept >> i) & 1)
      continue;
    if (!open)
      rewrite_open(all->r);
    open = true;
    rd_builder_edit_drop(all->r->b->builder, all->list.data[i].node);
  }
  free(needed);
}

/* In C++ the headers take most of the time of a test. */
static void await_rule(rewriter *r)
{
  rd_rule rule = rewrite_rules[r->rule];
  rule.flags |= RD_RULE_WAITED;
  (void)rd_builder_rule(r->b->builder, &rule);
}

void rewrite_include_unneeded(rewriter *r)
{
  inclusions all = { .r = r };
  directives_named(&all.list, r, "include");
  if (all.list.size && r->s->cxx)
    await_rule(r);
  if (all.list.size && all.list.size <= MOST_DIRECTIVES && r->f->unit) {
    (void)clang_visitChildren(clang_getTranslationUnitCursor(r->f->unit),
                              note_inclusion, &all);
    spread(&all);
    offer(&all);
  }
  free(all.list.data);
  free(all.edges.data);
  free(all.own.data);
  free(all.brought_by);
  map_free(&all.files);
}
