/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shortest phrases and unit derivations, as fixpoints over the grammar.
 *
 * The *cost* of a rule is that of its cheapest text: tokens first, then bytes,
 * then mentions of symbols, so that the derivation with the least cost is
 * finite. A name costs more than a number: it would have to be declared. The
 * *context* of a symbol is the cheapest text of the start symbol around it. A
 * phrase that the parser rejects in its context is forgotten: the grammar alone
 * does not know what its scanner wants, nor which of two tokens that match wins.
 *
 * Source: Misherghi 2007 (minimal replacements); Sun et al. 2018, section 4.2.1
 * (subsumption).
 */
#include "phrases.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fixed.h"

enum { MOST_FILLERS = 4 };
enum { UNKNOWN = UINT32_MAX / 4, TOKEN_COST = 1 << 16, BYTE_COST = 1 << 6 };

/* The symbol's cheapest surroundings: it is mentioned by the rule `mention`
 * within the body of `parent`. */
typedef struct context {
  uint32_t cost, parent, mention;
} context;

typedef struct accepted {
  uint16_t *symbols;
  size_t count;
} accepted;

struct phrases {
  const rules *grammar;
  uint32_t *costs;      /* by symbol */
  context *contexts;    /* by symbol */
  bool *is_rejected;    /* by symbol */
  uint64_t *units;      /* by symbol: a row of bits of what it accepts */
  size_t words;         /* of a row */
  char **texts;         /* by rule; made when first asked for */
  bool *is_made;        /* by rule */
  accepted *accepted;   /* by rule; made when first asked for */
  const char **presets; /* by symbol: phrases of fillers.def */
  const char *(*fillers)[MOST_FILLERS + 1]; /* by symbol */
  uint32_t valued, but;  /* the symbols of the row VALUE, or RULE_NONE */
  const char *values[2]; /* and its text */
};

/* Rows of fillers.def. */
typedef struct filler_row {
  const char *language, *symbol, *text;
} filler_row;

static const filler_row filler_rows[] = {
#define FILLER(language, symbol, text) { language, symbol, text },
#include "fillers.def"
};
static const filler_row phrase_rows[] = {
#define PHRASE(language, symbol, text) { language, symbol, text },
#include "fillers.def"
};
static const struct {
  filler_row of;
  const char *but;
} value_rows[] = {
#define VALUE(language, symbol, but, text) { { language, symbol, text }, but },
#include "fillers.def"
};

static const symbol *symbol_of(const phrases *self, const rule *mention)
{
  return &self->grammar->symbols.data[mention->symbol];
}

/* ---- costs ---- */

static uint32_t cost_of_text(const char *text)
{
  if (!text)
    return UNKNOWN;
  bool is_name = isalpha((unsigned char)*text) != 0;
  return *text ? TOKEN_COST + BYTE_COST * (uint32_t)(strlen(text) + is_name)
               : 0;
}

/* What the grammar's scanner finds. Of a token with a node the text is guessed;
 * parsing it will tell. */
static const char *scanned_text(const symbol *of)
{
  if (of->text)
    return of->text;
  return of->is_hidden ? "" : "a";
}

static uint32_t cost_of(const phrases *self, uint32_t number)
{
  const rule *at = rules_at(self->grammar, number);
  uint32_t cost = 0, best = UNKNOWN;
  switch ((rule_type)at->type) {
  case RULE_BLANK:
  case RULE_REPEAT:
    return 0;
  case RULE_TOKEN:
  case RULE_SILENT:
    return cost_of_text(at->text);
  case RULE_SYMBOL:
    return self->costs[at->symbol] + 1;
  case RULE_ALIAS:
  case RULE_REPEAT1:
    return cost_of(self, rules_member(self->grammar, at, 0));
  case RULE_SEQ:
    for (uint32_t i = 0; i < at->count && cost < UNKNOWN; i++)
      cost += cost_of(self, rules_member(self->grammar, at, i));
    return cost < UNKNOWN ? cost : UNKNOWN;
  case RULE_CHOICE:
    for (uint32_t i = 0; i < at->count; i++) {
      cost = cost_of(self, rules_member(self->grammar, at, i));
      best = cost < best ? cost : best;
    }
    return best;
  }
  return UNKNOWN;
}

