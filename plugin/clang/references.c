/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Declarations and references of C++, by place.
 *
 * An instantiation of a template has cursors of its own for all that is in it,
 * but libclang gives them the places of what they were made from. So the symbol
 * of a cursor is the one declared at the token where its name is, and no two
 * cursors are ever compared. A specialisation and an overload have places of
 * their own. What refers to a later declaration is known only after the visit,
 * so references are pairs of tokens until then.
 *
 * Where a name depends on a template's parameters there is no reference, or one
 * to a set of overloads; symbols.c looks such names up. A constructor or
 * conversion that is called without being named is a further use of the token
 * at which the call begins. A class has to be complete where its name may want
 * it (complete.c knows the syntax), and where nothing names it: in conversions to
 * a base, arithmetic of pointers, structured bindings, covariant results.
 */
#include <string.h>

#include "syntax.h"
#include "visit.h"

/* ---- what kinds of cursors are ---- */

enum { OWNS = 1, HIDES = 2 }; /* has members; has local names */

typedef struct entity {
  enum CXCursorKind cursor;
  uint8_t symbol, hint, flags;
} entity;

static const entity *find_entity(enum CXCursorKind kind)
{
  static const entity rows[] = {
    { CXCursor_Namespace, RD_SYMBOL_NAMESPACE, HINT_NONE, OWNS },
    { CXCursor_NamespaceAlias, RD_SYMBOL_TYPEDEF, HINT_NONE, 0 },
    { CXCursor_StructDecl, RD_SYMBOL_TAG, HINT_TYPE, OWNS },
    { CXCursor_ClassDecl, RD_SYMBOL_TAG, HINT_TYPE, OWNS },
    { CXCursor_UnionDecl, RD_SYMBOL_TAG, HINT_TYPE, OWNS },
    { CXCursor_EnumDecl, RD_SYMBOL_TAG, HINT_TYPE, OWNS },
    { CXCursor_ClassTemplate, RD_SYMBOL_TAG, HINT_TYPE, OWNS },
    { CXCursor_ClassTemplatePartialSpecialization, RD_SYMBOL_TAG, HINT_TYPE,
      OWNS },
    { CXCursor_TypedefDecl, RD_SYMBOL_TYPEDEF, HINT_TYPE, 0 },
    { CXCursor_TypeAliasDecl, RD_SYMBOL_TYPEDEF, HINT_TYPE, 0 },
    { CXCursor_TypeAliasTemplateDecl, RD_SYMBOL_TYPEDEF, HINT_TYPE, 0 },
    { CXCursor_ConceptDecl, RD_SYMBOL_CONCEPT, HINT_NONE, 0 },
    { CXCursor_TemplateTypeParameter, RD_SYMBOL_TEMPLATE_PARAMETER, HINT_TYPE,
      0 },
    { CXCursor_TemplateTemplateParameter, RD_SYMBOL_TEMPLATE_PARAMETER,
      HINT_TYPE, 0 },
    { CXCursor_NonTypeTemplateParameter, RD_SYMBOL_TEMPLATE_PARAMETER,
      HINT_VALUE, 0 },
    { CXCursor_FunctionDecl, RD_SYMBOL_FUNCTION, HINT_VALUE, HIDES },
    { CXCursor_CXXMethod, RD_SYMBOL_FUNCTION, HINT_VALUE, HIDES },
    { CXCursor_Constructor, RD_SYMBOL_FUNCTION, HINT_VALUE, HIDES },
    { CXCursor_Destructor, RD_SYMBOL_FUNCTION, HINT_NONE, HIDES },
    { CXCursor_ConversionFunction, RD_SYMBOL_FUNCTION, HINT_NONE, HIDES },
    { CXCursor_FunctionTemplate, RD_SYMBOL_FUNCTION, HINT_VALUE, HIDES },
    { CXCursor_VarDecl, RD_SYMBOL_VARIABLE, HINT_VALUE, 0 },
    { CXCursor_UnexposedDecl, RD_SYMBOL_VARIABLE, HINT_VALUE, 0 },
    { CXCursor_ParmDecl, RD_SYMBOL_PARAMETER, HINT_VALUE, HIDES },
    { CXCursor_FieldDecl, RD_SYMBOL_FIELD, HINT_VALUE, 0 },
    { CXCursor_EnumConstantDecl, RD_SYMBOL_ENUMERATOR, HINT_VALUE, 0 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].cursor == kind)
      return &rows[i];
  return NULL;
}

/* ---- places ---- */

static bool is_text(const struct visit *v, uint32_t at, const char *text)
{
  return at < v->f->token_count &&
         token_is(&v->f->tokens[at], v->f->text, text);
}

