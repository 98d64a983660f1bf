/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the pass that generates wrong code, and options that hide it. */
#ifndef WRONG_PASS_H
#define WRONG_PASS_H

#include "triage/triage.h"
#include "wrong/find.h"

/* A line of options without which a program may break the rules of `restrict`. */
#define WRONG_UNRESTRICTED "-Drestrict= -D__restrict= -D__restrict__="

/* Builds the text under other options, and compares what its programs do: clang
 * by -opt-bisect-limit, GCC by -fno-... of what the level switches on, and by
 * its counters. *hiding_out: options with which the program is right, each as a
 * line; the caller's. Unknown values stay NULL. Cost: a build for each option of
 * a group that hides it, and for each step of a binary search. */
rd_status wrong_pass_find(triage *out, strings *hiding_out,
                          const wrong_options *options, const plan *of,
                          rd_error *err);
/* Finds the pass in the original, as far as that is cheap, and adds a step to the
 * plan that holds a text to it: with the option that leaves out what GCC's counter
 * counts, the program has to be right. clang's limit is another number in each
 * text. Cost: up to a few dozen builds. */
rd_status wrong_pass_hold(wrong_case *of, const wrong_options *options,
                          rd_error *err);
/* Was it another pass in the original? */
bool wrong_pass_slipped(const wrong_case *of, const triage *now);

#endif