static void find_costs(phrases *self)
{
  const rules *grammar = self->grammar;
  for (size_t i = 0; i < grammar->symbols.size; i++)
    self->costs[i] = UNKNOWN;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < grammar->symbols.size; i++) {
      const symbol *at = &grammar->symbols.data[i];
      if (fixed_is_foreign(grammar->name, at->name))
        continue;
      uint32_t cost = self->presets[i]        ? cost_of_text(self->presets[i])
                      : at->rule == RULE_NONE ? cost_of_text(scanned_text(at))
                                              : cost_of(self, at->rule);
      changed |= cost < self->costs[i];
      self->costs[i] = cost < self->costs[i] ? cost : self->costs[i];
    }
  }
}

/* ---- texts ---- */

static bool may_touch(char left, char right)
{
  static const char apart[] = "()[]{},;";
  return strchr(apart, left) || strchr(apart, right);
}

static void add_token(textbuf *out, const char *text, bool is_immediate)
{
  if (!*text)
    return;
  if (out->size && !is_immediate && !may_touch(out->data[out->size - 1], *text))
    text_add(out, " ", 1);
  text_puts(out, text);
}

static void add_text(textbuf *out, const phrases *self, uint32_t number)
{
  const rule *at = rules_at(self->grammar, number);
  uint32_t best = 0;
  switch ((rule_type)at->type) {
  case RULE_BLANK:
  case RULE_REPEAT:
    return;
  case RULE_TOKEN:
  case RULE_SILENT:
    add_token(out, at->text, at->is_immediate);
    return;
  case RULE_SYMBOL: {
    const symbol *of = symbol_of(self, at);
    if (self->presets[at->symbol])
      add_token(out, self->presets[at->symbol], false);
    else if (of->rule == RULE_NONE)
      add_token(out, scanned_text(of), !of->text);
    else
      add_text(out, self, of->rule);
    return;
  }
  case RULE_ALIAS:
  case RULE_REPEAT1:
    add_text(out, self, rules_member(self->grammar, at, 0));
    return;
  case RULE_SEQ:
    for (uint32_t i = 0; i < at->count; i++)
      add_text(out, self, rules_member(self->grammar, at, i));
    return;
  case RULE_CHOICE:
    for (uint32_t i = 1; i < at->count; i++)
      if (cost_of(self, rules_member(self->grammar, at, i)) <
          cost_of(self, rules_member(self->grammar, at, best)))
        best = i;
    add_text(out, self, rules_member(self->grammar, at, best));
    return;
  }
}

/* ---- contexts ---- */

/* Offers the mentions within a rule the context of `parent` at `cost`. Returns
 * whether one is better than what was known. */
static bool offer(phrases *self, uint32_t number, uint32_t parent,
                  uint32_t cost)
{
  const rule *at = rules_at(self->grammar, number);
  bool changed = false;
  uint32_t all = 0;
  if (at->type == RULE_SYMBOL) {
    context *known = &self->contexts[at->symbol];
    if (cost + 1 >= known->cost)
      return false;
    *known = (context){ .cost = cost + 1, .parent = parent, .mention = number };
    return true;
  }
  if (at->type == RULE_SEQ)
    all = cost_of(self, number);
  if (all == UNKNOWN)
    return false;
  for (uint32_t i = 0; i < at->count; i++) {
    uint32_t member = rules_member(self->grammar, at, i);
    uint32_t beside = all ? all - cost_of(self, member) : 0;
    changed |= offer(self, member, parent, cost + beside);
  }
  return changed;
}

