/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replaces calls of functions of the library.
 *
 * A program that a compiler builds wrong shows it by its output, by `abort` or
 * by `exit`; what main returns shows it in fewer tokens. What else it calls
 * needs no declaration as a builtin. Compilers without builtins of that name
 * reject these.
 */
#include <string.h>

#include "../monitor.h"
#include "entities.h"

static const char builtin[] = "__builtin_";

enum {
  BUILTIN_SIZE = sizeof builtin - 1,
  MOST_NUMBERS = 4, /* that a value is compared with */
};

/* ---- which function ---- */

static bool is_one(const char *name, const char *const *names)
{
  while (*names && strcmp(name, *names) != 0)
    names++;
  return *names != NULL;
}

/* Is it a call of one of these functions, maybe as a builtin or of `std`? What a header
 * declares is no symbol of the text, nor is a builtin in C++. */
static bool calls_one(rewriter *r, uint32_t call, const char *const *names)
{
  uint32_t callee = rewrite_child(r, call, 0);
  if (rewrite_kind(r, callee) == KIND_QUALIFIED &&
      rewrite_spells(r, rewrite_first_leaf(r, callee), "std"))
    callee = rewrite_child(r, callee, 1);
  if (rewrite_kind(r, callee) != KIND_NAME)
    return false;
  uint32_t symbol = rewrite_symbol(r, callee);
  const char *name = symbol == FACT_NONE ? rewrite_source(r, callee)
                                         : rewrite_fact(r, symbol)->name;
  return is_one(
      name + (strncmp(name, builtin, BUILTIN_SIZE) ? 0 : BUILTIN_SIZE), names);
}

static bool has_arguments(const rewriter *r, uint32_t call, uint32_t count)
{
  return (!count || entity_argument(r, call, count - 1) != NODE_NONE) &&
         entity_argument(r, call, count) == NODE_NONE;
}

/* ---- the status of main ---- */

/* The statement of main that consists of the call, or NODE_NONE. */
static uint32_t statement_of_main(const rewriter *r, uint32_t call)
{
  uint32_t statement = rewrite_at(r, call)->parent;
  if (rewrite_kind(r, statement) != KIND_EXPRESSION_STATEMENT)
    return NODE_NONE;
  return entity_is_in_main(r, call) ? statement : NODE_NONE;
}

/* Does its block end with the statement, but for a return? */
static bool is_last(const rewriter *r, uint32_t statement)
{
  uint32_t next = rewrite_at(r, statement)->next;
  return shape_is_listed(r, statement) &&
         (next == NODE_NONE || rewrite_kind(r, next) == KIND_RETURN);
}

/* `if (a) abort();` at the end of main becomes `return a;`, and `exit` with any
 * status. */
static void offer_condition(rewriter *r, uint32_t statement)
{
  shape_parts parts;
  uint32_t node = rewrite_at(r, statement)->parent;
  if (rewrite_kind(r, node) != KIND_IF || !is_last(r, node) ||
      !shape_find_parts(&parts, r, node) || parts.other != NODE_NONE)
    return;
  rewrite_open(r);
  rewrite_print(r, node, "return %s;", rewrite_source(r, parts.condition));
}

/* `exit(1);` of main becomes `return 1;`, and so do `abort();` and
 * `__builtin_trap();`. */
void rewrite_call_to_return(rewriter *r)
{
  static const char *const exits[] = { "exit", "_exit", "_Exit", NULL };
  static const char *const aborts[] = { "abort", "trap", NULL };
  EACH_OF_KIND (call, r, KIND_CALL) {
    uint32_t statement = statement_of_main(r, call);
    bool leaves = calls_one(r, call, exits) && has_arguments(r, call, 1);
    bool fails = calls_one(r, call, aborts) && has_arguments(r, call, 0);
    if (statement == NODE_NONE || (!leaves && !fails))
      continue;
    offer_condition(r, statement);
    rewrite_open(r);
    rewrite_print(r, statement, "return %s;",
                  fails ? "1" : rewrite_source(r, entity_argument(r, call, 0)));
  }
}

/* Offers the statement that returns whether the value is none of those that the
 * text names: one of them may be right. */
