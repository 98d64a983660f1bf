/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Parses texts in a process of their own.
 *
 * A text on which libclang crashes takes what libclang holds with it: the memory of the
 * process may be damaged, and what was read of headers has to be read again. So a
 * child parses the text (nursery.c).
 *
 * libclang says nothing of a text on which it crashed. But LLVM, asked for it,
 * writes on the standard error output where the parser was. Errors of the text
 * before that place are those of the text that ends there. Most templates are
 * instantiated when all is read: if that crashes, libclang has to leave it out.
 */
#include "apart.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/hash.h"
#include "nursery.h"
#include "syntax.h"

/* ---- where it crashed ---- */

/* A place as LLVM writes it: by line markers, if there are any. */
typedef struct place {
  const char *name; /* of `name_size` bytes */
  size_t name_size;
  unsigned long line, column; /* from 1 */
} place;

/* Reads a line marker at the beginning of a line, `# LINE "NAME"`; false: it is
 * none. The text is followed by a NUL. */
static bool read_marker(place *out, const char *at)
{
  char *behind;
  at += *at == '#';
  at += strspn(at, " \t");
  at += starts_with(at, "line") ? 4 : 0;
  unsigned long line = strtoul(at, &behind, 10);
  if (behind == at)
    return false;
  out->line = line;
  at = behind + strspn(behind, " \t");
  if (*at == '"') {
    out->name = at + 1;
    out->name_size = strcspn(at + 1, "\"\n");
  }
  return true;
}

/* The offset of a place in the main file or in what line markers call so;
 * UINT32_MAX: there is none. The last if there are several. */
static uint32_t offset_of(const place *of, const char *file_name,
                          const char *text, size_t size)
{
  place at = { .name = file_name, .name_size = strlen(file_name), .line = 1 };
  uint32_t found = UINT32_MAX;
  const char *end = text + size;
  for (const char *line = text; line && line < end;) {
    const char *next = memchr(line, '\n', (size_t)(end - line));
    size_t length = (size_t)((next ? next : end) - line);
    if (*line == '#' && read_marker(&at, line)) {
      line = next ? next + 1 : NULL;
      continue;
    }
    if (at.line == of->line && of->column <= length &&
        at.name_size == of->name_size &&
        !memcmp(at.name, of->name, of->name_size))
      found = (uint32_t)(line - text) + (uint32_t)of->column - 1;
    at.line++;
    line = next ? next + 1 : NULL;
  }
  return found;
}

/* Goes back over ":NUMBER"; NULL: it is not there. */
static const char *back_number(unsigned long *out, const char *begin,
                               const char *at)
{
  while (at > begin && isdigit((unsigned char)at[-1]))
    at--;
  *out = strtoul(at, NULL, 10);
  return *out && at > begin && at[-1] == ':' ? at - 1 : NULL;
}

/* Reads "0.\tNAME:LINE:COLUMN: current parser token 'X'". */
static uint32_t find_reached(const char *said, const arguments *args,
                             const char *text, size_t size)
{
  const char *at = strstr(said, ": current parser token");
  place of = { 0 };
  at = at ? back_number(&of.column, said, at) : NULL;
  at = at ? back_number(&of.line, said, at) : NULL;
  if (!at)
    return UINT32_MAX;
  for (of.name = at; of.name > said && of.name[-1] != '\t';)
    of.name--;
  of.name_size = (size_t)(at - of.name);
  return offset_of(&of, args->file_name, text, size);
}

/* ---- parsing ---- */

/* What is asked, as a number; 0: other files have their say. */
static uint64_t question_of(const arguments *args, const char *text,
                            size_t size, unsigned flags, uint32_t relax)
{
  const uint64_t parts[] = { hash_bytes(text, size), flags, relax };
  return args->beside_count ? 0 : hash_bytes(parts, sizeof parts);
}

/* The tree of a text that crashes asks what its check asked. */
static bool recall(apart *out, const arguments *args, uint64_t question)
{
  for (size_t i = 0; question && i < APART_KEPT; i++)
    if (args->apart[i].question == question) {
      *out = (apart){ .died = true,
                      .is_fresh = args->apart[i].is_fresh,
                      .reached = args->apart[i].reached };
      return true;
    }
  return false;
}

static void remember(arguments *args, const apart *what, uint64_t question,
                     unsigned flags, uint32_t relax)
{
  args->survived += !what->died;
  if (!what->died)
    return;
  args->crashes = true;
  args->crash_flags = flags & ~APART_UNENDED;
  args->crash_relax = relax;
  args->apart[args->apart_next++ % APART_KEPT] = (apart_crash){
    .question = question, .is_fresh = what->is_fresh, .reached = what->reached
  };
}

bool apart_parse(apart *out, arguments *args, CXIndex index, const char *text,
                 size_t size, unsigned flags, uint32_t relax, unit_count *count)
{
  uint64_t question = question_of(args, text, size, flags, relax);
  if (recall(out, args, question))
    return true;
  child_end end;
  if (!nursery_parse(&end, args, index, text, size, flags, relax, count))
    return false;
  int number = WIFSIGNALED(end.status) ? WTERMSIG(end.status) : 0;
  if (number == SIGXCPU)
    (void)raise(SIGXCPU); /* it has used up the time of this process */
  bool is_over =
      number != SIGKILL; /* no text causes that: it came from outside */
  if (is_over) {
    *out = (apart){ .died = !end.whole,
                    .is_fresh = end.is_fresh,
                    .found = end.found,
                    .reached = find_reached(end.said, args, text, size) };
    remember(args, out, question, flags, relax);
  }
  free(end.said);
  return is_over;
}