/* The token that names what the cursor is, or FACT_NONE. */
static uint32_t place_of(const struct visit *v, CXCursor cursor)
{
  uint32_t at =
      visit_token(v, clang_getCursorLocation(clang_getCanonicalCursor(cursor)));
  return at == FACT_NONE ? visit_token(v, clang_getCursorLocation(cursor)) : at;
}

/* The name of a declaration, by which uses without a reference find it: that of
 * an operator has no blanks, all destructors are `~`, all conversions
 * `operator`. NULL: it has none, or the token is not part of it. */
static const char *name_at(struct visit *v, CXCursor cursor, uint32_t at)
{
  const token *tok = &v->f->tokens[at];
  if (is_text(v, at, "~"))
    return "~";
  if (tok->kind != TOKEN_IDENTIFIER)
    return NULL;
  char *token_text =
      mem_format("%.*s", (int)(tok->end - tok->begin), v->f->text + tok->begin);
  const char *name = strings_take(&v->f->pool, token_text);
  const char *spelled =
      types_string(&v->f->pool, clang_getCursorSpelling(cursor));
  if (!starts_with(spelled, name))
    return NULL;
  if (strcmp(name, "operator") != 0)
    return name;
  const char *sign = spelled + strlen(name);
  bool conversion = *sign == ' ' && !starts_with(sign, " new") &&
                    !starts_with(sign, " delete") &&
                    !starts_with(sign, " co_await");
  return conversion ? name : spelled;
}

/* What a type is, or points or refers to in the end. */
static CXType bare_type(CXType type)
{
  type = clang_getCanonicalType(type);
  while (type.kind == CXType_Pointer || type.kind == CXType_LValueReference ||
         type.kind == CXType_RValueReference)
    type = clang_getPointeeType(type);
  return type;
}

/* Where that is declared if it is a class. */
static uint32_t class_of(const struct visit *v, CXType type)
{
  type = bare_type(type);
  return type.kind == CXType_Record
             ? place_of(v, clang_getTypeDeclaration(type))
             : FACT_NONE;
}

static void need_whole(struct visit *v, uint32_t at, uint32_t class)
{
  if (at != FACT_NONE && class != FACT_NONE)
    ARRAY_PUSH(&v->wholes, (reference){ at, class });
}

/* ---- declarations ---- */

/* `template class X<int>;`: a template's name that declares nothing. */
static bool is_instantiation(const struct visit *v, CXCursor cursor,
                             uint32_t at)
{
  uint32_t first, last;
  if (!is_text(v, at + 1, "<") || !visit_range(&first, &last, v, cursor))
    return false;
  first += is_text(v, first, "extern");
  return is_text(v, first, "template") && !is_text(v, first + 1, "<");
}

/* Marks the tokens of a template. */
static void mark_template(struct visit *v, CXCursor cursor)
{
  uint32_t first, last;
  if (visit_range(&first, &last, v, cursor) && is_text(v, first, "template"))
    for (uint32_t at = first; at <= last; at++)
      v->f->marks[at] |= MARK_TEMPLATE;
}

static uint32_t add_symbol(struct visit *v, CXCursor cursor, const entity *row,
                           const char *name)
{
  CXCursor parent = clang_getCursorSemanticParent(cursor);
  const entity *outer = find_entity(clang_getCursorKind(parent));
  symbol_fact symbol = { .kind = row->symbol,
                         .name = name,
                         .owner = FACT_NONE,
                         .canonical = clang_getCanonicalCursor(cursor) };
  if ((outer && outer->flags & HIDES) || row->symbol == RD_SYMBOL_PARAMETER)
    symbol.flags |= RD_SYMBOL_LOCAL;
  bool inside = outer && outer->symbol == RD_SYMBOL_TAG;
  if (!inside) /* a friend has one, too */
    parent = clang_getCursorLexicalParent(cursor);
  else if (clang_Cursor_isAnonymous(parent)) /* an enum, mostly */
    parent = clang_getCursorSemanticParent(parent);
  outer = find_entity(clang_getCursorKind(parent));
  if (outer && outer->symbol == RD_SYMBOL_TAG)
    symbol.owner = place_of(v, parent);
  symbol.befriended =
      !inside && symbol.owner != FACT_NONE && row->symbol == RD_SYMBOL_FUNCTION;
  ARRAY_PUSH(&v->f->symbols, symbol);
  return (uint32_t)(v->f->symbols.size - 1);
}