static void find_contexts(phrases *self)
{
  const rules *grammar = self->grammar;
  for (size_t i = 0; i < grammar->symbols.size; i++)
    self->contexts[i] = (context){ .cost = UNKNOWN, .parent = RULE_NONE };
  self->contexts[0].cost = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < grammar->symbols.size; i++)
      if (self->contexts[i].cost < UNKNOWN &&
          grammar->symbols.data[i].rule != RULE_NONE)
        changed |= offer(self, grammar->symbols.data[i].rule, i,
                         self->contexts[i].cost);
  }
}

/* Adds the text of a rule with `middle` in place of the mention; false, and
 * nothing added, if the mention is not within the rule. */
static bool add_around(textbuf *out, const phrases *self, uint32_t number,
                       uint32_t mention, const char *middle)
{
  const rule *at = rules_at(self->grammar, number);
  if (number == mention) {
    add_token(out, middle, false);
    return true;
  }
  for (uint32_t i = 0; i < at->count; i++) {
    size_t before = out->size;
    for (uint32_t k = 0; at->type == RULE_SEQ && k < i; k++)
      add_text(out, self, rules_member(self->grammar, at, k));
    if (add_around(out, self, rules_member(self->grammar, at, i), mention,
                   middle)) {
      for (uint32_t k = i + 1; at->type == RULE_SEQ && k < at->count; k++)
        add_text(out, self, rules_member(self->grammar, at, k));
      return true;
    }
    out->size = before;
  }
  return false;
}

/* A shortest whole text with the symbol's phrase in it; caller's, or NULL. */
static char *sentence(const phrases *self, uint32_t number)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  if (self->presets[number])
    text_puts(&out, self->presets[number]);
  else
    add_text(&out, self, self->grammar->symbols.data[number].rule);
  char *text = text_take(&out, NULL);
  for (size_t depth = 0; number && depth <= self->grammar->symbols.size;
       depth++) {
    const context *around = &self->contexts[number];
    text_puts(&out, "");
    if (around->parent == RULE_NONE ||
        !add_around(&out, self,
                    self->grammar->symbols.data[around->parent].rule,
                    around->mention, text))
      break;
    string_replace(&text, text_take(&out, NULL));
    number = around->parent;
  }
  text_free(&out);
  if (!number)
    return text;
  free(text);
  return NULL;
}

static void verify(phrases *self, const core *calls, const TSLanguage *handle)
{
  for (uint32_t i = 0; i < self->grammar->symbols.size; i++) {
    if (self->grammar->symbols.data[i].rule == RULE_NONE ||
        self->costs[i] >= UNKNOWN)
      continue;
    char *text = sentence(self, i);
    cst tree = { 0 };
    self->is_rejected[i] =
        text &&
        !cst_parse(&tree, calls, handle, text, strlen(text), NULL, 0, NULL) &&
        tree.faults;
    cst_free(&tree, calls);
    free(text);
  }
}

/* ---- unit derivations ---- */

static void set_bit(uint64_t *bits, uint32_t number)
{
  bits[number / 64] |= UINT64_C(1) << number % 64;
}

static void add_units(uint64_t *bits, const phrases *self, uint32_t number);

/* Of a sequence a member stands for the whole if the others may be nothing. */
static void add_sequence_units(uint64_t *bits, const phrases *self,
                               const rule *at)
{
  uint32_t needed = 0, only = 0;
  for (uint32_t i = 0; i < at->count; i++)
    if (!rules_is_nullable(self->grammar, rules_member(self->grammar, at, i),
                           true)) {
      needed++;
      only = i;
    }
  for (uint32_t i = 0; i < at->count && needed < 2; i++)
    if (!needed || i == only)
      add_units(bits, self, rules_member(self->grammar, at, i));
}

