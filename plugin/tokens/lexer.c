/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Splits bytes into tokens in one pass.
 *
 * A *splice* is a backslash (or its trigraph) before a line end, with blanks
 * allowed between them as in GCC and clang. Splices inside a token belong to
 * it. A run of splices between two tokens is a token of kind TOKEN_COMMENT, as
 * is a byte order mark at the start of the text: like a comment it has no
 * meaning, does not count and can be removed, but it is not white space that a
 * renderer may change. Comparisons of characters skip splices.
 *
 * Invariant: each byte except white space belongs to exactly one token; tokens
 * are in ascending order and not empty; white space occurs inside a token only
 * in comments, strings, characters, header names and splices.
 *
 * A raw string is one in all languages, as in GNU C; one that does not end is an
 * ordinary string.
 *
 * A line ends at LF, CR or CRLF, as in clang. Trigraphs other than the splice
 * are punctuation outside strings. They are left alone inside strings, because
 * only strict modes replace them there.
 */
#include "lexer.h"

#include <string.h>

#include "base/memory.h"

enum { NOTHING = -1 };

/* What may follow on a directive's line. */
enum header_state {
  HEADER_NO,
  HEADER_NAME, /* after the #: the directive's name comes next */
  HEADER_FILE, /* after #include: a header name comes next */
};

struct lexer {
  const char *text;
  size_t size;
  token *tokens;
  size_t count, capacity;
  uint32_t directive;  /* the current one, or 0 */
  uint32_t directives; /* seen so far */
  int at_line_start;   /* no token on this line yet */
  int at_hash_place;   /* only comments so far on this line */
  enum header_state header;
  int is_cxx;
  int raw_is_open; /* a raw string did not end: no other is looked for */
};

/* Longest first; \? keeps a compiler from reading a trigraph here. */
static const char *const operators[] = {
  "%:%:",  "...",   "<=>",   "<<=",   ">>=",   "\?\?=", "\?\?(", "\?\?)",
  "\?\?<", "\?\?>", "\?\?!", "\?\?'", "\?\?-", "->",    "++",    "--",
  "<<",    ">>",    "<=",    ">=",    "==",    "!=",    "&&",    "||",
  "*=",    "/=",    "%=",    "+=",    "-=",    "&=",    "^=",    "|=",
  "##",    "<:",    ":>",    "<%",    "%>",    "%:",    "::",    NULL
};

static const char singles[] = "[](){}.&*+-~!/%<>^|?:;=,#";

static int is_newline(int c)
{
  return c == '\n' || c == '\r';
}