/* Does a compiler make code of it only where it is used? */
static bool is_lazy(const struct visit *v, CXCursor cursor, uint32_t at,
                    const symbol_fact *symbol)
{
  return visit_is_internal(cursor) || clang_Cursor_isFunctionInlined(cursor) ||
         (v->f->marks[at] & MARK_TEMPLATE) ||
         (symbol->kind == RD_SYMBOL_VARIABLE && symbol->owner != FACT_NONE);
}

/* The declaration at one token needs that at the other. */
static void need(struct visit *v, uint32_t at, uint32_t target)
{
  if (target != FACT_NONE && target != at)
    ARRAY_PUSH(&v->references, (reference){ at, target });
}

/* What the function serves: the one that it overrides; of several, any may be the
 * one that is called, so its class. It needs all of them. */
static uint32_t find_served(struct visit *v, CXCursor cursor, uint32_t at)
{
  CXCursor *overridden = NULL;
  unsigned count = 0;
  clang_getOverriddenCursors(cursor, &overridden, &count);
  uint32_t target = count > 0 ? place_of(v, overridden[0]) : FACT_NONE;
  for (unsigned i = 0; i < count; i++)
    need(v, at, place_of(v, overridden[i]));
  if (count > 0)
    need_whole(v, at, class_of(v, clang_getCursorResultType(cursor)));
  if (count > 1)
    target = place_of(v, clang_getCursorSemanticParent(cursor));
  if (overridden)
    clang_disposeOverriddenCursors(overridden);
  return target;
}

/* A specialisation serves its template, an overriding function the one that it
 * overrides; both need it. */
static void add_guards(struct visit *v, CXCursor cursor, uint32_t at)
{
  CXCursor primary = clang_getSpecializedCursorTemplate(cursor);
  bool special = !clang_Cursor_isNull(primary);
  uint32_t target = special ? place_of(v, primary) : find_served(v, cursor, at);
  if (special)
    need(v, at, target);
  if (target != FACT_NONE && target != at)
    ARRAY_PUSH(&v->guards, (reference){ at, target });
}

static void set_facts(struct visit *v, CXCursor cursor, uint32_t at,
                      const entity *row)
{
  symbol_fact *fact = &v->f->symbols.data[v->symbol_at[at]];
  fact->declared = true;
  if (clang_isCursorDefinition(cursor))
    fact->flags |= RD_SYMBOL_DEFINED;
  if (is_lazy(v, cursor, at, fact))
    fact->flags |= RD_SYMBOL_STATIC;
  v->f->names[at] = v->symbol_at[at];
  v->f->declares[at] = 1;
  v->f->hints[at] = row->hint;
  if (row->symbol == RD_SYMBOL_FUNCTION || row->symbol == RD_SYMBOL_TAG ||
      row->symbol == RD_SYMBOL_VARIABLE)
    add_guards(v, cursor, at);
  if (row->cursor == CXCursor_UnexposedDecl)
    need_whole(v, at, class_of(v, clang_getCursorType(cursor)));
  if (row->cursor == CXCursor_VarDecl || row->cursor == CXCursor_ParmDecl) {
    uint32_t type = types_add(&v->f->types, clang_getCursorType(cursor));
    ARRAY_PUSH(&v->f->variables, (variable_fact){ .token = at, .type = type });
  }
}

static void note_declaration(struct visit *v, CXCursor cursor,
                             const entity *row)
{
  uint32_t at = visit_token(v, clang_getCursorLocation(cursor));
  if (at == FACT_NONE || v->symbol_at[at] != FACT_NONE ||
      v->f->marks[at] & MARK_FRIEND)
    return;
  const char *name = name_at(v, cursor, at);
  if (!name)
    return;
  if (row->symbol == RD_SYMBOL_TAG && is_instantiation(v, cursor, at)) {
    CXCursor primary = clang_getSpecializedCursorTemplate(cursor);
    ARRAY_PUSH(&v->references, (reference){ at, place_of(v, primary) });
    need_whole(v, at, place_of(v, primary));
    v->f->hints[at] = HINT_TYPE;
    return;
  }
  uint32_t first = place_of(v, cursor);
  if (v->symbol_at[first] == FACT_NONE)
    v->symbol_at[first] = add_symbol(v, cursor, row, name);
  v->symbol_at[at] = v->symbol_at[first];
  set_facts(v, cursor, at, row);
}

/* The class that a friend declaration names is declared elsewhere. */
static enum CXChildVisitResult mark_friend(CXCursor cursor, CXCursor parent,
                                           CXClientData data)
{
  struct visit *v = data;
  uint32_t at = visit_token(v, clang_getCursorLocation(cursor));
  const entity *row = find_entity(clang_getCursorKind(cursor));
  (void)parent;
  if (at != FACT_NONE && row && row->symbol == RD_SYMBOL_TAG) {
    v->f->marks[at] |= MARK_FRIEND;
    ARRAY_PUSH(&v->references, (reference){ at, place_of(v, cursor) });
  }
  return CXChildVisit_Continue;
}

