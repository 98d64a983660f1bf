/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the rules of the front ends offer for a text. */
#ifndef TEST_REWRITTEN_H
#define TEST_REWRITTEN_H

/* Each rewrite of the rule for a C text, made alone, in the order of the front end: the
 * whole texts, white space squeezed to one blank at most and none beside
 * punctuation, with a line break after each. Fails the test if there is no
 * such rule. Owner: caller, free(). */
char *rewritten(const char *text, const char *rule);
/* Fails the test unless rewritten() gives these texts, which are squeezed in
 * the same way, in this order; NULL ends them. */
void expect_rewrites(const char *text, const char *rule, ...)
    __attribute__((sentinel));
/* The same for a text in C++. */
void expect_cxx(const char *text, const char *rule, ...)
    __attribute__((sentinel));
/* The same for LLVM IR. */
void expect_ir(const char *text, const char *rule, ...)
    __attribute__((sentinel));
/* The same for a text in the language of that file. */
void expect_in(const char *file, const char *text, const char *rule, ...)
    __attribute__((sentinel));
/* The same for Go. */
void expect_go(const char *text, const char *rule, ...)
    __attribute__((sentinel));

#endif