/* ---- the text before the crash ---- */

/* What closes the nodes that may be left unfinished; NULL: others may not. Their
 * lists close nothing. */
static const char *closer_of(uint8_t kind)
{
  switch (kind) {
  case KIND_COMPOUND:
  case KIND_NAMESPACE:
    return "}";
  case KIND_TAG_BODY:
    return "};";
  case KIND_UNIT:
  case KIND_DECLARATIONS:
  case KIND_FIELDS:
  case KIND_STATEMENTS:
  case KIND_FUNCTION:
  case KIND_DECLARATION:
  case KIND_FIELD:
  case KIND_TYPES:
  case KIND_TAG:
  case KIND_CONSTRUCTOR_BODY:
  case KIND_IF:
  case KIND_ELSE:
  case KIND_WHILE:
  case KIND_FOR:
  case KIND_RANGE_FOR:
  case KIND_SWITCH:
    return "";
  default:
    return NULL;
  }
}

static bool is_list(uint8_t kind)
{
  return kind == KIND_UNIT || kind == KIND_DECLARATIONS ||
         kind == KIND_FIELDS || kind == KIND_STATEMENTS;
}

/* The child that contains the token; NODE_NONE: it lies between them. */
static uint32_t child_at(const syntax *s, uint32_t node, uint32_t at)
{
  uint32_t child = s->nodes.data[node].child;
  while (child != NODE_NONE && s->nodes.data[child].end <= at)
    child = s->nodes.data[child].next;
  return child != NODE_NONE && s->nodes.data[child].first <= at ? child
                                                                : NODE_NONE;
}

/* A text, and what can be left out of it: an element of a list, or a directive before
 * one. */
typedef struct reading {
  map known;
  token *tokens;
  syntax syntax;
  uint32_t list; /* all around it may be left unfinished; NODE_NONE: there is
                          none */
  uint32_t begin, end; /* of the element */
} reading;

/* Finds the innermost list whose element contains the token, or begins behind
 * it. */
static void find_element(reading *r, uint32_t at)
{
  const syntax *s = &r->syntax;
  uint32_t node = 0;
  while (node != NODE_NONE && closer_of(s->nodes.data[node].kind)) {
    uint32_t child = child_at(s, node, at);
    if (child != NODE_NONE && is_list(s->nodes.data[node].kind)) {
      r->list = node;
      r->begin = r->tokens[syntax_first_token(s, child)].begin;
      r->end = r->tokens[syntax_last_token(s, child)].end;
    }
    node = child;
  }
}

/* The parser stops at a directive before it goes on with what follows. */
static void find_directive(reading *r, size_t count, size_t at)
{
  size_t first = at, last = at;
  while (first && r->tokens[first - 1].directive == r->tokens[at].directive)
    first--;
  while (last + 1 < count &&
         r->tokens[last + 1].directive == r->tokens[at].directive)
    last++;
  if (r->list == NODE_NONE)
    r->list = 0;
  else if (r->tokens[first].begin > r->begin)
    return;
  r->begin = r->tokens[first].begin;
  r->end = r->tokens[last].end;
}

static void open_reading(reading *out, const char *text, size_t size,
                         uint32_t words, uint32_t at)
{
  map *known = words & WORDS_CXX ? &out->known : NULL;
  size_t i = 0;
  *out = (reading){ .list = NODE_NONE };
  size_t count = syntax_lex(&out->tokens, words, known, text, size);
  while (i < count && out->tokens[i].end <= at)
    i++;
  syntax_parse(&out->syntax, text, out->tokens, count, known, NULL, NULL);
  if (i < count)
    find_element(out, out->syntax.visible_of[i]);
  if (i < count && out->tokens[i].directive)
    find_directive(out, count, i);
}

static void close_reading(reading *self)
{
  syntax_free(&self->syntax);
  map_free(&self->known);
  free(self->tokens);
}

char *apart_cut(size_t *size_out, const char *text, size_t size, uint32_t words,
                uint32_t at)
{
  reading r;
  textbuf out = { 0 };
  open_reading(&r, text, size, words, at);
  if (r.list != NODE_NONE) {
    text_add(&out, text, r.begin);
    text_puts(&out, "\n");
  }
  for (uint32_t up = r.list; up != NODE_NONE;
       up = r.syntax.nodes.data[up].parent)
    text_puts(&out, closer_of(r.syntax.nodes.data[up].kind));
  close_reading(&r);
  *size_out = out.size;
  return out.data;
}

bool apart_blank(char *text, size_t size, uint32_t words, uint32_t at)
{
  reading r;
  open_reading(&r, text, size, words, at);
  bool found = r.list != NODE_NONE;
  for (uint32_t i = r.begin; i < r.end; i++)
    text[i] = text[i] == '\n' ? '\n' : ' ';
  close_reading(&r);
  return found;
}