/* ---- references ---- */

/* A set of one is what it holds. */
static CXCursor only_one(CXCursor target)
{
  return clang_getCursorKind(target) == CXCursor_OverloadedDeclRef &&
                 clang_getNumOverloadedDecls(target) == 1
             ? clang_getOverloadedDecl(target, 0)
             : target;
}

/* Is the name one of a using-declaration? None has more words before it. */
static bool is_using(const struct visit *v, uint32_t at)
{
  enum { MOST = 256 };
  const token *tokens = v->f->tokens;
  uint32_t least = at > MOST ? at - MOST : 0;
  while (at-- > least && (tokens[at].kind == TOKEN_IDENTIFIER ||
                          is_text(v, at, "::") || is_text(v, at, ",")))
    if (is_text(v, at, "using"))
      return true;
  return false;
}

static uint8_t hint_of(enum CXCursorKind target)
{
  const entity *row = find_entity(target);
  if (target == CXCursor_OverloadedDeclRef)
    return HINT_VALUE;
  return row ? row->hint : HINT_NONE;
}

/* Is it a class that a function declares, or a closure? */
static bool is_local_class(CXType type)
{
  CXCursor class = clang_getTypeDeclaration(bare_type(type));
  switch (clang_getCursorKind(clang_getCursorSemanticParent(class))) {
  case CXCursor_FunctionDecl:
  case CXCursor_FunctionTemplate:
  case CXCursor_CXXMethod:
  case CXCursor_ConversionFunction:
  case CXCursor_Constructor:
  case CXCursor_Destructor:
    return true;
  default:
    return false;
  }
}

/* Marks an instance of a function template with such a parameter, where the
 * template is declared and where it is defined. */
static void mark_local(struct visit *v, CXCursor function)
{
  if (!v->f->cxx)
    return;
  CXType type = clang_getCursorType(function);
  bool local = false;
  for (int i = 0; i < clang_getNumArgTypes(type) && !local; i++)
    local = is_local_class(clang_getArgType(type, (unsigned)i));
  if (!local)
    return;
  const CXCursor both[] = { function, clang_getCursorDefinition(function) };
  for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
    uint32_t at =
        clang_Cursor_isNull(both[i]) ? FACT_NONE : place_of(v, both[i]);
    if (at != FACT_NONE)
      v->f->marks[at] |= MARK_LOCAL;
  }
}

static void note_reference(struct visit *v, CXCursor cursor)
{
  uint32_t at = visit_token(v, clang_getCursorLocation(cursor));
  CXCursor target = only_one(clang_getCursorReferenced(cursor));
  if (at == FACT_NONE || clang_Cursor_isNull(target))
    return;
  mark_local(v, target);
  if (v->f->hints[at] == HINT_NONE && v->f->tokens[at].kind == TOKEN_IDENTIFIER)
    v->f->hints[at] = hint_of(clang_getCursorKind(target));
  if (clang_getCursorKind(target) == CXCursor_OverloadedDeclRef) {
    if (!is_using(v, at))
      return;
    target = clang_getOverloadedDecl(target, 0); /* needs one of them */
  }
  uint32_t place = place_of(v, target);
  if (place != FACT_NONE) /* itself, where a friend is the first declaration */
    ARRAY_PUSH(&v->references, (reference){ at, place });
  if (!clang_isReference(clang_getCursorKind(cursor)))
    return;
  CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
  need_whole(v, at, type.kind == CXType_Record ? class_of(v, type) : place);
}

static bool refers(enum CXCursorKind kind)
{
  return clang_isReference(kind) || kind == CXCursor_DeclRefExpr ||
         kind == CXCursor_MemberRefExpr || kind == CXCursor_CallExpr;
}

/* A conversion is visited right before its operand. */
static void note_conversion(struct visit *v, CXCursor cursor,
                            enum CXCursorKind kind)
{
  if (!v->is_converted && kind != CXCursor_UnexposedExpr)
    return;
  CXType type = clang_getCursorType(cursor);
  uint32_t class = class_of(v, type);
  if (v->is_converted && class != v->converted)
    need_whole(v, visit_token(v, clang_getCursorLocation(cursor)), class);
  v->is_converted =
      kind == CXCursor_UnexposedExpr && bare_type(type).kind == CXType_Record;
  v->converted = class;
}

