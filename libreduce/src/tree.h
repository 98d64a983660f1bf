/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The layout of a frozen tree: a header and its sections in one block of
 * memory, found by offsets from the header.
 */
#ifndef RD_TREE_LAYOUT_H
#define RD_TREE_LAYOUT_H

#include "reduce/rewrites.h"
#include "reduce/symbols.h"
#include "reduce/tree.h"

/* Sizes of a text, in bytes, up to which rewrites are requested at once, and with
 * RD_REWRITES_LARGE. They gain little compared with the lists and bodies of a large
 * text, and each parse pays for making them: of 125 KB two seconds, and the time
 * grows with the square. */
enum { RD_REWRITES_MOST = 8 * 1024, RD_REWRITES_MOST_LARGE = 256 * 1024 };

typedef enum rd_section {
  RD_SECTION_NODES,    /* rd_node, in document order */
  RD_SECTION_LEAVES,   /* uint32_t: node ids of the leaves */
  RD_SECTION_STRINGS,  /* rd_tree_string_row */
  RD_SECTION_BYTES,    /* bytes of the strings, a NUL after each */
  RD_SECTION_FILLERS,  /* uint32_t: strings */
  RD_SECTION_SETS,     /* uint32_t: one rd_sort_set after the other */
  RD_SECTION_KINDS,    /* uint32_t: strings, by kind */
  RD_SECTION_SYMBOLS,  /* rd_symbol */
  RD_SECTION_DECLS,    /* uint32_t: nodes */
  RD_SECTION_USES,     /* rd_use */
  RD_SECTION_NEEDS,    /* uint32_t: symbols */
  RD_SECTION_NAMES,    /* uint32_t: nodes */
  RD_SECTION_GUARDS,   /* uint32_t: symbols */
  RD_SECTION_CONVERTS, /* uint32_t: a row of bits (from) per class (to) */
  RD_SECTION_RULES,    /* rd_tree_rule */
  RD_SECTION_REWRITES, /* rd_rewrite */
  RD_SECTION_EDITS,    /* rd_rewrite_edit */
  RD_SECTION_TEXT,     /* bytes: the source and a NUL */
  RD_SECTION_COUNT
} rd_section;

typedef struct rd_tree_string_row {
  uint32_t offset; /* in RD_SECTION_BYTES */
  uint32_t weight; /* its tokens */
} rd_tree_string_row;

/* A set of sorts: the words [begin, end) of its bits, the others being 0. Its
 * number is 1 + its place in RD_SECTION_SETS. */
typedef struct rd_sort_set {
  uint32_t begin, end;
  uint32_t words[];
} rd_sort_set;

typedef struct rd_tree_rule {
  uint32_t name; /* a string */
  uint32_t flags;
} rd_tree_rule;

struct rd_tree {
  char magic[8];
  uint32_t version;
  uint32_t classes;    /* number of type classes in the conversion matrix */
  uint32_t undeclared; /* kinds (bits) of symbols that may be used undeclared */
  uint32_t monitor;    /* 1 + a string; 0: none */
  uint64_t size;       /* bytes of the whole block */
  struct {
    uint64_t offset, count; /* count in elements */
  } sections[RD_SECTION_COUNT];
};

/* A zeroed block with room for `counts` elements in each section. */
rd_tree *rd_tree_new(const uint64_t counts[RD_SECTION_COUNT]);

static inline void *rd_tree_section(const rd_tree *tree, rd_section section)
{
  return (char *)(uintptr_t)tree + tree->sections[section].offset;
}

static inline const rd_node *rd_tree_nodes(const rd_tree *tree)
{
  return rd_tree_section(tree, RD_SECTION_NODES);
}

/* Is it a text in a string whose lines have a structure of their own? */
static inline bool rd_tree_is_text(const rd_node *node)
{
  return node->parent != RD_NONE && (node->flags & RD_BY_LINES) &&
         (node->flags & RD_GENERIC);
}

/* Words in a row of the conversion matrix. */
static inline uint32_t rd_tree_row_words(uint32_t classes)
{
  return (classes + 31) / 32;
}

/* Number of elements of a section; the builder guarantees that it fits. */
static inline uint32_t rd_tree_count(const rd_tree *tree, rd_section section)
{
  return (uint32_t)tree->sections[section].count;
}

/* The string whose text rd_tree_filler returns. */
uint32_t rd_tree_filler_string(const rd_tree *tree, uint32_t node,
                               uint32_t index);

/* Checks that the block has this version and size, and that its sections lie
 * within it. Counts are below RD_NONE, so every index fits into 32 bits. */
rd_status rd_tree_check_header(const rd_tree *header, size_t size,
                               rd_error *err);

#endif
