/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Reads the queries that find names: symbols.scm of the grammar's folder, ours, or else
 * what the grammar's package has (locals.scm, tags.scm) and the convention that a
 * definition's name is in the field `name`.
 */
#include "names.h"

#include <dlfcn.h>
#include <string.h>

#include "base/files.h"
#include "folders.h"

/* A query of another version of the grammar finds nothing. */
static void add_query(syntax *lang, const char *text, size_t size)
{
  uint32_t at, why;
  TSQuery *query = lang->calls->query_new(lang->parser.handle, text,
                                          (uint32_t)size, &at, &why);
  if (query)
    ARRAY_PUSH(&lang->queries, query);
}

static bool add_file(syntax *lang, char *file)
{
  char *text = NULL;
  size_t size;
  bool is_read = file && !file_read(&text, &size, file, NULL);
  if (is_read)
    add_query(lang, text, size);
  free(text);
  free(file);
  return is_read;
}

/* Its address identifies this module: the queries are installed beside it. */
static const char anchor;

static char *own_query(const char *of)
{
  Dl_info module;
  if (!dladdr(&anchor, &module))
    return NULL;
  const char *slash = strrchr(module.dli_fname, '/');
  int size = slash ? (int)(slash - module.dli_fname) : 0;
  return mem_format("%.*s/queries/%s.scm", size, module.dli_fname, of);
}

void names_queries(syntax *lang)
{
  static const char convention[] = "(_ name: (_) @definition)";
  const char *of = lang->name;
  if (add_file(lang, grammar_find(of, "queries/symbols.scm")) ||
      add_file(lang, own_query(of)))
    return;
  add_file(lang, grammar_find(of, "queries/locals.scm"));
  add_file(lang, grammar_find(of, "queries/tags.scm"));
  add_query(lang, convention, strlen(convention));
}
