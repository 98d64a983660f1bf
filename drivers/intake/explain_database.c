/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What is wrong with a compile_commands.json.
 *
 * libclang only says that it does not like one, and nothing of where. So a
 * refused one is read once more, by the rules of its specification, up to the
 * first thing that breaks them.
 */
#include "intake/explain_database.h"

#include <jansson.h>

/* What is missing in an entry, or NULL. */
static const char *find_flaw(const json_t *entry)
{
  if (!json_is_object(entry))
    return "is no object";
  if (!json_is_string(json_object_get(entry, "file")))
    return "has no \"file\"";
  if (!json_is_string(json_object_get(entry, "directory")))
    return "has no \"directory\"";
  const json_t *arguments = json_object_get(entry, "arguments");
  if (!arguments && !json_is_string(json_object_get(entry, "command")))
    return "has neither \"command\" nor \"arguments\"";
  if (arguments && !json_array_size(arguments))
    return "has \"arguments\" that are no list of words";
  for (size_t i = 0; i < json_array_size(arguments); i++)
    if (!json_is_string(json_array_get(arguments, i)))
      return "has \"arguments\" that are no list of words";
  return NULL;
}

rd_status database_explain(const char *path, const char *shown, rd_error *err)
{
  json_error_t where;
  json_t *root = json_load_file(path, 0, &where);
  const char *flaw = NULL;
  size_t index = 0;
  if (!root)
    return rd_fail(err, RD_ERR_INVALID,
                   "%s is no JSON, line %d: %s; let the build write it anew",
                   shown, where.line, where.text);
  for (; !flaw && index < json_array_size(root); index++)
    flaw = find_flaw(json_array_get(root, index));
  rd_status status = RD_ERR_INVALID;
  if (!json_is_array(root))
    (void)rd_fail(err, status,
                  "%s is no compilation database: it has to be a list of "
                  "entries, [{...}, ...]",
                  shown);
  else if (flaw)
    (void)rd_fail(err, status, "%s: entry %zu %s; let the build write it anew",
                  shown, index, flaw);
  else
    (void)rd_fail(err, status, "libclang cannot read %s", shown);
  json_decref(root);
  return status;
}
