/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Templates by their tokens: their heads, parameters and uses. */
#ifndef CLANG_TEMPLATES_H
#define CLANG_TEMPLATES_H

#include "spelled.h"

/* A declaration with parameters: template < ... > ... CLASS :: NAME. */
typedef struct template_head {
  uint32_t begin, end; /* the declaration, from the word `template` on */
  uint32_t name;       /* what it declares; MAP_NONE if unknown */
  uint32_t outer;      /* the class whose member that is, outside of it; or
                          MAP_NONE */
  uint32_t name_id, outer_id; /* equal for equal spellings */
  bool inner;                 /* follows another head */
  bool special;               /* arguments follow the name */
} template_head;

typedef struct templates {
  rewriter *r;
  spellings spellings;
  ARRAY(template_head) heads; /* in document order */
  bool *inside;               /* by position: in a template */
} templates;

void templates_collect(templates *out, rewriter *r);
void templates_free(templates *t);

/* A parameter; `name` is MAP_NONE if it has none. */
typedef struct template_parameter {
  span at;
  uint32_t name;
  uint32_t initial; /* behind its `=`; or the end */
  bool type, pack;
} template_parameter;

template_parameter template_parameter_of(const rewriter *r, span at);
/* Does the head declare the template of the first one, or a member of it, with
 * the parameters of that? */
bool template_belongs(const template_head *head, const template_head *first);

/* A template: all declarations with its name. */
typedef struct template_family {
  templates *t;
  rewriter *r;
  const template_head *first;
  spans parameters; /* of the first one */
  spans list;       /* of the head or use that was looked at last */
} template_family;

typedef void template_fn(template_family *f, uint32_t index,
                         const template_parameter *of);
/* Calls back for each parameter of each template. */
void template_for_each(rewriter *r, template_fn *each);
/* Are those of a declaration as many as of the first one? Then they are in
 * `list`. Not for specialisations. */
bool template_has_parameters(template_family *f, const template_head *head);
/* Are there arguments after the use at the position? They are in `list`. */
bool template_has_arguments(template_family *f, uint32_t at);

/* Iterates over the declarations of a family. */
#define EACH_HEAD(head, f)                                                     \
  for (const template_head *head = (f)->t->heads.data;                         \
       head < (f)->t->heads.data + (f)->t->heads.size; head++)                 \
    if (template_belongs(head, (f)->first))

/* Iterates over the mentions of a name in the declaration after that, members
 * of the same name aside. */
#define EACH_MENTIONED(at, f, head, name)                                      \
  EACH_ALIKE (at, &(f)->t->spellings, name)                                    \
    if (template_is_mention((f)->r, at, name, head))
bool template_is_mention(const rewriter *r, uint32_t at, uint32_t name,
                         const template_head *head);

#endif
