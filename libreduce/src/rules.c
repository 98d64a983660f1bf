/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The rules of the front end, as a reduction learns them.
 *
 * The rules are known only when the first tree exists, since the front end
 * lives in another process; so rule names in the caller's options are checked
 * then. A parser that fails at first may name rules only in a later tree;
 * numbers never change.
 */
#include "rules.h"

#include <stdlib.h>
#include <string.h>

#include "pass.h"

static bool has_name(const char *const *names, const char *name)
{
  for (; names && *names; names++)
    if (strcmp(*names, name) == 0)
      return true;
  return false;
}

static bool is_enabled(const rd_options *options, const char *name)
{
  const char *all = rd_pass_at(RD_PASS_REWRITES)->row.name;
  bool wanted = !options->only_pass || has_name(options->only_pass, all) ||
                has_name(options->only_pass, name);
  return wanted && !has_name(options->skip_pass, all) &&
         !has_name(options->skip_pass, name);
}

void rd_rules_learn(rd_rules *rules, const rd_tree *tree,
                    const rd_options *options)
{
  while (rules->size < rd_tree_rule_count(tree)) {
    uint32_t number = (uint32_t)rules->size;
    const char *name = rd_tree_rule_name(tree, number);
    rd_known_rule rule = { .name = mem_copy_bytes(name, strlen(name) + 1),
                           .flags = rd_tree_rule_flags(tree, number),
                           .enabled = is_enabled(options, name) };
    ARRAY_PUSH(rules, rule);
  }
}

static rd_status check_names(const rd_rules *rules, const char *const *names,
                             rd_error *err)
{
  ARRAY(const char *) known = { 0 };
  const rd_row *row;
  const char *unknown = NULL;
  for (size_t i = 0; (row = rd_pass_row(i)); i++)
    ARRAY_PUSH(&known, row->name);
  for (size_t i = 0; i < rules->size; i++)
    ARRAY_PUSH(&known, rules->data[i].name);
  ARRAY_PUSH(&known, NULL);
  for (; names && *names && !unknown; names++)
    if (!has_name(known.data, *names))
      unknown = *names;
  rd_status status = RD_OK;
  if (unknown) {
    const char *near = rd_nearest_name(unknown, known.data, known.size - 1);
    status = rd_fail(err, RD_ERR_INVALID, "unknown pass '%s'%s%s%s", unknown,
                     near ? "; did you mean '" : "", near ? near : "",
                     near ? "'?" : "");
  }
  free(known.data);
  return status;
}

rd_status rd_rules_check(const rd_rules *rules, const rd_options *options,
                         rd_error *err)
{
  rd_status status = check_names(rules, options->only_pass, err);
  return status ? status : check_names(rules, options->skip_pass, err);
}

void rd_rules_dispose(rd_rules *rules)
{
  for (size_t i = 0; i < rules->size; i++)
    free(rules->data[i].name);
  ARRAY_FREE(rules);
}
