/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bisection within other objects of JSON. */
#ifndef BISECT_BISECTION_MEMBERS_H
#define BISECT_BISECTION_MEMBERS_H

#include "bisect/bisection.h"
#include "compiler/json_store.h"

/* Writes or reads its members, as the store says. */
void bisection_members(store *self, bisection *of);

#endif
