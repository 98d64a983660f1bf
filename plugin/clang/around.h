/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++: what stands around a name. */
#ifndef CLANG_AROUND_H
#define CLANG_AROUND_H

#include "build.h"

/* Is the visible token an operator `->`, and not that before a result's type? */
bool around_is_arrow(const build *b, uint32_t visible);
/* Do a template's arguments follow the name? */
bool around_has_arguments(const build *b, uint32_t at);
/* Does the function override one that libclang may not know: that of a base that
 * depends on a template's parameters? */
bool around_overrides(const build *b, uint32_t at);
/* The end of `<...>` from the visible token on; it is `at` if there is none. */
uint32_t around_skip_arguments(const build *b, uint32_t at);

/* May elements of the list serve what they name without declaring anything? */
bool around_has_riders(const build *b, uint32_t list);
/* Is it `template class X<int>;`, which makes code as a function does that other
 * files see? */
bool around_makes_code(const build *b, uint32_t node);
/* Does the token stand in an assertion or in `extern template class X<int>;`,
 * which nothing needs? */
bool around_serves_nothing(const build *b, uint32_t at);

#endif
