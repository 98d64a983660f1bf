/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds a va_arg whose type no variable argument has.
 *
 * `va_arg(ap, long)` of an argument 1LL reads the right bytes, so that neither a
 * sanitizer nor another compiler objects, but is undefined. Which argument a va_arg
 * gets is known only as the program runs. So the types of all arguments that may get
 * there are taken together: some mistakes are missed, and nothing right is refused.
 * A va_list that is no structure (of other machines) is not recognised.
 */
#include "varargs.h"

#include <string.h>

#include "types.h"

typedef struct varargs {
  ARRAY(CXType) passed, asked;
} varargs;

/* Signed and unsigned types stand for each other, and pointers are not told apart. */
static enum CXTypeKind kind_of(CXType type)
{
  type = clang_getCanonicalType(type);
  if (type.kind == CXType_Enum)
    type = clang_getCanonicalType(
        clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
  switch (type.kind) {
  case CXType_UInt:
    return CXType_Int;
  case CXType_ULong:
    return CXType_Long;
  case CXType_ULongLong:
    return CXType_LongLong;
  default:
    return type.kind;
  }
}

static bool is_same(CXType left, CXType right)
{
  enum CXTypeKind kind = kind_of(left);
  return kind == kind_of(right) &&
         (kind != CXType_Record ||
          clang_equalCursors(clang_getTypeDeclaration(left),
                             clang_getTypeDeclaration(right)));
}

static bool is_list(CXType type)
{
  strings pool = { 0 };
  CXString spelling = clang_getTypeSpelling(clang_getCanonicalType(type));
  bool is = strstr(types_string(&pool, spelling), "__va_list_tag");
  strings_free(&pool);
  return is;
}

/* Adds the variable arguments of a call, unless another file defines the function. */
static void add_arguments(varargs *out, CXCursor call)
{
  CXCursor callee = clang_getCursorReferenced(call);
  CXType type = clang_getCanonicalType(clang_getCursorType(callee));
  if (callee.kind == CXCursor_FunctionDecl &&
      clang_Cursor_isNull(clang_getCursorDefinition(callee)))
    return;
  if (type.kind == CXType_Pointer)
    type = clang_getCanonicalType(clang_getPointeeType(type));
  int count = clang_Cursor_getNumArguments(call);
  int at =
      clang_isFunctionTypeVariadic(type) ? clang_getNumArgTypes(type) : count;
  for (; at < count; at++)
    ARRAY_PUSH(&out->passed, clang_getCursorType(
                                 clang_Cursor_getArgument(call, (unsigned)at)));
}

/* clang_visitChildren: a va_arg is an expression without a name around a list. */
static enum CXChildVisitResult note(CXCursor cursor, CXCursor parent,
                                    CXClientData data)
{
  varargs *out = data;
  if (cursor.kind == CXCursor_CallExpr)
    add_arguments(out, cursor);
  else if (parent.kind == CXCursor_UnexposedExpr &&
           is_list(clang_getCursorType(cursor)) &&
           !is_list(clang_getCursorType(parent)))
    ARRAY_PUSH(&out->asked, clang_getCursorType(parent));
  return CXChildVisit_Recurse;
}

static bool is_passed(const varargs *v, CXType asked)
{
  for (size_t i = 0; i < v->passed.size; i++)
    if (is_same(v->passed.data[i], asked))
      return true;
  return false;
}

bool varargs_differ(CXTranslationUnit unit, const char *file_name)
{
  size_t size;
  CXFile file = clang_getFile(unit, file_name);
  const char *text = file ? clang_getFileContents(unit, file, &size) : NULL;
  varargs found = { 0 };
  bool differ = false;
  if (!text || !memmem(text, size, "va_arg", strlen("va_arg")))
    return false;
  (void)clang_visitChildren(clang_getTranslationUnitCursor(unit), note, &found);
  for (size_t i = 0; i < found.asked.size && !differ; i++)
    differ = !is_passed(&found, found.asked.data[i]);
  ARRAY_FREE(&found.passed);
  ARRAY_FREE(&found.asked);
  return differ;
}
