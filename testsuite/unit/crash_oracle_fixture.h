/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An oracle that asks the fake compiler for its crash. */
#ifndef TEST_CRASH_ORACLE_FIXTURE_H
#define TEST_CRASH_ORACLE_FIXTURE_H

#include "compiler/crash_oracle.h"

#include "fake_compiler.h"
#include "run_fixture.h"

static fake with;
static signature expected;
static regex_t pattern;
static runner *slots[2];

static inline void set_up(void)
{
  fake_set_up(&with, "-O2");
  rd_run run = { 0 };
  source bug = fake_source("int bug;");
  rd_limits limits = { .wall_ms = 10000 };
  ck_assert_int_eq(runner_run(&run, &with.run, strings_argv(&with.argv), &bug,
                              &limits, NULL),
                   RD_OK);
  signature_find(&expected, &run);
  ck_assert(signature_is_crash(&expected));
  rd_run_dispose(&run);
  ck_assert_int_eq(
      regcomp(&pattern, "in [a-z]+, at", REG_EXTENDED | REG_NEWLINE), 0);
}

static inline void tear_down(void)
{
  regfree(&pattern);
  signature_dispose(&expected);
  fake_tear_down(&with);
}

static inline crash_options options(void)
{
  slots[0] = &with.run;
  return (crash_options){ .slots = slots,
                          .slot_count = 1,
                          .argv = strings_argv(&with.argv),
                          .name = "in.c",
                          .expected = &expected,
                          .limits = { .wall_ms = 10000 } };
}

/* The verdict on a text; RD_VERDICT_COUNT for an error. */
static inline rd_verdict ask(crash_oracle *oracle, const char *bytes)
{
  rd_verdict verdict = RD_VERDICT_COUNT;
  if (crash_oracle_test(&verdict, oracle, bytes, strlen(bytes), NULL))
    return RD_VERDICT_COUNT;
  return verdict;
}

static inline rd_ticket begin(crash_oracle *oracle, const char *bytes)
{
  const rd_oracle *asked = crash_oracle_interface(oracle);
  rd_ticket ticket = 0;
  ck_assert_int_eq(
      asked->submit(&ticket, asked->payload, bytes, strlen(bytes), NULL),
      RD_OK);
  return ticket;
}

static inline rd_ticket end(rd_verdict *out, crash_oracle *oracle)
{
  const rd_oracle *asked = crash_oracle_interface(oracle);
  rd_ticket ticket = 0;
  ck_assert_int_eq(asked->wait(&ticket, out, asked->payload, NULL), RD_OK);
  return ticket;
}

#endif
