/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The readers of what compilers print: a run shows the crash that was read from
 * it at each level, an early verdict is that of the whole output, and its
 * errors are a part of themselves. The first byte says how the run ended.
 */
#include <string.h>

#include "compiler/early.h"
#include "compiler/errors.h"
#include "compiler/site.h"
#include "fuzz.h"
#include "report/crash_quote.h"

static void check_levels(const rd_run *run)
{
  for (int level = 0; level < MATCH_LEVELS; level++) {
    signature found;
    char *reason = NULL;
    signature_find_at(&found, run, (match_level)level);
    if (signature_is_crash(&found))
      LAW(signature_matches(&found, run, &reason));
    free(reason);
    free(signature_line(&found));
    signature_dispose(&found);
  }
}

/* The output arrives in pieces of seven bytes. */
static void check_early(const rd_run *run)
{
  enum { PIECE = 7 };
  signature found;
  signature_find(&found, run);
  early_options options = { .expected = &found };
  early *watch = early_new(&options);
  early_word word = EARLY_OPEN;
  early_reset(watch);
  for (size_t at = 0; at < run->output_size && word == EARLY_OPEN; at += PIECE)
    word = early_look(watch, run->output, at);
  if (signature_is_crash(&found))
    LAW(word == EARLY_OPEN || word == EARLY_SAME);
  early_free(watch);
  signature_dispose(&found);
}

static void check_errors(const rd_run *run)
{
  strings errors = { 0 }, warnings = { 0 };
  errors_find(&errors, run->output);
  warnings_find(&warnings, run->output);
  LAW(errors_are_subset(&errors, &errors));
  LAW(errors_are_subset(&warnings, &warnings));
  strings_free(&errors);
  strings_free(&warnings);
}

static void check_readers(const rd_run *run)
{
  site_reports reports = { 0 };
  crash_quote quote = { 0 };
  source text = { "input.c", run->output, run->output_size };
  sites found;
  site_reports_find(&reports, run, NULL);
  sites_locate(&found, &reports, &text);
  free(sites_line(&found));
  site_reports_dispose(&reports);
  crash_quote_find(&quote, run->output);
  if (quote.message)
    free(crash_quote_expression(quote.message));
  crash_quote_dispose(&quote);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
  static const rd_run ends[] = { { .end = RD_END_EXIT, .status = 1 },
                                 { .end = RD_END_EXIT, .status = 0 },
                                 { .end = RD_END_EXIT, .status = 4 },
                                 { .end = RD_END_SIGNAL, .status = 11 } };
  if (!size)
    return 0;
  rd_run run = ends[bytes[0] % (sizeof ends / sizeof *ends)];
  run.output = fuzz_text(bytes + 1, size - 1);
  run.output_size = size - 1;
  check_levels(&run);
  check_early(&run);
  check_errors(&run);
  check_readers(&run);
  free(run.output);
  return 0;
}