static void add_units(uint64_t *bits, const phrases *self, uint32_t number)
{
  const rule *at = rules_at(self->grammar, number);
  if (at->type == RULE_SYMBOL) {
    const uint64_t *row = self->units + at->symbol * self->words;
    set_bit(bits, at->symbol);
    for (size_t i = 0; i < self->words; i++)
      bits[i] |= row[i];
  } else if (at->type == RULE_SEQ) {
    add_sequence_units(bits, self, at);
  } else {
    for (uint32_t i = 0; i < at->count; i++)
      add_units(bits, self, rules_member(self->grammar, at, i));
  }
}

static void find_units(phrases *self)
{
  const rules *grammar = self->grammar;
  uint64_t *row = mem_alloc(self->words, sizeof *row);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < grammar->symbols.size; i++) {
      if (grammar->symbols.data[i].rule == RULE_NONE)
        continue;
      uint64_t *old = self->units + i * self->words;
      memcpy(row, old, self->words * sizeof *row);
      add_units(row, self, grammar->symbols.data[i].rule);
      changed |= memcmp(row, old, self->words * sizeof *row) != 0;
      memcpy(old, row, self->words * sizeof *row);
    }
  }
  free(row);
}

/* ---- fillers ---- */

/* The symbol that a row is about, or RULE_NONE. */
static uint32_t row_symbol(const phrases *self, const filler_row *at)
{
  return strcmp(at->language, self->grammar->name) == 0
             ? rules_symbol(self->grammar, at->symbol)
             : RULE_NONE;
}

static void find_fillers(phrases *self)
{
  self->valued = RULE_NONE;
  for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++)
    if (row_symbol(self, &value_rows[i].of) != RULE_NONE) {
      self->valued = row_symbol(self, &value_rows[i].of);
      self->but = rules_symbol(self->grammar, value_rows[i].but);
      self->values[0] = value_rows[i].of.text;
    }
  for (size_t i = 0; i < sizeof filler_rows / sizeof *filler_rows; i++) {
    uint32_t of = row_symbol(self, &filler_rows[i]);
    size_t k = 0;
    while (of != RULE_NONE && k < MOST_FILLERS && self->fillers[of][k])
      k++;
    if (of != RULE_NONE && k < MOST_FILLERS)
      self->fillers[of][k] = filler_rows[i].text;
  }
  for (size_t i = 0; i < sizeof phrase_rows / sizeof *phrase_rows; i++) {
    uint32_t of = row_symbol(self, &phrase_rows[i]);
    if (of != RULE_NONE)
      self->presets[of] = phrase_rows[i].text;
  }
}

/* The symbol that the rule is a mention of, optional or not. */
static uint32_t mentioned(const phrases *self, uint32_t number)
{
  const rule *at = rules_at(self->grammar, number);
  uint32_t only = RULE_NONE;
  if (at->type == RULE_SYMBOL)
    return at->symbol;
  for (uint32_t i = 0; i < at->count; i++) {
    uint32_t member = rules_member(self->grammar, at, i);
    if (rules_at(self->grammar, member)->type == RULE_BLANK)
      continue;
    if (only != RULE_NONE)
      return RULE_NONE;
    only = member;
  }
  return only == RULE_NONE ? RULE_NONE : mentioned(self, only);
}

const char *const *phrases_fillers(phrases *self, uint32_t number)
{
  uint32_t of = mentioned(self, number);
  if (of != RULE_NONE && *self->fillers[of])
    return self->fillers[of];
  bool is_value = self->valued != RULE_NONE &&
                  phrases_accept(self, number, self->valued) &&
                  !phrases_accept(self, number, self->but);
  return is_value ? self->values : NULL;
}

/* ---- all of them ---- */

