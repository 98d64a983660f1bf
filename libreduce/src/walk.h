/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The internals of a renderer, and the walk that writes its texts. */
#ifndef RD_WALK_H
#define RD_WALK_H

#include "joint.h"
#include "render.h"

/* A node in the base. */
struct rd_based {
  uint32_t begin, end; /* its pieces; RD_NONE if the base did not visit it */
  int32_t shift;       /* of its lines */
  uint64_t hash;       /* of its bytes; 0: not computed yet */
  uint32_t element;    /* the element around it; RD_NONE: there is none */
  bool is_alive;
  bool is_walked;      /* the base visited all its children */
  bool has_separators; /* among its children */
};

/* A dirty node of the current candidate. */
struct rd_dirty {
  uint32_t node;
  uint32_t edit;  /* index of the candidate's edit, or RD_NONE */
  uint32_t first; /* its first dirty child, or RD_NONE */
  uint32_t next;  /* its next dirty sibling, or RD_NONE */
  bool is_alive;
};

/* A node whose children are being written. */
struct rd_frame {
  uint32_t node;
  uint32_t child;    /* the next one, or RD_NONE */
  uint32_t plan;     /* start of the plan of a list, or RD_NONE */
  uint32_t position; /* of the next child */
  uint32_t run;      /* first piece of the clean children before `child`, the
                        next dirty one; RD_NONE: `child` is simply the next
                        child */
  bool is_lift;      /* `child` is lifted, and the only one */
  bool is_moved;     /* and layout is syntax there */
  int32_t shift;     /* that of the lines around a moved node */
  uint64_t written;  /* pieces and runs before a moved node */
};

struct rd_renderer {
  const rd_config *config;
  const rd_tree *tree;
  rd_gaps gaps;
  struct rd_based *base;
  ARRAY(rd_piece) pieces;       /* of the base */
  textbuf text;                 /* of the base */
  rd_measure measure;           /* of the base */
  const rd_edit *edits;         /* of the current candidate */
  ARRAY(struct rd_dirty) dirty; /* the candidate's dirty nodes */
  uint32_t *slot;               /* by node: its index if it is in `dirty` */
  ARRAY(uint32_t) order;        /* of `dirty`, the last node first */
  ARRAY(struct rd_frame) frames;
  ARRAY(uint8_t) plan; /* for each child of the open lists: is it written? */
};

/* The node's entry if it is dirty, else NULL. An entry is valid only if it
 * names the node, so that nothing needs to be cleared between candidates. */
static inline struct rd_dirty *rd_walk_dirty(const rd_renderer *renderer,
                                             uint32_t node)
{
  uint32_t slot = renderer->slot[node];
  return slot < renderer->dirty.size && renderer->dirty.data[slot].node == node
             ? &renderer->dirty.data[slot]
             : NULL;
}

static inline bool rd_walk_is_alive(const rd_renderer *renderer, uint32_t node)
{
  const struct rd_dirty *dirty = rd_walk_dirty(renderer, node);
  return dirty ? dirty->is_alive : renderer->base[node].is_alive;
}

/* The edit in force at a node: the candidate's, else the configuration's. */
static inline rd_edit rd_walk_edit(const rd_renderer *renderer, uint32_t node)
{
  const struct rd_dirty *dirty = rd_walk_dirty(renderer, node);
  if (dirty && dirty->edit != RD_NONE)
    return renderer->edits[dirty->edit];
  return rd_config_at(renderer->config, node);
}

/* What is left of a list. */
typedef enum rd_list_state {
  RD_LIST_HOLDS,  /* an element is left, or there never was one */
  RD_LIST_PHRASE, /* no element: it is rendered as its phrase */
  RD_LIST_BARE,   /* no element and no phrase: everything but separators */
} rd_list_state;

rd_list_state rd_walk_list_state(const rd_renderer *renderer, uint32_t node);

/* The output of a walk. The caller sets the first three fields. */
typedef struct rd_walk_writer {
  rd_renderer *renderer;
  textbuf *out;
  bool records; /* this is the base: record the pieces and ranges */
  size_t start; /* start of the text in `out` */
  uint64_t tokens;
  rd_piece left;               /* the last piece written; size 0: none yet */
  uint64_t written;            /* how many pieces and runs were */
  int32_t shift;               /* of lines, by the moved nodes around */
  const struct rd_node *place; /* the next piece is the first of a moved node
                                  and takes the gap before this one; or NULL */
  int32_t place_shift;         /* of that gap */
  uint32_t run_begin, run_end; /* pieces of the base to be copied next */
} rd_walk_writer;

/* Writes the renderer's candidate, or its base. */
rd_measure rd_walk(rd_walk_writer *writer);

#endif