static void offer_comparisons(rewriter *r, uint32_t statement,
                              const char *value)
{
  const char *seen[MOST_NUMBERS] = { NULL };
  size_t count = 0;
  EACH_OF_KIND (at, r, KIND_LITERAL) {
    int64_t number;
    if (count == MOST_NUMBERS || !rewrite_integer(&number, r, at) || !number)
      continue;
    const char *text = rewrite_source(r, at);
    size_t i = 0;
    while (i < count && strcmp(seen[i], text) != 0)
      i++;
    if (i < count)
      continue;
    seen[count++] = text;
    entity_open_return(r, statement);
    rewrite_print(r, statement, "return %s != %s;", value, text);
  }
}

/* Offers the statement that returns the value, and its negation: what is right may
 * be 0, or what is wrong. */
static void offer_value(rewriter *r, uint32_t statement, uint32_t value)
{
  const char *text = rewrite_source(r, value);
  entity_open_return(r, statement);
  rewrite_print(r, statement, "return %s;", text);
  entity_open_return(r, statement);
  rewrite_print(r, statement, "return !%s;", shape_in_parens(r, value, text));
}

/* Offers what may be right of a value that main prints last. */
static void offer_result(rewriter *r, uint32_t statement, uint32_t value)
{
  int64_t right;
  const char *text = shape_in_parens(r, value, rewrite_source(r, value));
  if (!monitor_value(&right, r, value)) {
    offer_value(r, statement, value);
    offer_comparisons(r, statement, text);
    return;
  }
  entity_open_return(r, statement);
  rewrite_print(r, statement, right ? "return !%s;" : "return %s;", text);
}

/* Offers whether it is another one than the right program has. */
static void offer_number(rewriter *r, uint32_t statement, uint32_t value)
{
  const char *number = monitor_number(r, value);
  if (!number || !strcmp(number, "0"))
    return;
  entity_open_return(r, statement);
  rewrite_print(r, statement, "return %s != %s;",
                shape_in_parens(r, value, rewrite_source(r, value)), number);
}

/* Is it a statement of a block in which few follow? */
static bool is_nearly_last(const rewriter *r, uint32_t statement)
{
  enum { MOST_BEHIND = 2 };
  uint32_t behind = 0;
  EACH_CHILD (at, r, rewrite_at(r, statement)->parent)
    behind = at == statement ? 0 : behind + rewrite_has_tokens(r, at);
  return shape_is_listed(r, statement) && behind <= MOST_BEHIND;
}

/* The statement near the end of main that prints if a condition holds, with an else or
 * without, or `a && printf("b");`; NODE_NONE: it is none. */
static uint32_t prints_if(uint32_t *condition, const rewriter *r, uint32_t call)
{
  shape_parts parts;
  uint32_t right, parent = rewrite_at(r, call)->parent;
  uint32_t around = rewrite_at(r, parent)->parent;
  bool is = rewrite_kind(r, parent) == KIND_LOGICAL_AND &&
            shape_pair(condition, &right, r, parent) && right == call;
  if (rewrite_kind(r, parent) == KIND_EXPRESSION_STATEMENT &&
      rewrite_kind(r, around) == KIND_IF &&
      shape_find_parts(&parts, r, around)) {
    *condition = parts.condition;
    is = true;
  }
  return is && entity_is_in_main(r, call) && is_nearly_last(r, around)
             ? around
             : NODE_NONE;
}

/* Is the statement of main one that is not reached in each run, or not once? */
static bool is_conditional(const rewriter *r, uint32_t statement)
{
  uint32_t function = rewrite_around(r, statement, KIND_FUNCTION);
  return rewrite_at(r, statement)->parent != entity_body(r, function);
}

static bool is_print(rewriter *r, uint32_t call)
{
  static const char *const prints[] = { "printf", "putchar", "puts", NULL };
  return calls_one(r, call, prints);
}

/* May what main passes to the function come out of the program? */
static bool is_output(rewriter *r, uint32_t call, uint32_t statement)
{
  if (is_print(r, call) && is_last(r, statement))
    return true;
  return monitor_is_wanted(r) && monitor_is_outside(r, call) &&
         is_nearly_last(r, statement);
}

/* Calls `offer` for each number that main prints last, or hands to a function of
 * another file. */
static void for_each_output(rewriter *r,
                            void (*offer)(rewriter *r, uint32_t statement,
                                          uint32_t value))
{
  EACH_OF_KIND (call, r, KIND_CALL) {
    uint32_t statement = statement_of_main(r, call);
    if (statement == NODE_NONE || !is_output(r, call, statement))
      continue;
    for (uint32_t at = entity_argument(r, call, 0); at != NODE_NONE;
         at = entity_next_element(r, at)) {
      const type_fact *type = rewrite_type(r, at);
      if (type && type->shape == SHAPE_ARITHMETIC &&
          rewrite_kind(r, at) != KIND_LITERAL)
        offer(r, statement, at);
    }
  }
}