/* clang_visitChildren: what an operand is or points to has to be complete. */
static enum CXChildVisitResult need_operand(CXCursor cursor, CXCursor parent,
                                            CXClientData payload)
{
  (void)parent;
  struct visit *v = payload;
  if (clang_isExpression(clang_getCursorKind(cursor)))
    need_whole(v, visit_token(v, clang_getCursorLocation(cursor)),
               class_of(v, clang_getCursorType(cursor)));
  return CXChildVisit_Continue;
}

/* Does the operator need the classes of its operands? The result of `p - q` says
 * nothing of them. */
static bool needs_operands(CXCursor cursor, enum CXCursorKind kind)
{
  static const enum CXCursorKind kinds[] = {
    CXCursor_UnaryExpr,          CXCursor_CXXDeleteExpr,
    CXCursor_CXXThrowExpr,       CXCursor_CXXTypeidExpr,
    CXCursor_CXXDynamicCastExpr, CXCursor_CXXStaticCastExpr,
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kind == kinds[i])
      return true;
  enum CXTypeKind type =
      clang_getCanonicalType(clang_getCursorType(cursor)).kind;
  return kind == CXCursor_BinaryOperator &&
         (type == CXType_Long || type == CXType_LongLong || type == CXType_Int);
}

static void note_operator(struct visit *v, CXCursor cursor,
                          enum CXCursorKind kind)
{
  uint32_t first, last;
  bool computes = kind == CXCursor_ArraySubscriptExpr ||
                  kind == CXCursor_UnaryOperator ||
                  kind == CXCursor_BinaryOperator ||
                  kind == CXCursor_CompoundAssignOperator;
  if (needs_operands(cursor, kind))
    (void)clang_visitChildren(cursor, need_operand, v);
  /* The sign of `&x` and `*p` asks for nothing. */
  if (computes && visit_range(&first, &last, v, cursor) &&
      (kind != CXCursor_UnaryOperator ||
       (!is_text(v, first, "&") && !is_text(v, first, "*"))))
    need_whole(v, first, class_of(v, clang_getCursorType(cursor)));
}

void references_note(struct visit *v, CXCursor cursor, enum CXCursorKind kind)
{
  const entity *row = find_entity(kind);
  if (kind == CXCursor_FriendDecl)
    (void)clang_visitChildren(cursor, mark_friend, v);
  if (row &&
      (row->symbol == RD_SYMBOL_TAG || row->symbol == RD_SYMBOL_TYPEDEF ||
       row->symbol == RD_SYMBOL_FUNCTION || row->symbol == RD_SYMBOL_CONCEPT ||
       kind == CXCursor_UnexposedDecl))
    mark_template(v, cursor);
  if (row)
    note_declaration(v, cursor, row);
  else if (refers(kind))
    note_reference(v, cursor);
  if (clang_isExpression(kind)) {
    note_conversion(v, cursor, kind);
    note_operator(v, cursor, kind);
  } else {
    v->is_converted = false;
  }
}

/* ---- after the visit ---- */

static void settle_reference(struct visit *v, reference at)
{
  semantics *f = v->f;
  uint32_t symbol = v->symbol_at[at.target];
  const token *tok = &f->tokens[at.token];
  if (symbol == FACT_NONE || symbol == f->names[at.token])
    return;
  if (f->names[at.token] == FACT_NONE && tok->kind == TOKEN_IDENTIFIER &&
      token_is(tok, f->text, f->symbols.data[symbol].name))
    f->names[at.token] = symbol;
  else
    ARRAY_PUSH(&f->uses, (use_fact){ at.token, symbol });
}

void references_settle(struct visit *v)
{
  semantics *f = v->f;
  for (size_t i = 0; i < v->references.size; i++)
    if (v->references.data[i].target != FACT_NONE)
      settle_reference(v, v->references.data[i]);
  for (size_t i = 0; i < v->wholes.size; i++) {
    reference at = v->wholes.data[i];
    if (v->symbol_at[at.target] != FACT_NONE)
      ARRAY_PUSH(&f->wholes, (use_fact){ at.token, v->symbol_at[at.target] });
  }
  for (size_t i = 0; i < f->symbols.size; i++) {
    symbol_fact *symbol = &f->symbols.data[i];
    if (symbol->owner != FACT_NONE)
      symbol->owner = v->symbol_at[symbol->owner];
  }
  for (size_t i = 0; i < v->guards.size; i++) {
    reference at = v->guards.data[i];
    if (v->symbol_at[at.target] != FACT_NONE)
      ARRAY_PUSH(&f->guards, (guard_fact){ v->symbol_at[at.token],
                                           v->symbol_at[at.target] });
  }
}