static int is_blank(int c)
{
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static int is_digit(int c)
{
  return c >= '0' && c <= '9';
}

static int is_hex_digit(int c)
{
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static int is_letter(int c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c >= 0x80;
}

/* ---- characters, with splices skipped ---- */

static int byte_at(const char *text, size_t size, size_t at)
{
  return at < size ? (unsigned char)text[at] : NOTHING;
}

/* The position after the splice at `at`, or `at` if there is no splice. */
static size_t splice_end(const char *text, size_t size, size_t at)
{
  size_t end = at;
  if (byte_at(text, size, at) == '\\')
    end = at + 1;
  else if (size - at >= 3 && memcmp(text + at, "\?\?/", 3) == 0)
    end = at + 3;
  else
    return at;
  while (is_blank(byte_at(text, size, end)))
    end++;
  int c = byte_at(text, size, end);
  if (!is_newline(c))
    return at;
  end++;
  if (c == '\r' && byte_at(text, size, end) == '\n')
    end++;
  return end;
}

/* The position after all splices at `at`. */
static size_t skip_splices(const char *text, size_t size, size_t at)
{
  size_t end = splice_end(text, size, at);
  while (end != at) {
    at = end;
    end = splice_end(text, size, at);
  }
  return at;
}

/* The character at or after `at`; *next_out is the position after it. */
static int peek(const struct lexer *lexer, size_t at, size_t *next_out)
{
  at = skip_splices(lexer->text, lexer->size, at);
  int c = byte_at(lexer->text, lexer->size, at);
  *next_out = c == NOTHING ? at : at + 1;
  return c;
}

/* The position after `string` if the characters from `at` spell it, else
 * `at`. */
static size_t match(const char *text, size_t size, size_t at,
                    const char *string)
{
  size_t end = at;
  for (; *string; string++) {
    end = skip_splices(text, size, end);
    if (byte_at(text, size, end) != (unsigned char)*string)
      return at;
    end++;
  }
  return end;
}

int token_is(const token *tok, const char *text, const char *string)
{
  size_t end = match(text, tok->end, tok->begin, string);
  return end == tok->end && *string;
}

int token_is_any(const token *tok, const char *text, const char *const *strings)
{
  while (*strings && !token_is(tok, text, *strings))
    strings++;
  return *strings != NULL;
}

/* ---- the kinds of token; each returns the position after it ---- */

/* A universal character name (\u1234) counts as a letter. */
static int is_universal(const struct lexer *lexer, size_t at)
{
  size_t next = at;
  if (peek(lexer, at, &next) != '\\')
    return 0;
  int c = peek(lexer, next, &next);
  return (c == 'u' || c == 'U') && is_hex_digit(peek(lexer, next, &next));
}

static size_t identifier_end(const struct lexer *lexer, size_t at)
{
  for (;;) {
    size_t next = at;
    int c = peek(lexer, at, &next);
    if (!is_letter(c) && !is_digit(c) && !is_universal(lexer, at))
      return at;
    at = next;
  }
}

/* A pp-number (C17 6.4.8), with the digit separators of C23. */
static size_t number_end(const struct lexer *lexer, size_t at)
{
  int before = 0;
  for (;;) {
    size_t next = at;
    int c = peek(lexer, at, &next);
    int sign = (c == '+' || c == '-') && before && strchr("eEpP", before);
    size_t behind = next;
    int after = c == '\'' ? peek(lexer, next, &behind) : 0;
    int separator = c == '\'' && (is_digit(after) || is_letter(after));
    if (!is_letter(c) && !is_digit(c) && c != '.' && !sign && !separator)
      return at;
    before = c < 0x80 ? c : 0;
    at = next;
  }
}

/* The end of a string, character or header name; `at` is after its opening
 * quote. */
static size_t quoted_end(const struct lexer *lexer, size_t at, int quote)
{
  for (;;) {
    size_t next = at;
    int c = peek(lexer, at, &next);
    if (c == NOTHING || is_newline(c))
      return at;
    at = next;
    if (c == quote)
      return at;
    if (c == '\\' && quote != '>') {
      c = peek(lexer, at, &next);
      if (c != NOTHING && !is_newline(c))
        at = next;
    }
  }
}

/* The end of a comment; `at` is after its opening. */
static size_t block_comment_end(const struct lexer *lexer, size_t at)
{
  while (at < lexer->size) {
    if (lexer->text[at++] == '*') {
      size_t next = at;
      if (peek(lexer, at, &next) == '/')
        return next;
    }
  }
  return at;
}

static size_t line_comment_end(const struct lexer *lexer, size_t at)
{
  for (;;) {
    size_t next = at;
    int c = peek(lexer, at, &next);
    if (c == NOTHING || is_newline(c))
      return at;
    at = next;
  }
}

/* The position after a header name <...> that ends on its line, or `at`. */
static size_t header_name_end(const struct lexer *lexer, size_t at)
{
  size_t next = at;
  if (lexer->header != HEADER_FILE || peek(lexer, at, &next) != '<')
    return at;
  size_t end = quoted_end(lexer, next, '>');
  return lexer->text[end - 1] == '>' ? end : at;
}

/* The end of a raw string R"x(...)x", whose quote ends at `at`; 0 if it is
 * none. */
static size_t raw_end(struct lexer *lexer, size_t at)
{
  enum { LONGEST = 16 };
  const char *text = lexer->text;
  size_t paren = at;
  while (paren < lexer->size && paren - at <= LONGEST &&
         !strchr("()\\ \t\v\f\r\n\"", text[paren]))
    paren++;
  size_t size = paren - at;
  if (lexer->raw_is_open || paren >= lexer->size || text[paren] != '(')
    return 0;
  for (size_t i = paren + 1; i + size + 1 < lexer->size; i++)
    if (text[i] == ')' && text[i + size + 1] == '"' &&
        !memcmp(text + i + 1, text + at, size))
      return i + size + 2;
  lexer->raw_is_open = 1;
  return 0;
}

static int is_string_prefix(const struct lexer *lexer, size_t begin, size_t end)
{
  static const char *const prefixes[] = { "L", "u", "U", "u8", NULL };
  for (size_t i = 0; prefixes[i]; i++)
    if (match(lexer->text, end, begin, prefixes[i]) == end)
      return 1;
  return 0;
}

/* With the suffix that C++ lets a literal have. */
static size_t literal_end(const struct lexer *lexer, size_t at, int quote)
{
  size_t end = quoted_end(lexer, at, quote), next = end;
  return lexer->is_cxx && is_letter(peek(lexer, end, &next))
             ? identifier_end(lexer, end)
             : end;
}

static size_t word_end(struct lexer *lexer, size_t at, uint8_t *kind_out)
{
  size_t end = identifier_end(lexer, at);
  size_t next = end;
  int quote = peek(lexer, end, &next);
  size_t raw = quote == '"' && lexer->text[end - 1] == 'R' &&
                       (end - at == 1 || is_string_prefix(lexer, at, end - 1))
                   ? raw_end(lexer, next)
                   : 0;
  *kind_out = raw ? TOKEN_STRING : TOKEN_IDENTIFIER;
  if (raw)
    return lexer->is_cxx ? identifier_end(lexer, raw) : raw;
  if ((quote != '"' && quote != '\'') || !is_string_prefix(lexer, at, end))
    return end;
  *kind_out = quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER;
  return literal_end(lexer, next, quote);
}

/* In C++, is only the first byte a token? `>>` may close two lists, and `<::`
 * begins one, unless it is followed by another `:` or `>`. */
static int splits(const struct lexer *lexer, size_t end, const char *operator)
{
  int after = byte_at(lexer->text, lexer->size, end);
  int behind = byte_at(lexer->text, lexer->size, end + 1);
  return (operator[0] == '>' && operator[1] == '>') ||
         (operator[0] == '<' && operator[1] == ':' && after == ':' &&
          behind != ':' && behind != '>');
}

static size_t operator_end(const struct lexer *lexer, size_t at,
                           uint8_t *kind_out)
{
  *kind_out = TOKEN_PUNCTUATION;
  for (size_t i = 0; operators[i]; i++) {
    if (operators[i][0] != lexer->text[at])
      continue;
    size_t end = match(lexer->text, lexer->size, at, operators[i]);
    if (end != at && lexer->is_cxx && splits(lexer, end, operators[i]))
      return at + 1;
    if (end != at)
      return end;
  }
  if (!lexer->text[at] || !strchr(singles, lexer->text[at]))
    *kind_out = TOKEN_OTHER;
  return at + 1;
}

/* Reads the token at `at`, which is neither white space nor a splice. */
static size_t scan(struct lexer *lexer, size_t at, uint8_t *kind_out)
{
  size_t next = at, behind = at;
  int c = peek(lexer, at, &next);
  int after = peek(lexer, next, &behind);
  if (is_letter(c) || is_universal(lexer, at))
    return word_end(lexer, at, kind_out);
  *kind_out = TOKEN_NUMBER;
  if (is_digit(c) || (c == '.' && is_digit(after)))
    return number_end(lexer, at);
  *kind_out = TOKEN_COMMENT;
  if (c == '/' && after == '*')
    return block_comment_end(lexer, behind);
  if (c == '/' && after == '/')
    return line_comment_end(lexer, behind);
  *kind_out = c == '\'' ? TOKEN_CHARACTER : TOKEN_STRING;
  if (c == '"' || c == '\'')
    return literal_end(lexer, next, c);
  size_t end = header_name_end(lexer, at);
  return end != at ? end : operator_end(lexer, at, kind_out);
}

/* ---- directives and the loop ---- */

/* Updates the directive state for a token that begins or belongs to one. */
static void follow_directive(struct lexer *lexer, const token *tok)
{
  static const char *const hashes[] = { "#", "%:", "\?\?=", NULL };
  static const char *const includes[] = { "include", "include_next", "import",
                                          "embed", NULL };
  if (tok->kind == TOKEN_COMMENT)
    return;
  if (lexer->at_hash_place && token_is_any(tok, lexer->text, hashes)) {
    lexer->directive = ++lexer->directives;
    lexer->header = HEADER_NAME;
  } else if (lexer->header == HEADER_NAME &&
             token_is_any(tok, lexer->text, includes)) {
    lexer->header = HEADER_FILE;
  } else {
    lexer->header = HEADER_NO;
  }
  lexer->at_hash_place = 0;
}

static void add(struct lexer *lexer, size_t begin, size_t end, uint8_t kind)
{
  lexer->tokens = mem_grow(lexer->tokens, &lexer->capacity, lexer->count + 1,
                           sizeof *lexer->tokens);
  token *tok = &lexer->tokens[lexer->count++];
  *tok = (token){ .begin = (uint32_t)begin,
                  .end = (uint32_t)end,
                  .kind = kind,
                  .line_start = (uint8_t)lexer->at_line_start };
  lexer->at_line_start = 0;
  follow_directive(lexer, tok);
  tok->directive = lexer->directive;
}

static void start_line(struct lexer *lexer)
{
  lexer->at_line_start = 1;
  lexer->at_hash_place = 1;
  lexer->directive = 0;
  lexer->header = HEADER_NO;
}

static size_t read_tokens(token **out, const char *text, size_t size,
                          int is_cxx)
{
  struct lexer lexer = { .text = text, .size = size, .is_cxx = is_cxx };
  size_t at = 0;
  start_line(&lexer);
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
    add(&lexer, 0, 3, TOKEN_COMMENT);
    at = 3;
  }
  while (at < size) {
    int c = (unsigned char)text[at];
    size_t end = skip_splices(text, size, at);
    if (is_newline(c) || is_blank(c)) {
      if (is_newline(c))
        start_line(&lexer);
      at++;
      continue;
    }
    uint8_t kind = TOKEN_COMMENT;
    if (end == at)
      end = scan(&lexer, at, &kind);
    add(&lexer, at, end, kind);
    at = end;
  }
  *out = lexer.tokens;
  return lexer.count;
}

size_t lex(token **out, const char *text, size_t size)
{
  return read_tokens(out, text, size, 0);
}

size_t lex_cxx(token **out, const char *text, size_t size)
{
  return read_tokens(out, text, size, 1);
}
