/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bisection_fixture.h"

#include <stdlib.h>

void bisection_set(char **field, const char *value)
{
  free(*field);
  *field = mem_copy(value);
}

bisect_point bisection_point(const char *name, const char *subject,
                             bisect_answer answer, const char *detail)
{
  bisect_point out = { .name = mem_copy(name),
                       .answer = answer,
                       .detail = detail ? mem_copy(detail) : NULL };
  commit_facts *facts = &out.facts;
  strings_add(&out.command, "/cache/of/somebody/bin/cc");
  strings_add(&out.command, "-O2");
  if (!subject || !object_id_parse(&facts->id, name))
    return out;
  facts->parents = mem_alloc(1, sizeof *facts->parents);
  facts->parent_count = 1;
  (void)object_id_parse(facts->parents, GOOD_DIGITS);
  facts->author = mem_copy("A. U. Thor <a@example.org>");
  facts->author_date = mem_copy("2021-03-04 10:11:12 +0100");
  facts->commit_date = mem_copy("2021-03-05 00:00:00 +0000");
  facts->subject = mem_copy(subject);
  strings_add(&facts->files, "gcc/testsuite/a.c");
  strings_add(&facts->files, "gcc/tree-vrp.c");
  return out;
}

static void take_points(bisect_point **list, size_t *count,
                        const bisect_point *points, size_t size)
{
  *list = mem_alloc(size, sizeof **list);
  *count = size;
  for (size_t i = 0; i < size; i++)
    (*list)[i] = points[i];
}

static const char log_text[] =
    "# clang-hdd bisect 1234\n"
    "git bisect start\n"
    "# bad: [" BAD_DIGITS "] vrp: fold ranges of casts\n"
    "# detail: internal compiler error: in f, at vrp.c:17\n"
    "git bisect bad " BAD_DIGITS "\n"
    "# skip: [" OTHER_DIGITS "] vrp: rename\n"
    "# detail: not built: make: *** [all] Error 1\n"
    "# flaky\n"
    "git bisect skip " OTHER_DIGITS "\n"
    "# good: [" GOOD_DIGITS "] vrp: tidy up\n"
    "git bisect good " GOOD_DIGITS "\n"
    "# first bad commit: [" BAD_DIGITS "] vrp: fold ranges of casts\n";

static bisection of_history(bisection_end end)
{
  return (bisection){ .end = end,
                      .repository = mem_copy("/home/somebody/gcc"),
                      .good = mem_copy("v1"),
                      .bad = mem_copy("v2"),
                      .signature = mem_copy(
                          "internal compiler error: in f, at vrp.c:17"),
                      .commits = 675,
                      .probes = 11,
                      .built = 7,
                      .cached = 4,
                      .skipped = 2,
                      .ms = 93456,
                      .log = mem_copy(log_text) };
}

bisection bisection_of_commit(void)
{
  bisection out = of_history(BISECTION_FOUND);
  bisect_point bad =
      bisection_point(BAD_DIGITS, "vrp: fold ranges of casts", BISECT_BAD,
                      "internal compiler error: in f, at vrp.c:17");
  bisect_point good =
      bisection_point(GOOD_DIGITS, "vrp: tidy up", BISECT_GOOD, NULL);
  take_points(&out.suspects, &out.suspect_count, &bad, 1);
  take_points(&out.parents, &out.parent_count, &good, 1);
  return out;
}

bisection bisection_of_suspects(void)
{
  bisection out = of_history(BISECTION_SUSPECTS);
  bisect_point points[] = {
    bisection_point(BAD_DIGITS, "vrp: fold ranges of casts", BISECT_BAD, NULL),
    bisection_point(OTHER_DIGITS, "vrp: rename", BISECT_SKIP,
                    "not built: make: *** [all] Error 1"),
    bisection_point(GOOD_DIGITS, "vrp: tidy up", BISECT_SKIP,
                    "internal compiler error: Segmentation fault"),
  };
  take_points(&out.suspects, &out.suspect_count, points, 3);
  out.problem = mem_copy("3 commits are left that could not be tested");
  return out;
}

bisection bisection_of_versions(void)
{
  bisection out = of_history(BISECTION_FOUND);
  bisect_point bad = bisection_point("gcc-12", NULL, BISECT_BAD, NULL);
  bisect_point good = bisection_point("/usr/bin/gcc-11", NULL, BISECT_GOOD,
                                      "error: expected ';'");
  bad.version = mem_copy("12.2.0");
  good.version = mem_copy("11.3.0");
  take_points(&out.suspects, &out.suspect_count, &bad, 1);
  take_points(&out.parents, &out.parent_count, &good, 1);
  free(out.repository);
  out.repository = NULL;
  bisection_set(&out.good, "gcc-9");
  bisection_set(&out.bad, "gcc-12");
  out.commits = 3;
  return out;
}
