/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the page of each fixture, and that of a campaign, into a folder, for
 * testsuite/page.sh and for looking at. Usage: make-pages FOLDER */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "campaign/pages.h"
#include "page_fixture.h"

/* An input that crashes in bug NUMBER, the first ones with text that breaks
 * pages. */
static input make_input(unsigned number)
{
  unsigned which = number * number % 40;
  bool reduced = number < 40 && which % 3;
  return (input){
    .key = mem_format("heap/%u <i>&amp;.c", number),
    .file = mem_format("heap/%u.c", number),
    .first = 1700000000 + 86400ull * number,
    .last = 1700000000 + 86400ull * number,
    .times = 1 + number % 7,
    .bytes = 1000,
    .state = number % 11 ? INPUT_CRASHES : INPUT_FINE,
    .crash = { mem_format("<script>alert(%u)</script> in f%u", which, which),
               mem_format("f%u.c:1", which) },
    .name = mem_format("%u.c", number),
    .compiler = mem_copy("cc \"1\""),
    .reduction = reduced ? REDUCTION_DONE : REDUCTION_NONE,
    .became = { mem_format("<script>alert(%u)</script> in f%u", which, which),
                NULL },
    .text = mem_format("%u", which),
    .reduced_bytes = 10,
    .tokens = 3,
  };
}

/* The index of a campaign of hundreds of inputs, in FOLDER/campaign. */
static rd_status write_campaign(const char *folder, rd_error *err)
{
  enum { INPUTS = 300 };
  const strings none = { 0 };
  campaign all = { .folder = mem_format("%s/campaign", folder) };
  bugs found;
  rd_status status = folders_make(all.folder, 0777, err);
  for (unsigned i = 0; i < INPUTS; i++) {
    input each = make_input(i);
    (void)campaign_add(&all, &each);
  }
  bugs_find(&found, &all, &none);
  if (!status)
    status = campaign_write_pages(&all, &found, err);
  bugs_dispose(&found);
  campaign_dispose(&all);
  return status;
}

int main(int argc, char **argv)
{
  if (argc != 2) {
    (void)fprintf(stderr, "usage: make-pages FOLDER\n");
    return 2;
  }
  rd_error err = { 0 };
  if (write_campaign(argv[1], &err)) {
    (void)fprintf(stderr, "make-pages: %s\n", err.message);
    return 1;
  }
  for (const page_fixture *at = page_fixtures; at->name; at++) {
    char *page = page_of(at->name);
    char *path = mem_format("%s/%s.html", argv[1], at->name);
    rd_status status = file_write(path, page, strlen(page), &err);
    if (status)
      (void)fprintf(stderr, "make-pages: %s\n", err.message);
    free(path);
    free(page);
    if (status)
      return 1;
  }
  return 0;
}