/* By which condition main prints something near its end, or chooses what. */
static void offer_conditions(rewriter *r)
{
  EACH_OF_KIND (call, r, KIND_CALL) {
    uint32_t condition, statement = statement_of_main(r, call);
    if (!is_print(r, call))
      continue;
    uint32_t branch = prints_if(&condition, r, call);
    if (branch != NODE_NONE)
      offer_value(r, branch, condition);
    if (statement == NODE_NONE)
      continue;
    for (uint32_t at = entity_argument(r, call, 0); at != NODE_NONE;
         at = entity_next_element(r, at))
      if (rewrite_kind(r, at) == KIND_CONDITIONAL && is_last(r, statement))
        offer_value(r, statement, rewrite_child(r, at, 0));
  }
}

/* `for (..) if (a) printf("b");` becomes `for (..) if (a) return 1;`: then main need not
 * print anything. */
static void offer_failures(rewriter *r)
{
  enum { MOST = 4 };
  uint32_t count = 0;
  EACH_OF_KIND (call, r, KIND_CALL) {
    uint32_t statement = statement_of_main(r, call);
    if (count == MOST || statement == NODE_NONE || !is_print(r, call) ||
        !is_conditional(r, statement))
      continue;
    entity_open_return(r, statement);
    rewrite_text(r, statement, "return 1;");
    count++;
  }
}

/* What main prints last becomes its status, or by what it chooses that: what is right
 * may also be a number of the text. */
void rewrite_output_to_return(rewriter *r)
{
  offer_conditions(r);
  for_each_output(r, offer_result);
  offer_failures(r);
}

/* `printf("%x", a);` becomes `return a != 29;`. Other steps change what is printed,
 * but not both sides of the comparison. */
void rewrite_output_to_number(rewriter *r)
{
  for_each_output(r, offer_number);
}

/* ---- casts for a format ---- */

/* The letters of the conversion for a type; NULL: none. */
static const char *conversion_of(CXType type)
{
  switch (clang_getCanonicalType(type).kind) {
  case CXType_UInt:
    return "u";
  case CXType_Long:
    return "ld";
  case CXType_ULong:
    return "lu";
  case CXType_LongLong:
    return "lld";
  case CXType_ULongLong:
    return "llu";
  case CXType_Double:
    return "f";
  default:
    return NULL;
  }
}

/* The format with other letters for conversion number `index`, from 0, or without it
 * if they are NULL; NULL if it has none, or one before it takes two arguments. */
static const char *format_with(rewriter *r, const char *format, size_t index,
                               const char *letters)
{
  for (const char *at = format; (at = strchr(at, '%')); at++) {
    at++;
    size_t flags = strspn(at, "-+ #0123456789.'");
    size_t end = flags + strspn(at + flags, "hljztL");
    if (!at[end] || !strchr("%diouxXeEfFgGaAcsp", at[end]))
      return NULL;
    if (at[end] == '%' || index--)
      continue;
    return rewrite_format(r, "%.*s%s%s", (int)(at - format) - !letters, format,
                          letters ? letters : "", at + end + 1);
  }
  return NULL;
}

/* The string that a call of printf formats by; NODE_NONE: it is no such call. */
static uint32_t format_of(rewriter *r, uint32_t call)
{
  static const char *const names[] = { "printf", NULL };
  uint32_t format = entity_argument(r, call, 0);
  return calls_one(r, call, names) && rewrite_kind(r, format) == KIND_STRING
             ? format
             : NODE_NONE;
}

/* `printf("%d", (int)a)` becomes `printf("%ld", a)`. */
void rewrite_cast_to_conversion(rewriter *r)
{
  EACH_OF_KIND (call, r, KIND_CALL) {
    uint32_t format = format_of(r, call), at = format;
    if (format == NODE_NONE)
      continue;
    for (size_t i = 0; (at = entity_next_element(r, at)) != NODE_NONE; i++) {
      uint32_t operand = rewrite_at(r, at)->last;
      const type_fact *type =
          rewrite_kind(r, at) == KIND_CAST ? rewrite_type(r, operand) : NULL;
      const char *letters = type ? conversion_of(type->type) : NULL;
      const char *text =
          letters ? format_with(r, rewrite_source(r, format), i, letters)
                  : NULL;
      if (!text)
        continue;
      rewrite_open(r);
      rewrite_text(r, format, text);
      rewrite_lift(r, at, operand);
    }
  }
}