phrases *phrases_new(const rules *grammar, const core *calls,
                     const TSLanguage *handle)
{
  size_t symbols = grammar->symbols.size, count = grammar->rules.size;
  phrases *self = mem_alloc(1, sizeof *self);
  self->grammar = grammar;
  self->words = symbols / 64 + 1;
  self->costs = mem_alloc(symbols, sizeof *self->costs);
  self->contexts = mem_alloc(symbols, sizeof *self->contexts);
  self->is_rejected = mem_alloc(symbols, sizeof *self->is_rejected);
  self->units = mem_alloc(symbols * self->words, sizeof *self->units);
  self->texts = mem_alloc(count, sizeof *self->texts);
  self->is_made = mem_alloc(count, sizeof *self->is_made);
  self->accepted = mem_alloc(count, sizeof *self->accepted);
  self->presets = mem_alloc(symbols, sizeof *self->presets);
  self->fillers = mem_alloc(symbols, sizeof *self->fillers);
  find_fillers(self);
  find_costs(self);
  find_contexts(self);
  verify(self, calls, handle);
  find_units(self);
  return self;
}

void phrases_free(phrases *self)
{
  if (!self)
    return;
  for (size_t i = 0; i < self->grammar->rules.size; i++) {
    free(self->texts[i]);
    free(self->accepted[i].symbols);
  }
  free(self->costs);
  free(self->contexts);
  free(self->is_rejected);
  free(self->units);
  free(self->texts);
  free(self->is_made);
  free(self->accepted);
  free(self->presets);
  free(self->fillers);
  free(self);
}

/* Does the cheapest text of a rule mention a symbol whose phrase failed? */
static bool is_doubtful(const phrases *self, uint32_t number)
{
  const rule *at = rules_at(self->grammar, number);
  uint32_t best = 0;
  if (at->type == RULE_BLANK || at->type == RULE_REPEAT)
    return false;
  if (at->type == RULE_SYMBOL)
    return self->is_rejected[at->symbol];
  if (at->type != RULE_CHOICE) {
    for (uint32_t i = 0; i < at->count; i++)
      if (is_doubtful(self, rules_member(self->grammar, at, i)))
        return true;
    return false;
  }
  for (uint32_t i = 1; i < at->count; i++)
    if (cost_of(self, rules_member(self->grammar, at, i)) <
        cost_of(self, rules_member(self->grammar, at, best)))
      best = i;
  return at->count && is_doubtful(self, rules_member(self->grammar, at, best));
}

const char *phrases_of(phrases *self, uint32_t number)
{
  if (!self->is_made[number]) {
    self->is_made[number] = true;
    textbuf out = { 0 };
    text_puts(&out, "");
    if (cost_of(self, number) < UNKNOWN && !is_doubtful(self, number)) {
      add_text(&out, self, number);
      self->texts[number] = text_take(&out, NULL);
    }
    text_free(&out);
  }
  return self->texts[number];
}

uint32_t phrases_weight(const phrases *self, uint32_t number)
{
  const char *text = self->texts[number];
  size_t size = strlen(text);
  bool is_string = size > 1 && strchr("\"'`", *text) &&
                   text[size - 1] == *text && !strchr(text, ' ');
  return is_string ? 1 : cost_of(self, number) / TOKEN_COST;
}

const uint16_t *phrases_accepted(phrases *self, uint32_t number,
                                 size_t *count_out)
{
  accepted *made = &self->accepted[number];
  if (!made->symbols) {
    uint64_t *bits = mem_alloc(self->words, sizeof *bits);
    add_units(bits, self, number);
    ARRAY(uint16_t) found = { 0 };
    ARRAY_RESERVE(&found, 1);
    for (uint32_t i = 0; i < self->grammar->symbols.size; i++)
      if (bits[i / 64] >> i % 64 & 1)
        ARRAY_PUSH(&found, (uint16_t)i);
    free(bits);
    *made = (accepted){ .symbols = found.data, .count = found.size };
  }
  *count_out = made->count;
  return made->symbols;
}

bool phrases_accept(phrases *self, uint32_t number, uint32_t wanted)
{
  size_t low = 0, high;
  const uint16_t *symbols = phrases_accepted(self, number, &high);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (symbols[middle] == wanted)
      return true;
    if (symbols[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}
