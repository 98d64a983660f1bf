/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Removes the #includes that the text does not need, and includes a part of a header
 * in its place.
 *
 * A header costs time in each test as long as it is included. The text needs the
 * files that declare or define what its tokens name and the types of its
 * expressions. Which files an #include brings is known from libclang's record of
 * all inclusions, which has those too that a guard left empty. So what two of them
 * bring is known of both, and the one that brings more goes. A part is a header that the
 * first one includes, directly or not, and that brings all that is needed of it.
 */
#include "base/hash.h"
#include "directives.h"

#include <string.h>

enum { MOST_DIRECTIVES = 64 }; /* a bit each */
enum { MOST_PARTS = 3 };       /* that are offered in place of a header */

typedef struct edge {
  uint32_t from, to; /* files */
} edge;

typedef struct inclusions {
  rewriter *r;
  directives list; /* the #include directives */
  map files;       /* hash of a file to its number */
  uint32_t count;  /* of files */
  ARRAY(edge) edges;
  ARRAY(edge) own;           /* from a directive to what it includes */
  ARRAY(const char *) names; /* by file: in the first directive in a header */
  uint64_t *brought_by;      /* by file: the directives, a bit each */
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
  if (at == MAP_NONE) {
    map_put(&all->files, key, at = all->count++);
    ARRAY_PUSH(&all->names, NULL);
  }
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
    if (!all->names.data[to])
      all->names.data[to] =
          types_string(&all->r->pool, clang_getCursorSpelling(cursor));
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

/* Operators come with the classes of their operands. */
static bool is_operator(CXCursor set)
{
  CXString name = clang_getCursorSpelling(set);
  bool found = strncmp(clang_getCString(name), "operator", 8) == 0;
  clang_disposeString(name);
  return found;
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
    for (unsigned i = 0;
         i < clang_getNumOverloadedDecls(meant) && !is_operator(meant); i++)
      need(to->all, to->needed, clang_getOverloadedDecl(meant, i));
  }
  return CXChildVisit_Recurse;
}

/* The files that the text needs, by number. Owner: the caller, free(). */
static bool *find_needed(const inclusions *all)
{
  bool *needed = mem_alloc(all->count + 1, sizeof *needed);
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
  return needed;
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

/* ---- less of what is needed ---- */

/* The number of files that a file brings, itself included; `out` gets which. */
static size_t reach(bool *out, const inclusions *all, uint32_t from)
{
  size_t count = 1;
  memset(out, 0, all->count * sizeof *out);
  out[from] = true;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < all->edges.size; i++) {
      const edge *e = &all->edges.data[i];
      if (!out[e->from] || out[e->to])
        continue;
      out[e->to] = more = true;
      count++;
    }
  }
  return count;
}

/* Is it a header that others than the library's own may include? */
static bool is_public(const char *name)
{
  static const char *const own[] = { "bits/", "detail/", "impl/", "__" };
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strstr(name, own[i]))
      return false;
  return true;
}

static bool is_own(const inclusions *all, uint32_t file)
{
  for (size_t i = 0; i < all->own.size; i++)
    if (all->own.data[i].to == file)
      return true;
  return false;
}

/* Are these files enough in place of what directive `of` brings? */
static bool replaces(const inclusions *all, const bool *needed,
                     const bool *files, uint32_t of)
{
  for (uint32_t i = 0; i < all->count; i++)
    if (needed[i] && !files[i] && all->brought_by[i] == 1ull << of)
      return false;
  return true;
}

/* The headers that bring least come first. A shorter name behind the first would be
 * taken in its place. */
static void offer_parts(const inclusions *all, const bool *needed, uint32_t of)
{
  edge parts[MOST_PARTS + 1]; /* `to` is how many files it brings */
  size_t count = 0;
  bool *files = mem_alloc(all->count + 1, sizeof *files);
  for (uint32_t i = 0; i < all->count; i++) {
    const char *name = all->names.data[i];
    if (!((all->brought_by[i] >> of) & 1) || !name || !is_public(name) ||
        is_own(all, i))
      continue;
    edge part = { i, (uint32_t)reach(files, all, i) };
    if (!replaces(all, needed, files, of))
      continue;
    size_t at = count;
    for (; at && parts[at - 1].to > part.to; at--)
      parts[at] = parts[at - 1];
    parts[at] = part;
    count += count < MOST_PARTS;
  }
  free(files);
  for (size_t i = 0; i < count; i++) {
    const char *name = all->names.data[parts[i].from];
    if (strlen(name) < strlen(all->names.data[parts[0].from]))
      continue;
    rewrite_open(all->r);
    rd_builder_edit_text(all->r->b->builder, all->list.data[of].node,
                         rewrite_format(all->r, "#include <%s>", name));
  }
}

/* ---- rules ---- */

/* In C++ the headers take most of the time of a test. */
static void await_rule(rewriter *r)
{
  rd_rule rule = rewrite_rules[r->rule];
  rule.flags |= RD_RULE_WAITED;
  (void)rd_builder_rule(r->b->builder, &rule);
}

/* False: the text includes nothing, or too much. */
static bool open_inclusions(inclusions *out, rewriter *r)
{
  *out = (inclusions){ .r = r };
  directives_named(&out->list, r, "include");
  if (!out->list.size || out->list.size > MOST_DIRECTIVES || !r->f->unit)
    return false;
  (void)clang_visitChildren(clang_getTranslationUnitCursor(r->f->unit),
                            note_inclusion, out);
  spread(out);
  return true;
}

static void close_inclusions(inclusions *self)
{
  free(self->list.data);
  free(self->edges.data);
  free(self->own.data);
  free(self->names.data);
  free(self->brought_by);
  map_free(&self->files);
}

void rewrite_include_unneeded(rewriter *r)
{
  inclusions all;
  bool any = open_inclusions(&all, r), opened = false;
  if (all.list.size && r->s->cxx)
    await_rule(r);
  if (any) {
    bool *needed = find_needed(&all);
    uint64_t kept = choose(&all, needed);
    for (size_t i = 0; i < all.list.size; i++) {
      if ((kept >> i) & 1)
        continue;
      if (!opened)
        rewrite_open(r);
      opened = true;
      rd_builder_edit_drop(r->b->builder, all.list.data[i].node);
    }
    free(needed);
  }
  close_inclusions(&all);
}

void rewrite_include_part(rewriter *r)
{
  inclusions all;
  if (open_inclusions(&all, r)) {
    bool *needed = find_needed(&all);
    for (uint32_t i = 0; i < all.list.size; i++)
      offer_parts(&all, needed, i);
    free(needed);
  }
  close_inclusions(&all);
}