/* The arguments behind the format but this one, each after ", ". */
static const char *arguments_but(rewriter *r, uint32_t format, uint32_t but)
{
  const char *out = "";
  for (uint32_t at = entity_next_element(r, format); at != NODE_NONE;
       at = entity_next_element(r, at))
    if (at != but)
      out = rewrite_format(r, "%s, %s", out, rewrite_source(r, at));
  return out;
}

/* `printf("%d %s", a, b)` becomes `printf(" %s", b)`. */
void rewrite_conversion_dropped(rewriter *r)
{
  EACH_OF_KIND (call, r, KIND_CALL) {
    uint32_t format = format_of(r, call), at = format;
    if (format == NODE_NONE)
      continue;
    for (size_t i = 0; (at = entity_next_element(r, at)) != NODE_NONE; i++) {
      const char *text = format_with(r, rewrite_source(r, format), i, NULL);
      if (!text)
        continue;
      rewrite_open(r);
      rewrite_print(r, call, "%s(%s%s)",
                    rewrite_source(r, rewrite_child(r, call, 0)), text,
                    arguments_but(r, format, at));
    }
  }
}

/* ---- streams ---- */

/* A call of printf that does what `std::cout << ...` does. */
typedef struct printing {
  const char *format;    /* without quotes */
  const char *arguments; /* each after ", " */
} printing;

/* What is between the quotes of a string, as a format. */
static const char *as_format(rewriter *r, const char *string)
{
  textbuf out = { 0 };
  size_t size = strlen(string);
  for (size_t i = 1; i + 1 < size; i++)
    text_printf(&out, string[i] == '%' ? "%%%%" : "%c", string[i]);
  text_puts(&out, "");
  return strings_take(&r->pool, text_take(&out, NULL));
}

/* The conversion by which printf prints what a stream does; NULL: none. */
static const char *streamed_as(const type_fact *type)
{
  CXType canonical = clang_getCanonicalType(type->type);
  if (type->shape == SHAPE_POINTER) {
    CXType to = type->is_array ? clang_getArrayElementType(canonical)
                               : clang_getPointeeType(canonical);
    enum CXTypeKind kind = clang_getCanonicalType(to).kind;
    return kind == CXType_Char_S || kind == CXType_Char_U ? "s" : NULL;
  }
  switch (canonical.kind) {
  case CXType_Bool:
  case CXType_Short:
  case CXType_UShort:
  case CXType_Int:
    return "d";
  case CXType_Char_S:
  case CXType_Char_U:
  case CXType_SChar:
  case CXType_UChar:
    return "c";
  case CXType_Float:
  case CXType_Double:
    return "g";
  default:
    return conversion_of(canonical);
  }
}

/* Is it a std::string, with its allocator as it is by default? */
static bool is_string(rewriter *r, const type_fact *type)
{
  const char *name = rewrite_spelling(r, clang_getCanonicalType(type->type));
  name += starts_with(name, "const ") ? strlen("const ") : 0;
  return type->shape == SHAPE_RECORD && starts_with(name, "std::") &&
         strstr(name, "basic_string<char") != NULL && !strchr(name, '*');
}

/* Does the name end so, as std::endl does and endl? */
static bool is_name(rewriter *r, uint32_t node, const char *name)
{
  syntax_kind kind = rewrite_kind(r, node);
  const char *text = rewrite_source(r, node);
  return (kind == KIND_NAME || kind == KIND_QUALIFIED) &&
         (!strcmp(text, name) ||
          (starts_with(text, "std::") && !strcmp(text + 5, name)));
}

/* Puts what is printed before the rest; false: it is not known how. */
static bool print_operand(printing *rest, rewriter *r, uint32_t operand)
{
  const type_fact *type = rewrite_type(r, operand);
  const char *text = rewrite_source(r, operand), *as = NULL;
  if (rewrite_kind(r, operand) == KIND_STRING && *text == '"') {
    rest->format = rewrite_format(r, "%s%s", as_format(r, text), rest->format);
    return true;
  }
  if (is_name(r, operand, "endl")) {
    rest->format = rewrite_format(r, "\\n%s", rest->format);
    return true;
  }
  if (!type)
    return false;
  if (is_string(r, type)) {
    as = "s";
    text = rewrite_format(r, "%s.c_str()", shape_in_parens(r, operand, text));
  } else {
    as = streamed_as(type);
  }
  if (!as)
    return false;
  rest->format = rewrite_format(r, "%%%s%s", as, rest->format);
  rest->arguments = rewrite_format(r, ", %s%s", text, rest->arguments);
  return true;
}

/* `std::cout << a << "b\n";` becomes `__builtin_printf("%db\n", a);`. */
void rewrite_stream_printf(rewriter *r)
{
  EACH_OF_KIND (node, r, KIND_SHIFT) {
    printing all = { "", "" };
    uint32_t at = node, left, right;
    if (rewrite_kind(r, rewrite_at(r, node)->parent) !=
        KIND_EXPRESSION_STATEMENT)
      continue;
    while (rewrite_kind(r, at) == KIND_SHIFT &&
           shape_pair(&left, &right, r, at) &&
           rewrite_spells(r, shape_operator(r, at), "<<") &&
           print_operand(&all, r, right))
      at = left;
    if (at == node || !is_name(r, at, "cout"))
      continue;
    rewrite_open(r);
    rewrite_print(r, node, "__builtin_printf(\"%s\"%s)", all.format,
                  all.arguments);
  }
}

/* ---- builtins ---- */

/* A function that is only declared and called needs no declaration as a
 * builtin. */
void rewrite_library_builtin(rewriter *r)
{
  static const char *const names[] = {
    "abort",   "abs",    "alloca",  "calloc",   "exit",    "fabs",   "labs",
    "malloc",  "memchr", "memcmp",  "memcpy",   "memmove", "memset", "printf",
    "putchar", "puts",   "realloc", "snprintf", "sprintf", "strchr", "strcmp",
    "strcpy",  "strlen", "strncmp", "strncpy",  "strrchr", NULL
  };
  EACH_SYMBOL (i, r) {
    entity_function f;
    if (!is_one(rewrite_fact(r, i)->name, names) ||
        !entity_function_of(&f, r, i) || f.definition != NODE_NONE ||
        f.name == NODE_NONE || !f.calls)
      continue;
    rewrite_open(r);
    EACH_MENTION (leaf, r, i)
      if (entity_call(r, leaf) == NODE_NONE)
        declared_drop(r, leaf);
      else
        rewrite_print(r, leaf, "%s%s", builtin, rewrite_fact(r, i)->name);
  }
}

/* ---- comparisons ---- */

/* The first element of what an argument points to; NULL: it is not known to have a
 * number there. */
static const char *first_element(rewriter *r, uint32_t argument)
{
  const type_fact *type = rewrite_type(r, argument);
  const char *text = rewrite_source(r, argument);
  if (rewrite_kind(r, argument) == KIND_STRING)
    return text[0] == '"' && text[1] > ' ' && text[1] != '"' &&
                   text[1] != '\\' && text[1] != '\''
               ? rewrite_format(r, "'%c'", text[1])
               : NULL;
  if (!type || type->shape != SHAPE_POINTER)
    return NULL;
  CXType to = clang_getCanonicalType(type->type);
  to =
      type->is_array ? clang_getArrayElementType(to) : clang_getPointeeType(to);
  enum CXTypeKind kind = clang_getCanonicalType(to).kind;
  if (kind < CXType_Bool || kind > CXType_LongDouble)
    return NULL;
  return rewrite_format(r, "*%s", shape_in_parens(r, argument, text));
}

/* `strcmp(a, b)` becomes `*a - *b`: the first difference may be there. */
void rewrite_call_to_difference(rewriter *r)
{
  static const char *const two[] = { "strcmp", NULL };
  static const char *const three[] = { "memcmp", "strncmp", NULL };
  EACH_OF_KIND (call, r, KIND_CALL) {
    if (!(calls_one(r, call, two) && has_arguments(r, call, 2)) &&
        !(calls_one(r, call, three) && has_arguments(r, call, 3)))
      continue;
    const char *left = first_element(r, entity_argument(r, call, 0));
    const char *right = first_element(r, entity_argument(r, call, 1));
    if (!left || !right)
      continue;
    rewrite_open(r);
    rewrite_print(r, call, shape_stands_open(r, call) ? "%s - %s" : "(%s - %s)",
                  left, right);
  }
}
